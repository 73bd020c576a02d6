"""What annotations of an operator's parameters accept, and what values become of it.

A body that takes the array namespace gets arrays; that of a composite operator gets tensors; rules,
and what computes both ways, get either. Users pass a tensor for any of these. The table
``CONVERTERS`` has a row for each annotation. This module knows values one by one; how arguments
find their parameters is known to ``signature``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from gradcli.core.promote import check_integer, is_integer, plain
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import class_name, op_error, too_many_arguments, wrong_type
from gradcli.numerics.dtypes import CASTS, DType
from gradcli.operators.refusals import is_device

if TYPE_CHECKING:
    from gradcli.numerics.random import Generator

Array = Annotated[np.ndarray, "Array"]
Value = Annotated[np.ndarray | Tensor, "Array"]
Arrays = Annotated[Sequence[np.ndarray], "Arrays"]
Tensors = Annotated[Sequence[Tensor], "Arrays"]
ArrayArgs = Annotated[Sequence[np.ndarray], "ArrayArgs"]  # one by one
TensorArgs = Annotated[Sequence[Tensor], "ArrayArgs"]
Args = Annotated[Sequence[Any], "Args"]
ValueT = TypeVar("ValueT", bound=Value)
"""For helpers that return what they get: an array for an array, a tensor for a tensor."""
Number = Annotated[bool | int | float | complex, "Number"]
Real = Annotated[int | float, "Real"]
Bound = Annotated[bool | int | float | complex | Tensor, "Bound"]  # nothing is recorded of it
Ints = Annotated[tuple[int, ...], "Ints"]
Sizes = Annotated[tuple[int, ...], "Sizes"]
Dims = Annotated[int | tuple[int, ...], "Dims"]
OptTensor = Tensor | None
DTypeLike = DType | None
"""An element type, or None for the one that follows, as in NumPy."""
Rng = Annotated["Generator | None", "Generator | None"]
"""A generator of random numbers, or None for the program's."""


class OneByOne(tuple[Any, ...]):
    """Sizes that were given as so many arguments."""

    __slots__ = ()


class Mismatch(Exception):
    """An argument is not what its annotation says.

    ``detail`` replaces the message where PyTorch has another, ``found`` what is said to be given.
    """

    def __init__(self, detail: str | None = None, found: str | None = None) -> None:
        self.detail = detail
        self.found = found


def type_name(value: Any) -> str:
    """Return the name of a value's type as PyTorch's messages spell it."""
    return class_name(type(value))


def _tensor(value: Any) -> Tensor:
    if isinstance(value, Tensor):
        return value
    raise Mismatch


def _number(value: Any) -> Any:
    if isinstance(value, (bool, int, float, complex)):
        number = plain(value)
        if isinstance(number, int):
            check_integer(number)
        return number
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Tensor) and value.array.ndim == 0 and not value.needs_grad:
        STATE.tell("left", value)
        return value.array.item()
    raise Mismatch


def _bound(value: Any) -> Any:
    """Return a number or a tensor, which is not differentiated by."""
    return value.detach() if isinstance(value, Tensor) else _number(value)


def _operand(value: Any) -> Any:
    return value if isinstance(value, Tensor) else _number(value)


def _tensors(value: Any) -> Sequence[Tensor]:
    if not isinstance(value, (tuple, list)):
        raise Mismatch
    value = value if value.__class__ in (tuple, list) else [*value]  # which goes over it once
    for index, element in enumerate(value):
        if not isinstance(element, Tensor):
            raise op_error(
                TypeError,
                f"expected Tensor as element {index} in argument 0, but got {type_name(element)}",
            )
    return value  # type: ignore[no-any-return]


def _tensor_or_tensors(value: Any) -> Any:
    return value if isinstance(value, Tensor) else _tensors(value)


def _index(value: Any) -> int:
    index = operator.index(value)
    if not -(2**63) <= index < 2**63:
        raise op_error(ValueError, "Overflow when unpacking long long")
    return index


def _integer(value: Any) -> int:
    if is_integer(value):
        return _index(value)
    raise Mismatch


def _integers(value: Any) -> tuple[int, ...]:
    if is_integer(value):
        return (_index(value),)
    if not isinstance(value, (tuple, list)):
        raise Mismatch
    for index, element in enumerate(value):
        if not is_integer(element):
            if not index:
                raise Mismatch(found=f"but found element of type {type_name(element)} at pos 0")
            raise Mismatch(
                f'failed to unpack the object at pos {index + 1} with error "type must be tuple of '
                f'ints,but got {type_name(element)}"'
            )
    try:
        return tuple(_index(element) for element in value)
    except ValueError as error:
        numbers = enumerate(map(operator.index, value), 1)
        place = next(i for i, number in numbers if not -(2**63) <= number < 2**63)
        raise Mismatch(f'failed to unpack the object at pos {place} with error "{error}') from None


def _integers_or_string(value: Any) -> tuple[int, ...] | str:
    return value if isinstance(value, str) else _integers(value)


