"""Tree to text: the program that a tree came from, written anew.

This module knows how each node is spelled and where it needs brackets. It does not keep comments
or layout. A node is spelled as text and smaller nodes; one stack replaces the nodes until only
text is left, so that the depth of a tree does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gradcli.syntax import nodes
from gradcli.syntax.operators import CONDITIONAL
from gradcli.syntax.spelling import (
    ANY,
    EXPRESSIONS,
    INDENT,
    NAMED,
    TUPLE,
    Piece,
    joined,
    parameters_of,
)


def unparse(node: nodes.Node) -> str:
    """Return the text of a tree; it parses to an equal tree."""
    start = 0 if isinstance(node, nodes.Stmt) else TUPLE
    text = _write([(node, start)])
    return text if isinstance(node, nodes.Module) else text.removesuffix("\n")


def _write(pieces: Sequence[Piece]) -> str:
    """Return the text of pieces."""
    pending = list(reversed(pieces))
    written: list[str] = []
    while pending:
        piece = pending.pop()
        if isinstance(piece, str):
            written.append(piece)
            continue
        node, number = piece
        statement = _STATEMENTS.get(type(node))
        if statement is not None:
            pending += reversed(statement(node, number))
            continue
        level, parts = EXPRESSIONS[type(node)](node)
        pending += reversed(parts if level >= number else ["(", *parts, ")"])
    return "".join(written)


# Statements: their lines, without the indentation of the first.


def _block(body: Sequence[nodes.Stmt], depth: int) -> list[Piece]:
    """Return statements with their indentation."""
    pieces: list[Piece] = []
    for statement in body:
        pieces += [INDENT * depth, (statement, depth)]
    return pieces


def _else(orelse: Sequence[nodes.Stmt], depth: int) -> list[Piece]:
    """Return the other branch of a statement, where there is one."""
    return [INDENT * depth + "else:\n", *_block(orelse, depth + 1)] if orelse else []


def _module(node: nodes.Module, depth: int) -> list[Piece]:
    return _block(node.body, 0)


def _expression(node: nodes.ExprStmt, depth: int) -> list[Piece]:
    return [(node.value, TUPLE), "\n"]


def _assign(node: nodes.Assign, depth: int) -> list[Piece]:
    if node.annotation is not None:
        declared: list[Piece] = [(node.targets[0], CONDITIONAL), ": "]
        return [*declared, (node.annotation, CONDITIONAL), " = ", (node.value, TUPLE), "\n"]
    pieces: list[Piece] = []
    for target in node.targets:
        pieces += [(target, TUPLE), " = "]
    return [*pieces, (node.value, TUPLE), "\n"]


def _declare(node: nodes.Declare, depth: int) -> list[Piece]:
    return [(node.target, CONDITIONAL), ": ", (node.annotation, CONDITIONAL), "\n"]


def _augmented(node: nodes.AugAssign, depth: int) -> list[Piece]:
    return [(node.target, CONDITIONAL), f" {node.op}= ", (node.value, TUPLE), "\n"]


def _if(node: nodes.If, depth: int) -> list[Piece]:
    pieces = ["if ", (node.test, CONDITIONAL), ":\n", *_block(node.body, depth + 1)]
    if len(node.orelse) == 1 and isinstance(node.orelse[0], nodes.If):
        return [*pieces, INDENT * depth + "el", (node.orelse[0], depth)]
    return [*pieces, *_else(node.orelse, depth)]


def _while(node: nodes.While, depth: int) -> list[Piece]:
    header: list[Piece] = ["while ", (node.test, CONDITIONAL), ":\n"]
    return [*header, *_block(node.body, depth + 1), *_else(node.orelse, depth)]


def _for(node: nodes.For, depth: int) -> list[Piece]:
    header: list[Piece] = ["for ", (node.target, TUPLE), " in ", (node.iter, TUPLE), ":\n"]
    return [*header, *_block(node.body, depth + 1), *_else(node.orelse, depth)]


def _with(node: nodes.With, depth: int) -> list[Piece]:
    items, first = joined(node.items), node.items[0]
    # Brackets that end before the colon would be those of the statement.
    alone = len(node.items) == 1 and first.target is None
    if alone and isinstance(first.context, nodes.Tuple | nodes.Comprehension):
        items = ["(", *items, ")"]
    return ["with ", *items, ":\n", *_block(node.body, depth + 1)]


def _try(node: nodes.Try, depth: int) -> list[Piece]:
    pieces: list[Piece] = ["try:\n", *_block(node.body, depth + 1)]
    for handler in node.handlers:
        pieces += [INDENT * depth, (handler, depth)]
    pieces += _else(node.orelse, depth)
    if node.finalbody:
        pieces += [INDENT * depth + "finally:\n", *_block(node.finalbody, depth + 1)]
    return pieces


def _handler(node: nodes.ExceptHandler, depth: int) -> list[Piece]:
    kind: list[Piece] = [" ", (node.type, CONDITIONAL)] if node.type else []
    name = f" as {node.name}" if node.name else ""
    return ["except", *kind, f"{name}:\n", *_block(node.body, depth + 1)]


def _raise(node: nodes.Raise, depth: int) -> list[Piece]:
    exc: list[Piece] = [" ", (node.exc, CONDITIONAL)] if node.exc else []
    cause: list[Piece] = [" from ", (node.cause, CONDITIONAL)] if node.cause else []
    return ["raise", *exc, *cause, "\n"]


def _match(node: nodes.Match, depth: int) -> list[Piece]:
    pieces: list[Piece] = ["match ", (node.subject, TUPLE), ":\n"]
    for case in node.cases:
        pieces += [INDENT * (depth + 1), (case, depth + 1)]
    return pieces


def _case(node: nodes.MatchCase, depth: int) -> list[Piece]:
    guard: list[Piece] = [" if ", (node.guard, NAMED)] if node.guard else []
    return ["case ", (node.pattern, ANY), *guard, ":\n", *_block(node.body, depth + 1)]


def _global(node: nodes.Global, depth: int) -> list[Piece]:
    return [f"global {', '.join(node.names)}\n"]


def _nonlocal(node: nodes.Nonlocal, depth: int) -> list[Piece]:
    return [f"nonlocal {', '.join(node.names)}\n"]


def _decorators(decorators: Sequence[nodes.Expr], depth: int) -> list[Piece]:
    pieces: list[Piece] = []
    for decorator in decorators:
        pieces += ["@", (decorator, CONDITIONAL), "\n" + INDENT * depth]
    return pieces


def _class(node: nodes.ClassDef, depth: int) -> list[Piece]:
    given = joined([*node.bases, *node.keywords])
    bases: list[Piece] = ["(", *given, ")"] if given else []
    head = [*_decorators(node.decorators, depth), f"class {node.name}", *bases, ":\n"]
    return [*head, *_block(node.body, depth + 1)]


def _def(node: nodes.FunctionDef, depth: int) -> list[Piece]:
    pieces = _decorators(node.decorators, depth)
    parameters = parameters_of(node.parameters)
    returns: list[Piece] = [" -> ", (node.returns, CONDITIONAL)] if node.returns else []
    pieces += [f"def {node.name}(", *parameters, ")", *returns, ":\n"]
    return [*pieces, *_block(node.body, depth + 1)]


def _return(node: nodes.Return, depth: int) -> list[Piece]:
    return ["return ", (node.value, TUPLE), "\n"] if node.value else ["return\n"]


def _assert(node: nodes.Assert, depth: int) -> list[Piece]:
    message: list[Piece] = [", ", (node.message, CONDITIONAL)] if node.message else []
    return ["assert ", (node.test, CONDITIONAL), *message, "\n"]


def _delete(node: nodes.Delete, depth: int) -> list[Piece]:
    return ["del ", *joined(node.targets), "\n"]


def _import(node: nodes.Import, depth: int) -> list[Piece]:
    return ["import ", *joined(node.names), "\n"]


def _from(node: nodes.ImportFrom, depth: int) -> list[Piece]:
    return [f"from {node.module} import ", *joined(node.names), "\n"]


def _print(node: nodes.Print, depth: int) -> list[Piece]:
    return ["print ", *joined(node.values), "\n" if node.newline else ",\n"]


def _word(word: str) -> Callable[[nodes.Stmt, int], list[Piece]]:
    """Return how a statement of one word is spelled."""
    return lambda node, depth: [f"{word}\n"]


_STATEMENTS: Final[dict[type[nodes.Node], Callable[[Any, int], list[Piece]]]] = {
    nodes.Module: _module,
    nodes.ExprStmt: _expression,
    nodes.Assign: _assign,
    nodes.Declare: _declare,
    nodes.AugAssign: _augmented,
    nodes.If: _if,
    nodes.While: _while,
    nodes.For: _for,
    nodes.With: _with,
    nodes.Try: _try,
    nodes.ExceptHandler: _handler,
    nodes.Raise: _raise,
    nodes.Match: _match,
    nodes.MatchCase: _case,
    nodes.Global: _global,
    nodes.Nonlocal: _nonlocal,
    nodes.FunctionDef: _def,
    nodes.ClassDef: _class,
    nodes.Return: _return,
    nodes.Assert: _assert,
    nodes.Delete: _delete,
    nodes.Import: _import,
    nodes.ImportFrom: _from,
    nodes.Print: _print,
    nodes.Pass: _word("pass"),
    nodes.Break: _word("break"),
    nodes.Continue: _word("continue"),
}
