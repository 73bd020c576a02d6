"""Dropout: elements, or whole channels, set to zero at random while a network is trained."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.promote import unsupported
from gradcli.core.state import STATE
from gradcli.core.warn import warn
from gradcli.numerics.distributions import drawn_like
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.declare import OPS, Array, Tensor, example, op
from gradcli.operators.families import functional, internal
from gradcli.operators.named import named
from gradcli.operators.refusals import check_chance, dtype_error, refuse


def _perhaps_in_place(name: str, inplace: bool) -> Any:
    return OPS[name].inplace if inplace else OPS[name]


def _drop(
    x: Tensor, p: float, train: bool, inplace: bool, *, whole: bool = False, alpha: bool = False
) -> Tensor:
    """Return a tensor with elements, or whole channels, dropped with probability p."""
    check_chance(p)
    multiply = _perhaps_in_place("mul", inplace)
    if p == 0 or not train or x.numel() == 0:
        return x
    if p == 1:
        return multiply(x, OPS["zeros"].call((), dtype=x.dtype))
    if not alpha:
        return multiply(x, _kept(x, p=p, whole=whole))
    kept = _kept(x, p=p, whole=whole, scale=False)
    if x.array.dtype.kind in "biu":
        kind = "Long" if x.array.dtype.kind == "b" else x.dtype.scalar_name
        raise dtype_error(f"result type Float can't be cast to the desired output type {kind}")
    scale = 1 / math.sqrt((_SELU * _SELU * p + 1) * (1 - p))
    shift = (kept - 1) * (_SELU * scale) + _SELU * scale * p
    dropped = multiply(x, kept * scale)
    return _perhaps_in_place("add", inplace)(dropped, shift)


_SELU = 1.7580993408473766  # what an activation of SELU tends to, negated


@internal(constant=True)
def _kept(xp: Any, x: Array, /, p: float = 0.5, whole: bool = False, scale: bool = True) -> Array:
    """Zeros for the elements, or channels, to drop, and ones (or what makes up for the zeros)."""
    if whole:
        if x.ndim < 2:
            raise refuse("Feature dropout requires at least 2 dimensions in the input")
        if x.dtype.kind == "c":
            raise unsupported("bernoulli_scalar_cpu_", x.dtype)
        kept = STATE.generator.bernoulli(1 - p, (*x.shape[:2], *[1] * (x.ndim - 2)), x.dtype)
    else:
        kept = drawn_like(x, lambda shape: STATE.generator.bernoulli(1 - p, shape, x.dtype))
    if not scale:
        return kept
    if x.dtype.kind not in "fc":
        name = dtype_of(x.dtype).scalar_name
        raise dtype_error(f"result type Float can't be cast to the desired output type {name}")
    wide = kept.astype(np.float32) if kept.dtype == np.float16 else kept
    return (wide / (1 - p)).astype(x.dtype)


def _checked_chance(p: float) -> float:
    if p < 0 or p > 1:  # PyTorch's Python lets NaN through
        raise refuse(
            f"dropout probability has to be between 0 and 1, but got {p}", 1, kind=ValueError
        )
    return p


@functional(example=("manual_seed(0)\nF.dropout(x, 0.4)", "x=linspace(0.1, 1, 6)"))
def dropout(
    input: Tensor, /, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """The tensor with random elements dropped and the others scaled up to make up for them."""
    return _drop(input, _checked_chance(p), training, inplace)


def _batched_drop(x: Tensor, single: bool, p: float, training: bool, inplace: bool) -> Tensor:
    if not single:
        return _drop(x, p, training, inplace, whole=True)
    batch = _perhaps_in_place("unsqueeze", inplace)(x, dim=0)
    dropped = _drop(batch, p, training, inplace, whole=True)
    return _perhaps_in_place("squeeze", inplace)(dropped, dim=0)


@functional()
@example("manual_seed(0)\nF.dropout1d(x, 0.4)", "x=linspace(0.1, 1, 24).reshape(2, 3, 4)")
def dropout1d(
    input: Tensor, /, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """The tensor with random channels dropped; its shape is (N, C, L) or (C, L)."""
    _checked_chance(p)
    if input.ndim not in (2, 3):
        raise refuse(
            "dropout1d: Expected 2D or 3D input, but received a "
            f"{input.ndim}D input. Note that dropout1d exists to provide channel-wise dropout on "
            "inputs with 1 spatial dimension, a channel dimension, and an optional batch dimension "
            "(i.e. 2D or 3D inputs)."
        )
    return _batched_drop(input, input.ndim == 2, p, training, inplace)


@functional()
@example("manual_seed(0)\nF.dropout2d(x, 0.4)", "x=linspace(0.1, 1, 24).reshape(2, 3, 2, 2)")
def dropout2d(
    input: Tensor, /, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """The tensor with random channels dropped; its shape is (N, C, H, W)."""
    _checked_chance(p)
    if input.ndim not in (3, 4):
        warn(_UNUSUAL.format("dropout2d", input.ndim, "2", "3D or 4D"))
    if input.ndim == 3:
        warn(_THREE_DIMENSIONS)
    return _drop(input, p, training, inplace, whole=True)


_UNUSUAL = (
    "{0}: Received a {1}-D input to {0}, which is deprecated and will result in an error in a "
    "future release. To retain the behavior and silence this warning, please use dropout instead. "
    "Note that {0} exists to provide channel-wise dropout on inputs with {2} spatial dimensions, a "
    "channel dimension, and an optional batch dimension (i.e. {3} inputs)."
)
_THREE_DIMENSIONS = (
    "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout "
    "behavior is desired - input is interpreted as shape (N, C, L), where C is the channel dim. "
    "This behavior will change in a future release to interpret the input as one without a batch "
    "dimension, i.e. shape (C, H, W). To maintain the 1D channel-wise dropout behavior, please "
    "switch to using dropout1d instead."
)


@functional()
@example("manual_seed(0)\nF.dropout3d(x, 0.4)", "x=linspace(0.1, 1, 24).reshape(2, 3, 2, 2, 1)")
def dropout3d(
    input: Tensor, /, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """The tensor with random channels dropped; its shape is (N, C, D, H, W) or (C, D, H, W)."""
    _checked_chance(p)
    if input.ndim not in (4, 5):
        warn(_UNUSUAL.format("dropout3d", input.ndim, "3", "4D or 5D"))
    return _batched_drop(input, input.ndim != 5, p, training, inplace)


@functional(example=("F.alpha_dropout(x * 2)", "x=linspace(-1, 1, 6)"))
def alpha_dropout(
    input: Tensor, /, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """The tensor with random elements dropped, its mean and variance kept; made for SELU."""
    return _drop(input, _checked_chance(p), training, inplace, alpha=True)


@functional(
    example=(
        "manual_seed(0)\nF.feature_alpha_dropout(x, 0.5, training=True)",
        "x=linspace(-1, 1, 12).reshape(2, 3, 2)",
    )
)
def feature_alpha_dropout(
    input: Tensor, /, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """The tensor with random channels dropped, its mean and variance kept."""
    return _drop(input, _checked_chance(p), training, inplace, whole=True, alpha=True)


# The functions of torch, each with one that overwrites


def _of_torch(name: str, what: str, x: str, **options: Any) -> None:
    """Declare the functions of torch that drop elements, or channels, and are told when."""
    known = name.strip("_")
    call = f"torch.{known}" if known != name else known  # ``F`` has another of the name

    @op(composite=True, where=[f"torch.{known}"])
    @example(f"manual_seed(0)\n{call}(x, 0.3, True)", f"x={x}")
    @named(name, f"The tensor with random {what}, if it is trained.")
    def drop(input: Tensor, /, p: float, train: bool) -> Tensor:
        return _drop(input, p, train, False, **options)

    @op(composite=True, where=[f"torch.{known}_"])
    @example(
        f"manual_seed(4)\ntorch.{known}_(x * 1, p=0.4, train=True)",
        "x=linspace(0.1, 1, 12).reshape(2, 3, 2)",
    )
    @named(
        f"torch_{known}",
        "The tensor with random elements or channels dropped, in place, if it is trained.",
    )
    def drop_(input: Tensor, /, p: float, train: bool) -> Tensor:
        return _drop(input, p, train, True, **options)


_KEPT = "dropped, its mean and variance kept"
_CHANNELS = "linspace(-1, 1, 12).reshape(2, 3, 2)"
_of_torch("_dropout", "elements dropped", "linspace(0.1, 1, 6)")
_of_torch("feature_dropout", "channels dropped", "linspace(0.1, 1, 6).view(2, 3)", whole=True)
_of_torch("_alpha_dropout", f"elements {_KEPT}", "linspace(-1, 1, 6)", alpha=True)
_of_torch("_feature_alpha_dropout", f"channels {_KEPT}", _CHANNELS, whole=True, alpha=True)
