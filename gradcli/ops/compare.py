"""Comparison, logic and choice, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core import arrays, promote
from gradcli.core.dtypes import dtype_of
from gradcli.core.op import Array, Number, op
from gradcli.core.promote import common
from gradcli.core.samples import binary, error, sample
from gradcli.errors import op_error


def _pairs(sign: str) -> list[Any]:
    return [
        sample(f"a {sign} b", a="tensor([1.0, 2.0, nan])", b="tensor([1.0, 3.0, nan])"),
        sample(f"a {sign} 2", a="tensor([[1.0, 2.0, 3.0]])"),
        sample(f"2 {sign} a", a="tensor([1, 2, 3])"),
    ]


@op(constant=True, promotes=common, infix="==", samples=_pairs("=="))
def eq(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the elements are equal; NaN equals nothing."""
    return xp.equal(a, b)


@op(constant=True, promotes=common, infix="!=", aliases=["not_equal"], samples=_pairs("!="))
def ne(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the elements differ."""
    return xp.not_equal(a, b)


@op(constant=True, promotes=common, infix="<", aliases=["less"], samples=_pairs("<"))
def lt(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the first is less."""
    return xp.less(a, b)


@op(constant=True, promotes=common, infix="<=", aliases=["less_equal"], samples=_pairs("<="))
def le(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the first is less or equal."""
    return xp.less_equal(a, b)


@op(constant=True, promotes=common, infix=">", aliases=["greater"], samples=_pairs(">"))
def gt(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the first is greater."""
    return xp.greater(a, b)


@op(constant=True, promotes=common, infix=">=", aliases=["greater_equal"], samples=_pairs(">="))
def ge(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the first is greater or equal."""
    return xp.greater_equal(a, b)


def _bitwise(name: str, xp: Any, a: Array, b: Any) -> Array:
    for operand in (a, b):
        if isinstance(operand, float) or getattr(operand, "dtype", _BOOL).kind in "fc":
            kind = dtype_of(a.dtype).scalar_name if a.dtype.kind in "fc" else "Float"
            raise op_error(
                NotImplementedError,
                f"\"{name}_cpu\" not implemented for '{kind}'",
                code="dtype",
                operands=(0, 1),
                help="a power is written `**`" if name == "bitwise_xor" else None,
            )
    return getattr(xp, name)(a, b)


_BOOL = np.dtype(bool)


def _masks(sign: str) -> list[Any]:
    return [
        sample(f"(a > 0) {sign} (b > 0)", a="tensor([1.0, -1.0])", b="tensor([[1.0], [-1.0]])"),
        sample(f"a {sign} 3", a="tensor([1, 2, 6])"),
    ]


@op(
    constant=True,
    promotes=common,
    infix="&",
    reflected="&",
    inplace=True,
    samples=_masks("&"),
    errors=[
        error("ones(2) & 1", NotImplementedError, "\"bitwise_and_cpu\" not implemented for 'Float'")
    ],
)
def bitwise_and(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """The bits that both have; of bools, where both are true."""
    return _bitwise("bitwise_and", xp, a, b)


@op(
    constant=True,
    promotes=common,
    infix="|",
    reflected="|",
    inplace=True,
    samples=_masks("|"),
)
def bitwise_or(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """The bits that either has; of bools, where either is true."""
    return _bitwise("bitwise_or", xp, a, b)


@op(
    constant=True,
    promotes=common,
    infix="^",
    reflected="^",
    inplace=True,
    samples=_masks("^"),
)
def bitwise_xor(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """The bits that only one has; of bools, where they differ. A power is written ``**``."""
    return _bitwise("bitwise_xor", xp, a, b)


@op(
    constant=True,
    infix="invert",
    samples=[sample("~(a > 0)", a="tensor([1.0, -1.0])"), sample("~a", a="tensor([0, 5])")],
)
def bitwise_not(xp: Any, x: Array, /) -> Array:
    """The bits turned round; of bools, the opposite."""
    if x.dtype.kind in "fc":
        raise op_error(
            NotImplementedError,
            f"\"bitwise_not_cpu\" not implemented for '{dtype_of(x.dtype).scalar_name}'",
            operands=(0,),
        )
    return xp.bitwise_invert(x)


def _promote_choice(arrays: list[Any]) -> list[Any]:
    condition, *values = arrays
    return [condition, *promote.to_common(values)]


@op(
    overloaded=True,
    vjp=(
        None,
        lambda g, condition: where(condition, g, 0.0),
        lambda g, condition: where(condition, 0.0, g),
    ),
    broadcasts=True,
    promotes=_promote_choice,
    samples=[
        sample("where(a > 0, a, b)", a="tensor([1.0, -2.0, 0.0])", b="tensor([3.0, 4.0, 5.0])"),
        sample("where(a > 0, a, 0.0)", a="tensor([1.0, -2.0])"),
        sample("where(a > 0, 1.0, b)", a="tensor([1.0, -2.0])", b="tensor([[3.0], [4.0]])"),
        sample("where(a > 0, sqrt(a), b)", a="tensor([1.0, 4.0])", b="tensor(2.0)"),
        sample("where(tensor(True), a, b)", a="tensor([[1.0, -2.0]])", b="tensor([[3.0], [4.0]])"),
    ],
    errors=[
        error(
            "where(ones(2), ones(2), ones(2))",
            RuntimeError,
            "where expected condition to be a boolean tensor, but got a tensor with dtype Float",
        )
    ],
)
def where(xp: Any, condition: Array, input: Array | Number, other: Array | Number, /) -> Array:
    """Elements of one tensor where the condition holds, and of another elsewhere."""
    if condition.dtype.kind != "b":
        raise op_error(
            RuntimeError,
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{dtype_of(condition.dtype).scalar_name}",
            operands=(0,),
        )
    return xp.where(condition, input, other)


@op(
    vjp=(
        lambda g, a, b: g * _larger_share(a, b),
        lambda g, a, b: g * _larger_share(b, a),
    ),
    broadcasts=True,
    promotes=common,
    samples=[
        *binary("maximum(a, b)", (-2, 2), (-1, 3)),
        sample("maximum(a, b)", a="tensor([1.0, 2.0])", b="tensor([1.0, 3.0])"),
    ],
)
def maximum(xp: Any, a: Array, b: Array, /) -> Array:
    """The larger element of two; a tie shares the gradient."""
    return xp.maximum(a, b)


@op(
    vjp=(
        lambda g, a, b: g * _larger_share(b, a),
        lambda g, a, b: g * _larger_share(a, b),
    ),
    broadcasts=True,
    promotes=common,
    samples=[
        *binary("minimum(a, b)", (-2, 2), (-1, 3)),
        sample("minimum(a, b)", a="tensor([1.0, 2.0])", b="tensor([1.0, 3.0])"),
    ],
)
def minimum(xp: Any, a: Array, b: Array, /) -> Array:
    """The smaller element of two; a tie shares the gradient."""
    return xp.minimum(a, b)


def _larger_share(a: Array, b: Array) -> Array:
    """The share of the gradient that goes to ``a``: 1 where it is larger, 1/2 where equal."""
    return (a > b) + 0.5 * (a == b)


@op(constant=True, samples=[sample("isnan(a)", a="tensor([1.0, nan])")])
def isnan(xp: Any, x: Array, /) -> Array:
    """Where elements are NaN."""
    return xp.isnan(x)


@op(
    composite=True,
    samples=[sample("allclose(a, b)", a="tensor([1.0])", b="tensor([1.0 + 1e-7])")],
)
def allclose(
    input: Array,
    other: Array,
    /,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Tell whether all elements agree within atol + rtol * abs(other)."""
    arrays.check_broadcast(input.array.shape, other.array.shape)
    close = np.isclose(input.array, other.array, rtol=rtol, atol=atol, equal_nan=equal_nan)
    return bool(close.all())


@op(composite=True, samples=[sample("equal(a, b)", a="tensor([1.0])", b="tensor([1.0])")])
def equal(input: Array, other: Array, /) -> bool:
    """Tell whether two tensors have the same shape and elements."""
    return input.array.shape == other.array.shape and bool((input.array == other.array).all())
