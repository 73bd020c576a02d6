"""The module ``inspect``, as far as it tells what a program can see by itself: parameters, kinds.

Nothing shows a source, and a frame its variables alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import ArgInfo, FullArgSpec, Parameter, Signature
from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.code import later
from gradcli.language.machine.descriptors import MISSING, readers_of
from gradcli.language.machine.functions import (
    Bound,
    Builtin,
    Function,
    Kind,
    Method,
    host_callable,
)
from gradcli.language.machine.generators import Generator, Moded
from gradcli.language.machine.objects import Class
from gradcli.language.names import attributes
from gradcli.language.names.dataclass import FIELDS
from gradcli.language.names.modules import Module
from gradcli.language.names.namespaces import CURRENT, FrameView, locals_of
from gradcli.language.names.natives import admit, outgoing
from gradcli.language.names.typed import Typing, spelled
from gradcli.nn.rows import SETTINGS
from gradcli.numerics.device import Mark
from gradcli.syntax import nodes

Table = dict[str, Any]


def signature_of(obj: Any) -> Signature:
    """Return the parameters that a call of a value takes."""
    if isinstance(obj, Function):
        known = later("annotations").of_function(obj)
        return Signature([*_parameters(obj, known)], return_annotation=_annotation(known, "return"))
    if isinstance(obj, Bound):
        return _without_first(signature_of(obj.function))
    if isinstance(obj, Class):
        start = obj.find("__init__")
        if isinstance(start, Function):
            return _without_first(signature_of(start))
        if obj.find(FIELDS) is not MISSING:
            return _of_dataclass(obj)
        if isinstance(obj.find("_fields"), tuple):
            return _of_named_tuple(obj)
        return _of_host(obj.native) if obj.native is not object else Signature()
    if isinstance(obj, type) and admit(obj):
        return _of_host(obj)
    if hasattr(obj, "cls") and isinstance(obj.cls.find("__call__"), Function):
        return _without_first(signature_of(obj.cls.find("__call__")))
    message = "no signature found for builtin" if callable(obj) else "is not a callable object"
    kind = ValueError if callable(obj) else TypeError
    raise op_error(kind, f"{message} {obj!r}" if callable(obj) else f"{obj!r} {message}")


def _without_first(signature: Signature) -> Signature:
    return signature.replace(parameters=[*signature.parameters.values()][1:])


class _Annotation:
    """The value of an annotation, shown as signatures show it."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        if self.value.__class__ is str:
            return repr(self.value)
        text = spelled(self.value)
        return text.replace("typing.", "") if self.value.__class__ is Typing else text


def _annotation(known: dict[str, Any], name: str) -> Any:
    return _Annotation(known[name]) if name in known else Signature.empty


def _shown(annotation: Any) -> Any:
    return annotation.value if annotation.__class__ is _Annotation else annotation


def _of_dataclass(cls: Class) -> Signature:
    """Return the parameters of the ``__init__`` that a dataclass was given."""
    taken = [field for field in cls.find(FIELDS).values() if field.init]
    parameters = []
    for field in sorted(taken, key=lambda field: bool(field.kw_only)):
        default = Parameter.empty if field.default is MISSING else field.default
        default = default if field.default_factory is MISSING else Mark("<factory>")
        kind = Parameter.KEYWORD_ONLY if field.kw_only else Parameter.POSITIONAL_OR_KEYWORD
        annotation = _Annotation(field.type)
        parameters.append(Parameter(field.name, kind, default=default, annotation=annotation))
    return Signature(parameters, return_annotation=_Annotation(None))


def _of_named_tuple(cls: Class) -> Signature:
    """Return the parameters of the ``__new__`` of a named tuple."""
    defaults, known = cls.find("_field_defaults"), later("annotations").of_class(cls)
    kind = Parameter.POSITIONAL_OR_KEYWORD
    parameters = [
        Parameter(
            name,
            kind,
            default=defaults.get(name, Parameter.empty),
            annotation=_annotation(known, name),
        )
        for name in cls.find("_fields")
    ]
    return Signature(parameters)


def _of_host(kind: type) -> Signature:
    """Return the parameters of a class of the library, with defaults that programs may see."""
    known = inspect.getattr_static(kind, "options", None)
    if known is not None:  # an optimizer, whose options are told by a table
        defaults = {"params": Parameter.empty, **known, **inspect.getattr_static(kind, "keywords")}
    elif kind in SETTINGS:
        settings = SETTINGS[kind]
        defaults = {n: settings.defaults.get(n, Parameter.empty) for n in settings.names}
    else:
        found = inspect.signature(kind).parameters
        if "args" in found:
            raise op_error(ValueError, f"no signature found for {kind.__qualname__}")
        defaults = {name: parameter.default for name, parameter in found.items()}
    return Signature(
        [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=_visible(default))
            for name, default in defaults.items()
        ]
    )


def arguments_of(frame: Any) -> ArgInfo:
    """Return the names of the arguments of a frame, and its variables."""
    if not isinstance(frame, FrameView):
        raise op_error(TypeError, f"{frame!r} is not a frame object")
    parameters = frame.frame.code.parameters
    names = {kind: [p.name for p in parameters if p.kind == kind] for kind in ("", "*", "**")}
    many, keywords = (next(iter(names[kind]), None) for kind in ("*", "**"))
    return ArgInfo(names[""], many, keywords, locals_of(frame.frame))


