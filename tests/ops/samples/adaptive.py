"""Proofs of the operators in ``gradcli/ops/adaptive.py``."""

from __future__ import annotations

from tests.ops.samples.pooling import _LINE, _PLANE, _SPACE
from tests.ops.sampling import Proof, sample

PROOFS = {
    "adaptive_avg_pool1d": Proof(
        [
            sample("F.adaptive_avg_pool1d(x, 3)", x=_LINE),
            sample("adaptive_avg_pool1d(x, 1)", x=_LINE),
            sample("F.adaptive_avg_pool1d(x[0], 5)", x=_LINE),
            sample("F.adaptive_avg_pool1d(x, 9)", x=_LINE),
            sample("F.adaptive_avg_pool1d(x, 7) ** 2", x=_LINE),
        ],
        wrong=["F.adaptive_avg_pool1d(ones(3), 2)"],
    ),
    "adaptive_avg_pool2d": Proof(
        [
            sample("F.adaptive_avg_pool2d(x, 2)", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x, (4, 3))", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x, (None, 2))", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x, 1)", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x[0], (7, 5))", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x, 2)", x="tensor([[[1.0, inf, 2.0], [nan, 0.0, 3.0]]])"),
            sample("F.adaptive_avg_pool2d(x, (1, 1)) ** 2", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x, (6, 5)) ** 2", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x, (1, 3))", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x.mT, (2, 4))", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x, [9, 2])", x=_PLANE),
            sample("F.adaptive_avg_pool2d(x, 2)", x="zeros(0, 2, 3, 3)"),
        ],
        wrong=[
            "F.adaptive_avg_pool2d(ones(3, 4), 2)",
            "F.adaptive_avg_pool2d(ones(1, 3, 4, 4), (1, 2, 3))",
            "F.adaptive_avg_pool2d(ones(1, 3, 4, 4), -1)",
        ],
    ),
    "adaptive_avg_pool3d": Proof(
        [
            sample("F.adaptive_avg_pool3d(x, 2)", x=_SPACE),
            sample("F.adaptive_avg_pool3d(x, (None, 4, 1))", x=_SPACE),
            sample("F.adaptive_avg_pool3d(x, 1)", x=_SPACE),
            sample("F.adaptive_avg_pool3d(x[0], (3, 3, 2))", x=_SPACE),
            sample("F.adaptive_avg_pool3d(x, 5)", x=_SPACE),
        ]
    ),
    "adaptive_max_pool1d": Proof(
        [
            sample("F.adaptive_max_pool1d(x, 3)", x=_LINE),
            sample("F.adaptive_max_pool1d(x, 1)", x=_LINE),
            sample("F.adaptive_max_pool1d(x[0], 5)", x=_LINE),
            sample("F.adaptive_max_pool1d(x, 2, return_indices=True)[1]", x=_LINE),
            sample("F.adaptive_max_pool1d(x, 2)", x="ones(2, 5)"),
        ]
    ),
    "adaptive_max_pool2d": Proof(
        [
            sample("F.adaptive_max_pool2d(x, 2)", x=_PLANE),
            sample("F.adaptive_max_pool2d(x, (4, 3))", x=_PLANE),
            sample("F.adaptive_max_pool2d(x, (None, 2))", x=_PLANE),
            sample("F.adaptive_max_pool2d(x[0], 1, return_indices=True)[1]", x=_PLANE),
            sample("F.adaptive_max_pool2d(x, 3)", x="ones(1, 1, 4, 4)"),
        ],
        wrong=["F.adaptive_max_pool2d(ones(3, 4), 2)"],
    ),
    "adaptive_max_pool3d": Proof(
        [
            sample("F.adaptive_max_pool3d(x, 2)", x=_SPACE),
            sample("F.adaptive_max_pool3d(x, (None, 4, 1))", x=_SPACE),
            sample("F.adaptive_max_pool3d(x, 1)", x=_SPACE),
            sample("F.adaptive_max_pool3d(x[0], (3, 3, 2), True)[1]", x=_SPACE),
            sample("F.adaptive_max_pool3d(x, 2)", x="ones(1, 1, 3, 3, 3)"),
        ]
    ),
    "adaptive_max_pool1d_with_indices": Proof(
        [
            sample("torch.adaptive_max_pool1d(x, 3)[0]", x=_LINE),
            sample("torch.adaptive_max_pool1d(x, 1)[0]", x=_LINE),
            sample("torch.adaptive_max_pool1d(x[0], 5)[0]", x=_LINE),
            sample("torch.adaptive_max_pool1d(x, output_size=2)[1]", x=_LINE),
            sample("torch.adaptive_max_pool1d(x, 2)[0]", x="ones(2, 5)"),
        ]
    ),
}
