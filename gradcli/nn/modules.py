"""PyTorch's ``torch.nn.modules``: the classes of ``torch.nn``, and the files that they stand in."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gradcli.nn import PLACES
from gradcli.nn import __getattr__ as _find

_ELSEWHERE = {
    "instancenorm": "batchnorm",
    "module": "backward_hooks",  # which has functions of all modules beside the class
    **dict.fromkeys(("channelshuffle", "distance", "dropout", "flatten", "fold"), "shapes"),
    **dict.fromkeys(("padding", "pixelshuffle", "upsampling"), "shapes"),
}


def __getattr__(name: str) -> Any:
    file = _ELSEWHERE.get(name, name)
    if file in PLACES.values() or name == "module":
        return import_module(f"gradcli.nn.{file}")
    return _find(name)
