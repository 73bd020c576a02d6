"""The rows of the table of rewrites that are about diagonal matrices, and diagonals of products."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Final

from gradcli.symbolic.algebra import (
    Factor,
    expand,
    factors,
    multiply,
    plain,
    product,
    reshape,
    split,
)
from gradcli.symbolic.expr import Expr, Shape, call, is_call, is_number, number
from gradcli.symbolic.matrices import chain, diagonal_matrix, is_rank_one, is_symmetric, transpose
from gradcli.symbolic.rewrites import row, settled

_ONE: Final = Fraction(1)


def _is_diagonal(expr: Expr) -> bool:
    return is_call(expr, "diag") and len(expr.args[0].shape) == 1


def _diagonal(vector: Expr) -> Expr:
    return settled(call("diag", (vector,), (), vector.shape * 2, vector.kind))


@row("inverse", before="inverse(diag(x))", after="diag(1 / x)")
def _inverse(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    if not _is_diagonal(inner):
        return None
    (x,) = inner.args
    return _diagonal(product(_ONE, [(x, -_ONE)], x.shape))


@row("det", before="det(diag(x))", after="prod(x)")
@row("det", before="det(outer(x, y))", after="0", shapes="x=3 y=3")
def _determinant(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    if is_rank_one(inner) and inner.shape[0] > 1:
        return number(0)
    return call("prod", inner.args, (), (), inner.kind) if _is_diagonal(inner) else None


@row(
    "matmul",
    before="diag(x) @ diag(exp(x)) @ A",
    after="diag(x * exp(x)) @ A",
    shapes="x=3 A=3,2",
)
def _several(expr: Expr) -> Expr | None:
    """Write diagonal matrices beside each other as one."""
    links = list(expr.args)
    for place, (a, b) in enumerate(pairwise(links)):
        if _is_diagonal(a) and _is_diagonal(b):
            one = _diagonal(multiply(a.args[0], b.args[0]))
            return chain([*links[:place], one, *links[place + 2 :]])
    return None


@row("diagonal", before="diagonal(diag(x))", after="x")
@row("diagonal", before="diagonal(y * diag(exp(x)))", after="y * exp(x)", shapes="x=3 y=")
@row("diagonal", before="diagonal(A.T @ diag(x))", after="x * diag(A)", shapes="x=3 A=3,3")
@row("diagonal", before="diagonal(A @ diag(x) @ B)", after="A * B.T @ x", shapes="x=3 A=3,3 B=3,3")
def _diagonal_of(expr: Expr) -> Expr | None:
    """Write the diagonal of a matrix that is, or is made with, a diagonal one."""
    (inner,) = expr.args
    if expr.data[2] or len(inner.shape) != 2:
        return None
    if _is_diagonal(inner):
        return inner.args[0]
    pairs = factors(inner)
    numbers = [(base, exp) for base, exp in pairs if not base.shape]
    if numbers and len(pairs) == len(numbers) + 1:
        ((matrix, power),) = (pair for pair in pairs if pair[0].shape)
        rest = settled(call("diagonal", (matrix,), (), expr.shape, matrix.kind))
        return product(inner.data[0], [*numbers, (rest, power)], expr.shape)
    if inner.head == "matmul" and len(inner.args) == 3 and _is_diagonal(inner.args[1]):
        before, middle, after = inner.args
        return chain([multiply(before, transpose(after)), middle.args[0]])
    links = inner.args if inner.head == "matmul" else ()
    for end, others in ((links[:1], links[1:]), (links[-1:], links[:-1])):
        if end and _is_diagonal(end[0]):
            other = chain(others)
            other = other.args[0] if other.head == "T" else other  # which has the same diagonal
            line = settled(call("diagonal", (other,), (), expr.shape, other.kind))
            return multiply(end[0].args[0], line)
    return None


@row("total", before="sum(outer(x, exp(y)) * eye(3))", after="x @ exp(y)", shapes="x=3 y=3")
@row("total", before="sum(A * eye(3))", after="trace(A)", shapes="A=3,3")
@row("total", before="sum(eye(3)**2)", after="3")
def _trace(expr: Expr) -> Expr | None:
    """Write the sum of a diagonal as the trace it is, that of an outer product as a product."""
    (inner,) = expr.args
    coefficient, pairs = split(inner)[0], factors(inner)
    eyes = [base for base, exp in pairs if is_call(base, "eye") and exp > 0]
    others = [base for base, exp in pairs if base not in eyes and exp == 1]
    if len(expr.data) != 2 or len(eyes) != 1 or len(pairs) != 1 + len(others):
        return None
    (size, columns) = eyes[0].shape
    if not others and size == columns:
        return number(coefficient * size)
    if len(others) != 1 or others[0].shape != (size, size):
        return None
    outer = others[0].head == "outer"
    of = chain(others[0].args) if outer else settled(call("trace", tuple(others), (), (), "f"))
    return product(coefficient, [(of, _ONE)], ())


@row("matmul", before="(y[:, None] * A) @ x", after="y * (A @ x)", shapes="x=3 y=2 A=2,3")
@row("matmul", before="(A * x) @ exp(x)", after="A @ (x * exp(x))", shapes="x=3 A=2,3")
def _scaled_rows(expr: Expr) -> Expr | None:
    """Multiply by a vector before or after a matrix, rather than each of its columns or rows."""
    *before, matrix, vector = expr.args
    if len(vector.shape) != 1 or len(matrix.shape) != 2 or 1 in matrix.shape:
        return None
    if matrix.head != "product":
        return None
    rows, columns = matrix.shape
    sides: dict[Shape, list[Factor]] = {(rows, 1): [], (columns,): [(vector, _ONE)]}
    rest = [pair for pair in factors(matrix) if pair[0].shape not in sides]
    if len(rest) == len(matrix.args) or not any(base.shape == matrix.shape for base, _ in rest):
        return None
    for base, exp in factors(matrix):
        if base.shape in sides:
            sides[base.shape].append((base, exp))
    line = product(_ONE, sides[columns,], (columns,))
    inner = chain([product(matrix.data[0], rest, matrix.shape), line])
    column = [(reshape(base, (rows,)), exp) for base, exp in sides[rows, 1]]
    return chain([*before, product(_ONE, [*column, (inner, _ONE)], (rows,))])


@row(
    "tril",
    before="tril(torch.linalg.cholesky(A @ A.T).T @ diag(x))",
    after="diag(x * diag(torch.linalg.cholesky(A @ A.T)))",
    shapes="A=3,3 x=3",
)
def _triangle_of_upper(expr: Expr) -> Expr | None:
    """Write the lower triangle of a product of upper ones by the diagonals of its factors."""
    (inner,) = expr.args
    links = inner.args if inner.head == "matmul" else (inner,)
    if not all(_is_upper(link) for link in links) or not any(link.head == "T" for link in links):
        return None
    offset = dict(expr.data[2]).get("diagonal", 0)
    if offset < 0:
        return expand(number(0), expr.shape)
    if offset:
        return None
    diagonals = [link.args[0] if is_call(link, "diag") else _own_diagonal(link) for link in links]
    whole = multiply(*diagonals)
    if is_number(plain(whole), 1):
        return diagonal_matrix(expr.shape[0])
    return settled(call("diag", (whole,), (), expr.shape, expr.kind))


def _is_upper(expr: Expr) -> bool:
    """Tell whether a matrix is known to be 0 below its diagonal."""
    if is_call(expr, "diag"):
        return len(expr.shape) == 2
    return expr.head == "T" and is_call(expr.args[0], "linalg_cholesky_ex")


def _own_diagonal(expr: Expr) -> Expr:
    return settled(call("diagonal", (expr.args[0],), (), expr.shape[:1], expr.kind))


@row(
    "linalg_solve_triangular",
    before="torch.linalg.solve_triangular(torch.linalg.cholesky(A @ A.T), "
    "torch.linalg.solve_triangular(torch.linalg.cholesky(A @ A.T).T, eye(3), upper=True), "
    "upper=False, left=False)",
    after="inverse(A @ A.T)",
    shapes="A=3,3",
)
def _solved_twice(expr: Expr) -> Expr | None:
    """Write what is solved with both factors of a Cholesky decomposition as the inverse."""
    factor, inner = expr.args
    if not is_call(factor, "linalg_cholesky_ex") or not is_call(inner, expr.name):
        return None
    if inner.args[0] is not transpose(factor) or not is_call(inner.args[1], "eye"):
        return None
    ways = [dict(part.data[2]).get("left", True) for part in (expr, inner)]
    if ways != [False, True]:
        return None
    if not is_symmetric(factor.args[0]):  # of which only one triangle is read
        return settled(call("cholesky_inverse", (factor,), (), expr.shape, expr.kind))
    return settled(call("inverse", factor.args, (), expr.shape, expr.kind))
