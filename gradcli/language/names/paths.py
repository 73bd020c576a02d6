"""The module ``pathlib``: paths as texts. What they lead to is the program's own, and no file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from gradcli.language.machine.functions import CONSTRUCTORS
from gradcli.language.names import attributes, files

Table = dict[str, Any]


class PosixPath(PurePosixPath):
    """A path, under the name that Python's has where programs print it."""

    __slots__ = ()


PosixPath.__module__ = "pathlib"


def _paths() -> Table:
    for kind in (PurePosixPath, PosixPath):
        CONSTRUCTORS[kind] = kind
    attributes.GETTERS[PurePosixPath] = {
        "name": lambda path: path.name,
        "parent": lambda path: path.parent,
        "parts": lambda path: path.parts,
        "stem": lambda path: path.stem,
        "suffix": lambda path: path.suffix,
        "suffixes": lambda path: path.suffixes,
        "parents": lambda path: tuple(path.parents),
    }
    attributes.METHODS[PurePosixPath] = {
        "as_posix": PurePosixPath.as_posix,
        "is_absolute": PurePosixPath.is_absolute,
        "joinpath": PurePosixPath.joinpath,
        "relative_to": PurePosixPath.relative_to,
        "with_name": PurePosixPath.with_name,
        "with_stem": PurePosixPath.with_stem,
        "with_suffix": PurePosixPath.with_suffix,
    }
    whole = dict.fromkeys(("absolute", "resolve"), lambda path: path)
    attributes.METHODS[PosixPath] = whole | {"expanduser": whole["resolve"]} | files.OF_PATHS
    attributes.STATIC[PosixPath] = {"cwd": lambda: PosixPath(), "home": lambda: PosixPath("~")}
    names = {"Path": PosixPath, "PosixPath": PosixPath}
    return names | {"PurePath": PurePosixPath, "PurePosixPath": PurePosixPath}


TABLES: dict[str, Callable[[], Table]] = {"pathlib": _paths}
