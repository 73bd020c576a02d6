"""Classes of the host that programs make, read and derive from: layers, optimizers, data.

What programs may read of them follows from the classes themselves, once for each: their public
functions and properties, and on instances what lies in the dictionary without an underscore. What
comes out is a value of the language or is refused. ``carried`` has the instances of a program's
classes over such classes.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from types import FunctionType, GeneratorType
from typing import Any

import numpy as np

from gradcli.core.hooks import RemovableHandle
from gradcli.core.node import Node
from gradcli.core.shown import Shown
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error
from gradcli.language.machine.descriptors import (
    MISSING,
    ClassMethod,
    NativeAttribute,
    NativeMethod,
    StaticMethod,
    bind,
    drop,
    members_of,
    put,
)
from gradcli.language.machine.functions import (
    ADMISSIONS,
    CALLABLE,
    CONSTRUCTORS,
    NATIVES,
    Bound,
    Builtin,
    Function,
    Method,
    Object,
    lazy_kind,
    named_like,
    type_name,
)
from gradcli.language.machine.objects import CARRIERS, Class, native_mro
from gradcli.language.names import attributes
from gradcli.language.names.modules import no_attribute
from gradcli.numerics.device import Device
from gradcli.numerics.dtypes import DType
from gradcli.numerics.random import Generator
from gradcli.operators.op import Op

_ROOTS = {
    "gradcli.optim.amp": "GradScaler autocast",
    "gradcli.distributions.constraints": "Constraint",
    "gradcli.distributions.distribution": "Distribution",
    "gradcli.distributions.quasirandom": "SobolEngine",
    "gradcli.distributions.transform": "Transform",
    "gradcli.language.names.cases": "TestCase",
    "gradcli.nn.module": "Module",
    "gradcli.nn.utils.pruning": "BasePruningMethod",
    "gradcli.optim.optimizer": "Optimizer",
    "gradcli.optim.scheduling": "LRScheduler",
    "gradcli.optim.swa_utils": "Average",
    "gradcli.utils.data.dataloader": "DataLoader Batches",
    "gradcli.utils.data.dataset": "Dataset",
    "gradcli.utils.data.sampler": "Sampler",
}
"""The classes that others derive from, by the modules that have them."""

_SPECIAL = (
    "__add__ __iadd__ __radd__ __mul__ __rmul__ __imul__ __call__ __contains__ __delitem__ "
    "__enter__ __exit__ __eq__ __getitem__ __hash__ __init__ __iter__ __len__ __ne__ __next__ "
    "__or__ __ior__ __ror__ __repr__ __reversed__ __setitem__ _extended_shape "
    "_get_checked_instance _get_name _register_load_state_dict_pre_hook _tensor_name "
    "_validate_sample"
)
_INNER = (
    "_apply _call _check_input_dim _conv_forward _ff_block _inverse _is_better "
    "_load_from_state_dict _mha_block _reduce_lr _reset _reset_parameters _sa_block "
    "_save_to_state_dict"
)
INNER = frozenset(_INNER.split())
"""The methods with an underscore that classes of programs write anew for PyTorch to call."""
_PROTOCOLS = INNER.union(_SPECIAL.split())
REGISTRIES = ("_parameters", "_buffers", "_modules")
HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
ORDERED = "clear copy items keys move_to_end pop popitem setdefault update values"
"""The methods that keep an ordered dictionary in order; those of a dictionary would not."""
_TOLD = "_batch_shape _event_shape _get_lr_called_within_step _last_lr _step_count _validate_args"
TOLD = tuple(_TOLD.split())
"""What distributions and schedules of a program's own know of those that they derive from."""
_DEEPEST = 20


# What a native class has


def roots() -> Iterator[type]:
    """Yield the classes that others derive from, of what is loaded."""
    for module, names in _ROOTS.items():
        loaded = sys.modules.get(module)
        for name in names.split() if loaded is not None else ():
            yield vars(loaded)[name]


