"""How the command ends, whatever happens: words, streams and exit statuses."""

import errno
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from gradcli.commands import main as module
from gradcli.commands.main import COMMANDS
from gradcli.errors import ExitCode
from tests.commands.conftest import interruptible
from tests.commands.terminals import on_a_terminal

Run = Callable[..., Any]
FULL = "/dev/full"


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", [[], ["eval"]])
def test_help(invoke: Run, command: list[str], option: str) -> None:
    """Both spellings of help work everywhere, with examples near the top."""
    result = invoke(*command, option)
    assert result.exit_code == ExitCode.OK
    assert "gradcli eval 'mean(" in result.stdout.split("Options:")[0]


def test_version(invoke: Run) -> None:
    """The version is one line."""
    import gradcli

    assert invoke("--version").stdout == f"gradcli {gradcli.__version__}\n"


def test_no_arguments(invoke: Run) -> None:
    """The bare command shows its help and is wrong usage."""
    result = invoke()
    assert result.exit_code == ExitCode.USAGE
    assert "Commands:" in result.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["x + 1"], "gradcli eval 'x + 1'"),
        (["evl"], "Did you mean 'eval'?"),
        (["eval", "-1 + x"], "-e '-1 + x'"),
        (["eval", "-x.exp()"], "-e '-x.exp()'"),
        (["eval", "-exp(x)"], "-e '-exp(x)'"),
        (["eval", "-x", "-D", "x=1"], "-e -x or after --"),
        (["eval", "--formt", "json", "x"], "--format"),
        (["eval", "--formt=json", "x"], "--format"),
        (["eval", "--format", "yaml", "x"], "'json'"),
        (["eval", "-D", "x", "x"], "NAME=VALUE"),
        (["eval", "-D", "1x=2", "x"], "'1x' is not a name"),
        (["eval", "-D", "if=2", "x"], "'if' is a word of Python, and no name"),
        (["eval", "-D", "x= ", "x"], "'x= ' has no value"),
        (["eval", "-C", "x=", "x"], "'x=' has no value"),
        (["eval", "rand(2)", "--seed", str(2**64)], "does not fit into 64 bits"),
    ],
)
def test_wrong_usage(invoke: Run, args: list[str], words: str) -> None:
    """Wrong usage says on standard error what may have been meant, and has its own status."""
    result = invoke(*args)
    assert result.exit_code == ExitCode.USAGE
    assert result.stdout == ""
    assert words in result.stderr


def test_options_that_only_look_odd(invoke: Run) -> None:
    """The ways that the messages recommend do work."""
    for args in (["-e", "-1 + 3"], ["--", "-1 + 3"], ["--expr=-1 + 3"], ["-e", "-exp(zeros(1))"]):
        assert invoke("eval", *args).exit_code == ExitCode.OK


def test_a_wrong_option_has_no_expression_hint(invoke: Run) -> None:
    """A mistyped option is not taken for an expression."""
    assert "-e" not in invoke("eval", "--formt=json", "x").stderr.replace("-eval", "")
    assert "-e" not in invoke("-x").stderr.replace("-eval", "")


def test_a_program_error(invoke: Run) -> None:
    """What was printed stays, the diagnostic goes to standard error."""
    result = invoke("eval", "print('before')", "nope + 1")
    assert result.exit_code == ExitCode.PROGRAM
    assert result.stdout == "before\n"
    assert "name 'nope' is not defined" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_closed_pipe(process: Run) -> None:
    """Nobody reads on: the command ends without a word."""
    read, write = os.pipe()
    os.close(read)
    for args in (["eval", "print('x' * 100000)"], ["--help"], ["eval", "ones(3)"]):
        result = process(*args, stdout=write)
        assert (result.returncode, result.stderr) == (ExitCode.CLOSED_PIPE, "")
    os.close(write)


def test_a_reader_who_leaves() -> None:
    """A program that prints for ever ends when nobody reads on."""
    script = 'set -o pipefail; "$0" -m gradcli eval "while True: print(1)" | head -1'
    result = subprocess.run(
        ["bash", "-c", script, sys.executable], capture_output=True, text=True, timeout=30
    )
    assert (result.returncode, result.stdout, result.stderr) == (ExitCode.CLOSED_PIPE, "1\n", "")


