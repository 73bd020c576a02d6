"""The frames that bodies of classes run in, and the steps that ask them.

This module knows what a body leaves for its functions: the class itself, for ``super()``.
"""

from __future__ import annotations

from typing import Any

from gradcli.language.machine.code import Frame, Globals, Register
from gradcli.language.machine.objects import Super
from gradcli.language.machine.scopes import CELL
from gradcli.syntax import nodes


class ClassFrame(Frame):
    """The names of a class while its body runs, and later for the functions in it."""

    __slots__ = ("annotations", "bases", "keywords")
    annotations: Annotations
    bases: tuple[Any, ...]
    keywords: dict[str, Any]

    def __missing__(self, name: str) -> Any:
        # What a body binds later is a global until then, and no name of a function around it.
        scope = self.outer
        while not isinstance(scope, Globals):
            assert scope is not None
            scope = scope.outer
        return scope[name]


class Annotations(dict[str, nodes.Expr]):
    """The annotations in the body of a class, by name, and their values once they are known."""

    __slots__ = ("frame", "known")

    def __init__(self, frame: ClassFrame) -> None:
        super().__init__()
        self.frame = frame
        self.known: dict[str, Any] | None = None


def annotate(target: Register, name: str, annotation: nodes.Expr, node: nodes.Node) -> Any:
    """Note the annotation of a name of a class."""

    def step(frame: Frame) -> None:
        assert isinstance(frame, ClassFrame)
        frame.annotations[name] = annotation

    return step


def own_super(target: Register, first: str | None, node: nodes.Node) -> Any:
    """Make what ``super()`` without arguments returns."""

    def step(frame: Frame) -> None:
        scope: Any = frame.outer
        while scope is not None and not isinstance(scope, ClassFrame):
            scope = scope.outer
        if scope is None or first is None:
            raise RuntimeError("super(): no arguments")
        if CELL not in scope:
            raise RuntimeError("super(): empty __class__ cell")
        frame[target] = Super(scope[CELL], frame[first])

    return step
