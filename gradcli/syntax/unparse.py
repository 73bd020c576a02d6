"""Tree to text: the program that a tree came from, written anew.

This module knows how each node is spelled and where it needs brackets. It does not keep comments
or layout. A node is spelled as text and smaller nodes; one stack replaces the nodes until only
text is left, so that the depth of a tree does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from gradcli.syntax import nodes
from gradcli.syntax.operators import CONDITIONAL, INFIX, PREFIX, PRIMARY, SIGN

# A node, with how strongly it must bind here; a statement, with how far it is indented.
_Piece = str | tuple[nodes.Node, int]
_Form = tuple[int, Sequence[_Piece]]

_TUPLE: Final = CONDITIONAL - 1
_OPERATION: Final = CONDITIONAL + 1
_STARRED: Final = INFIX["|"]
_NAMED: Final = -2  # in brackets of its own everywhere, which is allowed everywhere
_YIELD: Final = -3
_CLOSED: Final = PRIMARY
_ALTERNATIVES: Final = PRIMARY - 1
_ANY: Final = PRIMARY - 2
_INDENT: Final = "    "

# Python limits how many decimal digits it converts.
_DECIMAL_BITS: Final = 10_000


def unparse(node: nodes.Node) -> str:
    """Return the text of a tree; it parses to an equal tree."""
    start = 0 if isinstance(node, nodes.Stmt) else _TUPLE
    text = _write([(node, start)])
    return text if isinstance(node, nodes.Module) else text.removesuffix("\n")


def _write(pieces: Sequence[_Piece]) -> str:
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
        level, parts = _EXPRESSIONS[type(node)](node)
        pending += reversed(parts if level >= number else ["(", *parts, ")"])
    return "".join(written)


def _joined(items: Iterable[nodes.Node], level: int = CONDITIONAL) -> list[_Piece]:
    """Return nodes with commas between them."""
    pieces: list[_Piece] = []
    for item in items:
        pieces += [", ", (item, level)]
    return pieces[1:]


# Expressions: how strongly the spelling binds, and its pieces.


def _name(node: nodes.Name) -> _Form:
    return PRIMARY, [node.id]


def _constant(node: nodes.Constant) -> _Form:
    value = node.value
    if value is ...:
        return PRIMARY, ["..."]
    if isinstance(value, int) and value.bit_length() > _DECIMAL_BITS:
        return PRIMARY if value >= 0 else SIGN, [hex(value)]
    text = repr(value)
    if isinstance(value, float | complex):
        # There is no literal for infinity, but every literal that is too large means it.
        text = text.replace("inf", "1e309")
    return SIGN if text.startswith("-") else PRIMARY, [text]


def _joined_str(node: nodes.JoinedStr) -> _Form:
    return PRIMARY, ['f"', *_fstring_parts(node.parts, doubled=True), '"']


def _fstring_parts(parts: Sequence[nodes.Expr], doubled: bool) -> list[_Piece]:
    """Return the text and fields of an f-string, or of a field's format."""
    pieces: list[_Piece] = []
    for part in parts:
        if isinstance(part, nodes.Constant):
            pieces.append(_fstring_text(str(part.value), doubled))
        else:
            pieces.append((part, PRIMARY))
    return pieces


def _fstring_text(text: str, doubled: bool) -> str:
    """Return literal text as it is written between double quotes."""
    # With a double quote before it, repr uses single quotes, and these are kept apart.
    plain = "'".join(repr('"' + part)[2:-1] for part in text.split("'")).replace('"', '\\"')
    if doubled:
        return plain.replace("{", "{{").replace("}", "}}")
    return plain.replace("{", "\\x7b").replace("}", "\\x7d")


def _formatted_value(node: nodes.FormattedValue) -> _Form:
    # A brace right after the field's own would be read as one brace of text.
    braced = isinstance(_leftmost(node.value), nodes.Dict | nodes.Set | nodes.Comprehension)
    pieces: list[_Piece] = ["{ " if braced else "{", (node.value, _OPERATION)]
    if node.conversion:
        pieces.append(f"!{node.conversion}")
    if node.spec:
        pieces += [":", *_fstring_parts(node.spec.parts, doubled=False)]
    return PRIMARY, [*pieces, "}"]


