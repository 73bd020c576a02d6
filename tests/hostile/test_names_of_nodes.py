"""Names of nodes, which programs choose, command neither terminals nor what shows a picture."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import gradcli

HOSTILE = '<script>\\x1b[31m\\x00\\u202e"]; evil [label="]]>\\n\\n| `a` ``b`` %%'
PROGRAM = f"""
ways = dict(forward=lambda ctx, x: x.clone(), backward=lambda ctx, g: g)
identity = {{name: staticmethod(way) for name, way in ways.items()}}
C = type('{HOSTILE}', (torch.autograd.Function,), identity)
C.apply(x).sum()
"""


@pytest.mark.parametrize("form", ["svg", "dot", "mermaid", "chain", "tree"])
def test_graphs(form: str) -> None:
    """Every sign is seen, and no line is begun."""
    drawn = gradcli.graph(PROGRAM, {"x": [1.0]}).render(form)
    assert all(sign.isprintable() or sign == "\n" for sign in drawn)
    assert not any(line.lstrip().startswith("|") for line in drawn.split("\n"))
    if form == "svg":
        assert not any("script" in part.tag for part in ElementTree.fromstring(drawn).iter())


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_explanations(form: str) -> None:
    """A rule that is named after a class is a text of one line, without tags."""
    drawn = gradcli.explain(PROGRAM, values={"x": [1.0]}).render(form)
    assert all(sign.isprintable() or sign == "\n" for sign in drawn)
    if form == "markdown":
        assert "\\<script>" in drawn
        assert "\\| \\`a\\`" in drawn
