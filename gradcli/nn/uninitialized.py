"""Parameters and buffers whose shape is not known yet: whoever asks for their values is refused."""

from __future__ import annotations

from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.nn import names
from gradcli.nn.calls import torch
from gradcli.nn.parameter import Parameter
from gradcli.numerics.dtypes import DType
from gradcli.operators.refusals import invalid

__all__ = names("uninitialized")

_SHAPE = (
    "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
    "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. "
    "Call `forward` to initialize the parameters before accessing their attributes."
)
_USED = (
    "Attempted to use an uninitialized parameter in an operation. This error happens when you are "
    "using a `LazyModule` or explicitly manipulating `torch.nn.parameter.KIND` objects. When using "
    "LazyModules Call `forward` with a dummy batch to initialize the parameters before calling "
    "torch functions"
)


class _Nothing:
    """What stands in the place of an array."""

    def __init__(self, dtype: DType) -> None:
        self.dtype = dtype.numpy

    @property
    def shape(self) -> Any:
        """Refuse."""
        raise invalid(_SHAPE)

    ndim = shape


class Uninitialized(Tensor):
    """What both kinds share: an element type, and no values."""

    __slots__ = ()
    __module__ = "torch.nn.parameter"
    known = False
    _becomes: type = Tensor
    _dtype: DType

    def _start(self, requires_grad: bool, device: Any, dtype: Any) -> None:
        empty = torch.empty(0, device=device, dtype=dtype)
        Tensor.__init__(self, empty.array, requires_grad)
        self._dtype = empty.dtype

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Become a tensor of a shape, whose elements are anything."""
        made = torch.empty(shape, device=device, dtype=self._dtype if dtype is None else dtype)
        del self._dtype
        self.__class__ = self._becomes
        self.array = made.array

    @property
    def array(self) -> Any:
        """Refuse."""
        raise invalid(_USED.replace("KIND", type(self).__name__), ValueError)

    @array.setter
    def array(self, array: Any) -> None:
        """Keep nothing."""

    @property
    def held(self) -> Any:
        """What has an element type, and refuses to tell a shape."""
        return _Nothing(self._dtype)

    @property
    def data(self) -> Any:
        """The tensor itself."""
        return self

    @data.setter
    def data(self, value: Any) -> None:
        """Be given what a conversion made, which is the tensor itself."""

    def _values(self) -> Any:
        """Return the values that there are, which a program may fill."""
        return torch.empty(0, dtype=self._dtype)

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """Have another element type from now on."""
        for value in (*args, *kwargs.values()):
            if isinstance(value, (DType, Tensor)):
                self._dtype = value if isinstance(value, DType) else value.dtype
        return self

    def cpu(self) -> Any:
        """Return the tensor itself; there is one device."""
        return self

    def detach(self) -> Any:
        """Return the tensor itself, which no operation made."""
        return self

    def share_memory_(self) -> Any:
        """Refuse."""
        raise invalid(
            "Can't share memory on an uninitialized parameter or buffer. Call `forward` to "
            "initialize the parameters before calling `module.share_memory()`."
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _waiting, (isinstance(self, Parameter), self.requires_grad, self._dtype)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        made = type(self)(self.requires_grad, dtype=self._dtype)  # type: ignore[call-arg]
        memo[id(self)] = made
        return made


class UninitializedParameter(Uninitialized, Parameter):
    """A parameter whose shape follows from the first input of its module."""

    __slots__ = ()
    _becomes = Parameter

    def __init__(self, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> None:
        self._start(requires_grad, device, dtype)


class UninitializedBuffer(Uninitialized):
    """A buffer whose shape follows from the first input of its module."""

    __slots__ = ()

    def __init__(
        self,
        requires_grad: bool = False,
        device: Any = None,
        dtype: Any = None,
        persistent: bool = True,
    ) -> None:
        self._start(requires_grad, device, dtype)


def _waiting(is_parameter: bool, requires_grad: bool, dtype: Any) -> Uninitialized:
    """Make one that another process has sent."""
    kind = UninitializedParameter if is_parameter else UninitializedBuffer
    return kind(requires_grad, dtype=dtype)


for _kind in (UninitializedParameter, UninitializedBuffer):
    _kind.__module__ = "torch.nn.parameter"
