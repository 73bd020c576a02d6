"""Tensors whose values are not computed yet, and when they are.

A pending tensor is one whose ``array`` is unset until somebody asks for it; its ``version`` tells
it from those that surely have one. What a program holds is computed together, where that shares
work: a sum that is looked at with the gradients that came of it. Before memory is written to, what
was to be read from it is computed. This module does not know how (``blocks``).
"""

from __future__ import annotations

import gc
from collections.abc import Container, Iterable, Sequence
from typing import Any
from weakref import ref

import numpy as np

from gradcli.core.node import Node
from gradcli.core.saved import SavedResult, arguments
from gradcli.core.state import STATE
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS, UNTRACKED, Version
from gradcli.engines import blocks
from gradcli.engines.blocks import Memory
from gradcli.engines.deferred import FLOATS, Deferred, leaf, settled
from gradcli.errors import op_error


class Unread(Version):
    """The version of a tensor that nobody has looked at."""

    __slots__ = ()


def _fill(tensor: Tensor, name: str) -> Any:
    """Return an attribute that is unset: the array, once it is computed."""
    if name != "array":
        raise AttributeError(f"'Tensor' object has no attribute '{name}'", name=name, obj=tensor)
    tensor.array = array = tensor.deferred.value()
    del tensor.deferred
    if tensor.version.__class__ is Unread:
        tensor.version.__class__ = Version  # type: ignore[assignment]
    return array


# Only now that there are such tensors: it slows down every attribute of all.
setattr(Tensor, "__getattr__", _fill)  # noqa: B010  (a method, for a type checker)


class Holders:
    """Who holds values that are not computed yet: pending tensors, and what nodes saved of them."""

    def __init__(self) -> None:
        self.alive: dict[ref[Any], None] = {}
        self.memory = Memory()

    def unknown(self) -> list[tuple[Any, Deferred]]:
        """Return the holders, each with what it holds, whose values are not computed."""
        found = []
        for alive in list(self.alive):
            if (holder := alive()) is None:
                continue
            held = holder.held if holder.__class__ in TENSORS else holder.array
            if held.__class__ is Deferred and held.array is None:
                found.append((holder, held))
        return found

    def add(self, holder: Any) -> None:
        """Know somebody who holds values, as long as he lives."""
        self.alive[ref(holder, self.alive.pop)] = None

    def written(self, array: np.ndarray) -> None:
        """Compute what is to be read from memory that is about to be written to."""
        for _, held in self.unknown():
            if held.array is None and _reads(held, array):
                held.value()


def _holders() -> Holders:
    if STATE.holders is None:
        STATE.holders = Holders()
    holders: Holders = STATE.holders
    return holders


def hold(tensor: Any, deferred: Deferred) -> None:
    """Let a new tensor have values once somebody looks."""
    if deferred.array is not None or tensor.__class__ is not Tensor:
        tensor.array = deferred.value()
        return
    tensor.deferred = deferred
    level = 1 if tensor.version is None else tensor.version.level
    tensor.version = UNTRACKED if STATE.inference else Unread(level)
    _holders().add(tensor)


def keep(result: SavedResult) -> None:
    """Let a node have saved values that are not computed yet."""
    _holders().add(result)


def _reads(deferred: Deferred, array: np.ndarray) -> bool:
    """Tell whether values are still to be computed from an array's memory."""
    stack, seen = [deferred], set()
    while stack:
        for x in stack.pop().inputs:
            if x.__class__ is Deferred and x not in seen:
                seen.add(x)
                stack.append(x)
                x = x.array
            if isinstance(x, np.ndarray) and np.may_share_memory(x, array):
                return True
    return False


def compute(deferred: Deferred) -> None:
    """Compute an array, and with it what else is wanted that is made of the same operations.

    What needs more to be computed before it than the array itself does may need the array, too.
    """
    shape = blocks.region_of(deferred)
    nodes, needed, _ = blocks.reached(deferred, shape, {})
    roots = {deferred: None}
    for holder, held in _holders().unknown():
        ends = held.run is None or (holder.__class__ in TENSORS and holder.node is None)
        if not ends or held in roots or blocks.region_of(held) != shape:
            continue
        more, other, met = blocks.reached(held, shape, nodes)
        if met and needed.issuperset(other):
            roots[held] = None
            nodes.update(more)
    if needed:
        for operand in needed:
            operand.value()
        roots = {root: None for root in roots if root.array is None}
        nodes = _operations(roots, shape)
    memory = _holders().memory
    try:
        STATE.quietly(blocks.compute, list(roots), nodes, memory)
    except MemoryError:
        memory.forget()
        gc.collect()  # cycles of functions and frames
        try:
            nodes = _operations([deferred], shape)
            STATE.quietly(blocks.compute, [deferred], nodes, memory)
        except MemoryError:
            message = "not enough memory for the result of elementwise operations"
            raise op_error(RuntimeError, message, code="memory") from None


