"""Functions of PyTorch's that make tensors of arrays and buffers, and share their memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics.dtypes import DType, dtype_of, is_supported
from gradcli.numerics.memory import of_buffer
from gradcli.operators.refusals import check_elements


def _type_name(value: object) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def from_numpy(ndarray: Any, /) -> Tensor:
    """Return a tensor that shares an array's memory."""
    if not isinstance(ndarray, np.ndarray):
        raise op_error(TypeError, f"expected np.ndarray (got {_type_name(ndarray)})", operands=(0,))
    if not is_supported(ndarray.dtype):
        raise op_error(
            TypeError,
            f"can't convert np.ndarray of type {_type_name(ndarray.dtype.type(0))}. The only "
            "supported types are: float64, float32, float16, complex64, complex128, int64, int32, "
            "int16, int8, uint64, uint32, uint16, uint8, and bool.",
            operands=(0,),
        )
    check_elements(ndarray.shape)
    if any(step < 0 for step in ndarray.strides):
        raise op_error(
            ValueError,
            "At least one stride in the given numpy array is negative, and tensors with negative "
            "strides are not currently supported. (You can probably work around this by making a "
            "copy of your array  with array.copy().) ",
            operands=(0,),
        )
    if not ndarray.flags.writeable:
        warn(_NOT_WRITABLE, code="read-only", once=True)
    tensor = Tensor(ndarray)
    tensor.expose()
    return tensor


_NOT_WRITABLE = (
    "The given NumPy array is not writable, and PyTorch does not support non-writable tensors. "
    "This means writing to this tensor will result in undefined behavior. You may want to copy the "
    "array to protect its data or make it writable before converting it to a tensor. This type of "
    "warning will be suppressed for the rest of this program."
)


def as_tensor(data: Any, dtype: DType | None = None, device: Any = None) -> Tensor:
    """Return a tensor of some data; it shares memory, and history, where it can."""
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    if isinstance(data, np.ndarray):
        shared = from_numpy(data)
        return shared if dtype is None else shared.to(dtype)
    made: Tensor = OPS["tensor"].call(data, dtype=dtype, device=device)
    return made


def asarray(
    obj: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    copy: bool | None = None,
    requires_grad: bool | None = None,
) -> Tensor:
    """Return a tensor of some data, shared or copied as asked."""
    if isinstance(obj, (bytes, bytearray, memoryview)):
        obj = _of_buffer(memoryview(obj).cast("B"), dtype or STATE.default_dtype)
    if copy is False:
        _check_shared(obj, dtype)
    made = as_tensor(obj, dtype, device)
    if made.requires_grad and requires_grad is None:
        warn(_KEEPS_HISTORY, code="user", once=True)
    if copy:
        made = OPS["clone"](made)
    if made.requires_grad and requires_grad is False:  # a leaf itself is switched, as in PyTorch
        return made.requires_grad_(False) if made.is_leaf else made.detach()
    return made.requires_grad_() if requires_grad and not made.requires_grad else made


_KEEPS_HISTORY = (
    "torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of False. "
    "Pass requires_grad=False explicitly to get the old behavior and silence this warning."
)


def _of_buffer(buffer: memoryview, dtype: DType) -> Tensor:
    """Return a tensor of an element type in the memory of bytes."""
    kind, count = dtype.numpy, len(buffer)
    if not count:
        raise op_error(ValueError, "both buffer length (0) and count (-1) must not be 0")
    if count % kind.itemsize:
        raise op_error(
            ValueError,
            f"buffer length ({count} bytes) after offset (0 bytes) must be a multiple of element "
            f"size ({kind.itemsize})",
        )
    if buffer.readonly:
        warn(_NOT_WRITABLE.replace("NumPy array", "buffer"), code="read-only", once=True)
    tensor = Tensor(of_buffer(buffer, kind, count // kind.itemsize, 0))
    tensor.expose()
    return tensor


def _check_shared(obj: Any, dtype: DType | None) -> None:
    """Refuse to share the memory of what has none, or has another element type."""
    if isinstance(obj, np.generic):
        raise op_error(
            RuntimeError,
            "can't alias NumPy scalars. Either remove copy=False or transform it in a ndarray. ",
        )
    if not isinstance(obj, (Tensor, np.ndarray)):
        raise op_error(ValueError, "can't alias arbitrary sequence into a tensor.")
    own = obj.dtype if isinstance(obj, Tensor) else dtype_of(obj.dtype)
    if dtype not in (None, own):
        message = f"can't alias tensor with dtype '{own.scalar_name}' into dtype "
        raise op_error(ValueError, f"{message}'{dtype.scalar_name}'.")


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "as_tensor": as_tensor,
    "asarray": asarray,
    "from_numpy": from_numpy,
}
"""Functions of torch that make tensors of arrays."""
