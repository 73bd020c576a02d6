"""The rows of the table of rewrites that are about products of stacks of matrices.

Contractions of more than two dimensions are computed so; people write what is no product of
matrices, as its factors have one row or one column, or all of the same, element by element.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import expand, factors, multiply, plain, product, reshape
from gradcli.symbolic.expr import Expr, call, is_call
from gradcli.symbolic.matrices import sum_over
from gradcli.symbolic.rewrites import AT_LAST, row, settled
from gradcli.symbolic.translate import permuted

_ONE: Final = Fraction(1)


def _is_stack(expr: Expr) -> bool:
    return expr.head == "call" and all(len(arg.shape) > 2 for arg in expr.args)


@row(
    "matmul",
    before="A.unsqueeze(2) @ B.unsqueeze(1)",
    after="A.unsqueeze(2) * B.unsqueeze(1)",
    shapes="A=2,3 B=2,4",
)
def _by_columns(expr: Expr) -> Expr | None:
    """Write products of one column and one row as what their elements are multiplied to."""
    if not _is_stack(expr) or expr.args[0].shape[-1] != 1:
        return None
    return expand(multiply(*expr.args), expr.shape)


@row(
    "matmul",
    before="A.unsqueeze(1) @ B.unsqueeze(2)",
    after="sum(A * B, 1).reshape(2, 1, 1)",
    shapes="A=2,3 B=2,3",
)
def _by_rows(expr: Expr) -> Expr | None:
    """Write products of one row and one column as sums."""
    if not _is_stack(expr) or expr.shape[-2:] != (1, 1):
        return None
    vectors = [reshape(arg, (*arg.shape[:-2], math.prod(arg.shape[-2:]))) for arg in expr.args]
    summed = sum_over(multiply(*vectors), (len(expr.shape) - 2,))
    return reshape(summed, expr.shape)


@row(
    "matmul",
    before="ones(2, 5, 3) @ T",
    after="sum(T, 1, True).expand(2, 5, 4)",
    shapes="T=2,3,4",
)
@row(
    "matmul",
    before="T @ ones(2, 4, 5)",
    after="sum(T, 2, True).expand(2, 3, 5)",
    shapes="T=2,3,4",
)
def _by_the_same(expr: Expr) -> Expr | None:
    """Write products with rows, or columns, that are all the same as sums."""
    if not _is_stack(expr):
        return None
    for place, dim in ((0, -1), (1, -2)):
        same, other = expr.args[place], expr.args[1 - place]
        shape = (1,) * (len(same.shape) - len(plain(same).shape)) + plain(same).shape
        if same.head != "expand" or shape[dim] != 1 or same.shape[dim] == 1:
            continue
        along = len(other.shape) + (-2 if dim == -1 else -1)
        sizes = [1 if d == along else size for d, size in enumerate(other.shape)]
        summed = reshape(sum_over(other, (along,)), tuple(sizes))
        return expand(multiply(reshape(plain(same), shape), summed), expr.shape)
    return None


@row("total", before="sum(exp(T).mT, 1)", after="sum(exp(T), 2)", shapes="T=2,3,4")
def _sum_of_turned(expr: Expr) -> Expr | None:
    """Sum what has its dimensions in another order before they are."""
    (inner,) = expr.args
    if not is_call(inner, "permute"):
        return None
    order = inner.attr("dims")
    dims = [order[d] for d in expr.data]
    left = sorted(set(order) - set(dims))
    summed = sum_over(inner.args[0], tuple(sorted(dims)))
    return permuted(summed, [left.index(d) for d in order if d not in dims])


@row(
    f"{AT_LAST}reshape",
    before="(exp(T).reshape(6, 4) @ A @ B).reshape(2, 3, 2)",
    after="exp(T) @ A @ B",
    shapes="T=2,3,4 A=4,5 B=5,2",
)
@row(
    f"{AT_LAST}reshape",
    before="(T.reshape(6, 4) @ x).reshape(2, 3, 1)",
    after="(T @ x).unsqueeze(2)",
    shapes="T=2,3,4 x=4",
)
def _by_one_matrix(expr: Expr) -> Expr | None:
    """Write the products of all matrices of a stack with one matrix as the product of the stack."""
    (inner,) = expr.args
    if inner.head != "matmul" or inner.args[0].head != "reshape":
        return None
    (own,), links = inner.args[0].args, inner.args[1:]
    whole = (*own.shape[:-1], *links[-1].shape[1:])
    alike = [size for size in whole if size != 1] == [size for size in expr.shape if size != 1]
    if len(own.shape) < 3 or own.shape[-1] != links[0].shape[0] or not alike:
        return None
    made = own
    for link in links:
        shape = (*made.shape[:-1], *link.shape[1:])
        made = call("matmul", (made, link), (), shape, expr.kind)
    return reshape(made, expr.shape)


@row("permute", before="(T.mT @ S).mT", after="S.mT @ T", shapes="T=2,3,4 S=2,3,5")
def _turned(expr: Expr) -> Expr | None:
    """Turn the matrices of a product rather than the product, where one is turned already."""
    (inner,), order = expr.args, expr.attr("dims")
    count = len(order)
    swapped = (*range(count - 2), count - 1, count - 2)
    if not is_call(inner, "matmul") or order != swapped or not _is_stack(inner):
        return None
    if not any(is_call(arg, "permute") and arg.attr("dims") == swapped for arg in inner.args):
        return None
    first, second = (permuted(arg, swapped) for arg in reversed(inner.args))
    return settled(call("matmul", (first, second), (), expr.shape, expr.kind))


@row(
    "reshape",
    before="(outer(x, y).reshape(6).unsqueeze(1) @ z[None]).reshape(2, 3, 4)",
    after="z * outer(x, y).unsqueeze(2)",
    shapes="x=2 y=3 z=4",
)
def _outer_of_more(expr: Expr) -> Expr | None:
    """Write products of all elements, under a shape of more dimensions, by broadcasting."""
    return None if 1 in expr.shape else _broadcast(expr)


def _broadcast(expr: Expr) -> Expr | None:
    """Return an outer product under a shape of more dimensions as a product, if it is one."""
    shape = expr.shape
    inner = expr.args[0] if expr.head == "reshape" else expr
    if inner.head != "outer" or len(shape) < 3 or shape[0] == 1:
        return None
    count = next(k for k in range(len(shape)) if math.prod(shape[:k]) >= inner.shape[0])
    if math.prod(shape[:count]) != inner.shape[0] or count == len(shape):
        return None
    first = reshape(inner.args[0], (*shape[:count], *[1] * (len(shape) - count)))
    return expand(multiply(first, reshape(inner.args[1], shape[count:])), shape)


@row(
    "total",
    before="sum(outer(x, y).unsqueeze(2) * z * y[:, None], 1)",
    after="outer(x, z) * (y @ y)",
    shapes="x=2 y=3 z=4",
)
def _sum_of_outer(expr: Expr) -> Expr | None:
    """Sum a product of an outer product as one of its vectors."""
    for base, exp in factors(expr.args[0]):
        opened = _broadcast(base) if exp == 1 else None
        if opened is not None:
            rest = [pair for pair in factors(expr.args[0]) if pair[0] is not base]
            whole = product(_ONE, [*rest, (opened, _ONE)], expr.args[0].shape)
            return sum_over(whole, expr.data)
    return None


@row(
    "total",
    before="sum(exp(A).unsqueeze(2), 1)",
    after="sum(exp(A), 1, True)",
    shapes="A=2,3",
)
def _sum_beside_ones(expr: Expr) -> Expr | None:
    """Sum along dimensions of what has further ones of size 1 without those."""
    (inner,), dims = expr.args, expr.data
    if inner.head != "reshape":
        return None
    (own,) = inner.args
    long = [d for d, size in enumerate(inner.shape) if size != 1]
    places = [d for d, size in enumerate(own.shape) if size != 1]
    if [inner.shape[d] for d in long] != [own.shape[d] for d in places]:
        return None
    along = tuple(place for d, place in zip(long, places, strict=True) if d in dims)
    return reshape(sum_over(own, along), expr.shape)
