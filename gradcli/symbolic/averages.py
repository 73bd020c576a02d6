"""The rows of the table of rewrites that are about means, which are sums divided by a count."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final

from gradcli.symbolic.algebra import factors, product, reshape
from gradcli.symbolic.expr import Expr, call, is_call
from gradcli.symbolic.matrices import sum_over
from gradcli.symbolic.rewrites import row

_ONE: Final = Fraction(1)


@row("product", before="3 * mean(x)", after="sum(x)")
@row("product", before="mean(A, 1) * 4", after="2 * sum(A, 1)", shapes="A=3,2")
def _mean_to_sum(expr: Expr) -> Expr | None:
    """Write a mean times how many elements it is of as a sum."""
    coefficient = expr.data[0]
    for base, exp in factors(expr):
        if not is_call(base, "mean") or exp != 1 or not isinstance(coefficient, Fraction):
            continue
        (x,) = base.args
        dims = base.attr("dim")
        dims = tuple(range(len(x.shape))) if dims is None else dims
        count = math.prod(x.shape[d] for d in dims)
        if count > 1 and coefficient % count == 0:
            rest = [p for p in factors(expr) if p[0] is not base]
            return product(coefficient / count, [*rest, (sum_over(x, dims), _ONE)], expr.shape)
    return None


@row("product", before="sum(x) / 3", after="mean(x)")
@row("product", before="-y * sum(x) / 3", after="-y * mean(x)", shapes="x=3 y=")
@row(
    "product",
    before="exp(A) * sum(A, 1, True) / 2",
    after="exp(A) * mean(A, 1, True)",
    shapes="A=3,2",
)
def _sum_to_mean(expr: Expr) -> Expr | None:
    """Write a sum divided by how many elements it is of as a mean."""
    for base, exp in factors(expr):
        found = _averaged(expr.data[0], base) if exp == 1 else None
        if found is not None:
            rest = [pair for pair in factors(expr) if pair[0] is not base]
            return product(found[0], [*rest, (found[1], _ONE)], expr.shape)
    return None


def _averaged(coefficient: Any, expr: Expr) -> tuple[Any, Expr] | None:
    """Return a sign and a mean for a fraction and a sum of as many elements as that is a part."""
    inner = expr.args[0] if expr.head == "reshape" else expr
    if inner.head != "total" or not isinstance(coefficient, Fraction):
        return None
    (x,), dims = inner.args, inner.data
    count = math.prod(x.shape[d] for d in dims)
    if count == 1 or abs(coefficient) * count != 1:
        return None
    dim = None if len(dims) == len(x.shape) else dims
    made = call("mean", (x,), (("dim", dim),), inner.shape, inner.kind)
    return coefficient * count, reshape(made, expr.shape)
