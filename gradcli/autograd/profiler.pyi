"""PyTorch's ``torch.autograd.profiler``; the names are those of the language."""

from typing import Any

from gradcli import _Mode

class record_function(_Mode):
    """Take the place of PyTorch's label for its profiler; nothing is measured."""

    def __init__(self, name: str, args: str | None = None) -> None: ...

class profile(_Mode):
    """Take the place of PyTorch's profiler; nothing is measured."""

    def __init__(self, enabled: bool = True, **options: Any) -> None: ...
