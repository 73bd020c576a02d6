"""Spectra over time: the Fourier transforms of overlapping pieces of a signal, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.numerics import arrays, sliding
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators import by_name as ops
from gradcli.operators.declare import OPS, Array, Ints, OptTensor, Value, example, formula, op
from gradcli.operators.refusals import invalid, refuse

_NO_WINDOW = (
    "A window was not provided. A rectangular window will be applied{}To suppress this warning "
    "and use a rectangular window, explicitly set `window=torch.ones(n_fft, device=<device>)`."
)
_LEAKS = (
    ",which is known to cause spectral leakage. Other windows such as torch.hann_window or "
    "torch.hamming_window are recommended to reduce spectral leakage."
)
_LOSES = ".Please provide the same window used by stft to make the inversion lossless."
_OLD_FORMAT = (
    "stft with return_complex=False is deprecated. In a future pytorch release, stft will return "
    "complex tensors for all inputs, and return_complex=False will raise an error.\nNote: you can "
    "still call torch.view_as_real on the complex output to recover the old return format."
)


def _described(name: str, kind: str, x: Tensor, **options: Any) -> str:
    """Return a call as PyTorch's messages describe it."""
    listed = ", ".join(f"{key}={_shown(value)}" for key, value in options.items())
    return f"{name}({kind}{list(x.shape)}, {listed})"


