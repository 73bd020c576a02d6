"""What a start imports: importing the package and asking for help must stay light."""

import subprocess
import sys

import pytest

ENGINE = {"numpy", "lark", "rich", "scipy"}


def imports(*arguments: str) -> set[str]:
    """Return the top-level modules that a Python process with these arguments imports."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
        stdin=subprocess.DEVNULL,
    )
    lines = [line for line in run.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


@pytest.mark.parametrize(
    "arguments",
    [
        ("-c", "import gradcli"),
        ("-m", "gradcli", "--help"),
        ("-m", "gradcli", "--version"),
    ],
)
def test_light_starts(arguments: tuple[str, ...]) -> None:
    """Importing the package, help and the version need no engine, parser or renderer."""
    modules = imports(*arguments)
    assert "gradcli" in modules
    assert modules & ENGINE == set()


def test_eval_in_a_pipe() -> None:
    """An evaluation whose output is a pipe loads numpy, but no renderer of tables and no scipy."""
    modules = imports("-m", "gradcli", "eval", "mean(3 * (x + 2)**2)", "-D", "x=ones(2, 2)")
    assert "numpy" in modules
    assert modules & {"rich", "scipy"} == set()
