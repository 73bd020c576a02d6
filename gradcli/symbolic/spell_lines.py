"""How products are written of matrices that have one row or one column.

Expressions have vectors in their places, so that a product of any of them has one form; people who
have the matrix multiply by it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from gradcli.symbolic.algebra import split
from gradcli.symbolic.expr import Expr, Shape
from gradcli.symbolic.spell_calls import Spells
from gradcli.symbolic.tree import (
    NOWHERE,
    binary,
    called,
    constant,
    indexed,
    literal,
    method,
    numeral,
    transposed,
)
from gradcli.syntax import nodes


def count_of(speller: Spells, size: int) -> nodes.Expr:
    """Return a size, by its name, or as the product of two that have names."""
    pairs = [(a, b) for a in speller.sizes for b in speller.sizes if a <= b and a * b == size]
    if size in speller.sizes or len(pairs) != 1:
        return speller.size(size)
    return binary(speller.size(pairs[0][0]), "*", speller.size(pairs[0][1]))


def is_turned(expr: Expr) -> bool:
    """Tell whether a matrix is another one of one row or column, transposed."""
    old, new = expr.args[0].shape, expr.shape
    return len(old) == len(new) == 2 and old == new[::-1] and old != new and 1 in new


def line_product(speller: Spells, expr: Expr, shape: Shape) -> nodes.Expr | None:
    """Return a product as a matrix of one row or column, where it is by another one."""
    coefficient, inner = split(expr)
    if inner.head != "matmul" or {expr, inner} & speller.names.keys() or len(inner.shape) != 1:
        return None
    if shape not in ((*inner.shape, 1), (1, *inner.shape)) or not isinstance(coefficient, Fraction):
        return None
    column = shape[1] == 1
    *links, vector = inner.args
    line = _line(speller, vector, column)
    if line is None or any(len(link.shape) != 2 for link in links):
        return None
    parts = [*map(speller.of, links), line] if column else [line, *_reversed(speller, links)]
    node = reduce(lambda a, b: binary(a, "@", b), parts)
    if coefficient.numerator != 1:
        node = binary(numeral(Fraction(coefficient.numerator)), "*", node)
    below = Fraction(coefficient.denominator)
    return node if below == 1 else binary(node, "/", numeral(below))


def _reversed(speller: Spells, links: list[Expr]) -> list[nodes.Expr]:
    """Return matrices transposed, the last first."""
    return [
        speller.of(link.args[0]) if link.head == "T" else transposed(speller.of(link))
        for link in reversed(links)
    ]


def line_outer(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Return an outer product of two vectors that are matrices of one column or row."""
    a, b = expr.args
    column, row = _line(speller, a, True), _line(speller, b, False)
    return None if column is None or row is None else binary(column, "@", row)


def line_dot(speller: Spells, expr: Expr) -> nodes.Expr | None:
    """Return the product of two matrices of one row or column as the sum of their elements'."""
    if expr.shape or any(not _is_line(speller, arg) for arg in expr.args):
        return None
    a, b = (arg.args[0] for arg in expr.args)
    if a is b:
        return called("sum", [binary(speller.of(a), "**", numeral(2))])
    return (
        called("sum", [binary(speller.of(a), "*", speller.of(b))]) if a.shape == b.shape else None
    )


def _is_line(speller: Spells, vector: Expr) -> bool:
    return vector.head == "reshape" and vector not in speller.names


def _line(speller: Spells, vector: Expr, column: bool) -> nodes.Expr | None:
    """Return the matrix that a vector was made of, as a column or a row."""
    if vector.head == "matmul" and vector not in speller.names:
        size = len(vector.shape) and vector.shape[0]
        return line_product(speller, vector, (size, 1) if column else (1, size))
    if not _is_line(speller, vector):
        return None
    (matrix,) = vector.args
    if len(matrix.shape) != 2:
        return None
    node = speller.of(matrix)
    upright = matrix.shape[1] == 1
    return node if upright == column or matrix.shape == (1, 1) else transposed(node)


def line_among(node: nodes.Expr, old: tuple[int, ...], new: tuple[int, ...]) -> nodes.Expr | None:
    """Return what has one more dimension of size 1, or more or less of them before the others."""
    front = abs(len(new) - len(old))
    if new == (1,) * front + old:
        return indexed(node, [constant(None)] * front)
    if new and old == (1,) * front + new:
        return indexed(node, [constant(0)] * front)
    added = [d for d in range(len(new)) if new[d] == 1 and (*new[:d], *new[d + 1 :]) == old]
    if not added:
        return None
    if added[0] == 1 and len(new) == 2:
        return indexed(node, [nodes.Slice(NOWHERE, None, None, None), constant(None)])
    return method(node, "unsqueeze", [literal(added[0])])
