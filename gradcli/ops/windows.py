"""Windows: weights that fade a signal in and out."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.numerics.dtypes import float32, float64
from gradcli.operators.declare import Array, DTypeLike, Real, op
from gradcli.operators.named import named
from gradcli.operators.refusals import invalid, type_error, value_error

window = partial(op, creation=True, where=["signal.windows"])
older = partial(op, creation=True, where=["torch"])


def _kind(name: str, m: int, dtype: DTypeLike) -> Any:
    """Return the element type of a window, or refuse it or its length."""
    if m < 0:
        raise value_error(f"{name} requires non-negative window length, got M={m}")
    kind = dtype or STATE.default_dtype
    if kind not in (float32, float64):
        raise value_error(f"{name} expects float32 or float64 dtypes, got: {kind}", code="dtype")
    return kind.numpy


def _spaced(start: float, end: float, count: int, kind: Any) -> Any:
    """Return numbers evenly spaced from start to end, computed from the nearer end."""
    step = kind.type((end - start) / max(count - 1, 1))
    index = np.arange(count)
    forward = kind.type(start) + step * index.astype(kind)
    backward = kind.type(end) - step * (count - 1 - index).astype(kind)
    return np.where(index < count // 2, forward, backward)


def _cosines(name: str, m: int, a: list[float], sym: bool, dtype: DTypeLike) -> Any:
    kind = _kind(name, m, dtype)
    if m <= 1:
        return np.ones(m, kind)
    if not a:
        raise value_error("Coefficients cannot be empty")
    constant = 2 * math.pi / (m if not sym else m - 1)
    angles = _spaced(0, (m - 1) * constant, m, kind)
    weights = np.array([(-1) ** i * w for i, w in enumerate(a)], kind)
    orders = np.arange(len(a)).astype(kind)
    return (weights[:, None] * np.cos(orders[:, None] * angles)).sum(0)


@window()
def general_cosine(
    xp: Any, /, M: int, *, a: Any, sym: bool = True, dtype: DTypeLike = None
) -> Array:
    """A window of a sum of cosines."""
    if not isinstance(a, (tuple, list)):
        raise type_error("Coefficients must be a list/tuple")
    return _cosines("general_cosine", M, list(a), sym, dtype)


@window()
def general_hamming(
    xp: Any, /, M: int, *, alpha: Real = 0.54, sym: bool = True, dtype: DTypeLike = None
) -> Array:
    """A raised cosine window that reaches down to 2 alpha - 1."""
    return _cosines("general_cosine", M, [alpha, 1.0 - alpha], sym, dtype)


def _of_cosines(name: str, known: str, a: list[float], doc: str) -> None:
    """Declare a window of given coefficients; ``known`` is its name in messages."""

    @window()
    @named(name, doc)
    def cosines(xp: Any, /, M: int, *, sym: bool = True, dtype: DTypeLike = None) -> Array:
        return _cosines(known, M, a, sym, dtype)


_NUTTALL = [0.3635819, 0.4891775, 0.1365995, 0.0106411]
_DOWN = "A raised cosine window that reaches down to"

_of_cosines("hann", "general_cosine", [0.5, 0.5], f"{_DOWN} 0.")
_of_cosines("hamming", "general_cosine", [0.54, 1.0 - 0.54], f"{_DOWN} 0.08.")
_of_cosines("blackman", "blackman", [0.42, 0.5, 0.08], "A window of three cosines.")
_of_cosines("nuttall", "general_cosine", _NUTTALL, "A window of four cosines, with low side lobes.")


@window()
def bartlett(xp: Any, /, M: int, *, sym: bool = True, dtype: DTypeLike = None) -> Array:
    """A triangle."""
    kind = _kind("bartlett", M, dtype)
    if M <= 1:
        return xp.ones(M, kind)
    constant = 2 / (M if not sym else M - 1)
    return 1 - xp.abs(_spaced(-1, -1 + (M - 1) * constant, M, kind))


@window()
def cosine(xp: Any, /, M: int, *, sym: bool = True, dtype: DTypeLike = None) -> Array:
    """Half a wave of a sine."""
    kind = _kind("cosine", M, dtype)
    constant = math.pi / (M + 1 if not sym and M > 1 else M or 1)
    return xp.sin(_spaced(0.5 * constant, (M - 0.5) * constant, M, kind))


@op(creation=True, where=["signal.windows.exponential"])
def exponential_window(
    xp: Any,
    /,
    M: int,
    *,
    center: Real | None = None,
    tau: Real = 1.0,
    sym: bool = True,
    dtype: DTypeLike = None,
) -> Array:
    """A window that decays exponentially from its center."""
    kind = _kind("exponential", M, dtype)
    if tau <= 0:
        raise value_error(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise value_error("Center must be None for symmetric windows")
    if center is None:
        center = (M if not sym and M > 1 else M - 1) / 2.0
    constant = 1 / tau
    places = _spaced(-center * constant, (-center + (M - 1)) * constant, M, kind)
    return xp.exp(-xp.abs(places))


@window()
def gaussian(
    xp: Any, /, M: int, *, std: Real = 1.0, sym: bool = True, dtype: DTypeLike = None
) -> Array:
    """A bell curve."""
    kind = _kind("gaussian", M, dtype)
    if std <= 0:
        raise value_error(f"Standard deviation must be positive, got: {std} instead.")
    start = -(M if not sym and M > 1 else M - 1) / 2.0
    constant = 1 / (std * math.sqrt(2))
    places = _spaced(start * constant, (start + (M - 1)) * constant, M, kind)
    return xp.exp(-(places**2))


def _bessel(x: Any) -> Any:
    from scipy import special

    return special.i0(x)


@window()
def kaiser(
    xp: Any, /, M: int, *, beta: Real = 12.0, sym: bool = True, dtype: DTypeLike = None
) -> Array:
    """A window with as much of its energy in the main lobe as can be, nearly."""
    kind = _kind("kaiser", M, dtype)
    if beta < 0:
        raise value_error(f"beta must be non-negative, got: {beta} instead.")
    if M <= 1:
        return xp.ones(M, kind)
    wide = kind.type(beta)
    step = kind.type(2) * wide / kind.type(M if not sym else M - 1)
    end = min(wide, -wide + kind.type(M - 1) * step)
    places = _spaced(-wide, end, M, kind)
    return (_bessel(xp.sqrt(wide * wide - places**2)) / _bessel(wide)).astype(kind)


# The older functions, periodic unless told otherwise


def _older(
    name: str, length: int, periodic: bool, dtype: DTypeLike, heights: Callable[[Any, int], Any]
) -> Any:
    """Return a window from its heights at places, of which the last may be left out."""
    kind = dtype or STATE.default_dtype
    if not kind.is_floating_point:
        raise invalid(f"{name} expects floating point dtypes, got: {kind}", code="dtype")
    if length < 0:
        raise invalid(f"{name} requires non-negative window_length, got window_length={length}")
    if length <= 1:
        return np.ones(length, kind.numpy)
    places = np.arange(length).astype(kind.numpy)
    return heights(places, length if periodic else length - 1).astype(kind.numpy, copy=False)


def _raised_cosine(alpha: float, beta: float) -> Callable[[Any, int], Any]:
    return lambda n, last: np.cos(n * (math.pi * 2.0 / last)) * -beta + alpha


def _three_cosines(n: Any, last: int) -> Any:
    angles = n * (math.pi / last)
    return np.cos(angles * 4) * 0.08 - np.cos(angles * 2) * 0.5 + 0.42


def _triangle(n: Any, last: int) -> Any:
    rising = n * (2.0 / last)
    return np.where(n <= last // 2, rising, 2 - rising)


def _of_heights(name: str, heights: Callable[[Any, int], Any], doc: str) -> None:
    """Declare a window without parameters."""

    @older()
    @named(name, doc)
    def shape(
        xp: Any, /, window_length: int, periodic: bool = True, *, dtype: DTypeLike = None
    ) -> Array:
        return _older(name, window_length, periodic, dtype, heights)


_of_heights("hann_window", _raised_cosine(0.5, 0.5), f"{_DOWN} 0.")


@older()
def hamming_window(
    xp: Any,
    /,
    window_length: int,
    periodic: bool = True,
    alpha: Real = 0.54,
    beta: Real = 0.46,
    *,
    dtype: DTypeLike = None,
) -> Array:
    """A raised cosine window that reaches down to alpha - beta."""
    heights = _raised_cosine(alpha, beta)
    return _older("hamming_window", window_length, periodic, dtype, heights)


_of_heights("blackman_window", _three_cosines, "A window of three cosines.")
_of_heights("bartlett_window", _triangle, "A triangle.")


@older()
def kaiser_window(
    xp: Any,
    /,
    window_length: int,
    periodic: bool = True,
    beta: Real = 12.0,
    *,
    dtype: DTypeLike = None,
) -> Array:
    """A window with as much of its energy in the main lobe as can be, nearly."""

    def heights(n: Any, last: int) -> Any:
        inner, wide = n * (2.0 / last) - 1, n.dtype.type(beta)
        heights = _bessel(wide * xp.sqrt(xp.maximum(1 - inner**2, 0)))
        return (heights / _bessel(wide)).astype(n.dtype)

    return _older("kaiser_window", window_length, periodic, dtype, heights)
