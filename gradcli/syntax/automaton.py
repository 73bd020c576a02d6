"""The automaton that reads a program: it shifts tokens and reduces them to nodes.

This module knows how the tables of an LALR parser are run. It does not know the grammar that they
were made of (``tables``), or what the actions build. A node is built when its last token has been
read, and what is open lies on two lists, so that no program is nested too deeply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from gradcli.errors import Span
from gradcli.syntax.lexing import Token
from gradcli.syntax.production import Action
from gradcli.syntax.tables import Tables

END: Final = "$END"


class UnexpectedToken(Exception):
    """A token cannot stand where it does; ``at`` counts the tokens before it."""

    def __init__(self, at: int, expected: frozenset[str]) -> None:
        super().__init__(at)
        self.at, self.expected = at, expected


class _Rows(dict[int, dict[str, int]]):
    """What each state does; a program meets few of them, and each is read when it is met."""

    __slots__ = ("written",)

    def __init__(self, written: Sequence[str]) -> None:
        self.written = written

    def __missing__(self, state: int) -> dict[str, int]:
        row: dict[str, int] = {}
        for group in self.written[state].split():
            move, *symbols = group.split("|")
            row.update(dict.fromkeys(symbols, int(move)))
        self[state] = row  # when it is whole: a limit of time may end the reading, others may read
        return row


class _Rule(NamedTuple):
    """What becomes of the last ``size`` values: see ``Tables``."""

    origin: str
    size: int
    action: Action | None
    single: bool
    lists: Sequence[int]


class _Rules(dict[int, _Rule]):
    """The rules by the moves that reduce by them, each read when it is met."""

    __slots__ = ("actions", "written")

    def __init__(self, written: Sequence[str], actions: Mapping[str, Action]) -> None:
        self.written, self.actions = written, actions

    def __missing__(self, move: int) -> _Rule:
        origin, size, name, single, *lists = self.written[-1 - move].split()
        action = None if name == "-" else self.actions[name]
        rule = _Rule(origin, int(size), action, single != "-", tuple(map(int, lists)))
        self[move] = rule
        return rule


class Automaton:
    """The tables, with their actions as functions."""

    __slots__ = ("end", "passed", "rows", "rules")

    def __init__(self, tables: Tables, actions: Mapping[str, Action]) -> None:
        self.end, self.passed = tables.end, tables.passed
        self.rows, self.rules = _Rows(tables.rows), _Rules(tables.rules, actions)

    def run(self, tokens: Sequence[Token]) -> Any:
        """Return what the actions make of the tokens."""
        rows, passed, states = self.rows, self.passed, [0]
        values: list[Any] = []
        for at, token in enumerate((*tokens, Token(END, "", Span(0, 0)))):
            type = token.type
            move = rows[states[-1]].get(type)
            while move is None or move < 0:
                if move is None:
                    raise UnexpectedToken(at, self.expected(states))
                origin = passed.get(move)
                if origin:  # an operand climbs all levels of operators: no value changes
                    states.pop()
                else:
                    origin = self.reduce(move, states, values)
                state = rows[states[-1]][origin]
                states.append(state)
                if state == self.end:
                    return values[-1]
                move = rows[state].get(type)
            states.append(move)
            values.append(token)
        raise AssertionError("the end of the text ends the program")

    def reduce(self, move: int, states: list[int], values: list[Any]) -> str:
        """Replace the last values by what they are together; return what that is."""
        origin, size, action, single, lists = self.rules[move]
        children: list[Any] = []
        if size:
            children = values[-size:]
            del states[-size:], values[-size:]
        if lists:
            children = _spliced(children, lists)
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
            origin, size, *_ = self.rules[move]
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
