"""Programs about modules, which PyTorch, or gradcli in its place, answers."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from tests.core.snippets import answer

FILE = Path(__file__).parents[1] / "data" / "nn" / "programs.txt"


def programs() -> list[str]:
    """Return the programs."""
    text = FILE.read_text(encoding="utf-8")
    return [part.strip("\n") for part in text.partition("\n")[2].split("---\n")]


def answered(torch: Any, program: str) -> list[str]:
    """Return what a program prints, by lines, and the first line of its error."""
    parts = ("nn", "nn.functional", "nn.init", "nn.utils", "nn.utils.rnn", "nn.parameter")
    modules = {"torch": torch}
    for part in parts:
        value = torch
        for name in part.split("."):
            value = getattr(value, name)
        modules[f"torch.{part}"] = value
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        lines = answer(torch, f"nn = torch.nn\n{program}")
        return [re.sub(" at 0x[0-9a-f]+", "", line) for line in lines]
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
