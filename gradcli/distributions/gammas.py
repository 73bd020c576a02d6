"""Distributions that are drawn with gamma numbers: waiting times, shares, ratios of variances.

What is drawn moves with the parameters as its quantile does (``implicit``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from gradcli.core.tensor import Tensor
from gradcli.distributions import constraints, names
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Distribution, Elementwise, invalid
from gradcli.distributions.families import limits_of, standard_normal
from gradcli.distributions.implicit import gamma_numbers, shares
from gradcli.nn.calls import F, special, torch

__all__ = names("gammas")


class Gamma(Elementwise):
    """The time until something has happened ``concentration`` times, ``rate`` times in a unit."""

    has_rsample = True
    concentration: Any
    rate: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "concentration": constraints.positive,
        "rate": constraints.positive,
    }

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        self._set(validate_args, concentration=concentration, rate=rate)

    def _support(self) -> Constraint:
        return constraints.nonnegative

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    variance = property(lambda self: self.concentration / self.rate.pow(2))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        shape = self._extended_shape(sample_shape)
        drawn = gamma_numbers(self.concentration.expand(shape))
        value = drawn / self.rate.expand(shape)
        value.detach().clamp_(min=float(limits_of(value).tiny))
        return value

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        if not isinstance(value, Tensor):
            value = torch.tensor(value, dtype=self.rate.dtype)
        value = self._checked(value)
        a, rate = self.concentration, self.rate
        density = torch.xlogy(a, rate) + torch.xlogy(a - 1, value) - rate * value
        return density - torch.lgamma(a)

    def entropy(self) -> Any:
        """Return the entropy."""
        a = self.concentration
        return a - torch.log(self.rate) + torch.lgamma(a) + (1.0 - a) * torch.digamma(a)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        return special.gammainc(self.concentration, self.rate * self._checked(value))


class Chi2(Gamma):
    """The sum of the squares of ``df`` standard normal numbers."""

    _constraints: ClassVar[Mapping[str, Constraint]] = {"df": constraints.positive}

    def __init__(self, df: Any, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args)
        if self._validate_args and not bool((self.df > 0).all()):
            raise self._unfit("df", self.df, constraints.positive)

    df = property(lambda self: self.concentration * 2)


class Dirichlet(Distribution):
    """Numbers that add up to 1."""

    has_rsample = True
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "concentration": constraints.independent(constraints.positive, 1)
    }

    def __init__(self, concentration: Any, validate_args: bool | None = None) -> None:
        if concentration.dim() < 1:
            raise invalid("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        shape = concentration.shape
        super().__init__(shape[:-1], shape[-1:], validate_args)

    def _support(self) -> Constraint:
        return constraints.simplex

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    @property
    def mode(self) -> Any:
        """Return the most probable value."""
        less = (self.concentration - 1).clamp(min=0.0)
        mode = less / less.sum(-1, True)
        mask = (self.concentration < 1).all(dim=-1)
        mode[mask] = F.one_hot(mode[mask].argmax(dim=-1), less.shape[-1]).to(mode)
        return mode

    @property
    def variance(self) -> Any:
        """Return the variance."""
        a = self.concentration
        total = a.sum(-1, True)
        return a * (total - a) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return shares(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        a, value = self.concentration, self._checked(value)
        density = torch.xlogy(a - 1.0, value).sum(-1) + torch.lgamma(a.sum(-1))
        return density - torch.lgamma(a).sum(-1)

    def entropy(self) -> Any:
        """Return the entropy."""
        a = self.concentration
        total = a.sum(-1)
        found = torch.lgamma(a).sum(-1) - torch.lgamma(total)
        found = found - (a.size(-1) - total) * torch.digamma(total)
        return found - ((a - 1.0) * torch.digamma(a)).sum(-1)


class Beta(Distribution):
    """Numbers from 0 to 1."""

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    has_rsample = True

    def __init__(
        self, concentration1: Any, concentration0: Any, validate_args: bool | None = None
    ) -> None:
        self._dirichlet = _Pair(concentration1, concentration0, validate_args).dirichlet
        super().__init__(self._dirichlet.batch_shape, (), validate_args)

    def _support(self) -> Constraint:
        return constraints.unit_interval

    concentration1 = property(lambda self: self._dirichlet.concentration[..., 0])
    concentration0 = property(lambda self: self._dirichlet.concentration[..., 1])
    mode = property(lambda self: self._dirichlet.mode[..., 0])

    @property
    def mean(self) -> Any:
        """Return the expected value."""
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def variance(self) -> Any:
        """Return the variance."""
        a, b = self.concentration1, self.concentration0
        total = a + b
        return a * b / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values; the parameters must not ask for gradients."""
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value = self._checked(value)
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))

    def entropy(self) -> Any:
        """Return the entropy."""
        return self._dirichlet.entropy()


