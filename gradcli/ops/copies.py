"""The view operators once more, as operators that copy: ``narrow_copy`` and its relatives.

What a copy is made of, and its derivative, are those of the view.
"""

from __future__ import annotations

from typing import Any

from gradcli.numerics import arrays
from gradcli.operators.declare import Array, Dims, Ints, op
from gradcli.operators.refusals import refuse
from gradcli.ops.complex import view_as_real
from gradcli.ops.index import alias, select, slice_
from gradcli.ops.join import _split_evenly, check_split, split_with_sizes
from gradcli.ops.shape import expand, permute, squeeze, t, transpose, unbind, unsqueeze, view


def _copied(xp: Any, found: Array) -> Array:
    return xp.array(found, copy=True)


@op(
    vjp=alias.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="AliasBackward0_copy",
    example=("torch.alias_copy(x)", "x=tensor(2.0)"),
)
def alias_copy(xp: Any, x: Array, /) -> Array:
    """The tensor, copied."""
    return _copied(xp, x)


@op(
    vjp=expand.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="ExpandBackward0_copy",
    example=("torch.expand_copy(x, (2, 2))", "x=tensor(2.0)"),
)
def expand_copy(xp: Any, x: Array, /, size: Ints) -> Array:
    """Dimensions of size 1 repeated; -1 keeps a size."""
    return _copied(xp, expand.body(xp, x, size))


@op(
    vjp=permute.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="PermuteBackward0_copy",
    example=("torch.permute_copy(x, ())", "x=tensor(2.0)"),
)
def permute_copy(xp: Any, x: Array, /, dims: Ints) -> Array:
    """Dimensions in another order."""
    return _copied(xp, permute.body(xp, x, dims))


@op(
    vjp=view.rules[0].vjp,
    linear=True,
    overloaded=True,
    where=["torch"],
    node="ViewBackward0_copy",
    example=("torch.view_copy(x, ())", "x=tensor([2.0])"),
)
def view_copy(xp: Any, x: Array, /, size: Ints) -> Array:
    """The same elements under another shape; one size may be -1."""
    return _copied(xp, view.body(xp, x, size))


@op(
    vjp=transpose.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="TransposeBackward0_copy",
    example=("torch.transpose_copy(x, 0, 0)", "x=tensor(2.0)"),
)
def transpose_copy(xp: Any, x: Array, /, dim0: int, dim1: int) -> Array:
    """Two dimensions exchanged."""
    return _copied(xp, transpose.body(xp, x, dim0, dim1))


@op(
    vjp=t.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="TBackward0_copy",
    example=("torch.t_copy(x)", "x=linspace(-1, 1, 3)"),
)
def t_copy(xp: Any, x: Array, /) -> Array:
    """A matrix transposed; vectors stay as they are."""
    return _copied(xp, t.body(xp, x))


@op(
    vjp=unsqueeze.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="UnsqueezeBackward0_copy",
    example=("torch.unsqueeze_copy(x, -1)", "x=linspace(-1, 1, 3)"),
)
def unsqueeze_copy(xp: Any, x: Array, /, dim: int) -> Array:
    """A new dimension of size 1."""
    return _copied(xp, unsqueeze.body(xp, x, dim))


def _squeeze_label(dim: Dims | None = None) -> str:
    return f"SqueezeBackward{0 if dim is None else 1 if isinstance(dim, int) else 2}_copy"


@op(
    vjp=squeeze.rules[0].vjp,
    linear=True,
    overloaded=True,
    where=["torch"],
    node=_squeeze_label,
    example=("torch.squeeze_copy(x)", "x=ones(1, 3, 1)"),
)
def squeeze_copy(xp: Any, x: Array, /, dim: Dims | None = None) -> Array:
    """Dimensions of size 1 left out: all, or those named."""
    return _copied(xp, squeeze.body(xp, x, dim))


@op(
    vjp=select.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="SelectBackward0_copy",
    example=("torch.select_copy(x, 0, 0)", "x=linspace(-1, 1, 3)"),
)
def select_copy(xp: Any, x: Array, /, dim: int, index: int) -> Array:
    """The slice at one index along a dimension."""
    return _copied(xp, select.body(xp, x, dim, index))


