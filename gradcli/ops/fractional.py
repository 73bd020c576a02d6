"""Fractional pooling: the largest elements of windows that random numbers lay out."""

from __future__ import annotations

from typing import Any

from gradcli.core.promote import is_integer
from gradcli.errors import wrong_type
from gradcli.numerics import arrays, sliding
from gradcli.operators.by_name import _largest
from gradcli.operators.declare import OPS, Ints, Tensor, op
from gradcli.operators.named import named
from gradcli.operators.refusals import refuse, type_error, value_error
from gradcli.operators.window_checks import each_axis


def _wanted(name: str, output_size: Any, output_ratio: Any, sizes: Ints) -> Ints:
    n = len(sizes)
    if output_size is None and output_ratio is None:
        raise value_error(f"{name} requires specifying either an output_size or an output_ratio")
    if output_size is not None:
        size = output_size if isinstance(output_size, (tuple, list)) else (output_size,)
        for value in size:
            if not is_integer(value):
                raise wrong_type(name, "output_size", 3, "tuple of ints", value)
        return each_axis(name, "output_size", tuple(size), n)
    if not isinstance(output_ratio, (tuple, list)):
        kind = type(output_ratio).__name__
        raise type_error(f"object of type '{kind}' has no len()")
    ratios = tuple(output_ratio) * (n if len(output_ratio) == 1 else 1)
    if len(ratios) != n:
        raise value_error(
            f"{name} requires output_ratio to either be a single Int or tuple of Ints."
        )
    return tuple(int(size * ratio) for size, ratio in zip(sizes, ratios, strict=True))


def _shares(shares: Any, dtype: Any, batch: int, channels: int, n: int) -> Any:
    """Return the random numbers that lay windows out: rows of one for each axis."""
    said = "Expect _random_samples"
    if shares.dtype != dtype:
        raise refuse(f"{said} to have the same dtype as input")
    if shares.ndim != 3:
        raise refuse(f"{said} to have 3 dimensions, got {shares.ndim}")
    if shares.shape[0] < batch:
        raise refuse(f"{said}.size(0) no less then input batch size.")
    if shares.shape[1] != channels:
        raise refuse(f"{said}.size(1) equals to input channel size.")
    if shares.shape[2] != n:
        raise refuse(f"{said}.size(2) equals to {n}; got {shares.shape[2]}.")
    return shares[:batch].reshape(batch * channels, n)


def _pool(
    n: int, input: Tensor, kernel: Ints, output_size: Any, ratio: Any, both: bool, shares: Any
) -> Any:
    name = f"fractional_max_pool{n}d"
    shape = tuple(input.shape)
    arrays.own_axis(0 if output_size is not None else -n, len(shape))
    if len(shape) not in (n + 1, n + 2):
        raise refuse(f"{name}(): Expected {n + 1}D or {n + 2}D tensor, but got: {list(shape)}")
    sizes = shape[-n:]
    out = _wanted(name, output_size, ratio, sizes)
    pools = each_axis(name, "kernel_size", kernel, n)
    words = ("height", "width") if n == 2 else ("time", "height", "width")
    where = name if n == 2 else name + "_out"
    if 0 in sizes:
        raise refuse(
            f"{where}(): Expected input to have non-zero size for non-batch dimensions, but got"
            f"{list(shape)} with dimension {len(shape) - n + sizes.index(0)} being empty."
        )
    for word, size, count, pool in zip(words, sizes, out, pools, strict=True):
        if pool < 1:
            raise refuse(f"{where}(): pool {word} {pool} should be greater than zero")
        if count + pool - (n == 2) > size:  # in three dimensions PyTorch leaves a place over
            raise refuse(f"{where}(): pool {word} {pool} too large relative to input {word} {size}")
    batch = 1 if len(shape) == n + 1 else shape[0]
    if shares is None:
        shares = OPS["rand"].call(batch, shape[-n - 1], n, dtype=input.dtype)
    given = _shares(arrays.of(shares), arrays.of(input).dtype, batch, shape[-n - 1], n)
    if n == 2:  # whose random numbers are in reverse order
        given = given[:, ::-1]
    starts = [
        sliding.random_starts(given[:, axis], *options)
        for axis, options in enumerate(zip(sizes, out, pools, strict=True))
    ]
    label = f"FractionalMaxPool{n}DBackward0"
    places = sliding.places_in(sizes, starts, pools)
    found = _largest(input, places=places, out=out, dims=n, label=label)
    return found if both else found[0]


def _declare(n: int, doc: str, options: str, x: str) -> None:
    call = f"F.fractional_max_pool{n}d(x, {options})"

    @op(composite=True, where=["F"], example=(call, x))
    @named(f"fractional_max_pool{n}d", f"The largest elements of windows over {doc}.")
    def fractional_max_pool(
        input: Tensor,
        /,
        kernel_size: Ints,
        output_size: Any = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Any = None,
    ) -> Any:
        return _pool(
            n, input, kernel_size, output_size, output_ratio, return_indices, _random_samples
        )


_declare(
    2,
    "images, as many as are asked for, laid out at random",
    "(3, 2), (2, 4), _random_samples=tensor([[[0.3, 0.8], [0.9, 0.1]]])",
    "x=cos(arange(60.0)).reshape(1, 2, 6, 5)",
)
_declare(
    3,
    "volumes, as many as asked for, laid out at random",
    "2, output_size=2, _random_samples=tensor([[[0.3, 0.8, 0.5], [0.9, 0.1, 0.6]]])",
    "x=cos(arange(240.0)).reshape(1, 2, 5, 6, 4)",
)
