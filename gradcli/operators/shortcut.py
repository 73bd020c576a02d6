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
from gradcli.operators.op import Op
from gradcli.operators.refusals import SLIPS, check_given, is_large

_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_ndarray = np.ndarray
_NO_ATTRIBUTES: dict[str, Any] = {}
_ABSENT = object()
_WIDEST = 2**63  # beyond it integers are looked at

Way = Callable[..., Any]


def shortcut(op: Op) -> Way | None:
    """Return what applies an operator to plain tensors; None where there is more to do.

    A third argument says that a user gives the operands, of types that may have to be refused:
    those of plain tensors never are.
    """
    if not op.plain or not op.differentiable or op.variadic:
        return None
    if op.view:
        usual = len(op.rules) == 1 and not (op.dense or op.formats or op.orders)
        return _view_way(op, op.label) if usual and isinstance(op.label, str) else None
    return _way(op, op.label if isinstance(op.label, str) else None)


def _way(op: Op, name: str | None) -> Way:
    body, promotes, state = op.body, op.promotes, STATE
    uniform, record = promotes in UNIFORM, _recorder(op, name)
    laid, lies = op.laid, op.dense or op.formats or op.orders
    typed = "dtype" in body.__code__.co_varnames  # which may ask for half precision
    away = partial(_away, op, record)

    def run(operands: Sequence[Any], attrs: dict[str, Any], given: bool = False) -> Any:
        now = state.__dict__  # a thread's own; each look at an attribute would look for that
        arrays: list[Any] = []
        tracked, changed, large, common = False, False, now["large"], None
        alike = uniform
        for operand in operands:
            kind = operand.__class__
            if kind in TENSORS:
                if operand.version is not None:
                    if _may_differ(operand):
                        return away(operands, attrs, given)
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
        if typed and attrs.get("dtype") is not None:
            return away(operands, attrs, given)
        if now["observers"]:
            seen = _told(op, run, operands, attrs, operands, attrs)
            return away(operands, attrs, given) if seen is None else seen
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
        record(operands, attrs, tensor, tensor.array, changed)
        return tensor

    return run


def _view_way(op: Op, label: str) -> Way:
    """Return the way of a view of one tensor, whose history is recorded."""
    body, link, save, state, tensors = op.body, op.link, op.rules[0].save, STATE, TENSORS
    assert link is not None

    def run(operands: Sequence[Any], attrs: dict[str, Any], given: bool = False) -> Any:
        x, now = operands[0], state.__dict__
        usual = x.__class__ in tensors and now["grad_enabled"]
        version = x.version if usual else None
        if not usual or (version is not None and version.__class__ is not Version):
            return _away(op, None, operands, attrs, given)
        array = x.array
        dtype = array.dtype
        if type(array) is not _ndarray or (dtype is not _SINGLE and dtype is not _DOUBLE):
            return _away(op, None, operands, attrs, given)
        if now["observers"]:
            seen = _told(op, run, operands, attrs, operands, attrs)
            return _away(op, None, operands, attrs, given) if seen is None else seen
        try:
            found = now["quietly"](body, np, array, **attrs)
        except (OpError, TypeError, *SLIPS):
            return _away(op, None, operands, attrs, given)  # which explains what is wrong
        edge = x.edge() if x.as_view is not None else None
        if edge is None and x.needs_grad:
            edge = (x, 0) if x.node is None else (x.node, x.output_nr)
        if type(found) is not _ndarray or found.dtype is not dtype or edge is None:
            return op.finished(operands, attrs, found)
        tensor = Tensor(found)
        results = (tensor,)
        link(op, operands, attrs, results, multiple=False)
        saved = (save(operands, results, attrs),)
        node = Node(op, label, (edge,), found.shape, dtype, now["source"], saved)
        if version is not None and version.count:
            node.versions = versions_of(saved)
        tensor.node, tensor.needs_grad = node, True
        return tensor

    return run


def _away(op: Op, record: Any, operands: Sequence[Any], attrs: dict[str, Any], given: bool) -> Any:
    """Apply an operator to what is not plain; large arrays have a quick way, too."""
    if given:
        check_given(op, operands, attrs)
    if op.blocks and not STATE.observers and any(map(is_large, operands)):
        from gradcli.engines.pending import applied  # few programs have arrays so large

        if (tensor := applied(op, operands, attrs, record)) is not None:
            return tensor
    return op.apply_any(operands, attrs)


