"""A graph as a picture (SVG), which needs nothing but a browser."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from gradcli.report.glyphs import visible
from gradcli.report.graph_layout import LINE, PAD, Box, Curve, lay_out

if TYPE_CHECKING:
    from gradcli.answers.graph import Graph, GraphNode

_STYLE = (
    "text{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1c2733;"
    "text-anchor:middle}.source,.gradient{fill:#56687a}.gradient{font-size:11px}"
    "rect{fill:#eef3f8;stroke:#7d93a8}.leaf rect{fill:#e7f5ea;stroke:#5fa070}"
    ".again rect{fill:#fff;stroke-dasharray:4 3}path{fill:none;stroke:#8ea0b2}"
    "marker path{fill:#8ea0b2;stroke:none}"
)
_ARROW = (
    '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 1L8 4L0 7z"/></marker>'
)


def render(graph: Graph) -> str:
    """Draw a graph as a document that stands alone."""
    layout = lay_out(graph)
    size = f"{layout.width:.0f}", f"{layout.height:.0f}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="backward graph">'
    )
    drawn = [
        head,
        f"<style>{_STYLE}</style><defs>{_ARROW}</defs>",
        '<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>',
        *map(_curve, layout.curves),
        *(_text(box, 0, "gradient", box.y - box.height / 2 - 2) for box in layout.texts),
        *(_node(node, layout.nodes[node.id]) for node in graph.nodes),
        "</svg>\n",
    ]
    return "\n".join(drawn)


def _curve(curve: Curve) -> str:
    x1, y1, x2, y2, last = curve
    half = (y1 + y2) / 2
    arrow = ' marker-end="url(#arrow)"' if last else ""
    return (
        f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {half:.1f} {x2:.1f} {half:.1f} '
        f'{x2:.1f} {y2:.1f}"{arrow}/>'
    )


def _node(node: GraphNode, box: Box) -> str:
    kind = "leaf" if node.variable is not None else "again" if node.stands_for else ""
    of_kind = f' class="{kind}"' if kind else ""
    left, top = box.x - box.width / 2, box.y - box.height / 2
    parts = [
        f"<g{of_kind}><title>{escape(visible(node.source or node.variable or node.name))}</title>"
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        'rx="4"/>',
        *(
            _text(box, place, "source" if place else "", top + PAD / 2 - 4)
            for place in range(len(box.lines))
        ),
    ]
    return "".join(parts) + "</g>"


def _text(box: Box, place: int, kind: str, top: float) -> str:
    of_kind = f' class="{kind}"' if kind else ""
    y = top + LINE * (place + 0.9)
    return f'<text{of_kind} x="{box.x:.1f}" y="{y:.1f}">{escape(box.lines[place])}</text>'
