"""``gradcli check``: its options, its exit statuses, and what goes to which stream."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from gradcli.answers.check_results import FileResult, from_data, to_data
from gradcli.checks.pool import Task, Worker
from gradcli.checks.worker import checked
from gradcli.errors import ExitCode
from gradcli.report.checks.details import worded
from tests.commands.conftest import environment, interruptible

pty = pytest.importorskip("pty")  # where there are terminals
Run = Callable[..., Any]

GOOD = "assert 1 + 1 == 2\n"
BAD = "assert 1 + 1 == 3\n"
WRONG = "1 / 0\n"
EMPTY = "x = 1\n"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that writes files where the command then runs."""
    monkeypatch.chdir(tmp_path)

    def make(**texts: str) -> None:
        for name, text in texts.items():
            (tmp_path / f"{name}.grad").write_text(text)

    return make


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check files in this process, one after the other, where it does not matter who does."""
    one = Lock()

    def check(worker: Worker, task: Task) -> FileResult:
        with one:
            result = to_data(checked(task.path, task.options, worded, task.text))
        return from_data(json.loads(json.dumps(result)))

    monkeypatch.setattr(Worker, "check", check)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("texts", "more", "status"),
    [
        ({"a": GOOD}, (), ExitCode.OK),
        ({"a": GOOD, "b": EMPTY}, (), ExitCode.OK),
        ({"a": GOOD, "b": BAD}, (), ExitCode.CHECK_FAILED),
        ({"a": WRONG, "b": BAD}, (), ExitCode.PROGRAM),
        ({"a": WRONG, "b": BAD}, ("nosuch.grad",), ExitCode.USAGE),
        ({"a": EMPTY}, (), ExitCode.NOTHING_TO_CHECK),
        ({}, (), ExitCode.NOTHING_TO_CHECK),
        ({"a": EMPTY}, ("--allow-empty",), ExitCode.OK),
        ({"a": BAD}, ("--allow-empty",), ExitCode.CHECK_FAILED),
        ({"a": WRONG, "b": BAD}, ("nosuch.grad", "--exit-zero"), ExitCode.OK),
        ({"a": GOOD}, ("-k", "nothing"), ExitCode.NOTHING_TO_CHECK),
    ],
)
def test_status(
    invoke: Run, write: Run, texts: dict[str, str], more: tuple[str, ...], status: ExitCode
) -> None:
    """The most severe outcome decides: I/O, then wrong programs, then checks, then nothing."""
    write(**texts)
    result = invoke("check", ".", "-j", "1", *more)
    assert result.exit_code == status
    nothing = not texts or "-k" in more
    assert result.stderr.startswith("note: there is no file") == nothing == bool(result.stderr)


def test_report(invoke: Run, write: Run) -> None:
    """People see what fails, file by file, and a line about all."""
    write(a=GOOD, b=BAD)
    result = invoke("check")
    lines = result.stdout.splitlines()
    assert lines[:4] == [
        "b.grad: 1 of 1 check failed",
        "  b.grad:1:1: assert: AssertionError: assert 1 + 1 == 3",
        "    expected: 3",
        "    got:      2",
    ]
    assert lines[-1].startswith("2 files, 2 checks in ")
    assert lines[-1].endswith(" s: 1 passed, 1 failed")
    assert "\x1b" not in result.stdout


@pytest.mark.usefixtures("quick")
def test_reports(invoke: Run, write: Run, tmp_path: Path) -> None:
    """Several formats at once, into files and to standard output; files are written whole."""
    write(a=GOOD, b=BAD)
    (tmp_path / "report.json").write_text("what was there before")
    result = invoke("check", "--report", "json=report.json", "--report", "junit=report.xml")
    assert "1 of 1 check failed" in result.stdout
    assert json.loads((tmp_path / "report.json").read_text())["summary"]["failed"] == 1
    assert "<testsuites" in (tmp_path / "report.xml").read_text()
    assert {path.name for path in tmp_path.iterdir()} == {
        *("a.grad", "b.grad", "report.json", "report.xml"),
    }
    result = invoke("check", "--report", "concise", "--report", "human")
    first, *rest = result.stdout.splitlines()
    assert first == "b.grad:1:1: assert: AssertionError: assert 1 + 1 == 3"
    assert rest[0] == "b.grad: 1 of 1 check failed"
    result = invoke("check", "--report", "json")
    assert json.loads(result.stdout)["summary"]["files"] == 2


@pytest.mark.usefixtures("quick")
def test_job_summary(invoke: Run, write: Run, tmp_path: Path) -> None:
    """On GitHub, the page of a job is added to."""
    write(b=BAD)
    page = tmp_path / "page.md"
    page.write_text("before\n")
    invoke("check", "--report", "github", GITHUB_STEP_SUMMARY=str(page))
    text = page.read_text()
    assert text.startswith("before\n")
    assert "b.grad" in text


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--report", "xml"), "'xml' is not one of human, concise"),
        (("--report", "json="), "names no file"),
        (("--report", "json=nosuch/report.json"), "nosuch/report.json: No such file"),
        (("-k", "not"), "is not of the form"),
        (("--timeout", "0"), "0 is not a number of seconds"),
        (("--timeout", "nan"), "nan is not a number of seconds"),
        (("-j", "0"), "-j"),
        (("--seed", str(2**64)), "64 bits"),
    ],
)
def test_usage(invoke: Run, write: Run, arguments: tuple[str, ...], said: str) -> None:
    """What cannot be meant is refused with status 2."""
    write(a=GOOD)
    result = invoke("check", *arguments)
    assert result.exit_code == ExitCode.USAGE
    assert said in result.stderr


@pytest.mark.usefixtures("quick")
def test_project(invoke: Run, write: Run, tmp_path: Path) -> None:
    """A project's settings hold where no option says otherwise; wrong ones are usage."""
    write(a=BAD, b="torch.rand(1).item()  # expect: rand(1)\n", drafts=BAD)
    project = tmp_path / "pyproject.toml"
    project.write_text('[tool.gradcli]\nexclude = ["drafts.*"]\npaths = ["."]\nseed = 3\n')
    (tmp_path / "e.grad").write_text("torch.initial_seed()  # expect: 3\n")
    result = invoke("check", "-k", "e.grad or drafts")
    assert result.exit_code == ExitCode.OK
    assert result.stdout.startswith("1 file, 1 check")
    assert invoke("check", "-k", "e.grad", "--seed", "4").exit_code == ExitCode.CHECK_FAILED
    project.write_text("[tool.gradcli]\nsede = 3\n")
    result = invoke("check")
    assert result.exit_code == ExitCode.USAGE
    assert "did you mean seed?" in result.stderr


