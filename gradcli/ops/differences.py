"""Finite differences along dimensions, and integrals by the trapezoidal rule."""

from __future__ import annotations

import builtins
from typing import Any

from gradcli.numerics import arrays
from gradcli.operators import by_name as ops
from gradcli.operators.declare import Dims, Number, OptTensor, Tensor, example, op
from gradcli.operators.refusals import refuse


def _part(x: Tensor, dim: int, start: int | None, end: int | None = None) -> Tensor:
    return ops.slice_(x, dim=dim, start=start, end=end)


def _one(x: Tensor, dim: int, place: int) -> Tensor:
    return _part(x, dim, place, place + 1 or None)


def _scaled(x: Tensor, number: Number) -> Tensor:
    return ops.mul_number(x, number=number)


# Differences


def _check_joined(input: Tensor, other: OptTensor, axis: int) -> None:
    if other is None:
        return
    if other.ndim != input.ndim:
        raise refuse("diff expects prepend or append to be the same dimension as input")
    for d, (size, own) in enumerate(zip(other.shape, input.shape, strict=True)):
        if d != axis and size != own:
            raise refuse(
                "diff expects the shape of tensor to prepend or append to match that of input "
                "except along the differencing dimension; input.size("
                f"{d}) = {own}, but got tensor.size({d}) = {size}"
            )


@op(composite=True, example=("diff(x)", "x=tensor([1.0, 4.0, 2.0, 7.0, 3.0])"))
def diff(
    input: Tensor, /, n: int = 1, dim: int = -1, prepend: OptTensor = None, append: OptTensor = None
) -> Tensor:
    """The n-th differences of neighbours along a dimension."""
    if input.ndim == 0:
        raise refuse("diff expects input to be at least one-dimensional")
    if n < 0:
        raise refuse(f"order must be non-negative but got {n}")
    axis = arrays.axis(dim, input.ndim)
    _check_joined(input, prepend, axis)
    _check_joined(input, append, axis)
    if n == 0:
        return ops.zeros_like(input).copy_(input)
    parts = [part for part in (prepend, input, append) if part is not None]
    result = ops.cat(parts, dim=axis) if len(parts) > 1 else input
    for _ in range(min(n, result.shape[axis])):
        later, earlier = _part(result, axis, 1), _part(result, axis, 0, -1)
        result = later ^ earlier if later.array.dtype.kind == "b" else later - earlier
    return result


# Gradients on a grid


def _edges(x: Tensor, dim: int, dx: float, edge_order: int) -> tuple[Tensor, Tensor]:
    """Return the derivatives at both ends of evenly spaced values."""
    if edge_order == 1:
        first, last = _one(x, dim, 1) - _one(x, dim, 0), _one(x, dim, -1) - _one(x, dim, -2)
    else:
        a, b, c = (_one(x, dim, place) for place in range(3))
        first = _scaled(a, -1.5) + _scaled(b, 2) - _scaled(c, 0.5)
        a, b, c = (_one(x, dim, place) for place in range(-3, 0))
        last = _scaled(a, 0.5) - _scaled(b, 2) + _scaled(c, 1.5)
    return ops.div_number(first, number=dx), ops.div_number(last, number=dx)


def _even_gradient(x: Tensor, dim: int, dx: float, edge_order: int) -> Tensor:
    middle = ops.div_number(_part(x, dim, 2) - _part(x, dim, 0, -2), number=dx)
    first, last = _edges(x, dim, dx, edge_order)
    return ops.cat([first, ops.div_number(middle, number=2), last], dim=dim)


def _three(x: Tensor, dim: int, start: int, steps: tuple[Tensor, Tensor], at: int) -> Tensor:
    """Return the derivative of the parabola through three values at one of them.

    ``start`` counts from the first value or, if negative, from the end; ``steps`` are the two
    distances between the values, and ``at`` numbers the place.
    """
    d, e = steps
    if at == 0:
        a = -(_scaled(d, 2) + e) / (d * (d + e))
        b = (d + e) / (d * e)
        c = (-d) / (e * (d + e))
    else:
        a = d / (e * (d + e))
        b = -(d + e) / (d * e)
        c = (_scaled(d, 2) + e) / (d * (d + e))
    x0, x1, x2 = (_one(x, dim, start + k) for k in range(3))
    return a * x0 + b * x1 + c * x2


def _uneven_gradient(x: Tensor, dim: int, coordinates: Tensor, edge_order: int) -> Tensor:
    step = diff(coordinates)
    d, e = _part(step, 0, 0, -1), _part(step, 0, 1)
    shape = tuple(-1 if axis == dim else 1 for axis in range(x.ndim))
    a = ops.reshape(-e / (d * (d + e)), shape=shape)
    b = ops.reshape((e - d) / (d * e), shape=shape)
    c = ops.reshape(d / (e * (d + e)), shape=shape)
    middle = a * _part(x, dim, 0, -2) + b * _part(x, dim, 1, -1) + c * _part(x, dim, 2)
    if edge_order == 1:
        first = (_one(x, dim, 1) - _one(x, dim, 0)) / step[0]
        last = (_one(x, dim, -1) - _one(x, dim, -2)) / step[-1]
    else:
        first = _three(x, dim, 0, (step[0], step[1]), 0)
        last = _three(x, dim, -3, (step[-1], step[-2]), 2)
    return ops.cat([first, middle, last], dim=dim)


