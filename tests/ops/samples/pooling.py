"""Proofs of the operators in ``gradcli/ops/pooling.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_LINE = "cos(arange(42.0)).reshape(2, 3, 7)"
_PLANE = "cos(arange(60.0)).reshape(1, 2, 6, 5)"
_SPACE = "cos(arange(120.0)).reshape(1, 2, 4, 5, 3)"

PROOFS = {
    "_average": Proof([sample("F.avg_pool2d(x, 2) ** 2", x=_PLANE)]),
    "avg_pool1d": Proof(
        [
            sample("F.avg_pool1d(x, 2)", x=_LINE),
            sample("F.avg_pool1d(x, 3, stride=2, padding=1)", x=_LINE),
            sample("F.avg_pool1d(x, 3, 2, 1, True, False)", x=_LINE),
            sample("avg_pool1d(x, (4,), ceil_mode=True)", x=_LINE),
            sample("F.avg_pool1d(x[0], 7)", x=_LINE),
            sample("F.avg_pool1d(x, 2)", x="tensor([[inf, 1.0, nan, 0.0, 2.0, 4.0]])"),
            sample("F.avg_pool1d(x, 2, 1) ** 2", x=_LINE),
            sample("F.avg_pool1d(x, 3, padding=1, count_include_pad=False)", x=_LINE),
            sample("F.avg_pool1d(x, 1)", x=_LINE),
            sample("F.avg_pool1d(x.transpose(1, 2), 2)", x=_LINE),
            sample("F.avg_pool1d(x, 2, 3, ceil_mode=True)", x=_LINE),
            sample("F.avg_pool1d(x, 2)", x="zeros(0, 3, 4)"),
        ],
        wrong=["F.avg_pool1d(ones(3), 2)", "F.avg_pool1d(ones(1, 3, 3), 4)"],
    ),
    "avg_pool2d": Proof(
        [
            sample("F.avg_pool2d(x, 2)", x=_PLANE),
            sample("F.avg_pool2d(x, 3, stride=1, padding=1)", x=_PLANE),
            sample("F.avg_pool2d(x, (3, 2), (2, 1), (1, 0))", x=_PLANE),
            sample("F.avg_pool2d(x, 2, ceil_mode=True)", x=_PLANE),
            sample("F.avg_pool2d(x, 3, 2, 1, True, False)", x=_PLANE),
            sample("F.avg_pool2d(x, 3, 2, 1, True)", x=_PLANE),
            sample("F.avg_pool2d(x, 2, divisor_override=3)", x=_PLANE),
            sample("F.avg_pool2d(x[0], 2, 3)", x=_PLANE),
            sample("F.avg_pool2d(x.mT, (5, 6))", x=_PLANE),
            sample("F.avg_pool2d(x, 1)", x=_PLANE),
            sample("F.avg_pool2d(x, 2, padding=1, count_include_pad=False)", x=_PLANE),
            sample("F.avg_pool2d(x, 2)", x="zeros(0, 1, 2, 2)"),
            sample("F.avg_pool2d(x, 2)", x="tensor([[[-3, 2, 4], [-2, 1, 1]]])"),
        ],
        wrong=[
            "F.avg_pool2d(ones(1, 3, 4, 4), 5)",
            "F.avg_pool2d(ones(1, 3, 4, 4), 2, padding=2)",
            "F.avg_pool2d(ones(1, 3, 4, 4), 2, divisor_override=0)",
            "F.avg_pool2d(ones(1, 3, 4, 4), 2, 0)",
            "F.avg_pool2d(ones(1, 3, 4, 4).int(), 2)",
        ],
    ),
    "avg_pool3d": Proof(
        [
            sample("F.avg_pool3d(x, 2)", x=_SPACE),
            sample("F.avg_pool3d(x, (2, 3, 1), stride=(1, 2, 1), padding=(1, 1, 0))", x=_SPACE),
            sample("F.avg_pool3d(x, 3, 2, 1, True, False)", x=_SPACE),
            sample("F.avg_pool3d(x, 2, ceil_mode=True, divisor_override=5)", x=_SPACE),
            sample("F.avg_pool3d(x[0], 2)", x=_SPACE),
        ]
    ),
    "_largest": Proof(
        [
            sample("F.max_pool2d(x, 2) ** 2", x=_PLANE),
            sample("F.max_pool2d(x, 3, 1, return_indices=True)[1]", x=_PLANE),
        ]
    ),
    "_put_flat": Proof([sample("F.max_pool2d(x, 3, 1) ** 2", x=_PLANE)]),
    "_take_flat": Proof(
        [
            sample(
                "g, = torch.autograd.grad((F.max_pool2d(x, 3, 1) ** 3).sum(), x, "
                "create_graph=True)\n"
                "g ** 2",
                x=_PLANE,
            )
        ]
    ),
    "max_pool1d": Proof(
        [
            sample("F.max_pool1d(x, 2)", x=_LINE),
            sample("F.max_pool1d(x, 3, stride=2, padding=1)", x=_LINE),
            sample("max_pool1d(x, 3, 1, dilation=2)", x=_LINE),
            sample("F.max_pool1d(x, 2, ceil_mode=True)", x=_LINE),
            sample("F.max_pool1d(x[0], 3)", x=_LINE),
            sample("F.max_pool1d(x, 2, return_indices=True)[1]", x=_LINE),
            sample("F.max_pool1d(x, 2)", x="tensor([[1.0, 1.0, nan, 0.0, -inf, -inf]])"),
            sample("F.max_pool1d(x, 2, 1) ** 2", x=_LINE),
            sample("F.max_pool1d(x, (7,))", x=_LINE),
            sample("F.max_pool1d(x, 3, 3, 1, 1, True)", x=_LINE),
            sample("F.max_pool1d(x.transpose(1, 2), 2)", x=_LINE),
            sample("F.max_pool1d(x, 3, 1)", x="ones(1, 2, 5)"),
            sample("F.max_pool1d(x, 2)", x="zeros(0, 3, 4)"),
        ],
        wrong=[
            "F.max_pool1d(ones(3), 2)",
            "F.max_pool1d(ones(1, 3, 4), 5)",
            "F.max_pool1d(ones(1, 3, 4), 0)",
            "F.max_pool1d(ones(1, 3, 4), 2, padding=2)",
        ],
    ),
    "max_pool2d": Proof(
        [
            sample("F.max_pool2d(x, 2)", x=_PLANE),
            sample("F.max_pool2d(x, 3, stride=1, padding=1)", x=_PLANE),
            sample("F.max_pool2d(x, (3, 2), (2, 1), (1, 0))", x=_PLANE),
            sample("max_pool2d(x, 2, ceil_mode=True)", x=_PLANE),
            sample("F.max_pool2d(x, 2, 1, dilation=(2, 3))", x=_PLANE),
            sample("F.max_pool2d(x[0], 2)", x=_PLANE),
            sample("F.max_pool2d(x, 2, return_indices=True)[0]", x=_PLANE),
            sample("F.max_pool2d(x, 3, 2, 1, 1, True, True)[1]", x=_PLANE),
            sample("F.max_pool2d(x, 2)", x="ones(1, 1, 4, 4)"),
            sample("F.max_pool2d(x, 2, 1)", x="tensor([[[1.0, nan, 2.0], [nan, 0.0, 2.0]]])"),
            sample("F.max_pool2d(x, 2, padding=1)", x="full((1, 1, 3, 3), -inf)"),
            sample("F.max_pool2d(x, 2)", x="zeros(0, 1, 2, 2)"),
            sample("F.max_pool2d(x, 2)", x="arange(16).reshape(1, 4, 4)"),
            sample("F.max_pool2d(x.mT, 2)", x=_PLANE),
        ],
        wrong=[
            "F.max_pool2d(ones(1, 3, 4, 4), 5)",
            "F.max_pool2d(ones(3, 4), 2)",
            "F.max_pool2d(ones(1, 3, 4, 4), 2, padding=2)",
            "F.max_pool2d(ones(1, 3, 4, 4), (2, 2, 2))",
            "F.max_pool2d(ones(1, 3, 4, 4), 2, dilation=0)",
        ],
    ),
    "max_pool3d": Proof(
        [
            sample("F.max_pool3d(x, 2)", x=_SPACE),
            sample("F.max_pool3d(x, (2, 3, 1), stride=(1, 2, 1), padding=(1, 1, 0))", x=_SPACE),
            sample("max_pool3d(x, 2, 1, 1, (1, 2, 1), True)", x=_SPACE),
            sample("F.max_pool3d(x[0], 2, return_indices=True)[1]", x=_SPACE),
            sample("F.max_pool3d(x, 3, 1)", x="ones(1, 1, 3, 4, 3)"),
        ]
    ),
    "lp_pool1d": Proof(
        [
            sample("F.lp_pool1d(x, 2, 2)", x=_LINE),
            sample("F.lp_pool1d(x, 2, 3, stride=1)", x=_LINE),
            sample("F.lp_pool1d(x, 3, 2, ceil_mode=True)", x=_LINE + ".abs()"),
            sample("F.lp_pool1d(x, 1, 2)", x=_LINE),
            sample("F.lp_pool1d(x[0], 2, 2)", x=_LINE),
        ]
    ),
    "lp_pool2d": Proof(
        [
            sample("F.lp_pool2d(x, 2, 2)", x=_PLANE),
            sample("F.lp_pool2d(x, 2, (3, 2), stride=1)", x=_PLANE),
            sample("F.lp_pool2d(x, 3, 2, ceil_mode=True)", x=_PLANE + ".abs()"),
            sample("F.lp_pool2d(x, 1, 2)", x=_PLANE),
            sample("F.lp_pool2d(x[0], 2, 2)", x=_PLANE),
        ]
    ),
    "lp_pool3d": Proof(
        [
            sample("F.lp_pool3d(x, 2, 2)", x=_SPACE),
            sample("F.lp_pool3d(x, 2, (3, 2, 1), stride=1)", x=_SPACE),
            sample("F.lp_pool3d(x, 3, 2, ceil_mode=True)", x=_SPACE + ".abs()"),
            sample("F.lp_pool3d(x, 1, 2)", x=_SPACE),
            sample("F.lp_pool3d(x[0], 2, 2)", x=_SPACE),
        ]
    ),
}

EXAMPLES = {
    "avg_pool2d": sample("F.avg_pool2d(x, 2)", x="tensor([[[-3.0, 2.0, 4.0], [-2.0, 1.0, 1.0]]])"),
}
