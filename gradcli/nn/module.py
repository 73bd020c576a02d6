"""The module: a function with parameters, which is made of others.

This module knows how a module is called, with its hooks, converted and printed. What it is made of
is known to ``registry``, its state to ``state``, hooks of the backward pass to ``backward_hooks``.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from types import FunctionType
from typing import Any, Self

from gradcli.core.hooks import RemovableHandle
from gradcli.core.modes import no_grad
from gradcli.core.state import STATE
from gradcli.core.warn import warn
from gradcli.errors import OpError, is_final, too_many_arguments
from gradcli.nn import names
from gradcli.nn.calls import torch
from gradcli.nn.state import Stateful
from gradcli.numerics import dtypes
from gradcli.operators.refusals import invalid
from gradcli.operators.sent import by_words

__all__ = names("module")

Hook = Callable[..., Any]

_HOOKS = (
    "_backward_pre_hooks _backward_hooks _is_full_backward_hook "
    "_forward_hooks _forward_hooks_with_kwargs "
    "_forward_hooks_always_called _forward_pre_hooks _forward_pre_hooks_with_kwargs "
    "_state_dict_hooks _state_dict_pre_hooks _load_state_dict_pre_hooks _load_state_dict_post_hooks"
)


_FORWARD, _PRE_FORWARD = attrgetter("_forward_hooks"), attrgetter("_forward_pre_hooks")


def _hook_entered(hooks: Any, hook: Hook, prepend: bool = False) -> RemovableHandle:
    handle = RemovableHandle(hooks, hook)
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def _hooking(module: Module) -> tuple[Module, ...]:
    """Return what has the hooks of a call, in their order: all modules, and this one."""
    return (module,) if STATE.module_hooks is None else (STATE.module_hooks, module)


_Owned = list[tuple["Module", int, Hook]]


def _each(hooking: tuple[Module, ...], hooks: Callable[[Module], dict[int, Hook]]) -> _Owned:
    """Return hooks with their numbers, and with what has them."""
    return [(owner, key, hook) for owner in hooking for key, hook in hooks(owner).items()]


def indented(text: str) -> str:
    """Return a text whose lines after the first stand two columns further in."""
    first, *rest = text.split("\n")
    return "\n".join([first, *("  " + line if line.strip() else "" for line in rest)])


_COMPLEX = (
    "Complex modules are a new feature under active development whose design may change, and some "
    "modules might not work as expected when using complex tensors as parameters or buffers. "
    "Please file an issue at "
    "https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml if a complex module "
    "does not work as expected."
)


class Module(Stateful):
    """The base of all layers: it finds its parameters, buffers and submodules by their names."""

    _forward_hooks: dict[int, Hook]
    _forward_hooks_with_kwargs: dict[int, bool]
    _forward_hooks_always_called: dict[int, bool]
    _forward_pre_hooks: dict[int, Hook]
    _forward_pre_hooks_with_kwargs: dict[int, bool]
    _backward_hooks: dict[int, Hook]
    _backward_pre_hooks: dict[int, Hook]
    _is_full_backward_hook: bool | None

    def __init_subclass__(cls) -> None:
        if cls.__module__.startswith("gradcli.nn."):
            cls.__module__ = cls.__module__.replace("gradcli.nn.", "torch.nn.modules.")

    __reduce_ex__ = by_words
    call_super_init = False
    """Whether the next class in line is initialised as well, with the arguments."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        call = f"{self._get_name()}.__init__"
        if kwargs and not self.call_super_init:
            raise invalid(
                f"{call}() got an unexpected keyword argument '{next(iter(kwargs))}'", TypeError
            )
        if args and not self.call_super_init:
            raise invalid(too_many_arguments(call, 1, 1, len(args) + 1), TypeError)
        own = self.__dict__
        own["training"] = True
        own["_parameters"], own["_buffers"], own["_non_persistent_buffers_set"] = {}, {}, set()
        for name in _HOOKS.split():
            own[name] = OrderedDict()
        own["_is_full_backward_hook"] = None
        own["_modules"] = {}
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the result; each kind of module says how."""
        kind = self._get_name()
        message = f'Module [{kind}] is missing the required "forward" function'
        raise invalid(message, NotImplementedError)

    # Calls

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the module on arguments, between its hooks."""
        try:
            if (
                self._forward_hooks
                or self._forward_pre_hooks
                or self._backward_hooks
                or self._backward_pre_hooks
                or STATE.module_hooks is not None
            ):
                return self._call_with_hooks(args, kwargs)
            return self.forward(*args, **kwargs)
        except OpError as error:
            error.layers = ((self, args), *error.layers)
            raise

    def _call_with_hooks(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        called: set[int] = set()
        result = None
        hooking = _hooking(self)
        try:
            args, kwargs = self._before_forward(args, kwargs)
            watch = None
            full = [m for m in hooking if m._is_full_backward_hook and m._backward_hooks]
            if full or any(m._backward_pre_hooks for m in hooking):
                from gradcli.nn.backward_hooks import Watch

                watch = Watch(self, hooking)
                args = watch.enter(args)
            result = self.forward(*args, **kwargs)
            for owner, key, hook in _each(hooking, _FORWARD):
                called.add(key)
                replaced = self._run_forward_hook(owner, key, hook, args, kwargs, result)
                result = result if replaced is None else replaced
            if watch is not None:
                result = watch.leave(result)
            elif any(owner._backward_hooks for owner in hooking):
                from gradcli.nn.backward_hooks import hook_last

                hook_last(self, hooking, args, result)
            return result
        except Exception as error:
            if is_final(error):
                raise
            for owner, key, hook in _each(hooking, _FORWARD):
                if key in owner._forward_hooks_always_called and key not in called:
                    try:
                        self._run_forward_hook(owner, key, hook, args, kwargs, result)
                    except Exception as second:
                        if is_final(second):
                            raise
                        everywhere = "" if owner is self else "global "
                        warn(
                            f"{everywhere}module forward hook with ``always_call=True`` raised an "
                            "exception that was silenced as another error was raised in forward: "
                            f"{second}"
                        )
            raise

    def _before_forward(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments as hooks before the call leave them."""
        for owner, key, hook in _each(_hooking(self), _PRE_FORWARD):
            if key not in owner._forward_pre_hooks_with_kwargs:
                replaced = hook(self, args)
                if replaced is not None:
                    args = replaced if isinstance(replaced, tuple) else (replaced,)
                continue
            replaced = hook(self, args, kwargs)
            if isinstance(replaced, tuple) and len(replaced) == 2:
                args, kwargs = replaced
            elif replaced is not None:
                raise invalid(
                    "forward pre-hook must return None or a tuple of (new_args, new_kwargs), but "
                    f"got {replaced}."
                )
        return args, kwargs

    def _run_forward_hook(
        self, owner: Module, key: int, hook: Hook, args: Any, kwargs: Any, result: Any
    ) -> Any:
        if key in owner._forward_hooks_with_kwargs:
            return hook(self, args, kwargs, result)
        return hook(self, args, result)

    def register_forward_pre_hook(
        self, hook: Hook, *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call a hook with the module and its arguments before each call, which it can replace."""
        handle = _hook_entered(self._forward_pre_hooks, hook, prepend)
        if with_kwargs:
            self._forward_pre_hooks_with_kwargs[handle.id] = True
        return handle

    def register_forward_hook(
        self,
        hook: Hook,
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:
        """Call a hook with the module, its arguments and the result, which it can replace."""
        handle = _hook_entered(self._forward_hooks, hook, prepend)
        if with_kwargs:
            self._forward_hooks_with_kwargs[handle.id] = True
        if always_call:
            self._forward_hooks_always_called[handle.id] = True
        return handle

    def register_full_backward_pre_hook(self, hook: Hook, prepend: bool = False) -> RemovableHandle:
        """Call a hook with the gradients that come to the module's results."""
        return _hook_entered(self._backward_pre_hooks, hook, prepend)

    def register_full_backward_hook(self, hook: Hook, prepend: bool = False) -> RemovableHandle:
        """Call a hook with the gradients of the module's inputs and of its results."""
        self._mark_backward_hooks(full=True)
        return _hook_entered(self._backward_hooks, hook, prepend)

    def register_backward_hook(self, hook: Hook) -> RemovableHandle:
        """Call a hook with the gradients around the last operation of the module."""
        self._mark_backward_hooks(full=False)
        return _hook_entered(self._backward_hooks, hook)

    def _mark_backward_hooks(self, full: bool) -> None:
        if self._is_full_backward_hook is not None and self._is_full_backward_hook != full:
            raise invalid(
                "Cannot use both regular backward hooks and full backward hooks on a single "
                "Module. Please use only one of them."
            )
        self._is_full_backward_hook = full

    # Modes and conversion

    def apply(self, fn: Hook) -> Self:
        """Call a function with every submodule and then with this module."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> Self:
        """Switch the module and its submodules to training, or away from it."""
        if not isinstance(mode, bool):
            raise invalid("training mode is expected to be boolean", ValueError)
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """Switch the module and its submodules to evaluation."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Switch recording for all parameters."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or make them zeros."""
        for parameter in self.parameters():
            grad = parameter.grad
            if grad is None or set_to_none:
                parameter.grad = None
                continue
            if grad.grad_fn is not None:
                grad.detach_()
            else:
                grad.requires_grad_(False)
            grad.zero_()

    def _apply(self, fn: Hook, recurse: bool = True) -> Self:
        """Put what a function makes of each parameter and buffer in its place."""
        for module in self.children() if recurse else ():
            module._apply(fn)
        with no_grad():
            for parameter in self._parameters.values():
                if parameter is None:
                    continue
                grad = parameter.grad
                parameter.data = fn(parameter)
                if grad is not None:
                    grad.data = fn(grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def _floating_to(self, dtype: dtypes.DType) -> Self:
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() else t)

    def float(self) -> Self:
        """Convert floating-point parameters and buffers to float32."""
        return self._floating_to(dtypes.float32)

    def double(self) -> Self:
        """Convert floating-point parameters and buffers to float64."""
        return self._floating_to(dtypes.float64)

    def half(self) -> Self:
        """Convert floating-point parameters and buffers to float16."""
        return self._floating_to(dtypes.float16)

    def bfloat16(self) -> Self:
        """Convert floating-point parameters and buffers to bfloat16."""
        return self._floating_to(dtypes.bfloat16)

    def type(self, dst_type: Any) -> Self:
        """Convert all parameters and buffers to an element type."""
        return self._apply(lambda t: t.type(dst_type))

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Convert floating-point parameters and buffers as ``Tensor.to`` does."""
        layout = kwargs.pop("memory_format", None)
        if layout is not None:
            self._apply(lambda t: t.to(memory_format=layout) if t.dim() in (4, 5) else t)
        from gradcli.nn.conversion import wanted_type  # for the programs that convert

        dtype = wanted_type(self, args, kwargs)
        if dtype is None:
            return self
        if not (dtype.is_floating_point or dtype.is_complex):
            raise invalid(
                "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={dtype}",
                TypeError,
            )
        if dtype.is_complex:
            warn(_COMPLEX)
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() or t.is_complex() else t)

    def to_empty(self, *, device: Any, recurse: bool = True) -> Self:
        """Put new memory, whose elements are anything, in the place of parameters and buffers."""
        return self._apply(lambda t: torch.empty_like(t, device=device), recurse=recurse)

    def cpu(self) -> Self:
        """Return the module itself; there is one device."""
        return self._apply(lambda t: t.cpu())

    def cuda(self, device: Any = None) -> Self:
        """Raise what PyTorch raises where there is no such device."""
        return self._apply(lambda t: t.cuda(device))

    def share_memory(self) -> Self:
        """Return the module itself; there is one process."""
        return self

    # The class that it has, and what only some have

    def _kind(self) -> Any:
        """Return the module's class, as programs see it."""
        return type(self)

    def _derive(self, prefix: str, module: str) -> None:
        """Let the module be of a class of its own, which derives from its class."""
        kind: Any = type(self)
        self._become(_derived(kind, prefix, module))

    def _underive(self) -> None:
        """Let the module be of the class that its own derives from."""
        self._become(type(self).__bases__[0])

    def _become(self, kind: Any) -> None:
        """Let the module be of another class, as lazy layers are once they have parameters."""
        object.__setattr__(self, "__class__", kind)

    def _member(self, name: str) -> Any:
        """Return an attribute that only some modules have, or None."""
        return getattr(self, name, None)

    # Text

    def extra_repr(self) -> str:
        """Return what the module's text says in its brackets besides submodules."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = [f"({name}): {indented(repr(part))}" for name, part in self._modules.items()]
        if len(lines) == 1 and not children:
            return f"{self._get_name()}({lines[0]})"
        inner = "".join(f"\n  {line}" for line in lines + children)
        return f"{self._get_name()}({inner}\n)" if inner else f"{self._get_name()}()"


@cache
def _derived(kind: Any, prefix: str, module: str) -> Any:
    return type(prefix + kind.__name__, (kind,), {"__module__": module})


Module.__module__ = "torch.nn.modules.module"
for _part in Module.__mro__[1:-1]:  # which messages do not name
    for _method in vars(_part).values():
        if isinstance(_method, FunctionType):
            _method.__qualname__ = f"Module.{_method.__name__}"
