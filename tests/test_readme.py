"""README.md and CONTRIBUTING.md are true: examples are run, tables compared with what they list.

A ``console`` block is a session, as ``console.py`` runs them. A ``pycon`` block is one of Python's.
"""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from gradcli.errors import ExitCode
from tests.console import session, typed
from tests.ops import sampling

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

# Run where the example would stand; an operator of its name makes room for it.
DECLARE = """
import sys
import gradcli
from gradcli.operators.declare import OPS
from gradcli.ops import elementwise
OPS.pop("log1p", None)
exec("from __future__ import annotations\\n" + sys.argv[1], vars(elementwise))
x = gradcli.tensor([0.0, 1.0], requires_grad=True)
elementwise.log1p.call(x).sum().backward()
print(x.grad)
"""


def blocks(language: str) -> list[str]:
    """Return the contents of the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", blocks("console"))
def test_console_session(block: str) -> None:
    """Each command prints exactly what the README shows."""
    status = 0
    for command, expected in session(block):
        shown, status = typed(command, status)
        assert shown == expected, command


@pytest.mark.parametrize("block", blocks("pycon"))
def test_python_session(block: str) -> None:
    """Each Python expression prints exactly what the README shows."""
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    report: list[str] = []
    result = doctest.DocTestRunner().run(test, out=report.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(report)


def test_there_are_sessions() -> None:
    """The tests above have something to run."""
    assert len(blocks("console")) >= 3
    assert blocks("pycon")


def test_first_screen() -> None:
    """The first thirty lines hold the two commands that continuous integration runs as written."""
    head = "\n".join(README.splitlines()[:30])
    assert re.findall(r"^pip install .*$", head, flags=re.MULTILINE) == [
        "pip install . && gradcli eval 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'",
        "pip install '.[test]' && pytest",
    ]


def test_every_option_is_in_the_table() -> None:
    """The table of options and the command's help name the same options."""
    shown = typed("gradcli eval --help").stdout
    offered = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", shown))
    listed = {
        name
        for row in re.findall(r"^\| (`-.*?) \|", README, flags=re.MULTILINE)
        for name in re.findall(r"--[a-z][a-z-]*", row)
    }
    assert listed == offered


def test_every_exit_status_is_in_the_table() -> None:
    """The table of exit statuses lists each of them once."""
    listed = re.findall(r"^\| (\d+) \|", README, flags=re.MULTILINE)
    assert listed == [str(int(code)) for code in ExitCode]


def test_adding_an_operator() -> None:
    """The declaration that CONTRIBUTING.md shows is all the operator takes, and it is proven."""
    blocks = re.findall(r"^   ```python\n(.*?)^   ```$", CONTRIBUTING, re.DOTALL | re.MULTILINE)
    declaration, proof = map(dedent, blocks)
    command = [sys.executable, "-c", DECLARE, declaration]
    run = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert (run.stdout, run.stderr) == ("tensor([1.0000, 0.5000])\n", "")
    names = dict(vars(sampling))
    exec(proof, names)
    ((name, proven),) = names["PROOFS"].items()
    assert name == "log1p" and len(proven.samples) >= 5
