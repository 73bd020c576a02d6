"""What can be wrong around a command: each ends with a documented status and one clear line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gradcli.errors import ExitCode

if sys.platform != "linux":
    pytest.skip("devices and descriptors are Linux's", allow_module_level=True)

from gradcli.commands.main import main
from tests.hostile.forked import forked

DOCUMENTED = set(ExitCode) - {ExitCode.INTERNAL}
COMMANDS = {
    "eval": ["eval", "x * 2", "-D", "x=[1., 2.]"],
    "untrusted": ["eval", "--untrusted", "print('é')\nx * 2", "-D", "x=[1., 2.]"],
    "table": ["eval", "x * 2", "-D", "x=@data.csv#a", "--format", "table"],
    "json": ["eval", "x * 2", "-D", "x=2", "--format", "json"],
    "wrong": ["eval", "é + 'ü'"],
    "diff": ["diff", "sum(x**2)"],
    "explain": ["explain", "sin(x)", "-D", "x=2"],
    "graph": ["graph", "sin(x)", "-D", "x=2"],
    "each": ["each", "a * b", "data.csv"],
    "jobs": ["each", "a * b", "data.csv", "-j", "2"],
    "stdin": ["each", "a * b", "-"],
    "info": ["info", "data.csv", "--stats"],
    "check": ["check", "good.grad", "-j", "1"],
    "ops": ["ops", "log1p"],
    "schema": ["schema"],
    "help": ["help", "eval"],
    "completion": ["completion", "bash"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with what the commands read."""
    (tmp_path / "data.csv").write_text("a,b,é\n1,2,3\n4,5,6\n", encoding="utf-8")
    (tmp_path / "good.grad").write_text("assert 1 == 1  # é\n", encoding="utf-8")
    return tmp_path


def run(words: list[str], folder: Path, fault: Callable[[], object] = bool) -> tuple[int, str]:
    """Run a command after something was done to its process; return its status and what it says."""

    def work() -> int:
        os.chdir(folder)
        fault()
        return int(main(words))

    ended = forked(work, 120)
    assert "Traceback" not in ended.stderr
    assert "internal error" not in ended.stderr
    assert ended.status in DOCUMENTED, ended.stderr
    return ended.status, ended.stderr


def closed(*names: str) -> None:
    """Close streams, as Python finds them where a shell has closed them."""
    for name in names:
        os.close({"stdin": 0, "stdout": 1, "stderr": 2}[name])
        setattr(sys, name, None)


def full() -> None:
    """Let standard output be a disk that is full."""
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)


def ascii_only() -> None:
    """Let the streams be such as know no other letters."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        setattr(sys, name, os.fdopen(number, "w", encoding="ascii", closefd=False))


CLOSED = [("stdin",), ("stdout",), ("stderr",), ("stdin", "stdout", "stderr")]


@pytest.mark.parametrize("names", CLOSED, ids="-".join)
@pytest.mark.parametrize("name", COMMANDS)
def test_streams_that_are_closed(name: str, names: tuple[str, ...], folder: Path) -> None:
    """What cannot be read is missed, and so are results; messages are swallowed."""
    status, _ = run(COMMANDS[name], folder, lambda: closed(*names))
    usual = ExitCode.PROGRAM if name == "wrong" else ExitCode.OK
    needed = {"stdin": "stdin", "wrong": None}.get(name, "stdout")  # one has no records to write of
    assert status == (ExitCode.USAGE if needed in names else usual)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("stdin", "wrong")])
def test_a_full_disk(name: str, folder: Path) -> None:
    """What cannot be written is told of in a line."""
    status, said = run(COMMANDS[name], folder, full)
    assert status == ExitCode.USAGE
    assert said.endswith("Error: standard output: No space left on device\n")
    assert said.count("Error") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_an_environment_that_is_empty(name: str, folder: Path) -> None:
    """No home, no folder for temporary files, no locale, no terminal."""
    status, _ = run(COMMANDS[name], folder, os.environ.clear)
    assert status == (ExitCode.PROGRAM if name == "wrong" else ExitCode.OK)


@pytest.mark.parametrize("name", COMMANDS)
def test_output_that_is_ascii(name: str, folder: Path) -> None:
    """What the encoding lacks is written as an escape."""
    status, said = run(COMMANDS[name], folder, ascii_only)
    assert status == (ExitCode.PROGRAM if name == "wrong" else ExitCode.OK), said
    assert said.isascii()


SAVING = [
    ["eval", "x * 2", "-D", "x=2", "-o"],
    ["graph", "sin(x)", "-D", "x=2", "-o"],
    ["check", "good.grad", "--report"],
]


@pytest.mark.parametrize("words", SAVING, ids=["eval", "graph", "check"])
@pytest.mark.parametrize("where", ["/proc/self/no.json", "/dev/full", "nowhere/a.json"])
def test_files_that_cannot_be_written(words: list[str], where: str, folder: Path) -> None:
    """One line says which file it was, and why; nothing is left beside it."""
    (folder / "full.json").symlink_to("/dev/full")
    path = "full.json" if where == "/dev/full" else where
    path = f"json={path}" if words[0] == "check" else path
    before = set(folder.iterdir())
    status, said = run([*words, path], folder)
    assert status == ExitCode.USAGE
    assert said.startswith(f"Error: {path.removeprefix('json=')}: ")
    assert said.count("\n") == 1
    assert set(folder.iterdir()) == before


def test_a_folder_that_is_gone(folder: Path) -> None:
    """Commands work in a folder that somebody else has removed, or say what they miss."""
    for words in COMMANDS.values():
        gone = folder / "gone"
        gone.mkdir()
        run(words, gone, gone.rmdir)


def test_many_starts_at_once(folder: Path) -> None:
    """Processes that begin together, with nothing compiled yet, do not disturb each other."""
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "gradcli", "eval", "(x * 2).sum()", "-D", "x=2", "--raw"]
    running = [
        subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(STARTS)
    ]
    assert {process.communicate()[0] for process in running} == {b"4.0\n"}
    assert {process.returncode for process in running} == {0}


STARTS = int(os.environ.get("GRADCLI_STARTS", "4"))
"""200 were tried; a test has a machine to share."""


def test_ctrl_c_at_any_moment() -> None:
    """From the first line of ours on, an interruption ends the command without a word."""
    start = time.monotonic()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    begins = time.monotonic() - start
    for step in range(24):
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", INTERRUPTED, "eval", "while True: pass"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            stdin=subprocess.PIPE,
        )
        time.sleep(begins + step * 0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        ours = said.partition(b"# ours\n")
        assert b"Traceback" not in ours[2] or not ours[1], said
        assert process.returncode in (ExitCode.INTERRUPTED, -signal.SIGINT, 1), said
        assert ours[1] or process.returncode != 1 or b"Traceback" in said


INTERRUPTED = (
    "import sys; from gradcli.__main__ import main; sys.stderr.write('# ours\\n');"
    "sys.stderr.flush(); sys.exit(main())"
)
"""What the script does that an installation makes, with a mark for when it begins."""
