"""What PyTorch's modules have besides operators: types, modes, settings, functions of functions.

Which modules there are is known to ``table``, and operators to the operator table. What is written
for few programs is loaded when it is called.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial, wraps
from importlib import import_module
from typing import Any

from gradcli.core import backward, graph, modes
from gradcli.core.hooks import RemovableHandle
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import GradcheckError, op_error
from gradcli.language.machine.descriptors import readers_of
from gradcli.language.machine.functions import (
    CALLABLE,
    CONSTRUCTORS,
    Builtin,
    builtins_of,
    host_callable,
)
from gradcli.language.names import attributes, contexts, devices, facts, settings, shared
from gradcli.language.names.modules import NOTHING, SWITCHES, Live, Module, Names
from gradcli.numerics import dtypes
from gradcli.numerics.device import MARKS, Device
from gradcli.numerics.random import Generator
from gradcli.operators import tensor_types

Table = dict[str, Any]


def _variable(data: Any, requires_grad: bool = False, volatile: bool = False) -> Tensor:
    """Return a tensor of the same memory, as the oldest programs make their leaves."""
    if not isinstance(data, Tensor):
        raise op_error(
            TypeError,
            f"Variable data has to be a tensor, but got {type(data).__name__}",
            operands=(0,),
        )
    return data.detach().requires_grad_(requires_grad)


class Variable(Builtin):
    """The class that tensors with gradients once had, which every tensor is an instance of."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<class 'torch.autograd.variable.Variable'>"

    def __instancecheck__(self, value: Any) -> bool:
        """Tell whether a value is a tensor."""
        return isinstance(value, Tensor)


CALLABLE.add(Variable)
attributes.KINDS[Variable] = lambda kind: type
_VARIABLE = Variable("Variable", _variable)


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
            if sizes[axis] < 0 and found[axis] in (1, sizes[axis]):
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
    return int(STATE.generator.seed())


def _initial_seed() -> int:
    return int(STATE.generator.initial_seed())


_RANDOM: dict[str, Callable[..., Any]] = {
    "get_rng_state": facts.stored("get_rng_state"),
    "set_rng_state": facts.stored("set_rng_state"),
    "initial_seed": _initial_seed,
    "manual_seed": modes.manual_seed,
    "seed": _seed,
}

CONSTRUCTORS.update(contexts.CONSTRUCTORS)
CONSTRUCTORS.update({kind: kind for kind in (*settings.INFOS.values(), settings.printoptions)})
for _kind in (tensor_types.TensorType, tensor_types.OfCuda):
    CALLABLE.add(_kind)
    attributes.GETTERS[_kind] = readers_of("__name__ dtype")
CONSTRUCTORS[Tensor] = tensor_types.TensorType("Tensor", None)
CONSTRUCTORS[Generator] = Generator
CONSTRUCTORS[Size] = settings.make_size


class OutOfMemoryError(RuntimeError):
    """What PyTorch raises where a device has no memory left; it never happens here."""


OutOfMemoryError.__module__ = "torch"


def _linalg() -> Table:
    from gradcli.numerics.lapack import LinAlgError  # for programs that name it

    return {"LinAlgError": LinAlgError}


def _torch() -> Table:
    return {
        "OutOfMemoryError": OutOfMemoryError,
        **dtypes.DTYPES,
        **contexts.GRAD_MODES,
        **settings.INFOS,
        **builtins_of(contexts.STATES),
        **_transforms("vmap", "vmap"),
        **tensor_types.TYPES,
        **builtins_of(
            {
                **shared.FUNCTIONS,
                **facts.FUNCTIONS,
                "broadcast_shapes": _broadcast_shapes,
                "is_tensor": lambda obj, /: isinstance(obj, Tensor),
                **_RANDOM,
                **settings.TYPES,
                **settings.PRINTING,
                **settings.IGNORED,
                **devices.FUNCTIONS,
            }
        ),
        **{
            name: Builtin.later(name, partial(_of_amp, name)) for name in ("GradScaler", "autocast")
        },
        "__version__": "2.13.0+cpu",  # of the PyTorch that gradcli follows
        "e": math.e,
        "inf": math.inf,
        "nan": math.nan,
        "pi": math.pi,
        "newaxis": None,
        "Generator": Generator,
        "default_generator": Live(lambda: STATE.generator),
        "Size": Size,
        "Tensor": Tensor,
        "dtype": dtypes.DType,
        "device": Device,
        **MARKS,
    }


