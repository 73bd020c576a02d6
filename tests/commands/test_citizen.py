"""A citizen of the shell: what every command does on terminals, in pipes and with odd texts.

What has to hold, and where it is tested:

====================================================  ============================================
``x[i]`` on a terminal and in a pipe                  test_markup_is_text, …_on_a_terminal
a closed pipe is status 141, without a word           test_main.test_a_closed_pipe
Ctrl-C is 130                                         test_main.test_interruption
``/dev/full`` is status 2 and one line                test_main.test_a_full_disk
a cell of 200 letters in a pipe                       test_cells_in_a_pipe_are_whole
``NO_COLOR``: no escape at all                        test_main.test_no_colour_means_no_escape
``-1 + x``, ``-e`` and ``--``                         test_expressions_that_begin_with_a_dash
``x = `` with ``--json``: a diagnostic and its place  test_a_syntax_error_as_json
``@-`` from a pipe; objects are not unpickled         test_arrays_from_a_pipe, files/test_cells
JSON with NaN is JSON, and fits the schema            test_json_without_numbers_that_are_none
SARIF 2.1.0, JUnit, ten errors and a notice           report/checks, test_check.test_reports
``--version`` loads no NumPy, lark or rich            test_startup.test_light_starts
rules on the bare standard, on dask and in JAX        ops/test_engines.test_samples
gradients in the chunks of their operands             ops/test_engines.test_gradients_are_in_the_…
nothing listens but on 127.0.0.1                      test_engines.test_no_engine_can_be_reached_…
every format with every damage                        files/test_cells
====================================================  ============================================
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import validate

from gradcli.errors import ExitCode
from tests.commands.conftest import environment
from tests.commands.terminals import on_a_terminal
from tests.files.making import npy

Run = Callable[..., Any]
SCHEMA = Path(__file__).parent.parent.parent / "docs" / "report.schema.json"
ODD = ["x[i]", "'[red]'", "'x[/]'", "x['[/]']"]
SAID = "0 * len({odd!r}) + sin(x)"

COMMANDS = {
    "eval": ("eval", SAID, "-D", "x=2"),
    "table": ("eval", SAID, "-D", "x=2", "--format", "table"),
    "graph": ("graph", SAID, "-D", "x=2"),
    "chain": ("graph", SAID, "-D", "x=2", "--format", "chain"),
    "svg": ("graph", SAID, "-D", "x=2", "--format", "svg"),
    "explain": ("explain", SAID, "-D", "x=2"),
    "error": ("eval", "nope + len({odd!r})"),
    "print": ("eval", "print({odd!r})"),
    "each": ("each", "{odd!r}", "-D", "x=0:1", "--get", "result"),
    "diff": ("diff", SAID, "-D", "x=2", "--json"),
    "dot": ("graph", SAID, "-D", "x=2", "--format", "dot"),
    "chain of gradients": ("graph", SAID, "-D", "x=2", "--format", "chain", "--gradients"),
    "json": ("eval", SAID, "-D", "x=2", "--json"),
    "usage": ("eval", "1", "--get", "{odd}"),
    "info": ("info", "{odd}"),
    "ops": ("ops", "{odd}"),
    "rule": ("rule", "{odd}"),
    "file": ("eval", "1", "-D", "x=@{odd}"),
    "plot": ("plot", SAID + " + y", "--over", "x=0:1", "--over", "y=0:1"),
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("call", COMMANDS.values(), ids=COMMANDS)
def test_markup_is_text(odd: str, call: tuple[str, ...], invoke: Run) -> None:
    """What looks like the markup of a library is what the user wrote."""
    shown = invoke(*(word.format(odd=odd) for word in call))
    text = (shown.stdout + shown.stderr).replace("&#x27;", "'").replace("\\", "")
    assert odd.replace('"', "'") in text.replace('"', "'")


@pytest.mark.parametrize("call", ["eval", "graph", "explain", "error", "print", "each"])
def test_markup_is_text_on_a_terminal(call: str) -> None:
    """A terminal shows it as well."""
    words = (word.format(odd="x[i]x[/][red]") for word in COMMANDS[call])
    assert "x[i]x[/][red]" in on_a_terminal(*words, size=(120, 40), NO_COLOR="1")


def test_cells_in_a_pipe_are_whole(process: Run) -> None:
    """A table that goes into a pipe is as wide as what it holds."""
    result = process("eval", "'a' * 300", "--format", "table", env={"TERM": "xterm"})
    assert "a" * 300 in result.stdout


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_tables_fit(columns: int, invoke: Run) -> None:
    """Values are folded and columns left out; no table falls away, and no value is lost."""
    program = "y = torch.linspace(-1, 1, 24).reshape(3, 8) * x", "(y ** 2).mean()"
    call = ("eval", *program, "-D", "x=torch.linspace(1, 2, 8)", "-D", "w=1e-8")
    shown = on_a_terminal(*call, size=(columns, 40), NO_COLOR="1")
    assert max(map(len, shown.splitlines())) <= columns
    assert shown.count("╭") == 2 and ("(8,)" in shown) is (columns == 120)
    plain = " ".join("".join(c if c not in "│╭╮╰╯─┬┴┼├┤" else " " for c in shown).split())
    for name in ("x", "w"):
        gradient = invoke(*call, "--get", f"grad.{name}").stdout
        assert " ".join(gradient.split()) in plain.replace(f"{name}.grad ", "")


def test_a_screenful(tmp_path: Path) -> None:
    """The graph leaves room on the screen, unless all of it is asked for."""
    call = ("eval", " + ".join(f"sin(x * {i})" for i in range(60)), "-D", "x=1")
    lines = on_a_terminal(*call, size=(100, 30), NO_COLOR="1").splitlines()
    assert len(lines) < 40 and any("--graph all has more" in line for line in lines)
    assert (
        len(on_a_terminal(*call, "--graph", "all", size=(100, 30), NO_COLOR="1").splitlines()) > 170
    )
    assert "Backward0 " not in on_a_terminal(*call, "--no-graph", NO_COLOR="1")


def test_expressions_that_begin_with_a_dash(invoke: Run) -> None:
    """They are refused with what to write, and taken where that is written."""
    refused = invoke("eval", "-1 + x", "-D", "x=3")
    assert refused.exit_code == ExitCode.USAGE and "-e '-1 + x'" in refused.stderr
    for call in (("-e", "-1 + x"), ("--", "-1 + x")):
        result = invoke("eval", "-D", "x=3", "--get", "result", *call)
        assert (result.exit_code, result.stdout) == (0, "tensor(2., grad_fn=<AddBackward0>)\n")


def test_a_syntax_error_as_json(invoke: Run) -> None:
    """It is one diagnostic with its place, and nothing else is printed."""
    result = invoke("eval", "-f", "-", "--json", stdin="x = \n")
    (found,) = json.loads(result.stdout)["diagnostics"]
    assert result.exit_code == ExitCode.PROGRAM and result.stderr == ""
    assert (found["code"], found["line"]) == ("syntax", 1)


def test_arrays_from_a_pipe(tmp_path: Path) -> None:
    """A pipe can hold an array; one of Python's objects is refused, and nothing is unpickled."""
    call = [sys.executable, "-m", "gradcli", "eval", "-D", "w=@-", "-e", "w.sum()", "--raw"]
    run = subprocess.run(call, input=npy(np.arange(4.0)), capture_output=True, env=environment())
    assert (run.returncode, run.stdout) == (0, b"6.0\n")
    path = tmp_path / "objects.npy"
    np.save(path, np.array([{"a": 1}], object), allow_pickle=True)
    run = subprocess.run(call, input=path.read_bytes(), capture_output=True, env=environment())
    assert (run.returncode, run.stdout) == (2, b"") and run.stderr.count(b"\n") == 1


def test_json_without_numbers_that_are_none(invoke: Run) -> None:
    """NaN and infinities are texts, and what is printed keeps to the schema."""
    for program in ("log(x - 2)", "(x / 0).sum()", "0 * x / 0"):
        text = invoke("eval", program, "-D", "x=1", "--format", "json").stdout
        found = json.loads(text, parse_constant=pytest.fail)
        validate(found, json.loads(SCHEMA.read_text(encoding="utf-8")))
        assert '"NaN"' in text or 'Infinity"' in text
