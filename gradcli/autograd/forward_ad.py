"""PyTorch's ``torch.autograd.forward_ad``; the names are those of the language."""

from typing import Any


def __getattr__(name: str) -> Any:
    if name == "_current_level":
        from gradcli.transforms.forward_ad import current

        return -1 if current() is None else 0
    from gradcli.language.names.table import MODULES

    return MODULES["torch.autograd.forward_ad"].find(name)
