"""Derivatives as textbooks write them: pieces, densities, norms, exponentials of matrices."""

import numpy as np
import pytest

from gradcli.answers.formula import differentiate
from gradcli.answers.problem import problem_of

D = "(log(S / K) + (r {} s**2 / 2) * T) / (s * sqrt(T))"
N = "torch.special.ndtr"
CALL = f"S * {N}({D.format('+')}) - K * exp(-r * T) * {N}({D.format('-')})"
LINE = "where(x < 0, 0.0, where(x < 1, x**2 / 2, where(x < 2, -x**2 + 2 * x - 0.5, 1.0)))"
UNIT = "torch.linalg.cholesky(X).diagonal().log().sum()"


@pytest.mark.parametrize(
    ("by", "source", "shapes", "assumed", "text"),
    [
        ("x", "where(x < 0, -x, where(x < 1, x**2, 2 * x - 1))", "x=", "", None),
        ("x", LINE, "x=", "", "where(x < 0, 0, where(x < 1, x, where(x < 2, 2 * (1 - x), 0)))"),
        ("x", "where(x < -1, -1.0, where(x > 1, 1.0, x))", "x=", "", "1.0 * (abs(x) <= 1)"),
        ("x", "maximum(x**2, x**3)", "x=", "", "where(x**2 >= x**3, 2 * x, 3 * x**2)"),
        (
            "S",
            CALL,
            "S= K= r= s= T=",
            "",
            f"{N}((log(S / K) + T * (r + s**2 / 2)) / (s * sqrt(T)))",
        ),
        ("x", "norm(x, 4)**4", "x=3", "", "4 * x**3"),
        ("x", "maximum(x, y)", "x=3 y=3", "", "diag(1.0 * (x >= y))"),
        ("x", "logcumsumexp(x, 0)[-1]", "x=3", "", None),
        ("x", "norm(x, inf)", "x=3", "", None),
        (
            "x",
            "sum(where(isnan(where(x > 0.5, nan, x)), x**2, x))",
            "x=3",
            "",
            "u = isnan(where(x > 0.5, nan, x))\n~u + 2 * x * u",
        ),
        (
            "x",
            "sum(where(any(isnan(x)), 3 * x, x))",
            "x=3",
            "",
            "u = any(isnan(x))\n(~u + 3 * u).expand(3)",
        ),
        ("X", "torch.linalg.cond(X, 'fro')", "X=3,3", "", None),
        (
            "P",
            "sum(P * log(P / outer(sum(P, 1), sum(P, 0))))",
            "P=3,4",
            "",
            "log(P / outer(sum(P, 1), sum(P, 0))) - 1",
        ),
        ("x", "sinc(x)", "x=", "", "where(x == 0, 0, (cos(pi * x) - sin(pi * x) / (x * pi)) / x)"),
        ("x", "quantile(x, 0.3)", "x=5", "", None),
        ("x", "quantile(x, 0.3, interpolation='lower')", "x=5", "", None),
        ("x", "log(mean(exp(x)))", "x=3", "", "softmax(x, 0)"),
        ("c", "(c**(1 - g) - 1) / (1 - g)", "c= g=", "", "c**-g"),
        ("x", "torch.special.i1(x)", "x=", "", "i0(x) - torch.special.i1(x) / x"),
        ("t", "c @ matrix_exp(A * t) @ x", "A=3,3 c=3 x=3 t=", "", "c @ A @ matrix_exp(A * t) @ x"),
        ("X", f"2 * {UNIT}", "X=3,3", "X symmetric", "inverse(X)"),
        ("X", f"2 * {UNIT}", "X=3,3", "", "cholesky_inverse(torch.linalg.cholesky(X))"),
        ("x", "cross(x, y) @ z", "x=3 y=3 z=3", "", "torch.linalg.cross(y, z)"),
        ("x", "sum(x**arange(1., 101.))", "x=", "", None),
        ("x", "sum(c * x**arange(4.))", "x= c=4", "", "sum(c * arange(4.0) * x**arange(4.0)) / x"),
        ("x", "sin(x)**3 * cos(x)**5", "x=", "", "sin(x)**2 * cos(x)**4 * (3 - 8 * sin(x)**2)"),
        (
            "x",
            "x / 2 * sqrt(a**2 - x**2) + a**2 / 2 * asin(x / a)",
            "a= x=",
            "a > 0",
            "sqrt(a**2 - x**2)",
        ),
        ("x", "-(n + 1) / 2 * log(1 + x**2 / n)", "n= x=", "", "-x * (n + 1) / (x**2 + n)"),
        ("x", "V * x / (K + x + x**2 / I)", "V= K= I= x=", "", None),
    ],
)
def test_texts(by: str, source: str, shapes: str, assumed: str, text: str | None) -> None:
    """A derivative is written as a person would, or at all where no text is given."""
    sizes = {
        name: tuple(map(int, filter(None, size.split(","))))
        for name, _, size in (part.partition("=") for part in shapes.split())
    }
    problem = problem_of(source, {}, sizes, {}, (by,), assumed=assumed)
    found = differentiate(problem).text
    assert text is None or found == text
    assert found.count("where") <= source.count("where") + 1


def test_a_kink_belongs_to_one_side() -> None:
    """Where two functions meet, the derivative is that of one of them, and not of both."""
    problem = problem_of("maximum(x, 2 * x)", {"x": np.array(0.0)}, {}, {}, ("x",))
    assert differentiate(problem).text == "where(x >= 2 * x, 1, 2)"