def _sizes(value: Any) -> tuple[int, ...]:
    if is_integer(value):
        raise Mismatch
    return _integers(value)


def _integer_or_sizes(value: Any) -> int | tuple[int, ...]:
    return _index(value) if is_integer(value) else _sizes(value)


def _generator(value: Any) -> Any:
    from gradcli.numerics.random import Generator

    if isinstance(value, Generator):
        return value
    raise Mismatch


def _dims(value: Any) -> int | tuple[int, ...]:
    return _index(value) if is_integer(value) else _integers(value)


def _tensor_or_dims(value: Any) -> Any:
    return value if isinstance(value, Tensor) else _dims(value)


def _boolean(value: Any) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise Mismatch


def _dims_or_flag(value: Any) -> int | tuple[int, ...] | bool:
    return value if isinstance(value, bool) else _dims(value)


def _real(value: Any) -> Any:
    number = _number(value)
    if isinstance(number, complex):
        raise Mismatch
    return number


def _tensor_or_integer(value: Any) -> Any:
    return value if isinstance(value, Tensor) else _integer(value)


def _string(value: Any) -> str:
    if isinstance(value, str):
        return value if value.__class__ is str else str.__str__(value)
    raise Mismatch


def _dtype(value: Any) -> DType:
    if isinstance(value, DType):
        if value.name in ("float16", "bfloat16"):
            _ = value.numpy  # which is in use from now on: bodies compute in float32
        return value
    if isinstance(value, type) and value in _PYTHON_TYPES:
        return _PYTHON_TYPES[value]
    raise Mismatch


def _python_types() -> dict[Any, DType]:
    from gradcli.numerics import dtypes

    int64, bool_ = dtypes.int64, dtypes.bool_
    return {float: dtypes.float64, int: int64, bool: bool_, complex: dtypes.complex128}


_PYTHON_TYPES = _python_types()


def _anything(value: Any) -> Any:
    return value


def destination(args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[DType | None, bool]:
    """Return the element type that arguments of ``to`` ask for, and whether to copy anyway."""
    from gradcli.numerics.device import Device

    dtype, flags = kwargs.get("dtype"), []
    typed = bool(args) and isinstance(args[0], (DType, Tensor))
    given = kwargs.keys() & {"device", "dtype", "tensor"}
    twice = given or {type(arg) for arg in args[1:]} - {bool}
    if not kwargs.keys() <= _TO or (typed and twice):
        raise _no_form_of_to(args, kwargs)
    is_device(kwargs.get("device"))
    for arg in (*args, kwargs.get("tensor")):
        if isinstance(arg, Tensor):
            dtype = arg.dtype
        elif isinstance(arg, DType) or (isinstance(arg, type) and arg in _PYTHON_TYPES):
            dtype = _dtype(arg)
        elif isinstance(arg, bool):
            flags.append(arg)
        elif isinstance(arg, (str, int, Device)):
            is_device(arg)
        elif arg is not None:
            raise _no_form_of_to(args, kwargs)
    copy = kwargs.get("copy", flags[1] if len(flags) > 1 else False)
    try:
        return (None if dtype is None else _dtype(dtype)), _boolean(copy)
    except Mismatch:
        raise _no_form_of_to(args, kwargs) from None


_TO = {"copy", "device", "dtype", "memory_format", "non_blocking", "tensor"}


def _no_form_of_to(args: Sequence[Any], kwargs: dict[str, Any]) -> Exception:
    from gradcli.operators.wording import FORMS_OF_TO, no_form  # tables for errors alone

    return no_form("to", args, kwargs, FORMS_OF_TO)


CONVERTERS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "Any": (_anything, "anything"),
    "Array": (_tensor, "Tensor"),
    "Array | Number": (_operand, "Tensor"),
    "Array | Real": (_operand, "Tensor"),  # also in calls without any tensor
    "Array | int": (_tensor_or_integer, "int"),
    "Array | Dims": (_tensor_or_dims, "tuple of ints"),
    "Array | Arrays": (_tensor_or_tensors, "Tensor"),  # or the tensors one by one
    "Arrays": (_tensors, "tuple of Tensors"),
    "ArrayArgs": (_tensors, "tuple of Tensors"),  # always one by one
    "Args": (_anything, "anything"),  # always one by one
    "Number": (_number, "Number"),
    "Bound": (_bound, "Number"),
    "bool": (_boolean, "bool"),
    "int": (_integer, "int"),
    "float": (_real, "float"),
    "Real": (_real, "Number"),
    "str": (_string, "str"),
    "Ints": (_integers, "tuple of ints"),
    "Ints | str": (_integers_or_string, "tuple of ints"),
    "Dims": (_dims, "tuple of ints"),
    "Dims | bool": (_dims_or_flag, "tuple of ints"),
    "DType": (_dtype, "torch.dtype"),
    "Generator": (_generator, "torch.Generator"),
    "Sizes": (_sizes, "tuple of ints"),
    "int | Sizes": (_integer_or_sizes, "int"),
}
"""For each annotation, without ``| None``: a function that checks and converts, and PyTorch's name
for the type."""

