"""PyTorch's ``torch.testing``: assertions about values, in its words.

Values are compared pair by pair, as deep as lists, tuples and dicts go. This module knows what is
close. It does not know who counts checks: observers are told.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.modes import no_grad
from gradcli.core.observe import tell_checked
from gradcli.core.promote import promote_types
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import OpError, op_error
from gradcli.numerics.dtypes import (
    INTEGER,
    DType,
    bfloat16,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int64,
)

_PRECISIONS = {
    float16: (0.001, 1e-5),
    bfloat16: (0.016, 1e-5),
    float32: (1.3e-6, 1e-5),
    float64: (1e-7, 1e-7),
    complex64: (1.3e-6, 1e-5),
    complex128: (1e-7, 1e-7),
}
_NUMBERS: dict[type, DType] = {int: int64, float: float64, complex: complex128}
_DEEPEST = 900

Message = str | Callable[[str], str] | None


class Terms(NamedTuple):
    """What counts as close."""

    rtol: float | None = None
    atol: float | None = None
    equal_nan: bool = False
    check_dtype: bool = True
    check_stride: bool = False


class Mismatch(Exception):
    """Two values are not close, or cannot be compared; ``kind`` is what PyTorch raises."""

    def __init__(self, kind: type[Exception], message: str) -> None:
        super().__init__(message)
        self.kind = kind

    def at(self, item: tuple[Any, ...], message: Message = None) -> OpError:
        """Return the error for an item of the values, in the caller's words where there are any."""
        text = str(self)
        if item:
            places = "".join(str([key]) for key in item)
            text += f"\n\nThe failure occurred for item {places}"
        if isinstance(message, str):
            text = message
        elif message is not None:
            text = message(text)
        return op_error(self.kind, text, code="not-close")


def assert_allclose(
    actual: Any,
    expected: Any,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = True,
    msg: str = "",
) -> None:
    """Refuse values that are not close, as ``assert_close`` with the bounds of old programs."""
    warn(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a "
        "future release. Please use `torch.testing.assert_close()` instead. You can find detailed "
        "upgrade instructions in https://github.com/pytorch/pytorch/issues/61844.",
        FutureWarning,
    )
    if not isinstance(actual, Tensor):
        actual = OPS["tensor"](actual)
    if not isinstance(expected, Tensor):
        expected = OPS["tensor"](expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        bounds = [_OLD_BOUNDS.get(value.dtype.name, (0.0, 0.0)) for value in (actual, expected)]
        rtol, atol = map(max, zip(*bounds, strict=True))
    assert_close(
        actual,
        expected,
        rtol=rtol,
        atol=atol,
        equal_nan=equal_nan,
        check_dtype=False,
        msg=msg or None,
    )


_OLD_BOUNDS = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: Message = None,
) -> None:
    """Raise AssertionError unless two values are close, element by element.

    Close is what differs by no more than ``atol + rtol * abs(expected)``; without tolerances, those
    of the dtype are taken.
    """
    tell_checked("assert_close")
    terms = Terms(rtol, atol, equal_nan, check_dtype, check_stride)
    prepared = []
    for item, *values in pairs(actual, expected):
        try:
            prepared.append((item, *_prepared(values[0], values[1], terms)))
        except Mismatch as mismatch:
            raise mismatch.at(item) from None
    for item, compare, one, other in prepared:
        try:
            compare(one, other, terms)
        except Mismatch as mismatch:
            tell_checked("mismatch", one, other)
            raise mismatch.at(item, msg) from None


Pair = tuple[tuple[Any, ...], Any, Any]


def pairs(actual: Any, expected: Any) -> Iterator[Pair]:
    """Yield the values that lists, tuples and dicts hold in the same places, and the places."""
    pending: list[Pair] = [((), actual, expected)]
    while pending:
        item, one, other = pending.pop()
        if len(item) > _DEEPEST:
            raise RecursionError("maximum recursion depth exceeded")
        try:
            inner = _items(one, other)
        except Mismatch as mismatch:
            raise mismatch.at(item) from None
        if inner is None:
            yield item, one, other
        else:
            pending += [((*item, key), one[key], other[key]) for key in reversed(inner)]


def _items(one: Any, other: Any) -> Sequence[Any] | None:
    """Return the places in two values that hold others; None where the values are such others."""
    if _is_sequence(one) and _is_sequence(other):
        if len(one) != len(other):
            raise Mismatch(
                AssertionError,
                f"The length of the sequences mismatch: {len(one)} != {len(other)}",
            )
        return range(len(one))
    if not (isinstance(one, Mapping) and isinstance(other, Mapping)):
        return None
    if one.keys() != other.keys():
        missing, additional = other.keys() - one.keys(), one.keys() - other.keys()
        raise Mismatch(
            AssertionError,
            "The keys of the mappings do not match:\n"
            f"Missing keys in the actual mapping: {sorted(missing)}\n"
            f"Additional keys in the actual mapping: {sorted(additional)}",
        )
    try:
        return sorted(one.keys())
    except TypeError:  # keys without an order
        return list(one.keys())


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


Comparison = Callable[[Any, Any, Terms], None]


def _prepared(one: Any, other: Any, terms: Terms) -> tuple[Comparison, Any, Any]:
    """Return what compares two values, and the values as it takes them."""
    if one is None or other is None:
        return _compare_none, one, other
    one, other = _python_number(one), _python_number(other)
    if isinstance(one, bool) and isinstance(other, bool):
        return _compare_booleans, one, other
    if type(one) in _NUMBERS and type(other) in _NUMBERS:
        tolerances(_NUMBERS[type(one)], _NUMBERS[type(other)], terms)
        return _compare_numbers, one, other
    tensors = _as_tensor(one), _as_tensor(other)
    related = isinstance(one, type(other)) or isinstance(other, type(one))
    if not related or tensors[0] is None or tensors[1] is None:
        raise Mismatch(
            TypeError,
            f"No comparison pair was able to handle inputs of type {type(one)} and {type(other)}.",
        )
    tolerances(tensors[0].dtype, tensors[1].dtype, terms)
    return _compare_tensors, *tensors


