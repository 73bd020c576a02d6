"""The recorded graph: one node for each operation that a gradient passes through.

A node knows its operator, where its gradients go, what its derivative rules will need and the piece
of program that made it. It does not know in which order nodes run (``backward``).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any
from weakref import WeakMethod

from gradcli.core.hooks import Hook, Hooks, RemovableHandle, hooks_of
from gradcli.core.modes import STATE
from gradcli.core.table import OPS
from gradcli.errors import op_error
from gradcli.numerics import dtypes

if TYPE_CHECKING:
    from gradcli.core.tensor import Tensor
    from gradcli.operators.declare import Op

Edge = tuple[Any, int]
"""Where a gradient goes: a node, or a leaf tensor, and the number of its output."""

next_order = count(0, -1).__next__

_QUALIFIED = frozenset({"AccumulateGrad", "CopySlices", "CopyBackwards", "NotImplemented"})

FREED_MESSAGE = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward."
)


class _Untracked(list[Any]):
    """The version counter of every tensor made in inference mode, which stays at 0."""

    def __setitem__(self, index: Any, value: Any) -> None:
        pass


UNTRACKED = _Untracked([0, None])
"""What tensors made in inference mode have in the place of a version counter."""

INFERENCE_MESSAGE = (
    "Inference tensors cannot be saved for backward. Please do not use Tensors created in "
    "inference mode in computation tracked by autograd. To work around this, you can make a clone "
    "to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of "
    "`torch.inference_mode()`."
)


class SavedResult:
    """An operation's own result, saved without the reference cycle that the tensor would make.

    ``history`` refers to a method that makes the node that the result comes from, for an operation
    that changed a part of a tensor in place; None means the operation's own node.
    """

    __slots__ = ("array", "cell", "history", "output_nr")

    def __init__(self, tensor: Tensor, output_nr: int) -> None:
        self.array = tensor.array
        self.cell = tensor.shared_version()
        self.output_nr = output_nr
        self.history: WeakMethod[Callable[[], Node]] | None = None


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
        op: Op | None,
        label: str,
        edges: tuple[Edge | None, ...],
        shape: tuple[int, ...],
        dtype: Any,
    ) -> None:
        self.op = op
        self.label = label
        self.edges = edges
        self.shape = shape
        self.dtype = dtype
        # Shape and type of the outputs after the first; None unless the operator returns a tuple.
        self.others: tuple[tuple[tuple[int, ...], Any], ...] | None = None
        self.saved: tuple[tuple[Any, ...] | None, ...] | None = ()
        self.versions: tuple[tuple[int, ...] | None, ...] | None = None
        self.hooks: Hooks | None = None
        self.source = STATE.source
        self.order = next_order()

    def __repr__(self) -> str:
        return f"<{self.label} object>"

    def __call__(self, *grads: Any) -> Any:
        """Return what the node makes of gradients of its outputs, as tensors."""
        from gradcli.core.saved import call_node

        return call_node(self, grads)

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
            (None, 0) if edge is None else (as_node(edge[0]), edge[1])
            for edge in self._shown_edges()
        )

    def _shown_edges(self) -> tuple[Edge | None, ...]:
        """Return the edges but that of an operand which PyTorch's overload takes as a number."""
        op = self.op
        if op is None or len(self.edges) < len(op.slots):
            return self.edges  # the number's was left out when the node was made
        for names in (op.label, op.inplace and op.inplace.label):
            if isinstance(names, tuple) and self.label in names and self.label != names[1]:
                return self.edges[:-1] if self.label == names[0] else self.edges[1:]
        return self.edges

    @property
    def requires_grad(self) -> bool:
        """Tell whether any gradient leaves this node."""
        return any(edge is not None for edge in self.edges)

    def meta(self, output_nr: int) -> tuple[tuple[int, ...], Any]:
        """Return the shape and element type of one output."""
        if output_nr == 0 or self.others is None:
            return self.shape, self.dtype
        return self.others[output_nr - 1]

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
            if saved[index] is not None:
                self.saved, self.freed_by = None, by
                return

    def together(self, g: Any, recording: bool) -> list[Any] | None:
        """Return the gradients of all edges, where they are computed together; else None."""
        if self.op is None or self.op.joint is None:
            return None
        from gradcli.core.rules import arguments

        return list(self.op.joint.vjp(g, *arguments(self, 0, recording)))


