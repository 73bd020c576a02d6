"""What derivatives are beyond a single text: sizes, orders, several inputs, long ones, refusals."""

import sys
from typing import Any

import numpy as np
import pytest

import gradcli
from gradcli.answers import formula as formulas
from gradcli.answers.domain import is_singular
from gradcli.answers.formula import Defect, Problem, derive, differentiate
from gradcli.errors import GradcliError
from gradcli.symbolic.expr import call
from tests.symbolic.points import inputs, value


@pytest.mark.parametrize(
    ("source", "by", "text"),
    [
        ("mean((x - mean(x))**2)", "x", "n = len(x)\n2 * (x - mean(x)) / n"),
        ("var(x)", "x", "n = len(x)\n2 * (x - mean(x)) / (n - 1)"),
        ("log(sum(exp(x)))", "x", "softmax(x, 0)"),
        ("x @ A @ x", "x", "(A + A.T) @ x"),
        ("mean((X @ w - t)**2)", "w", "n = len(t)\n2 * X.T @ (X @ w - t) / n"),
        ("s**s", "s", "s**s * (log(s) + 1)"),
        ("exp(-sum((x - y)**2) / (2 * s**2))", "s", None),
        ("mean(A)", "A", "n = len(A)\nm = A.shape[1]\nfull_like(A, 1 / (n * m))"),
        ("trace(A @ B)", "A", "B.T"),
        ("logdet(A @ A.T)", "A", None),
        ("linalg.norm(A, 'nuc')", "A", None),
        ("trace(inverse(A))", "A", "-matrix_power(A, -2).T"),
        ("a @ X @ X.T @ b", "X", "outer(b, a @ X) + outer(a, b @ X)"),
        ("[y**2 for y in [x]][0]", "x", "2 * x"),
        ("logdet(A.T @ A)", "A", "2 * A @ inverse(A.T @ A)"),
        ("trace(inverse(A.T @ A))", "A", "-2 * A @ matrix_power(A.T @ A, -2)"),
        ("logdet(K + s**2 * torch.eye(3))", "s", "2 * s * trace(inverse(s**2 * eye(3) + K))"),
        ("sum((v * eye(3)) @ v)", "v", "2 * v"),
        ("sum(x[2:-1]**2)", "x", "2 * F.pad(x[2:-1], (2, 1))"),
        ("sum(x[2:] * x[:-2])", "x", "F.pad(x[2:], (0, 2)) + F.pad(x[:-2], (2, 0))"),
        ("sum(x[:-1:2]**2)", "x", "2 * slice_scatter(zeros_like(x), x[:-1:2], 0, 0, -1, 2)"),
        ("sum(A[:-1] * A[1:])", "A", "F.pad(A[:-1], (0, 0, 1, 0)) + F.pad(A[1:], (0, 0, 0, 1))"),
        ("sum(x[::2]**2)", "x", "n = len(x)\n2 * slice_scatter(zeros_like(x), x[::2], 0, 0, n, 2)"),
        (
            "sum(A[:, 1::3]**2)",
            "A",
            "m = A.shape[1]\n2 * slice_scatter(zeros_like(A), A[:, 1::3], 1, 1, m, 3)",
        ),
        (
            "sum((x + A) / (10000000 / x))",
            "x",
            "m = len(A)\n(2 * m * x + sum(A, 0)) / 10000000",
        ),
    ],
)
def test_shapes_are_found(source: str, by: str, text: str | None) -> None:
    """Inputs without a shape get one that fits, and sizes get names."""
    found = gradcli.diff(source, by, notes=False)
    noted = gradcli.diff(source, by)
    assert noted.startswith("# assumed: ") and noted.endswith(f"\n{found}")
    if text is not None:
        assert found == text


