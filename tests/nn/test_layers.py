"""Every layer against what PyTorch recorded: its text, initial state, results and gradients."""

from __future__ import annotations

import gzip
import json
import math
from functools import cache
from typing import Any

import pytest

import gradcli
from gradcli import nn
from tests.nn.layers import LINES, answer, lines

TOLERANCES = {"torch.float32": 1e-6, "torch.float64": 1e-12}
DEEP = ("nn.Transformer", "nn.GroupNorm(4, 4")  # rounded ten times as much in float32


@cache
def recorded() -> dict[str, Any]:
    """Return what PyTorch answered to each row."""
    text = gzip.decompress(LINES.with_name("layers.json.gz").read_bytes())
    found: dict[str, Any] = json.loads(text)
    return found


def differ(ours: Any, theirs: Any, deep: bool) -> bool:
    """Tell whether values that were kept of two tensors differ; those of ``deep`` layers round."""
    if ours is None or theirs is None:
        return ours is not theirs
    if ours[:2] != theirs[:2]:
        return True
    if isinstance(theirs[2], str):
        return bool(ours[2] != theirs[2])
    tolerance = TOLERANCES.get(ours[0], 0) * (10 if deep else 1)
    scale = max([1.0, *(abs(value) for value in theirs[2] if math.isfinite(value))])
    pairs = zip(ours[2], theirs[2], strict=True)
    return not all(a == b or abs(a - b) <= tolerance * scale for a, b in pairs)


@pytest.mark.parametrize("line", lines())
def test_layer(line: str) -> None:
    """A layer says and computes what PyTorch's does; it starts from the same bits."""
    for dtype in ("float32", "float64"):
        check(line, dtype)


def check(line: str, dtype: str) -> None:
    """Compare a layer with what is recorded of PyTorch's."""
    ours = json.loads(json.dumps(answer(gradcli, line, dtype)))
    theirs = recorded()[line][dtype]
    for what in ("repr", "type", "names", "nodes"):
        assert ours[what] == theirs[what]
    deep = dtype == "float32" and line.startswith(DEEP)
    for what in ("state", "after", "result", "gradients"):
        pairs = list(zip(ours[what], theirs[what], strict=True))
        if what in ("state", "after"):
            assert [a[0] for a, _ in pairs] == [b[0] for _, b in pairs]
            pairs = [(a[1], b[1]) for a, b in pairs]
        assert [pair for pair in pairs if differ(*pair, deep)] == []


def test_every_class_is_in_the_table() -> None:
    """No layer is left out of the rows."""
    text = "\n".join(lines())
    bases = {"Module", "RNNBase", "RNNCellBase", "Parameter", "Buffer", "NLLLoss2d"}
    bases |= {"ModuleDict", "ModuleList", "ParameterDict", "ParameterList"}
    bases |= {name for name in nn.PLACES if name.startswith(("Lazy", "Uninitialized"))}
    named = {name for name in nn.PLACES if f"nn.{name}(" in text or f"nn.{name}." in text}
    assert nn.PLACES.keys() - named == bases
