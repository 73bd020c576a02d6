"""Devices by name, layouts and memory formats: where tensors lie, and how.

Tensors lie on one device, the CPU, in one layout; the others can only be asked for.
"""

from __future__ import annotations

from typing import Any

from gradcli.errors import op_error, wrong_type

_TYPES = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, "
    "mps, meta, hpu, mtia, privateuseone"
)
_KNOWN = frozenset(_TYPES.split(", "))


class Device:
    """A place for tensors: its type, and an index where one was given."""

    __slots__ = ("index", "type")

    def __init__(self, type: Any = None, index: Any = None) -> None:
        self.type: str
        self.index: int | None
        self.type, self.index = _parsed(type, index)

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Device):
            return NotImplemented
        return (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __enter__(self) -> Device:
        check_device(self)  # where tensors are made from now on
        return self

    def __exit__(self, *exception: object) -> None:
        pass


# as Python's messages name a type that is written in C
Device.__module__, Device.__qualname__, Device.__name__ = "torch", "device", "torch.device"


def make_device(type: Any = None, index: Any = None) -> Device:
    """Make a device of its name, or of its type and index."""
    return type if isinstance(type, Device) else Device(type, index)


def _parsed(type: Any, index: Any) -> tuple[str, int | None]:
    """Return the type and the index of a device that is given by name."""
    if isinstance(type, Device):
        return type.type, type.index
    if isinstance(type, int) and not isinstance(type, bool):
        raise op_error(
            RuntimeError, "Cannot access accelerator device when none is available.", code="device"
        )
    if not isinstance(type, str):
        given = "" if type is None else type.__class__.__name__
        raise op_error(
            TypeError,
            f"device() received an invalid combination of arguments - got ({given}), but expected "
            "one of:\n * (torch.device device)\n * (str type, int index = -1)\n",
        )
    if index is not None and (isinstance(index, bool) or not isinstance(index, int)):
        raise wrong_type("device", "index", 2, "int", index)
    name, colon, number = type.partition(":")
    if not type:
        raise op_error(RuntimeError, "Device string must not be empty", operands=(0,))
    if name not in _KNOWN:
        message = f"Expected one of {_TYPES} device type at start of device string: {name}"
        raise op_error(RuntimeError, message, code="device", operands=(0,))
    if colon:
        if not number.isdecimal() or (number[0] == "0" and number != "0"):
            raise op_error(RuntimeError, f"Invalid device string: '{type}'", operands=(0,))
        if index is not None:
            message = (
                "type (string) must not include an index because index was passed explicitly: "
            )
            raise op_error(RuntimeError, message + type, operands=(0,))
        index = int(number)
    return name, index


CPU = Device("cpu")


def check_device(device: Any) -> bool:
    """Raise what PyTorch raises where a tensor cannot be put, and return True elsewhere."""
    if device is None or device is CPU or device == "cpu":
        return True
    type = make_device(device).type
    if type == "cpu":
        return True
    if type == "cuda":
        raise op_error(AssertionError, "Torch not compiled with CUDA enabled", code="device")
    raise op_error(
        RuntimeError, f"PyTorch is not linked with support for {type} devices", code="device"
    )


class Mark:
    """A constant that only stands for itself, as ``torch.strided``."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Layout(Mark):
    """How the elements of a tensor are kept."""

    __slots__ = ()


# PyTorch's types are written in C, where the name in Python's messages is the full one.
for _kind, _name in ((Mark, "memory_format"), (Layout, "layout")):
    _kind.__module__, _kind.__name__, _kind.__qualname__ = "torch", f"torch.{_name}", _name

MARKS = {
    name: Mark(f"torch.{name}")
    for name in ("channels_last", "channels_last_3d", "contiguous_format", "preserve_format")
}
MARKS["strided"] = STRIDED = Layout("torch.strided")
"""Memory formats, and the one layout."""
