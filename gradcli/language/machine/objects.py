"""Classes of the program and their instances: values of the language, in dictionaries of ours.

No class of the host is ever made from a program's text. An instance is an ``Instance`` whatever its
class, or a fixed ``Carried`` class of the host where the program's class derives from a native one.
This module knows names, bases, lookup and binding. It does not know what the host's operators ask
of an instance (``instances``), or which native classes there are (``names.natives``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakSet

from gradcli.errors import op_error
from gradcli.language.machine.code import later
from gradcli.language.machine.descriptors import MISSING, bind
from gradcli.language.machine.functions import (
    NATIVES,
    Kind,
    Object,
    admitted,
    host_callable,
    named_like,
)
from gradcli.language.machine.sequences import collect

BASES: dict[type, Callable[[type], None]] = {}
"""What makes types known that classes may derive from, once one does."""
CARRIERS: dict[type, Callable[[type], type]] = {}
"""What makes the host class of instances, for native classes whose instances are not plain."""


PLAIN = object()
"""What is noted, among what was found in a class, if its instances are made without asking."""


CONSTRUCT: list[Callable[[Any, Any, Any], Any]] = []
"""What makes an instance for the host: the one function of ``construct``."""


PROTOCOL = " of a protocol"
"""What holds the names, in classes of ``typing.Protocol``, that make a value one of it: no name."""

FOLLOWS: list[Callable[[Any, Any], bool]] = []
"""What tells whether a value is one of such a class: the one function of ``names.typed``."""


class Class(Kind):
    """A class of the program.

    ``mro`` is the order in which names are looked up: classes of the program, and those of the host
    that it rests on, the nearest of which is ``native`` (``object`` where there is no other). Those
    of the language itself are ``fixed``: no program leaves anything in them for the next.
    """

    __slots__ = (
        "__weakref__",
        "abstract",
        "annotations",
        "bases",
        "checks_abstract",
        "children",
        "complete",
        "fixed",
        "found",
        "host",
        "listed",
        "members",
        "mro",
        "name",
        "namespace",
        "native",
        "plain",
        "qualified",
        "slots",
        "virtual",
    )

    def __init__(
        self,
        name: str,
        bases: tuple[Any, ...],
        namespace: dict[str, Any],
        qualified: str = "",
        annotations: dict[str, Any] | None = None,
        *,
        fixed: bool = False,
    ) -> None:
        self.name = str.__str__(name)
        self.fixed = fixed
        self.bases = bases or (object,)
        self.namespace = namespace
        self.qualified = str.__str__(qualified or name)
        self.annotations = annotations or {}
        self.found: dict[Any, Any] = {}  # what was looked for, by name
        self.plain: set[str] = set()  # the attributes that are known to be written as they are
        self.children: WeakSet[Class] = WeakSet()
        self.virtual: tuple[Any, ...] = ()  # classes that were registered as subclasses
        self.mro = _linearized(self)
        self.native = _native(self)
        self.host = host_class(self.native)
        self.slots = slots_of(self)
        self.abstract: tuple[str, ...] = ()
        self.members: dict[str, Any] | None = None  # of an enumeration
        self.listed: tuple[Any, ...] = ()  # those of them that a loop is given
        self.complete: Callable[[Class], None] | None = None  # what is done to new subclasses
        self.checks_abstract: bool = any(
            isinstance(base, Class) and base.checks_abstract for base in self.bases
        )
        for base in self.bases:
            if isinstance(base, Class):
                base.children.add(self)
                self.complete = base.complete or self.complete

    def __repr__(self) -> str:
        if self.complete is not None:
            flag = any(base.__class__ is Class and base.name == "Flag" for base in self.mro)
            return f"<{'flag' if flag else 'enum'} {self.name!r}>"
        return f"<class '{self.whole_name()}'>"

    def whole_name(self) -> str:
        """Return the name with the module's and those of what the class was defined in."""
        return f"{self.namespace.get('__module__', '__main__')}.{self.qualified}"

    def __str__(self) -> str:
        return repr(self)

    @property
    def __name__(self) -> str:
        """Return the name, for messages of the core."""
        return self.name

    @property
    def __bases__(self) -> tuple[Any, ...]:
        """Return the bases, by which the host's ``issubclass`` finds its way."""
        return self.bases

    def __copy__(self) -> Class:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Class:
        return self

    def __instancecheck__(self, value: Any) -> bool:
        """Tell whether a value is an instance."""
        if PROTOCOL in self.namespace:
            return FOLLOWS[0](self, value)
        return self._has(class_of(value))

    def __subclasscheck__(self, kind: Any) -> bool:
        """Tell whether a class derives from this one."""
        if not isinstance(kind, (Class, type)):
            raise TypeError("issubclass() arg 1 must be a class")
        return self._has(kind)

    def _has(self, kind: Any) -> bool:
        own = kind.mro if isinstance(kind, Class) else kind.__mro__
        if self in own or not self.checks_abstract:
            return self in own
        classes = [self]
        for cls in classes:
            classes.extend(cls.children)
        return any(base in own for cls in classes for base in cls.virtual)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Make an instance, from the host."""
        return CONSTRUCT[0](self, args, kwargs)

    def __iter__(self) -> Iterator[Any]:
        if self.members is None:
            raise TypeError("'type' object is not iterable")
        return iter(self.listed)

    def __len__(self) -> int:
        if self.members is None:
            raise TypeError("object of type 'type' has no len()")
        return len(self.listed)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, value: Any) -> bool:
        if self.members is None:
            raise TypeError("argument of type 'type' is not iterable")
        if getattr(class_of(value), "members", None) is None:
            kinds = f"'{name_of(value)}' and 'EnumType'"
            raise TypeError(f"unsupported operand type(s) for 'in': {kinds}")
        return any(value is member for member in self.members.values())

    def __getitem__(self, name: Any) -> Any:
        if self.members is not None:
            return self.members[name]
        if self.find("__class_getitem__") is MISSING:
            raise TypeError(f"type '{self.name}' is not subscriptable")
        return host_callable(bind(self.find("__class_getitem__"), None, self))(name)

    def __or__(self, other: Any) -> Any:
        return later("unions").joined(self, other)

    def __ror__(self, other: Any) -> Any:
        return later("unions").joined(other, self)

    def find(self, name: str) -> Any:
        """Return what a name stands for in the class and its bases, unbound, or ``MISSING``."""
        try:
            return self.found[name]
        except KeyError:
            found = find_in(self.mro, name)
            if not self.fixed:
                self.found[name] = found
            return found

    def check_own(self, name: str) -> None:
        """Refuse to write an attribute of a class that is not the program's."""
        if self.fixed:
            whole = f"{self.namespace['__module__']}.{self.name}"
            message = f"cannot set '{name}' attribute of immutable type '{whole}'"
            raise op_error(TypeError, message, code="attribute")

    def calls(self) -> bool:
        """Tell whether instances can be called."""
        return self.find("__call__") is not MISSING

    def iterates(self) -> bool:
        """Tell whether instances can be gone over."""
        found = self.find("__iter__")
        if found is MISSING:
            return self.find("__getitem__") is not MISSING
        return found is not None

    def has_elements(self) -> bool:
        """Tell whether the class itself can be read by an index: an enumeration."""
        return self.members is not None

    def maps(self) -> bool:
        """Tell whether instances have keys and values, as dicts do."""
        return self.find("keys") is not MISSING and self.find("__getitem__") is not MISSING

    def changed(self, name: str = "__") -> None:
        """Forget what was found by a name, here and in classes that derive from this one.

        What Python asks classes for may decide about all names.
        """
        pending = [self]
        for kind in pending:
            if name.startswith("__"):
                kind.found.clear()
                kind.plain.clear()
            else:
                kind.found.pop(name, None)
                kind.plain.discard(name)
            if len(kind.children):
                pending.extend(kind.children)


