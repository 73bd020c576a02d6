"""Classes of the host that programs make, read and derive from: layers, optimizers, data.

What programs may read of them follows from the classes themselves, once for each: their public
functions and properties, and on instances what lies in the dictionary without an underscore. What
comes out is a value of the language or is refused. A program's class over such a class has
instances of one fixed class of the host, which hands the public methods to the program's.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from types import FunctionType, GeneratorType
from typing import Any

import numpy as np

from gradcli.core.hooks import RemovableHandle
from gradcli.core.node import Node
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error
from gradcli.language.machine import instances as machine
from gradcli.language.machine.code import Block, Frame, Next, Register
from gradcli.language.machine.descriptors import (
    MISSING,
    ClassMethod,
    NativeAttribute,
    NativeMethod,
    StaticMethod,
    bind,
    drop,
    invoke,
    put,
)
from gradcli.language.machine.functions import (
    ADMISSIONS,
    CALLABLE,
    CONSTRUCTORS,
    ENTER,
    NATIVES,
    Bound,
    Builtin,
    Function,
    Method,
    Object,
    enter,
    host_callable,
    lazy_kind,
    type_name,
)
from gradcli.language.machine.objects import CARRIERS, Class, find_in, native_mro
from gradcli.language.names import attributes, instances
from gradcli.language.names.modules import no_attribute
from gradcli.numerics.device import Device
from gradcli.numerics.dtypes import DType
from gradcli.numerics.random import Generator
from gradcli.operators.op import Op
from gradcli.syntax import nodes

_ROOTS = {
    "gradcli.distributions.distribution": "Distribution",
    "gradcli.nn.module": "Module",
    "gradcli.optim.optimizer": "Optimizer",
    "gradcli.optim.scheduling": "LRScheduler",
    "gradcli.utils.data.dataloader": "DataLoader Batches",
    "gradcli.utils.data.dataset": "Dataset",
    "gradcli.utils.data.sampler": "Sampler",
}
"""The classes that others derive from, by the modules that have them."""

_SPECIAL = (
    "__add__ __iadd__ __radd__ __mul__ __rmul__ __imul__ __call__ __contains__ __delitem__ "
    "__enter__ __exit__ __eq__ __getitem__ __hash__ __init__ __iter__ __len__ __ne__ __next__ "
    "__or__ __ior__ __ror__ __repr__ __reversed__ __setitem__"
)
_PROTOCOLS = frozenset(_SPECIAL.split())
_REGISTRIES = ("_parameters", "_buffers", "_modules")
_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
_DEEPEST = 20


# What a native class has


def _roots() -> Iterator[type]:
    for module, names in _ROOTS.items():
        loaded = sys.modules.get(module)
        for name in names.split() if loaded is not None else ():
            yield vars(loaded)[name]


_ADMITTED: set[type] = set()


def admit(kind: type) -> bool:
    """Let programs use a class of the host, if it is one of these; tell whether it is."""
    if kind in _ADMITTED:
        return True
    root = next((root for root in _roots() if issubclass(kind, root)), None)
    if root is None:
        return False
    for base in reversed(kind.__mro__[: kind.__mro__.index(root) + 1]):
        if base not in _ADMITTED:
            _admit(base, base is root)
    return True


def _admit(kind: type, is_root: bool) -> None:
    held: dict[str, Any] = {}
    for base in reversed(kind.__mro__[:-1]) if is_root else (kind,):
        held |= vars(base)
    NATIVES[kind] = {name: made for name, made in _members(held, kind) if made is not MISSING}
    CONSTRUCTORS[kind] = kind
    CARRIERS[kind] = carrier
    attributes.READERS[kind] = read_native
    attributes.WRITERS[kind] = write_native
    attributes.DELETERS_OF[kind] = delete_native
    if "__call__" in dir(kind):
        CALLABLE.add(kind)
    _ADMITTED.add(kind)  # last: a limit of time may end this


def _members(held: Mapping[str, Any], kind: type) -> Iterator[tuple[str, Any]]:
    """Yield what programs may read of what a class holds."""
    for name, raw in held.items():
        if name.startswith("_") and name not in _PROTOCOLS:
            continue
        if name == "step" and isinstance(raw, FunctionType):
            yield name, NativeMethod(name, _returning(_step_of(kind, raw), kind))
        elif isinstance(raw, FunctionType):
            yield name, NativeMethod(name, _returning(raw, kind))
        elif isinstance(raw, property) and raw.fget is not None:
            yield name, NativeAttribute(name, _returning(raw.fget, kind))
        elif isinstance(raw, cached_property):
            yield name, NativeAttribute(name, _returning(raw.__get__, kind))
        elif isinstance(raw, staticmethod):
            yield name, StaticMethod(NativeMethod(name, _returning(raw.__func__)))
        elif isinstance(raw, classmethod):
            yield name, ClassMethod(NativeMethod(name, _returning(raw.__func__)))
        elif raw is None or isinstance(raw, (bool, int, float, str)):
            yield name, raw


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
        return outgoing(function(*args, **kwargs))

    call.__qualname__ = function.__qualname__
    return call


_VALUES: tuple[type, ...] = (
    *(bool, int, float, complex, str, type(None), Tensor, DType, Device, Size, Generator, Node),
    *(RemovableHandle, Function, Bound, Builtin, Method, Class, Object, np.generic, np.ndarray),
)


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
        return lazy_kind("generator")(outgoing(item) for item in value)
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
def _found(kind: type, name: str) -> Any:
    return find_in(native_mro(kind), name)


def read_native(value: Any, name: str) -> Any:
    """Return an attribute of a value of the host."""
    kind = value.__class__
    found = _found(kind, name)
    if isinstance(found, NativeAttribute):
        return found.function(value)
    held = _held(value, name)
    if held is not MISSING:
        return held
    if found is not MISSING:
        return bind(found, value, kind)
    if name == "__class__":
        return kind
    raise _missing(value, name)


def _held(value: Any, name: str) -> Any:
    """Return what an object holds under a name that programs may know, or ``MISSING``."""
    own = value.__dict__
    if name in own and not name.startswith("_"):
        return outgoing(own[name])
    for registry in _REGISTRIES:
        if name in own.get(registry, ()):
            return own[registry][name]
    if name in _REGISTRIES and name in own:
        return dict(own[name])
    return MISSING


def _missing(value: Any, name: str) -> Exception:
    return no_attribute(type_name(value), name, names_of(value))


def names_of(value: Any) -> list[str]:
    """Return the names of a native value's attributes."""
    names = [name for name in value.__dict__ if not name.startswith("_")]
    for registry in _REGISTRIES:
        names += value.__dict__.get(registry, ())
    kinds = value.cls.mro if isinstance(value, Object) else native_mro(type(value))
    for kind in kinds:
        names += kind.namespace if isinstance(kind, Class) else NATIVES[kind]
    return list(dict.fromkeys(names))


