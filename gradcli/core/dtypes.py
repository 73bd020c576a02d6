"""The element types of tensors, under PyTorch's names.

This module knows names, categories and NumPy's equivalents. It does not know how types of several
operands combine (``promote``).
"""

from __future__ import annotations

import numpy as np

BOOL, INTEGER, FLOATING, COMPLEX = range(4)


class DType:
    """An element type; prints as ``torch.float32``."""

    __slots__ = ("category", "name", "numpy", "scalar_name")

    def __init__(self, name: str, scalar_name: str, category: int) -> None:
        self.name = name
        self.scalar_name = scalar_name  # PyTorch's name in messages: Float, Long …
        self.category = category
        self.numpy = np.dtype(name)

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name if self.name != "bool" else "bool_"

    @property
    def is_floating_point(self) -> bool:
        """Tell whether values are real floating-point numbers."""
        return self.category == FLOATING

    @property
    def is_complex(self) -> bool:
        """Tell whether values are complex numbers."""
        return self.category == COMPLEX

    @property
    def itemsize(self) -> int:
        """Return the size of one element in bytes."""
        return self.numpy.itemsize


# PyTorch's type is written in C, where the name in Python's messages is the full one.
DType.__module__, DType.__name__, DType.__qualname__ = "torch", "torch.dtype", "dtype"

bool_ = DType("bool", "Bool", BOOL)
uint8 = DType("uint8", "Byte", INTEGER)
int8 = DType("int8", "Char", INTEGER)
int16 = DType("int16", "Short", INTEGER)
int32 = DType("int32", "Int", INTEGER)
int64 = DType("int64", "Long", INTEGER)
float16 = DType("float16", "Half", FLOATING)
float32 = DType("float32", "Float", FLOATING)
float64 = DType("float64", "Double", FLOATING)
complex64 = DType("complex64", "ComplexFloat", COMPLEX)
complex128 = DType("complex128", "ComplexDouble", COMPLEX)

_ALL = (
    bool_,
    uint8,
    int8,
    int16,
    int32,
    int64,
    float16,
    float32,
    float64,
    complex64,
    complex128,
)

_BY_NUMPY: dict[np.dtype, DType] = {dtype.numpy: dtype for dtype in _ALL}

DTYPES: dict[str, DType] = {dtype.name: dtype for dtype in _ALL} | {
    "half": float16,
    "float": float32,
    "double": float64,
    "short": int16,
    "int": int32,
    "long": int64,
    "cfloat": complex64,
    "cdouble": complex128,
}
"""Every spelling of an element type, as an attribute of ``torch``."""

CASTS: dict[str, DType] = {
    "float": float32,
    "double": float64,
    "half": float16,
    "long": int64,
    "int": int32,
    "short": int16,
    "char": int8,
    "byte": uint8,
    "bool": bool_,
}
"""The methods that convert a tensor to an element type."""

SUPPORTED = frozenset(_BY_NUMPY)
"""The NumPy element types that a tensor can hold."""

_COMPLEX_OF = {float16: complex64, float32: complex64, float64: complex128}


def dtype_of(numpy_dtype: np.dtype) -> DType:
    """Return the element type of an array's ``dtype``."""
    return _BY_NUMPY[numpy_dtype]


def complex_of(dtype: DType) -> DType:
    """Return the complex type whose parts are of a floating-point type."""
    return _COMPLEX_OF[dtype]
