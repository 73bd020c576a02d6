"""A step: the one loop over groups and parameters that every update rule runs in.

This module knows how options are checked, where a rule's state comes from, and what a rule works
on: the arrays themselves, or tensors where those would not do. It does not know the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.modes import enable_grad
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics import dtypes
from gradcli.optim.arithmetic import OnArrays, OnTensors
from gradcli.optim.optimizer import Optimizer

__all__ = ["Group", "Slots", "Stepping", "check_betas", "check_lr", "table"]

Group = dict[str, Any]
Slots = dict[str, float | None]

_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_SCALARS = ("step", "mu_product", "eta", "mu")  # state that is one number of each parameter
_ABOVE_ZERO = {
    "eps": "epsilon value",
    **{name: f"{name} value" for name in ("weight_decay", "momentum", "momentum_decay")},
    **{name: f"{name} value" for name in ("lr_decay", "initial_accumulator_value")},
}


def table(**values: Any) -> Group:
    """Return options by name."""
    return values


class Stepping(Optimizer):
    """An optimizer that changes one parameter after the other, by a rule.

    ``_slots`` names the state of a parameter with its first values, None where the rule makes it;
    ``_update`` is the rule: it changes the parameter and its state, and returns what it made.
    """

    options = table()
    keywords = table()
    fixed = table()
    order: tuple[str, ...] = ()
    _on_device = "params and state_steps"  # what a graph of CUDA would need there
    _counts = True  # whether the rule is told the number of the step

    def __init__(self, *args: Any, **options: Any) -> None:
        params, found = self._bound(args, options)
        self._check(found)
        super().__init__(params, found)
        if found.get("fused"):
            if found["differentiable"]:
                raise op_error(RuntimeError, "`fused` does not support `differentiable`")
            if found["foreach"]:
                message = "`fused` and `foreach` cannot be `True` together."
                raise op_error(RuntimeError, message)

    def _bound(self, args: tuple[Any, ...], given: Group) -> tuple[Any, Group]:
        """Return the parameters and all options, of which those that are not given are defaults."""
        names, call = ("params", *self.options), f"{type(self).__name__}.__init__()"
        if len(args) > len(names):
            few, most, count = 2, len(names) + 1, len(args) + 1
            message = f"takes from {few} to {most} positional arguments but {count} were given"
            raise op_error(TypeError, f"{call} {message}")
        found = {**self.options, **self.keywords}
        for name, value in zip(names, args, strict=False):
            if name in given:
                message = f"got multiple values for argument '{name}'"
                raise op_error(TypeError, f"{call} {message}")
            found[name] = value
        for name, value in given.items():
            if name not in found and name != "params":
                message = f"got an unexpected keyword argument '{name}'"
                raise op_error(TypeError, f"{call} {message}")
            found[name] = value
        if "params" not in found:
            raise op_error(TypeError, f"{call} missing 1 required positional argument: 'params'")
        params = found.pop("params")
        ordered = {name: found[name] for name in (*self.order, *found)}
        return params, {**ordered, **self.fixed}

    def _check(self, options: Group) -> None:
        """Refuse options that no step could be made with."""
        check_lr(options["lr"])
        for name, value in options.items():
            if name in _ABOVE_ZERO and not value >= 0.0:
                raise op_error(ValueError, f"Invalid {_ABOVE_ZERO[name]}: {value}")
        for index, beta in enumerate(options.get("betas", ())):
            if not 0.0 <= beta < 1.0:
                message = f"Invalid beta parameter at index {index}: {beta}"
                raise op_error(ValueError, message)
        if not 0.0 <= options.get("rho", 0.0) <= 1.0:
            raise op_error(ValueError, f"Invalid rho value: {options['rho']}")
        if "centered" in options and not options["alpha"] >= 0.0:
            raise op_error(ValueError, f"Invalid alpha value: {options['alpha']}")
        less, more = options.get("etas", (0.5, 1.2))
        if not 0.0 < less < 1.0 < more:
            raise op_error(ValueError, f"Invalid eta values: {less}, {more}")

    def _slots(self, group: Group) -> Slots:
        raise NotImplementedError

    def _update(self, *operands: Any) -> Any:
        raise NotImplementedError

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change every parameter that has a gradient; ``closure`` computes the loss anew."""
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        differentiable = self.defaults.get("differentiable", False)
        with STATE.replaced(grad_enabled=differentiable), np.errstate(all="ignore"):
            for group in self.param_groups:
                self._step_group(group, differentiable)
        return loss

    def _step_group(self, group: Group, differentiable: bool) -> None:
        slots = self._slots(group)
        options = group if differentiable else _numbers(group)
        for param in group["params"]:
            grad = param.grad
            if grad is None:
                continue
            state = (self.state[param] or self._remember(group, param)) if slots else {}
            if group.get("capturable"):
                raise op_error(AssertionError, _CAPTURABLE.format(self._on_device))
            values = [state[name] for name in slots]
            array = param.array
            if (
                (array.dtype is _SINGLE or array.dtype is _DOUBLE)
                and not (differentiable or (values and values[0] is None))
                and array.flags.writeable
            ):
                arrays = [_array(value) for value in (param, grad, *values)]
                self._run(OnArrays, options, *arrays)
                param.changed()
                continue
            if differentiable:  # the graph holds the state as it was
                values = [OPS["clone"](value) for value in values]
                state.update(zip(slots, values, strict=True))
            made = self._run(OnTensors, options, *map(_real, (param, grad, *values)))
            if made is not None:
                (name,) = slots
                state[name] = OPS["view_as_complex"](made) if array.dtype.kind == "c" else made

    def _run(self, xp: Any, group: Group, param: Any, grad: Any, *state: Any) -> Any:
        """Do what rules have in common, then run the rule."""
        if group["maximize"]:
            grad = -grad
        decay = group.get("weight_decay", 0)
        if decay != 0:
            if group.get("decoupled_weight_decay"):
                param *= 1 - group["lr"] * decay
            else:
                grad = xp.add(grad, param, decay)
        if not self._counts:
            return self._update(xp, group, param, grad, *state)
        count, *rest = state
        count += 1
        return self._update(xp, group, param, grad, count.item(), *rest)

    def _remember(self, group: Group, param: Tensor) -> dict[str, Any]:
        """Make the state of a parameter."""
        state, array = self.state[param], param.array
        kind = np.float64 if STATE.default_dtype is dtypes.float64 else np.float32
        for name, first in self._slots(group).items():
            if name in _SCALARS:
                state[name] = Tensor(np.array(first, dtype=kind))
            elif first is None:
                state[name] = None
            else:
                filler = complex(first, first) if array.dtype.kind == "c" else first
                state[name] = Tensor(np.full_like(array, filler))
        return state


