"""Discrete Fourier transforms of real and complex signals, in one or several dimensions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from gradcli.core.state import STATE
from gradcli.numerics import arrays, layout
from gradcli.numerics.dtypes import complex_of, dtype_of
from gradcli.operators import by_name as ops
from gradcli.operators.declare import Array, Dims, DTypeLike, Ints, Real, Tensor, Value, formula, op
from gradcli.operators.named import named
from gradcli.operators.refusals import dtype_error, invalid, refuse
from gradcli.ops.complex import _is_complex

_FORWARD: Final = ("backward", "ortho", "forward")
_BACKWARD: Final = ("forward", "ortho", "backward")
"""NumPy's names for what a transform is divided by: nothing, the root of its length, its length."""


# The three transforms that everything is made of


@op(
    # The same transform of g; this way zeros keep their signs when the node conjugates.
    vjp=lambda g, dim, normalization, forward: ops._conj(
        _fft_c2c(ops._conj(g), dim=dim, normalization=normalization, forward=not forward)
    ),
    where=[],
    node="FftC2CBackward0",
)
@formula(input="the adjoint transform of g")
def _fft_c2c(
    xp: Any, x: Array, /, dim: Ints = (), normalization: int = 0, forward: bool = True
) -> Array:
    """The transform of complex signals."""
    if not dim:
        return xp.array(x, copy=True)
    _check_filled(x)
    if forward:
        found = xp.fft.fftn(x, axes=dim, norm=_FORWARD[normalization])
    else:
        found = xp.fft.ifftn(x, axes=dim, norm=_BACKWARD[normalization])
    return layout.transformed(found, x, layout.by_step(x, dim))


def _by_real(g: Value, x_shape: Ints, dim: Ints, normalization: int, onesided: bool) -> Value:
    if onesided:
        axis = dim[-1]
        missing = x_shape[axis] - g.shape[axis]
        pads = (0,) * (2 * (len(x_shape) - axis) - 1) + (missing,)
        g = ops.constant_pad_nd(g, pad=pads)
    return ops.real(_fft_c2c(g, dim=dim, normalization=normalization, forward=True))


@op(vjp=_by_real, where=[], node="FftR2CBackward0")
@formula(input="the real part of the adjoint transform of g")
def _fft_r2c(
    xp: Any, x: Array, /, dim: Ints = (), normalization: int = 0, onesided: bool = True
) -> Array:
    """The transform of real signals, whose second half mirrors the first."""
    _check_filled(x)
    transform = xp.fft.rfftn if onesided else xp.fft.fftn
    found = transform(x, axes=dim, norm=_FORWARD[normalization])
    return layout.transformed(found, x, [*layout.by_step(x, dim[:-1]), dim[-1]])


def _by_half(g: Value, x_shape: Ints, dim: Ints, normalization: int) -> Value:
    """The gradient of the transform of half a spectrum: what stands for its mirror counts twice."""
    found = _fft_r2c(g, dim=dim, normalization=normalization, onesided=True)
    axis = dim[-1]
    half, doubled = found.shape[axis], g.shape[axis] - found.shape[axis]
    counts = np.ones(half)
    counts[1 : 1 + doubled] = 2
    factors = counts.reshape((half,) + (1,) * (len(x_shape) - axis - 1))
    return found * arrays.like(found, factors.astype(arrays.of(found).real.dtype))


@op(vjp=_by_half, where=[], node="FftC2RBackward0")
@formula(input="the adjoint transform of g, its inner half counted twice")
def _fft_c2r(
    xp: Any, x: Array, /, dim: Ints = (), normalization: int = 0, last_dim_size: int = 1
) -> Array:
    """The transform of half a spectrum into real signals."""
    _check_filled(x)
    sizes = [*(x.shape[axis] for axis in dim[:-1]), last_dim_size]
    found = xp.fft.irfftn(x, s=sizes, axes=dim, norm=_BACKWARD[normalization])
    return layout.transformed(found, x, layout.by_step(x, dim[:-1]), dim[-1])


