"""How a user's arguments reach an operator: names, defaults, conversion and PyTorch's messages.

A signature is read off the body of a declaration. The annotations of its parameters say what users
may pass; the table ``CONVERTERS`` says what each annotation accepts and turns it into.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gradcli.core.dtypes import DType
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error

SYNONYMS = {"axis": "dim", "keepdims": "keepdim", "x1": "input", "x2": "other"}
"""NumPy's keywords, which PyTorch accepts as well."""


def _is_here(device: Any) -> bool:
    """Tell whether a device is the only one there is, or raise what PyTorch raises."""
    if device is None or str(device).startswith("cpu"):
        return True
    raise op_error(AssertionError, "Torch not compiled with CUDA enabled", code="device")


IGNORED: dict[str, Callable[[Any], bool]] = {
    "device": _is_here,
    "layout": lambda value: True,
    "memory_format": lambda value: True,
    "out": lambda value: value is None,
    "generator": lambda value: value is None,
    "pin_memory": lambda value: value is False,
}
"""Keywords of PyTorch that mean nothing on this core, and which of their values are accepted."""

_KEYWORDS = {"x": "input", "a": "input", "b": "other"}
"""PyTorch's keywords for the short operand names of the code base."""

REQUIRED = object()


class Parameter:
    """One parameter of an operator, by the keyword that PyTorch gives it."""

    __slots__ = ("accepts", "convert", "default", "keyword", "keyword_only", "name", "operand")

    def __init__(
        self, name: str, accepts: str, default: Any, *, operand: bool, keyword_only: bool
    ) -> None:
        self.name = name
        self.keyword = _KEYWORDS.get(name, name) if operand else name
        self.accepts = accepts
        self.default = default
        self.operand = operand
        self.keyword_only = keyword_only
        self.convert = CONVERTERS[accepts][0]

    def __str__(self) -> str:
        return self.keyword if self.default is REQUIRED else f"{self.keyword}={self.default!r}"


