"""Discrete Fourier transforms of real and complex signals, in one or several dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import DType, complex_of, dtype_of
from gradcli.operators.declare import OPS, Array, Dims, Ints, Real, op
from gradcli.operators.refusals import invalid, refuse, wrong_type
from gradcli.ops.complex import _conj, _conj_physical, _is_complex, conj, real
from gradcli.ops.elementwise import _to_copy
from gradcli.ops.index import slice_
from gradcli.ops.padding import constant_pad_nd

_FORWARD = {0: "backward", 1: "ortho", 2: "forward"}
_BACKWARD = {0: "forward", 1: "ortho", 2: "backward"}
"""NumPy's names for what a transform is divided by: nothing, the root of its length, its length."""


def _norms(forward: bool) -> dict[int, str]:
    return _FORWARD if forward else _BACKWARD


# The three transforms that everything is made of


@op(
    # The same transform of g; this way zeros keep their signs when the node conjugates.
    vjp=lambda g, dim, normalization, forward: _conj(
        _fft_c2c(_conj(g), dim=dim, normalization=normalization, forward=not forward)
    ),
    where=[],
    node="FftC2CBackward0",
)
def _fft_c2c(
    xp: Any, x: Array, /, dim: Ints = (), normalization: int = 0, forward: bool = True
) -> Array:
    """The transform of complex signals."""
    if not dim:
        return xp.array(x, copy=True)
    transform = np.fft.fftn if forward else np.fft.ifftn
    return transform(x, axes=dim, norm=_norms(forward)[normalization])  # type: ignore[arg-type]


def _by_real(g: Array, x_shape: Ints, dim: Ints, normalization: int, onesided: bool) -> Array:
    if onesided:
        axis = dim[-1]
        missing = x_shape[axis] - g.shape[axis]
        pads = (0,) * (2 * (len(x_shape) - axis) - 1) + (missing,)
        g = constant_pad_nd(g, pad=pads)
    return real(_fft_c2c(g, dim=dim, normalization=normalization, forward=True))


@op(
    vjp=lambda g, x_shape, dim, normalization, onesided: _by_real(
        g, x_shape, dim, normalization, onesided
    ),
    where=[],
    node="FftR2CBackward0",
)
def _fft_r2c(
    xp: Any, x: Array, /, dim: Ints = (), normalization: int = 0, onesided: bool = True
) -> Array:
    """The transform of real signals, whose second half mirrors the first."""
    transform = np.fft.rfftn if onesided else np.fft.fftn
    return transform(x, axes=dim, norm=_FORWARD[normalization])  # type: ignore[arg-type]


def _by_half(g: Array, x_shape: Ints, dim: Ints, normalization: int) -> Array:
    """The gradient of the transform of half a spectrum: what stands for its mirror counts twice."""
    found = _fft_r2c(g, dim=dim, normalization=normalization, onesided=True)
    axis = dim[-1]
    half, doubled = found.shape[axis], g.shape[axis] - found.shape[axis]
    counts = np.ones(half)
    counts[1 : 1 + doubled] = 2
    factors = counts.reshape((half,) + (1,) * (len(x_shape) - axis - 1))
    factors = factors.astype(arrays.of(found).real.dtype)
    return found * (Tensor(factors) if isinstance(found, Tensor) else factors)


@op(
    vjp=lambda g, x_shape, dim, normalization: _by_half(g, x_shape, dim, normalization),
    where=[],
    node="FftC2RBackward0",
)
def _fft_c2r(
    xp: Any, x: Array, /, dim: Ints = (), normalization: int = 0, last_dim_size: int = 1
) -> Array:
    """The transform of half a spectrum into real signals."""
    sizes = [*(x.shape[axis] for axis in dim[:-1]), last_dim_size]
    return np.fft.irfftn(x, s=sizes, axes=dim, norm=_BACKWARD[normalization])  # type: ignore[arg-type]


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


def _promoted(x: Array, to_complex: bool = False) -> Array:
    """Return the input in a type that can be transformed."""
    dtype = dtype_of(arrays.of(x).dtype)
    if dtype.is_floating_point and dtype.itemsize < 4:
        raise wrong_type(f"Unsupported dtype {dtype.scalar_name}")
    wanted = dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        wanted = STATE.default_dtype
    if to_complex and not wanted.is_complex:
        wanted = complex_of(wanted)
    return x if wanted is dtype else _to_copy(x, dtype=wanted)


