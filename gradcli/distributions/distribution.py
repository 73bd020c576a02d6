"""What distributions share: shapes, checks of parameters and values, and how they print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gradcli.core.modes import no_grad
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.core.warn import warn
from gradcli.distributions import file_of
from gradcli.distributions.constraints import Constraint, dependent, independent, is_dependent
from gradcli.errors import op_error
from gradcli.nn.calls import torch

Number = (bool, int, float)


def invalid(message: str, kind: type[Exception] = ValueError) -> Exception:
    """Return the error of an argument that a distribution cannot have."""
    return op_error(kind, message)


def broadcast_all(*values: Any) -> tuple[Tensor, ...]:
    """Return tensors of one shape; numbers become tensors of the first tensor's type."""
    if not all(isinstance(value, (Tensor, *Number)) for value in values):
        raise invalid(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing "
            "__torch_function__."
        )
    first = next((value for value in values if isinstance(value, Tensor)), None)
    options = {} if first is None else {"dtype": first.dtype}
    if first is None:
        values = tuple(float(value) for value in values)
    made = [v if isinstance(v, Tensor) else torch.tensor(v, **options) for v in values]
    found: tuple[Tensor, ...] = torch.broadcast_tensors(*made)
    return found


def sum_rightmost(value: Any, dims: int) -> Any:
    """Sum over the last dimensions, which become one."""
    return value if dims == 0 else value.reshape((*value.shape[: value.dim() - dims], -1)).sum(-1)


class Distribution:
    """Random variables of a shape: ``batch_shape`` of them, each with values of ``event_shape``."""

    __module__ = "torch.distributions.distribution"
    has_rsample = False
    has_enumerate_support = False
    _constraints: ClassVar[Mapping[str, Constraint]] = {}

    def __init_subclass__(cls) -> None:
        if cls.__module__.startswith("gradcli.distributions."):
            cls.__module__ = f"torch.distributions.{file_of(cls.__name__)}"

    def __init__(
        self,
        batch_shape: Sequence[int] = (),
        event_shape: Sequence[int] = (),
        validate_args: bool | None = None,
    ) -> None:
        self._batch_shape, self._event_shape = Size(batch_shape), Size(event_shape)
        checks = STATE.checks_distributions if validate_args is None else validate_args
        self._validate_args = bool(checks)
        if not self._validate_args:
            return
        for name, constraint in (self._member("arg_constraints") or {}).items():
            value = None if is_dependent(constraint) else self.__dict__.get(name)
            if value is not None and not bool(constraint.check(value).all()):
                raise self._unfit(name, value, constraint)

    def _unfit(self, name: str, value: Any, constraint: Constraint) -> Exception:
        return invalid(
            f"Expected parameter {name} ({_kind(value)}) of distribution {self!r} to satisfy the "
            f"constraint {constraint!r}, but found invalid values:\n{value}"
        )

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Check parameters and values of all distributions from now on, or of none."""
        if value not in (True, False):
            raise invalid("", ValueError)
        STATE.checks_distributions = bool(value)

    def _limits(self) -> Mapping[str, Constraint]:
        """Return the conditions on parameters; those of some depend on others."""
        return self._constraints

    def _support(self) -> Constraint | None:
        """Return the condition on values."""
        return None

    def _member(self, name: str) -> Any:
        """Return an attribute; a program's class may have its own."""
        return getattr(self, name)

    @classmethod
    def _of_class(cls, name: str) -> Any:
        """Return the conditions of a kind of distribution, as far as they need no parameters."""
        try:
            return getattr(object.__new__(cls), name)
        except NotImplementedError:
            return None
        except (AttributeError, KeyError):
            return dependent

    @property
    def arg_constraints(self) -> dict[str, Constraint]:
        """Return the conditions on parameters, by their names."""
        return dict(self._limits())

    @property
    def support(self) -> Constraint:
        """Return the condition on values."""
        found = self._support()
        if found is None:
            raise invalid("", NotImplementedError)
        return found

    def _allowed(self) -> Any:
        """Return the condition on values, or None where nothing is known of them."""
        try:
            return self._member("support")
        except NotImplementedError:
            return None

    @property
    def batch_shape(self) -> Size:
        """Return the shape of the parameters."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """Return the shape of one value."""
        return self._event_shape

    @property
    def mean(self) -> Any:
        """Return the expected value."""
        raise invalid("", NotImplementedError)

    @property
    def mode(self) -> Any:
        """Return the most probable value."""
        name = f"{type(self).__module__}.{type(self).__qualname__}"
        raise invalid(f"<class '{name}'> does not implement mode", NotImplementedError)

    @property
    def variance(self) -> Any:
        """Return the variance."""
        raise invalid("", NotImplementedError)

    @property
    def stddev(self) -> Any:
        """Return the standard deviation."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        with no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n: int) -> Any:
        """Draw ``n`` values, as ``sample((n,))`` does."""
        warn("`sample_n(n)` will be deprecated. Use `sample((n,))` instead.", FutureWarning)
        return self.sample((n,))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        raise invalid("", NotImplementedError)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density or probability of values."""
        raise invalid("", NotImplementedError)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to some."""
        raise invalid("", NotImplementedError)

    def icdf(self, value: Any) -> Any:
        """Return the values below which there is a probability."""
        raise invalid("", NotImplementedError)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along the first dimension."""
        raise invalid("", NotImplementedError)

    def entropy(self) -> Any:
        """Return the entropy."""
        raise invalid("", NotImplementedError)

    def perplexity(self) -> Any:
        """Return the exponential of the entropy."""
        return self.entropy().exp()

    def _get_name(self) -> str:
        return type(self).__name__

    def _overrides(self, name: str) -> bool:
        return getattr(type(self), name) is not getattr(self._of_library(), name)

    def _another(self) -> Any:
        return object.__new__(type(self))

    def _of_library(self) -> type:
        """Return the nearest class of the library."""
        kinds = type(self).__mro__
        return next(kind for kind in kinds if kind.__module__.startswith("torch.distributions."))

    def _unfilled(self) -> Any:
        """Return a distribution of the same class without parameters."""
        if self._overrides("__init__"):
            base = self._of_library()
            message = (
                f"Subclass {self._get_name()} of {base.__name__} that defines a custom __init__ "
                "method must also define a custom .expand() method."
            )
            raise invalid("" if base is Distribution else message, NotImplementedError)
        return self._another()

    def expand(self, batch_shape: Any) -> Distribution:
        """Return the distribution with parameters of another shape, which is broadcast to."""
        new: Distribution = self._unfilled()
        batch, before = Size(batch_shape), len(self._batch_shape)
        for name, value in self.__dict__.items():
            if isinstance(value, Tensor) and not name.startswith("_"):
                value = value.expand((*batch, *value.shape[before:]))
            elif isinstance(value, Distribution):
                value = value.expand((*batch, *value._batch_shape[before:]))
            new.__dict__[name] = value
        new._batch_shape = batch
        return new

    def _extended_shape(self, sample_shape: Any = ()) -> Size:
        return Size((*Size(sample_shape), *self._batch_shape, *self._event_shape))

    def _checked(self, value: Any) -> Any:
        """Return a value that is asked about, if it is one that the distribution can have."""
        if self._validate_args:
            self._validate_sample(value)
        return value

    def _validate_sample(self, value: Any) -> None:
        """Refuse values that the distribution cannot have."""
        if not isinstance(value, Tensor):
            raise invalid("The value argument to log_prob must be a Tensor")
        shape, whole = value.size(), self._extended_shape()
        if shape[len(shape) - len(self._event_shape) :] != self._event_shape:
            raise invalid(
                "The right-most size of value must match event_shape: "
                f"{shape} vs {self._event_shape}."
            )
        pairs = zip(reversed(shape), reversed(whole), strict=False)
        if any(1 not in pair and pair[0] != pair[1] for pair in pairs):
            raise invalid(
                f"Value is not broadcastable with batch_shape+event_shape: {shape} vs {whole}."
            )
        support = self._allowed()
        if support is not None and not bool(support.check(value).all()):
            raise invalid(
                f"Expected value argument ({_kind(value)}) to be within the support "
                f"({support!r}) of the distribution {self!r}, but found invalid values:\n"
                f"{value}"
            )

    def _get_checked_instance(self, cls: Any, _instance: Any = None) -> Any:
        """Return what ``expand`` of a program's class fills: an instance without parameters."""
        return self._another() if _instance is None else _instance

    def __repr__(self) -> str:
        names = self._member("arg_constraints") or {}
        given = [(name, self.__dict__[name]) for name in names if name in self.__dict__]
        parts = [f"{k}: {v if v.numel() == 1 else v.size()}" for k, v in given]
        return f"{self._get_name()}({', '.join(parts)})"


