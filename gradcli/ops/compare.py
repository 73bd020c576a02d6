"""Comparison, logic and choice, element by element."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.promote import common
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.numerics import choosing
from gradcli.numerics.dtypes import DIFFERENTIABLE, dtype_of
from gradcli.operators.declare import Array, Number, Value, example, formula, op
from gradcli.operators.families import ABSENT, internal
from gradcli.operators.named import named
from gradcli.operators.op import Op
from gradcli.operators.refusals import dtype_error, invalid, mixed, refuse


def _comparison(name: str, sign: str, function: str, doc: str) -> Op:
    """Declare a comparison, which is also known by the name of NumPy's function."""

    @op(
        d=(0, 0),
        promotes=common,
        node=(f"{name.title()}Backward0", f"{name.title()}Backward1"),
        infix=sign,
        inplace=True,
        aliases=[function] if function != "equal" else [],
        example=(f"a {sign} 2", "a=tensor([[1.0, 2.0, 3.0]])"),
    )
    @named(name, doc)
    def compare(xp: Any, a: Array, b: Array | Number, /) -> Array:
        return getattr(xp, function)(a, b)

    return compare


eq = _comparison("eq", "==", "equal", "Where the elements are equal; NaN equals nothing.")
ne = _comparison("ne", "!=", "not_equal", "Where the elements differ.")
lt = _comparison("lt", "<", "less", "Where the first is less.")
le = _comparison("le", "<=", "less_equal", "Where the first is less or equal.")
gt = _comparison("gt", ">", "greater", "Where the first is greater.")
ge = _comparison("ge", ">=", "greater_equal", "Where the first is greater or equal.")