def _check_real(name: str, x: Any, message: str) -> None:
    if _is_complex(x):
        kind = dtype_of(arrays.of(x).dtype).scalar_name
        raise wrong_type(message.format(name, kind))


_REAL_INPUT = "{} expects a real input tensor, but got {}"
_REAL_VALUED = "{} expects a real-valued input tensor, but got {}"
_FLOATING = "Only supports floating-point dtypes, but found: {1}"


def _resized(x: Array, dims: Ints, sizes: Ints) -> Array:
    """Cut or pad dimensions at their ends to the sizes of a transform."""
    ndim = len(x.shape)
    pads = [0] * (2 * ndim)
    for dim, size in zip(dims, sizes, strict=True):
        if x.shape[dim] < size:
            pads[2 * (ndim - 1 - dim) + 1] = size - x.shape[dim]
        elif x.shape[dim] > size:
            x = slice_(x, dim=dim, start=0, end=size)
    return constant_pad_nd(x, pad=tuple(pads)) if any(pads) else x


def _check_points(number: int) -> None:
    if number < 1:
        raise refuse(f"Invalid number of data points ({number}) specified")


def _one(x: Array, n: int | None, dim: int) -> tuple[int, int]:
    """Return the dimension and length of a transform along one dimension."""
    axis = arrays.own_axis(dim, len(x.shape))
    length = x.shape[axis] if n is None else n
    _check_points(length)
    return axis, length


def _several(x: Array, s: Ints | None, dim: Any) -> tuple[Ints, Ints]:
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


def _complex_line(x: Array, n: int | None, dim: int, norm: str | None, forward: bool) -> Array:
    x = _promoted(x)
    axis, length = _one(x, n, dim)
    if n is not None:
        x = _resized(x, (axis,), (length,))
    kind = _normalization(norm, forward)
    if _is_complex(x):
        return _fft_c2c(x, dim=(axis,), normalization=kind, forward=forward)
    found = _fft_r2c(x, dim=(axis,), normalization=kind, onesided=False)
    return found if forward else conj(found)


def _real_line(
    name: str, x: Array, n: int | None, dim: int, norm: str | None, forward: bool
) -> Array:
    _check_real(name, x, _REAL_INPUT)
    x = _promoted(x)
    axis, length = _one(x, n, dim)
    if n is not None:
        x = _resized(x, (axis,), (length,))
    found = _fft_r2c(x, dim=(axis,), normalization=_normalization(norm, forward), onesided=True)
    return found if forward else conj(found)


