"""Proofs of the operators in ``gradcli/ops/picking.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"

PROOFS = {
    "_put_along": Proof(
        [sample("max(x, 1).values ** 2", x=_T), sample("x.min(-1, True)[0] ** 2", x=_T)]
    ),
    "_add_along": Proof([sample("cummax(x, 1)[0] ** 2", x=_T)]),
    "_take_along": Proof(
        [
            sample(
                "g, = torch.autograd.grad((x.max(1)[0] ** 3).sum(), x, create_graph=True)\ng ** 2",
                x=_T,
            )
        ]
    ),
}
