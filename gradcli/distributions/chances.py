"""Distributions by probabilities, or by the logits of those."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from gradcli.core.modes import no_grad
from gradcli.core.values import Size
from gradcli.distributions import constraints
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Distribution, Elementwise, broadcast_all, invalid
from gradcli.distributions.families import empty, limits_of
from gradcli.nn.calls import F, torch
from gradcli.numerics import dtypes


def within(probs: Any) -> Any:
    """Return probabilities that are neither 0 nor 1."""
    eps = float(limits_of(probs).eps)
    return probs.clamp(min=eps, max=1 - eps)


class Chances(Distribution):
    """A distribution that is given by probabilities or by logits: the others follow."""

    _several: ClassVar[bool]

    def _take(self, probs: Any, logits: Any) -> str:
        """Return the name of what was given, which is one of both."""
        if (probs is None) == (logits is None):
            raise invalid("Either `probs` or `logits` must be specified, but not both.")
        return "logits" if probs is None else "probs"

    @property
    def _given(self) -> Any:
        return self.__dict__[self._by]

    _by: str

    @cached_property
    def logits(self) -> Any:
        """Return the logarithms of the probabilities, or of their odds."""
        held = within(self.probs)
        return torch.log(held) if self._several else torch.log(held) - torch.log1p(-held)

    @cached_property
    def probs(self) -> Any:
        """Return the probabilities."""
        return F.softmax(self.logits, dim=-1) if self._several else torch.sigmoid(self.logits)

    @property
    def param_shape(self) -> Size:
        """Return the shape of the probabilities."""
        shape: Size = self._given.size()
        return shape

    def _values(self, count: int, expand: bool, dtype: Any) -> Any:
        values = torch.arange(count, dtype=dtype).view((-1, *[1] * len(self._batch_shape)))
        return values.expand((-1, *self._batch_shape)) if expand else values


class Trial(Chances, Elementwise):
    """What comes of something that succeeds with a probability."""

    _several = False
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self._by = self._take(probs, logits)
        self._set(validate_args, **{self._by: logits if probs is None else probs})


class Bernoulli(Trial):
    """1 with a probability, and 0 otherwise."""

    has_enumerate_support = True

    def _support(self) -> Constraint:
        return constraints.boolean

    mean = property(lambda self: self.probs)

    @property
    def mode(self) -> Any:
        """Return the most probable value; NaN where both are alike."""
        mode = (self.probs >= 0.5).to(self.probs)
        mode[self.probs == 0.5] = math.nan
        return mode

    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        with no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability."""
        value = self._checked(value)  # before the logits are there, which repr would show
        logits, value = broadcast_all(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self) -> Any:
        """Return the entropy."""
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along the first dimension."""
        return self._values(2, expand, self._given.dtype)


class Geometric(Trial):
    """How often something fails before it succeeds, which it does with a probability."""

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(probs, logits, validate_args)
        if self._validate_args and probs is not None and not bool((self.probs > 0).all()):
            value = self.probs
            bad = value[~(value > 0)] if value.dim() else value
            raise invalid(
                f"Expected parameter probs (Tensor of shape {tuple(value.shape)}) of distribution "
                f"{self!r} to be positive but found invalid values:\n{bad}"
            )

    def _support(self) -> Constraint:
        return constraints.nonnegative_integer

    mean = property(lambda self: 1.0 / self.probs - 1.0)
    mode = property(lambda self: torch.zeros_like(self.probs))
    variance = property(lambda self: (1.0 / self.probs - 1.0) / self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        least = float(limits_of(self.probs).tiny)
        with no_grad():
            u = empty(self._extended_shape(sample_shape), self.probs).uniform_(least, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability."""
        value, probs = broadcast_all(self._checked(value), self.probs)
        probs = torch.clone(probs)
        probs[(probs == 1) & (value == 0)] = 0
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self) -> Any:
        """Return the entropy."""
        cross = F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")
        return cross / self.probs


class Categorical(Chances):
    """One of several, each with a probability: an index along the last dimension."""

    has_enumerate_support = True
    _several = True
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "probs": constraints.simplex,
        "logits": constraints.real_vector,
    }

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self._by = self._take(probs, logits)
        given = logits if probs is None else probs
        if given.dim() < 1:
            raise invalid(f"`{self._by}` parameter must be at least one-dimensional.")
        if probs is None:
            self.logits = given - given.logsumexp(dim=-1, keepdim=True)
        else:
            self.probs = given / given.sum(-1, keepdim=True)
        super().__init__(given.size()[:-1], (), validate_args)

    def _support(self) -> Constraint:
        return constraints.integer_interval(0, self._count - 1)

    @property
    def _count(self) -> int:
        return int(self._given.size()[-1])

    mean = property(
        lambda self: torch.full(self._extended_shape(), math.nan, dtype=self.probs.dtype)
    )
    mode = property(lambda self: self.probs.argmax(dim=-1))
    variance = property(
        lambda self: torch.full(self._extended_shape(), math.nan, dtype=self.probs.dtype)
    )

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw indices."""
        rows = self.probs.reshape(-1, self._count)
        drawn = torch.multinomial(rows, math.prod(sample_shape), True).T
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability of indices."""
        index = self._checked(value).long().unsqueeze(-1)
        index, logits = torch.broadcast_tensors(index, self.logits)
        return logits.gather(-1, index[..., :1]).squeeze(-1)

    def entropy(self) -> Any:
        """Return the entropy."""
        logits = torch.clamp(self.logits, min=float(limits_of(self.logits).min))
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all indices, along the first dimension."""
        return self._values(self._count, expand, dtypes.int64)