def _python_number(value: Any) -> Any:
    return value.item() if isinstance(value, (np.number, np.bool_)) else value


def _as_tensor(value: Any) -> Tensor | None:
    if isinstance(value, Tensor):
        return value
    if not isinstance(value, np.ndarray):
        return None
    made: Tensor = OPS["tensor"].call(value)
    return made


def tolerances(one: DType, other: DType, terms: Terms) -> tuple[float, float]:
    """Return the tolerances, relative and absolute, for values of two element types."""
    if terms.rtol is not None and terms.atol is not None:
        return terms.rtol, terms.atol
    if terms.rtol is not None or terms.atol is not None:
        missing = "rtol" if terms.rtol is None else "atol"
        raise Mismatch(
            ValueError,
            f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.",
        )
    rtols, atols = zip(*[_PRECISIONS.get(dtype, (0.0, 0.0)) for dtype in (one, other)], strict=True)
    return max(rtols), max(atols)


# One pair


def _compare_none(one: Any, other: Any, terms: Terms) -> None:
    if one is not None or other is not None:
        raise Mismatch(AssertionError, f"None mismatch: {one} is not {other}")


def _compare_booleans(one: Any, other: Any, terms: Terms) -> None:
    if one is not other:
        raise Mismatch(AssertionError, f"Booleans mismatch: {one} is not {other}")


def _compare_numbers(one: Any, other: Any, terms: Terms) -> None:
    if terms.check_dtype and type(one) is not type(other):
        raise Mismatch(AssertionError, f"The (d)types do not match: {type(one)} != {type(other)}.")
    rtol, atol = tolerances(_NUMBERS[type(one)], _NUMBERS[type(other)], terms)
    if one == other or (terms.equal_nan and cmath.isnan(one) and cmath.isnan(other)):
        return
    difference = abs(one - other)
    if not (cmath.isfinite(difference) and difference <= atol + rtol * abs(other)):
        raise Mismatch(AssertionError, _scalars_differ(one, other, rtol, atol))


def _compare_tensors(one: Tensor, other: Tensor, terms: Terms) -> None:
    for name, values, checked in (
        ("shape", (one.shape, other.shape), True),
        ("stride()", (one.stride(), other.stride()), terms.check_stride),
        ("dtype", (one.dtype, other.dtype), terms.check_dtype),
    ):
        if checked and values[0] != values[1]:
            raise Mismatch(
                AssertionError,
                f"The values for attribute '{name}' do not match: {values[0]} != {values[1]}.",
            )
    rtol, atol = tolerances(one.dtype, other.dtype, terms)
    with no_grad():
        _compare_values(one.detach(), other.detach(), rtol, atol, terms.equal_nan)


def _compare_values(one: Tensor, other: Tensor, rtol: float, atol: float, equal_nan: bool) -> None:
    if one.dtype is not other.dtype:
        dtype = promote_types(one.dtype, other.dtype)
        one, other = one.to(dtype), other.to(dtype)
    close = OPS["isclose"].call(one, other, rtol=rtol, atol=atol, equal_nan=equal_nan).array
    if close.all():
        return
    if not one.shape:
        text = _scalars_differ(one.array.item(), other.array.item(), rtol, atol)
    else:
        text = _tensors_differ(one, other, close, rtol, atol)
    raise Mismatch(AssertionError, text)


# In words


def _scalars_differ(one: Any, other: Any, rtol: float, atol: float) -> str:
    absolute = abs(one - other)
    relative = float("inf") if other == 0 else absolute / abs(other)
    return _words(
        "Scalars",
        f"Expected {other} but got {one}.",
        (f"Absolute difference: {absolute}", f"Relative difference: {relative}"),
        (atol, rtol),
    )


def _tensors_differ(one: Tensor, other: Tensor, close: Any, rtol: float, atol: float) -> str:
    if one.dtype.category <= INTEGER:
        one, other = one.to(int64), other.to(int64)
    absolute = OPS["abs"].call(OPS["sub"].call(one, other))
    relative = OPS["div"].call(absolute, OPS["abs"].call(other))
    wrong = int(close.size - close.sum())
    return _words(
        "Tensor-likes",
        f"Mismatched elements: {wrong} / {close.size} ({wrong / close.size:.1%})",
        (
            "Greatest absolute difference: " + _greatest(absolute.array, close),
            "Greatest relative difference: " + _greatest(relative.array, close),
        ),
        (atol, rtol),
    )


def _greatest(differences: Any, close: Any) -> str:
    """Return the greatest of the differences that matter, and its place."""
    wrong = np.where(close, 0, differences)
    flat = int(np.argmax(wrong))
    place = tuple(int(number) for number in np.unravel_index(flat, wrong.shape))
    return f"{wrong.reshape(-1)[flat].item()} at index {place}"


def _words(what: str, extra: str, differences: Sequence[str], allowed: Sequence[float]) -> str:
    equality = not any(allowed)
    lines = [f"{what} are not {'equal' if equality else 'close'}!", "", extra]
    for difference, tolerance in zip(differences, allowed, strict=True):
        lines.append(difference if equality else f"{difference} (up to {tolerance} allowed)")
    return "\n".join(lines)
