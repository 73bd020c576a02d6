"""Functions of PyTorch that are two: which operator is the other form of one.

A call that does not fit an operator's own parameters is tried with those of the other form.
"""

from __future__ import annotations

from typing import Any

from gradcli.core.table import OPS

OTHERS = {"view": "_view_dtype", "view_copy": "_view_dtype_copy"}


def call_other_form(
    name: str, args: tuple[Any, ...], kwargs: dict[str, Any], method: bool, error: TypeError
) -> Any:
    """Call the other form of an operator; raise the error of the first one if that fits no more."""
    if name not in OTHERS:
        raise error
    other: Any = OPS[OTHERS[name]]
    try:
        operands, attrs = other.parameters.bind(args, kwargs, method=method)
    except TypeError:
        raise error from None
    return other.apply(operands, attrs)
