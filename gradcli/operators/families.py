"""What the declarations of many operators share."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from gradcli.core.state import STATE
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
    return xp.asarray(array, copy=True)


class _Absent:
    """What stands for an argument that is left out, where None is something that users can say."""

    def __repr__(self) -> str:
        return "None"


ABSENT: Any = _Absent()
