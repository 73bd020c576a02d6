"""The modules of PyTorch that consist of classes: torch.nn, torch.optim, torch.utils.data.

A class is loaded when a program first asks for it. What programs may do with it is known to
``natives``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from gradcli import distributions
from gradcli.language.machine.descriptors import members_of
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin
from gradcli.language.names import contexts, natives
from gradcli.language.names.modules import LAYERS, NOTHING, OPTIMIZERS, UTILITIES, Names

Table = dict[str, Any]


def _value(name: str, found: Any) -> Any:
    """Return something of the library as programs have it."""
    if isinstance(found, type):
        if not natives.admit(found):
            CONSTRUCTORS[found] = found
        if hasattr(found, "__exit__"):
            contexts.CONTEXTS.add(found)
        return found
    plain = callable(found) and not natives.admit(type(found))
    return Builtin(name, found) if plain else natives.outgoing(found)


def _loaded(path: str) -> ModuleType:
    """Return a module; the fields of tuples that it returns can be asked for."""
    from gradcli.language.names import attributes

    module = import_module(path)
    uninitialized = vars(module).get("Uninitialized")
    if uninitialized is not None:
        methods = members_of(uninitialized, "materialize share_memory_")
        attributes.METHODS[uninitialized] = methods
        attributes.GETTERS[uninitialized] = {"data": vars(uninitialized)["_values"]}
    for kind in vars(module).values():
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
            attributes.name_fields(kind)
            attributes.METHODS.setdefault(kind, _methods(kind))
    return module


def _methods(kind: type) -> dict[str, Any]:
    """Return the methods of a class that programs may call."""
    held = vars(kind).items()
    return {n: m for n, m in held if isinstance(m, FunctionType) and not n.startswith("_")}


def _of_package(package: str, names: str = "") -> Names:
    """Return what a package offers, each name from the file that has it."""
    places: dict[str, str] = import_module(package).PLACES
    known = names.split() or places

    def find(name: str) -> Any:
        if name not in known:
            return NOTHING
        return _value(name, vars(_loaded(f"{package}.{places[name]}"))[name])

    return Names(find, lambda: known)


_of_nn = partial(_of_package, "gradcli.nn")


def _of_files() -> Table:
    """Return what the modules of layers have: every layer, and what layers are made of."""
    found, bases = _of_nn(), _loaded("gradcli.nn").BASES

    def find(name: str) -> Any:
        file = bases.get(name)
        return (
            found.look_up(name)
            if file is None
            else _value(name, vars(_loaded(f"gradcli.nn.{file}"))[name])
        )

    return Names(find, lambda: (*found.known(), *bases))


def exported(module: str, names: str = "", also: str = "") -> Table:
    """Return what a module of the library offers, found when it is asked for."""
    loaded = _loaded(module)
    known = (*(names.split() or loaded.__all__), *also.split())

    def find(name: str) -> Any:
        found = vars(loaded).get(name, NOTHING) if name in known else NOTHING
        return NOTHING if found is NOTHING or isinstance(found, ModuleType) else _value(name, found)

    return Names(find, lambda: known)


def _amp_of(device: str) -> Table:
    deprecated = vars(_loaded("gradcli.optim.amp"))["deprecated"]
    return {name: Builtin(name, deprecated(device, name)) for name in ("GradScaler", "autocast")}


def _function() -> Table:
    from gradcli.language.names.derivatives import TABLE

    return dict(TABLE)


def _optimizer() -> Table:
    found = exported("gradcli.optim", "Optimizer")
    module = _loaded("gradcli.optim.optimizer")
    hooks = {name: _value(name, vars(module)[name]) for name in module.__all__}
    return found | hooks | {"required": vars(module)["REQUIRED"]}


def _of_module() -> Table:
    found = _of_nn()
    hooks = vars(_loaded("gradcli.nn.backward_hooks"))
    found |= {name: Builtin(name, hooks[name]) for name in hooks["__all__"]}
    return found


def _of_parameters() -> Table:
    def is_lazy(param: Any) -> bool:
        return isinstance(param, vars(_loaded("gradcli.nn.uninitialized"))["Uninitialized"])

    found = _of_nn("Buffer Parameter UninitializedBuffer UninitializedParameter")
    found["is_lazy"] = Builtin("is_lazy", is_lazy)
    return found


def _times(count: int, value: Any) -> tuple[Any, ...]:
    """Return as many equal values, or those that something is made of."""
    return tuple(value) if isinstance(value, (list, str, tuple)) else (value,) * count


def _of_utils() -> Table:
    found = exported("gradcli.nn.utils", "consume_prefix_in_state_dict_if_present")
    for count, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), 1):
        found[name] = Builtin(name, partial(_times, count))
    found["_ntuple"] = Builtin("_ntuple", lambda n: Builtin("parse", partial(_times, n)))
    return found


def _of_reductions() -> Table:
    """Return what losses by hand name their reduction with."""
    from gradcli.ops.loss import reduction_of

    def name_of(size_average: Any, reduce: Any, emit_warning: Any = True) -> str:
        return reduction_of(size_average, reduce, "mean", emit_warning)

    def number(reduction: Any) -> int:
        return ("none", "mean", "sum").index(reduction_of(None, None, reduction))

    return {
        "get_enum": Builtin("get_enum", number),
        "legacy_get_enum": Builtin("legacy_get_enum", lambda *args: number(name_of(*args))),
        "legacy_get_string": Builtin("legacy_get_string", name_of),
    }


_DATA = "dataloader dataset distributed sampler"

TABLES: dict[str, Callable[[], Table]] = {
    **dict.fromkeys([f"torch.nn.modules.{file}" for file in LAYERS.split()], _of_files),
    **dict.fromkeys(
        [f"torch.optim.{file}" for file in OPTIMIZERS.split()], partial(exported, "gradcli.optim")
    ),
    **dict.fromkeys(
        [f"torch.utils.data.{file}" for file in _DATA.split()],
        partial(exported, "gradcli.utils.data"),
    ),
    "torch.optim.optimizer": _optimizer,
    "torch.nn": _of_nn,
    "torch.nn.init": partial(
        exported,
        "gradcli.nn.init",
        also="_calculate_correct_fan _calculate_fan_in_and_fan_out",  # of many layers by hand
    ),
    "torch.nn.grad": partial(exported, "gradcli.nn.grad"),
    "torch.nn.modules": _of_nn,
    "torch.nn.modules.module": _of_module,
    "torch.nn.parameter": _of_parameters,
    "torch.nn.utils": partial(exported, "gradcli.nn.utils"),
    "torch.nn._reduction": _of_reductions,
    "torch.nn.modules.utils": _of_utils,
    **{
        f"torch.nn.utils.{file}": partial(exported, f"gradcli.nn.utils.{file}")
        for file in ("fusion", "parametrizations", "parametrize", "prune", "rnn")
    },
    **{
        f"torch.nn.utils.{file}": partial(exported, "gradcli.nn.utils", names)
        for file, names in UTILITIES.items()
    },
    "torch.amp": partial(exported, "gradcli.optim.amp"),
    "torch.cpu.amp": partial(_amp_of, "cpu"),
    "torch.cuda.amp": partial(_amp_of, "cuda"),
    "torch.optim": partial(exported, "gradcli.optim"),
    "torch.quasirandom": partial(exported, "gradcli.distributions.quasirandom"),
    "torch.optim.lr_scheduler": partial(
        exported, "gradcli.optim.lr_scheduler", also="_LRScheduler"
    ),
    "torch.optim.swa_utils": partial(exported, "gradcli.optim.swa_utils"),
    "torch.utils.data": partial(exported, "gradcli.utils.data"),
    "torch.autograd.function": _function,
    **{
        f"torch.distributions{file}": partial(_of_package, "gradcli.distributions", offered)
        for file, offered in distributions.FILES.items()
    },
}
