"""What programs can ask about tensors and about PyTorch, and what is always the same here.

There is one device, one layout, one thread that computes; nothing is conjugated or negated later.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from itertools import pairwise
from types import FunctionType
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error, wrong_type
from gradcli.language.machine.functions import host_callable
from gradcli.numerics import arrays
from gradcli.numerics.device import CPU, STRIDED, Mark
from gradcli.numerics.dtypes import DTYPES
from gradcli.numerics.memory import TypedStorage, UntypedStorage, address
from gradcli.numerics.random import Generator
from gradcli.operators.signature import Signature


def _tensor(value: Any, function: str, argument: str = "input", position: int = 1) -> Tensor:
    """Return a tensor, or raise PyTorch's error for anything else."""
    if isinstance(value, Tensor):
        return value
    raise wrong_type(function, argument, position, "Tensor", value, position - 1)


def _answer(value: Any) -> Callable[..., Any]:
    return lambda *args, **kwargs: value


def _set_anomaly_enabled(mode: Any, check_nan: bool = True) -> None:
    STATE.anomaly, STATE.check_nan = bool(mode), bool(check_nan)


def _zero_(input: Any) -> Tensor:
    zeros: Tensor = OPS["zero"].inplace(_tensor(input, "zero_"))
    return zeros


def _one(input: Tensor, /) -> None:
    """Stand for the parameters of a function of a tensor."""


def _two(input: Tensor, other: Tensor, /) -> None:
    """Stand for the parameters of a function of two tensors."""


def _called(
    name: str, call: Callable[..., Any], body: Callable[..., None] = _one, *, method: bool = False
) -> Callable[..., Any]:
    """Return what calls a function with its arguments bound as those of operators are."""
    signature = Signature(name, body, skip=0)
    return lambda *args, **kwargs: call(*signature.bind(args, kwargs, method=method)[0])


def _telling(*, method: bool) -> dict[str, Callable[..., Any]]:
    """Return functions, or methods, that tell something of tensors."""
    calls: dict[str, Callable[[Tensor], Any]] = {
        "get_device": lambda tensor: -1,
        "is_signed": lambda tensor: tensor.dtype.is_signed,
        "resolve_neg": lambda tensor: tensor,
        **dict.fromkeys(("is_conj", "is_distributed", "is_neg"), lambda tensor: False),
    }
    found = {name: _called(name, call, method=method) for name, call in calls.items()}
    same = _called("is_same_size", lambda a, b: a.shape == b.shape, _two, method=method)
    return found | {"is_same_size": same}


def stored(name: str) -> Callable[..., Any]:
    """Return a function of what is loaded when memory or the generator's state is asked for."""

    def call(*args: Any, **kwargs: Any) -> Any:
        from gradcli.language.names.storages import FUNCTIONS as LATER

        return LATER[name](*args, **kwargs)

    return call


def _storage(kind: type[UntypedStorage]) -> Callable[..., Any]:
    def call(tensor: Tensor) -> Any:
        STATE.tell("bared", ("storage", tensor))
        return kind(tensor.array)

    return call


_REMOVED = ("eig", "lstsq", "matrix_rank", "solve", "symeig")


def _removed(name: str) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        from gradcli.language.names import removed  # for the oldest programs

        raise removed.refusal(name)

    return call


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: _removed(name) for name in _REMOVED},
    **_telling(method=False),
    "detach": _called("detach", Tensor.detach),
    "detach_": _called("detach_", Tensor.detach_),
    "is_complex": _called("is_complex", lambda tensor: tensor.dtype.is_complex),
    "is_floating_point": _called("is_floating_point", Tensor.is_floating_point),
    "is_inference": _called("is_inference", Tensor.is_inference),
    "is_nonzero": _called("is_nonzero", bool),
    "numel": _called("numel", Tensor.numel),
    "get_float32_matmul_precision": _answer("highest"),
    "get_num_interop_threads": _answer(1),
    "get_num_threads": _answer(1),
    "is_storage": _answer(False),
    "is_warn_always_enabled": lambda: STATE.warn_always,
    "get_rng_state": stored("get_rng_state"),
    "set_rng_state": stored("set_rng_state"),
    "set_anomaly_enabled": _set_anomaly_enabled,
    "zero_": _zero_,
    **dict.fromkeys(
        (
            "is_autocast_cache_enabled",
            "is_autocast_cpu_enabled",
            "is_autocast_enabled",
            "is_vulkan_available",
        ),
        _answer(False),
    ),
}
"""In torch."""


