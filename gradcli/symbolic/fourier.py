"""The rows of the table of rewrites that are about discrete Fourier transforms."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any, Final

from gradcli.symbolic.algebra import product, scaled, split, terms, total
from gradcli.symbolic.complexes import conjugate
from gradcli.symbolic.expr import Expr, call, is_call, number
from gradcli.symbolic.rewrites import row, settled

_ONE: Final = Fraction(1)
_TRANSFORMS: Final = ("_fft_c2c", "_fft_r2c")
_POWERS: Final = (Fraction(0), Fraction(-1, 2), -_ONE)
"""Of its length that a transform is multiplied by, as torch counts normalizations."""


def _attrs(expr: Expr) -> dict[str, Any]:
    """Return the attributes of a transform, those included that are as they mostly are."""
    usual = {"normalization": 0, "forward": True, "onesided": expr.name == "_fft_r2c"}
    return usual | dict(expr.data[2])


def _is_whole(expr: Expr) -> bool:
    """Tell whether an expression is a transform with as many elements as what it is of."""
    return is_call(expr, *_TRANSFORMS) and bool(expr.attr("dim")) and not _attrs(expr)["onesided"]


def _length(expr: Expr) -> int:
    return prod(expr.shape[dim] for dim in expr.attr("dim"))


@row(
    *_TRANSFORMS,
    before="imag(1j * torch.fft.fft(x, norm='forward'))",
    after="real(torch.fft.fft(x)) / 4",
    shapes="x=4",
)
@row(
    *_TRANSFORMS,
    before="real(torch.fft.ifft(x * exp(1j * x), norm='forward'))",
    after="4 * real(torch.fft.ifft(x * exp(1j * x)))",
    shapes="x=4",
)
def _usually_scaled(expr: Expr) -> Expr | None:
    """Divide by the length in one direction only, and take numbers out of a transform."""
    if not _is_whole(expr):
        return None
    attrs = _attrs(expr)
    usual = 0 if attrs["forward"] else 2
    times, inner = split(expr.args[0])
    given = dict(expr.data[2])
    if attrs["normalization"] == 2 - usual:
        times = times * (Fraction(1, _length(expr)) if attrs["forward"] else _length(expr))
        given["normalization"] = usual
    elif times == 1:
        return None
    if given.get("normalization") == 0:
        del given["normalization"]
    return scaled(times, settled(call(expr.name, (inner,), given.items(), expr.shape, "c")))


@row(
    *_TRANSFORMS,
    before="real(torch.fft.fft(conj(torch.fft.fft(x) - torch.fft.fft(y))))",
    after="4 * (x - y)",
    shapes="x=4 y=4",
)
@row(*_TRANSFORMS, before="real(torch.fft.ifft(torch.fft.fft(x)))", after="x", shapes="x=4")
def _undone(expr: Expr) -> Expr | None:
    """Leave out a transform after one that it undoes, in every term of a sum."""
    if not _is_whole(expr):
        return None
    pairs = [(c, _before(expr, term)) for c, term in terms(expr.args[0])]
    known = [(c, term) for c, term in pairs if term is not None]
    return total(known, expr.shape) if len(known) == len(pairs) else None


def _before(expr: Expr, inner: Expr) -> Expr | None:
    """Return what a transform makes of another one, if that is no transform."""
    turned = is_call(inner, "conj")
    below = inner.args[0] if turned else inner
    if not _is_whole(below):
        return None
    outside, inside = _attrs(expr), _attrs(below)
    if outside["dim"] != inside["dim"] or (outside["forward"] == inside["forward"]) != turned:
        return None
    powers = sum(_POWERS[attrs["normalization"]] for attrs in (outside, inside))
    (signal,) = below.args
    made = conjugate(signal) if turned else signal
    return product(_ONE, [(number(_length(expr)), 1 + powers), (made, _ONE)], expr.shape)
