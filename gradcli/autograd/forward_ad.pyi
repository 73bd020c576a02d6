"""PyTorch's ``torch.autograd.forward_ad``; the names are those of the language."""

from typing import NamedTuple

from gradcli import Tensor, _Mode

class UnpackedDualTensor(NamedTuple):
    """The value of a tensor and its tangent."""

    primal: Tensor
    tangent: Tensor | None

class dual_level(_Mode):
    """Enter a level, and leave it at the end."""

    def __init__(self) -> None: ...
    def __enter__(self) -> int: ...  # type: ignore[override]

def enter_dual_level() -> int:
    """Enter the level, of which there is one; return its number."""

def exit_dual_level(*, level: int | None = None) -> None:
    """Leave the level; all tangents are forgotten."""

def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Tensor:
    """Return a tensor of the same memory that has a tangent."""

def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return the value of a tensor and its tangent, None where it has none."""
