"""Objects that a program saves: ``torch.save``, ``torch.load`` and ``pickle``, within the program.

What is saved is a copy that lies in the program's memory (``files``). Where bytes are asked for
they name such a copy and hold nothing of it, so that no bytes, wherever they come from, can be made
into anything but what the program itself has saved. Nothing is pickled.
"""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gradcli.core.shown import Shown
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.errors import op_error
from gradcli.language.limits import check_items
from gradcli.language.machine.descriptors import MISSING, invoke
from gradcli.language.machine.functions import (
    Builtin,
    Function,
    Object,
    builtins_of,
    host_callable,
    type_name,
)
from gradcli.language.machine.objects import Class
from gradcli.language.machine.unwind import own
from gradcli.language.names import contexts, files
from gradcli.language.names.files import Kept
from gradcli.language.names.modules import Module
from gradcli.language.names.written import find, written
from gradcli.nn.parameter import Buffer, Parameter
from gradcli.numerics import memory
from gradcli.numerics.device import Device
from gradcli.numerics.dtypes import DType

Table = dict[str, Any]


# Copies


def kept(value: Any, *, shared: bool = True) -> Any:
    """Return a copy of a value as it comes back from a file: tensors are leaves without gradient.

    Tensors that share memory share that of their copies; for ``pickle`` each has memory of its own.
    """
    memo: dict[int, Any] = {}
    storages: dict[int, np.ndarray] = {}
    for part in _parts(value):
        if isinstance(part, Tensor) and memory_of(part):
            memo[id(part)] = _rebuilt(part, storages if shared else {})
        elif isinstance(part, Function) or (isinstance(part, Class) and not part.fixed):
            _check_found(part)
        elif isinstance(part, Module):
            raise op_error(TypeError, "cannot pickle 'module' object")
    return copy.deepcopy(value, memo)


def memory_of(tensor: Tensor) -> bool:
    """Tell whether a tensor has memory: lazy parameters and those of engines have none yet."""
    return type(tensor) in (Tensor, Parameter, Buffer) and isinstance(tensor.array, np.ndarray)


def _rebuilt(tensor: Tensor, storages: dict[int, np.ndarray]) -> Tensor:
    flat, offset = memory.storage_of(tensor.array)
    place = memory.address(flat)
    if place not in storages or storages[place].dtype != flat.dtype:
        storages[place] = flat.copy()
    array = memory.strided_view(
        storages[place], tensor.array.shape, tensor.array.strides, offset * flat.itemsize
    )
    if type(tensor) is Parameter:
        return Parameter(Tensor(array), tensor.requires_grad)
    made = Tensor(array, tensor.requires_grad)
    return Buffer(made, persistent=tensor.persistent) if isinstance(tensor, Buffer) else made


_PLAIN = (type(None), bool, int, float, complex, str, bytes, DType, Device, Size)
_HOLDERS: tuple[Any, ...] = (list, tuple, set, frozenset, deque)


def _parts(value: Any) -> Iterator[Any]:
    """Yield a value and everything in it, in the order in which it is written down."""
    seen: dict[int, Any] = {}
    pending = [value]
    while pending:
        part = pending.pop()
        if (isinstance(part, _PLAIN) and not isinstance(part, np.generic)) or id(part) in seen:
            continue
        seen[id(part)] = part
        check_items(len(seen))
        yield part
        pending += reversed(_inside(part))


def _inside(part: Any) -> list[Any]:
    """Return what a value holds."""
    inside: list[Any] = []
    if isinstance(part, (Function, Class, Builtin, Tensor, type)):
        return inside
    if isinstance(part, Object):
        inside += [part.cls, *(getattr(part, "attributes", None) or {}).values()]
    if isinstance(part, dict):
        inside += [item for pair in dict.items(part) for item in pair]
    elif isinstance(part, _HOLDERS):
        kind = next(kind for kind in _HOLDERS if isinstance(part, kind))
        inside += kind.__iter__(part)
    return [*inside, *getattr(part, "__dict__", {}).values()]


