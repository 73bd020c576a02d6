"""PyTorch's ``torch.autograd.graph``; the names are those of the language."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Self

from gradcli import Tensor, _RemovableHandle

class Node:
    """A recorded operation: its name, and where its gradients go."""

    @property
    def metadata(self) -> dict[Any, Any]: ...
    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]: ...
    @property
    def requires_grad(self) -> bool: ...
    def name(self) -> str: ...
    def register_hook(
        self, fn: Callable[[Any, Any], Tensor | tuple[Tensor | None, ...] | None]
    ) -> _RemovableHandle: ...
    def register_prehook(
        self, fn: Callable[[Any], Tensor | tuple[Tensor | None, ...] | None]
    ) -> _RemovableHandle: ...
    def __call__(self, *grads: Tensor | None) -> Any: ...

class GradientEdge(NamedTuple):
    """A place in the graph: an output of a node."""

    node: Node
    output_nr: int
    ownership_token: Any = ...

class _Context:
    def __enter__(self) -> Any: ...
    def __exit__(self, *exception: object) -> None: ...

class saved_tensors_hooks(_Context):
    """Functions that pack and unpack what is saved for derivatives."""

    def __init__(
        self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]
    ) -> None: ...

class save_on_cpu(saved_tensors_hooks):
    """Copy what is saved."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None: ...

class allow_mutation_on_saved_tensors(_Context):
    """Let saved tensors be overwritten: what was saved is kept."""

    def __init__(self) -> None: ...

class disable_saved_tensors_hooks(_Context):
    """Refuse hooks of saved tensors, with a message."""

    def __init__(self, error_message: str) -> None: ...

class _MultiHandle:
    def remove(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...

def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return the place in the graph where the gradient of a tensor goes."""

def increment_version(tensor: Tensor | Sequence[Tensor]) -> None:
    """Count a change in place."""

def register_multi_grad_hook(
    tensors: Sequence[Tensor],
    fn: Callable[[Sequence[Tensor | None]], None] | Callable[[Tensor], None],
    *,
    mode: Literal["all", "any"] = "all",
) -> _MultiHandle:
    """Call ``fn`` once the gradients of all tensors, or of any, are there."""
