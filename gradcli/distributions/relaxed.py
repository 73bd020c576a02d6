"""What relaxed choices are made of: their logarithms, and their logits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from gradcli.distributions import constraints, names
from gradcli.distributions.chances import Categorical, Trial, within
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Distribution, broadcast_all
from gradcli.nn.calls import torch

__all__ = names("relaxed")


class _Relaxed(Distribution):
    """Choices at a temperature, which stays as it is under another shape."""

    temperature: Any

    def expand(self, batch_shape: Any) -> Any:
        """Return the distribution with parameters of another shape, which is broadcast to."""
        new: Any = super().expand(batch_shape)
        new.temperature = self.temperature
        return new


class ExpRelaxedCategorical(_Relaxed):
    """The logarithms of relaxed choices of one of several."""

    has_rsample = True

    def __init__(
        self,
        temperature: Any,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        self._categorical = Categorical(probs, logits)
        self.temperature = temperature
        several = self._categorical
        super().__init__(several.batch_shape, several.param_shape[-1:], validate_args)

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    param_shape = property(lambda self: self._categorical.param_shape)

    def _support(self) -> Constraint:
        return constraints.real_vector

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        drawn = torch.rand(self._extended_shape(sample_shape), dtype=self.logits.dtype)
        gumbels = -(-within(drawn).log()).log()
        scores = (self.logits + gumbels) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value = self._checked(value)  # before the logits are there, which repr would show
        logits, value = broadcast_all(self.logits, value)
        count, heat = self._event_shape[0], self.temperature
        scale = torch.full_like(heat, float(count)).lgamma() - heat.log().mul(-(count - 1))
        score = logits - value * heat
        return (score - torch.logsumexp(score, dim=-1, keepdim=True)).sum(-1) + scale


class LogitRelaxedBernoulli(_Relaxed, Trial):
    """The logits of relaxed choices of 0 and 1."""

    has_rsample = True
    _constraints: ClassVar[Mapping[str, Constraint]] = Trial._constraints

    def __init__(
        self,
        temperature: Any,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        self.temperature = temperature
        super().__init__(probs, logits, validate_args)

    def _support(self) -> Constraint:
        return constraints.real

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        shape = self._extended_shape(sample_shape)
        probs = within(self.probs.expand(shape))
        drawn = within(torch.rand(shape, dtype=probs.dtype))
        logits = drawn.log() - (-drawn).log1p() + probs.log() - (-probs).log1p()
        return logits / self.temperature

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value = self._checked(value)  # before the logits are there, which repr would show
        logits, value = broadcast_all(self.logits, value)
        difference = logits - value * self.temperature
        found = self.temperature.log() + difference
        return found - 2 * torch.log1p(difference.exp())
