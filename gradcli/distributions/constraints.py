"""What parameters and samples of distributions must be: conditions that print as PyTorch's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gradcli.nn.calls import linalg, torch


class Constraint(NamedTuple):
    """A condition on tensors; ``holds`` gives a boolean tensor."""

    shown: str
    holds: Callable[[Any], Any]


Constraint.__module__ = "torch.distributions.constraints"


def greater_than(bound: Any) -> Constraint:
    """Return the condition that elements are above a bound."""
    return Constraint(f"GreaterThan(lower_bound={bound})", lambda x: bound < x)


def at_least(bound: Any) -> Constraint:
    """Return the condition that elements are a bound, or above it."""
    return Constraint(f"GreaterThanEq(lower_bound={bound})", lambda x: bound <= x)


def half_open(low: Any, high: Any) -> Constraint:
    """Return the condition that elements are between two bounds, the first of which belongs."""
    shown = f"HalfOpenInterval(lower_bound={low}, upper_bound={high})"
    return Constraint(shown, lambda x: (low <= x) & (x < high))


def multinomial(most: int) -> Constraint:
    """Return the condition that elements are counts that add up to at most a number."""
    return Constraint("Multinomial()", lambda x: (x >= 0).all(dim=-1) & (x.sum(dim=-1) <= most))


def less_than(bound: Any) -> Constraint:
    """Return the condition that elements are below a bound."""
    return Constraint(f"LessThan(upper_bound={bound})", lambda x: x < bound)


def interval(low: Any, high: Any) -> Constraint:
    """Return the condition that elements are between two bounds, which belong to it."""
    shown = f"Interval(lower_bound={low}, upper_bound={high})"
    return Constraint(shown, lambda x: (low <= x) & (x <= high))


def integer_interval(low: Any, high: Any) -> Constraint:
    """Return the condition that elements are integers between two, which belong to them."""
    shown = f"IntegerInterval(lower_bound={low}, upper_bound={high})"
    return Constraint(shown, lambda x: (x % 1 == 0) & (low <= x) & (x <= high))


def independent(base: Constraint, dims: int) -> Constraint:
    """Return the condition that a condition holds all along the last dimensions."""

    def holds(x: Any) -> Any:
        found = base.holds(x)
        return found.reshape((*found.shape[: found.dim() - dims], -1)).all(-1)

    return Constraint(f"IndependentConstraint({base.shown}, {dims})", holds)


def _is_simplex(x: Any) -> Any:
    return (x >= 0).all(-1) & ((x.sum(-1) - 1).abs() < 1e-6)


def _is_one_hot(x: Any) -> Any:
    return ((x == 0) | (x == 1)).all(-1) & x.sum(-1).eq(1)


def _is_positive_definite(x: Any) -> Any:
    symmetric = torch.isclose(x, x.mT, atol=1e-6).all(-2).all(-1)
    return symmetric & linalg.cholesky_ex(x).info.eq(0) if symmetric.all() else symmetric


def _is_lower_cholesky(x: Any) -> Any:
    return (x.tril() == x).all(-1).all(-1) & (x.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


REAL = Constraint("Real()", lambda x: x == x)
REAL_VECTOR = independent(REAL, 1)
POSITIVE = greater_than(0.0)
NONNEGATIVE = at_least(0.0)
COUNT = Constraint("IntegerGreaterThan(lower_bound=0)", lambda x: (x % 1 == 0) & (x >= 0))
UNIT_INTERVAL = interval(0.0, 1.0)
BOOLEAN = Constraint("Boolean()", lambda x: (x == 0) | (x == 1))
SIMPLEX = Constraint("Simplex()", _is_simplex)
ONE_HOT = Constraint("OneHot()", _is_one_hot)
POSITIVE_DEFINITE = Constraint("PositiveDefinite()", _is_positive_definite)
LOWER_CHOLESKY = Constraint("LowerCholesky()", _is_lower_cholesky)
