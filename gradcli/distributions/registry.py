"""The function whose values fulfil a condition: PyTorch's ``constraint_registry``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.distributions import cholesky, names, transform, transforms
from gradcli.distributions.distribution import Number, invalid

__all__ = names("registry")


def _shifted(bound: Any, scale: int) -> Any:
    parts = [transforms.ExpTransform(), transforms.AffineTransform(bound, scale)]
    return transform.ComposeTransform(parts)


def _between(low: Any, high: Any) -> Any:
    if isinstance(low, Number) and low == 0 and isinstance(high, Number) and high == 1:
        return transforms.SigmoidTransform()
    parts = [transforms.SigmoidTransform(), transforms.AffineTransform(low, high - low)]
    return transform.ComposeTransform(parts)


_EITHER: dict[str, Callable[..., Any]] = {
    "CorrCholesky": lambda c: cholesky.CorrCholeskyTransform(),
    "GreaterThan": lambda c: _shifted(c.lower_bound, 1),
    "GreaterThanEq": lambda c: _shifted(c.lower_bound, 1),
    "HalfOpenInterval": lambda c: _between(c.lower_bound, c.upper_bound),
    "Interval": lambda c: _between(c.lower_bound, c.upper_bound),
    "LessThan": lambda c: _shifted(c.upper_bound, -1),
    "Real": lambda c: transform.ComposeTransform([]),
}
_BIJECTIONS = {"Simplex": lambda c: transforms.StickBreakingTransform()}
_TRANSFORMS = {
    "LowerCholesky": lambda c: cholesky.LowerCholeskyTransform(),
    "PositiveDefinite": lambda c: cholesky.PositiveDefiniteTransform(),
    "PositiveSemidefinite": lambda c: cholesky.PositiveDefiniteTransform(),
    "Simplex": lambda c: transforms.SoftmaxTransform(),
}


def _found(constraint: Any, table: dict[str, Callable[..., Any]]) -> Any:
    """Return the function for a condition, around which those of several dimensions lie."""
    dims = []
    while hasattr(constraint, "base_constraint"):
        dims.append(constraint.reinterpreted_batch_ndims)
        constraint = constraint.base_constraint
    name = getattr(constraint, "_name", type(constraint).__name__)
    make = (_EITHER | table).get(name)
    if make is None:
        kind = f"_{name}" if hasattr(constraint, "_name") else name
        raise invalid(f"Cannot transform {kind} constraints", NotImplementedError)
    made = make(constraint)
    for number in reversed(dims):
        made = transform.IndependentTransform(made, number)
    return made


def biject_to(constraint: Any) -> Any:
    """Return a function with an inverse whose values fulfil a condition."""
    return _found(constraint, _BIJECTIONS)


def transform_to(constraint: Any) -> Any:
    """Return a function whose values fulfil a condition; several arguments may have one value."""
    return _found(constraint, _TRANSFORMS)
