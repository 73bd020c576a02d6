"""Tensors that share memory, and their history.

A view remembers its base and the operators that lead from the base to it. Changing a view changes
the base, so the base gets a new node (``CopySlices``), and every other view of it makes its own
node anew from the base when it is next asked.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any
from weakref import ref

import numpy as np

from gradcli.core.node import Node
from gradcli.core.saved import forward_name, freed_error
from gradcli.core.state import STATE
from gradcli.core.table import OPS, Operator
from gradcli.core.tensor import Tensor
from gradcli.core.values import BORN, TENSORS, UNTRACKED
from gradcli.errors import op_error
from gradcli.numerics import arrays
from gradcli.numerics.memory import laid
from gradcli.numerics.overlap import overlaps_itself

Steps = tuple[tuple[Operator, dict[str, Any], int | None], ...]
"""The view operators that lead from a base to a view, each with its attributes and, where it has
several results, the number of the result."""


class View:
    """How a tensor comes from its base, and the base's version when that was recorded.

    ``origin`` says why a change through the view could not be told, if so: the mode that the view
    was made in, where nothing is recorded, or that it is one of several.
    """

    __slots__ = ("__weakref__", "_steps", "base", "change", "origin", "reshaped", "version")

    def __init__(self, base: Tensor, steps: Steps, origin: str | None) -> None:
        self.base = base
        self._steps = steps
        self.origin = origin
        version = base.shared_version()
        self.version = version.count
        self.reshaped = len(version.reshapes)
        self.change: CopySlices | None = None

    @property
    def steps(self) -> Steps:
        """The way from the base as it is now; it may have got another shape in place since."""
        reshapes = self.base.shared_version().reshapes
        for tensor, back in reshapes[self.reshaped :]:
            if tensor() is self.base:
                self._steps = (back, *self._steps)
        self.reshaped = len(reshapes)
        return self._steps

    def go_on(self, op: Operator, attrs: dict[str, Any], recorded: bool) -> None:
        """Add a step, for a view that got another shape in place."""
        self._steps = (*self.steps, (op, attrs, None))
        if recorded:  # else the node is made anew when it is next asked for
            self.version = self.base.shared_version().count

    def rebased(self, change: CopySlices) -> None:
        """Let the history go on with a change made through this view."""
        self.change = change  # the node is made when somebody asks for it
        self.version = self.base.shared_version().count

    def refresh(self, tensor: Tensor) -> None:
        """Make the view's node anew if its base was changed, through this tensor or another."""
        change = self.change
        if change is not None:
            self.change = None
            node = change.part_node()
            change.made = ref(node)
            self._renew(tensor, node)
        version = self.base.shared_version().count
        if version == self.version:
            return
        if tensor.node is None and not self.base.requires_grad:
            return
        if self.origin:
            raise self.refusal(tensor, "its base or another view of its base has been")
        self.version = version
        if not self.base.requires_grad:  # it was detached in place
            self._renew(tensor, _dead_end(tensor))
            return
        with STATE.replaced(grad_enabled=True, inference=False):
            lies = arrays.strides(self.base.array)
            fresh = OPS["_view"](self.base, steps=self.steps, lies=lies)
        self._renew(tensor, fresh.node)

    def _renew(self, tensor: Tensor, node: Any) -> None:
        old, output_nr = tensor.node, tensor.output_nr
        tensor.attach(node, 0)
        tensor.retain_on(old, output_nr)

    def refusal(self, tensor: Tensor, changed: str = "is being") -> Exception:
        """Return the error for a change whose history could not be told; for the caller to raise.

        ``changed`` says what is changed.
        """
        node = tensor.node
        maker = f"Output {tensor.output_nr} of {forward_name(node.label)}" if node else ""
        help = None
        origin = str(self.origin)
        if origin in _BLOCKS or not maker:
            name, normal = _BLOCKS.get(origin, _BLOCKS["no_grad"])
            made = f"{maker} is a view of a view which was" if maker else "A view was"
            message = f"{made} created in {name} mode and {changed} modified inplace {normal}."
        else:
            message = f"{maker} is a view and {changed} modified inplace."
        if origin in _BLOCKS:
            message += _AMBIGUOUS.replace("BLOCK", origin)
            help = "detach the view, as in `.detach()`, to change it without a history"
        else:
            message += _WHY[origin]
        return op_error(RuntimeError, message, code="in-place", operands=(0,), help=help)


