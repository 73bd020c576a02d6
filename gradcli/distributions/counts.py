"""How often something succeeds or is chosen, choices as vectors, and mixtures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from gradcli.core.modes import no_grad
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.distributions import constraints, names
from gradcli.distributions.chances import Categorical, Chances, Trial, within
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Distribution, Elementwise, broadcast_all, invalid
from gradcli.distributions.gammas import Gamma
from gradcli.nn.calls import F, torch
from gradcli.numerics import distributions as drawing

__all__ = names("counts")


class _Trials(Chances, Elementwise):
    """Several trials, of a chance that is given by probabilities or by logits."""

    _several = False

    def __init__(
        self,
        total_count: Any,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        self._by = self._take(probs, logits)
        given = logits if probs is None else probs
        self._broadcast(**{"total_count": total_count, self._by: given})
        self.total_count = self.total_count.type_as(self._given)
        Distribution.__init__(self, self._given.size(), (), validate_args)

    total_count: Any


class Binomial(_Trials):
    """How many of some trials succeed."""

    has_enumerate_support = True
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "total_count": constraints.nonnegative_integer,
        **Trial._constraints,
    }

    def __init__(
        self,
        total_count: Any = 1,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        super().__init__(total_count, probs, logits, validate_args)

    def _support(self) -> Constraint:
        return constraints.integer_interval(0, self.total_count)

    mean = property(lambda self: self.total_count * self.probs)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    @property
    def mode(self) -> Any:
        """Return the most probable value."""
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            arrays = [part.expand(shape).array for part in (self.total_count, self.probs)]
            return Tensor(drawing.binomial(STATE.generator, *arrays))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability."""
        value, n, logits = self._checked(value), self.total_count, self.logits
        positive = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2
        constant = n * positive + n * torch.log1p(torch.exp(-torch.abs(logits)))
        constant = constant - torch.lgamma(n + 1)
        ways = torch.lgamma(value + 1), torch.lgamma(n - value + 1)
        return value * logits - ways[0] - ways[1] - constant

    def _most(self, what: str) -> int:
        most = int(self.total_count.max())
        if int(self.total_count.min()) != most:
            message = f"Inhomogeneous total count not supported by `{what}`."
            raise invalid(message, NotImplementedError)
        return most

    def entropy(self) -> Any:
        """Return the entropy."""
        self._most("entropy")
        found = self.log_prob(self.enumerate_support(False))
        return -(torch.exp(found) * found).sum(0)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along the first dimension."""
        return self._values(1 + self._most("enumerate_support"), expand, self._given.dtype)


class NegativeBinomial(_Trials):
    """How often something succeeds until it has failed some times."""

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }

    def _support(self) -> Constraint:
        return constraints.nonnegative_integer

    mean = property(lambda self: self.total_count * torch.exp(self.logits))
    variance = property(lambda self: self.mean / torch.sigmoid(-self.logits))

    @property
    def mode(self) -> Any:
        """Return the most probable value."""
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        with no_grad():
            rates = Gamma(self.total_count, torch.exp(-self.logits), False)
            return torch.poisson(rates.sample(sample_shape))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability."""
        value, n, logits = self._checked(value), self.total_count, self.logits
        found = n * F.logsigmoid(-logits) + value * F.logsigmoid(logits)
        ways = -torch.lgamma(n + value) + torch.lgamma(1.0 + value) + torch.lgamma(n)
        return found - ways.masked_fill(n + value == 0.0, 0.0)


