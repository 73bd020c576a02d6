"""A graph as a picture (SVG), laid out in layers from the result down to the leaves.

Layers are the longest ways from the result; in each, nodes stand where their neighbours are
(Sugiyama's method with barycentres). Edges over several layers go by points of their own.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from gradcli.report.graph_text import edges, executed, label

if TYPE_CHECKING:
    from gradcli.answers.graph import Graph, GraphNode

_SWEEPS = 8
_LETTER, _LINE, _PAD, _ACROSS, _DOWN, _MARGIN = 7.3, 16, 8, 24, 44, 16
_STYLE = (
    "text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1c2733}"
    ".source{fill:#5b6b7b}rect{fill:#eef3f8;stroke:#7d93a8}.leaf rect{fill:#e7f5ea;stroke:#5fa070}"
    "path{fill:none;stroke:#8ea0b2}"
)


class Box(NamedTuple):
    """Where a node is drawn: its middle, and its size."""

    x: float
    y: float
    width: float
    height: float


def render(graph: Graph) -> str:
    """Draw a graph; the picture needs nothing but a browser."""
    layers, links = _layers(graph)
    _order(layers, links)
    texts = {node.id: _lines(node) for node in graph.nodes}
    boxes = _places(layers, links, texts)
    right = max(box.x + box.width / 2 for box in boxes.values()) + _MARGIN
    bottom = max(box.y + box.height / 2 for box in boxes.values()) + _MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:.0f}" height="{bottom:.0f}" '
        f'viewBox="0 0 {right:.0f} {bottom:.0f}" role="img" aria-label="backward graph">'
    )
    curves = [_curve(boxes[a], boxes[b]) for a, b in links]
    drawn = [_node(node, boxes[node.id], texts[node.id]) for node in graph.nodes]
    background = '<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>'
    return (
        "\n".join([head, f"<style>{_STYLE}</style>", background, *curves, *drawn, "</svg>"]) + "\n"
    )


def _lines(node: GraphNode) -> list[str]:
    shape = "×".join(map(str, node.shape))
    name = f"{node.name}  {shape}" if shape else node.name
    return [name, *filter(None, [label(node)])]


# Layers and their order


def _layers(graph: Graph) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return the nodes by layer, with points for long edges, and the edges from layer to layer."""
    found = list(dict.fromkeys(edges(graph)))
    depth = {node.id: 0 for node in graph.nodes}
    below: dict[int, list[int]] = {}
    for a, b in found:
        below.setdefault(a, []).append(b)
    for node in reversed(executed(graph)):
        for child in below.get(node.id, ()):
            depth[child] = max(depth[child], depth[node.id] + 1)
    layers: list[list[int]] = [[] for _ in range(max(depth.values()) + 1)]
    for number, level in depth.items():
        layers[level].append(number)
    links = []
    point = -1
    for a, b in found:
        at = a
        for level in range(depth[a] + 1, depth[b]):
            layers[level].append(point)
            links.append((at, point))
            at, point = point, point - 1
        links.append((at, b))
    return layers, links


def _neighbours(links: list[tuple[int, int]]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    up: dict[int, list[int]] = {}
    down: dict[int, list[int]] = {}
    for a, b in links:
        down.setdefault(a, []).append(b)
        up.setdefault(b, []).append(a)
    return up, down


def _order(layers: list[list[int]], links: list[tuple[int, int]]) -> None:
    """Order each layer by the middle of its neighbours, downwards and upwards in turn."""
    up, down = _neighbours(links)
    for sweep in range(_SWEEPS):
        near = down if sweep % 2 else up
        ways = reversed(layers) if sweep % 2 else layers
        place = {number: i for layer in layers for i, number in enumerate(layer)}
        for layer in ways:
            layer.sort(key=lambda number: _middle(number, near, place))
            place.update((number, i) for i, number in enumerate(layer))


def _middle(number: int, near: dict[int, list[int]], place: dict[int, int]) -> float:
    around = [place[other] for other in near.get(number, ())]
    return sum(around) / len(around) if around else place[number]


# Places


def _places(
    layers: list[list[int]], links: list[tuple[int, int]], texts: dict[int, list[str]]
) -> dict[int, Box]:
    """Give every node and point a place: below its neighbours, as far as others leave room."""
    up, down = _neighbours(links)
    sizes = {number: _size(texts.get(number)) for layer in layers for number in layer}
    x: dict[int, float] = {}
    for layer in layers:
        _spread(layer, sizes, x, {})
    for sweep in range(_SWEEPS):
        near = down if sweep % 2 else up
        for layer in reversed(layers) if sweep % 2 else layers:
            _spread(layer, sizes, x, near)
    left = min(x[number] - sizes[number][0] / 2 for layer in layers for number in layer)
    boxes = {}
    y = float(_MARGIN)
    for layer in layers:
        height = max(sizes[number][1] for number in layer)
        for number in layer:
            boxes[number] = Box(x[number] - left + _MARGIN, y + height / 2, *sizes[number])
        y += height + _DOWN
    return boxes


def _size(lines: list[str] | None) -> tuple[float, float]:
    if lines is None:
        return 4.0, 0.0
    return max(map(len, lines)) * _LETTER + 2 * _PAD, len(lines) * _LINE + _PAD


def _spread(
    layer: list[int],
    sizes: dict[int, tuple[float, float]],
    x: dict[int, float],
    near: dict[int, list[int]],
) -> None:
    """Move a layer's nodes towards the middle of their neighbours, none over another."""
    wished = []
    for number in layer:
        around = [x[other] for other in near.get(number, ())]
        wished.append(sum(around) / len(around) if around else x.get(number, 0.0))
    placed: list[float] = []
    for number, wish in zip(layer, wished, strict=True):
        gap = sizes[number][0] / 2 + _ACROSS
        least = placed[-1] + sizes[layer[len(placed) - 1]][0] / 2 + gap if placed else wish
        placed.append(max(wish, least))
    shift = sum(w - p for w, p in zip(wished, placed, strict=True)) / len(layer)
    x.update((number, at + shift) for number, at in zip(layer, placed, strict=True))


# Drawing


def _curve(a: Box, b: Box) -> str:
    start, end = a.y + a.height / 2, b.y - b.height / 2
    half = (start + end) / 2
    return (
        f'<path d="M{a.x:.1f} {start:.1f}C{a.x:.1f} {half:.1f} {b.x:.1f} {half:.1f} '
        f'{b.x:.1f} {end:.1f}"/>'
    )


def _node(node: GraphNode, box: Box, lines: list[str]) -> str:
    kind = ' class="leaf"' if node.variable is not None else ""
    left, top = box.x - box.width / 2, box.y - box.height / 2
    parts = [
        f"<g{kind}><title>{escape(node.source or node.variable or node.name)}</title>"
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        'rx="4"/>'
    ]
    for i, line in enumerate(lines):
        source = ' class="source"' if i else ""
        y = top + _LINE * (i + 0.9)
        parts.append(
            f'<text{source} x="{box.x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(line)}</text>'
        )
    return "".join(parts) + "</g>"
