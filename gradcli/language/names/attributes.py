"""The attributes and methods that programs may use, in tables keyed by the type of the value.

These tables are the only way from a name in a program to something of the host: a name that is not
in them does not exist. A type inherits from the types it derives from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

import gradcli.ops  # noqa: F401  (fills the index of methods, and completes tensors)
from gradcli.core.node import AccumulateGrad, Node
from gradcli.core.saved_attributes import saved_attribute
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import class_name, op_error
from gradcli.language.machine import infix, sequences
from gradcli.language.machine.code import later
from gradcli.language.machine.descriptors import members_of, readers_of
from gradcli.language.machine.functions import (
    NATIVES,
    OF_FUNCTIONS,
    Builtin,
    Function,
    Lazy,
    Method,
    Object,
    admitted,
)
from gradcli.language.names import contexts, facts, numpy_names, settings, texts
from gradcli.language.names.modules import Module, attribute_name, help_with, no_attribute
from gradcli.numerics import random
from gradcli.numerics.device import CPU, Device
from gradcli.numerics.dtypes import CASTS, DType, dtype_of
from gradcli.numerics.memory import TypedStorage, UntypedStorage
from gradcli.operators.methods import PARTS
from gradcli.operators.return_types import ReturnType

Getter = Callable[[Any], Any]

_READING = "__contains__ __getitem__ __len__"
_WRITING = "__delitem__ __setitem__"

_DATA_METHODS: dict[type, str] = {
    list: f"append clear copy count extend index insert pop remove reverse sort {_READING} "
    f"{_WRITING}",
    dict: f"clear copy get items keys pop popitem setdefault update values {_READING} {_WRITING}",
    set: "add clear copy difference difference_update discard intersection intersection_update "
    "isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update "
    "union update",
    frozenset: "copy difference intersection isdisjoint issubset issuperset "
    "symmetric_difference union",
    tuple: f"count index {_READING}",
    str: "capitalize casefold center count endswith find index isalnum isalpha isascii isdecimal "
    "isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower "
    "lstrip partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit "
    "rstrip split splitlines startswith strip swapcase title upper zfill",
    bytes: "capitalize count endswith find index isalnum isalpha isascii isdigit islower isspace "
    "istitle isupper lower lstrip partition removeprefix removesuffix rfind rindex rpartition "
    "rsplit rstrip split splitlines startswith strip swapcase title translate upper",
    int: "as_integer_ratio bit_count bit_length conjugate",
    float: "as_integer_ratio conjugate hex is_integer",
    complex: "conjugate",
    slice: "indices",
    np.ndarray: "all any argmax argmin argpartition argsort clip conj conjugate copy cumprod "
    "cumsum diagonal dot fill flatten item max mean min nonzero partition prod put ravel repeat "
    "reshape round searchsorted sort squeeze std sum swapaxes take tolist trace transpose var",
    np.generic: "all any conj item max mean min prod round squeeze std sum tolist",
}

_TENSOR_METHODS = (
    "backward cpu cuda data_ptr detach detach_ dim element_size is_complex is_contiguous "
    "is_floating_point is_inference is_signed item ndimension nelement numel numpy "
    "register_hook register_post_accumulate_grad_hook requires_grad_ retain_grad size "
    "storage_offset stride to tolist type type_as _is_view"
)


def _sort(items: list[Any], /, *, key: Any = None, reverse: Any = False) -> None:
    list.sort(items, key=infix.key_of(key), reverse=reverse)


def _unbound(kind: type, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse to call a method of a type with a value of another one first, as the host's do."""
    if not hasattr(method, "__code__"):
        return method

    def call(value: Any, /, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(value, kind):
            raise op_error(
                TypeError,
                f"descriptor '{name}' for '{_type_name_of(kind)}' objects doesn't apply to a "
                f"'{type(value).__name__}' object",
                operands=(0,),
            )
        return method(value, *args, **kwargs)

    return call


METHODS: dict[type, dict[str, Callable[..., Any]]] = {
    kind: members_of(kind, names) for kind, names in _DATA_METHODS.items()
}
METHODS[list] |= {"sort": _sort, **sequences.OF_LISTS}
for _set in (set, frozenset):
    METHODS[_set] |= {
        name: sequences.collecting(method)
        for name, method in METHODS[_set].items()
        if name.startswith(("diff", "inter", "is", "symm", "un", "up"))
    }
METHODS[dict]["update"] = sequences.collecting(dict.update, sequences.paired)
for _methods in (METHODS[list], METHODS[tuple]):
    _methods |= {n: infix.comparing(_methods[n]) for n in infix.SEARCHING & _methods.keys()}
METHODS[range] = infix.OF_RANGES
for _kind, _careful in texts.METHODS.items():
    METHODS[_kind] |= _careful
METHODS[Tensor] = {name: getattr(Tensor, name) for name in (*_TENSOR_METHODS.split(), *CASTS)}
METHODS[Tensor] |= facts.METHODS
METHODS[Size] = {"numel": Size.numel}
for _kind in (np.ndarray, np.generic):
    METHODS[_kind]["astype"] = lambda array, dtype, /: array.astype(dtype)
    METHODS[_kind] = {
        name: numpy_names.of_numbers(method) for name, method in METHODS[_kind].items()
    }
METHODS |= contexts.METHODS | facts.OF_STORAGES
METHODS[DType] = {"to_complex": DType.to_complex, "to_real": DType.to_real}
_OF_GENERATORS = "manual_seed seed initial_seed clone_state"
METHODS[random.Generator] = members_of(random.Generator, _OF_GENERATORS) | facts.OF_GENERATORS

STATIC: dict[type, dict[str, Any]] = {
    **texts.STATIC,
    dict: {"fromkeys": lambda keys, value=None, /: dict.fromkeys(sequences.collect(keys), value)},
}
"""Methods and values of the types themselves."""


def _property(kind: type, name: str) -> Getter:
    getter = getattr(kind, name).fget
    assert callable(getter)
    return getter  # type: ignore[no-any-return]


def _properties(kind: type, names: str) -> dict[str, Getter]:
    return {name: _property(kind, name) for name in names.split()}


def _fields(kind: type, names: Iterable[str]) -> dict[str, Getter]:
    return {name: vars(kind)[name].__get__ for name in names}


GETTERS: dict[type, dict[str, Getter]] = {
    Tensor: {
        **_properties(
            Tensor,
            "shape dtype device ndim data is_leaf requires_grad grad grad_fn "
            "retains_grad _version _base",
        ),
        "output_nr": lambda tensor: max(tensor.output_nr, 0),
        **facts.GETTERS,
        "creator": lambda tensor: tensor.grad_fn,
    },
    Node: _properties(Node, "next_functions requires_grad metadata"),
    **contexts.GETTERS,
    random.Generator: {"device": lambda generator: CPU},
    Device: readers_of("type index"),
    AccumulateGrad: readers_of("variable"),
    UntypedStorage: {"device": lambda storage: CPU},
    TypedStorage: {
        "device": lambda storage: CPU,
        "dtype": lambda storage: dtype_of(storage.elements.dtype),
    },
    DType: _properties(DType, "is_floating_point is_complex is_signed itemsize abbr"),
    **{kind: _fields(kind, fields) for kind, fields in settings.INFO_FIELDS.items()},
    int: readers_of("real imag numerator denominator"),
    float: readers_of("real imag"),
    complex: readers_of("real imag"),
    **dict.fromkeys((range, slice), readers_of("start stop step")),
    np.ndarray: {
        "flat": lambda array: list(array.ravel()),
        **readers_of("T imag real strides dtype itemsize nbytes ndim shape size"),
    },
    np.dtype: readers_of("name kind itemsize"),
    Function: OF_FUNCTIONS,
    Builtin: {"__name__": lambda function: function.name},
    Method: {"__name__": lambda method: method.name},
    type: readers_of("__module__")
    | dict.fromkeys(("__name__", "__qualname__"), lambda kind: kind.__name__.rpartition(".")[2]),
}

SETTERS: dict[type, dict[str, Callable[[Any, Any], None]]] = {
    Tensor: {name: vars(Tensor)[name].fset for name in ("requires_grad", "grad", "data")} | PARTS
}

DELETERS: dict[type, dict[str, Callable[[Any], None]]] = {
    Tensor: {name: vars(Tensor)[name].fdel for name in ("grad", "data", "requires_grad")}
}


def name_fields(kind: type) -> Any:
    """Let programs read the fields of a named tuple of the host."""
    holder = next(base for base in kind.__mro__ if "_fields" in vars(base))
    GETTERS.setdefault(holder, _fields(holder, vars(holder)["_fields"]))
    return kind


LAZY = (Lazy,)  # the types of iterators
contexts.CONTEXTS.add(settings.printoptions)

READERS: dict[type, Callable[[Any, str], Any]] = {Module: Module.find}
"""The types whose values know their attributes themselves: how they are read."""


def _write_function(function: Function, name: str, new: Any) -> None:
    if name in ("__name__", "__qualname__"):
        if not isinstance(new, str):
            raise op_error(TypeError, f"{name} must be set to a string object", code="attribute")
        new = str.__str__(new)
    if name == "__annotations__" and not isinstance(new, dict):
        raise op_error(TypeError, f"{name} must be set to a dict object", code="type")
    function.held()[name] = new


def _write_module(module: Module, name: str, new: Any) -> None:
    """Let a program write names of a module for itself alone."""
    if not module.write(name, new):
        from gradcli.language.names.owned import not_writable

        raise not_writable(module, name)


WRITERS: dict[type, Callable[[Any, str, Any], None]] = {
    Function: _write_function,
    Module: _write_module,
}
"""How attributes of such values are written."""

DELETERS_OF: dict[type, Callable[[Any, str], None]] = {}
"""How attributes of such values are deleted."""


OWN = " of the program"
"""Where a tensor has what a program wrote: a key that is no name, so that nothing is covered."""


def get_attribute(value: Any, name: str) -> Any:
    """Return an attribute of a value, or a method bound to it."""
    name = attribute_name(name)
    kind = value.__class__
    reader = READERS.get(kind)
    return read_table(value, name) if reader is None else reader(value, name)


def in_tables(kind: type, name: str) -> tuple[bool, Callable[[Any], Any]] | None:
    """Return the method or the getter of a type by its name, and whether it is a method."""
    for base in kind.__mro__:
        for bound, table in ((True, METHODS), (False, GETTERS)):
            found = table.get(base)
            if found is not None and name in found:
                return bound, found[name]
    return None


_Way = tuple[Callable[[Any, str], Any] | None, bool, Callable[..., Any] | None]


def quick(kind: type, name: str) -> _Way | None:
    """Return what reads attributes of a type's values, if anything does, and else the same."""
    reader = READERS.get(kind)
    found = in_tables(kind, name) if reader is None else (False, None)
    return found and (reader, *found)


def read_table(value: Any, name: str) -> Any:
    """Return an attribute that the tables have, or a method bound to its value."""
    kind = value.__class__
    found = in_tables(kind, name)
    if found is not None:
        bound, function = found
        return Method(value, name, function) if bound else function(value)
    if name[:2] == "__" and (own := later("specials").special(value, name)) is not None:
        return own
    if isinstance(value, ReturnType) and name in value.fields:
        return value[value.fields.index(name)]
    if isinstance(value, type):
        return _of_type(value, name)
    if isinstance(value, Node) and name.startswith(("_saved_", "_raw_saved_")):
        return saved_attribute(value, name)
    if isinstance(value, Tensor) and has_operator(name):
        return get_attribute(value, name)
    if isinstance(value, Tensor) and name in vars(value).get(OWN, ()):
        return vars(value)[OWN][name]
    if isinstance(value, Function) and value.attributes and name in value.attributes:
        return value.attributes[name]
    if admitted(kind):
        return READERS[kind](value, name)
    if any(name in STATIC.get(base, ()) for base in kind.__mro__):
        return _of_type(kind, name)
    raise missing(value, name)


def has_operator(name: str) -> bool:
    """Tell whether tensors have an operator by a name, which is in the tables from then on."""
    for space, table in (("Tensor", METHODS), ("attribute", GETTERS)):
        if (operator := OPS.find(space, name)) is not None:
            table[Tensor][name] = operator
            return True
    return OPS.load_others() and has_operator(name)


def bind_native(found: Any, kind: type) -> Any:
    """Return what a class of the host gives to programs, as it is read from the class."""
    from gradcli.language.machine.descriptors import (
        bind,
    )

    return bind(found, None, kind)


def _of_type(kind: type, name: str) -> Any:
    """Return a method of a type, to be called with a value of the type first."""
    admitted(kind)
    for base in kind.__mro__:
        if name in NATIVES.get(base, ()) and (base is not object or kind is object):
            return bind_native(NATIVES[base][name], kind)
        if name in METHODS.get(base, ()):
            return Builtin(name, _unbound(base, name, METHODS[base][name]), base)
        if name in STATIC.get(base, ()):
            found = STATIC[base][name]
            return Builtin(name, found) if callable(found) else found
    if kind is Tensor and has_operator(name) and name in METHODS[Tensor]:
        return _of_type(kind, name)
    raise op_error(
        AttributeError,
        f"type object '{class_name(kind)}' has no attribute '{name}'",
        code="attribute",
        help=help_with(name, _names(METHODS, kind)),
    )


def set_attribute(value: Any, name: str, new: Any) -> None:
    """Write an attribute of a value."""
    name = attribute_name(name)
    if (writer := WRITERS.get(value.__class__)) is not None:
        writer(value, name, new)
        return
    for base in value.__class__.__mro__:
        setter = SETTERS.get(base, {}).get(name)
        if setter is not None:
            setter(value, new)
            return
    if admitted(value.__class__):
        WRITERS[value.__class__](value, name, new)
        return
    from gradcli.language.names.owned import write_own

    write_own(value, name, new)


def delete_attribute(value: Any, name: str) -> None:
    """Delete an attribute of a value."""
    name = attribute_name(name)
    if (own := DELETERS_OF.get(value.__class__)) is not None:
        own(value, name)
        return
    for base in value.__class__.__mro__:
        deleter = DELETERS.get(base, {}).get(name)
        if deleter is not None:
            deleter(value)
            return
    if admitted(value.__class__):
        DELETERS_OF[value.__class__](value, name)
        return
    from gradcli.language.names.owned import delete_own

    delete_own(value, name)


def context(value: Any) -> Any:
    """Return a value if a with statement takes it."""
    if value.__class__ in contexts.CONTEXTS:
        return value
    if isinstance(value, Object):
        return value._entered()  # type: ignore[attr-defined]
    raise TypeError(f"'{type_name(value)}' object does not support the context manager protocol")


def missing(value: Any, name: str) -> Exception:
    """Return the error for an attribute that a value does not have."""
    kind = type_name(value)
    listed = class_name(value.__class__) if value.__class__ in KINDS else kind
    return no_attribute(kind, name, attribute_names(value), f"torch.{listed}.{name}")


def attribute_names(value: Any) -> Iterator[str]:
    """Yield the name of every attribute and method of a value."""
    if isinstance(value, Module):
        yield from value.public()
    yield from _names(METHODS, value.__class__)
    yield from _names(GETTERS, value.__class__)


def _names(table: dict[type, dict[str, Any]], kind: type) -> Iterator[str]:
    for base in kind.__mro__:
        yield from table.get(base, ())
    if issubclass(kind, Tensor):
        yield from OPS.names("Tensor" if table is METHODS else "attribute")


def _type_name_of(kind: type) -> str:
    return "torch._C.TensorBase" if kind is Tensor else class_name(kind)


def type_name(value: Any) -> str:
    """Return the name of a value's type as messages about attributes give it."""
    kind: type = value.__class__
    if kind in KINDS:
        return class_name(KINDS[kind](value))
    whole = "torch.return_types." if kind.__module__ == "torch.return_types" else ""
    return "torch.Size" if kind is Size else whole + class_name(kind)


KINDS: dict[type, Callable[[Any], Any]] = {}
"""What the type of a value is, where that is not its class of the host."""


def type_of(*values: Any) -> Any:
    """Return the type of a value; the type of a graph node bears the node's name."""
    if len(values) != 1:
        raise op_error(TypeError, "type() takes 1 or 3 arguments")
    (value,) = values
    if isinstance(value, Object):
        return value.cls
    if value.__class__ in KINDS:
        return KINDS[value.__class__](value)
    if isinstance(value, type):
        return type  # whatever made it
    return type(value.looked_at() if isinstance(value, Node) else value)