@pytest.mark.parametrize(
    ("closed", "status", "said"),
    [
        (">&-", ExitCode.USAGE, "Error: standard output: Bad file descriptor\n"),
        (">&- 2>&-", ExitCode.USAGE, ""),
        ("-o result.npy >&-", ExitCode.OK, ""),
        ("2>&-", ExitCode.OK, ""),
        ("<&-", ExitCode.OK, ""),
    ],
)
def test_closed_streams(closed: str, status: int, said: str, tmp_path: Path) -> None:
    """A process started without streams does its work; a result that is lost is told."""
    script = f'"$0" -m gradcli eval "x * 2" -D x=3 {closed}'
    result = subprocess.run(
        ["bash", "-c", script, sys.executable],
        capture_output=True,
        text=True,
        timeout=30,
        cwd=tmp_path,
    )
    assert (result.returncode, result.stderr) == (status, said)


@pytest.mark.skipif(not os.path.exists(FULL), reason="the system has no full device")
def test_a_full_disk(process: Run) -> None:
    """Output that cannot be written is one line and the status of I/O."""
    for args in (["eval", "ones(3)"], ["--help"], ["eval", "print('x' * 100000)"]):
        with open(FULL, "w") as full:
            result = process(*args, stdout=full)
        assert result.returncode == ExitCode.USAGE
        assert result.stderr == "Error: standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["eval", "y"], ExitCode.PROGRAM),
        (["eval", "--nope"], ExitCode.USAGE),
        (["each", "ones(2)", "-D", "x=0:1"], ExitCode.OK),
        (["eval", "import sys", "print(1, file=sys.stderr)", "1"], ExitCode.OK),
    ],
)
def test_messages_that_are_lost(
    args: list[str], status: int, invoke: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full standard error changes nothing of how a run ends."""
    monkeypatch.setattr("gradcli.commands.main.prepare_streams", _fill_standard_error)
    assert invoke(*args).exit_code == status


def _fill_standard_error() -> None:
    def full(text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    sys.stderr.write = full  # type: ignore[method-assign]


def test_interruption() -> None:
    """Ctrl-C ends a program that runs for ever, without a traceback."""
    running = subprocess.Popen(
        [sys.executable, "-m", "gradcli", "eval", "print('started')", "while True: pass"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=interruptible,
    )
    assert running.stdout is not None
    running.stdout.readline()
    time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, stderr = running.communicate(timeout=30)
    assert (running.returncode, stderr) == (ExitCode.INTERRUPTED, b"")


def test_a_defect(invoke: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anything unexpected is called a defect in two lines, with the traceback on demand."""

    def broken(*args: object) -> int:
        raise KeyError("inside")

    monkeypatch.setattr(module, "_run", broken)
    result = invoke("eval", "1")
    assert result.exit_code == ExitCode.INTERNAL
    assert len(result.stderr.splitlines()) == 2
    assert "--debug" in result.stderr and "GRADCLI_DEBUG=1" in result.stderr
    assert "Traceback" in invoke("eval", "1", GRADCLI_DEBUG="1").stderr


def test_debug_as_an_option(invoke: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option shows the traceback, before the command's name and behind it."""
    from gradcli.commands import eval_work

    def broken(*args: object) -> int:
        raise KeyError("inside")

    monkeypatch.setattr(eval_work, "evaluate", broken)
    for args in (["--debug", "eval", "1"], ["eval", "--debug", "1"]):
        assert "Traceback" in invoke(*args).stderr


def test_completion(process: Run) -> None:
    """The shell can complete commands and options."""
    env = {"_GRADCLI_COMPLETE": "bash_complete", "COMP_WORDS": "gradcli ev", "COMP_CWORD": "1"}
    assert process(env=env).stdout == "plain,eval\n"
    source = process(env={"_GRADCLI_COMPLETE": "bash_source"}).stdout
    assert "_GRADCLI_COMPLETE=bash_complete" in source


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("gradcli ops sinc", {"plain,sinc", "plain,sinc_"}),
        ("gradcli eval x --get result.d", {"plain,result.dtype", "plain,result.data"}),
        ("gradcli eval -f li", {"file,li"}),
        ("gradcli eval x -o li", {"file,li"}),
        ("gradcli eval x -D x=@li", {"file,x=@li"}),
        ("gradcli info li", {"file,li"}),
        ("gradcli each x li", {"file,li"}),
        ("gradcli eval x --format js", {"plain,json", "plain,jsonl"}),
    ],
)
def test_what_is_completed(process: Run, words: str, completions: set[str]) -> None:
    """Operators and parts of a report are offered; files are left to the shell."""
    last = str(len(words.split()) - 1)
    env = {"_GRADCLI_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": last}
    assert set(process(env=env).stdout.splitlines()) == completions


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_of_completion(invoke: Run, process: Run, shell: str) -> None:
    """The script is the one that the shell gets by its variable."""
    script = invoke("completion", shell).stdout
    assert f"_GRADCLI_COMPLETE={shell}_complete" in script
    assert script.split() == process(env={"_GRADCLI_COMPLETE": f"{shell}_source"}).stdout.split()
    assert invoke("completion", "tcsh").exit_code == ExitCode.USAGE


