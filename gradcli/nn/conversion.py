"""What ``Module.to`` is asked for: a type, a device that may be missing, another tensor's."""

from __future__ import annotations

from itertools import chain
from types import NoneType
from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.errors import OpError
from gradcli.nn.calls import torch
from gradcli.numerics import dtypes
from gradcli.numerics.device import make_device
from gradcli.operators.refusals import invalid
from gradcli.operators.wording import FORMS_OF_TO, no_form

__all__: list[str] = []


def wanted_type(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dtypes.DType | None:
    """Return the element type that arguments of ``Module.to`` ask for, if they do.

    A device that is not there is refused where there is a tensor to be moved.
    """
    names: tuple[str, ...] = ("device", "dtype", "non_blocking")
    if args and isinstance(args[0], dtypes.DType):
        names = ("dtype", "non_blocking")
    elif args and isinstance(args[0], Tensor):
        names = ("tensor", "non_blocking")
    given = dict(zip(names, args, strict=False)) | kwargs
    tensor, dtype = given.get("tensor"), given.get("dtype")
    flag = given.get("non_blocking", False)
    if not isinstance(dtype, (dtypes.DType, NoneType)) or not isinstance(flag, bool):
        raise no_form("to", args, kwargs, FORMS_OF_TO)
    if "copy" in given or len(args) > len(names):
        raise invalid(".to() does not accept copy argument")
    try:
        torch.empty(0).to(*args, **kwargs)  # which refuses what it does not know
    except OpError as error:
        tensors = chain(module.parameters(), module.buffers())
        if error.code != "device" or "device" not in given or any(True for _ in tensors):
            raise
        make_device(given["device"])
    return dtype if tensor is None else tensor.dtype
