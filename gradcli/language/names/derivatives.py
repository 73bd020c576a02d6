"""``torch.autograd.Function`` for programs: classes whose calls have derivatives of their own.

This module knows how a program's class says what its functions are. What is done with them is known
to ``transforms.function``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.autograd import function as host
from gradcli.core.function import FunctionCtx, FunctionNode, VmapInfo
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.language.machine.binding import bind
from gradcli.language.machine.code import later
from gradcli.language.machine.descriptors import (
    ClassMethod,
    NativeMethod,
    StaticMethod,
    members_of,
    readers_of,
)
from gradcli.language.machine.descriptors import bind as bound
from gradcli.language.machine.functions import NATIVES, Builtin, Function, Method, host_callable
from gradcli.language.machine.objects import CARRIERS, Class
from gradcli.language.names import attributes, natives
from gradcli.transforms.function import ClassSpec, apply_function, once_differentiable

_OVERRIDDEN = "forward backward jvp setup_context vjp vmap"
_FLAGS = ("boxed_grads_call", "clear_saved_tensors_on_access", "generate_vmap_rule")


class Spec(ClassSpec):
    """The functions that a program's class has."""

    __slots__ = ("cls",)

    def __init__(self, cls: Class) -> None:
        self.cls = cls

    def __getattr__(self, name: str) -> Any:
        if name in _FLAGS:
            return bool(self.cls.find(name))
        raise AttributeError(name)

    def own(self, name: str) -> Callable[..., Any] | None:
        """Return a function that the program's class has, or None; its class remembers it."""
        found, key = self.cls.found, (Spec, name)
        try:
            return found[key]  # type: ignore[no-any-return]
        except KeyError:
            function = found[key] = self._look(name)
            return function

    def _look(self, name: str) -> Callable[..., Any] | None:
        found = self.cls.find(name)
        inner = found.function if isinstance(found, StaticMethod) else found
        if isinstance(inner, NativeMethod):
            return None
        return host_callable(bound(found, None, self.cls))  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.cls.name

    @property
    def node(self) -> Any:
        """The kind of the nodes that calls leave."""
        return FunctionNode

    generated = node


