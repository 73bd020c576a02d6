"""The engine of the backward pass: one walk over the graph, from results towards leaves.

Nodes are numbered in the order they were made, so taking the youngest that is waiting always
takes a node whose gradient is complete: no pass over the graph is needed to count dependencies,
nothing recurses, and nothing is stored on the graph. Gradients travel as plain arrays, or as
tensors when the pass itself is to be differentiated (``create_graph``). What is done with the
gradients that arrive is up to ``backward``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np

from gradcli.core.gradients import accumulate, added, fit, owns
from gradcli.core.hooks import Hooks, call_each, call_with_all
from gradcli.core.node import AccumulateGrad, Edge, Node, Targets, reached_from
from gradcli.core.saved import SavedResult, arguments, freed_error, in_words
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS
from gradcli.errors import OpError, is_final, op_error

_ndarray = np.ndarray  # a name of its own, for what every node runs

Done = Callable[[Tensor, Any, bool], None]
"""Takes the gradient of a leaf, and whether its memory is the leaf's to keep."""


class Pass:
    """One walk from roots towards leaves, or only towards what is asked for.

    ``done`` takes the gradients of leaves, each when it is complete if somebody may be looking.
    ``accumulating`` says that gradients are for ``grad``, and not to be returned.
    """

    def __init__(
        self,
        roots: list[tuple[Edge, Any]],
        retain: bool,
        recording: bool,
        targets: Targets | None,
        done: Done,
        accumulating: bool = False,
    ) -> None:
        self.accumulating = accumulating
        self.current: Node | None = None  # the one that runs
        self.starts = [edge[0] for edge, _ in roots]
        self.done = done
        self.source = STATE.source
        self.retain = retain
        self.recording = recording
        self.waiting: list[tuple[int, Node]] = []
        self.pending: dict[Node, Any] = {}
        self.leaves: dict[Tensor, Any] = {}
        self.borrowed: dict[Tensor, Any] = {}  # of those, what something else may hold as well
        self.captured: dict[Edge, Any] = {}
        self.wanted_edges: set[Edge] = set() if targets is None else targets.edges
        self.asked = set() if accumulating or targets is None else targets.asked
        self.needed: set[Any] | None = None if targets is None else targets.needed
        self.observers: tuple[Any, ...] = ()
        self.aside = []  # what starts where nothing that is wanted lies behind
        for edge, gradient in roots:
            if self.needed is None or edge[0] in self.needed:
                self.receive(*edge, gradient, gradient)
            elif edge[0].hooks is not None:
                self.aside.append((edge, gradient))

    def run(self) -> None:
        """Walk, and hand on the gradient of each leaf."""
        now = STATE.__dict__  # the thread's own
        before = _, around, _ = now["source"], now["passing"], now["grad_enabled"]
        now["passing"] = self
        self.observers = now["observers"] if around is None else ()
        for observer in self.observers:
            observer.begin(self)
        try:
            with np.errstate(all="ignore"):
                now["grad_enabled"] = self.recording and not now["inference"]
                for (target, output_nr), gradient in self.aside:
                    self.look(target.hooks, output_nr, self.tensor(gradient))
                try:
                    self.walk()
                except Exception as error:
                    self.leave(error)
                    raise
                for leaf in list(self.leaves):
                    self.complete(leaf)
        finally:
            now["source"], now["passing"], now["grad_enabled"] = before
        for observer in self.observers:
            observer.end(self)

    def leave(self, error: Exception) -> None:
        """After an error at a node, hand on what is complete, as PyTorch does; say where it was."""
        node = self.current
        if node is None:
            return
        if self.accumulating:
            ahead = reached_from([node, *(other for _, other in self.waiting)])
            for leaf in [leaf for leaf in self.leaves if leaf not in ahead]:
                self.complete(leaf)
        _blame(node, error)

    def arrived(self) -> Iterator[tuple[Edge, Any]]:
        """Yield the gradients that wait for leaves and nodes; before the walk, where it begins."""
        for leaf, gradient in self.leaves.items():
            if gradient is not None:
                yield (leaf, 0), gradient
        for node, gradients in self.pending.items():
            for output_nr, gradient in enumerate([gradients] if node.others is None else gradients):
                if gradient is not None:
                    yield (node, output_nr), gradient

    def walk(self) -> None:
        """Run every node that is waiting, the youngest first.

        What ``step`` does at any node is written out for most of them; a test goes both ways.
        """
        waiting, pending, needed = self.waiting, self.pending, self.needed
        watched = STATE.anomaly or (STATE.observers and any(o.watches for o in STATE.observers))
        ends = self.last_visits() if STATE.leaf_hooks else {}
        large = 0 if self.recording or watched or ends else STATE.large  # of what ``step`` is for
        while waiting:
            self.current = node = heappop(waiting)[1]
            g, op, saved = pending.pop(node), node.op, node.saved
            usual = type(node) is Node and type(g) is _ndarray and g.size < large
            if not usual or node.hooks is not None or op.joint is not None or saved is None:  # type: ignore[union-attr]
                if watched or node.hooks is not None or node in ends:
                    self.pause(node, g, ends.get(node, ()))
                else:
                    self.step(node, g)
                continue
            if needed is not None and not self.passes(node, g):
                continue
            for index, edge in enumerate(node.edges):
                values: Any = saved[index]
                if edge is None or (needed is not None and edge[0] not in needed):
                    if values:
                        arguments(node, index, False)  # as PyTorch asks for all of them
                    continue
                rule = op.rules[index]  # type: ignore[union-attr]
                if not rule.kept:
                    gradient = rule.vjp(g, *values) if values else rule.vjp(g)
                elif (
                    rule.kept == 1
                    and (type(first := values[0]) in TENSORS or type(first) is SavedResult)
                    and (first.version is None or not (node.versions or first.version.count))
                    and first.output_nr >= 0
                    and type(first.array) is _ndarray
                ):  # nobody has changed it
                    first, rest = first.array, values[1:]
                    gradient = rule.vjp(g, first, *rest) if rest else rule.vjp(g, first)
                else:
                    gradient = rule.vjp(g, *arguments(node, index, False))
                target, output_nr = edge
                if gradient is None:
                    self.receive_none(target)
                elif type(target) is not Node or target.others is not None:
                    self.receive(target, output_nr, fit(gradient, node, edge, False), g)
                else:
                    if gradient.shape != target.shape or gradient.dtype is not target.dtype:
                        gradient = fit(gradient, node, edge, False)
                    if target not in pending:
                        heappush(waiting, (target.order, target))
                    elif pending[target] is not None:
                        gradient = added(pending, target, gradient)
                    pending[target] = gradient
            if op.keeping and not self.retain:  # type: ignore[union-attr]
                if saved[op.keeping[0]] is not None and op.label.__class__ is str:  # type: ignore[union-attr]
                    node.saved, node.freed_by = None, self.source
                else:
                    node.release(self.source)

    def step(self, node: Node, g: Any) -> None:
        """Differentiate at a node, and hand on the gradients of its operands."""
        recording, needed, undefined = self.recording, self.needed, g is None
        if node.others is not None:
            undefined = all(part is None for part in g)
            g = node.filled(g, recording)
        if recording:
            STATE.source = node.source
        if needed is not None and not self.passes(node, g):
            return
        gradients = self.leaving(node, g, undefined)
        for edge, gradient in zip(node.edges, gradients, strict=False):
            if edge is None or (needed is not None and edge[0] not in needed):
                continue
            if gradient is None:
                self.receive_none(edge[0])
            else:
                self.receive(*edge, fit(gradient, node, edge, recording), g)
        if not self.retain:
            node.release(self.source)

    def leaving(self, node: Node, g: Any, undefined: bool) -> Sequence[Any]:
        """Return the gradients that leave a node where ``walk`` does not compute them itself."""
        if node.saved is None and node.op is not None:
            raise freed_error(node)
        if undefined and not node.takes_undefined:
            return (None,) * len(node.edges)
        whole = type(g) is _ndarray
        late = not self.recording and (g.size >= STATE.large if whole else hasattr(g, "hold"))
        if late and node.op is not None:  # of a large array, or of one not computed yet
            deferred: list[Any] = node.op.deferred(node, g, self.needed)
            return deferred
        return node.gradients(g, self.recording, self.needed)

    def passes(self, node: Node, g: Any) -> bool:
        """Keep what was asked for at a node, and tell whether there is more beyond it."""
        self.capture(node, g)
        return self.goes_on(node)

    def goes_on(self, node: Node) -> bool:
        """Tell whether a gradient that is wanted lies beyond a node."""
        assert self.needed is not None
        return any(edge is not None and edge[0] in self.needed for edge in node.edges)

    def receive(self, target: Any, output_nr: int, gradient: Any, source: Any) -> None:
        """Add a gradient, made from ``source``, to what waits for a node or a leaf."""
        if target.__class__ in TENSORS:
            leaves = self.leaves
            if leaves.get(target) is not None:
                leaves[target] = added(leaves, target, gradient)
                self.borrowed.pop(target, None)
            else:
                leaves[target] = gradient
                if gradient is source or not owns(gradient):
                    self.borrowed[target] = gradient
            return
        pending = self.pending
        if target.others is not None:
            gradient = gradient.value() if hasattr(gradient, "hold") else gradient
            slots = pending.get(target)
            if slots is None:
                slots = pending[target] = [None] * (1 + len(target.others))
                heappush(self.waiting, (target.order, target))
            seen = slots[output_nr]
            slots[output_nr] = gradient if seen is None else seen + gradient
        elif target not in pending:
            pending[target] = gradient
            heappush(self.waiting, (target.order, target))
        elif pending[target] is None:
            pending[target] = gradient
        else:  # a name for what waits would be somebody who has it
            pending[target] = added(pending, target, gradient)

    def receive_none(self, target: Any) -> None:
        """Let a node run, or the hooks of a leaf, though there is no gradient, as PyTorch does."""
        if target.__class__ in TENSORS:
            if target.hooks is not None:
                self.leaves.setdefault(target, None)
        elif target not in self.pending:
            self.pending[target] = target.others and [None] * (1 + len(target.others))
            heappush(self.waiting, (target.order, target))

    def capture(self, node: Node, g: Any) -> None:
        """Keep the gradients of the outputs that were asked for."""
        for output_nr, gradient in enumerate([g] if node.others is None else g):
            if (node, output_nr) in self.wanted_edges:
                self.captured[node, output_nr] = gradient

    def pause(self, node: Node, g: Any, leaves: Iterable[Tensor]) -> None:
        """Visit a node, and hand on the gradients of leaves that nothing else leads to."""
        self.visit(node, g)
        for leaf in leaves:
            self.complete(leaf)

    def visit(self, node: Node, g: Any) -> None:
        """Do what ``walk`` does at a node with hooks, and call those."""
        hooks = node.hooks or Hooks()
        goes_on = self.needed is None or self.goes_on(node)
        if self.needed is not None and goes_on:
            self.capture(node, g)  # what is asked for on the way is what no hook has seen
        gradients = [g] if node.others is None else list(g)
        gradients = [self.tensor(gradient) for gradient in gradients]
        for output_nr in {*hooks.functions, *hooks.retained}:
            gradients[output_nr] = self.look(hooks, output_nr, gradients[output_nr])
        if not goes_on:
            plain = [self.plain(gradient) for gradient in gradients]
            self.capture(node, plain[0] if node.others is None else plain)
            if not self.accumulating:  # else PyTorch runs the node, though for nobody
                return
        count = node.arriving()
        arriving = call_with_all(hooks.before, tuple(gradients[:count]))
        shown = node.shown()
        found = self.differentiate(node, arriving + (None,) * (len(gradients) - count))[shown]
        leaving = call_with_all(hooks.behind, found, arriving)
        for observer in STATE.observers:
            observer.derivative(node, arriving, leaving)
        if STATE.anomaly and STATE.check_nan:
            from gradcli.core.anomaly import refuse_nan  # for those who look for mistakes

            refuse_nan(node, leaving)
        for edge, gradient in zip(node.edges[shown], leaving, strict=True):
            if edge is None or not self.is_needed(edge[0]):
                continue
            if gradient is None:
                self.receive_none(edge[0])
                continue
            array = self.plain(gradient)
            self.receive(*edge, array, array)
        if not self.retain:
            node.release(self.source)

    def look(self, hooks: Hooks, output_nr: int, gradient: Any) -> Any:
        """Return what the hooks of an output make of its gradient; the output may keep that."""
        gradient = call_each(hooks.functions.get(output_nr, {}), gradient)
        tensor = hooks.retained.get(output_nr, lambda: None)()
        if tensor is not None and gradient is not None:
            accumulate(tensor, self.plain(gradient), False, self.recording)
        return gradient

    def differentiate(self, node: Node, arriving: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the gradients that leave a node, for each edge where one is needed.

        Of a list of operands all have theirs if one needs it, as hooks see in PyTorch.
        """
        if not node.takes_undefined and all(gradient is None for gradient in arriving):
            return (None,) * len(node.edges)
        if self.recording:
            STATE.source = node.source
        plain = [self.plain(gradient) for gradient in arriving]
        g = plain[0] if node.others is None else node.filled(plain, self.recording)
        leaving: list[Any] = []
        together = node.op is not None and node.op.variadic  # all, where PyTorch asks for a list
        for index, gradient in enumerate(node.gradients(g, self.recording, self.needed)):
            edge = node.edges[index]
            if together and edge is None:
                leaving.append(self.tensor(gradient))
            elif edge is None or gradient is None or not (together or self.is_needed(edge[0])):
                leaving.append(None)
            else:
                fitted = fit(gradient, node, edge, self.recording)
                leaving.append(self.tensor(fitted))
        return tuple(leaving)

    def tensor(self, gradient: Any) -> Any:
        """Return a gradient as hooks see it."""
        return gradient if self.recording or gradient is None else Tensor(gradient)

    def plain(self, gradient: Any) -> Any:
        """Return a gradient as the pass has it."""
        return gradient if self.recording or gradient is None else gradient.array

    def is_needed(self, target: Any) -> bool:
        """Tell whether the pass goes on to a node or leaf."""
        return self.needed is None or target in self.needed

    def complete(self, leaf: Tensor) -> None:
        """Hand on the gradient of a leaf, if it has one and all of it has arrived."""
        if leaf not in self.leaves:
            return
        gradient = self.leaves.pop(leaf)
        owned = leaf not in self.borrowed or self.borrowed[leaf] is not gradient
        if leaf.hooks is not None and (functions := leaf.hooks.functions.get(0)):
            gradient, owned = self.plain(call_each(functions, self.tensor(gradient))), False
        for observer in self.observers if gradient is not None else ():
            observer.received(leaf, gradient)
        self.done(leaf, gradient, owned)

    def last_visits(self) -> dict[Node, list[Tensor]]:
        """Return after which nodes the gradients of which leaves are complete, if any has hooks.

        Those of leaves that no node leads to are handed on.
        """
        last: dict[Tensor, Node] = {}
        for node in self.reached():
            for edge in node.edges if isinstance(node, Node) else ():
                leaf: Any = edge and edge[0]
                if leaf.__class__ not in TENSORS or not self.is_needed(leaf):
                    continue
                if leaf not in last or last[leaf].order < node.order:
                    last[leaf] = node
        first = [leaf for leaf in self.leaves if leaf not in last]
        if all(leaf.hooks is None for leaf in (*first, *last)):
            return {}
        found: dict[Node, list[Tensor]] = {}
        for node in set(last.values()):  # in the order in which the last edges lead to them
            places = {edge[0]: place for place, edge in enumerate(node.edges) if edge is not None}
            leaves = [leaf for leaf in places if last.get(leaf) is node]
            found[node] = sorted(leaves, key=places.__getitem__)
        for leaf in first:
            self.complete(leaf)
        return found

    def reached(self) -> set[Any]:
        """Return the nodes and leaves that the pass comes to."""
        reached = reached_from(self.starts)
        return reached if self.needed is None else reached & self.needed


def _blame(node: Node, error: Exception) -> None:
    """Let an error that a derivative raised name the operation that the derivative is of."""
    told = in_words(node, error)
    if told is not error:
        _blame(node, told)
        raise told from None
    if STATE.anomaly and not is_final(error):
        from gradcli.core.anomaly import warn_of  # for those who look for mistakes

        warn_of(node)
    if isinstance(error, OpError) and not error.places and node.hooks is None:
        error.places = ((node.source, "its derivative failed"),)


def call_node(node: Node, *grads: Any) -> Any:
    """Return the gradients of a node's operands: a tuple, or the one that there is."""
    count = node.arriving()
    if len(grads) != count:
        raise op_error(TypeError, f"expected {count} arguments, got {len(grads)} instead")
    for index, grad in enumerate(grads):
        if grad is not None and not isinstance(grad, Tensor):
            raise op_error(TypeError, f"argument {index} is not a Variable")
    if isinstance(node, AccumulateGrad):
        accumulate(node.variable, grads[0].array, False, False)
        return ()
    if all(grad is None for grad in grads):
        edges = node.edges[node.shown()]
        return (None,) * len(edges) if len(edges) != 1 else None
    recording = STATE.grad_enabled
    given = [grad if recording or grad is None else grad.array for grad in grads]
    given += [None] * (1 + len(node.others or ()) - count)
    plain = node.filled(given, recording)
    found = node.gradients(plain[0] if node.others is None else plain, recording)
    shown = [t if recording or t is None else Tensor(t) for t in found[node.shown()]]
    return shown[0] if len(shown) == 1 else tuple(shown)


setattr(Node, "__call__", call_node)  # noqa: B010  (a method, for a type checker)
