"""Proofs of the operators in ``gradcli/ops/segments.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_V, _M = "linspace(-2, 3, 6).sin()", "linspace(-2, 3, 12).reshape(6, 2).cos()"

PROOFS = {
    "_extreme": Proof(
        [
            sample(f"torch.segment_reduce(x, '{reduce}', lengths=tensor([1, 3, 2]))", x=_M)
            for reduce in ("max", "min")
        ]
    ),
    "segment_reduce": Proof(
        [
            *(
                sample(f"torch.segment_reduce(x, '{reduce}', lengths=tensor([2, 1, 3]))", x=_V)
                for reduce in ("sum", "mean", "prod", "max", "min")
            ),
            *(
                sample(f"torch.segment_reduce(x, '{reduce}', lengths=tensor([4, 2]))", x=_M)
                for reduce in ("sum", "mean", "prod", "amax", "amin")
            ),
            sample("torch.segment_reduce(x, 'max', offsets=tensor([0, 2, 6]))", x=_V),
            sample("torch.segment_reduce(x, 'sum', lengths=tensor([2, 0, 4]), initial=3)", x=_V),
            sample("torch.segment_reduce(x, 'prod', lengths=tensor([2, 0, 4]))", x=_V),
            sample("torch.segment_reduce(x, 'max', lengths=tensor([2, 4]))", x="ones(6)"),
            sample(
                "torch.segment_reduce(x, 'sum', lengths=tensor([[1, 2], [3, 0]]), axis=1)",
                x="linspace(-2, 3, 12).reshape(2, 3, 2).cos()",
            ),
        ],
        wrong=[
            "torch.segment_reduce(ones(3), 'sum', lengths=tensor([1, 1]))",
            "torch.segment_reduce(ones(3), 'foo', lengths=tensor([1, 2]))",
            "torch.segment_reduce(ones(3), 'sum')",
        ],
    ),
}
