"""From operators to expressions: those that have a form of their own.

Everything else becomes a call of the operator. A translation is given what its parameters name: the
operands (``args``), the attributes (``attrs``), the shape and kind of the result, and which of
several results it is (``output``); it returns None for a call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from gradcli.symbolic.algebra import (
    add,
    broadcast,
    divide,
    expand,
    factors,
    multiply,
    plain,
    power,
    product,
    reshape,
    scalars_out,
    scaled,
    split,
    subtract,
)
from gradcli.symbolic.constants import recognized
from gradcli.symbolic.expr import Expr, Shape, call, is_call, number
from gradcli.symbolic.matrices import (
    chain,
    diagonal_matrix,
    is_rank_one,
    sum_over,
    transpose,
)
from gradcli.symbolic.rewrites import settled

_ONE: Final = Fraction(1)

Attrs = dict[str, Any]
Translation = Callable[..., Expr | None]

TRANSLATIONS: dict[str, Translation] = {}
_number = recognized


def translates(*names: str) -> Callable[[Translation], Translation]:
    """Register a form for operators."""

    def register(function: Translation) -> Translation:
        code = function.__code__
        wanted = code.co_varnames[: code.co_argcount]
        for name in names:
            assert name not in TRANSLATIONS, name
            TRANSLATIONS[name] = lambda **given: function(*[given[part] for part in wanted])
        return function

    return register


def _arithmetic(*names: str) -> Callable[[Callable[..., Expr]], Callable[..., Expr]]:
    """Register a form for results that are floating-point numbers."""

    def register(function: Callable[..., Expr]) -> Callable[..., Expr]:
        @translates(*names)
        def translate(args: list[Expr], attrs: Attrs, kind: str) -> Expr | None:
            return function(*map(_as_number, args), **attrs) if kind in "fc" else None

        return function

    return register


def _as_number(expr: Expr) -> Expr:
    """Return an integer that is all that a tensor holds as a number."""
    if expr.head != "array" or expr.kind not in "iu" or len(expr.data) > 2:
        return expr
    values = set(np.ravel(expr.data[0]).tolist())
    return expand(number(values.pop()), expr.shape) if len(values) == 1 else expr


@_arithmetic("add", "add_number")
def _add(a: Expr, b: Expr | None = None, alpha: Any = 1, number: Any = 0) -> Expr:
    return add(a, scaled(alpha, _number(number) if b is None else b))


@_arithmetic("sub", "sub_number")
def _sub(a: Expr, b: Expr | None = None, alpha: Any = 1, number: Any = 0) -> Expr:
    return subtract(a, scaled(alpha, _number(number) if b is None else b))


@_arithmetic("rsub")
def _rsub(a: Expr, b: Expr, alpha: Any = 1) -> Expr:
    return subtract(b, scaled(alpha, a))


@_arithmetic("mul", "mul_number")
def _mul(a: Expr, b: Expr | None = None, number: Any = 1) -> Expr:
    return multiply(a, _number(number) if b is None else b)


@_arithmetic("true_divide", "div_number")
def _div(a: Expr, b: Expr | None = None, number: Any = 1) -> Expr:
    return divide(a, _number(number) if b is None else b)


@_arithmetic("neg")
def _neg(x: Expr) -> Expr:
    return scaled(-1, x)


@_arithmetic("reciprocal")
def _reciprocal(x: Expr) -> Expr:
    return divide(number(1), x)


@_arithmetic("_pow_number")
def _pow_number(x: Expr, exponent: Any = 1) -> Expr:
    return power(x, recognized(exponent))


@_arithmetic("_pow_tensor")
def _pow_tensor(a: Expr, b: Expr) -> Expr:
    return power(a, b)


@_arithmetic("_number_pow")
def _number_pow(x: Expr, base: Any = 1) -> Expr:
    return power(recognized(base), x)


@_arithmetic("sqrt")
def _sqrt(x: Expr) -> Expr:
    return power(x, number(Fraction(1, 2)))


@_arithmetic("rsqrt")
def _rsqrt(x: Expr) -> Expr:
    return power(x, number(Fraction(-1, 2)))


@_arithmetic("dot", "mv", "mm")
def _matmul(a: Expr, b: Expr) -> Expr:
    return chain([a, b])


@translates("baddbmm")
def _plus_products(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    if kind not in "fc":
        return None
    beta, alpha = attrs.get("beta", 1), attrs.get("alpha", 1)
    made = settled(call("matmul", args[1:], (), shape, kind))
    return add(scaled(beta, args[0]), scaled(alpha, made))


@translates("_matmul", "bmm")
def _times(args: list[Expr], shape: Shape, kind: str) -> Expr | None:
    if kind in "fc" and all(len(arg.shape) == 2 for arg in args):
        return chain(args)
    outside = [split(arg) for arg in args]
    made = settled(call("matmul", [rest for _, rest in outside], (), shape, kind))
    return scaled(outside[0][0] * outside[1][0], made) if kind in "fc" else None


@translates("t", "transpose", "permute", "T", "mT")
def _transpose(args: list[Expr], attrs: Attrs, shape: Shape) -> Expr | None:
    (x,) = args
    dims = tuple(d % max(len(shape), 1) for d in attrs.get("dims", ()))
    first, second = (attrs.get(name, d) for name, d in (("dim0", 0), ("dim1", 1)))
    if len(shape) < 2 or dims == tuple(range(len(shape))) or (not dims and _same(x, first, second)):
        return x
    if len(shape) == 2:
        return transpose(x)
    if plain(x).shape == ():
        return expand(x, shape)
    order = list(dims) or list(range(len(shape)))
    if not dims:
        order[first], order[second] = order[second], order[first]
    return permuted(x, order)


def permuted(x: Expr, order: Sequence[int]) -> Expr:
    """Return an expression with its dimensions in another order; those of size 1 only move."""
    shape, kind = tuple(x.shape[d] for d in order), x.kind
    coefficient, rest = split(x) if kind in "fc" else (_ONE, x)
    if rest.head == "call" and rest.name == "permute":
        inner = rest.attr("dims")
        order, rest = [inner[d] for d in order], rest.args[0]
    if rest.head == "reshape" and is_call(rest.args[0], "permute"):
        inner_order, own = rest.args[0].attr("dims"), rest.args[0].args[0]
        swaps = [order, inner_order]
        if all(list(o) == [*range(len(o) - 2), len(o) - 1, len(o) - 2] for o in swaps):
            return scaled(coefficient, reshape(own, shape))  # matrices turned, and turned back
    if rest.head == "product" and any(1 in (1, *arg.shape)[-len(shape) :] for arg in rest.args):
        pairs = [(permuted(_of_rank(base, len(shape)), order), e) for base, e in factors(rest)]
        return product(coefficient, pairs, shape)
    moved = [d for d in order if rest.shape[d] != 1]
    small = reshape(rest, tuple(rest.shape[d] for d in sorted(moved)))
    if moved == sorted(moved):
        made = reshape(rest, shape)
    elif len(moved) == 2:
        made = reshape(transpose(small), shape)
    else:
        places = tuple(sorted(moved).index(d) for d in moved)
        sizes = tuple(rest.shape[d] for d in moved)
        turned = settled(call("permute", (small,), (("dims", places),), sizes, kind))
        made = reshape(turned, shape)
    return scaled(coefficient, made) if kind in "fc" else made


def _of_rank(expr: Expr, rank: int) -> Expr:
    return reshape(expr, (1,) * (rank - len(expr.shape)) + expr.shape)


def _same(x: Expr, first: int, second: int) -> bool:
    return first % len(x.shape) == second % len(x.shape)


@translates(
    "view",
    "_reshape_alias",
    "_unsafe_view",
    "reshape",
    "unsqueeze",
    "squeeze",
    "_squeeze_in_place",
)
def _reshape(args: list[Expr], shape: Shape) -> Expr | None:
    return reshape(args[0], shape)


@translates("expand", "spread")
def _expand(args: list[Expr], attrs: Attrs, shape: Shape) -> Expr | None:
    (x,) = args
    if "shape" in attrs and not attrs.get("keepdim", False) and x.shape != ():
        dims = _dims(attrs.get("dim"), len(shape))
        x = reshape(x, tuple(1 if d in dims else size for d, size in enumerate(shape)))
    return expand(x, shape)


def _dims(dim: Any, ndim: int) -> tuple[int, ...]:
    if dim is None or dim == ():
        return tuple(range(ndim))
    return tuple(sorted(d % ndim for d in (dim if isinstance(dim, tuple) else (dim,)) if ndim))


@translates("sum", "_sum_keepdim")
def _sum(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    (x,) = args
    dims = _dims(attrs.get("dim"), len(x.shape))
    if "dtype" in attrs:
        return None
    if kind not in "fc" or x.kind not in "fc":  # a count, which all dimensions are kept in or none
        whole = x.shape and len(dims) == len(x.shape)
        return reshape(settled(call("sum", args, (), (), kind)), shape) if whole else None
    return reshape(sum_over(x, dims), shape)


@translates("mean")
def _mean(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    (x,) = args
    if "dtype" in attrs or not x.shape:
        return None if "dtype" in attrs else x
    coefficient, rest = split(x)
    dims = _dims(attrs.get("dim"), len(x.shape))
    short = tuple(size for d, size in enumerate(x.shape) if d not in dims)
    dim = None if len(dims) == len(x.shape) else dims
    made = call("mean", (rest,), (("dim", dim),), short, kind)
    return scaled(coefficient, reshape(made, shape))


@translates("clone", "alias", "_same", "contiguous", "_compact")
def _identity(args: list[Expr], kind: str) -> Expr | None:
    return args[0] if kind == "f" or args[0].kind == kind else None


def _along(name: str) -> None:
    @translates(f"_{name}")
    def translate(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
        dim = attrs["dim"] % max(len(shape), 1)
        return settled(call(name, args, (("dim", dim),), shape, kind))


_along("softmax")
_along("log_softmax")


@translates("linalg_vector_norm")
def _norm(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    if attrs.get("ord", 2) == 2 and attrs.get("dim") is None and shape == () and len(attrs) <= 4:
        return settled(call("norm", args, (), shape, kind))
    return None


@translates("linalg_inv_ex")
def _inverse(args: list[Expr], shape: Shape, kind: str, output: Any) -> Expr | None:
    if output == 1:
        return expand(number(0), shape)  # which says that there is an inverse
    return settled(call("inverse", args, (), shape, kind)) if len(shape) == 2 else None


@translates("linalg_solve_ex")
def _solution(args: list[Expr], attrs: Attrs, kind: str, output: Any) -> Expr | None:
    """Write the solution of a system as people do, with an inverse."""
    a, b = args
    if output != 0 or len(a.shape) != 2 or len(b.shape) > 2 or not attrs.get("left", True):
        return None
    return chain([settled(call("inverse", (a,), (), a.shape, kind)), b])


@_arithmetic("addmm", "addmv")
def _plus_product(a: Expr, b: Expr, c: Expr, beta: Any = 1, alpha: Any = 1) -> Expr:
    return add(scaled(beta, a), scaled(alpha, chain([b, c])))


@translates("_cofactors")
def _cofactors(args: list[Expr], shape: Shape, kind: str) -> Expr | None:
    if len(shape) != 2:
        return None
    if shape[0] > 2 and is_rank_one(args[0]):
        return expand(number(0), shape)
    det = settled(call("det", args, (), (), kind))
    return multiply(det, transpose(settled(call("inverse", args, (), shape, kind))))


@translates("_scaled_eye")
def _scaled_eye(args: list[Expr], shape: Shape) -> Expr | None:
    return multiply(args[0], diagonal_matrix(shape[0])) if shape[0] == shape[1] else None


@translates("_cumsum_back")
def _cumsum_back(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    if not shape:
        return args[0]
    dim = attrs.get("dim", 0) % len(shape)
    coefficient, inner = split(args[0])
    turned = flip(inner, dim)
    sums = settled(call("cumsum", (turned,), (("dim", dim),), shape, kind))
    return scaled(coefficient, flip(sums, dim))


def flip(expr: Expr, dim: int) -> Expr:
    """Return an expression with its elements in the opposite order along a dimension."""
    if expr.head == "expand" and expr.args[0].shape == ():
        return expr
    if expr.head == "call" and expr.name == "flip" and expr.attr("dims") == (dim,):
        return expr.args[0]
    return settled(call("flip", (expr,), (("dims", (dim,)),), expr.shape, expr.kind))


@translates("_where_positive")
def _where_positive(args: list[Expr], shape: Shape) -> Expr | None:
    g, result = args
    mask = settled(call("gt", (result, number(0)), (), result.shape, "b"))
    return product(_ONE, [(g, _ONE), (mask, _ONE)], shape)


@translates("_cross")
def _cross(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    """Take numbers out of a product of vectors, and leave out which dimension is the only one."""
    (before, a), (after, b) = (scalars_out(arg) for arg in args)
    given = tuple(attrs.items()) if len(shape) != 1 else ()
    made = settled(call("_cross", (a, b), given, shape, kind))
    return product(_ONE, [*before, *after, (made, _ONE)], shape)


@translates("prod")
def _prod(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
    (x,) = args
    if kind not in "fc" or "dtype" in attrs or not x.shape:
        return None
    dim = attrs.get("dim")
    short = (
        () if dim is None else (*x.shape[: dim % len(x.shape)], *x.shape[dim % len(x.shape) + 1 :])
    )
    dim = None if dim is None or not short else dim % len(x.shape)
    return reshape(call("prod", (x,), (("dim", dim),), short, kind), shape)


@translates("sgn")
def _sgn(args: list[Expr], shape: Shape, kind: str) -> Expr | None:
    return settled(call("sign", args, (), shape, kind)) if kind == "f" else None


@translates("zeros_like", "zeros", "new_zeros")
def _zeros(shape: Shape, kind: str) -> Expr | None:
    return expand(number(0), shape) if kind == "f" else None


@translates("ones_like", "ones", "new_ones")
def _ones(shape: Shape, kind: str) -> Expr | None:
    return expand(number(1), shape) if kind == "f" else None


@translates("eye")
def _eye(shape: Shape, kind: str) -> Expr | None:
    return diagonal_matrix(shape[0]) if kind == "f" and shape[0] == shape[1] else None


@translates("where")
def _where(args: list[Expr], shape: Shape, kind: str) -> Expr | None:
    test, yes, no = (plain(arg) for arg in args)
    if kind not in "fc":
        return None
    return expand(
        settled(call("where", (test, yes, no), (), broadcast(test, yes, no), kind)), shape
    )


def _linear_call(name: str, *others: str) -> None:
    """Translate an operator that numbers can be taken out of, and others, into a call of it."""

    @translates(name, *others)
    def translate(args: list[Expr], attrs: Attrs, shape: Shape, kind: str) -> Expr | None:
        if kind not in "fc":
            return None
        coefficient, rest = split(args[0])
        given = tuple((key, value) for key, value in attrs.items() if value not in (0, None))
        if name in ("cumsum", "flip", "roll"):
            given = tuple((key, value) for key, value in attrs.items() if value not in ((), None))
        if name == "diagonal" and len(rest.shape) == 2 and attrs.get("offset", 0) == 0:
            given = ()
            rest = rest.args[0] if rest.head == "T" else rest
        return scaled(coefficient, settled(call(name, (rest,), given, shape, kind)))


_linear_call("diagonal", "diagonal_copy")
for _name in ("tril", "triu", "flip", "roll", "cumsum"):
    _linear_call(_name)
