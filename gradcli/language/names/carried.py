"""Instances of the program's classes over classes of the host.

They are of one fixed class of the host for each of those, which hands its public methods to the
program's. What programs may read of classes of the host is known to ``natives``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.language.machine import instances as machine
from gradcli.language.machine.code import Block, Frame, Next, Register
from gradcli.language.machine.construct import enter_instance
from gradcli.language.machine.descriptors import (
    MISSING,
    NativeAttribute,
    NativeMethod,
    bind,
    drop,
    invoke,
    is_data,
    put,
)
from gradcli.language.machine.functions import (
    CALLED,
    ENTER,
    Builtin,
    Function,
    Method,
    enter,
    host_callable,
    type_name,
)
from gradcli.language.machine.objects import Class
from gradcli.language.names import attributes, instances
from gradcli.language.names.natives import (
    HOOKS,
    INNER,
    REGISTRIES,
    TOLD,
    admit,
    dict_of,
    held_by,
    missing,
    outgoing,
    roots,
)
from gradcli.syntax import nodes


def _handing(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of the host that calls the program's where there is one."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        found = self.cls.find(name)
        if found is MISSING or found.__class__ is NativeMethod:
            return original(self, *args, **kwargs)
        given = [_of_tensors(arg) if isinstance(arg, FunctionType) else arg for arg in args]
        return host_callable(bind(found, self, self.cls))(*given, **kwargs)

    return method


def _of_tensors(function: Callable[[Tensor], Any]) -> Builtin:
    """Return what a program sees of a function of the host that converts tensors."""

    def convert(tensor: Any, /) -> Any:
        if not isinstance(tensor, Tensor):
            raise op_error(TypeError, f"expected a tensor, not {type_name(tensor)}", code="type")
        return function(tensor)

    return Builtin("<lambda>", convert)


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

    _get_name = _handing("_get_name", lambda self: str(self.cls.name))

    @property
    def _version(self) -> Any:
        native: Any = self._native
        found = self.cls.find("_version")
        return native._version if found is MISSING else found

    def _overrides(self, name: str) -> bool:
        return self.cls.find(name).__class__ is Function

    def _kind(self) -> Any:
        return self.cls

    def _another(self) -> Any:
        return self.make(self.cls, (), {})

    def _derive(self, prefix: str, module: str) -> None:
        made = Class(prefix + self.cls.name, (self.cls,), {"__module__": module})
        object.__setattr__(self, "cls", made)

    def _underive(self) -> None:
        object.__setattr__(self, "cls", self.cls.bases[0])

    def _become(self, kind: Any) -> None:
        """Be what the program made it."""

    def _member(self, name: str) -> Any:
        try:
            return read_carried(self, name)
        except AttributeError:
            return None

    def _bare(self, copy_of: Callable[[Any], Any]) -> Any:
        made = self.make(self.cls, (), {})
        made.__dict__.update({name: copy_of(value) for name, value in self.__dict__.items()})
        return made

    def keep(self, name: str, value: Any) -> None:
        """Write an attribute the native's way, or beside it where the name is the host's own."""
        registered = any(name in self.__dict__.get(registry, ()) for registry in REGISTRIES)
        if _is_beside(name) and not registered and not _registers(value):
            self.attributes[name] = value
            return
        if name in _INTERNAL:
            message = f"attribute '{name}' of '{self.cls.name}' objects is not writable"
            raise op_error(AttributeError, message, code="attribute")
        self.attributes.pop(name, None)
        put(self, name, value)

    def _hold(self, name: str, value: Any) -> None:
        """Write an attribute past the native's way and its registries."""
        (self.attributes if _is_beside(name) else self.__dict__)[name] = value

    def forget(self, name: str) -> bool:
        """Delete an attribute, and tell whether there was one."""
        if self.attributes.pop(name, MISSING) is not MISSING:
            return True
        public = name in self.__dict__ and not name.startswith("_")
        if public or any(name in self.__dict__.get(registry, ()) for registry in REGISTRIES):
            drop(self, name)
            return True
        return False


_OURS = frozenset(
    name
    for names in (("cls", "attributes"), vars(machine.Carrier), vars(CarriedNative))
    for name in names
    if not name.startswith("_")
)
_INTERNAL = frozenset(
    {*REGISTRIES, *HOOKS, "_non_persistent_buffers_set", "_hooks", "_native", *_OURS}
)


def _is_beside(name: str) -> bool:
    """Tell whether an attribute of a name lies beside the host's, which has such names itself."""
    return (name.startswith("_") and name not in TOLD) or name in _OURS


def _registers(value: Any) -> bool:
    """Tell whether a module keeps a value in one of its registries."""
    if isinstance(value, Tensor):
        return type(value) is not Tensor
    return any(isinstance(value, root) for root in roots() if root.__name__ == "Module")


def read_carried(instance: Any, name: str) -> Any:
    """Return an attribute of an instance of a program's class over a native one."""
    cls = instance.cls
    found = cls.find(name)
    if found is not MISSING and (is_data(found) or isinstance(found, NativeAttribute)):
        return bind(found, instance, cls)
    own = instance.attributes
    if name in own:
        return own[name]
    if name == "step" and found.__class__ is not NativeMethod and "_hooks" in instance.__dict__:
        return Method(instance, name, type(instance).step)  # an optimizer's, which tells its hooks
    held = instance.__dict__
    if name in held and not name.startswith("_"):
        return outgoing(held[name])
    if found is not MISSING:
        return bind(found, instance, cls)
    value = held_by(instance, name)
    if value is not MISSING:
        return value
    if name == "__class__":
        return cls
    if name == "__dict__":
        return dict_of(instance)
    if cls.find("__getattr__") is not MISSING:
        return invoke(instance, "__getattr__", name)
    raise missing(instance, name)


@cache
def carrier(native: type) -> type:
    """Return the class of the host whose objects are instances of programs' classes."""
    admit(native)
    handed = {
        name: _handing(name, getattr(native, name))
        for base in native.__mro__
        for name, raw in vars(base).items()
        if isinstance(raw, FunctionType) and (not name.startswith("_") or name in INNER)
    }
    held = {"_native": native, "__slots__": ("cls", "attributes"), "__module__": __name__, **handed}
    made: type = type(f"Carried{native.__name__}", (CarriedNative, native), held)
    instances.register(made)
    attributes.READERS[made] = read_carried
    if native.__name__ and any(r.__name__ == "Module" and issubclass(native, r) for r in roots()):
        ENTER[made] = _enter_module
        CALLED[made] = _forward
    return made


def _forward(instance: Any) -> Any:
    """Return the program's ``forward``, if that is all that a call of a module is."""
    own, cls = instance.__dict__, instance.cls
    forward = cls.find("forward")
    plain = forward.__class__ is Function and cls.find("__call__").__class__ is NativeMethod
    if not plain or "forward" in own or any(map(own.get, HOOKS)):
        return None
    if HOOKS[0] not in own:  # a module that has not been initialized
        raise missing(instance, "_backward_hooks")
    return forward if STATE.module_hooks is None else None


def _enter_module(
    instance: Any,
    values: list[Any],
    keywords: dict[str, Any] | None,
    frame: Frame,
    target: Register,
    then: Block,
    node: nodes.Node,
) -> Next:
    """Go on in the program's ``forward``, where no hooks stand around it."""
    forward = _forward(instance)
    if forward is not None:
        values.insert(0, instance)
        return enter(forward, values, keywords, frame, target, then, node)
    return enter_instance(instance, values, keywords, frame, target, then, node)
