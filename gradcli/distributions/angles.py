"""Angles around one: the von Mises distribution."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, reduce
from typing import Any, ClassVar

from gradcli.core.modes import no_grad
from gradcli.distributions import constraints
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import Elementwise
from gradcli.errors import op_error
from gradcli.nn.calls import torch
from gradcli.numerics.dtypes import float64

_SMALL = (
    (1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2),
    (0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3),
)
_LARGE = (
    (
        *(0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1),
        *(0.2635537e-1, -0.1647633e-1, 0.392377e-2),
    ),
    (
        *(0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1),
        *(-0.2895312e-1, 0.1787654e-1, -0.420059e-2),
    ),
)
"""Polynomials near the modified Bessel functions of orders 0 and 1 (Abramowitz and Stegun, 9.8)."""

_MOST_TRIES = 100
"""The tries to draw angles; the chance that one is not accepted in so many is below 1e-40."""


def _polynomial(x: Any, coefficients: tuple[float, ...]) -> Any:
    return reduce(lambda found, next_: next_ + x * found, reversed(coefficients))


def _log_bessel(x: Any, order: int) -> Any:
    """Return the logarithm of the modified Bessel function of order 0 or 1, as PyTorch has it."""
    below = x / 3.75
    small = _polynomial(below * below, _SMALL[order])
    small = (x.abs() * small if order else small).log()
    large = x - 0.5 * x.log() + _polynomial(3.75 / x, _LARGE[order]).log()
    return torch.where(x < 3.75, small, large)


class VonMises(Elementwise):
    """Angles around ``loc``, the nearer the larger ``concentration`` is."""

    has_rsample = False
    loc: Any
    concentration: Any
    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "loc": constraints.real,
        "concentration": constraints.positive,
    }

    def __init__(self, loc: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self._set(validate_args, loc=loc, concentration=concentration)
        self._batch_shape = self.loc.size()

    def _support(self) -> Constraint:
        return constraints.real

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)

    @cached_property
    def variance(self) -> Any:
        """Return the variance on the circle."""
        ratio = _log_bessel(self.concentration, 1) - _log_bessel(self.concentration, 0)
        return 1 - ratio.exp()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        near = self.concentration * torch.cos(self._checked(value) - self.loc)
        return near - math.log(2 * math.pi) - _log_bessel(self.concentration, 0)

    def _proposal(self, k: Any) -> Any:
        """Return the parameter of the wrapped Cauchy distribution that angles are tried from."""
        tau = 1 + (1 + 4 * k**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * k)
        return torch.where(k < 1e-5, 1 / k + k, (1 + rho**2) / (2 * rho))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw values by rejection (Best and Fisher, 1979), in double precision."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            k = self.concentration.to(float64)
            r, found = self._proposal(k), torch.zeros(shape, dtype=float64)
            done, tries = torch.zeros(shape, dtype=float64) > 0, 0
            while not bool(done.all()):
                if (tries := tries + 1) > _MOST_TRIES:
                    message = "VonMises: angles of such a concentration are never accepted"
                    raise op_error(RuntimeError, message, code="limit")
                u1, u2, u3 = torch.rand((3, *shape), dtype=float64).unbind()
                z = torch.cos(math.pi * u1)
                f = (1 + r * z) / (r + z)
                c = k * (r - f)
                accept = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
                found = torch.where(accept, (u3 - 0.5).sign() * f.acos(), found)
                done = done | accept
            turned = (found + math.pi + self.loc.to(float64)) % (2 * math.pi) - math.pi
            return turned.to(self.loc.dtype)
