"""Write what follows from the operator table and the commands: pages, the index, type stubs.

usage: python docs/build.py
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import gradcli.answers
import gradcli.operators
import gradcli.ops
from gradcli.answers import catalogue
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
NAMED = "  of: "
"""What a list begins with of the operators that the row above it is about."""
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
        "<br>".join([entry.summary, *([also] if also else []), *map(differs, entry.differs)]),
        "<br>".join(map(gradient, entry.derivatives)),
    )
    return line(*cells)


def differs(text: str) -> str:
    """Return what differs from PyTorch, as a note in an operator's row."""
    return f"*Differs:* {text}"


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


DIFFERING = Path(gradcli.answers.__file__).with_name("differing.py")
DIFFERING_HEAD = '''"""What differs from PyTorch, and of which operators that is said.

Written by `python docs/build.py` from `docs/differences.txt`; a test keeps it current.
"""

DIFFERING = (
'''
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
    return "".join(f"{line}\n" for line in source() if not line.startswith((SHOWN, NAMED)))


def source() -> list[str]:
    """Return the lines that the page of differences is made of."""
    return DIFFERENCES.with_suffix(".txt").read_text(encoding="utf-8").splitlines()


def rows() -> list[tuple[str, str]]:
    """Return what differs, and the operators that it is said of."""
    found: list[tuple[str, str]] = []
    row: list[str] = []
    for line in source():
        if line.startswith(NAMED):
            found.append((" ".join(row), line.removeprefix(NAMED)))
        elif line.startswith("  ") and not line.startswith(SHOWN):
            row.append(line.strip())
        elif not line.startswith(SHOWN):
            row = [line.removeprefix("- ")]
    return found


def differing() -> str:
    """Return the text of the module that says of operators what differs."""
    texts = [text for row in rows() for text in ("    (", *map(_literal, row), "    ),")]
    return DIFFERING_HEAD + "\n".join(texts) + "\n)\n"


def _literal(text: str) -> str:
    written = repr(text) if '"' in text else json.dumps(text, ensure_ascii=False)
    return f"        {written},"


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
    DIFFERING.write_text(differing(), encoding="utf-8")
    catalogue.DIFFERING = tuple(rows())

    from stubs.write import stubs  # from the folder beside this file

    PAGE.write_text(page(), encoding="utf-8")
    DIFFERENCES.write_text(differences(), encoding="utf-8")
    commandpages.PAGE.write_text(commandpages.page(), encoding="utf-8")
    for path, text in (stubs() | manpages.pages()).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
