"""The way of ``Op.apply`` written out for plain tensors, which most operations of a loop are.

Plain are tensors of a floating-point type that are no views, and numbers beside them. It takes half
of the time; a test runs the whole table with and without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.node import Node
from gradcli.core.promote import UNIFORM
from gradcli.core.saved import versions_of
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS, Version, mark_untracked
from gradcli.errors import OpError
from gradcli.numerics.arrays import in_order
from gradcli.operators.op import SLIPS, Op
from gradcli.operators.refusals import check_given

_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_ndarray = np.ndarray
_NO_ATTRIBUTES: dict[str, Any] = {}

Way = Callable[..., Any]


def shortcut(op: Op) -> Way | None:
    """Return what applies an operator to plain tensors; None where there is more to do.

    A third argument says that a user gives the operands, of types that may have to be refused:
    those of plain tensors never are.
    """
    if not op.plain or not op.differentiable or op.view or op.variadic:
        return None
    return _way(op, op.label if isinstance(op.label, str) else None)


def _way(op: Op, name: str | None) -> Way:
    body, promotes, state = op.body, op.promotes, STATE
    uniform, record = promotes in UNIFORM, _recorder(op, name)
    laid, lies = op.laid, op.dense or op.formats or op.orders
    typed = "dtype" in body.__code__.co_varnames  # which may ask for half precision

    def away(operands: Sequence[Any], attrs: dict[str, Any], given: bool) -> Any:
        if given:
            check_given(op, operands, attrs)
        return op.apply_any(operands, attrs)

    def run(operands: Sequence[Any], attrs: dict[str, Any], given: bool = False) -> Any:
        now = state.__dict__  # a thread's own; each look at an attribute would look for that
        arrays: list[Any] = []
        tracked, changed, large, common = False, False, now["large"], None
        alike = uniform
        for operand in operands:
            kind = operand.__class__
            if kind in TENSORS:
                if operand.version is not None:
                    if operand.version.__class__ is not Version or operand.as_view is not None:
                        return away(operands, attrs, given)  # not computed yet, or a view
                    if operand.version.count:
                        changed = True
                array = operand.array
                dtype = array.dtype
                large_or_foreign = array.size >= large or type(array) is not _ndarray
                if large_or_foreign or (dtype is not _SINGLE and dtype is not _DOUBLE):
                    return away(operands, attrs, given)
                if dtype is not common:
                    alike, common = alike and common is None, dtype
                arrays.append(array)
                tracked = tracked or operand.needs_grad
            elif kind is float or kind is int:
                arrays.append(operand)
            else:
                return away(operands, attrs, given)
        if now["observers"] or (typed and attrs.get("dtype") is not None):
            return away(operands, attrs, given)
        try:
            promoted = arrays if alike or promotes is None else promotes(arrays)
            found = now["quietly"](body, np, *promoted, **attrs)
        except OpError:
            raise
        except (TypeError, *SLIPS):
            return away(operands, attrs, given)  # which explains what is wrong
        if found.__class__ is tuple:
            return op.finished(operands, attrs, laid(found, arrays))
        tensor = Tensor(laid(found, arrays) if lies else found)
        if not tracked or not now["grad_enabled"]:
            return mark_untracked(tensor) if now["inference"] else tensor
        dtype = tensor.array.dtype
        if dtype is not _SINGLE and dtype is not _DOUBLE:
            return op.finished(operands, attrs, tensor.array)
        record(operands, attrs, tensor, changed)
        return tensor

    return run


def _recorder(op: Op, name: str | None) -> Callable[..., None]:
    """Return what makes the node of a result."""
    saves = tuple([rule.save for rule in op.rules])

    def record(
        operands: Sequence[Any], attrs: dict[str, Any], tensor: Tensor, changed: bool
    ) -> None:
        edges: list[Any] = []
        saved: list[Any] = []
        results, array = (tensor,), tensor.array
        for operand, save in zip(operands, saves):  # noqa: B905
            if operand.__class__ in TENSORS and operand.needs_grad:
                before = operand.node
                edges.append((operand, 0) if before is None else (before, operand.output_nr))
                saved.append(save(operands, results, attrs))
            else:
                edges.append(None)
                saved.append(None)
        label = name or op.node_label(operands, attrs)
        node = Node(op, label, tuple(edges), array.shape, array.dtype)
        node.saved = tuple(saved)
        if changed:
            node.versions = versions_of(saved)
        tensor.node, tensor.needs_grad = node, True

    return record


def _function_of(body: Callable[..., Any]) -> Callable[..., Any]:
    """Return what computes on two of NumPy's arrays as a body does: NumPy's own function, mostly.

    A body that says ``xp.add(a, b)`` for whatever two arrays it is given need not be asked again.
    """
    a, b = object(), object()
    try:
        found = body(_Asked(), a, b)
    except (AttributeError, TypeError):
        found = None
    if found.__class__ is tuple and found[1:] == ((a, b), {}):
        return vars(np)[found[0]]  # type: ignore[no-any-return]
    return partial(body, np)


class _Asked:
    """A namespace whose functions tell that they were called, and with what."""

    def __getattr__(self, name: str) -> Callable[..., tuple[str, tuple[Any, ...], dict[str, Any]]]:
        return lambda *args, **options: (name, args, options)


def _may_differ(tensor: Tensor) -> bool:
    """Tell whether a tensor with a version is other than one without."""
    version = tensor.version
    return version.__class__ is not Version or version.count > 0 or tensor.as_view is not None


def pair_shortcut(op: Op) -> Callable[[Tensor, Tensor], Any] | None:
    """Return the same for the two tensors beside a sign of Python's, with nothing to look up."""
    if op.quick is None or len(op.rules) != 2 or not isinstance(op.label, str) or op.infix is None:
        return None
    label, quick, orders, state = op.label, op.quick, op.orders, STATE
    save_left, save_right = (rule.save for rule in op.rules)
    function = _function_of(op.body)

    def run(a: Tensor, b: Tensor) -> Any:
        if (a.version is not None and _may_differ(a)) or (b.version is not None and _may_differ(b)):
            return quick((a, b), _NO_ATTRIBUTES)
        x, y, now = a.array, b.array, state.__dict__
        dtype, large = x.dtype, now["large"]
        plain = y.dtype is dtype and type(x) is type(y) is _ndarray
        plain = plain and (dtype is _SINGLE or dtype is _DOUBLE)
        if not plain or now["observers"] or x.size >= large or y.size >= large:
            return quick((a, b), _NO_ATTRIBUTES)
        try:
            tensor = Tensor(now["quietly"](function, x, y))
        except (TypeError, *SLIPS):
            return quick((a, b), _NO_ATTRIBUTES)  # which explains what is wrong
        if orders and not (x.flags.c_contiguous and y.flags.c_contiguous):
            tensor.array = in_order(tensor.array, [x, y])
        if not now["grad_enabled"] or not (a.needs_grad or b.needs_grad):
            return mark_untracked(tensor) if now["inference"] else tensor
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
