"""Tensors in Python code: methods, attributes and signs, which the operator table has by name.

Each is given to the class when it is first asked for. Programs take theirs from the table itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gradcli.core.backward
import gradcli.operators.converters  # noqa: F401  (like the one above, adds methods of its own)
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.operators.infix import sign_method


def _part_setter(name: str) -> Callable[[Tensor, Any], None]:
    """Return what writes over the real or the imaginary part of a tensor."""

    def write(tensor: Tensor, value: Any) -> None:
        OPS["setitem"](OPS[name](tensor), ..., value)

    return write


PARTS = {name: _part_setter(name) for name in ("real", "imag")}
"""Attributes that can be written to."""


def install() -> None:
    """Let tensors find their methods, attributes and signs."""
    for names in OPS.index["sign"].values():
        for name in names.split():
            setattr(Tensor, name, _later(name))
    announce()


def announce() -> None:
    """Give the class all names that it has not got so far, each to be found when it is used.

    A ``__getattr__`` of the class would need no list, and would slow every attribute down.
    """
    for names, kind in ((OPS.names("Tensor"), _Later), (OPS.names("attribute"), _LaterAttribute)):
        for name in set(names) - vars(Tensor).keys():
            if not hasattr(Tensor, name):
                setattr(Tensor, name, kind(name))


def complete() -> None:
    """Give the class every method and attribute, for code that takes them from there."""
    for name in {*OPS.names("Tensor"), *OPS.names("attribute")}:
        _give(name)


class _Later(str):
    """The name of a method or an attribute, in its place on the class until somebody asks."""

    __slots__ = ()

    def __get__(self, tensor: Tensor | None, kind: type[Tensor]) -> Any:
        _give(self)
        return getattr(kind if tensor is None else tensor, self)


class _LaterAttribute(_Later):
    """The name of an attribute, which a tensor cannot have another of by being given one."""

    __slots__ = ()

    def __set__(self, tensor: Tensor, value: Any) -> None:
        _give(self)
        vars(Tensor)[self].__set__(tensor, value)


def _later(name: str) -> Callable[..., Any]:
    """Return a sign's method, which the operator's own takes the place of when it is needed."""

    def method(tensor: Tensor, *other: Any) -> Any:
        setattr(Tensor, name, sign_method(name, OPS.find("sign", name)))
        return getattr(Tensor, name)(tensor, *other)

    return method


def _give(name: str) -> bool:
    """Give the class what the table has by a name; tell whether there is any."""
    method, getter = OPS.find("Tensor", name), OPS.find("attribute", name)
    if method is not None:
        setattr(Tensor, name, _as_method(method))
    elif getter is not None:
        setattr(Tensor, name, property(getter, PARTS.get(name)))
    return method is not None or getter is not None


def _as_method(call: Callable[..., Any]) -> Callable[..., Any]:
    return lambda tensor, /, *args, **kwargs: call(tensor, *args, **kwargs)
