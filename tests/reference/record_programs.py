"""Record what PyTorch makes of the programs below ``tests/data/programs``.

usage: python tests/reference/record_programs.py [NAME ...]          (needs torch 2.13)

Without names it records all programs; with names (``train_xor.py``) those, and keeps the rest.
Programs see torch, math, F, Variable and torch's own names, as the language does. Of each it
records what it prints, without the addresses of objects, the class and first line of the error it
ends in, and the class and text of each warning, without the place in PyTorch that gave it.
Pictures and progress bars, which need not be installed, do nothing, as in the language.
``tests/programs/test_programs.py`` reads the result, ``tests/data/programs.json``, and needs no
torch.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import math
import re
import sys
import warnings
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import torch
import torch.nn.functional as F
from torch.autograd import Variable

DATA = Path(__file__).parents[1] / "data"
PROGRAMS = DATA / "programs"
PYTHONS = ("bool", "complex", "float", "int", "range")
"""Names of both that are Python's."""
EITHER = ("abs", "all", "any", "max", "min", "pow", "round", "sum")
"""Names of both that are torch's when a tensor is among the arguments."""
DRAWN = ("matplotlib", "matplotlib.pyplot", "seaborn")
"""Modules that draw, of which programs use no result."""


class Bar:
    """A progress bar that shows nothing."""

    def __init__(self, items: Any, **_: Any) -> None:
        self.items = items

    def __iter__(self) -> Any:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def set_description(self, *_: Any, **__: Any) -> None:
        """Show nothing."""

    set_postfix = update = close = set_description


def decorations() -> dict[str, Any]:
    """Return the modules that programs only decorate themselves with."""
    tqdm = ModuleType("tqdm")
    tqdm.__dict__.update(tqdm=Bar, trange=lambda *args, **kwargs: Bar(range(*args), **kwargs))
    modules: dict[str, Any] = {name: MagicMock() for name in DRAWN}
    for axes in (modules["matplotlib.pyplot"], modules["matplotlib"].pyplot):
        axes.subplots.side_effect = lambda *args, **kwargs: (MagicMock(), MagicMock())
    modules |= {"tqdm": tqdm, "tqdm.auto": tqdm}
    for name, module in modules.items():
        module.__spec__ = ModuleSpec(name, None)  # torch looks for tqdm
    return modules


def either(name: str) -> Callable[..., Any]:
    """Return torch's function for tensors and Python's for the rest."""

    def call(*args: Any, **kwargs: Any) -> Any:
        tensors = any(isinstance(arg, torch.Tensor) for arg in (*args, *kwargs.values()))
        return vars(torch if tensors else builtins)[name](*args, **kwargs)

    return call


def scope(source: str) -> dict[str, Any]:
    """Return the names that a program sees: those of both are Python's where it imports torch."""
    names = {
        name: value
        for name, value in vars(torch).items()
        if not name.startswith("_") and name not in PYTHONS and name != "compile"
    }
    modules = {"torch": torch, "math": math, "F": F, "Variable": Variable}
    numbers = {"inf": math.inf, "nan": math.nan, "__name__": "__main__"}
    own = re.search(r"^\s*(import|from) torch\b", source, re.MULTILINE)
    both = {name: vars(builtins)[name] if own else either(name) for name in EITHER}
    return names | modules | numbers | both


def in_python_3(source: str) -> str:
    """Spell a program of the oldest notebooks as Python 3 and today's torch have it."""
    printing = re.sub(r"^print (.*)$", r"print(\1)", source, flags=re.MULTILINE)
    return printing.replace(".creator", ".grad_fn")


def reset() -> None:
    """Undo what the program before may have changed."""
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    torch.set_printoptions(profile="default")
    torch.set_warn_always(True)  # those too that a process shows once


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, without the place where torch is installed."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return re.sub(r"\(/.*\)$", "(unknown location)", text.partition("\n")[0])


def record(source: str) -> dict[str, Any]:
    """Run a program; return its output by lines, and its error's class and message."""
    reset()
    out = io.StringIO()
    error = None
    main = sys.modules["__main__"] = ModuleType("__main__")  # where pickle looks for classes
    vars(main).update(scope(source))
    with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            exec(compile(source, "<program>", "exec", dont_inherit=True), vars(main))
        except Exception as caught:
            error = [type(caught).__name__, first_line(caught)]
    text = re.sub(r" at 0x[0-9a-f]+", "", out.getvalue())
    return {"stdout": text.split("\n"), "error": error, "warnings": distinct(given)}


def distinct(given: list[warnings.WarningMessage]) -> list[list[str]]:
    """Return the class and text of each warning that users are shown, once."""
    found: dict[tuple[str, str], None] = {}
    for warning in given:
        of_program = warning.filename == "<program>"  # whose deprecations Python shows
        if of_program or issubclass(warning.category, (UserWarning, FutureWarning)):
            text = re.sub(r" \(Triggered internally at .*\)$", "", str(warning.message))
            found[warning.category.__name__, text] = None
    return [list(pair) for pair in found]


def paths(names: list[str]) -> list[Path]:
    """Return the programs of the names, or all; one that is no Python 3 is a ``.txt``."""
    return [PROGRAMS / name for name in names] or list(PROGRAMS.glob("*.[pt][yx]*"))


def main() -> None:
    """Record the programs that the command names."""
    sys.modules.update(decorations())
    file = DATA / "programs.json"
    names = sys.argv[1:]
    sys.argv[:] = ["<program>"]  # programs have no arguments
    recorded = json.loads(file.read_text(encoding="utf-8")) if names else {}
    for path in paths(names):
        source = path.read_text(encoding="utf-8")
        with TemporaryDirectory() as folder, contextlib.chdir(folder):
            recorded[path.name] = record(in_python_3(source) if path.suffix == ".txt" else source)
    text = json.dumps(dict(sorted(recorded.items())), indent=1, ensure_ascii=False) + "\n"
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
