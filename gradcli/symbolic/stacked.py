"""The rows of the table of rewrites that are about tensors of more dimensions, and of one row.

Contractions join dimensions, turn them round and part them again. What is left of that, where it
undoes itself, is nothing.
"""

from __future__ import annotations

import math
from typing import Final

from gradcli.symbolic.algebra import expand, factors, reshape, terms, total
from gradcli.symbolic.constants import unit_vector
from gradcli.symbolic.expr import Expr, Shape, call, is_call
from gradcli.symbolic.matrices import chain, sum_over
from gradcli.symbolic.rewrites import row, settled
from gradcli.symbolic.translate import permuted

_BY_ROW: Final = ("softmax", "log_softmax")


@row(
    "permute",
    before="torch.autograd.grad(einsum('bij,bjk->ik', A, B).sum(), A, create_graph=True)[0]",
    after="sum(B, 2).unsqueeze(1).expand(2, 3, 4)",
    shapes="A=2,3,4 B=2,4,5",
)
def _permuted(expr: Expr) -> Expr | None:
    """Turn the dimensions of what is turned already, or repeated, at once."""
    (inner,) = expr.args
    order = expr.attr("dims")
    if is_call(inner, "permute"):
        return permuted(inner, order)
    if inner.head != "expand":
        return None
    own = inner.args[0]
    sizes = (1,) * (len(inner.shape) - len(own.shape)) + own.shape
    kept = [d for d in order if sizes[d] != 1]
    if kept != sorted(kept):
        return None
    return expand(reshape(own, tuple(sizes[d] for d in order)), expr.shape)


@row(
    "total",
    before="sum(exp(T).reshape(6, 4), 1)",
    after="sum(exp(T), 2).reshape(6)",
    shapes="T=2,3,4",
)
def _sum_of_joined(expr: Expr) -> Expr | None:
    """Sum along dimensions that were not joined before others are."""
    (inner,), dims = expr.args, expr.data
    if inner.head != "reshape":
        return None
    own = inner.args[0]
    count = len(inner.shape) - min(dims)
    if count >= len(own.shape) or own.shape[-count:] != inner.shape[-count:]:
        return None
    shift = len(own.shape) - len(inner.shape)
    return reshape(sum_over(own, tuple(d + shift for d in dims)), expr.shape)


@row(
    "T",
    before="torch.autograd.grad(einsum('ijk,i,j,k->', T, x, y, z), x, create_graph=True)[0]",
    after="T @ z @ y",
    shapes="T=2,3,4 x=2 y=3 z=4",
)
def _turned(expr: Expr) -> Expr | None:
    """Write a matrix turned round that was made of turned dimensions as they were."""
    (inner,) = expr.args
    whole = inner.args[0] if inner.head == "reshape" else inner
    if not is_call(whole, "permute"):
        return None
    size, count = 1, 0
    while size < inner.shape[0]:
        size, count = size * whole.shape[count], count + 1
    if size != inner.shape[0] or whole.args[0].head == "reshape":
        return None
    order = whole.attr("dims")
    turned = (*order[count:], *order[:count])
    if turned != tuple(range(len(turned))):
        return None
    return reshape(permuted(whole.args[0], turned), expr.shape)


@row(
    "matmul",
    before="T.reshape(2, 12) @ outer(y, z).reshape(12)",
    after="T @ z @ y",
    shapes="T=2,3,4 y=3 z=4",
)
def _by_each(expr: Expr) -> Expr | None:
    """Write a product with the elements of an outer product as one with each of its vectors."""
    if len(expr.args) != 2 or len(expr.shape) != 1:
        return None
    matrix, vector = expr.args
    pair = vector.args[0] if vector.head == "reshape" else vector
    stack = matrix.args[0] if matrix.head == "reshape" else matrix
    if pair.head != "outer" or len(stack.shape) != 3 or stack.shape[1:] != pair.shape:
        return None
    if stack.shape[0] != expr.shape[0]:
        return None
    inner = settled(call("matmul", (stack, pair.args[1]), (), stack.shape[:2], expr.kind))
    return chain([inner, pair.args[0]])


def _is_single(shape: Shape, other: Shape) -> bool:
    """Tell whether shapes differ in dimensions of size 1 alone."""
    return [size for size in shape if size != 1] == [size for size in other if size != 1]


@row("reshape", before="softmax(x[None], 1).reshape(3)", after="softmax(x, 0)")
def _by_row(expr: Expr) -> Expr | None:
    """Write a function of the only row of a matrix as that of a vector."""
    (inner,) = expr.args
    if not is_call(inner, *_BY_ROW) or len(expr.shape) != 1 or inner.args[0].head != "reshape":
        return None
    (x,) = inner.args[0].args
    if x.shape != expr.shape or inner.shape[inner.attr("dim") % len(inner.shape)] != x.shape[0]:
        return None
    return call(inner.name, (x,), (("dim", 0),), x.shape, inner.kind)


@row(
    "reshape",
    before="F.one_hot(tensor([2]), 4).reshape(4) * x",
    after="x * eye(4)[2]",
    shapes="x=4",
)
def _only_class(expr: Expr) -> Expr | None:
    """Write which of some classes the only one is as a row of an identity."""
    (inner,) = expr.args
    if inner.head == "product" and inner.data == (1, 1):
        (inner,) = inner.args  # made a number
    index = inner.args[0] if is_call(inner, "one_hot") else None
    if index is None or index.head != "array" or math.prod(index.shape) != 1:
        return None
    place = index.data[0]
    while place.__class__ is tuple:
        (place,) = place
    known = place.__class__ is int and len(expr.shape) == 1
    return unit_vector(expr.shape[0], place) if known else None


def _is_reduced(expr: Expr) -> bool:
    return expr.head == "total" or is_call(expr, "mean")


@row(
    "reshape",
    before="torch.autograd.grad(F.cross_entropy(x[None], tensor([2])), x, create_graph=True)[0]",
    after="softmax(x, 0) - eye(4)[2]",
    shapes="x=4",
)
def _each_term(expr: Expr) -> Expr | None:
    """Write a sum in a row of its own term by term, where none needs that row."""
    (inner,) = expr.args
    if inner.head != "sum" or math.prod(expr.shape) < 2 or expr.shape[0] == 1:
        return None
    if not _is_single(inner.shape, expr.shape):
        return None
    if any(term.shape not in ((), inner.shape) for term in inner.args):
        return None
    parts = [(c, reshape(t, expr.shape) if t.shape else t) for c, t in terms(inner)]
    bases = [base for _, part in parts for base, _ in factors(part)]
    if any(base.head == "reshape" and not _is_reduced(base.args[0]) for base in bases):
        return None
    return total(parts, expr.shape)
