"""Operators of other packages, which declare them as this package does and name their module.

A package says in its metadata where its declarations are, for instance in ``pyproject.toml``::

    [project.entry-points."gradcli.ops"]
    smooth = "gradcli_smooth.operators"

They are imported, with this module, when a name is asked for that no operator of gradcli's own
has.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder
from typing import Any

from gradcli.core.warn import warn
from gradcli.operators.methods import announce

GROUP = "gradcli.ops"


def load() -> None:
    """Import the modules that installed packages name; warn of one that fails, and go on."""
    if not _may_be_named():
        return
    from importlib.metadata import entry_points  # a quarter of what NumPy takes to import

    for entry_point in sorted(entry_points(group=GROUP)):
        _load(entry_point)


def _may_be_named() -> bool:
    """Tell whether some package may have entry points of the group; folders are looked through."""
    if any(f is not PathFinder and hasattr(f, "find_distributions") for f in sys.meta_path):
        return True
    for folder in sys.path:
        try:
            names = os.listdir(folder or os.curdir)
        except NotADirectoryError:
            return True  # an archive
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info", "EGG-INFO")):
                try:
                    with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                        if GROUP.encode() in file.read():
                            return True
                except OSError:
                    continue  # most have none
    return False


def _load(entry_point: Any) -> None:
    try:
        entry_point.load()
    except Exception as error:  # whatever a foreign module does at import
        package = f" (package {entry_point.dist.name})" if entry_point.dist else ""
        text = " ".join(str(error).split())
        where = _place(error, entry_point.module.partition(".")[0])
        warn(
            f"the operators of {entry_point.value!r} could not be loaded{package}: "
            f"{type(error).__name__}: {text}{where}",
            code="plugin",
        )


def _place(error: Exception, package: str) -> str:
    """Return the line of a package that failed, which is a declaration's where that is wrong."""
    if isinstance(error, SyntaxError):
        return f", at {error.filename}:{error.lineno}"
    from traceback import walk_tb  # for a package that fails alone

    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package:
            return f", at {frame.f_code.co_filename}:{line}"
    return ""


load()
announce()
