"""PyTorch's ``torch.utils.checkpoint``; the names are those of the language."""

from typing import Any


def __getattr__(name: str) -> Any:
    from gradcli.language.names.table import MODULES

    return MODULES["torch.utils.checkpoint"].find(name)