class ContinuousBernoulli(Trial):
    """Numbers from 0 to 1, as the values of pixels."""

    has_rsample = True

    def __init__(
        self,
        probs: Any = None,
        logits: Any = None,
        lims: Any = (0.499, 0.501),
        validate_args: bool | None = None,
    ) -> None:
        self._lims = lims
        if probs is not None:
            (probs,) = broadcast_all(probs)
            if validate_args is not None and not bool(((probs >= 0) & (probs <= 1)).all()):
                raise invalid("The parameter probs has invalid values")
            probs = within(probs)
        super().__init__(probs, logits, validate_args)

    def _support(self) -> Constraint:
        return constraints.unit_interval

    @cached_property
    def probs(self) -> Any:
        """Return the probabilities, which are neither 0 nor 1."""
        return within(torch.sigmoid(self.logits))

    def _stable(self) -> Any:
        """Tell where the formulas can be computed as they are: away from a half."""
        low, high = self._lims
        return torch.max(torch.le(self.probs, low), torch.gt(self.probs, high))

    def _cut(self) -> Any:
        return torch.where(self._stable(), self.probs, self._lims[0] * torch.ones_like(self.probs))

    def log_norm(self) -> Any:
        """Return the logarithm of what makes the density one."""
        cut = self._cut()
        below = torch.where(torch.le(cut, 0.5), cut, torch.zeros_like(cut))
        above = torch.where(torch.ge(cut, 0.5), cut, torch.ones_like(cut))
        found = torch.log(torch.abs(torch.log1p(-cut) - torch.log(cut)))
        side = torch.log1p(-2.0 * below), torch.log(2.0 * above - 1.0)
        found = found - torch.where(torch.le(cut, 0.5), *side)
        x = torch.pow(self.probs - 0.5, 2)
        taylor = math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x
        return torch.where(self._stable(), found, taylor)

    @property
    def mean(self) -> Any:
        """Return the expected value."""
        cut, x = self._cut(), self.probs - 0.5
        found = cut / (2.0 * cut - 1.0) + 1.0 / (torch.log1p(-cut) - torch.log(cut))
        taylor = 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * torch.pow(x, 2)) * x
        return torch.where(self._stable(), found, taylor)

    @property
    def variance(self) -> Any:
        """Return the variance."""
        cut, x = self._cut(), torch.pow(self.probs - 0.5, 2)
        found = cut * (cut - 1.0) / torch.pow(1.0 - 2.0 * cut, 2)
        found = found + 1.0 / torch.pow(torch.log1p(-cut) - torch.log(cut), 2)
        taylor = 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x
        return torch.where(self._stable(), found, taylor)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value = self._checked(value)  # before the logits are there, which repr would show
        logits, value = broadcast_all(self.logits, value)
        cross = F.binary_cross_entropy_with_logits(logits, value, reduction="none")
        return -cross + self.log_norm()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        value, cut = self._checked(value), self._cut()
        found = torch.pow(cut, value) * torch.pow(1.0 - cut, 1.0 - value) + cut - 1.0
        found = torch.where(self._stable(), found / (2.0 * cut - 1.0), value)
        found = torch.where(torch.ge(value, 1.0), torch.ones_like(value), found)
        return torch.where(torch.le(value, 0.0), torch.zeros_like(value), found)

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        cut = self._cut()
        found = torch.log1p(-cut + value * (2.0 * cut - 1.0)) - torch.log1p(-cut)
        return torch.where(self._stable(), found / (torch.log(cut) - torch.log1p(-cut)), value)

    def entropy(self) -> Any:
        """Return the entropy."""
        none, all_of = torch.log1p(-self.probs), torch.log(self.probs)
        return self.mean * (none - all_of) - self.log_norm() - none


class _OfCategories(Distribution):
    """Vectors of what is chosen among several."""

    _constraints = Categorical._constraints
    _categorical: Categorical
    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    param_shape = property(lambda self: self._categorical.param_shape)

    def _choose(self, probs: Any, logits: Any, validate_args: bool | None) -> None:
        self._categorical = several = Categorical(probs, logits)
        Distribution.__init__(self, several.batch_shape, several.param_shape[-1:], validate_args)


class OneHotCategorical(_OfCategories):
    """One of several, as a vector with a single 1."""

    has_enumerate_support = True

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self._choose(probs, logits, validate_args)

    def _support(self) -> Constraint:
        return constraints.one_hot

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))
    mode = property(lambda self: self._marked(self.probs.argmax(dim=-1)))

    def _marked(self, indices: Any) -> Any:
        return F.one_hot(indices, self._event_shape[0]).to(self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw vectors; no gradient comes through."""
        return self._marked(self._categorical.sample(sample_shape))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability."""
        return self._categorical.log_prob(self._checked(value).max(-1)[1])

    def entropy(self) -> Any:
        """Return the entropy."""
        return self._categorical.entropy()

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along the first dimension."""
        size = self._event_shape[0]
        values = torch.eye(size, dtype=self.probs.dtype)
        values = values.view((size, *[1] * len(self._batch_shape), size))
        return values.expand((size, *self._batch_shape, size)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """One of several, through which gradients come as if the probabilities had been drawn."""

    has_rsample = True

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return self.sample(sample_shape) + (self.probs - self.probs.detach())


class Multinomial(_OfCategories):
    """How often each of several is chosen."""

    def __init__(
        self,
        total_count: int = 1,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        if not isinstance(total_count, int):
            raise invalid("inhomogeneous total_count is not supported", NotImplementedError)
        self.total_count = total_count
        self._choose(probs, logits, validate_args)
        self._binomial = Binomial(total_count, self.probs)

    def _support(self) -> Constraint:
        return constraints.multinomial(self.total_count)

    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw counts; no gradient comes through."""
        drawn = self._categorical.sample((self.total_count, *sample_shape))
        drawn = drawn.permute(*range(1, drawn.dim()), 0)
        counts = drawn.new_zeros(self._extended_shape(sample_shape))
        counts.scatter_add_(-1, drawn, torch.ones_like(drawn))
        return counts.type_as(self.probs)

    def entropy(self) -> Any:
        """Return the entropy."""
        n = torch.tensor(self.total_count)
        first = n * self._categorical.entropy() - torch.lgamma(n + 1)
        support = self._binomial.enumerate_support(expand=False)[1:]
        chances = torch.exp(self._binomial.log_prob(support))
        return first + (chances * torch.lgamma(support + 1)).sum([0, -1])

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability."""
        value = self._checked(value)  # before the logits are there, which repr would show
        logits, value = broadcast_all(self.logits, value)
        logits = torch.clone(logits)
        logits[(value == 0) & (logits == -math.inf)] = 0
        ways = torch.lgamma(value.sum(-1) + 1), torch.lgamma(value + 1).sum(-1)
        return ways[0] - ways[1] + (logits * value).sum(-1)