def _check_filled(x: Array) -> None:
    """Refuse signals without elements, in the words of the library that PyTorch calls."""
    if not x.size:
        raise refuse(
            "MKL FFT error: Intel oneMKL DFTI ERROR: Inconsistent configuration parameters"
        )


# What their arguments mean


def _normalization(norm: str | None, forward: bool) -> int:
    """Return what a transform is divided by: 0 nothing, 1 the root of its length, 2 its length."""
    if norm is None or norm == "backward":
        return 0 if forward else 2
    if norm == "forward":
        return 2 if forward else 0
    if norm == "ortho":
        return 1
    raise invalid(f'Invalid normalization mode: "{norm}"')


def _promoted(x: Tensor, to_complex: bool = False) -> Tensor:
    """Return the input in a type that can be transformed."""
    dtype = dtype_of(arrays.of(x).dtype)
    if dtype.is_floating_point and dtype.itemsize < 4:
        raise dtype_error(f"Unsupported dtype {dtype.scalar_name}")
    wanted = dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        wanted = STATE.default_dtype
    if to_complex and not wanted.is_complex:
        wanted = complex_of(wanted)
    return x if wanted is dtype else ops._to_copy(x, dtype=wanted)


def _check_real(x: Tensor, message: str) -> None:
    if _is_complex(x):
        raise dtype_error(message + dtype_of(arrays.of(x).dtype).scalar_name)


def _resized(x: Tensor, dims: Ints, sizes: Ints) -> Tensor:
    """Cut or pad dimensions at their ends to the sizes of a transform."""
    ndim = len(x.shape)
    pads = [0] * (2 * ndim)
    for dim, size in zip(dims, sizes, strict=True):
        if x.shape[dim] < size:
            pads[2 * (ndim - 1 - dim) + 1] = size - x.shape[dim]
        elif x.shape[dim] > size:
            x = ops.slice_(x, dim=dim, start=0, end=size)
    return ops.constant_pad_nd(x, pad=tuple(pads)) if any(pads) else x


def _check_points(number: int) -> None:
    if number < 1:
        raise refuse(f"Invalid number of data points ({number}) specified")


def _check_some(name: str, dims: Ints) -> None:
    if not dims:
        raise invalid(f"{name} must transform at least one axis")


def _several(x: Tensor, s: Ints | None, dim: Any) -> tuple[Ints, Ints]:
    """Return the dimensions and lengths of a transform along several."""
    ndim = len(x.shape)
    if isinstance(dim, int):
        dim = (dim,)
    if dim is not None:
        dims = tuple(arrays.own_axis(d, ndim) for d in dim)
        if len(set(dims)) != len(dims):
            raise invalid("FFT dims must be unique")
    if s is None:
        dims = tuple(range(ndim)) if dim is None else dims
        sizes: Ints = tuple(x.shape[d] for d in dims)
    else:
        if dim is not None and len(dim) != len(s):
            raise invalid("When given, dim and shape arguments must have the same length")
        if len(s) > ndim:
            raise refuse(
                f"Got shape with {len(s)} values but input tensor only has {ndim} dimensions."
            )
        dims = tuple(range(ndim - len(s), ndim)) if dim is None else dims
        sizes = tuple(x.shape[d] if n == -1 else n for d, n in zip(dims, s, strict=True))
    for size in sizes:
        _check_points(size)
    return dims, sizes


# Along one dimension


def _line(x: Tensor, n: int | None, dim: int) -> tuple[Tensor, Ints]:
    """Cut or pad a dimension to the length of a transform along it."""
    axis = arrays.own_axis(dim, len(x.shape))
    _check_points(x.shape[axis] if n is None else n)
    return (x if n is None else _resized(x, (axis,), (n,))), (axis,)


def _complex_line(
    name: str, x: Tensor, n: int | None, dim: int, norm: str | None, forward: bool
) -> Tensor:
    x, dims = _line(_promoted(x), n, dim)
    kind = _normalization(norm, forward)
    if _is_complex(x):
        return _fft_c2c(x, dim=dims, normalization=kind, forward=forward)
    found = _fft_r2c(x, dim=dims, normalization=kind, onesided=False)
    return found if forward else ops.conj(found)