def _bitwise(name: str, sign: str, doc: str) -> Op:
    """Declare an operation on the bits of integers, or on bools."""

    @op(constant=True, promotes=common, infix=sign, reflected=sign, inplace=True)
    @example(f"x {sign} 6", "x=tensor([5, -3, 0])")
    @named(name, doc)
    def combine(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
        dtype = promote.result_type([a, b])
        if dtype.is_floating_point or dtype.is_complex:
            promote.check_shapes([a, b])
            message = f"\"{name}_cpu\" not implemented for '{dtype.scalar_name}'"
            help = "a power is written `**`" if sign == "^" else None
            raise mixed(message, kind=NotImplementedError, help=help)
        return getattr(xp, name)(a, b)

    return combine


_bitwise("bitwise_and", "&", "The bits that both have; of bools, where both are true.")
_bitwise("bitwise_or", "|", "The bits that either has; of bools, where either is true.")
_bitwise(
    "bitwise_xor",
    "^",
    "The bits that only one has; of bools, where they differ. A power is written ``**``.",
)


@op(constant=True, infix="invert", inplace=True, example=("~(a > 0)", "a=tensor([1.0, -1.0])"))
def bitwise_not(xp: Any, x: Array, /) -> Array:
    """The bits turned round; of bools, the opposite."""
    if x.dtype.kind in DIFFERENTIABLE:
        raise promote.unsupported("bitwise_not_cpu", x.dtype)
    return xp.bitwise_invert(x)


def _shift(side: str, sign: str, doc: str) -> None:
    """Declare the shift of bits to one side, and that of a number by a tensor."""

    @op(
        constant=True,
        promotes=promote.limited(common, f"{side[0]}shift_cpu", "iu"),
        infix=sign,
        inplace=True,
        example=(f"a {sign} 2", "a=tensor([1, -6, 64])"),
    )
    @named(f"bitwise_{side}_shift", doc)
    def shift(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
        return getattr(xp, f"{side}_shift")(a, b)

    @internal(composite=True, reflected=sign)
    @named(f"_r{side[0]}shift", f"A number with its bits moved to the {side} by a tensor.")
    def reflected(x: Tensor, other: Tensor | Number, /) -> Tensor:
        return shift(other, x)


_shift("left", "<<", "The bits moved to the left, zeros in their place.")
_shift("right", ">>", "The bits moved to the right, the sign kept.")


def _logical(name: str, doc: str) -> None:
    """Declare an operation on what elements are as bools."""
    example = (f"(a * 1).{name}_(b)", "a=tensor([0.0, 3.0])", "b=tensor([2.0, 0.0])")

    @op(constant=True, inplace=True, example=example)
    @named(name, doc)
    def combine(xp: Any, a: Array, b: Array, /) -> Array:
        return getattr(xp, name)(a, b)


_logical("logical_and", "Where both are other than 0.")
_logical("logical_or", "Where either is other than 0.")
_logical("logical_xor", "Where only one is other than 0.")


@op(constant=True, inplace=True, example=("a.logical_not()", "a=tensor([[0, 5]])"))
def logical_not(xp: Any, x: Array, /) -> Array:
    """Where the element is 0."""
    return xp.logical_not(x)


def _promote_choice(arrays: list[Any]) -> list[Any]:
    condition, *values = arrays
    dtype = promote.result_type(values).numpy
    return [condition, *[promote.choice(value, dtype) for value in values]]


@internal(
    vjp=(
        None,
        lambda g, condition: where(condition, g, 0.0),
        lambda g, condition: where(condition, 0.0, g),
    ),
    broadcasts=True,
    promotes=_promote_choice,
)
def where(xp: Any, condition: Array, input: Array | Number, other: Array | Number, /) -> Array:
    """Elements of one tensor where the condition holds, and of another elsewhere."""
    if condition.dtype.kind != "b":
        condition = _as_condition(condition)
    return choosing.where(xp, condition, input, other)


def _as_condition(array: Any) -> Any:
    """Convert the one type besides bool that a condition can have."""
    if array.dtype != np.uint8:
        raise refuse(
            "where expected condition to be a boolean tensor, but got a tensor with dtype "
            f"{dtype_of(array.dtype).scalar_name}"
        )
    warn(
        "where received a uint8 condition tensor. This behavior is deprecated and will be removed "
        "in a future version of PyTorch. Use a boolean condition instead."
    )
    return array.astype(bool)


@op(composite=True, where=["torch.where"], numpy="where")
@example("where(a > 0, a * a, -a)", "a=tensor([1.0, -2.0])")
def _where_or_nonzero(
    condition: Tensor, input: Tensor | Number = ABSENT, other: Tensor | Number = ABSENT, /
) -> Any:
    """Elements of one tensor where the condition holds, and of another elsewhere.

    Without tensors to choose from: the indices of the elements that are not 0, by dimension.
    """
    if input is ABSENT and other is ABSENT:
        STATE.tell("compared", ("where", condition))
        return tuple(Tensor(index) for index in np.nonzero(np.atleast_1d(condition.array)))
    if input is ABSENT or other is ABSENT:
        given = tuple([v for v in (condition, input, other) if v is not ABSENT])
        raise _where_or_nonzero.parameters.invalid_combination(given, {}, method=False)
    return where(condition, input, other)


@op(composite=True, where=["Tensor.where"])
@example("a.where(a > 0, 2)", "a=tensor([[1.0, -2.0]])")
def _where_method(input: Tensor, condition: Tensor, other: Tensor | Number, /) -> Tensor:
    """The tensor's own elements where the condition holds, and others elsewhere."""
    return where(condition, input, other)


choice = partial(op, broadcasts=True, promotes=common)


def _refuse_complex(a: Array, name: str) -> None:
    if a.dtype.kind == "c":
        raise refuse(f"{name} not implemented for complex tensors.", 0, 1)


@choice(
    vjp=(
        lambda g, a, b: where(a == b, g / 2, where(a < b, 0.0, g)),
        lambda g, a, b: where(a == b, g / 2, where(a > b, 0.0, g)),
    ),
    numpy="maximum",
    example=("maximum(a, a)", "a=tensor([1.0, 2.0])"),
)
def maximum(xp: Any, a: Array, b: Array, /) -> Array:
    """The larger element of two; a tie shares the gradient."""
    _refuse_complex(a, "maximum")
    return xp.maximum(b, a)  # of two zeros the first, as in PyTorch


@choice(
    vjp=(
        lambda g, a, b: where(a == b, g / 2, where(a > b, 0.0, g)),
        lambda g, a, b: where(a == b, g / 2, where(a < b, 0.0, g)),
    ),
    numpy="minimum",
    example=("minimum(a, a)", "a=tensor([1.0, 2.0])"),
)
def minimum(xp: Any, a: Array, b: Array, /) -> Array:
    """The smaller element of two; a tie shares the gradient."""
    _refuse_complex(a, "minimum")
    return xp.minimum(b, a)


@choice(
    vjp=(
        lambda g, a, b: where((a >= b) | isnan(b), g, 0.0),
        lambda g, a, b: where((a >= b) | isnan(b), 0.0, g),
    ),
    numpy="fmax",
    example=("fmax(a, a)", "a=tensor([1.0, 2.0])"),
)
def fmax(xp: Any, a: Array, b: Array, /) -> Array:
    """The larger element of two, or the one that is a number; the first takes a tie's gradient."""
    return xp.where(a == b, a, xp.fmax(a, b))  # of two zeros the first


@choice(
    vjp=(
        lambda g, a, b: where((a <= b) | isnan(b), g, 0.0),
        lambda g, a, b: where((a <= b) | isnan(b), 0.0, g),
    ),
    numpy="fmin",
    example=("fmin(a, a)", "a=tensor([1.0, 2.0])"),
)
def fmin(xp: Any, a: Array, b: Array, /) -> Array:
    """The smaller element of two, or the one that is a number; the first takes a tie's gradient."""
    return xp.where(a == b, a, xp.fmin(a, b))


def _bounds(low: Any, high: Any) -> list[Any]:
    """Return those of two bounds that are given."""
    return [bound for bound in (low, high) if bound is not None]


def _bounded(x: Value, min: Any, max: Any) -> Value:
    """Where an element keeps to its bounds."""
    if min is None:
        return x <= max
    return x >= min if max is None else (x >= min) & (x <= max)


def _promote_bounds(arrays: list[Any], promotes: Any = common) -> list[Any]:
    x, low, high = arrays
    found = iter(promotes([x, *_bounds(low, high)]))
    return [next(found), *(None if bound is None else next(found) for bound in (low, high))]


def _clamped(xp: Any, x: Array, low: Any, high: Any) -> Array:
    if low is not None:
        x = xp.maximum(low, x)
    return x if high is None else xp.minimum(high, x)


@internal(
    vjp=lambda g, x, min, max: where(_bounded(x, min, max), g, 0.0),
    widens=False,
    node="ClampBackward1",
)
@formula(input="where((input >= min) & (input <= max), g, 0)")
def _clamp_numbers(
    xp: Any, x: Array, /, min: Number | None = None, max: Number | None = None
) -> Array:
    """The elements within bounds that are numbers."""
    x, low, high = _promote_bounds([x, min, max], promote.common_fitting)
    if x.dtype.kind == "b":
        raise promote.unsupported("clamp_scalar_cpu", x.dtype)
    return _clamped(xp, x, low, high)


@internal(
    vjp=(
        lambda g, x, min, max: where(_bounded(x, min, max), g, 0.0),
        lambda g, x, min, max: where((x < min) if max is None else (min < max) & (x < min), g, 0.0),
        lambda g, x, min, max: where((x > max) if min is None else (x > max) | (max < min), g, 0.0),
    ),
    broadcasts=True,
    promotes=_promote_bounds,
    node="ClampBackward0",
)
def _clamp_tensors(
    xp: Any, x: Array, min: Array | None = None, max: Array | None = None, /
) -> Array:
    """The elements within bounds that are tensors."""
    kernel = "maximum_cpu" if max is None else "minimum_cpu" if min is None else "clamp_cpu"
    if x.dtype.kind == "c" or (x.dtype.kind == "b" and kernel == "clamp_cpu"):
        raise promote.unsupported(kernel, x.dtype)
    return _clamped(xp, x, min, max)


def _as_number(bound: Any) -> Any:
    """Return the number that a tensor without dimensions or history stands for."""
    plain = isinstance(bound, Tensor) and not bound.shape and not bound.requires_grad
    return bound.array.item() if plain else bound


@op(composite=True, inplace=True, aliases=["clip"])
@example("x.clone().clamp_(0, 1)", "x=tensor([-1.0, 0.5, 2.0])")
def clamp(
    input: Tensor, /, min: Tensor | Number | None = None, max: Tensor | Number | None = None
) -> Tensor:
    """The elements, those beyond a bound replaced by it; the upper one wins."""
    given = _bounds(min, max)
    if not given:
        raise invalid("torch.clamp: At least one of 'min' or 'max' must not be None")
    if not all(isinstance(bound, Tensor) for bound in given):
        min, max = (_as_number(bound) for bound in (min, max))
        given = _bounds(min, max)
    numbers = [isinstance(bound, (bool, int, float, complex)) for bound in given]
    if all(numbers):
        for bound in given if input.array.dtype.kind in "fV" else ():
            promote.fit(bound, np.dtype(float))
        return _clamp_numbers(input, min=min, max=max)
    if any(numbers):
        raise clamp.parameters.invalid_combination((input, min, max), {}, method=False)
    return _clamp_tensors(input, min, max)


def _beside(kernel: str) -> Callable[[list[Any]], list[Any]]:
    """Promote an operand and its bound; a kernel of PyTorch's for numbers takes no bools."""
    for_number = promote.limited(promote.common_fitting, kernel, "iuf")

    def promotes(operands: list[Any]) -> list[Any]:
        if hasattr(operands[1], "dtype"):
            return common(operands)
        if isinstance(operands[1], complex) or operands[0].dtype.kind == "c":
            message = "clamp is not supported for complex types"
            raise dtype_error(message, kind=NotImplementedError)
        return for_number(operands)

    return promotes


@op(
    vjp=(lambda g, x, min: where(x >= min, g, 0.0), lambda g, x, min: where(x < min, g, 0.0)),
    broadcasts=True,
    promotes=_beside("clamp_min_scalar_cpu"),
    node=("ClampMinBackward0", "ClampMinBackward1"),
    inplace=True,
    example=("x.clone().clamp_min_(0)", "x=tensor([-1.0, 0.5, 0.0])"),
)
def clamp_min(xp: Any, x: Array, min: Array | Number, /) -> Array:
    """The elements, those below the bound replaced by it."""
    return xp.maximum(min, x)


@op(
    vjp=(lambda g, x, max: where(x <= max, g, 0.0), lambda g, x, max: where(x > max, g, 0.0)),
    broadcasts=True,
    promotes=_beside("clamp_max_scalar_cpu"),
    node=("ClampMaxBackward0", "ClampMaxBackward1"),
    inplace=True,
    example=("x.clone().clamp_max_(0)", "x=tensor([-1.0, 0.5, 0.0])"),
)
def clamp_max(xp: Any, x: Array, max: Array | Number, /) -> Array:
    """The elements, those above the bound replaced by it."""
    return xp.minimum(max, x)


def _test(body: Callable[..., Any]) -> Op:
    """Declare what tells something of every element."""
    name = body.__name__
    return op(constant=True, numpy=name, example=(f"{name}(a)", "a=tensor([True, False])"))(body)


def _tested(name: str, doc: str) -> Op:
    """Declare what a function of NumPy's of the same name tells."""

    @_test
    @named(name, doc)
    def test(xp: Any, x: Array, /) -> Array:
        return getattr(xp, name)(x)

    return test


isnan = _tested("isnan", "Where elements are NaN.")
isfinite = _tested("isfinite", "Where elements are neither infinite nor NaN.")
isinf = _tested("isinf", "Where elements are infinite.")


@_test
def isposinf(xp: Any, x: Array, /) -> Array:
    """Where elements are the positive infinity."""
    _real_only(x, "isposinf")
    return xp.equal(x, np.inf)


@_test
def isneginf(xp: Any, x: Array, /) -> Array:
    """Where elements are the negative infinity."""
    _real_only(x, "isneginf")
    return xp.equal(x, -np.inf)


def _real_only(x: Array, name: str) -> None:
    if x.dtype.kind == "c":
        raise dtype_error(f"{name} does not support complex inputs.")


@_test
def isreal(xp: Any, x: Array, /) -> Array:
    """Where elements have no imaginary part."""
    return x.imag == 0


@_test
def signbit(xp: Any, x: Array, /) -> Array:
    """Where elements have a minus sign, -0.0 among them."""
    return xp.signbit(x) if x.dtype.kind in "fV" else x < 0


@op(constant=True, example=("isclose(a, b, atol=2)", "a=tensor([3, 9])", "b=tensor([4, 12])"))
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
        raise invalid(f"{left} did not match {right}", code="dtype")
    for name, value in (("rtol", rtol), ("atol", atol)):
        if not value >= 0:
            raise invalid(f"{name} must be greater than or equal to zero, but got {value:g}")
    if not rtol and not atol and a.dtype.kind in "biu":
        return a == b  # where a float would not tell large integers apart
    found = xp.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if a.dtype.kind != "c":
        return found
    return found & (xp.isfinite(xp.abs(a - b)) | (a == b) | xp.isnan(a))  # whose size overflows


@op(composite=True, example=("allclose(x, y, rtol=0.5)", "x=ones(2)", "y=ones(2) * 1.4"))
def allclose(
    input: Tensor, other: Tensor, /, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> bool:
    """Tell whether all elements agree within atol + rtol * abs(other)."""
    STATE.tell("compared", ("allclose", input, other))
    return bool(isclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan).array.all())


@op(composite=True, example=("equal(a, b)", "a=tensor([1.0])", "b=tensor([1.0])"))
def equal(input: Tensor, other: Tensor, /) -> bool:
    """Tell whether two tensors have the same shape and elements."""
    STATE.tell("compared", ("equal", input, other))
    return input.array.shape == other.array.shape and bool((input.array == other.array).all())
