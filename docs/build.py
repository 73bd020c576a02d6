"""Write what follows from the operator table and the commands: pages, the index, type stubs.

usage: python docs/build.py
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import gradcli.operators
import gradcli.ops
from gradcli.answers.catalogue import Entry, entries
from gradcli.answers.rule_texts import Derivative
from gradcli.core.table import OPS
from gradcli.language.names.absent import ABSENT

sys.path.append(str(Path(__file__).parent))  # also where this file is imported as docs.build
import commandpages
import manpages
from formulas import typeset

PAGE = Path(__file__).with_name("operators.md")
DIFFERENCES = PAGE.with_name("differences.md")
SHOWN = "  >>> "
"""What a program begins with that shows the difference above it, in the page's source."""
HEAD = """# Operators

Written by `python docs/build.py` from the operator table; a test keeps it current.
`gradcli ops NAME` says the same of one operator, with an example, and shows a composite's parts.

In the derivatives `g` is the gradient of the result, `y` the result, $x$ the operand `input`;
`g[0]` and `y1` belong to several results. A test runs every formula and compares it with what is
computed. A composite has no derivative of its own: the operators that it calls have.
"""
TABLE = """
## {family}

| call and node | what it is, also spelled | derivative |
|---|---|---|
"""
LEFT_OUT = """
## Left out

PyTorch has these and gradcli has not; calling one gives an error that says why.

| name | why |
|---|---|
"""


def row(entry: Entry) -> str:
    """Return an operator's row."""
    spelled = [spelling for spelling in entry.spellings if spelling != f"torch.{entry.name}"]
    also = ", ".join(f"`{spelling}`" for spelling in spelled)
    cells = (
        f"`{entry.signature}`<br>" + (f"`{entry.node}`" if entry.node else entry.kind),
        entry.summary + (f"<br>{also}" if also else ""),
        "<br>".join(map(gradient, entry.derivatives)),
    )
    return line(*cells)


def gradient(derivative: Derivative) -> str:
    """Return the gradient of an operand: typeset, as code, or in words."""
    return f"`{derivative.operand}`: {typeset(derivative.formula)}"


def line(*cells: str) -> str:
    """Return a line of a table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def page() -> str:
    """Return the page."""
    families: dict[str, list[Entry]] = {}
    for entry in entries():
        families.setdefault(entry.family, []).append(entry)
    text = HEAD
    for family in sorted(families):
        text += TABLE.format(family=family) + "\n".join(map(row, families[family])) + "\n"
    if ABSENT:
        text += LEFT_OUT + "\n".join(line(f"`{name}`", why) for name, why in sorted(ABSENT.items()))
        text += "\n"
    return text


INDEX = Path(gradcli.operators.__file__).with_name("index.py")
INDEX_HEAD = '''"""The index: which family declares a name, so that it alone is loaded.

Written by `python docs/build.py` from the declarations; a test keeps it current.
"""

NAMES = {
'''
NO_FAMILIES = {"plugins"}
BEHIND = ("kernels",)  # whose operators come behind those of the same name


def differences() -> str:
    """Return the page of differences, without the programs that show them."""
    lines = DIFFERENCES.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    return "".join(f"{line}\n" for line in lines if not line.startswith(SHOWN))


def index() -> dict[str, dict[str, str]]:
    """Return the names that each family declares, read off the families' files."""
    found_there = {module.name for module in iter_modules(gradcli.ops.__path__)}
    families = [*sorted(found_there - NO_FAMILIES - set(BEHIND)), *BEHIND]
    for family in families:
        import_module(f"gradcli.ops.{family}")
    found: dict[str, dict[str, list[str]]] = {}
    for space, known in {"operator": OPS, **OPS.named}.items():
        rows = found[space] = {}
        for name in sorted(known):
            rows.setdefault(home(known[name]), []).append(name)
    return {
        space: {family: " ".join(rows[family]) for family in families if family in rows}
        for space, rows in found.items()
    }


def home(function: Any) -> str:
    """Return the family of an operator, given what programs call; none of another package's."""
    operator = getattr(function, "__self__", function)
    operator = getattr(operator, "op", operator)
    package, _, family = operator.module.rpartition(".")
    return str(family) if package == "gradcli.ops" else ""


def index_text() -> str:
    """Return the text of the index, a line for each family."""
    lines = []
    for space, rows in index().items():
        lines += [f'    "{space}": {{', *(f'        "{f}": "{rows[f]}",' for f in rows), "    },"]
    return INDEX_HEAD + "\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    INDEX.write_text(index_text(), encoding="utf-8")
    OPS.index = index()

    from stubs.write import stubs  # from the folder beside this file

    PAGE.write_text(page(), encoding="utf-8")
    DIFFERENCES.write_text(differences(), encoding="utf-8")
    commandpages.PAGE.write_text(commandpages.page(), encoding="utf-8")
    for path, text in (stubs() | manpages.pages()).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
