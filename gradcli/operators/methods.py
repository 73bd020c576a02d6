"""Tensors in Python code: methods, attributes and signs, which the operator table has by name.

Each is given to the class when it is first asked for. Programs take theirs from the table itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import gradcli.core.backward
import gradcli.operators.converters  # noqa: F401  (like the one above, adds methods of its own)
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.operators.infix import sign_method


def install() -> None:
    """Let tensors find their methods, attributes and signs."""
    Tensor.__getattr__ = _find  # type: ignore[attr-defined]
    Tensor.__dir__ = _names  # type: ignore[assignment,method-assign]
    for names in OPS.index["sign"].values():
        for name in names.split():
            setattr(Tensor, name, _later(name))


def complete() -> None:
    """Give the class every method and attribute, for code that takes them from there."""
    for name in {*OPS.names("Tensor"), *OPS.names("attribute")}:
        _give(name)


def _later(name: str) -> Callable[..., Any]:
    """Return a sign's method, which the operator's own takes the place of when it is needed."""

    def method(tensor: Tensor, *other: Any) -> Any:
        setattr(Tensor, name, sign_method(name, OPS.find("sign", name)))
        return getattr(Tensor, name)(tensor, *other)

    return method


def _find(tensor: Tensor, name: str) -> Any:
    """Return what the class has not got so far; ``Tensor.__getattr__``."""
    if name.startswith("__") or not (_give(name) or (OPS.load_others() and _give(name))):
        return object.__getattribute__(tensor, name)  # which raises
    return getattr(tensor, name)


def _give(name: str) -> bool:
    """Give the class what the table has by a name; tell whether there is any."""
    method, getter = OPS.find("Tensor", name), OPS.find("attribute", name)
    if method is not None:
        setattr(Tensor, name, _as_method(method))
    elif getter is not None:
        setattr(Tensor, name, property(getter))
    return method is not None or getter is not None


def _as_method(call: Callable[..., Any]) -> Callable[..., Any]:
    return lambda tensor, *args, **kwargs: call(tensor, *args, **kwargs)


def _names(tensor: Tensor) -> Iterable[str]:
    return {*object.__dir__(tensor), *OPS.names("Tensor"), *OPS.names("attribute")}
