"""The recorded graph: one node for each operation that a gradient passes through.

A node knows its operator, where its gradients go, what its derivative rules will need and the piece
of program that made it. It does not know in which order nodes run (``backward``).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any
from weakref import WeakMethod

from gradcli.core import dtypes
from gradcli.core.modes import STATE
from gradcli.errors import op_error

if TYPE_CHECKING:
    from gradcli.core.op import Op
    from gradcli.core.tensor import Tensor

Edge = tuple[Any, int]
"""Where a gradient goes: a node, or a leaf tensor, and the number of its output."""

_next_order = count(0, -1).__next__

_QUALIFIED = frozenset({"AccumulateGrad", "CopySlices", "CopyBackwards", "NotImplemented"})

FREED_MESSAGE = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward."
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
        self.order = _next_order()

    def __repr__(self) -> str:
        return f"<{self.label} object>"

    def name(self) -> str:
        """Return the node's name, as ``MulBackward0``; PyTorch qualifies some of them."""
        return f"torch::autograd::{self.label}" if self.label in _QUALIFIED else self.label

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """Return the node behind each differentiable operand, and its output number."""
        return tuple(
            (None, 0) if edge is None else (as_node(edge[0]), edge[1]) for edge in self.edges
        )

    @property
    def requires_grad(self) -> bool:
        """Tell whether any gradient leaves this node."""
        return any(edge is not None for edge in self.edges)

    def meta(self, output_nr: int) -> tuple[tuple[int, ...], Any]:
        """Return the shape and element type of one output."""
        if output_nr == 0 or self.others is None:
            return self.shape, self.dtype
        return self.others[output_nr - 1]

    def release(self) -> None:
        """Let go of saved values; a node that saved none can run again."""
        op, saved = self.op, self.saved
        if op is None or not saved:
            return
        if op.joint is not None:
            self.saved = None if op.joint.keeps_values else saved
            return
        for index in op.keeping:
            if saved[index] is not None:
                self.saved = None
                return

    def together(self, g: Any, recording: bool) -> list[Any] | None:
        """Return the gradients of all edges, where they are computed together; else None."""
        if self.op is None or self.op.joint is None:
            return None
        from gradcli.core.rules import arguments

        return list(self.op.joint.vjp(g, *arguments(self, 0, recording)))


class AccumulateGrad(Node):
    """The end of the graph at a leaf, which adds the gradient to ``variable.grad``."""

    __slots__ = ("variable",)

    def __init__(self, variable: Tensor) -> None:
        super().__init__(None, "AccumulateGrad", (), variable.array.shape, variable.array.dtype)
        self.variable = variable


class Hooks:
    """The functions to call with gradients at a node or leaf, by output number.

    ``retained`` says which tensors keep their gradient; ``after`` holds what to call with a leaf
    once its gradient is accumulated.
    """

    __slots__ = ("after", "functions", "retained")

    def __init__(self) -> None:
        self.functions: dict[int, dict[int, Callable[[Any], Any]]] = {}
        self.retained: dict[int, Any] = {}  # weak references to tensors, by output number
        self.after: dict[int, Callable[[Any], Any]] = {}


def as_node(target: Any) -> Node:
    """Return the node that an edge leads to, which for a leaf is its ``AccumulateGrad``."""
    return target if isinstance(target, Node) else target.accumulator()


def forward_name(label: str) -> str:
    """Return the forward name of a node's label: ``Exp`` for ``ExpBackward0``."""
    return label.rstrip("0123456789").removesuffix("Backward")


def modified_error(node: Node, value: Tensor | SavedResult, expected: int) -> Exception:
    """Return the error for a saved value that was changed in place since."""
    maker = node if isinstance(value, SavedResult) else value.grad_fn
    origin = ""
    if maker is not None:
        origin = f", which is output {value.output_nr} of {forward_name(maker.name())},"
    kind = dtypes.dtype_of(value.array.dtype).scalar_name
    assert value.cell is not None
    return op_error(
        RuntimeError,
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [torch.{kind}Tensor {list(value.array.shape)}]{origin} is at version "
        f"{value.cell[0]}; expected version {expected} instead. Hint: enable anomaly detection to "
        "find the operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True, check_nan=False).",
        code="modified-in-place",
    )
