"""A graph in each of the forms in which it is drawn: as text, for other programs, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradcli.answers.inputs import QuestionError
from gradcli.report import graph_text
from gradcli.report.glyphs import UNICODE, Glyphs

if TYPE_CHECKING:
    from gradcli.answers.graph import Graph

MOST_DRAWN = 1000
"""How many nodes a picture has at most; it would be no picture."""


def drawn(
    graph: Graph,
    form: str,
    depth: int | None = None,
    folded: bool = True,
    glyphs: Glyphs = UNICODE,
    columns: int | None = None,
) -> str | bytes:
    """Draw a graph: "tree", "chain", "dot", "mermaid", "json", "svg" or "png", which is bytes.

    ``columns`` is what a terminal has for a tree.
    Raises ``QuestionError`` for a picture of too many nodes.
    """
    if folded and form not in ("chain", "json"):
        from gradcli.report.graph_fold import fold

        graph = fold(graph, glyphs.times)
    if form == "tree":
        return graph_text.tree(graph, depth, glyphs, columns)
    part = graph_text.within(graph, depth)
    if form == "chain":
        return graph_text.chain(part, glyphs.times, folded)
    if form == "dot":
        return graph_text.dot(part)
    if form == "mermaid":
        return graph_text.mermaid(part)
    return graph_text.json(part) if form == "json" else _picture(part, form == "png")


def _picture(graph: Graph, is_png: bool) -> str | bytes:
    count = len(graph.nodes)
    if count > MOST_DRAWN:
        raise QuestionError(f"{count:,} nodes are no picture: give --depth, or --format chain")
    if is_png:
        from gradcli.report.graph_png import render

        return render(graph)
    from gradcli.report import graph_svg

    return graph_svg.render(graph)