def _check_grid(input: Tensor, dims: tuple[int, ...], edge_order: int) -> None:
    if edge_order not in (1, 2):
        raise refuse("torch.gradient only supports edge_order=1 and edge_order=2.")
    if builtins.any(input.shape[d] < edge_order + 1 for d in dims):
        raise refuse("torch.gradient expected each dimension size to be at least edge_order+1")


def _spacings(input: Tensor, spacing: Any, dims: tuple[int, ...], given: bool) -> list[Any]:
    """Return the spacing (a number or coordinates) along each dimension."""
    if getattr(spacing, "ndim", 0):
        raise refuse(
            "gradient(): argument 'spacing' must be a number or a tuple of numbers or Tensors, not "
            "Tensor",
            kind=TypeError,
        )
    if not isinstance(spacing, (tuple, list)):
        return [1 if spacing is None else spacing] * len(dims)
    for step in spacing:
        if len(spacing) == len(dims) and getattr(step, "ndim", 0) > 1:
            raise refuse(
                "torch.gradient expected each element of spacing to have one dimension, but got an "
                f"element with {step.ndim} dimensions!"
            )
    if len(spacing) == len(dims):
        return list(spacing)
    message = (
        "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim "
        f"arguments to have the same length, but got a spacing argument of length {len(spacing)} "
        f"and a dim argument of length {len(dims)}."
        if given
        else "torch.gradient expected spacing to be unspecified, a scalar, or a list of length "
        f"equal to 'self.dim() = {input.ndim}', since dim argument was not given, but got a list "
        f"of length {len(spacing)}"
    )
    raise refuse(message)


@op(composite=True, where=["torch"])
@example("gradient(x)[0]", "x=tensor([1.0, 4.0, 2.0, 7.0, 3.0])")
def gradient(
    input: Tensor, /, *, spacing: Any = None, dim: Dims | None = None, edge_order: int = 1
) -> Any:
    """The derivatives along each dimension, or some, of values on a grid; a tuple."""
    dims = () if dim == () else arrays.axes(dim, input.ndim)
    spacings = _spacings(input, spacing, dims, dim is not None)
    _check_grid(input, dims, edge_order)
    return tuple(
        (_uneven_gradient if hasattr(step, "array") and step.ndim else _even_gradient)(
            input, d, step, edge_order
        )
        for d, step in zip(dims, spacings, strict=True)
    )


# Trapezoids


def _widths(y: Tensor, x: Tensor, dim: int, name: str) -> Tensor:
    """Return the distances between the places of values along a dimension."""
    if x.ndim == 1:
        if x.shape[0] != y.shape[dim]:
            raise refuse(f"{name}: There must be one `x` value for each sample point", 0, 1)
        x = ops.view(x, shape=tuple(-1 if d == dim else 1 for d in range(y.ndim)))
    elif x.ndim < y.ndim:
        x = ops.view(x, shape=(1,) * (y.ndim - x.ndim) + tuple(x.shape))
    return _part(x, dim, 1) - _part(x, dim, 0, -1)


def _check_numeric(name: str, y: Tensor, x: OptTensor, dx: Any) -> None:
    if builtins.any(z is not None and z.array.dtype.kind == "b" for z in (x, y)):
        which = "`y`" if x is None else "`x` or `y`"
        raise refuse(f"{name}: received a bool input for {which}, but bool is not supported")
    if isinstance(dx, complex):
        raise refuse(f"{name}: Currently, we only support dx as a real number.")


@op(composite=True, where=["torch"], aliases=["trapz"])
@example("trapezoid(y)", "y=tensor([1.0, 4.0, 2.0, 7.0, 3.0])")
def trapezoid(
    y: Tensor, /, x: OptTensor = None, *, dx: Number | None = None, dim: int = -1
) -> Tensor:
    """The integral of values along a dimension, by the trapezoidal rule."""
    axis = arrays.own_axis(dim if x is None else arrays.axis(dim, y.ndim), y.ndim)
    if y.shape[axis] == 0:
        return ops.zeros_like(y).sum(axis, dtype=y.dtype)
    _check_numeric("trapezoid", y, x, dx)
    if x is None:
        ends = ops.select(y, dim=axis, index=0) + ops.select(y, dim=axis, index=-1)
        inner = ops.sum(y, dim=axis) - _scaled(ends, 0.5)
        return _scaled(inner, 1.0 if dx is None else dx)
    pairs = _part(y, axis, 0, -1) + _part(y, axis, 1)
    total = ops.sum(pairs * _widths(y, x, axis, "trapezoid"), dim=axis)
    return ops.div_number(total, number=2.0)


@op(composite=True, where=["torch"])
@example("cumulative_trapezoid(y)", "y=tensor([1.0, 4.0, 2.0, 7.0, 3.0])")
def cumulative_trapezoid(
    y: Tensor, /, x: OptTensor = None, *, dx: Number | None = None, dim: int = -1
) -> Tensor:
    """The integrals of values up to each along a dimension, by the trapezoidal rule."""
    if not y.shape:
        raise refuse("slice() cannot be applied to a 0-dim tensor.", kind=IndexError)
    axis = arrays.axis(dim, y.ndim)
    _check_numeric("cumulative_trapezoid", y, x, dx)
    pairs = _part(y, axis, 0, -1) + _part(y, axis, 1)
    if x is None:
        half = (1.0 if dx is None else dx) / 2.0
        return ops.cumsum(_scaled(pairs, half), dim=axis)
    widths = _widths(y, x, axis, "cumulative_trapezoid")
    return ops.div_number(ops.cumsum(pairs * widths, dim=axis), number=2.0)
