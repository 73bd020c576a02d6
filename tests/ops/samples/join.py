"""Proofs of the operators in ``gradcli/ops/join.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"
_A = "linspace(-1, 1, 6).reshape(2, 3)"
_V = "linspace(-1, 1, 5)"


def _at_least_samples(count: int) -> list[Any]:
    name = f"atleast_{count}d"
    shapes = ["tensor(2.0)", "linspace(0, 1, 2)", _A, _T]
    return [
        *(sample(f"{name}(x) ** 2", x=x) for x in shapes),
        sample(f"{name}(a, b)[1]", a="ones(2)", b="tensor(1.0)"),
        sample(f"{name}((a, b))[0]", a="ones(2)", b="tensor(1.0)"),
    ]


def _stack_samples(name: str) -> list[Any]:
    return [
        sample(f"{name}([a, b]) ** 2", a="ones(3)", b="linspace(0, 1, 3)"),
        sample(f"{name}((a, b))", a=_A, b="ones(2, 3)"),
        sample(f"{name}([a, a])", a="tensor(2.0)"),
        sample(f"{name}([a, b])", a=_T, b=_T),
        sample(f"{name}([a])", a="zeros(0)"),
        sample(f"{name}([a, i])", a="ones(2)", i="tensor([1, 2])"),
    ]


def _split_samples(name: str) -> list[Any]:
    return [
        sample(f"{name}(x, 2)[1] ** 2", x="linspace(0, 1, 8).reshape(2, 2, 2)"),
        sample(f"x.{name}((1,))[1]", x="linspace(0, 1, 8).reshape(2, 2, 2)"),
        sample(f"x.{name}(1)[0] ** 2", x=_T),
    ]


PROOFS = {
    "atleast_1d": Proof(_at_least_samples(1)),
    "atleast_2d": Proof(_at_least_samples(2)),
    "atleast_3d": Proof(_at_least_samples(3)),
    "hstack": Proof(
        [*_stack_samples("hstack"), *across("hstack([x, x * 2]) ** 2", 0, 2)],
        wrong=["hstack([])", "hstack((ones(2), ones(2, 2)))"],
    ),
    "vstack": Proof(
        [*_stack_samples("vstack"), *across("vstack([x, x * 2]) ** 2", 0, 2)],
        wrong=["vstack((ones(2), ones(3)))", "vstack([])"],
    ),
    "dstack": Proof(_stack_samples("dstack"), wrong=["dstack([])"]),
    "column_stack": Proof(
        [
            *_stack_samples("column_stack"),
            sample("column_stack([a, b])", a="ones(2)", b=_A),
            *across("column_stack([x, x * 2]) ** 2", 1, 2),
        ],
        wrong=["column_stack([])"],
    ),
    "block_diag": Proof(
        [
            sample("block_diag(a, b) ** 2", a=_A, b="ones(1, 2)"),
            sample("block_diag(a, b, c)", a="tensor(2.0)", b="ones(2)", c="ones(2, 1)"),
            sample("block_diag(a)", a="zeros(0)"),
            sample("block_diag(a, i)", a="ones(2)", i="tensor([[1], [2]])"),
            sample("block_diag(a, a) ** 2", a="tensor(2.0)"),
        ],
        wrong=["block_diag(ones(2, 2, 2))"],
    ),
    "meshgrid": Proof(
        [
            sample("meshgrid(a, b, indexing='ij')[0] ** 2", a=_V, b="ones(2)"),
            sample("meshgrid([a, b], indexing='ij')[1]", a=_V, b="ones(2)"),
            sample("meshgrid(a, b, indexing='xy')[0] ** 2", a=_V, b="ones(2)"),
            sample(
                "u, v, w = meshgrid(a, b, c, indexing='xy')\nu * v + w", a=_V, b="ones(2)", c=_V
            ),
            sample("meshgrid(a, b, indexing='ij')[1]", a=_V, b="tensor(1.0)"),
            sample("meshgrid(a, indexing='xy')[0]", a=_V),
            *across("meshgrid(x, x * 2, indexing='xy')[1] ** 2", 0, 1),
            *across("meshgrid(x, x * 2, indexing='ij')[1] ** 2", 0, 1),
        ],
        wrong=[
            "meshgrid(ones(2), ones(3), indexing='zz')",
            "meshgrid(ones(2), ones(3, dtype=torch.int64), indexing='ij')",
        ],
    ),
    "cartesian_prod": Proof(
        [
            sample("cartesian_prod(a, b) ** 2", a=_V, b="ones(2)"),
            sample("cartesian_prod(a)", a=_V),
            sample("cartesian_prod(a, a, b)", a="linspace(0, 1, 2)", b=_V),
            sample("cartesian_prod(a, b)", a="zeros(0)", b=_V),
            sample("cartesian_prod(i, i)", i="tensor([1, 2])"),
        ],
        wrong=["cartesian_prod(ones(2, 2), ones(2))"],
    ),
    "combinations": Proof(
        [
            sample("combinations(x) ** 2", x=_V),
            sample("combinations(x, r=3)", x=_V),
            sample("combinations(x, 2, with_replacement=True) ** 2", x=_V),
            sample("combinations(x, 1)", x=_V),
            sample("combinations(x, 7).shape", x=_V),
            sample("combinations(x, r=0)", x="tensor([1, 2])"),
        ],
        wrong=["combinations(ones(2, 2))", "combinations(ones(3), r=-1)"],
    ),
    "split_with_sizes": Proof(
        [
            sample("x.split_with_sizes((1, 2))[1] ** 2", x="linspace(0, 1, 3)"),
            sample("a, b = x.split_with_sizes([1, 2], 1)\na * b", x=_A),
            sample("x.split_with_sizes((0, 2), dim=0)[0]", x=_A),
            sample("x.split_with_sizes((0,))[0]", x="zeros(0, 2)"),
            sample("x.split_with_sizes((2, 2), -1)[1] ** 3", x=_T),
        ],
        wrong=["ones(2, 3).split_with_sizes((1, 2))"],
    ),
    "_split_evenly": Proof([sample("x.split(2)[1] ** 2", x=_V), sample("x.split(5, -1)[0]", x=_T)]),
    "split": Proof(
        [
            sample("split(x, 2)[0] ** 2", x=_V),
            sample("x.split(1, dim=1)[2]", x=_A),
            sample("a, b = x.split([1, 2], 1)\na * b", x=_A),
            sample("x.split(4)[0]", x=_A),
            sample("x.split(split_size=2, dim=-1)[1] ** 2", x=_T),
            sample("x.split(0)[0]", x="zeros(0, 3)"),
            sample("x.split((3, 2))[1]", x=_V),
            sample("x.T.split(2)[1]", x=_A),
            sample("stack([p.sum() ** 2 for p in x.split(2)])", x=_V),
            sample("x.split(2)[2]", x=_V),
            sample("x.split(100)[0] ** 2", x=_V),
            sample("x.split([0, 5])[0]", x=_V),
        ],
        wrong=["ones(2, 3).split(0)", "ones(2, 3).split(-1)", "tensor(1.0).split(1)"],
    ),
    "chunk": Proof(
        [
            sample("chunk(x, 2)[1] ** 2", x=_V),
            sample("a, b, c = x.chunk(3, 1)\na * b - c", x=_A),
            sample("x.chunk(4)[2]", x=_V),
            sample("x.chunk(chunks=1, dim=-1)[0]", x=_A),
            sample("x.chunk(2)[1]", x="zeros(0, 3)"),
            *across("x.chunk(2)[0] ** 2", 1, 2),
        ],
        wrong=["ones(2, 3).chunk(0)", "tensor(1.0).chunk(1)"],
    ),
    "unsafe_split": Proof(
        [
            sample("torch.unsafe_split(x, 2)[1] ** 2", x=_V),
            sample("x.unsafe_split(2, 1)[0]", x=_A),
            sample("x.unsafe_split(split_size=3, dim=-1)[1] ** 2", x=_T),
            sample("x.unsafe_split(7)[0] ** 2", x=_V),
            sample("x.unsafe_split(2)[2].exp()", x=_V),
        ],
        wrong=["torch.unsafe_split(ones(2), -1)"],
    ),
    "unsafe_split_with_sizes": Proof(
        [
            sample("torch.unsafe_split_with_sizes(x, (1, 4))[1] ** 2", x=_V),
            sample("x.unsafe_split_with_sizes([1, 2], 1)[0]", x=_A),
            sample("x.unsafe_split_with_sizes((2, 2), dim=-1)[1] ** 2", x=_T),
            sample("x.unsafe_split_with_sizes((0, 5))[0]", x=_V),
            sample("x.unsafe_split_with_sizes((2, 3))[1].exp()", x=_V),
        ]
    ),
    "unsafe_chunk": Proof(
        [
            sample("torch.unsafe_chunk(x, 2)[1] ** 2", x=_V),
            sample("x.unsafe_chunk(3, 1)[2]", x=_A),
            sample("x.unsafe_chunk(chunks=2, dim=-1)[0] ** 2", x=_T),
            sample("x.unsafe_chunk(2)[1]", x="zeros(0, 3)"),
            sample("x.unsafe_chunk(9)[4]", x=_V),
        ]
    ),
    "tensor_split": Proof(
        [
            sample("tensor_split(x, 2)[0] ** 2", x=_V),
            sample("x.tensor_split(3, dim=-1)[1]", x=_T),
            sample("x.tensor_split((1, 9, -1), 1)[3] ** 2", x=_A),
            sample("x.tensor_split(i, 1)[1]", x=_A, i="tensor([1, 2])"),
            sample("x.tensor_split(i)[1]", x=_V, i="tensor(2)"),
            sample("x.tensor_split(7)[6]", x=_V),
        ],
        wrong=["ones(2, 3).tensor_split(0)", "tensor(1.0).tensor_split(2)"],
    ),
    "hsplit": Proof(
        [
            sample("x.hsplit((1, 2))[1] ** 2", x=_A),
            *_split_samples("hsplit"),
            sample("x.hsplit(5)[2]", x=_V),
        ],
        wrong=["ones(2, 3).hsplit(2)"],
    ),
    "vsplit": Proof(
        [
            *_split_samples("vsplit"),
            sample("x.vsplit((1,))[1] ** 2", x=_A),
            sample("x.T.vsplit(3)[2] ** 2", x=_A),
        ],
        wrong=["ones(3).vsplit(2)"],
    ),
    "dsplit": Proof(
        [
            *_split_samples("dsplit"),
            sample("x.dsplit((1, 3))[1] ** 2", x=_T),
            sample("x.dsplit(1)[0] ** 2", x="linspace(0, 1, 8).reshape(2, 2, 2)"),
        ],
        wrong=["ones(3, 2).dsplit(2)"],
    ),
}

EXAMPLES = {
    "cartesian_prod": sample(
        "cartesian_prod(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, 4.0])"
    ),
    "combinations": sample("combinations(x)", x="tensor([1.0, 2.0, 3.0])"),
    "unsafe_split_with_sizes": sample(
        "x.unsafe_split_with_sizes((2, 3))[0] ** 2", x="linspace(-1, 1, 5)"
    ),
    "unsafe_chunk": sample("x.unsafe_chunk(2)[1] ** 2", x="tensor([1.0, 2.0, 3.0])"),
}