def _told(
    op: Op, way: Callable[..., Any], operands: Sequence[Any], attrs: dict[str, Any], *given: Any
) -> Any:
    """Return what a quick way makes of what it is given; None if an observer has more to see."""
    observers = STATE.observers
    for observer in observers:
        if not observer.lets_pass(op, operands, attrs):
            return None
    STATE.observers = ()
    try:
        results = way(*given)
    finally:
        STATE.observers = observers
    if results is not None:
        for observer in observers:
            observer.applied(op, operands, attrs, results)
    return results


def _recorder(op: Op, name: str | None) -> Callable[..., None]:
    """Return what makes the node of a result, whose ``array`` need not be computed."""
    saves = tuple([rule.save for rule in op.rules])
    only = saves[0] if len(saves) == 1 else None

    def record(
        operands: Sequence[Any], attrs: dict[str, Any], tensor: Tensor, array: Any, changed: bool
    ) -> None:
        results = (tensor,)
        if only is not None:  # it is tracked, or nothing was to be recorded
            operand = operands[0]
            before = operand.node
            edges: Any = ((operand, 0) if before is None else (before, operand.output_nr),)
            saved: Any = (only(operands, results, attrs),)
        else:
            edges, saved = [], []
            for operand, save in zip(operands, saves):  # noqa: B905
                if operand.__class__ in TENSORS and operand.needs_grad:
                    before = operand.node
                    edges.append((operand, 0) if before is None else (before, operand.output_nr))
                    saved.append(save(operands, results, attrs))
                else:
                    edges.append(None)
                    saved.append(None)
            edges, saved = tuple(edges), tuple(saved)
        label = name or op.node_label(operands, attrs)
        node = Node(op, label, edges, array.shape, array.dtype, STATE.source, saved)
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
    """Tell whether a tensor with a version has more to it than one without, but for its changes.

    That is one that is not computed yet, and a view that does not know of what its base has become.
    """
    version, view = tensor.version, tensor.as_view
    if version.__class__ is not Version:
        return True
    if view is None:
        return False
    if view.change is not None or view.version != version.count or 1 in tensor.array.shape:
        return True  # along a dimension of size 1 a step may be any, and tells how results lie
    return view.base.needs_grad and not tensor.needs_grad


def direct(op: Op, otherwise: Way | None = None, *, numbers: bool = False) -> Way | None:
    """Return the same for one tensor or two and no attributes, with nothing to look up.

    ``numbers`` says that the second may be a number. ``otherwise`` is called where there is more to
    do; without it None is returned then. None stands for operators that have no such way.
    """
    if op.quick is None or op.view or op.formats or op.promotes not in UNIFORM:
        return None
    if op.most == 1:
        return _alone(op)
    if op.most == 2 and isinstance(op.label, str):
        return _pair(op, op.label, otherwise or _aside, numbers)
    return None


def _aside(*operands: Any) -> None:
    """Leave an operation to the way of all others."""


def _alone(op: Op) -> Way:
    """Return the way of one tensor, and a number where the operator has one for an attribute."""
    (rule,), body, dense, orders = op.rules, op.body, op.dense, op.orders
    save, fixed, shaped, state, tensors = rule.save, rule.fixed, rule.shaped, STATE, TENSORS
    label = op.label if isinstance(op.label, str) else ""
    attribute, absent = body.__code__.co_varnames[2:3], _ABSENT

    def run(x: Any, number: Any = absent) -> Any:
        nonlocal label  # of a tensor and nothing else there is one, known from the first time on
        if type(x) not in tensors or (x.version is not None and _may_differ(x)):
            return None
        array, now = x.array, state.__dict__
        dtype = array.dtype
        plain = type(array) is _ndarray and (dtype is _SINGLE or dtype is _DOUBLE)
        if not plain or array.size >= now["large"]:
            return None
        attrs = _NO_ATTRIBUTES
        if number is not absent:
            if type(number) is not float and (type(number) is not int or abs(number) >= _WIDEST):
                return None
            attrs = dict.fromkeys(attribute, number)
        if now["observers"]:
            return _told(op, run, (x,), attrs, x, number)
        try:
            if attrs:
                found = now["quietly"](body, np, array, number)
            else:
                found = now["quietly"](body, np, array)
        except (TypeError, *SLIPS):
            return None  # which explains what is wrong
        if found.__class__ is tuple or found.dtype is not dtype:
            attrs = attrs or op.parameters.defaults or {}
            return op.finished((x,), attrs, op.laid(found, [array]))
        if (dense and not found.flags.c_contiguous) or (orders and not array.flags.c_contiguous):
            found = op.laid(found, [array])
        tensor = Tensor(found)
        if not now["grad_enabled"] or not x.needs_grad:
            return mark_untracked(tensor) if now["inference"] else tensor
        before = x.node
        edge = (x, 0) if before is None else (before, x.output_nr)
        if fixed is None or attrs:
            saved = save((x,), (tensor,), attrs)
        else:
            saved = (array.shape, *fixed) if shaped else fixed
        label = label or op.node_label((x,), op.parameters.defaults or _NO_ATTRIBUTES)
        node = Node(op, label, (edge,), tensor.array.shape, dtype, now["source"], (saved,))
        if x.version is not None:  # and it may have been changed before
            node.versions = versions_of((saved,))
        tensor.node, tensor.needs_grad = node, True
        return tensor

    return run


