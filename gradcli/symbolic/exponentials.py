"""The rows of the table of rewrites that are about exponentials of logarithms.

Densities of logarithms (of prices, of concentrations) differ by powers of what the logarithms are
of; where one is known, the others are that one times a power.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from gradcli.symbolic.algebra import Factor, factors, product, terms, total
from gradcli.symbolic.expr import Expr, in_order, is_call, is_number
from gradcli.symbolic.normal import forms
from gradcli.symbolic.rewrites import row

_ONE: Final = Fraction(1)
_LARGEST: Final = 160  # an exponent beyond which none is compared


@row(
    "sum",
    before="y * exp(-(x + log(y))**2 / 2) + exp(-(x - 1 + log(y))**2 / 2) * exp(0.5 - x)",
    after="2 * y * exp(-(x + log(y))**2 / 2)",
    shapes="x= y=",
)
def _one_density(expr: Expr) -> Expr | None:
    """Write exponentials that differ by powers with one of them."""
    pairs = terms(expr)
    known = [_exponent(term) for _, term in pairs]
    places = [place for place, found in enumerate(known) if found is not None]
    for first in places:
        for other in places[first + 1 :]:
            before, after = known[first], known[other]
            assert before is not None and after is not None
            if before is after:
                continue
            powers = _powers(total([(_ONE, after), (-_ONE, before)], after.shape))
            if powers is not None:
                c, term = pairs[other]
                rest = [p for p in factors(term) if not is_call(p[0], "exp")]
                same = [p for p in factors(pairs[first][1]) if is_call(p[0], "exp")]
                new = product(_ONE, [*rest, *same, *powers], term.shape)
                return total([*pairs[:other], (c, new), *pairs[other + 1 :]], expr.shape)
    return None


def _exponent(term: Expr) -> Expr | None:
    """Return what a product is the exponential of, where logarithms are in it."""
    exps = [(exp, base.args[0]) for base, exp in factors(term) if is_call(base, "exp")]
    if not exps or any(part.size > _LARGEST for _, part in exps):
        return None
    if not any(is_call(inner, "log") for _, part in exps for inner in in_order(part)):
        return None
    shapes = {part.shape for _, part in exps}
    return total(exps, exps[0][1].shape) if len(shapes) == 1 else None


def _powers(difference: Expr) -> list[Factor] | None:
    """Return the exponential of a difference as powers, where it is a sum of logarithms."""
    short = min([difference, *forms(difference)], key=lambda form: form.size)
    found: list[tuple[Expr, Any]] = []
    for c, term in terms(short) if not is_number(short, 0) else []:
        if not is_call(term, "log") or not isinstance(c, Fraction):
            return None
        found.append((term.args[0], c))
    return found