@pytest.mark.skipif(which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("line", "replies"),
    [
        ("gradcli eval --format js", ["json", "jsonl"]),
        ("gradcli eval --format=js", ["json", "jsonl"]),
        ("gradcli eval x -C p=@pri", ["@prices.csv"]),
        ("gradcli eval x --constant=p=@pri", ["@prices.csv"]),
        ("gradcli eval x -C p=@prices.csv#pr", ["@prices.csv#price"]),
        ("gradcli eval x --constant=p=@prices.csv#pr", ["@prices.csv#price"]),
        ("gradcli eval x -D x=1 --get=grad.", ["grad.x", "grad."]),
    ],
)
def test_what_bash_replies(line: str, replies: list[str], invoke: Run, tmp_path: Path) -> None:
    """An option and its value may be one word; bash replaces what stands behind the last ``=``."""
    (tmp_path / "prices.csv").write_text("day,price\n1,2\n")
    (tmp_path / "gradcli").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gradcli "$@"\n')
    (tmp_path / "gradcli").chmod(0o755)
    call = f"COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)} COMP_CWORD=1 COMP_WORDS=()"
    told = "_gradcli_completion ./gradcli 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\""
    script = f"{invoke('completion', 'bash').stdout}\n{call}\n{told}"
    env = os.environ | {"PYTHONPATH": os.pathsep.join([os.getcwd(), *sys.path])}
    found = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert found.stdout.split("\n")[:-1] == replies


def test_help_by_its_word(invoke: Run) -> None:
    """``gradcli help`` and ``--help`` say the same; a wrong name is told as everywhere."""
    assert invoke("help").stdout == invoke("--help").stdout
    for name in COMMANDS:
        assert invoke("help", name).stdout == invoke(name, "--help").stdout
    assert "Did you mean 'eval'?" in invoke("help", "evl").stderr
    assert invoke("-V").stdout == invoke("--version").stdout


def test_tables_on_a_terminal() -> None:
    """A terminal gets tables, a tree and colour."""
    shown = on_a_terminal("eval", "(x[i] * 2).sum()", "-D", "x=ones(3)", "-C", "i=0", COLUMNS="100")
    assert "╭" in shown and "\x1b[" in shown
    assert "x[i] * 2" in shown


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"GRADCLI_COLOR": "never"}])
def test_no_colour_means_no_escape_at_all(env: dict[str, str]) -> None:
    """Whoever wants no colour gets no escape byte, also in diagnostics."""
    assert "\x1b" not in on_a_terminal("eval", "x * 2", "-D", "x=3", **env)
    assert "\x1b" not in on_a_terminal("eval", "nope", **env)


def test_a_narrow_terminal_loses_nothing() -> None:
    """In twenty columns everything is still there."""
    shown = on_a_terminal("eval", "x * 2", "-D", "x=12345", "--color", "never", COLUMNS="20")
    squeezed = "".join(c for c in shown if c.isalnum())
    assert "MulBackward0" in squeezed or "MulBa" in squeezed
    assert max(map(len, shown.splitlines())) <= 20


def test_messages_go_on_at_a_space() -> None:
    """What is said of a call keeps its words whole in a narrow terminal; a program's lines stay."""
    shown = on_a_terminal("eval", "x", "--get", "gard.x", "-D", "x=1", size=(40, 24))
    assert "result.grad_fn," in shown.split()
    assert max(map(len, shown.splitlines())) <= 40
    line = "word " * 20
    program = f"print({line!r}, file=sys.stderr)"
    assert line in on_a_terminal("eval", "import sys", program, size=(40, 24))


def test_waiting_at_a_terminal() -> None:
    """Without a program the command does not wait for one to be typed."""
    shown = on_a_terminal("eval")
    assert "No program" in shown and "gradcli eval 'mean(" in shown


def test_diagnostics_in_colour() -> None:
    """A terminal gets coloured diagnostics."""
    assert "\x1b[1;31merror[" in on_a_terminal("eval", "nope")


def test_ascii_streams(process: Run) -> None:
    """A stream without box drawing gets ASCII, and characters it lacks as escapes."""
    for form in ("plain", "table"):
        result = process(
            "eval", "print('é')", "x * 2", "-D", "x=3", "--format", form,
            env={"PYTHONIOENCODING": "ascii"},
        )  # fmt: skip
        assert result.returncode == 0
        assert result.stdout.isascii()
        assert "\\xe9" in result.stdout
    assert process("eval", "nope", env={"PYTHONIOENCODING": "ascii"}).stderr.isascii()
