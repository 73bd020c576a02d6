"""The actions of the grammar that build expressions.

This module knows the nodes of expressions and what Python refuses among them. It does not know
the parser that calls it, and it makes no second pass: a node is made when its last token is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.errors import Span
from gradcli.syntax import literals, nodes
from gradcli.syntax.lexing import Token
from gradcli.syntax.mistake import mistake
from gradcli.syntax.production import Group, Productions, bare
from gradcli.syntax.targets import check_target

production = Productions()

_CONSTANTS = {"None": None, "True": True, "False": False, "...": ...}


@production
def name(span: Span, token: Token) -> nodes.Name:
    """Build a name."""
    return nodes.Name(span, token.value)


@production
def number(span: Span, token: Token) -> nodes.Constant:
    """Build a number."""
    return nodes.Constant(span, literals.same(literals.number(token.value, span)))


@production
def constant(span: Span, token: Token) -> nodes.Constant:
    """Build None, True, False or the ellipsis."""
    return nodes.Constant(span, _CONSTANTS[token.value])


@production
def group(span: Span, _open: Token, content: nodes.Expr, _close: Token) -> Group:
    """Read an expression in brackets."""
    if isinstance(content, nodes.Starred):
        raise mistake(content.span, "cannot use starred expression here", "A comma is missing.")
    return Group(span, content)


# Displays


@production
def tuple_(span: Span, *parts: Any) -> nodes.Tuple:
    """Build ``a, b``, ``(a, b)`` or ``()``."""
    return nodes.Tuple(span, bare(parts))


@production
def list_(span: Span, *parts: Any) -> nodes.List:
    """Build ``[a, b]``."""
    return nodes.List(span, bare(parts))


@production
def set_(span: Span, *parts: Any) -> nodes.Set:
    """Build ``{a, b}``."""
    return nodes.Set(span, bare(parts))


@production
def pair(span: Span, *parts: Any) -> Group:
    """Read ``key: value`` or ``**value`` of a dictionary."""
    if len(parts) == 2:
        return Group(span, (None, parts[1]))
    return Group(span, (parts[0], parts[2]))


@production
def dict_(span: Span, *parts: Any) -> nodes.Dict:
    """Build ``{key: value, **other}``."""
    pairs = bare(parts)
    return nodes.Dict(span, [key for key, _ in pairs], [value for _, value in pairs])


@production
def starred(span: Span, _star: Token, value: nodes.Expr) -> nodes.Starred:
    """Build ``*value``."""
    return nodes.Starred(span, value)


@production
def named_expression(span: Span, name: Token, _walrus: Token, value: nodes.Expr) -> nodes.NamedExpr:
    """Build ``name := value``."""
    return nodes.NamedExpr(span, nodes.Name(name.span, name.value), value)


@production
def yield_(span: Span, _yield: Token, value: nodes.Expr | None = None) -> nodes.Yield:
    """Build ``yield value``."""
    if isinstance(value, nodes.Starred):
        raise mistake(value.span, "can't use starred expression here", "A comma is missing.")
    return nodes.Yield(span, value)


@production
def yield_from(span: Span, _yield: Token, _from: Token, value: nodes.Expr) -> nodes.YieldFrom:
    """Build ``yield from value``."""
    return nodes.YieldFrom(span, value)


# Comprehensions


@production
def clause(
    span: Span, _for: Token, target: nodes.Expr, _in: Token, iter: nodes.Expr, *conditions: Any
) -> nodes.ComprehensionFor:
    """Build ``for target in iter if condition``."""
    check_target(target)
    return nodes.ComprehensionFor(span, target, iter, bare(conditions))


@production
def clauses(span: Span, *parts: nodes.ComprehensionFor) -> Group:
    """Read the clauses of a comprehension."""
    return Group(span, parts)


@production
def list_comprehension(span: Span, *parts: Any) -> nodes.Comprehension:
    """Build ``[element for …]``."""
    return _comprehension(span, "list", *bare(parts))


@production
def set_comprehension(span: Span, *parts: Any) -> nodes.Comprehension:
    """Build ``{element for …}``."""
    return _comprehension(span, "set", *bare(parts))


@production
def generator(span: Span, *parts: Any) -> nodes.Comprehension:
    """Build ``(element for …)``, or the same without brackets in a call."""
    return _comprehension(span, "generator", *bare(parts))


@production
def dict_comprehension(span: Span, *parts: Any) -> nodes.Comprehension:
    """Build ``{key: element for …}``."""
    key, element, clauses = bare(parts)
    return _comprehension(span, "dict", element, clauses, key)


def _comprehension(
    span: Span,
    kind: str,
    element: nodes.Expr,
    clauses: Sequence[nodes.ComprehensionFor],
    key: nodes.Expr | None = None,
) -> nodes.Comprehension:
    """Build a comprehension of any kind."""
    if isinstance(element, nodes.Starred):
        raise mistake(element.span, "iterable unpacking cannot be used in comprehension")
    return nodes.Comprehension(span, kind, key, element, clauses)


# Calls, attributes, subscripts


@production
def attribute(span: Span, value: nodes.Expr, _dot: Token, name: Token) -> nodes.Attribute:
    """Build ``value.name``."""
    return nodes.Attribute(span, value, name.value, name.span)


@production
def subscript(
    span: Span, value: nodes.Expr, _open: Token, index: nodes.Expr, _close: Token
) -> nodes.Subscript:
    """Build ``value[index]``."""
    if isinstance(index, nodes.Starred):
        index = nodes.Tuple(index.span, [index])
    return nodes.Subscript(span, value, index)


@production
def slice_(span: Span, *parts: Any) -> nodes.Slice:
    """Build ``lower:upper:step``."""
    bounds: list[nodes.Expr | None] = [None, None, None]
    place = 0
    for part in parts:
        if type(part) is Token:
            place += 1
        else:
            bounds[place] = part
    return nodes.Slice(span, *bounds)


@production
def keyword(span: Span, target: nodes.Expr, equals: Token, value: nodes.Expr) -> nodes.Keyword:
    """Build ``name=value`` of a call."""
    if isinstance(target, nodes.Constant) and isinstance(target.value, bool | None):
        raise mistake(target.span, f"cannot assign to {target.value}", "Choose another name.")
    # A name in brackets is no keyword: nothing but white space stands before the equals sign.
    if not isinstance(target, nodes.Name) or span.start != target.span.start:
        raise mistake(
            Span(span.start, equals.span.end),
            'expression cannot contain assignment, perhaps you meant "=="?',
            "Only a name may stand before the = of a keyword argument.",
        )
    return nodes.Keyword(span, target.id, value)


@production
def keywords(span: Span, _stars: Token, value: nodes.Expr) -> nodes.Keyword:
    """Build ``**value`` of a call."""
    return nodes.Keyword(span, None, value)


@production
def call(span: Span, func: nodes.Expr, *parts: Any) -> nodes.Call:
    """Build ``func(args, keywords)``."""
    return nodes.Call(span, func, *arguments(bare(parts), len(parts) > 3))


def arguments(given: Sequence[Any], several: bool) -> tuple[list[nodes.Expr], list[nodes.Keyword]]:
    """Return the arguments by position and by keyword; ``several`` says that there are commas."""
    args: list[nodes.Expr] = []
    named: dict[str | None, nodes.Keyword] = {}
    keywords: list[nodes.Keyword] = []
    for argument in given:
        if isinstance(argument, nodes.Keyword):
            if argument.name is not None and argument.name in named:
                raise mistake(argument.span, f"keyword argument repeated: {argument.name}")
            named[argument.name] = argument
            keywords.append(argument)
        else:
            _check_positional(argument, named, several)
            args.append(argument)
    return args, keywords


def _check_positional(
    argument: nodes.Expr, named: dict[str | None, nodes.Keyword], several: bool
) -> None:
    """Refuse what stands in the wrong place among the arguments of a call."""
    if isinstance(argument, nodes.Comprehension) and several and _is_open(argument):
        raise mistake(
            argument.span,
            "Generator expression must be parenthesized",
            "Put brackets around it, or leave out the other arguments.",
        )
    if isinstance(argument, nodes.Starred):
        if None in named:
            raise mistake(
                argument.span, "iterable argument unpacking follows keyword argument unpacking"
            )
    elif named:
        unpacking = " unpacking" if None in named else ""
        raise mistake(
            argument.span,
            f"positional argument follows keyword argument{unpacking}",
            "Move it before the arguments that have names.",
        )


def _is_open(argument: nodes.Comprehension) -> bool:
    """Tell whether a generator has no brackets of its own."""
    # The brackets would end after the last clause.
    return argument.kind == "generator" and argument.span.end == argument.clauses[-1].span.end


# Operations: their order is the grammar's


@production
def unary(span: Span, operator: Token, operand: nodes.Expr) -> nodes.UnaryOp:
    """Build ``-operand`` or ``not operand``."""
    return nodes.UnaryOp(span, operator.value, operand)


@production
def binary(span: Span, left: nodes.Expr, operator: Token, right: nodes.Expr) -> nodes.BinOp:
    """Build ``left + right`` and its like."""
    return nodes.BinOp(span, left, operator.value, right, operator.span)


@production
def logical(span: Span, *parts: Any) -> nodes.BoolOp:
    """Build ``a or b or c`` or ``a and b and c``."""
    return nodes.BoolOp(span, parts[1].value, parts[::2])


@production
def compare(span: Span, left: nodes.Expr, *parts: Any) -> nodes.Compare:
    """Build ``left < b <= c``."""
    return nodes.Compare(span, left, [token.value for token in parts[::2]], parts[1::2])


@production
def two_words(span: Span, first: Token, second: Token) -> Token:
    """Join ``not in`` and ``is not`` to one operator."""
    return Token(first.type, f"{first.value} {second.value}", span)


@production
def conditional(
    span: Span, body: nodes.Expr, _if: Token, test: nodes.Expr, _else: Token, orelse: nodes.Expr
) -> nodes.IfExp:
    """Build ``body if test else orelse``."""
    return nodes.IfExp(span, test, body, orelse)
