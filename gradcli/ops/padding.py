"""Padding: with a constant, mirrored, repeated or wrapped around."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.numerics import sliding
from gradcli.numerics.sliding import Taps, transposed
from gradcli.operators.declare import Array, Number, Real, Sizes, Tensor, formula, op
from gradcli.operators.families import functional
from gradcli.operators.refusals import invalid, refuse


@op(
    vjp=lambda g, pad: constant_pad_nd(g, pad=tuple(-width for width in pad)),
    linear=True,
    widens=False,
    where=["torch"],
    node="ConstantPadNdBackward0",
    example=("torch.constant_pad_nd(x, (1, 2), 5.0)", "x=tensor([1.0, 2.0])"),
)
@formula(input="F.pad(g, [-width for width in pad])")
def constant_pad_nd(xp: Any, x: Array, /, pad: Sizes, value: Number = 0) -> Array:
    """The tensor surrounded by a value: widths before and after, for the last axis first."""
    if len(pad) % 2:
        raise invalid(f"Length of pad must be even but instead it equals {len(pad)}")
    count = len(pad) // 2
    if count > x.ndim:
        raise refuse(
            "Length of pad should be no more than twice the number of dimensions of the input. "
            f"Pad length is {len(pad)}while the input has {x.ndim}dimensions."
        )
    pads = [(pad[2 * i], pad[2 * i + 1]) for i in reversed(range(count))]
    for (before, after), size in zip(pads, x.shape[x.ndim - count :], strict=True):
        if size + before + after < 0 or size + min(before, 0) + min(after, 0) < 0:
            raise refuse("narrow(): length must be non-negative.")
    padded = sliding.pad(xp, x, pads, promote.fit(value, x.dtype))
    return xp.array(padded, copy=True) if padded.base is not None else padded


# Padding with what is there


@op(
    vjp=lambda g, taps, label: _picked(g, taps=transposed(taps), label=label),
    linear=True,
    where=[],
    node=lambda label, **_: label,
)
@formula(input="each element of g to the place that it was taken from, added up")
def _picked(xp: Any, x: Array, /, taps: Any = (), label: str = "") -> Array:
    """The sums of the elements at some places along each of the last axes."""
    return sliding.combine(xp, x, taps)


def _reflected(size: int, before: int, after: int) -> Any:
    places = np.abs(np.arange(-before, size + after))
    return np.where(places >= size, 2 * (size - 1) - places, places)


def _repeated(size: int, before: int, after: int) -> Any:
    return np.clip(np.arange(-before, size + after), 0, size - 1)


def _wrapped(size: int, before: int, after: int) -> Any:
    kept = np.arange(max(-before, 0), size - max(-after, 0))
    return np.take(kept, np.arange(-max(before, 0), len(kept) + max(after, 0)), mode="wrap")


_PLACES: dict[str, tuple[Callable[[int, int, int], Any], str]] = {
    "reflect": (_reflected, "ReflectionPad{}DBackward0"),
    "replicate": (_repeated, "ReplicationPad{}DBackward0"),
    "circular": (_wrapped, "CopySlices"),
}

_COMBINATIONS = (
    "Supported combinations for non-constant padding:\n"
    "  - 2D or 3D input: padding size = 2 (pads last dimension)\n"
    "  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n"
    "  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"
)


def _check_pad(x: Tensor, pads: list[tuple[int, int]], mode: str) -> None:
    """Refuse widths that a mode has nothing to fill with."""
    ndim, n = len(x.shape), len(pads)
    if ndim not in (n + 1, n + 2) or not 0 < n <= 3:
        raise refuse(
            f"Padding size {2 * n} is not supported for {ndim}D input tensor.\n{_COMBINATIONS}",
            kind=NotImplementedError,
        )
    if mode != "circular" and 0 in x.shape[ndim - n - 1 :]:
        raise refuse(
            f"Expected {n + 1}D or {n + 2}D (batch mode) tensor with possibly 0 batch size and "
            f"other non-zero dimensions for input, but got: {list(x.shape)}"
        )
    for axis, (before, after) in reversed(list(enumerate(pads, ndim - n))):
        size = x.shape[axis]
        if mode == "reflect" and (before >= size or after >= size):
            raise refuse(
                f"Argument #{4 + 2 * (ndim - 1 - axis)}: Padding size should be less than the "
                f"corresponding input dimension, but got: padding ({before}, {after}) at "
                f"dimension {axis} of input {list(x.shape)}"
            )
        if mode == "circular" and (before > size or after > size):
            raise refuse("Padding value causes wrapping around more than once.")
        if mode == "circular" and size + before + after < 0:
            raise refuse("Negative padding value is resulting in an empty dimension")

    sizes = x.shape[ndim - n :]
    made = [size + sum(widths) for size, widths in zip(sizes, pads, strict=True)]
    if mode != "circular" and max(made) < 1:
        raise refuse(_too_small(sizes, made, mode))
    if min(made) < 0:
        shape = [*x.shape[: ndim - n], *made]
        raise refuse(f"Trying to create tensor with negative dimension {min(made)}: {shape}")


def _too_small(sizes: Sequence[int], made: Sequence[int], mode: str) -> str:
    """Say in PyTorch's words that padding leaves nothing in any dimension."""
    given, left = (
        [f"{a}: {size}" for a, size in zip("DHW"[-len(made) :], shown, strict=True)]
        for shown in (sizes, made)
    )
    before = f"{given[0]} {', '.join(given[1:])}" if len(given) == 3 else ", ".join(given)
    end = " " if len(given) == 2 and mode == "replicate" else ""
    return f"input ({before}{end}) is too small. Calculated output {' '.join(left)}"


@functional(example=("F.pad(x, (1, 2))", "x=linspace(-2, 2, 12).reshape(1, 3, 4)"))
def pad(input: Tensor, /, pad: Sizes, mode: str = "constant", value: Real | None = None) -> Tensor:
    """The tensor with more at its edges (less where a width is negative), the last axis first."""
    if len(pad) % 2:
        raise invalid("Padding length must be divisible by 2")
    if len(pad) > 2 * len(input.shape):
        raise refuse(
            "Padding length should be less than or equal to two times the input dimension but got "
            f"padding length {len(pad)} and input of dimension {len(input.shape)}"
        )
    if mode == "constant":
        return constant_pad_nd(input, pad=pad, value=0 if value is None else value)
    if value is not None and value != 0:
        raise invalid(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in _PLACES:
        raise invalid(f"Unrecognised padding mode {mode}", NotImplementedError)
    n = len(pad) // 2
    pads = [(pad[2 * i], pad[2 * i + 1]) for i in reversed(range(n))]
    _check_pad(input, pads, mode)
    if mode != "circular" and input.array.dtype.kind == "b":
        kernel = "reflection" if mode == "reflect" else "replication"
        raise promote.unsupported(f"{kernel}_pad{n}d", input.array.dtype)
    places, label = _PLACES[mode]
    sizes = input.shape[len(input.shape) - n :]
    taps = tuple(
        Taps(places(size, before, after)[:, None], size)
        for size, (before, after) in zip(sizes, pads, strict=True)
    )
    return _picked(input, taps=taps, label=label.format(n))
