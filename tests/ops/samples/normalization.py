"""Proofs of the operators in ``gradcli/ops/normalization.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_X = "(linspace(-2, 2, 12).reshape(4, 3) ** 3)"
_T = "(linspace(-2, 2, 24).reshape(2, 3, 4) ** 3)"
_W, _B = "tensor([0.5, 2.0, -1.0])", "tensor([0.25, -1.0, 3.0])"

PROOFS = {
    "_layer_norm": Proof(
        [
            sample("F.layer_norm(x, (3,), w, b) ** 2", x=_X, w=_W, b=_B),
            sample("F.layer_norm(x, (3, 4)) ** 2", x=_T),
        ]
    ),
    "layer_norm": Proof(
        [
            sample("F.layer_norm(x, (3,))", x=_X),
            sample("F.layer_norm(x, [3], w)", x=_X, w=_W),
            sample("F.layer_norm(x, x.shape[1:], w, b)", x=_X, w=_W, b=_B),
            sample("F.layer_norm(x, (3,), bias=b.detach())", x=_X, b=_B),
            sample("F.layer_norm(x, (3, 4))", x=_T),
            sample("F.layer_norm(x, (4,), eps=0.5)", x=_T),
            sample("F.layer_norm(x, (3, 4), w)", x=_T, w="linspace(-1, 2, 12).reshape(3, 4)"),
            sample("F.layer_norm(x, (2, 3, 4))", x=_T),
            sample("F.layer_norm(x, (2,))", x=_T + ".permute(2, 1, 0)"),
            sample("F.layer_norm(x, (3,))", x="tensor([2.0, 2.0, 2.0])"),
            sample("F.layer_norm(x, (1,), w)", x="ones(2, 1)", w="tensor([2.0])"),
            sample("F.layer_norm(x.detach(), (3,), w.detach())", x="zeros(0, 3)", w=_W),
            sample("F.layer_norm(x, (2,))", x="tensor([[100.0, 101.0], [nan, 1.0]])"),
        ],
        wrong=[
            "F.layer_norm(ones(2, 3), (4,))",
            "F.layer_norm(ones(2, 3), ())",
            "F.layer_norm(ones(2, 3), (3,), ones(2))",
            "F.layer_norm(ones(2, 3), 3)",
            "F.layer_norm(tensor([1, 2]), (2,))",
        ],
    ),
    "rms_norm": Proof(
        [
            sample("F.rms_norm(x, (3,))", x=_X),
            sample("F.rms_norm(x, [3], w)", x=_X, w=_W),
            sample("F.rms_norm(x, (3, 4), eps=0.5)", x=_T),
            sample("F.rms_norm(x, (4,), None, 1e-3)", x=_T),
            sample("F.rms_norm(x, (2,))", x="zeros(2, 2)"),
        ],
        wrong=[
            "F.rms_norm(ones(2, 3), (4,))",
            "F.rms_norm(ones(2, 3), ())",
            "F.rms_norm(ones(2, 3), (3,), ones(2))",
            "F.rms_norm(tensor([1, 2]), (2,))",
        ],
    ),
    "_batch_norm": Proof(
        [
            sample("F.batch_norm(x, None, None, w, b, True) ** 2", x=_X, w=_W, b=_B),
            sample("F.batch_norm(x, zeros(3), 2 * ones(3), w, b) ** 2", x=_T, w=_W, b=_B),
        ]
    ),
    "batch_norm": Proof(
        [
            sample("F.batch_norm(x, None, None, training=True)", x=_X),
            sample("F.batch_norm(x, None, None, w, b, training=True)", x=_T, w=_W, b=_B),
            sample("F.batch_norm(x, zeros(3), ones(3))", x=_T),
            sample("F.batch_norm(x, m.detach(), 2 * ones(3), w, b)", x=_X, w=_W, b=_B, m=_B),
            sample(
                "F.batch_norm(x, None, None, w, None, True, 0.1, 0.5)", x=_T + "[..., None]", w=_W
            ),
            sample("m = zeros(3)\nF.batch_norm(x, m, ones(3), training=True)\nm * 1", x=_X),
            sample(
                "v = ones(3)\nF.batch_norm(x, zeros(3), v, training=True, momentum=0.5)\nv * 1",
                x=_T,
            ),
            sample("F.batch_norm(x, zeros(3), ones(3), training=True)", x="zeros(0, 3)"),
            sample("F.batch_norm(x, zeros(2), zeros(2), eps=0.25)", x="ones(2, 2)"),
            sample("F.batch_norm(x, None, None, training=True)", x="ones(3, 2)"),
            sample("F.batch_norm(x, None, None, training=True)", x=_X + ".T"),
            sample("F.batch_norm(x, None, None, training=True)", x="tensor([[nan], [1.0]])"),
        ],
        wrong=[
            "F.batch_norm(ones(1, 2), None, None, training=True)",
            "F.batch_norm(ones(2, 2), None, None)",
            "F.batch_norm(ones(2, 2), zeros(3), ones(2))",
            "F.batch_norm(ones(2, 2), zeros(2), ones(2), ones(3))",
            "F.batch_norm(ones(2, 2), zeros(2), None, training=True)",
            "F.batch_norm(tensor([[1], [2]]), zeros(1), ones(1))",
            "F.batch_norm(ones(2, 2), zeros(2), ones(2), training=True, eps=0.0)",
        ],
    ),
    "instance_norm": Proof(
        [
            sample("F.instance_norm(x)", x=_T),
            sample("F.instance_norm(x, weight=w, bias=b)", x=_T, w=_W, b=_B),
            sample("F.instance_norm(x, zeros(3), ones(3), use_input_stats=False)", x=_T),
            sample("m = zeros(3)\nF.instance_norm(x, m, ones(3), momentum=0.5)\nm * 1", x=_T),
            sample("F.instance_norm(x, eps=0.5) ** 2", x=_T + "[..., None]"),
        ],
        wrong=[
            "F.instance_norm(ones(2, 3, 1))",
            "F.instance_norm(ones(2, 3, 4), use_input_stats=False)",
        ],
    ),
    "_group_norm": Proof(
        [
            sample(
                "F.group_norm(x, 2, w, b) ** 2",
                x="linspace(-2, 2, 24).reshape(2, 4, 3) ** 3",
                w="linspace(-1, 2, 4)",
                b="linspace(0, 2, 4)",
            )
        ]
    ),
    "group_norm": Proof(
        [
            sample("F.group_norm(x, 3)", x=_T),
            sample("F.group_norm(x, 1)", x=_T),
            sample("F.group_norm(x, 3, w, b)", x=_T, w=_W, b=_B),
            sample("F.group_norm(x, 1, bias=b.detach(), eps=0.5)", x=_X, b=_B),
            sample("F.group_norm(x, 2)", x="linspace(-2, 2, 48).reshape(2, 4, 3, 2) ** 3"),
            sample("F.group_norm(x, 2) ** 2", x="linspace(-2, 2, 24).reshape(2, 4, 3).sin()"),
            sample(
                "F.group_norm(x, 1, eps=0.1) ** 2", x="linspace(-2, 2, 24).reshape(2, 4, 3).sin()"
            ),
            sample(
                "F.group_norm(x, 4, w, b)",
                x="linspace(-2, 2, 24).reshape(2, 4, 3).sin()",
                w="linspace(1, 2, 4)",
                b="linspace(-1, 1, 4)",
            ),
            sample(
                "F.group_norm(x, 2, w) ** 2",
                x="linspace(-2, 2, 24).reshape(2, 4, 3).sin()",
                w="linspace(1, 2, 4)",
            ),
            sample("F.group_norm(x, 2)", x="linspace(-2, 2, 8).reshape(2, 4)"),
            sample("torch.group_norm(x, 2)", x="linspace(-2, 2, 32).reshape(2, 4, 2, 2).sin()"),
            sample(
                "F.group_norm(x.transpose(0, 1), 2) ** 2",
                x="linspace(-2, 2, 24).reshape(4, 2, 3).sin()",
            ),
        ],
        wrong=[
            "F.group_norm(ones(2, 3), 2)",
            "F.group_norm(ones(2), 2)",
            "F.group_norm(ones(2, 4), 2, ones(3))",
            "F.group_norm(ones(1, 2), 2)",
        ],
    ),
    "normalize": Proof(
        [
            sample("F.normalize(x)", x=_X),
            sample("F.normalize(x, dim=0)", x=_X),
            sample("F.normalize(x, p=1, dim=-1)", x=_T),
            sample("F.normalize(x, p=3.0)", x=_T),
            sample("F.normalize(x, dim=(0, 1))", x=_T),
            sample("F.normalize(x, dim=0)", x="zeros(3)"),
            sample("F.normalize(x, dim=0, eps=100.0)", x="ones(3)"),
            *across("F.normalize(x, dim=0) ** 3", 2, 2),
        ],
        wrong=["F.normalize(ones(2, 3).long())", "F.normalize(ones(3))"],
    ),
    "local_response_norm": Proof(
        [
            sample("F.local_response_norm(x, 2)", x=_T),
            sample("F.local_response_norm(x, 3, alpha=0.5, beta=0.5, k=2.0)", x=_T),
            sample("F.local_response_norm(x, 2, 1.0)", x=_T + "[..., None]"),
            sample("F.local_response_norm(x, 2)", x="zeros(0, 3, 4)"),
            sample(
                "F.local_response_norm(x, 3, alpha=0.5, beta=1.5, k=2.0) ** 2",
                x="linspace(-2, 2, 24).reshape(2, 4, 3).sin()",
            ),
        ],
        wrong=["F.local_response_norm(ones(2, 3), 2)"],
    ),
}

EXAMPLES = {
    "layer_norm": sample("F.layer_norm(x, (3,))[0]", x="tensor([1.0, 2.0, 4.0])"),
    "batch_norm": sample(
        "F.batch_norm(x, None, None, training=True)[0]",
        x="tensor([[1.0, 2.0], [3.0, 1.0], [2.0, 5.0]])",
    ),
    "local_response_norm": sample(
        "F.local_response_norm(x, 2)", x="linspace(-1, 2, 6).reshape(1, 3, 2)"
    ),
}