def _real_line(
    name: str, x: Tensor, n: int | None, dim: int, norm: str | None, forward: bool
) -> Tensor:
    _check_real(x, f"{name} expects a real input tensor, but got ")
    x, dims = _line(_promoted(x), n, dim)
    found = _fft_r2c(x, dim=dims, normalization=_normalization(norm, forward), onesided=True)
    return found if forward else ops.conj(found)


def _half_line(
    name: str, x: Tensor, n: int | None, dim: int, norm: str | None, forward: bool
) -> Tensor:
    x = _promoted(x, to_complex=True)
    axis = arrays.own_axis(dim, len(x.shape))
    length = 2 * (x.shape[axis] - 1) if n is None else n
    _check_points(length)
    if n is not None:
        x = _resized(x, (axis,), (length // 2 + 1,))
    kind = _normalization(norm, forward)
    x = ops.conj(x) if forward else x
    return _fft_c2r(x, dim=(axis,), normalization=kind, last_dim_size=length)


_RFFT = "The first half of the transform of a real signal; the rest mirrors it."
_HFFT = "The real transform of a signal of which the second half mirrors the first."


def _along_a_line(
    name: str,
    run: Callable[..., Tensor],
    forward: bool,
    doc: str,
    x: str = "tensor([1.0, 2.0, 4.0])",
) -> None:
    @op(composite=True, where=["fft"], example=(f"torch.fft.{name}(x).abs()", f"x={x}"))
    @named(name, doc)
    def transform(
        input: Tensor, /, n: int | None = None, dim: int = -1, norm: str | None = None
    ) -> Tensor:
        return run(name, input, n, dim, norm, forward)


_along_a_line("fft", _complex_line, True, "The discrete Fourier transform along a dimension.")
_along_a_line("ifft", _complex_line, False, "The inverse of fft.")
_along_a_line("rfft", _real_line, True, _RFFT)
_along_a_line("irfft", _half_line, False, "The inverse of rfft.")
_along_a_line("hfft", _half_line, True, _HFFT)
_along_a_line("ihfft", _real_line, False, "The inverse of hfft.")


# Along several dimensions


def _complex_space(
    name: str, x: Tensor, s: Ints | None, dim: Any, norm: str | None, forward: bool
) -> Tensor:
    dims, sizes = _several(x, s, dim)
    x = _resized(_promoted(x, to_complex=True), dims, sizes)
    kind = _normalization(norm, forward)
    return _fft_c2c(x, dim=dims, normalization=kind, forward=forward)


def _real_space(
    name: str, x: Tensor, s: Ints | None, dim: Any, norm: str | None, forward: bool
) -> Tensor:
    only = "Only supports floating-point dtypes, but found: "
    _check_real(x, f"{name} expects a real-valued input tensor, but got " if forward else only)
    dims, sizes = _several(x, s, dim)
    _check_some(name, dims)
    x = _resized(_promoted(x), dims, sizes)
    kind = _normalization(norm, forward)
    if forward:
        return _fft_r2c(x, dim=dims, normalization=kind, onesided=True)
    found = _fft_r2c(x, dim=dims[-1:], normalization=kind, onesided=True)
    if len(dims) == 1:
        return ops.conj(found)
    return _fft_c2c(ops._conj_physical(found), dim=dims[:-1], normalization=kind, forward=False)


def _half_sizes(name: str, x: Tensor, s: Ints | None, dim: Any) -> tuple[Ints, Ints, int]:
    """Return dimensions and sizes to take of half a spectrum, and the last size of the result."""
    dims, sizes = _several(x, s, dim)
    _check_some(name, dims)
    default = s is None or s[-1] == -1
    last = 2 * (x.shape[dims[-1]] - 1) if default else sizes[-1]
    _check_points(last)
    return dims, (*sizes[:-1], last // 2 + 1), last


def _half_space(
    name: str, x: Tensor, s: Ints | None, dim: Any, norm: str | None, forward: bool
) -> Tensor:
    dims, sizes, last = _half_sizes(name, x, s, dim)
    x = _resized(_promoted(x, to_complex=True), dims, sizes)
    kind = _normalization(norm, forward)
    if forward:
        if len(dims) > 1:
            x = _fft_c2c(x, dim=dims[:-1], normalization=kind, forward=True)
        x, dims = ops.conj(x), dims[-1:]
    return _fft_c2r(x, dim=dims, normalization=kind, last_dim_size=last)


def _along_a_plane(name: str, run: Callable[..., Tensor], forward: bool, doc: str) -> None:
    @op(composite=True, where=["fft"], example=(f"torch.fft.{name}(x).abs()", _IMAGE))
    @named(name, doc)
    def transform(
        input: Tensor, /, s: Ints | None = None, dim: Ints = (-2, -1), norm: str | None = None
    ) -> Tensor:
        return run(name, input, s, dim, norm, forward)


def _along_any(name: str, run: Callable[..., Tensor], forward: bool, doc: str) -> None:
    @op(composite=True, where=["fft"], example=(f"torch.fft.{name}(x).abs()", _IMAGE))
    @named(name, doc)
    def transform(
        input: Tensor, /, s: Ints | None = None, dim: Ints | None = None, norm: str | None = None
    ) -> Tensor:
        return run(name, input, s, dim, norm, forward)


_IMAGE = "x=tensor([[1.0, 2.0], [4.0, 3.5]])"

for _n, _declare, _where, _signals in (
    ("2", _along_a_plane, "two dimensions", "images"),
    ("n", _along_any, "several dimensions", "signals of several dimensions"),
):
    _half = f"{_signals} of which one half mirrors the other"
    _declare(f"fft{_n}", _complex_space, True, f"The discrete Fourier transform along {_where}.")
    _declare(f"ifft{_n}", _complex_space, False, f"The inverse of fft{_n}.")
    _declare(f"rfft{_n}", _real_space, True, f"The first half of the transform of real {_signals}.")
    _declare(f"irfft{_n}", _half_space, False, f"The inverse of rfft{_n}.")
    _declare(f"hfft{_n}", _half_space, True, f"The real transform of {_half}.")
    _declare(f"ihfft{_n}", _real_space, False, f"The inverse of hfft{_n}.")


# Frequencies


def _shifted(x: Tensor, dim: Any, forward: bool) -> Tensor:
    ndim = len(x.shape)
    named = range(ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    dims = tuple(arrays.own_axis(d, ndim) for d in named)
    shifts = tuple(x.shape[d] // 2 if forward else (x.shape[d] + 1) // 2 for d in dims)
    return ops.roll(x, shifts=shifts, dims=dims)


def _shift(name: str, forward: bool, doc: str) -> None:
    @op(composite=True, where=["fft"], example=(f"torch.fft.{name}(x)", "x=cos(arange(5.0))"))
    @named(name, doc)
    def shift(input: Tensor, /, dim: Dims | None = None) -> Tensor:
        return _shifted(input, dim, forward)


_shift("fftshift", True, "The elements moved on by half, so that frequency 0 is in the middle.")
_shift("ifftshift", False, "The inverse of fftshift.")


def _frequency_type(name: str, dtype: DTypeLike) -> Any:
    kind = dtype or STATE.default_dtype
    if not (kind.is_floating_point or kind.is_complex):
        raise invalid(f"{name} requires a floating point or complex dtype")
    return kind.numpy


@op(creation=True, where=["fft"])
def fftfreq(xp: Any, /, n: int, d: Real = 1.0, *, dtype: DTypeLike = None) -> Array:
    """The frequencies that the elements of an fft of n samples, d apart, stand for."""
    places = xp.arange(n, dtype=_frequency_type("fftfreq", dtype))
    places[(n + 1) // 2 :] -= n
    return places * xp.divide(1.0, n * float(d)).astype(places.dtype)


@op(creation=True, where=["fft"])
def rfftfreq(xp: Any, /, n: int, d: Real = 1.0, *, dtype: DTypeLike = None) -> Array:
    """The frequencies that the elements of an rfft of n samples, d apart, stand for."""
    places = xp.arange(n // 2 + 1, dtype=_frequency_type("rfftfreq", dtype))
    return places * xp.divide(1.0, n * float(d)).astype(places.dtype)
