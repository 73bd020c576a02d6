"""Digits: what is rounded once, and sums in the order of PyTorch's kernels."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from gradcli.numerics import arrays, summation

RANDOM = np.random.default_rng(0)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_multiply_add_is_rounded_once(kind: type) -> None:
    """The result is the floating-point number next to the exact one."""
    a, b, c = RANDOM.normal(size=(3, 500)).astype(kind)
    found = arrays.multiply_add(np, a, b, -a * b + c * kind(1e-6))
    for x, y, z, value in zip(a, b, -a * b + c * kind(1e-6), found, strict=True):
        exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
        assert kind(float(exact)) == value
    assert (found != a * b + (-a * b + c * kind(1e-6))).any()


def test_multiply_add_of_infinities() -> None:
    """What is not finite comes out as of plain arithmetic."""
    a = np.array([np.inf, 1e308, np.nan, 1.0])
    with np.errstate(all="ignore"):
        found = arrays.multiply_add(np, a, np.float64(10), np.float64(1))
    np.testing.assert_array_equal(found, [np.inf, np.inf, np.nan, 11.0])


def test_precise_is_rounded_once() -> None:
    """Elementary functions of float32 numbers are next to the exact value; long arrays need not."""
    x = RANDOM.normal(size=1000).astype(np.float32)
    exact = np.exp(x.astype(np.float64)).astype(np.float32)
    found = arrays.precise(np.exp, x)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, exact)
    assert arrays.precise(np.exp, np.zeros(10**5, np.float32)).dtype == np.float32


@pytest.mark.parametrize("size", [1, 5, 15, 16, 17, 40, 100])
def test_by_register(size: int) -> None:
    """Lanes are added up one after the other, the rest of a row to the first of them."""
    row = RANDOM.normal(size=size).astype(np.float32)
    lanes = np.zeros(16, np.float32)
    for start in range(0, size, 16):
        part = row[start : start + 16]
        lanes[: len(part)] += part
    expected = np.float32(0)
    if size < 16:
        for value in row:
            expected = np.float32(expected + value)
    else:
        half = 8
        while half:
            lanes = lanes[:half] + lanes[half:]
            half //= 2
        expected = lanes[0]
    found = summation.by_register(np.stack([row, row]), 1)
    np.testing.assert_array_equal(found, [[expected], [expected]])
