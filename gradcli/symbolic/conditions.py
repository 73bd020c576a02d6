"""The rows of the table of rewrites that are about comparisons, and what holds under them.

Whether a bound itself belongs to one side or the other is PyTorch's choice at a point where a
function has no derivative; it is kept in a condition, and not asked for inside of one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final

from gradcli.core.state import STATE
from gradcli.symbolic.algebra import expand, factors, plain, product, scaled, split, terms, total
from gradcli.symbolic.expr import (
    Expr,
    call,
    in_order,
    is_call,
    is_negative,
    is_number,
    is_positive,
    number,
)
from gradcli.symbolic.rebuild import rebuilt
from gradcli.symbolic.rewrites import AT_LAST, row, settled

_ONE: Final = Fraction(1)
_HALF: Final = Fraction(1, 2)
_OPPOSITE: Final = {"gt": "le", "ge": "lt", "lt": "ge", "le": "gt"}
_TURNED: Final = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge", "eq": "eq", "ne": "ne"}
_HOLDS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "gt": operator.gt,
    "ge": operator.ge,
    "lt": operator.lt,
    "le": operator.le,
    "eq": operator.eq,
    "ne": operator.ne,
}
_AT_LAST: Final = tuple(AT_LAST + name for name in _TURNED)
_BELOW: Final = ("lt", "le")
_ABOVE: Final = ("gt", "ge")
_STRICT: Final = ("gt", "lt")  # of equal infinities neither holds, nor of their difference
_LARGER: Final = ("maximum", "fmax")
_SMALLER: Final = ("minimum", "fmin")
_XY: Final = "x=3 y=3"
COMPARISONS: Final = tuple(_TURNED)
_DEEPEST: Final = 12
_SAFE_INSIDE: Final = (
    "exp",
    "expm1",
    "log",
    "log1p",
    "sin",
    "cos",
    "tanh",
    "sigmoid",
    "abs",
    "sign",
)
_CUT: Final = 20  # where softplus is cut off
_SAFE: Final = frozenset(
    [
        *("abs", "sign", "relu", "sin", "cos", "tanh", "sigmoid", "softmax", "erf", "atan"),
        *("_clamp_numbers", "where", "maximum", "minimum", "eye", "diag", "_put"),
    ]
)


@row("bitwise_not", before="1.0 * ~(x > 0)", after="1.0 * (x <= 0)")
@row("bitwise_not", before="1.0 * ~(x == 0)", after="1.0 * (x != 0)")
@row(
    "bitwise_not",
    before="1.0 * ~((x < 0) | (x > y))",
    after="1.0 * ((x >= 0) & (x <= y))",
    shapes="x=3 y=3",
)
def _opposite(expr: Expr) -> Expr | None:
    """Write the opposite of a comparison as a comparison."""
    (test,) = expr.args
    opposites = {**_OPPOSITE, "eq": "ne", "ne": "eq"}
    if is_call(test, *opposites):
        return settled(call(opposites[test.name], test.args, (), expr.shape, "b"))
    if is_call(test, "bitwise_and", "bitwise_or"):
        sides = [settled(call("bitwise_not", (arg,), (), arg.shape, "b")) for arg in test.args]
        other = {"bitwise_and": "bitwise_or", "bitwise_or": "bitwise_and"}[test.name]
        if not any(is_call(side, "bitwise_not") for side in sides):
            return settled(call(other, sides, (), expr.shape, "b"))
    return None


@row(*_TURNED, before="1.0 * (zeros_like(x) < x)", after="1.0 * (x > 0)")
@row(*_TURNED, before="1.0 * (x > zeros_like(x))", after="1.0 * (x > 0)")
def _number_last(expr: Expr) -> Expr | None:
    """Write a comparison with its number at the right, where it is but one."""
    a, b = expr.args
    if is_number(plain(a)) and not is_number(plain(b)):
        return settled(call(_TURNED[expr.name], (b, plain(a)), (), expr.shape, "b"))
    if is_number(plain(b)) and b is not plain(b) and a.shape == expr.shape:
        return settled(call(expr.name, (a, plain(b)), (), expr.shape, "b"))
    return None


@row(*_TURNED, before="x * (x / pi == 0)", after="x * (x == 0)")
@row(*_TURNED, before="x * (3 * y * exp(x) >= 0)", after="x * (y >= 0)", shapes=_XY)
def _positive_out(expr: Expr) -> Expr | None:
    """Leave out of what is compared with 0 what is positive."""
    a, b = expr.args
    if not is_number(plain(b), 0) or a.head != "product" or a.kind != "f":
        return None
    kept = [(base, exp) for base, exp in factors(a) if not is_positive(base)]
    sign = 1 if not is_negative(a.data[0]) else -1
    if not kept or (len(kept) == len(a.args) and a.data[0] == sign):
        return None
    inner = product(sign, kept, a.shape)
    return settled(call(expr.name, (inner, b), (), expr.shape, "b"))


@row(*_AT_LAST, before="1.0 * (1 - x * y >= 0)", after="1.0 * (x * y <= 1)", shapes="x=3 y=3")
@row(*_AT_LAST, before="1.0 * (x - y > 0)", after="1.0 * (x > y)", shapes="x=3 y=3")
@row(*_AT_LAST, before="1.0 * (x - 3 > 0)", after="1.0 * (x > 3)")
@row(*_AT_LAST, before="1.0 * (-x > 0)", after="1.0 * (x < 0)")
def _number_moved(expr: Expr) -> Expr | None:
    """Write a comparison with 0 as one of two terms, or of unknowns with the number."""
    a, b = expr.args
    if not is_number(plain(b), 0) or a.kind != "f":
        return None
    constant = a.data[-1] if a.head == "sum" else Fraction(0)
    if constant == 0 and expr.name in _STRICT and sorted(c for c, _ in terms(a)) == [-1, 1]:
        (_, less), (_, more) = sorted(terms(a), key=itemgetter(0))
        return call(expr.name, (more, less), (), expr.shape, "b")
    c, rest = split(total([*terms(a)[: len(a.args)]], a.shape) if constant != 0 else a)
    if not isinstance(c, Fraction) or abs(c) != 1 or (c == 1 and constant == 0):
        return None
    name = expr.name if c == 1 else _TURNED[expr.name]
    return call(name, (rest, number(-c * constant)), (), expr.shape, "b")


@row(*_TURNED, before="x * (ones_like(x) != -1)", after="x")
@row(*_TURNED, before="x * (ones_like(x) <= -1)", after="zeros_like(x)")
def _known(expr: Expr) -> Expr | None:
    """Compare numbers."""
    values = [plain(arg).data[0] for arg in expr.args if is_number(plain(arg))]
    if len(values) < 2 or complex in map(type, values):
        return None
    return expand(number(int(_HOLDS[expr.name](*values))), expr.shape)


@row("isnan", before="x * isnan(ones_like(x))", after="zeros_like(x)")
def _no_nan(expr: Expr) -> Expr | None:
    """Tell whether a number is one."""
    value = plain(expr.args[0])
    return (
        expand(number(int(value.data[0] != value.data[0])), expr.shape)
        if is_number(value)
        else None
    )


@row("bitwise_and", before="1.0 * ((x == 0) & (x >= 1))", after="zeros_like(x)")
@row("bitwise_and", before="1.0 * ((x < 2) & (x == 1))", after="1.0 * (x == 1)")
def _of_one(expr: Expr) -> Expr | None:
    """Decide a condition on a value beside one that says which it is."""
    if not all(is_call(arg, *_TURNED) and is_number(plain(arg.args[1])) for arg in expr.args):
        return None
    (x, low), (y, high) = ((arg.args[0], plain(arg.args[1]).data[0]) for arg in expr.args)
    if x is not y or complex in (type(low), type(high)):
        return None
    for one, value, other, bound in (
        (expr.args[0], low, expr.args[1], high),
        (expr.args[1], high, expr.args[0], low),
    ):
        if is_call(one, "eq"):
            return one if _HOLDS[other.name](value, bound) else expand(number(0), expr.shape)
    return None


@row(*_TURNED, before="where(x >= x, y, 2 * y)", after="y", shapes="x=3 y=3")
@row(*_TURNED, before="where(x == x, y, 2 * y)", after="y", shapes="x=3 y=3")
def _with_itself(expr: Expr) -> Expr | None:
    """Compare something with itself, which is no NaN where there is a derivative."""
    a, b = expr.args
    return expand(number(int(expr.name in ("ge", "le", "eq"))), expr.shape) if a is b else None


@row("maximum", "minimum", "fmax", "fmin", before="sin(x) * maximum(x, x)", after="x * sin(x)")
def _same(expr: Expr) -> Expr | None:
    """Write the larger of two equal values as one of them."""
    a, b = expr.args
    return a if a is b else None


@row("where", before="where(ones_like(x) == 1, x, y)", after="x", shapes="x=3 y=3")
@row("where", before="where(x > y, exp(x), exp(x))", after="exp(x)", shapes="x=3 y=3")
def _decided(expr: Expr) -> Expr | None:
    """Choose where a condition is a number, or decides nothing."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if yes is no:
        return expand(yes, expr.shape)
    if not is_number(test):
        return None
    return expand(no if is_number(test, 0) else yes, expr.shape)


