"""What parameters and samples of distributions must be: PyTorch's ``constraints``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.errors import op_error
from gradcli.nn.calls import linalg, torch
from gradcli.numerics import dtypes

__all__ = [
    "Constraint",
    "boolean",
    "corr_cholesky",
    "dependent",
    "greater_than",
    "greater_than_eq",
    "half_open_interval",
    "independent",
    "integer_interval",
    "interval",
    "is_dependent",
    "less_than",
    "lower_cholesky",
    "lower_triangular",
    "multinomial",
    "nonnegative",
    "nonnegative_integer",
    "one_hot",
    "positive",
    "positive_definite",
    "positive_integer",
    "positive_semidefinite",
    "real",
    "real_vector",
    "simplex",
    "square",
    "symmetric",
    "unit_interval",
]


class Constraint:
    """A condition on tensors; ``check`` gives a boolean tensor.

    One value has ``event_dim`` dimensions, which are checked as one.
    """

    __module__ = "torch.distributions.constraints"
    is_discrete = False
    event_dim = 0

    def check(self, value: Any) -> Any:
        """Tell where a condition holds."""
        raise op_error(NotImplementedError, "")

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        return f"{self._get_name()[1:]}()"


class Condition(Constraint):
    """A condition of the library, with the bounds that it prints."""

    __module__ = Constraint.__module__

    def __init__(
        self,
        name: str,
        holds: Callable[[Any], Any],
        event_dim: int = 0,
        is_discrete: bool = False,
        **bounds: Any,
    ) -> None:
        self._name, self._holds, self._bounds = name, holds, bounds
        self.event_dim, self.is_discrete = event_dim, is_discrete
        self.__dict__.update(bounds)

    def check(self, value: Any) -> Any:
        """Tell where the condition holds."""
        return self._holds(value)

    def __repr__(self) -> str:
        bounds = ", ".join([f"{name}={bound}" for name, bound in self._bounds.items()])
        return self._name if "(" in self._name else f"{self._name}({bounds})"


class Dependent(Constraint):
    """A condition that depends on other parameters, and so cannot be checked alone."""

    __module__ = Constraint.__module__

    def __init__(self, *, is_discrete: Any = None, event_dim: Any = None) -> None:
        self._is_discrete, self._event_dim = is_discrete, event_dim

    @property
    def is_discrete(self) -> Any:  # type: ignore[override]
        """Tell whether values are discrete, where that is known."""
        return self._known("is_discrete", self._is_discrete)

    @property
    def event_dim(self) -> Any:  # type: ignore[override]
        """Return how many dimensions one value has, where that is known."""
        return self._known("event_dim", self._event_dim)

    def _known(self, name: str, value: Any) -> Any:
        if value is None:
            message = f".{name} cannot be determined statically"
            raise op_error(NotImplementedError, message)
        return value

    def __call__(self, *, is_discrete: Any = None, event_dim: Any = None) -> Any:
        """Return such a condition, of which more is known."""
        discrete = self._is_discrete if is_discrete is None else is_discrete
        dims = self._event_dim if event_dim is None else event_dim
        return Dependent(is_discrete=discrete, event_dim=dims)

    def check(self, value: Any) -> Any:
        """Refuse to tell."""
        raise op_error(ValueError, "Cannot determine validity of dependent constraint")

    def __repr__(self) -> str:
        return "Dependent()"


def is_dependent(constraint: Any) -> bool:
    """Tell whether a condition depends on others."""
    return isinstance(constraint, Dependent)


def greater_than(lower_bound: Any) -> Constraint:
    """Return the condition that elements are above a bound."""
    return Condition("GreaterThan", lambda x: lower_bound < x, lower_bound=lower_bound)


def greater_than_eq(lower_bound: Any) -> Constraint:
    """Return the condition that elements are a bound, or above it."""
    return Condition("GreaterThanEq", lambda x: lower_bound <= x, lower_bound=lower_bound)


def less_than(upper_bound: Any) -> Constraint:
    """Return the condition that elements are below a bound."""
    return Condition("LessThan", lambda x: x < upper_bound, upper_bound=upper_bound)


def _between(name: str, holds: Callable[[Any], Any], low: Any, high: Any, **how: Any) -> Constraint:
    return Condition(name, holds, **how, lower_bound=low, upper_bound=high)


def half_open_interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """Return the condition that elements are between two bounds, the first of which belongs."""
    low, high = lower_bound, upper_bound
    return _between("HalfOpenInterval", lambda x: (low <= x) & (x < high), low, high)


def interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """Return the condition that elements are between two bounds, which belong to it."""
    low, high = lower_bound, upper_bound
    return _between("Interval", lambda x: (low <= x) & (x <= high), low, high)


def integer_interval(lower_bound: Any, upper_bound: Any) -> Constraint:
    """Return the condition that elements are integers between two, which belong to them."""
    low, high = lower_bound, upper_bound

    def holds(x: Any) -> Any:
        return (x % 1 == 0) & (low <= x) & (x <= high)

    return _between("IntegerInterval", holds, low, high, is_discrete=True)


def _integer_greater_than(low: int) -> Constraint:
    def holds(x: Any) -> Any:
        return (x % 1 == 0) & (x >= low)

    return Condition("IntegerGreaterThan", holds, is_discrete=True, lower_bound=low)


def multinomial(upper_bound: int) -> Constraint:
    """Return the condition that elements are counts that add up to at most a number."""

    def holds(x: Any) -> Any:
        return (x >= 0).all(dim=-1) & (x.sum(dim=-1) <= upper_bound)

    return Condition("Multinomial()", holds, 1, True, upper_bound=upper_bound)


def independent(base_constraint: Any, reinterpreted_batch_ndims: int) -> Constraint:
    """Return the condition that a condition holds all along the last dimensions."""
    base, dims = base_constraint, reinterpreted_batch_ndims
    event_dim = base.event_dim + dims

    def holds(x: Any) -> Any:
        found = base.check(x)
        if found.dim() < dims:
            message = f"Expected value.dim() >= {event_dim} but got {x.dim()}"
            raise op_error(ValueError, message)
        return found.reshape((*found.shape[: found.dim() - dims], -1)).all(-1)

    shown = f"IndependentConstraint({base!r}, {dims})"
    return Condition(
        shown,
        holds,
        event_dim,
        base.is_discrete,
        base_constraint=base,
        reinterpreted_batch_ndims=dims,
    )


def _all(*parts: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return whether all of several conditions hold, of which the later suppose the earlier."""

    def holds(x: Any) -> Any:
        found = parts[0](x)
        for part in parts[1:]:
            if not found.all():
                return found
            found = found & part(x)
        return found

    return holds


