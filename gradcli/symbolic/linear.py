"""The matrix of a linear function: from what it makes of a direction, to what it is.

A Jacobian is found so, as the derivative along a direction is linear in that direction, and a
Hessian, as the Jacobian of the gradient.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod
from typing import Final

from gradcli.errors import op_error
from gradcli.symbolic.algebra import (
    Factor,
    add,
    broadcast,
    expand,
    factors,
    multiply,
    plain,
    product,
    scalars_out,
    terms,
    total,
)
from gradcli.symbolic.expr import Expr, Number, Shape, call, in_order, is_call, is_number, number
from gradcli.symbolic.kronecker import elements_matrix
from gradcli.symbolic.matrices import (
    chain,
    diagonal_matrix,
    outer,
    sum_over,
    transpose,
)
from gradcli.symbolic.rebuild import rebuilt
from gradcli.symbolic.rewrites import settled
from gradcli.symbolic.stacks import by_element

_ONE: Final = Fraction(1)
_ALONG: Final = ("cumsum", "flip")  # which do to each column what they do to a vector


def matrix_of(expr: Expr, direction: Expr, *, reordered: bool = False) -> Expr:
    """Return the matrix, or the number, that a linear function multiplies a direction by.

    The elements of matrices are counted row by row; the matrix of a transpose, which reorders them,
    is written only where it is asked for, as a linear map is shorter. Raises
    ``NotImplementedError`` for functions whose matrix has no expression.
    """
    having = {direction}
    for part in in_order(expr):
        if any(arg in having for arg in part.args):
            having.add(part)
    if direction.shape == ():
        return _number(expr, direction, having)
    if expr not in having:
        rows = (prod(expr.shape),) if expr.shape else ()
        return expand(number(0), (*rows, prod(direction.shape)))
    if len(direction.shape) == 1 and len(expr.shape) <= 1:
        return _Finder(direction, having).rows(expr)
    return elements_matrix(expr, direction, having, _refusal, reordered)


def _refusal(what: str) -> Exception:
    return op_error(
        NotImplementedError,
        f"the matrix of derivatives {what} has no expression",
        code="no-expression",
    )


def _number(expr: Expr, direction: Expr, having: set[Expr]) -> Expr:
    if expr not in having:
        return expand(number(0), expr.shape)
    parts = [product(c, [(term, _ONE), (direction, -_ONE)], term.shape) for c, term in terms(expr)]
    return expand(add(*parts), expr.shape)


class _Finder:
    """Finds matrices of functions that are linear in a vector."""

    def __init__(self, direction: Expr, having: set[Expr]) -> None:
        self.direction, self.having, self.size = direction, having, direction.shape[0]

    def rows(self, expr: Expr) -> Expr:
        """Return the matrix of a vector, or the vector of a number."""
        if expr is self.direction:
            return diagonal_matrix(self.size)
        if len(expr.shape) > 1:
            raise _refusal("of this program")
        slope = self._slope(expr) if _ties(expr) and expr.shape == self.direction.shape else None
        if slope is not None:
            return call("diag", (expand(slope, expr.shape),), (), (*expr.shape, *expr.shape))
        if expr.head == "sum" and expr.data[-1] == 0:
            return self._sum(expr)
        if expr.head == "product":
            return self._product(expr)
        if expr.head == "matmul":
            return self._chain(expr)
        if expr.head == "expand" and expr.args[0].shape == () and len(expr.shape) == 1:
            ones = expand(number(1), expr.shape)
            return outer(ones, self.rows(expr.args[0]))
        if expr.head == "total" and len(expr.args[0].shape) == 1:
            return sum_over(self.rows(expr.args[0]), (0,))
        if expr.head == "call" and expr.name == "mean" and len(expr.args[0].shape) == 1:
            summed = sum_over(self.rows(expr.args[0]), (0,))
            return product(Fraction(1, expr.args[0].shape[0]), [(summed, _ONE)], summed.shape)
        if is_call(expr, "where"):
            return self._chosen(expr)
        if is_call(expr, "stack") and len(expr.shape) == 1:
            empty = expand(number(0), (self.size,))
            rows = [self.rows(arg) if arg in self.having else empty for arg in expr.args]
            return settled(call("stack", by_element(rows), (), (*expr.shape, self.size)))
        if is_call(expr, "select", "slice") and len(expr.args[0].shape) == 1:
            return self._part(expr)
        if is_call(expr, "_put") and len(expr.args[0].shape) == 1:
            return self._put(expr)
        if expr.head == "call" and expr.name in _ALONG and len(expr.args) == 1:
            matrix = self.rows(expr.args[0])
            if len(matrix.shape) == 2:
                return call(expr.name, (matrix,), expr.data[2], matrix.shape)
        raise _refusal("of this program")

    def _put(self, expr: Expr) -> Expr:
        """Return rows of a matrix among rows of zeros."""
        matrix, size = self.rows(expr.args[0]), expr.shape[0]
        if len(matrix.shape) != 2:
            raise _refusal("of this program")
        shape = (size, matrix.shape[1])
        return call("_put", (matrix,), (("shape", shape), ("index", expr.attr("index"))), shape)

    def _part(self, expr: Expr) -> Expr:
        """Return rows of the matrix of the whole."""
        matrix, attrs = self.rows(expr.args[0]), dict(expr.data[2])
        size = expr.args[0].shape[0]
        if is_call(matrix, "eye") and expr.name == "select":
            index = (attrs.get("index", 0) % size, ...)
            given = (("shape", (size,)), ("index", index))
            return call("_put", (number(1),), given, (size,))
        if len(matrix.shape) != 2:
            raise _refusal("of this program")
        shape = (*expr.shape, matrix.shape[1])
        return settled(call(expr.name, (matrix,), expr.data[2], shape))

    def _chosen(self, expr: Expr) -> Expr:
        """Return the diagonal matrix of a choice, element by element."""
        slope = self._slope(expr)
        if slope is None:
            raise _refusal("of this program")
        return call("diag", (expand(slope, expr.shape),), (), (*expr.shape, *expr.shape))

    def _slope(self, expr: Expr) -> Expr | None:
        """Return what multiplies the elements of the direction, if only they stand there."""
        if expr is self.direction or is_number(expr, 0):
            return number(int(expr is self.direction))
        if is_call(expr, "where"):
            test = plain(expr.args[0])
            slopes = self._slopes(_side(plain(arg), test, i) for i, arg in enumerate(expr.args[1:]))
            if test in self.having or slopes is None:
                return None
            return settled(call("where", (test, *slopes), (), expr.shape, expr.kind))
        if expr.head == "sum" and expr.data[-1] == 0:
            ties = _ties(expr)
            if ties:  # a kink is one choice, of which the middle can be left out
                sides = [_side(expr, ties[0], i) for i in (0, 1)]
                return self._slope(call("where", (ties[0], *sides), (), expr.shape))
            slopes = self._slopes(expr.args)
            pairs = zip(expr.data, slopes or (), strict=False)
            return None if slopes is None else total([*pairs], broadcast(*slopes))
        inside = [(b, e) for b, e in factors(expr) if b in self.having]
        if expr.head != "product" or len(inside) != 1 or inside[0][1] != 1:
            return None
        slope = self._slope(inside[0][0])
        rest = [(b, e) for b, e in factors(expr) if b not in self.having]
        if slope is None:
            return None
        shape = broadcast(slope, *[b for b, _ in rest])
        return product(expr.data[0], [*rest, (slope, _ONE)], shape)

    def _slopes(self, parts: Iterable[Expr]) -> list[Expr] | None:
        slopes = [self._slope(part) for part in parts]
        found = [slope for slope in slopes if slope is not None]
        return found if len(found) == len(slopes) else None

    def _sum(self, expr: Expr) -> Expr:
        return self._sum_of(terms(expr), expr.shape)

    def _sum_of(self, pairs: Iterable[tuple[Number, Expr]], shape: Shape) -> Expr:
        parts = []
        for c, term in pairs:
            matrix = self.rows(term)
            for size in shape[: len(shape) + 1 - len(matrix.shape)]:
                matrix = outer(expand(number(1), (size,)), matrix)
            parts.append(product(c, [(matrix, _ONE)], matrix.shape))
        return add(*parts)

    def _product(self, expr: Expr) -> Expr:
        inside = [(b, e) for b, e in factors(expr) if b in self.having]
        outside = [(b, e) for b, e in factors(expr) if b not in self.having]
        if len(inside) != 1 or inside[0][1] != 1:
            raise _refusal("of this program")
        if inside[0][0].head == "sum":
            return self._multiplied_out(expr, inside[0][0], outside)
        matrix = self.rows(inside[0][0])
        shape = tuple(expr.shape)
        factor = product(expr.data[0], outside, shape if _is_vector(outside) else ())
        if factor.shape == ():
            found = multiply(factor, matrix)
            if len(shape) == 1 and len(found.shape) == 1:
                return outer(expand(number(1), shape), found)
            return found
        if len(matrix.shape) == 1:
            return outer(factor, matrix)
        if matrix.head == "call" and matrix.name == "eye":
            before, rest = scalars_out(factor)
            made = call("diag", (rest,), (), matrix.shape)
            return product(_ONE, [*before, (made, _ONE)], matrix.shape)
        before, rest = scalars_out(factor)
        made = call("diag", (rest,), (), (*rest.shape, *rest.shape))
        return product(_ONE, [*before, (chain([made, matrix]), _ONE)], matrix.shape)

    def _multiplied_out(self, expr: Expr, inner: Expr, outside: list[Factor]) -> Expr:
        parts = [
            (expr.data[0] * c, product(_ONE, [*outside, (term, _ONE)], expr.shape))
            for c, term in terms(inner)
        ]
        return self._sum_of(parts, expr.shape)

    def _chain(self, expr: Expr) -> Expr:
        links = list(expr.args)
        diagonal = next((link for link in links if link in self.having), links[0])
        if is_call(diagonal, "diag") and len(links[-1].shape) == 1 == len(expr.shape):
            return self._through(links, links.index(diagonal))
        if links[0] in self.having and links[-1] not in self.having:
            links = [x if len(x.shape) == 1 else transpose(x) for x in reversed(links)]
        if any(link in self.having for link in links[:-1]):
            raise _refusal("of this program")
        matrix = self.rows(links[-1])
        if len(links[0].shape) == 1:  # a number: v @ A @ f
            return chain([transpose(matrix), *[_t(x) for x in reversed(links[:-1])]])
        return chain([*links[:-1], matrix])

    def _through(self, links: list[Expr], place: int) -> Expr:
        """Return the matrix of a chain: ``diag(f) @ v`` is ``diag(v) @ f``."""
        after = chain(links[place + 1 :])
        if after in self.having or any(link in self.having for link in links[place + 1 :]):
            raise _refusal("of this program")
        scalars, vector = scalars_out(after)
        other = call("diag", (vector,), (), links[place].shape)
        matrix = chain([*links[:place], other, self.rows(links[place].args[0])])
        return product(_ONE, [*scalars, (matrix, _ONE)], matrix.shape)


def _ties(expr: Expr) -> list[Expr]:
    """Return the tests, whether two values are equal, of what sums and products choose."""
    parts = [expr]
    for part in parts:  # which grow
        if part.head in ("sum", "product") or is_call(part, "where"):
            parts += [arg for arg in part.args if arg not in parts]
    choices = [part for part in parts if is_call(part, "where")]
    return [part.args[0] for part in choices if is_call(part.args[0], "eq")]


def _side(expr: Expr, test: Expr, side: int) -> Expr:
    """Return an expression where a test of its choices is true (0), or where it is not (1)."""
    if is_call(expr, "where") and plain(expr.args[0]) is test:
        return expand(_side(plain(expr.args[1 + side]), test, side), expr.shape)
    if expr.head not in ("sum", "product") and not is_call(expr, "where"):
        return expr
    return rebuilt(expr, [_side(arg, test, side) for arg in expr.args])


def _t(expr: Expr) -> Expr:
    return transpose(expr) if len(expr.shape) == 2 else expr


def _is_vector(pairs: list[tuple[Expr, Fraction | float | complex]]) -> bool:
    return any(base.shape for base, _ in pairs)
