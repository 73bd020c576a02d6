"""Functions of random variables, inverted, one after the other, and of several dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.distributions import constraints, names
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import invalid, sum_rightmost
from gradcli.nn.calls import torch

__all__ = names("transform")


class Transform:
    """A function of tensors: called, inverted by ``inv``, and measured."""

    bijective = False
    _library = False  # whether functions are alike where their parameters are
    _domain: Constraint = constraints.real
    _codomain: Constraint = constraints.real

    def __init_subclass__(cls) -> None:
        if cls.__module__.startswith("gradcli.distributions."):
            cls.__module__, cls._library = "torch.distributions.transforms", True

    def __init__(self, cache_size: int = 0) -> None:
        if cache_size not in (0, 1):
            raise invalid("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._cached: tuple[Any, Any] = (None, None)

    def _member(self, name: str) -> Constraint:
        """Return the domain or the codomain; a program's class may have its own."""
        return self.domain if name == "domain" else self.codomain

    @property
    def domain(self) -> Constraint:
        """Return the condition on what the function takes."""
        return self._domain

    @property
    def codomain(self) -> Constraint:
        """Return the condition on what the function gives."""
        return self._codomain

    @property
    def _dims(self) -> tuple[int, int]:
        """Return how many dimensions one value has, before and after."""
        return self._member("domain").event_dim, self._member("codomain").event_dim

    @property
    def event_dim(self) -> int:
        """Return how many dimensions one value has."""
        before, after = self._dims
        if before != after:
            raise invalid("Please use either .domain.event_dim or .codomain.event_dim")
        return before

    @property
    def inv(self) -> Any:
        """Return the inverse."""
        return _InverseTransform(self)

    @property
    def sign(self) -> Any:
        """Return 1 where the function rises, and -1 where it falls."""
        raise invalid("", NotImplementedError)

    def _another(self) -> Any:
        return object.__new__(type(self))

    def with_cache(self, cache_size: int = 1) -> Any:
        """Return the function, which remembers its last values or does not."""
        if cache_size == self._cache_size:
            return self
        made = self._another()
        made.__dict__.update(self.__dict__)
        Transform.__init__(made, cache_size)
        return made

    def __call__(self, x: Any) -> Any:
        """Return the function's value."""
        if self._cache_size and self._cached[0] is x:
            return self._cached[1]
        y = self._call(x)
        if self._cache_size:
            self._cached = (x, y)
        return y

    def _undone(self, y: Any) -> Any:
        """Return what the function makes a value of."""
        if self._cache_size and self._cached[1] is y:
            return self._cached[0]
        x = self._inverse(y)
        if self._cache_size:
            self._cached = (x, y)
        return x

    def _call(self, x: Any) -> Any:
        raise invalid("", NotImplementedError)

    def _inverse(self, y: Any) -> Any:
        raise invalid("", NotImplementedError)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much volumes are stretched."""
        raise invalid("", NotImplementedError)

    def forward_shape(self, shape: Any) -> Any:
        """Return the shape of values, by the shape of what they are made of."""
        return shape

    def inverse_shape(self, shape: Any) -> Any:
        """Return the shape of what values of a shape are made of."""
        return shape

    def _parameters(self) -> list[Any]:
        """Return what tells the function from others of its kind."""
        return []

    def __eq__(self, other: object) -> bool:
        if self is other or type(self) is not type(other) or not self._library:
            return self is other
        pairs = zip(self._parameters(), other._parameters(), strict=True)
        return all(_equal(a, b) for a, b in pairs)

    __hash__ = object.__hash__

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        return f"{self._get_name()}()"


def _equal(a: Any, b: Any) -> bool:
    found: Any = a == b
    return bool(found.all()) if hasattr(found, "all") else bool(found)


Transform.__module__ = "torch.distributions.transforms"


class _InverseTransform(Transform):
    """The inverse of a function."""

    def __init__(self, transform: Transform) -> None:
        super().__init__()
        self._inv = transform
        self.bijective = transform.bijective
        self._domain, self._codomain = transform._member("codomain"), transform._member("domain")

    inv = property(lambda self: self._inv)
    sign = property(lambda self: self._inv.sign)

    def with_cache(self, cache_size: int = 1) -> Any:
        return self._inv.with_cache(cache_size).inv

    def __call__(self, x: Any) -> Any:
        """Return what the function makes a value of."""
        return self._inv._undone(x)

    def _inverse(self, y: Any) -> Any:
        return self._inv(y)

    def _undone(self, y: Any) -> Any:
        return self._inv(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape: Any) -> Any:
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape: Any) -> Any:
        return self._inv.forward_shape(shape)

    def _parameters(self) -> list[Any]:
        return [self._inv]

    def __repr__(self) -> str:
        return f"_InverseTransform({self._inv!r})"


class ComposeTransform(Transform):
    """Functions one after the other."""

    def __init__(self, parts: Sequence[Any], cache_size: int = 0) -> None:
        if cache_size:
            parts = [part.with_cache(cache_size) for part in parts]
        super().__init__(cache_size)
        self.parts = parts
        self.bijective = all(part.bijective for part in parts)
        if parts:
            before, after = _dims_of(parts)
            first, last = parts[0]._member("domain"), parts[-1]._member("codomain")
            self._domain = _widened(first, before - first.event_dim)
            self._codomain = _widened(last, after - last.event_dim)

    @property
    def sign(self) -> Any:
        """Return 1 where the function rises, and -1 where it falls."""
        sign: Any = 1
        for part in self.parts:
            sign = sign * part.sign
        return sign

    inv = property(lambda self: ComposeTransform([part.inv for part in reversed(self.parts)]))

    def with_cache(self, cache_size: int = 1) -> Any:
        return self if cache_size == self._cache_size else ComposeTransform(self.parts, cache_size)

    def __call__(self, x: Any) -> Any:
        """Return the last function's value."""
        for part in self.parts:
            x = part(x)
        return x

    def _undone(self, y: Any) -> Any:
        return self.inv(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        if not self.parts:
            return torch.zeros_like(x)
        values = [x]
        for part in self.parts[:-1]:
            values.append(part(values[-1]))
        values.append(y)
        total, dims = None, self._dims[0]
        for part, before, after in zip(self.parts, values[:-1], values[1:], strict=True):
            inner, outer = part._dims
            term = sum_rightmost(part.log_abs_det_jacobian(before, after), dims - inner)
            total = term if total is None else total + term
            dims += outer - inner
        return total

    def forward_shape(self, shape: Any) -> Any:
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape: Any) -> Any:
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def _parameters(self) -> list[Any]:
        return [list(self.parts)]

    def __repr__(self) -> str:
        listed = ",\n    ".join(map(repr, self.parts))
        return f"ComposeTransform(\n    {listed}\n)"


