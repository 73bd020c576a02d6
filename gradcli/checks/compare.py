"""Comparing values and texts: whether they are close enough, and how far they are apart.

This module knows numbers and tolerances. It does not know where the two sides come from.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import numpy as np

from gradcli.answers.check_results import Difference
from gradcli.answers.report import bare
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError, OpError, shortened
from gradcli.language.machine.functions import type_name
from gradcli.numerics.dtypes import dtype_of
from gradcli.transforms import testing

Array = Any

NUMBER = re.compile(r"(?<![\w.])[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|inf|nan)(?!\w)")
"""A number in a text, as values are printed."""


class Tolerance:
    """How far two sides may be apart; without a number, as far as their element type allows."""

    __slots__ = ("absolute", "relative")

    def __init__(self, absolute: float | None = None, relative: float | None = None) -> None:
        self.absolute = absolute
        self.relative = relative

    @property
    def given(self) -> bool:
        """Tell whether somebody has said a number."""
        return self.absolute is not None or self.relative is not None

    def of(self, expected: Array, got: Array) -> Array:
        """Return how far each pair of elements may be apart."""
        if self.given:
            relative, absolute = self.relative or 0.0, self.absolute or 0.0
        else:
            relative, absolute = _usual(got.dtype)
            # As PyTorch's, but small numbers must agree as well as those about 1.
            finite = np.abs(expected[np.isfinite(expected)])
            absolute *= min(1.0, float(finite.max())) if finite.any() else 1.0
        return absolute + relative * np.abs(expected)


def _usual(dtype: np.dtype) -> tuple[float, float]:
    name = dtype_of(dtype)
    return testing.tolerances(name, name, testing.Terms())


def close(expected: Any, got: Any, tolerance: Tolerance) -> bool:
    """Tell whether a value is the expected one; lists may stand for tensors."""
    try:
        pairs = testing.pairs(expected, got)
        return all(_pair_close(one, other, tolerance) for _, one, other in pairs)
    except (OpError, RecursionError):  # lists of different lengths, dicts of different keys
        return False


def _pair_close(expected: Any, got: Any, tolerance: Tolerance) -> bool:
    one, other = as_array(expected), as_array(got)
    if one is None or other is None:
        return type(expected) is type(got) and bool(expected == got)
    if one.shape != other.shape:
        return False
    with np.errstate(all="ignore"):
        return _within(one, other, tolerance)


def _within(expected: Array, got: Array, tolerance: Tolerance) -> bool:
    """Tell whether all elements are as close as they must be: infinities only if they are equal."""
    apart = distances(expected, got)
    near = np.isfinite(apart) & (apart <= tolerance.of(_wide(expected), got))
    return bool(near.all())


def as_array(value: Any) -> Array | None:
    """Return numbers, tensors and lists of numbers as an array; None for anything else."""
    if isinstance(value, Tensor):
        return value.array
    if isinstance(value, (bool, int, float, complex, np.ndarray, np.generic, list, tuple)):
        with suppress(ValueError, TypeError, OverflowError):  # a ragged list, a list of strings
            array = np.asarray(_plain(value))
            return array if array.dtype.kind in "biufcV" else None
    return None


def _plain(value: Any) -> Any:
    """Return a list of numbers of one element each as a list of numbers."""
    if isinstance(value, (list, tuple)):
        return [item.array if isinstance(item, Tensor) else item for item in bare(value)]
    return value


def _wide(array: Array) -> Array:
    """Return an array in the widest type of its kind, in which differences are exact enough."""
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def distances(expected: Array, got: Array) -> Array:
    """Return how far elements are apart: NaN where one alone is NaN, 0 where both are the same."""
    same = expected == got
    one, other = _wide(expected), _wide(got)
    apart = np.abs(one - other)
    nans = np.isnan(one) & np.isnan(other)
    if expected.dtype.kind in "iu" and got.dtype.kind in "iu":
        apart = np.where(same, apart, np.maximum(apart, 1))  # beyond what a float tells apart
    return np.where(same | nans, 0.0, apart)


def difference(expected: Any, got: Any) -> Difference | None:
    """Return how far two values are apart at most, if they are numbers of one shape."""
    one, other = as_array(expected), as_array(got)
    if one is None or other is None:
        return None
    try:
        one, other = np.broadcast_arrays(one, other)
    except ValueError:
        return None
    if not one.size:
        return None
    with np.errstate(all="ignore"):
        apart = distances(one, other)
        relative = np.where(apart == 0, 0.0, apart / np.abs(_wide(one)))
    place = np.unravel_index(int(np.argmax(apart)), apart.shape)
    return Difference(
        float(apart[place]),
        float(relative.reshape(-1)[int(np.argmax(relative))]),
        tuple(int(number) for number in place),
        number_text(one[place]),
        number_text(other[place]),
    )


def number_text(number: Any) -> str:
    """Return a number in the fewest digits that tell it; NaN and infinities have names."""
    item = number.item() if hasattr(number, "item") else number
    text = str(number) if isinstance(item, (bool, int, complex, float)) else str(item)
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(text, text)


def value_text(value: Any) -> str:
    """Return a value as a program prints it, on as many lines as that takes."""
    try:
        return shortened(str(value) if isinstance(value, str) else repr(value))
    except GradcliError:
        raise
    except Exception:  # of a huge integer, of a list in a list in a list, of a __repr__ without one
        return f"<{type_name(value)} that cannot be printed>"


def exact_text(value: Any) -> str:
    """Return a value with all digits, tensors as lists; what is no number as it is printed."""
    array = as_array(value)
    if array is None:
        return value_text(value)
    if not array.ndim:
        return str(array[()])
    return str(_lists(array) if array.dtype.kind == "f" else array.tolist())


def _lists(array: Array) -> Any:
    """Return an array as lists of the shortest numbers that its element type tells apart."""
    numbers = np.array([float(str(number)) for number in array.reshape(-1)])
    return numbers.reshape(array.shape).tolist()


# Texts


def squeezed(text: str) -> str:
    """Return a text with each run of blanks and line ends as one blank."""
    return " ".join(text.split())


def same_text(expected: str, got: str, tolerance: Tolerance) -> bool:
    """Tell whether two texts are the same but for blanks, and numbers that are close enough."""
    if squeezed(expected) == squeezed(got):
        return True
    if not tolerance.given:
        return False
    words = [squeezed(NUMBER.sub("\0", text)).replace(" ", "") for text in (expected, got)]
    if words[0] != words[1]:
        return False
    one, other = (np.array(list(map(float, NUMBER.findall(text)))) for text in (expected, got))
    with np.errstate(all="ignore"):
        return _within(one, other, tolerance)
