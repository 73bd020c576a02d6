"""Broadcasting is undone: gradients have their operand's shape, and sum over what was repeated."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import mutually_broadcastable_shapes

import gradcli as torch

PAIRS = mutually_broadcastable_shapes(num_shapes=2, max_dims=4, min_side=0, max_side=3)
"""Two shapes that broadcast, also empty ones and ones without dimensions."""


def filled(shape: tuple[int, ...], start: float) -> np.ndarray:
    """Return an array of distinct numbers that are not 0."""
    return start + np.arange(np.prod(shape, dtype=int), dtype=np.float64).reshape(shape)


@given(PAIRS)
def test_a_product_sums_over_what_was_repeated(shapes: object) -> None:
    """The gradient of a product's sum is the other factor, summed to the operand's shape."""
    arrays = [filled(shape, 1.0) for shape in shapes.input_shapes]  # type: ignore[attr-defined]
    a, b = (torch.tensor(array).requires_grad_() for array in arrays)
    (a * b).sum().backward()
    for tensor, array, other in ((a, *arrays), (b, *reversed(arrays))):
        repeated = np.broadcast_to(other, shapes.result_shape)  # type: ignore[attr-defined]
        extra = repeated.ndim - array.ndim
        axes = tuple(range(extra)) + tuple(
            extra + axis
            for axis, size in enumerate(array.shape)
            if size == 1 and repeated.shape[extra + axis] != 1
        )
        expected = repeated.sum(axis=axes).reshape(array.shape)
        np.testing.assert_allclose(tensor.grad.numpy(), expected)


@given(PAIRS)
@pytest.mark.parametrize("sign", ["+", "-", "/", "maximum", "where"])
def test_gradients_have_the_shape_of_their_operands(sign: str, shapes: object) -> None:
    """Whatever is broadcast, each gradient fits its operand."""
    a, b = (
        torch.tensor(filled(shape, 2.0)).requires_grad_()
        for shape in shapes.input_shapes  # type: ignore[attr-defined]
    )
    results = {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "/": lambda: a / b,
        "maximum": lambda: torch.maximum(a, b),
        "where": lambda: torch.where(a > b, a, b),
    }
    result = results[sign]()
    assert result.shape == shapes.result_shape  # type: ignore[attr-defined]
    result.sum().backward()
    assert a.grad.shape == a.shape and b.grad.shape == b.shape


@given(PAIRS)
@pytest.mark.parametrize("sign", ["__add__", "__sub__", "__mul__", "__truediv__"])
def test_both_ways_through_an_operator_agree(sign: str, shapes: object) -> None:
    """The way written out for two tensors records what the general way records."""
    arrays = [filled(shape, 2.0) for shape in shapes.input_shapes]  # type: ignore[attr-defined]
    results = []
    for general in (False, True):
        a, b = (torch.tensor(array).requires_grad_() for array in arrays)
        if general:  # shared memory is left to the general way
            a.detach()
        result = getattr(a, sign)(b)
        result.sum().backward()
        results.append((result, a.grad, b.grad))
    for one, other in zip(*results, strict=True):
        np.testing.assert_array_equal(one.detach().numpy(), other.detach().numpy())
    assert repr(results[0][0]) == repr(results[1][0])
