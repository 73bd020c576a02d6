"""The matrix of a linear function of or to matrices, whose elements are counted row by row.

The product ``P @ V @ Q`` is then ``kron(P, Q.T)`` times the elements of ``V``. This module knows
which functions have such a matrix; ``linear`` has those of vectors to vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import add, expand, factors, multiply, product, reshape, scaled, terms
from gradcli.symbolic.expr import Expr, call, number
from gradcli.symbolic.matrices import chain, diagonal_matrix, outer, sum_over, transpose
from gradcli.symbolic.translate import permuted

_ONE: Final = Fraction(1)

Refusal = Callable[[str], Exception]


def elements_matrix(
    expr: Expr, direction: Expr, having: set[Expr], refusal: Refusal, reordered: bool
) -> Expr:
    """Return the matrix from the elements of a direction to those of an expression linear in it.

    Of a number it is a vector. Raises what ``refusal`` makes where there is no such matrix.
    """
    return _Elements(direction, having, refusal, reordered).of(expr)


class _Elements:
    def __init__(
        self, direction: Expr, having: set[Expr], refusal: Refusal, reordered: bool
    ) -> None:
        self.direction, self.having = direction, having
        self.refusal, self.reordered = refusal, reordered

    def of(self, expr: Expr) -> Expr:
        if expr is self.direction:
            matrix = len(expr.shape) == 2
            sizes = expr.shape if matrix else (_count(expr),)
            return _kron(*map(diagonal_matrix, sizes)) if matrix else diagonal_matrix(*sizes)
        if expr.head == "reshape":
            return self.of(expr.args[0])
        if self.reordered and expr.head == "T" and expr.args[0] in self.having:
            return self._after(_turning(*expr.args[0].shape), expr.args[0])
        if expr.head == "sum" and expr.data[-1] == 0:
            if all(term.shape in ((), expr.shape) for _, term in terms(expr)):
                parts = [(c, self.of(expand(term, expr.shape))) for c, term in terms(expr)]
                return add(*[scaled(c, part) for c, part in parts])
        elif expr.head == "product":
            return self._product(expr)
        elif expr.head == "matmul":
            return self._chain(expr)
        elif expr.head == "outer":
            return self._outer(expr)
        elif expr.head == "expand" and expr.args[0].shape == ():
            return outer(expand(number(1), (_count(expr),)), self.of(expr.args[0]))
        elif expr.head == "expand" and expr.args[0].shape == expr.shape[1:]:
            ones = expand(number(1), expr.shape[:1])
            return self._after(_kron(_column(ones), diagonal_matrix(expr.shape[1])), expr.args[0])
        elif expr.head == "total":
            return self._total(expr, expr.data)
        elif expr.name == "mean":
            (inner,) = expr.args
            dims = expr.attr("dim") or tuple(range(len(inner.shape)))
            return scaled(Fraction(_count(expr), _count(inner)), self._total(expr, dims))
        raise self.refusal("of this program")

    def _total(self, expr: Expr, dims: tuple[int, ...]) -> Expr:
        """Return the matrix of a sum along dimensions, weighted by a factor where there is one."""
        (inner,) = expr.args
        if expr.shape == ():
            return sum_over(self.of(inner), (0,))
        if len(inner.shape) != 2:
            raise self.refusal("of this program")
        (dim,) = dims
        weights = expand(number(1), inner.shape[dim : dim + 1])
        outside = [(b, e) for b, e in factors(inner) if b not in self.having]
        along = (inner.shape[0], 1) if dim == 0 else (inner.shape[1],)
        if outside and all(base.shape in ((), along) for base, _ in outside):
            weights = _flat(product(_ONE, outside, along))
            inner = product(
                inner.data[0], [p for p in factors(inner) if p not in outside], inner.shape
            )
        eye = diagonal_matrix(inner.shape[1 - dim])
        made = _kron(eye, weights) if dim == 1 else _kron(weights, eye)
        return self._after(made, inner)

    def _after(self, matrix: Expr, inner: Expr) -> Expr:
        """Return the matrix of first one part and then a matrix."""
        return matrix if inner is self.direction else chain([matrix, self.of(inner)])

    def _product(self, expr: Expr) -> Expr:
        inside = [(b, e) for b, e in factors(expr) if b in self.having]
        outside = [(b, e) for b, e in factors(expr) if b not in self.having]
        if len(inside) != 1 or inside[0][1] != 1:
            raise self.refusal("of this program")
        inner = inside[0][0]
        if all(base.shape == () for base, _ in outside):
            return multiply(product(expr.data[0], outside, ()), self.of(inner))
        factor = product(expr.data[0], outside, expr.shape)
        if factor.shape != expr.shape or inner.shape not in ((), expr.shape):
            raise self.refusal("of this program")
        flat = _flat(factor)
        if inner.shape == ():
            return outer(flat, self.of(inner))
        return self._after(call("diag", (flat,), (), (flat.shape[0],) * 2), inner)

    def _chain(self, expr: Expr) -> Expr:
        links = expr.args
        if len(expr.shape) < 2 and any(link.head == "T" and link in self.having for link in links):
            links = _reversed(links)  # of which the elements are the same
        places = [place for place, link in enumerate(links) if link in self.having]
        if len(places) != 1:
            raise self.refusal("of this program")
        place, link = places[0], links[places[0]]
        left, right = links[:place], links[place + 1 :]
        if len(link.shape) == 1:
            return chain([*(left or _reversed(right)), self.of(link)])
        before = chain(left) if left else diagonal_matrix(link.shape[0])
        after = chain(right) if right else diagonal_matrix(link.shape[1])
        after = transpose(after) if len(after.shape) == 2 else after
        return self._after(_kron(before, after), link)

    def _outer(self, expr: Expr) -> Expr:
        a, b = expr.args
        if a in self.having and b in self.having:
            raise self.refusal("of this program")
        if a in self.having:
            return self._after(_kron(diagonal_matrix(a.shape[0]), _column(b)), a)
        return self._after(_kron(_column(a), diagonal_matrix(b.shape[0])), b)


def _reversed(links: Sequence[Expr]) -> tuple[Expr, ...]:
    """Return the transposed links of a chain in the opposite order."""
    return tuple(x if len(x.shape) == 1 else transpose(x) for x in reversed(links))


def _turning(rows: int, columns: int) -> Expr:
    """Return the commutation matrix, which puts the elements of a matrix in the order of columns.

    Source: Magnus and Neudecker, "The commutation matrix" (1979).
    """
    count = rows * columns
    whole = _kron(diagonal_matrix(rows), diagonal_matrix(columns))
    apart = reshape(whole, (rows, columns, count))
    return reshape(permuted(apart, (1, 0, 2)), (count, count))


def _count(expr: Expr) -> int:
    count = 1
    for size in expr.shape:
        count *= size
    return count


def _flat(expr: Expr) -> Expr:
    """Return an expression's elements row by row."""
    if expr.shape == (_count(expr), 1):
        return reshape(expr, expr.shape[:1])
    return expr if len(expr.shape) == 1 else call("flatten", (expr,), (), (_count(expr),))


def _column(vector: Expr) -> Expr:
    return reshape(vector, (*vector.shape, 1))


def _kron(a: Expr, b: Expr) -> Expr:
    """Return the Kronecker product; a vector counts as a row."""
    if diagonal_matrix(1) in (a, b):
        return b if a is diagonal_matrix(1) else a
    sizes = [(1, *x.shape)[-2:] for x in (a, b)]
    shape = (sizes[0][0] * sizes[1][0], sizes[0][1] * sizes[1][1])
    return call("kron", (a, b), (), shape[1:] if len(a.shape) == len(b.shape) == 1 else shape)
