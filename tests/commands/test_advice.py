"""What a newcomer types and does not mean: each is told with what to type."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradcli.errors import ExitCode

Run = Callable[..., Any]


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        # NAME=VALUE
        (["eval", "x", "-D", "x", "3"], "write -D x=3"),
        (["eval", "x", "-D", "x=", "3"], "write -D x=3"),
        (["eval", "x", "-D", "x", "=", "3"], "write -D x=3\n"),
        (["eval", "x", "-D", "x", "=3"], "write -D x=3\n"),
        (["eval", "x", "--define", "x", "[1, 2]"], "write --define 'x=[1, 2]'"),
        (["each", "x", "-C", "x: 3"], "write -C 'x= 3'"),
        (["eval", "x", "-D", "x@a.csv#b"], "write -D 'x=@a.csv#b'"),
        (["eval", "x", "-D", "x", "--json"], "'x' is not of the form NAME=VALUE\n"),
        (["eval", "x", "-D", "a b=3"], "'a b' is not a name\n"),
        # options
        (["eval", "x", "-d", "x=3"], "Did you mean '-D'?\n"),
        (["eval", "x", "-dx=3"], "Did you mean '-D'?\n"),
        (["eval", "x", "--D", "x=3"], "Did you mean '-D'?\n"),
        (["eval", "x", "--gte", "grad.x"], "Did you mean '--get'?\n"),
        (["eval", "x", "-json"], "Did you mean '--json'?\n"),
        (["eval", "x", "-jacobian"], "Did you mean '--jacobian'?\n"),
        (["eval", "x", "-format=json"], "Did you mean '--format'?\n"),
        (["eval", "x", "-output", "a.json"], "Did you mean '--output'?\n"),
        (["-D", "x=3", "x**2"], "as in: gradcli eval -D x=3 'x**2'\n"),
        (["--json"], "--json is an option of a command, as in: gradcli eval --json\n"),
        (["plot", "x"], "Missing option --over NAME=START:STOP, for example:\n\n  gradcli p"),
        (["info"], "Missing argument FILE, for example:\n\n  gradcli info weights.safetensors\n"),
        (["completion"], "Missing argument {bash|zsh|fish}, for example:\n"),
        (["eval", "x", "--order", "2.5"], "'2.5' is not a whole number of at least 1.\n"),
        (["diff", "x", "--order", "x"], "'x' is not a whole number from 1 to 12.\n"),
        (["diff", "x", "--order", "0"], "0 is not a whole number from 1 to 12.\n"),
        (["diff", "x", "--order"], "argument: --order N\n\n  Order of the derivative."),
        (["each", "x", "-D"], "Option '-D' requires an argument: -D NAME=VALUE\n"),
        (["diff", "x", "--format", "tex"], "Did you mean 'latex'?\n"),
        (["plot", "x", "--rate", "x"], "'x' is not a number.\n"),
        (["eval", "x", "--seed", "1.5"], "'1.5' is not a whole number.\n"),
        (["plot", "x", "--over", "x"], "is not of the form NAME=START:STOP, as x=-3:3\n"),
        (["eval", "-c", "x**2"], "Did you mean '-e' or '-C'?\n"),
        (["-c", "x**2"], "Did you mean 'gradcli eval -e'?\n"),
        (["eval", "x", "--arg", "x=3"], "Did you mean '-D'?\n"),
        (["eval", "x", "--precision", "3"], "Did you mean '--raw'?\n"),
        (["check", "-n", "4", "a.py"], "Did you mean '-j'?\n"),
        (["check", "-n4", "a.py"], "Did you mean '-j'?\n"),
        (["plot", "x", "-n", "4"], "Did you mean '--order'?\n"),
        (["check", "--junitxml=a.xml"], "Did you mean '--report junit=FILE'?\n"),
        (["check", "--maxfail", "1"], "Did you mean '--fail-fast'?\n"),
        (["diff", "x", "--var", "x"], "Did you mean '--wrt'?\n"),
        (["eval", "x", "--jac"], "Did you mean '--jacobian'?\n"),
        (["diff", "x**2 + y", "--wrt", "x", "y"], "takes names with commas: x,y\n"),
        (["eval", "x**2 + y", "--wrt", "x", "y", "-D", "x=1"], "takes names with commas: x,y\n"),
        (["explain", "x**2 + y + z", "--wrt", "x,y", "z"], "with commas: x,y,z\n"),
        (["eval", "x", "--grad", "x"], "Did you mean '--wrt'?\n"),
        (["check", "--tol", "1"], "No such option '--tol'.\n"),
        (["eval", "x", "--verbose"], "No such option '--verbose'.\n"),
        (["diff", "x", "--latex"], "Did you mean '--format latex'?\n"),
        (["eval", "x", "--double"], "Did you mean '--dtype float64'?\n"),
        (["eval", "x", "--dtype", "torch.half"], "Did you mean 'float16'?\n"),
        (["each", "x", "--json"], "Did you mean '--format jsonl'?\n"),
        (["check", "--sarif"], "Did you mean '--report sarif'?\n"),
        (["eval", "x", "--x=3"], "Did you mean -D x=3?\n"),
        (["eval", "-x", "-D", "x=3"], "gradcli eval -- -x\n"),
        (["eval", "-t", "-D", "x=3"], "No such option '-t'.\n"),
        (["--json", "diff", "x"], "as in: gradcli diff --json x\n"),
        ([], "Usage: gradcli [OPTIONS] COMMAND [ARGS]...\n\n  Differentiate"),
        # commands
        (["evaluate", "x"], "Did you mean 'eval'?\n"),
        (["version"], "Did you mean '--version'?\n"),
        (["derivative", "x"], "Did you mean 'diff'?\n"),
        (["chekc"], "Did you mean 'check'?\n"),
        # lines
        (["eval", "x", "+", "2", "-D", "x=1"], "stands in quotes: 'x + 2'\n"),
        (["diff", "x", "**2"], "stands in quotes: 'x **2'\n"),
        (["eval", "", "-D", "x=1"], "No program."),
        (["eval", "-e", " "], "No program."),
        (["diff", "x**2", "x"], "--wrt x differentiates by it.\n"),
        (["each", "sin(x)", "x=0:1:0.5"], "-D x=0:1:0.5\n"),
        (["each", "w * x", "a.csv", "w=0.5"], "An input is given with -D: -D w=0.5\n"),
        (["explain", "shape-mismatch"], "gradcli rule shape-mismatch explains the code"),
        (["rule", "E001"], "gradcli rule lists all\n"),
        # parts and limits
        (["eval", "x", "-D", "x=1", "--json", "--get", "sparsity"], "--sparsity asks for it\n"),
        (["eval", "x", "-D", "x=1", "--get", "x.grad"], "did you mean 'grad.x'?\n"),
        (["eval", "x", "-D", "x=1", "--get", "gradient"], "did you mean 'grad.NAME'?\n"),
        (["eval", "x", "-D", "x=1", "--get", "shape"], "did you mean 'result.shape'?\n"),
        (
            ["eval", "ones(2), ones(3)", "-o", "a.npy"],
            "one array, not result.0, result.1; use .npz\n",
        ),
        (["eval", "1", "--max-memory", "256"], "is 256 bytes; a size has a unit, as 256MiB\n"),
    ],
)
def test_what_is_wrong_is_told_with_what_is_right(args: list[str], meant: str, invoke: Run) -> None:
    """The status is that of wrong usage, and nothing is written."""
    result = invoke(*args)
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert meant in result.stderr


def test_a_short_name_in_another_case(invoke: Run) -> None:
    """It may be the one that is there, or one that is to be given."""
    said = invoke("eval", "x * Y", "-D", "x=1", "-D", "y=2").stderr
    assert "did you mean `y`? Else `-D Y=VALUE` defines an input" in said
    said = invoke("eval", "x * Y", "-D", "x=1").stderr
    assert "help: `-D Y=VALUE` defines an input" in said


@pytest.mark.parametrize("option", ["-D", "-C"])
@pytest.mark.parametrize("value", ["1; 2", "1\n2", "y = 1", "del y", "# 1", "if 1: 2"])
def test_a_value_is_one_expression(option: str, value: str, invoke: Run) -> None:
    """Of several statements the last would count, and nobody would know."""
    result = invoke("eval", "x", "-C", "y=1", option, f"x={value}")
    assert (result.exit_code, result.stdout) == (ExitCode.PROGRAM, "")
    assert "one expression is expected here" in result.stderr
    assert f"{option} x" in result.stderr


@pytest.mark.parametrize("value", ["1 # one", "[1,\n2]", " 1", "1;", "1\n", "(y := 2)"])
def test_a_value_may_have_what_expressions_have(value: str, invoke: Run) -> None:
    """Comments, lines within brackets, what ends a line."""
    assert invoke("eval", "sum(x)", "-D", f"x={value}").exit_code == ExitCode.OK


@pytest.mark.parametrize(
    ("value", "help"),
    [
        ("=3", "one sign is enough: `-D x=3`"),
        ("3,y=4", "each input has an option of its own"),
        ("3;y=4", "each input has an option of its own"),
    ],
)
def test_values_that_are_none(value: str, help: str, invoke: Run) -> None:
    """The help shows how it is written."""
    result = invoke("eval", "x", "-D", f"x={value}")
    assert result.exit_code == ExitCode.PROGRAM and f"help: {help}" in result.stderr


FILES = {
    "a.py": ("1", "gradcli eval -f a.py"),
    "a.csv": ("x\n1\n", "-D x=@a.csv"),
    "a.ipynb": (json.dumps({"cells": []}), "gradcli check a.ipynb"),
    "a.md": ("# A\n", "gradcli check a.md"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_in_the_place_of_something_else(
    name: str, invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a command, as an expression, as a program: what it is good for is told."""
    monkeypatch.chdir(tmp_path)
    text, use = FILES[name]
    (tmp_path / name).write_text(text)
    for args in ([name], ["eval", name], ["graph", name], ["diff", "-f", name]):
        if name == "a.py" and "-f" in args:
            continue
        result = invoke(*args)
        assert (result.exit_code, result.stdout) == (ExitCode.USAGE, ""), args
        own = args[0] if args[0] in ("graph", "diff") else "eval"
        assert use.replace("gradcli eval", f"gradcli {own}") in result.stderr, args


