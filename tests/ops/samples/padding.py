"""Proofs of the operators in ``gradcli/ops/padding.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_LINE = "linspace(-2, 2, 12).reshape(1, 3, 4)"
_PLANE = "linspace(-2, 2, 24).reshape(1, 2, 3, 4) ** 2"
_SPACE = "linspace(-2, 2, 48).reshape(1, 2, 2, 3, 4)"

PROOFS = {
    "constant_pad_nd": Proof(
        [
            sample("torch.constant_pad_nd(x, (1, 2))", x=_LINE),
            sample("torch.constant_pad_nd(x, (1, -1, 0, 2), 3.0)", x=_LINE),
            sample("torch.constant_pad_nd(x, (-1, -1)) ** 2", x=_LINE),
            sample("torch.constant_pad_nd(x, (0, 0))", x=_LINE),
            sample("torch.constant_pad_nd(x, (2, 2), inf)", x="zeros(2, 0)"),
        ]
    ),
    "_picked": Proof([sample("F.pad(x, (1, 1), 'reflect') ** 2", x=_LINE)]),
    "pad": Proof(
        [
            sample("F.pad(x, (1, 2))", x=_LINE),
            sample("F.pad(x, [1, 1, 2, 0], value=-1.5)", x=_LINE),
            sample("F.pad(x, (-1, 1), 'constant', 2)", x=_LINE),
            sample("F.pad(x, (1, 1)).dtype", x="arange(3)"),
            sample("F.pad(x, (2, 1), mode='reflect')", x=_LINE),
            sample("F.pad(x, (2, 1, 1, 2), mode='reflect')", x=_PLANE),
            sample("F.pad(x, (-1, 1, 1, -1), mode='reflect')", x=_PLANE),
            sample("F.pad(x, (2, 1, 1, 2, 1, 0), mode='reflect')", x=_SPACE),
            sample("F.pad(x, (5, 1), mode='replicate')", x=_LINE),
            sample("F.pad(x, (2, 1, -1, 4), mode='replicate')", x=_PLANE),
            sample("F.pad(x, (2, 1, 1, 2, 1, 0), mode='replicate')", x=_SPACE),
            sample("F.pad(x, (4, 1), mode='circular')", x=_LINE),
            sample("F.pad(x, (2, 1, 1, 2), mode='circular')", x=_PLANE),
            sample("F.pad(x, (-1, 2, 0, 0, 1, 1), mode='circular')", x=_SPACE),
            sample("F.pad(x[0], (1, 1), mode='reflect')", x=_LINE),
            sample("F.pad(x, (1, 1), 'replicate')", x="tensor([[nan, 1.0], [inf, -inf]])"),
        ],
        wrong=[
            "F.pad(ones(3), (1,))",
            "F.pad(ones(3), (1, 1, 1, 1))",
            "F.pad(ones(3), (1, 1), 'foo')",
            "F.pad(ones(3), (-2, -2))",
            "F.pad(ones(3), (1, 1), 'reflect')",
            "F.pad(ones(1, 3), (3, 1), 'reflect')",
            "F.pad(ones(1, 3), (1, 1), 'reflect', 1.0)",
            "F.pad(ones(1, 3), (4, 1), 'circular')",
            "F.pad(ones(3), 1)",
        ],
    ),
}

EXAMPLES = {
    "constant_pad_nd": sample("torch.constant_pad_nd(x, (1, 2), 5.0)", x="tensor([1.0, 2.0])"),
}