@row("bitwise_and", before="1.0 * ((x > -2) & (x < 2))", after="1.0 * (abs(x) < 2)")
def _between(expr: Expr) -> Expr | None:
    """Write two bounds that differ in their sign as one of the absolute value."""
    below, above = expr.args
    if is_call(below, *_BELOW):
        below, above = above, below
    if not (is_call(below, *_ABOVE) and is_call(above, *_BELOW)) or below.args[0] != above.args[0]:
        return None
    low, high = plain(below.args[1]), plain(above.args[1])
    strict = (below.name == "gt") == (above.name == "lt")
    if not (is_number(low) and is_number(high, -low.data[0]) and is_negative(low.data[0])):
        return None
    size = settled(call("abs", (above.args[0],), (), above.args[0].shape))
    return call(above.name, (size, high), (), expr.shape, "b") if strict else None


@row(
    "where",
    before="where(x > 0, x * where(x > 0, y, 2.0), exp(where(x < 0, x, 0.0)))",
    after="where(x > 0, x * y, exp(x))",
    shapes="x=3 y=3",
)
@row("where", before="where(x > y, maximum(x, y)**2, y)", after="where(x > y, x**2, y)", shapes=_XY)
@row(
    "where",
    before="where(x < y, 0.0, exp(minimum(x, y)))",
    after="where(x < y, 0, exp(y))",
    shapes=_XY,
)
def _under(expr: Expr) -> Expr | None:
    """Leave out of each side of a choice what its condition decides."""
    test, yes, no = expr.args
    if not is_call(test, *_ABOVE, *_BELOW):
        return None
    new = _where_holds(yes, test, True), _where_holds(no, test, False)
    if new == (yes, no):
        return None
    return expand(settled(call("where", (test, *map(plain, new)), (), expr.shape)), expr.shape)


