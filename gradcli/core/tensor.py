"""The tensor: an array, and what autograd has to know about it.

This module knows the attributes and methods that PyTorch gives a tensor apart from operators. The
operators are found in the table ``table.OPS`` when a method or an infix sign asks for them.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.core.assigned import NON_LEAF_GRAD, check_grad
from gradcli.core.hooks import Hooks, RemovableHandle, hooks_of
from gradcli.core.modes import STATE
from gradcli.core.node import UNTRACKED, AccumulateGrad, Node, next_order
from gradcli.core.table import OPS
from gradcli.core.values import Values
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics.device import check_device
from gradcli.numerics.dtypes import CASTS, DIFFERENTIABLE, NARROW, DType
from gradcli.numerics.printing import format_tensor

if TYPE_CHECKING:
    from gradcli.core.views import View


_ndarray = np.ndarray  # a name of its own, for the one line that every operation runs


class Tensor(Values):
    """An array that remembers how it was computed; prints as PyTorch's does.

    ``array`` holds the values. ``needs_grad`` and ``node`` are the plain forms of
    ``requires_grad`` and ``grad_fn``. ``cell`` holds the version number, shared with everything
    that shares memory; it is None while nothing was changed in place and nothing shares. ``view``
    says how a differentiable view comes from its base.
    """

    __slots__ = (
        "__weakref__",
        "_accumulator",
        "_grad",
        "array",
        "cell",
        "hooks",
        "needs_grad",
        "node",
        "origin",
        "output_nr",
    )

    def __init__(
        self,
        array: Any,
        requires_grad: bool = False,
        node: Node | None = None,
        output_nr: int = 0,
    ) -> None:
        self.array = array if array.__class__ is _ndarray else np.asarray(array)
        self.needs_grad = requires_grad
        self.node = node
        self.output_nr = output_nr
        self._grad: Tensor | None = None
        self.cell: list[Any] | None = None
        self.origin: View | None = None
        self.hooks: Hooks | None = None
        self._accumulator: weakref.ref[AccumulateGrad] | None = None

    # The graph

    def attach(self, node: Node, output_nr: int) -> None:
        """Make this tensor an output of a node."""
        self.node, self.output_nr, self.needs_grad = node, output_nr, True

    def edge(self) -> tuple[Any, int]:
        """Return where a gradient for this tensor goes."""
        if self.origin is not None:
            self.origin.refresh(self)
        return (self, 0) if self.node is None else (self.node, self.output_nr)

    def meta(self, output_nr: int) -> tuple[tuple[int, ...], Any]:
        """Return the shape and element type, in the form that nodes give theirs."""
        return self.array.shape, self.array.dtype

    def accumulator(self) -> AccumulateGrad:
        """Return the graph's node of this leaf, the same one each time."""
        node = None if self._accumulator is None else self._accumulator()
        if node is None:
            node = AccumulateGrad(self)
            self._accumulator = weakref.ref(node)
        return node

    @property
    def grad_fn(self) -> Node | None:
        """The node that made this tensor; None for leaves."""
        if self.origin is not None:
            self.origin.refresh(self)
        return self.node

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded operation made this tensor."""
        return self.grad_fn is None

    @property
    def requires_grad(self) -> bool:
        """Whether gradients reach this tensor."""
        if self.needs_grad or self.node is not None:
            return True
        return self.origin is not None and self.origin.base.requires_grad

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if value is True and self.grad_fn is not None:
            raise op_error(
                RuntimeError,
                "you can only change requires_grad flags of leaf variables.",
                code="requires-grad",
                operands=(0,),
            )
        self._set_requires_grad(
            value, "only Tensors of floating point and complex dtype can require gradients"
        )

    @requires_grad.deleter
    def requires_grad(self) -> None:
        raise op_error(RuntimeError, "requires_grad must be a bool")

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Switch ``requires_grad`` of a leaf and return the tensor."""
        if not isinstance(requires_grad, bool):
            raise op_error(
                TypeError,
                "requires_grad_(): argument 'requires_grad' (position 1) must be bool, not "
                f"{type(requires_grad).__name__}",
            )
        self._set_requires_grad(
            requires_grad, "only Tensors of floating point dtype can require gradients"
        )
        return self

    def _set_requires_grad(self, value: object, integer_message: str) -> None:
        if not isinstance(value, bool):
            raise op_error(RuntimeError, "requires_grad must be a bool")
        if self.grad_fn is not None:
            if value:
                return
            raise op_error(
                RuntimeError,
                "you can only change requires_grad flags of leaf variables. If you want to use a "
                "computed variable in a subgraph that doesn't require differentiation use "
                "var_no_grad = var.detach().",
            )
        if value and self.cell is UNTRACKED and not STATE.inference:
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

    def backward(
        self,
        gradient: Tensor | None = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Any = None,
    ) -> None:
        """Add the gradient of this tensor to the ``grad`` of every leaf it depends on."""
        from gradcli.core.backward import backward

        backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    def retain_grad(self) -> None:
        """Keep the gradient that reaches this tensor in ``grad``, though it is no leaf."""
        if not self.requires_grad:
            raise op_error(RuntimeError, "can't retain_grad on Tensor that has requires_grad=False")
        node = self.grad_fn
        if node is not None:
            hooks_of(node).retained[self.output_nr] = weakref.ref(self)

    @property
    def retains_grad(self) -> bool:
        """Whether ``retain_grad`` was called on this tensor, which is no leaf."""
        hooks = self.grad_fn.hooks if self.grad_fn is not None else None
        return hooks is not None and self.output_nr in hooks.retained

    def register_hook(self, hook: Callable[[Any], Any]) -> RemovableHandle:
        """Call ``hook`` with each gradient of this tensor; what it returns replaces that."""
        if not self.requires_grad:
            raise op_error(
                RuntimeError, "cannot register a hook on a tensor that doesn't require gradient"
            )
        node = self.grad_fn
        output_nr = 0 if node is None else self.output_nr
        STATE.leaf_hooks |= node is None
        return RemovableHandle(hooks_of(node or self).functions.setdefault(output_nr, {}), hook)

    def register_post_accumulate_grad_hook(self, hook: Callable[[Any], Any]) -> RemovableHandle:
        """Call ``hook`` with this leaf each time that a gradient was added to its ``grad``."""
        if not self.is_leaf:
            raise op_error(
                RuntimeError,
                "post accumulate grad hooks cannot be registered on non-leaf tensors",
            )
        if not self.requires_grad:
            raise op_error(
                RuntimeError, "cannot register a hook on a tensor that doesn't require gradient"
            )
        STATE.leaf_hooks = True
        return RemovableHandle(hooks_of(self).after, hook)

    def detach(self) -> Tensor:
        """Return a tensor of the same memory that gradients do not pass."""
        tensor = Tensor(self.array)
        tensor.cell = self.shared_version()
        return tensor

    def detach_(self) -> Tensor:
        """Cut this tensor off the graph that made it."""
        if self.origin is not None:
            raise op_error(
                RuntimeError,
                "Can't detach views in-place. Use detach() instead. If you are using "
                "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
                "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
                "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
                "function in torch/optim/optimizer.py as the solution.",
            )
        # The number tells the nodes that saved the tensor before, whose orders are greater.
        when = self.output_nr if self.node is None else next_order()
        self.node, self.output_nr, self.needs_grad = None, when, False
        return self

    # Versions and memory

    def shared_version(self) -> list[Any]:
        """Return the version counter, for something else that shares the memory."""
        if self.cell is None:
            self.cell = [0, None]
        return self.cell

    def changed(self) -> None:
        """Count a change in place."""
        cell = self.shared_version()
        cell[0] += 1
        cell[1] = STATE.source  # for the message, should a gradient need what was there

    @property
    def _version(self) -> int:
        if self.cell is UNTRACKED:
            raise op_error(
                RuntimeError, "Inference tensors do not track version counter.", code="inference"
            )
        return self.cell[0] if self.cell is not None else 0

    @property
    def _base(self) -> Tensor | None:
        return self.origin.base if self.origin is not None else None

    def is_inference(self) -> bool:
        """Tell whether the tensor was made in inference mode."""
        return self.cell is UNTRACKED

    def _is_view(self) -> bool:
        return self.origin is not None

    @property
    def data(self) -> Tensor:
        """A tensor of the same memory whose changes autograd does not see."""
        data = Tensor(self.array)
        if self.cell is UNTRACKED:
            data.cell = UNTRACKED
        return data

    @data.setter
    def data(self, value: Tensor) -> None:
        if not isinstance(value, Tensor):
            raise op_error(
                TypeError,
                f"Variable data has to be a tensor, but got {type(value).__name__}",
            )
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
        if self.requires_grad and not force:
            raise op_error(
                RuntimeError,
                "Can't call numpy() on Tensor that requires grad. "
                "Use tensor.detach().numpy() instead.",
            )
        if self.array.dtype in NARROW:
            raise op_error(TypeError, "Got unsupported ScalarType BFloat16", operands=(0,))
        return self.array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.numpy()
        return array.astype(dtype) if dtype is not None and dtype != array.dtype else array

    def type(self, dtype: Any = None) -> Any:
        """Return the old name of the tensor's type, or convert to another."""
        if dtype is None:
            return f"torch.{self.dtype.scalar_name}Tensor"
        return self.to(dtype)

    def to(self, *args: Any, **kwargs: Any) -> Tensor:
        """Return this tensor converted to an element type, or itself where nothing changes."""
        from gradcli.operators.converters import destination

        dtype, copy = destination(args, kwargs)
        if not copy and (dtype is None or dtype is self.dtype):
            return self
        converted: Tensor = OPS["_to_copy"](self, dtype=dtype or self.dtype)
        return converted

    def cpu(self) -> Tensor:
        """Return the tensor itself; there is one device."""
        return self

    def cuda(self, device: Any = None, non_blocking: bool = False) -> Tensor:
        """Raise what PyTorch raises where there is no such device."""
        check_device("cuda")
        return self

    def type_as(self, other: Tensor) -> Tensor:
        """Return this tensor converted to the element type of another."""
        if not isinstance(other, Tensor):
            kind = type(other).__name__
            message = f"type_as(): argument 'other' (position 1) must be Tensor, not {kind}"
            raise op_error(TypeError, message, operands=(1,))
        return self.to(other.dtype)

    def __iter__(self) -> Iterator[Tensor]:
        if self.array.ndim == 0:
            raise op_error(TypeError, "iteration over a 0-d tensor", operands=(0,))
        return iter(OPS["unbind"](self, dim=0))

    def __getitem__(self, index: Any) -> Tensor:
        part: Tensor = OPS["getitem"](self, index)
        return part

    def __setitem__(self, index: Any, value: Any) -> None:
        OPS["setitem"](self, index, value)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
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
        )

    def __reversed__(self) -> Tensor:
        flipped: Tensor = OPS["flip"](self, dims=(0,)) if self.array.ndim else self
        return flipped


Tensor.__module__ = "torch"


def array_of(x: Any) -> Any:
    """Return the array of a tensor; an array is its own."""
    return x.array if isinstance(x, Tensor) else x


def _cast(dtype: DType) -> Callable[..., Tensor]:
    return lambda tensor, *, memory_format=None: tensor.to(dtype)


for _name, _dtype in CASTS.items():
    setattr(Tensor, _name, _cast(_dtype))
