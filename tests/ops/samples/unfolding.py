"""Proofs of the operators in ``gradcli/ops/unfolding.py``."""

from __future__ import annotations

from tests.ops.samples.convolution import _PLANE
from tests.ops.sampling import Proof, sample

PROOFS = {
    "im2col": Proof(
        [
            sample("F.unfold(x, 2)", x=_PLANE),
            sample("F.unfold(x, (2, 3), dilation=(1, 2), padding=1, stride=2)", x=_PLANE),
            sample("F.unfold(x[0], 3)", x=_PLANE),
            sample("F.unfold(x, kernel_size=(1, 5), stride=(2, 1))", x=_PLANE),
            sample("F.unfold(x, 2, 1, 1, 3) ** 2", x=_PLANE),
        ],
        wrong=["F.unfold(ones(1, 1, 4, 4), 5)"],
    ),
    "col2im": Proof(
        [
            sample("F.fold(x, (4, 4), 2)", x="linspace(-1, 1, 72).reshape(1, 8, 9)"),
            sample("F.fold(x, 3, 2)", x="linspace(-1, 1, 16).reshape(4, 4)"),
            sample(
                "F.fold(x, (3, 5), (2, 3), padding=(1, 0), stride=(2, 1))",
                x="linspace(-1, 1, 72).reshape(2, 6, 6)",
            ),
            sample(
                "F.fold(x, (4, 3), (2, 1), dilation=(2, 1))",
                x="linspace(0, 1, 24).reshape(1, 4, 6)",
            ),
            sample("F.fold(x, (4, 4), 2, stride=2) ** 2", x="linspace(-1, 1, 16).reshape(1, 4, 4)"),
        ],
        wrong=["F.fold(ones(1, 8, 8), (4, 4), 2)", "F.fold(ones(1, 7, 9), (4, 4), 2)"],
    ),
}
