"""Write docs/operators.md and the type stubs of gradcli from the operator table.

usage: python docs/build.py
"""

from __future__ import annotations

from pathlib import Path

from gradcli.answers.catalogue import Entry, entries
from gradcli.ops.absent import ABSENT

PAGE = Path(__file__).with_name("operators.md")
HEAD = """# Operators

Written by `python docs/build.py` from the operator table; a test keeps it current.
`gradcli ops NAME` says the same of one operator, with an example.

The derivatives are those of the declarations: `g` is the gradient of the result, `y` the result.

| call | what it is | kind | also spelled | node | derivative |
|---|---|---|---|---|---|
"""
LEFT_OUT = """
## Left out

PyTorch has these and gradcli has not; calling one gives an error that says why.

| name | why |
|---|---|
"""


def row(entry: Entry) -> str:
    """Return an operator's row."""
    cells = (
        f"`{entry.signature}`",
        entry.summary,
        entry.kind,
        ", ".join(f"`{spelling}`" for spelling in entry.spellings),
        f"`{entry.node}`" if entry.node else "",
        "<br>".join(f"{d.operand}: `{d.formula}`" for d in entry.derivatives),
    )
    return line(*cells)


def line(*cells: str) -> str:
    """Return a line of a table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def page() -> str:
    """Return the page."""
    text = HEAD + "\n".join(map(row, entries())) + "\n"
    if ABSENT:
        text += LEFT_OUT + "\n".join(line(f"`{name}`", why) for name, why in sorted(ABSENT.items()))
        text += "\n"
    return text


if __name__ == "__main__":
    from stubs.write import stubs  # from the folder beside this file

    PAGE.write_text(page(), encoding="utf-8")
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")
