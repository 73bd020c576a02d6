"""How far values are beyond a high one: the generalized Pareto distribution."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from gradcli.distributions import constraints
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Elementwise
from gradcli.nn.calls import torch


class GeneralizedPareto(Elementwise):
    """Values from ``loc`` on, with a tail that a concentration above 0 makes heavy."""

    has_rsample = True
    loc: Any
    scale: Any
    concentration: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "loc": constraints.real,
        "scale": constraints.positive,
        "concentration": constraints.real,
    }

    def __init__(
        self, loc: Any, scale: Any, concentration: Any, validate_args: bool | None = None
    ) -> None:
        self._set(validate_args, loc=loc, scale=scale, concentration=concentration)

    def _support(self) -> Constraint:
        bounded = self.loc - self.scale / self.concentration
        return constraints.interval(
            self.loc, torch.where(self.concentration < 0, bounded, math.inf)
        )

    mode = property(lambda self: self.loc)

    @property
    def mean(self) -> Any:
        """Return the expected value."""
        valid = self.concentration < 1
        shape = torch.where(valid, self.concentration, 0.5)
        return torch.where(valid, self.loc + self.scale / (1 - shape), math.nan)

    @property
    def variance(self) -> Any:
        """Return the variance."""
        valid = self.concentration < 0.5
        shape = torch.where(valid, self.concentration, 0.25)
        found = self.scale**2 / ((1 - shape) ** 2 * (1 - 2 * shape))
        return torch.where(valid, found, math.nan)

    def _shapes(self) -> tuple[Any, Any]:
        """Return where the concentration is 0, and it with ones there."""
        none = torch.isclose(self.concentration, torch.zeros_like(self.concentration))
        return none, torch.where(none, torch.ones_like(self.concentration), self.concentration)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        z = (self._checked(value) - self.loc) / self.scale
        none, shape = self._shapes()
        y = 1 / shape + torch.ones_like(z)
        bent = torch.where(y == 0, y, y * torch.log1p(shape * z))
        return -self.scale.log() - torch.where(none, z, bent)

    def log_survival_function(self, value: Any) -> Any:
        """Return the logarithm of the probability of values above some."""
        z = (self._checked(value) - self.loc) / self.scale
        none, shape = self._shapes()
        return torch.where(none, -z, -torch.log1p(shape * z) / shape)

    def log_cdf(self, value: Any) -> Any:
        """Return the logarithm of the probability of values up to some."""
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        return torch.exp(self.log_cdf(value))

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        none, shape = self._shapes()
        rest = torch.log1p(-value)
        bent = self.loc + self.scale / shape * torch.expm1(-shape * rest)
        return torch.where(none, self.loc - self.scale * rest, bent)

    def entropy(self) -> Any:
        """Return the entropy."""
        return (torch.log(self.scale) + self.concentration + 1).expand(self._batch_shape)
