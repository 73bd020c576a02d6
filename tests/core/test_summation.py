"""Sums are PyTorch's to the last bit where its order does not depend on threads."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import gradcli as api
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


ORDERS = [
    ((200_000, 2), (0,)),
    ((1_000_000, 3), (0,)),
    ((1000, 1000), (0,)),
    ((20_000, 3, 7), (0, 2)),
    ((7, 20_000, 3), (0, 1)),
    ((7, 20_000, 3), (1,)),
    ((3, 2_000, 5, 40), (1, 3)),
    ((50, 6_000), (0, 1)),
]


@pytest.mark.parametrize("dtype", [np.float32, np.complex64])
@pytest.mark.parametrize(("shape", "axes"), ORDERS)
def test_sums_are_as_exact_along_every_axis(
    shape: tuple[int, ...], axes: tuple[int, ...], dtype: type
) -> None:
    """Whatever the order of axes in memory, single precision keeps six digits of a long sum."""
    numbers = np.full(shape, 0.1, dtype)
    backwards = np.ascontiguousarray(numbers.T).T
    strided = np.full((*shape[:-1], 2 * shape[-1]), 0.1, dtype)[..., ::2]
    for array in (numbers, backwards, strided, np.broadcast_to(dtype(0.1), shape)):
        found = total(array, axes)
        np.testing.assert_allclose(found, array.astype(complex).sum(axis=axes).real, rtol=1e-6)


def test_operators_that_add_up_are_exact() -> None:
    """Means, norms, contractions and gradients of biases add along the first axis as well."""
    x = api.full((200_000, 2), 0.1)
    bias = api.zeros(2, requires_grad=True)
    ((bias + x) * 0.1).sum().backward()
    norms = [api.linalg.vector_norm(x, p, 0) ** p / 0.1 ** (p - 1) for p in (1, 2, 3)]
    sums = [x.sum(0), x.T.sum(1), x.nansum(0), x.mean(0) * 200_000, api.einsum("ij->j", x)]
    for found in (*sums, *norms, bias.grad):
        np.testing.assert_allclose(found.tolist(), [20_000, 20_000], rtol=2e-6)


def test_half_precision_adds_in_single() -> None:
    """2,049 halves add up to 2,049, which halves alone cannot count to."""
    assert total(np.ones(2049, np.float16), (0,)) == np.float16(2049)
    assert total(np.full(2050, 1, np.float16), (0,)) == 2050
