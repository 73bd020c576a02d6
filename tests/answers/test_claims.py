"""Claims about derivatives: what people write is right, and what they get wrong is found."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from gradcli.answers.agreement import agree
from gradcli.answers.claims import Verdict, judge
from gradcli.answers.formula import derive
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
    assert verdict(by, source, shapes, found.correction.text).holds


@pytest.mark.parametrize(
    ("by", "source", "shapes", "claim", "correction"),
    [
        ("x", "sin(x**2)", "x=", "cos(x**2)", "cos(x**2) * (2 * x)"),
        ("x", "exp(-3 * x)", "x=", "exp(-3 * x)", "-3 * exp(-3 * x)"),
        ("x", "log(1 + x**2)", "x=", "1 / (1 + x**2)", "1 / (1 + x**2) * (2 * x)"),
        ("x", "sum(tanh(x**3))", "x=4", "1 - tanh(x**3)**2", "(1 - tanh(x**3)**2) * (3 * x**2)"),
        ("A", "trace(A @ B)", "A=2,3 B=3,2", "B", "B.T"),
        ("A", "x @ A @ y", "A=2,3 x=2 y=3", "outer(y, x)", "outer(y, x).T"),
        ("x", "A @ x", "A=2,3 x=3", "A.T", "A"),
        ("x", "x @ A @ x", "A=3,3 x=3", "2 * A @ x", "(A + A.T) @ x"),
        ("x", "x**3", "x=", "3 * x", "3 * x**2"),
        ("x", "x * sin(x)", "x=", "cos(x)", None),
        ("x", "abs(x)", "x=", "1", None),
        ("x", "x**2 if x > 5 else x", "x=", "1", None),
        ("x", "sum(x**2)", "x=3", "2 * sum(x)", "2 * x"),
        ("x", "relu(x)", "x=", "1", None),
    ],
)
def test_other_mistakes(
    by: str, source: str, shapes: str, claim: str, correction: str | None
) -> None:
    """An inner derivative, a transpose, a term, a power, a case or a shape that is missing."""
    found = verdict(by, source, shapes, claim)
    assert not found.holds
    assert (found.correction and found.correction.text) == correction


RECORDED = [
    [part.strip() for part in line.split("|")]
    for line in (DATA.parent / "claims.txt").read_text(encoding="utf-8").splitlines()
]
WORDS = {
    "sign": "sign",
    "factor": "a factor of",
    "transpose": "transpose",
    "extra": "a term too many",
    "inner": "an inner derivative is missing",
    "term": "a term is missing",
    "exponent": "an exponent",
    "function": "in place of",
    "other": "",
}
PROVED = {"1 + log(x)", "A @ x + A.T @ x", "exp(x) / sum(exp(x))", "inverse(A.T)", "A + A"}


@pytest.mark.parametrize(("by", "source", "shapes", "claim", "kind", "correction"), RECORDED)
def test_recorded_claims(
    by: str, source: str, shapes: str, claim: str, kind: str, correction: str
) -> None:
    """Claims, right and wrong in six ways, are judged rightly, and put right."""
    found = verdict(by, source, shapes, claim)
    assert found.holds == (kind == "right")
    assert found.proved >= (claim in PROVED)
    assert ("" if found.correction is None else found.correction.text) == correction
    if found.correction is not None:
        assert WORDS[kind] in found.correction.mistake
        assert verdict(by, source, shapes, found.correction.text).holds


def test_the_record_has_all_kinds() -> None:
    """There are claims, right ones and at least seven of each of six kinds of mistakes."""
    kinds = Counter(kind for *_, kind, _ in RECORDED)
    assert len(RECORDED) == 76 and kinds["right"] == 19
    assert all(kinds[kind] >= 7 for kind in ("sign", "factor", "transpose", "inner", "term"))
    assert kinds["exponent"] + kinds["function"] + kinds["other"] == 8


@pytest.mark.parametrize(
    ("source", "claim", "correction"),
    [
        ("mean(x**2)", "2 * x", "2 * x / len(x)"),
        ("mean((x - mean(x))**2)", "x - mean(x)", None),
        ("sum(x * log(x))", "log(x)", "log(x) + 1"),
        ("mean(x**2)", "n = len(x)\n-2 * x / n", "n = len(x)\n2 * x / n"),
    ],
)
def test_corrections_for_all_sizes(source: str, claim: str, correction: str | None) -> None:
    """What puts a claim right does so whatever the sizes are, also after other statements."""
    found = judge(problem_of(source, {}, {}, {}), claim)
    assert (found.correction and found.correction.text) == correction


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


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        ("relu(x - 1) - relu(x - 2)", "1.0 * (x > 1) * (x <= 2)", "1.0 * (x > 1)"),
        ("sum(clamp(x, 7, 8)**2)", "2 * x * (x >= 7) * (x <= 8)", "x * (x > 7) * (x < 8)"),
        ("sum(where(abs(x) < 0.1, x, x**2))", "where(abs(x) < 0.1, 1, 2 * x)", "2 * x"),
    ],
)
def test_claims_are_tried_on_every_piece(source: str, right: str, wrong: str) -> None:
    """Between the numbers that a program and a claim name, each piece is looked at."""
    problem = problem_of(source, {}, {"x": () if source.startswith("relu") else (3,)}, {}, ("x",))
    assert judge(problem, right).holds
    assert not judge(problem, wrong).holds


@pytest.mark.parametrize(
    ("source", "by", "shapes", "claim"),
    [
        ("sum(relu(X @ W))", "W", {"X": (5, 3), "W": (3, 2)}, "X.T @ ones(5, 2)"),
        ("sum(abs(x * y))", "x", {"x": (3,), "y": (3,)}, "y"),
        ("where(x > 100, x**2, x)", "x", {"x": ()}, "1"),
        ("where(x < -50, -x, sin(x))", "x", {"x": ()}, "cos(x)"),
        ("x**2", "x", {"x": ()}, "2 * x * (x != 3)"),
        ("sum(x**2)", "x", {"x": (2,)}, "where(x == 1, 0, 2 * x)"),
        ("exp(-1000*(x - 0.3)**2)", "x", {"x": ()}, "0"),
        ("x**2 + exp(-5000*(x - 1.5)**2)", "x", {"x": ()}, "2*x"),
        ("sum(sigmoid(400*(x + 2.5)))", "x", {"x": (3,)}, "zeros_like(x)"),
        ("relu(x)**2", "x", {"x": ()}, "2 * x * (x > 0) + (x == 0)"),
        ("abs(x)", "x", {"x": ()}, "sign(x) + 2 * (x == 0)"),
    ],
)
def test_claims_that_hold_in_part(
    source: str, by: str, shapes: dict[str, tuple[int, ...]], claim: str
) -> None:
    """A claim that holds for some signs, between some ends or but for a peak is wrong."""
    assert not judge(problem_of(source, {}, shapes, {}, (by,)), claim).holds


@pytest.mark.parametrize(
    ("source", "right", "other"),
    [
        ("relu(x)", "(x > 0) * 1.0", "(x >= 0) * 1.0"),
        ("sum(relu(2 * x - 3))", "2.0 * (x > 1.5)", "2.0 * (x >= 1.5)"),
        ("relu(1 - y * x)", "-y * (y * x < 1)", "-y * (y * x <= 1)"),
        ("abs(x)", "sign(x)", "where(x >= 0, 1.0, -1.0)"),
        ("abs(x - y)", "sign(x - y)", "where(x >= y, 1.0, -1.0)"),
        ("F.hardtanh(x)", "(abs(x) < 1) * 1.0", "(abs(x) <= 1) * 1.0"),
        ("clamp(x, -1, 1)", "(abs(x) <= 1) * 1.0", "(abs(x) < 1) * 1.0"),
        ("clamp(x, min=0.3)", "(x >= 0.3) * 1.0", "(x > 0.3) * 1.0"),
        ("F.leaky_relu(x)", "where(x > 0, 1, 0.01)", "where(x >= 0, 1, 0.01)"),
        ("F.relu6(x)", "((x > 0) & (x < 6)) * 1.0", "((x > 0) & (x <= 6)) * 1.0"),
        ("x if x > 0 else 0 * x", "where(x > 0, 1, 0)", "where(x >= 0, 1, 0)"),
        ("where(x >= 0, x, 0)", "where(x >= 0, 1, 0)", "where(x > 0, 1, 0)"),
        ("x * floor(x)", "floor(x)", "ceil(x) - 1"),
        ("maximum(x, y)", "(x > y) + (x == y) / 2", "(x > y) * 1.0"),
        ("minimum(x, 2)", "(x < 2) + (x == 2) / 2", "(x <= 2) * 1.0"),
        ("max(x)", "(x == max(x)) / sum(x == max(x))", "(x == max(x)) * 1.0"),
        ("sum(relu(X))", "(X > 0) * 1.0", "(X >= 0) * 1.0"),
    ],
)
def test_claims_at_kinks(source: str, right: str, other: str) -> None:
    """What a claim says where pieces meet may be of either side, and what PyTorch takes is told."""
    problem = problem_of(source, {}, {}, {}, ("X" if "X" in source else "x",))
    assert judge(problem, right).holds and judge(problem, right).excepted is None
    found = judge(problem, other)
    assert found.holds and not found.proved and found.excepted is not None
    assert not agree(found.excepted.derivative, found.excepted.claimed)


@pytest.mark.parametrize(
    "source",
    [
        "F.hardswish(x)",
        "F.hardtanh(x)",
        "F.relu6(x)**2",
        "clamp(x, -1, 1)**2",
        "where(x <= -3, 0 * x, where(x < 3, x**2, x))",
        "where(x < 1, x, where(x <= 2, x**2, x**3))",
        "where((x > 1) & (x <= 2), x**2, 0)",
    ],
)
def test_what_is_written_holds_where_pieces_meet(source: str) -> None:
    """A bound stays on the side that it is on, however a derivative in pieces is written."""
    problem = problem_of(source, {}, {"x": ()}, {})
    found = judge(problem, derive(source, {}, {"x": ()}, {}).text)
    assert found.holds and found.excepted is None


@pytest.mark.parametrize(
    ("source", "claim"),
    [("abs(x)", "x / abs(x)"), ("norm(x)", "x / norm(x)"), ("maximum(x, x**2)", None)],
)
def test_where_claims_have_no_value(source: str, claim: str | None) -> None:
    """A claim that has no value somewhere holds elsewhere, as one side's does at a tie."""
    problem = problem_of(source, {}, {}, {})
    found = judge(problem, claim or derive(source, {}, {}, {}).text)
    assert found.holds and found.excepted is not None
