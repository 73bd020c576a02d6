"""Data come in PyTorch's order under a seed, and in the same batches."""

import json
from pathlib import Path

import pytest

import gradcli
from tests.optim.loading import LOADINGS, load

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "optim.json").read_text("utf-8"))


@pytest.mark.parametrize("name", LOADINGS)
def test_loading(name: str) -> None:
    """A pass over data finds what PyTorch's finds, and leaves the generator where it does."""
    assert load(gradcli, name) == RECORDED["loading"][name]
