"""Programs print what PyTorch printed, and fail with its errors.

``tests/data/programs`` holds them; ``tests/reference/record_programs.py`` recorded what they do.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gradcli
from gradcli.errors import Diagnostic, ExitCode, GradcliError

DATA = Path(__file__).parents[1] / "data"
PROGRAMS = DATA / "programs"
RECORDED: dict[str, dict[str, Any]] = json.loads(
    (DATA / "programs.json").read_text(encoding="utf-8")
)
TUTORIALS = [name for name in RECORDED if name.startswith("tutorial_")]
SEED = "torch.manual_seed(0)\n"


WORDS_OF_3_11 = {
    "calls_of_modules_refused.py",
    "class_enum_flags.py",
    "classes_asked_in_order.py",
    "flow_exception_kinds.py",
    "lesson_tape_and_collections.py",
    "library_bytes_and_templates.py",
    "library_mappings_of_instances.py",
    "library_more_names.py",
    "library_ordered_dictionaries.py",
    "module_hooks_of_all.py",
    "numpy_limits_of_types.py",
}
"""Programs that print a message, or a collection, in the words of Python 3.11 and its NumPy."""


def source(name: str) -> str:
    """Return the text of a program."""
    return (PROGRAMS / name).read_text(encoding="utf-8")


def expected(name: str) -> str:
    """Return what PyTorch printed."""
    return "\n".join(RECORDED[name]["stdout"])


def command(*arguments: str, program: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``gradcli eval``, piping a program into it if there is one."""
    return subprocess.run(
        [sys.executable, "-m", "gradcli", "eval", *arguments],
        input=program,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("name", RECORDED)
def test_prints_what_pytorch_prints(name: str) -> None:
    """A program prints the same, warns of the same, and ends in the same error or in none."""
    if name in WORDS_OF_3_11 and sys.version_info[:2] != (3, 11):
        pytest.skip("the words are those of Python 3.11")
    printed: list[str] = []
    warnings: list[Diagnostic] = []
    error = None
    try:
        gradcli.run(source(name), write=printed.append, warn=warnings.append)
    except GradcliError as caught:
        error = [caught.kind, caught.message.partition("\n")[0]]
    assert "".join(printed) == expected(name)
    assert error == RECORDED[name]["error"]
    theirs = [w for w in warnings if w.severity == "warning" and w.code not in ("drawing", "file")]
    distinct = dict.fromkeys((w.kind, w.message) for w in theirs)
    assert [list(pair) for pair in distinct] == RECORDED[name]["warnings"]


def test_every_program_is_recorded() -> None:
    """No program lacks its record, and no record its program; there are plenty of them."""
    assert set(RECORDED) == {path.name for path in PROGRAMS.iterdir()}
    assert len(RECORDED) >= 400
    assert len(TUTORIALS) == 4


@pytest.mark.parametrize("name", TUTORIALS)
def test_tutorial_from_a_file(name: str) -> None:
    """``gradcli eval -f`` prints what PyTorch prints and nothing else."""
    run = command("--no-summary", "-f", str(PROGRAMS / name))
    assert (run.stdout, run.stderr, run.returncode) == (expected(name), "", ExitCode.OK)


@pytest.mark.parametrize("name", TUTORIALS)
def test_tutorial_through_a_pipe(name: str) -> None:
    """``cat FILE | gradcli eval`` prints what PyTorch prints and nothing else."""
    run = command("--no-summary", program=source(name))
    assert (run.stdout, run.stderr, run.returncode) == (expected(name), "", ExitCode.OK)


@pytest.mark.parametrize("name", [name for name in TUTORIALS if not name.endswith(".txt")])
def test_tutorial_that_speaks_for_itself(name: str) -> None:
    """A program that ends in print needs no option to be its own report."""
    run = command("-f", str(PROGRAMS / name))
    assert (run.stdout, run.returncode) == (expected(name), ExitCode.OK)


@pytest.mark.parametrize("name", TUTORIALS)
def test_tutorial_as_its_author_wrote_it(name: str) -> None:
    """Without the seed, everything but the digits of what depends on it stays as it was."""
    original = gradcli.run(source(name).removeprefix(SEED)).stdout
    assert without_exponents(original) == without_exponents(expected(name))


def without_exponents(text: str) -> str:
    """Take the digits out of numbers in scientific notation, the only ones that are random."""
    return re.sub(r"\d\.\d{4}e[+-]\d\d", "#", text)


@pytest.mark.parametrize("name", [name for name in RECORDED if name.startswith("error_")])
def test_wrong_programs_do_fail(name: str) -> None:
    """A program that is called an error ends in one."""
    assert RECORDED[name]["error"] is not None
