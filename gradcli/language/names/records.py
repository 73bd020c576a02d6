"""Values with names: named tuples, classes of the program over ``tuple``, and namespaces."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Callable, Sequence
from keyword import iskeyword
from typing import Any

from gradcli.errors import Span
from gradcli.language.machine.binding import bind
from gradcli.language.machine.code import Code
from gradcli.language.machine.construct import Draft, make_class
from gradcli.language.machine.descriptors import (
    ClassMethod,
    NativeField,
    NativeMethod,
    StaticMethod,
)
from gradcli.language.machine.functions import CALLABLE, Object
from gradcli.language.machine.infix import COMPARISONS
from gradcli.language.machine.objects import Class
from gradcli.language.machine.sequences import collect
from gradcli.language.names import containers  # noqa: F401  (tuples as bases)
from gradcli.language.names.attributes import GETTERS, SETTERS
from gradcli.syntax import nodes


def signature(owner: str, name: str, parameters: Sequence[tuple[str, bool]]) -> Code:
    """Return the code of a function without a body; parameters are names and keyword-only."""
    code = Code(name, Code(owner, None, inline=True))
    nowhere = Span(0, 0)
    code.parameters = tuple(
        [nodes.Parameter(nowhere, given, None, "", only) for given, only in parameters]
    )
    return code


def namedtuple(
    typename: Any,
    field_names: Any,
    *,
    rename: Any = False,
    defaults: Any = None,
    module: Any = None,
) -> Class:
    """Return a new class of tuples with named items."""
    names = field_names.replace(",", " ").split() if isinstance(field_names, str) else field_names
    fields = [str(name) for name in names]
    if rename:
        fields = _renamed(fields)
    _check(str(typename), fields, rename)
    given = tuple(defaults or ())
    if len(given) > len(fields):
        raise TypeError("Got more default values than field names")
    values = dict(zip(fields[len(fields) - len(given) :], given, strict=True))
    return record(str(typename), fields, values, {})


def _renamed(fields: list[str]) -> list[str]:
    """Return the names of fields, with places for those that cannot be names."""
    return [
        name
        if name.isidentifier() and not (iskeyword(name) or name[0] == "_" or name in fields[:index])
        else f"_{index}"
        for index, name in enumerate(fields)
    ]


def _check(typename: str, fields: list[str], renamed: Any) -> None:
    for name in (typename, *fields):
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if iskeyword(name):
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    for index, name in enumerate(fields):
        if name.startswith("_") and not renamed:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in fields[:index]:
            raise ValueError(f"Encountered duplicate field name: {name!r}")


class Making(NativeMethod):
    """``__new__`` of named tuples, whose defaults a program may replace, as the oldest do."""

    __slots__ = ("defaults", "fields")

    def __init__(
        self, new: Callable[..., Any], fields: Sequence[str], defaults: dict[str, Any]
    ) -> None:
        super().__init__("__new__", new)
        self.fields, self.defaults = fields, defaults

    def replace(self, values: Any) -> None:
        """Give the last fields other defaults."""
        if not isinstance(values, (tuple, type(None))):
            raise TypeError("__defaults__ must be set to a tuple object")
        last = self.fields[max(len(self.fields) - len(values or ()), 0) :]
        self.defaults.clear()
        self.defaults.update(zip(last, values or (), strict=False))


Making.__module__, Making.__name__ = NativeMethod.__module__, NativeMethod.__name__
GETTERS[Making] = {"__defaults__": lambda making: tuple(making.defaults.values()) or None}
SETTERS[Making] = {"__defaults__": Making.replace}
CALLABLE.add(Making)


def record(
    name: str,
    fields: list[str],
    defaults: dict[str, Any],
    more: dict[str, Any],
    qualified: str = "",
    annotations: dict[str, Any] | None = None,
) -> Class:
    """Make a class of named tuples; ``more`` is what its body has besides fields."""
    code = signature(name, "__new__", [("_cls", False), *[(field, False) for field in fields]])

    def new(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
        values = bind(code, defaults, (cls, *args), kwargs)
        return cls.host.make(cls, ([values[field] for field in fields],), {})

    def make(cls: Any, items: Any, /) -> Any:
        values = list(collect(items))
        if len(values) != len(fields):
            raise TypeError(f"Expected {len(fields)} arguments, got {len(values)}")
        return new(cls, *values)

    def replace(self: Any, /, **kwargs: Any) -> Any:
        values = dict(zip(fields, self, strict=True)) | kwargs
        unknown = [name for name in kwargs if name not in fields]
        if unknown:
            raise ValueError(f"Got unexpected field names: {unknown!r}")
        return new(self.cls, **values)

    methods: dict[str, Callable[..., Any]] = {
        "__repr__": _shown(fields),
        "_asdict": lambda self, /: dict(zip(fields, self, strict=True)),
        "_replace": replace,
        "__init__": lambda self, /, *args, **kwargs: None,
    }
    namespace: dict[str, Any] = {
        "__module__": "__main__",
        "__doc__": f"{name}({', '.join(fields)})",
        "_fields": tuple(fields),
        "_field_defaults": dict(defaults),
        "__match_args__": tuple(fields),
        "__slots__": (),
        **{f: NativeField(f, operator.itemgetter(i)) for i, f in enumerate(fields)},
        **{key: NativeMethod(key, method) for key, method in methods.items()},
        "__new__": StaticMethod(Making(new, fields, defaults)),
        "_make": ClassMethod(NativeMethod("_make", make)),
        **more,
    }
    return make_class(Draft(name, (tuple,), namespace, qualified or name, annotations or {}))


def _shown(fields: Sequence[str]) -> Callable[[Any], str]:
    def shown(self: Any, /) -> str:
        assert isinstance(self, Object)
        parts = [f"{field}={value!r}" for field, value in zip(fields, self, strict=True)]  # type: ignore[call-overload]
        return f"{self.cls.name}({', '.join(parts)})"

    return shown


def _equal(self: Any, other: Any, /) -> Any:
    return (
        COMPARISONS["=="](self.attributes, other.attributes)
        if NAMESPACE.__instancecheck__(other)
        else NotImplemented
    )


def _set_all(self: Any, /, **kwargs: Any) -> None:
    self.attributes.update(kwargs)


@reprlib.recursive_repr("namespace(...)")
def _all_shown(self: Any, /) -> str:
    name = "namespace" if self.cls is NAMESPACE else self.cls.name
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in self.attributes.items())})"


_METHODS: dict[str, Callable[..., Any]] = {
    "__init__": _set_all,
    "__repr__": _all_shown,
    "__eq__": _equal,
}

NAMESPACE = Class(
    "SimpleNamespace",
    (),
    {
        "__module__": "types",
        "__doc__": None,
        "__hash__": None,
        **{name: NativeMethod(name, method) for name, method in _METHODS.items()},
    },
    fixed=True,
)
"""``types.SimpleNamespace``: attributes by keyword."""
