"""Distributions of extremes and sizes, made of uniform or exponential numbers by functions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from gradcli.distributions import constraints, names
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Number, broadcast_all
from gradcli.distributions.families import Exponential, Uniform, limits_of
from gradcli.distributions.transformed import TransformedDistribution
from gradcli.distributions.transforms import AffineTransform, ExpTransform, PowerTransform
from gradcli.nn.calls import torch

__all__ = names("extremes")

EULER = float(np.euler_gamma)


class _Several(TransformedDistribution):
    """A family with parameters of its own."""

    loc: Any
    scale: Any
    alpha: Any
    concentration: Any
    concentration0: Any
    concentration1: Any

    def _take(self, **given: Any) -> None:
        self.__dict__.update(zip(given, broadcast_all(*given.values()), strict=True))

    def expand(self, batch_shape: Any) -> Any:
        """Return the distribution with parameters of another shape, which is broadcast to."""
        new = super().expand(batch_shape)
        new.transforms = new._functions()
        return new

    def _functions(self) -> list[Any]:
        """Return the functions, by the parameters."""
        raise NotImplementedError


_TWO: Mapping[str, Constraint] = {"loc": constraints.real, "scale": constraints.positive}


class Gumbel(_Several):
    """The greatest of many numbers."""

    _constraints = _TWO
    _values = constraints.real

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self._take(loc=loc, scale=scale)
        limits = limits_of(self.loc)
        bounds: list[Any] = [float(limits.tiny), 1 - float(limits.eps)]
        if not (isinstance(loc, Number) and isinstance(scale, Number)):
            bounds = [torch.full_like(self.loc, bound) for bound in bounds]
        super().__init__(
            Uniform(bounds[0], bounds[1], validate_args), self._functions(), validate_args
        )

    def _functions(self) -> list[Any]:
        turned = AffineTransform(0, -torch.ones_like(self.scale))
        last = AffineTransform(self.loc, -self.scale)
        return [ExpTransform().inv, turned, ExpTransform().inv, last]

    mean = property(lambda self: self.loc + self.scale * EULER)
    mode = property(lambda self: self.loc)
    stddev = property(lambda self: math.pi / math.sqrt(6) * self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        y = (self.loc - self._checked(value)) / self.scale
        return y - y.exp() - self.scale.log()

    def entropy(self) -> Any:
        """Return the entropy."""
        return self.scale.log() + (1 + EULER)


class Weibull(_Several):
    """The time until something fails that ages."""

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "scale": constraints.positive,
        "concentration": constraints.positive,
    }
    _values = constraints.positive

    def __init__(self, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self._take(scale=scale, concentration=concentration)
        base = Exponential(torch.ones_like(self.scale), validate_args)
        super().__init__(base, self._functions(), validate_args)

    concentration_reciprocal = property(lambda self: self.concentration.reciprocal())

    def _functions(self) -> list[Any]:
        return [PowerTransform(self.concentration_reciprocal), AffineTransform(0, self.scale)]

    def _moment(self, n: int) -> Any:
        return torch.exp(torch.lgamma(1 + n * self.concentration_reciprocal))

    mean = property(lambda self: self.scale * self._moment(1))

    @property
    def mode(self) -> Any:
        """Return the most probable value."""
        k = self.concentration
        return self.scale * ((k - 1) / k) ** k.reciprocal()

    @property
    def variance(self) -> Any:
        """Return the variance."""
        inverse = self.concentration_reciprocal
        square = torch.exp(2 * torch.lgamma(1 + inverse))
        return self.scale.pow(2) * (self._moment(2) - square)

    def entropy(self) -> Any:
        """Return the entropy."""
        inverse = self.concentration_reciprocal
        return EULER * (1 - inverse) + torch.log(self.scale * inverse) + 1


class Pareto(_Several):
    """Sizes above a least one, of which large ones are rare, but not very rare."""

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "alpha": constraints.positive,
        "scale": constraints.positive,
    }

    def __init__(self, scale: Any, alpha: Any, validate_args: bool | None = None) -> None:
        self._take(scale=scale, alpha=alpha)
        base = Exponential(self.alpha, validate_args)
        super().__init__(base, self._functions(), validate_args)

    def _functions(self) -> list[Any]:
        return [ExpTransform(), AffineTransform(0, self.scale)]

    def _support(self) -> Constraint:
        return constraints.greater_than_eq(self.scale)

    mode = property(lambda self: self.scale)

    @property
    def mean(self) -> Any:
        """Return the expected value."""
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def variance(self) -> Any:
        """Return the variance."""
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    def entropy(self) -> Any:
        """Return the entropy."""
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


class Kumaraswamy(_Several):
    """Numbers from 0 to 1, much as those of the beta distribution."""

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    _values = constraints.unit_interval

    def __init__(
        self, concentration1: Any, concentration0: Any, validate_args: bool | None = None
    ) -> None:
        self._take(concentration1=concentration1, concentration0=concentration0)
        bounds = [torch.full_like(self.concentration0, bound) for bound in (0, 1)]
        super().__init__(
            Uniform(bounds[0], bounds[1], validate_args), self._functions(), validate_args
        )

    def _functions(self) -> list[Any]:
        a, b = self.concentration1, self.concentration0
        return [
            PowerTransform(b.reciprocal()),
            AffineTransform(1.0, -1.0),
            PowerTransform(a.reciprocal()),
        ]

    def _moment(self, n: int) -> Any:
        a, b = self.concentration1, self.concentration0
        first = 1 + n / a
        return b * torch.exp(torch.lgamma(first) + torch.lgamma(b) - torch.lgamma(first + b))

    mean = property(lambda self: self._moment(1))
    variance = property(lambda self: self._moment(2) - torch.pow(self.mean, 2))

    @property
    def mode(self) -> Any:
        """Return the most probable value; NaN where there are two."""
        a, b = self.concentration1, self.concentration0
        found = b.reciprocal() * (-b).log1p() - (-b * a).log1p()
        found[(b < 1) | (a < 1)] = math.nan
        return found.exp()

    def entropy(self) -> Any:
        """Return the entropy."""
        a, b = self.concentration1, self.concentration0
        harmonic = torch.digamma(b + 1) + EULER
        first, second = 1 - a.reciprocal(), 1 - b.reciprocal()
        return second + first * harmonic - torch.log(a) - torch.log(b)
