"""The steps that change variables of other functions: for programs that declare them."""

from __future__ import annotations

from typing import Any

from gradcli.language.machine.code import Frame, Register, Step
from gradcli.syntax import nodes


def set_outer(
    target: Register, value: Register, distance: int, name: str, node: nodes.Node
) -> Step:
    """Write a variable of an enclosing function or of the program."""
    further = (None,) * (distance - 1)

    def step(frame: Frame) -> None:
        scope: Any = frame.outer
        for _ in further:
            scope = scope.outer
        scope[name] = frame[value]

    return step


def delete_outer(target: Register, distance: int, name: str, node: nodes.Node) -> Step:
    """Forget a variable of an enclosing function or of the program."""
    further = (None,) * (distance - 1)

    def step(frame: Frame) -> None:
        scope: Any = frame.outer
        for _ in further:
            scope = scope.outer
        if name not in scope:
            message = f"name '{name}' is not defined"
            if scope.outer is not None:
                message = (
                    f"cannot access free variable '{name}' where it is not associated with a "
                    "value in enclosing scope"
                )
            raise NameError(message, name=name)
        del scope[name]

    return step
