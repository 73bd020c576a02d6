"""Third derivatives of compositions against central differences of second ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gradcli as torch
from gradcli.func import grad, jacrev

F = torch.nn.functional
X = np.array([0.7, 1.3, 0.4])
A = torch.tensor([[2.0, 0.5, 0.1], [0.3, 1.5, 0.2], [0.4, 0.6, 3.0]], dtype=torch.float64)
T = torch.tensor([2, 0])

COMPOSITIONS: dict[str, Callable[[Any], Any]] = {
    "exponential of a sine": lambda x: torch.exp(torch.sin(x)).sum(),
    "tanh of a product": lambda x: torch.tanh(x @ A).prod(),
    "log-sum-exp": lambda x: torch.logsumexp(x * x, 0),
    "attention": lambda x: (torch.softmax(torch.outer(x, x) @ A, 1) @ x).sum(),
    "determinant": lambda x: torch.logdet(A + torch.diag(x)) * torch.det(A * x),
    "inverse": lambda x: torch.linalg.inv(A * x).sum(),
    "solution": lambda x: torch.linalg.solve(A * x, x).prod(),
    "root of a quadratic form": lambda x: (x @ A @ x).sqrt(),
    "norm of softplus": lambda x: F.softplus(A @ x).norm(),
    "layer norm": lambda x: F.layer_norm(x * x, (3,)).pow(3).sum(),
    "cross entropy": lambda x: F.cross_entropy(torch.stack([x, x * x]), T),
    "gelu and erf": lambda x: F.gelu(x * x).sum() + torch.erf(x).prod(),
    "powers": lambda x: torch.pow(x, x).sum() * torch.cumprod(x, 0).sum(),
    "gamma": lambda x: torch.lgamma(x + 1).sum() * torch.digamma(x).sum(),
    "variance": lambda x: x.var() ** 2 * x.std(),
    "convolution": lambda x: F.conv1d(x.view(1, 1, 3), (x * x)[:2].view(1, 1, 2)).pow(2).sum(),
    "gradient in a gradient": lambda x: (grad(lambda y: (y**3).sum() * x.sum())(x) * x).sum(),
    "in place": lambda x: torch.zeros_like(x).add_(x).mul_(x).sin_().prod(),
    "parts": lambda x: (x[:2] * x[1:]).exp()[torch.tensor([0, 1, 1])].prod(),
}


@pytest.mark.parametrize("name", COMPOSITIONS)
def test_third_derivative(name: str) -> None:
    """It is the slope of the second one, and symmetric in its three axes."""
    second = jacrev(grad(COMPOSITIONS[name]))
    found = jacrev(second)(torch.tensor(X)).numpy()

    def slope(axis: int, step: float = 1e-4) -> np.ndarray:
        shift = step * np.eye(3)[axis]
        ends = [second(torch.tensor(X + way * shift)).numpy() for way in (1, -1)]
        return np.asarray((ends[0] - ends[1]) / (2 * step))

    numerical = np.stack([slope(axis) for axis in range(3)], -1)
    np.testing.assert_allclose(found, numerical, rtol=1e-5, atol=1e-5 * np.abs(found).max())
    np.testing.assert_allclose(found, found.transpose(2, 0, 1), rtol=1e-7, atol=1e-9)
    assert np.abs(found).max() > 1e-3
