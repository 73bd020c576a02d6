# Written by `python docs/build.py` from the operator table; a test keeps it current.
from builtins import bool as _bool
from builtins import int as _int
from typing import overload

from gradcli import Tensor, _DType, _Ints, _Number, _Real

def airy_ai(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Airy function Ai."""

def bessel_j0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the first kind of order 0."""

def bessel_j1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the first kind of order 1."""

def bessel_y0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the second kind of order 0."""

def bessel_y1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the second kind of order 1."""

def chebyshev_polynomial_t(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Chebyshev polynomial of the first kind of degree n."""

def chebyshev_polynomial_u(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Chebyshev polynomial of the second kind of degree n."""

def chebyshev_polynomial_v(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Chebyshev polynomial of the third kind of degree n."""

def chebyshev_polynomial_w(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Chebyshev polynomial of the fourth kind of degree n."""

def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The derivative of the logarithm of the gamma function."""

def psi(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The derivative of the logarithm of the gamma function."""

def entr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The entropy, -x * log(x); 0 at 0."""

def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The error function, twice the normal integral from 0 to x * sqrt(2)."""

def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """One less the error function, accurate for large x."""

def erfcx(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The complementary error function scaled by exp(x**2)."""

def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the error function; infinite at -1 and 1, NaN beyond."""

def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The power of 2, 2**x."""

def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The exponential less 1, accurate for small x."""

def hermite_polynomial_h(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The physicist's Hermite polynomial of degree n."""

def hermite_polynomial_he(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The probabilist's Hermite polynomial of degree n."""

def i0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 0."""

def i0e(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of order 0, scaled by exp(-abs(x))."""

def i1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 1."""

def i1e(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of order 1, scaled by exp(-abs(x))."""

def gammainc(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The regularized lower incomplete gamma function of shape a at b."""

def gammaincc(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The regularized upper incomplete gamma function of shape a at b."""

def laguerre_polynomial_l(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Laguerre polynomial of degree n."""

def legendre_polynomial_p(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Legendre polynomial of degree n."""

def gammaln(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function."""

def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of 1 + x, accurate for small x."""

def log_ndtr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the distribution function of the standard normal distribution."""

@overload
def log_softmax(
    input: Tensor, dim: _int, dtype: _DType | None = None, *, out: Tensor | None = None
) -> Tensor:
    """The logarithm of the softmax along a dimension."""

@overload
def log_softmax(
    input: Tensor, *, axis: _int, dtype: _DType | None = None, out: Tensor | None = None
) -> Tensor: ...
def logit(input: Tensor, eps: _Real | None = None, *, out: Tensor | None = None) -> Tensor:
    """The log-odds, log(x / (1 - x)), of the element clamped to between eps and 1 - eps."""

@overload
def logsumexp(
    input: Tensor,
    dim: _Ints,
    keepdim: _bool = False,
    *,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The logarithm of the sum of exponentials along dimensions, safe for large elements."""

@overload
def logsumexp(
    input: Tensor,
    *,
    axis: _Ints,
    keepdim: _bool = False,
    keepdims: _bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def modified_bessel_i0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 0."""

def modified_bessel_i1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind of order 1."""

def modified_bessel_k0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 0."""

def modified_bessel_k1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 1."""

def multigammaln(input: Tensor, p: _int, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the multivariate gamma function of dimension p."""

def ndtr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The distribution function of the standard normal distribution."""

def ndtri(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The quantile of the standard normal distribution."""

def polygamma(n: _int, input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The derivative of order n of the digamma function."""

def round(input: Tensor, *, decimals: _int | None = None, out: Tensor | None = None) -> Tensor:
    """The nearest whole number, halves to even, or the nearest with so many decimals."""

def scaled_modified_bessel_k0(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 0, scaled by exp(x)."""

def scaled_modified_bessel_k1(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 1, scaled by exp(x)."""

def shifted_chebyshev_polynomial_t(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Chebyshev polynomial of the first kind of degree n at 2x - 1."""

def shifted_chebyshev_polynomial_u(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Chebyshev polynomial of the second kind of degree n at 2x - 1."""

def shifted_chebyshev_polynomial_v(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Chebyshev polynomial of the third kind of degree n at 2x - 1."""

def shifted_chebyshev_polynomial_w(
    x: Tensor | _Number, n: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The Chebyshev polynomial of the fourth kind of degree n at 2x - 1."""

def expit(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logistic function, 1 / (1 + exp(-x))."""

def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The normalized sinc, sin(pi x) / (pi x), and 1 at 0."""

@overload
def softmax(
    input: Tensor, dim: _int, dtype: _DType | None = None, *, out: Tensor | None = None
) -> Tensor:
    """The exponentials over their sum along a dimension."""

@overload
def softmax(
    input: Tensor, *, axis: _int, dtype: _DType | None = None, out: Tensor | None = None
) -> Tensor: ...
def spherical_bessel_j0(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The spherical Bessel function of the first kind of order 0, sin(x) / x."""

def xlog1py(
    input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None
) -> Tensor:
    """The product a * log(1 + b); 0 where a is 0."""

def xlogy(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """The product a * log(b); 0 where a is 0."""

def zeta(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor:
    """The Hurwitz zeta function, the sum of 1 / (k + b)**a over k from 0."""
