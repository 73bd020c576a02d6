"""Computing a recorded graph once more, with other values at its leaves, in double precision.

Each node is written down when it is made: its operator, its attributes, and for each operand either
the edge that it comes from or a copy of its value. From that the graph's results follow for leaves
that are moved, whatever the program has done with its variables since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.modes import enable_grad, no_grad
from gradcli.core.node import Edge, Node
from gradcli.core.state import STATE
from gradcli.core.table import OPS, Operator
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS
from gradcli.core.views import CopySlices
from gradcli.numerics import dtypes
from gradcli.numerics.dtypes import DType
from gradcli.numerics.random import Generator

_WIDE: dict[str, DType] = {
    "float16": dtypes.float64,
    "bfloat16": dtypes.float64,
    "float32": dtypes.float64,
    "complex64": dtypes.complex128,
}


class Unknown(Exception):
    """A graph cannot be computed once more; the message says why."""


class Record(NamedTuple):
    """What a node computes: an operator, its operands and its attributes.

    ``edges`` holds for each operand where it comes from, or None; ``values`` what it was.
    """

    op: Operator
    edges: tuple[Edge | None, ...]
    values: tuple[Any, ...]
    attrs: dict[str, Any]


class Records:
    """What is known of the nodes that live."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: WeakKeyDictionary[Node, Record] = WeakKeyDictionary()

    def add(self, node: Node, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Write down a new node."""
        if isinstance(node, CopySlices):
            edge, value = node.edges[0], _copied(operands[0])
            parts = (edge, (node.inner, 0)), (value, None)
            way = {"steps": node.steps, "lies": node.lies}
            self.found[node] = Record(OPS["_replace_view"], *parts, way)
            return
        op = node.op
        assert op is not None
        edges = node.operand_edges(len(operands))
        leaf = [edge is None or edge[0].__class__ in TENSORS for edge in edges]
        values = tuple(
            _copied(operand) if keep else None for operand, keep in zip(operands, leaf, strict=True)
        )
        self.found[node] = Record(op, tuple(edges), values, dict(attrs))

    def __getitem__(self, node: Node) -> Record:
        record = self.found.get(node)
        if record is None:
            raise Unknown(f"{node.label} cannot be computed once more")
        return record

    def sources(self, node: Node) -> Iterator[Edge]:
        """Yield where the operands of a node come from."""
        yield from (edge for edge in self[node].edges if edge is not None)


def _copied(operand: Any) -> Any:
    """Return an operand's value as it is now, in double precision."""
    return wide(np.array(operand.array)) if isinstance(operand, Tensor) else operand


def wide(value: Any) -> Any:
    """Return an array or an element type in double precision."""
    if isinstance(value, DType):
        return _WIDE.get(value.name, value)
    if isinstance(value, np.ndarray):
        name = dtypes.dtype_of(value.dtype).name
        return value.astype(_WIDE[name].numpy) if name in _WIDE else value
    return value


class Graph:
    """The part of a graph that leads to ``roots``, each with the weight that it has in the sum.

    ``weights`` are the gradients that a backward pass starts from, so that the pass gives the
    gradient of that sum. Results that are not finite have no weight; ``masked`` tells of them.
    """

    __slots__ = ("base", "masked", "nodes", "records", "weights")

    def __init__(self, records: Records, weights: dict[Edge, np.ndarray]) -> None:
        self.records = records
        self.weights = weights
        self.masked = False
        self.nodes = self._ordered()
        self.base = self.values({})
        for edge, weight in weights.items():
            if isinstance(edge[0], Node):
                finite = np.isfinite(self.base[edge[0]][edge[1]])
                self.masked |= not finite.all()
                self.weights[edge] = np.where(finite, weight, 0)

    def _ordered(self) -> list[Node]:
        """Return all nodes, operands before what is computed of them."""
        seen: set[Node] = set()
        stack = [edge[0] for edge in self.weights if isinstance(edge[0], Node)]
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                stack += [e[0] for e in self.records.sources(node) if isinstance(e[0], Node)]
        return sorted(seen, key=lambda node: -node.order)

    def affected(self, target: Edge) -> set[Node]:
        """Return the nodes whose values change when that of an edge does."""
        found: set[Any] = {target[0]}
        for node in self.nodes:
            if any(edge[0] in found for edge in self.records.sources(node)):
                found.add(node)
        return found

    def leaves(self) -> dict[Tensor, np.ndarray]:
        """Return the leaves with their values."""
        found = {}
        for node in self.nodes:
            record = self.records[node]
            for edge, value in zip(record.edges, record.values, strict=True):
                if edge is not None and isinstance(edge[0], Tensor):
                    found[edge[0]] = value
        return found

    def values(
        self, deltas: dict[Edge, np.ndarray], affected: set[Node] | None = None
    ) -> dict[Node, tuple[np.ndarray, ...]]:
        """Compute all nodes, or only those affected, with what edges carry moved by deltas."""
        values = {} if affected is None else dict(self.base)
        with aside(), no_grad():
            for node in self.nodes:
                if affected is None or node in affected:
                    values[node] = self.value(node, values, deltas)
        return values

    def value(
        self,
        node: Node,
        values: dict[Node, tuple[np.ndarray, ...]],
        deltas: dict[Edge, np.ndarray],
    ) -> tuple[np.ndarray, ...]:
        """Compute a node from the values of those before it."""
        record = self.records[node]
        operands = self.operands(node, values, deltas)
        result = record.op.compute(operands, attributes(record.attrs))
        parts = result if isinstance(result, tuple) else (result,)
        return tuple(map(np.asarray, parts))

    def operands(
        self,
        node: Node,
        values: dict[Node, tuple[np.ndarray, ...]],
        deltas: dict[Edge, np.ndarray],
    ) -> list[Any]:
        """Return the operands of a node."""
        record = self.records[node]
        found = []
        for edge, value in zip(record.edges, record.values, strict=True):
            if edge is not None and isinstance(edge[0], Node):
                value = values[edge[0]][edge[1]]
            if edge is not None and edge in deltas:
                value = _moved(value, deltas[edge])
            found.append(value)
        return found

    def total(self, deltas: dict[Edge, np.ndarray], affected: set[Node]) -> complex:
        """Return the sum that the pass differentiates, for edges moved by deltas."""
        values = self.values(deltas, affected)
        total = 0j
        for edge, weight in self.weights.items():
            if isinstance(edge[0], Node):
                value = values[edge[0]][edge[1]] + deltas.get(edge, 0)
            else:
                value = deltas.get(edge, 0)  # a leaf itself, up to a constant
            total += complex(_products(np.conj(weight), value).sum())
        return total

    def size(self) -> float:
        """Return the size of the terms of the sum, which bounds what rounding can change."""
        pairs = (
            (weight, self.base[edge[0]][edge[1]])
            for edge, weight in self.weights.items()
            if isinstance(edge[0], Node)
        )
        return float(sum(np.abs(_products(weight, value)).sum() for weight, value in pairs))

    def gradients(self, targets: Iterable[Edge]) -> dict[Edge, np.ndarray]:
        """Return the gradients by edges that the rules give, in double precision."""
        uses: dict[Edge, list[Tensor]] = {target: [] for target in targets}
        with aside(), enable_grad():
            ends = self._recorded(uses)
            pairs = [
                (ends[edge], Tensor(weight.astype(ends[edge].array.dtype)))
                for edge, weight in self.weights.items()
                if edge in ends and ends[edge].requires_grad
            ]
            sources = [tensor for tensors in uses.values() for tensor in tensors]
            found: Sequence[Any] = [OPS["zeros_like"](source) for source in sources]
            if pairs and sources:
                outputs, starts = zip(*pairs, strict=True)
                found = grad(outputs, sources, starts, allow_unused=True, materialize_grads=True)
        by_use = dict(zip(map(id, sources), found, strict=True))
        return {
            target: sum((by_use[id(use)].array for use in tensors), _zeros(target))
            for target, tensors in uses.items()
        }

    def _recorded(self, uses: dict[Edge, list[Tensor]]) -> dict[Edge, Tensor]:
        """Compute all nodes once more as tensors; note those that stand for an edge in ``uses``.

        A leaf has a tensor for each use, so that it can have changed between them.
        """
        ends: dict[Edge, Tensor] = {}
        for root in self.weights:
            if root in uses and isinstance(root[0], Tensor):
                ends[root] = Tensor(_zeros(root), True)
                uses[root].append(ends[root])
        for node in self.nodes:
            record = self.records[node]
            operands = []
            for edge, value in zip(record.edges, record.values, strict=True):
                if edge is not None and isinstance(edge[0], Node):
                    value = ends[edge]
                elif isinstance(value, np.ndarray):
                    value = Tensor(value, edge in uses)
                    if edge is not None and edge in uses:
                        uses[edge].append(value)
                operands.append(value)
            result = record.op.apply(operands, attributes(record.attrs))
            for number, part in enumerate(result if isinstance(result, tuple) else (result,)):
                end = (node, number)
                ends[end] = part
                if end in uses and part.array.dtype.kind in "fc":
                    ends[end] = part if part.requires_grad else Tensor(part.array, True)
                    uses[end].append(ends[end])
        return ends


def _moved(value: np.ndarray, delta: np.ndarray) -> np.ndarray:
    """Return a sum in the memory layout of its first term."""
    moved = np.array(value, dtype=np.result_type(value, delta))
    moved += delta
    return moved


def _zeros(edge: Edge) -> np.ndarray:
    """Return zeros of the shape of what an edge carries."""
    shape, dtype = edge[0].meta(edge[1])
    return np.zeros(shape, wide(np.empty(0, dtype)).dtype)


def _products(weight: np.ndarray, value: Any) -> np.ndarray:
    """Return values times weights; what has no weight does not count, whatever it is."""
    return np.asarray(np.where(weight != 0, weight * value, 0))


def attributes(attrs: dict[str, Any]) -> dict[str, Any]:
    """Return attributes for a computation in double precision, which may draw nothing."""
    if any(isinstance(value, Generator) for value in attrs.values()):
        raise Unknown("it draws random numbers")
    return {
        name: wide(value) if isinstance(value, DType) else value for name, value in attrs.items()
    }


class _NoGenerator:
    """Stands where random numbers come from, and refuses to give any."""

    def __getattr__(self, name: str) -> Any:
        raise Unknown("it draws random numbers")


@contextmanager
def aside() -> Iterator[None]:
    """Compute something without the program noticing."""
    quiet = STATE.replaced(
        source=None,
        listener=_ignore,
        said=set(),
        inference=False,
        anomaly=False,
        passing=None,
        observers=(),
        generator=_NoGenerator(),
    )
    with quiet, np.errstate(all="ignore"):
        yield


def _ignore(*warning: object) -> None:
    """Take a warning that nobody needs."""
