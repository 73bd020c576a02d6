"""The names that programs may use: the one table of modules and what is in them.

``gradcli/__init__.py`` offers the same names to Python.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import gradcli.ops  # noqa: F401  (fills the table of operators)
from gradcli.core import backward, dtypes, format, modes
from gradcli.core.modes import STATE
from gradcli.core.op import OPS
from gradcli.core.random import Generator
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error
from gradcli.language.builtins import BUILTINS
from gradcli.language.functions import CONSTRUCTORS, Builtin
from gradcli.language.limits import DEFAULT_GUARDS
from gradcli.language.modules import Module
from gradcli.language.suggest import nearest

Table = dict[str, Any]


def _functions(table: dict[str, Callable[..., Any]]) -> Table:
    return {name: Builtin(name, function) for name, function in table.items()}


# PyTorch


def operators(namespace: str) -> Table:
    """Return the operators that PyTorch has in a namespace, by all their names."""
    table: Table = {}
    for operator in OPS.values():
        if namespace in operator.where:
            for name in (operator.name, *operator.aliases):
                table[name] = Builtin(name, operator.call)
            if operator.inplace is not None and namespace in ("torch", "F"):
                table[operator.name + "_"] = Builtin(
                    operator.name + "_", operator.inplace.call_method
                )
    return table


def _variable(data: Any, requires_grad: bool = False, volatile: bool = False) -> Tensor:
    """Return a tensor of the same memory, as the oldest programs make their leaves."""
    if not isinstance(data, Tensor):
        raise op_error(
            TypeError,
            f"Variable data has to be a tensor, but got {type(data).__name__}",
            operands=(0,),
        )
    return data.detach().requires_grad_(requires_grad)


def _typed_tensor(dtype: dtypes.DType | None) -> Callable[..., Tensor]:
    """Return the constructor of the old tensor types: of a sequence, or of sizes."""

    def construct(*args: Any) -> Tensor:
        chosen = dtype or STATE.default_dtype
        if len(args) == 1 and not isinstance(args[0], int):
            if isinstance(args[0], Size):
                return Tensor(np.zeros(args[0], chosen.numpy))
            made: Tensor = OPS["tensor"].call(args[0], dtype=chosen)
            return made
        if not args:
            return Tensor(np.zeros(0, chosen.numpy))
        zeros: Tensor = OPS["zeros"].call(*args, dtype=chosen)
        return zeros

    return construct


def _set_default_dtype(d: Any) -> None:
    if not isinstance(d, dtypes.DType) or not d.is_floating_point:
        raise op_error(TypeError, "only floating-point types are supported as the default type")
    STATE.default_dtype = d


def _set_printoptions(**options: Any) -> None:
    STATE.print_options = format.change_options(STATE.print_options, **options)


def _seed() -> int:
    return STATE.generator.seed()


def _initial_seed() -> int:
    return STATE.generator.initial_seed()


_OLD_TYPES = {
    "FloatTensor": dtypes.float32,
    "DoubleTensor": dtypes.float64,
    "HalfTensor": dtypes.float16,
    "LongTensor": dtypes.int64,
    "IntTensor": dtypes.int32,
    "ShortTensor": dtypes.int16,
    "CharTensor": dtypes.int8,
    "ByteTensor": dtypes.uint8,
    "BoolTensor": dtypes.bool_,
}

_GRAD_MODES: Table = {
    "no_grad": modes.no_grad,
    "enable_grad": modes.enable_grad,
    "set_grad_enabled": modes.set_grad_enabled,
    "inference_mode": modes.no_grad,
}

CONSTRUCTORS.update({kind: kind for kind in _GRAD_MODES.values()})
CONSTRUCTORS[Tensor] = _typed_tensor(None)
CONSTRUCTORS[Generator] = Generator


def _torch() -> Table:
    return {
        **operators("torch"),
        **dtypes.DTYPES,
        **_GRAD_MODES,
        **_functions({name: _typed_tensor(dtype) for name, dtype in _OLD_TYPES.items()}),
        **_functions(
            {
                "get_default_dtype": lambda: STATE.default_dtype,
                "initial_seed": _initial_seed,
                "is_complex": lambda input: input.dtype.is_complex,
                "is_floating_point": Tensor.is_floating_point,
                "is_grad_enabled": modes.is_grad_enabled,
                "is_tensor": lambda obj: isinstance(obj, Tensor),
                "manual_seed": modes.manual_seed,
                "numel": Tensor.numel,
                "seed": _seed,
                "set_default_dtype": _set_default_dtype,
                "set_printoptions": _set_printoptions,
            }
        ),
        "e": math.e,
        "inf": math.inf,
        "nan": math.nan,
        "pi": math.pi,
        "newaxis": None,
        "Generator": Generator,
        "Size": Size,
        "Tensor": Tensor,
        "dtype": dtypes.DType,
        **_submodules("torch"),
    }


def _autograd() -> Table:
    return {
        **_functions({"backward": backward.backward, "grad": backward.grad, "Variable": _variable}),
        **_GRAD_MODES,
        **_submodules("torch.autograd"),
    }


# Python's modules


_MATH = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees dist e erf erfc "
    "exp exp2 expm1 fabs floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan "
    "isqrt lcm ldexp lgamma log log10 log1p log2 modf nan nextafter pi pow radians remainder "
    "sin sinh sqrt tan tanh tau trunc ulp"
)


def _math() -> Table:
    values = {name: vars(math)[name] for name in _MATH.split()}
    values |= {
        "comb": DEFAULT_GUARDS.comb,
        "factorial": DEFAULT_GUARDS.factorial,
        "perm": DEFAULT_GUARDS.perm,
        "prod": DEFAULT_GUARDS.prod,
    }
    return {
        name: Builtin(name, value) if callable(value) else value for name, value in values.items()
    }


_NUMPY = "arange array asarray eye linspace ones zeros"


def _of_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse arrays that hold anything but numbers."""

    def call(*args: Any, **kwargs: Any) -> Any:
        array = function(*args, **kwargs)
        if array.dtype.kind not in "biufc":
            raise op_error(TypeError, "only arrays of numbers are part of the language")
        return array

    return call


