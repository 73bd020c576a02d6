"""Comparison, logic and choice, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.promote import common
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics.dtypes import DIFFERENTIABLE, dtype_of
from gradcli.operators.declare import Array, Number, op
from gradcli.operators.samples import across, binary, error, sample, unary


def _pairs(name: str, sign: str) -> list[Any]:
    a, b = "tensor([1.0, 2.0, nan])", "tensor([1.0, 3.0, nan])"
    return [
        *binary(f"a {sign} b", (-2, 2), (-1, 1)),
        sample(f"a {sign} b", a=a, b=b),
        sample(f"a {sign} 2", a="tensor([[1.0, 2.0, 3.0]])"),
        sample(f"2 {sign} a", a="tensor([1, 2, 3])"),
        sample(f"a.clone().{name}_(b)", a=a, b=b),
        sample(f"a.clone().{name}_(2)", a=a),
    ]


@op(
    d=(0, 0),
    promotes=common,
    node=("EqBackward0", "EqBackward1"),
    infix="==",
    inplace=True,
    overloaded=True,
    samples=_pairs("eq", "=="),
)
def eq(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the elements are equal; NaN equals nothing."""
    return xp.equal(a, b)


@op(
    d=(0, 0),
    promotes=common,
    node=("NeBackward0", "NeBackward1"),
    infix="!=",
    inplace=True,
    overloaded=True,
    aliases=["not_equal"],
    samples=_pairs("ne", "!="),
)
def ne(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the elements differ."""
    return xp.not_equal(a, b)


@op(
    d=(0, 0),
    promotes=common,
    node=("LtBackward0", "LtBackward1"),
    infix="<",
    inplace=True,
    overloaded=True,
    aliases=["less"],
    samples=_pairs("lt", "<"),
)
def lt(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the first is less."""
    return xp.less(a, b)


@op(
    d=(0, 0),
    promotes=common,
    node=("LeBackward0", "LeBackward1"),
    infix="<=",
    inplace=True,
    overloaded=True,
    aliases=["less_equal"],
    samples=_pairs("le", "<="),
)
def le(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the first is less or equal."""
    return xp.less_equal(a, b)


@op(
    d=(0, 0),
    promotes=common,
    node=("GtBackward0", "GtBackward1"),
    infix=">",
    inplace=True,
    overloaded=True,
    aliases=["greater"],
    samples=_pairs("gt", ">"),
)
def gt(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the first is greater."""
    return xp.greater(a, b)


@op(
    d=(0, 0),
    promotes=common,
    node=("GeBackward0", "GeBackward1"),
    infix=">=",
    inplace=True,
    overloaded=True,
    aliases=["greater_equal"],
    samples=_pairs("ge", ">="),
)
def ge(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """Where the first is greater or equal."""
    return xp.greater_equal(a, b)


def _bitwise(name: str, xp: Any, a: Array | Number, b: Array | Number) -> Array:
    dtype = promote.result_type([a, b])
    if dtype.is_floating_point or dtype.is_complex:
        raise op_error(
            NotImplementedError,
            f"\"{name}_cpu\" not implemented for '{dtype.scalar_name}'",
            code="dtype",
            operands=(0, 1),
            help="a power is written `**`" if name == "bitwise_xor" else None,
        )
    return getattr(xp, name)(a, b)


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
    samples=[
        *_masks("&"),
        sample("x & 6", x="tensor([5, -3, 0])"),
        sample("x.bitwise_and(tensor(True))", x="tensor([True, False])"),
        sample("bitwise_and(x, tensor([3]))", x="tensor([[1], [2]])"),
    ],
    errors=[
        error("ones(2) & 1", NotImplementedError, "\"bitwise_and_cpu\" not implemented for 'Float'")
    ],
)
def bitwise_and(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The bits that both have; of bools, where both are true."""
    return _bitwise("bitwise_and", xp, a, b)


@op(
    constant=True,
    promotes=common,
    infix="|",
    reflected="|",
    inplace=True,
    samples=[
        *_masks("|"),
        sample("x | 6", x="tensor([5, -3, 0])"),
        sample("x.bitwise_or(tensor(True))", x="tensor([True, False])"),
        sample("bitwise_or(x, tensor([3]))", x="tensor([[1], [2]])"),
    ],
)
def bitwise_or(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The bits that either has; of bools, where either is true."""
    return _bitwise("bitwise_or", xp, a, b)


@op(
    constant=True,
    promotes=common,
    infix="^",
    reflected="^",
    inplace=True,
    samples=[
        *_masks("^"),
        sample("x ^ 6", x="tensor([5, -3, 0])"),
        sample("x.bitwise_xor(tensor(True))", x="tensor([True, False])"),
        sample("bitwise_xor(x, tensor([3]))", x="tensor([[1], [2]])"),
    ],
)
def bitwise_xor(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The bits that only one has; of bools, where they differ. A power is written ``**``."""
    return _bitwise("bitwise_xor", xp, a, b)


@op(
    constant=True,
    infix="invert",
    inplace=True,
    samples=[
        sample("~(a > 0)", a="tensor([1.0, -1.0])"),
        sample("~a", a="tensor([0, 5])"),
        sample("bitwise_not(a)", a="tensor([[0, 5]], dtype=torch.uint8)"),
        sample("a.bitwise_not()", a="tensor(7)"),
        sample("a.clone().bitwise_not_()", a="tensor([True, False])"),
    ],
    errors=[
        error(
            "bitwise_not(ones(2))",
            NotImplementedError,
            "\"bitwise_not_cpu\" not implemented for 'Float'",
        )
    ],
)
def bitwise_not(xp: Any, x: Array, /) -> Array:
    """The bits turned round; of bools, the opposite."""
    if x.dtype.kind in DIFFERENTIABLE:
        raise promote.unsupported("bitwise_not_cpu", x.dtype)
    return xp.bitwise_invert(x)


def _shifts(name: str, sign: str) -> list[Any]:
    return [
        sample(f"a {sign} 2", a="tensor([1, -6, 64])"),
        sample(f"5 {sign} a", a="tensor([0, 1, 3])"),
        sample(f"{name}(a, b)", a="tensor([[1], [200]], dtype=torch.uint8)", b="tensor([1, 9])"),
        sample(f"a.{name}(70)", a="tensor([3, -3])"),
        sample(f"{name}(3, a)", a="tensor([3, -1])"),
        sample(f"a.clone().{name}_(b)", a="tensor([3, -3])", b="tensor(1)"),
    ]


_INTEGERS = "iu"


@op(
    constant=True,
    promotes=promote.limited(promote.common, "lshift_cpu", _INTEGERS),
    infix="<<",
    inplace=True,
    overloaded=True,
    samples=_shifts("bitwise_left_shift", "<<"),
    errors=[
        error("ones(2) << 1", NotImplementedError, "\"lshift_cpu\" not implemented for 'Float'")
    ],
)
def bitwise_left_shift(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The bits moved to the left, zeros in their place."""
    return xp.left_shift(a, b)


@op(
    composite=True,
    where=[],
    reflected="<<",
    samples=[sample("5 << a", a="tensor([0, 1, 3])")],
)
def _rlshift(x: Array, other: Array | Number, /) -> Array:
    """A number with its bits moved to the left by a tensor."""
    return bitwise_left_shift(other, x)


@op(
    constant=True,
    promotes=promote.limited(promote.common, "rshift_cpu", _INTEGERS),
    infix=">>",
    inplace=True,
    overloaded=True,
    samples=_shifts("bitwise_right_shift", ">>"),
    errors=[
        error("ones(2) >> 1", NotImplementedError, "\"rshift_cpu\" not implemented for 'Float'")
    ],
)
def bitwise_right_shift(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The bits moved to the right, the sign kept."""
    return xp.right_shift(a, b)


@op(
    composite=True,
    where=[],
    reflected=">>",
    samples=[sample("5 >> a", a="tensor([0, 1, 3])")],
)
def _rrshift(x: Array, other: Array | Number, /) -> Array:
    """A number with its bits moved to the right by a tensor."""
    return bitwise_right_shift(other, x)


def _truths(name: str) -> list[Any]:
    return [
        *binary(f"{name}(a, b)", (-1, 1), (-1, 1)),
        sample(f"a.{name}(b)", a="tensor([0.0, nan, -0.0])", b="tensor([1, 0, 0])"),
        sample(f"{name}(a > 0, b > 0)", a="tensor([1.0, -1.0])", b="tensor([[1.0], [-1.0]])"),
        sample(f"(a * 1).{name}_(b)", a="tensor([0.0, 3.0])", b="tensor([2.0, 0.0])"),
    ]


@op(constant=True, inplace=True, samples=_truths("logical_and"))
def logical_and(xp: Any, a: Array, b: Array, /) -> Array:
    """Where both are other than 0."""
    return xp.logical_and(a, b)


@op(constant=True, inplace=True, samples=_truths("logical_or"))
def logical_or(xp: Any, a: Array, b: Array, /) -> Array:
    """Where either is other than 0."""
    return xp.logical_or(a, b)


@op(constant=True, inplace=True, samples=_truths("logical_xor"))
def logical_xor(xp: Any, a: Array, b: Array, /) -> Array:
    """Where only one is other than 0."""
    return xp.logical_xor(a, b)


@op(
    constant=True,
    inplace=True,
    samples=[
        sample("logical_not(a)", a="tensor([1.0, 0.0, -0.0, nan])"),
        sample("a.logical_not()", a="tensor([[0, 5]])"),
        sample("logical_not(a > 0)", a="tensor([1.0, -1.0])"),
        sample("logical_not(a)", a="tensor(0.0)"),
        sample("(a * 1).logical_not_()", a="tensor([0.0, 3.0])"),
    ],
)
def logical_not(xp: Any, x: Array, /) -> Array:
    """Where the element is 0."""
    return xp.logical_not(x)


def _promote_choice(arrays: list[Any]) -> list[Any]:
    condition, *values = arrays
    return [condition, *promote.to_common(values)]


@op(
    vjp=(
        None,
        lambda g, condition: where(condition, g, 0.0),
        lambda g, condition: where(condition, 0.0, g),
    ),
    broadcasts=True,
    promotes=_promote_choice,
    where=[],
    samples=[
        sample("where(a > 0, a, b)", a="tensor([1.0, -2.0, 0.0])", b="tensor([3.0, 4.0, 5.0])"),
        sample("where(a > 0, a, 0.0)", a="tensor([1.0, -2.0])"),
        sample("where(a > 0, 1.0, b)", a="tensor([1.0, -2.0])", b="tensor([[3.0], [4.0]])"),
        sample("where(a > 0, sqrt(a), b)", a="tensor([1.0, 4.0])", b="tensor(2.0)"),
        sample("where(tensor(True), a, b)", a="tensor([[1.0, -2.0]])", b="tensor([[3.0], [4.0]])"),
    ],
)
def where(xp: Any, condition: Array, input: Array | Number, other: Array | Number, /) -> Array:
    """Elements of one tensor where the condition holds, and of another elsewhere."""
    if condition.dtype.kind != "b":
        condition = _as_condition(condition)
    return xp.where(condition, input, other)


def _as_condition(array: Any) -> Any:
    """Convert the one type besides bool that a condition can have."""
    if array.dtype != np.uint8:
        raise op_error(
            RuntimeError,
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{dtype_of(array.dtype).scalar_name}",
            operands=(0,),
        )
    warn(
        "where received a uint8 condition tensor. This behavior is deprecated and will be removed "
        "in a future version of PyTorch. Use a boolean condition instead."
    )
    return array.astype(bool)


@op(
    composite=True,
    overloaded=True,
    where=["torch.where"],
    samples=[
        sample("where(a > 0, a, b)", a="tensor([1.0, nan, 0.0])", b="tensor([3.0, 4.0, 5.0])"),
        sample("where(a > 0, 1, 2)", a="tensor([1.0, -2.0])"),
        sample("where(a > 0, 1.5, 2)", a="tensor([1.0, -2.0])"),
        sample("where(a > 0)[0]", a="tensor([1.0, -2.0, 3.0])"),
        sample("where(a)[1]", a="tensor([[1.0, 0.0], [0.0, 3.0]])"),
        sample("where(a > 0)[0]", a="tensor(1.0)"),
        sample("torch.where(a > 0, input=a, other=i)", a="tensor([1.0, -2.0])", i="tensor([3, 4])"),
        sample("where(a > 0, a, 0)", a="zeros(0)"),
    ],
    errors=[
        error(
            "where(ones(2), ones(2), ones(2))",
            RuntimeError,
            "where expected condition to be a boolean tensor, but got a tensor with dtype Float",
        ),
        error(
            "where(ones(2) > 0, ones(2))",
            TypeError,
            "where() received an invalid combination of arguments - got (Tensor, Tensor), but "
            "expected one of:",
        ),
    ],
)
def _where_or_nonzero(
    condition: Array,
    input: Array | Number | None = None,
    other: Array | Number | None = None,
    /,
) -> Any:
    """Elements of one tensor where the condition holds, and of another elsewhere.

    Without tensors to choose from: the indices of the elements that are not 0, by dimension.
    """
    if input is None and other is None:
        return tuple(Tensor(index) for index in np.nonzero(np.atleast_1d(condition.array)))
    if input is None or other is None:
        given = (condition, input) if other is None else (condition, other)
        raise _where_or_nonzero.parameters.invalid_combination(given, {}, method=False)
    return where(condition, input, other)


@op(
    composite=True,
    overloaded=True,
    where=["Tensor.where"],
    samples=[
        sample("a.where(a > 0, b)", a="tensor([1.0, -2.0])", b="tensor([[3.0], [4.0]])"),
        sample("a.where(a > 0, 2)", a="tensor([[1.0, -2.0]])"),
        sample("a.where(a > 0, i)", a="tensor([1.0, -2.0])", i="tensor([3, 4])"),
        sample("a.where(a > 0, 0.0)", a="tensor(-1.0)"),
        sample("a.where(a > 0, other=b)", a="tensor([0.0, 1.0])", b="tensor(5.0)"),
    ],
)
def _where_method(input: Array, condition: Array, other: Array | Number, /) -> Array:
    """The tensor's own elements where the condition holds, and others elsewhere."""
    return where(condition, input, other)


def _choices(name: str) -> list[Any]:
    return [
        *binary(f"{name}(a, b)", (-2, 2), (-1, 3)),
        sample(f"{name}(a, b)", a="tensor([1.0, 2.0])", b="tensor([1.0, 3.0])"),
        sample(f"{name}(a, b)", a="tensor([nan, 2.0, nan])", b="tensor([1.0, nan, nan])"),
        sample(f"a.{name}(i)", a="tensor([1.5, -inf])", i="tensor([2, -3])"),
        sample(f"{name}(a, a)", a="tensor([1.0, 2.0])"),
    ]


@op(
    vjp=(
        lambda g, a, b: where(a == b, g / 2, where(a < b, 0.0, g)),
        lambda g, a, b: where(a == b, g / 2, where(a > b, 0.0, g)),
    ),
    broadcasts=True,
    promotes=common,
    samples=_choices("maximum"),
)
def maximum(xp: Any, a: Array, b: Array, /) -> Array:
    """The larger element of two; a tie shares the gradient."""
    return xp.maximum(b, a)  # of two zeros the first, as in PyTorch


@op(
    vjp=(
        lambda g, a, b: where(a == b, g / 2, where(a > b, 0.0, g)),
        lambda g, a, b: where(a == b, g / 2, where(a < b, 0.0, g)),
    ),
    broadcasts=True,
    promotes=common,
    samples=_choices("minimum"),
)
def minimum(xp: Any, a: Array, b: Array, /) -> Array:
    """The smaller element of two; a tie shares the gradient."""
    return xp.minimum(b, a)


@op(
    vjp=(
        lambda g, a, b: where((a >= b) | isnan(b), g, 0.0),
        lambda g, a, b: where((a >= b) | isnan(b), 0.0, g),
    ),
    broadcasts=True,
    promotes=common,
    samples=_choices("fmax"),
)
def fmax(xp: Any, a: Array, b: Array, /) -> Array:
    """The larger element of two, or the one that is a number; the first takes a tie's gradient."""
    return np.fmax(a, b)


@op(
    vjp=(
        lambda g, a, b: where((a <= b) | isnan(b), g, 0.0),
        lambda g, a, b: where((a <= b) | isnan(b), 0.0, g),
    ),
    broadcasts=True,
    promotes=common,
    samples=_choices("fmin"),
)
def fmin(xp: Any, a: Array, b: Array, /) -> Array:
    """The smaller element of two, or the one that is a number; the first takes a tie's gradient."""
    return np.fmin(a, b)


def _bounds(low: Any, high: Any) -> list[Any]:
    """Return those of two bounds that are given."""
    return [bound for bound in (low, high) if bound is not None]


def _bounded(x: Array, min: Any, max: Any) -> Array:
    """Where an element keeps to its bounds."""
    if min is None:
        return x <= max
    return x >= min if max is None else (x >= min) & (x <= max)


def _promote_bounds(arrays: list[Any]) -> list[Any]:
    x, low, high = arrays
    found = iter(promote.common([x, *_bounds(low, high)]))
    return [next(found), *(None if bound is None else next(found) for bound in (low, high))]


def _clamped(xp: Any, x: Array, low: Any, high: Any) -> Array:
    if low is not None:
        x = xp.maximum(low, x)
    return x if high is None else xp.minimum(high, x)


@op(
    vjp=lambda g, x, min, max: where(_bounded(x, min, max), g, 0.0),
    where=[],
    node="ClampBackward1",
    samples=[
        *unary("clamp(x, -1, 1)", -2, 2, "[-1.0, 1.0, nan]"),
        sample("x.clamp(min=0)", x="tensor([-1.0, 0.0, 2.0])"),
        sample("x.clamp(max=0.5)", x="tensor([[-1.0, 0.5, 2.0]])"),
        sample("clamp(x, 2, 1)", x="tensor([0.0, 1.5, 3.0])"),
        sample("clamp(x, 0.5)", x="tensor([0, 2])"),
        sample("clip(x, min=-1, max=nan)", x="tensor([0.0, 1.5])"),
    ],
)
def _clamp_numbers(
    xp: Any, x: Array, /, min: Number | None = None, max: Number | None = None
) -> Array:
    """The elements within bounds that are numbers."""
    x, low, high = _promote_bounds([x, min, max])
    if x.dtype.kind == "b":
        raise promote.unsupported("clamp_scalar_cpu", x.dtype)
    return _clamped(xp, x, low, high)


@op(
    vjp=(
        lambda g, x, min, max: where(_bounded(x, min, max), g, 0.0),
        lambda g, x, min, max: where((x < min) if max is None else (min < max) & (x < min), g, 0.0),
        lambda g, x, min, max: where((x > max) if min is None else (x > max) | (max < min), g, 0.0),
    ),
    broadcasts=True,
    promotes=_promote_bounds,
    where=[],
    node="ClampBackward0",
    samples=[
        sample(call, x=x, a="tensor([-1.0, 0.0, 0.5])", b="tensor([1.0, 0.25, 0.25])")
        for call in ("clamp(x, a, b)", "x.clamp(a)", "clamp(x, max=b)")
        for x in ("linspace(-2, 2, 6).reshape(2, 3)", "tensor(0.25)", "tensor([nan, 0.0, 0.5])")
    ],
)
def _clamp_tensors(
    xp: Any, x: Array, min: Array | None = None, max: Array | None = None, /
) -> Array:
    """The elements within bounds that are tensors."""
    if x.dtype.kind == "b":
        raise promote.unsupported("clamp_cpu", x.dtype)
    return _clamped(xp, x, min, max)


@op(
    composite=True,
    inplace=True,
    overloaded=True,
    aliases=["clip"],
    samples=[
        *unary("x.clip(-0.5, 1.5)", -2, 2),
        sample("x.clone().clamp_(0, 1)", x="tensor([-1.0, 0.5, 2.0])"),
        sample("x.clone().clip_(min=0)", x="tensor([-1.0, 0.5, 2.0])"),
        *across("x.clamp(-0.5, 1) ** 2", 1, 1),
    ],
    errors=[
        error(
            "clamp(ones(2))",
            RuntimeError,
            "torch.clamp: At least one of 'min' or 'max' must not be None",
        ),
        error(
            "clamp(ones(2), 'a')",
            TypeError,
            "clamp() received an invalid combination of arguments - got (Tensor, str), but "
            "expected one of:",
        ),
        error(
            "clamp(ones(2), ones(2), 3)",
            TypeError,
            "clamp() received an invalid combination of arguments - got (Tensor, Tensor, int), but "
            "expected one of:",
        ),
    ],
)
def clamp(
    input: Array,
    /,
    min: Array | Number | None = None,
    max: Array | Number | None = None,
) -> Array:
    """The elements, those beyond a bound replaced by it; the upper one wins."""
    given = _bounds(min, max)
    if not given:
        raise op_error(RuntimeError, "torch.clamp: At least one of 'min' or 'max' must not be None")
    numbers = [isinstance(bound, (bool, int, float, complex)) for bound in given]
    if all(numbers):
        return _clamp_numbers(input, min=min, max=max)
    if any(numbers):
        raise clamp.parameters.invalid_combination((input, min, max), {}, method=False)
    return _clamp_tensors(input, min, max)


@op(
    vjp=(
        lambda g, x, min: where(x >= min, g, 0.0),
        lambda g, x, min: where(x < min, g, 0.0),
    ),
    broadcasts=True,
    promotes=promote.limited(common, "clamp_min_scalar_cpu", "iuf"),
    node=("ClampMinBackward0", "ClampMinBackward1"),
    inplace=True,
    overloaded=True,
    samples=[
        *unary("clamp_min(x, -1)", -2, 2, "[-1.0, 1.0, nan]"),
        *binary("clamp_min(a, b)", (-2, 2), (-1, 1)),
        sample("x.clone().clamp_min_(0)", x="tensor([-1.0, 0.5, 0.0])"),
    ],
)
def clamp_min(xp: Any, x: Array, min: Array | Number, /) -> Array:
    """The elements, those below the bound replaced by it."""
    return xp.maximum(min, x)


@op(
    vjp=(
        lambda g, x, max: where(x <= max, g, 0.0),
        lambda g, x, max: where(x > max, g, 0.0),
    ),
    broadcasts=True,
    promotes=promote.limited(common, "clamp_max_scalar_cpu", "iuf"),
    node=("ClampMaxBackward0", "ClampMaxBackward1"),
    inplace=True,
    overloaded=True,
    samples=[
        *unary("clamp_max(x, 1)", -2, 2, "[-1.0, 1.0, nan]"),
        *binary("clamp_max(a, b)", (-2, 2), (-1, 1)),
        sample("x.clone().clamp_max_(0)", x="tensor([-1.0, 0.5, 0.0])"),
    ],
)
def clamp_max(xp: Any, x: Array, max: Array | Number, /) -> Array:
    """The elements, those above the bound replaced by it."""
    return xp.minimum(max, x)


def _points(name: str) -> list[Any]:
    return [
        sample(f"{name}(a)", a=a)
        for a in (
            "tensor([1.0, nan, inf, -inf, -0.0, 0.0, -2.5])",
            "tensor([[1, -2]])",
            "tensor([True, False])",
            "tensor(-3.0)",
            "zeros(0, 2)",
        )
    ]


@op(constant=True, samples=_points("isnan"))
def isnan(xp: Any, x: Array, /) -> Array:
    """Where elements are NaN."""
    return xp.isnan(x)


@op(constant=True, samples=_points("isfinite"))
def isfinite(xp: Any, x: Array, /) -> Array:
    """Where elements are neither infinite nor NaN."""
    return xp.isfinite(x)


@op(constant=True, samples=_points("isinf"))
def isinf(xp: Any, x: Array, /) -> Array:
    """Where elements are infinite."""
    return xp.isinf(x)


@op(constant=True, samples=_points("isposinf"))
def isposinf(xp: Any, x: Array, /) -> Array:
    """Where elements are the positive infinity."""
    _real_only(x, "isposinf")
    return xp.equal(x, np.inf)


@op(constant=True, samples=_points("isneginf"))
def isneginf(xp: Any, x: Array, /) -> Array:
    """Where elements are the negative infinity."""
    _real_only(x, "isneginf")
    return xp.equal(x, -np.inf)


def _real_only(x: Array, name: str) -> None:
    if x.dtype.kind == "c":
        raise op_error(
            RuntimeError, f"{name} does not support complex inputs.", code="dtype", operands=(0,)
        )


@op(constant=True, samples=_points("isreal"))
def isreal(xp: Any, x: Array, /) -> Array:
    """Where elements have no imaginary part."""
    return np.isreal(x)


@op(constant=True, samples=_points("signbit"))
def signbit(xp: Any, x: Array, /) -> Array:
    """Where elements have a minus sign, -0.0 among them."""
    return xp.signbit(x) if x.dtype.kind in "fV" else x < 0


@op(
    constant=True,
    samples=[
        sample("isclose(a, b)", a="tensor([1.0, 2.0, nan])", b="tensor([1.0 + 1e-7, 2.1, nan])"),
        sample("a.isclose(b, equal_nan=True)", a="tensor([nan, inf])", b="tensor([nan, inf])"),
        sample("isclose(a, b, rtol=0.1)", a="tensor([[10.0], [-10.0]])", b="tensor([10.9, inf])"),
        sample("isclose(a, b, atol=2)", a="tensor([3, 9])", b="tensor([4, 12])"),
        sample("isclose(a, b)", a="tensor([True, False])", b="tensor([True, True])"),
        sample("isclose(a, b)", a="zeros(0)", b="zeros(0)"),
        *across("x.isclose(x + 1e-7)", 0, 2),
    ],
    errors=[
        error("isclose(ones(2), ones(2).double())", RuntimeError, "Float did not match Double"),
        error(
            "isclose(ones(2), ones(2), rtol=-1)",
            RuntimeError,
            "rtol must be greater than or equal to zero, but got -1",
        ),
    ],
)
def isclose(
    xp: Any,
    a: Array,
    b: Array,
    /,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Array:
    """Where elements agree within atol + rtol * abs(other)."""
    if a.dtype != b.dtype:
        left, right = (dtype_of(x.dtype).scalar_name for x in (a, b))
        raise op_error(RuntimeError, f"{left} did not match {right}", code="dtype")
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value < 0:
            raise op_error(
                RuntimeError,
                f"{name} must be greater than or equal to zero, but got {value:g}",
            )
    if not rtol and not atol and a.dtype.kind in "biu":
        return a == b  # where a float would not tell large integers apart
    return np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


@op(
    composite=True,
    samples=[
        sample("allclose(x, x + 1e-9)", x="ones(3)"),
        sample("x.allclose(y, equal_nan=True)", x="tensor([nan])", y="tensor([nan])"),
        sample("allclose(x, y, rtol=0.5)", x="ones(2)", y="ones(2) * 1.4"),
        sample("allclose(x, y)", x="zeros(0)", y="ones(0)"),
        sample("allclose(a, b)", a="tensor([1.0])", b="tensor([1.0 + 1e-7])"),
    ],
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
    return bool(isclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan).array.all())


@op(
    composite=True,
    samples=[
        sample("x.equal(x.clone())", x="ones(3)"),
        sample("equal(x, y)", x="ones(3)", y="ones(2)"),
        sample("equal(x, y)", x="tensor([1, 2])", y="tensor([1, 3])"),
        sample("equal(x, x)", x="tensor([nan])"),
        sample("equal(a, b)", a="tensor([1.0])", b="tensor([1.0])"),
    ],
)
def equal(input: Array, other: Array, /) -> bool:
    """Tell whether two tensors have the same shape and elements."""
    return input.array.shape == other.array.shape and bool((input.array == other.array).all())
