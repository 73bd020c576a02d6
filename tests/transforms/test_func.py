"""Transforms in Python, and what no program recorded under PyTorch can show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gradcli as torch
from gradcli.autograd.functional import hessian, hvp, jacobian, vhp
from gradcli.func import grad, jacfwd, jacrev, jvp, linearize, vjp

X = [0.5, -1.0, 2.0]


def double(values: Any) -> Any:
    """Make a tensor in double precision."""
    return torch.tensor(values, dtype=torch.float64)


def mixture(x: Any) -> Any:
    """Return what has off-diagonal derivatives of every order."""
    return torch.exp(x[0] * x[1]) * torch.sin(x[2]) + x[0] * x[2] ** 3


def numerical(function: Any, x: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """Return central differences of a function of an array, along its elements."""
    columns = []
    for index in np.ndindex(x.shape):
        moved = [x.copy(), x.copy()]
        moved[0][index] += step
        moved[1][index] -= step
        columns.append((function(moved[0]) - function(moved[1])) / (2 * step))
    return np.stack(columns, axis=-1)


def test_modules_are_those_of_torch() -> None:
    """``import gradcli as torch`` finds the transforms where PyTorch has them."""
    x = double(X)
    assert torch.equal(torch.func.grad(mixture)(x), grad(mixture)(x))
    assert torch.equal(torch.autograd.functional.jacobian(mixture, x), jacobian(mixture, x))


def test_gradient_and_hessian_against_differences() -> None:
    """Both orders agree with central differences of the order before."""
    x = double(X)
    gradient, second = grad(mixture)(x).numpy(), hessian(mixture, x).numpy()

    def value(array: np.ndarray) -> Any:
        return mixture(double(array)).numpy()

    def slope(array: np.ndarray) -> Any:
        return grad(mixture)(double(array)).numpy()

    np.testing.assert_allclose(gradient, numerical(value, x.numpy()), rtol=1e-8)
    np.testing.assert_allclose(second, numerical(slope, x.numpy()), rtol=1e-8)


def test_forward_mode_is_reverse_mode_transposed() -> None:
    """Jacobians by rows and by columns, and products from both sides, agree."""
    x, v = double(X), double([1.0, 2.0, 3.0])

    def function(x: Any) -> Any:
        return torch.stack([mixture(x), x.prod(), x[0]]) * x.sum()

    rows = jacrev(function)(x)
    np.testing.assert_allclose(jacfwd(function)(x).numpy(), rows.numpy(), rtol=1e-13)
    np.testing.assert_allclose(jvp(function, (x,), (v,))[1].numpy(), (rows @ v).numpy())
    np.testing.assert_allclose(vjp(function, x)[1](v)[0].numpy(), (v @ rows).numpy())
    np.testing.assert_allclose(linearize(function, x)[1](v).numpy(), (rows @ v).numpy())


def test_products_with_the_hessian() -> None:
    """``hvp`` and ``vhp`` are products with the symmetric Hessian."""
    x, v = double(X), double([1.0, 2.0, 3.0])
    expected = (hessian(mixture, x) @ v).numpy()
    np.testing.assert_allclose(hvp(mixture, x, v)[1].numpy(), expected, rtol=1e-13)
    np.testing.assert_allclose(vhp(mixture, x, v)[1].numpy(), expected, rtol=1e-13)


def test_linearize_can_be_used_again() -> None:
    """The linear map of ``linearize`` takes any number of tangents, and nests."""
    x = {"a": double([1.0, 2.0]), "b": double([3.0, 4.0])}
    value, push = linearize(lambda d: {"sum": d["a"] + d["b"], "product": d["a"] * d["b"]}, x)
    assert value["product"].tolist() == [3.0, 8.0]
    for scale in (1.0, 2.0):
        tangent = {"a": double([scale, 0.0]), "b": double([0.0, scale])}
        assert push(tangent)["sum"].tolist() == [scale, scale]
        assert push(tangent)["product"].tolist() == [3.0 * scale, 2.0 * scale]


@pytest.mark.parametrize(
    ("tangent", "message"),
    [
        ("torch.ones(2)", "tangent:0 with shape torch.Size([2]) in flattened pytree doesn't match"),
        ("x.double()", "tangent:0 with dtype torch.float64 in flattened pytree doesn't match"),
        ("x, x", "Expected the tangents TreeSpec(tuple, None, [*,\n  *]) to have the same argspec"),
    ],
)
def test_linearize_refuses_other_tangents(tangent: str, message: str) -> None:
    """A tangent must be formed, shaped and typed as its argument."""
    with pytest.raises(torch.GradcliError) as caught:
        torch.run(f"x = ones(3)\ntorch.func.linearize(sin, x)[1]({tangent})")
    assert caught.value.message.startswith(message)


def test_results_keep_no_graph_of_their_own() -> None:
    """Results require grad only where something outside of the function does."""
    x, w = double(X), double([1.0, 2.0, 3.0]).requires_grad_()
    assert not grad(mixture)(x).requires_grad
    assert not jacrev(torch.sin)(x).requires_grad
    assert grad(lambda x: (x * w).sum())(x).requires_grad
    with torch.no_grad():
        assert not grad(lambda x: (x * w).sum())(x).requires_grad


def test_functions_leave_nothing_behind() -> None:
    """Neither the arguments nor what the function reaches gets a ``grad``."""
    x, w = double(X).requires_grad_(), double([1.0, 2.0, 3.0]).requires_grad_()
    hessian(lambda x: (x**2 * w).sum(), x)
    jacrev(lambda x: x * w)(x)
    assert x.grad is None and w.grad is None
    assert x.is_leaf and x.requires_grad


def test_long_chain() -> None:
    """Depth of the function's graph is no matter."""

    def deep(x: Any) -> Any:
        for _ in range(3000):
            x = x * 0.999
        return x.sum()

    assert grad(deep)(double(X)).tolist() == pytest.approx([0.999**3000] * 3)