def _numpy() -> Table:
    scalars = (
        np.bool_,
        np.uint8,
        np.int8,
        np.int16,
        np.int32,
        np.int64,
        np.float16,
        np.float32,
        np.float64,
        np.complex64,
        np.complex128,
    )
    return {
        **_functions({name: _of_numbers(vars(np)[name]) for name in _NUMPY.split()}),
        **{kind.__name__: kind for kind in scalars},
        "e": math.e,
        "inf": math.inf,
        "nan": math.nan,
        "newaxis": None,
        "pi": math.pi,
        "ndarray": np.ndarray,
    }


# Modules


MODULES: dict[str, Module] = {
    name: Module(name, fill)
    for name, fill in {
        "torch": _torch,
        "torch.autograd": _autograd,
        "torch.fft": lambda: operators("fft"),
        "torch.linalg": lambda: operators("linalg"),
        "torch.nn": lambda: _submodules("torch.nn"),
        "torch.nn.functional": lambda: operators("F"),
        "torch.special": lambda: operators("special"),
        "math": _math,
        "numpy": _numpy,
    }.items()
}
"""Every module that programs may import."""


def _submodules(name: str) -> Table:
    prefix = name + "."
    return {
        full.removeprefix(prefix): module
        for full, module in MODULES.items()
        if full.startswith(prefix) and "." not in full.removeprefix(prefix)
    }


def program_names() -> Table:
    """Return what every program has without importing anything."""
    torch = MODULES["torch"]
    return {
        **{name: torch.table[name] for name in torch.public()},
        "F": MODULES["torch.nn.functional"],
        "Variable": MODULES["torch.autograd"].find("Variable"),
        "math": MODULES["math"],
        "torch": torch,
        **BUILTINS,
    }


def find_module(name: str) -> Module:
    """Return a module by its full name."""
    module = MODULES.get(name)
    if module is None:
        known = ", ".join(MODULES)
        parent = name.rpartition(".")[0]
        simple = parent in MODULES and not _submodules(parent)
        raise op_error(
            ModuleNotFoundError,
            f"No module named '{name}'" + (f"; '{parent}' is not a package" if simple else ""),
            code="import",
            help=nearest(name, MODULES) or f"modules of the language: {known}",
        )
    return module


def find_name(module: str, name: str) -> Any:
    """Return what a name of a module stands for."""
    table = find_module(module).table
    if name in table:
        return table[name]
    if f"{module}.{name}" in MODULES:
        return MODULES[f"{module}.{name}"]
    raise op_error(
        ImportError,
        f"cannot import name '{name}' from '{module}' (unknown location)",
        code="import",
        help=nearest(name, table),
    )


def public_names(module: str) -> Table:
    """Return what ``from module import *`` binds."""
    found = find_module(module)
    return {name: found.table[name] for name in found.public()}
