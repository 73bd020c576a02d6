"""How modules start: with parameters that nobody drew, or from a state saved under a prefix."""

from __future__ import annotations

import inspect
from typing import Any

from gradcli.core.state import STATE
from gradcli.nn.module import Module
from gradcli.operators.refusals import invalid

__all__ = ["consume_prefix_in_state_dict_if_present", "skip_init"]


def skip_init(module_cls: Any, *args: Any, **kwargs: Any) -> Any:
    """Return a module whose parameters are anything; no random number is drawn."""
    if not issubclass(module_cls, Module):
        raise invalid(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise invalid("Module must support a 'device' arg to skip initialization")
    before = STATE.generator.snapshot()
    made = module_cls(*args, **kwargs)
    STATE.generator.restore(before)
    return made.to_empty(device=kwargs.get("device", "cpu"))


def consume_prefix_in_state_dict_if_present(state_dict: Any, prefix: str) -> None:
    """Take a prefix off the names of a state, in place, where they have it."""
    for key in list(state_dict):
        if key.startswith(prefix):
            state_dict[key[len(prefix) :]] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", {})
    for key in list(metadata):
        if key and (key == prefix.replace(".", "") or key.startswith(prefix)):
            metadata[key[len(prefix) :]] = metadata.pop(key)
