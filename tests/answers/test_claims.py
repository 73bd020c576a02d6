"""Claims about derivatives: what people write is right, and what they get wrong is found."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gradcli.answers.claims import Verdict, judge
from gradcli.answers.problem import Problem, problem_of
from gradcli.errors import GradcliError
from tests.symbolic.points import inputs

DATA = Path(__file__).parents[1] / "data" / "derivatives" / "as_people_write.txt"
CLAIMS = [line.split(" | ") for line in DATA.read_text(encoding="utf-8").splitlines()]


def verdict(by: str, source: str, shapes: str, claim: str) -> Verdict:
    """Return what becomes of a claim."""
    return judge(Problem(source, inputs(shapes), (by,)), claim)


@pytest.mark.parametrize(("by", "source", "shapes", "claim"), CLAIMS)
def test_what_people_write_is_right(by: str, source: str, shapes: str, claim: str) -> None:
    """Every derivative of the yardstick is found to be one."""
    assert verdict(by, source, shapes, claim).holds


MISTAKES: dict[str, Callable[[str], str]] = {
    "sign": "-({})".format,
    "factor": "2 * ({})".format,
    "fraction": "({}) / 3".format,
}


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize(("by", "source", "shapes", "claim"), CLAIMS[::2])
def test_signs_and_factors_are_corrected(
    by: str, source: str, shapes: str, claim: str, mistake: str
) -> None:
    """What is wrong by a number is found and put right."""
    found = verdict(by, source, shapes, MISTAKES[mistake](claim))
    assert not found.holds
    assert found.correction is not None
    assert verdict(by, source, shapes, found.correction).holds


@pytest.mark.parametrize(
    ("by", "source", "shapes", "claim", "correction"),
    [
        ("x", "sin(x**2)", "x=", "cos(x**2)", "cos(x**2) * (2 * x)"),
        ("x", "exp(-3 * x)", "x=", "exp(-3 * x)", "-3 * exp(-3 * x)"),
        ("x", "log(1 + x**2)", "x=", "1 / (1 + x**2)", "1 / (1 + x**2) * (2 * x)"),
        ("x", "sum(tanh(x**3))", "x=4", "1 - tanh(x**3)**2", "(1 - tanh(x**3)**2) * (3 * x**2)"),
        ("A", "trace(A @ B)", "A=2,3 B=3,2", "B", "B.T"),
        ("A", "x @ A @ y", "A=2,3 x=2 y=3", "outer(y, x)", "outer(y, x).T"),
        ("x", "A @ x", "A=2,3 x=3", "A.T", "A.T.T"),
        ("x", "x @ A @ x", "A=3,3 x=3", "2 * A @ x", None),
        ("x", "x**3", "x=", "3 * x", None),
        ("x", "x * sin(x)", "x=", "cos(x)", None),
        ("x", "abs(x)", "x=", "1", None),
        ("x", "x**2 if x > 5 else x", "x=", "1", None),
        ("x", "sum(x**2)", "x=3", "2 * sum(x)", None),
        ("x", "relu(x)", "x=", "1", None),
    ],
)
def test_other_mistakes(
    by: str, source: str, shapes: str, claim: str, correction: str | None
) -> None:
    """An inner derivative, a transpose, a term, a power, a case or a shape that is missing."""
    found = verdict(by, source, shapes, claim)
    assert not found.holds
    assert found.correction == correction


def test_jacobians_and_open_sizes() -> None:
    """A claim may be a matrix, and hold for all sizes."""
    problem = problem_of("softmax(x, 0)", {}, {}, {})
    claim = "diag(softmax(x, 0)) - outer(softmax(x, 0), softmax(x, 0))"
    assert judge(problem, claim).holds
    assert not judge(problem_of("mean(x)", {}, {}, {}), "ones_like(x) / 11").holds


@pytest.mark.parametrize("claim", ["y", "x +", "'text'", "x @ x @ x"])
def test_claims_that_are_no_programs(claim: str) -> None:
    """A claim that is wrong as a program is an error of its own."""
    with pytest.raises(GradcliError):
        verdict("x", "sum(x**2)", "x=3", claim)


def test_one_derivative_at_a_time() -> None:
    """Without saying by what there is nothing to judge."""
    with pytest.raises(GradcliError, match="one derivative"):
        judge(problem_of("sum(x * y)", {}, {}, {}), "y")