def test_names_of_files_in_the_place_of_a_sign(
    invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``x * 2`` without quotes is a line for each file; a folder of other names says nothing."""
    monkeypatch.chdir(tmp_path)
    for name in ("notes", "b.txt", ".hidden"):
        (tmp_path / name).write_text("")
    result = invoke("eval", "x", "b.txt", "notes", "2", "-D", "x=3")
    assert result.exit_code == ExitCode.PROGRAM
    assert "help: the shell has put the names of files" in result.stderr
    assert "the shell has" not in invoke("eval", "x", "notes", "-D", "x=3").stderr


def test_a_program_behind_its_records(invoke: Run, tmp_path: Path) -> None:
    """Others take the file first."""
    path = tmp_path / "a.csv"
    path.write_text("b\n1\n")
    result = invoke("each", str(path), "b * 2")
    assert result.exit_code == ExitCode.USAGE and f"each 'b * 2' {path}\n" in result.stderr


@pytest.mark.parametrize("program", [["y = x**2", "y"], ["for x in [y]: x", "x"], ["x"]])
def test_a_name_as_the_last_line(program: list[str], invoke: Run) -> None:
    """It is the result, where the program says what it is."""
    assert invoke("diff", *program).exit_code == ExitCode.OK
    assert invoke("diff", "x**2", "x", "--wrt", "x").stdout.endswith("\n1\n")


def test_a_part_of_a_file_is_named_behind_its_sign(invoke: Run, tmp_path: Path) -> None:
    """As ``#b``, and neither ``:b`` nor ``[b]``."""
    path = tmp_path / "a.csv"
    path.write_text("b\n1\n")
    for end in (":b", "[b]"):
        result = invoke("eval", "x", "-D", f"x=@{path}{end}")
        assert result.exit_code == ExitCode.USAGE and f"'{path}#b'" in result.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["eval", "x", "-C", "x=hello"], "in quotes: `-C \"x='hello'\"`\n"),
        (["eval", "x", "-D", "x=on-line"], "in quotes: `-C \"x='on-line'\"`\n"),
        (["eval", "x", "-D", "x=tensro"], "did you mean `tensor`?\n"),
        (["eval", "sum(x)", "-D", "sum=2", "-D", "x=1"], "`sum=2` gives the name to an input"),
        (["eval", "x(2)", "-D", "x=1"], "a product is written with `*`\n"),
        (["eval", "sin(t)"], "`-D t=VALUE`\n"),
        (["eval", "2 * t"], "`-D t=VALUE`\n"),
        (["eval", "sys.argv"], "write `import sys` before it\n"),
        (["eval", "2 * sin"], "missing: `sin()`\n"),
        (["diff", "x^2"], "not implemented for 'Float'\n"),
    ],
)
def test_what_is_wrong_with_an_input(args: list[str], said: str, invoke: Run) -> None:
    """Texts have quotes, names of functions hide these, and no shape is told that nobody gave."""
    result = invoke(*args)
    assert (result.exit_code, result.stdout) == (ExitCode.PROGRAM, "")
    assert said in result.stderr and "shape (" not in result.stderr


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_text_of_other_encodings(
    encoding: str, invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told how it becomes UTF-8, also where PowerShell's ``>`` made it."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "a.md", "a.csv"):
        (tmp_path / name).write_text("# é\n1", encoding=encoding)
    make = f"iconv -f {'LATIN1' if encoding == 'latin-1' else 'UTF-16'} -t UTF-8"
    for arguments in (("eval", "-f", "a.py"), ("each", "x", "a.csv"), ("info", "a.csv")):
        result = invoke(*arguments)
        assert result.exit_code == ExitCode.USAGE and make in result.stderr, arguments
    assert invoke("check", "a.py", "a.md").stdout.count(make) == 2


def test_a_file_that_is_not_there(
    invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One whose name is near, or is but for the ending, is named."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "no_grad.py").write_text("1")
    for name in ("no.grad", "no_grad", "nograd.py", "no_grad.md"):
        for args in (["check", name], ["eval", "-f", name]):
            result = invoke(*args)
            said = result.stdout + result.stderr
            assert "did you mean no_grad.py?" in said, args
    assert "did you mean" not in invoke("eval", "-f", "other.py").stderr


def test_a_power_at_shapes_that_are_given(invoke: Run) -> None:
    """An element type that only the derivative is computed in is not told of."""
    said = invoke("diff", "x^2", "--shape", "x=3").stderr
    assert "'Float'" in said and "float32" in said and "a power is written" in said
