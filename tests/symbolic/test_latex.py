"""LaTeX: read back by SymPy where it can read it, else as reviewed."""

import re
from typing import Any

import numpy as np
import pytest

from gradcli.answers.followed import session_of
from gradcli.core.tensor import Tensor
from gradcli.symbolic.latex import latex
from gradcli.syntax.parse import parse
from tests.symbolic.latex_reader import READINGS, read


def written(text: str, **ranks: int) -> str:
    """Return the LaTeX of a text."""
    return latex(parse(text), ranks)


_REVIEWED: list[tuple[str, dict[str, int], str]] = [
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
    (
        "masked_fill(y, x > 0, 0)",
        {},
        r"\begin{cases} 0 & x > 0 \\ y & \text{otherwise} \end{cases}",
    ),
    ("stack((x, y), 1)", {"x": 1, "y": 1}, r"\begin{pmatrix} x & y \end{pmatrix}"),
    (
        "where(x[:, None] > 2, A, 0)",
        {"x": 1, "A": 2},
        r"\begin{cases} A & \left[x > 2\right] \, \mathbf{1}^\top"
        r" \\ 0 & \text{otherwise} \end{cases}",
    ),
    ("norm(x, 1) * x", {"x": 1}, r"\left\lVert x \right\rVert_{1} \, x"),
    (
        "U * (U - sum(A * U, 1, True))",
        {"U": 2, "A": 2},
        r"U \odot \left(U - \left(\sum_{1}\left(A \odot U\right)\right) \, \mathbf{1}^\top\right)",
    ),
    ("A * x", {"A": 2, "x": 1}, r"A \, \operatorname{diag}\left(x\right)"),
    ("x[:, None] * A", {"A": 2, "x": 1}, r"\operatorname{diag}\left(x\right) \, A"),
    ("x[:, None] * y", {"x": 1, "y": 1}, r"x \, y^\top"),
    ("A @ U + b", {"A": 2, "U": 2, "b": 1}, r"A \, U + \mathbf{1} \, b^\top"),
    (
        "x + sum(A, 0)[:, None]",
        {"A": 2, "x": 1},
        r"\mathbf{1} \, x^\top + \left(\sum_{0}\left(A\right)\right) \, \mathbf{1}^\top",
    ),
    (
        "softmax(A, 1) - softmax(A, 0)",
        {"A": 2},
        r"\operatorname{softmax}_{1}\left(A\right) - \operatorname{softmax}_{0}\left(A\right)",
    ),
    ("A**2 @ U", {"A": 2, "U": 2}, r"A^{\circ 2} \, U"),
    ("sum(x) * y", {"x": 1, "y": 1}, r"\left(\sum\left(x\right)\right) \, y"),
    ("eye(3) * (x @ x)", {"x": 1}, r"\left(x^\top \, x\right) \, I"),
    ("p * g * log(p)", {"p": 1}, r"g \, p \odot \log\left(p\right)"),
    ("A[0][1] * x", {"A": 2, "x": 1}, r"A_{0, 1} \, x"),
    ("sum(T, (0, 2))", {"T": 3}, r"\sum_{0, 2}\left(T\right)"),
    ("outer(x, y) * A", {"A": 2, "x": 1, "y": 1}, r"\left(x \, y^\top\right) \odot A"),
    (
        "n = len(x)\n2 * sum(x).expand(n)",
        {"x": 1},
        r"2 \, \left(\sum\left(x\right)\right) \, \mathbf{1}",
    ),
    ("stack((x[0], 2 * x[1]))", {"x": 1}, r"\begin{pmatrix} x_{0} \\ 2 \, x_{1} \end{pmatrix}"),
    ("logsumexp(x, 0) * x", {"x": 1}, r"\operatorname{logsumexp}\left(x\right) \, x"),
    ("clamp(x, min=1e-06)", {"x": 1}, r"\max\left(x, 10^{-6}\right)"),
    (
        "asin(a) + digamma(b) + lgamma(a)",
        {},
        r"\arcsin\left(a\right) + \psi\left(b\right) + \log\Gamma\left(a\right)",
    ),
    ("dx = 2 * x", {"x": 0}, r"\frac{\partial f}{\partial x} = 2 \, x"),
]


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


@pytest.mark.parametrize(("text", "ranks", "expected"), _REVIEWED)
def test_reviewed(text: str, ranks: dict[str, int], expected: str) -> None:
    """LaTeX is what was reviewed."""
    assert written(text, **ranks) == expected


@pytest.mark.parametrize("text", [text for text, _, _ in _REVIEWED if text != "dx = 2 * x"])
def test_every_reading_has_the_same_value(text: str) -> None:
    """What is reviewed is read as what the text computes, whatever product is taken first."""
    ranks = next(ranks for other, ranks, _ in _REVIEWED if other == text)
    generator = np.random.default_rng(3)
    names = {m for m in re.findall("[a-zA-Z0-9]+", text) if len(m) < 2 or m == "alpha2"}
    names -= {n for n in names if n.isdecimal()} | {"n"}
    arrays = {name: generator.uniform(0.5, 2, (3,) * ranks.get(name, 0)) for name in sorted(names)}
    with session_of() as session:
        for name, array in arrays.items():
            session.assign(name, Tensor(array))
        session.assign("n", 3)
        value = session.evaluate(text).value
        want = np.asarray(value.array if isinstance(value, Tensor) else value)
    for reading in READINGS:
        (got,) = read(written(text, **ranks), arrays, reading, [want.shape])
        assert np.allclose(got.reshape(want.shape), want), reading
