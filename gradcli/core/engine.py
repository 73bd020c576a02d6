"""The engine of the backward pass: one walk over the graph, from results towards leaves.

Nodes are numbered in the order they were made, so taking the youngest that is waiting always
takes a node whose gradient is complete: no pass over the graph is needed to count dependencies,
nothing recurses, and nothing is stored on the graph. Gradients travel as plain arrays, or as
tensors when the pass itself is to be differentiated (``create_graph``). What is done with the
gradients that arrive is up to ``backward``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np

from gradcli.core.arrays import check_broadcast
from gradcli.core.dtypes import dtype_of
from gradcli.core.modes import STATE, set_grad_enabled
from gradcli.core.node import Edge, Node
from gradcli.core.rules import arguments
from gradcli.core.summation import total
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error


class Pass:
    """One walk from roots towards leaves, or only towards ``targets``."""

    def __init__(
        self,
        roots: list[tuple[Edge, Any]],
        retain: bool,
        recording: bool,
        targets: Sequence[Tensor] | None,
    ) -> None:
        self.retain = retain
        self.recording = recording
        self.waiting: list[tuple[int, Node]] = []
        self.pending: dict[Node, Any] = {}
        self.leaves: dict[Tensor, Any] = {}
        self.borrowed: dict[Tensor, Any] = {}  # of those, what something else may hold as well
        self.captured: dict[Edge, Any] = {}
        self.wanted_edges: set[Edge] = set()
        self.needed: set[Any] | None = None
        if targets is not None:
            self.wanted_edges = {target.edge() for target in targets}
            self.needed = _on_the_way(
                (edge[0] for edge, _ in roots), {edge[0] for edge in self.wanted_edges}
            )
        for edge, gradient in roots:
            if self.needed is None or edge[0] in self.needed:
                self.receive(*edge, gradient, gradient)

    def run(self) -> dict[Tensor, tuple[Any, bool]]:
        """Return the gradient of each leaf, and whether its memory is the leaf's to keep."""
        source = STATE.source
        try:
            with np.errstate(all="ignore"), set_grad_enabled(self.recording):
                self.walk()
        finally:
            STATE.source = source
        return {
            leaf: self.leaf_hooks(leaf, gradient, self.borrowed.get(leaf) is not gradient)
            for leaf, gradient in self.leaves.items()
        }

    def walk(self) -> None:
        """Run every node that is waiting, the youngest first."""
        waiting, pending, recording = self.waiting, self.pending, self.recording
        needed, retain = self.needed, self.retain
        while waiting:
            node = heappop(waiting)[1]
            g = pending.pop(node)
            if node.others is not None:
                g = self.fill(node, g)
            if node.hooks is not None:
                g = self.node_hooks(node, g)
            if recording:
                STATE.source = node.source
            if needed is not None:
                self.capture(node, g)
                if not self.goes_on(node):
                    continue
            together = None
            if node.__class__ is not Node or node.op.joint is not None:  # type: ignore[union-attr]
                together = node.together(g, recording)
            for index, edge in enumerate(node.edges):
                if edge is None or (needed is not None and edge[0] not in needed):
                    continue
                if together is None:
                    rule = node.op.rules[index]  # type: ignore[union-attr]
                    gradient = rule.vjp(g, *arguments(node, index, recording))
                else:
                    gradient = together[index]
                if gradient is None:  # the operand has no influence
                    continue
                target, output_nr = edge
                array = gradient.array if recording else gradient
                if target.__class__ is Node and target.others is None:
                    if array.shape != target.shape or array.dtype is not target.dtype:
                        gradient = self.fit(gradient, node, index, target.shape, target.dtype)
                    if target in pending:
                        pending[target] = pending[target] + gradient
                    else:
                        pending[target] = gradient
                        heappush(waiting, (target.order, target))
                else:
                    gradient = self.fit(gradient, node, index, *target.meta(output_nr))
                    self.receive(target, output_nr, gradient, g)
            if not retain:
                node.release()

    def goes_on(self, node: Node) -> bool:
        """Tell whether a gradient that is wanted lies beyond a node."""
        assert self.needed is not None
        return any(edge is not None and edge[0] in self.needed for edge in node.edges)

    def receive(self, target: Any, output_nr: int, gradient: Any, source: Any) -> None:
        """Add a gradient, made from ``source``, to what waits for a node or a leaf."""
        if target.__class__ is Tensor:
            leaves = self.leaves
            if target in leaves:
                leaves[target] = leaves[target] + gradient
            else:
                leaves[target] = gradient
                if gradient is source or not owns(gradient):
                    self.borrowed[target] = gradient
            return
        pending = self.pending
        if target.others is not None:
            slots = pending.get(target)
            if slots is None:
                slots = pending[target] = [None] * (1 + len(target.others))
                heappush(self.waiting, (target.order, target))
            seen = slots[output_nr]
            slots[output_nr] = gradient if seen is None else seen + gradient
        elif target in pending:
            pending[target] = pending[target] + gradient
        else:
            pending[target] = gradient
            heappush(self.waiting, (target.order, target))

    def fit(self, gradient: Any, node: Node, index: int, shape: tuple[int, ...], dtype: Any) -> Any:
        """Undo broadcasting and restore the element type; the one place where either happens."""
        if tuple(gradient.shape) != shape:
            if not (node.op is not None and node.op.broadcasts):
                raise op_error(
                    RuntimeError,
                    f"Function {node.label} returned an invalid gradient at index {index} - got "
                    f"{list(gradient.shape)} but expected shape compatible with {list(shape)}",
                )
            gradient = sum_to(gradient, shape)
        if self.recording:
            return gradient.to(dtype_of(dtype))
        return gradient if gradient.dtype is dtype else _cast(gradient, dtype)

    def fill(self, node: Node, g: list[Any]) -> list[Any]:
        """Put zeros where no gradient came to an output of a node with several."""
        for output_nr, gradient in enumerate(g):
            if gradient is None:
                zeros = np.zeros(*node.meta(output_nr))
                g[output_nr] = Tensor(zeros) if self.recording else zeros
        return g

    def capture(self, node: Node, g: Any) -> None:
        """Keep the gradients of the outputs that were asked for."""
        for output_nr, gradient in enumerate([g] if node.others is None else g):
            if (node, output_nr) in self.wanted_edges:
                self.captured[node, output_nr] = gradient

    def node_hooks(self, node: Node, g: Any) -> Any:
        """Call the hooks of a node's outputs, and keep the gradients that tensors retain."""
        gradients = [g] if node.others is None else list(g)
        assert node.hooks is not None
        for output_nr, functions in node.hooks.functions.items():
            gradients[output_nr] = self.call_hooks(functions, gradients[output_nr])
        for output_nr, reference in node.hooks.retained.items():
            tensor = reference()
            if tensor is not None:
                accumulate(tensor, gradients[output_nr], False, self.recording)
        return gradients[0] if node.others is None else gradients

    def leaf_hooks(self, leaf: Tensor, gradient: Any, owned: bool) -> tuple[Any, bool]:
        """Call the hooks of a leaf."""
        functions = leaf.hooks.functions.get(0) if leaf.hooks is not None else None
        if not functions:
            return gradient, owned
        return self.call_hooks(functions, gradient), False

    def call_hooks(self, functions: dict[int, Any], gradient: Any) -> Any:
        """Return what hooks make of a gradient, one after the other."""
        tensor = gradient if self.recording else Tensor(gradient)
        for hook in list(functions.values()):
            if not callable(hook):
                kind = type(hook).__name__
                raise op_error(TypeError, f"'{kind}' object is not callable")
            replaced = hook(tensor)
            if replaced is None:
                continue
            name = getattr(hook, "__name__", type(hook).__name__)
            if not isinstance(replaced, Tensor):
                kind = type(replaced).__name__
                raise op_error(TypeError, f"expected Variable, but hook returned '{kind}'")
            if replaced.array.shape != tensor.array.shape:
                raise op_error(RuntimeError, f"hook '{name}' has changed the size of value")
            tensor = replaced
        return tensor if self.recording else tensor.array