@pytest.mark.parametrize(
    ("source", "shapes", "text"),
    [
        ("x @ A @ x", "x=3 A=3,3", "A + A.T"),
        ("sum(exp(-x**2))", "x=3", None),
        ("log(sum(exp(x)))", "x=3", None),
        ("mean((A @ x - y)**2)", "x=3 A=2,3 y=2", "A.T @ A"),
        ("sum(x**3)", "x=3", "6 * diag(x)"),
        ("(x @ y)**2", "x=3 y=3", "2 * outer(y, y)"),
        ("sum(maximum(x, y)**2)", "x=3 y=3", "diag(where(x == y, 0.5, 2 * (x >= y)))"),
        ("sum(log(1 + exp(A @ x)))", "x=3 A=2,3", None),
        ("3 * sum(x)", "x=3", "zeros(3, 3)"),
        ("x**4", "x=", "12 * x**2"),
    ],
)
def test_hessians(source: str, shapes: str, text: str | None) -> None:
    """The matrix of second derivatives agrees with differences of first ones."""
    arrays = inputs(shapes)
    formula = differentiate(Problem(source, arrays, ("x",), hessian=True))
    if text is not None:
        assert formula.text == text
    step = 1e-5
    x = arrays["x"]
    first = differentiate(Problem(source, arrays, ("x",))).text
    for index in np.ndindex(x.shape):
        moved = np.zeros_like(x)
        moved[index] = step
        above = value(first, {**arrays, "x": x + moved})
        below = value(first, {**arrays, "x": x - moved})
        row = value(formula.text, arrays)[index]
        np.testing.assert_allclose(row, (above - below) / (2 * step), rtol=1e-6, atol=1e-6)


def test_orders() -> None:
    """A number is differentiated as often as one likes."""
    assert gradcli.diff("x**5", "x", {"x": ()}, order=3) == "60 * x**2"
    assert gradcli.diff("sin(x)", "x", {"x": ()}, order=4) == "sin(x)"


def test_several_inputs() -> None:
    """Several inputs give an assignment each."""
    shapes = {"x": 3, "y": 3}
    assert gradcli.diff("sum(x**2 * y)", ["x", "y"], shapes) == "dx = 2 * x * y\ndy = x**2"


def test_constants_and_values() -> None:
    """Numbers are written out, tensors by their names."""
    assert gradcli.diff("sum(k * x)", "x", {"x": 2}, constants={"k": 3}) == "full_like(x, 3)"
    assert gradcli.diff("sum(w * x)", "x", {"x": 2}, constants={"w": np.ones(2)}) == "w"
    assert gradcli.diff("mean(x**2)", values={"x": np.ones(4)}) == "x / 2"


def test_differences_of_tensors_are_torchs() -> None:
    """A tensor gives PyTorch's function of the same name."""
    assert gradcli.diff(gradcli.tensor([1.0, 4.0, 9.0])).tolist() == [3.0, 5.0]


def nested(count: int) -> Any:
    """Differentiate a sine of a square of a sine, and so on."""
    source = f"y = x\nfor i in range({count}):\n    y = sin(y*y)\ny"
    return differentiate(Problem(source, {"x": np.asarray(0.9)}, ("x",)))


def test_long_chains_are_linear_in_size_and_work() -> None:
    """A chain four times as long has a text four times as long, and takes as many calls."""
    calls: list[int] = []

    def count(frame: Any, event: str, arg: Any) -> None:
        calls[-1] += event == "call"

    texts = []
    for length in (25, 100):
        calls.append(0)
        sys.setprofile(count)
        try:
            texts.append(nested(length).text)
        finally:
            sys.setprofile(None)
    assert len(texts[1]) < 4.4 * len(texts[0])
    assert calls[1] < 4.4 * calls[0]


@pytest.mark.parametrize(("x", "singular"), [(1e-13, True), (1.0, False)])
def test_a_point_is_singular_where_one_beside_it_has_no_derivative(
    x: float, singular: bool
) -> None:
    """The logarithm of a number that rounding may make negative says nothing of a text."""
    problem = Problem("log(x)", {"x": np.asarray(x)}, ("x",))
    assert is_singular(problem, problem.arrays) == singular


def test_shared_parts_have_names() -> None:
    """A part that would be written twice is written once."""
    text = nested(6).text
    assert text.startswith("u = ")
    assert max(map(len, text.splitlines())) < 200


def test_names_of_shared_parts_avoid_those_of_the_program() -> None:
    """A new name is nobody else's."""
    source = "v = u\nfor i in range(5):\n    v = sin(v * v)\nv"
    text = differentiate(Problem(source, {"u": np.asarray(0.9)}, ("u",))).text
    assert text.startswith("w = ")
    assert "v = " not in text and "u = " not in text


