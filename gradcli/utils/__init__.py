"""PyTorch's ``torch.utils``; the parts that are here are loaded when they are asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradcli.utils import checkpoint as checkpoint
    from gradcli.utils import data as data
    from gradcli.utils import deterministic as deterministic

__all__ = ["checkpoint", "data", "deterministic"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return import_module(f"gradcli.utils.{name}")
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