def _operations(roots: Iterable[Deferred], shape: tuple[int, ...]) -> blocks.Operations:
    nodes: blocks.Operations = {}
    for root in roots:
        nodes.update(blocks.reached(root, shape, nodes)[0])
    return nodes


# Operations


def later(op: Operator, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """Return what an operator makes of large arrays, deferred; None where that cannot be."""
    arrays: list[Any] = []
    kinds = set()
    for place, operand in enumerate(operands):
        if operand.__class__ in TENSORS:
            found = _operand(operand)
            if found is None:
                return None
            if found.dtype.kind != "b" or place in op.slots:
                kinds.add(found.dtype)
            arrays.append(found)
        elif operand.__class__ is float or operand.__class__ is int:
            arrays.append(operand)
        else:
            return None
    if len(kinds) != 1 or not kinds <= FLOATS or attrs.get("dtype") is not None:
        return None
    try:
        return STATE.quietly(op.body, np, *arrays, **attrs)
    except Exception:
        return None  # the ordinary way explains what is wrong


def applied(op: Operator, operands: Sequence[Any], attrs: dict[str, Any], record: Any) -> Any:
    """Return the tensor that an operator makes of large arrays, whose node ``record`` makes.

    None where there is more to do: for views, in inference mode, for what has to be computed now.
    """
    tracked = changed = False
    for operand in operands:
        if operand.__class__ in TENSORS:
            version = operand.version
            if version is not None:
                if operand.as_view is not None or version is UNTRACKED:
                    return None
                changed = changed or version.count > 0
            tracked = tracked or operand.needs_grad
    found = later(op, operands, attrs)
    if found.__class__ is not Deferred or found.dtype not in FLOATS:
        return None
    tensor = Tensor(found)
    if tracked and STATE.grad_enabled:
        record(operands, attrs, tensor, found, changed)
    return tensor


def copied(array: np.ndarray) -> Any:
    """Return a copy of an array that repeats elements, deferred if possible."""
    core = array[tuple([slice(0, 1) if step == 0 else slice(None) for step in array.strides])]
    if array.dtype not in FLOATS or not core.flags.c_contiguous:
        return np.asarray(array, copy=True)
    return Deferred(np.positive, (core,), array.shape, array.dtype)


def _operand(tensor: Any) -> Any:
    """Return the values of a tensor, deferred if they are many; None for memory of others."""
    array = tensor.held
    if array.__class__ is Deferred:
        return array
    version: Version | None = tensor.version
    if version is not None and version.exposed and array.size >= STATE.large:
        return None
    base = array.base
    if base is not None and not (type(base) is np.ndarray and base.flags.owndata):
        return None
    return leaf(array) if array.size >= STATE.large and array.dtype in FLOATS else array


def gradients(node: Node, g: Any, needed: Container[Any] | None) -> list[Any]:
    """Return what ``Node.gradients`` does of a large or deferred gradient, deferred if possible."""
    op = node.op
    start = leaf(g) if g.__class__ is not Deferred else g
    if start is None or op is None or not op.blocks or node.__class__ is not Node or op.joint:
        return node.gradients(settled(g), False, needed)
    found: list[Any] = [None] * len(node.edges)
    for index, edge in enumerate(node.edges):
        if edge is not None and (needed is None or edge[0] in needed):
            values = arguments(node, index, False, _of_saved)
            found[index] = _derived(op.rules[index].vjp, start, values)
    return found


def _of_saved(value: Any) -> Any:
    """Return the values that a node saved, deferred if they are many."""
    array = value.held if value.__class__ in TENSORS else value.array
    if array.__class__ is Deferred or array.size < STATE.large:
        return array
    return array if (found := leaf(array)) is None else found


def _derived(vjp: Any, start: Deferred, values: list[Any]) -> Any:
    try:
        found = vjp(start, *values)
    except Exception:
        found = vjp(start.value(), *map(settled, values))  # which explains what is wrong
    return found.array if found.__class__ is Deferred and found.array is not None else found
