"""PyTorch's functions about element types, and about how tensors are made and printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.core.promote import promote_types, result_type, whole_sizes
from gradcli.core.shown import Shown
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.core.warn import warn
from gradcli.errors import op_error, wrong_type
from gradcli.language.machine.functions import Builtin, host_callable
from gradcli.language.names.info import finfo, iinfo
from gradcli.numerics import dtypes
from gradcli.numerics import printing as format
from gradcli.numerics.dtypes import DType

# Shapes


def make_size(sizes: Any = ()) -> Size:
    """Make a shape of integers, or of tensors of one integer."""
    return Size(whole_sizes(iter(sizes)))  # what cannot be gone over is refused here


# Element types


def _typed(value: object, function: str, argument: str, position: int) -> DType:
    if isinstance(value, DType):
        return value
    raise wrong_type(function, argument, position, "torch.dtype", value, position - 1)


def _promote_types(type1: Any, type2: Any) -> DType:
    return promote_types(
        _typed(type1, "promote_types", "type1", 1), _typed(type2, "promote_types", "type2", 2)
    )


def _can_cast(from_: Any, to: Any) -> bool:
    source, target = _typed(from_, "can_cast", "from_", 1), _typed(to, "can_cast", "to", 2)
    return source.category <= target.category


def _result_type(tensor: Any, other: Any) -> DType:
    for value in (tensor, other):
        if not isinstance(value, (Tensor, bool, int, float, complex)):
            given = ", ".join(type(v).__name__ for v in (tensor, other))
            raise op_error(
                TypeError,
                f"result_type() received an invalid combination of arguments - got ({given}), "
                "but expected one of:\n * (Tensor tensor, Tensor other)",
            )
    return result_type([getattr(value, "array", value) for value in (tensor, other)])


def _set_default_dtype(d: Any) -> None:
    if isinstance(d, DType) and d.is_floating_point:
        STATE.default_dtype = d
        return
    message = "only floating-point types are supported as the default type"
    known = isinstance(d, DType)
    raise op_error(TypeError, message if known else f"invalid dtype object: {message}")


def _set_default_tensor_type(t: Any) -> None:
    warn(
        "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use "
        "torch.set_default_dtype() and torch.set_default_device() as alternatives.",
        code="deprecated",
    )
    name = t if isinstance(t, str) else getattr(t, "name", None)
    found = _DEFAULT_TYPES.get(str(name).removeprefix("torch."))
    if str(name).startswith("torch.cuda."):
        from gradcli.operators.tensor_types import unavailable  # for programs of old

        raise unavailable(str(name))
    if found is None:
        raise op_error(
            TypeError, "invalid type object: only floating-point types are supported as the default"
        )
    STATE.default_dtype = found


def _typename(obj: Any, /) -> str:
    """Return the old name of a tensor's type, or the name of a value or its type."""
    from gradcli.nn.calls import typename  # layers need it more often

    return typename(obj)


_DEFAULT_TYPES = {
    "FloatTensor": dtypes.float32,
    "DoubleTensor": dtypes.float64,
    "HalfTensor": dtypes.float16,
}

TYPES: dict[str, Callable[..., Any]] = {
    "can_cast": _can_cast,
    "get_default_dtype": lambda: STATE.default_dtype,
    "promote_types": _promote_types,
    "result_type": _result_type,
    "set_default_dtype": _set_default_dtype,
    "typename": _typename,
    "set_default_tensor_type": _set_default_tensor_type,
}

INFOS: dict[str, type] = {"finfo": finfo, "iinfo": iinfo}

INFO_FIELDS: dict[type, tuple[str, ...]] = {finfo: finfo.__slots__, iinfo: iinfo.__slots__}


# Printing


def _set_printoptions(
    precision: Any = None,
    threshold: Any = None,
    edgeitems: Any = None,
    linewidth: Any = None,
    profile: Any = None,
    sci_mode: Any = None,
) -> None:
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
        "profile": profile,
        "sci_mode": sci_mode,
    }
    STATE.print_options = format.change_options(STATE.print_options, **given)


class printoptions(Shown):
    """A context in which tensors are printed in another way."""

    __module__ = "torch._tensor_str"
    __slots__ = ("options", "previous")

    def __init__(self, **options: Any) -> None:
        self.options = options

    def __enter__(self) -> None:
        self.previous = STATE.print_options
        _set_printoptions(**self.options)

    def __exit__(self, *exception: object) -> None:
        STATE.print_options = self.previous


def _get_printoptions() -> dict[str, Any]:
    return dict(STATE.print_options._asdict())


PRINTING: dict[str, Callable[..., Any]] = {"set_printoptions": _set_printoptions}
"""In torch."""

TENSOR_PRINTING: dict[str, Any] = {
    "set_printoptions": _set_printoptions,
    "get_printoptions": _get_printoptions,
    "printoptions": printoptions,
}
"""In torch._tensor_str."""


