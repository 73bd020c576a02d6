"""How a tensor prints: the text that PyTorch's ``repr`` gives, from an array and a few facts.

This module knows columns, brackets, ellipses and suffixes. It does not know tensors, element types
other than NumPy's, or graphs: their names are handed in. Elements are turned to text once, in one
flat list; brackets are then put around them axis by axis, from the innermost outwards.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gradcli.errors import op_error

_PREFIX = "tensor("
_ALLOWED: dict[str, tuple[tuple[type[int] | type[float], ...], float, float]] = {
    "precision": ((int,), 0, 1100),  # a float64 has at most 1074 digits after its point
    "threshold": ((int, float), -math.inf, math.inf),
    "edgeitems": ((int,), 0, sys.maxsize),
    "linewidth": ((int, float), -sys.maxsize, sys.maxsize),
}
"""The types, the smallest and the largest value of each option."""


class PrintOptions(NamedTuple):
    """What ``torch.set_printoptions`` sets."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: float = 80
    sci_mode: bool | None = None


PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}


def change_options(
    options: PrintOptions,
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: float | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> PrintOptions:
    """Return the options that ``torch.set_printoptions`` with these arguments would leave.

    As there, an unknown profile changes nothing and ``sci_mode`` is always set.
    """
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    changed = {name: value for name, value in given.items() if value is not None}
    for name, value in changed.items():
        _check(name, value)
    base = options if profile is None else PROFILES.get(profile, options)
    return base._replace(sci_mode=sci_mode, **changed)  # type: ignore[arg-type]


def _check(name: str, value: object) -> None:
    """Refuse an option that would make every later print fail."""
    types, least, most = _ALLOWED[name]
    if not isinstance(value, types):
        raise op_error(TypeError, f"{name} must be a number, not {type(value).__name__}")
    if not least <= value <= most:
        raise op_error(ValueError, f"{name} must be between {least} and {most}, got {value}")


def format_tensor(
    array: np.ndarray,
    *,
    dtype_name: str,
    default_dtype_name: str,
    requires_grad: bool,
    grad_fn: str | None,
    options: PrintOptions,
    tangent: str | None = None,
) -> str:
    """Return what ``repr`` of a tensor with this content prints in PyTorch."""
    text = _PREFIX + _format_elements(array, options)
    suffixes = [
        *_shape_and_type(array, dtype_name, default_dtype_name, options),
        *_grad(requires_grad, grad_fn),
        *([] if tangent is None else [f"tangent={tangent}"]),
    ]
    return _append(text, suffixes, options.linewidth) + ")"


# The elements


def _format_elements(array: np.ndarray, options: PrintOptions) -> str:
    """Return the elements in their brackets."""
    if array.size == 0:
        return "[]"
    edge = options.edgeitems if array.size > options.threshold else None
    corner = array if edge is None else _corner(array, edge)
    corner = corner.host() if hasattr(corner, "host") else corner
    cells, width = _cells(corner.reshape(-1), options)
    if array.ndim == 0:
        return cells[0]
    return _nest(cells, width, array.shape, edge, options)


def _corner(array: np.ndarray, edge: int) -> np.ndarray:
    """Return the elements that a summary shows, in order; nothing else of the array is touched."""
    array = array.squeeze()  # NumPy takes fewer index arrays than an array can have axes
    shown = (
        [*range(edge), *range(size - edge, size)] if size > 2 * edge else range(size)
        for size in array.shape
    )
    return array[np.ix_(*(np.array(index, dtype=np.intp) for index in shown))]


def _nest(
    cells: list[str], width: int, shape: Sequence[int], edge: int | None, options: PrintOptions
) -> str:
    """Put brackets, separators and ellipses around the cells, innermost axis first."""
    last = len(shape) - 1
    for axis in range(last, -1, -1):
        indent = len(_PREFIX) + axis
        margin = " " * (indent + 1)
        innermost = axis == last
        per_line = _per_line(width, indent, options) if innermost else 1
        breaks = "," + "\n" * max(1, last - axis) + margin
        cells = [
            f"[{breaks.join(_lines(group, per_line))}]"
            for group in _groups(cells, shape[axis], edge, innermost)
        ]
    return cells[0]


def _groups(cells: list[str], size: int, edge: int | None, innermost: bool) -> Iterator[list[str]]:
    """Split the cells along an axis of ``size``, with an ellipsis where some are not shown."""
    if edge is None or size <= 2 * edge:
        yield from (cells[i : i + size] for i in range(0, len(cells), size))
    elif edge == 0:
        yield ["..."]
    else:
        dots = " ..." if innermost else "..."
        for i in range(0, len(cells), 2 * edge):
            yield [*cells[i : i + edge], dots, *cells[i + edge : i + 2 * edge]]


def _per_line(width: int, indent: int, options: PrintOptions) -> int:
    """Return how many elements of a row share a line; the separator takes two columns."""
    return max(1, math.floor((options.linewidth - indent) / (width + 2)))


def _lines(group: list[str], per_line: int) -> list[str]:
    """Join the cells of each line."""
    if per_line == 1:
        return group
    return [", ".join(group[i : i + per_line]) for i in range(0, len(group), per_line)]


# One element


def _cells(values: np.ndarray, options: PrintOptions) -> tuple[list[str], int]:
    """Return the texts of the elements and the width of a column."""
    if values.dtype.kind == "c":
        return _complex_cells(values, options)
    if values.dtype.kind in "fV":
        return _float_cells(values, options)
    texts = [str(value) for value in values.tolist()]
    return _justify(texts, max(map(len, texts), default=1))


def _complex_cells(values: np.ndarray, options: PrintOptions) -> tuple[list[str], int]:
    """Format real and imaginary parts as columns of their own; a ``j`` follows the second."""
    reals, real_width = _float_cells(values.real, options)
    imags, imag_width = _float_cells(values.imag, options)
    signed = (imag if imag[0] in "+-" else "+" + imag for imag in map(str.lstrip, imags))
    cells = [f"{real}{imag}j" for real, imag in zip(reals, signed, strict=True)]
    return cells, real_width + imag_width + 1


def _float_cells(values: np.ndarray, options: PrintOptions) -> tuple[list[str], int]:
    """Format floating-point elements; zeros, infinities and nan do not widen the column."""
    numbers: list[float] = values.tolist()
    measured = [number for number in numbers if number and math.isfinite(number)]
    spec, point = _float_spec(measured, options)
    width = max((len(format(number, spec)) + len(point) for number in measured), default=1)
    texts = [format(number, spec) + (point if math.isfinite(number) else "") for number in numbers]
    return _justify(texts, width)


def _float_spec(measured: Sequence[float], options: PrintOptions) -> tuple[str, str]:
    """Choose the format of a column and what follows it: ``1.0000e+00``, ``1.0000`` or ``1.``."""
    if not measured:
        return ".0f", "."
    if _is_scientific(measured, options):
        return f".{options.precision}e", ""
    if all(number.is_integer() for number in measured):
        return ".0f", "."
    return f".{options.precision}f", ""


def _is_scientific(measured: Sequence[float], options: PrintOptions) -> bool:
    """Tell whether the magnitudes span or reach too much for a fixed point."""
    if options.sci_mode is not None:
        return bool(options.sci_mode)
    least, most = min(map(abs, measured)), max(map(abs, measured))
    return most / least > 1000 or most > 1e8 or least < 1e-4


def _justify(texts: list[str], width: int) -> tuple[list[str], int]:
    """Move the texts to the right edge of a column."""
    return [text.rjust(width) for text in texts], width


# What follows the elements


def _shape_and_type(
    array: np.ndarray, dtype_name: str, default_dtype_name: str, options: PrintOptions
) -> Iterator[str]:
    """Say the shape and the element type where the elements do not show them."""
    shown = {default_dtype_name}
    if array.size:
        complex_name = "complex128" if default_dtype_name == "float64" else "complex64"
        shown |= {complex_name, "int64", "bool"}
    if array.ndim != 1 if array.size == 0 else options.edgeitems == 0:
        yield f"size={array.shape}"
    if dtype_name not in shown:
        yield f"dtype=torch.{dtype_name}"


def _grad(requires_grad: bool, grad_fn: str | None) -> Iterator[str]:
    """Say where the tensor comes from, or that it requires grad."""
    if grad_fn is not None:
        yield f"grad_fn=<{grad_fn}>"
    elif requires_grad:
        yield "requires_grad=True"


def _append(text: str, suffixes: Sequence[str], linewidth: float) -> str:
    """Append the suffixes, each on a line of its own where the current one is full."""
    used = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if used + len(suffix) + 2 > linewidth:
            text += ",\n" + " " * len(_PREFIX) + suffix
            used = len(_PREFIX) + len(suffix)
        else:
            text += ", " + suffix
            used += len(suffix) + 2
    return text
