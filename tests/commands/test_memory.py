"""How a program ends that asks for more memory than there is."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from gradcli.errors import ExitCode
from gradcli.language import memory

resource = pytest.importorskip("resource")
Run = Callable[..., Any]
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}  # each takes address space of its own
GROWING = {
    "a list": "a = []\nwhile True: a.append([0] * 100000)",
    "many strings": "a = {}\nwhile True: a[len(a)] = 'x' * 10000 + str(len(a))",
    "a graph": "x = ones(100000, requires_grad=True)\nwhile True: x = x * x",
    "a tensor": "x = ones(2)\nwhile True: x = cat([x, x])",
}


def little() -> None:
    """Leave the process little memory."""
    resource.setrlimit(resource.RLIMIT_AS, (400 * 1024**2, 400 * 1024**2))


@pytest.mark.parametrize("what", GROWING)
def test_a_program_that_grows(process: Run, what: str) -> None:
    """It ends with a diagnostic at the place where memory ran out."""
    result = process("eval", GROWING[what], env=ONE_THREAD, preexec_fn=little)
    assert result.returncode == ExitCode.PROGRAM
    assert result.stdout == ""
    assert result.stderr.startswith("error[memory]: ")
    assert "  2 │ while True:" in result.stderr


def test_a_program_that_grows_as_json(process: Run) -> None:
    """The error is data as any other is."""
    source = GROWING["a list"]
    result = process("eval", source, "--format", "json", env=ONE_THREAD, preexec_fn=little)
    assert result.returncode == ExitCode.PROGRAM
    assert json.loads(result.stdout)["diagnostics"][0]["code"] == "memory"


def test_the_limit_is_there_only_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process gets a limit above what it has taken, and has its own back afterwards."""
    monkeypatch.setattr(memory, "_machine", lambda: 8 * 1024**3)
    monkeypatch.setattr(memory, "_taken", lambda: 5 * 1024**3)
    before = resource.getrlimit(resource.RLIMIT_AS)
    with memory.memory_limit():
        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
        assert soft == 11 * 1024**3 or 0 <= before[0] < 11 * 1024**3
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_container_has_less(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """A container's limit counts where it is lower than the machine's memory."""
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(memory, "_CONTAINER", limit)
    machine = memory._machine()
    limit.write_text("max\n")
    assert memory._machine() == machine
    limit.write_text("4096\n")
    assert memory._machine() == 4096
