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
            first = np.argsort(-(chances / waits), axis=-1, kind="stable")
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
