"""How an action of the grammar becomes a function that the parser can call.

This module knows where a construct begins and ends: from its first part to its last. It does not
know what is built of the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gradcli.errors import Span
from gradcli.syntax.lexing import Token

Action = Callable[[list[Any]], Any]


class Group:
    """Something that takes up more room in the text than what it stands for.

    An expression in brackets stands for the expression; a block stands for its statements.
    """

    __slots__ = ("content", "span")

    def __init__(self, span: Span, content: Any) -> None:
        self.span, self.content = span, content


class Productions:
    """The actions of a module, under the names that the grammar calls them by."""

    __slots__ = ("actions",)

    def __init__(self) -> None:
        self.actions: dict[str, Action] = {}

    def __call__(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """Add a function that builds a node from its span and its parts.

        It is called with the span of the whole construct and then with every token and node of
        it; a group arrives as its content.
        """

        def act(children: list[Any]) -> Any:
            span = Span(children[0].span[0], children[-1].span[1])
            return make(span, *[c.content if type(c) is Group else c for c in children])

        self.actions[make.__name__] = act
        return make

    def raw(self, act: Action) -> Action:
        """Add a function that looks at groups itself, or whose parts have no place."""
        self.actions[act.__name__] = act
        return act


def bare(parts: Iterable[Any]) -> list[Any]:
    """Return the parts that are not tokens."""
    return [part for part in parts if type(part) is not Token]
