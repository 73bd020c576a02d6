"""How expressions are spelled: as text and smaller nodes, and how strongly each spelling binds.

This module knows each kind of expression. It does not know how the pieces become one text
(``unparse``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from gradcli.syntax import nodes
from gradcli.syntax.operators import CONDITIONAL, INFIX, PREFIX, PRIMARY, SIGN

# A node, with how strongly it must bind here; a statement, with how far it is indented.
Piece = str | tuple[nodes.Node, int]
Form = tuple[int, Sequence[Piece]]

TUPLE: Final = CONDITIONAL - 1
_OPERATION: Final = CONDITIONAL + 1
_STARRED: Final = INFIX["|"]
NAMED: Final = -2  # in brackets of its own everywhere, which is allowed everywhere
_YIELD: Final = -3
_CLOSED: Final = PRIMARY
_ALTERNATIVES: Final = PRIMARY - 1
ANY: Final = PRIMARY - 2
INDENT: Final = "    "

# Python limits how many decimal digits it converts.
_DECIMAL_BITS: Final = 10_000


def joined(items: Iterable[nodes.Node], level: int = CONDITIONAL) -> list[Piece]:
    """Return nodes with commas between them."""
    pieces: list[Piece] = []
    for item in items:
        pieces += [", ", (item, level)]
    return pieces[1:]


# Expressions: how strongly the spelling binds, and its pieces.


def _name(node: nodes.Name) -> Form:
    return PRIMARY, [node.id]


def _constant(node: nodes.Constant) -> Form:
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


def _joined_str(node: nodes.JoinedStr) -> Form:
    return PRIMARY, ['f"', *_fstring_parts(node.parts, doubled=True), '"']


def _fstring_parts(parts: Sequence[nodes.Expr], doubled: bool) -> list[Piece]:
    """Return the text and fields of an f-string, or of a field's format."""
    pieces: list[Piece] = []
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


def _formatted_value(node: nodes.FormattedValue) -> Form:
    # A brace right after the field's own would be read as one brace of text.
    braced = isinstance(_leftmost(node.value), nodes.Dict | nodes.Set | nodes.Comprehension)
    pieces: list[Piece] = ["{ " if braced else "{", (node.value, _OPERATION)]
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


def _list(node: nodes.List) -> Form:
    return PRIMARY, ["[", *joined(node.elements), "]"]


def _set(node: nodes.Set) -> Form:
    return PRIMARY, ["{", *joined(node.elements), "}"]


def _tuple(node: nodes.Tuple) -> Form:
    if not node.elements:
        return PRIMARY, ["()"]
    comma = [","] if len(node.elements) == 1 else []
    return TUPLE, [*joined(node.elements), *comma]


def _dict(node: nodes.Dict) -> Form:
    pieces: list[Piece] = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            pieces += [", **", (value, _STARRED)]
        else:
            pieces += [", ", (key, CONDITIONAL), ": ", (value, CONDITIONAL)]
    if pieces:
        pieces[0] = str(pieces[0]).removeprefix(", ")
    return PRIMARY, ["{", *pieces, "}"]


def _unary(node: nodes.UnaryOp) -> Form:
    level = PREFIX[node.op]
    return level, [node.op + " " * node.op.isalpha(), (node.operand, level)]


def _binary(node: nodes.BinOp) -> Form:
    level = INFIX[node.op]
    if node.op == "**":
        left, right = PRIMARY, SIGN
    else:
        left, right = level, level + 1
    return level, [(node.left, left), f" {node.op} ", (node.right, right)]


def _bool(node: nodes.BoolOp) -> Form:
    level = INFIX[node.op]
    pieces: list[Piece] = []
    for value in node.values:
        pieces += [f" {node.op} ", (value, level + 1)]
    return level, pieces[1:]


def _compare(node: nodes.Compare) -> Form:
    level = INFIX["=="]
    pieces: list[Piece] = [(node.left, level + 1)]
    for op, value in zip(node.ops, node.comparators, strict=True):
        pieces += [f" {op} ", (value, level + 1)]
    return level, pieces


def _conditional(node: nodes.IfExp) -> Form:
    body, test = (node.body, _OPERATION), (node.test, _OPERATION)
    return CONDITIONAL, [body, " if ", test, " else ", (node.orelse, CONDITIONAL)]


def _lambda(node: nodes.Lambda) -> Form:
    space = " " if node.parameters else ""
    return CONDITIONAL, [
        f"lambda{space}",
        *parameters_of(node.parameters),
        ": ",
        (node.body, CONDITIONAL),
    ]


def parameters_of(parameters: Sequence[nodes.Parameter]) -> list[Piece]:
    """Return the parameters of a function, with the bare star where one is needed."""
    pieces: list[Piece] = []
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


def _parameter(node: nodes.Parameter) -> Form:
    pieces: list[Piece] = [node.kind + node.name]
    if node.annotation is not None:
        pieces += [": ", (node.annotation, CONDITIONAL)]
    if node.default is not None:
        pieces += ["=" if node.annotation is None else " = ", (node.default, CONDITIONAL)]
    return PRIMARY, pieces


