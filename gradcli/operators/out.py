"""Results written into tensors that the caller has, as ``torch.add(a, b, out=c)`` does.

This module knows what may be written where. What is computed is known to ``op``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.operators.return_types import ReturnType


def compute_into(
    out: Any, name: str, compute: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
) -> Any:
    """Write the results of a function into ``out``, a tensor or a tuple of them, and return it."""
    targets = out if isinstance(out, (tuple, list)) else (out,)
    for target in targets:
        if not isinstance(target, Tensor):
            kind = type(target).__name__
            raise op_error(TypeError, f"{name}(): argument 'out' must be Tensor, not {kind}")
    if STATE.grad_enabled and any(map(_needs_grad, (*args, *kwargs.values(), *targets))):
        raise op_error(
            RuntimeError,
            f"{name}(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad.",
            code="requires-grad",
        )
    result = compute(*args, **kwargs)
    results = result if isinstance(result, tuple) else (result,)
    if len(results) != len(targets) or isinstance(out, Tensor) is isinstance(result, tuple):
        what = "a Tensor" if isinstance(result, Tensor) else f"a tuple of {len(results)} Tensors"
        raise op_error(TypeError, f"{name}(): argument 'out' must be {what}")
    for target, value in zip(targets, results, strict=True):
        _write(target, value)
    if isinstance(result, ReturnType):
        return ReturnType(f"{name}_out", result.fields, targets)
    return out


def _needs_grad(value: Any) -> bool:
    parts: Iterable[Any] = value if isinstance(value, (tuple, list)) else (value,)
    return any(isinstance(part, Tensor) and part.requires_grad for part in parts)


def _write(target: Tensor, value: Tensor) -> None:
    """Overwrite a tensor, of another shape if need be."""
    if target.dtype.category < value.dtype.category:
        raise op_error(
            RuntimeError,
            f"result type {value.dtype.scalar_name} can't be cast to the desired output type "
            f"{target.dtype.scalar_name}",
            code="dtype",
        )
    if target.shape != value.shape:
        if target.numel():
            warn(
                "An output with one or more elements was resized since it had shape "
                f"{list(target.shape)}, which does not match the required output shape "
                f"{list(value.shape)}. This behavior is deprecated, and in a future PyTorch "
                "release outputs will not be resized unless they have zero elements. You can "
                "explicitly reuse an out tensor t by resizing it, inplace, to zero elements with "
                "t.resize_(0).",
                code="resized",
            )
        OPS["resize"](target, size=tuple(value.shape))
    copy = OPS["copy"].inplace
    assert copy is not None
    copy(target, value.detach())
