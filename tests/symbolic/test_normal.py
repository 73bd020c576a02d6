"""Normal forms: texts before and after, and what may be as long as it likes."""

import numpy as np
import pytest

from gradcli.symbolic import polynomials as polys
from tests.symbolic.points import inputs, simplified, value


@pytest.mark.parametrize(
    ("before", "after", "shapes"),
    [
        ("(x**2 - 1) / (x - 1)", "x + 1", "x="),
        ("1 / (x - 1) - 1 / (x + 1)", "2 / (x**2 - 1)", "x="),
        ("x * (sum(y) - y / x)", "x * sum(y) - y", "x=3 y=3"),
        ("x / sqrt(1 + x**2) * (1 + x**2)", "x * sqrt(x**2 + 1)", "x="),
        ("(x / sqrt(x**2 + 1) + 1) / (x + sqrt(x**2 + 1))", "1 / sqrt(x**2 + 1)", "x="),
        ("cos(x)**2 - sin(x)**2", "cos(2 * x)", "x="),
        ("2 * sin(x) * cos(x)", "sin(2 * x)", "x="),
        ("1 - cos(x) * (1 - cos(x)) / sin(x)**2", "1 / (cos(x) + 1)", "x="),
        ("cosh(x)**2 - sinh(x)**2", "1", "x="),
        ("(tan(x)**2 + 1) / tan(x)", "2 / sin(2 * x)", "x="),
        ("exp(x) * (1 - exp(-x)) + 1", "exp(x)", "x="),
        ("sigmoid(x) * (y - 1) + y * sigmoid(-x)", "y - sigmoid(x)", "x=3 y=3"),
        ("x**y * y * x**-1 * x", "y * x**y", "x= y="),
        ("(x > 1) * (y * (x > 1)) / (x + y)", "y * (x > 1) / (x + y)", "x=3 y=3"),
        ("where(x > 0, 1.0, 0.0)", "1.0 * (x > 0)", "x=3"),
        ("where(x > 0, 0.5, 0.0) * y", "y * (x > 0) / 2", "x=3 y=3"),
        ("math.sqrt(2) * x / 2", "x / math.sqrt(2)", "x="),
        ("x * math.pi / 2", "pi * x / 2", "x="),
        ("x / math.sqrt(2 * math.pi)", "x / math.sqrt(2 * pi)", "x="),
        ("x * math.log(10)", "math.log(10) * x", "x="),
    ],
)
def test_before_becomes_after(before: str, after: str, shapes: str) -> None:
    """A text becomes a shorter one of the same value."""
    arrays = inputs(shapes)
    assert simplified(before, arrays).replace(" ", "") == after.replace(" ", "")
    found = np.broadcast_to(value(after, arrays), value(before, arrays).shape)
    np.testing.assert_allclose(found, value(before, arrays), rtol=1e-12)


def test_divisors_are_greatest() -> None:
    """What two polynomials have in common divides both, and all of it is found."""
    generator = np.random.default_rng(0)

    def some() -> polys.Poly:
        exps = generator.integers(0, 3, (3, 2)).tolist()
        found = polys.constant(0, 2)
        for pair, c in zip(exps, generator.integers(1, 5, 3).tolist(), strict=True):
            found = polys.added(found, {tuple(pair): polys.Fraction(c)})
        return found

    for _ in range(200):
        a, b, shared = some(), some(), some()
        left, right = polys.multiplied(a, shared), polys.multiplied(b, shared)
        found = polys.divisor(left, right, 2)
        assert polys.quotient(left, found) is not None
        assert polys.quotient(right, found) is not None
        assert polys.quotient(found, shared) is not None


def test_factors_multiply_to_what_they_are_of() -> None:
    """Squares and rational roots are seen."""
    x, one = polys.unknown(0, 2), polys.constant(1, 2)
    square = polys.added(polys.multiplied(x, x), one, -1)
    whole = polys.multiplied(polys.multiplied(square, square), polys.unknown(1, 2))
    pieces = polys.factors(whole, [], 2)
    found = one
    for piece, times in pieces:
        found = polys.multiplied(found, polys.raised(piece, times, 2))
    assert found == whole
    assert sum(len(piece) > 1 for piece, _ in pieces) == 2
