"""Saved tensors in the form that a program's hooks give them.

This module knows how a tensor is packed and unpacked. It does not know which tensors are saved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gradcli.core.hooks import call_hook
from gradcli.core.modes import no_grad
from gradcli.core.node import Node
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics.arrays import check_broadcast

Pack = Callable[[Any], Any]


class Packing(NamedTuple):
    """What saved tensors are turned into, and back."""

    pack: Pack
    unpack: Pack


class Packed:
    """A saved tensor in the form that a program's hook gave it.

    ``edge`` is where gradients for the tensor go; ``unpack`` gives its values back.
    """

    __slots__ = ("edge", "is_leaf", "packed", "shape", "unpack_hook")

    cell = None

    def __init__(self, tensor: Tensor, packing: Packing) -> None:
        self.edge = tensor.edge() if tensor.requires_grad else None
        self.is_leaf = tensor.node is None
        self.unpack_hook = packing.unpack
        version = tensor._version
        self.shape = tensor.array.shape
        with no_grad():
            self.packed = call_hook(packing.pack, tensor)
        if tensor._version != version:
            raise op_error(
                RuntimeError,
                "A saved tensor pack hook is modifying its input in place. Tensors provided as "
                "input to pack hook cannot be modified by in-place operations as this can lead to "
                "unexpected side-effects. Please open an issue if you need to perform in-place "
                "operations on the input to a pack hook.",
            )

    def unpack(self, recording: bool) -> Any:
        """Return the array, or the tensor with the history that it had."""
        found = call_hook(self.unpack_hook, self.packed)
        if not isinstance(found, Tensor):
            raise op_error(
                TypeError,
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of "
                f"type {type(found).__name__}",
            )
        check_broadcast(self.shape, found.array.shape)
        if not recording:
            return found.array
        tensor = Tensor(found.array)
        if self.edge is None:
            return tensor
        if not self.is_leaf:
            tensor.attach(*self.edge)
            return tensor
        leaf = self.edge[0]
        return leaf if leaf.array is found.array else _standing_for(leaf, tensor)

    def shown(self) -> Tensor:
        """Return the tensor as a program sees it."""
        if self.edge is None or not self.is_leaf:
            tensor: Tensor = self.unpack(True)
            return tensor
        return Tensor(self.unpack(False), True)


def _standing_for(leaf: Tensor, tensor: Tensor) -> Tensor:
    """Let a tensor pass gradients on to a leaf."""
    identity = OPS["_same"]
    node = Node(identity, str(identity.label), ((leaf, 0),), tensor.array.shape, tensor.array.dtype)
    node.saved = ((),)
    tensor.attach(node, 0)
    return tensor
