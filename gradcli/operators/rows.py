"""Operators that differ in a word: their bodies are made in a loop and named here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def named(name: str, doc: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a body the name and the documentation of one of a family; stands below ``@op``."""

    def rename(body: Callable[..., Any]) -> Callable[..., Any]:
        body.__name__ = body.__qualname__ = name
        body.__doc__ = doc
        return body

    return rename
