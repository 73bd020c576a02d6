"""The module ``pathlib``: paths as texts. What they lead to is the program's own, and no file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from gradcli.language.machine.descriptors import members_of, readers_of
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
        **readers_of("name parent parts stem suffix suffixes"),
        "parents": lambda path: tuple(path.parents),
    }
    methods = "as_posix is_absolute joinpath relative_to with_name with_stem with_suffix"
    attributes.METHODS[PurePosixPath] = members_of(PurePosixPath, methods)
    whole = dict.fromkeys(("absolute", "resolve"), lambda path: path)
    attributes.METHODS[PosixPath] = whole | {"expanduser": whole["resolve"]} | files.OF_PATHS
    attributes.STATIC[PosixPath] = {"cwd": lambda: PosixPath(), "home": lambda: PosixPath("~")}
    names = {"Path": PosixPath, "PosixPath": PosixPath}
    return names | {"PurePath": PurePosixPath, "PurePosixPath": PurePosixPath}


TABLES: dict[str, Callable[[], Table]] = {"pathlib": _paths}
