"""Correlation of arrays with kernels, in groups of channels: over windows, and spread out again.

This module knows arrays. It knows no tensors, no operators and no gradients.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics import sliding

Sizes = tuple[int, ...]


def _times(sizes: Sizes) -> str:
    return " x ".join(map(str, sizes))


def _places(size: Sizes, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes) -> Sizes:
    """Return how many windows fit along each axis, or refuse a kernel that fits nowhere."""
    found = tuple(map(sliding.count, size, kernel, stride, padding, dilation))
    if any(number < 1 for number in found):
        room = tuple(length + 2 * p for length, p in zip(size, padding, strict=True))
        spans = tuple(map(sliding.extent, kernel, dilation))
        raise op_error(
            RuntimeError,
            f"Calculated padded input size per channel: ({_times(room)}). Kernel size: "
            f"({_times(spans)}). Kernel size can't be greater than actual input size",
            code="shape-mismatch",
            operands=(0, 1),
        )
    return found


Row = tuple[int | None, int | None, int]


def _on_batches(*rows: Row) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a function of arrays take batches, which join axes of both and of the result.

    The rows are for a batch in the first alone, in the second alone, and in both, which has
    groups of its own for each sample.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def run(xp: Any, x: Any, w: Any, *sizes: Any) -> Any:
            if type(x) is np.ndarray is type(w) or not (hasattr(x, "whole") or hasattr(w, "whole")):
                return function(xp, x, w, *sizes)
            from gradcli.numerics import batched  # few programs have batches

            batch, groups = batched.batch_of((x, w)), sizes[-1]
            own = [batched.is_of(batch, part) for part in (x, w)]
            row = rows[2 if all(own) else own.index(True)]
            if groups > 1 and row[0] != 0:
                row = rows[2]
            if None not in row:
                sizes = (*sizes[:-1], groups * batch.size)  # type: ignore[union-attr]
            return batched.joined(lambda *parts: run(np, *parts, *sizes), (x, w), row[:2], row[2])

        return run

    return decorate


@_on_batches((0, None, 0), (None, 0, 1), (1, 0, 1))
def correlate(
    xp: Any, x: Any, w: Any, stride: Sizes, padding: Sizes, dilation: Sizes, groups: int
) -> Any:
    """Multiply the kernel with every window of the input."""
    kernel = w.shape[2:]
    out = _places(x.shape[2:], kernel, stride, padding, dilation)
    batch, channels, results = x.shape[0], w.shape[1] * math.prod(kernel), w.shape[0] // groups
    windows = sliding.unfold(xp, x, kernel, stride, padding, dilation, out)
    seen = xp.reshape(windows, (batch, groups, channels, math.prod(out)))
    product = xp.matmul(xp.reshape(w, (groups, results, channels)), seen)
    return xp.reshape(product, (batch, w.shape[0], *out))


@_on_batches((0, None, 0), (None, 1, 1), (1, 0, 1))
def spread_out(
    xp: Any, x: Any, w: Any, stride: Sizes, padding: Sizes, dilation: Sizes, extra: Sizes, g: int
) -> Any:
    """Multiply the kernel with every element of the input and add up what overlaps."""
    kernel, places = w.shape[2:], x.shape[2:]
    size = tuple(
        (number - 1) * s - 2 * p + sliding.extent(k, d) + e
        for number, s, p, k, d, e in zip(
            places, stride, padding, kernel, dilation, extra, strict=True
        )
    )
    if any(length < 1 for length in size):
        raise op_error(
            RuntimeError,
            f"Given input size per channel: ({_times(places)}). Calculated output size per "
            f"channel: ({_times(size)}). Output size is too small",
            code="shape-mismatch",
            operands=(0, 1),
        )
    if not any(extra) and _is_cheaper_turned(x, w, stride, g):
        reach = tuple(
            sliding.extent(k, d) - 1 - p for k, d, p in zip(kernel, dilation, padding, strict=True)
        )
        return correlate(xp, x, _turned(xp, w, g), stride, reach, dilation, g)
    batch, channels, count = x.shape[0], w.shape[0] // g, math.prod(places)
    values = xp.reshape(x, (batch, g, channels, count))
    columns = w.shape[1] * math.prod(kernel)
    weights = xp.swapaxes(xp.reshape(w, (g, channels, columns)), 1, 2)
    products = xp.matmul(weights, values)
    windows = xp.reshape(products, (batch, g * w.shape[1], *kernel, *places))
    return sliding.fold(xp, windows, size, stride, padding, dilation)


def _is_cheaper_turned(x: Any, w: Any, stride: Sizes, groups: int) -> bool:
    """Decide whether to gather windows of what is spread out: there is no more of it then."""
    return math.prod(stride) == 1 and x.shape[1] <= groups * w.shape[1]


def _turned(xp: Any, w: Any, groups: int) -> Any:
    """Return the kernel of the other direction, turned round, with its channels for results."""
    parts = xp.reshape(w, (groups, w.shape[0] // groups, *w.shape[1:]))
    turned = xp.flip(xp.swapaxes(parts, 1, 2), axis=tuple(range(3, parts.ndim)))
    return xp.reshape(turned, (groups * w.shape[1], w.shape[0] // groups, *w.shape[2:]))


def left_over(
    size: Sizes, places: Sizes, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes
) -> Sizes:
    """Return what a transposed convolution adds to reach a size that strides did not divide."""
    return tuple(
        length + 2 * p - sliding.extent(k, d) - (number - 1) * s
        for length, number, k, s, p, d in zip(
            size, places, kernel, stride, padding, dilation, strict=True
        )
    )


@_on_batches((1, None, 1), (None, 1, 0), (1, 1, 0))
def by_weight(
    xp: Any,
    x: Any,
    gradient: Any,
    kernel: Sizes,
    stride: Sizes,
    padding: Sizes,
    dilation: Sizes,
    groups: int,
) -> Any:
    """Multiply every window with the gradient there, and add up the kernels that this gives."""
    out = gradient.shape[2:]
    batch, results, count = x.shape[0], gradient.shape[1] // groups, math.prod(out)
    channels = x.shape[1] // groups
    windows = sliding.unfold(xp, x, kernel, stride, padding, dilation, out)
    columns = channels * math.prod(kernel)
    # One product for each group over the whole batch, which is faster than one for each input.
    left, right = (
        xp.reshape(xp.moveaxis(part, 0, -1 - len(out)), (groups, rows, batch * count))
        for part, rows in ((gradient, results), (windows, columns))
    )
    product = xp.matmul(left, xp.swapaxes(right, 1, 2))
    return xp.reshape(product, (gradient.shape[1], channels, *kernel))
