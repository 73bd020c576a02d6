"""What data are drawn with: PyTorch's functions of random numbers, and those that make tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

import gradcli.ops  # noqa: F401  (fills the table)
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.numerics import dtypes

__all__ = ["as_tensor", "function", "permutation", "random_seed"]


def function(name: str) -> Any:
    """Return a function of PyTorch's by its name."""
    return OPS.find("torch", name)


def as_tensor(value: Any, dtype: dtypes.DType | None = None) -> Tensor:
    """Return a tensor of some data, which shares an array's memory."""
    if isinstance(value, np.ndarray) and dtypes.is_supported(value.dtype):
        value = Tensor(value)
    tensor: Tensor = value if isinstance(value, Tensor) else function("tensor")(value)
    return tensor if dtype is None else tensor.astype(dtype)


def random_seed(generator: Any) -> int:
    """Draw a seed for a generator of its own, as every pass over data does."""
    number = function("empty")((), dtype=dtypes.int64).random_(generator=generator)
    return int(number.item())


def permutation(count: int, generator: Any) -> list[int]:
    """Draw an order of so many."""
    order: list[int] = function("randperm")(count, generator=generator).tolist()
    return order
