"""Trying a program with inputs of some shapes: whether it runs, and whether it means such shapes.

A number is no input of a sum, a mean or a softmax, although PyTorch computes those of a number too:
whoever writes `x - mean(x)` means a vector. This module knows what is tried, not in which order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np

from gradcli.answers.shapes import Shape
from gradcli.core.observe import Compute, Observer
from gradcli.core.state import STATE
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.language.run import Session

_MOST_TRUTHS: Final = 2000
_MIXING: Final = frozenset(
    [
        *("sum", "_sum_keepdim", "nansum", "mean", "prod", "logsumexp", "median", "nanmedian"),
        *("cumsum", "cumprod", "logcumsumexp", "_softmax", "_log_softmax", "sort", "flip", "roll"),
        *("var", "std", "var_mean", "std_mean", "linalg_vector_norm", "norm", "amax", "amin"),
        *("_max_all", "_min_all", "_max_dim", "_min_dim", "diff", "trace", "outer"),
        *("dot", "mv", "mm", "_matmul", "bmm", "matrix_exp", "cholesky", "cholesky_inverse"),
    ]
)
"""Operators that make something of all elements together: their inputs are no numbers."""


class Trial(Observer):
    """A context in which a program is only tried, with some inputs that are numbers.

    The trace of a matrix that is not square is refused, as in textbooks, and a loop that goes on
    and on because of the values that happen to be tried.
    """

    __slots__ = ("alone", "mixes", "rows", "truths")

    def __init__(self, numbers: Sequence[np.ndarray]) -> None:
        self.truths = 0
        self.mixes = False  # whether elements are put together anywhere
        self.rows = False  # whether vectors are stacked, where numbers may be meant
        # The inputs that are numbers and what is made of them alone, kept alive for their identity.
        self.alone: dict[int, Any] = {id(array): array for array in numbers}

    def operation(
        self, op: Operator, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Run an operator, having seen whether it is given what it is meant for."""
        arrays = [operand.array for operand in operands if isinstance(operand, Tensor)]
        if op.name == "trace" and len(set(arrays[0].shape)) > 1:
            sizes = " by ".join(map(str, arrays[0].shape))
            raise op_error(RuntimeError, f"the trace of a matrix that is {sizes}")
        alone = any(id(array) in self.alone for array in arrays)
        if op.name in _MIXING or op.name.startswith(("linalg_", "_linalg_")):
            if alone and all(array.shape == () for array in arrays):
                name = re.sub("^_|_(dim|all|keepdim)$", "", op.name)
                raise op_error(RuntimeError, f"{name} of a number", code="shapes")
            self.mixes = True
        if op.name == "stack":
            self.mixes, self.rows = True, self.rows or arrays[0].ndim > 0
        results = compute(operands, attrs)
        spread = getattr(results, "shape", ()) not in ((), *[array.shape for array in arrays])
        self.mixes = self.mixes or (op.broadcasts and spread)  # as a column times a row is
        return results

    def applied(
        self, op: Operator, operands: Sequence[Any], attrs: dict[str, Any], results: Any
    ) -> None:
        """Remember the numbers that are made of numbers."""
        if not any(isinstance(a, Tensor) and id(a.array) in self.alone for a in operands):
            return
        for result in results if results.__class__ is tuple else (results,):
            if result.array.shape == ():
                self.alone[id(result.array)] = result.array

    def truth(self, tensor: Tensor, value: bool) -> bool:
        """Count how often a program asks which way to go."""
        self.truths += 1
        if self.truths > _MOST_TRUTHS:
            raise op_error(RuntimeError, "the loop goes on and on at the point tried", code="limit")
        return value


class Program(Protocol):
    """What is tried: a program, its constants, and what it is differentiated by."""

    @property
    def source(self) -> str:
        """The text."""

    @property
    def filename(self) -> str:
        """Its name in messages."""

    @property
    def constants(self) -> Mapping[str, Any]:
        """The values that are no tensors."""

    @property
    def wrt(self) -> tuple[str, ...]:
        """The inputs to differentiate by."""


def tried(
    program: Program, arrays: Mapping[str, np.ndarray], free: Mapping[str, Shape], dtype: str
) -> int | None:
    """Return how well shapes of the ``free`` inputs fit a program, 0 being best; None: not at all.

    Best is a number of which a capital is a matrix and a small letter none; then comes a vector or
    matrix that elements are put together in, then a number of any shapes.
    """
    numbers = [arrays[name] for name, shape in free.items() if shape == ()]
    with (
        Session(dtype=dtype) as session,
        STATE.replaced(textbook=True),
        Trial(numbers) as trial,
    ):
        for name, array in arrays.items():
            inexact = array.dtype.kind == "f"
            value = array.astype(dtype, copy=False) if inexact else array
            session.assign(name, Tensor(value, inexact and name in program.wrt))
        for name, value in program.constants.items():
            session.assign(name, value)
        result = session.evaluate(program.source, program.filename).value
    if not isinstance(result, Tensor):
        return None
    if result.array.size == 1:
        usual = all((len(shape) == 2) >= name[:1].isupper() for name, shape in free.items())
        return 0 if usual else 2
    inexact = result.array.dtype.kind == "f"
    if not trial.mixes or not inexact or result.array.ndim > 2:
        return None
    return 2 if trial.rows else 1