@pytest.mark.usefixtures("quick")
def test_files_that_are_named(invoke: Run, write: Run, tmp_path: Path) -> None:
    """Python outside the language is skipped in a directory, and wrong where it is named."""
    (tmp_path / "script.py").write_text("import ctypes\nprint(ctypes)\n")
    write(a=GOOD)
    assert invoke("check").exit_code == ExitCode.OK
    assert invoke("check", "script.py").exit_code == ExitCode.PROGRAM


@pytest.mark.usefixtures("quick")
def test_standard_input(invoke: Run, write: Run, tmp_path: Path) -> None:
    """The sign for it is no file; a file of that name has its folder before it."""
    write(a=BAD)
    (tmp_path / "-").write_text(BAD)
    assert invoke("check", "-", stdin=GOOD).exit_code == ExitCode.OK
    result = invoke("check", "-", "a.grad", "--report", "concise", stdin=BAD)
    assert result.exit_code == ExitCode.CHECK_FAILED
    assert [line[:12] for line in result.stdout.splitlines()] == ["<stdin>:1:1:", "a.grad:1:1: "]
    assert invoke("check", "./-", stdin=GOOD).exit_code == ExitCode.CHECK_FAILED
    assert "not UTF-8" in invoke("check", "-", stdin=b"\xe9").stdout
    assert "for files" in invoke("check", "-", "--update", stdin=GOOD).stderr


@pytest.mark.usefixtures("quick")
def test_a_pipe_of_this_process(invoke: Run) -> None:
    """What a shell opens, as ``<(command)`` and ``/dev/stdin``, is no file of a worker."""
    reading, writing = os.pipe()
    with open(writing, "w") as pipe:
        pipe.write(BAD)
    result = invoke("check", f"/dev/fd/{reading}", "--report", "concise")
    os.close(reading)
    assert result.exit_code == ExitCode.CHECK_FAILED
    assert result.stdout.startswith(f"/dev/fd/{reading}:1:1: ")


def test_nothing_to_check_says_what_was_looked_for(invoke: Run, write: Run) -> None:
    """Patterns and words that no file fits are named."""
    write(a=GOOD)
    result = invoke("check", "-k", "b", "--include", "*.grad", "--exclude", "c*")
    assert result.exit_code == ExitCode.NOTHING_TO_CHECK
    assert "in this directory that matches *.grad and is not left out by c* and" in result.stderr
    assert invoke("check", "-k", "b", "--allow-empty").stderr == ""


def test_fail_fast(invoke: Run, write: Run) -> None:
    """The run ends at the first file that fails; what was not checked is in no report."""
    write(a=GOOD, b=BAD, c="while True: pass", d=GOOD)
    result = invoke("check", "-x", "-j", "1", "--report", "json")
    assert result.exit_code == ExitCode.CHECK_FAILED
    names = [file["path"] for file in json.loads(result.stdout)["files"]]
    assert names == ["a.grad", "b.grad"]