class _Pair(Elementwise):
    """Two parameters together, as those of one distribution of two numbers."""

    def __init__(self, first: Any, second: Any, validate_args: bool | None) -> None:
        self._broadcast(first=first, second=second)
        both = torch.stack([self.first, self.second], -1)  # type: ignore[attr-defined]
        self.dirichlet = Dirichlet(both, validate_args)


class StudentT(Elementwise):
    """Normal numbers of which the variance is only estimated, with ``df`` degrees of freedom."""

    has_rsample = True
    df: Any
    loc: Any
    scale: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "df": constraints.positive,
        "loc": constraints.real,
        "scale": constraints.positive,
    }

    def __init__(
        self, df: Any, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None
    ) -> None:
        batch = self._broadcast(df=df, loc=loc, scale=scale)
        self._chi2 = Chi2(self.df)
        super().__init__(batch, (), validate_args)

    def _support(self) -> Constraint:
        return constraints.real

    mode = property(lambda self: self.loc)

    @property
    def mean(self) -> Any:
        """Return the expected value; NaN where there is none."""
        mean = self.loc.clone()
        mean[self.df <= 1] = math.nan
        return mean

    @property
    def variance(self) -> Any:
        """Return the variance; NaN where there is none."""
        df, found = self.df, self.df.clone()
        some = df > 2
        found[some] = self.scale[some].pow(2) * df[some] / (df[some] - 2)
        found[(df <= 2) & (df > 1)] = math.inf
        found[df <= 1] = math.nan
        return found

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the place and the scale, through which gradients come."""
        drawn = standard_normal(self._extended_shape(sample_shape), self.df)
        spread = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * (drawn * torch.rsqrt(spread / self.df))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        y, df = (self._checked(value) - self.loc) / self.scale, self.df
        constant = self.scale.log() + 0.5 * df.log() + 0.5 * math.log(math.pi)
        constant = constant + torch.lgamma(0.5 * df) - torch.lgamma(0.5 * (df + 1.0))
        return -0.5 * (df + 1.0) * torch.log1p(y**2.0 / df) - constant

    def entropy(self) -> Any:
        """Return the entropy."""
        df, more = self.df, 0.5 * (self.df + 1)
        beta = torch.lgamma(0.5 * df) + math.lgamma(0.5) - torch.lgamma(more)
        difference = torch.digamma(more) - torch.digamma(0.5 * df)
        return self.scale.log() + more * difference + 0.5 * df.log() + beta


class FisherSnedecor(Elementwise):
    """The ratio of two variances that are estimated."""

    has_rsample = True
    df1: Any
    df2: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "df1": constraints.positive,
        "df2": constraints.positive,
    }

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
        batch = self._broadcast(df1=df1, df2=df2)
        self._over = Gamma(self.df1 * 0.5, self.df1)
        self._under = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(batch, (), validate_args)

    def _support(self) -> Constraint:
        return constraints.positive

    def _second(self, least: int) -> Any:
        df2 = self.df2.clone()
        df2[df2 <= least] = math.nan
        return df2

    @property
    def mean(self) -> Any:
        """Return the expected value; NaN where there is none."""
        df2 = self._second(2)
        return df2 / (df2 - 2)

    @property
    def mode(self) -> Any:
        """Return the most probable value; NaN where there is none."""
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        mode[self.df1 <= 2] = math.nan
        return mode

    @property
    def variance(self) -> Any:
        """Return the variance; NaN where there is none."""
        df1, df2 = self.df1, self._second(4)
        return 2 * df2.pow(2) * (df1 + df2 - 2) / (df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values; the parameters must not ask for gradients."""
        over, under = self._over.rsample(sample_shape), self._under.rsample(sample_shape)
        least = float(limits_of(under).tiny)
        return (over / under.clamp_(min=least)).clamp_(min=least)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value = self._checked(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        constant = (a + b).lgamma() - a.lgamma() - b.lgamma()
        density = a * ratio.log() + (a - 1) * torch.log(value)
        return constant + density - (a + b) * torch.log1p(ratio * value)
