"""How numbers that were drawn move with the parameters that they were drawn by.

A number x of a distribution stays at its quantile while a parameter changes, so that its derivative
is that of the distribution function by the parameter, over the density, with a minus sign. Both
sums below are series of that quotient whose terms fall like those of a geometric one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.numerics import distributions as drawing
from gradcli.ops.special import scipy_special
from gradcli.transforms.function import FunctionSpec, apply_function, once_differentiable

_LAST = 1e-15
_TERMS = 100_000


def _positive(x: np.ndarray) -> np.ndarray:
    return np.maximum(x.astype(np.float64), np.finfo(np.float64).tiny)


def gamma_slope(alpha: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the derivatives of gamma numbers by their concentrations."""
    x, alpha = _positive(x), alpha.astype(np.float64)
    digamma, place = scipy_special().digamma(alpha), alpha.copy()
    term, found, log = x / alpha, np.zeros_like(x), np.log(x)
    for _ in range(_TERMS):
        digamma = digamma + 1 / place
        added = term * (digamma - log)
        found += added
        place += 1
        term = term * x / place
        if not (np.abs(added) > _LAST * np.abs(found)).any() and not (x > place).any():
            break
    return found


def dirichlet_slope(x: np.ndarray, alpha: np.ndarray, total: np.ndarray) -> np.ndarray:
    """Return the derivatives of shares by their own concentrations, over what is left of 1."""
    x, alpha = _positive(x), alpha.astype(np.float64)
    beta = total.astype(np.float64) - alpha
    low = x * (alpha + beta) < alpha
    near, other = np.where(low, alpha, beta), np.where(low, x, 1 - x)
    digamma = scipy_special().digamma
    upper, lower, log = digamma(alpha + beta), digamma(alpha + np.where(low, 1.0, 0.0)), np.log(x)
    term, found = x / near, np.zeros_like(x)
    for n in range(_TERMS):
        added = term * (log + upper - lower)
        found += np.where(low, -added, added)
        upper = upper + 1 / (alpha + beta + n)
        lower = lower + np.where(low, 1 / (alpha + 1 + n), 0.0)
        term = term * other * (alpha + beta + n) / (near + 1 + n)
        if not (np.abs(added) > _LAST * np.abs(found)).any():
            break
    return found


def _drawn(name: str, draw: Any, slope: Callable[[Tensor, Tensor, Tensor], Any]) -> Any:
    """Make a function that draws by a parameter, through which one gradient comes."""

    def forward(parameter: Tensor) -> Tensor:
        return Tensor(draw(STATE.generator, parameter.array))

    def setup_context(ctx: Any, inputs: tuple[Tensor], output: Tensor) -> None:
        ctx.save_for_backward(*inputs, output)

    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> Tensor:
        parameter, drawn = ctx.saved_tensors
        return Tensor(slope(grad, parameter, drawn).astype(drawn.array.dtype))

    spec = FunctionSpec(name, forward, backward, setup_context=setup_context)

    def apply(parameter: Tensor) -> Tensor:
        recorded = parameter.requires_grad and STATE.grad_enabled
        return apply_function(spec, (parameter,)) if recorded else forward(parameter)

    return apply


def _share_slope(grad: Tensor, alpha: Tensor, drawn: Tensor) -> Any:
    total = alpha.array.sum(axis=-1, keepdims=True)
    away = grad.array - (drawn.array * grad.array).sum(axis=-1, keepdims=True)
    return away * dirichlet_slope(drawn.array, alpha.array, total)


gamma_numbers = _drawn(
    "StandardGamma", drawing.gamma, lambda g, a, x: g.array * gamma_slope(a.array, x.array)
)
shares = _drawn("_Dirichlet", drawing.dirichlet, _share_slope)
