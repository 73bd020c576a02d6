"""Unpooling: values put back where a pooling found them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import _take_flat, squeeze, unsqueeze
from gradcli.operators.declare import Array, Ints, Tensor, formula, op
from gradcli.operators.named import named
from gradcli.operators.refusals import refuse, value_error
from gradcli.ops.pooling import _check_ndim, _each, _flat_rows


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


def _unpool_size(
    sizes: Ints, kernel: Ints, stride: Ints, padding: Ints, wanted: Ints | None
) -> Ints:
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
        if not size - step < asked < size + step:
            raise value_error(
                f'invalid output_size "{list(wanted)}" (dim {dim} must be between {size - step} '
                f"and {size + step})"
            )
    return tuple(wanted)


def _check_indices(input: Tensor, indices: Tensor, size: Ints) -> None:
    places = arrays.of(indices)
    if places.dtype != np.int64:
        raise refuse(
            "elements in indices should be type int64 but got: "
            f"{dtype_of(places.dtype).scalar_name}",
            1,
        )
    if places.shape != tuple(input.shape):
        raise refuse(
            "Expected shape of indices to be same as that of the input tensor "
            f"({list(input.shape)}) but got indices tensor with shape: {list(places.shape)}",
            0,
            1,
        )
    wrong = places[(places < 0) | (places >= math.prod(size))]
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
    kernel_size: Ints,
    stride: Ints | None,
    padding: Ints,
    output_size: Ints | None,
) -> Tensor:
    name = f"max_unpool{n}d"
    kernel = _each(name, "kernel_size", kernel_size, n)
    step = _each(name, "stride", stride, n) if stride else kernel
    size = _unpool_size(
        tuple(input.shape), kernel, step, _each(name, "padding", padding, n), output_size
    )
    _check_ndim(name, input, n)
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
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = (0,),
        output_size: Ints | None = None,
    ) -> Tensor:
        return _unpool(n, input, indices, kernel_size, stride, padding, output_size)


_declare(1, ("F.max_unpool1d(x, tensor([[3, 0]]), 2)", "x=tensor([[1.0, 2.0]])"))
_declare(2, ("F.max_unpool2d(x, tensor([[[5, 0]]]), (2, 3))", "x=tensor([[[1.0, 2.0]]])"))
_declare(3, ("F.max_unpool3d(x, tensor([[[[3]]]]), 2) ** 2", "x=2 * ones(1, 1, 1, 1)"))
