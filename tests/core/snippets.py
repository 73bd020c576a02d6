"""Lines of Python that ask PyTorch, or gradcli in its place, something."""

from __future__ import annotations

import contextlib
import io
import math
import warnings
from functools import cache
from pathlib import Path
from typing import Any

_PYTHONS = {"abs", "all", "any", "bool", "complex", "float", "int", "max", "min", "pow", "range"}
_PYTHONS |= {"round", "sum"}


def lines(path: Path) -> list[str]:
    """Return the snippets of a file, without its comments."""
    found = path.read_text(encoding="utf-8").splitlines()
    return [line for line in found if line and not line.startswith("#")]


def shown(page: Path) -> list[str]:
    """Return the programs under the rows of a page's source that say what is different."""
    found = page.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("  >>> ") for line in found if line.startswith("  >>> ")]


@cache
def _names(torch: Any) -> dict[str, Any]:
    """Return what a snippet can name without an import."""
    names = {"torch": torch, "F": torch.nn.functional, "inf": math.inf, "nan": math.nan}
    public = [name for name in dir(torch) if not name.startswith("_") and name not in _PYTHONS]
    return names | {name: getattr(torch, name) for name in public}


def answer(torch: Any, line: str) -> list[str]:
    r"""Return what a snippet prints, by lines, and its error's class and first line.

    A snippet stands on one line; ``\n`` in it ends a line of Python.
    """
    names = dict(_names(torch))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(line.replace("\\n", "\n"), names)
        except Exception as error:
            message = str(error).partition("\n")[0]
            return [*printed.getvalue().splitlines(), f"{type(error).__name__}: {message}"]
    return printed.getvalue().splitlines()
