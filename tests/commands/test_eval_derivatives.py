"""``gradcli eval`` with the options that ask for other derivatives than gradients."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from gradcli.errors import ExitCode

Run = Callable[..., Any]
INPUTS = ["-D", "x=[1., 2.]", "-D", "y=3"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["x**2 * y", "--jacobian", "--get", "jacobian.x"], [[6.0, 0.0], [0.0, 12.0]]),
        (["x**2 * y", "--jacobian", "--wrt", "y", "--get", "jacobian"], [1.0, 4.0]),
        (["(x**2 * y).sum()", "--hessian", "--get", "hessian.y.x"], [2.0, 4.0]),
        (["x**2 * y", "--hessian", "--gradient", "[0, 1]", "--get", "hessian.y.x"], [0.0, 4.0]),
        (["x**2 * y", "--jvp", "x=[1, 1]", "--get", "jvp"], [6.0, 12.0]),
        (["x**2 * y", "--jvp", "x=x*0", "--jvp", "y=2", "--get", "jvp"], [2.0, 8.0]),
        (["x**2 * y", "--order", "1", "--wrt", "y", "--get", "derivative"], [1.0, 4.0]),
        (["y**3", "--order", "3", "--wrt", "y", "--get", "derivative"], 6.0),
        (
            ["x**2", "--order", "2", "--gradient", "[1, 2]", "--wrt", "x", "--get", "derivative"],
            [[2.0, 0.0], [0.0, 4.0]],
        ),
    ],
)
def test_numbers(invoke: Run, options: list[str], expected: Any) -> None:
    """Each option gives its derivative."""
    result = invoke("eval", *INPUTS, *options, "--format", "json")
    assert result.exit_code == ExitCode.OK, result.stderr
    assert json.loads(result.stdout)["data"] == expected


@pytest.mark.parametrize("form", ["plain", "table"])
def test_text(invoke: Run, form: str) -> None:
    """Every format has the numbers and the picture, and no gradients."""
    out = invoke("eval", *INPUTS, "x**2 * y", "--jacobian", "--sparsity", "--format", form).stdout
    assert "d/dx" in out and "[ 0., 12.]" in out and "4 of 6 entries" in out
    assert "gradients" not in out and "hint" not in out


def test_sparsity_alone_shows_no_numbers(invoke: Run) -> None:
    """The picture is all that was asked for."""
    out = invoke("eval", *INPUTS, "x**2 * y", "--sparsity").stdout
    assert "where the jacobian is not zero:" in out and "d/dx" not in out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--jacobian", "--hessian"], "not both"),
        (["--jacobian", "--order", "2"], "not both"),
        (["--jacobian", "--gradient", "1"], "not both"),
        (["--jvp", "x=1", "--wrt", "x"], "--jvp names its inputs"),
        (["--jvp", "x"], "NAME=VALUE"),
        (["--jvp", "z=1"], "no tensor 'z'"),
        (["--order", "0"], "0 is not a whole number of at least 1"),
        (["--order", "2", "--sparsity"], "with --jacobian or --hessian"),
        (["--get", "jacobian.x"], "--jacobian asks for it"),
        (["--jacobian", "--get", "jacobian.z"], "did you mean 'jacobian.x'"),
        (["--get", "jacobean"], "a report has no part 'jacobean'"),
    ],
)
def test_wrong_usage(invoke: Run, options: list[str], words: str) -> None:
    """Options that contradict each other, and names that are not there, are wrong usage."""
    result = invoke("eval", "-D", "x=1", "x**2", *options)
    assert result.exit_code == ExitCode.USAGE
    assert words in result.stderr


def test_program_errors(invoke: Run) -> None:
    """A Hessian of several elements, and vectors of a wrong size or value, are errors."""
    for options in (
        ["--hessian"],
        ["--hessian", "--gradient", "2"],
        ["--jvp", "x=[1, 2, 3]"],
        ["--jvp", "x=q"],
    ):
        result = invoke("eval", *INPUTS, "x**2 * y", *options)
        assert result.exit_code == ExitCode.PROGRAM, options
        assert result.stderr.startswith("error[")


def test_too_large(invoke: Run, process: Run) -> None:
    """A Jacobian that cannot fit is refused at once."""
    result = process("eval", "x * 2", "-D", "x=ones(3000, 3000)", "--jacobian")
    assert result.returncode == ExitCode.PROGRAM
    assert result.stderr == "error[memory]: not enough memory\n"
