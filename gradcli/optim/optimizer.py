"""The optimizer: groups of parameters, their state, and who is told of steps and of states.

This module knows no way to change a parameter; ``rules`` and ``lbfgs`` do.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import chain
from typing import Any

from gradcli.core.hooks import RemovableHandle
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics.device import Mark
from gradcli.operators.sent import by_words

__all__ = [
    "Optimizer",
    "register_optimizer_step_post_hook",
    "register_optimizer_step_pre_hook",
]

REQUIRED = Mark("<required parameter>")
"""What old optimizers give as the default of an option that has none."""

Group = dict[str, Any]
Hook = Callable[..., Any]

_KINDS = (
    *("step_pre", "step_post", "state_dict_pre", "state_dict_post"),
    *("load_state_dict_pre", "load_state_dict_post"),
)


class Optimizer:
    """What changes parameters by their gradients, group by group.

    ``param_groups`` holds the parameters of each group and its options, ``defaults`` the options
    of groups that do not say, and ``state`` what is remembered of each parameter.
    """

    __reduce_ex__ = by_words

    def __init_subclass__(cls) -> None:
        _tell_of_steps(cls)
        if cls.__module__.startswith("gradcli.optim."):  # PyTorch has a module for each
            words = re.sub("(?<=[a-z])(?=A)", "_", cls.__name__)
            cls.__module__ = f"torch.optim.{words.lower()}"

    def __init__(self, params: Iterable[Any], defaults: dict[str, Any]) -> None:
        self.defaults = defaults
        self._hooks: dict[str, dict[int, Hook]] = {kind: {} for kind in _KINDS}
        if isinstance(params, Tensor):
            raise op_error(
                TypeError,
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {_typename(params)}",
            )
        self.state: defaultdict[Any, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[Group] = []
        groups = list(params)
        if not groups:
            raise op_error(ValueError, "optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        text = self._get_name() + " ("
        for number, group in enumerate(self.param_groups):
            text += f"\nParameter Group {number}\n"
            for key in sorted(group):
                if key != "params":
                    text += f"    {key}: {group[key]}\n"
        return text + ")"

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters once; each optimizer says how."""
        raise NotImplementedError

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the parameters' gradients, or fill them with zeros."""
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none:
                    param.grad = None
                elif param.grad is not None:
                    detached = param.grad.grad_fn is not None
                    param.grad.detach_() if detached else param.grad.requires_grad_(False)
                    param.grad.zero_()

    # Groups

    def add_param_group(self, param_group: Group) -> None:
        """Add a group of parameters; options that it does not say are the defaults."""
        if not isinstance(param_group, dict):
            raise op_error(TypeError, f"param_group must be a dict, but got {type(param_group)}")
        _take_parameters(param_group)
        for param in param_group["params"]:
            self._check_parameter(param)
        for name, default in self.defaults.items():
            if default is REQUIRED and name not in param_group:
                what = f"required optimization parameter {name}"
                raise op_error(ValueError, f"parameter group didn't specify a value of {what}")
            param_group.setdefault(name, default)
        params = set(param_group["params"])
        if len(params) != len(param_group["params"]):
            warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this "
                "will cause an error; see github.com/pytorch/pytorch/issues/40967 for more "
                "information"
            )
        named = "param_names" in param_group
        if any(("param_names" in group) != named for group in self.param_groups):
            raise op_error(
                ValueError,
                "all optimizer param groups should be with/without names. cannot add param group "
                f"{'with' if named else 'without'} names to the optimizer",
            )
        if not all(params.isdisjoint(group["params"]) for group in self.param_groups):
            raise op_error(ValueError, "some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def _check_parameter(self, param: Any) -> None:
        if not isinstance(param, Tensor):
            raise op_error(
                TypeError,
                "optimizer can only optimize Tensors, but one of the params is " + _typename(param),
            )
        if not self.defaults.get("differentiable") and not (param.is_leaf or param.retains_grad):
            raise op_error(ValueError, "can't optimize a non-leaf Tensor")

    # State

    def state_dict(self) -> dict[str, Any]:
        """Return options and state as plain data, in which numbers stand for parameters."""
        for hook in list(self._hooks["state_dict_pre"].values()):
            hook(self)
        numbers: dict[int, int] = {}
        groups, start = [], 0
        for group in self.param_groups:
            numbers |= {id(param): start + n for n, param in enumerate(group["params"])}
            start += len(group["params"])
            packed = {key: value for key, value in group.items() if key != "params"}
            packed["params"] = [numbers[id(param)] for param in group["params"]]
            groups.append(packed)
        state: dict[str, Any] = {
            "state": {
                numbers[id(key)] if isinstance(key, Tensor) else key: value
                for key, value in self.state.items()
            },
            "param_groups": groups,
        }
        for hook in list(self._hooks["state_dict_post"].values()):
            replaced = hook(self, state)
            state = state if replaced is None else replaced
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take options and state over from what ``state_dict`` returned."""
        state_dict = state_dict.copy()
        for hook in list(self._hooks["load_state_dict_pre"].values()):
            replaced = hook(self, state_dict)
            state_dict = state_dict if replaced is None else replaced
        groups, saved = self.param_groups, _duplicate(state_dict["param_groups"])
        if len(groups) != len(saved):
            message = "loaded state dict has a different number of parameter groups"
            raise op_error(ValueError, message)
        if [len(group["params"]) for group in groups] != [len(group["params"]) for group in saved]:
            raise op_error(
                ValueError,
                "loaded state dict contains a parameter group that doesn't match the size of "
                "optimizer's group",
            )
        numbers = chain.from_iterable(group["params"] for group in saved)
        params = dict(zip(numbers, chain.from_iterable(g["params"] for g in groups), strict=True))
        self.state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            param = params.get(key)
            self.state[key if param is None else param] = (
                value if param is None else _converted(value, param)
            )
        for group, new in zip(groups, saved, strict=True):
            new["params"] = group["params"]
            for name, default in self.defaults.items():
                new.setdefault(name, default)
            if "param_names" in group:
                new.setdefault("param_names", group["param_names"])
        self.param_groups = saved
        self.defaults.setdefault("differentiable", False)  # for groups that come later
        for hook in list(self._hooks["load_state_dict_post"].values()):
            hook(self)

    # Hooks

    def _register(self, kind: str, hook: Hook, prepend: bool = False) -> RemovableHandle:
        hooks = self._hooks[kind]
        handle = RemovableHandle(hooks, hook)
        if prepend:
            others = {key: hooks.pop(key) for key in list(hooks) if key != handle.id}
            hooks.update(others)
        return handle

    def register_step_pre_hook(self, hook: Hook) -> RemovableHandle:
        """Call ``hook(optimizer, args, kwargs)`` before each step; it may return other ones."""
        return self._register("step_pre", hook)

    def register_step_post_hook(self, hook: Hook) -> RemovableHandle:
        """Call ``hook(optimizer, args, kwargs)`` after each step."""
        return self._register("step_post", hook)

    def register_state_dict_pre_hook(self, hook: Hook, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(optimizer)`` before the state is returned."""
        return self._register("state_dict_pre", hook, prepend)

    def register_state_dict_post_hook(self, hook: Hook, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(optimizer, state_dict)`` with what is returned; it may return another."""
        return self._register("state_dict_post", hook, prepend)

    def register_load_state_dict_pre_hook(
        self, hook: Hook, prepend: bool = False
    ) -> RemovableHandle:
        """Call ``hook(optimizer, state_dict)`` with what is loaded; it may return another."""
        return self._register("load_state_dict_pre", hook, prepend)

    def register_load_state_dict_post_hook(
        self, hook: Hook, prepend: bool = False
    ) -> RemovableHandle:
        """Call ``hook(optimizer)`` after a state was loaded."""
        return self._register("load_state_dict_post", hook, prepend)


def _tell_of_steps(cls: type[Optimizer]) -> None:
    """Let a class's ``step`` call the hooks, and note that it was called for schedulers."""
    step = cls.step
    if hasattr(step, "hooked"):
        return

    @wraps(step)
    def told(self: Optimizer, *args: Any, **kwargs: Any) -> Any:
        self._stepped = True  # type: ignore[attr-defined]
        before, after = self._hooks["step_pre"], self._hooks["step_post"]
        if STATE.step_hooks is not None:
            before, after = STATE.step_hooks[0] | before, after | STATE.step_hooks[1]
        if not before and not after:
            return step(self, *args, **kwargs)
        args = (self, *args)
        for hook in list(before.values()):
            result = hook(self, args, kwargs)
            if isinstance(result, tuple) and len(result) == 2:
                args, kwargs = result
            elif result is not None:
                raise op_error(
                    RuntimeError,
                    f"{step} must return None or a tuple of (new_args, new_kwargs), but got "
                    f"{result}.",
                )
        out = step(*args, **kwargs)
        for hook in list(after.values()):
            hook(self, args, kwargs)
        return out

    told.hooked = True  # type: ignore[attr-defined]
    cls.step = told  # type: ignore[method-assign]


def _of_all(place: int, hook: Hook) -> RemovableHandle:
    if STATE.step_hooks is None:
        STATE.step_hooks = ({}, {})
    return RemovableHandle(STATE.step_hooks[place], hook)


def register_optimizer_step_pre_hook(hook: Hook) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` before each step of any optimizer."""
    return _of_all(0, hook)


def register_optimizer_step_post_hook(hook: Hook) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` after each step of any optimizer."""
    return _of_all(1, hook)


def _take_parameters(group: Group) -> None:
    """Make a list of a group's parameters, with their names apart."""
    params = group["params"]
    if isinstance(params, set):
        raise op_error(
            TypeError,
            "optimizer parameters need to be organized in ordered collections, but the ordering of "
            "tensors in sets will change between runs. Please use a list instead.",
        )
    given = [params] if isinstance(params, Tensor) else list(params)
    names = [param[0] for param in given if isinstance(param, tuple)]
    group["params"] = [param[1] if isinstance(param, tuple) else param for param in given]
    if names and len(names) != len(given):
        raise op_error(
            ValueError,
            "all optimizer params should be with/without names. Some param names are missing",
        )
    if names:
        group["param_names"] = names


def _converted(kept: Any, param: Tensor) -> Any:
    """Return a parameter's state with the parameter's element type; a count of steps keeps its."""
    if not isinstance(kept, dict) or not param.dtype.is_floating_point:
        return kept
    found = dict(kept)
    for name, value in kept.items():
        if isinstance(value, Tensor) and name != "step":
            found[name] = value.astype(param.dtype)
        elif isinstance(value, list):
            found[name] = [v.astype(param.dtype) if isinstance(v, Tensor) else v for v in value]
    return found


def _duplicate(groups: list[Group]) -> list[Group]:
    """Return a copy of groups, with copies of tensors among their options."""
    return [
        {
            name: OPS["clone"](value.detach()) if isinstance(value, Tensor) else value
            for name, value in group.items()
        }
        for group in groups
    ]


Optimizer.__module__ = "torch.optim.optimizer"


def _typename(value: object) -> str:
    """Return PyTorch's name of the type of a value."""
    if isinstance(value, Tensor):
        return str(value.type())
    cls = type(value)
    module = getattr(value, "__module__", None) or "builtins"
    name: str = getattr(value, "__qualname__", cls.__qualname__)
    return name if module == "builtins" else f"{module}.{name}"
