"""Proofs of the operators in ``gradcli/ops/scatter.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample

_A = "linspace(-1, 1, 12).reshape(3, 4)"
_V = "linspace(-1, 2, 5)"
_R = "tensor([0, 2])"

_MANY = {"x": _V, "i": "tensor([1, 1, 3, 0])", "s": "tensor([3.0, -4.0, 0.5, 2.0])"}
_TIES = {
    "x": "tensor([1.0, 2.0, 3.0])",
    "i": "tensor([0, 0, 1, 1])",
    "s": "tensor([1.0, 1.0, 5.0, 5.0])",
}
_ZEROS = {
    "x": "tensor([0.0, 2.0, 3.0])",
    "i": "tensor([0, 1, 1, 2])",
    "s": "tensor([2.0, 0.0, 5.0, 4.0])",
}


def _reductions(call: str, kinds: str) -> list[Any]:
    """Sample every kind of reduction, with and without the element itself, ties and zeros."""
    found = []
    for kind in kinds.split():
        for inputs in (_MANY, _TIES, _ZEROS) if kind != "mean" else (_MANY,):
            found.append(sample(call.format(f"{kind!r}"), **inputs))
        found.append(sample(call.format(f"{kind!r}, include_self=False"), **_MANY))
    return found


def _index_reduce_parts(call: str) -> list[Any]:
    return _reductions(call, "prod mean amax amin")


PROOFS = {
    "gather": Proof(
        [
            sample("gather(x, 1, i)", x=_A, i="tensor([[0], [3], [0]])"),
            sample("x.gather(0, i)", x=_A, i="tensor([[0, 1, 2, 0], [2, 2, 2, 2]])"),
            sample("x.gather(-1, i)", x=_A, i="tensor([[1, 1, 1, 1, 0]])"),
            sample("x.gather(dim=0, index=i)", x=_V, i="tensor([4, 4, 0])"),
            sample("x.gather(0, i) ** 2", x=_V, i="tensor([1, 1])"),
            sample("x.gather(0, i)", x="tensor(2.0)", i="tensor(0)"),
            sample("x.gather(0, i)", x="tensor(2.0)", i="tensor([0, 0])"),
            sample("x.gather(0, i)", x=_V, i="tensor(3)"),
            sample("x.gather(1, i)", x=_A, i="zeros(3, 0, dtype=torch.int64)"),
            sample("x.T.gather(1, i)", x=_A, i="tensor([[2], [0], [1], [1]])"),
            sample(
                "x.gather(2, i)", x="linspace(0, 1, 8).reshape(2, 2, 2)", i="tensor([[[1]], [[0]]])"
            ),
            sample("x.gather(0, i)", x=_V, i="tensor([1, 3], dtype=torch.int32)"),
        ],
        wrong=[
            "ones(6).gather(0, tensor([-1]))",
            "ones(2, 3).gather(0, tensor([0]))",
            "ones(2).gather(0, tensor([0.0]))",
            "ones(2, 3).gather(0, tensor([[0, 0, 0, 0]]))",
        ],
    ),
    "_added_into": Proof([sample("x.gather(0, i) ** 3", x=_V, i="tensor([1, 1, 4])")]),
    "scatter": Proof(
        [
            sample("x.scatter(0, i, s) ** 2", x=_V, i=_R, s="tensor([3.0, 4.0])"),
            sample("scatter(x, 1, i, s)", x=_A, i="tensor([[0, 2], [1, 3]])", s="ones(2, 2)"),
            sample("x.scatter(-1, i, 2.5)", x=_A, i="tensor([[0], [3], [1]])"),
            sample("x.scatter(0, i, value=7)", x=_V, i=_R),
            sample("x.scatter(0, i, s)", x="tensor(1.0)", i="tensor(0)", s="tensor(5.0)"),
            sample("x.scatter(0, i, s)", x=_V, i="zeros(0, dtype=torch.int64)", s="ones(0)"),
            sample(
                "x.T.scatter(1, i, s)", x=_A, i="tensor([[2], [0]])", s="tensor([[1.0], [2.0]])"
            ),
            sample("y = x * 2\ny.scatter_(0, i, s)\ny ** 2", x=_V, i=_R, s="tensor([3.0, 4.0])"),
            sample("y = x * 2\ny.scatter_(0, i, 5.0)\ny ** 2", x=_V, i=_R),
            sample(
                "x.detach().scatter(0, i, s.detach(), reduce='add')",
                x=_V,
                i=_R,
                s="tensor([3.0, 4.0])",
            ),
            sample("x.detach().scatter(0, i, 3, reduce='multiply')", x=_V, i="tensor([0, 0])"),
            sample(
                "y = x * 2\ny[1:4].scatter_(0, i, s)\ny ** 2", x=_V, i=_R, s="tensor([3.0, 4.0])"
            ),
        ],
        wrong=[
            "ones(2, 3).scatter(0, tensor([[9]]), 1.0)",
            "ones(2, 3).scatter(0, tensor([[0, 1]]), ones(1, 1))",
            "ones(2).scatter(0, tensor([0]), ones(1, dtype=torch.float64))",
            "ones(2).scatter(0, tensor([0]), ones(1), reduce='foo')",
            "x = ones(2, requires_grad=True)\nx.scatter(0, tensor([0]), 2.0, reduce='add').sum()"
            ".backward()",
        ],
    ),
    "scatter_add": Proof(
        [
            sample("x.scatter_add(0, i, s) ** 2", x=_V, i=_R, s="tensor([3.0, 4.0])"),
            sample(
                "scatter_add(x, 0, i, s) ** 2", x=_V, i="tensor([1, 1])", s="tensor([3.0, 4.0])"
            ),
            sample("x.scatter_add(1, i, s)", x=_A, i="tensor([[0, 0], [3, 0]])", s="ones(2, 2)"),
            sample("x.scatter_add(0, i, s)", x="tensor(1.0)", i="tensor(0)", s="tensor(5.0)"),
            sample("x.scatter_add(0, i, s)", x=_V, i="zeros(0, dtype=torch.int64)", s="ones(0)"),
            sample("y = x * 2\ny.scatter_add_(0, i, s)\ny ** 2", x=_V, i=_R, s="ones(2)"),
            *across(
                "x.scatter_add(0, zeros(2, *x.shape[1:]).long(), ones(2, *x.shape[1:])) ** 2",
                1,
                2,
                empty=False,
            ),
        ],
        wrong=["ones(2).scatter_add(0, tensor([4]), ones(1))"],
    ),
    "_stays": Proof(),
    "_once": Proof(
        [
            sample(
                "s = zeros(2, requires_grad=True)\n"
                "y = x.scatter_reduce(0, i, s, 'prod').sum()\n"
                "torch.autograd.grad(y, s, create_graph=True)[0].detach() + x",
                x="ones(1)",
                i="tensor([0, 0])",
            )
        ]
    ),
    "scatter_reduce": Proof(
        [
            *_reductions("x.scatter_reduce(0, i, s, {})", "sum prod mean amax amin"),
            sample(
                "x.scatter_reduce(1, i, s, 'amax')",
                x=_A,
                i="tensor([[0, 0], [3, 0]])",
                s="ones(2, 2)",
            ),
            sample("y = x * 2\ny.scatter_reduce_(0, i, s, 'sum')\ny ** 2", **_MANY),
        ],
        wrong=["ones(2).scatter_reduce(0, tensor([0]), ones(1), 'foo')"],
    ),
    "index_select": Proof(
        [
            sample("index_select(x, 0, i)", x=_A, i=_R),
            sample("x.index_select(1, i)", x=_A, i="tensor([3, 3, 0])"),
            sample("x.index_select(-1, i) ** 2", x=_A, i="tensor([1, 1])"),
            sample("x.index_select(dim=0, index=i)", x=_V, i="tensor(2)"),
            sample("x.index_select(0, i)", x="tensor(2.0)", i="tensor([0])"),
            sample("x.index_select(0, i)", x=_V, i="zeros(0, dtype=torch.int64)"),
            sample("x.index_select(0, i)", x=_V, i="tensor([1], dtype=torch.int32)"),
            sample("x.T.index_select(0, i)", x=_A, i=_R),
            *across("x.index_select(0, tensor([0, 0])) ** 2", 1, 2, empty=False),
        ],
        wrong=[
            "ones(2).index_select(0, tensor([5]))",
            "ones(2).index_select(0, tensor([-1]))",
            "ones(2).index_select(0, tensor([[0]]))",
            "ones(2).index_select(0, tensor([0.0]))",
        ],
    ),
    "_added_slices": Proof([sample("x.index_select(0, i) ** 3", x=_V, i="tensor([1, 1, 4])")]),
    "index_add": Proof(
        [
            sample("x.index_add(0, i, s) ** 2", x=_V, i=_R, s="tensor([3.0, 4.0])"),
            sample("index_add(x, 0, i, s) ** 2", x=_V, i="tensor([1, 1])", s="tensor([3.0, 4.0])"),
            sample("x.index_add(1, i, s, alpha=2)", x=_A, i="tensor([3, 0])", s="ones(3, 2)"),
            sample("x.index_add(0, i, s)", x="tensor(1.0)", i="tensor(0)", s="tensor(5.0)"),
            sample("y = x * 2\ny.index_add_(0, i, s)\ny ** 2", x=_V, i=_R, s="ones(2)"),
            *across(
                "x.index_add(0, tensor([0, 0]), ones(2, *x.shape[1:]) * 3) ** 2", 1, 3, empty=False
            ),
        ],
        wrong=[
            "ones(2, 3).index_add(0, tensor([0]), ones(2, 3))",
            "ones(2, 3).index_add(0, tensor([0]), ones(1, 4))",
        ],
    ),
    "index_copy": Proof(
        [
            sample("x.index_copy(0, i, s) ** 2", x=_V, i=_R, s="tensor([3.0, 4.0])"),
            sample("index_copy(x, 1, i, s) ** 2", x=_A, i="tensor([3, 0])", s="ones(3, 2)"),
            sample("x.index_copy(0, i, s)", x="tensor(1.0)", i="tensor(0)", s="tensor(5.0)"),
            sample("x.index_copy(0, i, s)", x=_V, i="zeros(0, dtype=torch.int64)", s="ones(0)"),
            sample("y = x * 2\ny.index_copy_(0, i, s)\ny ** 2", x=_V, i=_R, s="ones(2)"),
        ],
        wrong=[
            "ones(2, 3).index_copy(0, tensor([5]), ones(1, 3))",
            "ones(2, 3).index_copy(0, tensor([0]), ones(2, 3))",
            "ones(2, 3).index_copy(0, tensor([0]), ones(1, 4))",
            "ones(2).index_copy(0, tensor([0.0]), ones(1))",
        ],
    ),
    "index_fill": Proof(
        [
            sample("x.index_fill(0, i, 2.0) ** 2", x=_V, i=_R),
            sample("index_fill(x, 1, i, v) ** 2", x=_A, i="tensor([3, 0, 3])", v="tensor(2.0)"),
            sample("x.index_fill(0, i, 1)", x="tensor(1.0)", i="tensor(0)"),
            sample("x.index_fill(0, i, 1)", x=_V, i="tensor([-1])"),
            sample("y = x * 2\ny.index_fill_(0, i, 3)\ny ** 2", x=_V, i=_R),
        ],
        wrong=[
            "ones(2, 3).index_fill(0, tensor([5]), 1.0)",
            "ones(2).index_fill(0, tensor([0.0]), 1.0)",
            "ones(2, 3).index_fill(0, tensor([0]), ones(2))",
        ],
    ),
    "index_reduce": Proof(
        [
            *_index_reduce_parts("x.index_reduce(0, i, s, {})"),
            sample(
                "x.index_reduce(1, i, s, 'prod')",
                x=_A,
                i="tensor([3, 0, 3])",
                s="linspace(1, 2, 9).reshape(3, 3)",
            ),
        ],
        wrong=["ones(2).index_reduce(0, tensor([0]), ones(1), 'sum')"],
    ),
    "_index_reduce": Proof(),
}
