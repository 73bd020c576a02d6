"""Proofs of the operators in ``gradcli/ops/masked.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A = "linspace(-1, 1, 12).reshape(3, 4)"
_V = "linspace(-1, 2, 5)"
_M = "tensor([True, False, True, False, True])"

PROOFS = {
    "masked_fill": Proof(
        [
            sample("x.masked_fill(m, 0.5) ** 2", x=_V, m=_M),
            sample("masked_fill(x, m, v) ** 2", x=_V, m=_M, v="tensor(3.0)"),
            sample("x.masked_fill(x > 0, -inf)", x=_A),
            sample(
                "x.masked_fill(m, v)", x=_A, m="tensor([True, False, False, True])", v="tensor(1.0)"
            ),
            sample("x.masked_fill(m, 2)", x="ones(4)", m="tensor([[True], [False]])"),
            sample("x.masked_fill(m, 2)", x="tensor(1.0)", m="tensor(True)"),
            sample("x.masked_fill(mask=m, value=1)", x="tensor([1, 2])", m="tensor([True, False])"),
            sample("y = x * 2\ny.masked_fill_(m, 3)\ny ** 2", x=_V, m=_M),
            sample(
                "y = x * 2\ny[1:3].masked_fill_(m, v)\ny ** 2",
                x=_V,
                m="tensor(True)",
                v="tensor(2.)",
            ),
            *across("x.masked_fill(x > 0.4, 2.0) ** 2", 1, 1),
        ],
        wrong=[
            "ones(2).masked_fill(ones(2), 1.0)",
            "ones(2).masked_fill(ones(2) > 0, ones(2))",
            "ones(2, 3).masked_fill(ones(4) > 0, 1.0)",
        ],
    ),
    "masked_select": Proof(
        [
            sample("x.masked_select(m) ** 2", x=_V, m=_M),
            sample("masked_select(x, x > 0)", x=_A),
            sample("x.masked_select(m)", x=_A, m="tensor([True, False, False, True])"),
            sample("x.masked_select(m)", x="ones(2)", m="tensor([[True], [False]])"),
            sample("x.masked_select(m)", x="tensor(1.0)", m="tensor(True)"),
            sample("x.masked_select(x > 9)", x=_A),
            *across("x.masked_select(x > 0.4) ** 2", 1, 2),
        ],
        wrong=["ones(2).masked_select(ones(2))"],
    ),
    "_put_where": Proof([sample("x.masked_select(m) ** 3", x=_V, m=_M)]),
    "masked_scatter": Proof(
        [
            sample("x.masked_scatter(m, s) ** 2", x=_V, m=_M, s="tensor([3.0, 4.0, 5.0])"),
            sample("x.masked_scatter(m, s) ** 2", x=_V, m=_M, s="ones(2, 3)"),
            sample("x.masked_scatter(x > 0, s)", x=_A, s="linspace(0, 1, 12)"),
            sample("x.masked_scatter(m, s)", x="tensor(1.0)", m="tensor(True)", s="tensor(3.0)"),
            sample("y = x * 2\ny.masked_scatter_(m, s)\ny ** 2", x=_V, m=_M, s="ones(3)"),
        ],
        wrong=[
            "ones(2, 3).masked_scatter(ones(2, 3) > 0, ones(2))",
            "ones(2).masked_scatter(ones(2), ones(2))",
        ],
    ),
    "_gathered_source": Proof(
        [sample("x.masked_scatter(m, s) ** 3", x=_V, m=_M, s="linspace(1, 2, 4)")]
    ),
    "take": Proof(
        [
            sample("take(x, i)", x=_A, i="tensor([0, 5, -1])"),
            sample("x.take(i) ** 2", x=_A, i="tensor([[1, 1], [2, 3]])"),
            sample("x.T.take(i)", x=_A, i="tensor([1, 2])"),
            sample("x.take(i)", x="tensor(2.0)", i="tensor(0)"),
            sample("x.take(i)", x=_V, i="zeros(0, dtype=torch.int64)"),
            *across("x.take(tensor([0, -1, 0])) ** 2", 1, 2, empty=False),
            sample("x.take(tensor([[0], [0]])) ** 2", x="tensor(2.0)"),
        ],
        wrong=["ones(2, 3).take(tensor([7]))", "ones(2).take(tensor([0.0]))"],
    ),
    "put": Proof(
        [
            sample("x.put(i, s) ** 2", x=_A, i="tensor([0, 5, -1])", s="tensor([3.0, 4.0, 5.0])"),
            sample("put(x, i, s, accumulate=True) ** 2", x=_V, i="tensor([1, 1])", s="ones(2)"),
            sample("x.put(i, s)", x=_A, i="tensor([[0, 5]])", s="tensor([3.0, 4.0])"),
            sample("x.put(i, s)", x=_V, i="zeros(0, dtype=torch.int64)", s="zeros(0)"),
            sample("y = x * 2\ny.put_(i, s)\ny ** 2", x=_V, i="tensor([1, 3])", s="ones(2)"),
        ],
        wrong=["ones(2, 3).put(tensor([0, 1]), ones(1))", "ones(2, 3).put(tensor([7]), ones(1))"],
    ),
    "take_along_dim": Proof(
        [
            sample("take_along_dim(x, i, 1)", x=_A, i="tensor([[0], [3], [0]])"),
            sample("x.take_along_dim(i, dim=0)", x=_A, i="tensor([[0, 1, 2, 0]])"),
            sample("x.take_along_dim(i, 1)", x=_A, i="tensor([[2, 0]])"),
            sample("x.take_along_dim(i)", x=_A, i="tensor([11, 0])"),
            sample("x.take_along_dim(x.argsort(1), 1)", x=_A),
        ],
        wrong=["ones(2, 3).take_along_dim(tensor([0]), 1)"],
    ),
    "select_scatter": Proof(
        [
            sample("select_scatter(x, s, 0, 1) ** 2", x=_A, s="ones(4)"),
            sample("x.select_scatter(s, 1, -1)", x=_A, s="tensor([1.0, 2.0, 3.0])"),
            sample("x.select_scatter(s, dim=0, index=0)", x=_V, s="tensor(3.0)"),
            sample("x.T.select_scatter(s, 0, 0)", x=_A, s="ones(3)"),
            sample("x.select_scatter(s, -1, 2) ** 3", x=_A, s="ones(3)"),
        ],
        wrong=["ones(2, 3).select_scatter(ones(2), 0, 1)"],
    ),
    "slice_scatter": Proof(
        [
            sample("slice_scatter(x, s, 0, 1, 3) ** 2", x=_A, s="ones(2, 4)"),
            sample("x.slice_scatter(s, 1, step=2)", x=_A, s="ones(3, 2)"),
            sample("x.slice_scatter(s, start=-2)", x=_V, s="tensor([3.0, 4.0])"),
            sample("x.slice_scatter(s, -1, 0, 99)", x=_A, s="ones(3, 4)"),
            sample("x.slice_scatter(s, 0, 3, 3)", x=_V, s="zeros(0)"),
        ],
        wrong=["ones(2, 3).slice_scatter(ones(2), 0, 1)"],
    ),
    "diagonal_scatter": Proof(
        [
            sample("diagonal_scatter(x, s) ** 2", x=_A, s="ones(3)"),
            sample("x.diagonal_scatter(s, 1)", x=_A, s="tensor([1.0, 2.0, 3.0])"),
            sample("x.diagonal_scatter(s, -1)", x=_A, s="tensor([1.0, 2.0])"),
            sample("x.diagonal_scatter(s, 0, 1, 2)", x="ones(2, 3, 3)", s="zeros(2, 3)"),
            sample("x.diagonal_scatter(s, offset=9)", x=_A, s="zeros(0)"),
        ],
        wrong=["ones(2, 3).diagonal_scatter(ones(3))"],
    ),
    "_positions": Proof(),
    "nonzero": Proof(
        [
            sample("nonzero(x)", x="tensor([0, 2, 0, 3])"),
            sample("x.nonzero()", x="tensor([[0.0, 2.0], [1.0, 0.0]])"),
            sample("x.nonzero()", x="tensor(3.0)"),
            sample("x.nonzero().shape", x="tensor(0.0)"),
            sample("x.nonzero(as_tuple=True)[1]", x="tensor([[0.0, 2.0], [1.0, 0.0]])"),
            sample("nonzero(x > 0, as_tuple=True)[0]", x=_V),
        ]
    ),
    "unravel_index": Proof(
        [
            sample("torch.unravel_index(x, (3, 4))[0]", x="tensor([5, 7])"),
            sample("torch.unravel_index(x, (3, 4))[1]", x="tensor([[5], [7]])"),
            sample("torch.unravel_index(x, (2, 3, 2))[2]", x="arange(12)"),
            sample("torch.unravel_index(x, 7)[0]", x="tensor(5)"),
            sample("torch.unravel_index(x, shape=(2, 3))[0]", x="tensor([-1, 50])"),
        ],
        wrong=["torch.unravel_index(tensor(5.0), (3, 4))", "torch.unravel_index(tensor(5), -3)"],
    ),
    "argwhere": Proof(
        [
            *across("argwhere(x > 0)", 1, 2),
            sample("argwhere(x)", x="tensor([[0.0, 2.0], [1.0, 0.0]])"),
        ]
    ),
    "nonzero_static": Proof(
        [
            sample("nonzero_static(x, size=2)", x="tensor([0, 2, 0, 3, 4])"),
            sample("x.nonzero_static(size=4, fill_value=9)", x="tensor([[0.0, 2.0], [1.0, 0.0]])"),
            sample("nonzero_static(x, size=0)", x="tensor([1, 0])"),
            sample("nonzero_static(x, size=4, fill_value=7)", x="tensor([[1, 0], [0, 1]])"),
            sample("nonzero_static(x, size=1)", x="tensor([True, True])"),
        ]
    ),
}
