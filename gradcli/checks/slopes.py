"""Whether a gradient is right, and if not, which operation is to blame.

This module knows the graph as a function of its inputs (``replay``). It does not know the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from gradcli.checks.directions import (
    ROUNDING,
    STEP,
    Line,
    agrees,
    apart,
    by_complex_step,
    central,
    close,
    jumps,
    kink_of,
    one_sided,
)
from gradcli.checks.replay import Graph, Unknown, aside, attributes
from gradcli.core.backward import grad
from gradcli.core.modes import enable_grad, no_grad
from gradcli.core.node import Edge, Node
from gradcli.core.tensor import Tensor
from gradcli.transforms import taylor

_ELEMENTS = 64  # of a tensor that are looked at one by one; of a larger one, a direction
_SMALL = 1e-3  # numbers below which a step has to be measured by the number


class Verdict(Enum):
    """What is found of a gradient; ``NOTED`` where there is none to be wrong about."""

    RIGHT = "right"
    WRONG = "wrong"
    NOTED = "noted"


class Finding(NamedTuple):
    """What was found of a gradient, where, and both numbers there.

    ``culprit`` is the operation whose derivative alone is wrong, ``chain`` the names of all
    operations on the way.
    """

    verdict: Verdict
    place: tuple[int, ...] = ()
    exact: float = 0.0
    near: float = 0.0
    remark: str = ""
    culprit: Node | None = None
    chain: tuple[str, ...] = ()


RIGHT = Finding(Verdict.RIGHT)


def finding_of(graph: Graph, edge: Edge, exact: np.ndarray, in_full: bool) -> Finding:
    """Verify a gradient, element by element if it is small and that is wanted."""
    view = View(graph, edge, exact, graph.affected(edge))
    if not exact.size:
        return RIGHT
    if not in_full or exact.size > _ELEMENTS:
        return _along_a_direction(view)
    found = RIGHT
    for place, line in view.lines():
        if not agrees(line, view.large * line.length):
            found = _closer(view, place, line, found)
            if found.verdict is Verdict.WRONG:
                break
    return found


def _along_a_direction(view: View) -> Finding:
    """Verify the gradient along a random direction, which avoids what there is only to note of."""
    direction, found = _random(view.exact), RIGHT
    for _ in range(_ELEMENTS):
        if agrees(view.line(direction)):
            break
        place, line = view.narrowed(direction)
        found = _closer(view, place, line, found)
        if found.verdict is Verdict.WRONG:
            break
        direction[place] = 0
    return found


def _closer(view: View, place: tuple[int, ...], line: Line, found: Finding) -> Finding:
    """Return what is found of a gradient once a mismatch is explained; a note is enough."""
    if found is not RIGHT and kink_of(line) is not None:
        return found
    closer = _explained(view, place, line)
    return closer if found is RIGHT or closer.verdict is Verdict.WRONG else found


class View(NamedTuple):
    """A graph seen from one of its inputs, and the gradient that the rules give there."""

    graph: Graph
    edge: Edge
    exact: np.ndarray
    affected: set[Node]

    @property
    def large(self) -> float:
        """Return the size of the largest element of the gradient."""
        finite = self.exact[np.isfinite(self.exact)]
        return float(np.abs(finite).max(initial=0.0))

    @property
    def value(self) -> np.ndarray:
        """Return the value of the input."""
        target, number = self.edge
        if isinstance(target, Tensor):
            return self.graph.leaves().get(target, target.array)
        return self.graph.base[target][number]

    def lines(self) -> Iterator[tuple[tuple[int, ...], Line]]:
        """Yield the sum along each element, with its place."""
        value = self.value
        for place, direction in _units(self.exact):
            if np.isfinite(value[place]):
                yield place, self.line(direction, max(1.0, float(np.abs(value[place]))))

    def line(self, direction: np.ndarray, step: float = 1.0) -> Line:
        """Return the sum along a direction."""

        def value(way: complex) -> complex:
            return self.graph.total({self.edge: direction * (way * step)}, self.affected)

        moved = direction != 0  # infinite slopes elsewhere do not matter
        terms = np.conj(self.exact[moved]) * direction[moved]
        slope = float(np.real(terms.sum())) * step
        return Line(value, slope, self.graph.size(), direction, step)

    def tangents(self, line: Line) -> Callable[[Node], list[np.ndarray | None]]:
        """Return a function from nodes to the directions in which their operands move."""
        steps = [{self.edge: line.direction * (line.length * by)} for by in (STEP, -STEP)]
        sides = [(self.graph.values(step, self.affected), step) for step in steps]

        def of(node: Node) -> list[np.ndarray | None]:
            above, below = (self.graph.operands(node, *side) for side in sides)
            return [_tangent(a, b) for a, b in zip(above, below, strict=True)]

        return of

    def narrowed(self, direction: np.ndarray) -> tuple[tuple[int, ...], Line]:
        """Return the element, and the line along it, that a mismatch along a direction is from."""
        flat, places = direction.reshape(-1), np.arange(direction.size)

        def along(part: np.ndarray) -> Line:
            kept = np.zeros_like(flat)
            kept[part] = flat[part]
            return self.line(kept.reshape(direction.shape))

        while places.size > 1:
            halves = np.array_split(places, 2)
            places = halves[int(np.argmax([apart(along(half)) for half in halves]))]
        place = tuple(map(int, np.unravel_index(int(places[0]), direction.shape)))
        return place, self.line(_unit(self.exact, place))


def _units(exact: np.ndarray) -> Iterator[tuple[tuple[int, ...], np.ndarray]]:
    """Yield the directions along each element, for a complex one along both of its parts."""
    for place in np.ndindex(exact.shape):
        for factor in (1, 1j) if exact.dtype.kind == "c" else (1,):
            yield place, _unit(exact, place, factor)


def _random(exact: np.ndarray) -> np.ndarray:
    """Return a direction, the same one each time."""
    generator = np.random.default_rng(0)
    real = generator.uniform(0.5, 1.0, exact.shape) * generator.choice([-1.0, 1.0], exact.shape)
    if exact.dtype.kind == "c":
        return np.asarray(real + 1j * generator.uniform(0.5, 1.0, exact.shape))
    return np.asarray(real)


def _unit(like: np.ndarray, place: tuple[int, ...], factor: complex = 1) -> np.ndarray:
    direction = np.zeros_like(like)
    direction[place] = factor
    return direction


def _symmetric(value: np.ndarray, direction: np.ndarray) -> np.ndarray | None:
    """Return a direction that keeps symmetric matrices symmetric; None for other values.

    There are operators that read one triangle of a matrix, and share the gradient between both.
    """
    if value.ndim < 2 or value.shape[-1] != value.shape[-2] or value.shape[-1] < 2:
        return None
    if not np.allclose(value, np.conj(np.swapaxes(value, -1, -2)), rtol=1e-6, atol=0):
        return None
    return np.asarray(direction + np.conj(np.swapaxes(direction, -1, -2)))


# What is said of a mismatch


def _explained(view: View, place: tuple[int, ...], line: Line) -> Finding:
    """Look closer at a slope that is not what differences give."""
    if _is_right_after_all(view, place, line):
        return RIGHT
    on_the_way = [node for node in view.graph.nodes if node in view.affected]
    culprit, kinked = _culprit(view.graph, on_the_way, view.tangents(line))
    chain = tuple(node.label for node in on_the_way)
    numbers = (line.slope / line.length, central(line, STEP) / line.length)
    excuse = _excuse(line, kinked) if culprit is None else _intent(view.graph, culprit)
    if excuse is not None:
        return Finding(Verdict.NOTED, place, *numbers, excuse, culprit, chain)
    rate = taylor.remainder_rate(lambda way: float(line.value(way).real), line.slope)
    if culprit is None and rate > taylor.RIGHT_FROM:
        return RIGHT
    return Finding(Verdict.WRONG, place, *numbers, taylor.verdict(rate), culprit, chain)


def _is_right_after_all(view: View, place: tuple[int, ...], line: Line) -> bool:
    """Tell whether a slope that differences did not confirm is confirmed in another way."""
    if view.graph.masked and not np.isfinite(line.slope):
        return True  # where the program's own result is no number
    stepped = by_complex_step(line) if view.exact.dtype.kind == "f" else None
    if stepped and close(line.slope, stepped):
        return True
    value = view.value
    size = float(np.abs(value[place]))
    if 0 < size < _SMALL:
        shorter = view.line(_unit(view.exact, place), size)
        settled = ROUNDING * shorter.size / STEP < 1e-3 * abs(shorter.slope)
        if settled and agrees(shorter):
            return True
    direction = _symmetric(value, _unit(view.exact, place))
    return direction is not None and agrees(view.line(direction))


def _excuse(line: Line, kinked: Node | None) -> str | None:
    """Return why nothing can be said of a slope, if the function has none here."""
    sides = kink_of(line)
    if sides is None:
        return None if kinked is None else f"a kink of {kinked.label}"
    below, above = (side / line.length for side in sides)
    by = "" if kinked is None else f" of {kinked.label}"
    if not (np.isfinite(below) and np.isfinite(above)):
        return f"the edge of where the function is defined{by}"
    if jumps(one_sided(line, 8 * STEP), one_sided(line, STEP), 0.0):
        return f"a jump{by}"
    return f"a kink{by}, with slopes {below:.6g} and {above:.6g} on its sides"


def _intent(graph: Graph, node: Node) -> str | None:
    """Return why an operator's gradient is no derivative, where that is what it is for."""
    attrs = graph.records[node].attrs
    if attrs.get("scale_grad_by_freq"):
        return f"{node.label} scales the gradient by how often a row is used"
    if attrs.get("padding_idx", -1) not in (-1, None):
        return f"{node.label} leaves out the gradient of the row for padding"
    return None


