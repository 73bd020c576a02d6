"""Commands of documents print the same in this process and typed into a shell."""

from __future__ import annotations

import pytest

from tests import console

COMMANDS = [
    "gradcli eval 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'",
    "gradcli eval 'print(1)' 'x + z' -D x=1",
    "gradcli eval --dtype float33 'x'",
    "gradcli eval -f missing.py",
    "gradcli eval",
    "gradcli check checks --report concise",
    "gradcli diff 'sum(x**2)' --shape x=3 --format json",
    "gradcli explain --help",
    "gradcli eval 'x.mean()' -D x=@prices.csv#price --get result",
]
SHELLS = [
    "echo 1",
    "gradcli eval 1 | cat",
    "gradcli eval 1 > out",
    "gradcli eval 1; echo $?",
    "gradcli eval $x",
    'gradcli eval "$x"',
    "gradcli eval `x`",
    "gradcli check *.grad",
    "gradcli check ~",
    "gradcli eval x\\ + 1",
    "gradcli eval 1 &",
    "gradcli eval 1 #",
    "gradcli eval 1\ngradcli eval 2",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_both_ways_agree(command: str) -> None:
    """What is printed, in which order, and the exit status."""
    assert console.PLAIN.fullmatch(command)
    assert console.here(command) == console.shell(command)


@pytest.mark.parametrize("command", SHELLS)
def test_what_a_shell_reads_is_left_to_it(command: str) -> None:
    """A word that a shell would replace, and whatever joins commands."""
    assert not console.PLAIN.fullmatch(command)


def test_the_status_before() -> None:
    """``$?`` is the status of the command before, whichever way that was run."""
    _, status = console.typed("gradcli eval 'x'")
    assert console.typed("echo $?", status) == ("3\n", 0)