def _where_holds(expr: Expr, test: Expr, truth: bool, depth: int = 0) -> Expr:
    """Return an expression as it is where a test is true, or where it is not.

    What stands inside of a function of all elements together is none of that.
    """
    if is_call(expr, "where") and _decides(test, expr.args[0]):
        chosen = expr.args[1 if _same_side(test, expr.args[0]) == truth else 2]
        return expand(_where_holds(chosen, test, truth, depth + 1), expr.shape)
    if is_call(expr, *_LARGER, *_SMALLER) and set(expr.args) == set(test.args):
        larger, smaller = test.args if (test.name in _ABOVE) == truth else test.args[::-1]
        return expand(larger if is_call(expr, *_LARGER) else smaller, expr.shape)
    alone = expr.head in ("sum", "product", "power") or is_call(expr, *_SAFE_INSIDE)
    if depth > _DEEPEST or not alone:
        return expr
    if expr.head == "product":
        masks = [base for base, _ in factors(expr) if _decides(test, base)]
        if any(_same_side(test, mask) != truth for mask in masks):
            return expand(number(0), expr.shape)
        rest = [p for p in factors(expr) if p[0] not in masks]
        if masks:
            return _where_holds(product(expr.data[0], rest, expr.shape), test, truth, depth + 1)
    return rebuilt(expr, [_where_holds(arg, test, truth, depth + 1) for arg in expr.args])


