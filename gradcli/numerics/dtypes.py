"""The element types of tensors, under PyTorch's names.

This module knows names, categories and NumPy's equivalents. It does not know how types of several
operands combine (``promote``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.errors import op_error

BOOL, INTEGER, FLOATING, COMPLEX = range(4)


class DType:
    """An element type; prints as ``torch.float32``."""

    __slots__ = ("c_name", "category", "name", "numpy", "scalar_name")

    def __init__(self, name: str, scalar_name: str, c_name: str, category: int) -> None:
        self.name = name
        self.scalar_name = scalar_name  # PyTorch's name in messages: Float, Long …
        self.c_name = c_name  # its name in those that print the type of C++: float, long int …
        self.category = category
        self.numpy = np.dtype(name)

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> Any:
        return _named, (self.name,)

    @property
    def is_floating_point(self) -> bool:
        """Tell whether values are real floating-point numbers."""
        return self.category == FLOATING

    @property
    def is_complex(self) -> bool:
        """Tell whether values are complex numbers."""
        return self.category == COMPLEX

    @property
    def is_signed(self) -> bool:
        """Tell whether values can be negative."""
        return self.name != "bool" and not self.name.startswith("u")

    @property
    def itemsize(self) -> int:
        """Return the size of one element in bytes."""
        return self.numpy.itemsize

    @property
    def abbr(self) -> str:
        """Return the short name: ``f32``."""
        kind = {"bool": "b", "bfloat16": "bf"}.get(self.name, self.name[0])
        return f"{kind}{8 * self.itemsize}"

    def to_real(self) -> DType:
        """Return the type of the parts of complex numbers; any other type itself."""
        return {complex64: float32, complex128: float64}.get(self, self)

    def to_complex(self) -> DType:
        """Return the type of complex numbers whose parts are of this type."""
        if self.category == COMPLEX:
            return self
        if self.category != FLOATING or self.itemsize < 4:
            raise op_error(
                RuntimeError, f"Unknown Complex ScalarType for {self.scalar_name}", code="dtype"
            )
        return complex128 if self is float64 else complex64


class Half(DType):
    """The element type ``float16``, to which NumPy would round at each step of a computation.

    Operators convert such arrays to float32 and their results back, as PyTorch does.
    """

    __slots__ = ("known",)

    def __init__(self, name: str, scalar_name: str, c_name: str, category: int) -> None:
        self.name, self.scalar_name, self.c_name = name, scalar_name, c_name
        self.category = category
        self.known = np.dtype(name)

    @property
    def numpy(self) -> np.dtype:  # type: ignore[override]
        """Return NumPy's type, which is in use from now on."""
        NARROW.add(self.known)
        return self.known


class BrainFloat(DType):
    """The element type ``bfloat16``, which NumPy does not have and the package ml_dtypes adds.

    The package is imported when the type is first used. NumPy computes little in it: operators
    convert such arrays to float32 and their results back (``Op.compute``), as PyTorch does.
    """

    __slots__ = ("loaded",)

    def __init__(self, name: str, scalar_name: str, c_name: str, category: int) -> None:
        self.name, self.scalar_name, self.c_name = name, scalar_name, c_name
        self.category = category
        self.loaded: np.dtype | None = None

    @property
    def numpy(self) -> np.dtype:  # type: ignore[override]
        """Return NumPy's type of the package, or raise an error that says how to get it."""
        if self.loaded is None:
            try:
                from ml_dtypes import bfloat16
            except ModuleNotFoundError:
                raise op_error(
                    RuntimeError,
                    "bfloat16 needs the package ml_dtypes",
                    code="dtype",
                    help="pip install ml_dtypes",
                ) from None
            self.loaded = np.dtype(bfloat16)
            NARROW.add(self.loaded)
            _BY_NUMPY[self.loaded] = self
        return self.loaded


class ComplexHalf(DType):
    """The element type ``complex32``, which there is to compare with; no tensor can have it."""

    __slots__ = ()

    def __init__(self, name: str, scalar_name: str, c_name: str, category: int) -> None:
        self.name, self.scalar_name, self.c_name = name, scalar_name, c_name
        self.category = category

    @property
    def itemsize(self) -> int:
        """Return the size of one element in bytes."""
        return 4

    @property
    def numpy(self) -> np.dtype:  # type: ignore[override]
        """Refuse to make a tensor of it: NumPy has no complex numbers of half precision."""
        message = "complex32 is not supported: there are no complex numbers of half precision"
        raise op_error(RuntimeError, message, code="dtype", help="use torch.complex64")


