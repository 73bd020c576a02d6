"""Operators that differ in a word: one body, declared under several names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Body = TypeVar("Body", bound=Callable[..., object])


def named(name: str, doc: str) -> Callable[[Body], Body]:
    """Give a body the name and the documentation of an operator, of which it makes several."""

    def rename(body: Body) -> Body:
        body.__name__, body.__doc__ = name, doc
        return body

    return rename
