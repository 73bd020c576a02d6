"""``torch.Tensor`` for code in Python: the class of all tensors, called as PyTorch's is.

Everywhere else the class is called with an array that it keeps. What is called here makes a tensor
of sizes or of values; all that one may ask of a class is answered by the class of tensors itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core import tensor
from gradcli.operators.tensor_types import TensorType

_make = TensorType("Tensor", None)


class _Public(type):
    """The class of ``Tensor``, and of classes that derive from it."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make a tensor of sizes or of values; a derived class does as it says itself."""
        if cls is Tensor:
            return _make(*args, **kwargs)
        plain = cls.__init__ is tensor.Tensor.__init__  # type: ignore[misc]
        if plain and not (args and isinstance(args[0], (np.ndarray, tensor.Tensor))):
            args, kwargs = (_make(*args, **kwargs).array,), {}
        return super().__call__(*args, **kwargs)

    def __instancecheck__(cls, value: object) -> bool:
        """Tell whether a value is a tensor, or of a derived class."""
        return isinstance(value, _kind(cls)) if cls is Tensor else super().__instancecheck__(value)

    def __subclasscheck__(cls, other: type) -> bool:
        """Tell whether a class has tensors, or derives from a derived class."""
        return issubclass(other, _kind(cls)) if cls is Tensor else super().__subclasscheck__(other)

    def __eq__(cls, other: object) -> bool:
        """Tell whether two classes are the same, under either name."""
        return other is cls or other is _kind(cls)

    def __hash__(cls) -> int:
        return hash(_kind(cls)) if _kind(cls) is tensor.Tensor else type.__hash__(cls)

    def __setattr__(cls, name: str, value: Any) -> None:
        """Give all tensors an attribute."""
        type.__setattr__(_kind(cls), name, value)

    def __delattr__(cls, name: str) -> None:
        type.__delattr__(_kind(cls), name)


def _kind(cls: type) -> type:
    """Return the class that a class stands for."""
    return tensor.Tensor if cls.__dict__.get("_public") else cls


class Tensor(tensor.Tensor, metaclass=_Public):
    """An array that remembers how it was computed; made of sizes, or of a sequence of values."""

    __slots__ = ()
    __module__ = "torch"
    _public = True
