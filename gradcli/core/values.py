"""What a tensor is as an array: shape, element type, version, and conversion to Python's values.

This module knows nothing of gradients; ``tensor`` adds them.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gradcli.core.promote import check_integer, whole_sizes
from gradcli.core.state import STATE
from gradcli.core.warn import warn
from gradcli.errors import op_error, wrong_type
from gradcli.numerics import arrays, dtypes
from gradcli.numerics.dtypes import DType
from gradcli.numerics.memory import data_ptr, storage_of


class Size(tuple):  # type: ignore[type-arg]
    """The shape of a tensor; prints as ``torch.Size([2, 3])``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __getitem__(self, index: Any) -> Any:
        try:
            part = tuple.__getitem__(self, index)
        except (IndexError, TypeError) as error:
            raise op_error(type(error), str(error), code="index") from None
        return Size(part) if isinstance(index, slice) else part

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, tuple):
            if hasattr(type(other), "__radd__"):
                return NotImplemented
            kind = type(other).__name__
            raise op_error(TypeError, f"can only concatenate tuple (not {kind}) to torch.Size")
        return Size(whole_sizes(tuple.__add__(self, other)))

    def __radd__(self, other: Any) -> Any:
        if not isinstance(other, tuple):
            return NotImplemented
        return Size(whole_sizes(other + tuple(self)))

    def __mul__(self, count: Any) -> Size:
        if not hasattr(count, "__index__"):
            kind = type(count).__name__
            raise op_error(TypeError, f"can't multiply sequence by non-int of type '{kind}'")
        return Size(tuple.__mul__(self, count))

    __rmul__ = __mul__

    def numel(self) -> int:
        """Return the number of elements of a tensor of this shape."""
        return prod(self)


# PyTorch's type is written in C, where the name in Python's messages is the full one.
Size.__module__, Size.__name__, Size.__qualname__ = "torch", "torch.Size", "Size"


class Version:
    """The count of changes in place, and ``source``, the piece of program that made the last one.

    ``reshapes`` holds the changes of shape in place: which tensor, and the step back. ``exposed``
    says that others than gradcli may write to the memory, ``level`` (of ``BORN``) where it is from.
    """

    __slots__ = ("count", "exposed", "level", "reshapes", "source")

    def __init__(self, level: int = 1) -> None:
        self.count, self.level = 0, level
        self.exposed = False
        self.source: object | None = None
        self.reshapes: tuple[tuple[Any, Any], ...] = ()

    def changed(self, source: object) -> None:
        """Count a change."""
        self.count += 1
        self.source = source


_FROZEN = (
    "Inplace update to inference tensor outside InferenceMode is not allowed."
    "You can make a clone to get a normal tensor before doing inplace update."
    "See https://github.com/pytorch/rfcs/pull/17 for more details."
)


class _Untracked(Version):
    """The version of every tensor made in inference mode, which stays at 0."""

    __slots__ = ()

    def changed(self, source: object) -> None:
        """Count nothing; refuse a change anywhere else, which as in PyTorch was made by then."""
        if not STATE.inference:
            raise op_error(RuntimeError, _FROZEN, code="inference", operands=(0,))


UNTRACKED = _Untracked()
BORN: list[int] = []  # for each function being differentiated, the node that it began before

TENSORS: set[Any] = set()
"""The classes of tensors: ``x.__class__ in TENSORS`` is a quick ``isinstance(x, Tensor)``."""


_NOT_A_LEAF = (
    "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at "
    "the moment.  If you were attempting to deepcopy a module, this may be because of a "
    "torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001"
)


