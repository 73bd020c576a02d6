"""The steps that find modules, and names in them."""

from __future__ import annotations

from gradcli.language.machine.code import Frame, Register, Step
from gradcli.language.names import table as names
from gradcli.syntax import nodes


def import_module(target: Register, name: str, node: nodes.Node) -> Step:
    """Find a module by its dotted name."""

    def step(frame: Frame) -> None:
        frame[target] = names.find_module(name)
        _as_in_python(frame, name)

    return step


def import_name(target: Register, module: str, name: str, node: nodes.Node) -> Step:
    """Find a name in a module."""

    def step(frame: Frame) -> None:
        frame[target] = names.find_name(module, name)
        _as_in_python(frame, module)

    return step


def _as_in_python(frame: Frame, module: str) -> None:
    """Leave Python's functions their names in a program that imports torch itself."""
    if module.partition(".")[0] == "torch":
        frame.outermost.builtins.update(names.of_python())


def import_all(target: Register, module: str, node: nodes.Node) -> Step:
    """Bind every public name of a module."""

    def step(frame: Frame) -> None:
        frame.update(names.public_names(module))

    return step
