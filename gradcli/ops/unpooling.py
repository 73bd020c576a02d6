"""Unpooling: values put back where a pooling found them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.promote import is_integer
from gradcli.numerics import arrays, memory
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import _take_flat, squeeze, unsqueeze
from gradcli.operators.declare import Array, Ints, Tensor, formula, op
from gradcli.operators.named import named
from gradcli.operators.refusals import refuse, type_error, value_error
from gradcli.operators.window_checks import each_axis
from gradcli.ops.pooling import _flat_rows


@op(
    vjp=lambda g, indices, dims: _take_flat(g, indices=indices, dims=dims),
    where=[],
    node=lambda label, **_: label,
)
@formula(input="each element of g to the place that it was taken from, added up")
def _unpooled(
    xp: Any, x: Array, /, indices: Any = None, size: Ints = (), dims: int = 1, label: str = ""
) -> Array:
    """Zeros with values at indices counted over the last axes at once."""
    flat, rows, places = _flat_rows(xp, x, indices, dims)
    made = arrays.put(xp, (len(flat), math.prod(size)), (rows, places), flat)
    return xp.reshape(made, (*x.shape[: x.ndim - dims], *size))


def _unpool_size(sizes: Ints, kernel: Ints, stride: Ints, padding: Ints, wanted: Any) -> Ints:
    """Return the size before a pooling, or the wanted one if a stride allows it."""
    n = len(kernel)
    if len(sizes) < n:
        raise refuse("tuple index out of range", kind=IndexError)
    usual = tuple(
        (size - 1) * s + k - 2 * p
        for size, s, k, p in zip(sizes[-n:], stride, kernel, padding, strict=True)
    )
    if wanted is None:
        return usual
    if len(wanted) == n + 2:
        wanted = wanted[2:]
    if len(wanted) != n:
        raise value_error(
            f"output_size should be a sequence containing {n} or {n + 2} elements, but it has a "
            f"length of '{len(wanted)}'"
        )
    for dim, (size, step, asked) in enumerate(zip(usual, stride, wanted, strict=True)):
        low, high = size - step, size + step
        if isinstance(low, complex):
            raise type_error("'<' not supported between instances of 'complex' and 'int'")
        if not low < asked < high:
            raise value_error(
                f'invalid output_size "{wanted}" (dim {dim} must be between {low} and {high})'
            )
    return tuple(wanted)


def _check_integers(name: str, keyword: str, place: int, values: tuple[Any, ...]) -> None:
    """Refuse what PyTorch's Python hands on to a function that takes integers."""
    if values and not is_integer(values[0]):
        raise type_error(
            f"{name}(): argument '{keyword}' (position {place}) must be tuple of ints, but found "
            f"element of type {type(values[0]).__name__} at pos 0"
        )


def _on_axes(name: str, option: str, value: Any, n: int) -> tuple[Any, ...]:
    """Return an option for each axis; PyTorch computes with whatever numbers there are."""
    listed = isinstance(value, (tuple, list))
    return each_axis(name, option, tuple(value), n) if listed else (value,) * n


def _check_indices(input: Tensor, indices: Tensor, size: Ints) -> None:
    places = arrays.of(indices)
    if places.dtype != np.int64:
        raise refuse(
            "elements in indices should be type int64 but got: "
            f"{dtype_of(places.dtype).scalar_name}",
            1,
        )
    n = len(size)
    if input.ndim not in (n + 1, n + 2):
        raise refuse(
            f"Input to max_unpooling{n}d should be a {n + 1}d or {n + 2}d Tensor, but got a tensor "
            f"with {input.ndim} dimensions."
        )
    if places.shape != tuple(input.shape):
        raise refuse(
            "Expected shape of indices to be same as that of the input tensor "
            f"({list(input.shape)}) but got indices tensor with shape: {list(places.shape)}",
            0,
            1,
        )
    wrong = memory.in_memory(places)[memory.in_memory((places < 0) | (places >= math.prod(size)))]
    if wrong.size:
        raise refuse(
            f"Found an invalid max index: {wrong.flat[0]} (output volumes are of size "
            f"{'x'.join(map(str, size))})",
            1,
        )


def _unpool(
    n: int,
    input: Tensor,
    indices: Tensor,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    output_size: Any,
) -> Tensor:
    name = f"max_unpool{n}d"
    kernel = _on_axes(name, "kernel_size", kernel_size, n)
    step = kernel if stride is None else _on_axes(name, "stride", stride, n)
    pads = _on_axes(name, "padding", padding, n)
    size = _unpool_size(tuple(input.shape), kernel, step, pads, output_size)
    _check_integers(f"max_unpool{max(n, 2)}d", "output_size", 3, size)
    if n == 3:
        _check_integers(name, "stride", 4, step)
        _check_integers(name, "padding", 5, pads)
    shown = max(n, 2)
    if n == 1:
        input, indices, size = unsqueeze(input, dim=-1), unsqueeze(indices, dim=-1), (*size, 1)
    _check_indices(input, indices, size)
    places, label = arrays.of(indices), f"MaxUnpool{shown}DBackward0"
    found = _unpooled(input, indices=places, size=size, dims=shown, label=label)
    return squeeze(found, dim=-1) if n == 1 else found


def _declare(n: int, example: tuple[str, ...]) -> None:
    @op(composite=True, where=["F"], example=example)
    @named(
        f"max_unpool{n}d", f"Zeros with the values of a max_pool{n}d at the indices that it gave."
    )
    def max_unpool(
        input: Tensor,
        indices: Tensor,
        /,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = (0,),
        output_size: Any = None,
    ) -> Tensor:
        return _unpool(n, input, indices, kernel_size, stride, padding, output_size)


_declare(1, ("F.max_unpool1d(x, tensor([[3, 0]]), 2)", "x=tensor([[1.0, 2.0]])"))
_declare(2, ("F.max_unpool2d(x, tensor([[[5, 0]]]), (2, 3))", "x=tensor([[[1.0, 2.0]]])"))
_declare(3, ("F.max_unpool3d(x, tensor([[[[3]]]]), 2) ** 2", "x=2 * ones(1, 1, 1, 1)"))
