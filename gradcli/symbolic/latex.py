"""Derivatives as LaTeX, for papers.

Products of vectors element by element are written with a circle; for that, this module follows how
many dimensions each part has. Vectors are columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from gradcli.symbolic.fold import Of, fold
from gradcli.symbolic.latex_calls import called, method, part, stacked
from gradcli.symbolic.latex_pieces import (
    ATOM,
    ELEMENTWISE,
    POWER,
    PRODUCT,
    SIGN,
    SUM,
    Piece,
    as_matrix,
    chain,
    escaped,
    fitted,
    letter,
    product,
    transposed,
    typed,
)
from gradcli.symbolic.tree import is_path
from gradcli.syntax import nodes
from gradcli.syntax.unparse import unparse

Ranks = Mapping[str, int]
Known = Mapping[str, Piece]
Writer = Callable[..., Piece]

_SIZE: Final = re.compile(r"\\operatorname\{len\}.*|.*\\mathrm\{shape\}.*")


def latex(module: nodes.Module, ranks: Ranks | None = None) -> str:
    """Return a program of assignments and an expression as LaTeX, a line each."""
    known = {name: Piece(letter(name), ATOM, rank) for name, rank in (ranks or {}).items()}
    lines: list[tuple[str, str]] = []
    for statement in module.body:
        if isinstance(statement, nodes.Assign):
            target = statement.targets[0]
            assert isinstance(target, nodes.Name)
            piece = _piece(statement.value, known)
            known[target.id] = piece._replace(text=letter(target.id), level=ATOM, closed="")
            lines.append((_left_side(target.id, known), piece.text))
        elif isinstance(statement, nodes.ExprStmt):
            lines.append(("", as_matrix(_piece(statement.value, known)).text))
    return " \\\\\n".join(
        f"{name} = {text}" if name else text
        for place, (name, text) in enumerate(lines)
        if not _is_unused(name, text, [later for _, later in lines[place + 1 :]])
    )


def _is_unused(name: str, text: str, later: list[str]) -> bool:
    """Tell whether a line names a size that only the program's text needs."""
    alone = re.compile(rf"(?<![a-zA-Z]){re.escape(name)}(?![a-zA-Z])")
    return bool(name and _SIZE.fullmatch(text)) and not any(map(alone.search, later))


def _left_side(name: str, known: Mapping[str, Piece]) -> str:
    """Return what an assignment names: a shared part, or the derivative by an input."""
    by = name[1:].rstrip("_")
    if name[0] != "d" or by not in known:
        return letter(name)
    return rf"\frac{{\partial f}}{{\partial {letter(by)}}}"


def _piece(node: nodes.Node, known: Mapping[str, Piece]) -> Piece:
    return fold(node, lambda part, of: _WRITERS.get(type(part), _other)(part, of, known))


def _name(node: nodes.Name, of: Of, known: Known) -> Piece:
    return known[node.id] if node.id in known else Piece(letter(node.id), ATOM, 0)


def _constant(node: nodes.Constant, of: Of, known: Known) -> Piece:
    text = repr(node.value)
    if isinstance(node.value, (str, bytes)):
        return Piece(typed(text), ATOM, 0)
    if isinstance(node.value, float) and "e" in text:
        digits, _, power = text.partition("e")
        tens = f"10^{{{int(power)}}}"
        return Piece(tens if digits == "1" else rf"{digits} \cdot {tens}", PRODUCT, 0)
    return Piece(rf"\mathrm{{{text}}}" if isinstance(node.value, bool) else text, ATOM, 0)


def _unary(node: nodes.UnaryOp, of: Of, known: Known) -> Piece:
    inner = of(node.operand)
    sign = {"~": r"\lnot ", "not": r"\lnot "}.get(node.op, node.op)
    closed = sign + inner.before(ELEMENTWISE)
    return Piece(sign + inner.at(ELEMENTWISE), SIGN, inner.rank, inner.thin, closed)


def _binary(node: nodes.BinOp, of: Of, known: Known) -> Piece:
    left, right = of(node.left), of(node.right)
    if node.op == "@":
        rank = max(left.rank + right.rank - 2, 0)
        return chain([of(link) for link in _links(node)], rank)
    if node.op == "*":
        return product(left, right)
    if node.op == "**":
        return _power(left, right)
    if node.op == "/":
        return _quotient(node, of)
    left, right = fitted([left, right])
    largest = left if left.rank >= right.rank else right
    if node.op in "+-":
        text = f"{left.at(SUM)} {node.op} {right.at(ELEMENTWISE)}"
        return Piece(text, SUM, largest.rank, largest.thin)
    sign = {"&": r"\land", "|": r"\lor", "%": r"\bmod", "//": r"\backslash"}.get(node.op, node.op)
    text = f"{left.at(POWER)} {sign} {right.at(POWER)}"
    return Piece(text, SUM, largest.rank, largest.thin)


def _power(left: Piece, right: Piece) -> Piece:
    """Return a power; one of a matrix is its product with itself, unless there is a circle."""
    whole = left.rank == 2 and not left.thin
    circle = r"\circ " if whole else ""
    if right.rank > left.rank:
        return Piece(f"{left.base}^{{{right.text}}}", POWER, right.rank, right.thin)
    return Piece(f"{left.base}^{{{circle}{right.text}}}", POWER, left.rank, left.thin)