def _autograd() -> Table:
    table = _autograd_plain()

    def find(name: str) -> Any:
        if name == "Function":
            from gradcli.language.names.derivatives import TABLE  # for programs with classes

            return TABLE[name]
        return table.get(name, NOTHING)

    return Names(find, lambda: ("Function", *table))


@wraps(backward.grad)
def _grad(*args: Any, **options: Any) -> Any:
    if options.get("is_grads_batched") or args[7:]:
        import gradcli.transforms.rows  # noqa: F401  (few programs have rows of gradients)
    return backward.grad(*args, **options)


def _autograd_plain() -> Table:
    return {
        **builtins_of({"backward": backward.backward, "grad": _grad}),
        "Variable": _VARIABLE,
        **builtins_of({"is_multithreading_enabled": modes.is_multithreading_enabled}),
        **builtins_of({"is_view_replay_enabled": modes.is_view_replay_enabled}),
        **_gradcheck(),
        **contexts.GRAD_MODES,
        **contexts.ANOMALY_MODES,
    }


def _context(kind: type) -> type:
    """Let programs make a context, enter it, and decorate with it; return its type."""
    contexts.CONTEXTS.add(kind)
    CONSTRUCTORS[kind] = kind
    CALLABLE.add(kind)
    return kind


def _checkpoint() -> Table:
    from gradcli.language.names import exceptions
    from gradcli.transforms import checkpoint

    exceptions.admit(checkpoint.CheckpointError)
    kinds = (checkpoint.set_checkpoint_early_stop, checkpoint.set_checkpoint_debug_enabled)
    return {
        **_transforms("checkpoint", "checkpoint"),
        "CheckpointError": checkpoint.CheckpointError,
        **{kind.__name__: _context(kind) for kind in kinds},
        **builtins_of(
            {
                "checkpoint_sequential": _checkpoint_sequential(),
                "noop_context_fn": checkpoint.noop_context_fn,
                "check_backward_validity": checkpoint.check_backward_validity,
                "detach_variable": checkpoint.detach_variable,
            }
        ),
    }


def _checkpoint_sequential() -> Callable[..., Any]:
    """Let a list of functions hold what programs may call, alone."""
    from gradcli.transforms.checkpoint import checkpoint_sequential

    @wraps(checkpoint_sequential)
    def call(functions: Any, *args: Any, **kwargs: Any) -> Any:
        steps = [
            f if callable(f) and not isinstance(f, type) else host_callable(f) for f in functions
        ]
        return checkpoint_sequential(steps, *args, **kwargs)

    return call


def _forward_ad() -> Table:
    from gradcli.language.names.attributes import name_fields
    from gradcli.transforms import forward_ad

    return {
        "UnpackedDualTensor": name_fields(forward_ad.UnpackedDualTensor),
        "dual_level": _context(forward_ad.dual_level),
        **builtins_of(
            {
                "enter_dual_level": forward_ad.enter_dual_level,
                "exit_dual_level": forward_ad.exit_dual_level,
                "make_dual": forward_ad.make_dual,
                "unpack_dual": forward_ad.unpack_dual,
            }
        ),
    }


def _gradcheck() -> Table:
    return _transforms("gradcheck", "gradcheck gradgradcheck")


def _transforms(module: str, names: str) -> Table:
    """Return functions of a module of ``transforms``, which is loaded when one is called."""
    return {name: Builtin.later(name, partial(_transform, module, name)) for name in names.split()}


