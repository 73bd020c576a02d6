"""Where in a program a record of a log was made: its file, line and function."""

from __future__ import annotations

import os
from bisect import bisect
from itertools import accumulate
from typing import Any, NamedTuple

from gradcli.core.state import STATE
from gradcli.syntax import nodes
from gradcli.syntax.walk import walk


class Place(NamedTuple):
    """A place in a program; in none that is known, line 0."""

    path: str = "<program>"
    line: int = 0
    function: str = "<module>"

    def fields(self) -> dict[str, Any]:
        """Return what formats may name of it."""
        filename = os.path.basename(self.path)
        module = os.path.splitext(filename)[0]
        found = {"filename": filename, "module": module, "pathname": self.path}
        return found | {"lineno": self.line, "funcName": self.function}


def _name(function: nodes.FunctionDef | nodes.Lambda) -> str:
    return function.name if isinstance(function, nodes.FunctionDef) else "<lambda>"


class Places:
    """The calls of one program, and where they stand."""

    __slots__ = ("_functions", "_nodes", "_path", "_starts", "module")

    def __init__(self, module: nodes.Module, source: str, path: str) -> None:
        self.module, self._path = module, path
        self._starts = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
        self._nodes = {id(node): node for node in walk(module)}
        kinds = (nodes.FunctionDef, nodes.Lambda)
        functions = [node for node in walk(module) if isinstance(node, kinds)]
        functions.sort(key=lambda node: node.span.start)  # an inner one after those around it
        self._functions = {id(n): _name(f) for f in functions for n in walk(f)}

    def of(self, node: object) -> Place:
        """Return where a piece of a program stands."""
        found = self._nodes.get(id(node))
        if found is None:
            return Place(self._path)
        line = bisect(self._starts, found.span.start)
        return Place(self._path, line, self._functions.get(id(node), "<module>"))


def fields_of(keeper: Any, node: object) -> dict[str, Any]:
    """Return what formats may name of a node's place; ``keeper`` keeps the program's places."""
    machine = STATE.program
    code = machine.globals.code if machine is not None else None
    if code is None or code.module is None:
        return Place().fields()
    if keeper.places is None or keeper.places.module is not code.module:
        keeper.places = Places(code.module, *code.text)
    found: Place = keeper.places.of(node)
    return found.fields()
