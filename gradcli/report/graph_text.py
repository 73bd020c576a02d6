"""A graph as text: a tree, a list in the order of execution, DOT, Mermaid and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gradcli.report import json_view, plain
from gradcli.report.glyphs import UNICODE, Glyphs, visible

if TYPE_CHECKING:
    from gradcli.answers.graph import Graph, GraphNode

VERSION = 1
_LONGEST_PERIOD = 60
_LONGEST_LABEL = 40
MOST_ROWS = 10_000


def tree(
    graph: Graph, depth: int | None, glyphs: Glyphs = UNICODE, columns: int | None = None
) -> str:
    """Draw a graph as a tree; a node that is shared is drawn once and referred to afterwards."""
    deepest = 60 if depth is None else depth
    return plain.chain(graph, glyphs, MOST_ROWS, deepest, "--format json", columns) + "\n"


def within(graph: Graph, depth: int | None) -> Graph:
    """Return the part of a graph that is at most so many steps from the result."""
    if depth is None:
        return graph
    near, front = {0}, {0}
    for _ in range(depth):
        front = {edge[0] for i in front for edge in graph.nodes[i].next if edge} - near
        front = {i for i in front if i < len(graph.nodes)}
        near |= front
    nodes = tuple(node for node in graph.nodes if node.id in near)
    return graph._replace(nodes=nodes)


# In the order of execution


def chain(graph: Graph, times: str = "×", fold: bool = True) -> str:
    """List the nodes as they were made, a line each; stretches that repeat can be folded."""
    nodes = executed(graph)
    lines = [_line(node) for node in nodes]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    texts = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
    left_out = graph.total - len(graph.nodes)
    before = [plain.left_out_note(left_out, graph, "--depth")] if left_out else []
    keys = [(kind(node), line[-1]) for node, line in zip(nodes, lines, strict=True)]
    drawn = _drawn(texts, keys, times) if fold else texts
    return "".join(f"{line}\n" for line in (*before, *drawn))


def executed(graph: Graph) -> list[GraphNode]:
    """Return the nodes in an order in which each follows on those that it needs."""
    nodes = {node.id: node for node in graph.nodes}
    done: dict[int, None] = {}
    stack = [(0, False)]
    while stack:
        number, is_ready = stack.pop()
        if number in done or number not in nodes:
            continue
        if is_ready:
            done[number] = None
            continue
        stack.append((number, True))
        stack += [(edge[0], False) for edge in reversed(nodes[number].next) if edge]
    return [nodes[number] for number in done]


def _line(node: GraphNode) -> tuple[str, ...]:
    flows = " ".join("-" if flow is None else flow.text for flow in node.flows)
    return node.name, label(node, 60), "x".join(map(str, node.shape)) or "scalar", flows


def label(node: GraphNode, longest: int = _LONGEST_LABEL) -> str:
    """Return the text of the program that made a node, or its variable, on one line."""
    text = visible(" ".join((node.variable or node.source or "").split()))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def kind(node: GraphNode) -> tuple[object, ...]:
    """Return what nodes have in common that stand at one place of a loop: leaves have own names."""
    return (node.name, node.variable is None and label(node), node.shape)


def _drawn(lines: Sequence[str], keys: Sequence[object], times: str) -> Iterator[str]:
    """Yield lines; a stretch whose keys follow on themselves is bracketed, with how often."""
    for start, period, count in folded(keys):
        stretch = lines[start : start + period]
        if count == 1:
            yield from stretch
            continue
        last = lines[start + period * (count - 1) : start + period * count]
        alike = "" if stretch == last else ", the last of which is"
        yield f"[ {times} {count}{alike}"
        yield from (f"  {line}" for line in last)
        yield "]"


def folded(lines: Sequence[object]) -> Iterator[tuple[int, int, int]]:
    """Yield where stretches begin, how long they are, and how often they follow one another."""
    at = 0
    while at < len(lines):
        best = (at, 1, 1)
        for period in range(1, min(_LONGEST_PERIOD, (len(lines) - at) // 2) + 1):
            count = _repeats(lines, at, period)
            if count > 1 and period * count > best[1] * best[2] and period * (count - 1) > 2:
                best = (at, period, count)
        at, period, count = best
        while count > 1 and lines[at : at + 1] == lines[at + period * count :][:1]:
            yield at, 1, 1  # the end of a round stands at the end
            at += 1
        yield at, period, count
        at += period * count


def _repeats(lines: Sequence[object], at: int, period: int) -> int:
    count = 1
    first = lines[at : at + period]
    while lines[at + count * period : at + (count + 1) * period] == first:
        count += 1
    return count


# For other programs


def dot(graph: Graph) -> str:
    """Write a graph in the language of Graphviz."""
    lines = ["digraph gradcli {", "  node [shape=box, fontname=monospace];"]
    for node in graph.nodes:
        style = ", style=rounded" if node.variable is not None else ""
        text = _quoted("\n".join(filter(None, (node.name, label(node)))))
        lines.append(f"  n{node.id} [label={text}{style}];")
    for start, end, flow in edges(graph):
        lines.append(f"  n{start} -> n{end}" + f" [label={_quoted(flow)}]" * bool(flow) + ";")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def mermaid(graph: Graph) -> str:
    """Write a graph in the language of Mermaid, which Markdown pages draw."""
    lines = ["graph TD"]
    for node in graph.nodes:
        text = "<br/>".join(_entities(part) for part in (node.name, label(node)) if part)
        shape = '(["{}"])' if node.variable is not None else '["{}"]'
        lines.append(f"  n{node.id}" + shape.format(text))
    for start, end, flow in edges(graph):
        lines.append(f"  n{start} -->" + f'|"{_entities(flow)}"|' * bool(flow) + f" n{end}")
    return "\n".join(lines) + "\n"


def _entities(text: str) -> str:
    """Write what is no letter or digit as Mermaid's entities, which nothing can break."""
    return "".join(c if c.isalnum() or c in " _.,=+" else f"#{ord(c)};" for c in text)


def edges(graph: Graph) -> Iterator[tuple[int, int, str]]:
    """Yield from which node to which a gradient goes, and which, inside the part that is shown."""
    shown = {node.id for node in graph.nodes}
    for node in graph.nodes:
        flows = node.flows or (None,) * len(node.next)
        for edge, flow in zip(node.next, flows, strict=True):
            if edge and edge[0] in shown:
                yield node.id, edge[0], "" if flow is None else flow.text


def json(graph: Graph) -> str:
    """Write a graph as one line of JSON, in the form of a report's."""
    return json_view.dumps({"version": VERSION, **json_view.graph_tree(graph)})