def _kind(value: Tensor) -> str:
    return f"{type(value).__name__} of shape {tuple(value.shape)}"


class Elementwise(Distribution):
    """A distribution of numbers, with parameters that are broadcast together."""

    def _set(self, validate_args: bool | None, **given: Any) -> None:
        Distribution.__init__(self, self._broadcast(**given), (), validate_args)

    def _broadcast(self, **given: Any) -> Any:
        """Take parameters, and return the shape of the batch."""
        found = broadcast_all(*given.values())
        self.__dict__.update(zip(given, found, strict=True))
        return () if all(isinstance(value, Number) for value in given.values()) else found[0].size()


class Independent(Distribution):
    """Another distribution some of whose batch dimensions are dimensions of its values."""

    def __init__(
        self,
        base_distribution: Distribution,
        reinterpreted_batch_ndims: int,
        validate_args: bool | None = None,
    ) -> None:
        base, dims = base_distribution, reinterpreted_batch_ndims
        if dims > len(base.batch_shape):
            raise invalid(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                f"{dims} vs {len(base.batch_shape)}"
            )
        shape = base.batch_shape + base.event_shape
        self.base_dist, self.reinterpreted_batch_ndims = base, dims
        cut = len(base.batch_shape) - dims
        super().__init__(shape[:cut], shape[cut:], validate_args)

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        """Tell whether gradients come through what is drawn."""
        return self.base_dist.has_rsample

    def _support(self) -> Constraint | None:
        base, dims = self.base_dist._allowed(), self.reinterpreted_batch_ndims
        return base if base is None or dims == 0 else independent(base, dims)

    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values; no gradient comes through."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw values as functions of the parameters, through which gradients come."""
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density or probability of values."""
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Any:
        """Return the entropy."""
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def expand(self, batch_shape: Any) -> Distribution:
        """Return the distribution with parameters of another shape, which is broadcast to."""
        inside = self._event_shape[: self.reinterpreted_batch_ndims]
        new: Distribution = self._unfilled()
        expanded = {
            "base_dist": self.base_dist.expand((*batch_shape, *inside)),
            "_batch_shape": Size(batch_shape),
        }
        new.__dict__.update(self.__dict__ | expanded)
        return new

    def __repr__(self) -> str:
        return f"{self._get_name()}({self.base_dist}, {self.reinterpreted_batch_ndims})"