class Signature:
    """The parameters of an operator and how arguments are bound to them."""

    __slots__ = (
        "by_keyword",
        "defaults",
        "gathers",
        "name",
        "operands",
        "overloaded",
        "positional",
    )

    def __init__(
        self,
        name: str,
        body: Callable[..., Any],
        *,
        skip: int,
        overloaded: bool,
        extra: tuple[str, ...] = (),
    ) -> None:
        parameters = _read_parameters(body, skip) + [
            Parameter(keyword, "bool", False, operand=False, keyword_only=True) for keyword in extra
        ]
        self.name = name
        self.overloaded = overloaded
        self.operands = tuple(p.name for p in parameters if p.operand)
        self.positional = tuple(p for p in parameters if not p.keyword_only)
        self.by_keyword = {p.keyword: p for p in parameters}
        attributes = [p for p in self.positional if not p.operand]
        self.defaults = _defaults(parameters)
        self.gathers = bool(attributes) and attributes[0].accepts in ("Ints", "Ints | None")

    def __str__(self) -> str:
        positional = [str(p) for p in self.positional]
        keyword_only = [str(p) for p in self.by_keyword.values() if p.keyword_only]
        parts = positional + (["*", *keyword_only] if keyword_only else [])
        return f"{self.name}({', '.join(parts)})"

    @property
    def operand_count(self) -> int:
        """Return how many operands there are; one sequence of operands counts as one."""
        return len(self.operands)

    def default(self, name: str) -> Any:
        """Return the default of an attribute, which a derivative rule may name."""
        parameter = self.by_keyword.get(name)
        if parameter is None or parameter.operand:
            raise ValueError(f"{self.name}: a rule asks for {name}, which it does not have")
        return parameter.default

    def bind(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], *, method: bool
    ) -> tuple[Sequence[Any], dict[str, Any]]:
        """Return the operands, in order, and every attribute by name.

        Raises what PyTorch raises for missing, superfluous, unknown and ill-typed arguments.
        """
        if len(args) == len(self.operands) and not kwargs and self.defaults is not None:
            for arg in args:
                if arg.__class__ is not Tensor:
                    break
            else:  # the common case, operands alone
                return args, self.defaults
        if self.gathers and (method or not self.operands):
            args = self._gather(args)
        if len(args) > len(self.positional):
            raise self._too_many(len(args), method)
        values = dict(zip((p.keyword for p in self.positional), args, strict=False))
        for key, value in kwargs.items():
            self._bind_keyword(values, key, value)
        operands: list[Any] = []
        attrs: dict[str, Any] = {}
        for index, parameter in enumerate(self.by_keyword.values()):
            value = values.get(parameter.keyword, parameter.default)
            if value is REQUIRED:
                raise self._missing(values, args, kwargs, method)
            if value is not parameter.default:
                value = self._convert(parameter, value, index, args, kwargs, method)
            if parameter.operand:
                operands.append(value)
            else:
                attrs[parameter.name] = value
        return operands, attrs

    def _gather(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Make one tuple of sizes given one by one, as in ``x.view(2, 3)``."""
        first = len(self.operands)
        rest = args[first:]
        if len(rest) > 1 and _is_integer(rest[0]):
            attributes = len(self.positional) - first
            if attributes == 1 or all(_is_integer(value) for value in rest):
                return (*args[:first], tuple(rest))
        return args

    def _bind_keyword(self, values: dict[str, Any], key: str, value: Any) -> None:
        keyword = key if key in self.by_keyword else SYNONYMS.get(key, key)
        if keyword in values:
            raise op_error(TypeError, f"{self.name}() got multiple values for argument '{keyword}'")
        if keyword not in self.by_keyword:
            if key in IGNORED and IGNORED[key](value):
                return
            raise op_error(TypeError, f"{self.name}() got an unexpected keyword argument '{key}'")
        values[keyword] = value

    def _convert(
        self,
        parameter: Parameter,
        value: Any,
        index: int,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        method: bool,
    ) -> Any:
        try:
            return parameter.convert(value)
        except Mismatch as mismatch:
            if mismatch.detail is not None:
                message = f"{self.name}(): argument '{parameter.keyword}' {mismatch.detail}"
                raise op_error(TypeError, message) from None
            if self.overloaded:
                raise self._invalid_combination(args, kwargs, method) from None
            positional = index < len(args)
            where = f" (position {index + 1 - method})" if positional else ""
            message = (
                f"{self.name}(): argument '{parameter.keyword}'{where} must be "
                f"{CONVERTERS[parameter.accepts][1]}, not {type_name(value)}"
            )
            raise op_error(TypeError, message, operands=(index,) if positional else ()) from None

    def _invalid_combination(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
    ) -> Exception:
        got = ", ".join(type_name(value) for value in args[method:])
        named = "".join(f"{key}={type_name(value)}, " for key, value in kwargs.items())
        if got and named:
            got, named = got + ", ", named.removesuffix(", ")
        return op_error(
            TypeError,
            f"{self.name}() received an invalid combination of arguments - got ({got}{named}), "
            f"but expected one of:\n * {self}\n",
        )

    def _too_many(self, given: int, method: bool) -> Exception:
        count, given = len(self.positional) - method, given - method
        if count == 0:
            return op_error(
                TypeError, f"TensorBase.{self.name}() takes no arguments ({given} given)"
            )
        was = "was" if given == 1 else "were"
        takes = f"{count} positional argument" + ("" if count == 1 else "s")
        return op_error(TypeError, f"{self.name}() takes {takes} but {given} {was} given")

    def _missing(
        self, values: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
    ) -> Exception:
        if self.overloaded:
            return self._invalid_combination(args, kwargs, method)
        names = [
            f'"{p.keyword}"'
            for p in self.by_keyword.values()
            if p.default is REQUIRED and p.keyword not in values
        ]
        return op_error(
            TypeError,
            f"{self.name}() missing {len(names)} required positional arguments: {', '.join(names)}",
        )


def _defaults(parameters: list[Parameter]) -> dict[str, Any] | None:
    """Return the attributes of a call with operands alone, or None if tensors do not make one."""
    attributes = [p for p in parameters if not p.operand]
    if any(p.default is REQUIRED for p in attributes):
        return None
    if any("Array" not in p.accepts or p.accepts == "Arrays" for p in parameters if p.operand):
        return None
    return {p.name: p.default for p in attributes}


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _read_parameters(body: Callable[..., Any], skip: int) -> list[Parameter]:
    code = body.__code__
    total = code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames[:total]
    defaults = dict(
        zip(reversed(names[: code.co_argcount]), reversed(body.__defaults__ or ()), strict=False)
    )
    defaults |= body.__kwdefaults__ or {}
    return [
        Parameter(
            name,
            body.__annotations__.get(name, "Any"),
            defaults.get(name, REQUIRED),
            operand=index < code.co_posonlyargcount,
            keyword_only=index >= code.co_argcount,
        )
        for index, name in enumerate(names)
        if index >= skip
    ]


# What annotations accept


class Mismatch(Exception):
    """An argument is not what its annotation says; ``detail`` says more where PyTorch does."""

    def __init__(self, detail: str | None = None) -> None:
        self.detail = detail


def type_name(value: Any) -> str:
    """Return the name of a value's type as PyTorch's messages spell it."""
    return type(value).__name__


def _is_integer(value: Any) -> bool:
    if isinstance(value, Tensor):
        return value.array.ndim == 0 and value.array.dtype.kind in "iu"
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _tensor(value: Any) -> Tensor:
    if isinstance(value, Tensor):
        return value
    raise Mismatch


def _number(value: Any) -> Any:
    if isinstance(value, (bool, int, float, complex)):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Tensor) and value.array.ndim == 0 and not value.needs_grad:
        return value.array.item()
    raise Mismatch


def _operand(value: Any) -> Any:
    return value if isinstance(value, Tensor) else _number(value)


def _tensors(value: Any) -> Sequence[Tensor]:
    if not isinstance(value, (tuple, list)):
        raise Mismatch
    for index, element in enumerate(value):
        if not isinstance(element, Tensor):
            raise op_error(
                TypeError,
                f"expected Tensor as element {index} in argument 0, but got {type_name(element)}",
            )
    return value


def _index(value: Any) -> int:
    index = operator.index(value)
    if not -(2**63) <= index < 2**63:
        raise op_error(ValueError, "Overflow when unpacking long long")
    return index


def _integer(value: Any) -> int:
    if _is_integer(value):
        return _index(value)
    raise Mismatch


def _integers(value: Any) -> tuple[int, ...]:
    if _is_integer(value):
        return (_index(value),)
    if not isinstance(value, (tuple, list)):
        raise Mismatch
    for index, element in enumerate(value):
        if not _is_integer(element):
            raise Mismatch(
                f'failed to unpack the object at pos {index + 1} with error "type must be tuple of '
                f'ints,but got {type_name(element)}"'
                if index
                else None
            )
    return tuple(_index(element) for element in value)


def _dims(value: Any) -> int | tuple[int, ...]:
    return _index(value) if _is_integer(value) else _integers(value)


def _boolean(value: Any) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise Mismatch


def _real(value: Any) -> Any:
    number = _number(value)
    if isinstance(number, complex):
        raise Mismatch
    return number


def _tensor_or_integer(value: Any) -> Any:
    return value if isinstance(value, Tensor) else _integer(value)


def _string(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise Mismatch


def _dtype(value: Any) -> DType:
    if isinstance(value, DType):
        return value
    if value in _PYTHON_TYPES:
        return _PYTHON_TYPES[value]
    raise Mismatch


def _python_types() -> dict[Any, DType]:
    from gradcli.core import dtypes

    return {float: dtypes.float64, int: dtypes.int64, bool: dtypes.bool_}


_PYTHON_TYPES = _python_types()


def _anything(value: Any) -> Any:
    return value


CONVERTERS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "Any": (_anything, "anything"),
    "Array": (_tensor, "Tensor"),
    "Array | None": (_tensor, "Tensor"),
    "Array | Number": (_operand, "Tensor"),
    "Array | int | None": (_tensor_or_integer, "int"),
    "Arrays": (_tensors, "tuple of Tensors"),
    "Number": (_number, "Number"),
    "Number | None": (_number, "Number"),
    "bool": (_boolean, "bool"),
    "int": (_integer, "int"),
    "int | None": (_integer, "int"),
    "float": (_real, "float"),
    "Real": (_real, "Number"),
    "Real | None": (_real, "Number"),
    "str": (_string, "str"),
    "Ints": (_integers, "tuple of ints"),
    "Ints | None": (_integers, "tuple of ints"),
    "Dims": (_dims, "tuple of ints"),
    "Dims | None": (_dims, "tuple of ints"),
    "DType | None": (_dtype, "torch.dtype"),
}
"""For each annotation: a function that checks and converts, and PyTorch's name for the type."""
