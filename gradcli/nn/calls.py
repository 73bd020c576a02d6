"""Operators as users call them: ``F.linear``, ``torch.zeros``, each found when it is asked for.

Layers are written with these, so that what they are given is checked where users' calls are. This
module knows no operator by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gradcli.ops  # noqa: F401  (fills the index of operators)
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error


class Calls:
    """The operators of a namespace, by name."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace

    def __getattr__(self, name: str) -> Any:
        found = OPS.find(self.namespace, name)
        if found is None:
            raise AttributeError(name)
        self.__dict__[name] = found
        return found


F, torch = Calls("F"), Calls("torch")
linalg, special = Calls("linalg"), Calls("special")


MOST = 100_000


def check_count(count: Any, what: str) -> None:
    """Refuse to go on so often that nobody could wait for it."""
    if count > MOST:
        raise op_error(RuntimeError, f"{count} {what} are beyond the limit", code="limit")


def without_underscore(module: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function under its old name, without the underscore, which warns."""
    name = function.__name__
    old = name.removesuffix("_")

    def run(*args: Any, **kwargs: Any) -> Any:
        places = f"`{module}.{old}` is now deprecated in favor of `{module}.{name}`."
        warn(places, FutureWarning)
        return function(*args, **kwargs)

    run.__name__ = run.__qualname__ = old
    run.__doc__ = f"Call ``{name}``, with a warning."
    return run


def typename(value: Any) -> str:
    """Return the name of a value's type as messages of layers give it: with its module."""
    if isinstance(value, Tensor):
        return str(value.type())
    whole_name = getattr(type(value), "whole_name", None)
    if whole_name is not None:  # what the program has defined
        return str(whole_name(value))
    named = value if hasattr(value, "__qualname__") else type(value)
    module = getattr(named, "__module__", None)
    return named.__qualname__ if module in (None, "builtins") else f"{module}.{named.__qualname__}"


def kind_name(value: Any) -> str:
    """Return the name of a value's type alone, as ``type(value).__name__`` gives it."""
    of_program = getattr(value, "cls", None)
    return type(value).__name__ if of_program is None else str(of_program.name)
