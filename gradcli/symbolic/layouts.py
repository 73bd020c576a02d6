"""The rows of the table of rewrites that are about where elements stand: diagonals, blocks, shapes.

Derivatives of products of several tensors are computed on stacks of matrices of which there is only
one; people write the matrix.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import (
    factors,
    multiply,
    plain,
    product,
    reshape,
    scalars_out,
    scaled,
    split,
    terms,
    total,
)
from gradcli.symbolic.expr import Expr, Number, call, is_call, is_number
from gradcli.symbolic.matrices import chain, diagonal_matrix, sum_over, transpose
from gradcli.symbolic.rewrites import row, settled
from gradcli.symbolic.translate import permuted

_ONE: Final = Fraction(1)


@row("matmul", before="A[None] @ B[None]", after="(A @ B)[None]", shapes="A=3,2 B=2,4")
def _single_batch(expr: Expr) -> Expr | None:
    """Write a product of stacks of one matrix as a product of matrices."""
    if expr.head != "call" or math.prod(expr.shape[:-2]) != 1:
        return None
    if any(math.prod(arg.shape[:-2]) != 1 or len(arg.shape) < 2 for arg in expr.args):
        return None
    return reshape(chain([reshape(arg, arg.shape[-2:]) for arg in expr.args]), expr.shape)


@row(
    "reshape",
    before="(A.reshape(4, 3, 2) @ B.reshape(4, 2, 5)).reshape(2, 2, 3, 5)",
    after="A @ B",
    shapes="A=2,2,3,2 B=2,2,2,5",
)
def _stack_of_stacks(expr: Expr) -> Expr | None:
    """Write a product of stacks whose dimensions were joined as one of the stacks themselves."""
    (inner,) = expr.args
    if not is_call(inner, "matmul") or expr.shape[-2:] != inner.shape[-2:]:
        return None
    front = expr.shape[:-2]
    parts = [_parted(arg, front) for arg in inner.args]
    if any(part.head == "reshape" for part in parts):
        return None
    return settled(call("matmul", parts, (), expr.shape, expr.kind))


def _parted(expr: Expr, front: tuple[int, ...]) -> Expr:
    """Return a stack with the dimensions that count its matrices as they were."""
    rows, columns = expr.shape[-2:]
    if is_call(expr, "permute") and expr.attr("dims") == (0, 2, 1):
        inner = _parted(expr.args[0], front)
        order = (*range(len(front)), len(front) + 1, len(front))
        return permuted(inner, order)
    return reshape(expr, (*front, rows, columns))


@row("sum", before="2 * diag(x) + diag(exp(x))", after="diag(2 * x + exp(x))")
def _one_diagonal(expr: Expr) -> Expr | None:
    """Write a sum of diagonal matrices as that of a sum."""
    diagonals: list[tuple[Number, Expr]] = []
    rest: list[tuple[Number, Expr]] = []
    for c, term in terms(expr):
        pairs = factors(term)
        made = [b for b, e in pairs if e == 1 and is_call(b, "diag") and len(b.shape) == 2]
        others = [pair for pair in pairs if pair[0] not in made]
        if len(made) != 1 or any(base.shape for base, _ in others):
            rest.append((c, term))
            continue
        (vector,) = made[0].args
        diagonals.append((c, product(_ONE, [*others, (vector, _ONE)], vector.shape)))
    if len(diagonals) < 2:
        return None
    coefficient, vector = split(total(diagonals, expr.shape[:1]))
    same = is_number(plain(vector))
    whole = diagonal_matrix(*vector.shape) if same else call("diag", (vector,), (), expr.shape)
    return total([(coefficient, whole), *rest], expr.shape)


@row("diagonal", before="diagonal(outer(x, y))", after="x * y", shapes="x=3 y=3")
@row("diagonal", before="diagonal(x.expand(3, 3))", after="x")
def _diagonal_of(expr: Expr) -> Expr | None:
    """Write the diagonal of an outer product, or of a repeated row, as a vector."""
    (inner,) = expr.args
    if expr.data[2] or len(inner.shape) != 2:
        return None
    if inner.head == "outer":
        size = expr.shape[0]
        a, b = (arg for arg in inner.args)
        return multiply(a, b) if a.shape == b.shape == (size,) else None
    if inner.head == "expand" and inner.shape[0] == inner.shape[1]:
        (repeated,) = inner.args
        if math.prod(repeated.shape) == expr.shape[0]:
            return reshape(repeated, expr.shape)
    return None


@row(
    "_put_diagonal",
    before="torch.autograd.grad(diagonal(A) @ x, A, create_graph=True)[0]",
    after="diag(x)",
    shapes="A=3,3 x=3",
)
def _onto_diagonal(expr: Expr) -> Expr | None:
    """Write zeros with a vector on their diagonal as people do."""
    (inner,) = expr.args
    attrs = {key: value for key, value in expr.data[2] if key != "shape"}
    square = len(expr.shape) == 2 and expr.shape[0] == expr.shape[1]
    if not square or attrs.get("offset", 0) or inner.kind not in "fc":
        return None
    if is_number(plain(inner)):
        return scaled(plain(inner).data[0], diagonal_matrix(expr.shape[0]))
    coefficient, rest = split(inner)
    return scaled(coefficient, call("diag", (rest,), (), expr.shape, expr.kind))


@row("diag", before="diag(2 * x)", after="2 * diag(x)")
def _diagonal_matrix(expr: Expr) -> Expr | None:
    """Take numbers out of a diagonal matrix."""
    (inner,) = expr.args
    if len(inner.shape) != 1 or inner.kind not in "fc":
        return None
    coefficient, rest = split(inner)
    return scaled(coefficient, call("diag", (rest,), (), expr.shape)) if coefficient != 1 else None


@row("select", before="A.T[0]", after="A[:, 0]", shapes="A=3,2")
def _part_of_turned(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    if inner.head != "T":
        return None
    attrs = dict(expr.data[2])
    attrs["dim"] = 1 - attrs.get("dim", 0) % 2
    return settled(call("select", inner.args, tuple(attrs.items()), expr.shape, expr.kind))


@row(
    "total",
    before="sum(eye(6).reshape(2, 3, 2, 3) * A.unsqueeze(1), (1, 3))",
    after="trace(A) * eye(2)",
    shapes="A=3,3",
)
def _trace_of_kronecker(expr: Expr) -> Expr | None:
    """Write the trace of a Kronecker product by one of its factors."""
    (inner,) = expr.args
    whole = next((b for b, e in factors(inner) if e == 1 and _is_whole(b)), None)
    if whole is None or len(factors(inner)) != 2 or expr.data not in ((1, 3), (0, 2)):
        return None
    other = next(b for b, _ in factors(inner) if b is not whole)
    n, m = whole.shape[:2]
    size, rest = (m, n) if expr.data == (1, 3) else (n, m)
    if math.prod(other.shape) != size * size:
        return None
    traced = call("trace", (reshape(other, (size, size)),), (), (), expr.kind)
    return product(inner.data[0], [(traced, _ONE), (diagonal_matrix(rest), _ONE)], expr.shape)


@row(
    "total",
    before="sum(A.reshape(2, 1, 3, 1)**2, (0, 2))",
    after="sum(A**2, (0, 1), True)",
    shapes="A=2,3",
)
def _sum_of_all(expr: Expr) -> Expr | None:
    """Write a sum over all dimensions but those of size 1 as the sum of everything."""
    (inner,) = expr.args
    if math.prod(expr.shape) != 1 or not expr.shape:
        return None
    flat = reshape(inner, tuple(inner.shape[d] for d in expr.data))
    return reshape(sum_over(flat, tuple(range(len(flat.shape)))), expr.shape)


@row("trace", before="trace(A.T)", after="trace(A)", shapes="A=3,3")
def _trace_of_turned(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    return settled(call("trace", inner.args, (), (), expr.kind)) if inner.head == "T" else None


@row("total", before="sum(diag(exp(x)), 1)", after="exp(x)")
def _sum_of_diagonal(expr: Expr) -> Expr | None:
    """Write the sums of the rows, or the columns, of a diagonal matrix as its diagonal."""
    (inner,) = expr.args
    vector = is_call(inner, "diag") and len(inner.shape) == 2
    return reshape(inner.args[0], expr.shape) if vector and len(expr.shape) == 1 else None


def _is_whole(expr: Expr) -> bool:
    """Tell whether an expression is an identity matrix, its rows and columns in two parts each."""
    shape = expr.shape
    square = len(shape) == 4 and shape[:2] == shape[2:]
    return expr.head == "reshape" and square and is_call(expr.args[0], "eye")


@row("linalg_vector_norm", before="torch.linalg.vector_norm(x, dim=0)", after="norm(x)")
@row(
    "linalg_vector_norm",
    before="torch.linalg.vector_norm(A, dim=(-2, -1))",
    after="norm(A)",
    shapes="A=3,2",
)
def _norm(expr: Expr) -> Expr | None:
    """Write the norm along all dimensions as that of the vector, or of the matrix."""
    (x,) = expr.args
    attrs = dict(expr.data[2])
    dim = () if attrs.get("dim") is None else attrs["dim"]
    dims = {d % len(x.shape) for d in (dim if isinstance(dim, tuple) else (dim,))}
    less = len(dims) < max(len(x.shape), 1)
    if less or attrs.get("ord", 2) != 2 or set(attrs) - {"dim", "keepdim", "ord"}:
        return None
    return reshape(settled(call("norm", (x,), (), (), expr.kind)), expr.shape)


@row("matrix_exp", before="matrix_exp(A.T)", after="matrix_exp(A).T", shapes="A=3,3")
def _exponential_of_turned(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    return transpose(call("matrix_exp", inner.args, (), expr.shape)) if inner.head == "T" else None


@row(
    "total",
    before="torch.autograd.grad(x @ matrix_exp(A * t) @ y, t, create_graph=True)[0]",
    after="x @ A @ matrix_exp(A * t) @ y",
    shapes="A=3,3 x=3 y=3 t=",
)
def _slope_along(expr: Expr) -> Expr | None:
    """Write the derivative of a matrix exponential along the matrix that it is of."""
    pairs = factors(expr.args[0])
    if len(pairs) != 2 or expr.shape != () or any(exp != 1 for _, exp in pairs):
        return None
    for (matrix, _), (slope, _) in (pairs, pairs[::-1]):
        found = _block_slope(slope)
        if found is None or len(matrix.shape) != 2:
            continue
        turned, weight = found
        coefficient, rest = scalars_out(turned)
        if rest is not transpose(matrix):
            continue
        scale = product(_ONE, [*coefficient, (matrix, _ONE)], matrix.shape)
        made = settled(call("matrix_exp", (scale,), (), matrix.shape))
        if weight.head == "outer":
            along = chain([weight.args[0], matrix, made, weight.args[1]])
        else:
            along = sum_over(multiply(chain([matrix, made]), weight), (0, 1))
        return product(expr.args[0].data[0], [(along, _ONE)], ())
    return None


def _block_slope(expr: Expr) -> tuple[Expr, Expr] | None:
    """Return the matrix, and along what, of the upper right block of an exponential of blocks."""
    upper = expr.args[0] if is_call(expr, "slice") else expr
    whole = upper.args[0] if is_call(upper, "slice") else upper
    if not is_call(whole, "matrix_exp") or not is_call(whole.args[0], "cat"):
        return None
    first, n = whole.args[0].args[0], whole.shape[0] // 2
    if expr.shape != (n, n) or not is_call(first, "cat") or len(first.args) != 2:
        return None
    top = dict(upper.data[2]).get("start", 0) == 0 and dict(expr.data[2]).get("start") == n
    return (first.args[0], first.args[1]) if top else None


@row(
    "slice",
    before="torch.autograd.grad(trace(matrix_exp(A)), A, create_graph=True)[0]",
    after="matrix_exp(A).T",
    shapes="A=3,3",
)
def _slope_of_exponential(expr: Expr) -> Expr | None:
    """Write the derivative of a matrix exponential along a multiple of the identity."""
    found = _block_slope(expr)
    if found is None:
        return None
    matrix, along = found
    coefficient, rest = split(along)
    if not is_call(rest, "eye"):
        return None
    made = settled(call("matrix_exp", (matrix,), (), expr.shape))
    return scaled(coefficient, made)