class Values:
    """The part of a tensor that needs no more than its array."""

    __slots__ = ()
    array: np.ndarray
    deferred: Any  # what computes the array while that is unset (``engines``)
    requires_grad: Any
    version: Version | None
    known = True  # whether there are values, and a shape; a parameter may have to wait for them

    def __init_subclass__(cls) -> None:
        TENSORS.add(cls)

    if TYPE_CHECKING:  # what operators add: Python's signs, and the methods that bodies call

        def _sign(self, other: Any) -> Self: ...
        def _prefix(self) -> Self: ...
        def _method(self, *args: Any, **options: Any) -> Self: ...
        def __eq__(self, other: object) -> Self: ...  # type: ignore[override]  # elementwise
        def __ne__(self, other: object) -> Self: ...  # type: ignore[override]

        __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = _sign
        __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _sign
        __pow__ = __rpow__ = __lshift__ = __rshift__ = __and__ = __or__ = __xor__ = _sign
        __lt__ = __le__ = __gt__ = __ge__ = _sign
        __neg__ = __invert__ = __abs__ = _prefix
        clamp_ = copy_ = expand = flatten = gather = lerp = mm = repeat = repeat_interleave = (
            _method
        )
        reshape = squeeze = squeeze_ = sum = t = transpose = transpose_ = unsqueeze = _method
        conj = unsqueeze_ = view = _method

    # What it is

    @property
    def held(self) -> Any:
        """The array, or what will compute it; a tensor without a version has its array."""
        if self.version is None:
            return self.array
        read = self.version.__class__ is Version  # and so it mostly has
        try:  # and do not ask ``__getattr__``
            return object.__getattribute__(self, "array" if read else "deferred")
        except AttributeError:
            return object.__getattribute__(self, "deferred" if read else "array")

    @property
    def shape(self) -> Size:
        """The size of every dimension."""
        return Size(self.held.shape)

    def size(self, dim: int | None = None) -> Any:
        """Return the shape, or the size of one dimension."""
        if dim is None:
            return self.shape
        if not hasattr(dim, "__index__"):
            raise wrong_type("size", "dim", 1, "int", dim)
        return self.array.shape[arrays.own_axis(int(dim), self.array.ndim)]

    @property
    def device(self) -> Any:
        """The one device that there is."""
        from gradcli.numerics.device import CPU

        return CPU

    @property
    def dtype(self) -> DType:
        """The element type."""
        return dtypes.dtype_of(self.held.dtype)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self.array.ndim if self.version is None else self.held.ndim

    def dim(self) -> int:
        """Return the number of dimensions."""
        return self.array.ndim

    def numel(self) -> int:
        """Return the number of elements."""
        return self.array.size

    nelement = numel

    def ndimension(self) -> int:
        """Return the number of dimensions."""
        return self.array.ndim

    def storage_offset(self) -> int:
        """Return how many elements of its memory come before the first."""
        return storage_of(self.array)[1]

    def data_ptr(self) -> int:
        """Return a number that tensors share which begin at the same place in memory."""
        return data_ptr(self.array)

    def is_complex(self) -> bool:
        """Tell whether elements are complex numbers."""
        return self.array.dtype.kind == "c"

    def element_size(self) -> int:
        """Return the size of one element in bytes."""
        return self.array.itemsize

    def stride(self, dim: int | None = None) -> Any:
        """Return the step of every dimension, or of one, in elements."""
        if dim is not None and not isinstance(dim, int):
            raise wrong_type("stride", "dim", 1, "int", dim, 1)
        strides = arrays.strides(self.array)
        return strides if dim is None else strides[arrays.axis(dim, self.array.ndim)]

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Tell whether elements lie in memory in row-major order without gaps."""
        return self.array.flags.c_contiguous

    def is_signed(self) -> bool:
        """Tell whether elements can be negative."""
        return self.dtype.is_signed

    def is_floating_point(self) -> bool:
        """Tell whether elements are real floating-point numbers."""
        return self.dtype.is_floating_point

    # Conversion

    def item(self) -> Any:
        """Return the only element as a Python number."""
        STATE.tell("left", self)
        if self.array.size != 1:
            raise op_error(
                RuntimeError,
                f"a Tensor with {self.array.size} elements cannot be converted to Scalar",
                operands=(0,),
            )
        return self.array.item()

    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers, or one number."""
        STATE.tell("left", self)
        arrays.check_count(prod([max(size, 1) for size in self.array.shape[:-1]]), "lists")
        return self.array.tolist()

    # NumPy's arrays leave ``array * tensor`` to the tensor.
    __array_priority__ = 1000

    def __array_wrap__(self, array: Any, context: Any = None, scalar: bool = False) -> Any:
        """Return an array as a tensor; what NumPy's own functions tell is 0 and 1, not a truth."""
        kind: Any = type(self)
        return kind(array.astype(np.uint8) if context and array.dtype == bool else array)

    def __bool__(self) -> bool:
        if self.array.size != 1:
            for observer in STATE.observers:
                observer.truth(self, False)
            many = "more than one value" if self.array.size else "no values"
            raise op_error(
                RuntimeError, f"Boolean value of Tensor with {many} is ambiguous", operands=(0,)
            )
        value = bool(self.array.item())
        for observer in STATE.observers:
            value = observer.truth(self, value)
        return value

    def _scalar(self) -> Any:
        if self.array.size != 1:
            raise op_error(
                ValueError,
                "only one element tensors can be converted to Python scalars",
                operands=(0,),
            )
        STATE.tell("left", self)
        return self.array.item()

    def warn_of_conversion(self) -> None:
        """Warn that a number, which a recorded tensor is converted to, has no history."""
        if STATE.grad_enabled and self.requires_grad:
            warn(
                "Converting a tensor with requires_grad=True to a scalar may lead to unexpected "
                "behavior.\nConsider using tensor.detach() first.",
                code="conversion",
                once=True,
            )

    def __float__(self) -> float:
        self.warn_of_conversion()
        return float(self._real_scalar("double"))

    def __int__(self) -> int:
        return int(self._real_scalar("int64_t"))

    def _real_scalar(self, kind: str) -> Any:
        value = self._scalar()
        if not isinstance(value, complex):
            return value
        if value.imag:
            raise op_error(
                RuntimeError,
                f"value cannot be converted to type {kind} without overflow",
                operands=(0,),
            )
        return value.real

    def __complex__(self) -> complex:
        self.warn_of_conversion()
        return complex(self._scalar())

    def __index__(self) -> int:
        if self.array.size != 1 or self.array.dtype.kind not in "iub":
            raise op_error(
                TypeError, "only integer tensors of a single element can be converted to an index"
            )
        STATE.tell("left", self)
        return int(self.array.item())

    # Python's protocols

    def __copy__(self: Any) -> Any:
        """Return a leaf of the same memory, for ``copy.copy``."""
        return self.detach().requires_grad_(self.requires_grad)

    def __deepcopy__(self: Any, memo: dict[int, Any]) -> Any:
        """Return a copy of a leaf and of its gradient, for ``copy.deepcopy``."""
        if not self.is_leaf:
            raise op_error(RuntimeError, _NOT_A_LEAF, code="autograd", operands=(0,))
        copied = self.detach().clone()
        if self.grad is not None:
            copied.grad = self.grad.__deepcopy__(memo)
        return copied.requires_grad_(self.requires_grad)

    def __len__(self) -> int:
        if self.array.ndim == 0:
            raise op_error(TypeError, "len() of a 0-d tensor", operands=(0,))
        return len(self.array)

    def __contains__(self, value: Any) -> bool:
        STATE.tell("left", self)
        array = getattr(value, "array", value)
        if not isinstance(array, (np.ndarray, np.generic, bool, int, float, complex)):
            raise op_error(
                RuntimeError,
                "Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
                f"{type(value)}.",
                operands=(0,),
            )
        if isinstance(array, int):
            check_integer(array)
        arrays.check_broadcast(np.shape(array), self.array.shape)
        return bool((self.array == array).any())

    def __format__(self, spec: str) -> str:
        if self.array.ndim == 0:
            try:
                return format(self.array.item(), spec)
            except (ValueError, TypeError, OverflowError) as error:
                raise op_error(type(error), str(error)) from None
        if spec:
            raise op_error(TypeError, "unsupported format string passed to Tensor.__format__")
        return repr(self)


