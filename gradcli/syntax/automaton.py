"""The automaton that reads a program: it shifts tokens and reduces them to nodes.

This module knows how the tables of an LALR parser are run. It does not know lark, which made the
tables from the grammar (``parse``), or what the actions build. A node is built when its last token
has been read, and what is open lies on two lists, so that no program is nested too deeply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from gradcli.errors import Span
from gradcli.syntax.lexing import Token

END: Final = "$END"


class Rule(NamedTuple):
    """What becomes of the last ``size`` values when they are a whole ``origin``.

    An empty ``action`` keeps them as a list, which the rule above splices in: ``spliced`` are the
    places of such lists. ``single`` passes an only value on as it is.
    """

    origin: str
    size: int
    action: str
    spliced: Sequence[int]
    single: bool


class Tables(NamedTuple):
    """The language as plain data.

    A row says what a state does with a token or a finished rule: a number from 0 is the state to
    go to, -1 and below count the rules to reduce by.
    """

    start: int
    end: int
    rows: Sequence[Mapping[str, int]]
    rules: Sequence[Sequence[Any]]
    literals: Mapping[str, str]
    patterns: Mapping[str, str]
    ignored: Sequence[str]


class UnexpectedToken(Exception):
    """A token cannot stand where it does; ``at`` counts the tokens before it."""

    def __init__(self, at: int, expected: frozenset[str]) -> None:
        super().__init__(at)
        self.at, self.expected = at, expected


class Automaton:
    """The tables, with their actions as functions."""

    __slots__ = ("actions", "end", "rows", "rules", "start")

    def __init__(self, tables: Tables, actions: Mapping[str, Callable[[list[Any]], Any]]) -> None:
        self.start, self.end, self.rows = tables.start, tables.end, tables.rows
        self.rules = [Rule(*rule) for rule in tables.rules]
        self.actions = [actions[rule.action] if rule.action else None for rule in self.rules]

    def run(self, tokens: Sequence[Token]) -> Any:
        """Return what the actions make of the tokens."""
        rows, states = self.rows, [self.start]
        values: list[Any] = []
        for at, token in enumerate((*tokens, Token(END, "", Span(0, 0)))):
            type = token.type
            while True:
                move = rows[states[-1]].get(type)
                if move is None:
                    raise UnexpectedToken(at, self.expected(states))
                if move >= 0:
                    states.append(move)
                    values.append(token)
                    break
                origin = self.reduce(-1 - move, states, values)
                states.append(rows[states[-1]][origin])
                if states[-1] == self.end:
                    break
        return values[-1]

    def reduce(self, number: int, states: list[int], values: list[Any]) -> str:
        """Replace the last values by what they are together; return what that is."""
        origin, size, _, spliced, single = self.rules[number]
        children: list[Any] = []
        if size:
            children = values[-size:]
            del states[-size:], values[-size:]
        if spliced:
            children = _spliced(children, spliced)
        action = self.actions[number]
        if single and len(children) == 1:
            values.append(children[0])
        else:
            values.append(action(children) if action else children)
        return origin

    def expected(self, states: Sequence[int]) -> frozenset[str]:
        """Return the types of the tokens that could have stood there."""
        row = self.rows[states[-1]]
        return frozenset(type for type in row if type.isupper() and self.accepts(states, type))

    def accepts(self, states: Sequence[int], type: str) -> bool:
        """Tell whether a token could follow, by reducing without building anything."""
        kept = len(states)
        added: list[int] = []
        while True:
            state = added[-1] if added else states[kept - 1]
            move = self.rows[state].get(type)
            if move is None or move >= 0:
                return move is not None
            origin, size, *_ = self.rules[-1 - move]
            kept -= max(0, size - len(added))
            del added[max(0, len(added) - size) :]
            below = added[-1] if added else states[kept - 1]
            added.append(self.rows[below][origin])
            if added[-1] == self.end:
                return True


def _spliced(children: list[Any], places: Sequence[int]) -> list[Any]:
    """Return values with some lists among them opened."""
    # A list that comes first grows in place: repetition is left-recursive, and stays linear.
    result: list[Any] = children[0] if places[0] == 0 else [children[0]]
    for place in range(1, len(children)):
        if place in places:
            result += children[place]
        else:
            result.append(children[place])
    return result
