"""Where the nodes of a graph stand in a picture: in layers from the result down to the leaves.

Layers are the longest ways from the result; in each, nodes stand where their neighbours are
(Sugiyama's method with barycentres). Edges over several layers go by points, which all edges to one
node share, and the text of an edge is a point too. This module knows sizes and places. It does not
know how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from gradcli.report.glyphs import UNICODE, cell
from gradcli.report.graph_text import edges, executed, label

if TYPE_CHECKING:
    from gradcli.answers.graph import Graph, GraphNode

LINE, PAD = 16, 8
_LETTER, _ACROSS, _DOWN, _MARGIN = 7.3, 20, 36, 16
_SWEEPS = 24
_STRAIGHT = 8.0
"""How much more the parts of a long edge pull one another than nodes do."""

Link = tuple[int, int]


class Box(NamedTuple):
    """Where a node or the text of an edge is drawn: its middle, its size and its lines."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]


class Curve(NamedTuple):
    """A part of an edge, downwards from one point to another; the last part has an arrow."""

    x1: float
    y1: float
    x2: float
    y2: float
    last: bool


class Layout(NamedTuple):
    """The size of a picture, its nodes by number, the texts of its edges and their curves."""

    width: float
    height: float
    nodes: Mapping[int, Box]
    texts: tuple[Box, ...]
    curves: tuple[Curve, ...]


def lay_out(graph: Graph) -> Layout:
    """Find a place for everything that a picture of a graph shows."""
    plan = _Plan(graph)
    plan.order()
    boxes = _places(plan)
    return Layout(
        max(box.x + box.width / 2 for box in boxes.values()) + _MARGIN,
        max(box.y + box.height / 2 for box in boxes.values()) + _MARGIN,
        {number: box for number, box in boxes.items() if number >= 0},
        tuple(box for number, box in boxes.items() if number < 0 and box.lines),
        tuple(_curve(boxes[a], boxes[b], b >= 0) for a, b in plan.links)
        + tuple(_through(box) for number, box in boxes.items() if number < 0 and not box.lines),
    )


def node_lines(node: GraphNode) -> tuple[str, ...]:
    """Return what stands in a node: its name and shape, and what made it."""
    shape = "×".join(map(str, node.shape))
    name = f"{node.name}  {shape}" if shape else node.name
    return (name, *filter(None, [label(node)]))


def _curve(a: Box, b: Box, last: bool) -> Curve:
    return Curve(a.x, a.y + a.height / 2, b.x, b.y - b.height / 2, last)


def _through(point: Box) -> Curve:
    """Lead an edge straight through a layer, so that it bends beside no node but between layers."""
    half = point.height / 2
    return Curve(point.x, point.y - half, point.x, point.y + half, last=False)


class _Plan:
    """Which nodes (numbers from 0) and points (below 0) are in which layer, and the links."""

    def __init__(self, graph: Graph) -> None:
        found: dict[Link, str] = {}
        for a, b, text in edges(graph):
            found[a, b] = f"{found[a, b]} + {text}" if found.get((a, b)) and text else text
        self.lines = {node.id: node_lines(node) for node in graph.nodes}
        self.links: dict[Link, None] = {}
        self.points: dict[Link, int] = {}
        depth = _depths(graph, list(found), 2 if any(found.values()) else 1)
        self.layers: list[list[int]] = [[] for _ in range(max(depth.values()) + 1)]
        for number, level in depth.items():
            self.layers[level].append(number)
        for (a, b), text in found.items():
            at = a
            for level in range(depth[a] + 1, depth[b]):
                at = self._by(at, level, b, text if at == a else "")
            self.links[at, b] = None
        self.up: dict[int, list[int]] = {}
        self.down: dict[int, list[int]] = {}
        for a, b in self.links:
            self.down.setdefault(a, []).append(b)
            self.up.setdefault(b, []).append(a)

    def _by(self, at: int, level: int, target: int, text: str) -> int:
        """Lead an edge by a point: one of its own for its text, else that of all to its target."""
        number = None if text else self.points.get((target, level))
        if number is None:
            number = min(0, *self.lines) - 1
            self.lines[number] = (text,) if text else ()
            self.layers[level].append(number)
            if not text:
                self.points[target, level] = number
        self.links[at, number] = None
        return number

    def order(self) -> None:
        """Order each layer by the middle of its neighbours, downwards and upwards in turn."""
        for sweep in range(_SWEEPS):
            near = self.down if sweep % 2 else self.up
            place = {number: i for layer in self.layers for i, number in enumerate(layer)}
            for layer in reversed(self.layers) if sweep % 2 else self.layers:
                around = {n: [place[other] for other in near.get(n, ())] for n in layer}
                layer.sort(key=lambda n: sum(around[n]) / len(around[n]) if around[n] else place[n])
                place.update((number, i) for i, number in enumerate(layer))


