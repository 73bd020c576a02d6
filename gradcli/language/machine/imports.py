"""The steps that find modules, and names in them."""

from __future__ import annotations

from gradcli.language.machine.code import Frame, Register, Step
from gradcli.language.names import table as names
from gradcli.syntax import nodes


def import_module(target: Register, name: str, node: nodes.Node) -> Step:
    """Find a module by its dotted name."""

    def step(frame: Frame) -> None:
        frame[target] = names.find_module(name)

    return step


def import_name(target: Register, module: str, name: str, node: nodes.Node) -> Step:
    """Find a name in a module."""

    def step(frame: Frame) -> None:
        frame[target] = names.find_name(module, name)

    return step


def import_all(target: Register, module: str, node: nodes.Node) -> Step:
    """Bind every public name of a module."""

    def step(frame: Frame) -> None:
        frame.update(names.public_names(module))

    return step
