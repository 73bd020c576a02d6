"""The actions of the grammar that build statements and functions.

This module knows the nodes of statements. It does not know where a statement may stand
(``placement``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.errors import Span
from gradcli.syntax import nodes
from gradcli.syntax.expressions import arguments
from gradcli.syntax.lexing import Token
from gradcli.syntax.mistake import mistake
from gradcli.syntax.production import Group, Productions, bare
from gradcli.syntax.targets import check_annotated, check_augmented, check_deleted, check_target

production = Productions()

_Body = Sequence[nodes.Stmt]

# Programs and blocks


def _statements(parts: Sequence[Any]) -> list[nodes.Stmt]:
    """Return the statements of several lines as one list."""
    statements: list[nodes.Stmt] = []
    for part in parts:
        if type(part) is Group:
            statements += part.content
        elif type(part) is not Token:
            statements.append(part)
    return statements


@production.raw
def program(children: list[Any]) -> list[nodes.Stmt]:
    """Return the statements of a program."""
    return _statements(children)


@production.raw
def line(children: list[Any]) -> Group:
    """Read the statements of one line; the place of the line ends before its end."""
    statements = bare(children)
    return Group(Span(statements[0].span.start, statements[-1].span.end), statements)


@production.raw
def block(children: list[Any]) -> Group:
    """Read an indented block; its place ends with its last statement."""
    statements = _statements(children)
    return Group(Span(statements[0].span.start, statements[-1].span.end), statements)


@production
def else_(span: Span, _else: Token, _colon: Token, body: _Body) -> Group:
    """Read an ``else``; it stands for its statements."""
    return Group(span, body)


@production
def if_(
    span: Span,
    _if: Token,
    test: nodes.Expr,
    _colon: Token,
    body: _Body,
    orelse: nodes.If | _Body = (),
) -> nodes.If:
    """Build an ``if`` or ``elif``."""
    return nodes.If(span, test, body, (orelse,) if isinstance(orelse, nodes.If) else orelse)


@production
def while_(
    span: Span, _while: Token, test: nodes.Expr, _colon: Token, body: _Body, orelse: _Body = ()
) -> nodes.While:
    """Build a ``while``."""
    return nodes.While(span, test, body, orelse)


@production
def for_(
    span: Span,
    _for: Token,
    target: nodes.Expr,
    _in: Token,
    iter: nodes.Expr,
    _colon: Token,
    body: _Body,
    orelse: _Body = (),
) -> nodes.For:
    """Build a ``for``."""
    check_target(target)
    _check_star(iter)
    return nodes.For(span, target, iter, body, orelse)


@production.raw
def with_(children: list[Any]) -> nodes.With:
    """Build a ``with``."""
    *contexts, body = bare(children)
    entered = _unbracketed(contexts[0]) if len(contexts) == 1 else contexts
    span = Span(children[0].span.start, body.span.end)
    return nodes.With(span, [_with_item(context) for context in entered], body.content)


def _unbracketed(context: Any) -> Sequence[Any]:
    """Return what stands in brackets that end before the colon: contexts, and no tuple."""
    if type(context) is Group:
        return [context.content]
    if isinstance(context, nodes.Tuple) and not any(map(_is_starred, context.elements)):
        return context.elements or [context]
    return [context]


def _with_item(context: Any) -> nodes.WithItem:
    """Return what a ``with`` enters, with or without a target."""
    if isinstance(context, nodes.WithItem):
        return context
    if _is_starred(context):
        raise mistake(context.span, "invalid syntax", "Leave out the star.")
    content = context.content if type(context) is Group else context
    return nodes.WithItem(context.span, content, None)


def _is_starred(value: Any) -> bool:
    return isinstance(value, nodes.Starred)


@production
def with_item(span: Span, context: nodes.Expr, _as: Token, target: nodes.Expr) -> nodes.WithItem:
    """Build ``context as target``."""
    check_target(target)
    return nodes.WithItem(span, context, target)


# Functions


@production
def function(span: Span, _def: Token, name: Token, *parts: Any) -> nodes.FunctionDef:
    """Build a function definition."""
    *parameters, body = bare(parts)
    result = parameters.pop() if parameters and type(parameters[-1]) is Group else None
    returns = None if result is None else result.content
    return nodes.FunctionDef(span, name.value, _parameters(parameters), body, (), returns)


@production.raw
def decorator(children: list[Any]) -> nodes.Expr:
    """Read a decorator; it stands for its expression."""
    value = children[1]
    expression: nodes.Expr = value.content if type(value) is Group else value
    return expression


@production
def decorated(span: Span, *parts: Any) -> nodes.FunctionDef | nodes.ClassDef:
    """Build a function or class definition with its decorators."""
    *decorators, made = parts
    statement: nodes.FunctionDef | nodes.ClassDef = made
    statement.span, statement.decorators = span, tuple(decorators)
    return statement


@production
def class_(span: Span, _class: Token, name: Token, *parts: Any) -> nodes.ClassDef:
    """Build a class definition."""
    *given, body = bare(parts)
    bases, keywords = arguments(given, several=len(given) > 1)
    return nodes.ClassDef(span, name.value, bases, keywords, body, name.span, ())


@production
def lambda_(span: Span, _lambda: Token, *parts: Any) -> nodes.Lambda:
    """Build a lambda."""
    *parameters, body = bare(parts)
    return nodes.Lambda(span, _parameters(parameters), body)


@production
def returns(span: Span, _arrow: Token, annotation: nodes.Expr) -> Group:
    """Read the annotation of a result."""
    return Group(span, Group(span, annotation))


@production
def annotated_name(
    span: Span, name: Token, _colon: Token, annotation: nodes.Expr
) -> nodes.Parameter:
    """Build a parameter with an annotation."""
    return nodes.Parameter(span, name.value, None, "", False, annotation=annotation)


@production
def parameter(span: Span, *parts: Any) -> nodes.Parameter:
    """Build a parameter; a bare star or slash has no name until ``_parameters`` drops it."""
    tokens = [part for part in parts if type(part) is Token]
    kind = next((token.value for token in tokens if token.value in ("*", "**", "/")), "")
    name = next((token.value for token in tokens if token.type == "NAME"), "")
    default = parts[-1] if tokens and tokens[-1].type == "EQUAL" else None
    made = next((part for part in parts if type(part) is nodes.Parameter), None)
    if made is None:
        return nodes.Parameter(span, name, default, kind, False)
    made.span, made.default, made.kind = span, default, kind
    return made


def _parameters(parameters: Sequence[nodes.Parameter]) -> list[nodes.Parameter]:
    """Return the parameters of a function, with those after a star marked."""
    result: list[nodes.Parameter] = []
    names: set[str] = set()
    star: nodes.Parameter | None = None
    for given in parameters:
        _check_order(given, result, star)
        if given.kind == "/":
            _check_slash(given, result)
            for before in result:
                before.positional_only = True
            continue
        if given.name in names:
            message = f"duplicate argument '{given.name}' in function definition"
            raise mistake(given.span, message, "Give each parameter a name of its own.")
        names.add(given.name)
        if given.name:
            given.keyword_only = star is not None and not given.kind
            result.append(given)
        if given.kind == "*":
            star = given
    if star and not star.name and not any(given.keyword_only for given in result):
        raise mistake(star.span, "named arguments must follow bare *", "Remove the star.")
    return result


def _check_slash(given: nodes.Parameter, before: Sequence[nodes.Parameter]) -> None:
    """Refuse a slash that cannot stand after the parameters before it."""
    if not before:
        raise mistake(given.span, "at least one argument must precede /")
    if any(parameter.positional_only for parameter in before):
        raise mistake(given.span, "/ may appear only once")


def _check_order(
    given: nodes.Parameter, before: Sequence[nodes.Parameter], star: nodes.Parameter | None
) -> None:
    """Refuse a parameter that cannot stand after those before it."""
    if before and before[-1].kind == "**":
        raise mistake(given.span, "arguments cannot follow var-keyword argument")
    if star is not None and given.kind == "/":
        raise mistake(given.span, "/ must be ahead of *")
    if star is not None and given.kind == "*":
        raise mistake(given.span, "* argument may appear only once")
    if (
        star is None
        and not given.kind
        and given.default is None
        and any(parameter.default is not None for parameter in before)
    ):
        raise mistake(
            given.span,
            "non-default argument follows default argument",
            "Move it before the parameters that have a default.",
        )


# Simple statements


@production
def expression(span: Span, value: nodes.Expr) -> nodes.ExprStmt:
    """Build an expression statement."""
    _check_star(value)
    return nodes.ExprStmt(span, value)


def _check_star(value: nodes.Expr) -> None:
    """Refuse a starred expression that stands alone."""
    if isinstance(value, nodes.Starred):
        raise mistake(value.span, "can't use starred expression here", "A comma is missing.")


@production
def assign(span: Span, *parts: Any) -> nodes.Assign:
    """Build ``target = target = value``."""
    *targets, value = bare(parts)
    for target in targets:
        check_target(target, equals=len(targets) == 1)
    _check_star(value)
    return nodes.Assign(span, targets, value)


@production
def annotated(span: Span, target: nodes.Expr, *parts: Any) -> nodes.Stmt:
    """Build ``target: annotation = value``."""
    check_annotated(target)
    annotation, *value = bare(parts)
    if not value:
        return nodes.Declare(span, target, annotation)
    _check_star(value[0])
    return nodes.Assign(span, [target], value[0], annotation)


@production
def augmented(
    span: Span, target: nodes.Expr, operator: Token, value: nodes.Expr
) -> nodes.AugAssign:
    """Build ``target op= value``."""
    check_augmented(target)
    _check_star(value)
    return nodes.AugAssign(span, target, operator.value[:-1], value, operator.span)


@production
def print_(span: Span, *parts: Any) -> nodes.Print:
    """Build the print statement of Python 2."""
    return nodes.Print(span, bare(parts), newline=type(parts[-1]) is not Token)


@production
def del_(span: Span, _del: Token, *parts: Any) -> nodes.Delete:
    """Build ``del targets``."""
    targets = bare(parts)
    for target in targets:
        check_deleted(target)
    return nodes.Delete(span, targets)


@production
def return_(span: Span, _return: Token, value: nodes.Expr | None = None) -> nodes.Return:
    """Build ``return value``."""
    if value is not None:
        _check_star(value)
    return nodes.Return(span, value)


@production
def assert_(span: Span, _assert: Token, *parts: Any) -> nodes.Assert:
    """Build ``assert test, message``."""
    test, *message = bare(parts)
    return nodes.Assert(span, test, message[0] if message else None)


@production
def pass_(span: Span, _token: Token) -> nodes.Pass:
    """Build ``pass``."""
    return nodes.Pass(span)


@production
def break_(span: Span, _token: Token) -> nodes.Break:
    """Build ``break``."""
    return nodes.Break(span)


@production
def continue_(span: Span, _token: Token) -> nodes.Continue:
    """Build ``continue``."""
    return nodes.Continue(span)


# Imports


@production
def dotted(span: Span, *parts: Token) -> Token:
    """Join a dotted name to one token."""
    return Token("NAME", "".join(part.value for part in parts), span)


@production
def module(span: Span, *parts: Token) -> Group:
    """Read the name of a module, with the dots of a relative one."""
    return Group(span, "".join(part.value for part in parts))


@production
def alias(
    span: Span, name: Token, _as: Token | None = None, other: Token | None = None
) -> nodes.Alias:
    """Build ``name as other``."""
    return nodes.Alias(span, name.value, other.value if other else None)


@production
def import_(span: Span, *parts: Any) -> nodes.Import:
    """Build ``import names``."""
    return nodes.Import(span, bare(parts))


@production
def from_(span: Span, _from: Token, module: str, _import: Token, *parts: Any) -> nodes.ImportFrom:
    """Build ``from module import names``."""
    names = bare(parts) or [nodes.Alias(parts[0].span, "*", None)]
    return nodes.ImportFrom(span, module, names)
