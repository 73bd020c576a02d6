"""Parts of Python's library that are programs themselves: written in the language, run on demand.

What they hold belongs to the run that asked for it, as the functions of a program do. Their texts
are in ``written_texts``; to a program they are the library's, so no message points into them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from gradcli.core.state import STATE
from gradcli.language.machine.code import LIBRARY, Globals
from gradcli.language.machine.compile import compile_module
from gradcli.language.names.modules import Live
from gradcli.language.names.table import program_names
from gradcli.language.names.written_texts import TEXTS
from gradcli.syntax.parse import parse

Table = dict[str, Any]


def written(module: str) -> Table:
    """Return the names that a module has from its text, each found when it is asked for."""
    names, _ = TEXTS[module]
    return {name: Live(partial(find, module, name)) for name in names.split()}


def find(module: str, name: str) -> Any:
    """Return what a name of a module's text stands for in the program that runs."""
    if STATE.written is None:
        STATE.written = {}
    if module not in STATE.written:
        STATE.written[module] = _run(TEXTS[module][1])
    return STATE.written[module][name]


TABLES = {module: partial(written, module) for module in TEXTS}


def _run(text: str) -> Globals:
    """Run a text in variables of its own, on the machine of the program."""
    code = compile_module(parse(text, LIBRARY), STATE.program.limits, (text, LIBRARY))
    registers = Globals(STATE.program, program_names())
    registers.depth = STATE.program.globals.depth
    registers.code = code
    registers.update(code.constants)
    STATE.program.run(registers, code.entry)
    return registers
