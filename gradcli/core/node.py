"""The recorded graph: one node for each operation that a gradient passes through.

A node knows its operator, where its gradients go, what its derivative rules will need and the piece
of program that made it. It does not know in which order nodes run (``backward``).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from operator import attrgetter
from typing import Any
from weakref import ref

import numpy as np

from gradcli.core.hooks import Hook, Hooks, RemovableHandle, hooks_of
from gradcli.core.saved import Packed, arguments, array_of
from gradcli.core.state import STATE
from gradcli.core.table import OPS, Operator
from gradcli.core.tensor import Tensor, next_order
from gradcli.core.values import TENSORS
from gradcli.errors import Unbatchable, op_error
from gradcli.numerics.arrays import widen
from gradcli.numerics.dtypes import DIFFERENTIABLE

Edge = tuple[Any, int]
"""Where a gradient goes: a node, or a leaf tensor, and the number of its output."""

_QUALIFIED = frozenset({"AccumulateGrad", "CopySlices", "CopyBackwards", "NotImplemented"})


_NUMBERS = (int, float, bool, complex)
_ALL = slice(None)


class Node:
    """One recorded operation; prints as ``<MulBackward0 object>``.

    ``saved`` holds, for each operand, the arguments of its derivative rule, or None where no
    gradient is wanted. ``versions`` holds the versions of the tensors among them, and is None when
    none was ever changed in place. ``order`` counts down as nodes are made, so that sorting by it
    gives a topological order of the graph, from results to leaves.
    """

    __slots__ = (
        "__weakref__",
        "dtype",
        "edges",
        "freed_by",
        "hooks",
        "label",
        "op",
        "order",
        "others",
        "saved",
        "shape",
        "source",
        "versions",
    )

    def __init__(
        self,
        op: Operator | None,
        label: str,
        edges: tuple[Edge | None, ...],
        shape: tuple[int, ...],
        dtype: Any,
        source: object | None,
        saved: tuple[tuple[Any, ...] | None, ...] = (),
    ) -> None:
        self.op = op
        self.label = label
        self.edges = edges
        self.shape = shape
        self.dtype = dtype
        # Shape and type of the outputs after the first; None unless the operator returns a tuple.
        self.others: tuple[tuple[tuple[int, ...], Any], ...] | None = None
        self.saved: tuple[tuple[Any, ...] | None, ...] | None = saved
        self.versions: tuple[tuple[int, ...] | None, ...] | None = None
        self.hooks: Hooks | None = None
        self.source = source
        self.order = next_order()

    takes_undefined = False
    """Whether the derivative runs where no gradient came, and says what that means."""

    def __repr__(self) -> str:
        return f"<{self.label} object>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise op_error(TypeError, f"cannot pickle '{self.label}' object")

    def looked_at(self) -> Node:
        """Return the node, which from now on is of a class of its name: somebody looks at it."""
        kind = type(self)
        if kind.__name__ != self.label:
            self.__class__ = _named(kind, self.label)
        return self

    def name(self) -> str:
        """Return the node's name, as ``MulBackward0``; PyTorch qualifies some of them."""
        return f"torch::autograd::{self.label}" if self.label in _QUALIFIED else self.label

    def register_hook(self, fn: Hook) -> RemovableHandle:
        """Call ``fn`` with the gradients that leave and those that come to this node."""
        return RemovableHandle(hooks_of(self).behind, fn)

    def register_prehook(self, fn: Hook) -> RemovableHandle:
        """Call ``fn`` with the gradients that come to this node, before it runs."""
        return RemovableHandle(hooks_of(self).before, fn)

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict for what the program notes about the node."""
        return hooks_of(self).metadata

    def _sequence_nr(self) -> int:
        """Return a number that is greater for younger nodes."""
        return -self.order

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """Return the node behind each differentiable operand, and its output number."""
        return tuple(
            (None, 0) if edge is None else (as_node(edge[0]).looked_at(), edge[1])
            for edge in map(_ahead, self.edges[self.shown()])
        )

    def shown(self) -> slice:
        """Return which edges are seen: not that of what PyTorch's overload takes as a number."""
        op = self.op
        if op is None or len(self.edges) < len(op.slots):
            return _ALL  # the number's was left out when the node was made
        for names in (op.label, op.inplace and op.inplace.label):
            if isinstance(names, tuple) and self.label in names and self.label != names[1]:
                return slice(-1) if self.label == names[0] else slice(1, None)
        return _ALL

    def returns(self, results: Sequence[Tensor]) -> None:
        """Make several results the outputs of this node, where they can have gradients."""
        self.others = tuple([(tensor.array.shape, tensor.array.dtype) for tensor in results[1:]])
        for output_nr, tensor in enumerate(results):
            if tensor.array.dtype.kind in DIFFERENTIABLE:
                tensor.attach(self, output_nr)

    @property
    def requires_grad(self) -> bool:
        """Tell whether any gradient leaves this node."""
        return any(edge is not None for edge in self.edges)

    def meta(self, output_nr: int) -> tuple[tuple[int, ...], Any]:
        """Return the shape and element type of one output."""
        if output_nr == 0 or self.others is None:
            return self.shape, self.dtype
        return self.others[output_nr - 1]

    def arriving(self) -> int:
        """Return how many gradients come to the node: none comes for indices, which are last."""
        kinds = [dtype.kind in DIFFERENTIABLE for _, dtype in self.others or ()]
        return 1 + len(kinds) - (kinds[::-1].index(True) if True in kinds else len(kinds))

    @property
    def broadcasts(self) -> bool:
        """Tell whether gradients are summed over the axes along which operands were broadcast."""
        return self.op is not None and self.op.broadcasts

    def filled(self, gradients: list[Any], recording: bool) -> list[Any]:
        """Put zeros where no gradient came to one of several outputs."""
        for output_nr, gradient in enumerate(gradients):
            if gradient is None:
                zeros = np.zeros(*self.meta(output_nr))
                gradients[output_nr] = Tensor(zeros) if recording else zeros
        return gradients

    def saved_names(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of what is saved, for each rule."""
        op = self.op
        rules = () if op is None else (op.joint,) if op.joint is not None else op.rules
        return tuple([rule.names for rule in rules])

    def release(self, by: object) -> None:
        """Let go of saved values, for a piece of program; a node that saved none can run again."""
        op, saved = self.op, self.saved
        if op is None or not saved:
            return
        if op.joint is not None:
            if op.joint.keeps_values:
                self.saved, self.freed_by = None, by
            return
        for index in op.keeping:
            kept = saved[index]
            if kept is None:
                continue
            if op.label.__class__ is str or not self._keeps_numbers(kept):
                self.saved, self.freed_by = None, by
                return

    def _keeps_numbers(self, kept: tuple[Any, ...]) -> bool:
        """Tell whether an overload for a number beside a tensor saved nothing but numbers."""
        names = self.op.label  # type: ignore[union-attr]
        first = isinstance(names, tuple) and self.label == names[0]
        return first and all(type(value) in _NUMBERS for value in kept)

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Return what the derivative makes of the gradient of the result, for each edge.

        ``g`` is a list where there are several results. ``recording`` says that gradients are
        tensors, whose graph is recorded, and not arrays. None stands where there is no gradient,
        and where none is ``needed``.
        """
        op = self.op
        if op is None:
            return []
        if op.joint is not None:
            return list(_differentiated(op.joint, g, *self.arguments(0, recording)))
        found: list[Any] = [None] * len(self.edges)
        for index, edge in enumerate(self.edges):
            if edge is None and not (self.saved and self.saved[index]):
                continue
            values = self.arguments(index, recording)  # asked for even where nobody needs them
            if edge is not None and (needed is None or edge[0] in needed):
                found[index] = _differentiated(op.rules[index], g, *values)
        return found

    arguments = arguments

    def operand_edges(self, count: int) -> list[Edge | None]:
        """Return where each of so many operands comes from; None where no gradient goes."""
        op = self.op
        found: list[Edge | None] = [None] * count
        slots = range(count) if op is None or op.joint is not None else op.slots
        for slot, edge in zip(slots, self.edges, strict=False):
            found[slot] = edge
        return found

    def continued(self, packed: Packed, unpacked: Tensor) -> Tensor:
        """Return a tensor that a program's hook unpacked, with the history that it had."""
        if packed.edge is None:
            return unpacked.detach() if unpacked.requires_grad else unpacked
        tensor = Tensor(unpacked.array)
        leaf = packed.edge[0]
        if not packed.is_leaf:
            tensor.attach(self if leaf is None else leaf, packed.edge[1])
        elif leaf.array is unpacked.array:
            return leaf  # type: ignore[no-any-return]
        else:  # stand for the leaf
            identity = OPS["_same"]
            shape, dtype = leaf.meta(0)
            label, edges = str(identity.label), (packed.edge,)
            node = Node(identity, label, edges, shape, dtype, STATE.source, ((),))
            tensor.attach(node, 0)
        return tensor


def _ahead(edge: Edge | None) -> Edge | None:
    """Return where an edge leads for those who look: nodes may stand for the one behind them."""
    while edge is not None and getattr(edge[0], "stands_aside", False):
        edge = edge[0].edges[0]
    return edge


def _differentiated(rule: Any, *values: Any) -> Any:
    try:
        return rule.vjp(*values)
    except Unbatchable as error:
        from gradcli.numerics.sampled import apart  # few programs have batches

        return apart(error, rule.vjp, values)


_NAMED: dict[tuple[Any, str], Any] = {}


def _named(kind: Any, label: str) -> Any:
    """Return the class of the nodes of a kind that bear the name of an operator's."""
    if (kind, label) not in _NAMED:
        made = type(label, (kind,), {"__slots__": (), "__module__": "builtins"})
        _NAMED[kind, label] = made
    return _NAMED[kind, label]


class ComplexNode(Node):
    """An operation with a complex result, whose rules are those of real numbers.

    PyTorch's gradient of a complex number is the conjugate of the derivative, so the gradient is
    conjugated before the rules and what they return after them.
    """

    __slots__ = ()

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Return what the derivative makes of the gradient of the result, for each edge."""
        op = self.op
        if (op and (op.conjugates or (op.joint and op.joint.conjugated))) or self.is_real_map():
            return super().gradients(g, recording, needed)
        conj = OPS["_conj"]
        conjugated = [conj(part) for part in g] if isinstance(g, list) else conj(g)
        found = super().gradients(conjugated, recording, needed)
        return [None if gradient is None else conj(gradient) for gradient in found]

    def is_real_map(self) -> bool:
        """Tell whether the operation is linear with real coefficients, as moving elements is.

        It commutes with conjugation then.
        """
        op = self.op
        if op is None or not op.linear or op.keeping or (op.joint and op.joint.keeps_values):
            return False
        numbers = (value for values in self.saved or () for value in values or ())
        return not any(isinstance(number, complex) for number in numbers)


class NarrowNode(Node):
    """An operation in half precision, whose rules compute in float32 as its body does."""

    __slots__ = ()

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Return what the derivative makes of the gradient of the result, for each edge."""
        return super().gradients(g if recording else widen(g), recording, needed)

    def arguments(
        self, index: int, recording: bool, look: Callable[[Any], Any] = array_of
    ) -> list[Any]:
        """Return what was saved for a rule; recording, each operator of the rule converts it."""
        found = arguments(self, index, recording, look)
        return found if recording else list(map(widen, found))


NODE_KINDS: dict[str, type[Node]] = {
    "F": ComplexNode,
    "D": ComplexNode,
    "e": NarrowNode,
    "E": NarrowNode,
}
"""The nodes of results whose element type, by NumPy's letter, asks for more than ``Node`` does."""


class AccumulateGrad(Node):
    """The end of the graph at a leaf, which adds the gradient to ``variable.grad``."""

    __slots__ = ("variable",)

    def __init__(self, variable: Tensor) -> None:
        self.variable = variable
        meta = variable.array.shape, variable.array.dtype
        super().__init__(None, "AccumulateGrad", (), *meta, STATE.source)

    @property
    def hooks(self) -> Hooks | None:
        """The hooks of the leaf, which the node comes and goes with."""
        return self.variable.hooks

    @hooks.setter
    def hooks(self, hooks: Hooks | None) -> None:
        if hooks is not None:
            STATE.leaf_hooks = True
            self.variable.hooks = hooks

    @property
    def requires_grad(self) -> bool:
        """Tell whether any gradient leaves this node."""
        return False

    def _sequence_nr(self) -> int:
        """Return the number that comes after all others: such nodes run as soon as they can."""
        return 2**64 - 1


AccumulateGrad.__module__ = "builtins"


def as_node(target: Any) -> Node:
    """Return the node that an edge leads to, which for a leaf is its ``AccumulateGrad``."""
    return target if isinstance(target, Node) else accumulator_of(target)


def accumulator_of(leaf: Tensor) -> AccumulateGrad:
    """Return the graph's node of a leaf, the same one each time while anybody holds it."""
    node = None if leaf.accumulator is None else leaf.accumulator()
    if node is None:
        node = AccumulateGrad(leaf)
        leaf.accumulator = ref(node)
    return node


def reached_from(roots: Iterable[Any]) -> set[Any]:
    """Return the nodes and leaves that gradients of roots come to."""
    reached: set[Any] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node not in reached:
            reached.add(node)
            if node.__class__ not in TENSORS:
                for edge in node.edges:
                    if edge is not None:
                        stack.append(edge[0])
    return reached


def _all_lead_on(nodes: Iterable[Node], leaves: set[Any]) -> bool:
    """Tell whether a gradient leaves every node of a graph, and so comes to one of its leaves."""
    for node in nodes:
        if node.edges.count(None) == len(node.edges):
            return False
    return TENSORS.issuperset(map(type, leaves))


def on_the_way(roots: Iterable[Any], targets: set[Any]) -> set[Any] | None:
    """Return the nodes from which a gradient reaches a target, and the targets.

    None stands for all that gradients come to, where the targets are leaves.
    """
    reached = reached_from(roots)
    nodes = [node for node in reached if node.__class__ not in TENSORS]
    needed = reached & targets
    if len(nodes) + len(needed) == len(reached) and _all_lead_on(nodes, needed):
        return None
    nodes.sort(key=attrgetter("order"), reverse=True)
    for node in nodes:
        for edge in node.edges:
            if edge is not None and edge[0] in needed:
                needed.add(node)
                break
    leaves = all(target.__class__ in TENSORS for target in targets)
    return None if leaves and len(needed) == len(reached) else needed


class Targets:
    """What a walk from some nodes goes towards, for as many walks as there are.

    ``needed`` are the nodes and leaves on the way there; None stands for all, where the targets
    are leaves, which then need not be looked for.
    """

    def __init__(self, starts: Iterable[Any], edges: Iterable[Edge]) -> None:
        self.asked = set(edges)
        self.needed = on_the_way(starts, {edge[0] for edge in self.asked})
        self.edges = set() if self.needed is None else self.asked
