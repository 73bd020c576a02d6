"""Python's module ``math``, whose functions of integers keep to the limits."""

from __future__ import annotations

import math
from typing import Any

from gradcli.language.limits import DEFAULT_GUARDS
from gradcli.language.machine.functions import Builtin
from gradcli.language.machine.sequences import collect

_NAMES = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees dist e erf erfc "
    "exp exp2 expm1 fabs floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan "
    "isqrt ldexp lgamma log log10 log1p log2 modf nan nextafter pi pow radians remainder "
    "sin sinh sqrt tan tanh tau trunc ulp"
)


def _bounded(function: Any) -> Any:
    """Let a function that goes over sequences at once take bounded ones."""

    def call(*args: Any) -> Any:
        return function(*[collect(arg) if hasattr(arg, "__iter__") else arg for arg in args])

    call.__qualname__ = function.__qualname__
    return call


def _lcm(*integers: Any) -> int:
    """Return ``math.lcm(*integers)``."""
    found = 1
    for number in integers:
        found = math.lcm(found, number)
        DEFAULT_GUARDS.check_shift(1, found.bit_length())
    return found


def table() -> dict[str, Any]:
    """Return what the module math has."""
    values = {name: vars(math)[name] for name in _NAMES.split()}
    values |= {name: _bounded(values[name]) for name in ("dist", "fsum")}
    values |= {
        "comb": DEFAULT_GUARDS.comb,
        "factorial": DEFAULT_GUARDS.factorial,
        "lcm": _lcm,
        "perm": DEFAULT_GUARDS.perm,
        "prod": DEFAULT_GUARDS.prod,
    }
    return {
        name: Builtin(name, value) if callable(value) else value for name, value in values.items()
    }


TABLES = {"math": table}
