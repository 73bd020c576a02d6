"""Proofs of the operators in ``gradcli/ops/ctc.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_T = "linspace(-2, 2, 48).reshape(6, 2, 4) ** 3"

PROOFS = {
    "_ctc": Proof(),
    "_ctc_slope": Proof(),
    "ctc_loss": Proof(
        [
            sample("F.ctc_loss(x.log_softmax(2), tensor([[1, 2], [3, 3]]), (6, 5), (2, 2))", x=_T),
            sample("F.ctc_loss(x.log_softmax(2), tensor([1, 3, 3]), (6, 6), (1, 2))", x=_T),
            sample(
                "F.ctc_loss(x.log_softmax(2), tensor([[1, 2], [0, 1]]), tensor([6, 4]), "
                "tensor([2, 1]), blank=3, reduction='none')",
                x=_T,
            ),
            sample(
                "F.ctc_loss(x.log_softmax(2), tensor([[1, 2], [3, 3]]), (1, 3), (2, 2), "
                "reduction='sum', zero_infinity=True)",
                x=_T,
            ),
            sample(
                "F.ctc_loss(x[:, 0].log_softmax(1), tensor([1, 2]), tensor(6), tensor(2))", x=_T
            ),
        ],
        wrong=[
            "F.ctc_loss(ones(5, 1, 4), tensor([[1]]), (5,), (1,), blank=4)",
            "F.ctc_loss(ones(5, 1, 4), tensor([[1]]), (6,), (1,))",
        ],
    ),
}
