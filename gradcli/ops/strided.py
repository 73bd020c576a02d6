"""Views that overlap themselves: sliding windows and strides of one's own."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.views import check_views
from gradcli.numerics import arrays, sliding
from gradcli.numerics.dtypes import DType
from gradcli.numerics.memory import owner, retyped, storage_of, strided_view
from gradcli.operators import by_name as ops
from gradcli.operators.by_name import _index_put, index
from gradcli.operators.converters import Array, Ints, Number, Sizes, Value
from gradcli.operators.declare import OPS, Tensor, example, formula, op
from gradcli.operators.families import linear_part
from gradcli.operators.out import resize as resized
from gradcli.operators.refusals import refuse, shape_error
from gradcli.ops.create import storage_overflow


def _folded(g: Value, x_shape: tuple[int, ...], dimension: int, size: int, step: int) -> Value:
    return _fold(g, shape=x_shape, dimension=dimension, size=size, step=step)


@op(vjp=_folded, linear=True, view=True, where=["Tensor"])
@example("x.unfold(0, 3, 1)", "x=linspace(-1, 1, 7)")
@formula(input="zeros in the shape of input, g added where the elements were taken from")
def unfold(xp: Any, x: Array, /, dimension: int, size: int, step: int) -> Array:
    """Windows of a size along a dimension, a step apart; their elements are the last dimension."""
    axis = arrays.axis(dimension, x.ndim)
    length = x.shape[axis] if x.ndim else 1
    if size < 0:
        raise shape_error(f"size is {size} but must be >= 0")
    if size > length:
        raise shape_error(
            f"maximum size for tensor at dimension {axis} is {length} but size is {size}"
        )
    if step <= 0:
        raise shape_error(f"step is {step} but must be > 0")
    return sliding.windows(x, axis, size, step)


@linear_part(
    vjp=lambda g, dimension, size, step: unfold_copy(g, dimension=dimension, size=size, step=step),
    node="UnfoldBackwardBackward0",
)
def _fold(
    xp: Any, x: Array, /, shape: Ints = (), dimension: int = 0, size: int = 1, step: int = 1
) -> Array:
    """Zeros of a shape with windows added where they were taken."""
    result = xp.zeros(shape, dtype=x.dtype)
    axis = arrays.axis(dimension, len(shape))
    windows = sliding.windows(result, axis, size, step)
    for k in range(size):  # the same element of all windows, which lie apart
        windows[..., k] += x[..., k]
    return result


@op(vjp=_folded, linear=True, where=["torch"], node="UnfoldBackward0_copy")
@example("torch.unfold_copy(x, 0, 3, 1)", "x=linspace(-1, 1, 7)")
@formula(input="zeros in the shape of input, g added where the elements were taken from")
def unfold_copy(xp: Any, x: Array, /, dimension: int, size: int, step: int) -> Array:
    """Windows of a size along a dimension, a step apart; their elements are the last dimension."""
    return xp.array(unfold.body(xp, x, dimension, size, step), copy=True)


# Other types


@op(composite=True, where=[], engines=["numpy"])
def _view_dtype(input: Tensor, /, dtype: DType) -> Tensor:
    """The same memory read as elements of another type; gradients do not pass."""
    _check_retyped(input, dtype)
    alone = input.as_view is None and owner(input.array).dtype == input.array.dtype
    if alone and not input.array.flags.writeable:
        input.array = arrays.spread_copy(input.array)  # so that both can be written to
    found = input.detach()
    found.array = retyped(input.array, dtype.numpy)
    return found


@op(composite=True, where=[], engines=["numpy"])
def _view_dtype_copy(input: Tensor, /, dtype: DType) -> Tensor:
    """A copy of the memory read as elements of another type; gradients do not pass."""
    return ops.clone(_view_dtype(input, dtype=dtype))


def _check_retyped(x: Tensor, dtype: DType) -> None:
    """Raise PyTorch's errors where elements of another size do not fit into the memory's order."""
    ratio = dtype.itemsize // x.dtype.itemsize
    problem = _misfit(x, ratio) if dtype.itemsize != x.dtype.itemsize else None
    if problem is not None:
        what, *got = problem
        raise refuse(
            f"self.{what} to view {x.dtype.scalar_name} as {dtype.scalar_name} (different element "
            f"sizes){', but got ' + str(*got) if got else ''}"
        )


def _misfit(x: Tensor, ratio: int) -> tuple[Any, ...] | None:
    """Return what is wrong, and what it is instead; ``ratio`` is 0 for smaller elements."""
    if not x.shape:
        return ("dim() cannot be 0",)
    *strides, last = x.stride()
    if last != 1:
        return "stride(-1) must be 1", last
    numbers = {"size(-1)": x.shape[-1], "storage_offset()": x.storage_offset()}
    numbers |= {f"stride({index})": stride for index, stride in enumerate(strides)}
    for name, number in numbers.items() if ratio else ():
        if number % ratio:
            return f"{name} must be divisible by {ratio}", number
    return None


# Strides of one's own


class Layout(NamedTuple):
    """Where the elements of a tensor lie: sizes, steps and the first one's place, in elements.

    ``span`` is how many elements the memory has.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    start: int
    span: int

    def places(self) -> np.ndarray:
        """Return the place in memory of every element."""
        found = np.full((), self.start, dtype=np.int64)
        for size, step in zip(self.shape, self.strides, strict=True):
            found = np.add.outer(found, np.arange(size, dtype=np.int64) * step)
        return found


