"""How tensors come into a batch and out of it, and their gradients the other way."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

import numpy as np

from gradcli.core.node import Node
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor, next_order
from gradcli.core.values import TENSORS
from gradcli.core.views import link
from gradcli.errors import Unbatchable, op_error
from gradcli.numerics import batched_rules  # noqa: F401  (which batches come with)
from gradcli.numerics.batched import Batched, is_part, put_in, taken_out, total
from gradcli.numerics.sampled import apart, sample


class Batch:
    """A batch of samples; it is over once the function has returned.

    ``level`` counts the functions of functions around, as PyTorch does. The ``depth`` is greater
    inside others, and that of a function's batches than those of passes over its graph.
    """

    __slots__ = ("depth", "is_open", "level", "size")

    def __init__(self, size: int) -> None:
        self.size, self.is_open = size, True
        self.level = len(STATE.transforms) + 1
        self.depth = self.level, next_order()

    def check(self) -> None:
        """Refuse work on tensors that have left the function; gradients may go on with them."""
        if not self.is_open and STATE.passing is None:
            raise op_error(RuntimeError, _ESCAPED, code="vmap")

    def lead_out(self, node: Node, operands: Sequence[Any]) -> None:
        """Let gradients of operands that samples share be added up, as they leave a new node."""
        edges, op = list(node.edges), node.op
        slots = range(len(edges)) if op is None or op.joint is not None else op.slots
        for place, (edge, slot) in enumerate(zip(edges, slots, strict=False)):
            if edge is not None and not is_part(self, operands[slot].array):
                edges[place] = (Border("Spread", self, 0, (edge,), operands[slot]), 0)
        node.edges, node.order = tuple(edges), next_order()  # it is younger than what it leads to

    def by_sample(self, function: Callable[..., Any], args: Sequence[Any]) -> Any:
        """Return what a function makes of each sample of tensors and arrays, together."""
        rows = zip(*[self._parted(arg) for arg in args], strict=True)

        def run(row: Sequence[Any]) -> Any:
            try:
                return function(*row)
            except Unbatchable as error:
                return apart(error, function, row)  # of a batch around

        return self._joined([run(row) for row in rows])

    def _parted(self, value: Any) -> list[Any]:
        """Return what a value is for each sample; where there are none, for one of ones."""
        count = self.size or 1
        if isinstance(value, (tuple, list)):
            parts = [self._parted(part) for part in value]
            return [type(value)(row) for row in zip(*parts, strict=True)] or [value] * count
        if value.__class__ in TENSORS:
            if not is_part(self, value.array):
                if not value.requires_grad or not self.size:
                    return [value] * count
                value = spread(value, self)  # each sample has a gradient of its own
            if not self.size:
                return [Tensor(sample(self, value.array, 0))]
            whole = leave(value, self, 0)
            return [OPS["select"](whole, dim=0, index=index) for index in range(self.size)]
        return [sample(self, value, index) for index in range(count)]

    def _joined(self, found: list[Any]) -> Any:
        """Return what every sample gave, as one."""
        first = found[0]
        if isinstance(first, (tuple, list)):
            return type(first)(self._joined(list(parts)) for parts in zip(*found, strict=True))
        if first.__class__ in TENSORS:
            whole = OPS["stack"](found, dim=0)
            whole = whole if self.size else OPS["narrow"](whole, dim=0, start=0, length=0)
            return enter(whole, self, 0)
        return first if first is None else Batched(self, np.stack(found)[: self.size])


class Border(Node):
    """Where tensors come into a batch (Enter) or leave it (Leave).

    All samples have the same of what is Spread; what they give it is added up (Total). Gradients
    take the way back.
    """

    __slots__ = ("batch", "dim", "kind")

    def __init__(self, kind: str, batch: Batch, dim: int, edges: Any, result: Tensor) -> None:
        meta = result.meta(0)
        super().__init__(None, _LABELS[kind] + "Backward0", edges, *meta, STATE.source)
        self.kind, self.batch, self.dim = kind, batch, dim

    @property
    def stands_aside(self) -> bool:
        """Whether PyTorch, which has no tensors of samples, has no node here."""
        return self.kind in ("Spread", "Total") or not self.dim

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """Return the nodes behind the one that this stands for."""
        before = self.edges[0][0]  # type: ignore[index]
        if self.kind == "Leave" and self.stands_aside and isinstance(before, Node):
            return before.next_functions
        return super().next_functions

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Take the gradient over the border the other way."""
        kind = _BACK[self.kind]
        if kind == "Total" and self.batch.is_open:
            return [g]  # for each sample its own, which is what was asked for inside
        if recording:
            return [_crossed(g, kind, self.batch, self.dim)]
        return [_taken_over(g, kind, self.batch, self.dim)]


