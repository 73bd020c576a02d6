"""The names that programs may use: the one table of modules and what is in them.

``gradcli/__init__.py`` offers the same names to Python.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import numpy as np

import gradcli.ops  # noqa: F401  (fills the table of operators)
from gradcli.core import backward, graph, modes
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error
from gradcli.language.limits import DEFAULT_GUARDS
from gradcli.language.machine.functions import CALLABLE, CONSTRUCTORS, Builtin, host_callable
from gradcli.language.messages.suggest import nearest
from gradcli.language.names import contexts, devices, facts, numpy_names, settings
from gradcli.language.names.builtins import BUILTINS
from gradcli.language.names.modules import Module
from gradcli.numerics import dtypes
from gradcli.numerics.device import MARKS, Device
from gradcli.numerics.random import Generator
from gradcli.transforms import func, functional, gradcheck
from gradcli.transforms.vmap import vmap

Table = dict[str, Any]


def _functions(table: dict[str, Callable[..., Any]]) -> Table:
    return {name: Builtin(name, function) for name, function in table.items()}


# PyTorch


_OVERWRITING = {"torch", "F"}  # where operators have functions that overwrite, as ``relu_``


def operators(namespace: str) -> Table:
    """Return the operators that PyTorch has in a namespace, by all their names."""
    table: Table = {}
    for operator in OPS.values():
        choosing = namespace == "F" and operator.inplace is not None
        call = operator.call_functional if choosing else operator.call
        for name in operator.names_in(namespace):
            table[name] = Builtin(name, call)
            if operator.inplace is not None and namespace in _OVERWRITING & operator.where:
                table[name + "_"] = Builtin(name + "_", operator.inplace.call_method)
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


def _broadcast_shapes(*shapes: Any) -> Size:
    """Return the shape that shapes broadcast to."""
    given: list[tuple[int, ...]] = []
    for shape in shapes:
        if not isinstance(shape, (int, tuple, list)):
            message = "Input shapes should be of type ints, a tuple of ints, or a list of ints, got"
            raise op_error(RuntimeError, f"{message} {shape}")
        given.append((shape,) if isinstance(shape, int) else tuple(settings.make_size(shape)))
    found = [1] * max(map(len, given), default=0)
    for index, sizes in enumerate(given):
        for axis in range(-1, -len(sizes) - 1, -1):
            if sizes[axis] < 0:
                message = "Attempting to broadcast a dimension with negative length!"
                raise op_error(ValueError, message, operands=(index,))
            if found[axis] != sizes[axis] and 1 not in (found[axis], sizes[axis]):
                raise op_error(
                    RuntimeError,
                    f"Attempting to broadcast a dimension of length {sizes[axis]} at {axis}! "
                    f"Mismatching argument at index {index} had {sizes}; but expected shape should "
                    f"be broadcastable to {found}",
                    code="shape-mismatch",
                    operands=(index,),
                )
            found[axis] = sizes[axis] if found[axis] == 1 else found[axis]
    return Size(found)


def _seed() -> int:
    return STATE.generator.seed()


def _initial_seed() -> int:
    return STATE.generator.initial_seed()


_RANDOM: dict[str, Callable[..., Any]] = {
    "initial_seed": _initial_seed,
    "manual_seed": modes.manual_seed,
    "seed": _seed,
}

_OLD_TYPES = {
    "FloatTensor": dtypes.float32,
    "DoubleTensor": dtypes.float64,
    "HalfTensor": dtypes.float16,
    "BFloat16Tensor": dtypes.bfloat16,
    "LongTensor": dtypes.int64,
    "IntTensor": dtypes.int32,
    "ShortTensor": dtypes.int16,
    "CharTensor": dtypes.int8,
    "ByteTensor": dtypes.uint8,
    "BoolTensor": dtypes.bool_,
}

CONSTRUCTORS.update(contexts.CONSTRUCTORS)
CONSTRUCTORS.update({kind: kind for kind in (*settings.INFOS.values(), settings.printoptions)})
CALLABLE.update((*contexts.CALLABLE, func.Transformed))
CONSTRUCTORS[Tensor] = _typed_tensor(None)
CONSTRUCTORS[Generator] = Generator


def _torch() -> Table:
    return {
        **operators("torch"),
        **dtypes.DTYPES,
        **contexts.GRAD_MODES,
        **settings.INFOS,
        **_functions(contexts.STATES),
        **_transforms(vmap),
        **_functions({name: _typed_tensor(dtype) for name, dtype in _OLD_TYPES.items()}),
        **_functions(
            {
                **numpy_names.FUNCTIONS,
                **facts.FUNCTIONS,
                "broadcast_shapes": _broadcast_shapes,
                "is_tensor": lambda obj: isinstance(obj, Tensor),
                **_RANDOM,
                **settings.TYPES,
                **settings.PRINTING,
                **settings.IGNORED,
                **devices.FUNCTIONS,
            }
        ),
        "e": math.e,
        "inf": math.inf,
        "nan": math.nan,
        "pi": math.pi,
        "newaxis": None,
        "Generator": Generator,
        "default_generator": STATE.generator,
        "Size": Size,
        "Tensor": Tensor,
        "dtype": dtypes.DType,
        "device": Device,
        **MARKS,
        **_submodules("torch"),
    }


def _autograd() -> Table:
    return {
        **_submodules("torch.autograd"),
        **_functions({"backward": backward.backward, "grad": backward.grad, "Variable": _variable}),
        **_gradcheck(),
        **contexts.GRAD_MODES,
        **contexts.ANOMALY_MODES,
    }


def _testing() -> Table:
    from gradcli.transforms import testing  # for few programs

    return _functions({"assert_close": testing.assert_close})


def _gradcheck() -> Table:
    return _transforms(gradcheck.gradcheck, gradcheck.gradgradcheck)


def _transforms(*functions: Callable[..., Any]) -> Table:
    return _functions({function.__name__: _of_callable(function) for function in functions})


def _of_callable(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function whose first argument is called take what programs may call, alone."""

    @wraps(function)
    def call(func: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(func, type) or not callable(func):
            func = host_callable(func)
        return function(func, *args, **kwargs)

    return call


def _autograd_functional() -> Table:
    return _transforms(
        functional.hessian,
        functional.hvp,
        functional.jacobian,
        functional.jvp,
        functional.vhp,
        functional.vjp,
    )


def _functional() -> Table:
    """Return the operators, and those that can tell places under the names that always do."""
    table = operators("F")
    for name in [name for name in table if "max_pool" in name and "unpool" not in name]:
        table[f"{name}_with_indices"] = Builtin(
            f"{name}_with_indices", partial(_with_indices, table[name].function)
        )
    return table


def _with_indices(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return function(*args, **(kwargs | {"return_indices": True}))


def _func() -> Table:
    return _transforms(
        func.grad,
        func.grad_and_value,
        func.hessian,
        func.jacfwd,
        func.jacrev,
        func.jvp,
        func.linearize,
        func.vjp,
        vmap,
    )


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


_LIBRARY = ("collections", "functools", "itertools", "operator", "random", "time")


def _library(name: str) -> Table:
    from gradcli.language.names import library  # for few programs

    return library.TABLES[name]()


# Modules


MODULES: dict[str, Module] = {
    name: Module(name, fill)
    for name, fill in {
        "torch": _torch,
        "torch._tensor_str": lambda: {
            name: value if isinstance(value, type) else Builtin(name, value)
            for name, value in settings.TENSOR_PRINTING.items()
        },
        "torch.autograd": _autograd,
        "torch.autograd.grad_mode": lambda: dict(contexts.GRAD_MODES),
        "torch.autograd.anomaly_mode": lambda: dict(contexts.ANOMALY_MODES),
        "torch.autograd.graph": lambda: {**contexts.GRAPH, **_functions(graph.FUNCTIONS)},
        "torch.autograd.functional": _autograd_functional,
        "torch.autograd.gradcheck": _gradcheck,
        "torch.func": _func,
        "torch.fft": lambda: operators("fft"),
        "torch.linalg": lambda: operators("linalg"),
        "torch.nn": lambda: _submodules("torch.nn"),
        "torch.nn.functional": _functional,
        "torch.signal": lambda: _submodules("torch.signal"),
        "torch.signal.windows": lambda: operators("signal.windows"),
        "torch.random": lambda: _functions(_RANDOM),
        "torch.special": lambda: operators("special"),
        "torch.testing": _testing,
        "math": _math,
        "numpy": numpy_names.table,
    }.items()
}
MODULES |= {name: Module(name, partial(_library, name)) for name in _LIBRARY}
MODULES |= devices.MODULES
MODULES["torch.backends"] = Module("torch.backends", lambda: _submodules("torch.backends"))
"""Every module that programs may import."""


def _submodules(name: str) -> Table:
    prefix = name + "."
    return {
        full.removeprefix(prefix): module
        for full, module in MODULES.items()
        if full.startswith(prefix) and "." not in full.removeprefix(prefix)
    }


class Names(dict[str, Any]):
    """Names by default; further families of operators are among them once they are asked for."""

    def __missing__(self, name: str) -> Any:
        more = True
        while more:  # the first time round: another may have loaded a family since
            for other, operator in operators("torch").items():
                self.setdefault(other, operator)
            if name in self:
                return self[name]
            more = OPS.load_more()
        raise KeyError(name)


def program_names() -> Table:
    """Return what every program has without importing anything."""
    torch = MODULES["torch"]
    return Names(
        {
            **{name: torch.table[name] for name in torch.public()},
            "F": MODULES["torch.nn.functional"],
            "Variable": MODULES["torch.autograd"].find("Variable"),
            **MODULES["torch.autograd.functional"].table,
            "math": MODULES["math"],
            "torch": torch,
            **BUILTINS,
        }
    )


def find_module(name: str) -> Module:
    """Return a module by its full name."""
    module = MODULES.get(name)
    if module is None:
        known = ", ".join(name for name in MODULES if "." not in name)
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
    while name not in table and OPS.load_more():
        table = find_module(module).table
    if name in table:
        return table[name]
    raise op_error(
        ImportError,
        f"cannot import name '{name}' from '{module}' (unknown location)",
        code="import",
        help=nearest(name, table),
    )


def public_names(module: str) -> Table:
    """Return what ``from module import *`` binds."""
    found = find_module(module)
    OPS.load_all()
    return {name: found.table[name] for name in found.public()}
