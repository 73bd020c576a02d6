"""Verifying the gradients that a program takes, while it runs.

Each backward pass is computed once more from what was recorded of its graph, in double precision
and with inputs moved, whatever the element type of the program. What differs is traced to an
operator by looking at those of the chain one by one. A point at which a function has a kink has no
gradient to be wrong about; that is noted and fails nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from gradcli.answers.check_results import Difference, Failure
from gradcli.answers.report import bare, pairs
from gradcli.checks.replay import Graph, Records, Unknown, wide
from gradcli.checks.slopes import Finding, Verdict, finding_of
from gradcli.core.engine import Pass
from gradcli.core.node import Edge, Node
from gradcli.core.observe import Observer
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError, Span, position
from gradcli.language.messages.from_errors import primary_span
from gradcli.language.run import Session
from gradcli.syntax.walk import walk

_IN_FULL = 3
"""How often the gradients that one place of a program takes are looked at element by element."""

_UNVERIFIED = (Unknown, OpError, ArithmeticError, LookupError, TypeError, ValueError)
"""What can be in the way of computing a graph again; it is noted, and the program goes on."""

_SHOWN = 20  # operators of a chain


@contextmanager
def verifying(session: Session, path: str, wanted: bool = True) -> Iterator[Verifier]:
    """Verify every gradient that the programs of a session take, if that is wanted."""
    verifier = Verifier(session, path)
    if not wanted:
        yield verifier
        return
    with verifier:
        yield verifier


class Verifier(Observer):
    """Records the graph of a program and verifies each backward pass over it.

    ``checks`` counts the gradients that were looked at, ``failures`` holds those that are wrong,
    ``notes`` what else there is to say of some.
    """

    def __init__(self, session: Session, path: str) -> None:
        self.session = session
        self.path = path
        self.checks = 0
        self.failures: list[Failure] = []
        self.notes: list[Failure] = []
        self.records = Records()
        self.visits: Counter[object] = Counter()
        self.said: set[object] = set()
        self.weights: dict[Edge, np.ndarray] = {}
        self.found: dict[Tensor, np.ndarray] = {}

    # What the core tells

    def recorded(self, node: Node, operands: Any, attrs: dict[str, Any]) -> None:
        """Write down a new node."""
        self.records.add(node, operands, attrs)

    def begin(self, run: Pass) -> None:
        """Take note of where a backward pass begins, and listen to what it finds."""
        self.weights = dict(_weights(run))
        self.found = {}

    def received(self, leaf: Tensor, gradient: Any) -> None:
        """Take note of the gradient that a backward pass found for a leaf."""
        self.found[leaf] = _plain(gradient)

    def end(self, run: Pass) -> None:
        """Verify what a backward pass found."""
        found: dict[Edge, np.ndarray] = {(leaf, 0): g for leaf, g in self.found.items()}
        for edge, gradient in run.captured.items():
            if gradient is not None:
                found[edge] = _plain(gradient)
        weights, self.weights, self.found = self.weights, {}, {}
        if not found or not weights:
            return
        self.visits[run.source] += 1
        try:
            graph = Graph(self.records, weights)
            exact = graph.gradients(found)
        except _UNVERIFIED as error:
            self.note("unverified", run.source, f"gradients are not verified: {_reason(error)}")
            return
        for edge, gradient in found.items():
            self.verify(run, graph, edge, (gradient, exact[edge]))

    # What becomes of it

    def verify(
        self, run: Pass, graph: Graph, edge: Edge, sides: tuple[np.ndarray, np.ndarray]
    ) -> None:
        """Verify one gradient: what the program got, and what the rules give in full precision."""
        self.checks += 1
        got, exact = sides
        in_full = self.visits[run.source] <= _IN_FULL
        name = self.name_of(edge)
        try:
            finding = finding_of(graph, edge, exact, in_full)
        except _UNVERIFIED as error:
            message = f"the gradient by {name} is not verified: {_reason(error)}"
            self.note("unverified", run.source, message, name)
            return
        if finding.verdict is Verdict.NOTED:
            message = f"the gradient by {name}{_index(finding.place)}: {finding.remark}"
            self.note("kink", run.source, message, name)
        elif finding.verdict is Verdict.WRONG:
            self.fail(run.source, name, finding, got)
        elif not graph.masked and not _is_hooked(graph, edge):
            start = max(float(np.abs(weight).max(initial=0.0)) for weight in graph.weights.values())
            self.compare(run.source, name, (got, exact), start)

    def compare(
        self, source: object, name: str, sides: tuple[np.ndarray, np.ndarray], start: float
    ) -> None:
        """Compare a gradient that is right in double precision with what the program got.

        ``start`` is the size of what the pass began with: next to it a gradient may be nothing.
        """
        got, exact = sides
        single = got.dtype.itemsize < wide(got).dtype.itemsize
        finite = np.isfinite(exact)
        scale = float(np.abs(exact[finite]).max(initial=0.0))
        limit = (2e-2 if single else 1e-6) * max(scale, 1e-3 * start) + 1e-30
        apart = np.where(finite, np.abs(wide(got) - exact), 0.0)
        if not apart.size or float(np.nan_to_num(apart, nan=np.inf).max()) <= limit:
            return
        worst = np.unravel_index(int(np.nan_to_num(apart, nan=np.inf).argmax()), apart.shape)
        place = tuple(map(int, worst))
        self.note(
            "rounding",
            source,
            f"the gradient by {name}{_index(place)} is {_text(got[place])}; in double precision "
            f"it is {_text(exact[place])}",
            name,
        )

    def fail(self, source: object, name: str, finding: Finding, got: np.ndarray) -> None:
        """Report a wrong gradient."""
        shown, expected = _text(got[finding.place]), _text(finding.near)
        what = f"{name}{_index(finding.place)}"
        blame = "" if finding.culprit is None else f"; most likely wrong: {finding.culprit.label}"
        self.say(
            self.failures,
            source,
            name,
            Failure(
                "gradient",
                f"the gradient by {what} is {shown}, but differences give {expected}{blame}",
                expected=expected,
                got=shown,
                difference=_difference(finding, expected, shown),
                details=self.details(finding),
            ),
        )

    def details(self, finding: Finding) -> str:
        """Explain a wrong gradient at length."""
        lines = [finding.remark]
        if finding.culprit is not None:
            line = self.located(finding.culprit.source)[0]
            lines.append(f"the derivative of {finding.culprit.label} (line {line}) alone is wrong")
        more = len(finding.chain) - _SHOWN
        shown = ", ".join(finding.chain[-_SHOWN:])
        lines.append(f"operators of the chain: {f'{more} more, ' if more > 0 else ''}{shown}")
        return "\n".join(lines) + "\n"

    def note(self, kind: str, source: object, message: str, about: str = "") -> None:
        """Note what fails nothing."""
        self.say(self.notes, source, about, Failure(kind, message))

    def say(self, where: list[Failure], source: object, about: str, failure: Failure) -> None:
        """Add a failure or a note, unless one was said of the same input at the same place."""
        key = (source, about, where is self.failures)
        if key in self.said:
            return
        self.said.add(key)
        line, column, end_line, end_column = self.located(source)
        where.append(
            failure._replace(line=line, column=column, end_line=end_line, end_column=end_column)
        )

    def located(self, source: object) -> tuple[int, int, int, int]:
        """Return where a piece of program begins and ends."""
        for module, text, _ in reversed(self.session.programs):
            for known in walk(module):
                if known is source:
                    span: Span = primary_span(known, text)
                    return (*position(text, span.start), *position(text, span.end))
        return 1, 1, 1, 1

    def name_of(self, edge: Edge) -> str:
        """Return what a program calls an input."""
        target = edge[0]
        if isinstance(target, Node):
            named = (n for n, t in self.tensors() if (t.node, t.output_nr) == edge)
            return next(named, f"a result of {target.label}")
        found = next((name for name, tensor in self.tensors() if tensor is target), None)
        return found or f"a leaf of shape {tuple(target.array.shape)}"

    def tensors(self) -> Iterator[tuple[str, Tensor]]:
        """Yield the tensors that a program has in its variables, and in lists and dicts there."""
        for name, value in list(self.session.machine.globals.items()):
            if isinstance(name, str):
                yield from _tensors(name, value)


def _tensors(name: str, value: Any) -> Iterator[tuple[str, Tensor]]:
    if isinstance(value, Tensor):
        yield name, value
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(bare(value)):
            if isinstance(item, Tensor):
                yield f"{name}[{index}]", item
    elif isinstance(value, dict):
        for key, item in pairs(value):
            if isinstance(item, Tensor) and key.__class__ in (int, str, bool):
                yield f"{name}[{key!r}]", item


def _weights(run: Pass) -> Iterator[tuple[Edge, np.ndarray]]:
    """Yield the edges that a backward pass begins at, and the gradients there."""
    for edge, gradient in run.arrived():
        yield edge, wide(_plain(gradient))


def _plain(gradient: Any) -> np.ndarray:
    return np.array(gradient.array if isinstance(gradient, Tensor) else gradient)


def _is_hooked(graph: Graph, edge: Edge) -> bool:
    """Tell whether the program has a hand in gradients on their way."""
    on_nodes = (node.hooks for node in graph.nodes)
    on_leaf = edge[0].hooks if isinstance(edge[0], Tensor) else None
    return any(
        h is not None and (h.functions or h.before or h.behind) for h in (*on_nodes, on_leaf)
    )


def _reason(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _index(place: tuple[int, ...]) -> str:
    return f"{list(place)}" if place else ""


def _difference(finding: Finding, expected: str, got: str) -> Difference:
    apart = abs(finding.exact - finding.near)
    relative = apart / abs(finding.near) if finding.near else float("inf")
    return Difference(apart, relative, finding.place, expected, got)


def _text(number: Any) -> str:
    value = complex(number)
    return f"{value:.6g}" if value.imag else f"{value.real:.6g}"