def specification_of(func: Any) -> FullArgSpec:
    """Return the parameters of a function, and of a method with its first."""
    whole = func.function if isinstance(func, Bound) else func
    if isinstance(func, Class) and isinstance(func.find("__init__"), Function):
        whole = func.find("__init__")
    if not callable(whole) and not isinstance(whole, Kind):
        raise op_error(TypeError, "unsupported callable")
    by_kind: dict[Any, list[Parameter]] = {}
    for parameter in signature_of(whole).parameters.values():
        by_kind.setdefault(parameter.kind, []).append(parameter)
    only, plain, many, named, keywords = [by_kind.get(kind, []) for kind in _IN_ORDER]
    defaults = [p.default for p in only + plain if p.default is not Parameter.empty]
    return FullArgSpec(
        [p.name for p in only + plain],
        many[0].name if many else None,
        keywords[0].name if keywords else None,
        tuple(defaults) or None,
        [p.name for p in named],
        {p.name: p.default for p in named if p.default is not Parameter.empty} or None,
        _in_order(whole),
    )


def _in_order(func: Any) -> dict[str, Any]:
    """Return the annotations of a function, that of its result first."""
    known = later("annotations").of_function(func) if isinstance(func, Function) else {}
    return {name: known[name] for name in sorted(known, key="return".__ne__)}


def _visible(default: Any) -> Any:
    return default if default is Parameter.empty else outgoing(default)


def _parameters(function: Function, known: dict[str, Any]) -> Iterator[Parameter]:
    for parameter in function.code.parameters:
        default = function.defaults.get(parameter.name, Parameter.empty)
        annotation = _annotation(known, parameter.name)
        yield Parameter(parameter.name, _kind(parameter), default=default, annotation=annotation)


def _kind(parameter: nodes.Parameter) -> Any:
    if parameter.kind:
        many = parameter.kind == "*"
        return Parameter.VAR_POSITIONAL if many else Parameter.VAR_KEYWORD
    if parameter.keyword_only:
        return Parameter.KEYWORD_ONLY
    plain = not parameter.positional_only
    return Parameter.POSITIONAL_OR_KEYWORD if plain else Parameter.POSITIONAL_ONLY


_KINDS = (
    *("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY"),
    "VAR_KEYWORD",
)
_IN_ORDER = [vars(Parameter)[kind] for kind in (*_KINDS[:2], "VAR_POSITIONAL", *_KINDS[3:])]
_PARAMETER = {name: vars(Parameter)[name] for name in (*_KINDS, "empty")}
_TESTS: dict[str, tuple[type, ...]] = {
    "isclass": (type, Kind),
    "isfunction": (Function,),
    "ismethod": (Bound,),
    "isbuiltin": (Builtin, Method),
    "isgenerator": (Generator, Moded),
    "ismodule": (Module,),
}


def _doc(object: Any, /) -> Any:
    """Return the documentation of a value, without its margin."""
    found = attributes.get_attribute(object, "__doc__")
    return inspect.cleandoc(found) if isinstance(found, str) else None


def _held(object: Any, predicate: Any = None, /) -> list[tuple[str, Any]]:
    """Return the attributes of a value, by name, that a predicate allows."""
    from gradcli.language.names.listed import names_in

    found = []
    for name in names_in(object):
        with suppress(AttributeError):
            value = attributes.get_attribute(object, name)
            if predicate is None or host_callable(predicate)(value):
                found.append((name, value))
    return found


def _test(kinds: tuple[type, ...]) -> Callable[[Any], bool]:
    return lambda object: isinstance(object, kinds)


def _inspect() -> Table:
    attributes.GETTERS[Signature] = {
        "parameters": lambda found: dict(found.parameters),
        "return_annotation": lambda found: _shown(found.return_annotation),
    }
    attributes.GETTERS[Parameter] = readers_of("default kind name")
    attributes.GETTERS[Parameter]["annotation"] = lambda found: _shown(found.annotation)
    attributes.GETTERS[type(Parameter.KEYWORD_ONLY)] = readers_of("description name")
    attributes.name_fields(ArgInfo)
    attributes.name_fields(FullArgSpec)
    tests = {name: Builtin(name, _test(kinds)) for name, kinds in _TESTS.items()}
    return tests | {
        "currentframe": CURRENT,
        "getargvalues": Builtin("getargvalues", arguments_of),
        "getfullargspec": Builtin("getfullargspec", specification_of),
        "Parameter": Module("inspect.Parameter", lambda: _PARAMETER),
        "cleandoc": Builtin("cleandoc", inspect.cleandoc),
        "getdoc": Builtin("getdoc", _doc),
        "getmembers": Builtin("getmembers", _held),
        "isgeneratorfunction": Builtin(
            "isgeneratorfunction", lambda f, /: isinstance(f, Function) and f.code.lazy
        ),
        "signature": Builtin("signature", signature_of),
    }


TABLES: dict[str, Callable[[], Table]] = {"inspect": _inspect}
