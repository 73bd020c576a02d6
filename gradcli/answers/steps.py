"""A derivative in steps: what each operation computes, and what its rule passes on.

Everything is found twice: as numbers, by a backward pass, and as expressions, by following each
node's rules with names in the places of values. This module does not know how steps are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from gradcli.answers.graph import Nodes, label_of
from gradcli.answers.inputs import Scope
from gradcli.answers.recorder import UNWRITTEN, Recorder
from gradcli.answers.rule_names import rule_of
from gradcli.answers.step_names import Named, Names, identifier
from gradcli.core.backward import grad
from gradcli.core.node import ComplexNode, Node
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError
from gradcli.symbolic.algebra import add, expand
from gradcli.symbolic.constants import kind
from gradcli.symbolic.expr import Expr, in_order, number, symbol
from gradcli.symbolic.rebuild import rebuilt
from gradcli.syntax import nodes

MOST_STEPS: Final = 200
_LONG: Final = 60  # the size of an expression in place of which its name goes on


class Piece(NamedTuple):
    """What is to be written down, and the numbers that it has to give; None where unknown."""

    expr: Expr | None
    numbers: np.ndarray | None


class Part(NamedTuple):
    """What a step passes on to a name: a formula of the derivative that reaches the step."""

    to: str
    formula: Piece


class RawStep(NamedTuple):
    """One step: what is computed, the derivative that reaches it, what it passes on.

    ``source`` is the program's text for it, with steps in the places of names that have several
    values; ``alone`` tells that no other step stands inside.
    """

    named: Named
    source: str
    alone: bool
    rule: str
    computes: Piece
    whole: Piece
    parts: tuple[Part, ...]


class Derivation(NamedTuple):
    """All steps, youngest first, and the derivatives by the inputs.

    ``values`` are those of all names, derivatives included; ``derivatives`` are their names.
    ``shown`` has the names that are no identifiers.
    """

    steps: tuple[RawStep, ...]
    inputs: tuple[tuple[str, Piece], ...]
    values: Mapping[str, np.ndarray]
    symbols: tuple[Expr, ...]
    derivatives: Mapping[str, str]
    shown: Mapping[str, str]
    omitted: int


Visit = tuple[Node, Sequence[Any], Sequence[Any]]


def derivation(
    result: Tensor,
    source: str,
    graph: Nodes,
    recorder: Recorder,
    scope: Scope,
    targets: Mapping[str, Tensor],
    gradient: Tensor | None = None,
) -> Derivation | None:
    """Return how the derivatives of a result by some tensors come about, once a program has run.

    It is None where the result does not depend on any of them.
    """
    visits, found = _followed(result, graph, targets, gradient)
    recorder.close()
    if not visits:
        return None
    if result.grad_fn is not None:
        recorder.keep(result.grad_fn, (result,))
    own = {t.grad_fn: name for name, t in scope.tensors() if t.grad_fn}
    leaves = [name for name, t in scope.tensors() if t.grad_fn is None]
    visited = [node for node, _, _ in visits]
    names = Names(visited, source, own, recorder.times, scope.by_name, leaves, gradient is None)
    return _Finder(recorder, scope, names, leaves).found(visits, targets, found, gradient)


def _followed(
    result: Tensor, graph: Nodes, targets: Mapping[str, Tensor], gradient: Tensor | None
) -> tuple[list[Visit], tuple[Tensor | None, ...]]:
    """Differentiate, and return what passed each node on the way."""
    visits: list[Visit] = []
    handles = [
        node.register_hook(lambda out, into, node=node: visits.append((node, out, into)))
        for node in graph
    ]
    try:
        found = grad(result, list(targets.values()), gradient, True, allow_unused=True)
    finally:
        for handle in handles:
            handle.remove()
    return visits, tuple(found)


class _Finder:
    """Finds expressions for steps, with names in the places of values."""

    def __init__(
        self, recorder: Recorder, scope: Scope, names: Names, leaves: Sequence[str]
    ) -> None:
        self.recorder, self.names = recorder, names
        self.ids = {id(scope.by_name[name]): identifier(name) for name in leaves}
        self.shown = {identifier(name): name for name in leaves if identifier(name) != name}
        self.values: dict[str, np.ndarray] = {}
        self.computed: dict[Node, Piece] = {}
        self.derivatives: dict[str, str] = {}
        self.symbols: list[Expr] = []
        self.whole: dict[Any, Expr | None] = {}  # derivatives by nodes and leaves, in all names
        self.local: dict[Node, Expr | None] = {}  # and in that of the step that a node is part of
        for name in leaves:
            tensor = scope.by_name[name]
            recorder.name(tensor, identifier(name))
            self._know(identifier(name), tensor.array)

    def _know(self, name: str, array: np.ndarray) -> None:
        self.values[name] = array
        self.symbols.append(symbol(name, array.shape, kind(array)))
        derivative = f"d{name}"
        while derivative in self.values or derivative in self.names.taken:
            derivative += "_"
        self.derivatives[name] = derivative

    def found(
        self,
        visits: Sequence[Visit],
        targets: Mapping[str, Tensor],
        gradients: Sequence[Tensor | None],
        gradient: Tensor | None,
    ) -> Derivation:
        several = (node for node, _, came in visits if any(g is not None for g in came[1:]))
        with self.recorder:
            computed = self.computed = self._replayed(set(several))
            root = visits[0][0]
            seed = None if gradient is None else self._symbol(self.names.step_of[root].name, root)
            self.start = root
            self.whole[root] = expand(number(1), root.shape) if seed is None else seed
            shown: list[RawStep] = []
            heads = 0
            for node, leaving, arriving in visits:
                named = self.names.step_of[node]
                heads += node is named.head
                if heads <= MOST_STEPS:
                    parts, whole = self._through(named, node, leaving, arriving)
                    if node is named.head:
                        rule = rule_of(named.function or _name(node), self._reached(named))
                        text = self._source(named)
                        alone = self.names.is_alone(named)
                        shown.append(RawStep(named, text, alone, rule, computed[node], whole, ()))
                    shown[-1] = shown[-1]._replace(parts=_merged(shown[-1].parts, parts, named))
        inputs = []
        for (name, leaf), total in zip(targets.items(), gradients, strict=True):
            if total is not None:
                own = self.ids.get(id(leaf), identifier(name))
                if own in self.derivatives:
                    self.values[self.derivatives[own]] = total.array
                expr = self.whole.get(id(leaf)) if heads <= MOST_STEPS else None
                inputs.append((name, Piece(_written(expr), total.array)))
        return Derivation(
            tuple(shown),
            tuple(inputs),
            self.values,
            tuple(self.symbols),
            self.derivatives,
            self.shown,
            max(heads - MOST_STEPS, 0),
        )

    def _replayed(self, several: set[Node]) -> dict[Node, Piece]:
        """Return what each node computes, in terms of the steps before it, and name its value.

        Nodes of which ``several`` results matter, or one that is not the first, have no name.
        """
        computed: dict[Node, Piece] = {}
        for step in self.names.steps:
            for node in step.parts:
                expr = self.recorder.replayed(node)
                values = () if node in several else self.recorder.values.get(node, ())
                numbers = values[0] if values else None
                computed[node] = Piece(_written(expr), numbers)
                results = self.recorder.results.get(node, ())
                if node is step.head and numbers is not None:
                    self._know(step.name, numbers)
                    self.recorder.name(results[0], step.name)
                elif expr is not None:
                    self.recorder.know(results[0], expr)
        return computed

    def _source(self, named: Named) -> str:
        """Return the text of a step, with names in the places of the steps inside.

        Of an operation on two names it has what the operands are called by now.
        """
        asked, made = named.head.source, self.recorder.made_of.get(named.head)
        operands = () if made is None else made[1]
        if not isinstance(asked, nodes.BinOp) or len(named.parts) > 1 or len(operands) != 2:
            return self.names.by_steps(named)
        sides = zip((asked.left, asked.right), operands, strict=True)
        texts = [self._operand(side, operand) for side, operand in sides]
        return self.names.by_steps(named) if None in texts else f"{texts[0]} {asked.op} {texts[1]}"

    def _operand(self, side: nodes.Expr, operand: Any) -> str | None:
        if isinstance(side, nodes.Constant) and not isinstance(operand, Tensor):
            return repr(side.value)
        if not isinstance(side, nodes.Name) or not isinstance(operand, Tensor):
            return None
        known = self.recorder.known.get(id(operand.array))
        return str(known[1].data[0]) if known and known[1].head == "symbol" else None

    def _symbol(self, name: str, node: Node) -> Expr:
        return symbol(self.derivatives.get(name, UNWRITTEN), node.shape)

    def _reached(self, named: Named) -> list[int]:
        edges, op = named.head.edges, named.head.op
        slots = range(len(edges)) if op is None or op.joint is not None else op.slots
        return [slot for slot, edge in zip(slots, edges, strict=False) if edge is not None]

    def _through(
        self, named: Named, node: Node, leaving: Sequence[Any], arriving: Sequence[Any]
    ) -> tuple[list[Part], Piece]:
        """Return what a node passes on to other steps, and the derivative that reaches it."""
        came = next((g for g in arriving if g is not None), None)
        total = None if came is None else came.array
        whole = _written(self.whole.get(node))
        if whole is not None and whole.size > _LONG:
            whole = None
        if node is named.head:
            self.local[node] = whole if node is self.start else self._symbol(named.name, node)
            if total is not None and named.name in self.derivatives:
                self.values[self.derivatives[named.name]] = total
        wholes = self._gradients(node, whole if whole is not None else self.local[node], arriving)
        locals_ = self._gradients(node, self.local.get(node), arriving)
        parts = []
        for place, (edge, gradient) in enumerate(zip(node.edges, leaving, strict=False)):
            if edge is None or gradient is None:
                continue
            target = edge[0]
            local, onward = (found.get(place) for found in (locals_, wholes))
            if isinstance(target, Node) and target in named.parts:
                self._add(self.local, target, local)
                self._add(self.whole, target, onward)
                continue
            key = target if isinstance(target, Node) else id(target)
            self._add(self.whole, key, onward)
            parts.append(Part(self._name(target), Piece(_written(local), gradient.array)))
        return parts, Piece(whole, total)

    def _add(self, table: dict[Any, Expr | None], key: Any, expr: Expr | None) -> None:
        before = table.get(key, number(0))
        if expr is None or before is None:
            table[key] = None
        else:
            table[key] = expr if key not in table else expand(add(before, expr), expr.shape)

    def _name(self, target: Any) -> str:
        if isinstance(target, Node):
            step = self.names.step_of.get(target)
            return "what came before" if step is None else step.name
        return self.ids.get(id(target), "a leaf")

    def _gradients(self, node: Node, g: Expr | None, arriving: Sequence[Any]) -> dict[int, Expr]:
        """Return what a node's rules make of an expression of its gradient, for each edge."""
        came = [place for place, gradient in enumerate(arriving) if gradient is not None]
        if g is None or len(came) != 1 or isinstance(node, ComplexNode):
            return {}
        tensor = Tensor(np.array(arriving[came[0]].array))
        self.recorder.note(tensor.array, g)
        given: Any = tensor
        if node.others is not None:
            given = node.filled(
                [tensor if p == came[0] else None for p in range(len(arriving))], True
            )
        found: dict[int, Expr] = {}
        try:
            for place, gradient in enumerate(node.gradients(given, True)):
                edge = node.edges[place] if place < len(node.edges) else None
                if isinstance(gradient, Tensor) and edge is not None:
                    shape = edge[0].meta(edge[1])[0] if isinstance(edge[0], Node) else edge[0].shape
                    if gradient.array.shape != tuple(shape):
                        gradient = OPS["sum_to_size"](gradient, tuple(shape))
                    expr = expand(self.recorder.expression(gradient), tuple(shape))
                    found[place] = self._with_result(expr, node)
        except (OpError, NotImplementedError, KeyError):
            return {}
        return found

    def _with_result(self, expr: Expr, node: Node) -> Expr:
        """Return an expression with the name of what a step computed in the place of that."""
        named, computed = self.names.step_of.get(node), self.computed.get(node)
        own = None if computed is None else computed.expr
        if named is None or named.head is not node or own is None or own.head != "call":
            return expr
        if named.name not in self.values or own.shape != self.values[named.name].shape:
            return expr
        made = {own: symbol(named.name, own.shape, own.kind)}
        for part in in_order(expr):
            made.setdefault(part, rebuilt(part, [made[arg] for arg in part.args]))
        return made[expr]


def _name(node: Node) -> str:
    return label_of(node) if node.op is None else str(node.op.name)


def _merged(before: tuple[Part, ...], more: Sequence[Part], named: Named) -> tuple[Part, ...]:
    """Return parts of a step; those that several nodes of it pass to one name are one."""
    if len(named.parts) == 1:
        return (*before, *more)
    found = {part.to: part for part in before}
    for to, (expr, numbers) in more:
        if to in found:
            old = found[to].formula
            both = None if old.expr is None or expr is None else add(old.expr, expr)
            assert old.numbers is not None and numbers is not None
            found[to] = Part(to, Piece(both, old.numbers + numbers))
        else:
            found[to] = Part(to, Piece(expr, numbers))
    return tuple(found.values())


def _written(expr: Expr | None) -> Expr | None:
    """Return an expression unless something in it has none."""
    if expr is None:
        return None
    unwritten = any(
        part.head == "symbol" and str(part.data[0]).startswith(UNWRITTEN) for part in in_order(expr)
    )
    return None if unwritten else expr
