"""Changes in place: the values of a tensor replaced, and its history rebased on the change.

What may be changed, and what PyTorch refuses, is decided here; how a change of a part becomes a
change of the whole is known to ``views``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any
from weakref import ref

import numpy as np

from gradcli.core.node import Node
from gradcli.core.promote import result_type
from gradcli.core.saved import SavedResult
from gradcli.core.state import STATE
from gradcli.core.table import OPS, Operator
from gradcli.core.tensor import Tensor
from gradcli.core.values import BORN, UNTRACKED
from gradcli.core.views import CopySlices, check_captured, check_views, is_forward
from gradcli.core.warn import warn
from gradcli.errors import OpError, op_error
from gradcli.numerics import arrays
from gradcli.numerics.arrays import as_array, namespace_of
from gradcli.numerics.dtypes import dtype_of
from gradcli.numerics.memory import owner
from gradcli.numerics.overlap import check_overlap


def overwrite(op: Operator, operands: Sequence[Any], attrs: dict[str, Any]) -> Tensor:
    """Replace the first operand's values by the operator's result, and rebase its history."""
    if BORN:
        check_captured(op, operands)
    if is_forward():
        from gradcli.core.graph import keep_saved

        keep_saved(operands)
    for observer in STATE.observers:
        observer.overwriting(op, operands, attrs)
    for observer in STATE.observers:
        if observer.carries:
            changed: Tensor = observer.overwrite(op, operands, attrs)
            return changed
    target: Tensor = operands[0]
    recording = STATE.grad_enabled and (op.differentiable or op.composite)
    tracked = recording and any(
        isinstance(operand, Tensor) and operand.requires_grad for operand in operands
    )
    if not op.name.startswith("logical_"):  # which PyTorch's autograd does not look at
        check_history(target, tracked)
    if tracked:
        check_views(operands)
    if op.view:
        return _reshape(target, op, attrs)
    late = op.name in _ASKED_FIRST
    if not late:
        _check_in_turn(op, operands, attrs)
    if op.composite:
        before = _before(target)
        composed = op(before, *operands[1:], **attrs)
        if composed is before:  # the operator has nothing to do, and yet it is in the history
            composed = OPS["clone"](before)
        if composed.node is not target.node:
            _relabel(composed.node, op, operands, attrs)
        return _take_over(target, composed, check=op.name not in _DEPRECATED)
    result = as_array(op.compute(operands, attrs))
    if not target.array.flags.writeable:
        _own_memory(target)
    if late:
        _check_memory(op, operands, attrs)
    named = op.name in _TYPED and not isinstance(operands[-1], Tensor)
    _check_result(target, result, op.name, named)
    node, after = None, target
    if tracked:
        own_rule = op.inplace is not None and not STATE.textbook
        recorded = op.inplace.recorded if own_rule else op
        before = _before(target) if recorded.keeps_first else target
        after = _after(target, result)
        node = recorded.record((before, *operands[1:]), attrs, (after,))
        _relabel(node, op, operands, attrs)
    only = {"where": _changed(target.array, result)} if repeats(target.array) else {}
    STATE.writes(target.array)
    np.copyto(target.array, result, casting="unsafe", **only)
    target.changed()
    _tell(result, target, after)
    if node is not None:
        _mark_results_current(node)
        rebase(target, node)
    return target


def _own_memory(target: Tensor) -> None:
    """Give a gradient that was only repeated memory that can be written to; refuse views of it."""
    if owner(target.array).dtype.kind == "b" != target.array.dtype.kind:
        message = "truth values that are viewed as numbers can only be read"
        raise op_error(NotImplementedError, message, code="in-place", operands=(0,))
    if target.as_view is not None:
        raise op_error(RuntimeError, _REPEATED, code="in-place", operands=(0,))
    target.array = arrays.spread_copy(target.array)


def _take_over(target: Tensor, result: Tensor, *, check: bool = True) -> Tensor:
    """Replace a tensor's values and history by those of a result that was computed from it."""
    if check:
        check_unshared(target.array)
    _check_result(target, result.array)
    if not target.array.flags.writeable:
        _own_memory(target)
    values = result.array
    only = {"where": _changed(target.array, values)} if repeats(target.array) else {}
    STATE.writes(target.array)
    np.copyto(target.array, values, casting="unsafe", **only)
    target.changed()
    _tell(values, target)
    if result.node is not None:
        result.node.dtype = target.array.dtype
        rebase(target, result.node)
    return target