def _decides(test: Expr, part: Expr) -> bool:
    same = is_call(part, *_ABOVE, *_BELOW) and part.args[0] is test.args[0]
    return same and plain(part.args[1]) is plain(test.args[1])


def _same_side(test: Expr, part: Expr) -> bool:
    return (test.name in _ABOVE) == (part.name in _ABOVE)


@row("where", before="where(x == y, 0.5, 1.0 * (x > y))", after="1.0 * (x > y)", shapes="x=3 y=3")
@row(
    "where",
    before="torch.autograd.grad(sum(maximum(x, y)**2), x, create_graph=True)[0]",
    after="2 * x * (x >= y)",
    shapes="x=3 y=3",
)
def _tie(expr: Expr) -> Expr | None:
    """Leave out what a derivative is at a kink, where PyTorch takes the middle."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if STATE.ties or not is_call(test, "eq"):
        return None
    if is_call(no, "where") and set(no.args[0].args) == set(test.args):
        sides = [plain(side) for side in no.args[1:] if not is_number(plain(side), 0)]
        halves = [scaled(_HALF, side) for side in sides]
        same = halves in [[_where_equal(yes, test, choice)] for choice in test.args]
        return expand(no, expr.shape) if same else None
    if not is_number(yes):
        return None
    masks = [base for base, _ in factors(no) if is_call(base, *_ABOVE, *_BELOW)]
    if len(masks) == 1 and set(masks[0].args) == set(test.args) and yes.data[0] == _half(no):
        return expand(_without_bound(no, masks[0]), expr.shape)
    return None


def _where_equal(expr: Expr, test: Expr, choice: Expr) -> Expr:
    """Return an expression with one of two equal values for the larger and the smaller of them."""
    new: dict[Expr, Expr] = {}
    for part in in_order(expr):
        picks = is_call(part, *_LARGER, *_SMALLER) and set(part.args) == set(test.args)
        new[part] = choice if picks else rebuilt(part, [new[arg] for arg in part.args])
    return new[expr]


def _without_bound(expr: Expr, mask: Expr) -> Expr:
    """Return a product with a mask that leaves the bound to the other side, below it.

    What belongs to both sides would count twice there.
    """
    strict = {"le": "lt"}.get(mask.name)
    if strict is None:
        return expr
    other = call(strict, mask.args, (), mask.shape, "b")
    rest = [(other if base is mask else base, exp) for base, exp in factors(expr)]
    return product(expr.data[0] if expr.head == "product" else _ONE, rest, expr.shape)


def _half(expr: Expr) -> object:
    return expr.data[0] / 2 if expr.head == "product" and len(expr.args) == 1 else None


@row("where", before="where(abs(x) < 2, x, 2 * sign(x))", after="clamp(x, -2, 2)")
@row("where", before="where(abs(x) < 2, x / 3, sign(x) * 2 / 3)", after="clamp(x, -2, 2) / 3")
def _clamped(expr: Expr) -> Expr | None:
    """Write a choice between a number and its bounds as a clamp, of what both are multiplied by."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if is_call(test, *_ABOVE):
        yes, no = no, yes
    if not is_call(test, *_ABOVE, *_BELOW) or not is_call(test.args[0], "abs"):
        return None
    bound, pairs, ends = plain(test.args[1]), terms(no), test.args[0].args[0]
    if not is_number(bound) or is_number(bound, 0) or len(pairs) != 1:
        return None
    value, sign = bound.data[0], call("sign", (ends,), (), ends.shape)
    scale = [pair for pair in factors(no) if pair[0] is not sign]
    if product(pairs[0][0] / value, [*scale, (ends, _ONE)], yes.shape) is not yes:
        return None
    short = int(value) if value == int(value) else float(value)
    clamp = call("_clamp_numbers", (ends,), (("min", -short), ("max", short)), ends.shape)
    return product(pairs[0][0] / value, [*scale, (clamp, _ONE)], expr.shape)


