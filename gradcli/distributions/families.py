"""Distributions of numbers by where they are, how wide, or how often something happens."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from gradcli.core.modes import no_grad
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.distributions import constraints
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import (
    Elementwise,
    broadcast_all,
)
from gradcli.nn.calls import torch
from gradcli.numerics.dtypes import finfo


class _LocationScale(Elementwise):
    """A density that is moved and stretched."""

    has_rsample = True
    loc: Any
    scale: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "loc": constraints.real,
        "scale": constraints.positive,
    }

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self._set(validate_args, loc=loc, scale=scale)

    def _support(self) -> Constraint:
        return constraints.real

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)


class Normal(_LocationScale):
    """The normal distribution of mean ``loc`` and standard deviation ``scale``."""

    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale.pow(2))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return self.loc + standard_normal(self._extended_shape(sample_shape), self.loc) * self.scale

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value, variance = self._checked(value), self.scale**2
        density = -((value - self.loc) ** 2) / (2 * variance) - self.scale.log()
        return density - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        value = self._checked(value)
        scaled = (value - self.loc) * self.scale.reciprocal() / math.sqrt(2)
        return 0.5 * (1 + torch.erf(scaled))

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Any:
        """Return the entropy."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class Laplace(_LocationScale):
    """Two exponential distributions, back to back at ``loc``."""

    variance = property(lambda self: 2 * self.scale.pow(2))
    stddev = property(lambda self: (2**0.5) * self.scale)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        least = float(limits_of(self.loc).eps) - 1
        u = empty(self._extended_shape(sample_shape), self.loc).uniform_(least, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value = self._checked(value)
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        away = self._checked(value) - self.loc
        return 0.5 - 0.5 * away.sign() * torch.expm1(-away.abs() / self.scale)

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        term = value - 0.5
        return self.loc - self.scale * term.sign() * torch.log1p(-2 * term.abs())

    def entropy(self) -> Any:
        """Return the entropy."""
        return 1 + torch.log(2 * self.scale)


class Cauchy(_LocationScale):
    """The ratio of two normal numbers, which has no mean."""

    mean = property(lambda self: self._full(math.nan))
    variance = property(lambda self: self._full(math.inf))

    def _full(self, value: float) -> Any:
        return torch.full(self._extended_shape(), value, dtype=self.loc.dtype)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return self.loc + empty(self._extended_shape(sample_shape), self.loc).cauchy_() * self.scale

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        away = (self._checked(value) - self.loc) / self.scale
        return -math.log(math.pi) - self.scale.log() - (away**2).log1p()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        value = self._checked(value)
        return torch.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        return torch.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Any:
        """Return the entropy."""
        return math.log(4 * math.pi) + self.scale.log()


class Uniform(Elementwise):
    """Values from ``low`` to ``high``, all alike."""

    has_rsample = True
    low: Any
    high: Any

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self._set(validate_args, low=low, high=high)

    def _limits(self) -> Mapping[str, Constraint]:
        return {
            "low": constraints.less_than(self.high),
            "high": constraints.greater_than(self.low),
        }

    def _support(self) -> Constraint:
        return constraints.interval(self.low, self.high)

    mean = property(lambda self: (self.high + self.low) / 2)
    mode = property(lambda self: math.nan * self.high)
    stddev = property(lambda self: (self.high - self.low) / 12**0.5)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        drawn = torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value = self._checked(value)
        inside = self.low.le(value).type_as(self.low).mul(self.high.gt(value).type_as(self.low))
        return torch.log(inside) - torch.log(self.high - self.low)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        value = self._checked(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Any:
        """Return the entropy."""
        return torch.log(self.high - self.low)


class _Rated(Elementwise):
    rate: Any

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        self._set(validate_args, rate=rate)


class Exponential(_Rated):
    """The time until something that happens ``rate`` times in a unit of time."""

    has_rsample = True
    _constraints: ClassVar[Mapping[str, Constraint]] = {"rate": constraints.positive}

    def _support(self) -> Constraint:
        return constraints.nonnegative

    mean = property(lambda self: self.rate.reciprocal())
    mode = property(lambda self: torch.zeros_like(self.rate))
    stddev = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return empty(self._extended_shape(sample_shape), self.rate).exponential_() / self.rate

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value = self._checked(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        value = self._checked(value)
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        return -torch.log1p(-value) / self.rate

    def entropy(self) -> Any:
        """Return the entropy."""
        return 1.0 - torch.log(self.rate)


class Poisson(_Rated):
    """How often something happens that happens ``rate`` times on the average."""

    _constraints: ClassVar[Mapping[str, Constraint]] = {"rate": constraints.nonnegative}

    def _support(self) -> Constraint:
        return constraints.nonnegative_integer

    mean = property(lambda self: self.rate)
    mode = property(lambda self: self.rate.floor())
    variance = property(lambda self: self.rate)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        with no_grad():
            return torch.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability."""
        rate, value = broadcast_all(self.rate, self._checked(value))
        return value.xlogy(rate) - rate - (value + 1).lgamma()


def standard_normal(shape: Size, like: Tensor) -> Any:
    """Draw normal numbers of a tensor's type."""
    with no_grad():
        return torch.randn(shape, dtype=like.dtype)


def limits_of(tensor: Tensor) -> Any:
    """Return what is known of a tensor's type of floating-point numbers."""
    return finfo(tensor.array.dtype)


def empty(shape: Size, like: Tensor) -> Any:
    """Return a tensor of another one's type, to be drawn into."""
    return torch.empty(shape, dtype=like.dtype)
