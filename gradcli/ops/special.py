"""Special functions: of the error function, the gamma function and the normal distribution.

SciPy computes the values; it is imported when the first of these operators runs.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.promote import common, common_floating, floating, limited, unsupported
from gradcli.numerics.zeta import hurwitz_zeta
from gradcli.operators.by_name import add_number, exp, log, mul_number, where
from gradcli.operators.declare import Array, Number, Tensor, Value, example, formula, node_label, op
from gradcli.operators.derivatives import not_implemented
from gradcli.operators.named import named
from gradcli.operators.op import Op
from gradcli.operators.refusals import invalid
from gradcli.ops.elementwise import IN_SPECIAL, unary


def special(**facts: Any) -> Callable[[Callable[..., Any]], Op]:
    """Declare a function of one tensor that only ``torch.special`` has."""

    def declare(body: Callable[..., Any]) -> Op:
        node = node_label(f"special_{body.__name__}")
        return op(promotes=floating, where=["special"], node=node, **facts)(body)

    return declare


def scipy_special() -> Any:
    """Return SciPy's module of special functions."""
    from scipy import special

    return special


_NO_TYPE = np.dtype(object)


def computed(name: str, *operands: Any) -> Array:
    """Compute a function of SciPy's in the operands' type, half precision by way of single."""
    function = hurwitz_zeta if name == "zeta" else vars(scipy_special())[name]
    value = function(*map(_widened, operands))
    found = [x.dtype for x in operands if getattr(x, "dtype", _NO_TYPE).kind in "fV"]
    return value.astype(np.result_type(*found), copy=False) if found else value


def _widened(operand: Any) -> Any:
    """Convert half precision to single."""
    dtype = getattr(operand, "dtype", _NO_TYPE)
    return operand.astype(np.float32) if dtype.kind == "V" or dtype == np.float16 else operand


def refuse_half(x: Array, name: str) -> None:
    """Refuse half precision, for which some of PyTorch's functions have no kernel."""
    if x.dtype == np.float16 or x.dtype.kind == "V":
        raise unsupported(f"{name}_cpu", x.dtype)


_TWO_OVER_ROOT_PI = 2 / math.sqrt(math.pi)


# The error function


@unary(d=lambda x: _TWO_OVER_ROOT_PI * exp(-(x * x)), where=IN_SPECIAL)
@example("x.erf() ** 2", "x=linspace(-1, 2, 6)")
@formula(input="g * 2 / pi**0.5 * exp(-input**2)")
def erf(xp: Any, x: Array, /) -> Array:
    """The error function, twice the normal integral from 0 to x * sqrt(2)."""
    return computed("erf", x)


@unary(d=lambda x: -_TWO_OVER_ROOT_PI * exp(-(x * x)), where=IN_SPECIAL)
@example("erfc(x)", "x=linspace(-2, 2, 7)")
@formula(input="-g * 2 / pi**0.5 * exp(-input**2)")
def erfc(xp: Any, x: Array, /) -> Array:
    """One less the error function, accurate for large x."""
    return computed("erfc", x)


@unary(d=lambda y: (0.5 * math.sqrt(math.pi)) * exp(y * y), where=IN_SPECIAL)
@example("erfinv(x)", "x=linspace(-0.9, 0.95, 7)")
def erfinv(xp: Any, x: Array, /) -> Array:
    """The inverse of the error function; infinite at -1 and 1, NaN beyond."""
    return xp.where(x == 0, x, computed("erfinv", x))


@special(widens=False, d=lambda x, y: 2 * x * y - _TWO_OVER_ROOT_PI)
@example("torch.special.erfcx(x)", "x=tensor([0.0, 100.0, -30.0])")
@formula(input="g * 2 * (input * y - 1 / pi**0.5)")
def erfcx(xp: Any, x: Array, /) -> Array:
    """The complementary error function scaled by exp(x**2)."""
    refuse_half(x, "erfcx")
    return computed("erfcx", x)


# The normal distribution


@op(composite=True, where=["special"], example=("torch.special.ndtr(x)", "x=linspace(-3, 3, 7)"))
def ndtr(input: Tensor, /) -> Tensor:
    """The distribution function of the standard normal distribution."""
    scaled = mul_number(input, number=math.sqrt(0.5))
    return mul_number(add_number(erf(scaled), number=1), number=0.5)