def _relabel(
    node: Node | None, op: Operator, operands: Sequence[Any], attrs: dict[str, Any]
) -> None:
    """Give a node the name that it has where the operator overwrites."""
    if node is not None and op.inplace is not None and op.inplace.label is not None:
        node.label = op.inplace.node_label(operands, attrs)


_ELSEWHERE = ("index", "values")
"""Operands of operators that write somewhere else than they read, so may not overlap at all."""


def _tensors_read(op: Operator, operands: Sequence[Any], attrs: dict[str, Any]) -> list[Any]:
    """Return what is read while the first operand is written; a ``value`` is read before."""
    names = op.parameters.operands
    if op.name in ("_write_at", "index_put"):
        return _read_to_write_at(operands[1].array, **attrs)
    return [
        operand.array
        for name, operand in zip(names[1:], operands[1:], strict=False)
        if isinstance(operand, Tensor) and name != "value"
    ]


def _read_to_write_at(values: Any, indices: Any = (), accumulate: bool = False) -> list[Any]:
    """Return what is read while values are written at indices; one for a mask is read before."""
    places = [x.array if isinstance(x, Tensor) else x for x in indices]
    places = [place for place in places if isinstance(place, np.ndarray)]
    masked = len(places) == 1 and places[0].dtype.kind == "b"
    return places if masked and values.size == 1 and not accumulate else [values, *places]


def _reshape(target: Tensor, op: Operator, attrs: dict[str, Any]) -> Tensor:
    """Turn a tensor into a view of itself, as ``x.t_()`` does."""
    if op.name == "t" and target.array.ndim > 2:
        dims = f"{target.array.ndim}D"
        message = f"t_() expects a tensor with <= 2 dimensions, but self is {dims}"
        raise op_error(RuntimeError, message, code="shape-mismatch", operands=(0,))
    old = Tensor(target.array)
    if STATE.grad_enabled:
        old.follow(target)
    array = op.compute((old,), attrs)
    node = op.record((old,), attrs, (Tensor(array),)) if STATE.grad_enabled else None
    _relabel(node, op, (old,), attrs)
    target.array = array
    count_change(target)
    if target.as_view is None:
        back = _way_back(op, attrs, old.array, array)
        target.shared_version().reshapes += ((ref(target), back),)
        if node is not None:
            rebase(target, node)
    else:
        target.as_view.go_on(op, attrs, node is not None)
        if node is not None:
            target.attach(node, 0)
    return target


def _way_back(op: Operator, attrs: dict[str, Any], old: np.ndarray, new: np.ndarray) -> Any:
    """Return the step from a view of a whole tensor back to the tensor."""
    if "wanted" in attrs:  # strides of one's own
        return op, {"given": attrs["wanted"], "wanted": attrs["given"]}, None
    if new.ndim == old.ndim:
        again = op.body(namespace_of([new]), new, **attrs)
        if (again.shape, again.strides) == (old.shape, old.strides):
            return op, attrs, None
    return OPS["view"], {"shape": old.shape}, None


def _before(target: Tensor) -> Tensor:
    """Return a copy of a tensor with its history, which a rule needs after the change."""
    copy = Tensor(target.array.copy(order="K"))
    if STATE.grad_enabled:  # else nobody asks for the history, which may be lost
        copy.follow(target)
    STATE.tell("copied", (target.array, _version(target), copy.array, 0))
    return copy


def count_change(tensor: Tensor) -> None:
    """Count a change in place that leaves the elements as they are."""
    before = _version(tensor)
    tensor.changed()
    STATE.tell("copied", (tensor.array, before, tensor.array, before + 1))


def _tell(values: Any, *holders: Tensor) -> None:
    """Tell that tensors now hold some values: the changed one, and what was saved of it."""
    for holder in holders:
        STATE.tell("copied", (values, 0, holder.array, _version(holder)))


