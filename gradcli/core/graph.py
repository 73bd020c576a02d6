"""PyTorch's ``torch.autograd.graph``: edges, hooks over several tensors, hooks of saved tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gradcli.core.backward import GradientEdge
from gradcli.core.hooks import Hook, RemovableHandle, call_hook
from gradcli.core.node import Node, as_node
from gradcli.core.observe import Observer
from gradcli.core.saved import Pack, Packed, Packing, SavedResult, saved_tensor
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import BORN, TENSORS
from gradcli.errors import op_error


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return where a gradient for a tensor enters the graph."""
    if not isinstance(tensor, Tensor):
        kind = type(tensor).__name__
        message = f"'{kind}' object has no attribute 'requires_grad'"
        raise op_error(AttributeError, message, operands=(0,))
    if not tensor.requires_grad:
        raise op_error(
            RuntimeError,
            "It is not possible to get the gradient edge for a Tensor that does not require "
            "gradients",
            operands=(0,),
        )
    edge = tensor.edge()
    if edge is None:
        return GradientEdge(None, 0)
    return GradientEdge(as_node(edge[0]), edge[1])


def increment_version(tensor: Any) -> None:
    """Count a change in place of a tensor, or of several, that gradcli could not see."""
    tensors = (tensor,) if isinstance(tensor, Tensor) else tensor
    if not isinstance(tensors, (list, tuple)) or not all(isinstance(t, Tensor) for t in tensors):
        raise op_error(RuntimeError, "increment_version expect a Iterable[Tensor] as input")
    for changed in tensors:
        if not changed.is_inference():  # which counts nothing
            changed.changed()


# Hooks over several tensors


class MultiHandle:
    """Handles of several hooks that are removed together."""

    __slots__ = ("handles",)
    __module__, __qualname__ = "torch.autograd.graph", "_MultiHandle"

    def __init__(self, handles: tuple[RemovableHandle, ...]) -> None:
        self.handles = handles

    def __repr__(self) -> str:
        return "<torch.autograd.graph._MultiHandle object>"

    def __enter__(self) -> MultiHandle:
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()

    def remove(self) -> None:
        """Take the hooks away."""
        for handle in self.handles:
            handle.remove()


class _Gathering:
    """Calls a function once in each backward pass, with the gradients of several tensors.

    ``whole`` says to wait for all that the pass comes to; else the first gradient is handed on.
    """

    def __init__(self, edges: Sequence[Any], fn: Hook, whole: bool) -> None:
        self.edges = edges
        self.fn = fn
        self.whole = whole
        self.run: Any = None
        self.found: list[Tensor | None] = []
        self.left = 0

    def hook(self, index: int) -> Hook:
        """Return the hook for one of the tensors."""

        def receive(gradient: Tensor) -> None:
            if STATE.passing is not self.run:
                self._begin()
            self.found[index] = gradient
            self.left -= 1
            if self.left == 0:
                call_hook(self.fn, list(self.found) if self.whole else gradient)
            if self.left <= 0 and self.whole:
                self.run = None

        return receive

    def _begin(self) -> None:
        self.run = STATE.passing
        reached = self.run.reached()
        if len(self.run.starts) == 1:  # which PyTorch's walk starts at, and never comes to
            reached -= {*self.run.starts}
        asked = {edge[0] for edge in self.run.asked & {*self.edges}} & reached
        if self.whole and any(target.__class__ in TENSORS for target in asked):
            raise op_error(RuntimeError, _LEAF_ASKED)
        expected = sum(edge[0] in reached for edge in self.edges)
        self.found = [None] * len(self.edges)
        self.left = expected if self.whole else 1


_LEAF_ASKED = (
    "A leaf node was passed to _will_engine_execute_node but we are currently running "
    "autograd.grad(). This is currently not supported."
)


def register_multi_grad_hook(tensors: Any, fn: Hook, *, mode: str = "all") -> MultiHandle:
    """Call ``fn`` with the gradients of several tensors, or with the first that is known.

    ``mode`` is "all" or "any".
    """
    if mode not in ("all", "any"):
        raise op_error(ValueError, f"Expects mode to be one of ('all', 'any') but got {mode}")
    if not isinstance(tensors, (list, tuple)):
        raise op_error(TypeError, f"'{type(tensors).__name__}' object is not iterable")
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            kind = type(tensor).__name__
            raise op_error(AttributeError, f"'{kind}' object has no attribute 'requires_grad'")
    if STATE.inference and any(t.requires_grad and t.is_leaf for t in tensors):
        raise op_error(AttributeError, "'NoneType' object has no attribute 'next_functions'")
    edges = [tensor.edge() for tensor in tensors]
    if None in edges:
        raise op_error(AssertionError, "Expected gradient function to be set")
    gathering = _Gathering(edges, fn, mode == "all")
    return MultiHandle(tuple([t.register_hook(gathering.hook(i)) for i, t in enumerate(tensors)]))


# Hooks of saved tensors


