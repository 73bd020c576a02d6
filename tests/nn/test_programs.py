"""Programs about modules, containers, hooks, states and errors print what PyTorch recorded."""

from __future__ import annotations

import json
import sys

import pytest

import gradcli
from tests.nn.programs import FILE, answered, programs

RECORDED = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("program", programs())
def test_program(program: str) -> None:
    """A program prints the same text, and fails with the same error."""
    words = ("OrderedDict([", "got an unexpected keyword")
    if sys.version_info[:2] != (3, 11) and any(w in str(RECORDED[program]) for w in words):
        pytest.skip("the words are those of Python 3.11")
    assert answered(gradcli, program) == RECORDED[program]
