"""Distributions that PyTorch draws number by number, and the order that it fills memory in.

This module knows how uniform numbers of float64 become numbers of each distribution. The generator
that they come from, and the distributions drawn many at a time, are in ``random``.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics.dtypes import dtype_of
from gradcli.numerics.normals import each
from gradcli.numerics.random import Generator, Shape, cast

_DOUBLE = np.dtype(np.float64)
_EPSILON = float(np.finfo(_DOUBLE).eps)
_LARGE_RATE = 10.0  # from here on, Poisson numbers are drawn by rejection
_HALF_ROUNDING = 0.43  # from Hörmann's paper, as are the numbers below


def exponential(generator: Generator, rate: float, shape: Shape, dtype: np.dtype) -> np.ndarray:
    """Draw exponentially distributed numbers of mean ``1 / rate``."""
    if not rate > 0:
        message = f"exponential_ expects lambda > 0.0, but found lambda={rate:g}"
        raise op_error(RuntimeError, message)
    _check_continuous("Exponential", dtype_of(dtype).scalar_name, dtype)
    units = generator.unit(math.prod(shape), _DOUBLE)
    with np.errstate(all="ignore"):
        return cast(-1.0 / rate * each(math.log1p, -units), dtype).reshape(shape)


def geometric(generator: Generator, p: float, shape: Shape, dtype: np.dtype) -> np.ndarray:
    """Draw how many trials it takes to succeed with probability ``p`` each."""
    if not 0 < p < 1:
        message = f"geometric_ expects p to be in (0, 1), but got p={p:g}"
        raise op_error(RuntimeError, message)
    units = generator.unit(math.prod(shape), _DOUBLE)
    trials = np.ceil(each(_log, units) / math.log1p(-p))
    with np.errstate(all="ignore"):
        return trials.astype(dtype).reshape(shape)


def cauchy(
    generator: Generator, median: float, sigma: float, shape: Shape, dtype: np.dtype
) -> np.ndarray:
    """Draw numbers of the Cauchy distribution."""
    if not sigma > 0:
        message = f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}"
        raise op_error(RuntimeError, message)
    _check_continuous("Cauchy", dtype_of(dtype).c_name, dtype)
    units = generator.unit(math.prod(shape), _DOUBLE)
    units = np.clip(units, _EPSILON, 1 - _EPSILON)
    tangents = each(math.tan, math.pi * (units - 0.5))
    with np.errstate(all="ignore"):
        return cast(median + sigma * tangents, dtype).reshape(shape)


def log_normal(
    generator: Generator, mean: float, std: float, shape: Shape, dtype: np.dtype
) -> np.ndarray:
    """Draw numbers whose logarithms are normal."""
    if not std > 0:
        message = f"log_normal_ expects std > 0.0, but found std={std:g}"
        raise op_error(RuntimeError, message)
    if dtype.kind != "f":
        message = f"\"log_normal_cpu\" not implemented for '{dtype_of(dtype).scalar_name}'"
        raise op_error(NotImplementedError, message)
    normals = generator.normal_pairs(math.prod(shape)) * std + mean
    with np.errstate(all="ignore"):
        return cast(each(_exp, normals), dtype).reshape(shape)


def poisson(generator: Generator, rates: np.ndarray) -> np.ndarray:
    """Draw a number for each rate."""
    if not np.all((rates >= 0) & np.isfinite(rates)):
        raise op_error(
            RuntimeError, "invalid Poisson rate, expected rate to be non-negative", operands=(0,)
        )
    numbers = [_poisson(generator, rate) for rate in rates.reshape(-1).tolist()]
    return np.array(numbers, rates.dtype).reshape(rates.shape)


def multinomial(
    generator: Generator, chances: np.ndarray, count: int, replacement: bool
) -> np.ndarray:
    """Draw ``count`` categories for each row of chances, which need not add up to 1."""
    if count == 1 or not replacement:
        dtype = chances.dtype
        waits = drawn_like(chances, lambda shape: exponential(generator, 1.0, shape, dtype))
        with np.errstate(all="ignore"):
            shares = chances / waits
        if count == 1:
            first: np.ndarray = np.argmax(shares, axis=-1, keepdims=True)
        else:
            first = np.argsort(-shares, axis=-1, kind="stable")
        return first[..., :count].astype(np.int64)
    rows = chances.reshape(-1, chances.shape[-1])
    drawn = [_with_replacement(generator, row, count) for row in rows]
    return np.array(drawn, np.int64).reshape(*chances.shape[:-1], count)


def _with_replacement(generator: Generator, row: np.ndarray, count: int) -> np.ndarray:
    levels = np.add.accumulate(row)
    levels /= levels[-1]
    levels[-1] = 1
    # Compared as numbers of float64, which the drawn ones are.
    return np.searchsorted(levels.astype(_DOUBLE), generator.unit(count, _DOUBLE))


def _poisson(generator: Generator, rate: float) -> int:
    if rate == 0:
        return 0
    return _poisson_by_rejection(generator, rate) if rate >= _LARGE_RATE else _few(generator, rate)


def _few(generator: Generator, rate: float) -> int:
    """Count the uniform numbers whose product stays above a bound (Knuth 1969)."""
    bound, product, count = math.exp(-rate), 1.0, 0
    while True:
        product *= float(generator.unit(1, _DOUBLE)[0])
        if product <= bound:
            return count
        count += 1


def _poisson_by_rejection(generator: Generator, rate: float) -> int:
    """Draw a Poisson number by transformed rejection (Hörmann 1993, algorithm PTRS)."""
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    sure = 0.9277 - 3.6224 / (b - 2)
    while True:
        u, v = generator.unit(2, _DOUBLE).tolist()
        u -= 0.5
        distance = 0.5 - abs(u)
        if distance == 0:
            continue
        k: int = math.floor((2 * a / distance + b) * u + rate + _HALF_ROUNDING)
        if distance >= 0.07 and v <= sure:
            return k
        if k < 0 or (distance < 0.013 and v > distance):
            continue
        weight = _log(v) + math.log(inverse_alpha) - math.log(a / (distance * distance) + b)
        if weight <= -rate + k * math.log(rate) - math.lgamma(k + 1):
            return k


def _log(x: float) -> float:
    return math.log(x) if x else -math.inf


def _exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def _check_continuous(name: str, type_name: str, dtype: np.dtype) -> None:
    if dtype.kind != "f":
        raise op_error(
            RuntimeError,
            f"{name} distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {type_name}",
        )


# Memory


def drawn_like(x: np.ndarray, draw: Callable[..., np.ndarray], *others: np.ndarray) -> np.ndarray:
    """Draw as many numbers as ``x`` has, in the order in which its elements lie in memory.

    ``draw`` is given a shape, and ``others`` with their axes in the order of that shape.
    """
    if x.flags.c_contiguous:
        return draw(x.shape, *others)
    order = _memory_order(x)
    turned = [other.transpose(order) for other in others]
    return draw(tuple(x.shape[axis] for axis in order), *turned).transpose(np.argsort(order))


def _memory_order(x: np.ndarray) -> list[int]:
    """Return the axes from the widest step to the narrowest; spread axes stay where they are."""
    inner_first = list(range(x.ndim))[::-1]
    for index in range(1, x.ndim):
        here = index
        for other in range(index - 1, -1, -1):
            order = _compare(x, inner_first[other], inner_first[here])
            if order < 0:
                break
            if order > 0:
                inner_first[other], inner_first[here] = inner_first[here], inner_first[other]
                here = other
    return inner_first[::-1]


def _compare(x: np.ndarray, inner: int, outer: int) -> int:
    """Tell whether two axes are in order (-1), not in order (1) or either way is as good (0)."""
    steps = x.strides[inner], x.strides[outer]
    if 0 in steps:
        return 0
    if steps[0] == steps[1]:
        return int(x.shape[inner] > x.shape[outer])
    return -1 if steps[0] < steps[1] else 1


def gamma(generator: Generator, shapes: np.ndarray) -> np.ndarray:
    """Draw a number of the gamma distribution of scale 1 for each of its shapes."""
    least = float(np.finfo(shapes.dtype).tiny)
    drawn = [_gamma(generator, shape) for shape in shapes.reshape(-1)]
    with np.errstate(all="ignore"):
        numbers = np.array(drawn, _DOUBLE).astype(shapes.dtype)
    found: np.ndarray = np.maximum(numbers, shapes.dtype.type(least))
    return found.reshape(shapes.shape)


def dirichlet(generator: Generator, weights: np.ndarray) -> np.ndarray:
    """Draw numbers that add up to 1 along the last dimension, each by its weight."""
    parts = gamma(generator, weights.astype(_DOUBLE))
    shares = (parts / parts.sum(-1, keepdims=True)).astype(weights.dtype)
    one, limits = weights.dtype.type(1), np.finfo(weights.dtype)
    found: np.ndarray = np.clip(shares, limits.tiny, np.nextafter(one, weights.dtype.type(0)))
    return found


def _gamma(generator: Generator, shape: np.floating) -> float:
    """Draw a gamma number by rejection (Marsaglia and Tsang 2000), rounded as PyTorch rounds."""
    if not shape >= 0:
        return math.nan
    one = shape.dtype.type(1)
    scale = 1.0
    if shape < 1:
        if shape == 0:
            return 0.0
        scale = (1 - _unit(generator)) ** float(one / shape)
        shape = shape + one
    # PyTorch writes these constants as numbers of float32.
    d = float(shape - shape.dtype.type(np.float32(1) / np.float32(3)))
    c = 1 / math.sqrt(9 * d)
    squeeze = float(np.float32(0.0331))
    while True:
        x = float(generator.normal_pairs(1)[0])
        y = 1 + c * x
        if y <= 0:
            continue
        cube, u, square = y * y * y, 1 - _unit(generator), x * x
        if u < 1 - squeeze * square * square:
            break
        if math.log(u) < 0.5 * square + d * (1 - cube + _log(cube)):
            break
    return scale * d * cube


def _unit(generator: Generator) -> float:
    return float(generator.unit(1, _DOUBLE)[0])


def binomial(generator: Generator, counts: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """Draw how many of some trials succeed, for each count and chance."""
    pairs = zip(counts.reshape(-1).tolist(), chances.reshape(-1).tolist(), strict=True)
    drawn = [_binomial(generator, count, p) for count, p in pairs]
    return np.array(drawn, counts.dtype).reshape(counts.shape)


def _binomial(generator: Generator, count: float, p: float) -> float:
    if not math.isfinite(count):
        return math.nan
    if count <= 0 or p <= 0:
        return 0.0
    if p >= 1:
        return count
    if p > 0.5:
        return count - _successes(generator, count, 1 - p)
    return _successes(generator, count, p) if p <= 0.5 else math.nan


def _successes(generator: Generator, count: float, p: float) -> float:
    """Draw a binomial number for a chance of at most a half."""
    if count * p >= _LARGE_RATE:
        return _binomial_by_rejection(generator, count, p)
    log_fails, total, found = math.log1p(-p), 0.0, 0.0
    while True:
        total += np.ceil(_log(_unit(generator)) / log_fails)
        if not total <= count:
            return found
        found += 1


def _binomial_by_rejection(generator: Generator, count: float, p: float) -> float:
    """Draw a binomial number by transformed rejection (Hörmann 1993, algorithm BTRS)."""
    spread, odds = math.sqrt(count * p * (1 - p)), p / (1 - p)
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    alpha = (2.83 + 5.1 / b) * spread
    sure, mode = 0.92 - 4.2 / b, math.floor((count + 1) * p)
    while True:
        u, v = generator.unit(2, _DOUBLE).tolist()
        u -= 0.5
        distance = 0.5 - abs(u)
        k = float(math.floor((2 * a / distance + b) * u + count * p + 0.5)) if distance else -1.0
        if not 0 <= k <= count:
            continue
        if distance >= 0.07 and v <= sure:
            return k
        bound = (
            (mode + 0.5) * math.log((mode + 1) / (odds * (count - mode + 1)))
            + (count + 1) * math.log((count - mode + 1) / (count - k + 1))
            + (k + 0.5) * math.log(odds * (count - k + 1) / (k + 1))
            + _stirling(mode)
            + _stirling(count - mode)
            - _stirling(k)
            - _stirling(count - k)
        )
        if _log(v * alpha / (a / (distance * distance) + b)) <= bound:
            return k


_TAILS = (
    *(0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509),
    *(0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.0104112652619720),
    *(0.00925546218271273, 0.00833056343336287),
)
"""What Stirling's formula lacks of the logarithms of factorials, 0! to 9!, in PyTorch's digits."""


def _stirling(k: float) -> float:
    if k <= 9:
        return _TAILS[int(k)]
    square = (k + 1) * (k + 1)
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)
