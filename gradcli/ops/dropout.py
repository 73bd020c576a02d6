"""Dropout: elements, or whole channels, set to zero at random while a network is trained."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.warn import warn
from gradcli.numerics.distributions import drawn_like
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.declare import OPS, Array, op
from gradcli.operators.op import Op
from gradcli.operators.refusals import dtype_error, invalid, refuse


def _drop(
    x: Array, p: float, train: bool, inplace: bool, *, whole: bool = False, alpha: bool = False
) -> Array:
    """Return a tensor with elements, or whole channels, dropped with probability p."""
    if not 0 <= p <= 1:
        message = f"dropout probability has to be between 0 and 1, but got {p:g}"
        raise invalid(message)
    multiply = OPS["mul"].inplace if inplace else OPS["mul"]
    assert multiply is not None
    if p == 0 or not train or x.numel() == 0:
        return x
    if p == 1:
        return multiply(x, OPS["zeros"].call((), dtype=x.dtype))
    if not alpha:
        return multiply(x, _kept(x, p=p, whole=whole))
    kept = _kept(x, p=p, whole=whole, scale=False)
    scale = 1 / math.sqrt((_SELU * _SELU * p + 1) * (1 - p))
    shift = (kept - 1) * (_SELU * scale) + _SELU * scale * p
    dropped = multiply(x, kept * scale)
    return OPS["add"].inplace(dropped, shift) if inplace else dropped + shift


_SELU = 1.7580993408473766  # what an activation of SELU tends to, negated


@op(constant=True, where=[])
def _kept(xp: Any, x: Array, /, p: float = 0.5, whole: bool = False, scale: bool = True) -> Array:
    """Zeros for the elements, or channels, to drop, and ones (or what makes up for the zeros)."""
    if whole:
        if x.ndim < 2:
            message = "Feature dropout requires at least 2 dimensions in the input"
            raise refuse(message)
        kept = STATE.generator.bernoulli(1 - p, (*x.shape[:2], *[1] * (x.ndim - 2)), x.dtype)
    else:
        kept = drawn_like(x, lambda shape: STATE.generator.bernoulli(1 - p, shape, x.dtype))
    if not scale:
        return kept
    if x.dtype.kind not in "fc":
        name = dtype_of(x.dtype).scalar_name
        message = f"result type Float can't be cast to the desired output type {name}"
        raise dtype_error(message)
    wide = kept.astype(np.float32) if kept.dtype == np.float16 else kept
    return (wide / (1 - p)).astype(x.dtype)


def _checked_chance(p: float) -> float:
    if not 0 <= p <= 1:
        raise refuse(
            f"dropout probability has to be between 0 and 1, but got {p}", 1, kind=ValueError
        )
    return p


@op(composite=True, where=["F"], example=("F.dropout(x, 1.0)", "x=linspace(0.1, 1, 6)"))
def dropout(input: Array, /, p: float = 0.5, training: bool = True, inplace: bool = False) -> Array:
    """The tensor with random elements dropped and the others scaled up to make up for them."""
    return _drop(input, _checked_chance(p), training, inplace)


@op(
    composite=True,
    where=["torch.dropout"],
    example=("manual_seed(0)\ntorch.dropout(x, 0.3, True)", "x=linspace(0.1, 1, 6)"),
)
def _dropout(input: Array, /, p: float, train: bool) -> Array:
    """The tensor with random elements dropped, if it is trained."""
    return _drop(input, p, train, False)


@op(
    composite=True,
    where=["F"],
    example=("F.dropout1d(x, 1.0)", "x=linspace(0.1, 1, 24).reshape(2, 3, 4)"),
)
def dropout1d(
    input: Array, /, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Array:
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


def _batched_drop(x: Array, single: bool, p: float, training: bool, inplace: bool) -> Array:
    if not single:
        return _drop(x, p, training, inplace, whole=True)
    batch = OPS["unsqueeze"].inplace if inplace else OPS["unsqueeze"]
    assert batch is not None
    dropped = _drop(batch(x, dim=0), p, training, inplace, whole=True)
    return OPS["squeeze"].inplace(dropped, dim=0) if inplace else OPS["squeeze"](dropped, dim=0)


@op(
    composite=True,
    where=["F"],
    example=("F.dropout2d(x, 1.0)", "x=linspace(0.1, 1, 24).reshape(2, 3, 2, 2)"),
)
def dropout2d(
    input: Array, /, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Array:
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


@op(
    composite=True,
    where=["F"],
    example=("F.dropout3d(x, 1.0)", "x=linspace(0.1, 1, 24).reshape(2, 3, 2, 2, 1)"),
)
def dropout3d(
    input: Array, /, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Array:
    """The tensor with random channels dropped; its shape is (N, C, D, H, W) or (C, D, H, W)."""
    _checked_chance(p)
    if input.ndim not in (4, 5):
        warn(_UNUSUAL.format("dropout3d", input.ndim, "3", "4D or 5D"))
    return _batched_drop(input, input.ndim == 4, p, training, inplace)


@op(
    composite=True,
    where=["torch"],
    example=("manual_seed(0)\nfeature_dropout(x, 0.3, True)", "x=linspace(0.1, 1, 6).view(2, 3)"),
)
def feature_dropout(input: Array, /, p: float, train: bool) -> Array:
    """The tensor with random channels dropped, if it is trained."""
    return _drop(input, p, train, False, whole=True)


@op(composite=True, where=["F"], example=("F.alpha_dropout(x * 2)", "x=linspace(-1, 1, 6)"))
def alpha_dropout(
    input: Array, /, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Array:
    """The tensor with random elements dropped, its mean and variance kept; made for SELU."""
    return _drop(input, _checked_chance(p), training, inplace, alpha=True)


@op(
    composite=True,
    where=["torch.alpha_dropout"],
    example=("manual_seed(0)\ntorch.alpha_dropout(x, 0.3, True)", "x=linspace(-1, 1, 6)"),
)
def _alpha_dropout(input: Array, /, p: float, train: bool) -> Array:
    """The tensor with random elements dropped, its mean and variance kept, if it is trained."""
    return _drop(input, p, train, False, alpha=True)


@op(
    composite=True,
    where=["F"],
    example=("F.feature_alpha_dropout(x, 0.5)", "x=linspace(-1, 1, 12).reshape(2, 3, 2)"),
)
def feature_alpha_dropout(
    input: Array, /, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Array:
    """The tensor with random channels dropped, its mean and variance kept."""
    return _drop(input, _checked_chance(p), training, inplace, whole=True, alpha=True)


@op(
    composite=True,
    where=["torch.feature_alpha_dropout"],
    example=(
        "manual_seed(0)\ntorch.feature_alpha_dropout(x, 0.3, True)",
        "x=linspace(-1, 1, 12).reshape(2, 3, 2)",
    ),
)
def _feature_alpha_dropout(input: Array, /, p: float, train: bool) -> Array:
    """The tensor with random channels dropped, its mean and variance kept, if it is trained."""
    return _drop(input, p, train, False, whole=True, alpha=True)


def _overwriting(name: str, **options: Any) -> Op:
    """Declare the function of torch that drops elements, or channels, in place."""

    def drop_(input: Array, /, p: float, train: bool) -> Array:
        """The tensor with random elements or channels dropped, in place, if it is trained."""
        return _drop(input, p, train, True, **options)

    drop_.__name__ = f"torch_{name}"
    declare = op(
        composite=True,
        where=[f"torch.{name}_"],
        example=(
            f"manual_seed(4)\ntorch.{name}_(x * 1, p=0.4, train=True)",
            "x=linspace(0.1, 1, 12).reshape(2, 3, 2)",
        ),
    )
    return declare(drop_)


for _name, _options in {
    "dropout": {},
    "alpha_dropout": {"alpha": True},
    "feature_dropout": {"whole": True},
    "feature_alpha_dropout": {"whole": True, "alpha": True},
}.items():
    _overwriting(_name, **_options)