def _depths(graph: Graph, links: list[Link], step: int) -> dict[int, int]:
    """Return the layer of each node."""
    depth = {node.id: 0 for node in graph.nodes}
    below: dict[int, list[int]] = {}
    for a, b in links:
        below.setdefault(a, []).append(b)
    for node in reversed(executed(graph)):
        for child in below.get(node.id, ()):
            depth[child] = max(depth[child], depth[node.id] + step)
    return depth


# Places


def _places(plan: _Plan) -> dict[int, Box]:
    """Give every node and point a place: near its neighbours, as far as others leave room."""
    sizes = {number: _size(number, lines) for number, lines in plan.lines.items()}
    x: dict[int, float] = {}
    for layer in plan.layers:  # all around one line: what follows moves things near by
        _spread(layer, sizes, x, ())
    for sweep in range(_SWEEPS):
        for layer in reversed(plan.layers) if sweep % 2 else plan.layers:
            _spread(layer, sizes, x, (plan.up, plan.down))
    left = min(at - sizes[number][0] / 2 for number, at in x.items())
    boxes = {}
    y = float(_MARGIN)
    for layer in plan.layers:
        height = max(sizes[number][1] for number in layer)
        for number in layer:
            width, own = sizes[number]
            place = (x[number] - left + _MARGIN, y + height / 2)
            boxes[number] = Box(*place, width, own or height, plan.lines[number])
        y += height + (_DOWN if any(number >= 0 for number in layer) else _DOWN / 2)
    return boxes


def _size(number: int, lines: tuple[str, ...]) -> tuple[float, float]:
    if not lines:
        return 4.0, 0.0
    columns = max(sum(cell(c, UNICODE)[1] for c in line) for line in lines)
    frame = 2 * PAD if number >= 0 else PAD
    return columns * _LETTER + frame, len(lines) * LINE + (PAD if number >= 0 else 0)


def _spread(
    layer: list[int],
    sizes: dict[int, tuple[float, float]],
    x: dict[int, float],
    near: tuple[dict[int, list[int]], ...],
) -> None:
    """Move a layer's nodes towards the middle of their neighbours, none over another.

    What is moved least in all (by squares) is found by pooling those that would overlap.
    """
    pools: list[tuple[float, float, int]] = []  # where each begins to pull, how much, how many
    reach = 0.0
    offsets = []
    for place, number in enumerate(layer):
        if place:
            reach += (sizes[layer[place - 1]][0] + sizes[number][0]) / 2 + _ACROSS
        offsets.append(reach)
        pulls = [(x[o], _pull(number, o)) for way in near for o in way.get(number, ())]
        weight = sum(pull for _, pull in pulls) or 0.1
        wish = sum(at * pull for at, pull in pulls) / weight if pulls else x.get(number, 0.0)
        pool = (wish - reach, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            at, pull, count = pools.pop()
            whole = pull + pool[1]
            pool = ((at * pull + pool[0] * pool[1]) / whole, whole, count + pool[2])
        pools.append(pool)
    starts = [at for at, _, count in pools for _ in range(count)]
    x.update((n, at + off) for n, at, off in zip(layer, starts, offsets, strict=True))


def _pull(a: int, b: int) -> float:
    return _STRAIGHT if a < 0 and b < 0 else 1.0
