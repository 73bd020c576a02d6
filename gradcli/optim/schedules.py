"""Schedules of factors: the next rate is the last one, or the first one, times something."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from gradcli.optim.optimizer import Optimizer
from gradcli.optim.scheduling import LRScheduler, Rates, invalid, state_of, values_of

__all__ = [
    *("ConstantLR", "ExponentialLR", "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR"),
    *("PolynomialLR", "StepLR"),
]

Factor = Callable[[int], Any]


class _Factors(LRScheduler):
    """A schedule whose next rate is the last one times a factor: None leaves the rates alone."""

    def _factor(self) -> float | None:
        raise NotImplementedError

    def get_lr(self) -> Rates:
        """Compute the groups' next rates."""
        self._warn_outside()
        factor = self._factor()
        if factor is None:
            return values_of(self.optimizer, "lr")
        return [group["lr"] * factor for group in self.optimizer.param_groups]


class _ClosedFactors(_Factors):
    """One that has a formula for the factor of the first rate, too."""

    def _closed(self) -> float:
        raise NotImplementedError

    def _get_closed_form_lr(self) -> Rates:
        factor = self._closed()
        return [base * factor for base in self.base_lrs]


class _Lambdas(LRScheduler):
    """A schedule by a function for each group."""

    def __init__(
        self, optimizer: Optimizer, lr_lambda: Factor | list[Factor], last_epoch: int = -1
    ) -> None:
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        several = isinstance(lr_lambda, (list, tuple))
        self.lr_lambdas: list[Any] = list(lr_lambda) if several else [lr_lambda] * count  # type: ignore[arg-type]
        if len(self.lr_lambdas) != count:
            raise invalid(f"Expected {count} lr_lambdas, but got {len(self.lr_lambdas)}")
        self._check_lambdas()
        super().__init__(optimizer, last_epoch)

    def _check_lambdas(self) -> None:
        """Refuse what is no function."""

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer and functions; of other callables their state."""
        state = self._state_without("lr_lambdas")
        states = map(state_of, self.lr_lambdas)
        state["lr_lambdas"] = [None if found is None else found.copy() for found in states]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what ``state_dict`` returned."""
        super().load_state_dict({k: v for k, v in state_dict.items() if k != "lr_lambdas"})
        for function, state in zip(self.lr_lambdas, state_dict["lr_lambdas"], strict=False):
            found = state_of(function)
            if state is not None and found is not None:
                found.update(state)


class LambdaLR(_Lambdas):
    """The first rate times a function of the epoch."""

    def get_lr(self) -> Rates:
        """Compute the groups' next rates."""
        self._warn_outside()
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base * function(self.last_epoch) for function, base in pairs]


class MultiplicativeLR(_Lambdas):
    """The last rate times a function of the epoch."""

    def _check_lambdas(self) -> None:
        for function in self.lr_lambdas:
            if not callable(function):
                name = type(function).__name__
                raise invalid(f"lr_lambda should be a function, but got {name}", TypeError)

    def get_lr(self) -> Rates:
        """Compute the groups' next rates."""
        self._warn_outside()
        if self._is_initial:
            return values_of(self.optimizer, "lr")
        pairs = zip(self.lr_lambdas, self.optimizer.param_groups, strict=True)
        return [group["lr"] * function(self.last_epoch) for function, group in pairs]


class StepLR(_ClosedFactors):
    """A factor every ``step_size`` epochs."""

    def __init__(
        self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self) -> float | None:
        now = self.last_epoch != 0 and self.last_epoch % self.step_size == 0
        return self.gamma if now else None

    def _closed(self) -> float:
        return self.gamma ** (self.last_epoch // self.step_size)


class MultiStepLR(_ClosedFactors):
    """A factor at each of the milestones."""

    def __init__(
        self,
        optimizer: Optimizer,
        milestones: Iterable[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self) -> float | None:
        count = self.milestones[self.last_epoch]
        return self.gamma**count if count else None

    def _closed(self) -> float:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return self.gamma**passed


class ConstantLR(_ClosedFactors):
    """A factor for the first epochs."""

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1.0 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise invalid("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self) -> float | None:
        if self.last_epoch == 0:
            return self.factor
        return 1.0 / self.factor if self.last_epoch == self.total_iters else None

    def _closed(self) -> float:
        return self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor)


class LinearLR(_ClosedFactors):
    """A factor that changes linearly for the first epochs."""

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if start_factor > 1.0 or start_factor <= 0:
            raise invalid(
                "Starting multiplicative factor expected to be greater than 0 and less or equal "
                "to 1."
            )
        if end_factor > 1.0 or end_factor < 0:
            raise invalid("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self) -> float | None:
        if self.last_epoch == 0:
            return self.start_factor
        if self._is_initial or self.last_epoch > self.total_iters:
            return None
        way = self.end_factor - self.start_factor
        return 1.0 + way / (self.total_iters * self.start_factor + (self.last_epoch - 1) * way)

    def _closed(self) -> float:
        way = self.end_factor - self.start_factor
        return self.start_factor + way * min(self.total_iters, self.last_epoch) / self.total_iters


class ExponentialLR(_ClosedFactors):
    """A factor every epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self) -> float | None:
        return None if self._is_initial else self.gamma

    def _closed(self) -> float:
        return self.gamma**self.last_epoch


class PolynomialLR(_ClosedFactors):
    """A power of what is left of the first epochs."""

    def __init__(
        self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def _factor(self) -> float | None:
        if self._is_initial or self.last_epoch > self.total_iters:
            return None
        left = 1.0 - self.last_epoch / self.total_iters
        factor: float = (left / (1.0 - (self.last_epoch - 1) / self.total_iters)) ** self.power
        return factor

    def _closed(self) -> float:
        passed = min(self.total_iters, self.last_epoch)
        factor: float = (1.0 - passed / self.total_iters) ** self.power
        return factor