# What changes nothing here


def _ignored(*args: Any, **kwargs: Any) -> None:
    """Take a setting of PyTorch that concerns how it computes, not what."""


def _set_warn_always(b: bool, /) -> None:
    """Give warnings each time that are given once otherwise, or do not."""
    if not isinstance(b, bool):
        kind = type(b).__name__
        raise op_error(RuntimeError, f"setWarnOnlyOnce expects a bool, but got {kind}")
    STATE.warn_always = b


def _use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Mark elements that nobody gave, or do not; what is computed is always the same here."""
    for name, place, value in (("mode", 1, mode), ("warn_only", None, warn_only)):
        if not isinstance(value, bool):
            raise wrong_type("_set_deterministic_algorithms", name, place, "bool", value)
    STATE.deterministic = (mode, warn_only)


_DEBUG_MODES = {"default": 0, "warn": 1, "error": 2}


def _set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """Say the same as a number: 0 for off, 1 for warnings only, 2."""
    if not isinstance(debug_mode, (int, str)):
        kind = type(debug_mode)
        raise op_error(TypeError, f"debug_mode must be str or int, but got {kind}")
    number = _DEBUG_MODES.get(debug_mode) if isinstance(debug_mode, str) else debug_mode
    if number not in (0, 1, 2):
        named = isinstance(debug_mode, str)
        known = "one of `default`, `warn`, `error`," if named else "0, 1, or 2,"
        message = f"invalid value of debug_mode, expected {known} but got {debug_mode}"
        raise op_error(RuntimeError, message)
    STATE.deterministic = (number > 0, number == 1)


def _get_deterministic_debug_mode() -> int:
    mode, warn_only = STATE.deterministic
    return 2 - warn_only if mode else 0


def _threads(name: str) -> Callable[..., None]:
    def set_threads(threads: Any, /) -> None:
        """Take a number of threads, of which there is one whatever it says."""
        if not isinstance(threads, int) or isinstance(threads, bool):
            kind = type(threads).__name__
            raise op_error(RuntimeError, f"{name} expects an int, but got {kind}")
        if not -(2**63) <= threads < 2**63:
            raise op_error(ValueError, "Overflow when unpacking long long")
        if threads <= 0:
            raise op_error(RuntimeError, f"{name} expects a positive integer")

    return set_threads


def _compile(
    model: Any = None,
    *,
    fullgraph: bool = False,
    dynamic: Any = None,
    backend: Any = "inductor",
    mode: Any = None,
    options: Any = None,
    disable: bool = False,
) -> Any:
    """Return a function or a module as it is, which computes what its compiled form would."""
    if mode is not None and options is not None:
        message = "Either mode or options can be specified, but both can't be specified at the same"
        raise op_error(RuntimeError, message + " time.")
    return Builtin("compile", _same) if model is None else _same(model)


def _same(fn: Any = None, *reasons: Any, **options: Any) -> Any:
    """Return what is to be marked for a compiler, or what marks it."""
    if fn is None:
        return Builtin("mark", _same)
    host_callable(fn)
    return fn


def _script(
    obj: Any,
    optimize: Any = None,
    _frames_up: int = 0,
    _rcb: Any = None,
    example_inputs: Any = None,
) -> Any:
    """Return a function, module or class as it is: its script would compute the same."""
    return _same(obj)


COMPILING: dict[str, dict[str, Callable[..., Any]]] = {
    "torch.compiler": {
        "allow_in_graph": _same,
        "cudagraph_mark_step_begin": _ignored,
        "disable": _same,
        "is_compiling": lambda: False,
        "is_dynamo_compiling": lambda: False,
        "reset": _ignored,
    },
    "torch.jit": {
        "export": _same,
        "ignore": _same,
        "is_scripting": lambda: False,
        "is_tracing": lambda: False,
        "script": _script,
        "script_if_tracing": _same,
        "unused": _same,
    },
}
"""What marks functions for compilers, or asks for one: nothing is compiled here."""

IGNORED: dict[str, Callable[..., Any]] = {
    "are_deterministic_algorithms_enabled": lambda: STATE.deterministic[0],
    "get_deterministic_debug_mode": _get_deterministic_debug_mode,
    "is_deterministic_algorithms_warn_only_enabled": lambda: STATE.deterministic[1],
    "set_deterministic_debug_mode": _set_deterministic_debug_mode,
    "use_deterministic_algorithms": _use_deterministic_algorithms,
    **{name: _threads(name) for name in ("set_num_interop_threads", "set_num_threads")},
    "compile": _compile,
    "set_float32_matmul_precision": _ignored,
    "set_flush_denormal": lambda mode: False,
    "set_warn_always": _set_warn_always,
}