def write_native(value: Any, name: str, new: Any) -> None:
    """Write an attribute of a value of the host."""
    if not isinstance(name, str):
        raise TypeError(f"attribute name must be string, not '{type_name(name)}'")
    if name.startswith("_") or isinstance(_found(value.__class__, name), NativeAttribute):
        known = name in _REGISTRIES or _found(value.__class__, name) is not MISSING
        message = f"attribute '{name}' of '{type_name(value)}' objects is not writable"
        raise (
            op_error(AttributeError, message, code="attribute") if known else _missing(value, name)
        )
    put(value, name, new)


def delete_native(value: Any, name: str) -> None:
    """Delete an attribute of a value of the host."""
    own = value.__dict__
    registered = any(name in own.get(registry, ()) for registry in _REGISTRIES)
    if not registered and (name.startswith("_") or name not in own):
        raise _missing(value, name)
    drop(value, name)


# Instances of the program's classes over them


class CarriedNative(machine.Carrier):
    """What the host classes below have: the program's class, and what only the program sees."""

    __slots__ = ()
    _native: type

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make one for the host itself, which may make things like this one."""
        return cls.make(Class(cls._native.__name__, (cls._native,), {}), (), {})

    @classmethod
    def make(cls, kind: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Make an instance of a program's class, before ``__init__``."""
        made = object.__new__(cls)
        object.__setattr__(made, "cls", kind)
        object.__setattr__(made, "attributes", {})
        return made

    def _get_name(self) -> str:
        return str(self.cls.name)

    def _overrides(self, name: str) -> bool:
        return self.cls.find(name).__class__ is Function

    def _bare(self, copy_of: Callable[[Any], Any]) -> Any:
        made = self.make(self.cls, (), {})
        made.__dict__.update({name: copy_of(value) for name, value in self.__dict__.items()})
        return made

    def keep(self, name: str, value: Any) -> None:
        """Write an attribute the native's way, or beside it where the name is the host's own."""
        registered = any(name in self.__dict__.get(registry, ()) for registry in _REGISTRIES)
        own = name.startswith("_") or name in _OURS
        if own and not registered and not _registers(value):
            self.attributes[name] = value
            return
        if name in _INTERNAL:
            message = f"attribute '{name}' of '{self.cls.name}' objects is not writable"
            raise op_error(AttributeError, message, code="attribute")
        self.attributes.pop(name, None)
        put(self, name, value)

    def forget(self, name: str) -> bool:
        """Delete an attribute, and tell whether there was one."""
        if self.attributes.pop(name, MISSING) is not MISSING:
            return True
        public = name in self.__dict__ and not name.startswith("_")
        if public or any(name in self.__dict__.get(registry, ()) for registry in _REGISTRIES):
            drop(self, name)
            return True
        return False


