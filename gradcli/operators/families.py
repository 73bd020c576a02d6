"""What the declarations of many operators share: where they are, and rows that differ in a word."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gradcli.operators.declare import op

functional = partial(op, composite=True, where=["F"])
internal = partial(op, where=[])
"""Declares an operator that no program can name; others are made of it, or derivatives."""


def named(name: str, doc: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a body the name and the documentation of one of a family; stands below ``@op``."""

    def rename(body: Callable[..., Any]) -> Callable[..., Any]:
        body.__name__ = body.__qualname__ = name
        body.__doc__ = doc
        return body

    return rename
