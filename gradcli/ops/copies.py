"""The view operators once more, as operators that copy: ``narrow_copy`` and its relatives.

What a copy is made of, and its derivative, are those of the view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.numerics import arrays
from gradcli.operators.declare import Array, Dims, Ints, Tensor, Value, op
from gradcli.operators.op import Op
from gradcli.operators.refusals import index_error, refuse
from gradcli.ops.complex import view_as_real
from gradcli.ops.index import alias, select, slice_
from gradcli.ops.join import _split_evenly, check_split, split_with_sizes
from gradcli.ops.shape import expand, permute, squeeze, t, transpose, unbind, unsqueeze, view

_VECTOR = "x=linspace(-1, 1, 3)"


def _copied(xp: Any, found: Any) -> Any:
    if isinstance(found, tuple):
        return tuple(_copied(xp, part) for part in found)
    return xp.array(found, copy=True)


def copy_of(view: Op, *example: str, vjp: Callable[..., Any]) -> Callable[[Callable[..., Any]], Op]:
    """Declare the copy of a view; its node's name is the view's and says so."""
    label: Any = view.label
    node = f"{label}_copy" if isinstance(label, str) else lambda **attrs: f"{label(**attrs)}_copy"
    overloaded = view.parameters.overloaded
    return op(
        vjp=vjp,
        linear=view.linear,
        overloaded=overloaded,
        where=["torch"],
        node=node,
        example=example,
    )


@copy_of(alias, "torch.alias_copy(x)", "x=tensor(2.0)", vjp=alias.rules[0].vjp)
def alias_copy(xp: Any, x: Array, /) -> Array:
    """The tensor, copied."""
    return _copied(xp, x)


@copy_of(expand, "torch.expand_copy(x, (2, 2))", "x=tensor(2.0)", vjp=expand.rules[0].vjp)
def expand_copy(xp: Any, x: Array, /, size: Ints) -> Array:
    """Dimensions of size 1 repeated; -1 keeps a size."""
    return _copied(xp, expand.body(xp, x, size))


@copy_of(permute, "torch.permute_copy(x, ())", "x=tensor(2.0)", vjp=permute.rules[0].vjp)
def permute_copy(xp: Any, x: Array, /, dims: Ints) -> Array:
    """Dimensions in another order."""
    return _copied(xp, permute.body(xp, x, dims))


@copy_of(view, "torch.view_copy(x, ())", "x=tensor([2.0])", vjp=view.rules[0].vjp)
def view_copy(xp: Any, x: Array, /, size: Ints) -> Array:
    """The same elements under another shape; one size may be -1."""
    return _copied(xp, view.body(xp, x, size))


@copy_of(transpose, "torch.transpose_copy(x, 0, 0)", "x=tensor(2.0)", vjp=transpose.rules[0].vjp)
def transpose_copy(xp: Any, x: Array, /, dim0: int, dim1: int) -> Array:
    """Two dimensions exchanged."""
    return _copied(xp, transpose.body(xp, x, dim0, dim1))


@copy_of(t, "torch.t_copy(x)", _VECTOR, vjp=t.rules[0].vjp)
def t_copy(xp: Any, x: Array, /) -> Array:
    """A matrix transposed; vectors stay as they are."""
    return _copied(xp, t.body(xp, x))


@copy_of(unsqueeze, "torch.unsqueeze_copy(x, -1)", _VECTOR, vjp=unsqueeze.rules[0].vjp)
def unsqueeze_copy(xp: Any, x: Array, /, dim: int) -> Array:
    """A new dimension of size 1."""
    return _copied(xp, unsqueeze.body(xp, x, dim))


@copy_of(squeeze, "torch.squeeze_copy(x)", "x=ones(1, 3, 1)", vjp=squeeze.rules[0].vjp)
def squeeze_copy(xp: Any, x: Array, /, dim: Dims | None = None) -> Array:
    """Dimensions of size 1 left out: all, or those named."""
    return _copied(xp, squeeze.body(xp, x, dim))


@copy_of(select, "torch.select_copy(x, 0, 0)", _VECTOR, vjp=select.rules[0].vjp)
def select_copy(xp: Any, x: Array, /, dim: int, index: int) -> Array:
    """The slice at one index along a dimension."""
    return _copied(xp, select.body(xp, x, dim, index))


@copy_of(slice_, "torch.slice_copy(x, 0, -2)", _VECTOR, vjp=slice_.rules[0].vjp)
def slice_copy(
    xp: Any,
    x: Array,
    /,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Array:
    """The slices from start up to end along a dimension, a step apart."""
    return _copied(xp, slice_.body(xp, x, dim, start, end, step))


def check_narrow(shape: tuple[int, ...], dim: int, start: int, length: int) -> tuple[int, int]:
    """Return the dimension and the start of a part, or raise PyTorch's errors."""
    if not shape:
        raise refuse("narrow() cannot be applied to a 0-dim tensor.", code="index")
    if length < 0:
        raise refuse("narrow(): length must be non-negative.", code="index")
    axis = arrays.axis(dim, len(shape))
    size = shape[axis]
    if not -size <= start <= size:
        raise index_error(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    first = start + size if start < 0 else start
    if first + length > size:
        message = f"start ({first}) + length ({length}) exceeds dimension size ({size})."
        raise refuse(message, code="index")
    return axis, first


@op(composite=True, example=("torch.narrow(x, 0, 1, 2)", _VECTOR))
def narrow(input: Tensor, /, dim: int, start: Tensor | int, length: int) -> Tensor:
    """The slices from a start on, so many, along a dimension; a view."""
    first = start if isinstance(start, int) else int(arrays.of(start))
    axis, first = check_narrow(tuple(input.shape), dim, first, length)
    return slice_(input, dim=axis, start=first, end=first + length)


def _put_narrow(g: Value, x_shape: tuple[int, ...], dim: int, start: int, length: int) -> Value:
    first = start + x_shape[dim] if start < 0 else start
    return slice_.rules[0].vjp(g, x_shape, dim, first, first + length, 1)


@op(vjp=_put_narrow, linear=True, example=("torch.narrow_copy(x, 0, 1, 2)", _VECTOR))
def narrow_copy(xp: Any, x: Array, /, dim: int, start: int, length: int) -> Array:
    """The slices from a start on, so many, along a dimension."""
    axis, first = check_narrow(x.shape, dim, start, length)
    return _copied(xp, slice_.body(xp, x, axis, first, first + length))


@copy_of(unbind, "torch.unbind_copy(x)[0] ** 2", _VECTOR, vjp=unbind.rules[0].vjp)
def unbind_copy(xp: Any, x: Array, /, dim: int = 0) -> Any:
    """The slices along a dimension, one by one."""
    return _copied(xp, unbind.body(xp, x, dim))


@copy_of(
    split_with_sizes,
    "torch.split_with_sizes_copy(x, (1, 2))[1] ** 2",
    _VECTOR,
    vjp=split_with_sizes.rules[0].vjp,
)
def split_with_sizes_copy(xp: Any, x: Array, /, split_sizes: Ints, dim: int = 0) -> Any:
    """Pieces of given sizes along a dimension."""
    return _copied(xp, split_with_sizes.body(xp, x, split_sizes, dim))


@copy_of(
    _split_evenly, "torch.split_copy(x, 2)[0]", "x=zeros(0, 3)", vjp=_split_evenly.rules[0].vjp
)
def split_copy(xp: Any, x: Array, /, split_size: int, dim: int = 0) -> Any:
    """Pieces of one size along a dimension, the last one perhaps smaller."""
    check_split(x.shape, split_size, dim)
    return _copied(xp, _split_evenly.body(xp, x, split_size, dim))


@copy_of(
    view_as_real,
    "torch.view_as_real_copy(x * (1 + 2j))",
    _VECTOR,
    vjp=view_as_real.rules[0].vjp,
)
def view_as_real_copy(xp: Any, x: Array, /) -> Array:
    """Real and imaginary parts along a new last dimension."""
    return _copied(xp, view_as_real.body(xp, x))