def _apply(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    if not isinstance(cls, Class):
        raise op_error(
            NotImplementedError,
            "You must implement the forward function for custom autograd.Function.",
        )
    spec = Spec(cls)
    apart = spec.setup_context is not None
    if kwargs or apart:
        try:
            args = _in_order(spec.forward, args, kwargs, with_ctx=not apart)
        except TypeError:
            if apart:  # PyTorch binds these with ``inspect``
                later("inspection").signature_of(spec.forward).bind(*args, **kwargs)
            raise
    return natives.outgoing(apply_function(spec, args))


def _in_order(
    forward: Any, args: tuple[Any, ...], kwargs: dict[str, Any], with_ctx: bool
) -> tuple[Any, ...]:
    """Return all arguments of a ``forward`` in their places."""
    if not isinstance(forward, Function):
        return args
    given = (None, *args) if with_ctx else args
    values = bind(forward.code, forward.defaults, given, kwargs)
    rest = [p.name for p in forward.code.parameters if p.kind == "*"]
    plain = [values[p.name] for p in forward.code.parameters if not p.kind]
    extra = values[rest[0]] if rest and rest[0] else ()
    return (*plain[with_ctx:], *extra)


def _once_differentiable(fn: Any, /) -> Builtin:
    return Builtin("wrapper", once_differentiable(host_callable(fn)))


# Contexts

_CTX_METHODS = (
    "mark_dirty mark_non_differentiable mark_shared_storage save_for_backward save_for_forward "
    "set_materialize_grads"
)


def _read_ctx(ctx: FunctionCtx, name: str) -> Any:
    if name in ctx.__dict__:
        return ctx.__dict__[name]
    method = attributes.METHODS[FunctionCtx].get(name)
    if method is not None:
        return Method(ctx, name, method)
    getter = attributes.GETTERS[FunctionCtx].get(name)
    if getter is not None:
        return getter(ctx)
    node = ctx._owner if attributes.in_tables(FunctionNode, name) is not None else None
    return attributes.read_table(ctx if node is None else node, name)


def _read_node(node: FunctionNode, name: str) -> Any:
    """Read what any node has, or what is the context's, which is the node in PyTorch."""
    if name not in node.ctx.__dict__ and attributes.in_tables(FunctionNode, name) is not None:
        return attributes.read_table(node, name)
    return _read_ctx(node.ctx, name)


def _write_ctx(ctx: FunctionCtx, name: str, value: Any) -> None:
    if name == "needs_input_grad":
        ctx.needs_input_grad = value
    elif name in attributes.METHODS[FunctionCtx] or name in attributes.GETTERS[FunctionCtx]:
        message = f"attribute '{name}' of '{ctx._label}' objects is not writable"
        raise op_error(AttributeError, message, code="attribute")
    else:
        ctx.__dict__[name] = value


def _delete_ctx(ctx: FunctionCtx, name: str) -> None:
    if name not in ctx.__dict__:
        raise op_error(
            AttributeError, f"'{ctx._label}' object has no attribute '{name}'", code="attribute"
        )
    del ctx.__dict__[name]


_LEGACY = (
    "Legacy autograd function with non-static forward method is deprecated. Please use new-style "
    "autograd function with static forward method. (Example: "
    "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
)


def _initialize(instance: Any, *args: Any, **kwargs: Any) -> None:
    warn(
        f"<class '__main__.{instance.cls.qualified}'> should not be instantiated. Methods on "
        "autograd functions are all static, so you should invoke them on the class itself. "
        "Instantiating an autograd function will raise an error in a future version of PyTorch.",
        DeprecationWarning,
    )


def _refuse_call(instance: Any, *args: Any, **kwargs: Any) -> None:
    raise op_error(RuntimeError, _LEGACY)


def _carrier(native: type) -> type:
    from gradcli.language.machine.instances import Instance

    return Instance


def _admit() -> None:
    members: dict[str, Any] = {
        name: StaticMethod(NativeMethod(name, vars(host.Function)[name].__func__))
        for name in _OVERRIDDEN.split()
    }
    members |= dict.fromkeys(_FLAGS, False)
    members["apply"] = ClassMethod(NativeMethod("apply", _apply))
    members["__init__"] = NativeMethod("__init__", _initialize)
    members["__call__"] = NativeMethod("__call__", _refuse_call)
    for kind in (host.Function, host.InplaceFunction):
        NATIVES[kind] = members
        CARRIERS[kind] = _carrier
    attributes.READERS[FunctionCtx] = _read_ctx
    attributes.WRITERS[FunctionCtx] = _write_ctx
    attributes.DELETERS_OF[FunctionCtx] = _delete_ctx
    attributes.READERS[FunctionNode] = _read_node
    attributes.WRITERS[FunctionNode] = lambda node, name, value: _write_ctx(node.ctx, name, value)
    attributes.DELETERS_OF[FunctionNode] = lambda node, name: _delete_ctx(node.ctx, name)
    attributes.METHODS[FunctionCtx] = members_of(FunctionCtx, _CTX_METHODS)
    attributes.GETTERS[FunctionCtx] = readers_of("saved_tensors saved_variables needs_input_grad")
    attributes.GETTERS[VmapInfo] = readers_of("batch_size randomness")

    attributes.KINDS[FunctionCtx] = lambda ctx: _kind(ctx._label)
    attributes.KINDS[FunctionNode] = lambda node: _kind(node.label)


def _kind(name: str) -> Class:
    """Return what a program sees as the type of a call's node."""
    return Class(name, (), {"__module__": "torch.autograd.function"})


_admit()

TABLE: dict[str, Any] = {
    "Function": host.Function,
    "InplaceFunction": host.InplaceFunction,
    "FunctionCtx": FunctionCtx,
    "once_differentiable": Builtin("once_differentiable", _once_differentiable),
}
"""What the module torch.autograd.function has."""