def _half_line(x: Array, n: int | None, dim: int, norm: str | None, forward: bool) -> Array:
    x = _promoted(x, to_complex=True)
    axis = arrays.own_axis(dim, len(x.shape))
    length = 2 * (x.shape[axis] - 1) if n is None else n
    _check_points(length)
    if n is not None:
        x = _resized(x, (axis,), (length // 2 + 1,))
    if forward:
        x = conj(x)
    kind = _normalization(norm, forward)
    return _fft_c2r(x, dim=(axis,), normalization=kind, last_dim_size=length)


@op(composite=True, where=["fft"], example=("torch.fft.fft(x)", "x=tensor([1, 2, 4])"))
def fft(input: Array, /, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The discrete Fourier transform along a dimension."""
    return _complex_line(input, n, dim, norm, True)


@op(composite=True, where=["fft"], example=("torch.fft.ifft(x)", "x=tensor([1, 2, 4])"))
def ifft(input: Array, /, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The inverse of fft."""
    return _complex_line(input, n, dim, norm, False)


@op(composite=True, where=["fft"], example=("torch.fft.rfft(x)", "x=tensor([3.0])"))
def rfft(input: Array, /, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The first half of the transform of a real signal; the rest mirrors it."""
    return _real_line("rfft", input, n, dim, norm, True)


@op(composite=True, where=["fft"], example=("torch.fft.irfft(x)", "x=tensor([1, 2, 4])"))
def irfft(input: Array, /, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The inverse of rfft."""
    return _half_line(input, n, dim, norm, False)


@op(composite=True, where=["fft"], example=("torch.fft.hfft(x)", "x=tensor([1, 2, 4])"))
def hfft(input: Array, /, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The real transform of a signal of which the second half mirrors the first."""
    return _half_line(input, n, dim, norm, True)


@op(composite=True, where=["fft"], example=("torch.fft.ihfft(x)", "x=tensor([1, 2, 4])"))
def ihfft(input: Array, /, n: int | None = None, dim: int = -1, norm: str | None = None) -> Array:
    """The inverse of hfft."""
    return _real_line("ihfft", input, n, dim, norm, False)


# Along several dimensions


def _complex_space(x: Array, s: Ints | None, dim: Any, norm: str | None, forward: bool) -> Array:
    dims, sizes = _several(x, s, dim)
    x = _resized(_promoted(x, to_complex=True), dims, sizes)
    kind = _normalization(norm, forward)
    return _fft_c2c(x, dim=dims, normalization=kind, forward=forward)


def _some(name: str, dims: Ints) -> None:
    if not dims:
        raise invalid(f"{name} must transform at least one axis")


def _real_space(name: str, x: Array, s: Ints | None, dim: Any, norm: str | None) -> Array:
    _check_real(name, x, _REAL_VALUED)
    dims, sizes = _several(x, s, dim)
    _some(name, dims)
    x = _resized(_promoted(x), dims, sizes)
    return _fft_r2c(x, dim=dims, normalization=_normalization(norm, True), onesided=True)


def _half_sizes(name: str, x: Array, s: Ints | None, dim: Any) -> tuple[Ints, Ints, int]:
    """Return dimensions and sizes to take of half a spectrum, and the last size of the result."""
    if s is not None and s and s[-1] == -1:
        dims = _several(x, s, dim)[0]
        last = 2 * (x.shape[dims[-1]] - 1)
        sizes: Ints = (*_several(x, s, dim)[1][:-1], last)
    else:
        dims, sizes = _several(x, s, dim)
        _some(name, dims)
        last = 2 * (x.shape[dims[-1]] - 1) if s is None else sizes[-1]
    _check_points(last)
    return dims, (*sizes[:-1], last // 2 + 1), last


def _half_space(
    name: str, x: Array, s: Ints | None, dim: Any, norm: str | None, forward: bool
) -> Array:
    dims, sizes, last = _half_sizes(name, x, s, dim)
    x = _resized(_promoted(x, to_complex=True), dims, sizes)
    kind = _normalization(norm, forward)
    if forward:
        if len(dims) > 1:
            x = _fft_c2c(x, dim=dims[:-1], normalization=kind, forward=True)
        x, dims = conj(x), dims[-1:]
    return _fft_c2r(x, dim=dims, normalization=kind, last_dim_size=last)


def _mirrored_space(name: str, x: Array, s: Ints | None, dim: Any, norm: str | None) -> Array:
    _check_real(name, x, _FLOATING)
    dims, sizes = _several(x, s, dim)
    _some(name, dims)
    x = _resized(_promoted(x), dims, sizes)
    kind = _normalization(norm, False)
    found = _fft_r2c(x, dim=dims[-1:], normalization=kind, onesided=True)
    if len(dims) == 1:
        return conj(found)
    return _fft_c2c(_conj_physical(found), dim=dims[:-1], normalization=kind, forward=False)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.fft2(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def fft2(
    input: Array, /, s: Ints | None = None, dim: Ints = (-2, -1), norm: str | None = None
) -> Array:
    """The discrete Fourier transform along two dimensions."""
    return _complex_space(input, s, dim, norm, True)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.ifft2(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def ifft2(
    input: Array, /, s: Ints | None = None, dim: Ints = (-2, -1), norm: str | None = None
) -> Array:
    """The inverse of fft2."""
    return _complex_space(input, s, dim, norm, False)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.rfft2(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def rfft2(
    input: Array, /, s: Ints | None = None, dim: Ints = (-2, -1), norm: str | None = None
) -> Array:
    """The first half of the transform of real images."""
    return _real_space("rfft2", input, s, dim, norm)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.irfft2(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def irfft2(
    input: Array, /, s: Ints | None = None, dim: Ints = (-2, -1), norm: str | None = None
) -> Array:
    """The inverse of rfft2."""
    return _half_space("irfft2", input, s, dim, norm, False)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.hfft2(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def hfft2(
    input: Array, /, s: Ints | None = None, dim: Ints = (-2, -1), norm: str | None = None
) -> Array:
    """The real transform of images of which one half mirrors the other."""
    return _half_space("hfft2", input, s, dim, norm, True)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.ihfft2(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def ihfft2(
    input: Array, /, s: Ints | None = None, dim: Ints = (-2, -1), norm: str | None = None
) -> Array:
    """The inverse of hfft2."""
    return _mirrored_space("ihfft2", input, s, dim, norm)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.fftn(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def fftn(
    input: Array, /, s: Ints | None = None, dim: Ints | None = None, norm: str | None = None
) -> Array:
    """The discrete Fourier transform along several dimensions."""
    return _complex_space(input, s, dim, norm, True)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.ifftn(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def ifftn(
    input: Array, /, s: Ints | None = None, dim: Ints | None = None, norm: str | None = None
) -> Array:
    """The inverse of fftn."""
    return _complex_space(input, s, dim, norm, False)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.rfftn(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def rfftn(
    input: Array, /, s: Ints | None = None, dim: Ints | None = None, norm: str | None = None
) -> Array:
    """The first half of the transform of real signals of several dimensions."""
    return _real_space("rfftn", input, s, dim, norm)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.irfftn(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def irfftn(
    input: Array, /, s: Ints | None = None, dim: Ints | None = None, norm: str | None = None
) -> Array:
    """The inverse of rfftn."""
    return _half_space("irfftn", input, s, dim, norm, False)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.hfftn(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def hfftn(
    input: Array, /, s: Ints | None = None, dim: Ints | None = None, norm: str | None = None
) -> Array:
    """The real transform of signals of several dimensions of which one half mirrors the other."""
    return _half_space("hfftn", input, s, dim, norm, True)


@op(
    composite=True,
    where=["fft"],
    example=("torch.fft.ihfftn(x)", "x=cos(arange(20.0)).reshape(4, 5)"),
)
def ihfftn(
    input: Array, /, s: Ints | None = None, dim: Ints | None = None, norm: str | None = None
) -> Array:
    """The inverse of hfftn."""
    return _mirrored_space("ihfftn", input, s, dim, norm)


# Frequencies


def _shifted(x: Array, dim: Any, forward: bool) -> Array:
    ndim = len(x.shape)
    named = range(ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    dims = tuple(arrays.own_axis(d, ndim) for d in named)
    shifts = tuple(x.shape[d] // 2 if forward else (x.shape[d] + 1) // 2 for d in dims)
    return OPS["roll"](x, shifts=shifts, dims=dims)


@op(composite=True, where=["fft"], example=("torch.fft.fftshift(x)", "x=cos(arange(5.0))"))
def fftshift(input: Array, /, dim: Dims | None = None) -> Array:
    """The elements moved on by half, so that frequency 0 is in the middle."""
    return _shifted(input, dim, True)


@op(composite=True, where=["fft"], example=("torch.fft.ifftshift(x)", "x=cos(arange(5.0))"))
def ifftshift(input: Array, /, dim: Dims | None = None) -> Array:
    """The inverse of fftshift."""
    return _shifted(input, dim, False)


def _frequency_type(name: str, dtype: DType | None) -> Any:
    kind = dtype or STATE.default_dtype
    if not (kind.is_floating_point or kind.is_complex):
        raise invalid(f"{name} requires a floating point or complex dtype")
    return kind.numpy


@op(creation=True, where=["fft"])
def fftfreq(xp: Any, /, n: int, d: Real = 1.0, *, dtype: DType | None = None) -> Array:
    """The frequencies that the elements of an fft of n samples, d apart, stand for."""
    places = np.arange(n, dtype=_frequency_type("fftfreq", dtype))
    places[(n + 1) // 2 :] -= n
    return places * np.divide(1.0, n * float(d)).astype(places.dtype)


@op(creation=True, where=["fft"])
def rfftfreq(xp: Any, /, n: int, d: Real = 1.0, *, dtype: DType | None = None) -> Array:
    """The frequencies that the elements of an rfft of n samples, d apart, stand for."""
    places = np.arange(n // 2 + 1, dtype=_frequency_type("rfftfreq", dtype))
    return places * np.divide(1.0, n * float(d)).astype(places.dtype)