def check_grad(tensor: Values, value: object) -> None:
    """Refuse what cannot be the ``grad`` of a tensor."""
    if not isinstance(value, Values):
        raise op_error(
            TypeError,
            "assigned grad expected to be a Tensor or None but got grad of type "
            f"{type(value).__name__}",
        )
    if value is tensor:
        raise op_error(RuntimeError, "can't assign Variable as its own grad")
    if value.array.dtype != tensor.array.dtype:
        raise op_error(
            RuntimeError,
            f"attempting to assign a gradient with dtype '{value.dtype.c_name}' to a tensor with "
            f"grad_dtype '{tensor.dtype.scalar_name}'. The gradient must match the tensor's "
            "grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype "
            "attribute with a specific dtype, or None to allow any dtype. Set grad_dtype with "
            "caution. Diverging the dtypes of a tensor and its gradient may break downstream "
            "systems that assume they match.",
        )
    if value.array.shape != tensor.array.shape:
        raise op_error(
            RuntimeError,
            f"attempting to assign a gradient of size '{list(value.array.shape)}' to a tensor "
            f"of size '{list(tensor.array.shape)}'. Please ensure that the gradient and the "
            "tensor are the same size",
        )


def refuse_transformed(call: str) -> None:
    """Refuse, as PyTorch does, what no function may do of which another one is being made."""
    if STATE.transforms:
        short = call.partition(" (")[0].removeprefix("Tensor.")
        raise op_error(
            RuntimeError,
            f"You are attempting to call {call} inside of a function being transformed by a "
            "functorch transform. This is unsupported, please attempt to use the functorch "
            "transforms (e.g. grad, vjp, jacrev, jacfwd, hessian) or call "
            f"{short} outside of a function being transformed instead.",
            code="transform",
        )


def mark_untracked(tensor: Any) -> Any:
    """Mark a tensor made in inference mode, unless it shares memory with one that was not."""
    if tensor.version is None:
        tensor.version = UNTRACKED
    return tensor


NON_LEAF_GRAD = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad "
    "attribute won't be populated during autograd.backward(). If you indeed want the .grad field "
    "to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you "
    "access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See "
    "github.com/pytorch/pytorch/pull/30531 for more information."
)

DETACHED_VIEW = (
    "Can't detach views in-place. Use detach() instead. If you are using "
    "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
    "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
    "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
    "function in torch/optim/optimizer.py as the solution."
)