def _version(tensor: Tensor) -> int:
    return 0 if tensor.version is None else tensor.version.count


def _after(target: Tensor, result: np.ndarray) -> Tensor:
    """Return what a target is after the change, for those who look at it before it is made."""
    if not STATE.observers:
        return target
    changed = Tensor(result.astype(target.array.dtype, copy=False))
    changed.version = target.shared_version()
    return changed


def rebase(target: Tensor, node: Node, output_nr: int = 0) -> None:
    """Let the history of a tensor, or of what it is a view of, go on with a node."""
    view = target.as_view
    if view is None:
        old, number = target.node, target.output_nr
        target.attach(node, output_nr)
        target.retain_on(old, number)  # the gradient of the newest version is kept
    else:
        change = CopySlices(view, node)
        for observer in STATE.observers:
            observer.recorded(change, (view.base,), {})
        for result in _saved_results(node):
            result.history = ref(change)
        old, number = view.base.node, view.base.output_nr
        view.base.attach(change, 0)
        view.base.retain_on(old, number)
        target.needs_grad = True
        view.rebased(change)


def _mark_results_current(node: Node) -> None:
    """Let saved results count from the version after the change that made them."""
    results = _saved_results(node)
    if results and node.saved is not None:
        node.versions = tuple(
            None if values is None else tuple(_version_after(value, results) for value in values)
            for values in node.saved
        )


def _saved_results(node: Node) -> list[SavedResult]:
    saved = node.saved or ()
    return [v for values in saved if values for v in values if isinstance(v, SavedResult)]


def _version_after(value: Any, results: list[SavedResult]) -> int:
    """Return the version that a saved value counts from: one that was read, that before."""
    version = getattr(value, "version", None)
    if version is None:
        return 0
    before = version is results[0].version and not isinstance(value, SavedResult)
    return int(version.count) - before


_LEAF = "a leaf Variable that requires grad is being used in an in-place operation."


_COMPUTE = "compute a new tensor instead, or change it inside `with torch.no_grad():`"


def check_history(target: Tensor, tracked: bool = False) -> None:
    """Refuse a change that could not be told; ``tracked`` where other operands need gradients."""
    if not STATE.grad_enabled or target.version is UNTRACKED:
        return
    view, needs_grad = target.as_view, target.requires_grad
    of_a_view, help = "", _COMPUTE
    if view is not None:
        if view.origin and (tracked or needs_grad):
            raise view.refusal(target)
        if view.base.node is None:
            of_a_view = "a view of "
        else:
            help = "make the view after the change of its base"
    if needs_grad and (of_a_view or target.is_leaf):
        raise op_error(RuntimeError, of_a_view + _LEAF, code="in-place", operands=(0,), help=help)


_CATEGORIES = {"b": 0, "i": 1, "u": 1, "f": 2, "V": 2, "c": 3}


_FILLING = ("fill", "threshold", "zero")
"""Operators that may write one place several times, if it is a number that they write."""

_ASKED_FIRST = ("fill", "index_add", "scatter", "scatter_add", "scatter_reduce")
"""Operators that PyTorch asks for what fits together before it looks at the memory."""

_CLEARING = ("tril", "triu")
"""Operators that write nothing but zeros, wherever PyTorch's kernel comes to."""

_DEPRECATED = {
    "_write_at": "index_put_",
    "index_put": "index_put_",
    "index_fill": "index_fill_",
    "masked_fill": "masked_fill_",
}
"""Operators that PyTorch still lets do so, under the names that it warns of."""


