"""Arrays that a program saves and reads back: NumPy's functions of files, in its own memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.errors import op_error
from gradcli.language.machine.functions import builtins_of, type_name
from gradcli.language.names import files
from gradcli.language.names.files import Kept
from gradcli.language.names.numpy_names import of_numbers


def _save(file: Any, arr: Any, allow_pickle: bool = True) -> None:
    """Keep an array under a name."""
    name = str(file) if files.is_path(file) else _refused(file)
    name = name if name.endswith(".npy") else f"{name}.npy"
    files.write_object(name, Kept(of_numbers(np.array)(arr)))


def _load(file: Any, mmap_mode: Any = None, allow_pickle: bool = False) -> Any:
    """Return an array that was saved."""
    found = files.read_object(file if files.is_path(file) else _refused(file))
    if found is None or not isinstance(found.value, np.ndarray):
        raise op_error(ValueError, f"{str(file)!r} holds no array that numpy.save has saved")
    return found.value.copy()


def _refused(file: Any) -> str:
    raise op_error(TypeError, f"the language saves arrays under names, not in '{type_name(file)}'")


_READING = ("comments", "delimiter", "dtype", "max_rows", "ndmin", "skiprows", "unpack", "usecols")


def _read_text(fname: Any, dtype: Any = float, **options: Any) -> Any:
    """Return the numbers of a text that the program has written."""
    for name in options:
        if name not in _READING:
            raise op_error(TypeError, f"the language has no option '{name}' of loadtxt")
    if not files.is_file(fname):
        raise op_error(FileNotFoundError, f"{fname} not found.", code="file", help=files.HELP)
    with_lines = files.text_of(fname).splitlines()
    return of_numbers(lambda lines, **rest: np.loadtxt(lines, **rest))(
        with_lines, dtype=dtype, **options
    )


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "genfromtxt": _read_text,
    "load": _load,
    "loadtxt": _read_text,
    "save": _save,
}
TABLES = {"numpy.lib.npyio": lambda: builtins_of(_FUNCTIONS)}
