"""A graph as a picture of pixels (PNG): what the SVG shows, drawn by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gradcli.report.drawing import figure, finished
from gradcli.report.graph_layout import LINE, PAD, Box, Curve, lay_out

if TYPE_CHECKING:
    from gradcli.answers.graph import Graph, GraphNode

_POINTS = 72 / 96
"""How many points a pixel of the SVG has."""
_NODE, _LEAF, _AGAIN = ("#eef3f8", "#7d93a8"), ("#e7f5ea", "#5fa070"), ("#ffffff", "#7d93a8")
_TEXT, _SOURCE, _EDGE = "#1c2733", "#56687a", "#8ea0b2"


def render(graph: Graph) -> bytes:
    """Draw a graph."""
    layout = lay_out(graph)
    drawn = figure(layout.width / 96, layout.height / 96, "PNG")
    drawn.set_layout_engine(None)
    axes = drawn.add_axes((0, 0, 1, 1), xlim=(0, layout.width), ylim=(layout.height, 0))
    axes.set_axis_off()
    for curve in layout.curves:
        _curve(axes, curve)
    for box in layout.texts:
        _text(axes, box, 0, box.y, 11, _SOURCE)
    for node in graph.nodes:
        _node(axes, node, layout.nodes[node.id])
    return finished(drawn, "png")


def _curve(axes: Any, curve: Curve) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    x1, y1, x2, y2, last = curve
    half = (y1 + y2) / 2
    path = Path([(x1, y1), (x1, half), (x2, half), (x2, y2)], [1, 4, 4, 4])
    style = "-|>,head_length=3,head_width=1.5" if last else "-"
    patch = FancyArrowPatch(path=path, arrowstyle=style, color=_EDGE, lw=_POINTS)
    axes.add_patch(patch)


def _node(axes: Any, node: GraphNode, box: Box) -> None:
    from matplotlib.patches import FancyBboxPatch

    face, edge = _LEAF if node.variable is not None else _AGAIN if node.stands_for else _NODE
    corner = (box.x - box.width / 2, box.y - box.height / 2)
    line = "--" if node.stands_for else "-"
    style = "round,pad=0,rounding_size=4"
    axes.add_patch(
        FancyBboxPatch(
            corner, box.width, box.height, boxstyle=style, fc=face, ec=edge, ls=line, lw=_POINTS
        )
    )
    top = corner[1] + PAD / 2 + LINE / 2
    for place in range(len(box.lines)):
        _text(axes, box, place, top + LINE * place, 12, _SOURCE if place else _TEXT)


def _text(axes: Any, box: Box, place: int, y: float, size: float, colour: str) -> None:
    axes.text(
        box.x,
        y,
        box.lines[place],
        size=size * _POINTS,
        color=colour,
        family="monospace",
        ha="center",
        va="center",
        parse_math=False,
    )