def _quotient(node: nodes.BinOp, of: Of) -> Piece:
    negative = isinstance(node.left, nodes.UnaryOp) and node.left.op == "-"
    above = of(
        node.left.operand if isinstance(node.left, nodes.UnaryOp) and negative else node.left
    )
    above, below = fitted([above, of(node.right)])
    largest = above if above.rank >= below.rank else below
    sign, level = ("-", SIGN) if negative else ("", PRODUCT)
    text = rf"{sign}\frac{{{above.text}}}{{{below.text}}}"
    return Piece(text, level, largest.rank, largest.thin)


def _links(node: nodes.BinOp) -> list[nodes.Expr]:
    """Return the factors of a product of matrices, a number or sign before it with the first."""
    links: list[nodes.Expr] = [node.right]
    left = node.left
    while isinstance(left, nodes.BinOp) and left.op == "@":
        links.append(left.right)
        left = left.left
    return [left, *reversed(links)]


def _compare(node: nodes.Compare, of: Of, known: Known) -> Piece:
    signs = {"<=": r"\le", ">=": r"\ge", "==": "=", "!=": r"\ne"}
    left, right = fitted([of(node.left), of(node.comparators[0])])
    sign = signs.get(node.ops[0], node.ops[0])
    largest = left if left.rank >= right.rank else right
    text = rf"\left[{left.text} {sign} {right.text}\right]"
    return Piece(text, ATOM, largest.rank, largest.thin)


def _attribute(node: nodes.Attribute, of: Of, known: Known) -> Piece:
    if node.name in ("T", "mT"):
        return transposed(of(node.value))
    return Piece(rf"\mathrm{{{escaped(unparse(node))}}}", ATOM, 0)


def _call(node: nodes.Call, of: Of, known: Known) -> Piece:
    args = [of(arg) for arg in node.args]
    if isinstance(node.func, nodes.Attribute) and not is_path(node.func.value):
        return method(node.func.name, of(node.func.value), args)
    function = unparse(node.func)
    if function == "stack" and isinstance(node.args[0], nodes.Tuple):
        parts = [of(part) for part in node.args[0].elements]
        axes = [arg.text for arg in args[1:]] + [of(word.value).text for word in node.keywords]
        if max(part.rank for part in parts) < 2:
            return stacked(parts, axes[:1])
    named = {word.name: of(word.value) for word in node.keywords if word.name}
    return called(function, args, named, known)


def _subscript(node: nodes.Subscript, of: Of, known: Known) -> Piece:
    inner: Piece = of(node.value)
    index = unparse(node.index)
    if index in (":, None", "None") and inner.rank == 1:
        return inner._replace(rank=2, thin="column" if index == ":, None" else "row")
    if inner.text == "I" and index.isdecimal():
        return Piece(f"e_{{{index}}}", ATOM, 1)
    added = index.count("None") if set(index.split(", ")) == {"None"} else 0
    if "shape" in inner.text or added:
        return inner._replace(rank=inner.rank + added, thin="")
    row = node.value
    if index.isdecimal() and isinstance(row, nodes.Subscript) and unparse(row.index).isdecimal():
        return Piece(inner.text[:-1] + f", {index}}}", ATOM, max(inner.rank - 1, 0))
    base = as_matrix(inner).base
    if "_{" in base:  # which takes no second one
        base = f"{{{base}}}"
    return Piece(f"{base}_{{{escaped(index)}}}", ATOM, _rank_of_part(node, index, inner.rank))


def _rank_of_part(node: nodes.Subscript, index: str, rank: int) -> int:
    """Return how many dimensions are left by an index: every number takes one away."""
    if isinstance(node.value, nodes.Call) and index.isdecimal():
        known = part(unparse(node.value.func), int(index))
        if known is not None:
            return known
    places = index.split(", ")
    taken = sum(place.lstrip("-").isalnum() and place != "None" for place in places)
    return max(rank - taken + places.count("None"), 0)


def _other(node: nodes.Node, of: Of, known: Known) -> Piece:
    if isinstance(node, nodes.Tuple):
        inner = ", ".join(of(part).text for part in node.elements)
        return Piece(rf"\left({inner}\right)", ATOM, 0)
    if isinstance(node, nodes.List):
        inner = ", ".join(of(part).text for part in node.elements)
        rank = 1 + max((of(part).rank for part in node.elements), default=0)
        return Piece(rf"\left[{inner}\right]", ATOM, rank)
    text = unparse(node) if isinstance(node, nodes.Expr) else ""
    return Piece(escaped(text), ATOM, 0)


_WRITERS: Final[dict[type[nodes.Node], Writer]] = {
    nodes.Name: _name,
    nodes.Constant: _constant,
    nodes.UnaryOp: _unary,
    nodes.BinOp: _binary,
    nodes.Compare: _compare,
    nodes.Attribute: _attribute,
    nodes.Call: _call,
    nodes.Subscript: _subscript,
}
