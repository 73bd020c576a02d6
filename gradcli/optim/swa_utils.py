"""PyTorch's ``torch.optim.swa_utils``: averages of a model's parameters along its training."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import chain
from typing import Any

from gradcli.core.modes import no_grad
from gradcli.core.shown import Shown
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.nn.batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d
from gradcli.nn.calls import torch
from gradcli.nn.module import Module
from gradcli.numerics.dtypes import int64
from gradcli.optim.optimizer import Optimizer
from gradcli.optim.scheduling import LRScheduler, Rates, invalid, per_group

__all__ = [
    "SWALR",
    "AveragedModel",
    "get_ema_avg_fn",
    "get_ema_multi_avg_fn",
    "get_swa_avg_fn",
    "get_swa_multi_avg_fn",
    "update_bn",
]


class Average(Shown):
    """A way to average: what ``get_…_avg_fn`` returns, to be called with averages and values.

    ``decay`` is the share that an average keeps; None is for averages that count all values alike.
    """

    def __init__(self, decay: float | None, several: bool) -> None:
        if decay is not None and (decay < 0.0 or decay > 1.0):
            raise invalid(
                f"Invalid decay value {decay} provided. Please provide a value in [0,1] range."
            )
        self._decay, self._several = decay, several

    def __call__(self, averaged: Any, current: Any, num_averaged: Any) -> Any:
        """Return the new average; of several, change them."""
        with no_grad():
            if not self._several:
                return self._one(averaged, current, num_averaged)
            pairs = zip(averaged, current, strict=True)
            if averaged[0].is_floating_point() or averaged[0].is_complex():
                share = 1 / (num_averaged + 1) if self._decay is None else 1 - self._decay
                for old, new in pairs:
                    old.lerp_(new, float(share))
                return None
            for old, new in pairs:
                self._put_whole(old, new, num_averaged)
            return None

    def _one(self, averaged: Any, current: Any, count: Any) -> Any:
        if self._decay is None:
            return averaged + (current - averaged) / (count + 1)
        return self._decay * averaged + (1 - self._decay) * current

    def _put_whole(self, averaged: Any, current: Any, count: Any) -> None:
        """Average whole numbers in place."""
        if self._decay is not None:
            averaged.copy_(self._one(averaged, current, count))
        elif isinstance(count, Tensor):
            averaged.addcdiv_(current - averaged, count + 1)
        else:
            averaged.add_(current - averaged, alpha=1.0 / (count + 1))


def get_ema_multi_avg_fn(decay: float = 0.999) -> Average:
    """Return what moves several averages towards values, exponentially, in place."""
    return Average(decay, several=True)


def get_swa_multi_avg_fn() -> Average:
    """Return what averages several values in place, all alike."""
    return Average(None, several=True)


def get_ema_avg_fn(decay: float = 0.999) -> Average:
    """Return what moves an average towards a value, exponentially."""
    return Average(decay, several=False)


def get_swa_avg_fn() -> Average:
    """Return what averages values, all alike."""
    return Average(None, several=False)


class AveragedModel(Module):
    """A copy of a model, whose parameters are averages of those that the model had."""

    def __init__(
        self,
        model: Any,
        device: Any = None,
        avg_fn: Callable[..., Any] | None = None,
        multi_avg_fn: Callable[..., Any] | None = None,
        use_buffers: bool = False,
    ) -> None:
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            message = "Only one of avg_fn and multi_avg_fn should be provided"
            raise op_error(AssertionError, message)
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=int64, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Return what the averaged model makes."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model: Any) -> None:
        """Take the parameters that a model has now into the averages."""
        own = self._averaged(self.module) if self.use_buffers else self.parameters()
        other = self._averaged(model) if self.use_buffers else model.parameters()
        pairs = [(mean.detach(), new.detach()) for mean, new in zip(own, other, strict=False)]
        if bool(self.n_averaged == 0):
            for mean, new in pairs:
                mean.copy_(new)
        elif self.multi_avg_fn is None:
            average = self.avg_fn or get_swa_avg_fn()
            for mean, new in pairs:
                mean.copy_(average(mean, new, self.n_averaged))
        else:
            for means, news in _by_type(pairs):
                self.multi_avg_fn(means, news, self.n_averaged)
        if not self.use_buffers:
            for mean, new in zip(self.module.buffers(), model.buffers(), strict=True):
                mean.detach().copy_(new.detach())
        self.n_averaged += 1

    def _averaged(self, model: Any) -> Iterator[Any]:
        return chain(model.parameters(), model.buffers())


AveragedModel.__module__ = Average.__module__ = "torch.optim.swa_utils"


def _by_type(pairs: list[tuple[Any, Any]]) -> list[tuple[list[Any], list[Any]]]:
    """Return averages and values, those of each element type together."""
    found: dict[Any, tuple[list[Any], list[Any]]] = {}
    for mean, new in pairs:
        means, news = found.setdefault(mean.dtype, ([], []))
        means.append(mean)
        news.append(new)
    return list(found.values())


def update_bn(loader: Iterable[Any], model: Any, device: Any = None) -> None:
    """Let a model's batch normalization have the moments of the data that a loader yields."""
    kinds = (BatchNorm1d, BatchNorm2d, BatchNorm3d)
    momenta = {part: part.momentum for part in model.modules() if isinstance(part, kinds)}
    with no_grad():
        for part in momenta:
            part.reset_running_stats()
        if not momenta:
            return
        was_training = model.training
        model.train()
        for part in momenta:
            part.momentum = None
        for batch in loader:
            first = batch[0] if isinstance(batch, (list, tuple)) else batch
            model(first if device is None else first.to(device))
        for part, momentum in momenta.items():
            part.momentum = momentum
        model.train(was_training)


class SWALR(LRScheduler):
    """A rate that goes to one for averaging, in some epochs, and stays there."""

    def __init__(
        self,
        optimizer: Optimizer,
        swa_lr: Any,
        anneal_epochs: int = 10,
        anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ) -> None:
        rates = per_group("swa_lr", optimizer, swa_lr)
        for rate, group in zip(rates, optimizer.param_groups, strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            known = "anneal_strategy must be one of 'cos' or 'linear'"
            raise invalid(f"{known}, instead got {anneal_strategy}")
        self._anneal_strategy = anneal_strategy
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            message = "anneal_epochs must be equal or greater than 0, got"
            raise invalid(f"{message} {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def anneal_func(self, t: float) -> float:
        """Return how far the rate has gone at a part of the way."""
        return (1 - math.cos(math.pi * t)) / 2 if self._anneal_strategy == "cos" else t

    def _gone(self, step: int) -> float:
        return self.anneal_func(max(0, min(1, step / max(1, self.anneal_epochs))))

    def get_lr(self) -> Rates:
        """Compute the groups' next rates."""
        self._warn_outside()
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._gone(step - 1), self._gone(step)
        rates = []
        for group in self.optimizer.param_groups:
            last, final = group["lr"], group["swa_lr"]
            first = final if before == 1 else (last - before * final) / (1 - before)
            rates.append(final * now + first * (1 - now))
        return rates