class SavedTensorContext(Observer):
    """A context in which saved tensors are packed (``packing``), or may not be (``refusal``)."""

    takes_batches = True
    __slots__ = ("__weakref__", "packing", "refusal")

    def __init__(self, packing: Packing | None, refusal: str | None = None) -> None:
        self.packing = packing
        self.refusal = refusal

    def __repr__(self) -> str:
        return f"<torch.autograd.graph.{type(self).__name__} object>"

    def __enter__(self) -> Any:
        around = _contexts()
        if self.packing is None and any(context.packing for context in around):
            raise op_error(RuntimeError, str(self.refusal))
        refusals = [context.refusal for context in around if context.refusal is not None]
        if self.packing is not None and refusals:
            raise op_error(RuntimeError, refusals[-1])
        if self.packing is not None and "grad" in STATE.transforms:
            raise op_error(RuntimeError, _TRANSFORMED, code="transform")
        super().__enter__()

    def recorded(self, node: Node, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Pack what a node saved, if this is the innermost context."""
        if self.packing is not None and _contexts()[-1] is self:
            pack_saved(node, self.packing)


_TRANSFORMED = (
    "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an "
    "issue with your use case."
)


def check_unpacked() -> None:
    """Refuse to make a function of gradients where saved tensors are turned into something else."""
    if any(context.packing is not None for context in _contexts()):
        raise op_error(RuntimeError, _TRANSFORMED, code="transform")


def _contexts() -> list[SavedTensorContext]:
    return [context for context in STATE.observers if isinstance(context, SavedTensorContext)]


def pack_saved(node: Node, packing: Packing) -> None:
    """Pack what a node saved, each thing once."""
    if node.saved is None:
        return
    done: dict[str, Any] = {}
    saved: list[tuple[Any, ...] | None] = []
    for index, (values, names) in enumerate(zip(node.saved, node.saved_names(), strict=False)):
        if values is None:
            saved.append(None)
            continue
        for place, (name, value) in enumerate(zip(names, values, strict=False)):
            if name not in done:
                is_tensor = isinstance(value, (Tensor, SavedResult))
                done[name] = (
                    Packed(saved_tensor(node, index, place), packing, node) if is_tensor else value
                )
        saved.append((*(done[name] for name in names), *values[len(names) :]))
    node.saved = tuple(saved)


class saved_tensors_hooks(SavedTensorContext):
    """Turn every tensor that is saved into something else, and back when it is needed."""

    __slots__ = ()

    def __init__(self, pack_hook: Pack, unpack_hook: Pack) -> None:
        super().__init__(Packing(pack_hook, unpack_hook))


def _copy(tensor: Tensor) -> Tensor:
    return Tensor(tensor.array.copy())


class save_on_cpu(saved_tensors_hooks):
    """Save copies; there is one device, so they stay where they are."""

    __slots__ = ()

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(_copy, lambda tensor: tensor)


class _Kept(Observer):
    """Copies what is saved, which forward mode uses at once and so lets be changed in place."""

    takes_batches = True
    __slots__ = ("done",)

    def __init__(self) -> None:
        self.done: set[int] = set()

    def recorded(self, node: Node, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Put copies in the place of what a node saved."""
        self.done.add(node.order)
        pack_saved(node, Packing(_copy, lambda tensor: tensor))

    def keep(self, tensors: Sequence[Tensor | None]) -> None:
        """Do so for what is behind tensors, as far as the function goes that is differentiated."""
        before = BORN[0] if BORN else 1  # orders count down
        stack: list[Any] = [None if tensor is None else tensor.node for tensor in tensors]
        while stack:
            node = stack.pop()
            if isinstance(node, Node) and node.order < before and node.order not in self.done:
                self.recorded(node, (), {})
                stack.extend([edge[0] for edge in node.edges if edge is not None])


def keep_saved(operands: Sequence[Any]) -> None:
    """Save copies from now on, until the observers are again those of before.

    What is behind the operands, of which the first is about to be changed in place, does so, too.
    """
    kept = next((observer for observer in STATE.observers if isinstance(observer, _Kept)), None)
    if kept is None:
        kept = _Kept().__enter__()
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    kept.keep([*tensors, operands[0]._base])


class _Mutable:
    """What ``allow_mutation_on_saved_tensors`` gives to the program."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        self.open = True

    def __repr__(self) -> str:
        return "<torch.autograd.graph._AllowMutationOnSavedContext object>"

    def clear(self) -> None:
        """Forget the copies."""

    def unpack(self, tensor: Tensor) -> Tensor:
        """Return a copy that was saved, while the context is open."""
        if not self.open:
            raise op_error(
                AssertionError,
                "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
                "in which the graph was originally recorded.",
            )
        return tensor


class allow_mutation_on_saved_tensors(SavedTensorContext):
    """Save copies, so that what was saved may be changed in place before the backward pass."""

    __slots__ = ("context",)

    def __init__(self) -> None:
        self.context = _Mutable()
        super().__init__(Packing(_copy, self.context.unpack))

    def __enter__(self) -> _Mutable:
        if any(isinstance(context, allow_mutation_on_saved_tensors) for context in _contexts()):
            message = "allow_mutation_on_saved_tensors contexts cannot be nested"
            raise op_error(RuntimeError, message)
        super().__enter__()
        return self.context

    def __exit__(self, *exception: object) -> None:
        super().__exit__()
        self.context.open = False


class disable_saved_tensors_hooks(SavedTensorContext):
    """Refuse hooks of saved tensors, with a message."""

    __slots__ = ()

    def __init__(self, error_message: str) -> None:
        super().__init__(None, error_message)


CONTEXTS: tuple[type[SavedTensorContext], ...] = (
    saved_tensors_hooks,
    save_on_cpu,
    allow_mutation_on_saved_tensors,
    disable_saved_tensors_hooks,
)

for _kind in (*CONTEXTS, GradientEdge, Node):
    _kind.__module__ = "torch.autograd.graph"

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "get_gradient_edge": get_gradient_edge,
    "increment_version": increment_version,
    "register_multi_grad_hook": register_multi_grad_hook,
}
