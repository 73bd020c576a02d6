"""Python's signs between instances: which method of the program answers, and who is asked then.

A sign is asked of the left operand, then of the right one, which comes first where its class
derives from the left's. This module makes the methods with which the host asks (``instances`` has
them), and tells which function of the program the machine may go on in instead.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from gradcli.language.limits import SEQUENCES, check_items, size
from gradcli.language.machine.descriptors import MISSING, invoke
from gradcli.language.machine.functions import QUICK, Function, Object, type_name

BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "** or pow()",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
    "divmod": "divmod()",
}
_IN_PLACE = {"pow": "**="}
_COMPARED = {"lt": ("<", "gt"), "gt": (">", "lt"), "le": ("<=", "ge"), "ge": (">=", "le")}
_UNARY = {"neg": "unary -", "pos": "unary +", "invert": "unary ~", "abs": "abs()"}


def _answer(instance: Any, name: str, *args: Any) -> Any:
    """Return what a program's operator gives, or ``NotImplemented``."""
    found = instance.cls.find(name)
    if found.__class__ is Function:
        return found(instance, *args)
    if found is MISSING or found is None:
        return NotImplemented
    return invoke(instance, name, *args)


def _later_first(left: Any, right: Any, name: str) -> bool:
    """Tell whether the right operand is asked first: its class derives from the left's."""
    return derives(right, left) and right.cls.find(name) is not left.cls.find(name)


def derives(right: Any, left: Any) -> bool:
    """Tell whether the class of a value derives from that of another; comparisons ask it first."""
    if not isinstance(right, Object) or right.cls is left.cls:
        return False
    return left.cls in right.cls.mro


def _unsupported(sign: str, left: Any, right: Any) -> TypeError:
    kinds = f"'{type_name(left)}' and '{type_name(right)}'"
    return TypeError(f"unsupported operand type(s) for {sign}: {kinds}")


def _straight(name: str, sign: str) -> Callable[..., Any]:
    straight, reflected = f"__{name}__", f"__r{name}__"

    def method(self: Any, other: Any, *more: Any) -> Any:
        if _later_first(self, other, reflected):
            result = _answer(other, reflected, self)
            if result is NotImplemented:
                result = _answer(self, straight, other, *more)
            if result is NotImplemented:
                raise _unsupported(sign, self, other)
            return result
        result = _answer(self, straight, other, *more)
        if result is NotImplemented and not more:
            return _turned(self, other, reflected, sign)
        if result is NotImplemented:
            raise _unsupported(sign, self, other)
        return result

    return method


def _turned(left: Any, right: Any, reflected: str, sign: str) -> Any:
    """Return what the right operand answers, when the left one has none."""
    result = NotImplemented
    if reflected == "__rmul__" and isinstance(right, SEQUENCES):
        result = _repeated(right, left) if sign == "*" else NotImplemented  # as for Python
    elif not isinstance(right, Object):
        # Not by ``getattr``, which would find what classes themselves answer to ``|``.
        found = (vars(kind).get(reflected) for kind in type(right).__mro__)
        other = next(filter(None, found), None)
        result = NotImplemented if other is None else other(right, left)
    elif right.cls is not left.cls:
        result = _answer(right, reflected, left)
    if result is NotImplemented:
        raise _unsupported(sign, left, right)
    return result


def _repeated(sequence: Any, count: Any) -> Any:
    """Return a sequence of the host's as often as an instance says, which is asked once."""
    if not isinstance(count, int) and count.cls.find("__index__") is MISSING:
        raise _unanswered("mul", "*", sequence, count)
    times = operator.index(count)
    check_items(size(sequence) * times)
    return sequence * times


def _reflected(name: str, sign: str) -> Callable[..., Any]:
    straight, reflected = f"__{name}__", f"__r{name}__"

    def method(self: Any, other: Any, *more: Any) -> Any:
        result = _answer(self, reflected, other)
        if result is NotImplemented and isinstance(self, type(other)):
            host = getattr(type(other), straight, None)  # which the host has not asked yet
            result = NotImplemented if host is None else host(other, self)
        if result is not NotImplemented:
            return result
        if name == "mul" and isinstance(other, SEQUENCES):
            return _repeated(other, self)
        raise _unanswered(name, sign, other, self)

    return method


def _unanswered(name: str, sign: str, left: Any, right: Any) -> TypeError:
    """Return the error for a value of the host on the left of an instance."""
    kind, own = type(left).__name__, type_name(right)
    if name == "add" and isinstance(left, (str, list, tuple)):
        return TypeError(f'can only concatenate {kind} (not "{own}") to {kind}')
    if name == "mul" and isinstance(left, SEQUENCES):
        return TypeError(f"can't multiply sequence by non-int of type '{own}'")
    return _unsupported(sign, left, right)


def _in_place(name: str, sign: str) -> Callable[..., Any]:
    combine = _straight(name, sign)

    def method(self: Any, other: Any) -> Any:
        result = _answer(self, f"__i{name}__", other)
        return combine(self, other) if result is NotImplemented else result

    return method


def _compared(name: str, sign: str, mirrored: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        first = derives(other, self)
        result = _answer(other, f"__{mirrored}__", self) if first else NotImplemented
        if result is NotImplemented:
            result = _answer(self, f"__{name}__", other)
        if result is NotImplemented and not isinstance(other, Object):
            return result  # the host asks the other one, and names both in their order
        if result is NotImplemented and not first:
            result = _answer(other, f"__{mirrored}__", self)
        if result is NotImplemented:
            kinds = f"'{type_name(self)}' and '{type_name(other)}'"
            raise TypeError(f"'{sign}' not supported between instances of {kinds}")
        return result

    return method


def _unary(name: str, sign: str) -> Callable[..., Any]:
    message = f"bad operand type for {sign}: '{{}}'"

    def method(self: Any) -> Any:
        found = self.cls.find(f"__{name}__")
        if found is MISSING or found is None:
            raise TypeError(message.format(type_name(self)))
        return invoke(self, f"__{name}__")

    return method


def methods() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the methods of instances for all signs, with their names."""
    for name, sign in BINARY.items():
        yield f"__{name}__", _straight(name, sign)
        yield f"__r{name}__", _reflected(name, sign)
        if name != "divmod":
            yield f"__i{name}__", _in_place(name, _IN_PLACE.get(name, f"{sign}="))
    for name, (sign, mirrored) in _COMPARED.items():
        yield f"__{name}__", _compared(name, sign, mirrored)
    for name, sign in _UNARY.items():
        yield f"__{name}__", _unary(name, sign)


# The same, for a machine that goes on in the program's function


def answering(
    left: Any, right: Any, name: str, in_place: bool
) -> tuple[Function, list[Any]] | None:
    """Return the function of the program that is asked first, and its arguments, if one is."""
    if left.__class__ is QUICK[0]:
        found = left.cls.find(f"__{name}__")
        asked = found.__class__ is Function and not _later_first(left, right, f"__r{name}__")
        if asked and (not in_place or left.cls.find(f"__i{name}__") is MISSING):
            return found, [left, right]
    elif left.__class__ is float or left.__class__ is int:
        found = right.cls.find(f"__r{name}__")
        if found.__class__ is Function:
            return found, [right, left]
    return None


def otherwise(left: Any, right: Any, name: str, in_place: bool) -> Any:
    """Return what an operation gives when that function has answered ``NotImplemented``."""
    sign = BINARY[name] if not in_place else _IN_PLACE.get(name, f"{BINARY[name]}=")
    if isinstance(left, Object):
        return _turned(left, right, f"__r{name}__", sign)
    raise _unanswered(name, sign, left, right)
