"""LaTeX: read back by SymPy where it can read it, else as reviewed."""

from typing import Any

import numpy as np
import pytest

from gradcli.symbolic.latex import latex
from gradcli.syntax.parse import parse


def written(text: str, **ranks: int) -> str:
    """Return the LaTeX of a text."""
    return latex(parse(text), ranks)


@pytest.mark.parametrize(
    "text",
    [
        "2 * x * exp(-x**2)",
        "1 / (2 * sqrt(x))",
        "-2 / x**3",
        "x / sqrt(x**2 + 1)",
        "(1 - x**2) / (x**2 + 1)**2",
        "2.5 * x**1.5",
        "1 - sin(x)**2",
        "(x - 3)**2 / 3 - x / 7",
        "-x / (1 + x**2)**2",
        "3 * x**2 - 6 * x + 2",
        "cos(x)**2 - sin(x)**2",
    ],
)
def test_sympy_reads_the_same_value(text: str) -> None:
    """SymPy reads from the LaTeX what the text says."""
    sympy = pytest.importorskip("sympy")
    parse_latex = pytest.importorskip("sympy.parsing.latex").parse_latex
    scope: dict[str, Any] = {name: getattr(np, name) for name in ("exp", "sqrt", "sin", "cos")}
    want = eval(text, {**scope, "log": np.log, "x": 0.7})
    x, e = sympy.Symbol("x"), sympy.Symbol("e")
    found = parse_latex(written(text), backend="lark").subs({e: sympy.E, x: 0.7})
    assert float(found.evalf()) == pytest.approx(want, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "ranks", "expected"),
    [
        (
            "2 * A.T @ (A @ x - y)",
            {"A": 2, "x": 1, "y": 1},
            r"2 \, A^\top \, \left(A \, x - y\right)",
        ),
        ("x / norm(x)", {"x": 1}, r"\frac{x}{\left\lVert x \right\rVert}"),
        ("det(A) * inverse(A).T", {"A": 2}, r"\det\left(A\right) \, A^{-\top}"),
        ("outer(x, y)", {"x": 1, "y": 1}, r"x \, y^\top"),
        ("x @ y", {"x": 1, "y": 1}, r"x^\top \, y"),
        ("x * y", {"x": 1, "y": 1}, r"x \odot y"),
        ("s * y", {"y": 1}, r"s \, y"),
        ("softmax(x, 0) - eye(3)[1]", {"x": 1}, r"\operatorname{softmax}\left(x\right) - e_{1}"),
        (
            "t0 = exp(x)\nt0 * t0",
            {"x": 1},
            "t_{0} = \\exp\\left(x\\right) \\\\\nt_{0} \\odot t_{0}",
        ),
        ("-(a + b) / alpha2", {}, r"-\frac{a + b}{\alpha_{2}}"),
        ("a - (b - c)", {}, r"a - \left(b - c\right)"),
        ("(a + b)**2", {}, r"\left(a + b\right)^{2}"),
        ("diag(x) @ W", {"x": 1, "W": 2}, r"\operatorname{diag}\left(x\right) \, W"),
        ("2 * kron(eye(n), x)", {"x": 1}, r"2 \, \left(I \otimes x^\top\right)"),
        ("ones(n) @ W", {"W": 2}, r"W^\top \, \mathbf{1}"),
        ("sqrt(x @ A @ x)", {"A": 2, "x": 1}, r"\sqrt{x^\top \, A \, x}"),
        (
            "b + x @ A + A @ x",
            {"A": 2, "b": 1, "x": 1},
            r"b + A^\top \, x + A \, x",
        ),
        ("x @ A.T", {"A": 2, "x": 1}, r"A \, x"),
        ("A @ x * y", {"A": 2, "x": 1, "y": 1}, r"\left(A \, x\right) \odot y"),
        ("A.T @ (x * y)", {"A": 2, "x": 1, "y": 1}, r"A^\top \, \left(x \odot y\right)"),
        ("s * (A @ x)", {"A": 2, "x": 1}, r"s \, A \, x"),
        ("a - x * y", {"a": 1, "x": 1, "y": 1}, r"a - x \odot y"),
        ("-x * y", {"x": 1, "y": 1}, r"-x \odot y"),
        ("x / math.sqrt(2 * pi)", {}, r"\frac{x}{\sqrt{2 \, \pi}}"),
        ("2**x * math.log(10)", {}, r"2^{x} \, \log\left(10\right)"),
        (
            "where(x > 0, x, y)",
            {},
            r"\begin{cases} x & x > 0 \\ y & \text{otherwise} \end{cases}",
        ),
        ("dx = 2 * x", {"x": 0}, r"\frac{\partial f}{\partial x} = 2 \, x"),
    ],
)
def test_reviewed(text: str, ranks: dict[str, int], expected: str) -> None:
    """LaTeX is what was reviewed."""
    assert written(text, **ranks) == expected
