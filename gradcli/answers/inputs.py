"""Values of ``-D`` and ``-C`` as the inputs of a program.

This module knows which values can be differentiated by. It does not know where they come from.
"""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from gradcli.answers.gradients import nodes_of
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError
from gradcli.numerics.dtypes import DIFFERENTIABLE


def leaf(value: Any, what: str) -> Tensor:
    """Make a value a leaf that requires grad, apart from anything it was computed from.

    Integers become the default dtype. Raises a usage error, which calls the value ``what``, for
    values that gradients cannot be taken by.
    """
    array = _array(value, what)
    if array.dtype.kind in "iu":
        array = array.astype(STATE.default_dtype.numpy)
    if array.dtype.kind not in DIFFERENTIABLE:
        raise click.UsageError(f"{what}: cannot differentiate by {_kind(value)}; -C defines one")
    return Tensor(array.copy(), True)


def _array(value: Any, what: str) -> np.ndarray:
    if isinstance(value, Tensor):
        return value.array
    if isinstance(value, np.ndarray):
        return value
    if not isinstance(value, (bool, int, float, complex, list, tuple)):
        raise click.UsageError(f"{what}: cannot differentiate by {_kind(value)}; -C defines one")
    try:
        tensor: Tensor = OPS["tensor"].call(value)
    except OpError as error:
        raise click.UsageError(f"{what}: {error}") from error
    return tensor.array


def _kind(value: Any) -> str:
    if isinstance(value, (Tensor, np.ndarray)):
        return f"a tensor of {value.dtype}"
    return f"a value of type {type(value).__name__}"


def strip_sources(value: Any) -> None:
    """Make the graph behind a constant forget its text, which is not the program's."""
    for node in nodes_of(value):
        node.source = None