@op(
    vjp=slice_.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="SliceBackward0_copy",
    example=("torch.slice_copy(x, 0, -2)", "x=linspace(-1, 1, 3)"),
)
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


def _put_narrow(g: Array, x_shape: tuple[int, ...], dim: int, start: int, length: int) -> Array:
    first = start + x_shape[dim] if start < 0 else start
    return slice_.rules[0].vjp(g, x_shape, dim, first, first + length, 1)


def check_narrow(shape: tuple[int, ...], dim: int, start: int, length: int) -> tuple[int, int]:
    """Return the dimension and the start of a part, or raise PyTorch's errors."""
    if not shape:
        raise _refuse("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise _refuse("narrow(): length must be non-negative.")
    axis = arrays.axis(dim, len(shape))
    size = shape[axis]
    if not -size <= start <= size:
        raise refuse(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})",
            kind=IndexError,
            code="index",
        )
    first = start + size if start < 0 else start
    if first + length > size:
        raise _refuse(f"start ({first}) + length ({length}) exceeds dimension size ({size}).")
    return axis, first


def _refuse(message: str) -> Exception:
    return refuse(message, code="index")


@op(composite=True, example=("torch.narrow(x, 0, 1, 2)", "x=linspace(-1, 1, 3)"))
def narrow(input: Array, /, dim: int, start: Array | int, length: int) -> Array:
    """The slices from a start on, so many, along a dimension; a view."""
    first = start if isinstance(start, int) else int(arrays.of(start))
    axis, first = check_narrow(tuple(input.shape), dim, first, length)
    return slice_(input, dim=axis, start=first, end=first + length)


@op(vjp=_put_narrow, linear=True, example=("torch.narrow_copy(x, 0, 1, 2)", "x=linspace(-1, 1, 3)"))
def narrow_copy(xp: Any, x: Array, /, dim: int, start: int, length: int) -> Array:
    """The slices from a start on, so many, along a dimension."""
    axis, first = check_narrow(x.shape, dim, start, length)
    return _copied(xp, slice_.body(xp, x, axis, first, first + length))


@op(
    vjp=unbind.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="UnbindBackward0_copy",
    example=("torch.unbind_copy(x)[0] ** 2", "x=linspace(-1, 1, 3)"),
)
def unbind_copy(xp: Any, x: Array, /, dim: int = 0) -> tuple[Array, ...]:
    """The slices along a dimension, one by one."""
    return tuple(_copied(xp, part) for part in unbind.body(xp, x, dim))


@op(
    vjp=split_with_sizes.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="SplitWithSizesBackward0_copy",
    example=("torch.split_with_sizes_copy(x, (1, 2))[1] ** 2", "x=linspace(-1, 1, 3)"),
)
def split_with_sizes_copy(
    xp: Any, x: Array, /, split_sizes: Ints, dim: int = 0
) -> tuple[Array, ...]:
    """Pieces of given sizes along a dimension."""
    return tuple(_copied(xp, part) for part in split_with_sizes.body(xp, x, split_sizes, dim))


@op(
    vjp=_split_evenly.rules[0].vjp,
    linear=True,
    where=["torch"],
    node="SplitBackward0_copy",
    example=("torch.split_copy(x, 2)[0]", "x=zeros(0, 3)"),
)
def split_copy(xp: Any, x: Array, /, split_size: int, dim: int = 0) -> tuple[Array, ...]:
    """Pieces of one size along a dimension, the last one perhaps smaller."""
    check_split(x.shape, split_size, dim)
    return tuple(_copied(xp, part) for part in _split_evenly.body(xp, x, split_size, dim))


@op(
    vjp=view_as_real.rules[0].vjp,
    where=["torch"],
    node="ViewAsRealBackward0_copy",
    example=("torch.view_as_real_copy(x * (1 + 2j))", "x=linspace(-1, 1, 3)"),
)
def view_as_real_copy(xp: Any, x: Array, /) -> Array:
    """Real and imaginary parts along a new last dimension."""
    return _copied(xp, view_as_real.body(xp, x))
