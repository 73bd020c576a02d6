"""Mixtures: one of several distributions is drawn from."""

from __future__ import annotations

from typing import Any

from gradcli.core.modes import no_grad
from gradcli.distributions import names
from gradcli.distributions.chances import Categorical
from gradcli.distributions.constraints import Condition, Constraint
from gradcli.distributions.distribution import Distribution, invalid
from gradcli.nn.calls import torch

__all__ = names("mixture")


class MixtureSameFamily(Distribution):
    """One of several distributions of a family, each with a probability."""

    def __init__(
        self,
        mixture_distribution: Any,
        component_distribution: Any,
        validate_args: bool | None = None,
    ) -> None:
        self._mixture, self._component = mixture_distribution, component_distribution
        if not isinstance(self._mixture, Categorical):
            raise invalid(
                " The Mixture distribution needs to be an  instance of "
                "torch.distributions.Categorical"
            )
        if not isinstance(self._component, Distribution):
            raise invalid(
                "The Component distribution needs to be an instance of "
                "torch.distributions.Distribution"
            )
        mixed, batch = self._mixture.batch_shape, self._component.batch_shape[:-1]
        for one, other in zip(reversed(mixed), reversed(batch), strict=False):
            if one != 1 and other != 1 and one != other:
                raise invalid(
                    f"`mixture_distribution.batch_shape` ({mixed}) is not compatible with "
                    f"`component_distribution.batch_shape`({batch})"
                )
        wanted, found = self._mixture.logits.shape[-1], self._component.batch_shape[-1]
        if wanted != found:
            raise invalid(
                f"`mixture_distribution component` ({wanted}) does not equal "
                f"`component_distribution.batch_shape[-1]` ({found})"
            )
        super().__init__(batch, self._component.event_shape, validate_args)

    mixture_distribution = property(lambda self: self._mixture)
    component_distribution = property(lambda self: self._component)

    def expand(self, batch_shape: Any) -> Any:
        """Return the distribution with parameters of another shape, which is broadcast to."""
        new: Any = self._unfilled()
        component = self._component.expand((*batch_shape, self._mixture.logits.shape[-1]))
        MixtureSameFamily.__init__(new, self._mixture.expand(batch_shape), component, False)
        return new

    def _support(self) -> Constraint | None:
        inner = self._component._allowed()
        if inner is None:
            return None
        # A value is tried in each of the components.
        return Condition(
            f"MixtureSameFamilyConstraint({inner!r})",
            lambda x: inner.check(self._for_each(x)).all(),
            inner.event_dim,
            inner.is_discrete,
        )

    def _for_each(self, value: Any) -> Any:
        return value.unsqueeze(-1 - len(self._event_shape))

    def _weights(self) -> Any:
        probs = self._mixture.probs
        mixed = len(self._mixture.batch_shape)
        more = 0 if mixed == 1 else len(self._batch_shape) - mixed
        shape = probs.shape
        return probs.reshape((*shape[:-1], *[1] * more, shape[-1], *[1] * len(self._event_shape)))

    @property
    def mean(self) -> Any:
        """Return the expected value."""
        return torch.sum(self._weights() * self._component.mean, dim=-1 - len(self._event_shape))

    @property
    def variance(self) -> Any:
        """Return the variance."""
        weights, dim = self._weights(), -1 - len(self._event_shape)
        within = torch.sum(weights * self._component.variance, dim=dim)
        away = self._component.mean - self._for_each(self.mean)
        return within + torch.sum(weights * away.pow(2.0), dim=dim)

    def cdf(self, x: Any) -> Any:
        """Return the probability of values up to some."""
        found = self._component.cdf(self._for_each(x))
        return torch.sum(found * self._mixture.probs, dim=-1)

    def log_prob(self, x: Any) -> Any:
        """Return the logarithm of the density or probability of values."""
        found = self._component.log_prob(self._for_each(self._checked(x)))
        weights = torch.log_softmax(self._mixture.logits, dim=-1)
        return torch.logsumexp(found + weights, dim=-1)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        with no_grad():
            dim, event = len(sample_shape) + len(self._batch_shape), self._event_shape
            chosen = self._mixture.sample(sample_shape)
            drawn = self._component.sample(sample_shape)
            index = chosen.reshape((*chosen.shape, *[1] * (len(event) + 1)))
            index = index.repeat((*[1] * len(chosen.shape), 1, *event))
            return torch.gather(drawn, dim, index).squeeze(dim)

    def __repr__(self) -> str:
        return f"MixtureSameFamily(\n  {self._mixture},\n  {self._component})"
