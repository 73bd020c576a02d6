"""Results written into tensors that the caller has, as ``torch.add(a, b, out=c)`` does.

This module knows what may be written where. What is computed is known to ``op``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import BORN, UNTRACKED
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics.arrays import strides
from gradcli.numerics.memory import is_dense, relaid, storage_of
from gradcli.numerics.overlap import check_overlap
from gradcli.operators.converters import type_name
from gradcli.operators.forms import OTHERS
from gradcli.operators.refusals import check_elements
from gradcli.operators.return_types import ReturnType
from gradcli.operators.signature import Signature
from gradcli.operators.without_out import check_has_out


def compute_into(out: Any, op: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Write the results of an operator into ``out``, a tensor or a tuple of them, and return it."""
    name = op.parameters.name
    _check_arguments(op, tuple(args), kwargs, out)
    STATE.tell("filled", (op, *args, *kwargs.values(), out))
    asked = kwargs.get("dtype") is not None
    typed = "dtype" in op.parameters.by_keyword and op.name not in _OF_THEIR_OWN_TYPE
    if typed and isinstance(out, Tensor):
        if not asked and op.name in _MEASURED:
            from gradcli.operators.out_types import check_measured

            check_measured(op.name, args, out.dtype)
        kwargs.setdefault("dtype", out.dtype)
    targets = out if isinstance(out, (tuple, list)) else (out,)
    if isinstance(out, (tuple, list)) and op.name == "nonzero":
        raise op_error(TypeError, f"{name}(): argument 'out' must be Tensor, not tuple")
    if op.name == "nonzero" and kwargs.get("as_tuple"):
        raise op_error(RuntimeError, "nonzero does not support the out kwarg when as_tuple is True")
    for target in targets:
        if not isinstance(target, Tensor):
            _check_keyword(op.parameters, tuple(args), {**kwargs, "out": out})
            kind = type_name(target)
            raise op_error(TypeError, f"{name}(): argument 'out' must be Tensor, not {kind}")
    if op.fields and isinstance(out, Tensor) and op.name not in _OF_ALL:
        message = f"{name}(): argument 'out' must be tuple of Tensors, not Tensor"
        raise op_error(TypeError, message)
    given = (*args, *kwargs.values())
    way = _check_recorded(op, args, kwargs, targets)
    for target in targets:
        _check_reads(op, target, [*args, *kwargs.values()], len(targets) > 1)
    result = op.call(*args, **kwargs)
    results = result if isinstance(result, tuple) else (result,)
    if len(results) != len(targets) or isinstance(out, Tensor) is isinstance(result, tuple):
        what = "a Tensor" if isinstance(result, Tensor) else f"a tuple of {len(results)} Tensors"
        raise op_error(TypeError, f"{name}(): argument 'out' must be {what}")
    for place, (target, value) in enumerate(zip(targets, results, strict=True)):
        if target.dtype is not value.dtype:
            from gradcli.operators.out_types import check_type  # which few programs need

            form = _form(op.parameters.name, args)
            check_type(form, place, len(targets), value.dtype, target.dtype, asked)
        _fit(target, value, op)
        copy = OPS["copy"].inplace
        assert copy is not None
        if BORN and target.version is not UNTRACKED:  # PyTorch lets captured tensors be filled so
            target.shared_version().level = BORN[-1]
        if way == "copy":
            copy(target, value.reshape(target.shape))
            continue
        with STATE.replaced(grad_enabled=False):
            copy(target, value.detach().reshape(target.shape))
        if way:
            from gradcli.operators.out_gradients import record_unknown

            record_unknown(way, [x for x in (*given, target) if _needs_grad(x)], target)
    if isinstance(result, ReturnType):
        return ReturnType(f"{name}_out", result.fields, targets)
    return out


def _check_recorded(
    op: Any, args: Sequence[Any], kwargs: dict[str, Any], targets: Sequence[Tensor]
) -> str:
    """Refuse to write what a gradient or a tangent would have to be known of.

    Returns what is recorded all the same, as ``out_gradients.way`` does.
    """
    way, name, given = "", op.parameters.name, (*args, *kwargs.values(), *targets)
    followed = op.differentiable or op.composite or op.creation or op.name in _DRAWN
    tracked = STATE.grad_enabled and followed and op.name not in _UNRECORDED
    if tracked and any(map(_needs_grad, given)):
        from gradcli.operators import out_gradients  # which few programs need

        way = out_gradients.way(op, args, kwargs, targets)
    for observer in STATE.observers:
        if any(observer.tangent(part) is not None for value in given for part in _parts(value)):
            raise op_error(
                NotImplementedError,
                f"Trying to use forward AD with {name}_out that does not support it because it is "
                "an out= function",
            )
    return way


_OF_ALL = {"max", "min"}
"""Operators that have several results along a dimension only."""
_UNRECORDED = {"eq", "ge", "gt", "le", "lt", "multinomial", "ne", "nonzero"}
"""Operators without a derivative, whose results PyTorch writes where a gradient is asked for."""
_DRAWN = {"normal"}
"""Operators without a derivative, of which PyTorch says so where a gradient is asked for."""


def _check_arguments(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any) -> None:
    """Refuse arguments that do not fit, which PyTorch looks at before all else."""
    signature, given = op.parameters, {**kwargs, "out": out}
    try:
        signature.bind(args, kwargs, method=False)
    except TypeError as error:
        from gradcli.operators.wording import is_python  # tables for errors alone

        if op.name in OTHERS:
            return
        if is_python(signature.name):
            check_has_out(op.name, signature, args, given)
        if "invalid combination" not in str(error):
            raise
        raise signature.invalid_combination(args, given, False) from None
    check_has_out(op.name, signature, args, given)