@row(
    "product",
    before="(y - clamp(x, 0, 1)) * clamp(x, 0, 1) * ((x >= 0) & (x <= 1))",
    after="x * (y - x) * ((x >= 0) & (x <= 1))",
    shapes=_XY,
)
@row("product", before="clamp(x, 0, 2) * ((x >= 0) & (x <= 2))", after="x * ((x >= 0) & (x <= 2))")
def _within(expr: Expr) -> Expr | None:
    """Write what is clamped, where it is within its bounds, without them."""
    pairs = dict(factors(expr))
    for base, exp in pairs.items():
        if not is_call(base, "_clamp_numbers") or not exp > 0:
            continue
        attrs = dict(base.data[2])
        (x,) = base.args
        sides = [(n, attrs.get(key)) for n, key in (("ge", "min"), ("le", "max"))]
        if any(value is None for _, value in sides):
            continue
        tests = [call(n, (x, number(value)), (), x.shape, "b") for n, value in sides]
        mask = settled(call("bitwise_and", tests, (), x.shape, "b"))
        if mask in pairs:
            rest = [(_in_place(b, base, x), e) for b, e in factors(expr)]
            return product(expr.data[0], rest, expr.shape)
    return None


def _in_place(expr: Expr, old: Expr, new: Expr) -> Expr:
    """Return an expression with another in the place of a part, where each element is its own."""
    if expr is old:
        return new
    if expr.head not in ("sum", "product", "power") and not is_call(expr, *_SAFE_INSIDE):
        return expr
    return rebuilt(expr, [_in_place(arg, old, new) for arg in expr.args])


@row("where", before="where(norm(x) >= 1e-12, y, 0.0)", after="y", shapes="x=3 y=3")
def _of_some_size(expr: Expr) -> Expr | None:
    """Leave out a condition that only a norm of nothing does not meet."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if not is_call(test, *_ABOVE) or not is_number(no, 0):
        return None
    size = plain(test.args[0])
    while size.head == "reshape":
        (size,) = size.args
    tiny = is_number(test.args[1]) and 0 <= test.args[1].data[0] <= 1e-6
    return expand(yes, expr.shape) if tiny and is_call(size, "norm") else None


@row(
    "where",
    before="where(x >= 20, 0.0, sigmoid(x) * (1 - sigmoid(x)))",
    after="sigmoid(x) * (1 - sigmoid(x))",
)
def _softplus_again(expr: Expr) -> Expr | None:
    """Write a derivative of softplus as if it were not cut off where float32 cannot tell."""
    test, yes, no = (plain(arg) for arg in expr.args)
    cut = is_call(test, *_ABOVE) and is_number(test.args[1], _CUT) and is_number(yes, 0)
    if not cut:
        return None
    x = test.args[0]
    slopes = [base for base, _ in factors(no) if is_call(base, "sigmoid") and base.args[0] is x]
    rest = [part for part in in_order(no) if part.head == "call" and part.name != "sigmoid"]
    return expand(no, expr.shape) if slopes and not rest else None


def masked(expr: Expr) -> Expr | None:
    """Return a choice against 0 as a product with the condition, where that is finite anywhere."""
    if not is_call(expr, "where"):
        return None
    test, yes, no = (plain(arg) for arg in expr.args)
    if test.kind != "b" or not is_number(no, 0) or not all(map(_is_safe, in_order(yes))):
        return None
    return product(_ONE, [(yes, _ONE), (test, _ONE)], expr.shape)


@row(f"{AT_LAST}where", before="where(x < y, 0.0, x)", after="x * (x >= y)", shapes=_XY)
def _masked_elsewhere(expr: Expr) -> Expr | None:
    """Write a choice of 0 under a condition as a product with the opposite one."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if not is_number(yes, 0) or is_number(no) or not is_call(test, *_OPPOSITE):
        return None
    if any(is_call(part, "where") for part in in_order(no)):
        return None
    opposite = call(_OPPOSITE[test.name], test.args, (), test.shape, "b")
    return masked(call("where", (opposite, no, yes), (), expr.shape, expr.kind))


def _is_safe(expr: Expr) -> bool:
    if expr.head == "product":
        return all(exp > 0 and getattr(exp, "denominator", 2) == 1 for _, exp in factors(expr))
    if expr.head == "call":
        return expr.kind == "b" or expr.name in _SAFE
    return expr.head != "power"
