"""The way of ``Op.apply`` written out for plain tensors, which most operations of a loop are.

Plain are tensors of a floating-point type that are no views, and numbers beside them. It takes half
of the time; a test runs the whole table with and without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gradcli.core.node import Node
from gradcli.core.saved import versions_of
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS, Version, mark_untracked
from gradcli.errors import OpError
from gradcli.numerics.arrays import in_order
from gradcli.operators.op import SLIPS, Op

_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_ndarray = np.ndarray
_NO_ATTRIBUTES: dict[str, Any] = {}

Way = Callable[[Sequence[Any], dict[str, Any]], Any]


def shortcut(op: Op) -> Way | None:
    """Return what applies an operator to plain tensors; None where there is more to do."""
    if not op.plain or not op.differentiable or op.view or op.variadic:
        return None
    return _way(op, op.label if isinstance(op.label, str) else None)


def _way(op: Op, name: str | None) -> Way:
    body, promotes, apply_any, state = op.body, op.promotes, op.apply_any, STATE
    saves = tuple([rule.save for rule in op.rules])
    laid, lies = op.laid, op.dense or op.orders

    def run(operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        arrays: list[Any] = []
        tracked, changed, large = False, False, state.large
        for operand in operands:
            kind = operand.__class__
            if kind in TENSORS:
                if operand.version is not None:
                    if operand.version.__class__ is not Version or operand.as_view is not None:
                        return apply_any(operands, attrs)  # not computed yet, or a view
                    changed = True
                array = operand.array
                dtype = array.dtype
                large_or_foreign = array.size >= large or type(array) is not _ndarray
                if large_or_foreign or (dtype is not _SINGLE and dtype is not _DOUBLE):
                    return apply_any(operands, attrs)
                arrays.append(array)
                tracked = tracked or operand.needs_grad
            elif kind is float or kind is int:
                arrays.append(operand)
            else:
                return apply_any(operands, attrs)
        if state.observers:
            return apply_any(operands, attrs)
        try:
            given = arrays if promotes is None else promotes(arrays)
            found = state.quietly(body, np, *given, **attrs)
        except OpError:
            raise
        except (TypeError, *SLIPS):
            return apply_any(operands, attrs)  # which explains what is wrong
        if found.__class__ is tuple:
            return op.finished(operands, attrs, laid(found, arrays))
        tensor = Tensor(laid(found, arrays) if lies else found)
        if not tracked or not state.grad_enabled:
            return mark_untracked(tensor) if state.inference else tensor
        shape, dtype = tensor.array.shape, tensor.array.dtype
        if dtype is not _SINGLE and dtype is not _DOUBLE:
            return op.finished(operands, attrs, tensor.array)
        edges: list[Any] = []
        saved: list[Any] = []
        for operand, save in zip(operands, saves):  # noqa: B905
            if operand.__class__ in TENSORS and operand.needs_grad:
                before = operand.node
                edges.append((operand, 0) if before is None else (before, operand.output_nr))
                saved.append(save(operands, (tensor,), attrs))
            else:
                edges.append(None)
                saved.append(None)
        node = Node(op, name or op.node_label(operands, attrs), tuple(edges), shape, dtype)
        node.saved = tuple(saved)
        node.versions = versions_of(saved) if changed else None
        tensor.node, tensor.needs_grad = node, True
        return tensor

    return run


def pair_shortcut(op: Op) -> Callable[[Tensor, Tensor], Any] | None:
    """Return the same for the two tensors beside a sign of Python's, with nothing to look up."""
    if op.quick is None or len(op.rules) != 2 or not isinstance(op.label, str) or op.infix is None:
        return None
    body, label, quick, orders, state = op.body, op.label, op.quick, op.orders, STATE
    save_left, save_right = (rule.save for rule in op.rules)

    def run(a: Tensor, b: Tensor) -> Any:
        if a.version is not None or b.version is not None:
            return quick((a, b), _NO_ATTRIBUTES)
        x, y = a.array, b.array
        dtype = x.dtype
        plain = y.dtype is dtype and type(x) is type(y) is _ndarray
        plain = plain and (dtype is _SINGLE or dtype is _DOUBLE)
        if not plain or state.observers or max(x.size, y.size) >= state.large:
            return quick((a, b), _NO_ATTRIBUTES)
        try:
            tensor = Tensor(state.quietly(body, np, x, y))
        except (TypeError, *SLIPS):
            return quick((a, b), _NO_ATTRIBUTES)  # which explains what is wrong
        if orders and not (x.flags.c_contiguous and y.flags.c_contiguous):
            tensor.array = in_order(tensor.array, [x, y])
        if not state.grad_enabled or not (a.needs_grad or b.needs_grad):
            return mark_untracked(tensor) if state.inference else tensor
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
