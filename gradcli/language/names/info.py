"""The limits of element types: PyTorch's ``finfo`` and ``iinfo``."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.errors import op_error, wrong_type
from gradcli.numerics.dtypes import BOOL, COMPLEX, FLOATING, INTEGER, DType, dtype_of
from gradcli.numerics.dtypes import finfo as limits


class finfo:
    """The limits of a floating-point type; of a complex one, those of its parts."""

    __slots__ = ("bits", "dtype", "eps", "max", "min", "resolution", "smallest_normal", "tiny")

    def __init__(self, type: Any = None) -> None:
        dtype = _dtype(STATE.default_dtype if type is None else type, "finfo")
        if dtype.category not in (FLOATING, COMPLEX):
            raise op_error(
                TypeError,
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle "
                "'torch.finfo'",
            )
        info: Any = limits(dtype.numpy)
        self.dtype = dtype_of(info.dtype).name
        self.bits = int(info.bits)
        self.eps, self.max, self.min = float(info.eps), float(info.max), float(info.min)
        self.tiny = self.smallest_normal = float(info.smallest_normal)
        self.resolution = float(f"1e-{int(info.precision)}")

    def __repr__(self) -> str:
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, "
            f"eps={self.eps:g}, smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, "
            f"dtype={self.dtype})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and other.dtype == self.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)


class iinfo:
    """The limits of an integer type."""

    __slots__ = ("bits", "dtype", "max", "min")

    def __init__(self, type: Any) -> None:
        dtype = _dtype(type, "iinfo")
        if dtype.category == BOOL:
            raise op_error(TypeError, "torch.bool is not supported by torch.iinfo")
        if dtype.category != INTEGER:
            raise op_error(
                TypeError,
                "torch.iinfo() requires an integer input type. Use torch.finfo to handle "
                "'torch.iinfo'",
            )
        info: Any = np.iinfo(dtype.numpy)
        self.dtype, self.bits = dtype.name, int(info.bits)
        self.max, self.min = int(info.max), int(info.min)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and other.dtype == self.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)


def _dtype(value: object, function: str) -> DType:
    if isinstance(value, DType):
        return value
    raise wrong_type(function, "type", 1, "torch.dtype", value, 0)


for _kind in (finfo, iinfo):
    _kind.__module__, _kind.__name__ = "torch", f"torch.{_kind.__qualname__}"
