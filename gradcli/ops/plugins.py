"""Operators of other packages, which declare them as this package does and name their module.

A package says in its metadata where its declarations are, for instance in ``pyproject.toml``::

    [project.entry-points."gradcli.ops"]
    smooth = "gradcli_smooth.operators"

They are imported, with this module, when a name is asked for that no operator of gradcli's own
has.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from traceback import walk_tb

from gradcli.core.warn import warn
from gradcli.operators.methods import announce

GROUP = "gradcli.ops"


def load() -> None:
    """Import the modules that installed packages name; warn of one that fails, and go on."""
    for entry_point in sorted(entry_points(group=GROUP)):
        _load(entry_point)


def _load(entry_point: EntryPoint) -> None:
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
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package:
            return f", at {frame.f_code.co_filename}:{line}"
    return ""


load()
announce()
