"""PyTorch's old types of tensors, ``torch.FloatTensor`` and its like: element types that make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gradcli.core.promote import is_integer
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error
from gradcli.numerics import dtypes
from gradcli.numerics.device import check_device, make_device
from gradcli.operators.refusals import check_elements


class TensorType:
    """The tensors of an element type, or without one of the default type.

    Called with sizes it makes zeros, with a sequence a tensor of its values.
    """

    __slots__ = ("__name__", "dtype")
    __module__, __qualname__ = "torch", "tensortype"

    def __init__(self, name: str, dtype: dtypes.DType | None) -> None:
        self.__name__ = name
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"<class '{self.name}'>"

    @property
    def name(self) -> str:
        """The name, as ``Tensor.type`` gives it."""
        return f"torch.{self.__name__}"

    def __instancecheck__(self, value: object) -> bool:
        """Tell whether a value is such a tensor."""
        return isinstance(value, Tensor) and value.dtype is self.dtype

    def __call__(self, *args: Any, device: Any = None, size: Any = None, **others: Any) -> Tensor:
        """Make a tensor of a sequence, or of sizes; of a tensor, another of the same memory."""
        if device is not None and args and isinstance(args[0], Tensor):
            raise op_error(RuntimeError, _NEW if self.__name__ == "new" else _MADE)
        if device is not None and (kind := make_device(device).type) != "cpu":
            message = f"legacy constructor expects device type: cpu but device type: {kind} was"
            raise op_error(RuntimeError, f"{message} passed", code="device")
        chosen = self.dtype or STATE.default_dtype
        if size is not None and not args:
            args = (Size(size),)
        if others or (len(args) > 1 and not all(is_integer(arg) for arg in args[:1])):
            raise op_error(TypeError, _combination(args, others))
        if len(args) == 1 and (isinstance(args[0], Tensor) or not is_integer(args[0])):
            return self._of(args[0], chosen)
        if not args:
            return Tensor(np.zeros(0, chosen.numpy))
        for length in args:
            if is_integer(length) and length < 0:
                message = f"Trying to create tensor with negative dimension {length}: {list(args)}"
                raise op_error(RuntimeError, message, code="shape-mismatch")
        zeros: Tensor = OPS["zeros"].call(*args, dtype=chosen)
        return zeros

    def _of(self, values: Any, chosen: dtypes.DType) -> Tensor:
        if isinstance(values, Size):
            check_elements(values)
            return Tensor(np.zeros(values, chosen.numpy))
        if isinstance(values, Tensor) and (self.dtype or values.dtype) is values.dtype:
            alias: Tensor = OPS["alias"](values)
            return alias
        if isinstance(values, Tensor):
            message = f"expected {_options(chosen)} (got {_options(values.dtype)})"
            raise op_error(TypeError, message, code="dtype")
        if isinstance(values, str):
            raise op_error(TypeError, "new(): invalid data type 'str'", operands=(0,))
        if not isinstance(values, (Sequence, np.ndarray)):
            name = type(values).__name__
            message = f"new(): data must be a sequence (got {name})"
            raise op_error(TypeError, message, operands=(0,))
        made: Tensor = OPS["tensor"].call(values, dtype=chosen)
        return made


class OfCuda(TensorType):
    """The tensors of an element type on a CUDA device, of which there are none."""

    __slots__ = ()
    __module__, __qualname__ = "torch.cuda", "tensortype"

    @property
    def name(self) -> str:
        """The name, as ``Tensor.type`` takes it."""
        return f"torch.cuda.{self.__name__}"

    def __instancecheck__(self, value: object) -> bool:
        return False

    def __call__(self, *args: Any, **kwargs: Any) -> Tensor:
        """Refuse to make a tensor."""
        raise unavailable(self.name)


def unavailable(name: str) -> Exception:
    """Make the error for a type of tensors on a CUDA device."""
    message = f"type {name} not available. Torch not compiled with CUDA enabled."
    return op_error(TypeError, message, code="device")


_NEW = (
    "Legacy tensor new of the form tensor.new(tensor, device=device) is not supported.  Use "
    "torch.as_tensor(...) instead."
)
_MADE = (
    "Legacy tensor constructor of the form torch.Tensor(tensor, device=device) is not supported.  "
    "Use torch.tensor(...) or torch.as_tensor(...) instead."
)


def _options(dtype: dtypes.DType) -> str:
    return (
        f"TensorOptions(dtype={dtype.c_name}, device=cpu, layout=Strided, requires_grad=false "
        "(default), pinned_memory=false (default), memory_format=(nullopt))"
    )


def _combination(args: Sequence[Any], others: dict[str, Any]) -> str:
    """Return PyTorch's words for arguments that go together in no way."""
    given = ", ".join(type(value).__name__ for value in args)
    named = "".join(f"{name}={type(value).__name__}, " for name, value in others.items())
    return (
        f"new() received an invalid combination of arguments - got ({given}{named}), but expected "
        "one of:\n * (*, torch.device device)\n * (Tensor other)\n "
        "* (tuple of ints size, *, torch.device device)\n * (object data, *, torch.device device)\n"
    )


TYPES = {
    f"{name}Tensor": TensorType(f"{name}Tensor", dtype)
    for name, dtype in {
        "Float": dtypes.float32,
        "Double": dtypes.float64,
        "Half": dtypes.float16,
        "BFloat16": dtypes.bfloat16,
        "Long": dtypes.int64,
        "Int": dtypes.int32,
        "Short": dtypes.int16,
        "Char": dtypes.int8,
        "Byte": dtypes.uint8,
        "Bool": dtypes.bool_,
    }.items()
}

ON_CUDA = {name: OfCuda(name, kind.dtype) for name, kind in TYPES.items()}


def element_type(value: Any) -> dtypes.DType:
    """Return the element type of an old type of tensors, or of the name of one."""
    if str(getattr(value, "name", value)).startswith("torch.cuda."):
        check_device("cuda")
    if isinstance(value, TensorType):
        return value.dtype or STATE.default_dtype
    if not isinstance(value, (str, type)):
        raise op_error(TypeError, "dtype must be a type, str, or dtype object", operands=(1,))
    name = value if isinstance(value, str) else value.__name__
    if name == "torch.Tensor" or (isinstance(value, type) and issubclass(value, Tensor)):
        return STATE.default_dtype
    for dtype in dtypes.DTYPES.values():
        if name == f"torch.{dtype.scalar_name}Tensor":
            return dtype
    raise op_error(ValueError, f"invalid type: '{name}'", operands=(1,))