@pytest.mark.parametrize(
    ("source", "by", "shapes", "text"),
    [
        ("F * exp(-y * T)", "y", {}, "-F * T * exp(-y * T)"),
        ("(x - mean)**2 / var", "mean", {}, "2 * (mean - x) / var"),
        (
            "F * sum(x[1:]**2)",
            "x",
            {"x": (3,), "F": ()},
            "2 * torch.nn.functional.pad(F * x[1:], (1, 0))",
        ),
        (
            "F * ((exp(x) / sum(exp(x))) @ y) + softmax",
            "F",
            {"x": (3,), "y": (3,), "F": (), "softmax": ()},
            "y @ torch.softmax(x, 0)",
        ),
    ],
)
def test_inputs_may_be_called_as_functions_are(
    source: str, by: str, shapes: dict[str, tuple[int, ...]], text: str
) -> None:
    """What an arithmetic sign stands beside is an input, and functions are said in full then."""
    assert gradcli.diff(source, by, shapes, notes=False) == text


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x > 2", "the result has shape (3,)"),
        ("3", "the result is not a tensor"),
        ("sum(x * rand(3))", "depends on the values"),
        ("y = x * 1\ny[0] = 1\nsum(y**2)", "changed in place"),
        ("nonsense(x)", "name 'nonsense' is not defined"),
        ("sum(x @ ones(4))", "inconsistent tensor size"),
    ],
)
def test_refusals(source: str, message: str) -> None:
    """What has no derivative, or none in words, is refused."""
    with pytest.raises(GradcliError) as caught:
        differentiate(Problem(source, inputs("x=3"), ("x",)))
    assert message in caught.value.message


def test_an_end_that_is_a_size_by_chance() -> None:
    """A text that names a size is tried with another one, smaller and larger."""
    with pytest.raises(GradcliError, match="depends on which sizes are larger"):
        gradcli.diff("sum(x[:11:2]**2)", "x")


def test_a_derivative_that_is_lost_in_rounding() -> None:
    """Where the numbers say nothing, a text that differs from them is no defect."""
    with pytest.raises(GradcliError, match="lost in rounding"):
        gradcli.diff("sum(((x - 1e9) @ (w / w)) + ((0 - 2) * (w * x.view(-1))))")


def test_a_wrong_text_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is not the derivative is a defect."""
    wrong = formulas.program

    def doubled(roots: Any, *rest: Any, in_line: bool) -> Any:
        from gradcli.symbolic.algebra import scaled

        return wrong([scaled(2, root) for root in roots], *rest, in_line=in_line)

    monkeypatch.setattr(formulas, "program", doubled)
    with pytest.raises(Defect):
        differentiate(Problem("sum(x**2)", inputs("x=3"), ("x",)))


def test_a_text_with_a_root_is_tried_far_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands below a root, or beside it, may have another sign only far from the inputs."""
    right = formulas.program

    def positive(roots: Any, *rest: Any, in_line: bool) -> Any:
        return right([call("abs", [root]) for root in roots], *rest, in_line=in_line)

    problem = Problem("sqrt((x + 3)**2 + 1)", {"x": np.asarray(0.9)}, ("x",))
    assert differentiate(problem).text == "(x + 3) / sqrt((x + 3)**2 + 1)"
    monkeypatch.setattr(formulas, "program", positive)
    with pytest.raises(Defect):
        differentiate(problem)


def test_a_number_that_is_none() -> None:
    """A rule that has NaN in it is refused like any other that is finite nowhere, not a defect."""
    with pytest.raises(GradcliError, match="not finite at any point"):
        gradcli.diff("sum(log(-1 - x**2))", "x")


@pytest.mark.parametrize(
    ("source", "by", "shapes", "expected"),
    [
        ("maximum(a, a) * a", "a", {"a": ()}, "2 * a"),
        ("minimum(sin(x), sin(x)).sum()", "x", {"x": (3,)}, "cos(x)"),
        ("maximum((a + 1)**2, a**2 + 2*a + 1)", "a", {"a": ()}, "2 * (a + 1)"),
        ("sum(relu(A @ A @ x))", "A", {"A": (3, 3), "x": (3,)}, None),
        ("trace(cos(B @ relu(A)))", "A", {"A": (3, 3), "B": (3, 3)}, None),
        ("x.quantile(0.5)", "x", {"x": (4,)}, None),
        ("a @ X.T @ C @ X @ b", "X", {"a": (3,), "X": (4, 3), "C": (4, 4), "b": (3,)}, None),
        ("logdet((X - x @ y) @ (X - x @ y).T)", "X", {"X": (3, 3), "x": (3,), "y": (3,)}, None),
    ],
)
def test_ties_masks_and_views(
    source: str, by: str, shapes: dict[str, tuple[int, ...]], expected: str | None
) -> None:
    """Values equal everywhere, masks, integers and views of what was changed have texts."""
    text = derive(source, {}, shapes, {}, (by,)).text
    assert expected in (None, text)
