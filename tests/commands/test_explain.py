"""``gradcli explain``: its options, its formats, and what goes wrong."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from gradcli.errors import ExitCode

Run = Callable[..., Any]
CALL = ["explain", "sin(x * w)", "-D", "x=2", "-C", "w=tensor(0.5)"]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("auto", "     dL/dv1 = cos(v1)\n            = tensor(0.5403)\n"),
        ("text", "  dL/dx = w * cos(v1)\n        = w * cos(x * w)\n        = tensor(0.2702)\n"),
        ("plain", "  v1 = x * w\n     = tensor(1.)\n"),
        ("table", "│ dL/dv1 = cos(v1)"),
        ("markdown", "`dL/dv1` = `cos(v1)` = `tensor(0.5403)` |"),
        ("latex", r"\frac{\partial L}{\partial v_{1}} &= \cos\left(v_{1}\right) \\"),
    ],
)
def test_formats(invoke: Run, form: str, words: str) -> None:
    """Each format has the same steps."""
    result = invoke(*CALL, "--format", form)
    assert (result.exit_code, result.stderr) == (ExitCode.OK, "")
    assert words in result.stdout


def test_json(invoke: Run) -> None:
    """JSON is one line of data."""
    data = json.loads(invoke(*CALL, "--format", "json", "--dtype", "float64").stdout)
    assert [step["name"] for step in data["steps"]] == ["L", "v1"]


def test_the_default_type_is_not_repeated(invoke: Run) -> None:
    """Values are printed as the program itself would print them."""
    assert "dtype" not in invoke(*CALL[:4], "-C", "w=0.5", "--dtype", "float64").stdout


def test_what_the_program_prints_is_left_out(invoke: Run) -> None:
    """Standard output is the explanation alone."""
    out = invoke("explain", "print('hello')\nx * 2", "-D", "x=1").stdout
    assert out.startswith("forward\n  L = x * 2\n")


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (["x.summ()", "-D", "x=1"], ExitCode.PROGRAM, "no attribute 'summ'"),
        (["x**2", "-D", "x=[1., 2.]", "--gradient", "3"], ExitCode.PROGRAM, "Mismatch in shape"),
        (["x**2", "-D", "x=1", "--wrt", "y"], ExitCode.USAGE, "there is no tensor 'y'"),
        (["-x", "-D", "x=1"], ExitCode.USAGE, "No such option"),
        ([], ExitCode.USAGE, "No program"),
    ],
)
def test_errors(invoke: Run, args: list[str], status: int, words: str) -> None:
    """What is wrong is said on standard error, with the status that ``eval`` has for it."""
    result = invoke("explain", *args, stdin="")
    assert (result.exit_code, result.stdout) == (status, "")
    assert words in result.stderr


def test_values_are_read_once(invoke: Run) -> None:
    """What comes from a pipe is there for the numbers and for the formula at the end."""
    out = invoke("explain", "sum(x**2)", "-D", "x=@-", stdin="[1.0, 2.0]").stdout
    assert out.endswith("  dL/dx = 2 * x\n        = tensor([2., 4.])\n")


def test_limits_hold_without_numbers(invoke: Run) -> None:
    """A program that is only followed is kept to its limits as well."""
    found = invoke("explain", "y = x", "for i in range(10**6): y = y * x", "y", "--max-steps", "99")
    assert found.exit_code == ExitCode.PROGRAM
    assert "limit" in found.stderr or "shapes" in found.stderr


@pytest.mark.parametrize("inputs", [(), ("-D", "z=1", "--wrt", "z")])
def test_a_result_that_depends_on_other_leaves(inputs: tuple[str, ...], invoke: Run) -> None:
    """It is said that there is nothing, with numbers and without."""
    program = ("w = z * 2", "x = torch.ones(2, requires_grad=True)", "(x**2).sum()")
    result = invoke("explain", *program, *inputs)
    assert result.exit_code == ExitCode.OK
    assert "the result does not depend on z" in result.stdout + result.stderr
