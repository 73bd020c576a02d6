"""Proofs of the operators in ``gradcli/ops/unpooling.py``."""

from __future__ import annotations

from tests.ops.samples.pooling import _LINE
from tests.ops.sampling import Proof, sample

_EVEN = "cos(arange(48.0)).reshape(1, 2, 6, 4)"
_ODD = "cos(arange(50.0)).reshape(1, 2, 5, 5)"
_CUBE = "cos(arange(64.0)).reshape(1, 1, 4, 4, 4)"
_PLANE = "cos(arange(60.0)).reshape(1, 2, 6, 5)"

PROOFS = {
    "_unpooled": Proof(
        [sample("F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2) ** 2", x=_EVEN)]
    ),
    "max_unpool1d": Proof(
        [
            sample("F.max_unpool1d(*F.max_pool1d(x, 2, return_indices=True), 2)", x=_LINE),
            sample("F.max_unpool1d(x, tensor([[3, 0]]), 2)", x="tensor([[1.0, 2.0]])"),
            sample("F.max_unpool1d(x, tensor([[3, 0]]), 2, output_size=(5,))", x="ones(1, 2)"),
            sample("F.max_unpool1d(x, tensor([[1, 2]]), 3, 2, 1)", x="tensor([[1.0, 2.0]])"),
            sample("F.max_unpool1d(x, tensor([[1, 4]]), 2, 3)", x="tensor([[1.0, 2.0]])"),
        ]
    ),
    "max_unpool2d": Proof(
        [
            sample("F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2)", x=_EVEN),
            sample(
                "F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2, output_size=x.size())",
                x=_PLANE,
            ),
            sample(
                "F.max_unpool2d(*F.max_pool2d(x, 3, 2, 1, return_indices=True), 3, 2, 1)", x=_ODD
            ),
            sample("F.max_unpool2d(x, tensor([[[5, 0]]]), (2, 3))", x="tensor([[[1.0, 2.0]]])"),
            sample(
                "F.max_unpool2d(x, tensor([[[3, 0]]]), (2, 1)) ** 2", x="tensor([[[1.0, 2.0]]])"
            ),
        ],
        wrong=[
            "F.max_unpool2d(ones(1, 1, 2, 2), ones(1, 1, 2, 3).long(), 2)",
            "F.max_unpool2d(ones(1, 1, 2, 2), ones(1, 1, 2, 2).long() * 99, 2)",
            "F.max_unpool2d(ones(1, 1, 2, 2), ones(1, 1, 2, 2).int(), 2)",
        ],
    ),
    "max_unpool3d": Proof(
        [
            sample("F.max_unpool3d(*F.max_pool3d(x, 2, return_indices=True), 2)", x=_CUBE),
            sample("F.max_unpool3d(*F.max_pool3d(x, 1, return_indices=True), 1)", x=_CUBE),
            sample("F.max_unpool3d(x, tensor([[[[3, 0]]]]), (2, 1, 1))", x="ones(1, 1, 1, 2)"),
            sample(
                "F.max_unpool3d(x, tensor([[[[7]]]]), 2, 2, output_size=(2, 2, 3))",
                x="ones(1, 1, 1, 1)",
            ),
            sample("F.max_unpool3d(x, tensor([[[[3]]]]), 2) ** 2", x="2 * ones(1, 1, 1, 1)"),
        ]
    ),
}
