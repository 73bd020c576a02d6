"""PyTorch's old types of tensors, ``torch.FloatTensor`` and its like: element types that make."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.numerics import dtypes


class TensorType:
    """The tensors of an element type, or without one of the default type.

    Called with sizes it makes zeros, with a sequence a tensor of its values.
    """

    __slots__ = ("__name__", "dtype")

    def __init__(self, name: str, dtype: dtypes.DType | None) -> None:
        self.__name__ = name
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"<class 'torch.{self.__name__}'>"

    @property
    def name(self) -> str:
        """The name, as ``Tensor.type`` gives it."""
        return f"torch.{self.__name__}"

    def __instancecheck__(self, value: object) -> bool:
        """Tell whether a value is such a tensor."""
        return isinstance(value, Tensor) and value.dtype is self.dtype

    def __call__(self, *args: Any) -> Tensor:
        """Make a tensor of a sequence, or of sizes."""
        chosen = self.dtype or STATE.default_dtype
        if len(args) == 1 and not isinstance(args[0], int):
            if isinstance(args[0], Size):
                return Tensor(np.zeros(args[0], chosen.numpy))
            made: Tensor = OPS["tensor"].call(args[0], dtype=chosen)
            return made
        if not args:
            return Tensor(np.zeros(0, chosen.numpy))
        zeros: Tensor = OPS["zeros"].call(*args, dtype=chosen)
        return zeros


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


def element_type(value: Any) -> Any:
    """Return the element type of an old type; other values as they are."""
    return value.dtype if isinstance(value, TensorType) else value
