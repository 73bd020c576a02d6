"""Normal vectors with few directions in common, and factors of correlations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from gradcli.core.modes import no_grad
from gradcli.core.values import Size
from gradcli.distributions import constraints
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Distribution, broadcast_all, invalid
from gradcli.distributions.families import limits_of, standard_normal
from gradcli.distributions.gammas import Beta
from gradcli.distributions.vectors import half_log_det, squared_length
from gradcli.nn.calls import check_count, linalg, torch


def _times(matrix: Any, vector: Any) -> Any:
    return torch.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)


def _with_identity(matrix: Any) -> Any:
    return matrix + torch.eye(matrix.shape[-1], dtype=matrix.dtype)


class LowRankMultivariateNormal(Distribution):
    """Normal vectors of covariance ``cov_factor @ cov_factor.T + diag(cov_diag)``."""

    has_rsample = True
    loc: Any
    cov_factor: Any
    cov_diag: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }

    def __init__(
        self, loc: Any, cov_factor: Any, cov_diag: Any, validate_args: bool | None = None
    ) -> None:
        _check_parts(loc, cov_factor, cov_diag)
        try:
            parts = torch.broadcast_tensors(loc.unsqueeze(-1), cov_factor, cov_diag.unsqueeze(-1))
        except RuntimeError:
            shapes = f"{loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}"
            raise invalid(f"Incompatible batch shapes: loc {shapes}") from None
        self.loc, self.cov_factor, self.cov_diag = parts[0][..., 0], parts[1], parts[2][..., 0]
        self._factor, self._diagonal = cov_factor, cov_diag
        inner = torch.matmul(cov_factor.mT / cov_diag.unsqueeze(-2), cov_factor)
        self._capacitance = linalg.cholesky(_with_identity(inner))
        super().__init__(self.loc.shape[:-1], self.loc.shape[-1:], validate_args)

    def _support(self) -> Constraint:
        return constraints.real_vector

    def _square(self, matrix: Any) -> Any:
        return matrix.expand((*self._batch_shape, *self._event_shape, *self._event_shape))

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)

    @cached_property
    def variance(self) -> Any:
        """Return the variances of the elements."""
        found = self._factor.pow(2).sum(-1) + self._diagonal
        return found.expand((*self._batch_shape, *self._event_shape))

    @cached_property
    def scale_tril(self) -> Any:
        """Return the Cholesky factor of the covariance."""
        root = self._diagonal.sqrt().unsqueeze(-1)
        scaled = self._factor / root
        return self._square(root * linalg.cholesky(_with_identity(torch.matmul(scaled, scaled.mT))))

    @cached_property
    def covariance_matrix(self) -> Any:
        """Return the covariance."""
        common = torch.matmul(self._factor, self._factor.mT)
        return self._square(common + torch.diag_embed(self._diagonal))

    def scaled_factor(self) -> Any:
        """Return the factor over the diagonal, solved for by the small matrix inside."""
        turned = self._factor.mT / self._diagonal.unsqueeze(-2)
        return linalg.solve_triangular(self._capacitance, turned, upper=False)

    @cached_property
    def precision_matrix(self) -> Any:
        """Return the inverse of the covariance."""
        a = self.scaled_factor()
        return self._square(torch.diag_embed(self._diagonal.reciprocal()) - torch.matmul(a.mT, a))

    def log_det(self) -> Any:
        """Return the logarithm of the covariance's determinant."""
        return 2 * half_log_det(self._capacitance) + self._diagonal.log().sum(-1)

    def distance(self, away: Any) -> Any:
        """Return the squared lengths of vectors in units of the covariance."""
        inner = _times(self._factor.mT / self._diagonal.unsqueeze(-2), away)
        whole = (away.pow(2) / self._diagonal).sum(-1)
        return whole - squared_length(self._capacitance, inner)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        shape = self._extended_shape(sample_shape)
        common = standard_normal(Size((*shape[:-1], self.cov_factor.shape[-1])), self.loc)
        own = standard_normal(shape, self.loc)
        return self.loc + _times(self._factor, common) + self._diagonal.sqrt() * own

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        distance = self.distance(self._checked(value) - self.loc)
        constant = self._event_shape[0] * math.log(2 * math.pi)
        return -0.5 * (constant + self.log_det() + distance)

    def entropy(self) -> Any:
        """Return the entropy."""
        constant = self._event_shape[0] * (1.0 + math.log(2 * math.pi))
        found = 0.5 * (constant + self.log_det())
        return found.expand(self._batch_shape) if self._batch_shape else found


def _check_parts(loc: Any, cov_factor: Any, cov_diag: Any) -> None:
    """Refuse vectors and matrices that do not belong together."""
    if loc.dim() < 1:
        raise invalid("loc must be at least one-dimensional.")
    event = loc.shape[-1:]
    if cov_factor.dim() < 2:
        raise invalid(
            "cov_factor must be at least two-dimensional, with optional leading batch dimensions"
        )
    if cov_factor.shape[-2:-1] != event:
        raise invalid(f"cov_factor must be a batch of matrices with shape {event[0]} x m")
    if cov_diag.shape[-1:] != event:
        raise invalid(f"cov_diag must be a batch of vectors with shape {event}")


class LKJCholesky(Distribution):
    """Cholesky factors of correlations, nearer to the identity for a larger concentration."""

    dim: int
    concentration: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {"concentration": constraints.positive}

    def __init__(
        self, dim: int, concentration: Any = 1.0, validate_args: bool | None = None
    ) -> None:
        if dim < 2:
            raise invalid(
                f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}."
            )
        check_count(dim, "dimensions")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        marginal = self.concentration + 0.5 * (dim - 2)
        offset = torch.arange(dim - 1, dtype=self.concentration.dtype)
        offset = torch.cat([torch.zeros(1, dtype=offset.dtype), offset])
        self._beta = Beta(offset + 0.5, marginal.unsqueeze(-1) - 0.5 * offset)
        super().__init__(self.concentration.size(), (dim, dim), validate_args)

    def _support(self) -> Constraint:
        return constraints.corr_cholesky

    def expand(self, batch_shape: Any) -> Distribution:
        """Return the distribution with parameters of another shape, which is broadcast to."""
        new: LKJCholesky = self._unfilled()
        LKJCholesky.__init__(new, self.dim, self.concentration.expand(batch_shape), False)
        return new

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values row by row, directions on a sphere and lengths of a beta distribution."""
        with no_grad():
            y = self._beta.sample(sample_shape).unsqueeze(-1)
            drawn = torch.randn(self._extended_shape(sample_shape), dtype=y.dtype).tril(-1)
            directions = drawn / torch.norm(drawn, dim=-1, keepdim=True)
            directions[..., 0, :] = 0.0
            w = torch.sqrt(y) * directions
            least = float(limits_of(w).tiny)
            rest = torch.clamp(1 - torch.sum(w**2, dim=-1), min=least).sqrt()
            return w + torch.diag_embed(rest)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        diagonal = self._checked(value).diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = torch.arange(2, self.dim + 1)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - order
        found = torch.sum(order * diagonal.log(), dim=-1)
        rest = self.dim - 1
        alpha = self.concentration + 0.5 * rest
        norm = torch.mvlgamma(alpha - 0.5, rest) - torch.lgamma(alpha) * rest
        return found - (0.5 * rest * math.log(math.pi) + norm)
