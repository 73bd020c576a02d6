"""The derivatives of determinants of singular matrices, where PyTorch returns zeros."""

from __future__ import annotations

import numpy as np
import pytest

from gradcli.autograd import grad
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor

MATRICES = {
    "rank 1 of 2": np.outer([1.0, 2.0], [1.0, 2.0]),
    "rank 2 of 3": np.arange(9.0).reshape(3, 3),
    "rank 1 of 3": np.outer([1.0, -2.0, 0.5], [3.0, 1.0, 2.0]),
    "rank 0 of 3": np.zeros((3, 3)),
    "rank 2 of 4": np.arange(16.0).reshape(4, 4) / 10,
    "rank 1 of 1": np.zeros((1, 1)),
    "a stack": np.stack([np.arange(9.0).reshape(3, 3), np.eye(3)]),
}


def cofactors(matrix: np.ndarray) -> np.ndarray:
    """Return the matrix of cofactors by their definition."""
    n = matrix.shape[-1]
    found = np.ones_like(matrix)
    for i in range(n):
        for j in range(n):
            minor = np.delete(np.delete(matrix, i, -2), j, -1)
            found[..., i, j] = (-1) ** (i + j) * np.linalg.det(minor)
    return found


def slope(tensor: Tensor, weights: np.ndarray) -> Tensor:
    """Return the derivative of the weighted sum of the cofactors of a matrix."""
    first = grad(OPS["det"](tensor).sum(), [tensor], create_graph=True)[0]
    return grad((first * Tensor(weights)).sum(), [tensor], create_graph=True)[0]


@pytest.mark.parametrize("name", MATRICES)
def test_gradient_is_the_matrix_of_cofactors(name: str) -> None:
    """The gradient is right whatever the rank."""
    matrix = MATRICES[name]
    tensor = Tensor(matrix.copy()).requires_grad_()
    found = grad(OPS["det"](tensor).sum(), [tensor])[0]
    np.testing.assert_allclose(found.array, cofactors(matrix), atol=1e-10)


@pytest.mark.parametrize("name", MATRICES)
def test_higher_derivatives_are_differences_of_lower_ones(name: str) -> None:
    """The second derivative is that of the cofactors, the third that of the second."""
    matrix = MATRICES[name]
    weights = np.cos(np.arange(matrix.size)).reshape(matrix.shape)
    direction = np.sin(np.arange(matrix.size) + 1.0).reshape(matrix.shape)
    tensor = Tensor(matrix.copy()).requires_grad_()
    second = slope(tensor, weights)
    step = 1e-5
    ahead, behind = (cofactors(matrix + sign * step * direction) for sign in (1, -1))
    expected = ((ahead - behind) / (2 * step) * weights).sum()
    assert (second.array * direction).sum() == pytest.approx(expected, abs=1e-7)
    if not second.requires_grad:
        return
    third = grad((second * Tensor(weights)).sum(), [tensor])[0]
    moved = [
        slope(Tensor(matrix + sign * step * direction).requires_grad_(), weights).array
        for sign in (1, -1)
    ]
    expected = ((moved[0] - moved[1]) / (2 * step) * weights).sum()
    assert (third.array * direction).sum() == pytest.approx(expected, abs=1e-6)
