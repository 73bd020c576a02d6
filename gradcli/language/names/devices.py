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

_COUNTS = "max_memory_allocated max_memory_reserved memory_allocated memory_reserved"
_IDLE = "empty_cache ipc_collect manual_seed manual_seed_all seed seed_all"
_REFUSED = (
    "current_device current_stream default_stream get_device_capability get_device_name "
    "get_device_properties get_rng_state init initial_seed mem_get_info set_device synchronize"
)

_CUDA: dict[str, Callable[..., Any]] = {
    "is_available": _never,
    "is_initialized": _never,
    "is_bf16_supported": lambda including_emulation=True: False,
    "is_tf32_supported": _never,
    "device_count": lambda: 0,
    "get_arch_list": list,
    **dict.fromkeys(_COUNTS.split(), lambda device=None: 0),
    **dict.fromkeys(_IDLE.split(), _nothing),
    **dict.fromkeys(_REFUSED.split(), _refused),
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
