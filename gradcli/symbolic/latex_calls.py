"""Functions of the language in LaTeX: by their signs where mathematics has one, else by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final

from gradcli.symbolic.latex_pieces import (
    ATOM,
    POWER,
    PRODUCT,
    SUM,
    Piece,
    as_matrix,
    diagonal,
    escaped,
    fitted,
    letter,
    outer,
    product,
    transposed,
)

_SHORT: Final = {
    **{name: rf"\{name}" for name in ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{name: rf"\arc{name[1:]}" for name in ("asin", "acos", "atan")},
    **{name: rf"\operatorname{{ar{name[1:]}}}" for name in ("asinh", "acosh", "atanh")},
    "det": r"\det",
    "max": r"\max",
    "min": r"\min",
    "sigmoid": r"\sigma",
    "sum": r"\sum",
    "trace": r"\operatorname{tr}",
    "digamma": r"\psi",
    "lgamma": r"\log\Gamma",
    "ndtr": r"\Phi",
}
_LETTERS: Final = {"sigmoid": "sigma", "digamma": "psi", "lgamma": "Gamma", "ndtr": "Phi"}
_ELEMENTWISE: Final = frozenset(_SHORT) - {"det", "max", "min", "sum", "trace"}
_REDUCTIONS: Final = re.compile(
    "sum|mean|prod|norm|det|trace|logdet|max|min|len|logsumexp|var|std|amax|amin"
)
# These keep the shape, and have the dimension as their second argument.
_ALONG: Final = re.compile("softmax|log_softmax|cumsum|cumprod|logcumsumexp|flip|argsort")
_PARTS: Final = {  # how many dimensions each of several results has
    f"torch.linalg.{name}": ranks
    for name, ranks in (("svd", "212"), ("eigh", "12"), ("qr", "22"), ("slogdet", "00"))
}


def called(
    function: str, args: list[Piece], named: Mapping[str, Piece], inputs: Container[str]
) -> Piece:
    """Return a call of a function, of arguments by their place and by their names."""
    known = function.rpartition(".")[2]
    if known == "where" and len(args) == 3:
        return _cases(args)
    if known == "masked_fill" and len(args) == 3:
        return _cases([args[1], args[2], args[0]])
    if known == "clamp" and len(args) == len(named) == 1:
        ((bound, limit),) = named.items()
        known, args, named = ("max" if bound == "min" else "min"), [*args, limit], {}
        return _plain(_word(known, inputs), fitted(args), [])
    if known == "tensor" and len(args) == 1 and not args[0].rank:
        return args[0]._replace(text=args[0].text.removesuffix(".0"))
    special = _SPECIAL.get(function.removeprefix("math."))
    if special is not None and args and not named:
        return special(args)
    word = _word(known, inputs)
    if _REDUCTIONS.fullmatch(known) and (len(args) > 1 or named):
        return _reduced(word, args, named)
    if _ALONG.fullmatch(known) and len(args) == 2:
        first = as_matrix(args[0])
        return _applied(word + (f"_{{{args[1].text}}}" if first.rank > 1 else ""), first)
    if known not in _ELEMENTWISE or len(args) > 1:
        args = list(map(as_matrix, args))
    found = _plain(word, args, [f"{letter(name)} = {arg.text}" for name, arg in named.items()])
    if _REDUCTIONS.fullmatch(known):
        return found._replace(rank=0)
    return found._replace(rank=found.rank + (known in ("arange", "one_hot")))


def _plain(word: str, args: list[Piece], named: list[str]) -> Piece:
    first = max(args, key=lambda arg: arg.rank, default=Piece("", ATOM, 0))
    return _applied(word, first._replace(text=", ".join([*(arg.text for arg in args), *named])))


def _word(name: str, inputs: Container[str]) -> str:
    """Return what a function is called; the sign for it is not one that an input has."""
    if name in _SHORT and _LETTERS.get(name) not in inputs:
        return _SHORT[name]
    return rf"\operatorname{{{escaped(name)}}}"


def _applied(word: str, inner: Piece) -> Piece:
    """Return a function of what stands in brackets; a sum ends where these do."""
    text = rf"{word}\left({inner.text}\right)"
    closed = rf"\left({text}\right)" if word.startswith(r"\sum") else ""
    return Piece(text, PRODUCT, inner.rank, inner.thin, closed)


def _reduced(word: str, args: list[Piece], named: Mapping[str, Piece]) -> Piece:
    """Return a reduction along a dimension, which is the only one that a vector has."""
    first, kept = as_matrix(args[0]), "keepdim" in named or len(args) > 2
    axis = args[1].text if len(args) > 1 else named["dim"].text if "dim" in named else ""
    axis = axis.removeprefix(r"\left(").removesuffix(r"\right)")
    below = [axis] if len(args) > 1 and first.rank != 1 else []
    skipped = {"keepdim", "dim"} if first.rank == 1 else {"keepdim"}
    more = {name: arg for name, arg in named.items() if name not in skipped}
    below += [f"{letter(name)}={arg.text}" for name, arg in more.items()]
    found = _applied(word + (f"_{{{', '.join(below)}}}" if below else ""), first)
    if first.rank == 1 or not (axis or kept):
        return found._replace(rank=0)
    if kept and first.rank == 2:
        return found._replace(thin="row" if axis in ("0", "-2") else "column")
    return found._replace(rank=first.rank if kept else max(first.rank - 1, 0))


def part(function: str, index: int) -> int | None:
    """Return how many dimensions one of several results of a function has, where that is known."""
    ranks = _PARTS.get(function, "")
    return int(ranks[index]) if index < len(ranks) else None


def method(name: str, inner: Piece, args: list[Piece]) -> Piece:
    """Return a call of a method; what it is given stands below its name."""
    if name == "expand" and 0 < len(args) < 3 and (inner.rank < 2 or inner.thin):
        return _expanded(inner, len(args))
    if name == "unsqueeze" and inner.rank == 1:
        return inner._replace(rank=2, thin="row" if args[0].text == "0" else "column")
    rank = len(args) if name in ("expand", "reshape") else inner.rank + (name == "unsqueeze")
    word, rest = name.replace("_", r"\_"), ", ".join(arg.text for arg in args)
    below = f"_{{{rest}}}" if rest else ""
    if _ALONG.fullmatch(name) and inner.rank == 1:
        below = ""
    text = as_matrix(inner).text
    return Piece(rf"\operatorname{{{word}}}{below}\left({text}\right)", PRODUCT, rank)


def _expanded(inner: Piece, rank: int) -> Piece:
    """Return a number, or the rows of a matrix, as often as they are there."""
    if inner.rank == 0:
        return product(inner, Piece(r"\mathbf{1}", ATOM, rank))
    if rank == 1:
        return inner
    if inner.thin == "column":
        return outer([as_matrix(inner), Piece(r"\mathbf{1}", ATOM, 1)])
    return outer([Piece(r"\mathbf{1}", ATOM, 1), inner._replace(thin="")])


def _cases(args: list[Piece]) -> Piece:
    test, yes, no = fitted(args)
    condition = test.text
    if test.level == ATOM and condition.count(r"\left[") == 1:
        condition = condition.removeprefix(r"\left[").removesuffix(r"\right]")
    rest = no.text.removeprefix(_CHOICE)
    last = rest.removesuffix(_CHOSEN) if rest != no.text and rest.count(_CHOSEN) == 1 else ""
    last = last or rf"{no.text} & \text{{otherwise}}"
    lines = rf"{yes.text} & {condition} \\ {last}"
    largest = max(test, yes, no, key=lambda piece: piece.rank)
    text = f"{_CHOICE}{lines}{_CHOSEN}"
    return Piece(text, SUM, largest.rank, largest.thin)


def _kron(args: list[Piece]) -> Piece:
    args = [as_matrix(arg) for arg in args]
    rows = [f"{arg.base}^\\top" if arg.rank == 1 else arg.at(POWER) for arg in args]
    return Piece(r" \otimes ".join(rows), SUM, 2)


def _filled(sign: str) -> Callable[[list[Piece]], Piece]:
    return lambda args: Piece(rf"\mathbf{{{sign}}}", ATOM, len(args))


def stacked(args: list[Piece], axis: Sequence[str] = ()) -> Piece:
    """Return numbers below each other, or vectors as the rows of a matrix, or its columns."""
    rank = 1 + max(arg.rank for arg in args)
    if rank == 2 and axis and axis[0] in ("1", "-1"):
        columns = " & ".join(arg.text for arg in args)
        return Piece(f"{_MATRIX}{columns}{_END}", ATOM, rank)
    rows = r" \\ ".join(map(_row, args))
    return Piece(f"{_MATRIX}{rows}{_END}", ATOM, rank)


def _row(piece: Piece) -> str:
    if piece.text.startswith(_MATRIX) and piece.level == ATOM:
        return piece.text.removeprefix(_MATRIX).removesuffix(_END).replace(r" \\ ", " & ")
    return (transposed(piece) if piece.rank else piece).text


_CHOICE: Final = r"\begin{cases} "
_CHOSEN: Final = r" \end{cases}"
_MATRIX: Final = r"\begin{pmatrix} "
_END: Final = r" \end{pmatrix}"


_SPECIAL: Final[dict[str, Callable[[list[Piece]], Piece]]] = {
    "sqrt": lambda args: Piece(rf"\sqrt{{{args[0].text}}}", ATOM, args[0].rank, args[0].thin),
    "abs": lambda args: Piece(rf"\left|{args[0].text}\right|", ATOM, args[0].rank, args[0].thin),
    "norm": lambda args: Piece(
        rf"\left\lVert {args[0].text} \right\rVert" + "".join(f"_{{{p.text}}}" for p in args[1:]),
        ATOM,
        0,
    ),
    "inverse": lambda args: Piece(f"{args[0].base}^{{-1}}", POWER, args[0].rank),
    "matrix_power": lambda args: Piece(f"{args[0].base}^{{{args[1].text}}}", POWER, 2),
    "torch.linalg.cross": lambda args: Piece(
        rf"{args[0].base} \times {args[1].base}", SUM, max(arg.rank for arg in args)
    ),
    "polygamma": lambda args: Piece(
        rf"\psi^{{\left({args[0].text}\right)}}\left({args[1].text}\right)", PRODUCT, args[1].rank
    ),
    "outer": outer,
    "kron": _kron,
    "diag": lambda args: diagonal(args[0]),
    "ones": _filled("1"),
    "zeros": _filled("0"),
    "flatten": lambda args: Piece(
        rf"\operatorname{{flatten}}\left({args[0].text}\right)", PRODUCT, 1
    ),
    "eye": lambda args: Piece("I", ATOM, 2),
    "ones_like": lambda args: Piece(r"\mathbf{1}", ATOM, args[0].rank),
    "zeros_like": lambda args: Piece(r"\mathbf{0}", ATOM, args[0].rank),
    "full_like": lambda args: product(args[1], Piece(r"\mathbf{1}", ATOM, args[0].rank)),
}
