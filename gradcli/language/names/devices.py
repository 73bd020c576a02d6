"""Devices for programs: there is the CPU, and functions that tell so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.language.machine.functions import CONSTRUCTORS
from gradcli.language.names.facts import stored
from gradcli.numerics.device import CPU, Device, check_device, make_device

CONSTRUCTORS[Device] = make_device


def _never() -> bool:
    return False


def _always() -> bool:
    return True


def _refused(*args: Any, **kwargs: Any) -> None:
    check_device("cuda")


def _nothing(*args: Any, **kwargs: Any) -> None:
    """Do what a library does that has no device of the kind."""


def _set_default_device(device: Any) -> None:
    check_device(device)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "get_default_device": lambda: CPU,
    "set_default_device": _set_default_device,
}
"""In torch."""

_CUDA: dict[str, Callable[..., Any]] = {
    "is_available": _never,
    "is_initialized": _never,
    "device_count": lambda: 0,
    **dict.fromkeys(("empty_cache", "manual_seed", "manual_seed_all"), _nothing),
    **dict.fromkeys(
        ("current_device", "get_device_name", "set_device", "synchronize", "max_memory_allocated"),
        _refused,
    ),
}

_ACCELERATOR: dict[str, Callable[..., Any]] = {
    "is_available": _never,
    "device_count": lambda: 0,
    "current_accelerator": lambda check_available=False: None,
}


MODULES: dict[str, dict[str, Callable[..., Any]]] = {
    "torch.accelerator": _ACCELERATOR,
    "torch.backends.cuda": {"is_built": _never},
    "torch.backends.cudnn": {"is_available": _never, "flags": stored("flags")},
    "torch.backends.mkl": {"is_available": _always},
    "torch.backends.mkldnn": {"is_available": _always, "flags": stored("flags")},
    "torch.backends.mps": {"is_available": _never, "is_built": _never},
    "torch.backends.openmp": {"is_available": _always},
    "torch.cuda": _CUDA,
    "torch.mps": {"is_available": _never, "device_count": lambda: 0},
    "torch.xpu": {"is_available": _never, "device_count": lambda: 0},
}
"""The functions of each module."""