def find_in(mro: tuple[Any, ...], name: str) -> Any:
    """Return what the first of some classes has under a name, or ``MISSING``."""
    for kind in mro:
        names = kind.namespace if isinstance(kind, Class) else NATIVES[kind]
        if name in names:
            return names[name]
    return MISSING


def class_of(value: Any) -> Any:
    """Return the class of a value: the program's or the host's."""
    kind = type(value)
    return value.cls if issubclass(kind, Object) else kind


def is_class(value: Any) -> bool:
    """Tell whether a value is a class."""
    return isinstance(value, (Class, type))


def name_of(value: Any) -> str:
    """Return the name of a value's class, as messages give it."""
    kind = class_of(value)
    return kind.name if isinstance(kind, Class) else str(kind.__name__)


# The order of bases


def _linearized(kind: Class) -> tuple[Any, ...]:
    """Return a class and what it derives from in the order of lookup, by the C3 rule."""
    for index, base in enumerate(kind.bases):
        if isinstance(base, type) and base in BASES and base not in NATIVES:
            BASES[base](base)
        if not isinstance(base, Class) and not (
            isinstance(base, type) and (base in NATIVES or admitted(base))
        ):
            raise _no_base(base)
        if base in kind.bases[:index]:
            raise TypeError(f"duplicate base class {base.__name__}")
    sequences = [list(_mro(base)) for base in kind.bases] + [list(kind.bases)]
    order: list[Any] = [kind]
    while sequences := [sequence for sequence in sequences if sequence]:
        tails = {id(other) for sequence in sequences for other in sequence[1:]}
        head = next((s[0] for s in sequences if id(s[0]) not in tails), None)
        if head is None:
            names = ", ".join(_first_names(sequences))
            raise TypeError(
                f"Cannot create a consistent method resolution\norder (MRO) for bases {names}"
            )
        order.append(head)
        sequences = [s[1:] if s[0] is head else s for s in sequences]
    return tuple(order)


