"""Tensors that share memory, and changes in place, with their history.

A view remembers its base and the operators that lead from the base to it. Changing a view changes
the base, so the base gets a new node (``CopySlices``), and every other view of it makes its own
node anew from the base when it is next asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakMethod

import numpy as np

from gradcli.core.dtypes import dtype_of
from gradcli.core.modes import STATE
from gradcli.core.node import Node, SavedResult, forward_name
from gradcli.core.rules import gradients_of, zeros
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error

if TYPE_CHECKING:
    from gradcli.core.op import Op

Steps = tuple[tuple["Op", dict[str, Any], int | None], ...]
"""The view operators that lead from a base to a view, each with its attributes and, where it has
several results, the number of the result."""


class View:
    """How a tensor comes from its base, and the base's version when that was recorded."""

    __slots__ = ("base", "multiple", "steps", "version")

    def __init__(self, base: Tensor, steps: Steps, multiple: bool) -> None:
        self.base = base
        self.steps = steps
        self.multiple = multiple
        self.version = base.shared_version()[0]

    def refresh(self, tensor: Tensor) -> None:
        """Make the view's node anew if its base was changed through another tensor."""
        version = self.base.shared_version()[0]
        if version == self.version:
            return
        self.version = version
        if STATE.grad_enabled and self.base.requires_grad:
            from gradcli.core.op import OPS

            fresh = OPS["_view"](self.base, steps=self.steps)
            tensor.attach(fresh.node, 0)


def link(
    op: Op,
    operands: Sequence[Any],
    attrs: dict[str, Any],
    results: Sequence[Tensor],
    multiple: bool,
) -> None:
    """Make results views of the first operand, where they share its memory."""
    source = operands[0]
    for index, result in enumerate(results):
        if result.array is not source.array and result.array.base is None:
            continue  # a copy, such as NumPy makes when strides cannot express the result
        step = (op, attrs, index if multiple else None)
        # A leaf that is to have a gradient is where the history of its views begins.
        parent = None if source.needs_grad and source.node is None else source.origin
        base, steps = (parent.base, (*parent.steps, step)) if parent else (source, (step,))
        result.cell = base.shared_version()
        result.origin = View(base, steps, multiple)


def follow(xp: Any, array: Any, steps: Steps) -> Any:
    """Apply a view's steps to an array."""
    for op, attrs, output_nr in steps:
        array = op.body(xp, array, **attrs)
        if output_nr is not None:
            array = array[output_nr]
    return array


class CopySlices(Node):
    """A change of a part of ``base`` in place: ``inner`` is the operation on the part."""

    __slots__ = ("inner", "steps")

    def __init__(self, base: Tensor, steps: Steps, inner: Node) -> None:
        edge = base.edge() if base.requires_grad else None
        super().__init__(
            inner.op,
            "CopySlices",
            (edge, *inner.edges[1:]),
            base.array.shape,
            base.array.dtype,
        )
        self.inner = inner
        self.steps = steps

    def release(self) -> None:
        """Let go of the values that the operation on the part saved."""
        self.inner.release()

    def part_node(self) -> Node:
        """Return a node for the part after the change, as a view of the whole."""
        from gradcli.core.op import OPS

        op = OPS["_view"]
        inner = self.inner
        node = Node(op, "AsStridedBackward0", ((self, 0),), inner.shape, inner.dtype)
        node.saved = ((self.shape, self.steps),)
        return node

    def together(self, g: Any, recording: bool) -> list[Any]:
        """Return the gradients of the base before the change, and of the other operands."""
        from gradcli.core.op import OPS

        part = OPS["_view"](g, steps=self.steps)
        first, *others = gradients_of(self.inner, part, recording)
        if self.edges[0] is None:
            return [None, *others]
        kept = zeros(part) if first is None else first
        return [OPS["_replace_view"](g, kept, steps=self.steps), *others]


def overwrite(op: Op, operands: Sequence[Any], attrs: dict[str, Any]) -> Tensor:
    """Replace the first operand's values by the operator's result, and rebase its history."""
    target: Tensor = operands[0]
    recording = STATE.grad_enabled and op.differentiable
    tracked = recording and any(
        isinstance(operand, Tensor) and operand.requires_grad for operand in operands
    )
    if STATE.grad_enabled:
        _check_history(target, tracked)
    if op.composite:
        return _take_over(target, op(_before(target), *operands[1:], **attrs))
    result = np.asarray(op.compute(operands, attrs))
    if not target.array.flags.writeable and target.origin is None:
        target.array = np.array(target.array)  # a gradient that was spread without copying
    _check_result(target, result)
    node = None
    if tracked:
        before = _before(target) if op.keeps_first else target
        node = op.make_node((before, *operands[1:]), attrs, (target,))
    np.copyto(target.array, result, casting="unsafe")
    target.changed()
    if node is not None:
        _mark_results_current(node)
        _rebase(target, node)
    return target