def _shown(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"torch.{value.dtype.scalar_name}Tensor{{{list(value.shape)}}}"
    return str(int(value) if isinstance(value, bool) else value)


def _widened(window: OptTensor, length: int, n_fft: int) -> Tensor | None:
    """Return a window with zeros around it up to the length of a transform."""
    if length == n_fft:
        return window
    if window is None:
        window = OPS["ones"].call(length)
    left = (n_fft - length) // 2
    return ops.constant_pad_nd(window, pad=(left, n_fft - length - left))


def _check_stft(x: Tensor, n_fft: int, hop: int, length: int, window: Any, call: str) -> None:
    def wrong(text: str) -> Exception:
        return refuse(f"{call} : {text}")

    if x.array.dtype.kind not in "fc":
        raise wrong("expected a tensor of floating point or complex values")
    if len(x.shape) not in (1, 2):
        raise wrong("expected a 1D or 2D tensor")
    if not 0 < n_fft <= x.shape[-1]:
        raise wrong(f"expected 0 < n_fft < {x.shape[-1]}, but got n_fft={n_fft}")
    if hop <= 0:
        raise wrong(f"expected hop_length > 0, but got hop_length={hop}")
    if not 0 < length <= n_fft:
        raise wrong(f"expected 0 < win_length <= n_fft, but got win_length={length}")
    if window is not None and tuple(window.shape) != (length,):
        raise wrong(
            f"expected a 1D window tensor of size equal to win_length={length}, but got window "
            f"with size {list(window.shape)}"
        )


def _centered(x: Tensor, n_fft: int, pad_mode: str) -> Tensor:
    """Return the signals with more at both ends, so that pieces are centered on their times."""
    shape = tuple(x.shape)
    padded = ops.pad(
        ops.reshape(x, shape=(1,) * (3 - len(shape)) + shape),
        pad=(n_fft // 2, n_fft // 2),
        mode=pad_mode,
    )
    return ops.reshape(padded, shape=tuple(padded.shape)[3 - len(shape) :])


_GIVE_COMPLEX = (
    "stft requires the return_complex parameter be given for real inputs, and will further "
    "require that return_complex=True in a future PyTorch release."
)


def _is_complex(x: OptTensor) -> bool:
    return bool(x is not None and x.array.dtype.kind == "c")


@op(composite=True)
@example("x.stft(4, 2, return_complex=True, center=False).abs()", "x=cos(arange(8.0) ** 1.2)")
def stft(
    input: Tensor,
    /,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: OptTensor = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Tensor:
    """The Fourier transforms of overlapping pieces of signals: frequencies by times."""
    if center and align_to_window is not None:
        raise refuse("stft align_to_window should only be set when center = false")
    x = _centered(input, n_fft, pad_mode) if center else input
    hop = n_fft // 4 if hop_length is None else hop_length
    length = n_fft if win_length is None else win_length
    if align_to_window and length != n_fft:  # where PyTorch reads beyond the signals
        raise refuse("stft: align_to_window takes a win_length that is n_fft")
    if window is None:
        warn(_NO_WINDOW.format(_LEAKS), code="window", once=True)
    wanted = return_complex
    if wanted is None:
        wanted = _is_complex(x) or _is_complex(window)
        if not wanted:
            raise invalid(_GIVE_COMPLEX)
    if not wanted:
        warn(_OLD_FORMAT, code="deprecated", once=True)
    call = _described(
        "stft",
        f"torch.{dtype_of(x.array.dtype).scalar_name}Tensor",
        x,
        n_fft=n_fft,
        hop_length=hop,
        win_length=length,
        window=window,
        normalized=normalized,
        onesided=onesided,
        return_complex=wanted,
        align_to_window=align_to_window,
    )
    _check_stft(x, n_fft, hop, length, window, call)
    found = _transformed(x, n_fft, hop, _widened(window, length, n_fft), normalized, onesided)
    return found if wanted else ops.view_as_real(found)


def _transformed(
    x: Tensor, n_fft: int, hop: int, window: OptTensor, normalized: bool, onesided: bool | None
) -> Tensor:
    several = len(x.shape) == 2
    signals = x if several else ops.unsqueeze(x, dim=0)
    frames = 1 + (signals.shape[1] - n_fft) // hop
    stride = signals.stride()
    pieces = OPS["as_strided"](
        signals,
        size=(signals.shape[0], frames, n_fft),
        stride=(stride[0], hop * stride[1], stride[1]),
    )
    if window is not None:
        pieces = pieces * window
    if _is_complex(pieces):
        if onesided:
            raise invalid("Cannot have onesided output if window or input is complex")
        found = ops._fft_c2c(pieces, dim=(2,), normalization=int(normalized), forward=True)
    else:
        found = ops._fft_r2c(
            pieces, dim=(2,), normalization=int(normalized), onesided=onesided is not False
        )
    found = OPS["transpose"].inplace(found, dim0=1, dim1=2)
    return found if several else OPS["squeeze"].inplace(found, dim=0)


# Back


@op(
    vjp=lambda g, n_fft, hop: _pieces(g, n_fft=n_fft, hop=hop),
    linear=True,
    where=[],
    node="UnfoldBackwardBackward0",
)
@formula(input="the windows of g")
def _overlapped(xp: Any, x: Array, /, n_fft: int = 1, hop: int = 1) -> Array:
    """Signals from their overlapping pieces, which add up."""
    count = x.shape[-2]
    windows = xp.swapaxes(x, -1, -2)
    return sliding.fold(xp, windows, (n_fft + hop * (count - 1),), (hop,), (0,), (1,))


@op(
    vjp=lambda g, x_shape, n_fft, hop: _cut(_overlapped(g, n_fft=n_fft, hop=hop), x_shape),
    linear=True,
    where=[],
    node="UnfoldBackward0",
)
def _pieces(xp: Any, x: Array, /, n_fft: int = 1, hop: int = 1) -> Array:
    """The overlapping pieces of signals."""
    count = 1 + (x.shape[-1] - n_fft) // hop
    windows = sliding.unfold(xp, x, (n_fft,), (hop,), (0,), (1,), (count,))
    return xp.swapaxes(windows, -1, -2)


def _cut(x: Value, shape: Ints) -> Value:
    missing = shape[-1] - x.shape[-1]
    return ops.constant_pad_nd(x, pad=(0, missing)) if missing else x


def _check_istft(
    x: Tensor, n_fft: int, hop: int, length: int, window: Any, onesided: Any, call: str
) -> None:
    def wrong(text: str) -> Exception:
        return refuse(f"{call} : {text}")

    if x.array.size == 0:
        raise wrong("input tensor cannot be empty.")
    if len(x.shape) not in (2, 3):
        raise wrong(f"expected a tensor with 3 or 4 dimensions, but got {len(x.shape) + 1}")
    size = x.shape[-2]
    if onesided is not False and onesided is not None and n_fft // 2 + 1 != size:
        raise wrong(
            "expected the frequency dimension (3rd to the last) of the input tensor to match "
            f"n_fft / 2 + 1 when onesided=True, but got {size}"
        )
    if onesided is False and n_fft != size:
        raise wrong(
            "expected the frequency dimension (3rd to the last) of the input tensor to match "
            f"n_fft when onesided=False, but got {size}"
        )
    if not 0 < hop <= length:
        raise wrong("expected 0 < hop_length <= win_length")
    if not 0 < length <= n_fft:
        raise wrong("expected 0 < win_length <= n_fft")
    if window is not None and tuple(window.shape) != (length,):
        raise wrong("Invalid window shape. window has to be 1D and length of `win_length`")


@op(composite=True)
@example(
    "torch.istft(torch.stft(x, 8, 3, 6, return_complex=True), 8, 3, 6)",
    "x=cos(arange(20.0) ** 1.2)",
)
def istft(
    input: Tensor,
    /,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: OptTensor = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Tensor:
    """The signals whose spectra over time stft gave."""
    if window is None:
        warn(_NO_WINDOW.format(_LOSES), code="window", once=True)
    if not _is_complex(input):
        raise refuse(
            "istft requires a complex-valued input tensor matching the output from stft with "
            "return_complex=True."
        )
    arrays.axis(-2, input.ndim)
    hop = n_fft // 4 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    call = _described(
        "istft",
        f"CPU{dtype_of(input.array.dtype).scalar_name}Type",
        input,
        n_fft=n_fft,
        hop_length=hop,
        win_length=width,
        window=window,
        center=center,
        normalized=normalized,
        onesided=onesided,
        length=length,
        return_complex=return_complex,
    )
    _check_istft(input, n_fft, hop, width, window, onesided, call)
    half = input.shape[-2] != n_fft if onesided is None else onesided
    if return_complex and half:
        raise invalid("Cannot have onesided output if window or input is complex")
    pieces = _signals(input, n_fft, normalized, half, return_complex)
    weights = _widened(window, width, n_fft)
    if weights is None:
        weights = OPS["ones"].call(n_fft)
    found = _joined(pieces, weights, n_fft, hop, center, length, call)
    found = found if len(input.shape) == 3 else ops.squeeze(found, dim=0)
    return _lengthened(found, length)


def _signals(x: Tensor, n_fft: int, normalized: bool, half: bool, return_complex: bool) -> Tensor:
    """Return the pieces of signals that spectra over time stand for."""
    spectra = ops.view_as_real(x)
    spectra = spectra if len(x.shape) == 3 else ops.unsqueeze(spectra, dim=0)
    spectra = ops.view_as_complex(ops.transpose(spectra, dim0=1, dim1=2))
    kind = 1 if normalized else 2
    if return_complex:
        return ops._fft_c2c(spectra, dim=(2,), normalization=kind, forward=False)
    if not half:
        spectra = ops.slice_(spectra, dim=2, start=0, end=n_fft // 2 + 1)
    return ops._fft_c2r(spectra, dim=(2,), normalization=kind, last_dim_size=n_fft)


def _joined(
    x: Tensor, window: Tensor, n_fft: int, hop: int, center: bool, length: int | None, call: str
) -> Tensor:
    """Add up pieces and divide by what the squares of the window add up to."""
    frames = x.shape[1]
    whole = n_fft + hop * (frames - 1)
    signal = _overlapped(x * ops.reshape(window, shape=(1, 1, n_fft)), n_fft=n_fft, hop=hop)
    squares = ops.expand(window**2, size=(1, frames, n_fft))
    envelope = _overlapped(squares, n_fft=n_fft, hop=hop)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else whole - start if center else whole
    signal = ops.slice_(signal, dim=1, start=start, end=min(end, whole))
    envelope = ops.slice_(envelope, dim=1, start=start, end=min(end, whole))
    if np.abs(envelope.array).min(initial=np.inf) < 1e-11:
        raise refuse(f"{call}window overlap add min: 1")
    return signal / envelope


def _lengthened(x: Tensor, length: int | None) -> Tensor:
    """Pad signals with zeros where more was asked for than there is."""
    if length is None or x.shape[-1] >= length:
        return x
    warn(
        "The length of signal is shorter than the length parameter. Result is being padded with "
        "zeros in the tail. Please check your center and hop_length settings.",
        code="length",
        once=True,
    )
    return ops.constant_pad_nd(x, pad=(0, length - x.shape[-1]))
