"""Operators of other packages, which declare them as this package does and name their module.

A package says in its metadata where its declarations are, for instance in ``pyproject.toml``::

    [project.entry-points."gradcli.ops"]
    smooth = "gradcli_smooth.operators"

They are imported, with this module, when a name is asked for that no operator of gradcli's own
has.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from gradcli.core.warn import warn

GROUP = "gradcli.ops"


def load() -> None:
    """Import the modules that installed packages name; warn of one that fails, and go on."""
    for entry_point in sorted(entry_points(group=GROUP)):
        _load(entry_point)


def _load(entry_point: EntryPoint) -> None:
    try:
        entry_point.load()
    except Exception as error:  # whatever a foreign module does at import
        text = " ".join(str(error).split())
        warn(
            f"the operators of {entry_point.value!r} could not be loaded: "
            f"{type(error).__name__}: {text}",
            code="plugin",
        )


load()
