"""What schedules of learning rates have in common: the rates of groups, epochs, warnings.

This module does not know how a rate changes; ``schedules``, ``waves`` and ``lr_scheduler`` do.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from gradcli.core.shown import Shown
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.operators.sent import by_words
from gradcli.optim.optimizer import Optimizer

__all__ = ["LRScheduler"]

Rates = list[Any]

_SEE = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
_OVERRIDDEN = (
    "Seems like `optimizer.step()` has been overridden after learning rate scheduler "
    "initialization. Please, make sure to call `optimizer.step()` before `lr_scheduler.step()`. "
    + _SEE
)
_TOO_EARLY = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, "
    "you should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  "
    "Failure to do this will result in PyTorch skipping the first value of the learning rate "
    "schedule. " + _SEE
)
EPOCH = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where "
    "possible. Please use `scheduler.step()` to step the scheduler. During the deprecation, if "
    "epoch is different from None, the closed form is used instead of the new chainable form, "
    "where available. Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose."
)


def invalid(message: str, kind: type[Exception] = ValueError) -> Exception:
    return op_error(kind, message)


def values_of(optimizer: Optimizer, key: str) -> Rates:
    """Return an option of each group, tensors as copies."""
    return [copied(group[key]) for group in optimizer.param_groups]


def state_of(function: Any) -> dict[str, Any] | None:
    """Return what a callable remembers, which belongs to a state; None of a plain function."""
    if isinstance(function, FunctionType):
        return None
    if hasattr(function, "cls"):  # an instance of a program's class
        return function.attributes  # type: ignore[no-any-return]
    return getattr(function, "__dict__", None)


def copied(value: Any) -> Any:
    return value.detach().clone() if isinstance(value, Tensor) else value  # type: ignore[attr-defined]


def put(group: dict[str, Any], key: str, value: Any) -> None:
    """Set an option of a group; a tensor is filled."""
    if isinstance(group[key], Tensor):
        group[key].fill_(value)
    else:
        group[key] = value


def per_group(name: str, optimizer: Optimizer, value: Any) -> Rates:
    """Return a value for each group, of which one may have been given for all."""
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [copied(value) for _ in range(count)]
    if len(value) != count:
        raise invalid(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} "
            f"values, param_groups has {count}."
        )
    return list(map(copied, value))


def check_optimizer(optimizer: object) -> None:
    if not isinstance(optimizer, Optimizer):
        raise invalid(f"{type(optimizer).__name__} is not an Optimizer", TypeError)


class LRScheduler(Shown):
    """A schedule: ``get_lr`` says the groups' next rates, ``step`` sets them.

    Where a rate has a formula by the epoch, ``_closed_form`` has it, as a factor of the first rate.
    """

    __module__ = "torch.optim.lr_scheduler"
    __reduce_ex__ = by_words
    _is_initial = False
    _get_lr_called_within_step = False

    def __init_subclass__(cls) -> None:
        own = cls.__module__
        if own.startswith("gradcli.optim."):  # PyTorch has one module of all but one
            module = own.rpartition(".")[2]
            module = module if module == "swa_utils" else "lr_scheduler"
            cls.__module__ = f"torch.optim.{module}"

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", copied(group["lr"]))
            elif "initial_lr" not in group:
                raise invalid(_NO_INITIAL_LR.format(number), KeyError)
        self.base_lrs = values_of(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        if "_scheduled" not in vars(optimizer):
            optimizer._scheduled, optimizer._stepped = True, False  # type: ignore[attr-defined]
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def state_dict(self) -> dict[str, Any]:
        """Return everything but the optimizer."""
        return self._state_without()

    def _state_without(self, *names: str) -> dict[str, Any]:
        return {k: v for k, v in vars(self).items() if k not in ("optimizer", *names)}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what ``state_dict`` returned."""
        vars(self).update(state_dict)

    def get_last_lr(self) -> Rates:
        """Return the rates that the last step set."""
        return self._last_lr

    def get_lr(self) -> Rates:
        """Compute the groups' next rates."""
        raise NotImplementedError

    def step(self, epoch: int | None = None) -> None:
        """Set the next rates, or by ``epoch`` those of a certain one."""
        if self._step_count == 1:
            if not hasattr(self.optimizer.step, "hooked"):
                warn(_OVERRIDDEN)
            elif not self.optimizer._stepped:  # type: ignore[attr-defined]
                warn(_TOO_EARLY)
        self._step_count += 1
        if epoch is not None:
            warn(EPOCH)
        self._update_lr(epoch)

    def _update_lr(self, epoch: int | None = None) -> None:
        self._get_lr_called_within_step = True
        try:
            self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
            closed = None if epoch is None else getattr(self, "_get_closed_form_lr", None)
            values = self.get_lr() if closed is None else closed()
        finally:
            self._get_lr_called_within_step = False
        self._set(values)

    def _set(self, values: Rates) -> None:
        for group, value in zip(self.optimizer.param_groups, values, strict=True):
            put(group, "lr", value)
        self._last_lr = values_of(self.optimizer, "lr")

    def _warn_outside(self) -> None:
        if not self._get_lr_called_within_step:
            warn(
                "To get the last learning rate computed by the scheduler, please use "
                "`get_last_lr()`."
            )


_NO_INITIAL_LR = (
    "param 'initial_lr' is not specified in param_groups[{}] when resuming scheduler with "
    "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
    "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 "
    "for a fresh training run (not recommended)"
)
