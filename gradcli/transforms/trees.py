"""Tensors in nested tuples, lists and dicts, which PyTorch's transforms take and give."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from gradcli.operators.return_types import ReturnType


def leaves(tree: Any) -> list[Any]:
    """Return what is in a nest, in order, or the value itself where it is none."""
    if isinstance(tree, dict):
        return [leaf for part in tree.values() for leaf in leaves(part)]
    if isinstance(tree, (tuple, list)):
        return [leaf for part in tree for leaf in leaves(part)]
    return [tree]


def rebuild(tree: Any, values: Iterator[Any]) -> Any:
    """Return a nest of the same form that holds other values, taken in order."""
    if isinstance(tree, dict):
        made = {key: rebuild(part, values) for key, part in tree.items()}
        return OrderedDict(made) if isinstance(tree, OrderedDict) else made
    if isinstance(tree, (tuple, list)):
        parts = [rebuild(part, values) for part in tree]
        return tuple_like(tree, parts) if isinstance(tree, tuple) else parts
    return next(values)


def tuple_like(tree: Any, parts: list[Any]) -> tuple[Any, ...]:
    """Return a tuple of other parts that has the names of a tuple."""
    if isinstance(tree, ReturnType):
        return ReturnType(tree.name, tree.fields, parts)
    made: tuple[Any, ...] = tree._make(parts) if hasattr(tree, "_fields") else tuple(parts)
    return made


def form(tree: Any) -> str:
    """Return the form of a nest, with a star for each value: ``(*, {'a': *})``."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{key!r}: {form(part)}" for key, part in tree.items()) + "}"
    if isinstance(tree, tuple):
        return "(" + ", ".join(map(form, tree)) + ")"
    return "[" + ", ".join(map(form, tree)) + "]" if isinstance(tree, list) else "*"


def tree_spec(tree: Any, indent: int = 0) -> str:
    """Return the form of a nest the way PyTorch prints it at length."""
    if not isinstance(tree, (dict, tuple, list)):
        return "*"
    parts = list(tree.values() if isinstance(tree, dict) else tree)
    context = list(tree) if isinstance(tree, dict) else None
    between = ",\n" + " " * (indent + 2)
    inside = between.join(tree_spec(part, indent + 2) for part in parts)
    return f"TreeSpec({type(tree).__name__}, {context}, [{inside}])"
