"""Proofs of the operators in ``gradcli/ops/grids.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_PLANE = "cos(arange(24.0)).reshape(1, 2, 3, 4)"
_SPACE = "cos(arange(48.0)).reshape(1, 2, 2, 3, 4)"

_GRID = "1.4 * cos(arange(12.0)).reshape(1, 2, 3, 2)"

PROOFS = {
    "_grid_sampler": Proof(
        [
            sample(
                "F.grid_sample(x, g, align_corners=True) ** 2",
                x=_PLANE,
                g="cos(arange(12.0)).reshape(1, 2, 3, 2)",
            )
        ]
    ),
    "grid_sample": Proof(
        [
            sample("F.grid_sample(x, g)", x=_PLANE, g=_GRID),
            sample("F.grid_sample(x, g, 'bilinear', 'zeros', True)", x=_PLANE, g=_GRID),
            sample(
                "F.grid_sample(x, g, padding_mode='border', align_corners=False)", x=_PLANE, g=_GRID
            ),
            sample(
                "F.grid_sample(x, g, padding_mode='reflection', align_corners=False)",
                x=_PLANE,
                g=_GRID,
            ),
            sample(
                "F.grid_sample(x, 2 * g, padding_mode='reflection', align_corners=True)",
                x=_PLANE,
                g=_GRID,
            ),
            sample("F.grid_sample(x, g, mode='nearest', align_corners=False)", x=_PLANE, g=_GRID),
            sample("F.grid_sample(x, g, 'nearest', 'border', False)", x=_PLANE, g=_GRID),
            sample("F.grid_sample(x, g, 'bicubic', 'zeros', False)", x=_PLANE, g=_GRID),
            sample("F.grid_sample(x, g, 'bicubic', 'border', True)", x=_PLANE, g=_GRID),
            sample("F.grid_sample(x, g, 'bicubic', 'reflection', False)", x=_PLANE, g=_GRID),
            sample(
                "F.grid_sample(x, g, align_corners=False)",
                x=_SPACE,
                g="1.2 * cos(arange(12.0)).reshape(1, 1, 2, 2, 3)",
            ),
            sample(
                "F.grid_sample(x, g, 'nearest', 'reflection', False)",
                x=_SPACE,
                g="1.2 * cos(arange(12.0)).reshape(1, 1, 2, 2, 3)",
            ),
        ],
        wrong=[
            "F.grid_sample(ones(1, 2, 3, 3), ones(1, 2, 2, 3))",
            "F.grid_sample(ones(1, 2, 3, 3), ones(1, 2, 2, 2), mode='foo')",
            "F.grid_sample(ones(1, 2, 3, 3), ones(2, 2, 2, 2))",
        ],
    ),
    "_affine_grid": Proof(
        [sample("F.affine_grid(t, (1, 1, 2, 3)) ** 2", t="cos(arange(6.0)).reshape(1, 2, 3)")]
    ),
    "affine_grid": Proof(
        [
            sample("F.affine_grid(t, (1, 1, 2, 3))", t="cos(arange(6.0)).reshape(1, 2, 3)"),
            sample("F.affine_grid(t, [1, 3, 3, 2], True)", t="cos(arange(6.0)).reshape(1, 2, 3)"),
            sample("F.affine_grid(t, (2, 1, 1, 4), False)", t="cos(arange(12.0)).reshape(2, 2, 3)"),
            sample(
                "F.affine_grid(t, (1, 1, 2, 2, 3), False)", t="cos(arange(12.0)).reshape(1, 3, 4)"
            ),
            sample(
                "F.affine_grid(t, (1, 1, 2, 1, 3), True)", t="cos(arange(12.0)).reshape(1, 3, 4)"
            ),
        ],
        wrong=[
            "F.affine_grid(ones(1, 2, 2), (1, 1, 2, 2))",
            "F.affine_grid(ones(1, 2, 3), (1, 2, 2))",
        ],
    ),
}