def _starred(node: nodes.Starred) -> Form:
    return PRIMARY, ["*", (node.value, _STARRED)]


def _keyword(node: nodes.Keyword) -> Form:
    return PRIMARY, ["**" if node.name is None else f"{node.name}=", (node.value, CONDITIONAL)]


def _call(node: nodes.Call) -> Form:
    arguments = [*node.args, *node.keywords]
    only = arguments[0] if len(arguments) == 1 else None
    if isinstance(only, nodes.Comprehension) and only.kind == "generator":
        # The brackets of the generator are those of the call.
        return PRIMARY, [(node.func, PRIMARY), (only, PRIMARY)]
    return PRIMARY, [(node.func, PRIMARY), "(", *joined(arguments), ")"]


def _attribute(node: nodes.Attribute) -> Form:
    # Without the space the dot would be the number's.
    is_integer = isinstance(node.value, nodes.Constant) and type(node.value.value) is int
    return PRIMARY, [(node.value, PRIMARY), " ." if is_integer else ".", node.name]


def _subscript(node: nodes.Subscript) -> Form:
    return PRIMARY, [(node.value, PRIMARY), "[", (node.index, TUPLE), "]"]


def _slice(node: nodes.Slice) -> Form:
    pieces: list[Piece] = []
    if node.lower is not None:
        pieces.append((node.lower, CONDITIONAL))
    pieces.append(":")
    if node.upper is not None:
        pieces.append((node.upper, CONDITIONAL))
    if node.step is not None:
        pieces += [":", (node.step, CONDITIONAL)]
    return PRIMARY, pieces


def _comprehension(node: nodes.Comprehension) -> Form:
    opener, closer = {"list": ("[", "]"), "generator": ("(", ")")}.get(node.kind, ("{", "}"))
    key: list[Piece] = [(node.key, CONDITIONAL), ": "] if node.key else []
    clauses = [(clause, PRIMARY) for clause in node.clauses]
    return PRIMARY, [opener, *key, (node.element, CONDITIONAL), *clauses, closer]


def _clause(node: nodes.ComprehensionFor) -> Form:
    pieces: list[Piece] = [" for ", (node.target, TUPLE), " in ", (node.iter, _OPERATION)]
    for condition in node.conditions:
        pieces += [" if ", (condition, _OPERATION)]
    return PRIMARY, pieces


def _named(node: nodes.NamedExpr) -> Form:
    return NAMED, [node.target.id, " := ", (node.value, CONDITIONAL)]


def _yield(node: nodes.Yield) -> Form:
    value: list[Piece] = [" ", (node.value, TUPLE)] if node.value else []
    return _YIELD, ["yield", *value]


def _yield_from(node: nodes.YieldFrom) -> Form:
    return _YIELD, ["yield from ", (node.value, CONDITIONAL)]


# Patterns: alternatives bind less than a single pattern, and ``as`` less than those.


def _match_value(node: nodes.MatchValue) -> Form:
    return _CLOSED, [(node.value, _STARRED)]


def _match_sequence(node: nodes.MatchSequence) -> Form:
    return _CLOSED, ["[", *joined(node.patterns, ANY), "]"]


def _match_star(node: nodes.MatchStar) -> Form:
    return _CLOSED, ["*" + (node.name or "_")]


def _match_mapping(node: nodes.MatchMapping) -> Form:
    pieces: list[Piece] = []
    for key, pattern in zip(node.keys, node.patterns, strict=True):
        pieces += [", ", (key, _STARRED), ": ", (pattern, ANY)]
    if node.rest:
        pieces += [", ", f"**{node.rest}"]
    return _CLOSED, ["{", *pieces[1:], "}"]


def _match_keyword(node: nodes.MatchKeyword) -> Form:
    return _CLOSED, [f"{node.name}=", (node.pattern, ANY)]


def _match_class(node: nodes.MatchClass) -> Form:
    arguments = [*node.patterns, *node.keywords]
    return _CLOSED, [(node.cls, PRIMARY), "(", *joined(arguments, ANY), ")"]


def _match_as(node: nodes.MatchAs) -> Form:
    name = node.name or "_"
    if node.pattern is None:
        return _CLOSED, [name]
    return ANY, [(node.pattern, _ALTERNATIVES), f" as {name}"]


def _match_or(node: nodes.MatchOr) -> Form:
    pieces: list[Piece] = []
    for pattern in node.patterns:
        pieces += [" | ", (pattern, _CLOSED)]
    return _ALTERNATIVES, pieces[1:]


def _with_item(node: nodes.WithItem) -> Form:
    target: list[Piece] = [" as ", (node.target, CONDITIONAL)] if node.target else []
    return PRIMARY, [(node.context, CONDITIONAL), *target]


def _alias(node: nodes.Alias) -> Form:
    return PRIMARY, [node.name + (f" as {node.asname}" if node.asname else "")]


EXPRESSIONS: Final[dict[type[nodes.Node], Callable[[Any], Form]]] = {
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
