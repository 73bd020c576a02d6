"""The Box-Muller transform, rounded as PyTorch's vectorised CPU kernel rounds it.

This module knows how pairs of uniform numbers become pairs of normal ones. It does not know where
the uniform numbers come from (``random``).

PyTorch turns float32 numbers with the polynomials of the Cephes library, every step of them fused.
They are evaluated here in the same order, so that the bits agree on every platform; NumPy's own
``log``, ``sin`` and ``cos`` differ from machine to machine in the last digits. For float64 both
call the C library.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

GROUP = 16
"""How many numbers are turned at once: eight radii, then the eight angles that go with them."""

_BLOCK = GROUP << 12  # numbers at a time: the temporaries of a block stay in the cache

# The logarithm of 1 + x between sqrt(1/2) and sqrt(2), after x - x**2 / 2; ln 2 in two parts.
_LOG = (
    7.0376836292e-2,
    -1.1514610310e-1,
    1.1676998740e-1,
    -1.2420140846e-1,
    1.4249322787e-1,
    -1.6668057665e-1,
    2.0000714765e-1,
    -2.4999993993e-1,
    3.3333331174e-1,
)
_LN2_LOW, _LN2_HIGH = np.float32(-2.12194440e-4), np.float32(0.693359375)
_SQRT_HALF = np.float32(0.707106781186547524)

# Sine and cosine between -pi/4 and pi/4, in powers of x**2; minus pi/4 in three parts.
_SIN = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COS = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
_MINUS_QUARTER_PI = (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)
_QUARTERS = np.float32(4 / math.pi)

_Arrays = tuple[np.ndarray, np.ndarray]


def transform(uniform: np.ndarray) -> None:
    """Turn uniform numbers in [0, 1) into normal ones, in place; their count is a multiple of 16.

    The array is one-dimensional, of float32 or float64.
    """
    turn = _turn32 if uniform.dtype == np.float32 else _turn64
    for start in range(0, uniform.size, _BLOCK):
        pairs = uniform[start : start + _BLOCK].reshape(-1, 2, GROUP // 2)
        pairs[:, 0], pairs[:, 1] = turn(1 - pairs[:, 0], pairs[:, 1])


def affine(x: np.ndarray, scale: np.generic, shift: np.generic) -> np.ndarray:
    """Return ``x * scale + shift``, rounded once; all three are float32 or all are float64."""
    if shift == 0:
        product: np.ndarray = x * scale
        product += shift  # no minus zero
        return product
    if x.dtype == np.float32:
        return _fma(x, scale, shift)
    return _fma64(x, np.float64(scale), np.float64(shift))


# float64


def _turn64(u1: np.ndarray, u2: np.ndarray) -> _Arrays:
    radius = np.sqrt(-2 * each(math.log, u1))
    theta = 2 * math.pi * u2
    return radius * each(math.cos, theta), radius * each(math.sin, theta)


def each(function: Callable[[float], float], values: np.ndarray) -> np.ndarray:
    """Apply a function of the C library, as PyTorch does; NumPy's own may differ in a last bit."""
    results = map(function, values.reshape(-1).tolist())
    return np.fromiter(results, np.float64, values.size).reshape(values.shape)


def _fma64(x: np.ndarray, scale: np.float64, shift: np.float64) -> np.ndarray:
    """Multiply and add with what the two roundings lose, which is then added back."""
    with np.errstate(all="ignore"):
        product, product_lost = _product(x, scale)
        total = product + shift
        added = total - product
        total_lost = (product - (total - added)) + (shift - added)
        fused = total + (total_lost + product_lost)
        # Halves of very large numbers overflow; so does the plain result, or nearly so.
        return np.where(np.isfinite(fused), fused, x * scale + shift)


def _product(x: np.ndarray, y: np.float64) -> _Arrays:
    """Return a product and its rounding error (Dekker 1971)."""
    (x_high, x_low), (y_high, y_low) = _halves(x), _halves(np.asarray(y))
    product = x * y
    lost = ((x_high * y_high - product) + x_high * y_low + x_low * y_high) + x_low * y_low
    return product, lost


def _halves(x: np.ndarray) -> _Arrays:
    """Split numbers into two parts of at most 26 bits each (Veltkamp 1968)."""
    scaled = x * (2.0**27 + 1)
    high = scaled - (scaled - x)
    return high, x - high


# float32


def _turn32(u1: np.ndarray, u2: np.ndarray) -> _Arrays:
    radius = np.sqrt(np.float32(-2) * _log(u1))
    sin, cos = _sin_cos(np.float32(2 * math.pi) * u2)
    return radius * cos, radius * sin


def _fma(x: np.ndarray, y: np.ndarray | np.generic, z: np.ndarray | np.generic) -> np.ndarray:
    """Return ``x * y + z`` of float32, rounded once: a product of two is exact in float64."""
    exact: np.ndarray = np.multiply(x, y, dtype=np.float64)
    exact += z
    return exact.astype(np.float32)


def _polynomial(coefficients: Sequence[float], x: np.ndarray) -> np.ndarray:
    """Evaluate a polynomial; its coefficients begin with that of the highest power."""
    value = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        value = _fma(value, x, np.float32(coefficient))
    return value


def _log(x: np.ndarray) -> np.ndarray:
    """Return the logarithm of normal positive numbers."""
    mantissa, exponent = np.frexp(x)
    low = mantissa < _SQRT_HALF
    power = (exponent - low).astype(np.float32)
    x = np.where(low, mantissa + mantissa, mantissa) - np.float32(1)
    square = x * x
    tail = _fma(_polynomial(_LOG, x) * x, square, power * _LN2_LOW)
    tail = _fma(square, np.float32(-0.5), tail)
    return _fma(power, _LN2_HIGH, x + tail)


def _sin_cos(theta: np.ndarray) -> _Arrays:
    """Return sines and cosines of angles between 0 and 2 pi."""
    octant = (theta * _QUARTERS).astype(np.int32) + 1 & ~1
    x = theta
    for part in _MINUS_QUARTER_PI:
        x = _fma(octant.astype(np.float32), np.float32(part), x)
    square = x * x
    sin = _fma(_polynomial(_SIN, square) * square, x, x)
    cos = _fma(_polynomial(_COS, square) * square, square, np.float32(-0.5) * square)
    cos += np.float32(1)
    swap = octant & 2 != 0
    sin, cos = np.where(swap, cos, sin), np.where(swap, sin, cos)
    return np.where(octant & 4, -sin, sin), np.where(octant - 2 & 4, cos, -cos)