NARROW: set[np.dtype] = set()
"""The element types that operators compute in float32; empty until one is used."""

# PyTorch's type is written in C, where the name in Python's messages is the full one.
for _kind in (DType, Half, BrainFloat, ComplexHalf):
    _kind.__module__, _kind.__name__, _kind.__qualname__ = "torch", "torch.dtype", "dtype"

bool_ = DType("bool", "Bool", "bool", BOOL)
uint8 = DType("uint8", "Byte", "unsigned char", INTEGER)
int8 = DType("int8", "Char", "signed char", INTEGER)
int16 = DType("int16", "Short", "short int", INTEGER)
int32 = DType("int32", "Int", "int", INTEGER)
int64 = DType("int64", "Long", "long int", INTEGER)
uint16 = DType("uint16", "UInt16", "short unsigned int", INTEGER)
uint32 = DType("uint32", "UInt32", "unsigned int", INTEGER)
uint64 = DType("uint64", "UInt64", "long unsigned int", INTEGER)
float16 = Half("float16", "Half", "c10::Half", FLOATING)
bfloat16 = BrainFloat("bfloat16", "BFloat16", "c10::BFloat16", FLOATING)
float32 = DType("float32", "Float", "float", FLOATING)
float64 = DType("float64", "Double", "double", FLOATING)
complex32 = ComplexHalf("complex32", "ComplexHalf", "c10::complex<c10::Half>", COMPLEX)
complex64 = DType("complex64", "ComplexFloat", "c10::complex<float>", COMPLEX)
complex128 = DType("complex128", "ComplexDouble", "c10::complex<double>", COMPLEX)

_ALL = (
    bool_,
    uint8,
    int8,
    int16,
    int32,
    int64,
    uint16,
    uint32,
    uint64,
    float32,
    float64,
    complex64,
    complex128,
)


class _ByNumpy(dict[np.dtype, DType]):
    """PyTorch's types by NumPy's; float16 is among them from its first use on."""

    def __missing__(self, kind: np.dtype) -> DType:
        if kind != np.float16:
            raise KeyError(kind)
        return self.setdefault(float16.numpy, float16)


_BY_NUMPY = _ByNumpy({dtype.numpy: dtype for dtype in _ALL})

DTYPES: dict[str, DType] = {dtype.name: dtype for dtype in _ALL} | {
    "bfloat16": bfloat16,
    "float16": float16,
    "complex32": complex32,
    "chalf": complex32,
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


def _named(name: str) -> DType:
    """Return an element type that another process has sent."""
    return DTYPES[name]


CASTS: dict[str, DType] = {
    "float": float32,
    "double": float64,
    "half": float16,
    "bfloat16": bfloat16,
    "long": int64,
    "int": int32,
    "short": int16,
    "char": int8,
    "byte": uint8,
    "bool": bool_,
    "cdouble": complex128,
    "cfloat": complex64,
}
"""The methods that convert a tensor to an element type."""


DIFFERENTIABLE = "fcV"
"""The kinds of NumPy's element types that can require grad; V is the kind of bfloat16."""

_COMPLEX_OF = {float16: complex64, bfloat16: complex64, float32: complex64, float64: complex128}


def dtype_of(numpy_dtype: np.dtype) -> DType:
    """Return the element type of an array's ``dtype``."""
    return _BY_NUMPY[numpy_dtype]


def finfo(numpy_dtype: np.dtype) -> Any:
    """Return the limits of a floating-point type, also of bfloat16, which NumPy does not know."""
    if numpy_dtype.kind == "V":
        import ml_dtypes

        limits: Any = ml_dtypes.finfo
        return limits(numpy_dtype)
    return np.finfo(numpy_dtype)


def is_supported(numpy_dtype: np.dtype) -> bool:
    """Tell whether a tensor can hold a NumPy element type, which is in use from now on."""
    return numpy_dtype in _BY_NUMPY or (numpy_dtype == np.float16 and bool(dtype_of(numpy_dtype)))


def scalar_name(array: np.ndarray) -> str:
    """Return the name of the type of an array's elements in messages, as Float."""
    return dtype_of(array.dtype).scalar_name


def complex_of(dtype: DType) -> DType:
    """Return the complex type whose parts are of a floating-point type."""
    return _COMPLEX_OF[dtype]
