"""Complex numbers: conjugates, parts, and the way from real numbers and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.tensor import array_of
from gradcli.numerics import arrays, memory
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import _compact, select, sgn
from gradcli.operators.declare import Array, Tensor, Value, example, formula, op
from gradcli.operators.families import internal
from gradcli.operators.refusals import dtype_error, mixed, refuse


@internal(d=1, node="AliasBackward0")
def _same(xp: Any, x: Array, /) -> Array:
    """The tensor itself under a node of its own, where a derivative is to stop."""
    return x


@internal(vjp=lambda g: _conj(g), node="ConjBackward0")
def _conj(xp: Any, x: Array, /) -> Array:
    """The complex conjugate of every element."""
    return xp.conj(x)


def _is_complex(x: Any) -> bool:
    return bool(array_of(x).dtype.kind == "c")


@op(composite=True, example=("((1 + 2j) * x).conj().imag", "x=tensor([1.0, -2.0])"))
def conj(input: Tensor, /) -> Tensor:
    """The complex conjugate; a real tensor is its own."""
    return _conj(input) if _is_complex(input) else input


@internal(vjp=lambda g: _conj_physical(g), node="ConjPhysicalBackward0")
@formula(input="conj(g)")
def _conj_physical(xp: Any, x: Array, /) -> Array:
    """The complex conjugate of every element, in memory of its own."""
    return xp.conj(x)


@op(composite=True, inplace="ConjPhysicalBackward1")
@example("conj_physical((1 + 2j) * x).imag", "x=tensor([1.0, -2.0])")
def conj_physical(input: Tensor, /) -> Tensor:
    """The complex conjugate, computed at once; a real tensor is its own."""
    return _conj_physical(input) if _is_complex(input) else input


@op(composite=True, example=("((1 + 2j) * x).conj().resolve_conj().imag", "x=tensor([1.0, -2.0])"))
def resolve_conj(input: Tensor, /) -> Tensor:
    """The tensor itself: conjugates are computed at once."""
    return input


# Parts


@op(
    vjp=lambda g: view_as_complex(_compact(g)),
    view=True,
    where=["torch"],
    node="ViewAsRealBackward0",
    example=("view_as_real(x * 1j)", "x=tensor(2.0)"),
)
@formula(input="view_as_complex(g)")
def view_as_real(xp: Any, x: Array, /) -> Array:
    """Real and imaginary parts along a new last dimension; a view."""
    if x.dtype.kind != "c":
        raise dtype_error("view_as_real is only supported for complex tensors")
    return memory.parts_of(xp, x)


@op(vjp=lambda g: view_as_real(_conj(g)), view=True, where=["torch"], node="ViewAsComplexBackward0")
@example("view_as_complex(x).abs()", "x=tensor([[3.0, 4.0], [1.0, -1.0]])")
def view_as_complex(xp: Any, x: Array, /) -> Array:
    """Complex numbers whose parts lie along the last dimension; a view."""
    if x.dtype.kind != "f" or x.dtype.itemsize < 4:
        raise dtype_error(
            "view_as_complex is only supported for half, float and double tensors, but got a "
            f"tensor of scalar type: {dtype_of(x.dtype).scalar_name}"
        )
    if x.ndim == 0:
        raise refuse("Input tensor must have one or more dimensions")
    if x.shape[-1] != 2:
        raise refuse("Tensor must have a last dimension of size 2")
    if x.strides[-1] != x.itemsize and x.size:
        raise refuse("Tensor must have a last dimension with stride 1")
    steps = zip(arrays.strides(x)[:-1], x.shape[:-1], strict=True)
    if any(step % 2 and size > 1 for step, size in steps):
        raise refuse("Tensor must have a stride divisible by 2 for all but last dimension")
    return memory.complex_of(xp, x)


@op(composite=True, where=["torch", "attribute"])
@example("((1 + 1j) * x * x).real", "x=tensor(2.0)")
def real(input: Value, /) -> Value:
    """The real part, a view; a real tensor is its own."""
    return select(view_as_real(input), dim=-1, index=0) if _is_complex(input) else input


@op(composite=True, where=["torch", "attribute"], example=("(x * 1j * x).imag", "x=tensor(2.0)"))
def imag(input: Tensor, /) -> Tensor:
    """The imaginary part, a view."""
    if not _is_complex(input):
        raise dtype_error("imag is not implemented for tensors with non-complex dtypes.")
    return select(view_as_real(input), dim=-1, index=1)


# Made of parts


def _check_parts(a: Array, b: Array) -> None:
    ours, other = (dtype_of(x.dtype).scalar_name for x in (a, b))
    if a.dtype.kind != "f" or b.dtype.kind != "f":
        raise mixed(
            f"Expected both inputs to be Half, Float or Double tensors but got {ours} and {other}"
        )
    if a.dtype != b.dtype:
        message = (
            f"Expected object of scalar type {ours} but got scalar type {other} for second argument"
        )
        raise mixed(message)


def _joined(xp: Any, re: Array, im: Array) -> Array:
    """Return complex numbers of two parts, which a sum would spoil where one is infinite."""
    kind = np.complex128 if re.dtype == np.float64 else np.complex64
    result = xp.empty(arrays.broadcast_shapes(re.shape, im.shape), dtype=kind)
    result.real, result.imag = re, im
    return result


@op(d=(1, 1j), where=["torch"])
@example("torch.complex(a, b).abs()", "a=tensor([3.0, 1.0])", "b=tensor([4.0, -1.0])")
def complex_(xp: Any, real: Array, imag: Array, /) -> Array:
    """Complex numbers of a real and an imaginary part."""
    _check_parts(real, imag)
    return _joined(xp, real, imag)


@op(d=(lambda y: sgn(y), lambda y: y * 1j), where=["torch"])
@example("polar(a, b).abs()", "a=tensor(3.0)", "b=tensor(4.0)")
def polar(xp: Any, abs: Array, angle: Array, /) -> Array:
    """Complex numbers of a length and an angle."""
    _check_parts(abs, angle)
    return _joined(xp, abs * xp.cos(angle), abs * xp.sin(angle))
