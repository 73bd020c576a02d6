"""PyTorch's ``torch.nn.utils``: clipping, vectors of parameters, and weights made of others."""

from importlib import import_module
from typing import Any

from gradcli.nn.utils import fusion, rnn
from gradcli.nn.utils.gradients import (
    clip_grad_norm,
    clip_grad_norm_,
    clip_grad_value_,
    clip_grads_with_norm_,
    get_total_norm,
    parameters_to_vector,
    vector_to_parameters,
)
from gradcli.nn.utils.starting import consume_prefix_in_state_dict_if_present, skip_init
from gradcli.nn.utils.weights import (
    remove_spectral_norm,
    remove_weight_norm,
    spectral_norm,
    weight_norm,
)

__all__ = [
    "clip_grad_norm",
    "clip_grad_norm_",
    "clip_grad_value_",
    "clip_grads_with_norm_",
    "consume_prefix_in_state_dict_if_present",
    "fusion",
    "get_total_norm",
    "parameters_to_vector",
    "remove_spectral_norm",
    "remove_weight_norm",
    "rnn",
    "skip_init",
    "spectral_norm",
    "vector_to_parameters",
    "weight_norm",
]


def __getattr__(name: str) -> Any:
    if name in ("parametrizations", "parametrize", "prune"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")