_CAPTURABLE = (
    "If capturable=True, {} must be on supported devices: "
    "['cuda', 'xpu', 'hpu', 'privateuseone', 'xla']."
)


def _array(tensor: Tensor) -> np.ndarray:
    """Return a tensor's array, at least one-dimensional, so that it can be changed in place."""
    array = tensor.array
    return array if array.ndim else array.reshape(1)


def _real(value: Tensor | None) -> Any:
    """Return a complex tensor as pairs of real numbers, which rules treat one by one."""
    complex_ = value is not None and value.array.dtype.kind == "c"
    return OPS["view_as_real"](value) if complex_ else value


def _numbers(value: Any) -> Any:
    """Return options with numbers in place of tensors."""
    if isinstance(value, dict):
        return {name: _numbers(part) for name, part in value.items()}
    if isinstance(value, tuple):
        return tuple(map(_numbers, value))
    return value.item() if isinstance(value, Tensor) else value


def check_lr(lr: Any) -> None:
    """Refuse a learning rate of several elements, or below zero."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise op_error(ValueError, "Tensor lr must be 1-element")
    if not lr >= 0.0:
        raise op_error(ValueError, f"Invalid learning rate: {lr}")


def check_betas(options: Group) -> None:
    """Refuse betas of several kinds or elements, and make a tuple of them."""
    betas = options["betas"]
    if not (all(isinstance(b, float) for b in betas) or all(isinstance(b, Tensor) for b in betas)):
        raise op_error(ValueError, "betas must be either both floats or both Tensors")
    for index, beta in enumerate(betas):
        if isinstance(beta, Tensor) and not options["capturable"] and options["foreach"]:
            raise op_error(
                ValueError,
                f"betas[{index}] as a Tensor is not supported for capturable=False and "
                "foreach=True",
            )
        if isinstance(beta, Tensor) and beta.numel() != 1:
            raise op_error(ValueError, f"Tensor betas[{index}] must be 1-element")
    options["betas"] = tuple(betas)
