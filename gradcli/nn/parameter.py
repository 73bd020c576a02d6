"""Parameters: the tensors that a layer learns, and the buffers that it keeps beside them."""

from __future__ import annotations

from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.errors import wrong_type
from gradcli.nn import names
from gradcli.nn.calls import torch
from gradcli.operators.refusals import invalid

__all__ = names("parameter")


def _array(data: Any) -> Any:
    """Return the array to share, of a tensor or of nothing."""
    if data is None:
        return torch.empty(0).array
    if not isinstance(data, Tensor):
        kind = type(data).__name__
        raise invalid(f"'{kind}' object has no attribute 'detach'", AttributeError)
    return data.array


class _Registered(Tensor):
    """What both share: operations make plain tensors of them."""

    __slots__ = ()

    def __array_wrap__(self, array: Any, context: Any = None, scalar: bool = False) -> Any:
        """Return an array as a tensor."""
        return Tensor(self.array).__array_wrap__(array, context)


class Parameter(_Registered):
    """A tensor that a module registers as one of its parameters when it is assigned to it."""

    __slots__ = ()

    def __init__(self, data: Any = None, requires_grad: bool = True) -> None:
        super().__init__(_array(data))
        if data is not None:
            self.version = data.shared_version()
        if not isinstance(requires_grad, bool):
            raise wrong_type("_make_subclass", "require_grad", 3, "bool", requires_grad)
        if requires_grad and not (self.is_floating_point() or self.is_complex()):
            raise invalid("Only Tensors of floating point and complex dtype can require gradients")
        self.needs_grad = requires_grad

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _parameter, (self.detach(), self.requires_grad)

    def __repr__(self) -> str:
        return "Parameter containing:\n" + super().__repr__()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        made = type(self)(Tensor(self.array.copy(order="K")), self.requires_grad)
        memo[id(self)] = made
        return made


class Buffer(_Registered):
    """A tensor that a module registers as one of its buffers when it is assigned to it."""

    __slots__ = ("persistent",)

    def __init__(self, data: Any = None, *, persistent: bool = True) -> None:
        super().__init__(_array(data), data is not None and data.requires_grad)
        self.persistent = persistent
        if data is not None:
            self.version = data.shared_version()

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _buffer, (self.detach().requires_grad_(self.requires_grad), self.persistent)


# What makes them in another process, which finds functions where they are.


def _parameter(data: Tensor, requires_grad: bool) -> Parameter:
    return Parameter(data, requires_grad)


def _buffer(data: Tensor, persistent: bool) -> Buffer:
    return Buffer(data, persistent=persistent)


for _kind in (Parameter, Buffer):
    _kind.__module__ = "torch.nn.parameter"