IN_FUNCTION = "custom Function"
"""The origin of a view made by a function whose derivative is its own, and so not recorded."""

MULTIPLE = "multiple"
"""The origin of a view that is one of several results."""

_OVERRIDDEN = (
    " This view was created inside a custom Function (or because an input was returned as-is) and "
    "the autograd logic to handle view+inplace would override the custom backward associated with "
    "the custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix "
    "this by cloning the output of the custom Function."
)
_BLOCKS = {
    "no_grad": ("no_grad", "with grad mode enabled"),
    "inference_mode": ("inference", "in normal mode"),
}
_MULTIPLE = (
    " This view is the output of a function that returns multiple views. Such functions do not "
    "allow the output views to be modified inplace. You should replace the inplace operation by an "
    "out-of-place one."
)
_WHY = {MULTIPLE: _MULTIPLE, IN_FUNCTION: _OVERRIDDEN}
_AMBIGUOUS = (
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your "
    "code by moving both the view and the inplace either both inside the BLOCK block (if you don't "
    "want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
)


def link(
    op: Operator,
    operands: Sequence[Any],
    attrs: dict[str, Any],
    results: Sequence[Tensor],
    multiple: bool,
) -> None:
    """Make results views of the first operand, where they share its memory."""
    source = operands[0]
    above = source.as_view
    origin = None if above is None else above.origin
    if not STATE.grad_enabled:
        origin = "inference_mode" if STATE.inference else "no_grad"
    elif multiple and not is_forward():
        origin = MULTIPLE
    for index, result in enumerate(results):
        if result.array is not source.array and result.array.base is None:
            continue  # a copy, such as NumPy makes when strides cannot express the result
        step = (op, attrs, index if multiple else None)
        base, steps = (above.base, (*above.steps, step)) if above else (source, (step,))
        result.version = base.shared_version()
        result.as_view = View(base, steps, origin)


def is_forward() -> bool:
    """Tell whether all that differentiates is forward mode, in which any view may be changed."""
    return "jvp" in STATE.transforms and {*STATE.transforms} <= {"jvp", "vmap"}


def check_views(operands: Sequence[Any]) -> None:
    """Raise, as PyTorch does before it computes, what is wrong with the history of a view."""
    for operand in operands if STATE.grad_enabled else ():
        if operand.__class__ in TENSORS and operand.as_view is not None:
            operand.edge()


def _dead_end(tensor: Tensor) -> Node:
    """Return a node for a view of something that has no gradient."""
    array = tensor.array
    meta, source = (array.shape, array.dtype), STATE.source
    return Node(OPS["_view"], "AsStridedBackward0", (None,), *meta, source, (None,))


def is_trained(tensor: Tensor) -> bool:
    """Tell whether a tensor is a leaf that is to have a gradient."""
    return tensor.needs_grad and tensor.node is None and tensor.grad_fn is None


def follow(xp: Any, array: Any, steps: Steps) -> Any:
    """Apply a view's steps to an array."""
    for op, attrs, output_nr in steps:
        array = op.body(xp, array, **attrs)
        if output_nr is not None:
            array = array[output_nr]
    return array


def lying(x: Any, lies: Any) -> Any:
    """Return an array whose elements lie in given strides, counted in elements; None for any."""
    return x if lies is None else laid(x, tuple(step * x.itemsize for step in lies))


def put_back(xp: Any, x: Any, shape: tuple[int, ...], steps: Steps, lies: Any) -> Any:
    """Return zeros of a base's shape with an array where a view of it lies; what overlaps is added.

    A base is complex where the first step between numbers and their parts leads to the parts.
    """
    turns = [op.name for op, *_ in steps if op.name in ("view_as_complex", "view_as_real")]
    is_complex = turns[0] == "view_as_real" if turns else x.dtype.kind == "c"
    dtype = np.result_type(x.dtype, np.complex64) if is_complex else x.real.dtype
    base = lying(xp.zeros(shape, dtype=dtype), lies)
    part = follow(xp, base, steps)
    if not overlaps_itself(part):
        part[...] = x
        return base
    parts = xp.zeros((*base.shape, 2) if is_complex else base.shape, dtype=x.real.dtype)
    places = np.arange(parts.size, dtype=np.float64)  # of the parts, themselves a base's numbers
    if is_complex:
        places = places.view(np.complex128)
    places = follow(xp, lying(places.reshape(shape), lies), steps)
    pairs = [(places.real, x.real)]
    if places.dtype.kind == "c":
        pairs.append((places.imag, x.imag))
    flat = parts.reshape(-1)
    for place, values in pairs:
        xp.add.at(flat, place.astype(np.int64), values)
    return flat.view(dtype).reshape(shape)


