"""The tensor: an array, and what autograd has to know about it.

This module knows the attributes and methods that PyTorch gives a tensor apart from operators. The
operators are found in the table ``table.OPS`` when a method or an infix sign asks for them.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Protocol

import numpy as np

from gradcli.core.hooks import Hooks, RemovableHandle, hooks_of
from gradcli.core.state import STATE
from gradcli.core.table import OPS, Operator
from gradcli.core.values import (
    BORN,
    DETACHED_VIEW,
    NON_LEAF_GRAD,
    UNTRACKED,
    Values,
    Version,
    check_grad,
    refuse_transformed,
)
from gradcli.core.warn import warn
from gradcli.errors import op_error, wrong_type
from gradcli.numerics.dtypes import DIFFERENTIABLE, DType
from gradcli.numerics.printing import format_tensor

next_order = count(0, -1).__next__
"""Numbers nodes as they are made, downwards."""


class View(Protocol):
    """How a tensor comes from its base; ``views`` has the whole."""

    base: Tensor
    change: Any
    origin: str | None
    version: int

    @property
    def steps(self) -> Any:
        """The way from the base as it is now."""

    def refresh(self, tensor: Tensor) -> None:
        """Make the view's node anew if its base was changed through another tensor."""

    def go_on(self, op: Operator, attrs: dict[str, Any], recorded: bool) -> None:
        """Add a step, for a view that got another shape in place."""

    def rebased(self, change: Any) -> None:
        """Let the history go on with a change made through this view."""

    def refusal(self, tensor: Tensor) -> Exception:
        """Return the error for a change whose history could not be told."""


_ndarray = np.ndarray  # a name of its own, for the one line that every operation runs
_generic = np.generic
_NO_ARRAYS = (list, tuple, int)
_NO_HOOK = "cannot register a hook on a tensor that doesn't require gradient"