_ADMITTED: set[type] = set()


def admit(kind: type) -> bool:
    """Let programs use a class of the host, if it is one of these; tell whether it is."""
    if kind in _ADMITTED:
        return True
    root = next((root for root in roots() if issubclass(kind, root)), None)
    if root is None:
        return False
    for base in reversed(kind.__mro__[: kind.__mro__.index(root) + 1]):
        if base not in _ADMITTED:
            _admit(base, base is root)
    return True


def _admit(kind: type, is_root: bool) -> None:
    held: dict[str, Any] = {}
    for base in reversed(kind.__mro__[:-1]) if is_root else (kind,):
        held |= {} if base is Shown else vars(base)  # instances print as of their own classes
    NATIVES[kind] = {name: made for name, made in _members(held, kind) if made is not MISSING}
    if is_root and "__getattr__" in held:
        NATIVES[kind]["__getattr__"] = NativeMethod("__getattr__", _returning(_registered, kind))
    CONSTRUCTORS[kind] = kind
    CARRIERS[kind] = _carrier
    attributes.READERS[kind] = read_native
    attributes.WRITERS[kind] = write_native
    attributes.DELETERS_OF[kind] = delete_native
    NATIVES[kind]["__doc__"] = kind.__doc__
    if "__call__" in dir(kind):
        CALLABLE.add(kind)
    _ADMITTED.add(kind)  # last: a limit of time may end this


def _carrier(native: type) -> type:
    from gradcli.language.names.carried import carrier  # for programs with classes

    return carrier(native)


def _members(held: Mapping[str, Any], kind: type) -> Iterator[tuple[str, Any]]:
    """Yield what programs may read of what a class holds."""
    for name, raw in held.items():
        if name.startswith("_") and name not in _PROTOCOLS:
            continue
        if name == "_get_name":  # of an instance's class in the program
            yield name, NativeMethod(name, type_name)
        elif name == "step" and isinstance(raw, FunctionType):
            yield name, NativeMethod(name, _returning(_step_of(kind, raw), kind))
        elif isinstance(raw, FunctionType):
            yield name, NativeMethod(name, _returning(raw, kind))
        elif isinstance(raw, property) and raw.fget is not None:
            by_class = _of_class if name in ("arg_constraints", "support") else None
            yield name, NativeAttribute(name, _returning(raw.fget, kind), by_class)
        elif isinstance(raw, cached_property):
            yield name, NativeAttribute(name, _returning(raw.__get__, kind))
        elif isinstance(raw, staticmethod):
            yield name, StaticMethod(NativeMethod(name, _returning(raw.__func__)))
        elif isinstance(raw, classmethod):
            yield name, ClassMethod(NativeMethod(name, _returning(raw.__func__)))
        elif raw is None or isinstance(raw, (bool, int, float, str)):
            yield name, raw


def _of_class(kind: Any, name: str) -> Any:
    """Return what a class of distributions says of its values by itself, or None."""
    native: Any = kind.native if isinstance(kind, Class) else kind
    return outgoing(native._of_class(name))


