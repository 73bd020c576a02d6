"""PyTorch's ``torch.utils.checkpoint``; the names are those of the language."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gradcli import _Mode

class set_checkpoint_early_stop(_Mode):
    """Say whether running again stops as soon as everything is there, for calls inside."""

    def __init__(self, enable: bool) -> None: ...

class set_checkpoint_debug_enabled(_Mode):
    """Take the place of PyTorch's switch; errors say the same with it and without."""

    def __init__(self, enable: bool) -> None: ...

class CheckpointError(RuntimeError):
    """What is computed again differs from what was computed before."""

def check_backward_validity(inputs: Iterable[Any]) -> None:
    """Warn where no gradient could reach any of the inputs."""

def detach_variable(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return inputs with leaves in place of the tensors."""

def noop_context_fn() -> tuple[Any, Any]:
    """Return two contexts that do nothing."""

def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Callable[[], tuple[Any, Any]] | None = None,
    determinism_check: str = "default",
    debug: bool = False,
    early_stop: bool = True,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """Call a function whose intermediate values are computed again when a gradient needs them."""

def checkpoint_sequential(
    functions: Sequence[Callable[..., Any]],
    segments: int,
    input: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """Call functions one after the other, all but the last segment of them with ``checkpoint``."""
