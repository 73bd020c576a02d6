"""Parts of a formula in LaTeX, and how two of them are written beside each other.

A vector is a column wherever it stands, so what broadcasting does to rows and columns is written
as the product that does the same. This module knows brackets, products and letters. It does not
know the language.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

SUM, SIGN, ELEMENTWISE, CHAIN, PRODUCT, POWER, ATOM = range(7)
_GREEK: Final = re.compile(
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi"
    "|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega"
)


_NUMBER: Final = re.compile(r"([0-9.]+ \\, )(.+)", re.DOTALL)


class Piece(NamedTuple):
    """LaTeX, how strongly it binds, and how many dimensions its value has.

    A matrix of one "row" or "column" is ``thin``: its text is that of the vector in it. A factor
    after the text would belong to a sum at its end; ``closed`` has brackets around that.
    """

    text: str
    level: int
    rank: int
    thin: str = ""
    closed: str = ""

    def at(self, level: int) -> str:
        """Return the text, in brackets unless it binds as strongly."""
        return self.text if self.level >= level else rf"\left({self.text}\right)"

    def before(self, level: int) -> str:
        """Return what can stand before a factor."""
        return self.closed if self.closed and self.level >= level else self.at(level)

    @property
    def base(self) -> str:
        """The text that an exponent can stand at."""
        return self.at(ATOM)


def letter(name: str) -> str:
    """Return a name: a letter, a Greek one, or a word, and its number below it."""
    base = name.rstrip("0123456789")
    index = name[len(base) :]
    if name == "inf":
        return r"\infty"
    if _GREEK.fullmatch(base):
        text = "\\" + base
    else:
        text = base if len(base) == 1 else rf"\mathrm{{{base}}}".replace("_", r"\_")
    return f"{text}_{{{index}}}" if index else text


# Texts of a program, which are never read as LaTeX


ESCAPES: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "#$%&_"},
}


def escaped(text: str) -> str:
    """Return a text as it is, in LaTeX."""
    return "".join(ESCAPES.get(sign, sign) for sign in text)


def typed(text: str) -> str:
    """Return a piece of a program as it was typed."""
    return rf"\texttt{{{escaped(text)}}}" if text else ""


# Transposes and chains


def transposed(piece: Piece) -> Piece:
    """Return the transpose, without two of them at one letter."""
    if piece.thin:
        return piece._replace(thin="row" if piece.thin == "column" else "column")
    if piece.text.endswith(r"^\top") and piece.level == POWER:
        return Piece(piece.text.removesuffix(r"^\top"), ATOM, piece.rank)
    if piece.text.endswith("^{-1}") and piece.level == POWER:
        return Piece(piece.text.removesuffix("^{-1}") + r"^{-\top}", POWER, piece.rank)
    return Piece(f"{piece.base}^\\top", POWER, piece.rank)


def as_matrix(piece: Piece) -> Piece:
    """Return what stands for a matrix of one row or column where its shape counts."""
    plain = piece._replace(thin="")
    return transposed(plain) if piece.thin == "row" else plain


def chain(links: list[Piece], rank: int) -> Piece:
    """Return a product of matrices, in which vectors are columns wherever they stand."""
    links = [as_matrix(link) for link in links]
    first, last = links[0], links[-1]
    if first.rank == 1 and last.rank == 2 and rank == 1:  # a row, which is a column transposed
        turned = [transposed(link) for link in reversed(links[1:])]
        return joined([*turned, first], 1)
    if first.rank == 1:
        links[0] = transposed(first)
    return joined(links, rank)


def joined(links: list[Piece], rank: int) -> Piece:
    """Return factors beside each other; a sign before the first is that of all."""
    first, last = links[0], links[-1]
    start = SIGN if first.level == SIGN else PRODUCT
    texts = [first.before(start), *(link.before(PRODUCT) for link in links[1:])]
    level = SIGN if first.level == SIGN else CHAIN
    text = r" \, ".join([*texts[:-1], last.at(PRODUCT)])
    return Piece(text, level, rank, closed=r" \, ".join(texts))


# What broadcasting does


def fitted(pieces: list[Piece]) -> list[Piece]:
    """Return operands in one shape; numbers, and what has more than two dimensions, stay."""
    if max(piece.rank for piece in pieces) != 2:
        return pieces
    pieces = [_as_row(piece) for piece in pieces]
    thin = {piece.thin for piece in pieces if piece.rank}
    return pieces if len(thin) == 1 else [_spread(piece) for piece in pieces]


def _as_row(piece: Piece) -> Piece:
    return piece._replace(rank=2, thin="row") if piece.rank == 1 else piece


def _spread(piece: Piece) -> Piece:
    """Return the whole matrix that a row or column is broadcast to."""
    if not piece.thin:
        return piece
    plain, ones = piece._replace(thin=""), Piece(r"\mathbf{1}", ATOM, 1)
    return _outer(plain, ones) if piece.thin == "column" else _outer(ones, plain)


def _outer(column: Piece, row: Piece) -> Piece:
    return joined([column, transposed(row)], 2)


def outer(pieces: list[Piece]) -> Piece:
    """Return the matrix of all products of the elements of two vectors."""
    return _outer(*pieces)


def diagonal(piece: Piece) -> Piece:
    """Return the diagonal matrix of a vector, or the diagonal of a matrix."""
    rank = 2 if piece.rank == 1 or piece.thin else 1
    return Piece(rf"\operatorname{{diag}}\left({piece.text}\right)", PRODUCT, rank)


def product(left: Piece, right: Piece) -> Piece:
    """Return a product element by element."""
    if left.rank and right.rank:
        if max(left.rank, right.rank) == 2:
            left, right = _as_row(left), _as_row(right)
        if left.thin != right.thin:
            return _broadcast(left, right)
        first = left.text if left.level in (SIGN, ELEMENTWISE) else left.at(PRODUCT)
        first = left.closed if left.closed and first == left.text else first
        end = rf" \odot {right.before(PRODUCT)}"
        level = SIGN if left.level == SIGN else ELEMENTWISE
        rank = max(left.rank, right.rank)
        return Piece(rf"{first} \odot {right.at(PRODUCT)}", level, rank, left.thin, first + end)
    left, right = _number_aside(left, right), _number_aside(right, left)
    if left.rank and left.level >= CHAIN and right.level >= CHAIN:
        left, right = right, left
    factor = right.at(CHAIN)
    first = left.before(SIGN) + (r" \cdot " if factor[:1].isdigit() else r" \, ")
    level = CHAIN if CHAIN in (left.level, right.level) else PRODUCT
    level = min(level, left.level) if left.level < CHAIN else level
    whole = left if left.rank else right
    return Piece(first + factor, level, whole.rank, whole.thin, first + right.before(CHAIN))


def _number_aside(piece: Piece, other: Piece) -> Piece:
    """Return a number in brackets where its vectors could be taken to multiply another one."""
    if piece.rank or not other.rank or piece.level != CHAIN:
        return piece
    return Piece(rf"\left({piece.text}\right)", ATOM, 0)


def _broadcast(left: Piece, right: Piece) -> Piece:
    """Return the product of a row or column with what is none, as one of matrices."""
    if left.thin == "row" or right.thin == "column":
        left, right = right, left
    if left.thin and right.thin:
        return _outer(left._replace(thin=""), right._replace(thin=""))
    numbers, left, right = _number_first(left, right)
    whole = joined(
        [diagonal(left) if left.thin else left, diagonal(right) if right.thin else right], 2
    )
    return whole._replace(text=numbers + whole.text, closed=numbers + whole.closed)


def _number_first(left: Piece, right: Piece) -> tuple[str, Piece, Piece]:
    """Return the number that the second of two factors begins with, and both without it."""
    found = _NUMBER.fullmatch(right.text) if right.level in (PRODUCT, CHAIN) else None
    if found is None or left.level == SIGN:
        return "", left, right
    rest = _NUMBER.fullmatch(right.closed)
    closed = rest[2] if rest else ""
    return found[1], left, right._replace(text=found[2], closed=closed)
