"""What the derivatives of operators that pick elements along a dimension are made of."""

from __future__ import annotations

from typing import Any

from gradcli.numerics import arrays
from gradcli.numerics.memory import along
from gradcli.operators.declare import Array, Ints, Value
from gradcli.operators.families import linear_part


@linear_part(
    vjp=lambda g, indices, dim: _take_along(g, indices=indices, dim=dim), node="ScatterBackward0"
)
def _put_along(xp: Any, x: Array, /, indices: Any = None, shape: Ints = (), dim: int = 0) -> Array:
    """Zeros of a shape, with values at indices along a dimension, none of which occurs twice."""
    return arrays.put_along(xp, shape, arrays.of(indices), x, dim)


@linear_part(
    vjp=lambda g, indices, dim: _take_along(g, indices=indices, dim=dim), node="ScatterAddBackward0"
)
def _add_along(xp: Any, x: Array, /, indices: Any = None, shape: Ints = (), dim: int = 0) -> Array:
    """Zeros of a shape, with values added at indices along a dimension."""
    axis = arrays.axis(dim, len(shape))
    return arrays.add_at(xp, shape, along(x.shape, arrays.of(indices), axis), x)


@linear_part(
    vjp=lambda g, x_shape, indices, dim: _add_along(g, indices=indices, shape=x_shape, dim=dim),
    node="GatherBackward0",
)
def _take_along(xp: Any, x: Array, /, indices: Any = None, dim: int = 0) -> Array:
    """Elements picked along a dimension."""
    return arrays.take_along(xp, x, arrays.of(indices), dim)


def picked(g: Value, x_shape: tuple[int, ...], indices: Value, dim: int) -> Value:
    """Return the gradient of picking one element along a dimension: it goes to that element."""
    if not x_shape:
        return g
    axis = arrays.axis(dim, len(x_shape))
    kept = (*x_shape[:axis], 1, *x_shape[axis + 1 :])
    return _put_along(g.reshape(kept), indices=indices.reshape(kept), shape=x_shape, dim=axis)


def picked_first(g: Value, x_shape: tuple[int, ...], y1: Value, dim: int) -> Value:
    """Return the gradient of picked elements where the second result says from where."""
    return picked(g[0], x_shape, y1, dim)
