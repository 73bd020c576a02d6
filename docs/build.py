"""Write docs/operators.md from the operator table.

usage: python docs/build.py
"""

from __future__ import annotations

from pathlib import Path

import gradcli.ops  # noqa: F401  (fills the table)
from gradcli.core.op import OPS, Op

PAGE = Path(__file__).with_name("operators.md")
HEAD = """# Operators

Written by `python docs/build.py` from the operator table; a test keeps it current.

| call | what it is | also spelled | node |
|---|---|---|---|
"""


def spellings(op: Op) -> list[str]:
    """Return every spelling of an operator besides the function of its name."""
    names = (op.name, *op.aliases)
    found = [f"`torch.{name}`" for name in names if "torch" in op.where]
    found += [f"`x.{name}`" for name in names if op.where & {"Tensor", "attribute"}]
    if op.inplace is not None and op.where & {"Tensor", "in-place"}:
        found += [f"`x.{name}_`" for name in names]
    found += [f"`F.{name}`" for name in names if "F" in op.where]
    found += [f"`torch.linalg.{name}`" for name in op.aliases if "linalg" in op.where]
    return found + ([f"`{op.infix}`"] if op.infix and not op.infix.isalpha() else [])


def node(op: Op) -> str:
    """Return the name of the operator's node in the graph, for operators that have one."""
    if not op.differentiable:
        return "its parts" if op.composite else ""
    return f"`{op.label}`" if isinstance(op.label, str) else f"`{op.label()}`"


def row(op: Op) -> str:
    """Return an operator's row."""
    cells = (f"`{op.signature}`", op.doc.splitlines()[0], ", ".join(spellings(op)), node(op))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def page() -> str:
    """Return the page."""
    public = [op for _, op in sorted(OPS.items()) if op.where or op.infix]
    return HEAD + "\n".join(map(row, public)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
