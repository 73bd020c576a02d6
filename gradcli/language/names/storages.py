"""The memory of tensors as a thing of its own, and the state of the generator as a tensor.

This module is loaded when a program asks for either. It knows where tensors lie; it makes no memory
and hands none out, except that ``set_`` puts a tensor elsewhere in what a storage stands for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.shown import Shown
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error, wrong_type
from gradcli.language.limits import whole
from gradcli.language.names import contexts
from gradcli.numerics import memory
from gradcli.numerics.memory import UntypedStorage
from gradcli.numerics.random import Generator, GeneratorState


def set_(
    tensor: Tensor,
    source: Any = None,
    storage_offset: int = 0,
    size: Any = None,
    stride: Any = None,
) -> Tensor:
    """Let a tensor lie in the memory of another one or of a storage, as ``set_`` does."""
    storage_offset = whole(storage_offset)
    STATE.tell("bared", ("set", tensor, source))
    if isinstance(source, UntypedStorage):
        flat, dtype = source.elements, tensor.array.dtype
        among = max(dtype.itemsize // flat.itemsize, 1)
        flat = memory.retyped(flat[: flat.size // among * among], dtype)
        size = (flat.size - storage_offset,) if size is None else size
        wanted = _strided(Tensor(flat), size, stride, storage_offset)
    elif isinstance(source, Tensor):
        if source.dtype is not tensor.dtype:
            raise op_error(
                RuntimeError,
                "Could not set tensor of type "
                f"{source.dtype.c_name} to a tensor of type {tensor.dtype.c_name}",
                code="dtype",
            )
        wanted = source if size is None else _strided(source, size, stride, storage_offset)
    elif source is None:
        wanted = Tensor(np.zeros(0, tensor.array.dtype))
    else:
        raise wrong_type("set_", "source", 1, "Tensor or Storage", source)
    if tensor.requires_grad and STATE.grad_enabled:
        message = "a leaf Variable that requires grad is being used in an in-place operation."
        raise op_error(RuntimeError, message, code="in-place")
    tensor.array = wanted.array
    tensor.changed()
    return tensor


def _strided(source: Tensor, size: Any, stride: Any, offset: int) -> Tensor:
    """Return a view of a tensor's memory; without strides, of elements side by side."""
    shape = tuple(map(whole, (size,) if isinstance(size, int) else size))
    if not stride:
        stride = [int(np.prod(shape[d + 1 :], dtype=np.int64)) for d in range(len(shape))]
    found: Tensor = OPS["as_strided"](
        Tensor(memory.storage_of(source.array)[0]),
        size=shape,
        stride=tuple(map(whole, stride)),
        storage_offset=offset,
    )
    return found


# The state of the generator

_SIZE = 5056
"""How many bytes PyTorch's state of a generator has."""


def get_rng_state() -> Tensor:
    """Return the state of the program's generator as bytes, which ``set_rng_state`` takes back."""
    return get_state(STATE.generator)


def get_state(generator: Generator) -> Tensor:
    """Return the state of a generator as bytes."""
    seed, engine, spare = generator.snapshot()
    words = np.array(engine[1], np.uint64)
    rest = np.array([seed % 2**64, spare is not None], np.uint64)
    parts = (words, rest, np.array([spare or 0.0]).view(np.uint64))
    found = np.zeros(_SIZE, np.uint8)
    packed = np.concatenate(parts).view(np.uint8)
    found[: packed.size] = packed
    return Tensor(found)


def set_rng_state(new_state: Any) -> None:
    """Let the program's generator go on from a state that ``get_rng_state`` returned."""
    set_state(STATE.generator, new_state)


def set_state(generator: Generator, new_state: Any) -> Generator:
    """Let a generator go on from a state, and return it."""
    if not isinstance(new_state, Tensor) or new_state.array.dtype != np.uint8:
        kind = new_state.type() if isinstance(new_state, Tensor) else type(new_state).__name__
        raise op_error(TypeError, f"expected a torch.ByteTensor, but got {kind}")
    if new_state.array.size != _SIZE:
        message = (
            f"Expected a CPUGeneratorImplState of size {_SIZE} but found the input RNG state size "
            f"to be {new_state.array.size}"
        )
        raise op_error(RuntimeError, message)
    words = np.ascontiguousarray(new_state.array).view(np.uint64)
    numbers = words[:625].tolist()
    if numbers[624] > 624 or max(numbers) >= 2**32:
        raise op_error(RuntimeError, "Invalid mt19937 state")
    spare = float(words[627:628].view(np.float64)[0]) if words[626] else None
    state = GeneratorState(int(words[625]), (3, tuple(numbers), None), spare)
    return generator.manual_seed(state.seed).restore(state)


class fork_rng(Shown):
    """A context that puts the generator back at its end."""

    __module__ = "torch.random"
    __slots__ = ("state",)

    def __init__(self, devices: Any = None, enabled: bool = True, **others: Any) -> None:
        self.state: Any = enabled

    def __enter__(self) -> None:
        self.state = STATE.generator.snapshot() if self.state else None

    def __exit__(self, *exception: object) -> None:
        if self.state is not None:
            STATE.generator.restore(self.state)


class flags(Shown):
    """A context for how libraries of devices compute, which changes nothing."""

    __module__ = "torch.backends"
    __slots__ = ()

    def __init__(self, enabled: bool = False, *settings: Any, **others: Any) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exception: object) -> None:
        pass


contexts.CONTEXTS.update((flags, fork_rng))

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "flags": flags,
    "fork_rng": fork_rng,
    "get_rng_state": get_rng_state,
    "get_state": get_state,
    "set_": set_,
    "set_rng_state": set_rng_state,
    "set_state": set_state,
}