def _check_found(part: Function | Class) -> None:
    """Refuse what a program could not find again by its name."""
    name = part.code.qualified if isinstance(part, Function) else part.qualified
    if "<locals>" in name:
        raise op_error(AttributeError, f"Can't pickle local object '{name}'")
    if "<lambda>" in name:
        raise _error(
            "PicklingError", f"Can't pickle {part!r}: attribute lookup {name} on __main__ failed"
        )


def _error(kind: str, message: str) -> BaseException:
    return own(host_callable(find("pickle", kind))(message))


# What is loaded without a word


_WEIGHTS = (dict, list, set, tuple, OrderedDict, Counter, Tensor, Parameter, Buffer)


def _check_weights(value: Any, allowed: list[Any]) -> None:
    """Refuse what holds more than numbers in containers, as ``weights_only`` does."""
    for part in _parts(value):
        kind = part.cls if isinstance(part, Object) else type(part)
        if kind in _WEIGHTS or part in allowed or kind in allowed:
            continue
        name = _global_name(part if isinstance(part, (Function, Class, Builtin, type)) else kind)
        raise _error("UnpicklingError", _UNSAFE.replace("@", name))


def _global_name(value: Any) -> str:
    if isinstance(value, Builtin):
        return value.name
    if isinstance(value, type) and issubclass(value, (np.ndarray, np.generic)):
        made = "_reconstruct" if value is np.ndarray else "scalar"
        return f"numpy._core.multiarray.{made}"
    name = value.code.qualified if isinstance(value, Function) else type_name_of(value)
    module = "__main__" if isinstance(value, (Function, Class)) else value.__module__
    return name if module == "builtins" else f"{module}.{name}"


def type_name_of(kind: Any) -> str:
    """Return the name of a class with those of the classes around it."""
    return str(kind.qualified if isinstance(kind, Class) else kind.__qualname__)


_UNSAFE = (
    "Weights only load failed. This file can still be loaded, to do so you have two options, "
    "\x1b[1mdo those steps only if you trust the source of the checkpoint\x1b[0m. \n\t(1) In "
    "PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from "
    "`False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely "
    "succeed, but it can result in arbitrary code execution. Do it only if you got the file from a "
    "trusted source.\n\t(2) Alternatively, to load with `weights_only=True` please check the "
    "recommended steps in the following error message.\n\tWeightsUnpickler error: Unsupported "
    "global: GLOBAL @ was not an allowed global by default. Please use "
    "`torch.serialization.add_safe_globals([@])` or the "
    "`torch.serialization.safe_globals([@])` context manager to allowlist this global if you "
    "trust this class/function.\n\nCheck the documentation of torch.load to learn more about types "
    "accepted by default with weights_only "
    "https://pytorch.org/docs/stable/generated/torch.load.html."
)


class safe_globals(Shown):
    """A context in which ``torch.load`` makes values of some more classes."""

    __module__ = "torch.serialization"
    __slots__ = ("before", "more")

    def __init__(self, safe_globals: Any) -> None:
        self.more = list(safe_globals)
        self.before: list[Any] = []

    def __enter__(self) -> None:
        store = files.store()
        self.before, store.safe = store.safe, [*store.safe, *self.more]

    def __exit__(self, *exception: object) -> None:
        files.store().safe = self.before


contexts.CONTEXTS.add(safe_globals)


def _add_safe(safe_globals: Any) -> None:
    files.store().safe += list(safe_globals)


# torch


def save(
    obj: Any,
    f: Any,
    pickle_module: Any = None,
    pickle_protocol: int = 2,
    _use_new_zipfile_serialization: bool = True,
) -> None:
    """Keep a copy of an object under a name, or write bytes that name it."""
    if files.is_path(f):
        parent = files.folder_of(f)
        if not files.is_folder(parent):
            raise op_error(RuntimeError, f"Parent directory {parent} does not exist.", code="file")
        files.write_object(f, Kept(kept(obj)))
    elif _has(f, "write"):
        invoke(f, "write", files.token(Kept(kept(obj))))
    else:
        message = "expected 'f' to be string, path, or a file-like object with a 'write' attribute"
        raise op_error(AttributeError, message)


