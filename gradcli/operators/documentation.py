"""What Python's ``help`` shows of functions and methods.

How they are called, what they do, an example, and in what they differ from PyTorch's: all of it is
made when it is asked for. Programs never get here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from inspect import Parameter, Signature, cleandoc
from inspect import signature as signature_of
from keyword import iskeyword
from typing import Any

from gradcli.core.table import NAMESPACES
from gradcli.operators.declare import InplaceOp
from gradcli.operators.op import Op
from gradcli.operators.signature import REQUIRED

_INPLACE = Parameter("inplace", Parameter.POSITIONAL_OR_KEYWORD, default=False)


def operator_of(function: Callable[..., Any]) -> Op | InplaceOp | None:
    """Return the operator that a function or method calls, if it does."""
    owner = getattr(function, "__self__", function)
    return owner if isinstance(owner, (Op, InplaceOp)) else None


def signature(function: Callable[..., Any], *, method: bool = False) -> Signature:
    """Return how a function is called; a method takes the tensor as ``self``."""
    operator = operator_of(function)
    if operator is None:
        return signature_of(function)
    known = operator.parameters.by_keyword.values()
    given = [
        Parameter(
            p.keyword + "_" * iskeyword(p.keyword),
            Parameter.KEYWORD_ONLY if p.keyword_only else Parameter.POSITIONAL_OR_KEYWORD,
            default=Parameter.empty if p.default is REQUIRED else p.default,
        )
        for p in sorted(known, key=lambda p: p.keyword_only)
    ]
    if method:
        given[0] = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
    if getattr(function, "call", None) == getattr(operator, "call_functional", function):
        given.insert(sum(not p.keyword_only for p in known), _INPLACE)
    return Signature(given, __validate_parameters__=False)


def text(name: str, function: Callable[..., Any]) -> str | None:
    """Return what a function does, an example of an operator, and what differs from PyTorch."""
    found = operator_of(function)
    operator = found.op if isinstance(found, InplaceOp) else found
    parts = [cleandoc((function if operator is None else operator).__doc__ or "")]
    names = {name}
    if operator is not None:
        parts[0] = cleandoc(operator.doc)
        names.update(name for space in NAMESPACES for name in operator.names_in(space))
        if found is not operator:
            parts.append("This form overwrites its first argument.")
        if operator.example:
            expression, *inputs = operator.example
            given = [" = ".join(text.split("=", 1)) for text in inputs]
            lines = "\n".join([*given, expression]).split("\n")
            parts.append("Example:\n\n" + "\n".join(f"    >>> {line}" for line in lines))
    differences = [entry for known, entry in _differences() if known & names]
    if differences:
        parts.append("Differs from PyTorch:\n\n" + "\n".join(differences))
    return "\n\n".join(filter(None, parts)) or None


def document(kind: type, calls: Mapping[str, Callable[..., Any]]) -> None:
    """Give the methods of a class that are operators names, documentation and signatures."""
    for name, call in calls.items():
        if operator_of(call) is not None:
            _document(vars(kind)[name], name, call)


def _document(method: Any, name: str, call: Callable[..., Any]) -> None:
    method.__name__, method.__qualname__, method.__module__ = name, f"Tensor.{name}", "torch"
    method.__doc__ = text(name, call)
    method.__signature__ = signature(call, method=True)


@cache
def _differences() -> list[tuple[frozenset[str], str]]:
    """Return the entries of the page of differences, each with the names that stand in it."""
    try:
        with open(_page(), encoding="utf-8") as file:
            page = file.read().partition("## Operators")[2]
    except OSError:  # a copy without its documents
        return []
    return [(frozenset(_named(entry)), entry) for entry in re.findall(_ENTRY, page, re.M)]


_ENTRY = r"^- .*(?:\n  .*)*"


def _named(entry: str) -> Iterator[str]:
    """Yield the last part of every dotted name at the beginning of a piece of code."""
    for code in re.findall(r"`([^`]*)`", entry):
        found = re.match(r"[\w.]+", code)
        if found is not None:
            yield found[0].rpartition(".")[2]


def _page() -> str:
    """Return the page's file: in the package when installed, beside it in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = os.path.join(package, "differences.md")
    if os.path.exists(installed):
        return installed
    return os.path.join(os.path.dirname(package), "docs", "differences.md")