_OURS = frozenset({"cls", "attributes", "make", "keep", "forget"})
_INTERNAL = frozenset(
    {*_REGISTRIES, *_HOOKS, "_non_persistent_buffers_set", "_hooks", "_native", *_OURS}
)


def _registers(value: Any) -> bool:
    """Tell whether a module keeps a value in one of its registries."""
    if isinstance(value, Tensor):
        return type(value) is not Tensor
    return any(isinstance(value, root) for root in _roots() if root.__name__ == "Module")


def read_carried(instance: Any, name: str) -> Any:
    """Return an attribute of an instance of a program's class over a native one."""
    cls = instance.cls
    found = cls.find(name)
    if found is not MISSING and (instances.is_data(found) or isinstance(found, NativeAttribute)):
        return bind(found, instance, cls)
    own = instance.attributes
    if name in own:
        return own[name]
    if name == "step" and found.__class__ is not NativeMethod and hasattr(instance, "param_groups"):
        return Method(instance, name, type(instance).step)  # which tells its hooks
    held = instance.__dict__
    if name in held and not name.startswith("_"):
        return outgoing(held[name])
    if found is not MISSING:
        return bind(found, instance, cls)
    value = _held(instance, name)
    if value is not MISSING:
        return value
    if name == "__class__":
        return cls
    if name == "__dict__":
        return {key: outgoing(v) for key, v in held.items() if not key.startswith("_")} | own
    if cls.find("__getattr__") is not MISSING:
        return invoke(instance, "__getattr__", name)
    raise _missing(instance, name)


def _handing(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of the host that calls the program's where there is one."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        found = self.cls.find(name)
        if found is MISSING or found.__class__ is NativeMethod:
            return original(self, *args, **kwargs)
        return host_callable(bind(found, self, self.cls))(*args, **kwargs)

    return method


@cache
def carrier(native: type) -> type:
    """Return the class of the host whose objects are instances of programs' classes."""
    admit(native)
    handed = {
        name: _handing(name, getattr(native, name))
        for base in native.__mro__
        for name, raw in vars(base).items()
        if isinstance(raw, FunctionType) and (not name.startswith("_"))
    }
    held = {"_native": native, "__slots__": ("cls", "attributes"), "__module__": __name__, **handed}
    if "__hash__" not in vars(native):
        held |= {"__eq__": object.__eq__, "__ne__": object.__ne__, "__hash__": object.__hash__}
    made: type = type(f"Carried{native.__name__}", (CarriedNative, native), held)
    instances.register(made)
    attributes.READERS[made] = read_carried
    if native.__name__ and any(r.__name__ == "Module" and issubclass(native, r) for r in _roots()):
        ENTER[made] = _enter_module
    return made


def _enter_module(
    instance: Any,
    values: list[Any],
    keywords: dict[str, Any],
    frame: Frame,
    target: Register,
    then: Block,
    node: nodes.Node,
) -> Next:
    """Go on in the program's ``forward``, where no hooks stand around it."""
    own, cls = instance.__dict__, instance.cls
    forward = cls.find("forward")
    plain = forward.__class__ is Function and cls.find("__call__").__class__ is NativeMethod
    if plain and "forward" not in own and not any(own.get(hooks) for hooks in _HOOKS):
        if _HOOKS[0] not in own:
            raise _missing(instance, "_backward_hooks")
        values.insert(0, instance)
        return enter(forward, values, keywords, frame, target, then, node)
    call = cls.find("__call__")
    if call.__class__ is Function:
        values.insert(0, instance)
        return enter(call, values, keywords, frame, target, then, node)
    frame[target] = host_callable(instance)(*values, **keywords)
    return frame, then


ADMISSIONS.append(admit)
attributes.METHODS.setdefault(
    OrderedDict, {name: vars(OrderedDict)[name] for name in ("items", "keys", "values")}
)
