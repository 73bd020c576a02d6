"""Schedules that go down and up: by the cosine, in triangles, or once in a training."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from gradcli.optim.optimizer import Optimizer
from gradcli.optim.scheduling import (
    LRScheduler,
    Rates,
    check_optimizer,
    invalid,
    per_group,
    put,
    state_of,
    values_of,
)

__all__ = ["CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR", "OneCycleLR"]


class CosineAnnealingLR(LRScheduler):
    """Half a wave of the cosine, down and up again."""

    def __init__(
        self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1
    ) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Compute the groups' next rates."""
        self._warn_outside()
        epoch, last, low = self.last_epoch, self.T_max, self.eta_min
        if self._is_initial:
            return values_of(self.optimizer, "lr")
        if self._step_count == 1 and epoch > 0:
            wave = 1 + math.cos(epoch * math.pi / last)
            return [low + (base - low) * wave / 2 for base in self.base_lrs]
        rates = values_of(self.optimizer, "lr")
        if (epoch - 1 - last) % (2 * last) == 0:
            rise = 1 - math.cos(math.pi / last)
            pairs = zip(rates, self.base_lrs, strict=True)
            return [rate + (base - low) * rise / 2 for rate, base in pairs]
        wave = 1 + math.cos(math.pi * epoch / last)
        before = 1 + math.cos(math.pi * (epoch - 1) / last)
        return [wave / before * (rate - low) + low for rate in rates]

    def _get_closed_form_lr(self) -> Rates:
        wave = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (base - self.eta_min) * wave / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a wave of the cosine down, again and again."""

    def __init__(
        self,
        optimizer: Optimizer,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        if T_0 <= 0 or not isinstance(T_0, int):
            raise invalid(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise invalid(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            kind = type(eta_min)
            raise invalid(f"Expected float or int eta_min, but got {eta_min} of type {kind}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: float = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Compute the groups' next rates."""
        self._warn_outside()
        wave = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * wave / 2 for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """Set the next rates, or by ``epoch``, which may be a fraction, those of a certain one."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise invalid(f"Expected non-negative epoch, but got {epoch}")
        else:
            self.T_cur, self.T_i = self._place(epoch)
        self.last_epoch = math.floor(epoch)
        self._get_lr_called_within_step = True
        try:
            values = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        self._set(values)

    def _place(self, epoch: float) -> tuple[float, int]:
        """Return where in a wave an epoch is, and how long the wave."""
        first, growth = self.T_0, self.T_mult
        if epoch < first:
            return epoch, first
        if growth == 1:
            return epoch % first, self.T_i
        waves = int(math.log(epoch / first * (growth - 1) + 1, growth))
        return epoch - first * (growth**waves - 1) / (growth - 1), first * growth**waves


class _Momentum(LRScheduler):
    """A schedule that may move the momentum against the rate."""

    def _begin_momentum(self, base: Any, most: Any, last_epoch: int) -> tuple[Rates, Rates]:
        """Set the momentum of each group to the most there is; return the bounds of each."""
        optimizer = self.optimizer
        if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
            raise invalid(
                "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
            )
        self.use_beta1 = "betas" in optimizer.defaults
        bounds = {"max_momentum": most, "base_momentum": base}
        values = {name: per_group(name, optimizer, value) for name, value in bounds.items()}
        if last_epoch == -1:
            for number, group in enumerate(optimizer.param_groups):
                self._put_momentum(group, values["max_momentum"][number])
                group.update((name, given[number]) for name, given in values.items())
        return values["base_momentum"], values["max_momentum"]

    def _put_momentum(self, group: dict[str, Any], momentum: Any) -> None:
        if self.use_beta1:
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            group["momentum"] = momentum


class CyclicLR(_Momentum):
    """Triangles between two rates, each as high as the first or lower."""

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | list[float],
        max_lr: float | list[float],
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float = 0.8,
        max_momentum: float = 0.9,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = per_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for lr, group in zip(base_lrs, optimizer.param_groups, strict=True):
                put(group, "lr", lr)
        self.max_lrs = per_group("max_lr", optimizer, max_lr)
        down = step_size_up if step_size_down is None else step_size_down
        self.total_size = float(step_size_up) + float(down)
        self.step_ratio = step_size_up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise invalid("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        own = scale_fn is None
        self.scale_mode = ("iterations" if mode == "exp_range" else "cycle") if own else scale_mode
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.base_momentums, self.max_momentums = self._begin_momentum(
                base_momentum, max_momentum, last_epoch
            )
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x: float) -> float:
        """Return the height of a triangle, by its number or by the epoch."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular2":
            return float(1 / 2.0 ** (x - 1))
        return float(self.gamma**x) if self.mode == "exp_range" else 1.0

    def get_lr(self) -> Rates:
        """Compute the groups' next rates, and set their momentum."""
        self._warn_outside()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        up = x <= self.step_ratio
        place = x / self.step_ratio if up else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            bounds = zip(self.base_momentums, self.max_momentums, strict=True)
            for group, (low, high) in zip(self.optimizer.param_groups, bounds, strict=True):
                self._put_momentum(group, high - (high - low) * place * scale)
        pairs = zip(self.base_lrs, self.max_lrs, strict=True)
        return [low + (high - low) * place * scale for low, high in pairs]

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer and a function; of other callables their state."""
        state = self._state_without("_scale_fn_custom")
        found = None if self._scale_fn_custom is None else state_of(self._scale_fn_custom)
        state["_scale_fn_custom"] = None if found is None else found.copy()
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what ``state_dict`` returned."""
        name = "_scale_fn_custom"
        super().load_state_dict({k: v for k, v in state_dict.items() if k != name})
        found = None if self._scale_fn_custom is None else state_of(self._scale_fn_custom)
        if found is not None:
            found.update(state_dict[name] or {})


