# Written by `python docs/build.py` from the operator table; a test keeps it current.
from builtins import bool as _bool
from builtins import int as _int
from builtins import str as _str

from gradcli import Tensor, _Device, _DType, _Ints, _Mark, _Real

def fft(
    input: Tensor,
    n: _int | None = None,
    dim: _int = -1,
    norm: _str | None = None,
    *,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The discrete Fourier transform along a dimension."""

def fft2(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints = ...,
    norm: _str | None = None,
    *,
    axis: _Ints = ...,
    out: Tensor | None = None,
) -> Tensor:
    """The discrete Fourier transform along two dimensions."""

def fftfreq(
    n: _int,
    d: _Real = 1.0,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The frequencies that the elements of an fft of n samples, d apart, stand for."""

def fftn(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints | None = None,
    norm: _str | None = None,
    *,
    axis: _Ints | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The discrete Fourier transform along several dimensions."""

def fftshift(
    input: Tensor, dim: _Ints | None = None, *, axis: _Ints | None = None, out: Tensor | None = None
) -> Tensor:
    """The elements moved on by half, so that frequency 0 is in the middle."""

def hfft(
    input: Tensor,
    n: _int | None = None,
    dim: _int = -1,
    norm: _str | None = None,
    *,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The real transform of a signal of which the second half mirrors the first."""

def hfft2(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints = ...,
    norm: _str | None = None,
    *,
    axis: _Ints = ...,
    out: Tensor | None = None,
) -> Tensor:
    """The real transform of images of which one half mirrors the other."""

def hfftn(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints | None = None,
    norm: _str | None = None,
    *,
    axis: _Ints | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The real transform of signals of several dimensions of which one half mirrors the other."""

def ifft(
    input: Tensor,
    n: _int | None = None,
    dim: _int = -1,
    norm: _str | None = None,
    *,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of fft."""

def ifft2(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints = ...,
    norm: _str | None = None,
    *,
    axis: _Ints = ...,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of fft2."""

def ifftn(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints | None = None,
    norm: _str | None = None,
    *,
    axis: _Ints | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of fftn."""

def ifftshift(
    input: Tensor, dim: _Ints | None = None, *, axis: _Ints | None = None, out: Tensor | None = None
) -> Tensor:
    """The inverse of fftshift."""

def ihfft(
    input: Tensor,
    n: _int | None = None,
    dim: _int = -1,
    norm: _str | None = None,
    *,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of hfft."""

def ihfft2(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints = ...,
    norm: _str | None = None,
    *,
    axis: _Ints = ...,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of hfft2."""

def ihfftn(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints | None = None,
    norm: _str | None = None,
    *,
    axis: _Ints | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of hfftn."""

def irfft(
    input: Tensor,
    n: _int | None = None,
    dim: _int = -1,
    norm: _str | None = None,
    *,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of rfft."""

def irfft2(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints = ...,
    norm: _str | None = None,
    *,
    axis: _Ints = ...,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of rfft2."""

def irfftn(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints | None = None,
    norm: _str | None = None,
    *,
    axis: _Ints | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The inverse of rfftn."""

def rfft(
    input: Tensor,
    n: _int | None = None,
    dim: _int = -1,
    norm: _str | None = None,
    *,
    axis: _int = -1,
    out: Tensor | None = None,
) -> Tensor:
    """The first half of the transform of a real signal; the rest mirrors it."""

def rfft2(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints = ...,
    norm: _str | None = None,
    *,
    axis: _Ints = ...,
    out: Tensor | None = None,
) -> Tensor:
    """The first half of the transform of real images."""

def rfftfreq(
    n: _int,
    d: _Real = 1.0,
    *,
    dtype: _DType | None = None,
    requires_grad: _bool = False,
    device: _Device | None = None,
    layout: _Mark | None = None,
    pin_memory: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The frequencies that the elements of an rfft of n samples, d apart, stand for."""

def rfftn(
    input: Tensor,
    s: _Ints | None = None,
    dim: _Ints | None = None,
    norm: _str | None = None,
    *,
    axis: _Ints | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The first half of the transform of real signals of several dimensions."""
