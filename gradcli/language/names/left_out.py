"""Modules that are left out: programs may import them, as many do that never use them.

What is asked of one is refused with the reason, where it is asked; a name that is imported from one
is refused when it is called. A few names are harmless and there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.errors import op_error
from gradcli.language.machine.functions import CALLABLE, Builtin, builtins_of
from gradcli.language.names.absent import ABSENT, OUTSIDE
from gradcli.language.names.attributes import READERS
from gradcli.language.names.modules import NOTHING, Module

Table = dict[str, Any]


class LeftOut(Module):
    """A module whose names are refused, but for those that ``fill`` gives."""

    __slots__ = ("reason",)

    def __init__(self, name: str, fill: Callable[[], Table], reason: str) -> None:
        super().__init__(name, fill)
        object.__setattr__(self, "reason", reason)

    def find(self, name: str) -> Any:
        """Return one of the few names that there are."""
        value = self.table.get(name, NOTHING)
        if value is NOTHING:
            raise refusal(self, name)
        return value

    def named(self, name: str) -> Any:
        """Return what a program imports, which is refused when it is used."""
        value = self.table.get(name, NOTHING)
        return Unusable(self, name) if value is NOTHING else value


def absent(module: str, name: str) -> Any:
    """Return what stands for a name that a module of PyTorch's has; None if it has not."""
    whole = f"{module}.{name}"
    reason = (ABSENT.get(whole) or OUTSIDE.get(whole)) if module[:5] == "torch" else None
    return reason and Unusable(LeftOut(module, dict, reason), name)


def refusal(module: LeftOut, name: str) -> Exception:
    """Return the error of a name that is left out."""
    message = f"module '{module.name}' has no attribute '{name}'"
    help = f"gradcli leaves it out: {module.reason}"
    return op_error(AttributeError, message, code="attribute", help=help)


class Unusable(Builtin):
    """A name of such a module: every use of it is refused."""

    __slots__ = ("module",)

    def __init__(self, module: LeftOut, name: str) -> None:
        super().__init__(name, self.refuse)
        self.module = module

    def refuse(self, *args: Any, **kwargs: Any) -> Any:
        """Say why it is left out."""
        raise refusal(self.module, self.name)


LeftOut.__module__, LeftOut.__name__, LeftOut.__qualname__ = "builtins", *["module"] * 2
type.__setattr__(Unusable, "__module__", "builtins")
for _attribute in ("__name__", "__qualname__"):
    type.__setattr__(Unusable, _attribute, "builtin_function_or_method")  # its values have names
READERS[LeftOut] = LeftOut.find
READERS[Unusable] = Unusable.refuse
CALLABLE.add(Unusable)


def _version(distribution_name: Any) -> str:
    versions = {"torch": "2.13.0+cpu", "numpy": np.__version__}
    if distribution_name not in versions:
        message = f"No package metadata was found for {distribution_name}"
        raise op_error(ModuleNotFoundError, message)
    return versions[distribution_name]


def _find_spec(name: Any, package: Any = None) -> Any:
    """Return something for a module that programs may import, and None for another."""
    from gradcli.language.names.table import MODULES  # which may ask for this one

    return MODULES.get(name) or left_out(str(name))


def _record_function(name: Any, args: Any = None) -> Any:
    from gradcli.language.names.table import MODULES  # which may ask for this one

    return MODULES["torch.autograd.profiler"].find("record_function")(name, args)


_PROCESSES: dict[str, Callable[..., Any]] = {
    "cpu_count": lambda: 1,
    "freeze_support": lambda: None,
    "set_start_method": lambda method, force=False: None,
}
_FEW: dict[str, dict[str, Callable[..., Any]]] = {
    "importlib": {},
    "importlib.metadata": {"version": _version},
    "importlib.util": {"find_spec": _find_spec},
    "multiprocessing": _PROCESSES,
    "platform": {
        "python_version": lambda: ".".join(map(str, sys.version_info[:3])),
        "system": lambda: "Linux",
    },
    "torch.distributed": {"is_available": lambda: True, "is_initialized": lambda: False},
    "torch.multiprocessing": _PROCESSES,
    "torch.profiler": {"record_function": _record_function},
    "unittest.mock": {},
}
"""The names that modules have which are left out otherwise."""

_OF_TORCH = (
    "ao contrib distributed export fx hub mtia multiprocessing nested onnx package profiler "
    "quantization sparse nn.attention nn.parallel nn.quantized utils._pytree utils.benchmark "
    "utils.bottleneck utils.collect_env utils.cpp_extension "
    "utils.mobile_optimizer"
)
_NEVER = "builtins code codeop ctypes dis importlib marshal posix runpy site symtable"
"""What looks into that which runs a program, and is not even imported."""
_DRAWING = ("IPython", "matplotlib", "mpl_toolkits", "plotly", "seaborn")
_PARTS = "programs have a part of Python's library alone"


def left_out(name: str) -> Module | None:
    """Return a module that Python, PyTorch or what draws has, and gradcli has not."""
    top, inside = name.partition(".")[0], name.removeprefix("torch.")
    if top in _DRAWING:
        from gradcli.language.names.drawing import TABLES

        return Module(name, TABLES[top])
    if top == "torch":
        known = any(f"{inside}.".startswith(f"{part}.") for part in _OF_TORCH.split())
        reason = ABSENT.get(name) or OUTSIDE.get(name) or "there is one process and one device"
    else:
        from gradcli.language.names.table import MODULES  # which may ask for this one

        known = top in sys.stdlib_module_names and top not in (*MODULES, *_NEVER.split())
        known = name in _FEW or (known and top[:1] != "_")
        reason = OUTSIDE.get(name) or OUTSIDE.get(top) or _PARTS
    return LeftOut(name, partial(_names, name), reason) if known else None


def _names(name: str) -> Table:
    """Return the few names of a module, and of its modules those that have some."""
    inner = {full.removeprefix(f"{name}."): full for full in _FEW if full.startswith(f"{name}.")}
    return {part: left_out(full) for part, full in inner.items()} | builtins_of(_FEW.get(name, {}))