def _leftmost(node: nodes.Expr) -> nodes.Expr:
    """Return the operand that the text of an expression begins with."""
    while True:
        match node:
            case nodes.BinOp() | nodes.Compare():
                node = node.left
            case nodes.BoolOp():
                node = node.values[0]
            case nodes.Attribute() | nodes.Subscript():
                node = node.value
            case nodes.Call():
                node = node.func
            case _:
                return node


def _list(node: nodes.List) -> _Form:
    return PRIMARY, ["[", *_joined(node.elements), "]"]


def _set(node: nodes.Set) -> _Form:
    return PRIMARY, ["{", *_joined(node.elements), "}"]


def _tuple(node: nodes.Tuple) -> _Form:
    if not node.elements:
        return PRIMARY, ["()"]
    comma = [","] if len(node.elements) == 1 else []
    return _TUPLE, [*_joined(node.elements), *comma]


def _dict(node: nodes.Dict) -> _Form:
    pieces: list[_Piece] = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            pieces += [", **", (value, _STARRED)]
        else:
            pieces += [", ", (key, CONDITIONAL), ": ", (value, CONDITIONAL)]
    if pieces:
        pieces[0] = str(pieces[0]).removeprefix(", ")
    return PRIMARY, ["{", *pieces, "}"]


def _unary(node: nodes.UnaryOp) -> _Form:
    level = PREFIX[node.op]
    return level, [node.op + " " * node.op.isalpha(), (node.operand, level)]


def _binary(node: nodes.BinOp) -> _Form:
    level = INFIX[node.op]
    if node.op == "**":
        left, right = PRIMARY, SIGN
    else:
        left, right = level, level + 1
    return level, [(node.left, left), f" {node.op} ", (node.right, right)]


def _bool(node: nodes.BoolOp) -> _Form:
    level = INFIX[node.op]
    pieces: list[_Piece] = []
    for value in node.values:
        pieces += [f" {node.op} ", (value, level + 1)]
    return level, pieces[1:]


def _compare(node: nodes.Compare) -> _Form:
    level = INFIX["=="]
    pieces: list[_Piece] = [(node.left, level + 1)]
    for op, value in zip(node.ops, node.comparators, strict=True):
        pieces += [f" {op} ", (value, level + 1)]
    return level, pieces


def _conditional(node: nodes.IfExp) -> _Form:
    body, test = (node.body, _OPERATION), (node.test, _OPERATION)
    return CONDITIONAL, [body, " if ", test, " else ", (node.orelse, CONDITIONAL)]


def _lambda(node: nodes.Lambda) -> _Form:
    space = " " if node.parameters else ""
    return CONDITIONAL, [
        f"lambda{space}",
        *_parameters(node.parameters),
        ": ",
        (node.body, CONDITIONAL),
    ]


def _parameters(parameters: Sequence[nodes.Parameter]) -> list[_Piece]:
    """Return the parameters of a function, with the bare star where one is needed."""
    pieces: list[_Piece] = []
    starred = slashed = False
    for parameter in parameters:
        if slashed and not parameter.positional_only:
            pieces += [", ", "/"]
        slashed = parameter.positional_only
        if parameter.keyword_only and not starred:
            pieces += [", ", "*"]
        starred = starred or parameter.keyword_only or parameter.kind == "*"
        pieces += [", ", (parameter, CONDITIONAL)]
    if slashed:
        pieces += [", ", "/"]
    return pieces[1:]


def _parameter(node: nodes.Parameter) -> _Form:
    default: list[_Piece] = ["=", (node.default, CONDITIONAL)] if node.default else []
    return PRIMARY, [node.kind + node.name, *default]


def _starred(node: nodes.Starred) -> _Form:
    return PRIMARY, ["*", (node.value, _STARRED)]


def _keyword(node: nodes.Keyword) -> _Form:
    return PRIMARY, ["**" if node.name is None else f"{node.name}=", (node.value, CONDITIONAL)]


def _call(node: nodes.Call) -> _Form:
    arguments = [*node.args, *node.keywords]
    only = arguments[0] if len(arguments) == 1 else None
    if isinstance(only, nodes.Comprehension) and only.kind == "generator":
        # The brackets of the generator are those of the call.
        return PRIMARY, [(node.func, PRIMARY), (only, PRIMARY)]
    return PRIMARY, [(node.func, PRIMARY), "(", *_joined(arguments), ")"]


