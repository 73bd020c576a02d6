"""A graph in which what repeats stands once: a loop's last round, and a node for those before it.

What repeats is found in the order of execution; it is folded where every round leads on to the one
before it and to what all of them share, so that nothing of the graph's form is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gradcli.report.graph_text import executed, folded, kind

if TYPE_CHECKING:
    from gradcli.answers.graph import Flow, Graph, GraphNode

_LEAST = 12
"""How many nodes a fold saves at least."""

Rounds = tuple[int, int, int]
"""Where a stretch begins in the order of execution, how many nodes it has, how often it is there.
"""


def fold(graph: Graph, times: str = "×") -> Graph:
    """Return a graph with its loops folded; ``total`` counts what could be drawn of it."""
    order = executed(graph)
    place = {node.id: at for at, node in enumerate(order)}
    leads = [[place[e[0]] for e in node.next if e and e[0] in place] for node in order]
    keys = list(map(kind, order))
    found = [rounds for rounds in folded(keys) if _saves(rounds) and _is_loop(rounds, leads)]
    if not found:
        return graph
    stands: dict[int, GraphNode] = {}
    for number, rounds in enumerate(found):
        node = _stand_in(rounds, order, place, len(graph.nodes) + number, times)
        hidden = order[rounds[0] : rounds[0] + rounds[1] * (rounds[2] - 1)]
        stands.update((other.id, node) for other in hidden)
    nodes = [node for node in graph.nodes if node.id not in stands]
    nodes += {node.id: node for node in stands.values()}.values()
    return graph._replace(
        nodes=tuple(_renumbered(nodes, stands)), total=graph.total - len(graph.nodes) + len(nodes)
    )


def _saves(rounds: Rounds) -> bool:
    _, period, count = rounds
    return period * (count - 1) > _LEAST


def _is_loop(rounds: Rounds, leads: Sequence[Sequence[int]]) -> bool:
    """Tell whether rounds are alike in where they lead, and only the last one is led to."""
    start, period, count = rounds
    end = start + period * count
    last = end - period
    if any(start <= to < last for at in range(end, len(leads)) for to in leads[at]):
        return False

    def form(at: int) -> list[int]:
        """Return where a node leads: in steps back inside the rounds, else by place."""
        return [at - to if to >= start else -1 - to for to in leads[at]]

    usual = [form(last + i) for i in range(period)]
    if any(step >= 2 * period for steps in usual for step in steps):
        return False
    return all(form(at) == usual[(at - start) % period] for at in range(start + period, end))


def _stand_in(
    rounds: Rounds, order: list[GraphNode], place: dict[int, int], number: int, times: str
) -> GraphNode:
    """Return the node that stands for all rounds but the last."""
    start, period, count = rounds
    ways: dict[tuple[int, int], list[Flow | None]] = {}
    for node in order[start : start + period * (count - 1)]:
        for edge, flow in zip(node.next, node.flows or (None,) * len(node.next), strict=True):
            if edge is not None and place.get(edge[0], start) < start:
                ways.setdefault(edge, []).append(flow)
    nodes = "the node" if period == 1 else f"the {period} nodes"
    before = order[start + period * (count - 1) - 1]
    return before._replace(
        id=number,
        name=f"{times} {count - 1}",
        source=f"{nodes} above",
        variable=None,
        next=tuple(ways),
        flows=tuple(flows[0] if len(flows) == 1 else None for flows in ways.values()),
        stands_for=period * (count - 1),
    )


def _renumbered(nodes: list[GraphNode], stands: dict[int, GraphNode]) -> Iterator[GraphNode]:
    """Yield nodes by new numbers, edges to what is hidden leading to what stands for it."""
    numbers = {node.id: at for at, node in enumerate(nodes)}
    numbers.update((hidden, numbers[node.id]) for hidden, node in stands.items())
    for node in nodes:
        ways = tuple(e and (numbers.get(e[0], len(nodes)), e[1]) for e in node.next)
        yield node._replace(id=numbers[node.id], next=ways)