def _transform(module: str, name: str) -> Callable[..., Any]:
    """Let a function whose first argument is called take what programs may call, alone."""
    from gradcli.transforms.func import Transformed

    CALLABLE.add(Transformed)
    function = _loaded(module, name)

    @wraps(function)
    def call(func: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(func, type) or not callable(func):
            func = host_callable(func)
        return function(func, *args, **kwargs)

    return call


def _loaded(module: str, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = vars(import_module(f"gradcli.transforms.{module}"))[name]
    return function


def _of_amp(name: str) -> Callable[..., Any]:
    from gradcli.language.names.layers import TABLES

    found: Callable[..., Any] = TABLES["torch.amp"]()[name]
    return found


def _of_modules(names: str) -> Table:
    """Return functions of modules; of those that a program makes, the module itself is called."""

    def load(name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = vars(import_module("gradcli.nn.stateless"))[name]
        return function

    return {name: Builtin.later(name, partial(load, name)) for name in names.split()}


_OF_ALL = (
    "atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod "
    "cdist chain_matmul einsum istft meshgrid norm split stft tensordot unique unique_consecutive "
    "unravel_index"
)
"""What PyTorch has written in Python."""


def _torch_functional() -> Table:
    functions = {name: OPS.find("torch", name) for name in _OF_ALL.split()}
    return builtins_of({name: function for name, function in functions.items() if function}) | {
        "F": Module("torch.nn.functional", _functional, "F")
    }


def _functional() -> Table:
    """Return operators that can tell places under the names that always do."""
    names = [name for name in OPS.names("F") if "max_pool" in name and "unpool" not in name]
    return {
        f"{name}_with_indices": Builtin(f"{name}_with_indices", partial(_with_indices, name))
        for name in names
    }


def _with_indices(name: str, *args: Any, **kwargs: Any) -> Any:
    function = OPS.find("F", name)
    assert function is not None
    place = OPS[name].parameters.positional.index(OPS[name].parameters.by_keyword["return_indices"])
    return function(*args[:place], *args[place + 1 :], **(kwargs | {"return_indices": True}))


TABLES: dict[str, Callable[[], Table]] = {
    "torch": _torch,
    "torch._tensor_str": lambda: {
        name: value if isinstance(value, type) else Builtin(name, value)
        for name, value in settings.TENSOR_PRINTING.items()
    },
    "torch.autograd": _autograd,
    "torch.autograd.grad_mode": lambda: dict(contexts.GRAD_MODES),
    "torch.autograd.anomaly_mode": lambda: dict(contexts.ANOMALY_MODES),
    "torch.autograd.forward_ad": _forward_ad,
    "torch.autograd.variable": lambda: {"Variable": _VARIABLE},
    "torch.autograd.profiler": lambda: {
        kind.__name__: _context(kind) for kind in (modes.record_function, modes.profile)
    },
    "torch.utils.checkpoint": _checkpoint,
    "torch.utils.hooks": lambda: {"RemovableHandle": RemovableHandle},
    "torch.autograd.graph": lambda: {**contexts.GRAPH, **builtins_of(graph.FUNCTIONS)},
    "torch.autograd.functional": lambda: _transforms(
        "functional", "hessian hvp jacobian jvp vhp vjp"
    ),
    "torch.autograd.gradcheck": lambda: {**_gradcheck(), "GradcheckError": GradcheckError},
    "torch.func": lambda: {
        **_transforms("func", "functionalize grad grad_and_value hessian jacfwd jacrev jvp"),
        **_transforms("func", "linearize vjp"),
        "debug_unwrap": Builtin.later("debug_unwrap", partial(_loaded, "func", "debug_unwrap")),
        **_transforms("vmap", "vmap"),
        **_of_modules("functional_call replace_all_batch_norm_modules_ stack_module_state"),
    },
    "functorch": lambda: {
        **_transforms("func", "functionalize grad grad_and_value hessian jacfwd jacrev jvp vjp"),
        **_transforms("vmap", "vmap"),
        **_of_modules("combine_state_for_ensemble make_functional make_functional_with_buffers"),
    },
    "torch.linalg": _linalg,
    "torch.functional": _torch_functional,
    "torch.nn.functional": _functional,
    "torch.version": lambda: {"__version__": "2.13.0+cpu", "cuda": None, "hip": None},
    "torch.random": lambda: builtins_of({**_RANDOM, "fork_rng": facts.stored("fork_rng")}),
    "torch.testing": lambda: {
        name: Builtin.later(name, partial(_loaded, "testing", name))
        for name in ("assert_allclose", "assert_close")
    },
    **{
        name: partial(builtins_of, table)
        for name, table in (*devices.MODULES.items(), *settings.COMPILING.items())
    },
    "torch.cuda": lambda: builtins_of(devices.MODULES["torch.cuda"]) | tensor_types.ON_CUDA,
    "torch.backends.cuda.matmul": lambda: dict(SWITCHES["torch.backends.cuda.matmul"]),
    "torch.backends.cudnn": lambda: {
        **builtins_of(devices.MODULES["torch.backends.cudnn"]),
        **SWITCHES["torch.backends.cudnn"],
    },
}
"""What fills the tables of modules that have more than operators and further modules."""