def _take_over(target: Tensor, result: Tensor) -> Tensor:
    """Replace a tensor's values and history by those of a result that was computed from it."""
    _check_result(target, result.array)
    np.copyto(target.array, result.array, casting="unsafe")
    target.changed()
    if result.node is not None:
        _rebase(target, result.node)
    return target


def _before(target: Tensor) -> Tensor:
    """Return a copy of a tensor with its history, which a rule needs after the change."""
    copy = Tensor(np.array(target.array))
    if target.requires_grad:
        copy.attach(*target.edge())
    return copy


def _rebase(target: Tensor, node: Node) -> None:
    view = target.origin
    if view is None:
        retained = target.retains_grad
        if retained and target.node is not None and target.node.hooks is not None:
            del target.node.hooks.retained[target.output_nr]
        target.attach(node, 0)
        if retained:  # the gradient of the newest version is kept
            target.retain_grad()
    else:
        change = CopySlices(view.base, view.steps, node)
        for result in _saved_results(node):
            result.history = WeakMethod(change.part_node)
        view.base.attach(change, 0)
        target.needs_grad = True


def _mark_results_current(node: Node) -> None:
    """Let saved results count from the version after the change that made them."""
    results = _saved_results(node)
    if results and node.saved is not None:
        node.versions = tuple(
            None
            if values is None
            else tuple(
                value.cell[0] if isinstance(value, SavedResult) else _version_before(value, results)
                for value in values
            )
            for values in node.saved
        )


def _saved_results(node: Node) -> list[SavedResult]:
    saved = node.saved or ()
    return [v for values in saved if values for v in values if isinstance(v, SavedResult)]


def _version_before(value: Any, results: list[SavedResult]) -> int:
    cell = getattr(value, "cell", None)
    if cell is None:
        return 0
    version: int = cell[0]
    return version - 1 if cell is results[0].cell else version


def _is_trained(tensor: Tensor) -> bool:
    """Tell whether a tensor is a leaf that is to have a gradient."""
    return tensor.needs_grad and tensor.node is None


def _check_history(target: Tensor, tracked: bool) -> None:
    view = target.origin
    if view is not None:
        if view.multiple and (tracked or view.base.requires_grad):
            node = target.grad_fn
            name = forward_name(node.label) if node else "Split"
            raise op_error(
                RuntimeError,
                f"Output {target.output_nr} of {name} is a view and is being modified inplace. "
                "This view is the output of a function that returns multiple views. Such functions "
                "do not allow the output views to be modified inplace. You should replace the "
                "inplace operation by an out-of-place one.",
                code="in-place",
                operands=(0,),
            )
        if _is_trained(view.base) or _is_trained(target):
            raise op_error(
                RuntimeError,
                "a view of a leaf Variable that requires grad is being used in an in-place "
                "operation.",
                code="in-place",
                operands=(0,),
                help="compute a new tensor instead, or change it inside `with torch.no_grad():`",
            )
    elif _is_trained(target):
        raise op_error(
            RuntimeError,
            "a leaf Variable that requires grad is being used in an in-place operation.",
            code="in-place",
            operands=(0,),
            help="compute a new tensor instead, or change it inside `with torch.no_grad():`",
        )


_CATEGORIES = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


def _check_result(target: Tensor, result: np.ndarray) -> None:
    array = target.array
    if 0 in array.strides and array.size > 1:
        expanded = [s for s, step in zip(array.shape, array.strides, strict=True) if step == 0]
        if any(size > 1 for size in expanded):
            raise op_error(
                RuntimeError,
                "unsupported operation: more than one element of the written-to tensor refers to "
                "a single memory location. Please clone() the tensor before performing the "
                "operation.",
                operands=(0,),
            )
    if result.shape != array.shape:
        raise op_error(
            RuntimeError,
            f"output with shape {list(array.shape)} doesn't match the broadcast shape "
            f"{list(result.shape)}",
            code="shape-mismatch",
            operands=(0, 1),
        )
    if _CATEGORIES[result.dtype.kind] > _CATEGORIES[array.dtype.kind]:
        raise op_error(
            RuntimeError,
            f"result type {dtype_of(result.dtype).scalar_name} can't be cast to the desired output "
            f"type {target.dtype.scalar_name}",
            code="dtype",
            operands=(0,),
        )
