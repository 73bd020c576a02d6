"""Adaptive pooling: windows that share the input out among a given number of results."""

from __future__ import annotations

from typing import Any

from gradcli.core.promote import is_integer
from gradcli.errors import wrong_type
from gradcli.numerics import sliding
from gradcli.operators import by_name as ops
from gradcli.operators.by_name import _average, mean
from gradcli.operators.declare import Ints, Tensor, example, op
from gradcli.operators.named import named
from gradcli.operators.refusals import invalid, refuse, value_error
from gradcli.ops.pooling import _check_line_input, _in_plane, _of_largest, _refuse_type


def _output_size(name: str, given: Any, sizes: Ints) -> Ints:
    """Return the output size of an adaptive pooling; None keeps the input's."""
    n = len(sizes)
    found = given if isinstance(given, (tuple, list)) else (given,) * n
    for value in found:
        if value is not None and not is_integer(value):
            raise wrong_type(name, "output_size", 2, "tuple of ints", value)
    if len(found) != n:
        inside = f"{name}(): internal error: output_size.size() must be {n}"
        raise invalid(inside if "max" in name else f"{name}: output_size must be {n}")
    return tuple(size if value is None else value for value, size in zip(found, sizes, strict=True))


def _check_average_sizes(name: str, wanted: Ints) -> None:
    if min(wanted) < 0:
        first, *rest = map(str, wanted)
        listed = ",".join([", ".join([first, *rest[:1]]), *rest[1:]])  # as PyTorch has it
        raise invalid(
            f"{name}: elements of output_size must be greater than or equal to 0 but received "
            f"{{{listed}}}"
        )


def _check_listed(input: Tensor, sizes: Any) -> None:
    if isinstance(sizes, (tuple, list)) and input.ndim <= len(sizes):
        raise value_error(f"Input dimension should be at least {len(sizes) + 1}")


def _check_adaptive(name: str, input: Tensor, n: int, got: str) -> None:
    ndim = len(input.shape)
    if ndim not in (n + 1, n + 2):
        raise refuse(
            f"{name}(): Expected {n + 1}D or {n + 2}D tensor, but got{got} {list(input.shape)}"
        )
    first = ndim - n if name == "adaptive_avg_pool2d" else 1
    for axis in range(first, ndim):
        if input.shape[axis] == 0:
            raise refuse(
                f"{name}(): Expected input to have non-zero size for non-batch dimensions, but "
                f"input has sizes {list(input.shape)} with dimension {axis} being empty"
            )


def _adaptive_average(n: int, input: Tensor, output_size: Any) -> Tensor:
    name = f"adaptive_avg_pool{n}d"
    _check_listed(input, output_size)
    sizes = input.shape[-n:]
    wanted = _output_size(name, output_size, sizes)
    _check_average_sizes(name, wanted)
    if all(number == 1 for number in wanted):
        return mean(input, dim=tuple(range(-n, 0)), keepdim=True)
    _check_adaptive(name, input, n, "")
    if n == 3 or input.numel():
        _refuse_type(input, name if n < 3 else f"{name}_cpu")
    taps = sliding.shares(sizes, wanted)
    divisor = sliding.outer([along.counts for along in taps])
    return _average(input, taps=taps, divisor=divisor, label=f"AdaptiveAvgPool{n}DBackward0")


def _adaptive_largest(n: int, input: Tensor, output_size: Any, return_indices: bool) -> Any:
    name = f"adaptive_max_pool{n}d"
    _check_listed(input, output_size)
    _check_adaptive(name, input, n, ":")
    sizes = input.shape[-n:]
    wanted = _output_size(name, output_size, sizes)
    if min(wanted) < 0:
        shape = [*input.shape[:-n], *wanted]
        raise invalid(f"Trying to create tensor with negative dimension {min(wanted)}: {shape}")
    _refuse_type(input, name)
    places = sliding.flat_places(sliding.shares(sizes, wanted))
    written = (f"F.adaptive_max_pool{n}d", wanted)
    label = f"AdaptiveMaxPool{n}DBackward0"
    return _of_largest(input, (places, tuple(wanted)), label, return_indices, written)


def _lines(name: str, input: Tensor, output_size: Any) -> Ints:
    """Return the output size of signals, seen as images of one row."""
    _check_line_input(name, input)
    if "max" in name:
        _check_adaptive(name, input, 1, ":")
    return (1, *_output_size(name, output_size, input.shape[-1:]))


_SHARES = "of as many even shares of {} as are asked for."


def _declare_average(n: int, what: str, *example: str) -> None:
    @op(composite=True, where=["torch", "F"] if n == 1 else ["F"], example=example)
    @named(f"adaptive_avg_pool{n}d", f"The averages {_SHARES.format(what)}")
    def pool(input: Tensor, /, output_size: Any) -> Tensor:
        if n > 1:
            return _adaptive_average(n, input, output_size)
        size = _lines("adaptive_avg_pool1d", input, output_size)
        return _in_plane(lambda x: _adaptive_average(2, x, size), input)


def _declare_largest(n: int, what: str, *example: str) -> None:
    @op(composite=True, where=["F"], example=example)
    @named(f"adaptive_max_pool{n}d", f"The largest elements {_SHARES.format(what)}")
    def pool(input: Tensor, /, output_size: Any, return_indices: bool = False) -> Any:
        if n > 1:
            return _adaptive_largest(n, input, output_size, return_indices)
        size = _lines("adaptive_max_pool1d", input, output_size)
        return _in_plane(lambda x: _adaptive_largest(2, x, size, return_indices), input)


_VOLUMES = "x=cos(arange(120.0)).reshape(1, 2, 4, 5, 3)"
_IMAGES = "x=cos(arange(60.0)).reshape(1, 2, 6, 5)"

_declare_average(1, "signals", "adaptive_avg_pool1d(x, 1)", "x=cos(arange(42.0)).reshape(2, 3, 7)")
_declare_average(2, "images", "F.adaptive_avg_pool2d(x, 2)", _IMAGES)
_declare_average(3, "volumes", "F.adaptive_avg_pool3d(x, 2)", _VOLUMES)
_declare_largest(1, "signals", "F.adaptive_max_pool1d(x, 2)", "x=ones(2, 5)")
_declare_largest(2, "images", "F.adaptive_max_pool2d(x, 3)", "x=ones(1, 1, 4, 4)")
_declare_largest(3, "volumes", "F.adaptive_max_pool3d(x, 2)", "x=ones(1, 1, 3, 3, 3)")


@op(composite=True, where=["torch.adaptive_max_pool1d"])
@example("torch.adaptive_max_pool1d(x, 2)[0]", "x=ones(2, 5)")
def adaptive_max_pool1d_with_indices(input: Tensor, /, output_size: Any) -> Any:
    """The largest elements of as many even shares of signals as are asked for, and their places."""
    return ops.adaptive_max_pool1d(input, output_size=output_size, return_indices=True)