@special(widens=False, d=lambda y: math.sqrt(2 * math.pi) * exp(y * y / 2))
@example("torch.special.ndtri(x)", "x=linspace(0.05, 0.9, 7)")
def ndtri(xp: Any, x: Array, /) -> Array:
    """The quantile of the standard normal distribution."""
    refuse_half(x, "ndtri")
    return computed("ndtri", x)


@special(
    widens=False,
    d=lambda x, y: exp(-(y + x * x / 2)) / math.sqrt(2 * math.pi),
    numpy="special.log_ndtr",  # of SciPy
)
@example("torch.special.log_ndtr(x)", "x=tensor([8.0, -20.0])")
def log_ndtr(xp: Any, x: Array, /) -> Array:
    """The logarithm of the distribution function of the standard normal distribution."""
    refuse_half(x, "log_ndtr")
    return computed("log_ndtr", x)


# Logarithms and entropy


def _logit_slope(g: Value, x: Value, eps: float | None) -> Value:
    """The gradient of the log-odds: 0 where the element was clamped, NaN where there is none."""
    low, high = (0.0, 1.0) if eps is None else (eps, 1.0 - eps)
    outside = math.nan if eps is None else 0.0
    return where((x < low) | (x > high), outside, g / (x * (1 - x)))


@unary(vjp=_logit_slope, where=IN_SPECIAL)
@example("x.logit(0.25)", "x=tensor([[0.5], [0.8]])")
@formula(input="e = eps or 0; where((input < e) | (input > 1 - e), 0, g / (input * (1 - input)))")
def logit(xp: Any, x: Array, /, eps: float | None = None) -> Array:
    """The log-odds, log(x / (1 - x)), of the element clamped to between eps and 1 - eps."""
    if eps is not None:
        low, high = promote.fit(eps, x.dtype), x.dtype.type(1.0 - eps)
        x = xp.where(x < low, low, xp.where(x > high, high, x))
    return xp.log(x / (1 - x))


@special(d=lambda x: -(1 + log(x)))
@example("torch.special.entr(x)", "x=linspace(0.1, 3, 7)")
def entr(xp: Any, x: Array, /) -> Array:
    """The entropy, -x * log(x); 0 at 0."""
    return computed("entr", x)


