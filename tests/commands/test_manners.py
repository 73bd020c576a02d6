"""What the command says to those who meant something else, or wonder where a NaN came from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradcli.errors import ExitCode

Run = Callable[..., Any]


def test_a_file_is_no_expression(
    invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program's file where an expression stands is asked about; without the file it is one."""
    monkeypatch.chdir(tmp_path)
    Path("line.py").write_text("1 + 1")
    for command in ("eval", "diff", "explain", "graph"):
        result = invoke(command, "line.py")
        assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
        assert "-f line.py" in result.stderr
    assert invoke("eval", "-f", "line.py").stdout == "result: 2\n"
    assert invoke("eval", "other.py").exit_code == ExitCode.PROGRAM


@pytest.mark.parametrize("source", ["x.sqrt().sum()", "(x * inf).sum()", "(x / x).sum()"])
def test_gradients_that_are_not_finite(invoke: Run, source: str) -> None:
    """A NaN or an infinity among the gradients says what finds its origin; --anomaly needs not."""
    hint = "hint: x.grad is not finite; --anomaly tells where that began\n"
    call = ("eval", source, "-D", "x=[0., 1.]")
    assert invoke(*call).stdout.endswith(hint)
    assert json.loads(invoke(*call, "--format", "json").stdout)["hint"] in hint
    assert hint not in invoke(*call, "--anomaly").stdout
    assert "hint" not in invoke("eval", "x.sqrt().sum()", "-D", "x=[1., 4.]").stdout
