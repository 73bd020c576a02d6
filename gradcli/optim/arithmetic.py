"""The operators that update rules are written in, on arrays and on tensors.

A name with an underscore changes its first operand. Arrays are what a usual step works on: of one
floating-point type, at least one-dimensional, rounded as PyTorch's kernels round. Tensors are for
everything else: other element types, and steps that are themselves differentiated.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.numerics.arrays import multiply_add

__all__ = ["OnArrays", "OnTensors"]

_SINGLE = np.dtype(np.float32)
_PRECISE = 1 << 16  # where nobody reads the digits of an array, they may differ in the last place


def _multiply_add(y: np.ndarray, a: Any, b: Any) -> None:
    """Add a product to ``y``, rounded once; ``multiply_add`` with fewer calls for float32."""
    if y.size > _PRECISE:
        y += a * b
    elif y.dtype is _SINGLE:
        product = np.multiply(a, b, dtype=np.float64)
        np.add(product, y, out=y, casting="same_kind")
    else:
        y[...] = multiply_add(np, a, b, y)


class OnArrays:
    """The operators on arrays."""

    sqrt = staticmethod(np.sqrt)

    @staticmethod
    def copy(x: Any) -> Any:
        """Return the same values in other memory."""
        return np.array(x)

    @staticmethod
    def sign(x: Any) -> Any:
        """Return -1, 0 or 1; NaN has sign 0."""
        return np.nan_to_num(np.sign(x))

    @staticmethod
    def clamp_(y: Any, low: float, high: float) -> None:
        """Bound ``y``."""
        np.clip(y, low, high, out=y)

    @staticmethod
    def maximum_(y: Any, x: Any) -> None:
        """Replace ``y`` where ``x`` is larger."""
        np.maximum(y, x, out=y)

    @staticmethod
    def add(y: Any, x: Any, alpha: float) -> Any:
        """Return ``y + alpha * x``."""
        total = np.array(y)
        _multiply_add(total, x, y.dtype.type(alpha))
        return total

    @staticmethod
    def add_(y: Any, x: Any, alpha: float) -> None:
        """Add ``alpha * x``."""
        _multiply_add(y, x, y.dtype.type(alpha))

    @staticmethod
    def lerp_(y: Any, end: Any, weight: float) -> None:
        """Move ``y`` towards ``end``."""
        factor, way = y.dtype.type(weight), end - y
        if abs(factor) >= 0.5:
            factor -= 1
            y[...] = end
        _multiply_add(y, way, factor)

    @staticmethod
    def addcmul_(y: Any, a: Any, b: Any, value: float) -> None:
        """Add ``value * a * b``."""
        _multiply_add(y, a if value == 1 else y.dtype.type(value) * a, b)

    @staticmethod
    def addcdiv_(y: Any, a: Any, b: Any, value: float) -> None:
        """Add ``value * a / b``."""
        y += y.dtype.type(value) * a / b


class OnTensors:
    """The operators on tensors; factors may be tensors that are differentiated by."""

    @staticmethod
    def sqrt(x: Any) -> Any:
        """Return the square root."""
        return OPS["sqrt"](x)

    @staticmethod
    def copy(x: Any) -> Any:
        """Return the same values in other memory."""
        return OPS["clone"](x)

    @staticmethod
    def sign(x: Any) -> Any:
        """Return -1, 0 or 1."""
        return OPS["sign"](x)

    @staticmethod
    def clamp_(y: Any, low: float, high: float) -> None:
        """Bound ``y``."""
        y.clamp_(low, high)

    @staticmethod
    def maximum_(y: Any, x: Any) -> None:
        """Replace ``y`` where ``x`` is larger."""
        y.copy_(OPS["maximum"](OPS["clone"](y), x))

    @staticmethod
    def add(y: Any, x: Any, alpha: Any) -> Any:
        """Return ``y + alpha * x``."""
        return y + alpha * x if isinstance(alpha, Tensor) else OPS["add"](y, x, alpha=alpha)

    @staticmethod
    def add_(y: Any, x: Any, alpha: Any) -> None:
        """Add ``alpha * x``."""
        y.add_(alpha * x) if isinstance(alpha, Tensor) else y.add_(x, alpha=alpha)

    @staticmethod
    def lerp_(y: Any, end: Any, weight: Any) -> None:
        """Move ``y`` towards ``end``."""
        y.lerp_(end, weight)

    @staticmethod
    def addcmul_(y: Any, a: Any, b: Any, value: Any) -> None:
        """Add ``value * a * b``."""
        y.addcmul_(a, b, value=value)

    @staticmethod
    def addcdiv_(y: Any, a: Any, b: Any, value: Any) -> None:
        """Add ``value * a / b``."""
        if isinstance(value, Tensor):
            y.add_(value * a / b)
        else:
            y.addcdiv_(a, b, value=value)