def _dims_of(parts: Sequence[Any]) -> tuple[int, int]:
    """Return how many dimensions one value has before and after several functions."""
    before, after = parts[-1]._dims[1], parts[0]._dims[0]
    for part in reversed(parts):
        inner, outer = part._dims
        before = max(before + inner - outer, inner)
    for part in parts:
        inner, outer = part._dims
        after = max(after + outer - inner, outer)
    return before, after


def _widened(constraint: Constraint, dims: int) -> Constraint:
    return constraints.independent(constraint, dims) if dims > 0 else constraint


class IndependentTransform(Transform):
    """A function of elements some of whose dimensions are those of one value."""

    def __init__(
        self, base_transform: Any, reinterpreted_batch_ndims: int, cache_size: int = 0
    ) -> None:
        super().__init__(cache_size)
        self.base_transform = base = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = dims = reinterpreted_batch_ndims
        self.bijective = base.bijective
        self._domain = constraints.independent(base._member("domain"), dims)
        self._codomain = constraints.independent(base._member("codomain"), dims)

    sign = property(lambda self: self.base_transform.sign)

    def _checked(self, value: Any, dims: int) -> Any:
        if value.dim() < dims:
            raise invalid("Too few dimensions on input")
        return value

    def _call(self, x: Any) -> Any:
        return self.base_transform(self._checked(x, self._dims[0]))

    def _inverse(self, y: Any) -> Any:
        return self.base_transform.inv(self._checked(y, self._dims[1]))

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        found = self.base_transform.log_abs_det_jacobian(x, y)
        return sum_rightmost(found, self.reinterpreted_batch_ndims)

    def forward_shape(self, shape: Any) -> Any:
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape: Any) -> Any:
        return self.base_transform.inverse_shape(shape)

    def _parameters(self) -> list[Any]:
        return [self.base_transform, self.reinterpreted_batch_ndims]

    def __repr__(self) -> str:
        dims = self.reinterpreted_batch_ndims
        return f"IndependentTransform({self.base_transform!r}, {dims})"