def _attribute(node: nodes.Attribute) -> _Form:
    # Without the space the dot would be the number's.
    is_integer = isinstance(node.value, nodes.Constant) and type(node.value.value) is int
    return PRIMARY, [(node.value, PRIMARY), " ." if is_integer else ".", node.name]


def _subscript(node: nodes.Subscript) -> _Form:
    return PRIMARY, [(node.value, PRIMARY), "[", (node.index, _TUPLE), "]"]


def _slice(node: nodes.Slice) -> _Form:
    pieces: list[_Piece] = []
    if node.lower is not None:
        pieces.append((node.lower, CONDITIONAL))
    pieces.append(":")
    if node.upper is not None:
        pieces.append((node.upper, CONDITIONAL))
    if node.step is not None:
        pieces += [":", (node.step, CONDITIONAL)]
    return PRIMARY, pieces


def _comprehension(node: nodes.Comprehension) -> _Form:
    opener, closer = {"list": ("[", "]"), "generator": ("(", ")")}.get(node.kind, ("{", "}"))
    key: list[_Piece] = [(node.key, CONDITIONAL), ": "] if node.key else []
    clauses = [(clause, PRIMARY) for clause in node.clauses]
    return PRIMARY, [opener, *key, (node.element, CONDITIONAL), *clauses, closer]


def _clause(node: nodes.ComprehensionFor) -> _Form:
    pieces: list[_Piece] = [" for ", (node.target, _TUPLE), " in ", (node.iter, _OPERATION)]
    for condition in node.conditions:
        pieces += [" if ", (condition, _OPERATION)]
    return PRIMARY, pieces


def _named(node: nodes.NamedExpr) -> _Form:
    return _NAMED, [node.target.id, " := ", (node.value, CONDITIONAL)]


def _yield(node: nodes.Yield) -> _Form:
    return _YIELD, ["yield", *([" ", (node.value, _TUPLE)] if node.value else [])]


def _yield_from(node: nodes.YieldFrom) -> _Form:
    return _YIELD, ["yield from ", (node.value, CONDITIONAL)]


# Patterns: alternatives bind less than a single pattern, and ``as`` less than those.


def _match_value(node: nodes.MatchValue) -> _Form:
    return _CLOSED, [(node.value, _STARRED)]


def _match_sequence(node: nodes.MatchSequence) -> _Form:
    return _CLOSED, ["[", *_joined(node.patterns, _ANY), "]"]


def _match_star(node: nodes.MatchStar) -> _Form:
    return _CLOSED, ["*" + (node.name or "_")]


def _match_mapping(node: nodes.MatchMapping) -> _Form:
    pieces: list[_Piece] = []
    for key, pattern in zip(node.keys, node.patterns, strict=True):
        pieces += [", ", (key, _STARRED), ": ", (pattern, _ANY)]
    if node.rest:
        pieces += [", ", f"**{node.rest}"]
    return _CLOSED, ["{", *pieces[1:], "}"]


def _match_keyword(node: nodes.MatchKeyword) -> _Form:
    return _CLOSED, [f"{node.name}=", (node.pattern, _ANY)]


def _match_class(node: nodes.MatchClass) -> _Form:
    arguments = [*node.patterns, *node.keywords]
    return _CLOSED, [(node.cls, PRIMARY), "(", *_joined(arguments, _ANY), ")"]


def _match_as(node: nodes.MatchAs) -> _Form:
    name = node.name or "_"
    if node.pattern is None:
        return _CLOSED, [name]
    return _ANY, [(node.pattern, _ALTERNATIVES), f" as {name}"]


def _match_or(node: nodes.MatchOr) -> _Form:
    pieces: list[_Piece] = []
    for pattern in node.patterns:
        pieces += [" | ", (pattern, _CLOSED)]
    return _ALTERNATIVES, pieces[1:]


def _with_item(node: nodes.WithItem) -> _Form:
    target: list[_Piece] = [" as ", (node.target, CONDITIONAL)] if node.target else []
    return PRIMARY, [(node.context, CONDITIONAL), *target]


def _alias(node: nodes.Alias) -> _Form:
    return PRIMARY, [node.name + (f" as {node.asname}" if node.asname else "")]


# Statements: their lines, without the indentation of the first.


