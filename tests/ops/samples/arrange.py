"""Proofs of the operators in ``gradcli/ops/arrange.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"
_A = "linspace(-1, 1, 6).reshape(2, 3)"
_V = "linspace(-1, 1, 4)"


def _triangle_samples(name: str) -> list[Any]:
    return [
        sample(f"{name}(x)", x=_A),
        sample(f"x.{name}(1) ** 2", x=_A),
        sample(f"x.{name}(diagonal=-1)", x=_T),
        sample(f"x.T.{name}() ** 2", x=_A),
        sample(f"x.{name}(9)", x=_A),
        sample(f"x.{name}()", x="zeros(0, 2)"),
        sample(f"x.{name}()", x="tensor([[inf, nan], [1.0, inf]])"),
        sample(f"y = x * 2\ny.{name}_()\ny ** 2", x=_A),
    ]


PROOFS = {
    "flip": Proof(
        [
            sample("flip(x, (0,))", x=_A),
            sample("x.flip(1) ** 2", x=_A),
            sample("x.flip(0, -1)", x=_T),
            sample("x.flip(dims=[0, 1, 2]) ** 2", x=_T),
            sample("x.flip(())", x=_A),
            sample("x.T.flip(0)", x=_A),
            sample("x.flip(0)", x="zeros(0, 3)"),
            sample("x.flip(0)", x="tensor(2.0)"),
            *across("x.flip(0, -1) ** 2", 2, 2),
        ],
        wrong=["ones(2, 3).flip(0, 0)"],
    ),
    "fliplr": Proof(
        [
            *across("x.fliplr() ** 2", 2, 2),
            sample("fliplr(x) ** 2", x=_A),
            sample("x.fliplr()", x=_T),
        ],
        wrong=["ones(3).fliplr()"],
    ),
    "flipud": Proof(
        [
            *across("x.flipud() ** 2", 2, 2),
            sample("flipud(x) ** 2", x=_A),
            sample("x.flipud()", x=_V),
        ],
        wrong=["tensor(1.0).flipud()"],
    ),
    "roll": Proof(
        [
            sample("roll(x, 1)", x=_V),
            sample("x.roll(-1, 0) ** 2", x=_A),
            sample("x.roll(2) ** 2", x=_A),
            sample("x.roll((1, -2), (0, 1))", x=_A),
            sample("x.roll(shifts=7, dims=-1)", x=_T),
            sample("x.roll(1, 0)", x="zeros(0, 3)"),
            sample("x.roll(1)", x="tensor(2.0)"),
            sample("x.T.roll(1, 0)", x=_A),
            *across("x.roll(2, 0) ** 2", 1, 2),
        ],
        wrong=["ones(2, 3).roll((1, 2))", "ones(2, 3).roll(())"],
    ),
    "rot90": Proof(
        [
            sample("rot90(x)", x=_A),
            sample("x.rot90(2) ** 2", x=_A),
            sample("x.rot90(-1, (1, 2)) ** 2", x=_T),
            sample("x.rot90(k=4, dims=[1, 0])", x=_A),
            sample("x.rot90(7, (-1, 0))", x=_T),
        ],
        wrong=["ones(2, 3).rot90(1, (0,))", "ones(3).rot90()", "ones(2, 3).rot90(1, (0, 0))"],
    ),
    "repeat": Proof(
        [
            sample("x.repeat(3)", x=_V),
            sample("x.repeat(2, 3) ** 2", x=_A),
            sample("x.repeat((2, 1, 2)) ** 2", x=_A),
            sample("x.repeat(2, 0)", x=_A),
            sample("x.repeat(2)", x="tensor(3.0)"),
            sample("x.repeat(())", x="tensor(3.0)"),
            sample("x.repeat(2, 2)", x="zeros(0, 3)"),
            sample("x.T.repeat(1, 2)", x=_A),
            *across("x.repeat(2, 1, 3) ** 2", 1, 2),
        ],
        wrong=["ones(2, 3).repeat(2)", "ones(2, 3).repeat(2, -1)"],
    ),
    "tile": Proof(
        [
            sample("tile(x, (2,)) ** 2", x=_A),
            sample("x.tile(2, 2)", x=_V),
            sample("x.tile((2, 1, 1)) ** 2", x=_A),
            sample("x.tile(dims=(0,))", x=_A),
            sample("x.tile(3)", x="tensor(2.0)"),
            *across("x.tile(2, 2) ** 2", 0, 2),
        ]
    ),
    "repeat_interleave": Proof(
        [
            sample("x.repeat_interleave(2)", x=_V),
            sample("repeat_interleave(x, 3, 1) ** 2", x=_A),
            sample("x.repeat_interleave(2) ** 2", x=_A),
            sample("x.repeat_interleave(i, dim=0) ** 2", x=_A, i="tensor([1, 3])"),
            sample("x.repeat_interleave(i)", x=_V, i="tensor([0, 2, 1, 0])"),
            sample("x.repeat_interleave(i, 1)", x=_A, i="tensor(2)"),
            sample("x.repeat_interleave(0)", x=_V),
            sample("repeat_interleave(i)", i="tensor([1, 2, 0])"),
            sample("x.repeat_interleave(2, dim=0, output_size=4)", x=_A),
            *across("x.repeat_interleave(2, 0) ** 2", 1, 1),
        ],
        wrong=[
            "ones(2).repeat_interleave(-1)",
            "ones(2).repeat_interleave(tensor([1, 2, 3]))",
            "ones(2).repeat_interleave(tensor([1, -2]))",
        ],
    ),
    "tril": Proof(
        [*_triangle_samples("tril"), *across("x.tril(-1) ** 2", 2, 2)], wrong=["ones(3).tril()"]
    ),
    "triu": Proof(
        [*_triangle_samples("triu"), *across("x.triu(1) ** 2", 2, 2)], wrong=["ones(3).triu()"]
    ),
}

EXAMPLES = {
    "flip": sample("x.flip(0, -1) ** 2", x="linspace(-1, 2, 6).reshape(2, 3)"),
}
