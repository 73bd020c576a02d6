"""The contexts and modes of PyTorch's autograd and the values around them, for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.core import graph, modes
from gradcli.core.backward import GradientEdge
from gradcli.core.hooks import RemovableHandle
from gradcli.core.node import Node
from gradcli.core.saved_attributes import SavedTensor
from gradcli.language.machine.descriptors import members_of, readers_of
from gradcli.language.machine.functions import CALLABLE
from gradcli.numerics.device import Device

GRAD_MODES: dict[str, type] = {kind.__name__: kind for kind in modes.MODES}
"""Modes that are in torch and in torch.autograd."""

ANOMALY_MODES: dict[str, type] = {
    kind.__name__: kind for kind in (modes.detect_anomaly, modes.set_detect_anomaly)
}

STATES: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        modes.is_anomaly_check_nan_enabled,
        modes.is_anomaly_enabled,
        modes.is_grad_enabled,
        modes.is_inference_mode_enabled,
    )
}
"""Functions of torch that tell which mode is on."""

_SAVED_TENSORS: dict[str, type] = {kind.__name__: kind for kind in graph.CONTEXTS}

GRAPH: dict[str, type] = {"GradientEdge": GradientEdge, "Node": Node, **_SAVED_TENSORS}
"""The types of torch.autograd.graph."""

CONTEXTS: set[type] = {
    *GRAD_MODES.values(),
    *ANOMALY_MODES.values(),
    *graph.CONTEXTS,
    Device,
    RemovableHandle,
    graph.MultiHandle,
}
"""The types whose values a with statement takes; modules that few programs import add theirs."""

CONSTRUCTORS: dict[type, Callable[..., Any]] = {
    kind: kind
    for kind in (
        *GRAD_MODES.values(),
        *ANOMALY_MODES.values(),
        *graph.CONTEXTS,
        GradientEdge,
    )
}

# Modes decorate functions, nodes differentiate.
CALLABLE.update((*modes.MODES, *ANOMALY_MODES.values(), modes.Decorated, Node))

METHODS: dict[type, dict[str, Callable[..., Any]]] = {
    Node: {
        **members_of(Node, "name register_hook register_prehook"),
        "_sequence_nr": lambda node: node._sequence_nr(),
    },
    RemovableHandle: members_of(RemovableHandle, "remove"),
    graph.MultiHandle: members_of(graph.MultiHandle, "remove"),
    SavedTensor: members_of(SavedTensor, "register_hooks"),
}

GETTERS: dict[type, dict[str, Callable[[Any], Any]]] = {
    GradientEdge: readers_of("node output_nr ownership_token"),
    RemovableHandle: readers_of("id"),
    modes.Decorated: readers_of("__name__"),
}