def with_function(op: Op, function: Callable[[Any, Any], Any]) -> Way:
    """Return the way of two tensors that a function of NumPy's computes, which may fail on them."""
    return _pair(op, str(op.label), _aside, False, function)


def _pair(op: Op, label: str, otherwise: Way, numbers: bool, known: Any = None) -> Way:
    left, right = op.rules
    save_left, save_right, left_fixed, right_fixed = left.save, right.save, left.fixed, right.fixed
    state, tensors, dense, orders = STATE, TENSORS, op.dense, op.orders
    body = partial(op.body, np)
    function = known or (body if op.infix is None else _function_of(op.body))

    def run(a: Any, b: Any) -> Any:
        if type(a) not in tensors or (a.version is not None and _may_differ(a)):
            return otherwise(a, b)
        x, now = a.array, state.__dict__
        dtype, large, compute, kind = x.dtype, now["large"], function, type(b)
        if kind in tensors:
            if b.version is not None and _may_differ(b):
                return otherwise(a, b)
            y, tracked = b.array, b.needs_grad
            plain = y.dtype is dtype and type(y) is _ndarray and y.size < large
        else:
            y, tracked, compute = b, False, body
            plain = numbers and (kind is float or (kind is int and -_WIDEST < b < _WIDEST))
        plain = plain and type(x) is _ndarray and (dtype is _SINGLE or dtype is _DOUBLE)
        if not plain or x.size >= large:
            return otherwise(a, b)
        if now["observers"]:
            seen = _told(op, run, (a, b), _NO_ATTRIBUTES, a, b)
            return otherwise(a, b) if seen is None else seen
        try:
            found = now["quietly"](compute, x, y)
        except (TypeError, *SLIPS):
            return otherwise(a, b)  # which explains what is wrong
        if found.__class__ is tuple or found.dtype is not dtype:
            return op.finished((a, b), op.parameters.defaults or {}, op.laid(found, [x, y]))
        if dense or (orders and not (x.flags.c_contiguous and (y is b or y.flags.c_contiguous))):
            found = op.laid(found, [x, y])
        tensor = Tensor(found)
        if not now["grad_enabled"] or not (tracked or a.needs_grad):
            return mark_untracked(tensor) if now["inference"] else tensor
        before = after = before_saved = after_saved = None
        if a.needs_grad:
            node = a.node
            before = (a, 0) if node is None else (node, a.output_nr)
            before_saved = left_fixed
            if before_saved is None:
                before_saved = save_left((a, b), (tensor,), _NO_ATTRIBUTES)
        if tracked:
            node = b.node
            after = (b, 0) if node is None else (node, b.output_nr)
            after_saved = right_fixed
            if after_saved is None:
                after_saved = save_right((a, b), (tensor,), _NO_ATTRIBUTES)
        array = tensor.array
        saved = (before_saved, after_saved)
        node = Node(op, label, (before, after), array.shape, dtype, now["source"], saved)
        if a.version is not None or (y is not b and b.version is not None):
            node.versions = versions_of(saved)
        tensor.node, tensor.needs_grad = node, True
        return tensor

    return run