_OF_WEIGHTS = {"encoding"}
_OF_PICKLE = {"buffers", "encoding", "errors", "fix_imports"}


def load(
    f: Any,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: Any = None,
    mmap: Any = None,
    **pickle_load_args: Any,
) -> Any:
    """Return a copy of what was saved."""
    checked = weights_only in (None, True)
    for name in pickle_load_args.keys() - (_OF_WEIGHTS if checked else _OF_PICKLE):
        message = f"'{name}' is an invalid keyword argument for Unpickler()"
        if checked:
            message = f"Unpickler.__init__() got an unexpected keyword argument '{name}'"
        raise op_error(TypeError, message)
    if not files.is_path(f) and not _has(f, "seek"):
        message = (
            f"'{type_name(f)}' object has no attribute 'seek'. You can only torch.load from a "
            "file that is seekable. Please pre-load the data into a buffer like io.BytesIO and try "
            "to load from it instead."
        )
        raise op_error(AttributeError, message)
    found = _known(files.read_object(f)) if files.is_path(f) else _taken(f, "")
    if str(map_location).startswith("cuda"):
        raise op_error(RuntimeError, _NO_CUDA)
    if checked:
        _check_weights(found.value, files.store().safe)
    return kept(found.value)


_NO_CUDA = (
    "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If "
    "you are running on a CPU-only machine, please use torch.load with "
    "map_location=torch.device('cpu') to map your storages to the CPU."
)


def _has(value: Any, method: str) -> bool:
    return isinstance(value, Object) and value.cls.find(method) is not MISSING


def _taken(file: Any, at_end: str) -> Kept:
    """Read the bytes of one object, and return what they name."""
    data = invoke(file, "read", files.TOKEN_SIZE)
    if not data:
        raise op_error(EOFError, at_end)
    return _named(data)


def _named(data: Any) -> Kept:
    if not isinstance(data, bytes):
        raise op_error(TypeError, f"a bytes-like object is required, not '{type_name(data)}'")
    return _known(files.store().objects.get(data[: files.TOKEN_SIZE]))


def _known(found: Kept | None) -> Kept:
    if found is None:
        raise _error("UnpicklingError", "this names nothing that the program has saved")
    return found


def torch_table() -> Table:
    """Return what torch.serialization has."""
    return builtins_of(
        {
            "save": save,
            "load": load,
            "add_safe_globals": _add_safe,
            "clear_safe_globals": lambda: files.store().safe.clear(),
            "get_safe_globals": lambda: list(files.store().safe),
            "safe_globals": safe_globals,
        }
    )


# pickle


def _dumps(obj: Any, protocol: Any = None, **options: Any) -> bytes:
    return files.token(Kept(kept(obj, shared=False)))


def _dump(obj: Any, file: Any, protocol: Any = None, **options: Any) -> None:
    if not _has(file, "write"):
        raise op_error(TypeError, "file must have a 'write' attribute")
    invoke(file, "write", _dumps(obj))


def _loads(data: Any, /, **options: Any) -> Any:
    if data == b"":
        raise op_error(EOFError, "Ran out of input")
    return kept(_named(data).value)


def _load(file: Any, **options: Any) -> Any:
    if not (_has(file, "read") and _has(file, "readline")):
        raise op_error(TypeError, "file must have 'read' and 'readline' attributes")
    return kept(_taken(file, "Ran out of input").value)


def pickle_table() -> Table:
    """Return what the module pickle has."""
    functions = builtins_of({"dump": _dump, "dumps": _dumps, "load": _load, "loads": _loads})
    return written("pickle") | functions | {"HIGHEST_PROTOCOL": 5, "DEFAULT_PROTOCOL": 4}


TABLES: dict[str, Callable[[], Table]] = {
    "pickle": pickle_table,
    "torch.serialization": torch_table,
}
