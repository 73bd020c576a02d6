"""Comparing what was printed with what should be: text exactly, numbers within rounding.

Two texts are cut into numbers and what stands between them. Integers are text; floating-point
numbers may differ by rounding in the element type that they were computed in, which a tensor says
(``dtype=torch.float64``) where it is not the default. Addresses of objects are left out.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from typing import NamedTuple

import numpy as np

from gradcli.answers.check_results import Difference
from gradcli.core.state import STATE
from gradcli.numerics.dtypes import DTYPES, DType

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?j?(?![\w.])")
_DTYPE = re.compile(r"dtype=torch\.(\w+)")
_OPENED = re.compile(r"([\[(]) +")
_SPACES = re.compile(r"[ \t]+")
_RELATIVE = {"float64": 1e-12, "float32": 1.3e-6, "float16": 1e-3, "bfloat16": 1.6e-2}


class Mismatch(NamedTuple):
    """The first line that differs, counted from 0; both sides, and how far numbers are apart."""

    line: int
    expected: str
    got: str
    difference: Difference | None = None

    @property
    def message(self) -> str:
        """Say in one line what differs."""
        if self.difference is not None:
            where = self.difference
            return f"expected {where.expected}, got {where.got}"
        expected, got = self.expected or "nothing", self.got or "nothing"
        return f"expected {expected}, got {got}"


class Number(NamedTuple):
    """A number in a text: how it is written, its value and where; ``place`` counts in the line.

    ``group`` is the same for all numbers of a tensor; ``dtype`` says what each may be off by.
    """

    text: str
    value: float
    line: int
    place: int
    group: int
    dtype: DType


def mismatch(expected: str, got: str) -> Mismatch | None:
    """Return the first difference between two texts, or None if they say the same."""
    expected, got = _normal(expected), _normal(got)
    if expected == got:
        return None
    for line, pair in enumerate(_pairs(_lines(expected), _lines(got))):
        if _skeleton(pair[0]) != _skeleton(pair[1]):
            return Mismatch(line, *pair)
    return _numbers_differ(expected, got)


def same(expected: str, got: str) -> bool:
    """Tell whether two texts say the same."""
    return mismatch(expected, got) is None


def _normal(text: str) -> str:
    text = _ADDRESS.sub("", text)
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _pairs(one: list[str], other: list[str]) -> list[tuple[str, str]]:
    length = max(len(one), len(other))
    sides = (side + [""] * (length - len(side)) for side in (one, other))
    return list(zip(*sides, strict=True))


def _skeleton(line: str) -> str:
    """Return what is compared exactly; the width of a number moves only the spaces around it."""
    return _SPACES.sub(" ", _OPENED.sub(r"\1", _NUMBER.sub("#", line))).strip()


def _numbers_differ(expected: str, got: str) -> Mismatch | None:
    """Return the first line with numbers that differ by more than rounding."""
    sides = list(zip(numbers(expected), numbers(got), strict=True))
    scales: dict[int, float] = {}
    for one, _ in sides:
        scales[one.group] = max(scales.get(one.group, 0.0), abs(one.value))
    for one, other in sides:
        if not _close(one, other, scales[one.group]):
            lines = (_lines(expected)[one.line], _lines(got)[other.line])
            return Mismatch(one.line, *lines, _difference(one, other))
    return None


def _close(one: Number, other: Number, scale: float) -> bool:
    if one.value == other.value:
        return True
    relative = _RELATIVE.get(one.dtype.to_real().name, 1.3e-6)
    rounding = float(np.finfo(one.dtype.numpy).eps) if one.dtype.numpy.kind in "fc" else 0.0
    largest = max(abs(one.value), abs(other.value))
    return abs(one.value - other.value) <= relative * largest + rounding * scale


def _difference(one: Number, other: Number) -> Difference:
    absolute = abs(one.value - other.value)
    relative = absolute / abs(one.value) if one.value else math.inf
    return Difference(absolute, relative, (one.place,), one.text, other.text)


def numbers(text: str) -> list[Number]:
    """Return the floating-point numbers of a text."""
    spans = _spans(text)
    starts = [start for start, _ in spans]
    dtypes = [_named_dtype(text[start:end]) for start, end in spans]
    found = []
    offset = 0
    for line, content in enumerate(_lines(text)):
        for place, match in enumerate(_NUMBER.finditer(content)):
            at = offset + match.start()
            span = bisect_right(starts, at) - 1
            inside = span >= 0 and at < spans[span][1]
            dtype = dtypes[span] if inside else STATE.default_dtype
            value = float(match[0].rstrip("j"))
            found.append(Number(match[0], value, line, place, span if inside else -1 - at, dtype))
        offset += len(content) + 1
    return found


def _named_dtype(text: str) -> DType:
    """Return the element type that a tensor shows, or the default one."""
    named = _DTYPE.search(text)
    return (DTYPES.get(named[1]) if named else None) or STATE.default_dtype


def _spans(text: str) -> list[tuple[int, int]]:
    """Return where the outermost brackets of a text begin and end."""
    spans, depth, start = [], 0, 0
    for position, character in enumerate(text):
        if character in "([":
            start = position if depth == 0 else start
            depth += 1
        elif character in ")]" and depth:
            depth -= 1
            if depth == 0:
                spans.append((start, position))
    return spans
