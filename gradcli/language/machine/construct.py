"""Making classes and instances: what ends a class statement, and what calls a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import GenericAlias
from typing import Any, NamedTuple

from gradcli.errors import op_error
from gradcli.language.machine.code import Block, Frame, Next, Register, Site, later
from gradcli.language.machine.descriptors import MISSING, CachedProperty, ClassMethod, bind, invoke
from gradcli.language.machine.functions import (
    ENTER,
    NATIVES,
    Function,
    Object,
    enter,
    host_callable,
    type_name,
)
from gradcli.language.machine.instances import Instance, add_members, let_count
from gradcli.language.machine.objects import (
    CONSTRUCT,
    PLAIN,
    PROTOCOL,
    Class,
    find_in,
    is_class,
    maker_of,
)
from gradcli.syntax import nodes


class Draft(NamedTuple):
    """A class that is to be made: what its statement says."""

    name: str
    bases: tuple[Any, ...]
    namespace: dict[str, Any]
    qualified: str
    annotations: dict[str, Any]
    keywords: Mapping[str, Any] = {}  # of its header


MAKERS: dict[type, Callable[[Any, Draft], Class]] = {}
"""What makes classes that are told by a base of a type that is no class, as ``NamedTuple``."""

_CLASS_METHODS = ("__init_subclass__", "__class_getitem__")


def make_class(draft: Draft) -> Class:
    """Make a class, and tell those that ask to be told of it, with the keywords of its header."""
    bases = [base.__origin__ if base.__class__ is GenericAlias else base for base in draft.bases]
    draft = draft._replace(bases=tuple(bases))
    for base in bases:
        if base.__class__ in MAKERS:
            return MAKERS[base.__class__](base, draft)
    if type in bases or "metaclass" in draft.keywords:
        keywords = dict(draft.keywords)
        rule = keywords.pop("metaclass", type)
        draft = draft._replace(keywords=keywords)
        if rule is later("metaclasses").ABSTRACT:
            return make_class(later("metaclasses").abstract(draft))
        maker = maker_of(draft.bases, rule) if is_class(rule) else rule
    else:
        maker = maker_of(draft.bases)
    if maker is not type:
        return _made_by(maker, draft)  # type: ignore[no-any-return]
    return build(draft, Class)


def build(draft: Draft, kind: Callable[..., Class]) -> Class:
    """Make a class that no metaclass of the program is asked for any more."""
    name, bases, namespace, qualified, annotations, keywords = draft
    absents = ("__getattribute__", "__prepare__", "__instancecheck__", "__subclasscheck__")
    for absent in absents[: 2 if type in bases else 4]:
        if absent in namespace:
            raise op_error(TypeError, f"{absent} is not part of the language", code="attribute")
    for special in _CLASS_METHODS:
        if namespace.get(special).__class__ is Function:
            namespace[special] = ClassMethod(namespace[special])
    if "__eq__" in namespace:
        namespace.setdefault("__hash__", None)
    made = kind(name, bases, namespace, qualified, annotations)
    made.abstract = _abstract(made)
    add_members(made)
    let_count(made)
    for key, value in list(namespace.items()):
        if value.__class__ is CachedProperty:
            value.name = key
        elif isinstance(value, Object) and value.cls.find("__set_name__") is not MISSING:
            invoke(value, "__set_name__", made, key)
    if made.complete is not None:
        made.complete(made)
    told = find_in(made.mro[1:], "__init_subclass__")
    if told.__class__ is ClassMethod:
        host_callable(bind(told, None, made))(**keywords)
    return made


_NOT_MADE = {
    "function": "function() argument 'code' must be code, not str",
    "method": "method expected 2 arguments, got 3",
    "module": "module() takes at most 2 arguments (3 given)",
    **{kind: f"{kind} takes no arguments" for kind in ("NoneType", "NotImplementedType")},
    "ellipsis": "EllipsisType takes no arguments",
}
"""What Python says where a value is taken for a base, by the name of its type."""


def _made_by(maker: Any, draft: Draft) -> Any:
    """Return what a metaclass makes of a class statement, or a base that is no class."""
    try:
        if isinstance(maker, type) and maker.__name__ in _NOT_MADE:
            raise TypeError(_NOT_MADE[maker.__name__])
        names: dict[str, Any] = {"__module__": "__main__", "__qualname__": draft.qualified}
        names |= {k: v for k, v in draft.namespace.items() if k != "__doc__" or v is not None}
        if draft.annotations:
            names["__annotations__"] = later("annotations").of_body(draft.annotations)
        return host_callable(maker)(draft.name, draft.bases, names, **draft.keywords)
    except TypeError as error:
        if not isinstance(maker, type):
            raise
        help = f"A class derives from classes; this is of type {maker.__name__}."
        raise op_error(TypeError, str(error), help=help) from None


def class_from(name: Any, bases: Any, namespace: Any) -> Class:
    """Make the class that ``type(name, bases, namespace)`` is."""
    return make_class(named(name, bases, namespace))


def named(name: Any, bases: Any, namespace: Any) -> Draft:
    """Return what the arguments of ``type`` say of a class."""
    later("exceptions")  # which classes of the host a class may derive from
    kinds = (("1", name, str), ("2", bases, tuple), ("3", namespace, dict))
    for place, given, kind in kinds:
        if not isinstance(given, kind):
            what = f"must be {kind.__name__}, not {type_name(given)}"
            raise TypeError(f"type.__new__() argument {place} {what}")
    for key in dict.keys(namespace):
        if not isinstance(key, str) or not key.isidentifier():
            raise op_error(TypeError, f"a class has names as keys, not {key!r}")
    names = {str.__str__(key): value for key, value in dict.items(namespace)}
    qualified = names.pop("__qualname__", name)
    annotations = names.pop("__annotations__", None)
    return Draft(name, bases, names, qualified, annotations or {})


def _abstract(made: Class) -> tuple[str, ...]:
    """Return the names of methods that are still to be written before there can be instances."""
    if not made.checks_abstract:
        return ()
    names = dict.fromkeys(made.namespace)
    for base in made.bases:
        names |= dict.fromkeys(base.abstract if isinstance(base, Class) else ())
    return tuple(sorted(name for name in names if is_abstract(made.find(name))))


def is_abstract(value: Any) -> bool:
    """Tell whether something in a class was marked as abstract."""
    parts = (value, *[getattr(value, field, None) for field in ("function", "fget", "fset")])
    return any(
        isinstance(part, Function) and bool((part.attributes or {}).get("__isabstractmethod__"))
        for part in parts
    )


def check_abstract(cls: Class) -> None:
    """Refuse an instance of a protocol, or of a class with abstract methods."""
    if PROTOCOL in cls.namespace:
        raise TypeError("Protocols cannot be instantiated")
    if cls.abstract:
        s = "s" if len(cls.abstract) > 1 else ""
        listed = ", ".join(cls.abstract)
        raise TypeError(
            f"Can't instantiate abstract class {cls.name} with abstract method{s} {listed}"
        )


def construct(cls: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Make an instance by a run of its own."""
    instance = allocate(cls, args, kwargs)
    if cls.__instancecheck__(instance):
        initialize = instance.cls.find("__init__")
        result = host_callable(bind(initialize, instance, cls))(*args, **kwargs)
        check_nothing(result)
    return instance


