"""Proofs of the operators in ``gradcli/ops/index.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_A = "linspace(-1, 1, 12).reshape(3, 4)"

PROOFS = {
    "select": Proof(
        [
            sample("x[1]", x=_A),
            sample("x[-1, 2]", x=_A),
            sample("x[:, 1]", x=_A),
            sample("select(x, 1, 2)", x=_A),
            sample("x.select(-1, 2) ** 2", x=_A),
        ],
        wrong=["ones(2)[5]"],
    ),
    "slice": Proof(
        [
            sample("x[0:2]", x=_A),
            sample("x[:, 1:3]", x=_A),
            sample("x[::2, -3:]", x=_A),
            sample("x[5:]", x=_A),
            sample("x[:]", x=_A),
        ]
    ),
    "_put": Proof([sample("x[1] ** 2", x=_A), sample("x[:, 1:3] ** 2", x=_A)]),
    "_get": Proof(
        [sample("g, = torch.autograd.grad((x[1] ** 3).sum(), x, create_graph=True)\ng ** 2", x=_A)]
    ),
    "alias": Proof([sample("x[...]", x=_A)]),
    "index": Proof(
        [
            sample("x[tensor([0, 2])]", x=_A),
            sample("x[[0, 0, 1]]", x=_A),
            sample("x[x > 0]", x=_A),
            sample("x[:, [1, 3]]", x=_A),
            sample("x[[0, 1], [1, 2]]", x=_A),
            sample("x[[[0, 1], [1, 0]]]", x=_A),
            sample("x[[0, 1], :, None]", x=_A),
            sample("x[tensor([True, False, True])]", x=_A),
        ],
        wrong=["ones(2)[tensor([True, False, True])]"],
    ),
    "_index_put": Proof([sample("x[[0, 0, 1]] ** 2", x=_A), sample("x[x > 0] ** 2", x=_A)]),
    "getitem": Proof([sample("x[0, 1:]", x=_A)]),
    "setitem": Proof(),
}
