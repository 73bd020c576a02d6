"""Distributions of what functions make of simpler random variables."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from gradcli.core.modes import no_grad
from gradcli.core.values import Size
from gradcli.distributions import constraints, names
from gradcli.distributions.chances import Bernoulli, Categorical
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import (
    Distribution,
    Independent,
    invalid,
    sum_rightmost,
)
from gradcli.distributions.families import Cauchy, Normal
from gradcli.distributions.gammas import Gamma
from gradcli.distributions.relaxed import ExpRelaxedCategorical, LogitRelaxedBernoulli
from gradcli.distributions.transform import ComposeTransform, Transform
from gradcli.distributions.transforms import (
    AbsTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    StickBreakingTransform,
)
from gradcli.nn.calls import torch

__all__ = names("transformed")


class TransformedDistribution(Distribution):
    """A distribution of numbers that functions make of those of another."""

    _values: ClassVar[Constraint | None] = None

    def __init__(
        self, base_distribution: Any, transforms: Any, validate_args: bool | None = None
    ) -> None:
        listed = [transforms] if isinstance(transforms, Transform) else transforms
        if not isinstance(listed, list):
            raise invalid(f"transforms must be a Transform or list, but was {transforms}")
        if not all(isinstance(transform, Transform) for transform in listed):
            raise invalid("transforms must be a Transform or a list of Transforms")
        self.transforms = listed
        self._whole = whole = ComposeTransform(listed)
        base = base_distribution
        shape, dims = base.batch_shape + base.event_shape, len(base.event_shape)
        inner, outer = whole._dims
        if len(shape) < inner:
            raise invalid(
                f"base_distribution needs to have shape with size at least {inner}, but got "
                f"{Size(shape)}."
            )
        forward = whole.forward_shape(shape)
        expanded = whole.inverse_shape(forward)
        if tuple(shape) != tuple(expanded):
            base = base.expand(expanded[: len(expanded) - dims])
        if inner > dims:
            base = Independent(base, inner - dims)
        self.base_dist = base
        cut = len(forward) - max(outer, dims + outer - inner)
        super().__init__(forward[:cut], forward[cut:], validate_args)

    def expand(self, batch_shape: Any) -> Any:
        """Return the distribution with parameters of another shape, which is broadcast to."""
        new: Any = super().expand(batch_shape)
        shape: Any = (*batch_shape, *self._event_shape)
        for transform in reversed(self.transforms):
            shape = transform.inverse_shape(shape)
        new.base_dist = self.base_dist.expand(shape[: len(shape) - len(self.base_dist.event_shape)])
        return new

    def _support(self) -> Constraint | None:
        if self._values is not None:
            return self._values
        if not self.transforms:
            return self.base_dist._allowed()  # type: ignore[no-any-return]
        last = self.transforms[-1]
        more = len(self._event_shape) - last._dims[1]
        support: Constraint = last._member("codomain")
        return constraints.independent(support, more) if more > 0 else support

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        """Tell whether gradients come through what is drawn."""
        return self.base_dist.has_rsample  # type: ignore[no-any-return]

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        with no_grad():
            return self._made(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return self._made(self.base_dist.rsample(sample_shape))

    def _made(self, value: Any) -> Any:
        for transform in self.transforms:
            value = transform(value)
        return value

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        y, dims = self._checked(value), len(self._event_shape)
        found: Any = 0.0
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            inner, outer = transform._dims
            dims += inner - outer
            found = found - sum_rightmost(transform.log_abs_det_jacobian(x, y), dims - inner)
            y = x
        base = self.base_dist
        return found + sum_rightmost(base.log_prob(y), dims - len(base.event_shape))

    def _turned(self, value: Any) -> Any:
        """Return probabilities, from the other end where the functions fall."""
        sign = self._whole.sign
        if isinstance(sign, int) and sign == 1:
            return value
        return sign * (value - 0.5) + 0.5

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        return self._turned(self.base_dist.cdf(self.base_dist._checked(value)))

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        return self._made(self.base_dist.icdf(self._turned(value)))


class _Derived(TransformedDistribution):
    """A family whose parameters are those of another, which repr says nothing of."""

    loc = property(lambda self: self.base_dist.loc)
    scale = property(lambda self: self.base_dist.scale)


class LogNormal(_Derived):
    """Numbers whose logarithms are normal."""

    _constraints = Normal._constraints
    _values = constraints.positive

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale, validate_args), ExpTransform(), validate_args)

    mean = property(lambda self: (self.loc + self.scale.pow(2) / 2).exp())
    mode = property(lambda self: (self.loc - self.scale.square()).exp())

    @property
    def variance(self) -> Any:
        """Return the variance."""
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def entropy(self) -> Any:
        """Return the entropy."""
        return self.base_dist.entropy() + self.loc


class _Half(_Derived):
    """The absolute values of what is distributed about 0."""

    _constraints: ClassVar[Mapping[str, Constraint]] = {"scale": constraints.positive}
    _values = constraints.nonnegative
    _of: ClassVar[type]

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(self._of(0, scale, False), AbsTransform(), validate_args)
        checked = constraints.positive.check(self.scale)
        if self._validate_args and not bool(checked.all()):
            raise self._unfit("scale", self.scale, constraints.positive)

    mode = property(lambda self: torch.zeros_like(self.scale))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        found = self.base_dist.log_prob(self._checked(value)) + math.log(2)
        return torch.where(value >= 0, found, -math.inf)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        return 2 * self.base_dist.cdf(self._checked(value)) - 1

    def icdf(self, prob: Any) -> Any:
        """Return the values below which there is a probability."""
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self) -> Any:
        """Return the entropy."""
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    """The absolute values of normal numbers of mean 0."""

    _of = Normal
    mean = property(lambda self: self.scale * math.sqrt(2 / math.pi))
    variance = property(lambda self: self.scale.pow(2) * (1 - 2 / math.pi))


class HalfCauchy(_Half):
    """The absolute values of numbers of the Cauchy distribution about 0."""

    _of = Cauchy
    mean = property(
        lambda self: torch.full(self._extended_shape(), math.inf, dtype=self.scale.dtype)
    )
    variance = property(lambda self: self.base_dist.variance)


class InverseGamma(_Derived):
    """The reciprocals of numbers of the gamma distribution."""

    _constraints = Gamma._constraints
    _values = constraints.positive
    concentration = property(lambda self: self.base_dist.concentration)
    rate = property(lambda self: self.base_dist.rate)

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args)
        super().__init__(base, PowerTransform(-base.rate.new_ones(())), validate_args)

    mode = property(lambda self: self.rate / (self.concentration + 1))

    @property
    def mean(self) -> Any:
        """Return the expected value."""
        a = self.concentration
        return torch.where(a > 1, self.rate / (a - 1), math.inf)

    @property
    def variance(self) -> Any:
        """Return the variance."""
        a = self.concentration
        found = self.rate.square() / ((a - 1).square() * (a - 2))
        return torch.where(a > 2, found, math.inf)

    def entropy(self) -> Any:
        """Return the entropy."""
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()


class LogisticNormal(TransformedDistribution):
    """Numbers that add up to 1, made of normal ones."""

    _constraints = Normal._constraints
    _values = constraints.simplex
    loc = property(lambda self: self.base_dist.base_dist.loc)
    scale = property(lambda self: self.base_dist.base_dist.scale)

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        base: Any = Normal(loc, scale, validate_args)
        base = base if base.batch_shape else base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args)


class _Relaxed(TransformedDistribution):
    """Choices that are not quite made, so that gradients come through them."""

    temperature = property(lambda self: self.base_dist.temperature)
    logits = property(lambda self: self.base_dist.logits)
    probs = property(lambda self: self.base_dist.probs)


class RelaxedOneHotCategorical(_Relaxed):
    """One of several, nearly: numbers that add up to 1."""

    _constraints = Categorical._constraints
    _values = constraints.simplex

    def __init__(
        self,
        temperature: Any,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args)
        super().__init__(base, ExpTransform(), validate_args)


class RelaxedBernoulli(_Relaxed):
    """0 or 1, nearly."""

    _constraints = Bernoulli._constraints
    _values = constraints.unit_interval

    def __init__(
        self,
        temperature: Any,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args)
