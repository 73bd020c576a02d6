"""PyTorch's ``torch.autograd``; the names are those of the language, and classes for Python."""

from typing import Any

_OWN = {"Function": "function", "forward_ad": "", "function": "", "profiler": ""}
"""What the language has in a form of its own, and the module that Python's is in."""


def __getattr__(name: str) -> Any:
    if name in _OWN:
        from importlib import import_module

        module = import_module(f"gradcli.autograd.{_OWN[name] or name}")
        return vars(module)[name] if _OWN[name] else module
    from gradcli.language.names.table import MODULES

    value = globals()[name] = MODULES["torch.autograd"].find(name)
    return value
