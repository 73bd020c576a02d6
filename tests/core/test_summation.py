"""Sums are PyTorch's to the last bit where its order does not depend on threads."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gradcli.numerics.random import Generator
from gradcli.numerics.summation import total

CASES = json.loads((Path(__file__).parents[1] / "data" / "sums.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_recorded_sums(seed: int) -> None:
    """The sums of a seeded tensor are the recorded ones, bit for bit."""
    shape, dims, dtype, sums = CASES[seed]
    numbers = Generator().manual_seed(seed).randn(tuple(shape), np.dtype(dtype))
    found = total(numbers, tuple(dims)).astype(np.float64)
    assert [value.hex() for value in found.reshape(-1).tolist()] == sums


def test_other_layouts_are_sums_too() -> None:
    """Where the order is not known, the sum is right all the same."""
    numbers = np.arange(120.0).reshape(4, 5, 6)
    for array in (numbers.transpose(2, 0, 1), numbers[:, ::2], numbers[::-1], numbers.T):
        for axes in ((0,), (1,), (2,), (0, 2), (0, 1, 2), ()):
            for keepdims in (False, True):
                expected = array.sum(axis=axes, keepdims=keepdims)
                found = total(array, axes, keepdims)
                assert found.shape == expected.shape
                np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_half_precision_adds_in_single() -> None:
    """2,049 halves add up to 2,049, which halves alone cannot count to."""
    assert total(np.ones(2049, np.float16), (0,)) == np.float16(2049)
    assert total(np.full(2050, 1, np.float16), (0,)) == 2050
