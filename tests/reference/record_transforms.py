"""Record with which errors PyTorch refuses the calls in ``tests/data/transforms_errors.txt``.

usage: python tests/reference/record_transforms.py          (needs torch 2.13)

Of each call it records the class and the first line of the message of the error it ends in.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import torch
import torch.autograd.functional as AF
import torch.nn.functional as F

DATA = Path(__file__).parents[1] / "data"


def scope() -> dict[str, Any]:
    """Return the names that a call sees."""
    functions = ("grad", "hessian", "jacfwd", "jacrev", "jvp", "linearize", "vjp")
    values = {"x": torch.tensor([0.5, 1.0, 1.5]), "s": torch.tensor(2.0)}
    return {"torch": torch, "AF": AF, "F": F} | values | {n: vars(torch.func)[n] for n in functions}


def record(call: str) -> list[str]:
    """Make a call, and return it with the class and the first line of its error."""
    try:
        eval(call, scope())
    except Exception as error:
        return [call, type(error).__name__, str(error).partition("\n")[0]]
    raise SystemExit(f"PyTorch does not refuse {call}")


def main() -> None:
    """Record every call."""
    warnings.simplefilter("ignore")
    calls = (DATA / "transforms_errors.txt").read_text(encoding="utf-8").splitlines()
    text = json.dumps([record(call) for call in calls], indent=1, ensure_ascii=False) + "\n"
    (DATA / "transforms_errors.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