@op(
    vjp=(lambda g, a, b: where((a == 0) & (b <= 0), 0.0, xlogy(g, b)), lambda g, a, b: g * a / b),
    broadcasts=True,
    promotes=common_floating,
    node=("XlogyBackward2", "XlogyBackward0", "XlogyBackward1"),
    inplace=True,
    where=IN_SPECIAL,
    example=("xlogy(a, 2)", "a=tensor([0.0, 1.5])"),
)
def xlogy(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The product a * log(b); 0 where a is 0."""
    return computed("xlogy", a, b)


@op(
    vjp=(
        lambda g, a, b: where((a == 0) & (b <= -1), 0.0, xlog1py(g, b)),
        lambda g, a, b: g * a / (b + 1),
    ),
    broadcasts=True,
    promotes=common_floating,
    node=("SpecialXlog1PyBackward2", "SpecialXlog1PyBackward0", "SpecialXlog1PyBackward1"),
    where=["special"],
    example=("torch.special.xlog1py(a, 2)", "a=tensor([0.0, 1.5])"),
)
def xlog1py(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The product a * log(1 + b); 0 where a is 0."""
    return computed("xlog1py", a, b)


# The gamma function


@unary(d=lambda x: digamma(x), where=["torch", "Tensor", "special.gammaln"])
@example("lgamma(x)", "x=tensor([-0.5, -2.5, 100.0])")
def lgamma(xp: Any, x: Array, /) -> Array:
    """The logarithm of the absolute value of the gamma function."""
    size = xp.abs(x)
    tiny = (size < 1e-300) & (x != 0)  # for SciPy too small
    found = xp.where(tiny, -xp.log(xp.where(tiny, size, 1)), computed("gammaln", x))
    return xp.where(xp.isinf(x), size, found).astype(x.dtype)


@unary(d=lambda x: _polygamma(x, n=1), where=["torch", "Tensor", "special", "special.psi"])
@example("digamma(x)", "x=tensor([-0.5, -2.5, 100.0])")
@formula(input="g * polygamma(1, input)")
def digamma(xp: Any, x: Array, /) -> Array:
    """The derivative of the logarithm of the gamma function."""
    return xp.where(x == 0, -1 / x, computed("digamma", x))


@op(
    d=lambda x, n: _polygamma(x, n=n + 1),
    promotes=floating,
    inplace="PolygammaBackward1",
    where=["Tensor.polygamma"],
    node="PolygammaBackward0",
    example=("polygamma(0, x)", "x=tensor([0.5, 2.0])"),
)
@formula(input="g * polygamma(n + 1, input)")
def _polygamma(xp: Any, x: Array, /, n: int) -> Array:
    """The derivative of order n of the digamma function."""
    if n < 0:
        raise invalid("polygamma(n, x) does not support negative n.")
    if x.dtype.kind == "c":
        raise unsupported(_ORDERS.get(n, "polygamma"), x.dtype)
    if n == 0:
        return digamma.body(xp, x)
    scipy, wide = scipy_special(), x.astype(float)
    if n == 1:
        ends = xp.where(x > 0, 0.0, xp.nan)
        value = xp.where(xp.isinf(x), ends, hurwitz_zeta(2.0, wide))
    else:
        value = (-1) ** (n + 1) * xp.exp(scipy.gammaln(n + 1.0)) * hurwitz_zeta(n + 1.0, wide)
    return value.astype(x.dtype)


@op(composite=True, where=["torch", "special"], example=("polygamma(0, x)", "x=tensor([0.5, 2.0])"))
def polygamma(n: int, input: Tensor, /) -> Tensor:
    """The derivative of order n of the digamma function."""
    return _polygamma(input, n=n)


_ORDERS = {0: "digamma", 1: "trigamma"}
_HIGHEST_ORDER = 100_000


def _shifted(x: Value, p: int) -> list[Value]:
    """The arguments of the factors of the multivariate gamma function."""
    return [x + (0.0 - 0.5 * index) for index in range(p)]


@unary(
    d=lambda x, p: builtins.sum(map(digamma, _shifted(x, p))),
    where=["torch", "Tensor", "special.multigammaln"],
    example=("x.mvlgamma(p=2)", "x=tensor([1.5, 0.75])"),
)
@formula(input="g * sum(stack([digamma(input - i / 2) for i in range(p)]), 0)")
def mvlgamma(xp: Any, x: Array, /, p: int) -> Array:
    """The logarithm of the multivariate gamma function of dimension p."""
    if p < 1:
        raise invalid("p has to be greater than or equal to 1")
    if p > _HIGHEST_ORDER:
        raise invalid(f"mvlgamma: an order beyond {_HIGHEST_ORDER} is beyond the limit")
    total = builtins.sum(lgamma(part) for part in _shifted(x, p))
    return total + x.dtype.type(p * (p - 1) / 4 * math.log(math.pi))


def _gamma_density(a: Value, x: Value) -> Value:
    """The density of the gamma distribution of shape a."""
    return exp((a - 1) * log(x) - x - lgamma(a))


def _declare_incomplete(name: str, side: str, sign: str, slope: Callable[..., Value]) -> None:
    spelled = name.replace("igamma", "gammainc")

    @op(
        vjp=(not_implemented(f"{name}: input"), slope),
        broadcasts=True,
        promotes=limited(common, f"{name}_cpu"),
        inplace=True,
        where=["torch", "Tensor", f"special.{spelled}"],
        example=(f"{name}(tensor([1, 2]), x)", "x=tensor([1.0, 2.0])"),
    )
    @formula(
        input="not implemented in PyTorch either",
        other=f"{sign}g * exp((input - 1) * log(other) - other - lgamma(input))",
    )
    @named(name, f"The regularized {side} incomplete gamma function of shape a at b.")
    def incomplete(xp: Any, a: Array, b: Array, /) -> Array:
        return computed(spelled, a, b)


_declare_incomplete("igamma", "lower", "", lambda g, a, b: g * _gamma_density(a, b))
_declare_incomplete("igammac", "upper", "-", lambda g, a, b: -g * _gamma_density(a, b))


@op(
    vjp=(not_implemented("zeta"), lambda g, a, b: g * -a * zeta(a + 1, b)),
    broadcasts=True,
    promotes=common_floating,
    node=("SpecialZetaBackward2", "SpecialZetaBackward0", "SpecialZetaBackward1"),
    where=["special"],
    example=("torch.special.zeta(2, b)", "b=tensor([1.0, 0.5])"),
)
@formula(
    input="not implemented in PyTorch either", other="-g * input * special.zeta(input + 1, other)"
)
def zeta(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The Hurwitz zeta function, the sum of 1 / (k + b)**a over k from 0."""
    return computed("zeta", a, b)