def _check_in_turn(op: Operator, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
    """Refuse types that PyTorch does not promote, or else what lies in the memory."""
    try:
        _check_memory(op, operands, attrs)
    except OpError:
        if op.promotes is not None:
            op.promotes([x.array if isinstance(x, Tensor) else x for x in operands])
        raise


def _check_memory(op: Operator, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
    """Refuse what cannot be written because of what else lies in the memory."""
    written = operands[0].array
    if op.name == "copy" and operands[1] is operands[0]:
        return
    if op.name in _DEPRECATED and repeats(written):
        name = _DEPRECATED[op.name]
        written_so = "indices] = tensor" if name == "index_put_" else "mask] = scalar"
        warn(f"Use of {name}{_EXPANDED}{written_so}", code="deprecated")
    elif op.name in _CLEARING and _in_batches(written):
        return
    elif op.name not in _FILLING or any(isinstance(x, Tensor) for x in operands[1:]):
        check_unshared(written)
    if op.name == "masked_scatter":  # which reads before it writes
        return
    strict = any(name in _ELSEWHERE for name in op.parameters.operands)
    check_overlap(written, _tensors_read(op, operands, attrs), strict=strict)


def _in_batches(array: np.ndarray) -> bool:
    """Tell whether PyTorch changes matrices where they are: few of them, or one after the other."""
    expected = prod(array.shape[-2:])
    steps = zip(array.shape[:-2], arrays.strides(array), strict=False)
    for axis, (size, step) in reversed([*enumerate(steps)] if array.ndim > 3 else []):
        if step != expected and (axis or (step and size != 1)):
            return False
        expected *= size
    return True


_EXPANDED = (
    " on expanded tensors is deprecated. Please clone() the tensor before performing this "
    "operation. This also applies to advanced indexing e.g. tensor["
)


def _changed(old: np.ndarray, new: np.ndarray) -> Any:
    """Tell which elements become others, where what stays must not be written over them."""
    return ~((old == new) | ((old != old) & (new != new)))


def repeats(array: np.ndarray) -> bool:
    """Tell whether one place in memory stands for several elements, along a dimension."""
    if 0 not in array.strides or array.size <= 1:
        return False
    return any(size > 1 and not step for size, step in zip(array.shape, array.strides, strict=True))


def check_unshared(array: np.ndarray) -> None:
    """Refuse to write where one place in memory stands for several elements."""
    if repeats(array):
        raise op_error(RuntimeError, _REPEATED, operands=(0,))


_REPEATED = (
    "unsupported operation: more than one element of the written-to tensor refers to a single "
    "memory location. Please clone() the tensor before performing the operation."
)


def check_fit(operands: Sequence[Any], *, casts: bool) -> None:
    """Refuse operands that together are larger than the first of them, or of a higher type."""
    arrays = [operand.array for operand in operands if isinstance(operand, Tensor)]
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        return
    if shape != arrays[0].shape:
        raise _other_shape(arrays[0].shape, shape)
    numbers = [operand for operand in operands if isinstance(operand, (int, float, complex))]
    if casts:
        _check_cast(operands[0], result_type([*arrays, *numbers]).numpy)


def _other_shape(own: tuple[int, ...], wanted: tuple[int, ...]) -> Exception:
    return op_error(
        RuntimeError,
        f"output with shape {list(own)} doesn't match the broadcast shape {list(wanted)}",
        code="shape-mismatch",
        operands=(0, 1),
    )


_EXACT = frozenset({"addmm", "addmv", "baddbmm"})
"""Operators whose results PyTorch does not try to fit into another shape."""


def _check_result(target: Tensor, result: np.ndarray, name: str = "", typed: bool = False) -> None:
    array = target.array
    if result.shape != array.shape and name in _EXACT:
        raise op_error(
            RuntimeError,
            f"Bad in-place call: input tensor size {list(array.shape)} and output tensor size "
            f"{list(result.shape)} should match",
            code="shape-mismatch",
            operands=(0, 1),
        )
    if result.shape != array.shape:
        raise _other_shape(array.shape, result.shape)
    _check_cast(target, result.dtype, typed)


_TYPED = frozenset({"clamp_max", "clamp_min"})
"""Operators that name the type of what they overwrite as C++ does, where they take a number."""


def _check_cast(target: Tensor, dtype: np.dtype, typed: bool = False) -> None:
    if _CATEGORIES[dtype.kind] > _CATEGORIES[target.array.dtype.kind]:
        raise op_error(
            RuntimeError,
            f"result type {dtype_of(dtype).scalar_name} can't be cast to the desired output "
            f"type {target.dtype.c_name if typed else target.dtype.scalar_name}",
            code="dtype",
            operands=(0,),
        )
