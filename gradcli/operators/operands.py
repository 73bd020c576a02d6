"""What operators ask of their operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.values import TENSORS

SLIPS = (ArithmeticError, AttributeError, LookupError, MemoryError, ValueError)
"""What bodies raise, besides TypeError, for arguments that nobody thought of."""


def arrays_of(operands: Sequence[Any]) -> list[Any]:
    """Return the arrays of tensors, and what is none as it is."""
    return [operand.array if operand.__class__ in TENSORS else operand for operand in operands]


def is_large(operand: Any) -> bool:
    """Tell whether an operand is a tensor of many elements, or not computed yet."""
    if operand.__class__ not in TENSORS:
        return False
    held = operand.array if operand.version is None else operand.held
    return held.size >= STATE.large if type(held) is np.ndarray else hasattr(held, "hold")
