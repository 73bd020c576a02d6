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

__all__ = ["Group", "Slots", "_Stepping", "check_betas", "check_lr", "table"]

Group = dict[str, Any]
Slots = dict[str, float | None]

_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_SMALL = 1 << 12  # elements, up to which calls cost more than copies
_SCALARS = ("step", "mu_product", "eta", "mu")  # state that is one number of each parameter
_ABOVE_ZERO = {
    "eps": "epsilon value",
    **{name: f"{name} value" for name in ("weight_decay", "momentum", "momentum_decay")},
    **{name: f"{name} value" for name in ("lr_decay", "initial_accumulator_value")},
}


def table(**values: Any) -> Group:
    """Return options by name."""
    return values


class _Stepping(Optimizer):
    """An optimizer that changes one parameter after the other, by a rule.

    ``_slots`` names the state of a parameter with its first values, None where the rule makes it;
    ``_update`` is the rule: it changes the parameter and its state, and returns what it made.
    """

    options = table()
    keywords = table()
    fixed = table()
    order: tuple[str, ...] = ()
    _on_device = "params and state_steps"  # what a graph of CUDA would need there
    _xla: tuple[bool, ...] = (False,)  # and by which foreach that can be another device
    _alone = True  # whether PyTorch's rule for all parameters at once is for less than that for one
    _counts = True  # whether the first of the state is the number of the step
    _by_element = True  # whether parameters are changed alike, so that they can be joined

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

    @staticmethod
    def _negative(value: Any) -> bool:
        return below_zero(value)

    def _check(self, options: Group) -> None:
        """Refuse options that no step could be made with."""
        check_lr(options["lr"], self._negative)
        names = [*options]
        if "betas" in options:  # which PyTorch looks at after eps
            names.remove("betas")
            names.insert(names.index("eps") + 1, "betas")
        for name in names:
            value = options[name]
            if name in _ABOVE_ZERO and self._negative(value):
                raise op_error(ValueError, f"Invalid {_ABOVE_ZERO[name]}: {value}")
            for index in range(2 if name == "betas" else 0):
                beta = value[index]
                if not 0.0 <= beta < 1.0:
                    message = f"Invalid beta parameter at index {index}: {beta}"
                    raise op_error(ValueError, message)
            if name == "rho" and not 0.0 <= value <= 1.0:
                raise op_error(ValueError, f"Invalid rho value: {value}")
        if "centered" in options and below_zero(options["alpha"]):
            raise op_error(ValueError, f"Invalid alpha value: {options['alpha']}")
        less, more = options.get("etas", (0.5, 1.2))
        if not 0.0 < less < 1.0 < more:
            raise op_error(ValueError, f"Invalid eta values: {less}, {more}")

    def _uncapturable(self, options: Group) -> str:
        devices = ["cuda", "xpu", "hpu", "privateuseone"]
        if bool(options["foreach"]) in self._xla:
            devices.append("xla")
        return f"If capturable=True, {self._on_device} must be on supported devices: {devices}."

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
        with np.errstate(all="ignore"):
            for group in self.param_groups:
                self._step_group(group, differentiable)
        return loss

    def _step_group(self, group: Group, differentiable: bool) -> None:
        slots = self._slots(group)
        options = group if differentiable else _numbers(group)
        rows, params = [], []
        told = differentiable or not all(o.bounds for o in STATE.observers)  # of all operations
        for param in group["params"]:
            grad = param.grad
            if grad is None:
                continue
            if differentiable and options.get("foreach") and self._alone:
                raise op_error(AssertionError, "_foreach ops don't support autograd")
            if options.get("capturable"):
                raise op_error(AssertionError, self._uncapturable(options))
            if options.get("fused") and not param.dtype.is_floating_point:
                raise op_error(RuntimeError, f"{_FUSED} but {param.dtype} and cpu")
            state = (self.state[param] or self._remember(group, param)) if slots else {}
            values = [state[name] for name in slots]
            if told or not _is_plain(param.array) or (values and values[0] is None):
                self._step_tensors(options, param, grad, state, values)
            else:
                params.append(param)
                arrays = [tensor.array for tensor in (param, grad, *values)]
                rows.append(arrays if arrays[0].ndim else [a.reshape(1) for a in arrays])
        joined = self._by_element and len(set(map(id, params))) == len(params)
        self._step_arrays(options, rows, joined)
        source = STATE.source
        for param in params:
            param.shared_version().changed(source)

    def _step_arrays(self, options: Group, rows: list[list[np.ndarray]], joined: bool) -> None:
        """Run the rule on arrays, ``joined`` once for all small ones that are at one step."""
        batches: dict[Any, list[list[np.ndarray]]] = {}
        for row in rows:
            count = 0
            if self._counts:
                steps = row.pop(2)
                steps += 1
                count = steps.item()
            small = joined and row[0].size <= _SMALL
            batches.setdefault((count, row[0].dtype.char if small else id(row)), []).append(row)
        for (count, _), batch in batches.items():
            if len(batch) == 1:
                self._run(OnArrays, options, count, *batch[0])
                continue
            columns = [np.concatenate([a.ravel() for a in c]) for c in zip(*batch, strict=True)]
            self._run(OnArrays, options, count, *columns)
            for number, column in enumerate(columns):
                start = 0
                for row in batch if number != 1 else ():  # the gradients stay
                    array = row[number]
                    array[...] = column[start : start + array.size].reshape(array.shape)
                    start += array.size

    def _step_tensors(
        self, options: Group, param: Tensor, grad: Tensor, state: Group, values: list[Any]
    ) -> None:
        """Run the rule on tensors, of which complex ones are pairs of numbers."""
        differentiable, count = self.defaults.get("differentiable", False), 0
        with STATE.replaced(grad_enabled=differentiable):
            if differentiable:  # the graph holds the state as it was
                values = [value if value is None else OPS["clone"](value) for value in values]
                state.update(zip(state, values, strict=True))
            if self._counts:
                values[0] += 1
                count = values[0].item()
                del values[0]
            made = self._run(OnTensors, options, count, *map(_real, (param, grad, *values)))
        if made is not None:
            (name,) = state
            complex_ = param.array.dtype.kind == "c"
            state[name] = OPS["view_as_complex"](made) if complex_ else made

    def _run(self, xp: Any, group: Group, step: Any, param: Any, grad: Any, *state: Any) -> Any:
        """Do what rules have in common, then run the rule."""
        if group["maximize"]:
            grad = -grad
        decay = group.get("weight_decay", 0)
        if decay != 0:
            if group.get("decoupled_weight_decay"):
                param *= 1 - group["lr"] * decay
            else:
                grad = xp.add(grad, param, decay)
        return self._update(xp, group, param, grad, step, *state)

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


