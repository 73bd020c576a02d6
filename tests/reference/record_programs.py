"""Record what PyTorch makes of the programs below ``tests/data/programs``.

usage: python tests/reference/record_programs.py          (needs torch 2.13)

Programs see torch, math, F, Variable and torch's own names, as the language does. Of each it
records what it prints, without the addresses of objects, the class and first line of the error it
ends in, and the class and text of each warning, without the place in PyTorch that gave it.
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
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch.autograd import Variable

DATA = Path(__file__).parents[1] / "data"
PROGRAMS = DATA / "programs"
PYTHONS = ("bool", "complex", "float", "int", "range")
"""Names of both that are Python's."""
EITHER = ("abs", "all", "any", "max", "min", "pow", "round", "sum")
"""Names of both that are torch's when a tensor is among the arguments."""


def either(name: str) -> Callable[..., Any]:
    """Return torch's function for tensors and Python's for the rest."""

    def call(*args: Any, **kwargs: Any) -> Any:
        tensors = any(isinstance(arg, torch.Tensor) for arg in (*args, *kwargs.values()))
        return vars(torch if tensors else builtins)[name](*args, **kwargs)

    return call


def scope() -> dict[str, Any]:
    """Return the names that a program sees."""
    names = {
        name: value
        for name, value in vars(torch).items()
        if not name.startswith("_") and name not in PYTHONS and name != "compile"
    }
    modules = {"torch": torch, "math": math, "F": F, "Variable": Variable}
    numbers = {"inf": math.inf, "nan": math.nan, "__name__": "__main__"}
    return names | modules | numbers | {name: either(name) for name in EITHER}


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
    with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            exec(compile(source, "<program>", "exec", dont_inherit=True), scope())
        except Exception as caught:
            error = [type(caught).__name__, first_line(caught)]
    text = re.sub(r" at 0x[0-9a-f]+", "", out.getvalue())
    return {"stdout": text.split("\n"), "error": error, "warnings": distinct(given)}


def distinct(given: list[warnings.WarningMessage]) -> list[list[str]]:
    """Return the class and text of each warning that users are shown, once."""
    found: dict[tuple[str, str], None] = {}
    for warning in given:
        if issubclass(warning.category, (UserWarning, FutureWarning)):
            text = re.sub(r" \(Triggered internally at .*\)$", "", str(warning.message))
            found[warning.category.__name__, text] = None
    return [list(pair) for pair in found]


def main() -> None:
    """Record every program; one that is no Python 3 is a ``.txt``."""
    recorded = {}
    for path in sorted(PROGRAMS.glob("*.[pt][yx]*")):
        source = path.read_text(encoding="utf-8")
        recorded[path.name] = record(in_python_3(source) if path.suffix == ".txt" else source)
    text = json.dumps(recorded, indent=1, ensure_ascii=False) + "\n"
    (DATA / "programs.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