def _cast(gradient: Any, dtype: np.dtype) -> Any:
    """Convert a gradient's element type; of a complex one for a real operand, the real part."""
    if gradient.dtype.kind == "c" and dtype.kind != "c":
        gradient = gradient.real
    return gradient.astype(dtype, copy=False)


def sum_to(gradient: Any, shape: tuple[int, ...]) -> Any:
    """Sum a gradient over the axes along which its operand was broadcast."""
    extra = len(gradient.shape) - len(shape)
    kept = gradient.shape[extra:]
    axes = tuple(range(extra)) + tuple(
        extra + axis for axis, size in enumerate(shape) if size == 1 and kept[axis] != 1
    )
    if axes:
        gradient = _sum(gradient, axes)
    return gradient if gradient.shape == shape else gradient.reshape(shape)


def _sum(gradient: Any, axes: tuple[int, ...]) -> Any:
    from gradcli.core.op import OPS

    if isinstance(gradient, Tensor):
        return OPS["sum"](gradient, dim=axes, keepdim=True)
    return total(gradient, axes, keepdims=True)


def _on_the_way(roots: Iterable[Any], targets: set[Any]) -> set[Any]:
    """Return the nodes from which a gradient reaches a target, and the targets."""
    reached: set[Any] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node not in reached:
            reached.add(node)
            if isinstance(node, Node):
                stack.extend(edge[0] for edge in node.edges if edge is not None)
    needed = reached & targets
    for node in sorted((n for n in reached if isinstance(n, Node)), key=lambda n: -n.order):
        if any(edge is not None and edge[0] in needed for edge in node.edges):
            needed.add(node)
    return needed


def owns(array: Any) -> bool:
    """Tell whether nothing else can hold the memory of a gradient that a rule just made."""
    return isinstance(array, np.ndarray) and array.base is None


def accumulate(tensor: Tensor, gradient: Any, owned: bool, recording: bool) -> None:
    """Add to ``tensor.grad``; in place where PyTorch does, so that references stay true."""
    seen: Any = tensor._grad
    if seen is None:
        if recording:
            tensor._grad = gradient
        else:
            tensor._grad = Tensor(gradient if owned else np.array(gradient))
    elif recording or seen.requires_grad or not seen.array.flags.writeable:
        tensor._grad = seen + (gradient if recording else Tensor(gradient))
    else:
        check_broadcast(seen.array.shape, gradient.shape)
        seen.array += gradient
        seen.changed()