def allocate(cls: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Make what ``__init__`` is given."""
    new = cls.find("__new__")
    if new is not NATIVES[object]["__new__"]:
        return host_callable(bind(new, None, cls))(cls, *args, **kwargs)
    check_abstract(cls)
    if cls.host is Instance:
        cls.found[PLAIN] = True
    return cls.host.make(cls, args, kwargs)  # type: ignore[attr-defined]


def check_nothing(result: Any) -> None:
    """Refuse a value that ``__init__`` returned."""
    if result is not None:
        raise TypeError(f"__init__() should return None, not '{type_name(result)}'")


# Calls


DISCARD = -2
"""The register that takes what ``__init__`` returns."""


def _enter_class(
    cls: Class,
    values: list[Any],
    keywords: dict[str, Any] | None,
    frame: Frame,
    target: Register,
    then: Block,
    node: nodes.Node,
) -> Next:
    """Go on in ``__init__``, with the instance already where the call's result belongs."""
    instance = Instance(cls) if PLAIN in cls.found else allocate(cls, values, keywords or {})
    frame[target] = instance
    if instance.__class__ is not Instance and not cls.__instancecheck__(instance):
        return frame, then
    initialize = instance.cls.find("__init__")
    if initialize.__class__ is Function:
        values.insert(0, instance)
        return enter(initialize, values, keywords, frame, DISCARD, constructed(then, node), node)
    check_nothing(host_callable(bind(initialize, instance, cls))(*values, **(keywords or {})))
    return frame, then


def _called(node: nodes.Node) -> nodes.Node:
    return node.func if isinstance(node, nodes.Call) else node


def constructed(then: Block, node: nodes.Node) -> Block:
    """Return a block that checks what ``__init__`` returned, and goes on."""
    try:
        return then.constructed
    except AttributeError:
        block = then.constructed = Block()

    def end(frame: Frame) -> Next:
        if frame[DISCARD] is not None:
            check_nothing(frame[DISCARD])
        return frame, then

    block.end, block.site, block.region = end, Site(_called(node)), then.region
    return block


def enter_instance(
    instance: Any,
    values: list[Any],
    keywords: dict[str, Any] | None,
    frame: Frame,
    target: Register,
    then: Block,
    node: nodes.Node,
) -> Next:
    """Go on in the program's ``__call__``."""
    found = instance.cls.find("__call__")
    if found.__class__ is Function:
        values.insert(0, instance)
        return enter(found, values, keywords, frame, target, then, node)
    frame[target] = host_callable(instance)(*values, **(keywords or {}))
    return frame, then


ENTER[Class] = _enter_class
CONSTRUCT.append(construct)
