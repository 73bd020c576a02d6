"""Proofs of the operators in ``gradcli/ops/fractional.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_PLANE = "cos(arange(60.0)).reshape(1, 2, 6, 5)"
_SPACE = "cos(arange(240.0)).reshape(1, 2, 5, 6, 4)"
_PAIR = "_random_samples=tensor([[[0.3, 0.8], [0.9, 0.1]]])"
_TRIPLE = "_random_samples=tensor([[[0.3, 0.8, 0.5], [0.9, 0.1, 0.6]]])"

PROOFS = {
    "fractional_max_pool2d": Proof(
        [
            sample(f"F.fractional_max_pool2d(x, 2, output_size=3, {_PAIR})", x=_PLANE),
            sample(f"F.fractional_max_pool2d(x, (3, 2), (2, 4), {_PAIR})", x=_PLANE),
            sample(
                f"F.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.7), {_PAIR}) ** 2", x=_PLANE
            ),
            sample(f"F.fractional_max_pool2d(x, 2, 2, None, True, {_PAIR})[1]", x=_PLANE),
            sample(f"F.fractional_max_pool2d(x[0], 2, output_size=(1, 2), {_PAIR})", x=_PLANE),
        ],
        wrong=[
            "F.fractional_max_pool2d(ones(1, 1, 4, 4), 2)",
            "F.fractional_max_pool2d(ones(1, 1, 4, 4), 2, output_size=5)",
        ],
    ),
    "fractional_max_pool3d": Proof(
        [
            sample(f"F.fractional_max_pool3d(x, 2, output_size=2, {_TRIPLE})", x=_SPACE),
            sample(f"F.fractional_max_pool3d(x, (1, 3, 2), (3, 2, 1), {_TRIPLE})", x=_SPACE),
            sample(
                f"F.fractional_max_pool3d(x, 1, output_ratio=(0.5, 0.7, 0.5), {_TRIPLE})", x=_SPACE
            ),
            sample(f"F.fractional_max_pool3d(x, 2, 2, None, True, {_TRIPLE})[1]", x=_SPACE),
            sample(f"F.fractional_max_pool3d(x[0], 2, output_size=2, {_TRIPLE}) ** 2", x=_SPACE),
        ],
        wrong=["F.fractional_max_pool3d(ones(1, 1, 4, 4, 4), 2, output_size=5)"],
    ),
}