class Tensor(Values):
    """An array that remembers how it was computed; prints as PyTorch's does.

    ``array`` holds the values. ``needs_grad`` and ``node`` are the plain forms of
    ``requires_grad`` and ``grad_fn``, which for a view ask its base first. ``version`` is shared
    with everything that shares memory; it is None while nothing was changed in place and nothing
    shares. ``as_view`` says how a differentiable view comes from its base.
    """

    __slots__ = (
        "__dict__",  # programs may give a tensor attributes of their own
        "__weakref__",
        "_grad",
        "accumulator",
        "array",
        "as_view",
        "deferred",
        "hooks",
        "needs_grad",
        "node",
        "output_nr",
        "version",
    )

    def __init__(
        self, array: Any, requires_grad: bool = False, node: Any = None, output_nr: int = 0
    ) -> None:
        self.needs_grad = requires_grad
        self.node = node
        self.output_nr = output_nr
        self._grad: Tensor | None = None
        self.version: Version | None = Version(BORN[-1]) if BORN else None
        self.as_view: View | None = None
        self.hooks: Hooks | None = None
        self.accumulator: weakref.ref[Any] | None = None  # the graph's node of this leaf
        if array.__class__ is _ndarray:
            self.array = array
        elif isinstance(array, _generic) or not hasattr(array, "hold"):
            if array.__class__ in _NO_ARRAYS:  # a call in Python, which PyTorch's has forms for
                raise op_error(TypeError, "Tensor() takes an array; use tensor() or FloatTensor()")
            self.array = np.asarray(array)
        else:  # not computed yet
            array.hold(self)

    # What the rooms above add: differentiation (``backward``), arguments of users (``converters``)
    backward: Callable[..., None]
    to: Callable[..., Tensor]
    type: Callable[..., Any]

    # The graph

    def attach(self, node: Any, output_nr: int) -> None:
        """Make this tensor an output of a node."""
        self.node, self.output_nr, self.needs_grad = node, output_nr, True

    def follow(self, other: Tensor) -> None:
        """Send gradients where those of another tensor go."""
        if (edge := other.edge()) is not None:
            self.attach(*edge)

    def edge(self) -> tuple[Any, int] | None:
        """Return where a gradient goes; None of a view that was made where nothing is recorded."""
        if self.as_view is not None:
            self.as_view.refresh(self)
        if self.node is not None:
            return self.node, self.output_nr
        return (self, 0) if self.needs_grad else None

    def meta(self, output_nr: int) -> tuple[tuple[int, ...], Any]:
        """Return the shape and element type, in the form that nodes give theirs."""
        held = self.array if self.version is None else self.held
        return held.shape, held.dtype

    @property
    def grad_fn(self) -> Any:
        """The node that made this tensor; None for leaves."""
        if self.as_view is not None:
            self.as_view.refresh(self)
        return self.node and self.node.looked_at()

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded operation made this tensor, as far as anybody has asked a view."""
        view = self.as_view
        return self.node is None and (view is None or view.change is None)

    @property
    def requires_grad(self) -> bool:
        """Whether gradients reach this tensor."""
        if self.needs_grad or self.node is not None:
            return True
        view = self.as_view
        return (
            view is not None and view.base.requires_grad and self.array.dtype.kind in DIFFERENTIABLE
        )

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if value is True and self.node is not None:
            raise op_error(
                RuntimeError,
                "you can only change requires_grad flags of leaf variables.",
                code="requires-grad",
                operands=(0,),
            )
        message = "only Tensors of floating point and complex dtype can require gradients"
        self._set_requires_grad(value, message)

    @requires_grad.deleter
    def requires_grad(self) -> None:
        raise op_error(RuntimeError, "requires_grad must be a bool")

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Switch ``requires_grad`` of a leaf and return the tensor."""
        if not isinstance(requires_grad, bool):
            raise wrong_type("requires_grad_", "requires_grad", 1, "bool", requires_grad)
        refuse_transformed(
            "Tensor.requires_grad_() (or perhaps using torch.autograd.functional.* APIs)"
        )
        return self.require_grad(requires_grad)

    def require_grad(self, wanted: bool = True) -> Tensor:
        """Switch ``requires_grad`` of a leaf, wherever that is, and return the tensor."""
        message = "only Tensors of floating point dtype can require gradients"
        self._set_requires_grad(wanted, message)
        return self

    def _set_requires_grad(self, value: object, integer_message: str) -> None:
        if not isinstance(value, bool):
            raise op_error(RuntimeError, "requires_grad must be a bool")
        if self.node is not None:
            if value:
                return
            raise op_error(
                RuntimeError,
                "you can only change requires_grad flags of leaf variables. If you want to use a "
                "computed variable in a subgraph that doesn't require differentiation use "
                "var_no_grad = var.detach().",
            )
        if value and self.version is UNTRACKED and not STATE.inference:
            raise op_error(
                RuntimeError,
                "Setting requires_grad=True on inference tensor outside InferenceMode is not "
                "allowed.",
                code="inference",
                operands=(0,),
            )
        if value and self.array.dtype.kind not in DIFFERENTIABLE:
            raise op_error(RuntimeError, integer_message, code="requires-grad", operands=(0,))
        self.needs_grad = value

    @property
    def grad(self) -> Tensor | None:
        """The gradient that ``backward`` accumulated; None before."""
        grad = self._grad
        if grad is None and self.node is not None and not self.retains_grad:
            warn(NON_LEAF_GRAD, code="non-leaf-grad")
        return grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            check_grad(self, value)
        self._grad = value

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    def retain_grad(self) -> None:
        """Keep the gradient that reaches this tensor in ``grad``, though it is no leaf."""
        if not self.requires_grad:
            raise op_error(RuntimeError, "can't retain_grad on Tensor that has requires_grad=False")
        refuse_transformed("Tensor.retain_grad()")
        if self.node is not None:
            hooks_of(self.grad_fn).retained[self.output_nr] = weakref.ref(self)

    def retain_on(self, old: Any, output_nr: int) -> None:
        """Go on to keep the gradient with a new node, if the old one had that to do."""
        hooks: Any = None if old is None else old.hooks
        kept = None if hooks is None else hooks.retained.pop(output_nr, None)
        if kept is not None and kept() is self:
            self.retain_grad()
        elif kept is not None:
            hooks.retained[output_nr] = kept

    @property
    def retains_grad(self) -> bool:
        """Whether ``retain_grad`` was called on this tensor, which is no leaf."""
        hooks = self.node.hooks if self.node is not None else None
        return hooks is not None and self.output_nr in hooks.retained

    def register_hook(self, hook: Callable[[Any], Any]) -> RemovableHandle:
        """Call ``hook`` with each gradient of this tensor; what it returns replaces that."""
        if not self.requires_grad:
            raise op_error(RuntimeError, _NO_HOOK)
        node = self.grad_fn
        output_nr = 0 if node is None else self.output_nr
        STATE.leaf_hooks |= node is None
        return RemovableHandle(hooks_of(node or self).functions.setdefault(output_nr, {}), hook)

    def register_post_accumulate_grad_hook(self, hook: Callable[[Any], Any]) -> RemovableHandle:
        """Call ``hook`` with this leaf each time that a gradient was added to its ``grad``."""
        if self.grad_fn is not None:
            message = "post accumulate grad hooks cannot be registered on non-leaf tensors"
            raise op_error(RuntimeError, message)
        if not self.requires_grad:
            raise op_error(RuntimeError, _NO_HOOK)
        STATE.leaf_hooks = True
        return RemovableHandle(hooks_of(self).after, hook)

    def detach(self) -> Tensor:
        """Return a tensor of the same memory that gradients do not pass."""
        tensor = Tensor(self.array)
        tensor.version = self.shared_version()
        return tensor

    def detach_(self) -> Tensor:
        """Cut this tensor off the graph that made it; in inference mode, as in PyTorch, nothing."""
        if STATE.inference:
            return self
        if self.as_view is not None:
            raise op_error(RuntimeError, DETACHED_VIEW)
        # The number tells the nodes that saved the tensor before, whose orders are greater.
        when = self.output_nr if self.node is None else next_order()
        self.node, self.output_nr, self.needs_grad = None, when, False
        STATE.tell("detached", self)
        return self

    # Versions and memory

    def shared_version(self) -> Version:
        """Return the version, for something else that shares the memory."""
        if self.version is None:
            self.version = Version()
        return self.version

    def changed(self) -> None:
        """Count a change in place."""
        self.shared_version().changed(STATE.source)

    @property
    def _version(self) -> int:
        if self.version is UNTRACKED:
            raise op_error(
                RuntimeError, "Inference tensors do not track version counter.", code="inference"
            )
        return self.version.count if self.version is not None else 0

    @property
    def _base(self) -> Tensor | None:
        return self.as_view.base if self.as_view is not None else None

    def is_inference(self) -> bool:
        """Tell whether the tensor was made in inference mode."""
        return self.version is UNTRACKED

    def _is_view(self) -> bool:
        return self.as_view is not None

    @property
    def data(self) -> Tensor:
        """A tensor of the same memory whose changes autograd does not see."""
        STATE.tell("bared", ("data", self))
        data = Tensor(self.array)
        if self.version is UNTRACKED:
            data.version = UNTRACKED
        elif self.version is not None and self.version.exposed:
            data.expose()
        return data

    @data.setter
    def data(self, value: Tensor) -> None:
        STATE.tell("bared", ("data_", self, value))
        if not isinstance(value, Tensor):
            kind = type(value).__name__
            raise op_error(TypeError, f"Variable data has to be a tensor, but got {kind}")
        if self.needs_grad and value.array.dtype.kind not in DIFFERENTIABLE:
            raise op_error(
                RuntimeError,
                "data set to a tensor that requires gradients must be floating point or complex "
                "dtype",
                code="dtype",
            )
        self.array = value.array

    @data.deleter
    def data(self) -> None:
        raise op_error(RuntimeError, "Deleting tensor data is not allowed. Delete tensor instead!")

    # Conversion and parts, which gradients pass through

    def numpy(self, *, force: bool = False) -> np.ndarray:
        """Return the array itself, sharing memory."""
        if STATE.grad_enabled and self.requires_grad and not force:
            raise op_error(
                RuntimeError,
                "Can't call numpy() on Tensor that requires grad. "
                "Use tensor.detach().numpy() instead.",
            )
        if self.array.dtype.kind == "V":
            raise op_error(TypeError, "Got unsupported ScalarType BFloat16", operands=(0,))
        STATE.tell("left", self)
        if hasattr(self.array, "host"):  # of another engine, whose memory nobody shares
            return self.array.host()  # type: ignore[no-any-return]
        self.expose()
        return self.array

    def expose(self) -> None:
        """Take note that others than gradcli have the memory of a tensor, and may write to it."""
        STATE.writes(self.array)
        if self.version is not UNTRACKED:
            self.shared_version().exposed = True

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.numpy()
        return array.astype(dtype) if dtype is not None and dtype != array.dtype else array

    def astype(self, dtype: DType) -> Tensor:
        """Return this tensor converted to an element type, or itself where nothing changes."""
        converted: Tensor = self if dtype is self.dtype else OPS["_to_copy"](self, dtype=dtype)
        return converted

    def cpu(self) -> Tensor:
        """Return the tensor itself; there is one device."""
        return self

    def cuda(self, device: Any = None, non_blocking: bool = False) -> Tensor:
        """Raise what PyTorch raises where there is no such device."""
        from gradcli.numerics.device import check_device

        check_device("cuda")
        return self

    def __iter__(self) -> Iterator[Tensor]:
        if self.array.ndim == 0:
            raise op_error(TypeError, "iteration over a 0-d tensor", operands=(0,))
        return iter(OPS["unbind"](self, dim=0))

    def __getitem__(self, index: Any) -> Tensor:
        part: Tensor = OPS["getitem"](self, index)
        return part

    def __setitem__(self, index: Any, value: Any) -> None:
        OPS["setitem"](self, index, value)

    def __delitem__(self, index: Any) -> None:
        raise op_error(TypeError, "Tensor does not support deleting items", operands=(0,))

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        if type(self.array) is not _ndarray and hasattr(self.array, "shown"):
            return self.array.shown(lambda array: repr(Tensor(array)))  # type: ignore[no-any-return]
        try:
            node = self.grad_fn
            label = None if node is None else node.label
        except RuntimeError:  # a view whose history was lost
            label = "Invalid"
        return format_tensor(
            self.array,
            dtype_name=self.dtype.name,
            default_dtype_name=STATE.default_dtype.name,
            requires_grad=self.requires_grad,
            grad_fn=label,
            options=STATE.print_options,
            tangent=next((format(t) for t in STATE.tell("tangent", self) if t is not None), None),
        )

    def __reversed__(self) -> Tensor:
        flipped: Tensor = OPS["flip"](self, dims=(0,)) if self.array.ndim else self
        return flipped


Tensor.__module__ = "torch"


def array_of(x: Any) -> Any:
    """Return the array of a tensor; an array is its own."""
    return x.array if isinstance(x, Tensor) else x