def _refuse_history(tensor: Tensor, name: str) -> None:
    if tensor.requires_grad:
        raise op_error(
            RuntimeError,
            f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() "
            "instead.",
            code="in-place",
            operands=(0,),
        )


def _computed(target: Tensor, operands: list[np.ndarray], function: Any) -> Tensor:
    """Replace each element by what a program's function makes of it and of its partners."""
    call = function if isinstance(function, FunctionType) else host_callable(function)
    rows = zip(*[operand.ravel().tolist() for operand in operands], strict=True)
    values = [call(*row) for row in rows]
    for value in values:
        if not isinstance(value, (bool, int, float, complex)):
            raise op_error(TypeError, f"must be real number, not {type(value).__name__}")
    found = np.array(values).reshape(target.array.shape)
    STATE.writes(target.array)
    np.copyto(target.array, found, casting="unsafe")
    target.changed()
    return target


def _apply_(tensor: Tensor, callable: Any) -> Tensor:
    """Replace each element by a function's result for it."""
    _refuse_history(tensor, "apply_")
    return _computed(tensor, [tensor.array], callable)


def _map_(tensor: Tensor, tensor2: Any, callable: Any) -> Tensor:
    """Replace each element by a function's result for it and one of another tensor."""
    return _mapped(tensor, "map_", callable, tensor2)


def _map2_(tensor: Tensor, x: Any, y: Any, callable: Any) -> Tensor:
    """Replace each element by a function's result for it and those of two other tensors."""
    return _mapped(tensor, "map2_", callable, x, y)


def _mapped(tensor: Tensor, name: str, function: Any, *others: Any) -> Tensor:
    shape = tensor.array.shape
    partners = []
    for place, value in enumerate(others, 1):
        other = _tensor(value, name, "tensor", place)
        _refuse_history(other, name)
        arrays.expanded_shape(other.array.shape, shape)
        partners.append(np.broadcast_to(other.array, shape))
    _refuse_history(tensor, name)
    return _computed(tensor, [tensor.array, *partners], function)


def _is_set_to(self: Tensor, /, tensor: Any) -> bool:
    """Tell whether two tensors are the same elements of the same memory."""
    a, b = self.array, _tensor(tensor, "is_set_to", "tensor").array
    return address(a) == address(b) and a.shape == b.shape and a.strides == b.strides


def _dim_order(tensor: Tensor, *, ambiguity_check: Any = False) -> tuple[int, ...]:
    """Return the dimensions from the one with the largest steps to the smallest.

    ``ambiguity_check`` refuses several possible orders, but for one of the formats in a list.
    """
    formats = ambiguity_check if isinstance(ambiguity_check, list) else []
    known = isinstance(ambiguity_check, (bool, list))
    if not known or not all(isinstance(item, Mark) and item is not STRIDED for item in formats):
        message = "The ambiguity_check argument must be a bool or a list of memory formats."
        raise op_error(TypeError, message)
    steps = arrays.strides(tensor.array)
    several = 1 in tensor.shape or any(a == b for a, b in pairwise(steps))
    if several and ambiguity_check is not False:
        from gradcli.operators.memory_format import is_laid

        if sum(is_laid(tensor.array, item) for item in formats) != 1:
            raise op_error(RuntimeError, _SEVERAL_ORDERS)
    return tuple(sorted(range(len(steps)), key=lambda d: -steps[d]))


_SEVERAL_ORDERS = (
    "The tensor does not have unique dim order, or cannot map to exact one of the given memory "
    "formats."
)


