"""The actions of the grammar that build ``match`` and its patterns.

This module knows the nodes of patterns and what Python refuses among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gradcli.errors import Span
from gradcli.syntax import literals, nodes, strings
from gradcli.syntax.lexing import Token
from gradcli.syntax.mistake import mistake
from gradcli.syntax.production import Productions, bare

production = Productions()

_ONLY = "patterns may only match literals and attribute lookups"


@production
def match_(span: Span, _match: Token, subject: nodes.Expr, *parts: Any) -> nodes.Match:
    """Build a ``match``; it ends with its last case."""
    cases = bare(parts)
    if isinstance(subject, nodes.Starred):
        raise mistake(subject.span, "can't use starred expression here", "A comma is missing.")
    for case in cases[:-1]:
        if case.guard is None:
            _check_refutable(case.pattern)
    return nodes.Match(Span(span.start, cases[-1].span.end), subject, cases)


@production
def case_(span: Span, _case: Token, pattern: nodes.Pattern, *parts: Any) -> nodes.MatchCase:
    """Build ``case pattern if guard``."""
    *guard, body = bare(parts)
    _names(pattern)
    return nodes.MatchCase(span, pattern, guard[0] if guard else None, body)


def _check_refutable(pattern: nodes.Pattern) -> None:
    """Refuse a pattern that takes everything, where another follows."""
    name = _irrefutable(pattern)
    if name is not None:
        what = "wildcard" if name == "_" else f"name capture {name!r}"
        message = f"{what} makes remaining patterns unreachable"
        raise mistake(pattern.span, message, "Move it to the end.")


def _irrefutable(pattern: nodes.Pattern) -> str | None:
    """Return the name that takes everything, ``_`` for none; None for other patterns."""
    while True:
        if isinstance(pattern, nodes.MatchAs):
            if pattern.pattern is None:
                return pattern.name or "_"
            pattern = pattern.pattern
        elif isinstance(pattern, nodes.MatchOr):
            pattern = pattern.patterns[-1]
        else:
            return None


# Names: each only once, and the same in all alternatives


def captured(pattern: nodes.Pattern) -> Iterator[str]:
    """Yield the names that a pattern gives to parts; of alternatives, those of the first."""
    pending: list[nodes.Node] = [pattern]
    while pending:
        part = pending.pop()
        if isinstance(part, (nodes.MatchAs, nodes.MatchStar)) and part.name is not None:
            yield part.name
        elif isinstance(part, nodes.MatchMapping) and part.rest is not None:
            yield part.rest
        pending += reversed(_inner(part))


def _inner(part: nodes.Node) -> Sequence[nodes.Node]:
    if isinstance(part, nodes.MatchAs):
        return () if part.pattern is None else (part.pattern,)
    if isinstance(part, nodes.MatchOr):
        return part.patterns[:1]
    if isinstance(part, nodes.MatchClass):
        return (*part.patterns, *[keyword.pattern for keyword in part.keywords])
    if isinstance(part, (nodes.MatchSequence, nodes.MatchMapping)):
        return part.patterns
    return ()


def _names(pattern: nodes.Pattern) -> None:
    """Refuse a name that a pattern gives to two parts."""
    names: set[str] = set()
    for name in captured(pattern):
        if name in names:
            message = f"multiple assignments to name {name!r} in pattern"
            raise mistake(pattern.span, message, "Give each part a name of its own.")
        names.add(name)


@production
def or_pattern(span: Span, *parts: Any) -> nodes.MatchOr:
    """Build ``a | b``."""
    patterns = bare(parts)
    for pattern in patterns[:-1]:
        _check_refutable(pattern)
    first = set(captured(patterns[0]))
    for pattern in patterns[1:]:
        if set(captured(pattern)) != first:
            message = "alternative patterns bind different names"
            raise mistake(span, message, "Give the same names in each.")
    return nodes.MatchOr(span, patterns)


@production
def as_pattern(span: Span, pattern: nodes.Pattern, _as: Token, name: Token) -> nodes.MatchAs:
    """Build ``pattern as name``."""
    if name.value == "_":
        raise mistake(name.span, "cannot use '_' as a target", "Leave it out.")
    return nodes.MatchAs(span, pattern, name.value)


@production
def group_pattern(span: Span, _open: Token, pattern: nodes.Pattern, _close: Token) -> nodes.Pattern:
    """Read a pattern in brackets."""
    return pattern


@production
def star_pattern(span: Span, _star: Token, name: Token) -> nodes.MatchStar:
    """Build ``*name``."""
    return nodes.MatchStar(span, None if name.value == "_" else name.value)


@production
def sequence_pattern(span: Span, *parts: Any) -> nodes.MatchSequence:
    """Build ``[a, b]``, ``(a, b)`` or ``a, b``."""
    patterns = bare(parts)
    if sum(isinstance(pattern, nodes.MatchStar) for pattern in patterns) > 1:
        raise mistake(span, "multiple starred names in sequence pattern")
    return nodes.MatchSequence(span, patterns)


# Values


@production
def name_pattern(span: Span, *parts: Token) -> nodes.Pattern:
    """Build a capture, the wildcard, or the value of a dotted name."""
    if len(parts) > 1:
        return nodes.MatchValue(span, _path(parts))
    name = parts[0].value
    return nodes.MatchAs(span, None, None if name == "_" else name)


def _path(parts: Sequence[Token]) -> nodes.Expr:
    """Return the expression of a name with dots."""
    value: nodes.Expr = nodes.Name(parts[0].span, parts[0].value)
    for name in parts[2::2]:
        span = Span(value.span.start, name.span.end)
        value = nodes.Attribute(span, value, name.value, name.span)
    return value


@production
def number_pattern(span: Span, *parts: Token) -> nodes.MatchValue:
    """Build the pattern of a number."""
    tokens = list(parts)
    minus = tokens.pop(0) if tokens[0].type == "MINUS" else None
    value: nodes.Expr = _number(tokens[0])
    if len(tokens) > 1 and isinstance(_number(tokens[0]).value, complex):
        raise mistake(tokens[0].span, "real number required in complex literal")
    if minus is not None:
        value = nodes.UnaryOp(Span(span.start, tokens[0].span.end), "-", value)
    if len(tokens) > 1:
        imaginary = _number(tokens[2])
        if not isinstance(imaginary.value, complex):
            raise mistake(imaginary.span, "imaginary number required in complex literal")
        value = nodes.BinOp(span, value, tokens[1].value, imaginary, tokens[1].span)
    return nodes.MatchValue(span, value)


def _number(token: Token) -> nodes.Constant:
    return nodes.Constant(token.span, literals.number(token.value, token.span))


@production
def string_pattern(span: Span, *pieces: Any) -> nodes.MatchValue:
    """Build the pattern of a text."""
    value = strings.strings(span, *pieces)
    if isinstance(value, nodes.JoinedStr):
        raise mistake(span, _ONLY)
    return nodes.MatchValue(span, value)


@production
def constant_pattern(span: Span, token: Token) -> nodes.MatchValue:
    """Build the pattern of None, True or False."""
    values = {"None": None, "True": True, "False": False}
    return nodes.MatchValue(span, nodes.Constant(span, values[token.value]))


# Mappings and classes


@production
def key_pattern(
    span: Span, key: nodes.MatchValue | nodes.MatchAs, _colon: Token, pattern: nodes.Pattern
) -> nodes.MatchMapping:
    """Read ``key: pattern``; until ``mapping_pattern`` has it, it is a mapping of its own."""
    if isinstance(key, nodes.MatchAs):
        raise mistake(
            key.span, "mapping pattern keys may only match literals and attribute lookups"
        )
    return nodes.MatchMapping(span, [key.value], [pattern], None)


@production
def mapping_pattern(span: Span, *parts: Any) -> nodes.MatchMapping:
    """Build ``{key: pattern, **rest}``."""
    stars = [at for at, part in enumerate(parts) if type(part) is Token and part.value == "**"]
    rest = parts[stars[0] + 1] if stars else None
    pairs = bare(parts)
    late = rest is not None and any(pair.span.start > rest.span.start for pair in pairs)
    if late or len(stars) > 1:
        raise mistake(span, "invalid syntax", "`**` and its name come last.")
    if rest is not None and rest.value == "_":
        raise mistake(rest.span, "invalid syntax", "Leave `**_` out.")
    keys = [pair.keys[0] for pair in pairs]
    constants: set[tuple[type, object]] = set()
    for key in keys:
        if isinstance(key, nodes.Constant):
            if (type(key.value), key.value) in constants:
                message = f"mapping pattern checks duplicate key ({key.value!r})"
                raise mistake(span, message)
            constants.add((type(key.value), key.value))
    name = None if rest is None else rest.value
    return nodes.MatchMapping(span, keys, [pair.patterns[0] for pair in pairs], name)


def part_is(part: Any, type_: str) -> bool:
    """Tell whether a part is a token of a type."""
    return type(part) is Token and part.type == type_


@production
def keyword_pattern(
    span: Span, name: Token, _equal: Token, pattern: nodes.Pattern
) -> nodes.MatchKeyword:
    """Build ``name=pattern`` of a class pattern."""
    return nodes.MatchKeyword(span, name.value, pattern)


@production
def class_pattern(span: Span, *parts: Any) -> nodes.MatchClass:
    """Build ``cls(pattern, name=pattern)``."""
    opening = next(index for index, part in enumerate(parts) if part_is(part, "LPAR"))
    keywords: list[nodes.MatchKeyword] = []
    patterns: list[nodes.Pattern] = []
    for part in bare(parts[opening:]):
        if isinstance(part, nodes.MatchKeyword):
            if part.name in [keyword.name for keyword in keywords]:
                message = f"attribute name repeated in class pattern: {part.name}"
                raise mistake(part.span, message)
            keywords.append(part)
        elif keywords:
            message = "positional patterns follow keyword patterns"
            raise mistake(keywords[0].span, message, "Move them before it.")
        else:
            patterns.append(part)
    return nodes.MatchClass(span, _path(parts[:opening]), patterns, keywords)