def _block(body: Sequence[nodes.Stmt], depth: int) -> list[_Piece]:
    """Return statements with their indentation."""
    pieces: list[_Piece] = []
    for statement in body:
        pieces += [_INDENT * depth, (statement, depth)]
    return pieces


def _else(orelse: Sequence[nodes.Stmt], depth: int) -> list[_Piece]:
    """Return the other branch of a statement, where there is one."""
    return [_INDENT * depth + "else:\n", *_block(orelse, depth + 1)] if orelse else []


def _module(node: nodes.Module, depth: int) -> list[_Piece]:
    return _block(node.body, 0)


def _expression(node: nodes.ExprStmt, depth: int) -> list[_Piece]:
    return [(node.value, _TUPLE), "\n"]


def _assign(node: nodes.Assign, depth: int) -> list[_Piece]:
    if node.annotation is not None:
        declared: list[_Piece] = [(node.targets[0], CONDITIONAL), ": "]
        return [*declared, (node.annotation, CONDITIONAL), " = ", (node.value, _TUPLE), "\n"]
    pieces: list[_Piece] = []
    for target in node.targets:
        pieces += [(target, _TUPLE), " = "]
    return [*pieces, (node.value, _TUPLE), "\n"]


def _declare(node: nodes.Declare, depth: int) -> list[_Piece]:
    return [(node.target, CONDITIONAL), ": ", (node.annotation, CONDITIONAL), "\n"]


def _augmented(node: nodes.AugAssign, depth: int) -> list[_Piece]:
    return [(node.target, CONDITIONAL), f" {node.op}= ", (node.value, _TUPLE), "\n"]


def _if(node: nodes.If, depth: int) -> list[_Piece]:
    pieces = ["if ", (node.test, CONDITIONAL), ":\n", *_block(node.body, depth + 1)]
    if len(node.orelse) == 1 and isinstance(node.orelse[0], nodes.If):
        return [*pieces, _INDENT * depth + "el", (node.orelse[0], depth)]
    return [*pieces, *_else(node.orelse, depth)]


def _while(node: nodes.While, depth: int) -> list[_Piece]:
    header: list[_Piece] = ["while ", (node.test, CONDITIONAL), ":\n"]
    return [*header, *_block(node.body, depth + 1), *_else(node.orelse, depth)]


def _for(node: nodes.For, depth: int) -> list[_Piece]:
    header: list[_Piece] = ["for ", (node.target, _TUPLE), " in ", (node.iter, _TUPLE), ":\n"]
    return [*header, *_block(node.body, depth + 1), *_else(node.orelse, depth)]


def _with(node: nodes.With, depth: int) -> list[_Piece]:
    items, first = _joined(node.items), node.items[0]
    # Brackets that end before the colon would be those of the statement.
    alone = len(node.items) == 1 and first.target is None
    if alone and isinstance(first.context, nodes.Tuple | nodes.Comprehension):
        items = ["(", *items, ")"]
    return ["with ", *items, ":\n", *_block(node.body, depth + 1)]


def _try(node: nodes.Try, depth: int) -> list[_Piece]:
    pieces: list[_Piece] = ["try:\n", *_block(node.body, depth + 1)]
    for handler in node.handlers:
        pieces += [_INDENT * depth, (handler, depth)]
    pieces += _else(node.orelse, depth)
    if node.finalbody:
        pieces += [_INDENT * depth + "finally:\n", *_block(node.finalbody, depth + 1)]
    return pieces


def _handler(node: nodes.ExceptHandler, depth: int) -> list[_Piece]:
    kind: list[_Piece] = [" ", (node.type, CONDITIONAL)] if node.type else []
    name = f" as {node.name}" if node.name else ""
    return ["except", *kind, f"{name}:\n", *_block(node.body, depth + 1)]


def _raise(node: nodes.Raise, depth: int) -> list[_Piece]:
    pieces: list[_Piece] = ["raise", *([" ", (node.exc, CONDITIONAL)] if node.exc else [])]
    return [*pieces, *([" from ", (node.cause, CONDITIONAL)] if node.cause else []), "\n"]


def _match(node: nodes.Match, depth: int) -> list[_Piece]:
    pieces: list[_Piece] = ["match ", (node.subject, _TUPLE), ":\n"]
    for case in node.cases:
        pieces += [_INDENT * (depth + 1), (case, depth + 1)]
    return pieces