def _step_of(kind: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a class's step as it is when it is called: its first optimizer wraps it in hooks."""

    def step(self: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(self, Object):  # asked for by a program's class, past its own step
            return vars(kind).get("step", function)(self, *args, **kwargs)
        return type(self).step(self, *args, **kwargs)

    step.__qualname__ = function.__qualname__
    return step


def _returning(function: Callable[..., Any], kind: type | None = None) -> Callable[..., Any]:
    """Let only values of the language come out of a function, and only its kind of value in."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if kind is not None and not (args and isinstance(args[0], kind)):
            given = type_name(args[0]) if args else "nothing"
            raise TypeError(f"{function.__qualname__} takes a {kind.__name__}, not {given}")
        if len(args) > 1 and args[1].__class__ is not str and isinstance(args[1], str):
            args = (args[0], str.__str__(args[1]), *args[2:])  # often a name
        return outgoing(function(*args, **kwargs))

    call.__qualname__ = (
        f"{kind.__qualname__}.{function.__name__}" if kind else function.__qualname__
    )
    return call


_VALUES: tuple[type, ...] = (
    *(bool, int, float, complex, str, type(None), Tensor, DType, Device, Size, Generator, Node),
    *(RemovableHandle, Function, Bound, Builtin, Method, Class, Object, np.generic, np.ndarray),
)


class Generated(lazy_kind("generator")):  # type: ignore[misc]
    """What a generator of the library gives, which prints as PyTorch's of that name."""

    __slots__ = ("made",)

    def __init__(self, generator: GeneratorType[Any, Any, Any]) -> None:
        super().__init__(outgoing(item) for item in generator)
        owner, _, name = generator.__qualname__.rpartition(".")
        self.made = f" Module.{name}" * (owner == "Module")

    def __repr__(self) -> str:
        return f"<generator object{self.made}>"


named_like("generator", Generated)


def outgoing(value: Any, depth: int = 0) -> Any:
    """Return a value that comes out of the host, if it is one of the language."""
    if isinstance(value, _VALUES):
        return value
    if isinstance(value, (list, tuple, set, frozenset)) and depth < _DEEPEST:
        if isinstance(value, tuple) and hasattr(type(value), "_fields"):
            attributes.name_fields(type(value))
        for item in value:
            outgoing(item, depth + 1)
        return value
    if isinstance(value, Mapping) and depth < _DEEPEST:
        for key, item in value.items():
            outgoing(key, depth + 1)
            outgoing(item, depth + 1)
        return value
    if isinstance(value, GeneratorType):
        return Generated(value)
    if isinstance(value, type) and (value in CONSTRUCTORS or admit(value)):
        return value
    if isinstance(getattr(value, "__self__", None), Op):
        return Builtin(value.__self__.name, value)
    kind = type(value)
    if kind in attributes.METHODS or kind in _ITERATORS or admit(kind):
        return value
    raise op_error(
        AttributeError,
        f"a {kind.__name__} of the library has no place in a program",
        code="attribute",
    )


_ITERATORS = frozenset(
    map(type, (iter([]), iter(()), iter({}), {}.keys(), {}.values(), {}.items(), iter({}.values())))
)


# Instances of the classes themselves


@cache
def _names(kind: type) -> dict[str, Any]:
    """Return all that values of a class have by it."""
    found: dict[str, Any] = {}
    for base in reversed(native_mro(kind)):
        found |= NATIVES[base]
    return found


def _found(kind: type, name: str) -> Any:
    return _names(kind).get(name, MISSING)


def read_native(value: Any, name: str) -> Any:
    """Return an attribute of a value of the host."""
    kind = value.__class__
    found = _found(kind, name)
    if isinstance(found, NativeAttribute):
        return found.function(value)
    held = held_by(value, name)
    if held is not MISSING:
        return held
    if found is not MISSING:
        return bind(found, value, kind)
    if name == "__class__":
        return kind
    if name == "__dict__":
        return dict_of(value)
    raise missing(value, name)


def dict_of(value: Any) -> dict[str, Any]:
    """Return what an object holds, the names of the host's own left out but for a module's."""
    from gradcli.language.names.held import Held  # for the few programs that ask

    return Held(value)


def held_by(value: Any, name: str) -> Any:
    """Return what an object holds under a name that programs may know, or ``MISSING``."""
    own = value.__dict__
    if name in own and (not name.startswith("_") or name in TOLD):
        return outgoing(own[name])
    for registry in REGISTRIES:
        if name in own.get(registry, ()):
            return own[registry][name]
    if name in REGISTRIES and name in own:
        return own[name]
    if name in HOOKS and name in own:  # which tell what is pruned
        return Hooked(own[name])
    if "parametrizations" in own.get("_modules", ()):
        made = value._parametrized(name)
        return MISSING if made is None else made
    return MISSING


class Hooked(OrderedDict[int, Any]):
    """The hooks of a module as a program sees them: it can take them off and not write them."""

    __module__, __qualname__ = "collections", "OrderedDict"

    def __init__(self, hooks: dict[int, Any]) -> None:
        self._held = hooks
        super().__init__()
        for number, hook in hooks.items():
            with suppress(AttributeError):  # of the library's own, as those of lazy layers
                super().__setitem__(number, outgoing(hook))

    def __repr__(self) -> str:
        return repr(OrderedDict(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return OrderedDict, (list(self.items()),)

    def held(self) -> dict[int, Any]:
        """Return the hooks as the module holds them."""
        return self._held

    def __setitem__(self, number: Any, hook: Any) -> None:
        raise op_error(TypeError, "hooks are registered by the module's methods")

    def clear(self) -> None:
        """Take all hooks off."""
        super().clear()
        self._held.clear()

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._held.pop(number, None)

    def pop(self, number: Any, *default: Any) -> Any:
        """Take a hook off and return it."""
        self._held.pop(number, None)
        return super().pop(number, *default)


def _registered(value: Any, name: str) -> Any:
    """Return a parameter, buffer or module: what a module has besides its dictionary."""
    for registry in REGISTRIES:
        held = value.__dict__.get(registry, ())
        if name in held:
            return held[name]
    raise missing(value, name)


def _not_written(hooks: Hooked, *args: Any, **kwargs: Any) -> None:
    hooks[0] = None


def missing(value: Any, name: str) -> Exception:
    """Return the error of an attribute that a value has not."""
    return no_attribute(type_name(value), name, names_of(value))


def names_of(value: Any) -> list[str]:
    """Return the names of a native value's attributes."""
    names = [name for name in value.__dict__ if not name.startswith("_")]
    for registry in REGISTRIES:
        names += value.__dict__.get(registry, ())
    kinds = value.cls.mro if isinstance(value, Object) else native_mro(type(value))
    for kind in kinds:
        names += kind.namespace if isinstance(kind, Class) else NATIVES[kind]
    return list(dict.fromkeys(names))


def write_native(value: Any, name: str, new: Any) -> None:
    """Write an attribute of a value of the host."""
    if name.startswith("_") or isinstance(_found(value.__class__, name), NativeAttribute):
        known = name in REGISTRIES or _found(value.__class__, name) is not MISSING
        message = f"attribute '{name}' of '{type_name(value)}' objects is not writable"
        raise (
            op_error(AttributeError, message, code="attribute") if known else missing(value, name)
        )
    put(value, name, new)


def delete_native(value: Any, name: str) -> None:
    """Delete an attribute of a value of the host."""
    own = value.__dict__
    registered = any(name in own.get(registry, ()) for registry in REGISTRIES)
    if not registered and (name.startswith("_") or name not in own):
        raise missing(value, name)
    drop(value, name)


def _metadata(state: OrderedDict[str, Any]) -> Any:
    """Return what a state of a module says besides: the versions of its modules."""
    if "_metadata" not in vars(state):
        raise no_attribute(type_name(state), "_metadata", ())
    return outgoing(vars(state)["_metadata"])


def _write_metadata(state: OrderedDict[str, Any], name: str, new: Any) -> None:
    if name != "_metadata":
        raise no_attribute(type_name(state), name, ())
    vars(state)[name] = new


attributes.GETTERS.setdefault(OrderedDict, {})["_metadata"] = _metadata
attributes.WRITERS[OrderedDict] = _write_metadata
ADMISSIONS.append(admit)
CALLABLE.add(NativeMethod)
attributes.METHODS.setdefault(OrderedDict, members_of(OrderedDict, ORDERED))
attributes.METHODS[Hooked] = {
    **dict.fromkeys(("move_to_end", "popitem", "setdefault", "update"), _not_written),
    **members_of(Hooked, "clear pop"),
}
