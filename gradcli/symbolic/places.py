"""The rows of the table of rewrites that are about elements: what is 0 but for one place, or line.

A vector times a row of an identity is one of its elements times that row.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import expand, factors, multiply, product, scalars_out, terms, total
from gradcli.symbolic.constants import unit_vector
from gradcli.symbolic.expr import Expr, call, is_call, is_number, number
from gradcli.symbolic.matrices import outer, sum_over
from gradcli.symbolic.rewrites import row, settled
from gradcli.symbolic.translate_parts import among_zeros, slice_of

_ONE: Final = Fraction(1)


@row("product", before="exp(x) * (eye(3)[1] / exp(x)[1] - 2)", after="eye(3)[1] - 2 * exp(x)")
@row(
    "product",
    before="softmax(x, 0) * (1 - eye(3)[1] / softmax(x, 0)[1])",
    after="softmax(x, 0) - eye(3)[1]",
)
def _cancelled_at_one_place(expr: Expr) -> Expr | None:
    """Write a vector times a sum in which one of its elements is divided by, multiplied out."""
    pairs = factors(expr)
    for whole, exp in pairs:
        if whole.head != "sum" or exp != 1:
            continue
        for vector, times in pairs:
            shares = [_share(term, vector) for _, term in terms(whole)]
            if times != 1 or vector.shape != expr.shape or all(s is None for s in shares):
                continue
            new = [
                (c, product(_ONE, [(term, _ONE), (vector, _ONE)], expr.shape) if s is None else s)
                for (c, term), s in zip(terms(whole), shares, strict=True)
            ]
            rest = [pair for pair in pairs if pair[0] not in (whole, vector)]
            opened = total(new, expr.shape)
            return product(expr.data[0], [*rest, (opened, _ONE)], expr.shape)
    return None


def _share(term: Expr, values: Expr) -> Expr | None:
    """Return a term that is 0 elsewhere, divided by some of the values there, times all values."""
    for whole, exp in factors(term):
        place = _place(whole)
        if place is None or exp != 1 or whole.shape != values.shape:
            continue
        part = _at(values, place)
        rest = [pair for pair in factors(term) if pair[0] is not whole]
        if dict(rest).get(part) == -1:
            return product(_ONE, [*rest, (part, _ONE), (whole, _ONE)], term.shape)
        sides = [_without(arg, part) for arg in whole.args] if whole.head == "outer" else []
        if any(side is not None for side in sides):
            both = [arg if s is None else s for arg, s in zip(whole.args, sides, strict=True)]
            return product(_ONE, [*rest, (outer(*both), _ONE)], term.shape)
    return None


def _place(expr: Expr) -> tuple[int | None, ...] | None:
    """Return where an expression is not 0: a place in each dimension, or None for all of them."""
    if expr.head == "outer":
        places = [_place(arg) for arg in expr.args]
        found = tuple(None if place is None else place[0] for place in places)
        return found if found != (None, None) else None
    if not is_call(expr, "_put") or len(expr.shape) != 1 or not is_number(expr.args[0], 1):
        return None
    index = expr.attr("index")[0]
    return (index % expr.shape[0],) if index.__class__ is int else None


def _at(expr: Expr, place: tuple[int | None, ...]) -> Expr:
    """Return the elements at a place."""
    dim = 0
    for index in place:
        if index is None:
            dim += 1
            continue
        shape = (*expr.shape[:dim], *expr.shape[dim + 1 :])
        attrs = (("dim", dim), ("index", index))
        expr = settled(call("select", (expr,), attrs, shape, expr.kind))
    return expr


def _without(expr: Expr, part: Expr) -> Expr | None:
    """Return what is divided by a part, times that."""
    divided = dict(factors(expr)).get(part) == -1
    return multiply(expr, part) if divided and part.shape == expr.shape else None


@row(
    "product",
    before="exp(A) * outer(eye(3)[1], eye(2)[0])",
    after="outer(eye(3)[1], eye(2)[0]) * exp(A)[1][0]",
    shapes="A=3,2",
)
@row(
    "product",
    before="exp(A) * outer(1 / exp(A)[:, 1], eye(2)[1])",
    after="eye(2)[1].expand(3, 2)",
    shapes="A=3,2",
)
def _at_one_place(expr: Expr) -> Expr | None:
    """Write values times what is 0 elsewhere with the values there."""
    pairs = factors(expr)
    for whole, exp in pairs:
        place = _place(whole)
        if place is None or exp != 1 or whole.head != "outer":
            continue
        for values, times in pairs:
            if values is whole or values.shape != whole.shape or values.kind != "f":
                continue
            rest = [pair for pair in pairs if pair[0] not in (whole, values)]
            if None not in place:
                new = [(whole, _ONE), (_at(values, place), times)]
                return product(expr.data[0], [*rest, *new], expr.shape)
            share = _share(whole, values)
            if share is not None and times == 1:
                return product(expr.data[0], [*rest, (share, _ONE)], expr.shape)
    return None


@row("product", before="cumprod(x, 0) * eye(3)[2]", after="eye(3)[2] * prod(x)")
def _element_at(expr: Expr) -> Expr | None:
    """Write a vector times a row of an identity as the element there, where it has a name."""
    pairs = factors(expr)
    for unit, exp in pairs:
        place = _place(unit) if is_call(unit, "_put") else None
        if place is None or exp != 1:
            continue
        for base, times in pairs:
            if base.shape != unit.shape or base is unit or base.kind != "f":
                continue
            element = _at(base, place)
            if not is_call(element, "select"):
                rest = [pair for pair in pairs if pair[0] is not base]
                return product(expr.data[0], [*rest, (element, times)], expr.shape)
    return None


@row("select", before="cumprod(x, 0)[2]", after="prod(x)")
@row("select", before="cumsum(A, 1)[:, -1]", after="sum(A, 1)", shapes="A=3,2")
def _last(expr: Expr) -> Expr | None:
    """Write the last of running sums, or products, as that of all."""
    (inner,) = expr.args
    dim = expr.attr("dim") % len(inner.shape)
    if not is_call(inner, "cumsum", "cumprod") or inner.attr("dim") % len(inner.shape) != dim:
        return None
    if expr.attr("index") % inner.shape[dim] != inner.shape[dim] - 1:
        return None
    if is_call(inner, "cumsum"):
        return sum_over(inner.args[0], (dim,))
    whole = len(inner.shape) == 1
    return call("prod", inner.args, (), (), inner.kind) if whole else None


@row("cumsum", before="2 * eye(3)[0].cumsum(0)", after="full_like(x, 2)")
def _summed_on(expr: Expr) -> Expr | None:
    """Write the sums up to each place of what is 0 but for one place: it from there on."""
    (inner,) = expr.args
    place = _place(inner)
    if place is None or len(inner.shape) != 1 or place[0] is None:
        return None
    size = inner.shape[0]
    ones = expand(number(1), (size - place[0],))
    return ones if not place[0] else _put(ones, place[0], size)


@row("flip", before="eye(3)[0].flip(0) * 2", after="2 * eye(3)[2]")
@row(
    "flip",
    before="torch.autograd.grad(cumsum(x, 0)[1], x, create_graph=True)[0]",
    after="F.pad(ones(2), (0, 1))",
)
@row("flip", before="x[1].expand(3).flip(0)", after="x[1].expand(3)")
def _turned(expr: Expr) -> Expr | None:
    """Turn places round, and leave what is everywhere the same."""
    (inner,) = expr.args
    if len(inner.shape) != 1 or inner.head == "expand":
        return inner if inner.head == "expand" and inner.args[0].shape == () else None
    place, size = _place(inner), inner.shape[0]
    if place is not None and place[0] is not None:
        return unit_vector(size, size - 1 - place[0])
    part = inner.args[0] if is_call(inner, "_put") else None
    first = None if part is None else _start(inner)
    if part is None or first is None or part.head != "expand" or part.args[0].shape != ():
        return None
    return _put(part, size - first - part.shape[0], size)


@row(
    "total",
    before="sum(F.pad(sin(A), (1, 0)), 0)",
    after="F.pad(sum(sin(A), 0), (1, 0))",
    shapes="A=3,2",
)
def _sum_among_zeros(expr: Expr) -> Expr | None:
    """Sum what stands among zeros, along other dimensions than that, before it stands there."""
    (inner,), dims = expr.args, expr.data
    found = slice_of(inner) if is_call(inner, "_put") else None
    if found is None or found[0] in dims:
        return None
    dim, first, _ = found
    lead = dim - sum(d < dim for d in dims)
    return among_zeros(sum_over(inner.args[0], dims), lead, first, inner.shape[dim])


def _put(value: Expr, place: int, size: int) -> Expr:
    """Return a vector from a place on among zeros."""
    index = ("slice", place, place + value.shape[0], 1)
    return call("_put", (value,), (("shape", (size,)), ("index", (index,))), (size,), value.kind)


def _start(expr: Expr) -> int | None:
    """Return where a part of a vector begins that is put among zeros, if it has no gaps."""
    (index, *others) = [part for part in expr.attr("index") if part is not ...]
    if (
        others
        or index.__class__ is not tuple
        or index[:1] != ("slice",)
        or index[3] not in (None, 1)
    ):
        return None
    return int(index[1] or 0) % expr.shape[0]


@row(
    "sum",
    before="torch.autograd.grad(sum(x[:1])**2 + sum(x[1:]**2), x, create_graph=True)[0]",
    after="2 * cat((x[:1], x[1:]))",
)
def _joined(expr: Expr) -> Expr | None:
    """Write parts of a vector that fill it, each with zeros beside it, one after the other."""
    parts: list[tuple[int, Expr]] = []
    for c, term in terms(expr):
        others = [pair for pair in factors(term) if not is_call(pair[0], "_put")]
        puts = [base for base, exp in factors(term) if is_call(base, "_put") and exp == 1]
        if len(puts) != 1 or len(expr.shape) != 1 or any(base.shape for base, _ in others):
            return None
        (put,) = puts
        first = _start(put) if put.args[0].shape else None
        if first is None:
            return None
        part = product(c, [*others, (put.args[0], _ONE)], put.args[0].shape)
        parts.append((first, part))
    end = 0
    for first, part in sorted(parts, key=lambda pair: pair[0]):
        if first != end:
            return None
        end += part.shape[0]
    ordered = [part for _, part in sorted(parts, key=lambda pair: pair[0])]
    return call("cat", ordered, (), expr.shape, expr.kind) if end == expr.shape[0] else None


@row(
    "cumsum",
    "flip",
    before="(sum(exp(x)) * y).flip(0)",
    after="sum(exp(x)) * y.flip(0)",
    shapes="x=3 y=3",
)
def _numbers_out(expr: Expr) -> Expr | None:
    """Take numbers out of what only adds up elements, or changes their order."""
    before, inner = scalars_out(expr.args[0])
    if not before or inner is expr.args[0]:
        return None
    made = settled(call(expr.name, (inner,), expr.data[2], expr.shape, expr.kind))
    return product(_ONE, [*before, (made, _ONE)], expr.shape)


@row("flip", before="A.flip(0, 1).flip(1, 0) * 2", after="2 * A", shapes="A=3,2")
def _turned_back(expr: Expr) -> Expr | None:
    """Leave what is turned round twice."""
    (inner,) = expr.args
    count = len(expr.shape)
    dims = [
        {d % count for d in part.attr("dims")} for part in (expr, inner) if is_call(part, "flip")
    ]
    return inner.args[0] if len(dims) == 2 and dims[0] == dims[1] else None
