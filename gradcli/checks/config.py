"""The settings of a project: ``[tool.gradcli]`` in its pyproject.toml.

This module knows the names and types of settings. It does not know what they do.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from gradcli.checks.discover import project_file
from gradcli.data.encoding import decoded
from gradcli.errors import DataError
from gradcli.language.messages.suggest import closest

_TYPES: dict[str, tuple[type, ...]] = {
    "paths": (list,),
    "include": (list,),
    "exclude": (list,),
    "dtype": (str,),
    "gradients": (bool,),
    "jobs": (int,),
    "seed": (int,),
    "timeout": (int, float),
    "engine": (str,),
    "chunks": (list,),
}
_ENGINES = ("numpy", "jax", "dask")
_DTYPES = ("float32", "float64", "float16", "bfloat16")
_LONGEST = 86_400.0  # seconds, so that no checkout runs for ever
_WORDS = {
    "paths": 'a list of texts, as ["docs"]',
    "include": 'a list of texts, as ["*.py"]',
    "exclude": 'a list of texts, as ["old/*"]',
    "dtype": f"one of {', '.join(_DTYPES)}",
    "gradients": "true or false",
    "jobs": "a whole number above 0",
    "seed": "a whole number of 64 bits",
    "timeout": "a number of seconds above 0, of a day at most",
    "engine": f"one of {', '.join(_ENGINES)}",
    "chunks": "a list of sizes, as [1000, -1]",
}

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DEEP = re.compile(rf"(?<![\w\\.-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{100}}")
"""A key that takes time and memory by the square of its parts, as TOML's reader has it."""


class ConfigError(ValueError):
    """The settings of a project are wrong."""


def settings() -> dict[str, Any]:
    """Return the settings that hold here; paths are relative to the current directory.

    Raises ConfigError where they are wrong.
    """
    path = project_file()
    if path is None:
        return {}
    try:
        text = decoded(path.read_bytes())
        if _DEEP.search(text) is not None:
            raise ConfigError(f"{path}: a key has too many parts")
        tools = tomllib.loads(text).get("tool", {})
    except (ValueError, RecursionError) as error:  # TOML's, and of deep nesting
        raise ConfigError(f"{path}: {error}") from error
    except DataError as error:
        raise ConfigError(f"{path} {error}") from error
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from error
    table = tools.get("gradcli", {}) if isinstance(tools, dict) else None
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: tool.gradcli is no table")
    for name, value in table.items():
        _check(path, name, value)
    _check_paths(path, table.get("paths", []))
    return _relative(table, path.parent)


def _check(path: Path, name: str, value: Any) -> None:
    if name not in _TYPES:
        close = closest(name, _TYPES)
        hint = f"; did you mean {close}?" if close else f"; there are {', '.join(_TYPES)}"
        raise ConfigError(f"{path}: tool.gradcli has no setting {name}{hint}")
    right = isinstance(value, _TYPES[name]) and (type(value) is not bool or name == "gradients")
    if right and name == "chunks":
        right = all(type(size) is int and (0 < size < 2**63 or size == -1) for size in value)
    elif right and isinstance(value, list):
        right = all(isinstance(item, str) for item in value)
        right = right and (bool(value) or name == "exclude")
    if name == "jobs":
        right = right and value > 0
    if name == "timeout":
        right = right and 0 < value <= _LONGEST
    if name == "seed":
        right = right and -(2**63) <= value < 2**64
    if name == "engine":
        right = right and value in _ENGINES
    if name == "dtype":
        right = right and value in _DTYPES
    if not right:
        shown = _shown(value)
        raise ConfigError(f"{path}: tool.gradcli.{name} cannot be {shown}: it is {_WORDS[name]}")


def _shown(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:  # of an integer, in base 16, of more digits than Python writes
        return "an integer of so many digits"


def _check_paths(path: Path, paths: list[str]) -> None:
    """Refuse paths out of the project, which somebody else may have written."""
    root = path.parent.resolve()
    for name in paths:
        if "\0" in name or not (root / name).resolve().is_relative_to(root):
            raise ConfigError(f"{path}: tool.gradcli.paths: {name!r} is not inside the project")


def _relative(table: dict[str, Any], root: Path) -> dict[str, Any]:
    """Return the table with its paths seen from the current directory."""
    here = Path.cwd()
    if "paths" not in table or root == here:
        return table
    paths = [os.path.relpath(root / path, here) for path in table["paths"]]
    return {**table, "paths": paths}