_MEASURED = {"mean", "nanmean", "nansum"}
"""Operators that take the type of ``out=`` for the one to compute in."""


def _form(name: str, args: Sequence[Any]) -> str:
    """Return the function that PyTorch runs, where it depends on the arguments."""
    second = args[1] if len(args) > 1 else None
    if name == "abs" and isinstance(args[0], Tensor) and args[0].is_complex():
        return "abs of complex"
    if name == "norm" and second == "nuc":
        return "linalg_matrix_norm"
    if not isinstance(second, Tensor):
        return name
    if name == "inner" and not (args[0].ndim and second.ndim):
        return "mul"
    if name == "matmul" and args[0].ndim == second.ndim == 1:
        return "dot"
    return {"max": "maximum", "min": "minimum"}.get(name, name)


_NORMS = {"norm", "linalg_norm", "linalg_matrix_norm", "linalg_vector_norm"}
_OF_THEIR_OWN_TYPE = _NORMS | {"softmax", "log_softmax"}
"""Operators whose results have the type that ``dtype=`` says, and not that of ``out=``."""


def _check_keyword(signature: Signature, args: tuple[Any, ...], given: dict[str, Any]) -> None:
    """Refuse what is no tensor where results should go, if that is not for its type alone."""
    from gradcli.operators.wording import is_python  # tables for errors alone

    if is_python(signature.name):
        message = f"{signature.name}() got an unexpected keyword argument 'out'"
        raise op_error(TypeError, message)
    if signature.is_ambiguous(args, given, False):
        raise signature.invalid_combination(args, given, False)


def _needs_grad(value: Any) -> bool:
    return any(isinstance(part, Tensor) and part.requires_grad for part in _parts(value))


_APART = {"aminmax", "kthvalue", "max", "median", "min", "mode", "nanmedian", "topk"}
_APART |= {"cat", "column_stack", "dstack", "hstack", "stack", "vstack"}
_APART |= {"gather", "index_select", "masked_select", "nonzero", "take", "take_along_dim"}
"""Operators that write to other places than they read, so may not share any memory."""
_FREE = {"addbmm", "addmm", "addmv", "addr", "baddbmm", "renorm", "tril", "triu"}
"""Operators with a form in place that PyTorch does not check when it writes elsewhere."""


def _check_reads(op: Any, target: Tensor, given: Sequence[Any], several: bool) -> None:
    """Refuse, as PyTorch does, to write where something else is still to be read.

    It does not look at reductions, products and the like.
    """
    reads = [[part.array for part in _parts(value) if isinstance(part, Tensor)] for value in given]
    name = op.parameters.name
    strict = name in _APART and (several or name not in ("max", "min"))
    alike = op.inplace is not None or op.broadcasts or op.fields or name == "where"
    if strict or (alike and name not in _FREE):
        places = "index" in op.parameters.operands
        for position, arrays in enumerate(reads):
            check_overlap(target.array, arrays, strict=strict or (places and position > 0))


def _parts(value: Any) -> Iterable[Any]:
    return value if isinstance(value, (tuple, list)) else (value,)


_SERIES = frozenset({"arange", "fft_fftfreq", "fft_rfftfreq", "linspace", "logspace", "range"})
"""Functions that fill what they are given in any shape of as many elements."""


_COUNTED = _SERIES - {"linspace", "logspace", "range"}
"""Those whose count of elements is computed, and may not be the one meant."""


def _fit(target: Tensor, value: Tensor, op: Any) -> None:
    """Give a tensor that is to be overwritten the shape of a result, if need be."""
    series = op.parameters.name in _SERIES
    if target.shape != value.shape and not (series and target.numel() == value.numel()):
        if target.numel() and op.parameters.name in _COUNTED:
            warn(
                f"The number of elements in the out tensor of shape {list(target.shape)} is "
                f"{target.numel()} which does not match the computed number of elements "
                f"{value.numel()}. Note that this may occur as a result of rounding error. The out "
                f"tensor will be resized to a tensor of shape {tuple(value.shape)}.",
                code="resized",
            )
        elif target.numel() and not op.creation:
            warn(
                "An output with one or more elements was resized since it had shape "
                f"{list(target.shape)}, which does not match the required output shape "
                f"{list(value.shape)}. This behavior is deprecated, and in a future PyTorch "
                "release outputs will not be resized unless they have zero elements. You can "
                "explicitly reuse an out tensor t by resizing it, inplace, to zero elements with "
                "t.resize_(0).",
                code="resized",
            )
        resize(target, tuple(value.shape), written=True)
        steps = [step * target.array.itemsize for step in strides(value.array)]
        if type(value.array) is type(target.array) is np.ndarray and is_dense(value.array):
            target.array = relaid(target.array, value.shape, steps)


def resize(tensor: Tensor, size: tuple[int, ...], written: bool = False) -> None:
    """Give a tensor another shape of the same memory, which grows where it must, by zeros.

    A tensor that requires a gradient is refused, if it is not ``written`` anew.
    """
    if tensor.requires_grad and not written and not STATE.inference:
        message = "cannot resize variables that require grad"
        raise op_error(RuntimeError, message, code="in-place")
    if any(length < 0 for length in size):
        message = "numel: integer multiplication overflow"
        raise op_error(RuntimeError, message, code="shape-mismatch")
    check_elements(size)
    STATE.tell("bared", ("resize", tensor))
    flat, start = storage_of(tensor.array)
    count = prod(size)
    if start + count > flat.size:  # PyTorch leaves undefined what comes after the old elements
        if tensor.version is not None and tensor.version.exposed:
            raise op_error(RuntimeError, "Trying to resize storage that is not resizable")
        grown = np.zeros(start + count, dtype=flat.dtype)
        grown[: flat.size] = flat
        flat = grown
    tensor.array = flat[start : start + count].reshape(size)
