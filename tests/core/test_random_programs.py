"""Random programs come to what PyTorch makes of them: values, gradients, graphs, versions, errors.

``tests/core/random_programs.py`` makes them; ``tests/reference/record_random_programs.py`` recorded
PyTorch's answers, and compares many more.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import gradcli
from tests.core.random_programs import answer, difference, found, program

DATA = Path(__file__).parents[1] / "data" / "random_programs.json.gz"
SAVED: dict[str, Any] = json.loads(gzip.decompress(DATA.read_bytes()))
RECORDED: dict[str, Any] = SAVED["seeds"]


@pytest.mark.parametrize("first", range(0, len(RECORDED), 50))
def test_programs_agree_with_pytorch(first: int) -> None:
    """Fifty programs that run alike, and go wrong alike."""
    for seed in list(RECORDED)[first : first + 50]:
        check(f"seed {seed}", program(int(seed)), RECORDED[seed])


@pytest.mark.parametrize("case", list(zip(found(), SAVED["found"], strict=True)))
def test_what_differed_once_agrees(case: tuple[list[str], Any]) -> None:
    """A program of a few lines that something was found with."""
    check("", *case)


def check(name: str, statements: list[str], expected: Any) -> None:
    """Run a program and compare."""
    differs = difference(expected, answer(gradcli, statements))
    assert not differs, "\n".join([f"{name}{differs}", *statements])


def test_a_difference_is_seen() -> None:
    """Another number, name, error or length is told of; a last digit is none."""
    seed = next(iter(RECORDED))
    changed = json.loads(json.dumps(RECORDED[seed]))
    assert not difference(RECORDED[seed], changed)
    changed["errors"]["99"] = "RuntimeError: "
    assert difference(RECORDED[seed], changed)
    assert difference({"a": [1.0, 2.0]}, {"a": [1.0, 2.01]})
    assert difference({"a": [1.0]}, {"a": [1]})
    assert not difference({"a": [1.0]}, {"a": [1.0000001]})
