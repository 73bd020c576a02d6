"""The part of NumPy that programs have: arrays to make tensors of, and what tensors turn into.

What would need PyTorch's operators is not here: programs compute with tensors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin
from gradcli.numerics.dtypes import DType, is_supported

_FUNCTIONS = (
    "abs add allclose arange argmax argmin array array_equal asarray ceil clip concatenate "
    "cos cosh cumsum diag divide dot exp expand_dims eye floor full full_like "
    "hstack identity isclose isfinite isinf isnan linspace log log10 log1p log2 logspace "
    "matmul max maximum mean median min minimum multiply negative ones ones_like outer power "
    "prod ravel reshape round sign sin sinh sort sqrt square squeeze stack std subtract sum "
    "tan tanh transpose var vstack where zeros zeros_like"
)

_SCALARS = (
    np.bool_,
    np.uint8,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.float16,
    np.float32,
    np.float64,
    np.complex64,
    np.complex128,
)


def of_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse arrays that hold anything but numbers, and to compute into anything else."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if not isinstance(kwargs.get("out"), (type(None), np.ndarray)):
            raise op_error(TypeError, "the argument 'out' must be an array")
        try:
            result = function(*args, **kwargs)
        except (ArithmeticError, IndexError, TypeError, ValueError) as error:
            raise op_error(type(error), str(error)) from None
        if isinstance(result, (np.ndarray, np.generic)) and result.dtype.kind not in "biufc":
            raise op_error(TypeError, "only arrays of numbers are part of the language")
        return result

    return call


def table() -> dict[str, Any]:
    """Return what the module numpy has."""
    functions = {name: of_numbers(vars(np)[name]) for name in _FUNCTIONS.split()}
    return {
        **{name: Builtin(name, function) for name, function in functions.items()},
        "empty_like": Builtin("empty_like", functions["zeros_like"]),  # nobody's bytes are shown
        **{kind.__name__: kind for kind in _SCALARS},
        "e": math.e,
        "inf": math.inf,
        "nan": math.nan,
        "newaxis": None,
        "pi": math.pi,
        "ndarray": np.ndarray,
    }


TABLES = {"numpy": table}

CONSTRUCTORS.update({kind: of_numbers(kind) for kind in _SCALARS})


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
    return Tensor(ndarray)


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
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor of some data, shared or copied as asked."""
    made = as_tensor(obj, dtype, device)
    if copy:
        made = Tensor(np.array(made.array))
    return made.requires_grad_() if requires_grad else made


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "as_tensor": as_tensor,
    "asarray": asarray,
    "from_numpy": from_numpy,
}
"""Functions of torch that make tensors of arrays."""
