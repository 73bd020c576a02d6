"""Derivatives as LaTeX, for papers.

Products of vectors element by element are written with a circle; for that, this module follows how
many dimensions each part has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from gradcli.symbolic.fold import Of, fold
from gradcli.symbolic.tree import is_path
from gradcli.syntax import nodes
from gradcli.syntax.unparse import unparse

_SUM, _SIGN, _ELEMENTWISE, _CHAIN, _PRODUCT, _POWER, _ATOM = range(7)


class Piece(NamedTuple):
    """LaTeX, how strongly it binds, and how many dimensions its value has."""

    text: str
    level: int
    rank: int

    def at(self, level: int) -> str:
        """Return the text, in brackets unless it binds as strongly."""
        return self.text if self.level >= level else rf"\left({self.text}\right)"


def latex(module: nodes.Module, ranks: Mapping[str, int] | None = None) -> str:
    """Return a program of assignments and an expression as LaTeX, a line each."""
    known = dict(ranks or {})
    lines = []
    for statement in module.body:
        if isinstance(statement, nodes.Assign):
            target = statement.targets[0]
            assert isinstance(target, nodes.Name)
            piece = _piece(statement.value, known)
            known[target.id] = piece.rank
            lines.append(f"{_left_side(target.id, known)} = {piece.text}")
        elif isinstance(statement, nodes.ExprStmt):
            lines.append(_piece(statement.value, known).text)
    return " \\\\\n".join(lines)


def _left_side(name: str, ranks: Mapping[str, int]) -> str:
    """Return what an assignment names: a shared part, or the derivative by an input."""
    by = name[1:].rstrip("_")
    if name[0] != "d" or by not in ranks:
        return _letter(name)
    return rf"\frac{{\partial f}}{{\partial {_letter(by)}}}"


def _piece(node: nodes.Node, ranks: Mapping[str, int]) -> Piece:
    return fold(node, lambda part, of: _WRITERS.get(type(part), _other)(part, of, ranks))


Ranks = Mapping[str, int]
Writer = Callable[..., Piece]

_GREEK: Final = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "pi",
        "rho",
        "sigma",
        "tau",
        "phi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Phi",
        "Psi",
        "Omega",
    ]
)


def _letter(name: str) -> str:
    base = name.rstrip("0123456789")
    index = name[len(base) :]
    if base in _GREEK:
        text = "\\" + base
    else:
        text = base if len(base) == 1 else rf"\mathrm{{{base}}}".replace("_", r"\_")
    return f"{text}_{{{index}}}" if index else text


def _name(node: nodes.Name, of: Of, ranks: Ranks) -> Piece:
    return Piece(_letter(node.id), _ATOM, ranks.get(node.id, 0))


def _constant(node: nodes.Constant, of: Of, ranks: Ranks) -> Piece:
    text = repr(node.value)
    if isinstance(node.value, float) and "e" in text:
        digits, _, power = text.partition("e")
        return Piece(rf"{digits} \cdot 10^{{{int(power)}}}", _PRODUCT, 0)
    return Piece(text, _ATOM, 0)


def _unary(node: nodes.UnaryOp, of: Of, ranks: Ranks) -> Piece:
    inner = of(node.operand)
    sign = {"~": r"\lnot ", "not": r"\lnot "}.get(node.op, node.op)
    return Piece(sign + inner.at(_ELEMENTWISE), _SIGN, inner.rank)


def _binary(node: nodes.BinOp, of: Of, ranks: Ranks) -> Piece:
    left, right = of(node.left), of(node.right)
    rank = max(left.rank, right.rank)
    if node.op in "+-":
        return Piece(f"{left.at(_SUM)} {node.op} {right.at(_ELEMENTWISE)}", _SUM, rank)
    if node.op == "/":
        if isinstance(node.left, nodes.UnaryOp) and node.left.op == "-":
            above = of(node.left.operand)
            return Piece(rf"-\frac{{{above.text}}}{{{right.text}}}", _SIGN, rank)
        return Piece(rf"\frac{{{left.text}}}{{{right.text}}}", _PRODUCT, rank)
    if node.op == "**":
        return Piece(f"{_base(left)}^{{{right.text}}}", _POWER, rank)
    if node.op == "@":
        return _chain([of(link) for link in _links(node)], max(left.rank + right.rank - 2, 0))
    if node.op == "*":
        if left.rank and right.rank:
            text = rf"{_factor(left)} \odot {right.at(_PRODUCT)}"
            return Piece(text, _SIGN if left.level == _SIGN else _ELEMENTWISE, rank)
        text = f"{left.at(_SIGN)}{_between(left, right)}{right.at(_CHAIN)}"
        level = _CHAIN if _CHAIN in (left.level, right.level) else _PRODUCT
        return Piece(text, min(level, left.level) if left.level < _CHAIN else level, rank)
    sign = {"&": r"\land", "|": r"\lor", "%": r"\bmod", "//": r"\backslash"}.get(node.op, node.op)
    return Piece(f"{left.at(_POWER)} {sign} {right.at(_POWER)}", _SUM, rank)


def _factor(left: Piece) -> str:
    """Return what stands before a circle: another such product, or what needs no brackets."""
    return left.text if left.level in (_SIGN, _ELEMENTWISE) else left.at(_PRODUCT)


def _links(node: nodes.BinOp) -> list[nodes.Expr]:
    """Return the factors of a product of matrices, a number or sign before it with the first."""
    links: list[nodes.Expr] = [node.right]
    left = node.left
    while isinstance(left, nodes.BinOp) and left.op == "@":
        links.append(left.right)
        left = left.left
    return [left, *reversed(links)]


def _chain(links: list[Piece], rank: int) -> Piece:
    """Return a product of matrices, in which vectors are columns wherever they stand."""
    first, last = links[0], links[-1]
    if first.rank == 1 and last.rank == 2 and rank == 1:  # a row, which is a column transposed
        turned = [_transposed(link) for link in reversed(links[1:])]
        return Piece(
            r" \, ".join([*(t.at(_PRODUCT) for t in turned), first.at(_PRODUCT)]), _CHAIN, 1
        )
    texts = [link.at(_PRODUCT) for link in links]
    if first.rank == 1:
        texts[0] = _transposed(first).at(_PRODUCT)
    elif first.level == _SIGN:
        texts[0] = first.text
    return Piece(r" \, ".join(texts), _SIGN if first.level == _SIGN else _CHAIN, rank)


def _transposed(piece: Piece) -> Piece:
    if piece.text.endswith(r"^\top") and piece.level == _POWER:
        return Piece(piece.text.removesuffix(r"^\top"), _ATOM, piece.rank)
    if piece.text.endswith("^{-1}") and piece.level == _POWER:
        return Piece(piece.text.removesuffix("^{-1}") + r"^{-\top}", _POWER, piece.rank)
    return Piece(f"{_base(piece)}^\\top", _POWER, piece.rank)


def _between(left: Piece, right: Piece) -> str:
    """Return what stands between two factors: a dot between numbers."""
    return r" \cdot " if right.text[:1].isdigit() else r" \, "


def _base(piece: Piece) -> str:
    return piece.at(_ATOM)


def _compare(node: nodes.Compare, of: Of, ranks: Ranks) -> Piece:
    signs = {"<=": r"\le", ">=": r"\ge", "==": "=", "!=": r"\ne"}
    left, right = of(node.left), of(node.comparators[0])
    sign = signs.get(node.ops[0], node.ops[0])
    return Piece(
        rf"\left[{left.text} {sign} {right.text}\right]", _ATOM, max(left.rank, right.rank)
    )


def _attribute(node: nodes.Attribute, of: Of, ranks: Ranks) -> Piece:
    if node.name in ("T", "mT"):
        return _transposed(of(node.value))
    return Piece(rf"\mathrm{{{unparse(node)}}}", _ATOM, 0)


_FUNCTIONS: Final = {
    **{name: rf"\{name}" for name in ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "det": r"\det",
    "max": r"\max",
    "min": r"\min",
    "sigmoid": r"\sigma",
    "sum": r"\sum",
    "trace": r"\operatorname{tr}",
    "sign": r"\operatorname{sign}",
}
_REDUCTIONS: Final = frozenset(
    ["sum", "mean", "prod", "norm", "det", "trace", "logdet", "max", "min", "len"]
)


def _call(node: nodes.Call, of: Of, ranks: Ranks) -> Piece:
    if isinstance(node.func, nodes.Attribute) and not is_path(node.func.value):
        return _method(node, of)
    function = unparse(node.func).removeprefix("math.")
    args = [of(arg) for arg in node.args]
    if function == "where" and len(args) == 3:
        return _cases(args)
    rank = max((arg.rank for arg in args), default=0)
    special = _SPECIAL.get(function)
    if special is not None and args:
        return special(args)
    if function in _REDUCTIONS and len(args) == 1:
        rank = 0
    elif function in _REDUCTIONS:
        return _indexed_reduction(function, args, rank)
    inner = ", ".join(arg.text for arg in args)
    known = function.rpartition(".")[2]
    word = _FUNCTIONS.get(known, rf"\operatorname{{{known}}}".replace("_", r"\_"))
    return Piece(rf"{word}\left({inner}\right)", _PRODUCT, rank)


def _indexed_reduction(function: str, args: list[Piece], rank: int) -> Piece:
    word = _FUNCTIONS.get(function, rf"\operatorname{{{function}}}")
    kept = len(args) > 2
    return Piece(
        rf"{word}_{{{args[1].text}}}\left({args[0].text}\right)",
        _PRODUCT,
        rank if kept else max(rank - 1, 0),
    )


def _method(node: nodes.Call, of: Of) -> Piece:
    assert isinstance(node.func, nodes.Attribute)
    inner = of(node.func.value)
    args = [of(arg) for arg in node.args]
    rest = ", ".join(arg.text for arg in args)
    word = node.func.name.replace("_", r"\_")
    rank = len(args) if node.func.name in ("expand", "reshape") else inner.rank
    return Piece(
        rf"\operatorname{{{word}}}_{{{rest}}}\left({inner.text}\right)",
        _PRODUCT,
        inner.rank + 1 if node.func.name == "unsqueeze" else rank,
    )


def _cases(args: list[Piece]) -> Piece:
    test, yes, no = args
    condition = test.text.removeprefix(r"\left[").removesuffix(r"\right]")
    lines = rf"{yes.text} & {condition} \\ {no.text} & \text{{otherwise}}"
    rank = max(piece.rank for piece in args)
    return Piece(rf"\begin{{cases}} {lines} \end{{cases}}", _SUM, rank)


def _outer(args: list[Piece]) -> Piece:
    return Piece(f"{args[0].at(_PRODUCT)} \\, {_base(args[1])}^\\top", _PRODUCT, 2)


def _kron(args: list[Piece]) -> Piece:
    rows = [f"{_base(arg)}^\\top" if arg.rank == 1 else arg.at(_POWER) for arg in args]
    return Piece(r" \otimes ".join(rows), _SUM, 2)


def _diag(args: list[Piece]) -> Piece:
    rank = 2 if args[0].rank == 1 else 1
    return Piece(rf"\operatorname{{diag}}\left({args[0].text}\right)", _PRODUCT, rank)


def _filled(sign: str) -> Callable[[list[Piece]], Piece]:
    return lambda args: Piece(rf"\mathbf{{{sign}}}", _ATOM, len(args))


_SPECIAL: Final[dict[str, Callable[[list[Piece]], Piece]]] = {
    "sqrt": lambda args: Piece(rf"\sqrt{{{args[0].text}}}", _ATOM, args[0].rank),
    "abs": lambda args: Piece(rf"\left|{args[0].text}\right|", _ATOM, args[0].rank),
    "norm": lambda args: Piece(rf"\left\lVert {args[0].text} \right\rVert", _ATOM, 0),
    "inverse": lambda args: Piece(f"{_base(args[0])}^{{-1}}", _POWER, args[0].rank),
    "matrix_power": lambda args: Piece(f"{_base(args[0])}^{{{args[1].text}}}", _POWER, 2),
    "outer": _outer,
    "kron": _kron,
    "diag": _diag,
    "ones": _filled("1"),
    "zeros": _filled("0"),
    "flatten": lambda args: Piece(
        rf"\operatorname{{flatten}}\left({args[0].text}\right)", _PRODUCT, 1
    ),
    "eye": lambda args: Piece("I", _ATOM, 2),
    "ones_like": lambda args: Piece(r"\mathbf{1}", _ATOM, args[0].rank),
    "zeros_like": lambda args: Piece(r"\mathbf{0}", _ATOM, args[0].rank),
    "full_like": lambda args: Piece(
        rf"{args[1].at(_PRODUCT)} \, \mathbf{{1}}", _PRODUCT, args[0].rank
    ),
    "softmax": lambda args: Piece(
        rf"\operatorname{{softmax}}\left({args[0].text}\right)", _PRODUCT, args[0].rank
    ),
}


def _subscript(node: nodes.Subscript, of: Of, ranks: Ranks) -> Piece:
    inner = of(node.value)
    index = unparse(node.index)
    if index == ":, None":
        return Piece(inner.text, inner.level, 2)
    if inner.text == "I" and index.isdecimal():
        return Piece(f"e_{{{index}}}", _ATOM, 1)
    if "shape" in inner.text or index == "None":
        return Piece(inner.text, inner.level, inner.rank + (index == "None"))
    base = _base(inner)
    if "_{" in base:  # which takes no second one
        base = f"{{{base}}}"
    return Piece(f"{base}_{{{index}}}", _ATOM, max(inner.rank - 1, 0))


def _other(node: nodes.Node, of: Of, ranks: Ranks) -> Piece:
    if isinstance(node, nodes.Tuple):
        return Piece(", ".join(of(part).text for part in node.elements), _ATOM, 0)
    if isinstance(node, nodes.List):
        inner = ", ".join(of(part).text for part in node.elements)
        rank = 1 + max((of(part).rank for part in node.elements), default=0)
        return Piece(rf"\left[{inner}\right]", _ATOM, rank)
    text = unparse(node) if isinstance(node, nodes.Expr) else ""
    return Piece(text.replace("_", r"\_"), _ATOM, 0)


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
