"""The surroundings of an unexpected token.

This module knows what stands around a place in the program: the tokens before it, the brackets
that are open, the beginning of its line. It does not know what to say about them (``diagnose``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from gradcli.errors import Span
from gradcli.syntax.lexing import FSTRING_END, FSTRING_START, Token

CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}
LINE_ENDS: Final = frozenset(("_NEWLINE", "$END"))
BOUNDARIES: Final = frozenset(("_NEWLINE", "_INDENT", "_DEDENT", "SEMICOLON"))
_OPENERS: Final = ("LPAR", "LSQB", "LBRACE", FSTRING_START)
_ENDERS: Final = ("RPAR", "RSQB", "RBRACE", FSTRING_END)
_NOTHING: Final = Token("_NEWLINE", "", Span(0, 0))


class Place(NamedTuple):
    """An unexpected token and what is known about its surroundings.

    ``expected`` are the types of the tokens that the parser would have taken. ``open`` are the
    brackets and f-strings open at the token, ``unclosed`` those open at the end of the text.
    """

    text: str
    tokens: Sequence[Token]
    at: int
    expected: frozenset[str]
    open: Sequence[Token]
    unclosed: Sequence[Token]

    @property
    def token(self) -> Token:
        """Return the unexpected token."""
        return self.tokens[self.at]

    @property
    def following(self) -> Token:
        """Return the token behind the unexpected one, if that is not the end."""
        return self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else _NOTHING

    @property
    def bracket(self) -> str:
        """Return the innermost bracket that is open, or nothing."""
        return self.open[-1].value if self.open else ""

    @property
    def in_field(self) -> bool:
        """Tell whether the place is in a field of an f-string."""
        return any(token.type.startswith(FSTRING_START) for token in self.open)

    @property
    def ends_value(self) -> bool:
        """Tell whether a value ends before the place: an operator could follow."""
        return "STAR" in self.expected and "PLUS" in self.expected and "NAME" not in self.expected

    @property
    def wants_value(self) -> bool:
        """Tell whether a value could stand at the place."""
        return "NAME" in self.expected and "NUMBER" in self.expected

    @property
    def inside(self) -> Sequence[Token]:
        """Return the tokens of the innermost bracket, or of the line, without nested brackets."""
        found: list[Token] = []
        depth = 0
        for token in reversed(self.tokens[: self.at]):
            opens = token.type.startswith(_OPENERS)
            if not depth and (opens or token.type in BOUNDARIES):
                break
            depth += token.type.startswith(_ENDERS) - opens
            if not depth:
                found.append(token)
        return found[::-1]

    @property
    def item(self) -> Sequence[Token]:
        """Return those of the inner tokens that follow the last comma."""
        inside = self.inside
        commas = [i for i, token in enumerate(inside) if token.type == "COMMA"]
        return inside[commas[-1] + 1 :] if commas else inside

    def before(self, count: int = 1) -> Token:
        """Return a token some places before the unexpected one."""
        return self.tokens[self.at - count] if self.at >= count else _NOTHING

    def first(self, index: int | None = None) -> Token:
        """Return the first token of the line to which a token belongs."""
        index = self.at if index is None else index
        while index and self.tokens[index - 1].type not in BOUNDARIES:
            index -= 1
        return self.tokens[index]

    def line(self, token: Token) -> int:
        """Return the number of the line of a token."""
        return len(re.findall(r"\r\n?|\n", self.text[: token.span.start])) + 1


def find_place(text: str, tokens: Sequence[Token], at: int, expected: frozenset[str]) -> Place:
    """Return the place of the token that so many others precede."""
    end = Token("$END", "", Span(len(text), len(text)))
    return Place(text, [*tokens, end], at, expected, _open(tokens[:at]), _open(tokens))


def _open(tokens: Sequence[Token]) -> list[Token]:
    """Return the brackets and f-strings that are open after some tokens."""
    stack: list[Token] = []
    for token in tokens:
        if token.type.startswith(_OPENERS):
            stack.append(token)
        elif token.type.startswith(_ENDERS):
            stack.pop()
    return stack
