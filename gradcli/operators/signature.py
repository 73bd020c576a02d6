"""How a user's arguments reach an operator: names, defaults, conversion and PyTorch's messages.

A signature is read off the body of a declaration. The annotations of its parameters say what users
may pass; the table ``CONVERTERS`` says what each annotation accepts and turns it into.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from typing import Any

import numpy as np

from gradcli.core.promote import check_integer, is_integer, operand_dtype, result_type
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS
from gradcli.errors import op_error
from gradcli.numerics.dtypes import DType
from gradcli.operators.converters import CONVERTERS, TRUTHS, Mismatch, OneByOne, words_of
from gradcli.operators.refusals import ALSO, CALLED, SYNONYMS, beside, is_mixed

_KEYWORDS = {"x": "input", "a": "input", "b": "other"}
"""PyTorch's keywords for the short operand names of the code base."""

REQUIRED = object()

_OF_PARAMETERS = "accepts convert default expects keyword keyword_only name operand optional"


class Parameter:
    """One parameter of an operator, by the keyword that PyTorch gives it."""

    __slots__ = tuple(_OF_PARAMETERS.split())

    def __init__(
        self, name: str, accepts: str, default: Any, *, operand: bool, keyword_only: bool
    ) -> None:
        self.name = name
        self.keyword = (operand and _KEYWORDS.get(name)) or name.rstrip("_")
        self.accepts = accepts
        self.default = default
        self.operand = operand
        self.keyword_only = keyword_only
        self.optional = accepts.endswith(" | None")
        self.convert, self.expects = CONVERTERS[accepts.removesuffix(" | None")]
        if self.expects == "bool" and self.keyword in TRUTHS:
            self.convert = bool

    @property
    def required(self) -> bool:
        """Tell whether a call has to give it."""
        return self.default is REQUIRED

    def __str__(self) -> str:
        return self.keyword if self.required else f"{self.keyword}={self.default!r}"


_ALONG = ("max", "mean", "min", "prod", "sum")  # whose form with ``keepdim`` needs ``dim``


