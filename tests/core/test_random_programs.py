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
from tests.core.random_programs import answer, difference, program

DATA = Path(__file__).parents[1] / "data" / "random_programs.json.gz"
RECORDED: dict[str, Any] = json.loads(gzip.decompress(DATA.read_bytes()))


@pytest.mark.parametrize("first", range(0, len(RECORDED), 50))
def test_programs_agree_with_pytorch(first: int) -> None:
    """Fifty programs that run alike, and go wrong alike."""
    for seed in list(RECORDED)[first : first + 50]:
        statements = program(int(seed))
        found = difference(RECORDED[seed], answer(gradcli, statements))
        assert not found, "\n".join([f"seed {seed}{found}", *statements])


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