def _tangent(above: Any, below: Any) -> np.ndarray | None:
    """Return the direction from one value to another, of about length 1; None where they agree."""
    if not isinstance(above, np.ndarray) or above.dtype.kind not in "fc":
        return None
    way = above - below
    length = float(np.abs(way).max(initial=0.0))
    return way / length if length and np.isfinite(length) else None


def _culprit(
    graph: Graph, on_the_way: list[Node], tangents: Callable[[Node], list[np.ndarray | None]]
) -> tuple[Node | None, Node | None]:
    """Return the first operation whose derivative is wrong, and the first that stands at a kink."""
    kinked = None
    for node in on_the_way:
        try:
            lines = _lines_of(graph, node, tangents(node))
        except Unknown:
            continue
        for line, symmetric in lines:
            if agrees(line) or (symmetric is not None and agrees(symmetric)):
                continue
            if kink_of(line) is None:
                return node, kinked
            kinked = kinked or node
    return None, kinked


def _lines_of(
    graph: Graph, node: Node, directions: list[np.ndarray | None]
) -> list[tuple[Line, Line | None]]:
    """Return for each operand that moves a random sum of the results along its direction.

    For a symmetric matrix there is a second one, along which it remains symmetric.
    """
    record = graph.records[node]
    operands = graph.operands(node, dict(graph.base), {})
    attrs = attributes(record.attrs)
    slots = [slot for slot, edge in enumerate(record.edges) if edge is not None]

    def compute(given: list[np.ndarray]) -> list[np.ndarray]:
        with aside(), no_grad():
            result = record.op.compute(given, attrs)
        return list(map(np.asarray, result if isinstance(result, tuple) else (result,)))

    results = compute(operands)
    weights = [_random(part) if part.dtype.kind in "fc" else part * 0 for part in results]
    gradients = _local(node, operands, slots, weights, graph)
    size = sum(float(np.abs(w * r).sum()) for w, r in zip(weights, results, strict=True))

    def line(slot: int, gradient: np.ndarray, direction: np.ndarray) -> Line:
        def value(way: complex) -> complex:
            moved = list(operands)
            moved[slot] = moved[slot] + direction * way
            pairs = zip(weights, compute(moved), strict=True)
            return complex(sum((np.conj(w) * part).sum() for w, part in pairs))

        moved = direction != 0
        slope = float(np.real((np.conj(gradient[moved]) * direction[moved]).sum()))
        return Line(value, slope, size, direction)

    found: list[tuple[Line, Line | None]] = []
    for slot, gradient in zip(slots, gradients, strict=True):
        direction = directions[slot]
        if direction is None:
            continue
        symmetric = _symmetric(operands[slot], direction)
        other = None if symmetric is None else line(slot, gradient, symmetric)
        found.append((line(slot, gradient, direction), other))
    return found


def _local(
    node: Node,
    operands: list[np.ndarray],
    slots: list[int],
    weights: list[np.ndarray],
    graph: Graph,
) -> list[np.ndarray]:
    """Return the gradients that a node's rules give its operands, for weights of its results."""
    record = graph.records[node]
    with aside(), enable_grad():
        tensors = [
            Tensor(value, slot in slots) if isinstance(value, np.ndarray) else value
            for slot, value in enumerate(operands)
        ]
        result = record.op.apply(tensors, attributes(record.attrs))
        results = result if isinstance(result, tuple) else (result,)
        pairs = [
            (part, Tensor(weight.astype(part.array.dtype)))
            for part, weight in zip(results, weights, strict=True)
            if part.requires_grad
        ]
        if not pairs:
            raise Unknown("it has no gradient")
        ends, starts = zip(*pairs, strict=True)
        sources = [tensors[slot] for slot in slots]
        found = grad(ends, sources, starts, allow_unused=True, materialize_grads=True)
    return [gradient.array for gradient in found]