def layout_of(array: np.ndarray) -> Layout:
    """Return where the elements of an array lie."""
    flat, start = storage_of(array)
    strides = tuple(step // array.itemsize for step in array.strides)
    return Layout(array.shape, strides, start, flat.size)


def _restrided(g: Value, given: Layout, wanted: Layout) -> Value:
    """Return the gradient of a tensor from that of other strides over its memory.

    Elements of the tensor that share a place share its gradient.
    """
    storage = _index_put(g, shape=(given.span,), indices=(wanted.places(),))
    own = given.places()
    count = np.bincount(own.reshape(-1), minlength=given.span)[own]
    shared = index(storage, indices=(own,))
    if (count == 1).all():
        return shared
    return shared / arrays.like(g, count.astype(arrays.of(g).dtype))


@linear_part(vjp=_restrided, view=True, node="AsStridedBackward0", inplace="AsStridedBackward1")
@formula(input="each element of g to the place that it was taken from, added up")
def _as_strided(xp: Any, x: Array, /, given: Any = None, wanted: Any = None) -> Array:
    """A view of a tensor's memory with strides of its own."""
    if layout_of(x)[:2] != given[:2]:
        raise shape_error("a view with strides of its own needs its base as it was")
    steps = tuple(step * x.itemsize for step in wanted.strides)
    return strided_view(x, wanted.shape, steps, (wanted.start - given.start) * x.itemsize)


@op(composite=True, example=("x.as_strided((3, 2), (1, 2))", "x=linspace(-1, 1, 7)"))
def as_strided(
    input: Tensor, /, size: Sizes, stride: Sizes, storage_offset: int | None = None
) -> Tensor:
    """A view of a tensor's memory with sizes, strides and a start of its own."""
    check_views((input,))  # what is wrong with the history comes before what is with the layout
    given = layout_of(arrays.of(input))
    wanted = _checked_layout(input, size, stride, storage_offset)
    return _as_strided(input, given=given, wanted=wanted)


@op(composite=True, where=["Tensor.as_strided_", "torch.as_strided_"])
@example("x.as_strided_((3, 2), (2, 1))", "x=arange(6)")
def restride(
    input: Tensor, /, size: Ints, stride: Ints, storage_offset: int | None = None
) -> Tensor:
    """A view of the same memory with sizes, strides and a start of its own, in place."""
    given = layout_of(arrays.of(input))
    wanted = _checked_layout(input, size, stride, storage_offset)
    result: Tensor = OPS["_as_strided"].inplace(input, given=given, wanted=wanted)
    return result


def _checked_layout(input: Tensor, size: Ints, stride: Ints, storage_offset: int | None) -> Layout:
    """Return the layout that sizes, strides and a start describe, or raise PyTorch's errors."""
    array = arrays.of(input)
    given = layout_of(array)
    start = given.start if storage_offset is None else storage_offset
    if len(size) != len(stride):
        raise shape_error("mismatch in length of strides and shape")
    if any(step < 0 for step in stride):
        raise shape_error(
            "as_strided: Negative strides are not supported at the moment, got strides: "
            f"{list(stride)}"
        )
    if start < 0:
        raise shape_error(f"Tensor: invalid storage offset {start}")
    if any(length < 0 for length in size):
        raise storage_overflow(size, stride)
    reach = sum((length - 1) * step for length, step in zip(size, stride, strict=True))
    needed = 0 if 0 in size else start + reach + 1
    if needed >= 2**63:
        raise storage_overflow(size, stride)
    if needed > given.span:
        raise shape_error(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {start}, and "
            f"itemsize {array.itemsize} requiring a storage size of {needed * array.itemsize} are "
            f"out of bounds for storage of size {given.span * array.itemsize}"
        )
    return Layout(tuple(size), tuple(stride), start, given.span)


@linear_part(vjp=_restrided, node="AsStridedBackward0_copy")
@formula(input="each element of g to the place that it was taken from, added up")
def _as_strided_copy(xp: Any, x: Array, /, given: Any = None, wanted: Any = None) -> Array:
    """Elements of a tensor's memory that lie in strides of their own."""
    return xp.array(_as_strided.body(xp, x, given, wanted), copy=True, order="C")


@op(composite=True, where=["torch"])
@example("torch.as_strided_copy(x, (), (), 3)", "x=linspace(-1, 1, 7)")
def as_strided_copy(
    input: Tensor, /, size: Sizes, stride: Sizes, storage_offset: int | None = None
) -> Tensor:
    """Elements of a tensor's memory with sizes, strides and a start of their own, copied."""
    wanted = _checked_layout(input, size, stride, storage_offset)
    return _as_strided_copy(input, given=layout_of(arrays.of(input)), wanted=wanted)


@op(composite=True, where=["Tensor.fill_diagonal_"])
@example("y = x * 2\ny.fill_diagonal_(3)\ny ** 2", "x=ones(2, 3)")
def fill_diagonal(input: Tensor, /, fill_value: Number, wrap: bool = False) -> Tensor:
    """One value on the main diagonal, in place; ``wrap`` goes on below the end of a tall matrix."""
    shape = tuple(input.shape)
    if len(shape) < 2:
        raise shape_error("dimensions must larger than 1")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise shape_error("all dimensions of input must be of equal length")
    steps = layout_of(input.array).strides
    along = partial(as_strided, input, stride=(sum(steps),))
    parts = [along(size=(min(shape),))]
    if wrap and len(shape) == 2 and shape[0] > shape[1] + 1:
        start = layout_of(input.array).start
        for row in range(shape[1] + 1, shape[0], shape[1] + 1):
            size = (min(shape[1], shape[0] - row),)
            parts.append(along(size=size, storage_offset=start + row * steps[0]))
    for part in parts:
        OPS["fill"].inplace(part, fill_value)
    return input


def _resize(x: Any, size: tuple[int, ...]) -> Any:
    if tuple(x.shape) != size or (x.requires_grad and not STATE.inference):
        resized(x, size)
        x.changed()
    return x


@op(composite=True, where=["Tensor.resize_"], example=("x.resize_(4, 2).shape", "x=tensor([1, 2])"))
def resize(input: Tensor, /, size: Sizes) -> Tensor:
    """The same memory under another shape, in place; it grows where it must, by zeros."""
    return _resize(input, size)


@op(composite=True, where=["Tensor.resize_as_", "torch.resize_as_"])
@example("x.resize_as_(y)", "x=arange(4)", "y=zeros(())")
def resize_as(input: Tensor, the_template: Tensor, /) -> Tensor:
    """The same memory under the shape of another tensor, in place."""
    return _resize(input, tuple(the_template.shape))
