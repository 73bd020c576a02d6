"""A report as plain text: lines that a script can read and that no terminal width cuts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from gradcli.report.glyphs import UNICODE, Glyphs, visible

if TYPE_CHECKING:
    from gradcli.answers.graph import Flow, Graph, GraphNode
    from gradcli.answers.report import Derivative, Gradient, Report

TITLES = {
    "jacobian": "jacobian",
    "hessian": "hessian",
    "derivative": "derivatives",
    "jvp": "product of the jacobian with a vector",
}

MOST_ROWS, EVERY_ROW, _DEEPEST = 200, 10_000, 2_000
_WIDEST_TREE = 60
_LONGEST_SOURCE, _SHORTEST_SOURCE = 120, 8


class Row(NamedTuple):
    """One line of the graph drawn as a tree.

    ``last`` tells whether the node is its parent's last. ``mark`` numbers a node that shows up more
    than once; it is drawn the first time and only referred to (``again``) afterwards. ``flow`` is
    the gradient that comes along from the parent.
    """

    depth: int
    last: bool
    node: GraphNode
    flow: Flow | None
    mark: int | None
    again: bool


def render(
    report: Report, glyphs: Glyphs = UNICODE, width: int | None = None, most: int = MOST_ROWS
) -> str:
    """Draw a report; the result is empty when there is nothing to say.

    ``width`` limits pictures, in columns, and ``most`` the tree, in lines.
    """
    sections = []
    if report.result is not None and report.result.type != "none":
        sections.append(hang("result: ", report.result.text))
    if report.graph:
        drawn = (
            chain(report.graph, glyphs, most) if most < EVERY_ROW else whole(report.graph, glyphs)
        )
        sections.append("graph:\n" + drawn)
    if report.gradients:
        sections.append("gradients:\n" + "\n".join(map(gradient, report.gradients)))
    if report.derivatives:
        head = f"{TITLES[report.derivatives[0].kind]}:\n"
        sections.append(head + "\n".join(map(derivative, report.derivatives)))
    if report.pattern is not None:
        from gradcli.report.pattern import draw

        head = f"where the {report.pattern.kind} is not zero:\n"
        sections.append(head + draw(report.pattern, glyphs, width))
    if report.hint:
        sections.append(f"hint: {report.hint}")
    return "\n\n".join(sections) + "\n" if sections else ""


def hang(head: str, text: str) -> str:
    """Put a text of several lines behind a head, its lines below one another."""
    return head + text.replace("\n", "\n" + " " * len(head))


def gradient(gradient: Gradient) -> str:
    """Draw one gradient as an assignment."""
    note = f"  # {gradient.note}" if gradient.note else ""
    return hang(f"{visible(gradient.name)}.grad = ", gradient.text) + note


def derivative(derivative: Derivative) -> str:
    """Draw one derivative as an assignment."""
    return hang(f"{operator(derivative)} = ", derivative.text)


def operator(derivative: Derivative) -> str:
    """Return the sign of a derivative: ``d/dx d/dy``."""
    if derivative.kind == "jvp":
        return "jvp"
    return " ".join(f"d/d{visible(name)}" for name in derivative.by)


def chain(
    graph: Graph,
    glyphs: Glyphs = UNICODE,
    most: int = MOST_ROWS,
    deepest: int = 60,
    remedy: str = "--graph all",
    columns: int | None = None,
) -> str:
    """Draw a graph as a tree, with the source of each node beside it.

    ``remedy`` is what shows more than ``most`` lines, and what is ``deepest``. Where a terminal has
    so many ``columns``, sources are cut, so that gradients have room beside them.
    """
    drawn, left_out = rows(graph, most, deepest)
    names = [
        prefix + title(row) for prefix, row in zip(prefixes(drawn, glyphs), drawn, strict=True)
    ]
    width = max(len(name) for name in names if len(name) <= _WIDEST_TREE)
    flows = [flow(row, glyphs) for row in drawn]
    room = columns and max(columns - width - 2 - max(map(len, flows)), _SHORTEST_SOURCE)
    sources = [_cut(beside(row), room, glyphs) for row in drawn]
    flowing = any(flows)
    widest = max((len(s) for s in sources if len(s) <= _WIDEST_TREE), default=0) * flowing
    lines = [
        f"{name:{width}}  {source:{widest}}{along}".rstrip()
        for name, source, along in zip(names, sources, flows, strict=True)
    ]
    if left_out:
        lines.append(left_out_note(left_out, graph, remedy))
    return "\n".join(lines)


def _cut(text: str, room: int | None, glyphs: Glyphs) -> str:
    end = glyphs.ellipsis
    return text if room is None or len(text) <= room else text[: room - len(end)] + end


def whole(graph: Graph, glyphs: Glyphs = UNICODE) -> str:
    """Draw as much of a graph as a tree can hold."""
    return chain(graph, glyphs, EVERY_ROW, _DEEPEST, "gradcli graph --format chain")


def flow(row: Row, glyphs: Glyphs) -> str:
    """Return the gradient that comes to a node from its parent, with an arrow."""
    return "" if row.flow is None else f"  {glyphs.arrow} {row.flow.text}"


def rows(graph: Graph, most: int = MOST_ROWS, deepest: int = 60) -> tuple[list[Row], int]:
    """Lay a graph out as a tree; return its lines, and the number of nodes left out of it."""
    found = list(_tree(graph, most, deepest))
    referred = {row.node.id for row in found if row.again}
    marks = {number: mark for mark, number in enumerate(sorted(referred), 1)}
    marked = [row._replace(mark=marks.get(row.node.id)) for row in found]
    return marked, graph.total - len({row.node.id for row in found})


def _tree(graph: Graph, most: int, deepest: int) -> Iterator[Row]:
    stack: list[tuple[int, int, bool, Flow | None]] = [(0, 0, True, None)]
    seen: set[int] = set()
    while stack and most:
        number, depth, last, flow = stack.pop()
        node = graph.nodes[number]
        again = number in seen and bool(node.next)
        yield Row(depth, last, node, flow, None, again)
        most -= 1
        seen.add(number)
        if not again and depth < deepest:
            flows = node.flows or (None,) * len(node.next)
            ways = zip(node.next, flows, strict=True)
            inside = [(e[0], flow) for e, flow in ways if e and e[0] < len(graph.nodes)]
            stack += [
                (child, depth + 1, not place, flow)
                for place, (child, flow) in enumerate(reversed(inside))
            ]


def prefixes(drawn: list[Row], glyphs: Glyphs) -> Iterator[str]:
    """Return the branches of a tree that stand before each of its lines."""
    trunks: list[str] = []
    for row in drawn:
        del trunks[max(row.depth - 1, 0) :]
        yield "".join(trunks) + (glyphs.last if row.last else glyphs.branch) * (row.depth > 0)
        if row.depth:
            trunks.append(" " * len(glyphs.trunk) if row.last else glyphs.trunk)


def title(row: Row) -> str:
    """Return a node's name, with a number if the tree refers to it again."""
    return row.node.name if row.mark is None else f"{row.node.name} #{row.mark}"


def beside(row: Row) -> str:
    """Return what stands beside a node: its source on one line, or the leaf's name."""
    if row.again:
        return "(above)"
    source = row.node.variable or row.node.source or ""
    line = visible(" ".join(source.split()))
    return line if len(line) <= _LONGEST_SOURCE else line[: _LONGEST_SOURCE - 1] + "…"


def left_out_note(left_out: int, graph: Graph, remedy: str = "--graph all") -> str:
    """Say how many nodes a drawn tree leaves out, and what has more."""
    return f"({left_out:,} of {graph.total:,} nodes not shown; {remedy} has more)"
