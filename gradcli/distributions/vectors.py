"""Distributions of vectors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from gradcli.distributions import constraints
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Distribution, invalid
from gradcli.distributions.families import standard_normal
from gradcli.nn.calls import linalg, torch


class Scaled(Distribution):
    """A distribution that is given by one of covariance, its inverse, and its Cholesky factor."""

    has_rsample = True
    _scale: Any

    def _square(self, matrix: Any) -> Any:
        return matrix.expand((*self._batch_shape, *matrix.shape[-2:]))

    @cached_property
    def scale_tril(self) -> Any:
        """Return the Cholesky factor of the covariance."""
        return self._square(self._scale)

    @cached_property
    def covariance_matrix(self) -> Any:
        """Return the covariance."""
        return self._square(torch.matmul(self._scale, self._scale.mT))

    @cached_property
    def precision_matrix(self) -> Any:
        """Return the inverse of the covariance."""
        return self._square(torch.cholesky_inverse(self._scale))


def the_given(kind: type[Exception], **matrices: Any) -> tuple[str, Any]:
    """Return the name and the matrix of the one that was given, or raise an error of a kind."""
    given = [(name, matrix) for name, matrix in matrices.items() if matrix is not None]
    if len(given) != 1:
        raise invalid(
            "Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.",
            kind,
        )
    return given[0]


class MultivariateNormal(Scaled):
    """Normal vectors, given by one of covariance, its inverse, and its Cholesky factor."""

    loc: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }

    def __init__(
        self,
        loc: Any,
        covariance_matrix: Any = None,
        precision_matrix: Any = None,
        scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        if loc.dim() < 1:
            raise invalid("loc must be at least one-dimensional.")
        name, matrix = the_given(
            ValueError,
            covariance_matrix=covariance_matrix,
            precision_matrix=precision_matrix,
            scale_tril=scale_tril,
        )
        if matrix.dim() < 2:
            what = "scale_tril matrix" if name == "scale_tril" else name
            raise invalid(
                f"{what} must be at least two-dimensional, with optional leading batch dimensions"
            )
        batch = np.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.__dict__[name] = matrix.expand((*batch, -1, -1))
        self.loc = loc.expand((*batch, -1))
        super().__init__(batch, self.loc.shape[-1:], validate_args)
        self._scale = scale_of(name, matrix)

    def _support(self) -> Constraint:
        return constraints.real_vector

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)

    @property
    def variance(self) -> Any:
        """Return the variances of the elements."""
        return self._scale.pow(2).sum(-1).expand((*self._batch_shape, *self._event_shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        drawn = standard_normal(self._extended_shape(sample_shape), self.loc)
        return self.loc + torch.matmul(self._scale, drawn.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        away = self._checked(value) - self.loc
        distance = squared_length(self._scale, away)
        constant = self._event_shape[0] * math.log(2 * math.pi)
        return -0.5 * (constant + distance) - half_log_det(self._scale)

    def entropy(self) -> Any:
        """Return the entropy."""
        constant = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi))
        found = constant + half_log_det(self._scale)
        return found.expand(self._batch_shape) if self._batch_shape else found


def scale_of(name: str, matrix: Any) -> Any:
    """Return the Cholesky factor of a covariance that is given by one of its matrices."""
    if name == "scale_tril":
        return matrix
    if name == "covariance_matrix":
        return linalg.cholesky(matrix)
    reversed_factor = linalg.cholesky(torch.flip(matrix, (-2, -1)))
    inverse = torch.transpose(torch.flip(reversed_factor, (-2, -1)), -2, -1)
    eye = torch.eye(matrix.shape[-1], dtype=matrix.dtype)
    return linalg.solve_triangular(inverse, eye, upper=False)


def half_log_det(scale: Any) -> Any:
    """Return half of the logarithm of a covariance's determinant."""
    return scale.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def squared_length(scale: Any, vectors: Any) -> Any:
    """Return the squared lengths of vectors in units of a covariance, by its Cholesky factor."""
    if scale.dim() == 2:  # one covariance for all: they are solved for together
        rows = vectors.reshape((-1, vectors.shape[-1]))
        lengths = linalg.solve_triangular(scale, rows.T, upper=False).pow(2).sum(-2)
        return lengths.reshape(vectors.shape[:-1])
    solved = linalg.solve_triangular(scale, vectors.unsqueeze(-1), upper=False)
    return solved.squeeze(-1).pow(2).sum(-1)
