"""The rows of the table of rewrites."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import Final

from gradcli.symbolic.algebra import (
    expand,
    factors,
    plain,
    power,
    product,
    reshape,
    scaled,
    split,
    terms,
    total,
)
from gradcli.symbolic.expr import Expr, call, is_call, is_negative, is_number, number
from gradcli.symbolic.matrices import as_outer, chain, outer, sum_over, transpose
from gradcli.symbolic.rewrites import AT_LAST, row, settled

_ONE: Final = Fraction(1)
_TINY: Final = 1e-6


@row("product", before="x[:, None] * y", after="outer(x, y)", shapes="x=3 y=2")
def _outer(expr: Expr) -> Expr | None:
    return as_outer(expr)


def _exponential(expr: Expr) -> Expr | None:
    return expr.args[0] if is_call(expr, "exp") else None


@row("product", before="1 / (1 + exp(-x))", after="sigmoid(x)")
@row("product", before="exp(x) / (1 + exp(x))", after="sigmoid(x)")
@row("product", before="exp(-2 * x) / (1 + exp(-2 * x))", after="sigmoid(-2 * x)")
def _sigmoid(expr: Expr) -> Expr | None:
    pairs = factors(expr)
    for place, (base, exp) in enumerate(pairs):
        if base.head != "sum" or not is_negative(exp) or len(base.args) != 1:
            continue
        inner = _exponential(base.args[0])
        if inner is None or base.data != (1, 1):
            continue
        times = next((e for b, e in pairs if b is base.args[0]), Fraction(0))
        if times not in (0, 1) or exp != -1:
            continue
        argument = scaled(-1, inner) if times == 0 else inner
        made = call("sigmoid", (argument,), (), argument.shape, argument.kind)
        rest = [p for i, p in enumerate(pairs) if i != place and p[0] is not base.args[0]]
        return product(expr.data[0], [*rest, (made, _ONE)], expr.shape)
    return None


@row("product", before="sigmoid(-x)**2 * exp(x)", after="sigmoid(-x) * sigmoid(x)")
def _sigmoid_by_exponential(expr: Expr) -> Expr | None:
    pairs = factors(expr)
    for base, exp in pairs:
        if not is_call(base, "sigmoid") or not exp > 0:
            continue
        argument = scaled(-1, base.args[0])
        power = next((b for b, e in pairs if e == 1 and _exponential(b) is argument), None)
        if power is not None:
            made = call("sigmoid", (argument,), (), argument.shape, argument.kind)
            rest = [(b, e) for b, e in pairs if b not in (base, power)] + [(base, exp - 1)]
            return product(expr.data[0], [*rest, (made, _ONE)], expr.shape)
    return None


@row("product", before="exp(x) / sum(exp(x))", after="softmax(x, 0)")
@row("product", before="exp(x) / (3 * mean(exp(x)))", after="softmax(x, 0)")
@row("product", before="exp(A) / sum(exp(A), 1, True)", after="softmax(A, 1)", shapes="A=3,2")
def _softmax(expr: Expr) -> Expr | None:
    pairs = factors(expr)
    for base, exp in pairs:
        if exp != -1:
            continue
        inner = base.args[0] if base.head == "reshape" else base
        averaged = is_call(inner, "mean")
        if not (inner.head == "total" or averaged) or not is_call(inner.args[0], "exp"):
            continue
        above = inner.args[0]
        dims = inner.attr("dim") if averaged else inner.data
        dims = tuple(range(len(above.shape))) if dims is None else dims
        if len(dims) != 1 or dict(pairs).get(above) != 1:
            continue
        kept = tuple(1 if d in dims else s for d, s in enumerate(above.shape))
        if base.shape != () and reshape(inner, kept) is not base:
            continue
        made = call("softmax", above.args, (("dim", dims[0]),), above.shape)
        rest = [p for p in pairs if p[0] not in (base, above)]
        count = above.shape[dims[0]] if averaged else 1
        return product(expr.data[0] * count, [*rest, (made, _ONE)], expr.shape)
    return None


@row("exp", before="exp(x - logsumexp(x, 0))", after="softmax(x, 0)")
def _softmax_by_logsumexp(expr: Expr) -> Expr | None:
    argument = expr.args[0]
    pairs = terms(argument)
    for place, (c, term) in enumerate(pairs):
        inner = term.args[0] if term.head == "reshape" else term
        if c != -1 or not is_call(inner, "logsumexp"):
            continue
        (x,) = inner.args
        rest = total([pair for i, pair in enumerate(pairs) if i != place], argument.shape)
        dim = inner.attr("dim")
        dims = dim if isinstance(dim, tuple) else (dim,)
        if rest is x and len(dims) == 1 and x.shape and expr.shape == x.shape:
            return call("softmax", (x,), (("dim", dims[0] % len(x.shape)),), x.shape)
    return None


@row("exp", before="exp(log_softmax(x, 0))", after="softmax(x, 0)")
@row("exp", before="exp(log(x))", after="x")
@row("exp", before="exp(x - x)", after="ones_like(x)")
def _exp_of_log(expr: Expr) -> Expr | None:
    inner = expr.args[0]
    if is_number(plain(inner), 0):
        return expand(number(1), expr.shape)
    if is_call(inner, "log_softmax"):
        return call("softmax", inner.args, inner.data[2], inner.shape)
    return inner.args[0] if is_call(inner, "log") else None


@row("log", before="log(exp(x))", after="x")
def _log_of_exp(expr: Expr) -> Expr | None:
    return expr.args[0].args[0] if is_call(expr.args[0], "exp") else None


@row("product", before="x**y * x**-1", after="x**(y - 1)", shapes="x= y=")
def _power_by_base(expr: Expr) -> Expr | None:
    pairs = factors(expr)
    powers = [base for base, exp in pairs if base.head == "power" and exp == 1]
    for base in powers:
        exponent = dict(pairs).get(base.args[0])
        if exponent is None or base.args[0].shape != base.shape:
            continue
        more = total([(_ONE, base.args[1]), (exponent, number(1))], base.args[1].shape)
        rest = [p for p in pairs if p[0] not in (base, base.args[0])]
        return product(expr.data[0], [*rest, (power(base.args[0], more), _ONE)], expr.shape)
    return None


@row("product", before="norm(x)**2", after="x @ x")
def _norm_squared(expr: Expr) -> Expr | None:
    pairs = factors(expr)
    for base, exp in pairs:
        if is_call(base, "norm") and exp in (2, -2, 4, -4) and len(base.args[0].shape) == 1:
            x = base.args[0]
            square = sum_over(product(_ONE, [(x, Fraction(2))], x.shape), (0,))
            rest = [p for p in pairs if p[0] is not base]
            return product(expr.data[0], [*rest, (square, exp / 2)], expr.shape)
    return None


@row("product", before="norm(x) * (x @ x)", after="norm(x)**3")
@row("product", before="y * (x @ x) / norm(x)", after="y * norm(x)", shapes="x=3 y=3")
def _norms(expr: Expr) -> Expr | None:
    """Write a norm beside its square as a power of the norm."""
    pairs = factors(expr)
    for base, exp in pairs:
        if not is_call(base, "norm") or exp.denominator != 1 or exp % 2 == 0:
            continue
        x = base.args[0]
        square = sum_over(product(_ONE, [(x, Fraction(2))], x.shape), tuple(range(len(x.shape))))
        more = dict(pairs).get(square)
        if more is not None:
            rest = [p for p in pairs if p[0] not in (base, square)]
            return product(expr.data[0], [*rest, (base, exp + 2 * more)], expr.shape)
    return None


@row("_clamp_numbers", before="clamp(norm(x), min=1e-12)", after="norm(x)")
@row(
    "_floored",
    before="F.cosine_similarity(x, y, 0)",
    after="x @ y / (norm(x) * norm(y))",
    shapes="x=3 y=3",
)
@row("clamp_min", before="norm(x).clamp_min(1e-12)", after="norm(x)")
def _bounded_norm(expr: Expr) -> Expr | None:
    """Leave out a bound that only a norm of nothing is below."""
    attrs = dict(expr.data[2])
    bound = expr.args[1].data[0] if len(expr.args) > 1 else attrs.get("min", attrs.get("least"))
    tiny = isinstance(bound, (float, Fraction)) and 0 < bound <= _TINY
    inner = expr.args[0]
    base = inner.args[0] if inner.head == "reshape" else inner
    return inner if tiny and attrs.get("max") is None and is_call(base, "norm") else None


@row("_clamp_numbers", before="clamp(x, min=0)", after="relu(x)")
def _positive_part_of(expr: Expr) -> Expr | None:
    attrs = {key: value for key, value in expr.data[2] if value is not None}
    return call("relu", expr.args, (), expr.shape) if attrs == {"min": 0} else None


@row("matmul", before="exp(x * y) @ exp(-x * y)", after="3", shapes="x=3 y=3")
def _exponentials_cancel(expr: Expr) -> Expr | None:
    """Write a product of vectors as a sum where exponentials in both cancel."""
    if len(expr.args) != 2 or expr.shape or expr.head != "matmul":
        return None
    both = [base.args[0] for arg in expr.args for base, e in factors(arg) if is_call(base, "exp")]
    if len(both) != 2 or scaled(-1, both[0]) is not both[1]:
        return None
    rest = [p for arg in expr.args for p in factors(arg) if not is_call(p[0], "exp")]
    coefficient = split(expr.args[0])[0] * split(expr.args[1])[0]
    return sum_over(product(coefficient, rest, expr.args[0].shape), (0,))


@row("gt", before="relu(x) > 0", after="x > 0")
def _positive_part(expr: Expr) -> Expr | None:
    a, b = expr.args
    if is_call(a, "relu") and is_number(b, 0):
        return call("gt", (a.args[0], b), (), expr.shape, "b")
    return None


@row("inverse", before="inverse(inverse(A))", after="A", shapes="A=3,3")
@row("inverse", before="inverse(A.T)", after="inverse(A).T", shapes="A=3,3")
def _inverse(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    if is_call(inner, "inverse"):
        return inner.args[0]
    if inner.head == "T":
        return transpose(call("inverse", inner.args, (), expr.shape))
    return None


@row(
    f"{AT_LAST}matmul",
    before="inverse(A) @ inverse(A)",
    after="matrix_power(A, -2)",
    shapes="A=3,3",
)
def _power_of_inverse(expr: Expr) -> Expr | None:
    """Write the product of equal inverses as a power."""
    links: list[Expr] = []
    for same, run in groupby(expr.args):
        count = len(list(run))
        inner = same.args[0] if same.head == "T" else same
        if count == 1 or not is_call(inner, "inverse"):
            links += [same] * count
            continue
        power = call("matrix_power", inner.args, (("n", -count),), inner.shape, inner.kind)
        links.append(transpose(power) if same.head == "T" else power)
    return chain(links) if len(links) < len(expr.args) else None


@row(f"{AT_LAST}matmul", before="inverse(A).T @ x", after="x @ inverse(A)", shapes="x=3 A=3,3")
def _row_by_matrix(expr: Expr) -> Expr | None:
    """Write a plain vector before a function of a matrix rather than after its transpose."""
    *links, vector = expr.args
    if vector.head != "symbol" or len(vector.shape) != 1 or len(expr.shape) != 1:
        return None
    if any(link.head == "T" and link.args[0].head == "symbol" for link in links):
        return None
    turned = chain([vector, *[transpose(link) for link in reversed(links)]])
    return turned if turned.size < expr.size else None


@row("matmul", before="A @ ones(2)", after="sum(A, 1)", shapes="A=3,2")
def _times_ones(expr: Expr) -> Expr | None:
    if len(expr.args) != 2:
        return None
    for ones, other, dim in ((*expr.args[::-1], -1), (*expr.args, 0)):
        if ones.head == "expand" and is_number(ones.args[0]) and len(ones.shape) == 1:
            along = (dim % len(other.shape),)
            return scaled(ones.args[0].data[0], sum_over(other, along))
    return None


@row("matmul", before="x @ eye(3)[1]", after="x[1]")
@row("matmul", before="A @ eye(2)[1]", after="A[:, 1]", shapes="A=3,2")
@row("matmul", before="eye(3)[1] @ A @ B", after="B.T @ A[1]", shapes="A=3,2 B=2,4")
def _picked(expr: Expr) -> Expr | None:
    """Write a product with a row of an identity matrix as an element, a row or a column."""
    *before, last = expr.args
    first, *after = expr.args
    for unit, link in ((first, after[0]), (last, before[-1])):
        if is_call(unit, "_put") and len(unit.shape) == 1 and is_number(unit.args[0], 1):
            index = unit.attr("index")
            if index and isinstance(index[0], int) and not isinstance(index[0], bool):
                dim = 0 if unit is first else len(link.shape) - 1
                shape = (*link.shape[:dim], *link.shape[dim + 1 :])
                attrs = (("dim", dim), ("index", index[0]))
                part = settled(call("select", (link,), attrs, shape, link.kind))
                links = [part, *after[1:]] if unit is first else [*before[:-1], part]
                return chain(links) if len(links) > 1 else part
    return None


@row("tril", before="tril(tril(A))", after="tril(A)", shapes="A=3,3")
@row("triu", before="triu(triu(A))", after="triu(A)", shapes="A=3,3")
def _triangle(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    return inner if is_call(inner, expr.name) and inner.data[2] == expr.data[2] else None


@row("select", before="stack((x, y))[1]", after="y", shapes="x=3 y=3")
def _unstacked(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    if not is_call(inner, "stack"):
        return None
    same = dict(inner.data[2]).get("dim", 0) == dict(expr.data[2]).get("dim", 0)
    return inner.args[expr.attr("index")] if same else None


@row("select", before="cat((x, y))[3]", after="y[0]", shapes="x=3 y=2")
@row("select", before="cat((x, y[None]))[-1]", after="y", shapes="x=2 y=")
def _picked_of_joined(expr: Expr) -> Expr | None:
    """Pick elements of the tensor that they come from."""
    (inner,) = expr.args
    attrs = dict(expr.data[2])
    dim = attrs.get("dim", 0) % len(inner.shape)
    if not is_call(inner, "cat") or dict(inner.data[2]).get("dim", 0) % len(inner.shape) != dim:
        return None
    place = attrs["index"] % inner.shape[dim]
    for part in inner.args:
        if place < part.shape[dim]:
            break
        place -= part.shape[dim]
    if part.shape[dim] == 1 and part.head == "reshape":
        return reshape(part, expr.shape)
    given = tuple({**attrs, "index": place}.items())
    return settled(call("select", (part,), given, expr.shape, expr.kind))


@row("slice", before="stack((x, y))[1:]", after="y[None]", shapes="x=3 y=3")
def _part_of_stack(expr: Expr) -> Expr | None:
    """Write one row of a stack as what was stacked."""
    (inner,) = expr.args
    attrs = dict(expr.data[2])
    same = is_call(inner, "stack") and dict(inner.data[2]).get("dim", 0) == attrs.get("dim", 0)
    return (
        reshape(inner.args[attrs.get("start", 0)], expr.shape) if same and _is_one(expr) else None
    )


def _is_one(expr: Expr) -> bool:
    return expr.shape[dict(expr.data[2]).get("dim", 0)] == 1


@row("slice", before="cat((x, y))[:3]", after="x", shapes="x=3 y=2")
@row("slice", before="cat((x, y))[3:]", after="y", shapes="x=3 y=2")
def _part_of_joined(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    if not is_call(inner, "cat"):
        return None
    attrs, ndim = dict(expr.data[2]), len(expr.shape)
    dim = attrs.get("dim", 0) % ndim
    if dict(inner.data[2]).get("dim", 0) % ndim != dim or attrs.get("step", 1) != 1:
        return None
    start, end = attrs.get("start", 0), min(attrs.get("end", inner.shape[dim]), inner.shape[dim])
    place = 0
    for part in inner.args:
        if (place, place + part.shape[dim]) == (start, end):
            return part
        place += part.shape[dim]
    return None


@row(
    "product",
    before="outer(exp(x), y) / sum(exp(x))",
    after="outer(softmax(x, 0), y)",
    shapes="x=3 y=2",
)
def _outer_softmax(expr: Expr) -> Expr | None:
    pairs = factors(expr)
    for whole, exp in pairs:
        if whole.head != "outer" or exp != 1:
            continue
        for place, arg in enumerate(whole.args):
            divisor = next((b for b, e in pairs if is_negative(e) and _is_sum_of(b, arg)), None)
            if divisor is None:
                continue
            sides = list(whole.args)
            sides[place] = call("softmax", arg.args, (("dim", 0),), arg.shape)
            rest = [p for p in pairs if p[0] is not whole]
            made = outer(sides[0], sides[1])
            return product(expr.data[0], [*rest, (divisor, _ONE), (made, _ONE)], expr.shape)
    return None


def _is_sum_of(expr: Expr, powers: Expr) -> bool:
    """Tell whether an expression is the sum of some exponentials."""
    return expr.head == "total" and is_call(powers, "exp") and expr.args[0] is powers