_BACK = {"Enter": "Leave", "Leave": "Enter", "Total": "Spread", "Spread": "Total"}
_LABELS = {"Enter": "Permute", "Leave": "Permute", "Total": "Sum", "Spread": "Expand"}
"""What PyTorch calls the same operation on a tensor of the whole batch."""


class _Step:
    """A step from a base to a view, over the border; views are made anew by it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def body(self, xp: Any, x: Any, batch: Batch, dim: int) -> Any:
        """Take an array over the border."""
        return _taken_over(x, self.name, batch, dim)


_STEPS = {"Enter": _Step("Enter"), "Leave": _Step("Leave")}


def _taken_over(array: Any, kind: str, batch: Batch, dim: int) -> Any:
    if kind == "Enter":
        return put_in(batch, array, dim)
    if kind == "Spread":
        return array
    if kind == "Total":  # what is no part of the batch comes from what left it, and is added up
        return total(batch, array)
    return np.moveaxis(taken_out(batch, array), 0, dim)


def _crossed(tensor: Tensor, kind: str, batch: Batch, dim: int) -> Tensor:
    """Return what a tensor is on the other side of the border, with its history."""
    result = Tensor(_taken_over(tensor.array, kind, batch, dim))
    edge = tensor.edge() if STATE.grad_enabled else None
    if edge is not None:
        result.attach(Border(kind, batch, dim, (edge,), result), 0)
    return result


def enter(tensor: Tensor, batch: Batch, dim: int) -> Tensor:
    """Return a view of a tensor that has the shape of a sample along a dimension."""
    result = _crossed(tensor, "Enter", batch, dim)
    link(_STEPS["Enter"], (tensor,), {"batch": batch, "dim": dim}, (result,), multiple=False)  # type: ignore[arg-type]
    return result


def spread(tensor: Tensor, batch: Batch) -> Tensor:
    """Return a tensor that all samples share, as part of the batch to those who differentiate."""
    return _crossed(tensor, "Spread", batch, 0)


def leave(tensor: Tensor, batch: Batch, dim: int) -> Tensor:
    """Return the tensor of the whole batch that a tensor is the samples of."""
    node = tensor.grad_fn
    result = _crossed(tensor, "Leave", batch, dim)
    if tensor.as_view is not None:
        link(_STEPS["Leave"], (tensor,), {"batch": batch, "dim": dim}, (result,), multiple=False)  # type: ignore[arg-type]
    else:
        result.version = tensor.version
    if node is not None and result.node is not None and dim == 0:
        result.node.label = node.label
    return result


def repeated(tensor: Tensor, dim: int, count: int) -> Tensor:
    """Return a tensor with a new dimension, along which it is the same."""
    shape = tensor.array.shape
    size = (*shape[:dim], count, *shape[dim:])
    return OPS["expand"](OPS["unsqueeze"](tensor, dim=dim), size=size)  # type: ignore[no-any-return]


_ESCAPED = (
    "Either your tensor may have escaped from inside a function being vmapped and this is a user "
    "error (see https://pytorch.org/functorch/stable/ux_limitations.html), or there is an internal "
    "functorch error in `gen_vmap_plumbing` Please file an issue if it looks like the latter"
)
