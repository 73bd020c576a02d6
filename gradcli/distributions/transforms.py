"""Functions of random variables, with their inverses and the volumes that they stretch."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.distributions import constraints, names
from gradcli.distributions.distribution import Number, broadcast_all, invalid
from gradcli.distributions.transform import Transform
from gradcli.nn.calls import F, torch
from gradcli.numerics.dtypes import finfo

__all__ = names("transforms")


class _Rising(Transform):
    """A function of numbers that rises everywhere."""

    bijective = True
    sign = 1


class ExpTransform(_Rising):
    """The exponential function."""

    _codomain = constraints.positive

    def _call(self, x: Any) -> Any:
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return x


class SigmoidTransform(_Rising):
    """The logistic function."""

    _codomain = constraints.unit_interval

    def _call(self, x: Any) -> Any:
        return clipped(torch.sigmoid(x))

    def _inverse(self, y: Any) -> Any:
        y = clipped(y)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -F.softplus(-x) - F.softplus(x)


def clipped(values: Any) -> Any:
    """Return probabilities that are neither 0 nor 1."""
    limits = finfo(values.array.dtype)
    return torch.clamp(values, min=float(limits.tiny), max=1.0 - float(limits.eps))


class SoftplusTransform(_Rising):
    """The logarithm of 1 more than the exponential."""

    _codomain = constraints.positive

    def _call(self, x: Any) -> Any:
        return F.softplus(x)

    def _inverse(self, y: Any) -> Any:
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -F.softplus(-x)


class TanhTransform(_Rising):
    """The hyperbolic tangent."""

    _codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x: Any) -> Any:
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return torch.atanh(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class AbsTransform(Transform):
    """The absolute value."""

    _codomain = constraints.positive

    def _call(self, x: Any) -> Any:
        return x.abs()

    def _inverse(self, y: Any) -> Any:
        return y


def _broadcast(shape: Any, *others: Any) -> Size:
    found = [other.shape for other in others if isinstance(other, Tensor)]
    return Size(np.broadcast_shapes(tuple(shape), *map(tuple, found)))


class PowerTransform(Transform):
    """A power of positive numbers."""

    bijective = True
    _domain = _codomain = constraints.positive

    def __init__(self, exponent: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        (self.exponent,) = broadcast_all(exponent)

    sign = property(lambda self: self.exponent.sign())

    def _call(self, x: Any) -> Any:
        return x.pow(self.exponent)

    def _inverse(self, y: Any) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape: Any) -> Any:
        return _broadcast(shape, self.exponent)

    inverse_shape = forward_shape

    def _parameters(self) -> list[Any]:
        return [self.exponent]


class AffineTransform(Transform):
    """``loc + scale * x``."""

    bijective = True

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.loc, self.scale = loc, scale
        if event_dim:
            self._domain = self._codomain = constraints.independent(constraints.real, event_dim)

    @property
    def sign(self) -> Any:
        """Return the sign of the factor."""
        scale = self.scale
        return (scale > 0) - (scale < 0) if isinstance(scale, Number) else scale.sign()

    def _call(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        shape, dims = x.shape, self._dims[0]
        if isinstance(self.scale, Number):
            found = torch.full_like(x, math.log(abs(self.scale)))
        else:
            found = torch.abs(self.scale).log()
        if dims:
            found = found.view((*found.size()[:-dims], -1)).sum(-1)
            shape = shape[:-dims]
        return found.expand(shape)

    def forward_shape(self, shape: Any) -> Any:
        return _broadcast(shape, self.loc, self.scale)

    inverse_shape = forward_shape

    def _parameters(self) -> list[Any]:
        return [self.loc, self.scale]


class SoftmaxTransform(Transform):
    """Exponentials that are made to add up to 1."""

    _domain, _codomain = constraints.real_vector, constraints.simplex

    def _call(self, x: Any) -> Any:
        parts = (x - x.max(-1, True)[0]).exp()
        return parts / parts.sum(-1, True)

    def _inverse(self, y: Any) -> Any:
        return y.log()


class StickBreakingTransform(Transform):
    """Numbers that say which part of what is left of 1 is broken off, one after the other."""

    bijective = True
    _domain, _codomain = constraints.real_vector, constraints.simplex

    def _offset(self, like: Any, size: int) -> Any:
        return size + 1 - like.new_ones(size).cumsum(-1)

    def _call(self, x: Any) -> Any:
        z = clipped(torch.sigmoid(x - self._offset(x, x.shape[-1]).log()))
        left = (1 - z).cumprod(-1)
        return F.pad(z, [0, 1], value=1) * F.pad(left, [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        parts = y[..., :-1]
        least = float(finfo(y.array.dtype).tiny)
        left = torch.clamp(1 - parts.cumsum(-1), min=least)
        return parts.log() - left.log() + self._offset(y, parts.shape[-1]).log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        x = x - self._offset(x, x.shape[-1]).log()
        return (-x + F.logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape: Any) -> Any:
        return _last(shape, 1)

    def inverse_shape(self, shape: Any) -> Any:
        return _last(shape, -1)


def _last(shape: Any, more: int) -> Size:
    if len(shape) < 1:
        raise invalid("Too few dimensions on input")
    return Size((*shape[:-1], shape[-1] + more))
