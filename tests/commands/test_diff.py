"""``gradcli diff`` as a command: its options, its refusals, and what pipes get."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from gradcli.errors import ExitCode

Invoke = Callable[..., Result]


def test_standard_output_is_the_text_alone(invoke: Invoke) -> None:
    """A derivative can be piped on."""
    found = invoke("diff", "mean(3 * (x + 2)**2)", "-D", "x=ones(2, 2)")
    assert (found.stdout, found.stderr, found.exit_code) == ("1.5 * (x + 2)\n", "", 0)
    again = invoke("eval", "-D", "x=ones(2, 2)", "--get", "result.shape", stdin=found.stdout)
    assert again.exit_code == ExitCode.OK


def test_shapes_of_all_kinds(invoke: Invoke) -> None:
    """A shape may be given with brackets, with spaces, or be that of a number."""
    assert invoke("diff", "sum(A)", "--shape", "A=(2, 3)").stdout == "ones_like(A)\n"
    assert invoke("diff", "s**2", "--shape", "s=").stdout == "2 * s\n"


def test_json(invoke: Invoke) -> None:
    """JSON says what was differentiated, by what, under which shapes."""
    data = json.loads(invoke("diff", "var(x)", "--format", "json").stdout)
    assert data["wrt"] == ["x"]
    assert data["text"] == "n = len(x)\n2 * (x - mean(x)) / (n - 1)"
    assert list(data["sizes"]) == ["n"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["x", "--shape", "x"], "is not of the form NAME=SIZES"),
        (["x", "--shape", "x=a"], "is not a shape"),
        (["x*y", "--shape", "x=", "--order", "2", "--hessian"], "not both"),
        (["x*y", "--shape", "x=", "--shape", "y=", "--order", "2"], "Give one input"),
        (["x*c", "--shape", "x=", "-C", "c=2", "--wrt", "c"], "c is a constant"),
        (["x*2", "--shape", "x=", "--wrt", "y"], "'y'"),
        (["x*2", "--shape", "x=", "--order", "0"], "--order"),
    ],
)
def test_wrong_usage(invoke: Invoke, args: list[str], words: str) -> None:
    """What was asked for wrongly is said in one line."""
    found = invoke("diff", *args)
    assert found.exit_code == ExitCode.USAGE
    assert words in found.stderr
    assert found.stdout == ""


@pytest.mark.parametrize("program", ["x *", "undefined(x)", "sum(x @ ones(4))", "'text'", "x > 1"])
def test_wrong_programs(invoke: Invoke, program: str) -> None:
    """A program that is wrong ends in a diagnostic."""
    found = invoke("diff", program, "--shape", "x=3")
    assert found.exit_code == ExitCode.PROGRAM
    assert found.stderr.startswith("error[")
    assert found.stdout == ""


def test_unknown_shapes(invoke: Invoke) -> None:
    """Where no shapes fit, the message says how to give them."""
    found = invoke("diff", "x.reshape(7, 5).sum()")
    assert found.exit_code == ExitCode.PROGRAM
    assert "--shape x=3" in found.stderr


def test_a_wrong_text_is_a_defect(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is not the derivative never reaches standard output."""
    from gradcli.answers import formula

    written = formula.program

    def doubled(roots: Any, *rest: Any) -> Any:
        from gradcli.symbolic.algebra import scaled

        return written([scaled(2, root) for root in roots], *rest)

    monkeypatch.setattr(formula, "program", doubled)
    found = invoke("diff", "sum(x**2)", "--shape", "x=3")
    assert found.exit_code == ExitCode.INTERNAL
    assert found.stdout == ""


def test_what_the_program_prints_is_not_output(invoke: Invoke) -> None:
    """Only the derivative is written."""
    found = invoke("diff", "print('hello')", "sum(x**2)", "--shape", "x=3")
    assert found.stdout == "2 * x\n"


def test_a_format_that_lacks_a_function_says_so(invoke: Invoke) -> None:
    """What one format cannot write is an error of the program that names the function."""
    arguments = ("diff", "sum(F.adaptive_max_pool1d(x, 1))", "-D", "x=tensor([[2., 1.], [1., 3.]])")
    found = invoke(*arguments, "--format", "python")
    assert (found.stdout, found.exit_code) == ("", ExitCode.PROGRAM)
    assert "no NumPy code is known for F.adaptive_max_pool2d()" in found.stderr
    assert invoke(*arguments).exit_code == ExitCode.OK


def test_claims(invoke: Invoke) -> None:
    """The status says whether a claim is right; JSON says where it is not."""
    assert invoke("diff", "x**2", "--shape", "x=", "--equals", "2 * x").exit_code == ExitCode.OK
    found = invoke("diff", "x**2", "--shape", "x=", "--equals", "x", "--format", "json")
    data = json.loads(found.stdout)
    assert found.exit_code == ExitCode.CHECK_FAILED
    assert (data["correction"], data["expected"]) == ("2 * x", 2 * data["claimed"])
    assert "at x = " in invoke("diff", "x**2", "--shape", "x=", "--equals", "x").stdout


def test_what_was_assumed_is_said(invoke: Invoke) -> None:
    """Shapes that nobody gave stand in a comment, in every format."""
    for form, sign in (("text", "#"), ("latex", "%"), ("python", "#")):
        found = invoke("diff", "x @ A @ x", "--wrt", "x", "--format", form)
        assert found.stdout.startswith(f"{sign} assumed: x is a vector (n), A is a matrix (n, n)\n")
    data = json.loads(invoke("diff", "x @ x", "--format", "json").stdout)
    assert data["assumed"] == {"x": ["n"]}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["x", "-D", "x=3", "-C", "x=4"], "x has two values: -D x=3 and -C x=4"),
        (["x", "-C", "x=4", "-D", "x=3"], "x has two values: -D x=3 and -C x=4"),
        (["x", "-D", "x=1", "-D", "x=2"], "x has two values: -D x=1 and -D x=2"),
        (["x @ x", "--shape", "x=3", "--shape", "x=4"], "x has two shapes"),
        (["x @ x", "--shape", "x=3", "-D", "x=[1, 2]"], "x has shape (3,), its value has (2,)"),
        (["x**2", "--shape", "y=3"], "there is no input 'y'"),
        (["x**2", "--jvp", "x=v", "--jvp", "x=w"], "x has two values"),
        (["x**2", "--at", "x=1"], "--at says where --taylor is to be"),
    ],
)
def test_what_contradicts_itself(args: list[str], words: str, invoke: Invoke) -> None:
    """Of two values, or two shapes, for one name none is taken without a word."""
    result = invoke("diff", *args)
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert words in " ".join(result.stderr.split())


def test_other_errors_name_a_shape_that_was_tried(invoke: Invoke) -> None:
    """Where no shapes fit, what the program said of the last ones is told."""
    result = invoke("diff", "x.sum(5)")
    assert "but got 5" in result.stderr


@pytest.mark.parametrize(("claim", "status"), [("(A + A.T) / 2", 0), ("A", 1)])
def test_a_hessian_is_claimed(claim: str, status: int, invoke: Invoke) -> None:
    """A claim may be about second derivatives by one input."""
    found = invoke("diff", "x @ A @ x / 2", "--wrt", "x", "--hessian", "--equals", claim)
    assert found.exit_code == status
