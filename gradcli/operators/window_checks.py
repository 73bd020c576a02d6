"""What PyTorch refuses of windows that slide over axes, and where those lie that it takes.

This module knows sizes and words. It reads no elements.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from gradcli.numerics import sliding
from gradcli.operators.converters import Ints
from gradcli.operators.refusals import invalid, refuse

_NAMES = {1: ("",), 2: ("H", "W"), 3: ("T", "H", "W")}


def each_axis(name: str, option: str, values: Ints, n: int) -> Ints:
    """Return an option of a pooling for each of its axes."""
    if len(values) == n:
        return values
    if len(values) != 1:
        raise invalid(_wrong_length(name, option, len(values), n))
    return values * n


def _wrong_length(name: str, option: str, got: int, n: int) -> str:
    """Say that an option is not given for as many axes as there are, in each kernel's own words."""
    if name == "avg_pool1d":
        return f"avg_pool1d() argument '{option}' should contain one int (got {got})"
    if name == "max_pool1d":
        none, comma = "None, " * (option == "stride"), "," * (option in ("stride", "padding"))
        wanted = f"{none}an int, list of ints{comma} or tuple of ints of size 1"
        return f"max_pool1d() {option} must be {wanted} but got size {got}"
    number = {1: "", 2: "two ", 3: "three "}[n]
    if name.startswith("fractional"):
        number = number if n == 3 else ""
        return f"{name}: {option} must either be a single Int or tuple of {number}Ints"
    be = "be" if name == "avg_pool3d" else "be either" if option == "dilation" else "either be"
    omitted = "omitted, " * (option == "stride")
    several = f", or a tuple of {number}ints" if n > 1 else ""
    return f"{name}: {option} must {be} {omitted}a single int{several}"


@lru_cache(maxsize=256)
def check_windows(name: str, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints) -> None:
    """Refuse windows of no size and steps of none."""
    if name == "max_pool1d":
        _check_line(kernel, stride, padding, dilation)
    if min(stride) == 0:
        raise invalid("stride should not be zero")
    for k, p, d in zip(kernel, padding, dilation, strict=True):
        if p < 0:
            raise invalid(f"pad must be non-negative, but got pad: {p}")
        if p > int(sliding.extent(k, d) / 2):  # towards 0, as C++ divides
            raise invalid(
                "pad should be at most half of effective kernel size, but got "
                f"pad={p}, kernel_size={k} and dilation={d}"
            )
    for option, letter, values in (
        ("kernel size", "k", kernel),
        ("stride", "d", stride),
        ("dilation", "dilation", dilation),
    ):
        if min(values) <= 0:
            names = _NAMES[len(values)]
            listed = " ".join(f"{letter}{a}: {v}" for a, v in zip(names, values, strict=True))
            raise invalid(f"{option} should be greater than zero, but got {listed}")


def _check_line(kernel: Ints, stride: Ints, padding: Ints, dilation: Ints) -> None:
    for option, (value,) in (("kernel_size", kernel), ("stride", stride), ("dilation", dilation)):
        if value <= 0:
            raise invalid(f"max_pool1d() {option} must be greater than zero, but got {value}")
    if padding[0] < 0:
        raise invalid(f"max_pool1d() padding must be non-negative, but got {padding[0]}")
    if padding[0] > kernel[0] // 2:
        raise invalid(
            "max_pool1d() padding should be at most half of kernel size, but got padding="
            f"{padding[0]} and kernel_size={kernel[0]}"
        )


def windows(
    shape: Ints,
    name: str,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> list[tuple[Any, Any]]:
    """Return where the windows along each axis start and end; both may lie outside the input.

    ``shape`` are the channels and the sizes of the axes.
    """
    check_windows(name, kernel, stride, padding, dilation)
    out = [
        sliding.covering(*options, ceil_mode)
        for options in zip(shape[1:], kernel, stride, padding, dilation, strict=True)
    ]
    if min(out) < 1:
        if name == "max_pool1d":
            raise refuse(f"max_pool1d() Invalid computed output size: {out[0]}")
        given, made = ("x".join(map(str, (shape[0], *s))) for s in (shape[1:], out))
        raise refuse(
            f"Given input size: ({given}). Calculated output size: ({made}). Output size is too "
            "small"
        )
    found = []
    for number, k, s, p, d in zip(out, kernel, stride, padding, dilation, strict=True):
        starts = np.arange(number) * s - p
        found.append((starts, starts + sliding.extent(k, d)))
    return found
