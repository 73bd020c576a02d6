"""Expressions made again of other parts, by what makes each of them in the first place."""

from __future__ import annotations

from gradcli.symbolic.algebra import expand, power, product, reshape, total
from gradcli.symbolic.expr import Expr, make, number
from gradcli.symbolic.matrices import chain, outer, sum_over, transpose
from gradcli.symbolic.rewrites import settled


def rebuilt(expr: Expr, args: list[Expr]) -> Expr:
    """Return an expression with other parts."""
    if all(a is b for a, b in zip(args, expr.args, strict=True)):
        return expr
    head, data, shape = expr.head, expr.data, expr.shape
    if head == "sum":
        pairs = [*zip(data[:-1], args, strict=True), (data[-1], number(1))]
        return total(pairs, shape)
    if head == "product":
        return product(data[0], list(zip(args, data[1:], strict=True)), shape)
    if head == "power":
        return expand(power(args[0], args[1]), shape)
    if head == "matmul":
        return chain(args)
    if head == "T":
        return transpose(args[0])
    if head == "outer":
        return outer(args[0], args[1])
    if head == "total":
        return sum_over(args[0], data)
    if head == "reshape":
        return reshape(args[0], shape)
    if head == "expand":
        return expand(args[0], shape)
    return settled(make(head, args, data, shape, expr.kind))