class ComplexNode(Node):
    """An operation with a complex result, whose rules are those of real numbers.

    PyTorch's gradient of a complex number is the conjugate of the derivative, so the gradient is
    conjugated before the rules and what they return after them.
    """

    __slots__ = ()

    def together(self, g: Any, recording: bool) -> list[Any] | None:
        """Return the gradients of all edges."""
        from gradcli.core.rules import one_by_one

        op = self.op
        if (op and op.joint and op.joint.conjugated) or self.is_real_map():
            return super().together(g, recording)
        conj = OPS["_conj"]
        turned = [conj(part) for part in g] if isinstance(g, list) else conj(g)
        found = super().together(turned, recording)
        if found is None:
            found = one_by_one(self, turned, recording)
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
    """An operation in bfloat16, whose rules compute in float32 as its body does."""

    __slots__ = ()

    def together(self, g: Any, recording: bool) -> list[Any] | None:
        """Return the gradients of all edges; recording, each operator of a rule converts itself."""
        from gradcli.core.rules import arguments
        from gradcli.numerics.arrays import widen

        if recording or self.op is None:
            return super().together(g, recording)
        joint, g = self.op.joint, widen(g)
        if joint is not None:
            return list(joint.vjp(g, *map(widen, arguments(self, 0, False))))
        return [
            None
            if edge is None
            else self.op.rules[index].vjp(g, *map(widen, arguments(self, index, False)))
            for index, edge in enumerate(self.edges)
        ]


NODE_KINDS: dict[str, type[Node]] = {"c": ComplexNode, "V": NarrowNode}
"""The nodes of results whose element type, by NumPy's kind, asks for more than ``Node`` does."""


class AccumulateGrad(Node):
    """The end of the graph at a leaf, which adds the gradient to ``variable.grad``."""

    __slots__ = ("variable",)

    def __init__(self, variable: Tensor) -> None:
        self.variable = variable
        super().__init__(None, "AccumulateGrad", (), variable.array.shape, variable.array.dtype)

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


def as_node(target: Any) -> Node:
    """Return the node that an edge leads to, which for a leaf is its ``AccumulateGrad``."""
    return target if isinstance(target, Node) else target.accumulator()


def forward_name(label: str) -> str:
    """Return the forward name of a node's label: ``Exp`` for ``ExpBackward0``."""
    name, _, overload = label.rpartition("Backward")
    if not overload.isdigit():
        return label.removesuffix("Backward")
    return name if overload == "0" else name + overload


def freed_error(node: Node) -> Exception:
    """Return the error for saved values that a backward pass has let go of."""
    return op_error(
        RuntimeError,
        FREED_MESSAGE,
        code="backward-twice",
        operands=(0,),
        help="keep the values with `backward(retain_graph=True)` the first time",
        places=(
            (node.source, f"the values of {forward_name(node.label)} were freed"),
            (getattr(node, "freed_by", None), "freed here"),
        ),
    )


def detached_error(node: Node) -> Exception:
    """Return the error for a saved tensor that was cut off its graph in place since."""
    return op_error(
        RuntimeError,
        "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This "
        "is not supported, please use out-of-place `.detach()` instead",
        code="in-place",
        operands=(0,),
        places=((node.source, f"{forward_name(node.label)} needs it"),),
    )


def modified_error(node: Node, value: Tensor | SavedResult, expected: int) -> Exception:
    """Return the error for a saved value that was changed in place since."""
    maker = node if isinstance(value, SavedResult) else value.grad_fn
    origin = ""
    if maker is not None:
        origin = f", which is output {value.output_nr} of {forward_name(maker.name())},"
    kind = dtypes.dtype_of(value.array.dtype).scalar_name
    assert value.cell is not None
    hint = (
        "the backtrace further above shows the operation that failed to compute its gradient. The "
        "variable in question was changed in there or anywhere later. Good luck!"
        if STATE.anomaly
        else "enable anomaly detection to find the operation that failed to compute its gradient, "
        "with torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )
    return op_error(
        RuntimeError,
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [torch.{kind}Tensor {list(value.array.shape)}]{origin} is at version "
        f"{value.cell[0]}; expected version {expected} instead. Hint: {hint}",
        code="modified-in-place",
        places=(
            (value.cell[1], "changed here"),
            (node.source, f"{forward_name(node.label)} saved the value"),
        ),
    )
