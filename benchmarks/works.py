"""What the table measures: each work in torch's names, for gradcli and torch alike, and by hand.

It knows programs, not clocks. ``by_hand`` is NumPy as one writes it down, temporaries and all;
``compiled`` is JAX's, value and gradient in one function.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from measure import Work

CHAIN = 1000


def numbers(*shape: int) -> np.ndarray:
    """Return the same random numbers each time, in single precision."""
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


def tensor(torch: ModuleType, *shape: int) -> Any:
    """Return numbers as a tensor that is to have a gradient."""
    return torch.tensor(numbers(*shape), requires_grad=True)


def stepping(loss: Any, *leaves: Any) -> Work:
    """Return the work of a loss, its gradients and the look at it, after which all is as before."""

    def work() -> None:
        value = loss()
        value.backward()
        value.item()
        for leaf in leaves:
            leaf.grad = None

    return work


def seed(torch: ModuleType) -> Work:
    """Return the program of the README."""
    x = torch.ones(2, 2, requires_grad=True)
    return stepping(lambda: torch.mean(3 * (x + 2) ** 2), x)


def chain(torch: ModuleType) -> Work:
    """Return a thousand multiplications of small tensors."""
    x, factor = torch.ones(16, requires_grad=True), torch.full((16,), 1.001)

    def loss() -> Any:
        y = x
        for _ in range(CHAIN):
            y = y * factor
        return y.sum()

    return stepping(loss, x)


def network(torch: ModuleType) -> Work:
    """Return two layers, 32-64-10, on a batch of 16."""
    x, target = torch.tensor(numbers(16, 32)), torch.tensor(numbers(16, 10))
    shapes = ((32, 64), (64,), (64, 10), (10,))
    weights = [tensor(torch, *shape) for shape in shapes]
    first, first_bias, second, second_bias = weights

    def loss() -> Any:
        hidden = torch.relu(x @ first + first_bias)
        return ((hidden @ second + second_bias - target) ** 2).mean()

    return stepping(loss, *weights)


def jacobian(torch: ModuleType) -> Work:
    """Return the Jacobian of a layer from 20 numbers to 20."""
    weight, x = torch.tensor(numbers(20, 20)), torch.tensor(numbers(20))
    return lambda: torch.autograd.functional.jacobian(lambda x: torch.tanh(weight @ x), x)


def sigmoid_tanh(torch: ModuleType, size: int) -> Work:
    """Return elementwise operations and a sum."""
    a = tensor(torch, size)
    return stepping(lambda: (torch.sigmoid(a) * torch.tanh(2 * a + 1)).sum(), a)


def sigmoid_tanh_by_hand(size: int) -> Work:
    """Return the same in NumPy."""
    a = numbers(size)

    def work() -> tuple[Any, Any]:
        s = 1 / (1 + np.exp(-a))
        t = np.tanh(2 * a + 1)
        value = (s * t).sum()
        grad = np.ones_like(a)
        ds, dt = grad * t, grad * s
        return value, ds * s * (1 - s) + dt * (1 - t * t) * 2

    return work


def sigmoid_tanh_compiled(jax: ModuleType, size: int) -> Work:
    """Return the same as JAX compiles it."""
    a = jax.numpy.asarray(numbers(size))
    function = jax.jit(
        jax.value_and_grad(lambda a: (jax.nn.sigmoid(a) * jax.numpy.tanh(2 * a + 1)).sum())
    )
    return lambda: jax.block_until_ready(function(a))


def squares(torch: ModuleType) -> Work:
    """Return the mean square of the distances of 2,000 points from one, of 500 numbers each."""
    b, v = tensor(torch, 2000, 500), tensor(torch, 500)
    return stepping(lambda: ((b - v) ** 2).mean(), b, v)


def product(torch: ModuleType, size: int) -> Work:
    """Return a product of square matrices."""
    m, w = tensor(torch, size, size), tensor(torch, size, size)
    return stepping(lambda: torch.relu(m @ w).sum(), m, w)


def product_by_hand(size: int) -> Work:
    """Return the same in NumPy."""
    m, w = numbers(size, size), numbers(size, size)

    def work() -> tuple[Any, Any, Any]:
        found = m @ w
        value = np.maximum(found, 0).sum()
        grad = np.ones_like(found) * (found > 0)
        return value, grad @ w.T, m.T @ grad

    return work
