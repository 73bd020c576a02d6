"""The view operators once more, as operators that copy: ``narrow_copy`` and its relatives.

What a copy is made of, and its derivative, are those of the view.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

from gradcli.numerics import arrays
from gradcli.operators.declare import Array, Sizes, Tensor, Value, example, formula, op
from gradcli.operators.named import named
from gradcli.operators.op import Op
from gradcli.operators.refusals import index_error, refuse
from gradcli.ops.complex import view_as_real
from gradcli.ops.index import alias, select, slice_
from gradcli.ops.join import _split_evenly, check_split, split_with_sizes
from gradcli.ops.shape import expand, permute, squeeze, t, transpose, unbind, unsqueeze, view

_VECTOR = "x=linspace(-1, 1, 3)"
_SLICES = "The slices from start up to end along a dimension, a step apart."
_PARTS = "Real and imaginary parts along a new last dimension."


def _copied(xp: Any, found: Any) -> Any:
    if isinstance(found, tuple):
        return tuple(_copied(xp, part) for part in found)
    return xp.array(found, copy=True, order="C")


def _copy(view: Op, call: str, x: str, doc: str) -> None:
    """Declare the copy of a view, which has its parameters, its derivative and its node's name."""
    label: Any = view.label
    node = f"{label}_copy" if isinstance(label, str) else lambda **attrs: f"{label(**attrs)}_copy"

    @op(
        like=view,
        vjp=view.rules[0].vjp,
        linear=view.linear,
        where=["torch"],
        node=node,
        example=(f"torch.{view.name}_copy{call}", x),
    )
    @formula(**view.formulas)
    @named(f"{view.name}_copy", doc)
    @wraps(view.body, (), ())
    def copied(xp: Any, x: Array, /, *args: Any, **attrs: Any) -> Any:
        return _copied(xp, view.body(xp, x, *args, **attrs))


_copy(alias, "(x)", "x=tensor(2.0)", "The tensor, copied.")
_copy(expand, "(x, (2, 2))", "x=tensor(2.0)", "Dimensions of size 1 repeated; -1 keeps a size.")
_copy(permute, "(x, ())", "x=tensor(2.0)", "Dimensions in another order.")


@op(vjp=view.rules[0].vjp, linear=True, where=["torch"], node="ViewBackward0_copy")
@example("torch.view_copy(x, ())", "x=tensor([2.0])")
@formula(input="g.reshape(input.shape)")
def view_copy(xp: Any, x: Array, /, size: Sizes) -> Array:
    """The same elements under another shape; one size may be -1."""
    return view.body(xp, _copied(xp, x), size)


_copy(transpose, "(x, 0, 0)", "x=tensor(2.0)", "Two dimensions exchanged.")
_copy(t, "(x)", _VECTOR, "A matrix transposed; vectors stay as they are.")
_copy(unsqueeze, "(x, -1)", _VECTOR, "A new dimension of size 1.")
_copy(squeeze, "(x)", "x=ones(1, 3, 1)", "Dimensions of size 1 left out: all, or those named.")
_copy(select, "(x, 0, 0)", _VECTOR, "The slice at one index along a dimension.")
_copy(slice_, "(x, 0, -2)", _VECTOR, _SLICES)


def check_narrow(
    shape: tuple[int, ...], dim: int, start: int, length: int, *, copied: bool = False
) -> tuple[int, int]:
    """Return the dimension and the start of a part, or raise PyTorch's errors."""
    if not shape:
        raise refuse("narrow() cannot be applied to a 0-dim tensor.", code="index")
    if length < 0 and not copied:
        raise refuse("narrow(): length must be non-negative.", code="index")
    axis = arrays.axis(dim, len(shape))
    size = shape[axis]
    if not -size <= start <= size:
        raise index_error(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    first = start + size if start < 0 else start
    if first + length > size or length < 0:
        message = f"start ({first}) + length ({length}) exceeds dimension size ({size})."
        raise refuse(message, code="index")
    return axis, first


@op(composite=True, example=("torch.narrow(x, 0, 1, 2)", _VECTOR))
def narrow(input: Tensor, /, dim: int, start: Tensor | int, length: int) -> Tensor:
    """The slices from a start on, so many, along a dimension; a view."""
    if isinstance(start, Tensor) and (start.ndim or start.array.dtype.kind not in "iu"):
        raise refuse("start must be an 0-dim integral Tensor.", 1)
    first = start if isinstance(start, int) else int(arrays.of(start))
    axis, first = check_narrow(tuple(input.shape), dim, first, length)
    return slice_(input, dim=axis, start=first, end=first + length)


def _put_narrow(g: Value, x_shape: tuple[int, ...], dim: int, start: int, length: int) -> Value:
    first = start + x_shape[dim] if start < 0 else start
    return slice_.rules[0].vjp(g, x_shape, dim, first, first + length, 1)


@op(vjp=_put_narrow, linear=True, example=("torch.narrow_copy(x, 0, 1, 2)", _VECTOR))
@formula(input="slice_scatter(zeros_like(input), g, dim, start, start + length)")
def narrow_copy(xp: Any, x: Array, /, dim: int, start: int, length: int) -> Array:
    """The slices from a start on, so many, along a dimension."""
    axis, first = check_narrow(x.shape, dim, start, length, copied=True)
    return _copied(xp, slice_.body(xp, x, axis, first, first + length))


_copy(unbind, "(x)[0] ** 2", _VECTOR, "The slices along a dimension, one by one.")
_copy(split_with_sizes, "(x, (1, 2))[1] ** 2", _VECTOR, "Pieces of given sizes along a dimension.")


@op(vjp=_split_evenly.rules[0].vjp, linear=True, where=["torch"], node="SplitBackward0_copy")
@example("torch.split_copy(x, 2)[0] ** 2", "x=tensor([1.0, 2.0, 3.0])")
@formula(input="cat(g, dim)")
def split_copy(xp: Any, x: Array, /, split_size: int, dim: int = 0) -> Any:
    """Pieces of one size along a dimension, the last one perhaps smaller."""
    check_split(x.shape, split_size, dim)
    return _copied(xp, _split_evenly.body(xp, x, split_size, dim))


_copy(view_as_real, "(x * (1 + 2j))", _VECTOR, _PARTS)
