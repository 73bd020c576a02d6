"""The work of ``gradcli diff``: define inputs, differentiate, write.

This module knows the order of things. It does not know how derivatives are found or spelled.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import click
import numpy as np

from gradcli.answers.formula import Formula
from gradcli.answers.gradients import SelectionError
from gradcli.answers.inputs import leaf
from gradcli.answers.problem import derive
from gradcli.commands.source import Program
from gradcli.commands.terminal import Settings
from gradcli.core.tensor import Tensor
from gradcli.errors import ExitCode
from gradcli.language.memory import memory_limit
from gradcli.language.run import Session
from gradcli.report import formula_text


class Request(NamedTuple):
    """What the user asks for; ``inputs`` are ("define" or "constant", name, text)."""

    program: Program
    inputs: list[tuple[str, str, str]]
    shapes: dict[str, tuple[int, ...]]
    wrt: tuple[str, ...] | None
    order: int
    hessian: bool
    form: str


def write(request: Request, settings: Settings) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    if request.hessian and request.order != 1:
        raise click.UsageError("Give --hessian or --order, not both.")
    try:
        with memory_limit():
            text = formula_text.render(_derived(request), request.form)
    except SelectionError as error:
        raise click.UsageError(str(error)) from error
    sys.stdout.write(text + "\n")
    return ExitCode.OK


def _derived(request: Request) -> Formula:
    defined, constants = _defined(request)
    names = {*defined, *request.shapes}
    if request.wrt is not None and names:
        unknown = [n for n in request.wrt if n in constants]
        if unknown:
            raise click.UsageError(f"--wrt: {unknown[0]} is a constant")
    if (request.hessian or request.order > 1) and len(_by(request, names)) > 1:
        raise click.UsageError("Give one input, as in --wrt x, for derivatives of higher order.")
    return derive(
        request.program.text,
        defined,
        request.shapes,
        constants,
        request.wrt,
        order=request.order,
        hessian=request.hessian,
        filename=request.program.filename,
    )


def _by(request: Request, names: set[str]) -> tuple[str, ...]:
    from gradcli.answers.shapes import free_names

    if request.wrt is not None:
        return request.wrt
    return tuple(names) or tuple(free_names(request.program.text, request.program.filename))


def _defined(request: Request) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the values of inputs and constants; each may use those before it."""
    defined: dict[str, np.ndarray] = {}
    constants: dict[str, Any] = {}
    with Session(dtype="float64") as session:
        for kind, name, text in request.inputs:
            option = "-D" if kind == "define" else "-C"
            value = session.evaluate(text, f"{option} {name}").value
            if kind == "define":
                value = leaf(value, f"-D {name}")
                defined[name] = value.array
            else:
                constants[name] = value.detach() if isinstance(value, Tensor) else value
            session.assign(name, value)
    return defined, constants