class CopySlices(Node):
    """A change of a part of a tensor in place: ``inner`` is the operation on the part.

    ``made`` refers to the node of the part after the change, for as long as anything has it.
    """

    __slots__ = ("inner", "lies", "made", "steps", "view")

    def __init__(self, view: Any, inner: Node) -> None:
        base, steps = view.base, view.steps
        edge = base.edge()
        super().__init__(
            inner.op,
            "CopySlices",
            (edge, *inner.edges[1:]),
            base.array.shape,
            base.array.dtype,
            STATE.source,
        )
        self.inner = inner
        self.view = ref(view)
        self.made: ref[Node] | None = None
        self.steps = steps
        self.lies = arrays.strides(base.array)

    def shown(self) -> slice:
        """Return which edges programs see: those that the operation shows, which is on a part."""
        return self.inner.shown()

    def release(self, by: object) -> None:
        """Let go of the operation on the part, as PyTorch does whatever that saved."""
        self.inner.release(by)
        self.saved, self.freed_by = None, by

    def part_node(self) -> Node:
        """Return a node for the part after the change, as a view of the whole."""
        op, meta = OPS["_view"], (self.inner.shape, self.inner.dtype)
        saved = ((self.shape, self.steps, self.lies),)
        return Node(op, "AsStridedBackward0", ((self, 0),), *meta, STATE.source, saved)

    def part(self) -> Node | None:
        """Return the node of the part after the change, if anything has it or will ask for it."""
        view = self.view()
        asked = view is None or view.change is not self
        if asked and self.made is not None:
            return self.made()
        return None if asked else self.part_node()

    def gradients(self, g: Any, recording: bool, needed: Container[Any] | None = None) -> list[Any]:
        """Return the gradients of the base before the change, and of the other operands."""
        if self.saved is None:
            raise freed_error(self)
        part = OPS["_view"](g, steps=self.steps, lies=self.lies)
        first, *others = self.inner.gradients(part, recording)
        if self.edges[0] is None:
            return [None, *others]
        kept = OPS["zeros_like"](part) if first is None else first
        way = {"steps": self.steps, "lies": self.lies}
        return [OPS["_replace_view"](g, kept, **way), *others]


CopySlices.__module__ = "builtins"


def check_captured(op: Operator, operands: Sequence[Any]) -> None:
    """Refuse to change what a function that is being differentiated neither made nor was given."""
    target, *others = operands
    version, base = target.version, target if target.as_view is None else target.as_view.base
    made_here = version is not None and version.level <= BORN[-1]
    if made_here or version is UNTRACKED or (base.node and base.node.order < BORN[-1]):
        return
    name = _WRITES.get(op.name, op.name)
    kind = "Tensor" if others and others[-1].__class__ in TENSORS else "Scalar"
    kind = "Tensor" if name in ("add", "div", "mul", "sub") else kind
    overload = f".{kind}" if op.infix or name in ("fill", "masked_fill") else ""
    message = _CAPTURED.replace("NAME", f"{name}_{overload}")
    raise op_error(RuntimeError, message, code="transform", operands=(0,))


_WRITES = {
    "_overwrite_by_chance": "bernoulli",
    "_overwrite_exponentially": "exponential",
    "_overwrite_normally": "normal",
    "_write_at": "index_put",
    "mul_number": "mul",
}
_CAPTURED = (
    "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call "
    "in-place operation (aten::NAME) that would mutate a captured Tensor. This is not supported; "
    "please rewrite the function being transformed to explicitly accept the mutated Tensor(s) as "
    "inputs."
)
