"""PyTorch's ``torch.autograd.forward_ad``: a level at which tensors have tangents.

This module knows what makes a dual tensor and takes it apart. How operators carry tangents along is
known to ``tangents``.
"""

from __future__ import annotations

from typing import NamedTuple

from gradcli.core.modes import Mode
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import UNTRACKED
from gradcli.errors import op_error, wrong_type
from gradcli.numerics.dtypes import DIFFERENTIABLE
from gradcli.transforms.tangents import Tangents, current


class UnpackedDualTensor(NamedTuple):
    """The value of a tensor and its tangent."""

    primal: Tensor
    tangent: Tensor | None


def enter_dual_level() -> int:
    """Enter the level, of which there is one; return its number."""
    if current() is not None:
        message = "Nested forward mode AD is not supported at the moment"
        raise op_error(RuntimeError, message)
    Tangents().__enter__()
    return 0


def exit_dual_level(*, level: int | None = None) -> None:
    """Leave the level; all tangents are forgotten."""
    found = current()
    if level is not None and level != (-1 if found is None else 0):
        raise op_error(
            RuntimeError,
            "Trying to exit a forward AD level that was not the last one that was created. This "
            "is not supported.",
        )
    if found is None:
        raise op_error(RuntimeError, "Dual level must be a positive number.")
    found.__exit__()


class dual_level(Mode):
    """Enter a level, and leave it at the end."""

    __slots__ = ()
    module = "torch.autograd.forward_ad"

    def __enter__(self) -> int:  # type: ignore[override]
        return enter_dual_level()

    def __exit__(self, *exception: object) -> None:
        exit_dual_level()


def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Tensor:
    """Return a tensor of the same memory that has a tangent."""
    tangents = current()
    if tangents is None or (level is not None and level < 0):
        raise op_error(
            RuntimeError,
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to "
            "enter_dual_level() first.",
        )
    for what, value in (("primal", tensor), ("tangent", tangent)):
        if not isinstance(value, Tensor):
            kind = type(value).__name__
            message = f"'{kind}' object has no attribute 'is_floating_point'"
            raise op_error(AttributeError, message)
        if value.array.dtype.kind not in DIFFERENTIABLE:
            raise op_error(
                ValueError,
                f"Expected {what} to be floating point or complex, but got: {value.dtype!r}",
            )
    if tangents.tangent(tensor) is not None:
        raise op_error(
            RuntimeError,
            "Making a dual Tensor based on a Tensor that already has a forward gradient at the "
            "same level 0 is not supported.",
        )
    with tangents.aside():
        dual: Tensor = OPS["view"](tensor, shape=tensor.array.shape)
    tangents.put(dual, _laid_out(tangent, dual))
    return dual


def _laid_out(tangent: Tensor, dual: Tensor) -> Tensor:
    """Return a tangent whose memory is laid out as its tensor's is; a copy if it was not."""
    if tangent.array.shape != dual.array.shape or tangent.stride() == dual.stride():
        return tangent
    if tangent.array.size < 2:
        return tangent
    copy: Tensor = OPS["zeros_like"](dual.detach()).to(tangent.dtype)
    return copy.copy_(tangent)


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return the value of a tensor and its tangent, None where it has none."""
    tangents = current()
    if tangents is None or (level is not None and level < 0):
        return UnpackedDualTensor(tensor, None)
    if not isinstance(tensor, Tensor):
        raise wrong_type("_unpack_dual", "dual", 1, "Tensor", tensor)
    with tangents.aside():
        primal: Tensor = OPS["_same"](tensor)
    if primal.node is not None:
        primal.node.label = "Identity"
    if tensor.version is not UNTRACKED:
        primal.version = tensor.shared_version()
    tangents.give(primal, None)
    return UnpackedDualTensor(primal, tangents.tangent(tensor))


for _kind in (UnpackedDualTensor, dual_level):
    _kind.__module__ = "torch.autograd.forward_ad"