def test_options_reach_the_files(invoke: Run, write: Run) -> None:
    """Seed, dtype and the time that a file may take."""
    write(
        seed="torch.initial_seed()  # expect: 7\n",
        dtype="torch.ones(1).dtype  # expect: torch.float64\n",
    )
    result = invoke("check", "--seed", "7", "--dtype", "float64", "--report", "concise")
    assert (result.stdout, result.exit_code) == ("", ExitCode.OK)
    write(loop="while True: sum(range(10**6))\n")
    result = invoke("check", "loop.grad", "--timeout", "1", "--report", "concise")
    assert result.stdout == "loop.grad:1:1: timeout: took longer than 1 s\n"


@pytest.mark.usefixtures("quick")
def test_update(invoke: Run, write: Run, tmp_path: Path) -> None:
    """Expectations are written anew, and the run says so; the next one is green."""
    write(a="1 + 1  # expect: 3\n")
    assert invoke("check").exit_code == ExitCode.CHECK_FAILED
    result = invoke("check", "--update")
    assert result.exit_code == ExitCode.OK
    assert "updated" in result.stdout
    assert (tmp_path / "a.grad").read_text() == "1 + 1  # expect: 2\n"
    assert invoke("check").exit_code == ExitCode.OK


def test_data_is_no_program(invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of numbers would be read as lines of tuples, and pass."""
    monkeypatch.chdir(tmp_path)
    for name in ("m.csv", "m.JSON", "m.pt"):
        Path(name).write_text("1,2\n")
        result = invoke("check", name)
        assert result.exit_code == ExitCode.USAGE
        assert "holds data, no program; gradcli info" in result.stdout


def test_any_time(invoke: Run, write: Run) -> None:
    """A file may be given all the time in the world."""
    write(a=GOOD)
    for seconds in ("inf", "1e18", "1e6"):
        assert invoke("check", "--timeout", seconds).exit_code == ExitCode.OK


@pytest.mark.usefixtures("quick")
def test_durations(invoke: Run, write: Run) -> None:
    """The slowest files are named."""
    write(a=GOOD, b=GOOD)
    result = invoke("check", "--durations", "1")
    assert "slowest 1 file:" in result.stdout


def test_the_command_loads_nothing_that_computes(process: Run, write: Run) -> None:
    """Only workers pay for what computes."""
    write(a=GOOD)
    text = (
        "import sys; from gradcli.commands.main import main; main(['check', 'a.grad'])\n"
        "print(sorted({'numpy', 'lark', 'rich', 'scipy'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, encoding="utf-8")
    assert run.stdout.splitlines()[-1] == "[]"


# Terminals, signals, and files that change


def test_progress_is_for_terminals(process: Run, write: Run) -> None:
    """The bar is drawn on a terminal alone, without escapes, and taken away at the end."""
    write(a=GOOD, b=GOOD)
    assert process("check").stderr == ""
    reader, writer = pty.openpty()
    run = process("check", env={"TERM": "xterm"}, stderr=writer)
    os.close(writer)
    drawn = os.read(reader, 10_000).decode()
    os.close(reader)
    assert "] 2/" in drawn
    assert "\x1b" not in drawn and drawn.endswith(" \r")
    assert run.stdout.startswith("2 files, 2 checks")


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start the command and do not wait."""
    return subprocess.Popen(
        [sys.executable, "-m", "gradcli", *arguments],
        env=environment(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=interruptible,
    )


def test_interrupted(write: Run, tmp_path: Path) -> None:
    """An interruption ends the command and its workers, without a traceback."""
    write(a=GOOD, loop="while True: pass\n", b="assert 1 == 2\n")
    run = start("check", "-j", "1", "a.grad", "b.grad", "loop.grad")
    assert run.stdout is not None
    assert run.stdout.readline() == "b.grad: 1 of 1 check failed\n"  # it runs; the loop is next
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=30)
    assert run.returncode == ExitCode.INTERRUPTED
    assert said == ""


def test_watch(write: Run, tmp_path: Path) -> None:
    """A file that changes, or is new, is checked again, and no other."""
    write(a=GOOD, b=GOOD)
    run = start("check", "--watch", "--report", "concise", "--report", "human")
    assert run.stdout is not None
    try:
        assert run.stdout.readline().startswith("2 files, 2 checks")
        time.sleep(0.05)
        (tmp_path / "b.grad").write_text(BAD)
        assert run.stdout.readline().startswith("b.grad:1:1: assert")
        while not (line := run.stdout.readline()).startswith("1 file, 1 check"):
            assert line
        (tmp_path / "c.grad").write_text(GOOD)
        assert run.stdout.readline().startswith("1 file, 1 check")
    finally:
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=30)
    assert run.returncode == ExitCode.INTERRUPTED
