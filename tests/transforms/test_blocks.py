"""Derivatives read off a graph agree with those of functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gradcli as torch
from gradcli.autograd.functional import hessian, jacobian
from gradcli.transforms.blocks import derivatives, passes, push_forward


def leaf(values: Any) -> Any:
    """Make a tensor in double precision to differentiate by."""
    return torch.tensor(values, dtype=torch.float64, requires_grad=True)


X, Y = [[0.5, -1.0, 2.0], [1.5, 0.3, -0.7]], [1.0, -2.0]
FUNCTIONS = [
    lambda x, y: (y @ x).sin(),
    lambda x, y: torch.outer(y, x[0]).exp() + x.T[0, 0],
    lambda x, y: (x**2).sum() * y.prod(),
    lambda x, y: x.cumsum(1),
    lambda x, y: torch.ones(2, dtype=torch.float64) * y[0],
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_first_order_is_the_jacobian(function: Any) -> None:
    """Blocks have PyTorch's shapes and values, zeros included."""
    x, y = leaf(X), leaf(Y)
    found = derivatives(function(x, y), [x, y], 1)
    for position, expected in enumerate(jacobian(function, (x, y))):
        assert found[(position,)].shape == expected.shape
        np.testing.assert_allclose(found[(position,)], expected.numpy(), rtol=1e-14)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_second_order_of_a_sum_is_the_hessian(function: Any) -> None:
    """Each pair of inputs has its block."""
    x, y = leaf(X), leaf(Y)
    found = derivatives(function(x, y).sum(), [x, y], 2)
    expected = hessian(lambda x, y: function(x, y).sum(), (x, y))
    assert list(found) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for (row, column), block in found.items():
        np.testing.assert_allclose(block, expected[row][column].numpy(), rtol=1e-13, atol=1e-15)


def test_second_order_of_several_elements() -> None:
    """The result's shape comes first."""
    x = leaf([1.0, 2.0])
    (block,) = derivatives(torch.stack([x[0] ** 2 * x[1], x.sum(), x[1] ** 3]), [x], 2).values()
    assert block.tolist() == [
        [[4.0, 2.0], [2.0, 0.0]],
        [[0.0, 0.0], [0.0, 0.0]],
        [[0.0, 0.0], [0.0, 12.0]],
    ]


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 6])
def test_any_order(order: int) -> None:
    """The derivatives of exp(2 x) are powers of two, those of a power of five end in zero."""
    x = leaf(0.0)
    assert derivatives((2 * x).exp(), [x], order)[(0,) * order] == 2.0**order
    z = leaf(1.0)
    expected = [5.0, 20.0, 60.0, 120.0, 120.0, 0.0][order - 1]
    assert derivatives(z**5, [z], order)[(0,) * order] == expected


def test_too_high_an_order() -> None:
    """The order is a number that users choose, and arrays have limits."""
    x, y = leaf(2.0), leaf(np.ones((50, 50)))
    assert derivatives(x * 3, [x], 60)[(0,) * 60] == 0.0
    for tensor, order in ((x, 5000), (y, 33)):
        with pytest.raises(RuntimeError, match="dimensions here"):
            derivatives(tensor.sum(), [tensor], order)
    with pytest.raises(MemoryError):
        derivatives(y.sum(), [y], 5)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("order", [1, 2, 3])
def test_every_pass_is_counted(function: Any, order: int) -> None:
    """What is done and what is saved adds up to what was announced."""
    x, y = leaf(X), leaf(Y)
    result, steps = function(x, y), []
    derivatives(result, [x, y], order, steps.append)
    assert sum(steps) == passes(result, [x, y], order)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_push_forward_is_a_product_with_the_jacobian(function: Any) -> None:
    """Tangents of several tensors add up."""
    x, y = leaf(X), leaf(Y)
    tangents = [leaf([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), leaf([7.0, 8.0])]
    result = function(x, y)
    found = push_forward(result, [x, y], [t.detach() for t in tangents])
    blocks = derivatives(result, [x, y], 1)
    expected = sum(
        np.tensordot(blocks[(i,)], t.detach().numpy(), t.dim()) for i, t in enumerate(tangents)
    )
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_the_graph_stays_usable() -> None:
    """Nothing is freed and nothing is left in ``grad``."""
    x = leaf([1.0, 2.0])
    y = (x**3).sum()
    derivatives(y, [x], 2)
    push_forward(y, [x], [x.detach()])
    assert x.grad is None
    y.backward()
    assert x.grad.tolist() == [3.0, 12.0]