_FUSED = (
    "`fused=True` requires all the params to be floating point Tensors of supported devices: "
    "['mps', 'cuda', 'xpu', 'hpu', 'cpu', 'mtia', 'privateuseone']"
)


def _is_plain(array: np.ndarray) -> bool:
    """Tell whether arithmetic on an array does what the operators do."""
    dtype = array.dtype
    return (dtype is _SINGLE or dtype is _DOUBLE) and array.flags.writeable


def _real(value: Tensor | None) -> Any:
    """Return a complex tensor as pairs of real numbers, which rules treat one by one."""
    complex_ = value is not None and value.array.dtype.kind == "c"
    return OPS["view_as_real"](value) if complex_ else value


def _numbers(group: Group) -> Group:
    """Return options with numbers in place of tensors."""
    return {
        name: tuple(map(_number, value)) if isinstance(value, tuple) else _number(value)
        for name, value in group.items()
    }


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, Tensor) else value


def below_zero(value: Any) -> bool:
    """Tell whether a number is below zero, or no number at all."""
    return not 0.0 <= value  # noqa: SIM300  (messages name the sides as PyTorch has them)


def check_lr(lr: Any, negative: Callable[[Any], bool] = below_zero) -> None:
    """Refuse a learning rate of several elements, or below zero."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise op_error(ValueError, "Tensor lr must be 1-element")
    if negative(lr):
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