class OneCycleLR(_Momentum):
    """Up to the largest rate and down to almost nothing, once in a training."""

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | list[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.85,
        max_momentum: float | list[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _total_steps(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = _phases(pct_start, self.total_steps, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise invalid(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise invalid(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        self._anneal_func_type = anneal_strategy
        highest = per_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for lr, group in zip(highest, optimizer.param_groups, strict=True):
                group["initial_lr"] = lr / div_factor
                group["max_lr"] = lr
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        """Compute the groups' next rates, and set their momentum."""
        self._warn_outside()
        number, rates = self.last_epoch, []
        if number > self.total_steps:
            raise invalid(
                f"Tried to step {number} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        start = 0.0
        for phase in self._schedule_phases:
            if number <= phase["end_step"]:
                break
            if phase is not self._schedule_phases[-1]:
                start = phase["end_step"]
        place = (number - start) / (phase["end_step"] - start)
        for group in self.optimizer.param_groups:
            rates.append(self._anneal(group[phase["start_lr"]], group[phase["end_lr"]], place))
            if self.cycle_momentum:
                ends = group[phase["start_momentum"]], group[phase["end_momentum"]]
                self._put_momentum(group, self._anneal(*ends, place))
        return rates

    def _anneal(self, start: Any, end: Any, place: float) -> Any:
        """Return a value between two ends."""
        if self._anneal_func_type == "linear":
            return (end - start) * place + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * place) + 1)


def _total_steps(total: int | None, epochs: int | None, steps_per_epoch: int | None) -> int:
    """Return the number of steps, which is given alone or by epochs."""
    if total is not None:
        if total <= 0 or not isinstance(total, int):
            raise invalid(f"Expected positive integer total_steps, but got {total}")
        return total
    if epochs is None or steps_per_epoch is None:
        raise invalid("You must define either total_steps OR (epochs AND steps_per_epoch)")
    for name, value in (("epochs", epochs), ("steps_per_epoch", steps_per_epoch)):
        if not isinstance(value, int) or value <= 0:
            raise invalid(f"Expected positive integer {name}, but got {value}")
    return epochs * steps_per_epoch


def _phases(first: float, steps: int, three: bool) -> list[dict[str, Any]]:
    """Return where each phase ends, and between which options of a group it leads."""
    ends = [float(first * steps) - 1, float(2 * first * steps) - 2, steps - 1]
    lrs = ["initial_lr", "max_lr", "initial_lr", "min_lr"]
    momentums = ["max_momentum", "base_momentum", "max_momentum", "max_momentum"]
    if not three:
        del ends[1], lrs[2], momentums[3]
    return [
        {
            "end_step": end,
            "start_lr": lrs[number],
            "end_lr": lrs[number + 1],
            "start_momentum": momentums[number],
            "end_momentum": momentums[number + 1],
        }
        for number, end in enumerate(ends)
    ]
