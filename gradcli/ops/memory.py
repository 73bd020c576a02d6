"""Changes in place, and views replayed from their base."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.inplace import check_unshared
from gradcli.core.views import follow, lying, put_back
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import index
from gradcli.operators.declare import Array, Ints, Number, Tensor, Tensors, example, formula, op
from gradcli.operators.derivatives import zeros
from gradcli.operators.families import internal
from gradcli.operators.refusals import dtype_error, mismatch, refuse, shape_error
from gradcli.ops.index import tensors_of_indices


@op(d=0, where=["in-place"], inplace=True, node="ZeroBackward0")
@example("y = x * 2\ny.zero_()\ny + x", "x=ones(2)")
def zero(xp: Any, x: Array, /) -> Array:
    """Zeros in place of the elements."""
    return xp.zeros_like(x)


@op(
    d=(0, 1),
    widens=False,
    node=("FillBackward0", "FillBackward1"),
    inplace=("FillBackward2", "FillBackward3"),
    example=("y = x * 2\ny[0] = 5.0\ny ** 2", "x=tensor([1.0, 2.0])"),
)
def fill(xp: Any, x: Array, value: Array | Number, /) -> Array:
    """One value in place of every element."""
    if isinstance(value, np.ndarray) and value.ndim:
        raise refuse(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value.ndim} dimensions."
        )
    convert = promote.cast if isinstance(value, np.ndarray) else promote.fit
    return xp.full_like(x, convert(value, x.dtype))


@op(d=(0, 1), where=["in-place"], inplace=True, node="CopyBackwards")
@example("y = x * 2\ny.copy_(b)\ny ** 2", "x=ones(2, 2)", "b=tensor([1.0, 2.0])")
def copy(xp: Any, x: Array, other: Array | Number, /, non_blocking: bool = False) -> Array:
    """The elements of another tensor, broadcast and converted, in place of these."""
    values: Array = arrays.as_array(other)
    shape = arrays.broadcast_shapes(x.shape, values.shape)
    if shape != x.shape:
        raise mismatch(
            f"output with shape {list(x.shape)} doesn't match the broadcast shape {list(shape)}"
        )
    if values.dtype.kind == "c" and x.dtype.kind not in "cb":
        values = promote.real_part(values)
    return xp.broadcast_to(values, x.shape).astype(x.dtype)


@internal(
    vjp=(
        lambda g, indices, accumulate: g if accumulate else _cleared(g, indices=indices),
        lambda g, indices: index(g, indices=indices),
    ),
    broadcasts=True,
    inplace=True,
    node="IndexPutBackward0",
)
@formula(
    input="g, with zeros where it was written", values="the elements of g where they were written"
)
def _write_at(
    xp: Any, x: Array, values: Array, /, indices: Any = (), accumulate: bool = False
) -> Array:
    """The tensor with values written (or added) at tensors of indices."""
    result = xp.array(x, copy=True, order="C" if 0 in x.strides else "K")
    shape = index.body(xp, result, indices).shape
    if values.dtype != x.dtype and values.size == 1 and not accumulate and _is_one_mask(indices):
        values = promote.fit(values.reshape(()), x.dtype)
    try:
        values = xp.broadcast_to(values, shape)
    except ValueError:
        raise shape_error(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to "
            f"indexing result of shape {list(shape)}"
        ) from None
    if values.dtype != x.dtype:
        own, theirs = (dtype_of(array.dtype).scalar_name for array in (x, values))
        raise dtype_error(
            f"Index put requires the source and destination dtypes match, got {own} for the "
            f"destination and {theirs} for the source."
        )
    if accumulate:
        xp.add.at(result, indices, values)
    else:
        result[indices] = values
    return result


def _is_one_mask(indices: Any) -> bool:
    """Tell whether indices are those of a mask, which PyTorch fills with a number of any type."""
    kinds = [part.dtype.kind for part in indices if isinstance(part, np.ndarray)]
    return kinds == ["b"]


@internal(vjp=lambda g, indices: _cleared(g, indices=indices), linear=True)
def _cleared(xp: Any, x: Array, /, indices: Any = ()) -> Array:
    """The tensor with zeros at tensors of indices."""
    result = xp.array(x, copy=True)
    result[indices] = 0
    return result


@op(composite=True, order="x indices values accumulate", inplace=True)
@example("x.index_put((i,), v)", "x=ones(3, 2)", "i=tensor([-1])", "v=tensor([1.0, 2.0])")
def index_put(x: Tensor, values: Tensor, /, indices: Tensors, accumulate: bool = False) -> Tensor:
    """The tensor with values written (or added) at tensors of indices."""
    if len(indices) > len(x.shape):
        raise refuse(
            f"too many indices for tensor of dimension {len(x.shape)} (got {len(indices)})",
            kind=IndexError,
            code="index",
        )
    key = tensors_of_indices(x, indices)
    return _write_at(x, values, indices=key, accumulate=accumulate)


# Views replayed


@internal(
    vjp=lambda g, x_shape, steps, lies: _put_view(g, shape=x_shape, steps=steps, lies=lies),
    linear=True,
    view=False,
    node="AsStridedBackward0",
)
def _view(xp: Any, x: Array, /, steps: Any = (), lies: Any = None) -> Array:
    """The view that steps lead to from a base, whose elements are made to lie in given strides."""
    return follow(xp, lying(x, lies), steps)


@internal(
    vjp=lambda g, steps, lies: _view(g, steps=steps, lies=lies),
    linear=True,
    node="AsStridedScatterBackward0",
)
def _put_view(xp: Any, x: Array, /, shape: Ints = (), steps: Any = (), lies: Any = None) -> Array:
    """Zeros of a base's shape with values where a view of it lies."""
    return put_back(xp, x, shape, steps, lies)


@internal(
    vjp=(
        lambda g, part_shape, steps, lies: _replace_view(
            g, zeros(_view(g, steps=steps, lies=lies)), steps=steps, lies=lies
        ),
        lambda g, steps, lies: _view(g, steps=steps, lies=lies),
    ),
    node="AsStridedScatterBackward0",
)
def _replace_view(xp: Any, x: Array, part: Array, /, steps: Any = (), lies: Any = None) -> Array:
    """The base with other values where a view of it lies."""
    base = lying(xp.array(x, copy=True), lies)
    place = follow(xp, base, steps)
    check_unshared(place)
    place[...] = part
    return base