def _first_names(sequences: list[list[Any]]) -> list[str]:
    return list(dict.fromkeys(str(sequence[0].__name__) for sequence in sequences))


def _mro(base: Any) -> tuple[Any, ...]:
    return base.mro if isinstance(base, Class) else native_mro(base)


def native_mro(kind: type) -> tuple[type, ...]:
    """Return a class of the host and those of its bases that programs know."""
    return tuple([base for base in kind.__mro__ if base in NATIVES])


def _no_base(base: Any) -> Exception:
    if isinstance(base, type):
        if base in (bool, type(None), type(...), slice, range):
            return op_error(TypeError, f"type '{base.__name__}' is not an acceptable base type")
        what = f"classes that derive from {base.__name__} are not part of the language"
        return op_error(TypeError, what, help="Keep such a value in an attribute.")
    return op_error(TypeError, f"a class cannot derive from {type(base).__name__}")


def maker_of(bases: tuple[Any, ...], rule: Any = None) -> Any:
    """Return what Python calls to make a class: of its metaclass and those of its bases the lowest.

    That is ``type`` for most classes, and the class of a base that is no class.
    """
    kinds = [type if base.__class__ is Class else class_of(base) for base in bases]
    kinds = [type if isinstance(kind, type) and issubclass(kind, type) else kind for kind in kinds]
    winner = rule or (kinds[0] if kinds else type)
    for kind in kinds:
        if kind in _all_above(winner):
            continue
        if winner not in _all_above(kind):
            what = "the metaclass of a derived class must be a (non-strict) subclass of the "
            raise TypeError(f"metaclass conflict: {what}metaclasses of all its bases")
        winner = kind
    return winner


def _all_above(kind: Any) -> tuple[Any, ...]:
    return kind.mro if isinstance(kind, Class) else kind.__mro__


def _native(kind: Class) -> type:
    """Return the class of the host that a class rests on."""
    found: type = object
    for base in kind.mro:
        if isinstance(base, type) and not issubclass(found, base):
            if not issubclass(base, found):
                raise TypeError("multiple bases have instance lay-out conflict")
            found = base
    return found


def slots_of(kind: Class) -> frozenset[str] | None:
    """Return the only attributes of instances, where every class of the program says so."""
    names: set[str] = set()
    for base in kind.mro:
        if isinstance(base, Class):
            if "__slots__" not in base.namespace:
                return None
            names.update(slot_names(base))
        elif base.__dictoffset__:
            return None
    return None if "__dict__" in names else frozenset(names)


def slot_names(kind: Class) -> list[str]:
    """Return the attributes that ``__slots__`` of a class names, a class's own as it has them."""
    given = kind.namespace.get("__slots__", ())
    names = [given] if isinstance(given, str) else list(dict.fromkeys(collect(given)))
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"__slots__ items must be strings, not '{name_of(name)}'")
        if not name.isidentifier():
            raise TypeError("__slots__ must be identifiers")
    owner = kind.name.lstrip("_")
    private = [name.startswith("__") and not name.endswith("__") for name in names]
    return [f"_{owner}{n}" if own else n for n, own in zip(names, private, strict=True)]


def host_class(native: type) -> type:
    """Return the class of the host whose objects are instances of a program's class."""
    make = next(CARRIERS[base] for base in native.__mro__ if base in CARRIERS)
    return make(native)


class Super:
    """What ``super()`` returns: an instance or a class, looked up past one of its classes."""

    __slots__ = ("cls", "kind", "value")

    def __init__(self, cls: Any, value: Any) -> None:
        kind = value if isinstance(value, Class) and _derives(value, cls) else class_of(value)
        if not _derives(kind, cls):
            raise TypeError("super(type, obj): obj must be an instance or subtype of type")
        self.cls, self.value, self.kind = cls, value, kind

    def __repr__(self) -> str:
        return f"<super: {self.cls!r}, <{name_of(self.value)} object>>"

    def find(self, name: str) -> Any:
        """Return what a name stands for in the classes that come later, unbound."""
        mro = self.kind.mro
        return find_in(mro[mro.index(self.cls) + 1 :], name)


class UnboundSuper:
    """What ``super(C)`` returns, by mistake mostly: its ``__init__`` does nothing for the class."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<super>"

    def initialize(self) -> None:
        """Stand for ``super(C).__init__()``."""


named_like("super", Super, UnboundSuper)


def _derives(kind: Any, base: Any) -> bool:
    return isinstance(kind, Class) and base in kind.mro


def name_as_type(kind: type[Class]) -> None:
    """Let a class of the host be called as Python's, whose instances have names as well."""
    for attribute, text in (("__module__", "builtins"), ("__name__", "type")):
        type.__setattr__(kind, attribute, text)
    type.__setattr__(kind, "__qualname__", "type")


name_as_type(Class)
