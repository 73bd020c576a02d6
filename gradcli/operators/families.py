"""What the declarations of many operators share."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.numerics import arrays
from gradcli.operators.declare import op

functional = partial(op, composite=True, where=["F"])
internal = partial(op, where=[])
"""Declares an operator that no program can name; others are made of it, or derivatives."""
linear = partial(op, linear=True)
linear_part = partial(internal, linear=True)
"""Declares a linear operator that no program can name; derivatives are made of it."""


def copy_of(xp: Any, array: Any) -> Any:
    """Return a copy of an array that repeats elements; a large one is made once somebody looks."""
    if type(array) is np.ndarray and array.size >= STATE.large and not STATE.observers:
        from gradcli.engines.pending import copied

        return copied(array)
    return array.copy(order="K")


def full_of(xp: Any, number: Any, shape: tuple[int, ...]) -> Any:
    """Return an array of a shape whose elements are all that of one without dimensions."""
    single = type(number) is np.ndarray or isinstance(number, np.generic)
    if not single or prod(shape) >= STATE.large:
        return copy_of(xp, arrays.spread(xp, number, shape, None, False))
    found = np.empty(shape, number.dtype)
    found.fill(number)
    return found


class _Absent:
    """What stands for an argument that is left out, where None is something that users can say."""

    def __repr__(self) -> str:
        return "None"


ABSENT: Any = _Absent()