def _case(node: nodes.MatchCase, depth: int) -> list[_Piece]:
    guard: list[_Piece] = [" if ", (node.guard, _NAMED)] if node.guard else []
    return ["case ", (node.pattern, _ANY), *guard, ":\n", *_block(node.body, depth + 1)]


def _global(node: nodes.Global, depth: int) -> list[_Piece]:
    return [f"global {', '.join(node.names)}\n"]


def _nonlocal(node: nodes.Nonlocal, depth: int) -> list[_Piece]:
    return [f"nonlocal {', '.join(node.names)}\n"]


def _decorators(decorators: Sequence[nodes.Expr], depth: int) -> list[_Piece]:
    pieces: list[_Piece] = []
    for decorator in decorators:
        pieces += ["@", (decorator, CONDITIONAL), "\n" + _INDENT * depth]
    return pieces


def _class(node: nodes.ClassDef, depth: int) -> list[_Piece]:
    bases: list[_Piece] = ["(", *_joined(node.bases), ")"] if node.bases else []
    head = [*_decorators(node.decorators, depth), f"class {node.name}", *bases, ":\n"]
    return [*head, *_block(node.body, depth + 1)]


def _def(node: nodes.FunctionDef, depth: int) -> list[_Piece]:
    pieces = _decorators(node.decorators, depth)
    parameters = _parameters(node.parameters)
    pieces += [f"def {node.name}(", *parameters, "):\n", *_block(node.body, depth + 1)]
    return pieces


def _return(node: nodes.Return, depth: int) -> list[_Piece]:
    return ["return ", (node.value, _TUPLE), "\n"] if node.value else ["return\n"]


def _assert(node: nodes.Assert, depth: int) -> list[_Piece]:
    message: list[_Piece] = [", ", (node.message, CONDITIONAL)] if node.message else []
    return ["assert ", (node.test, CONDITIONAL), *message, "\n"]


def _delete(node: nodes.Delete, depth: int) -> list[_Piece]:
    return ["del ", *_joined(node.targets), "\n"]


def _import(node: nodes.Import, depth: int) -> list[_Piece]:
    return ["import ", *_joined(node.names), "\n"]


def _from(node: nodes.ImportFrom, depth: int) -> list[_Piece]:
    return [f"from {node.module} import ", *_joined(node.names), "\n"]


def _print(node: nodes.Print, depth: int) -> list[_Piece]:
    return ["print ", *_joined(node.values), "\n" if node.newline else ",\n"]


def _word(word: str) -> Callable[[nodes.Stmt, int], list[_Piece]]:
    """Return how a statement of one word is spelled."""
    return lambda node, depth: [f"{word}\n"]


_EXPRESSIONS: Final[dict[type[nodes.Node], Callable[[Any], _Form]]] = {
    nodes.Name: _name,
    nodes.Constant: _constant,
    nodes.JoinedStr: _joined_str,
    nodes.FormattedValue: _formatted_value,
    nodes.List: _list,
    nodes.Set: _set,
    nodes.Tuple: _tuple,
    nodes.Dict: _dict,
    nodes.UnaryOp: _unary,
    nodes.BinOp: _binary,
    nodes.BoolOp: _bool,
    nodes.Compare: _compare,
    nodes.IfExp: _conditional,
    nodes.Lambda: _lambda,
    nodes.Parameter: _parameter,
    nodes.Starred: _starred,
    nodes.Keyword: _keyword,
    nodes.Call: _call,
    nodes.Attribute: _attribute,
    nodes.Subscript: _subscript,
    nodes.Slice: _slice,
    nodes.Comprehension: _comprehension,
    nodes.ComprehensionFor: _clause,
    nodes.NamedExpr: _named,
    nodes.Yield: _yield,
    nodes.YieldFrom: _yield_from,
    nodes.MatchValue: _match_value,
    nodes.MatchSequence: _match_sequence,
    nodes.MatchStar: _match_star,
    nodes.MatchMapping: _match_mapping,
    nodes.MatchKeyword: _match_keyword,
    nodes.MatchClass: _match_class,
    nodes.MatchAs: _match_as,
    nodes.MatchOr: _match_or,
    nodes.WithItem: _with_item,
    nodes.Alias: _alias,
}

_STATEMENTS: Final[dict[type[nodes.Node], Callable[[Any, int], list[_Piece]]]] = {
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
