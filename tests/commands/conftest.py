"""What the tests of commands share: the command in this process, and as a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gradcli.commands.main import main

Invoke = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[str]"]
COLOUR = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "GRADCLI_COLOR", "GRADCLI_DEBUG")


def _entry(args: Any, **ignored: Any) -> None:
    sys.exit(main(args))


@pytest.fixture
def invoke() -> Invoke:
    """Return a function that runs the command in this process."""
    clean = dict.fromkeys(COLOUR)

    def run(*args: str, stdin: str | bytes | None = None, **env: str) -> Result:
        command: Any = SimpleNamespace(main=_entry, name="gradcli")
        return CliRunner().invoke(command, args, input=stdin, env={**clean, **env})

    return run


@pytest.fixture
def process() -> Process:
    """Return a function that runs the command as a process."""

    def run(*args: str, env: dict[str, str] | None = None, **options: Any) -> Any:
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run(
            [sys.executable, "-m", "gradcli", *args],
            env=environment(**(env or {})),
            encoding="utf-8",
            timeout=60,
            check=False,
            **options,
        )

    return run


def environment(**changes: str) -> dict[str, str]:
    """Return the process's environment without what decides about colour."""
    kept = {name: value for name, value in os.environ.items() if name not in COLOUR}
    return {**kept, "PYTHONIOENCODING": "utf-8", **changes}


def interruptible() -> None:
    """Let a process that is being started hear interruptions, as one in the foreground does."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