class Signature:
    """The parameters of an operator and how arguments are bound to them.

    The names of the operands are known from the start; the parameters are read off the body when
    they are first asked for, since most operators that a program loads are never called.
    """

    __slots__ = (
        "body",
        "by_keyword",
        "defaults",
        "extra",
        "gathers",
        "known",
        "name",
        "numbers",
        "numeric",
        "operands",
        "order",
        "positional",
        "python",
        "series",
        "skip",
    )

    by_keyword: dict[str, Parameter]
    defaults: dict[str, Any] | None
    gathers: bool
    numeric: bool
    positional: tuple[Parameter, ...]
    series: int

    def __init__(
        self,
        name: str,
        body: Callable[..., Any],
        *,
        skip: int,
        extra: tuple[str, ...] = (),
        order: str = "",
        numbers: bool = False,
    ) -> None:
        self.name, self.body = name, body
        self.skip = skip  # how many parameters of the body are none of the operator's
        self.extra = extra
        self.order = order.split()
        self.numbers = numbers
        self.python: tuple[str, ...] | None = None  # see ``core.table.Alias``
        self.known: dict[Any, Any] = {}  # the attributes of calls seen before
        code = body.__code__
        self.operands = code.co_varnames[skip : code.co_posonlyargcount]
        if order:
            self.operands = tuple(sorted(self.operands, key=self._place))

    def __getattr__(self, attribute: str) -> Any:
        if attribute not in Signature.__annotations__:
            raise AttributeError(attribute)
        self.read()
        return getattr(self, attribute)

    def read(self) -> None:
        """Read the parameters off the body."""
        parameters = _read_parameters(self.body, self.skip) + [
            Parameter(keyword, "bool", False, operand=False, keyword_only=True)
            for keyword in self.extra
        ]
        parameters.sort(key=lambda p: self._place(p.name))
        for p in parameters:
            p.keyword = CALLED.get((self.name, p.keyword), p.keyword)
        self.positional = tuple(p for p in parameters if not p.keyword_only)
        self.by_keyword = {p.keyword: p for p in parameters}
        taken = [p.accepts for p in parameters if p.operand]
        self.numeric = bool(taken) and set(taken) == {"Array | Number"}  # one must be a tensor
        attributes = [p for p in self.positional if not p.operand]
        self.defaults = _defaults(parameters)
        first = attributes[0].accepts if attributes else ""
        self.gathers = first in _LISTS or (first in ("Sizes", "Dims") and len(attributes) == 1)
        self.series = next((i for i, p in enumerate(self.positional) if p.accepts in _SERIES), -1)

    def _place(self, name: str) -> int:
        """Return where a parameter stands as users give it, so far as that is declared."""
        return self.order.index(name) if name in self.order else len(self.order)

    def __str__(self) -> str:
        positional = [str(p) for p in self.positional]
        keyword_only = [str(p) for p in self.by_keyword.values() if p.keyword_only]
        parts = positional + (["*", *keyword_only] if keyword_only else [])
        return f"{self.name}({', '.join(parts)})"

    def renamed(self, name: str) -> Signature:
        """Return the same parameters under another name, which messages then bear."""
        return Signature(
            name,
            self.body,
            skip=self.skip,
            extra=self.extra,
            order=" ".join(self.order),
            numbers=self.numbers,
        )

    @property
    def operand_count(self) -> int:
        """Return how many operands there are; one sequence of operands counts as one."""
        return len(self.operands)

    def default(self, name: str) -> Any:
        """Return the default of an attribute, which a derivative rule may name."""
        code = self.body.__code__
        attributes = code.co_varnames[
            code.co_posonlyargcount : code.co_argcount + code.co_kwonlyargcount
        ]
        if name not in attributes:
            raise ValueError(f"{self.name}: a rule asks for {name}, which it does not have")
        return _default_values(self.body).get(name, REQUIRED)

    def bind(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], *, method: bool
    ) -> tuple[Sequence[Any], dict[str, Any]]:
        """Return the operands, in order, and every attribute by name.

        Raises what PyTorch raises for missing, superfluous, unknown and ill-typed arguments.
        """
        if len(args) == len(self.operands) and not kwargs and self.defaults is not None:
            for arg in args:
                if arg.__class__ not in TENSORS:
                    break
            else:  # the common case, operands alone
                return args, self.defaults
        key = self._key(args, kwargs, method)
        if key is None:
            return self._bind(args, kwargs, method)
        count = len(self.operands)
        if (known := self.known.get(key)) is None:
            operands, attrs = found = self._bind(args, kwargs, method)
            if all(map(is_, operands, args)):  # else it was some other form of the function
                self._remember(key, (*args[count:], *kwargs.values()), attrs)
            return found
        attrs, taken = known
        if taken:
            given = (*args[count:], *kwargs.values())
            attrs = attrs | {name: given[place] for name, place in taken}
        return args[:count], attrs

    def _key(self, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool) -> Any:
        """Return what attributes follow from; None where more has to be looked at."""
        count = len(self.operands)
        if self.series >= 0 or len(args) < count or STATE.textbook:
            return None
        for operand in args[:count]:
            if operand.__class__ not in TENSORS:
                return None
        given = (*args[count:], *kwargs.values()) if kwargs else args[count:]
        kinds = tuple([value.__class__ for value in given])
        if not _SIMPLE.issuperset(kinds):
            given = tuple([None if _is_taken(kind) else v for v, kind in zip(given, kinds)])  # noqa: B905
            for value in given:
                if value.__class__ not in _SIMPLE and not _is_shape(value):
                    return None
        # With the types, as ``True`` and 1 are equal, but not the same.
        return (method, given, kinds, *kwargs)

    def _remember(self, key: Any, given: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Note the attributes of a call, and which of them are arguments just as they are given."""
        taken: list[tuple[str, int]] = []
        for place, value in enumerate(given):
            if _is_taken(value.__class__):
                names = [name for name, attribute in attrs.items() if attribute is value]
                if len(names) != 1:  # it was converted, or stands for several
                    return
                taken.append((names[0], place))
        if len(self.known) >= _KNOWN:
            self.known.clear()
        self.known[key] = attrs | {name: None for name, _ in taken}, taken

    def _bind(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
    ) -> tuple[Sequence[Any], dict[str, Any]]:
        if self.gathers and (method or not self.operands):
            args = self._gather(args)
        if 0 <= self.series < len(args) and self._one_by_one(args[self.series]):
            args = self._pack(args)
        if len(args) > len(self.positional):
            from gradcli.operators.deprecated import as_today

            names = tuple(self.by_keyword)[: len(self.operands)]
            if (found := as_today(self.name, names, args, method=method)) is not None:
                return self.bind(found[0], kwargs | found[1], method=method)
            raise _words().too_many(self, args, kwargs, method)
        values = dict(zip((p.keyword for p in self.positional), args, strict=False))
        unknown = [p for k in kwargs if (p := self._bind_keyword(values, k, kwargs[k], method))]
        ambiguous = unknown and self.is_ambiguous(args, kwargs, method)
        if ambiguous or self._is_mixed(values, kwargs):
            raise self.invalid_combination(args, kwargs, method)
        if unknown:
            self.check_python(args, kwargs, method)
            if self.is_bare(method):
                raise op_error(TypeError, f"TensorBase.{self.name}() takes no keyword arguments")
        operands: list[Any] = []
        attrs: dict[str, Any] = {}
        for index, parameter in enumerate(self.by_keyword.values()):
            value = values.get(parameter.keyword, parameter.default)
            if value is REQUIRED and index == self.series:
                value = ()  # none of what can be given one by one
            if value is REQUIRED:
                raise _words().missing(self, values, args, kwargs, method)
            if value is None and parameter.keyword in values:
                if _words().is_form(self.name, parameter.keyword):
                    self._convert(parameter, value, index, args, kwargs, method)
                    raise self.invalid_combination(args, kwargs, method)
                value = _words().NAMED.get((self.name, parameter.keyword))
            if value is not parameter.default and not (value is None and parameter.optional):
                value = self._convert(parameter, value, index, args, kwargs, method)
            if parameter.operand:
                operands.append(value)
            else:
                attrs[parameter.name] = value
        if unknown:  # which PyTorch, too, says last
            raise op_error(TypeError, unknown[0])
        if self.numeric and not any(isinstance(operand, Tensor) for operand in operands):
            dtype = STATE.default_dtype
            if not (self.numbers or STATE.textbook):
                raise _words().no_tensor(self, operands[0], args, kwargs, method)
            if not STATE.textbook:
                result_type(operands)  # refuses integers that go together in no type
                dtype = operand_dtype(operands[0])
            operands[0] = _number(operands[0], dtype)
        return operands, attrs

    def _pack(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Make one tuple of tensors given one by one; a single one can stay as it is."""
        first = self.series
        if len(args) == first + 1 and self.positional[first].accepts == _EITHER:
            return args
        return (*args[:first], args[first:])

    def _one_by_one(self, first: Any) -> bool:
        """Tell whether a series of values is given by as many arguments and not as a sequence."""
        return isinstance(first, Tensor) or self.positional[self.series].accepts != _EITHER

    def _gather(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Make one tuple of sizes given one by one, as in ``x.view(2, 3)``."""
        first = len(self.operands)
        rest = args[first:]
        single = len(rest) == 1 and self.positional[first].accepts == "Dims"
        if rest and is_integer(rest[0]) and not single:
            attributes = len(self.positional) - first
            if attributes == 1 or all(is_integer(value) for value in rest):
                return (*args[:first], OneByOne(rest))
        return args

    def _bind_keyword(self, values: dict[str, Any], key: str, value: Any, method: bool) -> str:
        """Add a keyword's value and return what is wrong with the keyword, if anything is."""
        known = key in self.by_keyword or self.is_python(method)
        keyword = key if known else ALSO.get((self.name, key)) or SYNONYMS.get(key, key)
        parameter = self.by_keyword.get(keyword)
        if parameter is not None and keyword not in values and parameter.accepts not in _SERIES:
            number = parameter.accepts == "Array | int | None" and is_integer(value)
            values[keyword] = int(value) if number else value  # ``dim`` may be a tensor by position
            return ""
        given = keyword in values and not (method and keyword == next(iter(self.by_keyword)))
        return beside(self, key, value, method=method, given=given and key == keyword)

    def is_bare(self, method: bool) -> bool:
        """Tell whether this is a method without parameters, which PyTorch leaves to Python."""
        return method and len(self.by_keyword) == 1 and self.name not in ("clone", "contiguous")

    def is_python(self, method: bool) -> bool:
        """Tell whether PyTorch has the function in Python, which binds arguments in another way."""
        return not method and (self.python is not None or bool(_words().is_python(self.name)))

    def check_python(self, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool) -> None:
        """Raise what Python says of arguments that it cannot bind, where it is asked to."""
        _words().check_python(self, args, kwargs, method)

    def _is_mixed(self, values: dict[str, Any], kwargs: dict[str, Any]) -> bool:
        """Tell whether a call gives what no form of the function takes together, or so called."""
        if "keepdim" in values and "dim" not in values:
            return self.name in _ALONG
        return is_mixed(self.name, values, kwargs)

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
            if STATE.textbook and parameter.operand and value.__class__ in (int, float):
                return _number(value, STATE.default_dtype)
            self.check_python(args, kwargs, method)
            handed = index < len(args) or (parameter.operand and self.is_python(method))
            place = (index + 1 - method) * handed
            if isinstance(value, complex) and parameter.accepts.startswith("Real"):
                _words().check_real(self.name, parameter.keyword, value, args)
            if mismatch.detail is None and self.is_ambiguous(args, kwargs, method):
                raise self.invalid_combination(args, kwargs, method) from None
            message = _words().refusal(self, parameter, value, place, mismatch, kwargs)
            raise op_error(TypeError, message, operands=(index,) if place else ()) from None

    def is_ambiguous(self, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool) -> bool:
        """Tell whether it is not clear which of several forms arguments are for."""
        from gradcli.operators.overloads import is_ambiguous  # a long table, for errors alone

        return is_ambiguous(self.name, len(args) - method + len(kwargs), method=method)

    def invalid_combination(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool
    ) -> Exception:
        """Return the error for arguments that fit no form of an overloaded function."""
        return _words().invalid_combination(self, args, kwargs, method)  # type: ignore[no-any-return]


def _words() -> Any:
    """Return the words of errors, which calls without them do not load."""
    from gradcli.operators import wording

    return wording


def _is_taken(kind: type) -> bool:
    """Tell whether attributes of a type are what is given, once one of them was."""
    return kind is float or kind in TENSORS


def _is_shape(value: Any) -> bool:
    return value.__class__ is tuple and {size.__class__ for size in value} <= {int}


_SIMPLE = frozenset({int, bool, str, type(None)})
_KNOWN = 64  # calls that are remembered for an operator
_LISTS = ("Ints", "Ints | None")
_EITHER = "Array | Arrays"  # as one sequence, too
_SERIES = ("ArrayArgs", _EITHER, "Args")


def _number(value: Any, dtype: DType) -> Tensor:
    """Return the tensor that a number is where an operator computes with tensors alone."""
    if isinstance(value, int):
        check_integer(value)
    return Tensor(np.asarray(value, dtype.numpy))


def _defaults(parameters: list[Parameter]) -> dict[str, Any] | None:
    """Return the attributes of a call with operands alone, or None if tensors do not make one."""
    attributes = [p for p in parameters if not p.operand]
    if any(p.default is REQUIRED for p in attributes):
        return None
    taken = [p.accepts for p in parameters if p.operand]
    if any("Array" not in word or word in ("Arrays", "ArrayArgs") for word in taken):
        return None
    return {p.name: p.default for p in attributes}


def _default_values(body: Callable[..., Any]) -> dict[str, Any]:
    """Return the parameters that have defaults, and those."""
    names, values = body.__code__.co_varnames[: body.__code__.co_argcount], body.__defaults__ or ()
    return dict(zip(reversed(names), reversed(values), strict=False)) | (body.__kwdefaults__ or {})


def _read_parameters(body: Callable[..., Any], skip: int) -> list[Parameter]:
    code = body.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    defaults = _default_values(body)
    words = words_of(body, names[skip:])
    return [
        Parameter(
            name,
            word,
            defaults.get(name, REQUIRED),
            operand=index < code.co_posonlyargcount,
            keyword_only=index >= code.co_argcount,
        )
        for index, (name, word) in enumerate(zip(names[skip:], words, strict=True), skip)
    ]
