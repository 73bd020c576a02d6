"""The actions of the grammar that build strings and f-strings.

This module knows how pieces of text and fields become one string. It does not know escapes
(``literals``) or where an f-string's parts begin and end (``lexing``).
"""

from __future__ import annotations

from collections.abc import Iterable
from sys import intern
from typing import Any

from gradcli.errors import Span
from gradcli.syntax import literals, nodes
from gradcli.syntax.lexing import Token
from gradcli.syntax.mistake import mistake
from gradcli.syntax.production import Group, Productions

production = Productions()

_Part = nodes.Constant | nodes.FormattedValue


@production
def fstring(span: Span, _start: Token, *parts: Any) -> Group:
    """Read an f-string; it stands for its parts."""
    return Group(span, _parts(parts[:-1]))


@production
def field(span: Span, _open: Token, value: nodes.Expr, *rest: Any) -> Group:
    """Read a field; it stands for the text of its ``=`` form, if it has one, and its value."""
    if isinstance(value, nodes.Starred):
        raise mistake(value.span, "f-string: cannot use starred expression here")
    texts, conversion, spec = [], None, None
    for index, part in enumerate(rest[:-1]):
        if type(part) is not Token:
            continue
        if part.type == "FIELD_TEXT":
            texts.append(nodes.Constant(part.span, part.value))
        elif part.type == "NAME":
            conversion = _conversion(part)
        elif part.type == "COLON":
            parts = _parts(rest[index + 1 : -1])
            spec = nodes.JoinedStr(Span(part.span.end, rest[-1].span.start), parts)
            break
    if texts and conversion is None and spec is None:
        conversion = "r"
    return Group(span, [*texts, nodes.FormattedValue(span, value, conversion, spec)])


def _conversion(token: Token) -> str:
    """Return the letter after the exclamation mark."""
    if token.value not in ("r", "s", "a"):
        raise mistake(
            token.span, "f-string: invalid conversion character: expected 's', 'r', or 'a'"
        )
    return token.value


@production
def strings(span: Span, *pieces: Any) -> nodes.Constant | nodes.JoinedStr:
    """Build one string of the strings and f-strings that stand side by side."""
    tokens = [piece for piece in pieces if type(piece) is Token]
    values = [literals.string(token.value, token.span) for token in tokens]
    octets = [value for value in values if isinstance(value, bytes)]
    if octets and len(octets) < len(pieces):
        raise mistake(span, "cannot mix bytes and nonbytes literals")
    if octets:
        return nodes.Constant(span, b"".join(octets))
    if len(tokens) == len(pieces):  # equal ones are one object, of which programs ask with `is`
        return nodes.Constant(span, intern("".join(map(str, values))))
    return nodes.JoinedStr(span, _parts(pieces))


def _parts(pieces: Iterable[Any]) -> list[_Part]:
    """Return the parts of an f-string, with neighbouring texts joined and empty ones left out."""
    parts: list[_Part] = []
    for part in _flatten(pieces):
        previous = parts[-1] if parts else None
        if isinstance(part, nodes.FormattedValue):
            parts.append(part)
        elif isinstance(previous, nodes.Constant):
            span = Span(previous.span.start, part.span.end)
            parts[-1] = nodes.Constant(span, f"{previous.value}{part.value}")
        elif part.value:
            parts.append(part)
    return parts


def _flatten(pieces: Iterable[Any]) -> Iterable[Any]:
    """Yield constants and fields, one after the other."""
    for piece in pieces:
        if type(piece) is not Token:
            yield from piece
        elif piece.type == "STRING":
            yield nodes.Constant(piece.span, literals.string(piece.value, piece.span))
        else:
            yield nodes.Constant(piece.span, piece.value)
