"""PyTorch's ``torch.utils``: its modules, each loaded when it is first asked for."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    if name in ("checkpoint", "data"):
        return import_module(f"gradcli.utils.{name}")
    raise AttributeError(f"module 'gradcli.utils' has no attribute '{name}'")