def _new(tensor: Tensor, *args: Any, **options: Any) -> Tensor:
    """Make a tensor of the same type, of values or of sizes."""
    from gradcli.operators.tensor_types import TensorType  # for programs of old

    return TensorType("new", tensor.dtype)(*args, **options)


def _grad_dtype(tensor: Tensor) -> Any:
    if not tensor.is_leaf:
        raise op_error(RuntimeError, "grad_dtype can only be accessed on leaf tensors.")
    return tensor.dtype


def _dir(tensor: Tensor) -> list[str]:
    """Return the names of what a tensor has, without the place of values that are not there yet."""
    return [name for name in object.__dir__(tensor) if name != "deferred"]


METHODS: dict[str, Callable[..., Any]] = {
    **_telling(method=True),
    **{name: _removed(name) for name in _REMOVED if name != "matrix_rank"},
    "apply_": _apply_,
    "dim_order": _dim_order,
    "is_nonzero": _called("is_nonzero", bool, method=True),
    "is_pinned": _answer(False),
    "is_set_to": _is_set_to,
    "is_shared": _answer(False),
    "map2_": _map2_,
    "map_": _map_,
    "new": _new,
    "set_": stored("set_"),
    "storage": _storage(TypedStorage),
    "untyped_storage": _storage(UntypedStorage),
    "to_dense": _called("to_dense", lambda tensor: tensor, method=True),
}
"""Of tensors."""

_KINDS = "cuda ipu maia meta mkldnn mps mtia nested quantized sparse sparse_csr vulkan xla xpu"
"""Kinds of tensors that there are none of."""

GETTERS: dict[str, Callable[[Tensor], Any]] = {
    "grad_dtype": _grad_dtype,
    "is_cpu": _answer(True),
    "itemsize": lambda tensor: tensor.array.itemsize,
    "layout": _answer(STRIDED),
    "name": _answer(None),
    "nbytes": lambda tensor: tensor.array.size * tensor.array.itemsize,
    **{f"is_{kind}": _answer(False) for kind in _KINDS.split()},
}
"""Attributes of tensors."""


OF_GENERATORS: dict[str, Callable[..., Any]] = {
    name: stored(name) for name in ("get_state", "set_state")
}
"""Methods of generators."""


def _made(array: np.ndarray, dtype: str, requires_grad: bool) -> Tensor:
    return Tensor(array.astype(DTYPES[dtype].numpy, copy=False), requires_grad)


def _reduced(tensor: Tensor) -> tuple[Callable[..., Tensor], tuple[np.ndarray, str, bool]]:
    """Say what a tensor is made of, for a process that it is sent to: its values alone."""
    return _made, (np.asarray(tensor.array), tensor.dtype.name, tensor.requires_grad)


def _size(size: Size) -> tuple[Callable[..., Size], tuple[tuple[int, ...]]]:
    return _sized, (tuple(size),)


def _sized(lengths: tuple[int, ...]) -> Size:
    return Size(lengths)


def install() -> None:
    """Give the classes what is told of their values, for code in Python; programs have tables."""
    for name, method in OF_GENERATORS.items():
        setattr(Generator, name, method)
    Generator.device = property(lambda generator: CPU)  # type: ignore[attr-defined]
    for name, method in METHODS.items():
        setattr(Tensor, name, method)
    copyreg.pickle(Tensor, _reduced)
    copyreg.pickle(Size, _size)
    Tensor.__dir__ = _dir  # type: ignore[assignment, method-assign]
    for name, getter in GETTERS.items():
        setattr(Tensor, name, property(getter))


_OF_MEMORY = (
    *(UntypedStorage.data_ptr, UntypedStorage.nbytes, UntypedStorage.size),
    *(UntypedStorage.resizable, UntypedStorage.tolist),
)
OF_STORAGES: dict[type, dict[str, Any]] = {
    kind: {"element_size": kind.element_size, **{m.__name__: m for m in _OF_MEMORY}}
    for kind in (UntypedStorage, TypedStorage)
}
OF_STORAGES[TypedStorage]["untyped"] = TypedStorage.untyped