_TRUTHS = "center full get_infos hard recompute_scale_factor reduce return_indices size_average sym"
TRUTHS = frozenset(_TRUTHS.split())
"""Flags that PyTorch's own Python code looks at, not its kernels: any value is true or false."""

_FOR_USERS = {
    "Tensor": "Array",
    "Value": "Array",
    "Tensors": "Arrays",
    "TensorArgs": "ArrayArgs",
    "NoneType": "None",
    "torch.dtype": "DType",
    "torch._C.Generator": "Generator",
    "OptTensor": "Array | None",
    "DTypeLike": "DType | None",
    "Rng": "Generator | None",
}
"""Names of types whose word is another; some differ in what bodies get, not in what users pass."""


def words_of(body: Callable[..., Any], names: Sequence[str]) -> list[str]:
    """Return what parameters of a body accept, each as ``CONVERTERS`` has it.

    Annotations are texts in modules that import ``annotations`` from ``__future__``, else types.
    A text that is not in the table, as ``declare.Array``, is looked up as Python would.
    """
    words = _words(body.__annotations__, names)
    if not all(map(_known, words)):
        with suppress(Exception):  # whatever a text means that Python cannot look up
            words = _words(get_type_hints(body, include_extras=True), names)
    for name, word in zip(names, words, strict=True):
        if not _known(word):
            known = sorted({part for row in CONVERTERS for part in row.split(" | ")})
            raise ValueError(
                f"the operator {body.__name__}: the annotation of {name}, {word}, does not say "
                f"what users may pass; {', '.join(known)} and None do"
            )
    return words


def _words(annotations: dict[str, Any], names: Sequence[str]) -> list[str]:
    return [_word(annotations.get(name, "Any")) for name in names]


def _known(word: str) -> bool:
    return word.removesuffix(" | None") in CONVERTERS


def _word(annotation: Any) -> str:
    if isinstance(annotation, str):
        return _joined(*annotation.split(" | "))
    if get_origin(annotation) in (Union, UnionType):
        return _joined(*map(_word, get_args(annotation)))
    if get_origin(annotation) is Annotated:
        return str(annotation.__metadata__[0])
    return _joined(getattr(annotation, "__name__", repr(annotation)))


@cache
def _joined(*parts: str) -> str:
    """Join the words of a union, None last."""
    words = [_FOR_USERS.get(part, part) for part in parts]
    return " | ".join(sorted(words, key=lambda word: word == "None"))


# Methods of tensors whose arguments are element types in every form


def _to(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Return this tensor converted to an element type, or itself where nothing changes."""
    dtype, copy = destination(args, kwargs)
    converted: Tensor = self
    if copy:
        converted = OPS["_to_copy"](self, dtype=dtype or self.dtype)
    elif dtype is not None:
        converted = self.astype(dtype)
    return _laid(self, converted, kwargs.get("memory_format"))


def _type(self: Tensor, dtype: Any = None, non_blocking: bool = False) -> Any:
    """Return the old name of the tensor's type, or convert to another."""
    if dtype is None:
        return f"torch.{self.dtype.scalar_name}Tensor"
    if not isinstance(dtype, DType):
        from gradcli.operators.tensor_types import element_type  # for programs of old

        dtype = element_type(dtype)
    return self.to(dtype)


def _type_as(self: Tensor, other: Tensor) -> Tensor:
    """Return this tensor converted to the element type of another."""
    if not isinstance(other, Tensor):
        raise wrong_type("type_as", "other", 1, "Tensor", other, 1)
    return self.astype(other.dtype)


def _cast(name: str, dtype: DType) -> Callable[..., Tensor]:
    def cast(tensor: Tensor, *args: Any, memory_format: Any = None) -> Tensor:
        if args:
            raise op_error(TypeError, too_many_arguments(name, 0, 0, len(args)))
        return _laid(tensor, tensor.astype(dtype), memory_format)

    cast.__qualname__ = name  # which Python's own errors show
    return cast


def _laid(tensor: Tensor, converted: Tensor, memory_format: Any) -> Tensor:
    if memory_format is None:
        return converted
    from gradcli.operators.memory_format import laid

    return laid(converted, tensor, memory_format)  # type: ignore[no-any-return]


def _is_contiguous(self: Tensor, *args: Any, memory_format: Any = None) -> bool:
    """Tell whether elements lie in memory in row-major order, or as a format says, without gaps."""
    if args:
        raise op_error(TypeError, too_many_arguments("is_contiguous", 0, 0, len(args)))
    if memory_format is None:
        return self.array.flags.c_contiguous
    STATE.tell("formed", memory_format)
    from gradcli.operators.memory_format import is_laid

    return is_laid(self.array, memory_format)


for _name, _method in {
    "is_contiguous": _is_contiguous,
    "to": _to,
    "type": _type,
    "type_as": _type_as,
    **{name: _cast(name, dtype) for name, dtype in CASTS.items()},
}.items():
    setattr(Tensor, _name, _method)
