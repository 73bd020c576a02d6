"""Smooth stand-ins for functions with kinks, declared as gradcli declares its own operators.

gradcli eval 'sum(smooth_abs(x))' -D 'x=[-1., 0., 2.]'
gradcli ops smooth_abs
"""

from __future__ import annotations

from typing import Any

from gradcli.operators.by_name import exp, log
from gradcli.operators.declare import Array, Real, Value, op


@op(d=lambda x, y: x / y, example=("smooth_abs(x)", "x=tensor([-1.0, 0.0, 2.0])"))
def smooth_abs(xp: Any, x: Array, /, eps: Real = 1e-3) -> Array:
    """The square root of x**2 + eps**2, which has no kink at 0."""
    return xp.sqrt(x * x + eps * eps)


@op(fused=True, example=("x.smooth_relu()", "x=tensor([-1.0, 0.0, 2.0])"))
def smooth_relu(input: Value, /, sharpness: Real = 1.0) -> Value:
    """The logarithm of 1 + exp(sharpness * x), over the sharpness; its derivative is the body's."""
    return log(1 + exp(input * sharpness)) / sharpness
