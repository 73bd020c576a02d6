"""Shapes: views under another shape, transposition, repetition, joining and taking apart."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from gradcli.core.gradients import sum_to
from gradcli.core.promote import common
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.numerics.memory import turned
from gradcli.operators.by_name import alias, clone, conj, contiguous, new_zeros, slice_
from gradcli.operators.converters import Array, Arrays, Dims, Ints, Sizes, TensorArgs, Value
from gradcli.operators.declare import example, formula, op
from gradcli.operators.families import internal
from gradcli.operators.refusals import check_elements, invalid, refuse, shape_error, value_error

views = partial(op, linear=True, view=True)
method = partial(op, composite=True, where=["Tensor"])


def resolve(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Return a shape for a number of elements with its -1, if it has one, worked out."""
    known = math.prod(length for length in shape if length != -1)
    unknown = shape.count(-1)
    if unknown > 1:
        raise refuse("only one dimension can be inferred")
    if shape and min(shape) < -1:
        raise refuse(f"invalid shape dimension {next(n for n in shape if n < -1)}")
    if unknown and known == 0 and size == 0:
        raise refuse(
            f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified "
            "dimension size -1 can be any value and is ambiguous"
        )
    if (size % known if unknown and known else size - known) != 0 or (unknown and known == 0):
        raise shape_error(f"shape '{list(shape)}' is invalid for input of size {size}")
    return tuple(size // known if length == -1 else length for length in shape)


def _back(g: Value, x_shape: tuple[int, ...]) -> Value:
    return reshape(g, shape=x_shape)


@views(vjp=_back, where=["Tensor"])
@example("x.view(1, 1)", "x=tensor([3.0])")
@formula(input="g.reshape(input.shape)")
def view(xp: Any, x: Array, /, shape: Sizes) -> Array:
    """The same memory under another shape, one size may be -1, or read as another type."""
    found = arrays.reshape_view(x, resolve(shape, x.size))
    if found is None:
        raise shape_error(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        )
    return found


@views(vjp=_back, where=[])
@formula(input="g.reshape(input.shape)")
def _reshape_alias(xp: Any, x: Array, /, shape: Ints) -> Array:
    """A view of a tensor that is not contiguous under another shape."""
    return xp.reshape(x, shape)


@internal(vjp=_back, linear=True)
@formula(input="g.reshape(input.shape)")
def _unsafe_view(xp: Any, x: Array, /, shape: Ints) -> Array:
    """A fresh result under another shape; not a view, because nothing else holds its memory."""
    return xp.reshape(x, shape)


@op(composite=True, example=("x.reshape(1, 1)", "x=tensor([3.0])"))
def reshape(input: Value, /, shape: Sizes) -> Value:
    """The same elements under another shape, in the same memory where that can be."""
    array: Any = arrays.of(input)
    sizes = resolve(shape, array.size)
    if array.flags.c_contiguous:
        return view(input, shape=sizes)
    if arrays.reshape_view(array, sizes) is not None:
        return _reshape_alias(input, shape=sizes)
    return _unsafe_view(clone(input), shape=sizes)


@op(composite=True, example=("x.flatten() ** 2", "x=linspace(-1, 2, 6)"))
def flatten(input: Tensor, /, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """One dimension in place of those from start_dim to end_dim."""
    ndim = len(input.shape)
    start, end = arrays.axis(start_dim, ndim), arrays.axis(end_dim, ndim)
    if ndim == 0:
        return reshape(input, shape=(1,))
    if start > end:
        message = "flatten() has invalid args: start_dim cannot come after end_dim"
        raise invalid(message)
    if start == end:
        return input
    shape = tuple(input.shape)
    middle = math.prod(shape[start : end + 1])
    return reshape(input, shape=(*shape[:start], middle, *shape[end + 1 :]))


@views(
    vjp=lambda g, dim0, dim1: transpose(g, dim0=dim0, dim1=dim1),
    aliases=["swapaxes", "swapdims"],
    inplace="TransposeBackward1",
    example=("x.transpose(0, -1) ** 2", "x=linspace(-1, 2, 6)"),
)
def transpose(xp: Any, x: Array, /, dim0: int, dim1: int) -> Array:
    """Two dimensions exchanged; a view."""
    ndim = x.ndim
    if not (ndim and -ndim <= dim0 < ndim and -ndim <= dim1 < ndim):
        arrays.axis(dim0, ndim), arrays.axis(dim1, ndim)  # which refuse what is no dimension
        return turned(xp, x, ())
    order = list(range(ndim))
    order[dim0], order[dim1] = order[dim1], order[dim0]
    return turned(xp, x, tuple(order))


@views(vjp=lambda g: t(g), inplace="TBackward1", example=("x.t()", "x=tensor([1.0, 2.0])"))
def t(xp: Any, x: Array, /) -> Array:
    """A matrix transposed; vectors stay as they are. A view."""
    if x.ndim > 2:
        raise shape_error(f"t() expects a tensor with <= 2 dimensions, but self is {x.ndim}D")
    return turned(xp, x, tuple(range(x.ndim))[::-1])


@views(vjp=lambda g, dims: permute(g, dims=_inverse(dims)))
@example("x.permute(1, 0)", "x=linspace(-1, 1, 6).reshape(2, 3)")
@formula(input="permute(g, [dims.index(i) for i in range(len(dims))])")
def permute(xp: Any, x: Array, /, dims: Sizes) -> Array:
    """Dimensions in another order; a view."""
    if len(dims) != x.ndim:
        raise refuse(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {x.ndim} is not "
            f"equal to len(dims) = {len(dims)}"
        )
    order = tuple(arrays.axis(dim, x.ndim) for dim in dims)
    if len(set(order)) != len(order):
        raise refuse("permute(): duplicate dims are not allowed.")
    return xp.permute_dims(x, order)


def _inverse(dims: Ints) -> Ints:
    order = [dim % len(dims) for dim in dims]
    return tuple(order.index(position) for position in range(len(order)))


@op(composite=True, where=["attribute"], example=("x.T", "x=ones(2)"))
def T(x: Tensor, /) -> Tensor:
    """The dimensions in reverse order; of a matrix, its transpose. A view."""
    if len(x.shape) != 2:
        warn(_SCALAR_T if len(x.shape) == 0 else _T_OF_MANY, code="deprecated", once=True)
    return permute(x, dims=tuple(reversed(range(len(x.shape)))))


_SCALAR_T = "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."
_T_OF_MANY = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated "
    "and it will throw an error in a future release. Consider `x.mT` to transpose batches of "
    "matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a "
    "tensor."
)


@op(composite=True, where=["attribute"], example=("x.mT", "x=linspace(-2, 2, 24).reshape(2, 3, 4)"))
def mT(x: Tensor, /) -> Tensor:
    """The matrices in the last two dimensions transposed; a view."""
    if not x.shape:
        warn(_SCALAR_T.replace(".T", ".mT"), code="deprecated", once=True)
        return x
    _check_matrices(x, "mT")
    return transpose(x, dim0=-2, dim1=-1)


def _check_matrices(x: Tensor, name: str) -> None:
    if len(x.shape) == 1:
        raise refuse(
            f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor."
        )


@views(vjp=lambda g, dim: squeeze(g, dim=dim), inplace="UnsqueezeBackward1")
@example("x.unsqueeze(-1) ** 2", "x=linspace(-1, 2, 6)")
def unsqueeze(xp: Any, x: Array, /, dim: int) -> Array:
    """A new dimension of size 1; a view."""
    return arrays.unsqueezed(x, arrays.axis(dim, x.ndim + 1))


def _squeeze_label(first: int) -> Any:
    """Name the node of all dimensions, of one, and of several, with numbers from the first on."""
    return lambda dim=None: (
        f"SqueezeBackward{first + (0 if dim is None else 1 if isinstance(dim, int) else 2)}"
    )


@views(vjp=_back, node=_squeeze_label(0), inplace=_squeeze_label(3))
@example("x.squeeze(0) ** 2", "x=linspace(-1, 2, 6)")
@formula(input="g.reshape(input.shape)")
def squeeze(xp: Any, x: Array, /, dim: Dims | None = None) -> Array:
    """Dimensions of size 1 left out: all, or those named. A view."""
    named = () if dim == () else arrays.axes(dim, x.ndim)
    return xp.squeeze(x, axis=tuple(axis for axis in named if x.shape[axis] == 1))


@views(vjp=lambda g, x_shape: _gather_up(g, x_shape), where=["Tensor"])
@example("x.expand(2, 3)", "x=tensor([1.0, 2.0, 3.0])")
@formula(input="g.sum_to_size(input.shape)")
def expand(xp: Any, x: Array, /, size: Sizes) -> Array:
    """Dimensions of size 1 repeated, without copying; -1 keeps a size. A view."""
    kind = f"torch.{dtype_of(x.dtype).scalar_name}Tensor"
    shape = arrays.expanded_shape(x.shape, size, kind)
    check_elements(shape)
    return arrays.broadcast(xp, x, shape)


def _gather_up(g: Value, shape: tuple[int, ...]) -> Value:
    return sum_to(g, shape)


# Under the shape of something else


@method(example=("x.view_as(x) ** 2", "x=tensor([1.0, 2.0])"))
def view_as(input: Tensor, other: Tensor, /) -> Tensor:
    """The same elements in the same memory under the shape of another tensor."""
    return view(input, shape=tuple(other.shape))


@method(example=("x.reshape_as(other=y)", "x=tensor([3.0])", "y=tensor(0)"))
def reshape_as(input: Tensor, other: Tensor, /) -> Tensor:
    """The same elements under the shape of another tensor."""
    return reshape(input, shape=tuple(other.shape))


@op(composite=True, example=("x.ravel() ** 2", "x=linspace(-1, 2, 6)"))
def ravel(input: Tensor, /) -> Tensor:
    """The elements as a vector, in the same memory where that can be."""
    return view(contiguous(input), shape=(-1,))


@op(composite=True, example=("x.unflatten(0, (1, -1)) ** 2", "x=linspace(-1, 2, 6)"))
def unflatten(input: Tensor, /, dim: int, sizes: Sizes) -> Tensor:
    """Several dimensions in place of one."""
    if not sizes:
        raise refuse("unflatten: sizes must be non-empty")
    shape = tuple(input.shape)
    if not shape:
        arrays.axis(dim, 0)
        reason = "Dimension specified as 0 but tensor has no dimensions"
        raise refuse(f"unflatten got an unexpected error:\n{reason}")
    axis = arrays.axis(dim, len(shape))
    size = shape[axis]
    found = list(sizes)
    if found.count(-1) == 1:
        rest = -math.prod(found)
        found[found.index(-1)] = size // rest if rest and size % rest == 0 else -1
    if any(length < 0 for length in found) or math.prod(found) != size:
        raise shape_error(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {axis} "
            f"({size}) in the input tensor"
        )
    return view(input, shape=(*shape[:axis], *found, *shape[axis + 1 :]))


@method(example=("x.expand_as(x)", "x=linspace(-1, 1, 6).reshape(2, 3)"))
def expand_as(input: Tensor, other: Tensor, /) -> Tensor:
    """Dimensions of size 1 repeated, without copying, up to the shape of another tensor."""
    return expand(input, size=tuple(other.shape))


@op(composite=True, example=("x.broadcast_to((2, 3))", "x=tensor([1.0, 2.0, 3.0])"))
def broadcast_to(input: Tensor, /, size: Sizes) -> Tensor:
    """Dimensions of size 1 repeated, without copying."""
    return expand(input, size=size)


@op(composite=True, where=["torch"])
@example("a, b, c = broadcast_tensors(x, y, x)\na * b + c", "x=ones(2)", "y=ones(2, 2)")
def broadcast_tensors(tensors: TensorArgs, /) -> tuple[Tensor, ...]:
    """The tensors under the one shape that they broadcast to."""
    shape: tuple[int, ...] = ()
    for tensor in tensors:
        shape = arrays.broadcast_shapes(shape, tuple(tensor.shape))
    return tuple(t if tuple(t.shape) == shape else expand(t, size=shape) for t in tensors)


# Dimensions in another order, continued


@op(composite=True, aliases=["moveaxis"], example=("x.movedim(0, -1) ** 2", "x=linspace(-1, 2, 6)"))
def movedim(input: Tensor, /, source: Dims, destination: Dims) -> Tensor:
    """Some dimensions at other places, the rest in their order; a view."""
    given = [(d,) if isinstance(d, int) else d for d in (source, destination)]
    if len(given[0]) != len(given[1]):
        raise refuse(
            f"movedim: Invalid source or destination dims: source ({list(given[0])} dims) should "
            f"contain the same number of dims as destination ({list(given[1])} dims)"
        )
    ndim = len(input.shape)
    start, end = ([arrays.axis(d, ndim) for d in dims] for dims in given)
    for name, dims, found in (("source", given[0], start), ("destination", given[1], end)):
        if len(set(found)) != len(found):
            raise refuse(f"movedim: repeated dim in `{name}` ({list(dims)})")
    if ndim == 0:
        return alias(input)
    order = [d for d in range(ndim) if d not in start]
    for place, dim in sorted(zip(end, start, strict=True)):
        order.insert(place, dim)
    return permute(input, dims=tuple(order))


def _adjoint(x: Tensor, name: str) -> Tensor:
    if not x.shape:
        warn(f"{name} {_SCALAR_ADJOINT}", code="deprecated", once=True)
    _check_matrices(x, name.removeprefix("Tensor."))
    return conj(transpose(x, dim0=-2, dim1=-1) if x.shape else x)


_SCALAR_ADJOINT = "is deprecated on 0-D tensors. Consider using x.conj()."


@op(composite=True, where=["attribute"], example=("x.H", "x=ones(1, 2)"))
def H(x: Tensor, /) -> Tensor:
    """The conjugate of the transpose of a matrix; of a real one, a view."""
    ndim = len(x.shape)
    if ndim not in (0, 2):
        many = " For batches of matrices, consider using tensor.mH" if ndim > 2 else ""
        raise refuse(
            f"tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor.{many}"
        )
    return _adjoint(x, "Tensor.H")


@op(composite=True, where=["attribute"], example=("x.mH", "x=linspace(-1, 1, 6).reshape(2, 3)"))
def mH(x: Tensor, /) -> Tensor:
    """The conjugate of the transposes of the matrices in the last two dimensions."""
    return _adjoint(x, "Tensor.mH")


@op(composite=True, example=("x.adjoint() ** 2", "x=linspace(-1, 2, 6).reshape(2, 3)"))
def adjoint(input: Tensor, /) -> Tensor:
    """The conjugate of the transposes of the matrices in the last two dimensions."""
    return _adjoint(input, "adjoint()")


# Joining and taking apart


def _split_up(g: Value, shapes: list[tuple[int, ...]], dim: int) -> list[Value]:
    axis = arrays.axis(dim, len(g.shape))
    parts: list[Any] = []
    start = 0
    for shape in shapes:
        if shape == (0,):  # an empty vector joins anything
            parts.append(new_zeros(g, size=(0,)))
            continue
        end = start + shape[axis]
        parts.append(slice_(g, dim=axis, start=start, end=end))
        start = end
    return parts


@op(
    vjp=_split_up,
    linear=True,
    variadic=True,
    promotes=common,
    where=["torch"],
    aliases=["concat", "concatenate"],
    numpy="concatenate",
    example=("cat([a, i])", "a=tensor([1.0])", "i=tensor([2])"),
)
@formula(tensors="split(g, [t.shape[dim] for t in tensors], dim)")
def cat(xp: Any, tensors: Arrays, /, dim: int = 0) -> Array:
    """Tensors joined along a dimension."""
    if not tensors:
        raise value_error("torch.cat(): expected a non-empty list of Tensors")
    for index, x in enumerate(tensors):
        if x.ndim == 0:
            message = f"zero-dimensional tensor (at position {index}) cannot be concatenated"
            raise _unequal(message, help="use stack")
    joined = [x for x in tensors if x.shape != (0,)] or tensors
    first = joined[0]
    if first.shape == (0,):  # as all are, which join along whatever dimension
        return xp.concat(joined, axis=0)
    axis = arrays.axis(dim, first.ndim)
    for index, x in enumerate(tensors):
        if x.shape != (0,):
            _check_joins(first, x, index, axis)
    return xp.concat(joined, axis=axis)


def _unequal(message: str, help: str | None = None) -> Exception:
    """Make the error for tensors that do not go together, which is about none of them alone."""
    return op_error(RuntimeError, message, code="shape-mismatch", help=help)


def _check_joins(first: Array, x: Array, index: int, axis: int) -> None:
    if x.ndim != first.ndim:
        raise _unequal(
            f"Tensors must have same number of dimensions: got {first.ndim} and {x.ndim}"
        )
    for d, (wanted, size) in enumerate(zip(first.shape, x.shape, strict=True)):
        if d != axis and size != wanted:
            raise _unequal(
                f"Sizes of tensors must match except in dimension {axis}. Expected size {wanted} "
                f"but got size {size} for tensor number {index} in the list."
            )


@op(
    vjp=lambda g, dim: list(unbind(g, dim=dim)),
    linear=True,
    variadic=True,
    promotes=common,
    where=["torch"],
    numpy="stack",
    example=("stack([a, b])", "a=tensor([1.0, 2.0])", "b=tensor([3.0, 4.0])"),
)
def stack(xp: Any, tensors: Arrays, /, dim: int = 0) -> Array:
    """Tensors of one shape joined along a new dimension."""
    if not tensors:
        raise invalid("stack expects a non-empty TensorList")
    first = tensors[0]
    for index, x in enumerate(tensors):
        if x.shape != first.shape:
            raise _unequal(
                f"stack expects each tensor to be equal size, but got {list(first.shape)} at entry "
                f"0 and {list(x.shape)} at entry {index}"
            )
    return xp.stack(tensors, axis=arrays.axis(dim, first.ndim + 1))


@views(vjp=lambda g, dim: stack(list(g), dim=dim))
@example("x.unbind(-1)[0] ** 2", "x=linspace(-1, 2, 6)")
def unbind(xp: Any, x: Array, /, dim: int = 0) -> tuple[Array, ...]:
    """The slices along a dimension, one by one; iterating over a tensor gives these."""
    axis = arrays.own_axis(arrays.axis(dim, x.ndim), x.ndim)
    arrays.check_count(x.shape[axis], "tensors")
    return tuple(x[(slice(None),) * axis + (index, ...)] for index in range(x.shape[axis]))
