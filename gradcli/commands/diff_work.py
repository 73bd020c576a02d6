"""The work of ``gradcli diff``: have the derivative found, and write it as it was asked for.

This module knows what can be asked for together. It does not know how derivatives are found.
"""

from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from typing import NamedTuple

import click

from gradcli.answers.domain import inside
from gradcli.answers.formula import differentiate
from gradcli.answers.inputs import Definition, QuestionError, arrays_of, nearest
from gradcli.answers.problem import Problem, problem_of
from gradcli.answers.shapes import free_names
from gradcli.commands.source import Program
from gradcli.commands.terminal import reading_width
from gradcli.errors import ExitCode
from gradcli.language.limited import limited
from gradcli.language.limits import Limits
from gradcli.language.memory import memory_limit
from gradcli.report.fitting import hung
from gradcli.report.formula_text import render


class Request(NamedTuple):
    """What the user asks for; ``inputs`` are ("define" or "constant", name, text)."""

    program: Program
    inputs: tuple[Definition, ...]
    shapes: dict[str, tuple[int, ...]]
    wrt: tuple[str, ...] | None
    assume: str
    order: int
    hessian: bool
    jvp: tuple[tuple[str, str], ...]
    vjp: str | None
    taylor: int | None
    at: tuple[tuple[str, str], ...]
    equals: str | None
    form: str


def write(request: Request, limits: Limits | None = None) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    if request.hessian and request.order != 1:
        raise click.UsageError("Give --hessian or --order, not both.")
    asked = {
        "--hessian": request.hessian,
        "--order": request.order != 1,
        "--jvp": request.jvp,
        "--vjp": request.vjp,
        "--taylor": request.taylor is not None,
    }
    given = [option for option, value in asked.items() if value]
    if len(given) > 1 or (request.equals is not None and request.taylor is not None):
        raise click.UsageError(f"Give only one of {', '.join([*given, '--equals'][:2])}.")
    if request.at and request.taylor is None:
        raise click.UsageError("--at says where --taylor is to be: give that too.")
    try:
        with memory_limit(), limited(limits) if limits is not None else nullcontext():
            text, status = _answered(request)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error
    sys.stdout.write(_readable(text) + "\n")
    return status


def _check_last(request: Request) -> None:
    """Refuse an input behind the program, which others take for what to differentiate by."""
    text, filename, *_ = request.program
    *before, last = text.rstrip().split("\n")
    if not before or request.wrt is not None or not last.isidentifier():
        return
    if last in free_names(text, filename):
        said = f"The last line, {last}, would be the result."
        raise click.UsageError(f"{said} --wrt {last} differentiates by it.")


def _readable(text: str) -> str:
    """Return a text whose notes a terminal has room for; code stays as it is, to be copied."""
    width = reading_width(sys.stdout)
    lines = text.split("\n")
    return "\n".join(hung(line, width) if line[:2] in ("# ", "% ") else line for line in lines)


def _answered(request: Request) -> tuple[str, int]:
    """Return what to write, and the exit status."""
    _check_last(request)
    problem = _problem(request)
    if request.taylor is not None:
        from gradcli.answers.taylor import expand_at

        return render(expand_at(problem, request.taylor, dict(request.at)), request.form), 0
    if request.jvp or request.vjp is not None:
        from gradcli.answers.products import along, weighed

        vjp = request.vjp
        problem = weighed(problem, vjp) if vjp is not None else along(problem, dict(request.jvp))
    if request.equals is None:
        return render(differentiate(problem), request.form), ExitCode.OK

    from gradcli.answers.claims import judge
    from gradcli.report import claim_text

    verdict = judge(problem, request.equals)
    status = ExitCode.OK if verdict.holds else ExitCode.CHECK_FAILED
    return claim_text.render(verdict, request.form), status


def _problem(request: Request) -> Problem:
    defined, constants = arrays_of(request.inputs)
    names = {*defined, *request.shapes}
    _check_used(request)
    if request.wrt is not None and names:
        unknown = [n for n in request.wrt if n in constants]
        if unknown:
            raise click.UsageError(f"--wrt: {unknown[0]} is a constant")
    if request.order > 1 and len(_by(request, names)) > 1:
        raise click.UsageError("Give one input, as in --wrt x, for derivatives of higher order.")
    return inside(
        problem_of(
            request.program.text,
            defined,
            request.shapes,
            constants,
            request.wrt,
            order=request.order,
            hessian=request.hessian,
            assumed=request.assume,
            filename=request.program.filename,
        )
    )


def _check_used(request: Request) -> None:
    """Refuse the shape of what the program does not name: its derivative would be 0."""
    text = request.program.text
    unknown = [name for name in request.shapes if not re.search(rf"\b{name}\b", text)]
    known = free_names(text, request.program.filename) if unknown else []
    for name in unknown:
        if known:
            raise click.UsageError(f"--shape: there is no input {name!r}" + nearest(name, known))


def _by(request: Request, names: set[str]) -> tuple[str, ...]:
    if request.wrt is not None:
        return request.wrt
    return tuple(names) or tuple(free_names(request.program.text, request.program.filename))
