"""Proofs of the operators in ``gradcli/ops/dropout.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, Sample, across, sample


def _overwriting(name: str) -> list[Sample]:
    """Sample the function of torch that drops elements, or channels, in place."""
    shape = "linspace(0.1, 1, 12).reshape(2, 3, 2)"
    return [
        sample(f"manual_seed({seed})\ny = x * 2\ntorch.{name}_(y, {args})\ny ** 2", x=shape)
        for seed, args in ((0, "0.3, True"), (1, "0.5, True"), (2, "0.5, False"), (3, "0.0, True"))
    ] + [sample(f"manual_seed(4)\ntorch.{name}_(x * 1, p=0.4, train=True)", x=shape)]


PROOFS = {
    "_kept": Proof(),
    "dropout": Proof(
        [
            sample("manual_seed(0)\nF.dropout(x)", x="linspace(0.1, 1, 6).reshape(2, 3)"),
            sample("manual_seed(0)\nF.dropout(x.T, 0.3)", x="linspace(0.1, 1, 20).reshape(4, 5)"),
            sample("manual_seed(0)\nF.dropout(x * 2, 0.3, inplace=True)", x="linspace(0.1, 1, 6)"),
            sample("F.dropout(x * 2, training=False)", x="linspace(0.1, 1, 6)"),
            sample("F.dropout(x, 1.0)", x="linspace(0.1, 1, 6)"),
            *across("manual_seed(0)\nF.dropout(x.contiguous(), 0.4) ** 2", 1, 2),
        ],
        wrong=["F.dropout(ones(2), 1.5)"],
    ),
    "dropout1d": Proof(
        [
            sample("manual_seed(0)\nF.dropout1d(x)", x="linspace(0.1, 1, 24).reshape(2, 3, 4)"),
            sample("manual_seed(0)\nF.dropout1d(x, 0.3)", x="linspace(0.1, 1, 12).reshape(3, 4)"),
            sample(
                "manual_seed(1)\nF.dropout1d(x, 0.5) ** 2",
                x="linspace(0.1, 1, 24).reshape(2, 3, 4)",
            ),
            sample("F.dropout1d(x, training=False)", x="linspace(0.1, 1, 24).reshape(2, 3, 4)"),
            sample("F.dropout1d(x, 1.0)", x="linspace(0.1, 1, 24).reshape(2, 3, 4)"),
        ]
    ),
    "dropout2d": Proof(
        [
            sample("manual_seed(0)\nF.dropout2d(x)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2)"),
            sample(
                "manual_seed(1)\nF.dropout2d(x, 0.3) ** 2",
                x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2)",
            ),
            sample("F.dropout2d(x, training=False)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2)"),
            sample("F.dropout2d(x, 1.0)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2)"),
            sample("F.dropout2d(x, 0.0)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2)"),
        ]
    ),
    "dropout3d": Proof(
        [
            sample(
                "manual_seed(0)\nF.dropout3d(x)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2, 1)"
            ),
            sample("manual_seed(0)\nF.dropout3d(x)", x="linspace(0.1, 1, 12).reshape(3, 2, 2, 1)"),
            sample(
                "manual_seed(1)\nF.dropout3d(x, 0.3) ** 2",
                x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2, 1)",
            ),
            sample(
                "F.dropout3d(x, training=False)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2, 1)"
            ),
            sample("F.dropout3d(x, 1.0)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2, 1)"),
        ]
    ),
    "alpha_dropout": Proof(
        [
            sample("manual_seed(0)\nF.alpha_dropout(x, 0.3, True)", x="linspace(-1, 1, 6)"),
            sample("F.alpha_dropout(x * 2)", x="linspace(-1, 1, 6)"),
            sample(
                "manual_seed(1)\nF.alpha_dropout(x, 0.5, True) ** 2",
                x="linspace(-1, 1, 9).reshape(3, 3)",
            ),
            sample("F.alpha_dropout(x, 0.0, True)", x="linspace(-1, 1, 6)"),
        ]
    ),
    "feature_alpha_dropout": Proof(
        [
            sample(
                "manual_seed(0)\nF.feature_alpha_dropout(x, 0.3, True)",
                x="linspace(-1, 1, 12).reshape(2, 3, 2)",
            ),
            sample(
                "manual_seed(1)\nF.feature_alpha_dropout(x, 0.5, True) ** 2",
                x="linspace(-1, 1, 12).reshape(2, 3, 2)",
            ),
            sample("F.feature_alpha_dropout(x, 0.5)", x="linspace(-1, 1, 12).reshape(2, 3, 2)"),
            sample(
                "F.feature_alpha_dropout(x, 0.0, True)", x="linspace(-1, 1, 12).reshape(2, 3, 2)"
            ),
        ]
    ),
    "_dropout": Proof(
        [sample("manual_seed(0)\ntorch.dropout(x, 0.3, True)", x="linspace(0.1, 1, 6)")],
        wrong=["torch.dropout(ones(2), 1.5, True)"],
    ),
    "torch_dropout": Proof(_overwriting("dropout")),
    "feature_dropout": Proof(
        [
            sample(
                "manual_seed(0)\nfeature_dropout(x, 0.3, True)", x="linspace(0.1, 1, 6).view(2, 3)"
            ),
            sample(
                "manual_seed(1)\nfeature_dropout(x, 0.5, True) ** 2",
                x="linspace(0.1, 1, 12).reshape(2, 3, 2)",
            ),
            sample("feature_dropout(x, 0.5, False)", x="linspace(0.1, 1, 12).reshape(2, 3, 2)"),
            sample("feature_dropout(x, 0.0, True)", x="linspace(0.1, 1, 12).reshape(2, 3, 2)"),
            sample("feature_dropout(x, 1.0, True)", x="linspace(0.1, 1, 12).reshape(2, 3, 2)"),
        ],
        wrong=["feature_dropout(ones(2), 0.3, True)"],
    ),
    "torch_feature_dropout": Proof(_overwriting("feature_dropout")),
    "_alpha_dropout": Proof(
        [sample("manual_seed(0)\ntorch.alpha_dropout(x, 0.3, True)", x="linspace(-1, 1, 6)")]
    ),
    "torch_alpha_dropout": Proof(_overwriting("alpha_dropout")),
    "_feature_alpha_dropout": Proof(
        [
            sample(
                "manual_seed(0)\ntorch.feature_alpha_dropout(x, 0.3, True)",
                x="linspace(-1, 1, 12).reshape(2, 3, 2)",
            )
        ]
    ),
    "torch_feature_alpha_dropout": Proof(_overwriting("feature_alpha_dropout")),
}

EXAMPLES = {
    "dropout": sample("manual_seed(0)\nF.dropout(x, 0.4)", x="linspace(0.1, 1, 6)"),
    "dropout1d": sample(
        "manual_seed(0)\nF.dropout1d(x, 0.4)", x="linspace(0.1, 1, 24).reshape(2, 3, 4)"
    ),
    "dropout2d": sample(
        "manual_seed(0)\nF.dropout2d(x, 0.4)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2)"
    ),
    "dropout3d": sample(
        "manual_seed(0)\nF.dropout3d(x, 0.4)", x="linspace(0.1, 1, 24).reshape(2, 3, 2, 2, 1)"
    ),
    "feature_alpha_dropout": sample(
        "manual_seed(0)\nF.feature_alpha_dropout(x, 0.5, training=True)",
        x="linspace(-1, 1, 12).reshape(2, 3, 2)",
    ),
}
