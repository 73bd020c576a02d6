"""Trial points, the user's mistake first, and facts that are assumed."""

import time

import pytest

import gradcli
from gradcli.answers.domain import inside
from gradcli.answers.formula import derive, differentiate
from gradcli.answers.inputs import QuestionError
from gradcli.answers.problem import problem_of
from gradcli.errors import GradcliError
from gradcli.language.names.mathematics import read


def derived(source: str, by: str, assumed: str = "") -> str:
    """Return a derivative's text, under what is assumed."""
    return differentiate(inside(problem_of(source, {}, {}, {}, (by,), assumed=assumed))).text


@pytest.mark.parametrize(
    ("source", "by", "text"),
    [
        ("sum(asin(x))", "x", "1 / sqrt(1 - x**2)"),
        ("acos(x)", "x", "-1 / sqrt(1 - x**2)"),
        ("atanh(x)", "x", "1 / (1 - x**2)"),
        ("logit(x)", "x", "1 / (x * (1 - x))"),
        ("erfinv(x)", "x", "math.sqrt(pi) * exp(erfinv(x)**2) / 2"),
        ("sqrt(x - 3)", "x", "1 / (2 * sqrt(x - 3))"),
        ("log(log(log(x)))", "x", "1 / (log(log(x)) * log(x) * x)"),
        ("-sum(y * log(p) + (1 - y) * log(1 - p))", "p", None),
        ("F.binary_cross_entropy(p, y)", "p", None),
        ("-sum(log(b - A @ x))", "x", "A.T @ (1 / (b - A @ x))"),
        ("sum(cholesky(S))", "S", None),
    ],
)
def test_points_are_looked_for(source: str, by: str, text: str | None) -> None:
    """A derivative that is defined for some numbers only is found at those."""
    found = derived(source, by)
    assert text is None or found == text


def test_six_numbers_are_quick() -> None:
    """Names without shapes are numbers before they are anything strange."""
    started = time.process_time()
    assert derived("a * b + c * d + f * g", "f") == "g"
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    ("source", "message", "help"),
    [
        ("ln(x)", "name 'ln' is not defined", "write `log`, or give --math"),
        ("inv(X)", "name 'inv' is not defined", "write `inverse`, or give --math"),
        ("tr(A @ X)", "name 'tr' is not defined", "write `trace`, or give --math"),
        ("sec(x)", "name 'sec' is not defined", "write `1 / cos(...)`, or give --math"),
        ("gelu(x)", "name 'gelu' is not defined", "write `F.gelu`, or give --math"),
        ("√x", "invalid character '√' (U+221A)", "write `sqrt`, or give --math"),
        ("x²", "invalid character '²' (U+00B2)", "write `**2`, or give --math"),
        ("x^2", "\"bitwise_xor_cpu\" not implemented for 'Float'", None),
        ("x.double() ^ 2", "\"bitwise_xor_cpu\" not implemented for 'Double'", None),
        ("sum(x @)", "invalid syntax", None),
    ],
)
def test_the_users_mistake_comes_first(source: str, message: str, help: str | None) -> None:
    """A name that is not there is said before shapes are looked for."""
    with pytest.raises(GradcliError) as raised:
        derive(source, {}, {}, {})
    assert raised.value.message == message
    assert help is None or raised.value.diagnostic.help == help


@pytest.mark.parametrize(
    ("source", "by", "assumed", "text"),
    [
        ("x @ S @ x", "x", "S symmetric", "2 * S @ x"),
        ("logdet(S)", "S", "S is symmetric", "inverse(S)"),
        ("sqrt(x**2 * y)", "x", "x > 0", "sqrt(y)"),
        ("abs(x) * y", "x", "x > 0, y > 0", "y"),
    ],
)
def test_facts(source: str, by: str, assumed: str, text: str) -> None:
    """What is known of inputs makes texts shorter, and is said beside them."""
    formula = differentiate(inside(problem_of(source, {}, {}, {}, (by,), assumed=assumed)))
    assert formula.text == text
    assert assumed.replace(" is ", " ").partition(",")[0] in formula.notes[0]


@pytest.mark.parametrize("assumed", ["S round", "q > 0", "x symmetric", "x < 0"])
def test_facts_that_are_none(assumed: str) -> None:
    """What is not understood, or cannot be true, is refused."""
    with pytest.raises(QuestionError, match="--assume"):
        problem_of("x @ S @ x", {}, {"x": (3,), "S": (3, 3)}, {}, assumed=assumed)


def test_numbers_are_exact() -> None:
    """No text has the digits of a constant."""
    assert gradcli.diff("4/3*pi*r**3", "r", {"r": ()}) == "4 * pi * r**2"
    assert gradcli.diff("log10(x)", "x", {"x": ()}) == "1 / (x * math.log(10))"
    assert gradcli.diff("exp(-x**2/2)/sqrt(2*pi)", "x", {"x": ()}) == (
        "-x * exp(-x**2 / 2) / math.sqrt(2 * pi)"
    )


@pytest.mark.parametrize(("source", "most"), [("tan(x)", 3 * 77), ("log(cos(x))", 120)])
def test_high_orders_stay_short(source: str, most: int) -> None:
    """Each order is simplified before the next."""
    started = time.process_time()
    text = gradcli.diff(source, "x", {"x": ()}, order=8)
    assert len("".join(text.split())) <= most
    assert time.process_time() - started < 6


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("sin x", "sin(x)"),
        ("ln x^2", "log(x**2)"),
        ("sin²x + cos^2(2x)", "sin(x)**2 + cos(2*x)**2"),
        ("sin^2(cos^3(x))", "sin(cos(x)**3)**2"),
        ("exp x sin 2x", "exp(x)* sin(2*x)"),
        ("cos 2πx", "cos(2*pi*x)"),
        ("log x y", "log x* y"),
        ("2|x - 1| + ‖x‖^2", "2*abs(x - 1) + norm(x)**2"),
        ("(x > 0) | (y > 0)", "(x > 0) | (y > 0)"),
        ("x⁻¹ + x¹⁰", "x**-1 + x**10"),
        ("(x + 1)² y", "(x + 1)**2* y"),
        ("ln(2x) + x^2", "log(2*x) + x**2"),
    ],
)
def test_mathematics_as_it_is_spelled(text: str, program: str) -> None:
    """A formula is read where its meaning is clear, and left for the parser to refuse elsewhere."""
    assert read(text) == program


@pytest.mark.parametrize("text", ["x^T A x", "tr(A^T A)", "d/dx x^2"])
def test_signs_that_are_no_names(text: str) -> None:
    """A transpose and a derivative are refused, where they would be read as names."""
    with pytest.raises(GradcliError) as raised:
        read(text)
    assert raised.value.diagnostic.help
