"""The way of ``Op.apply`` written out for two plain tensors, which most operations of a loop are.

Plain are tensors of one floating-point type whose memory nothing shares. It takes half of the time;
a test runs the whole table with and without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.node import Node
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import PENDING
from gradcli.operators.op import Op, mark_untracked

_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_NO_ATTRIBUTES: dict[str, Any] = {}


def shortcut(op: Op) -> Callable[[Tensor, Tensor], Any] | None:
    """Return what applies an operator to two tensors; None where no sign of Python calls it."""
    pair = op.plain and len(op.rules) == 2 and op.label.__class__ is str
    if not pair or op.view or op.infix is None:
        return None
    body, label = op.body, str(op.label)
    save_left, save_right = (rule.save for rule in op.rules)

    def run(a: Tensor, b: Tensor) -> Any:
        if a.__class__ in PENDING or b.__class__ in PENDING:
            return op.apply((a, b), _NO_ATTRIBUTES)
        x, y = a.array, b.array
        dtype = x.dtype
        plain = a.version is None and b.version is None and y.dtype is dtype
        plain = plain and x.size < STATE.large > y.size
        if not plain or (dtype is not _SINGLE and dtype is not _DOUBLE) or STATE.observers:
            return op.apply((a, b), _NO_ATTRIBUTES)
        try:
            tensor = Tensor(STATE.quietly(body, np, x, y))
        except Exception:
            return op.apply((a, b), _NO_ATTRIBUTES)  # which explains what is wrong
        if not STATE.grad_enabled or not (a.needs_grad or b.needs_grad):
            return mark_untracked(tensor) if STATE.inference else tensor
        operands, results = (a, b), (tensor,)
        left = right = left_saved = right_saved = None
        if a.needs_grad:
            left = (a, 0) if a.node is None else (a.node, a.output_nr)
            left_saved = save_left(operands, results, _NO_ATTRIBUTES)
        if b.needs_grad:
            right = (b, 0) if b.node is None else (b.node, b.output_nr)
            right_saved = save_right(operands, results, _NO_ATTRIBUTES)
        array = tensor.array
        node = Node(op, label, (left, right), array.shape, array.dtype)
        node.saved = (left_saved, right_saved)
        tensor.node, tensor.needs_grad = node, True
        return tensor

    return run