def _is_simplex(x: Any) -> Any:
    return (x >= 0).all(-1) & ((x.sum(-1) - 1).abs() < 1e-6)


def _is_one_hot(x: Any) -> Any:
    return ((x == 0) | (x == 1)).all(-1) & x.sum(-1).eq(1)


def _is_square(x: Any) -> Any:
    return torch.full(x.shape[:-2], x.shape[-2] == x.shape[-1], dtype=dtypes.bool_)


def _is_symmetric(x: Any) -> Any:
    return torch.isclose(x, x.mT, atol=1e-6).all(-2).all(-1)


def _is_positive_definite(x: Any) -> Any:
    return linalg.cholesky_ex(x).info.eq(0)


def _is_positive_semidefinite(x: Any) -> Any:
    return linalg.eigvalsh(x).ge(0).all(-1)


def _is_lower(x: Any) -> Any:
    return (x.tril() == x).all(-1).all(-1)


def _is_lower_cholesky(x: Any) -> Any:
    return _is_lower(x) & (x.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


def _has_unit_rows(x: Any) -> Any:
    tolerance = float(dtypes.finfo(x.array.dtype).eps) * x.size(-1) * 10
    return (torch.norm(x.detach(), dim=-1) - 1).abs().le(tolerance).all(dim=-1)


def _matrix(name: str, *parts: Callable[[Any], Any]) -> Constraint:
    return Condition(name, _all(*parts), 2)


dependent = Dependent()
real = Condition("Real", lambda x: x == x)
real_vector = independent(real, 1)
positive = greater_than(0.0)
nonnegative = greater_than_eq(0.0)
nonnegative_integer = _integer_greater_than(0)
positive_integer = _integer_greater_than(1)
unit_interval = interval(0.0, 1.0)
boolean = Condition("Boolean", lambda x: (x == 0) | (x == 1), is_discrete=True)
simplex = Condition("Simplex", _is_simplex, 1)
one_hot = Condition("OneHot", _is_one_hot, 1, True)
square = _matrix("Square", _is_square)
symmetric = _matrix("Symmetric", _is_square, _is_symmetric)
positive_semidefinite = _matrix(
    "PositiveSemidefinite", _is_square, _is_symmetric, _is_positive_semidefinite
)
positive_definite = _matrix("PositiveDefinite", _is_square, _is_symmetric, _is_positive_definite)
lower_triangular = _matrix("LowerTriangular", _is_lower)
lower_cholesky = _matrix("LowerCholesky", _is_lower_cholesky)
corr_cholesky = _matrix("CorrCholesky", lambda x: _has_unit_rows(x) & _is_lower_cholesky(x))
