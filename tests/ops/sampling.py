"""What proves an operator, and generators for the common families of samples.

A sample is a program text, so that the tests and PyTorch, which runs the same text, both read it.
Inputs are texts too; floating-point inputs are differentiated by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Sample(NamedTuple):
    """An example, an expression or lines that end in one, and inputs, evaluated before it."""

    expr: str
    inputs: dict[str, str]


class Proof(NamedTuple):
    """Calls of an operator that PyTorch computed too, and wrong ones, which it refused.

    What came of either is recorded; of a wrong call, the class and message of the error.
    """

    samples: Sequence[Sample] = ()
    wrong: Sequence[str] = ()


def sample(expr: str, **inputs: str) -> Sample:
    """Describe an example call."""
    return Sample(expr, inputs)


def unary(call: str, low: float, high: float, *points: str) -> list[Sample]:
    """Sample ``call``, a text in ``x``, over an interval, in every shape, and at hard points."""
    shapes = [
        f"linspace({low}, {high}, 7)",
        f"linspace({low}, {high}, 12).reshape(3, 4)",
        f"linspace({low}, {high}, 12).reshape(3, 4).T",
        f"linspace({low}, {high}, 24).reshape(2, 3, 4)[:, 1]",
        f"linspace({low}, {high}, 3)[1]",
        f"linspace({low}, {high}, 5)[2:3]",
        "zeros(0, 3)",
    ]
    return [Sample(call, {"x": x}) for x in (*shapes, *(f"tensor({p})" for p in points))]


_PAIRS = (
    ("(3,)", "(3,)"),
    ("(2, 3)", "(2, 3)"),
    ("(2, 3)", "(3,)"),
    ("(2, 1)", "(1, 3)"),
    ("()", "(2, 3)"),
    ("(4, 1, 3)", "(2, 1)"),
    ("(1,)", "(0,)"),
    ("()", "()"),
)


def binary(call: str, a: tuple[float, float], b: tuple[float, float]) -> list[Sample]:
    """Sample ``call``, a text in ``a`` and ``b``, over pairs of shapes that broadcast."""
    return [
        Sample(call, {"a": _filled(left, *a), "b": _filled(right, *b)}) for left, right in _PAIRS
    ]


def _filled(shape: str, low: float, high: float) -> str:
    return f"linspace({low}, {high}, zeros({shape}).numel()).reshape({shape})"


_TENSORS = (
    ("tensor(0.7)",),
    ("linspace(-1, 2, 6)", "linspace(-1, 2, 8)[::2]", "zeros(0)"),
    (
        "linspace(-1, 2, 12).reshape(3, 4)",
        "linspace(-1, 2, 12).reshape(3, 4).T",
        "linspace(-1, 2, 24).reshape(2, 3, 4)[:, 1]",
        "linspace(-1, 2, 3).reshape(1, 3)",
        "zeros(0, 3)",
    ),
    (
        "linspace(-1, 2, 24).reshape(2, 3, 4)",
        "linspace(-1, 2, 24).reshape(2, 3, 4).transpose(0, 2)",
        "linspace(-1, 2, 4).reshape(2, 1, 2)",
    ),
)
"""By number of dimensions: contiguous, turned, with gaps, of size 1 and empty."""


def across(call: str, least: int = 0, most: int = 3, *, empty: bool = True) -> list[Sample]:
    """Sample ``call``, a text in ``x``, over layouts of tensors of so many dimensions."""
    return [
        Sample(call, {"x": x})
        for tensors in _TENSORS[least : most + 1]
        for x in tensors
        if empty or not x.startswith("zeros")
    ]


_SIZES = ("()", "(3)", "(0)", "(2, 3)", "((2, 3))", "([2, 1, 2])", "(4, 0, 2)", "(17)", "(1, 1)")


def sized(name: str) -> list[Sample]:
    """Sample a function of sizes."""
    texts = [f"{name}{sizes}" if sizes != "()" else f"{name}(())" for sizes in _SIZES]
    return [Sample(text, {}) for text in texts]


def drawn(name: str) -> list[Sample]:
    """Sample a function of sizes that draws random numbers."""
    return [Sample(f"manual_seed(0)\n{call.expr}", {}) for call in sized(name)]
