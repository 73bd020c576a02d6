"""The work of ``gradcli eval``: define inputs, run the program, report.

This module knows the order of things. It does not know what a report looks like.
"""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import click

from gradcli.answers.evaluation import Report, build_report
from gradcli.answers.gradients import SelectionError
from gradcli.answers.inputs import leaf, strip_sources
from gradcli.answers.jacobians import Wanted, no_progress
from gradcli.commands.source import Program
from gradcli.commands.terminal import (
    Settings,
    is_terminal,
    reading_width,
    show_diagnostic,
    use_colour,
)
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, ExitCode, GradcliError
from gradcli.language.memory import memory_limit
from gradcli.language.run import Session
from gradcli.report import plain
from gradcli.report.glyphs import glyphs_for
from gradcli.transforms.blocks import Advance


class Request(NamedTuple):
    """What the user asks for; ``inputs`` are ("define" or "constant", name, text)."""

    program: Program
    inputs: list[tuple[str, str, str]]
    wrt: tuple[str, ...] | None
    gradient: str | None
    dtype: str | None
    seed: int | None
    form: str
    get: str | None
    summary: bool | None
    anomaly: bool = False
    jacobian: bool = False
    hessian: bool = False
    jvp: tuple[tuple[str, str], ...] = ()
    order: int | None = None
    sparsity: bool = False


class Output:
    """What the program prints and warns of: passed on at once, or kept for the report."""

    __slots__ = ("keeps_warnings", "kept", "last", "settings", "streams", "warnings")

    def __init__(self, request: Request, settings: Settings) -> None:
        self.keeps_warnings = request.form == "json" and request.get is None
        self.streams = request.form != "json" and request.get is None
        self.settings = settings
        self.kept: list[str] = []
        self.warnings: list[Diagnostic] = []
        self.last = ""

    def write(self, text: str) -> None:
        """Take a piece of text."""
        if self.streams:
            sys.stdout.write(text)
        else:
            self.kept.append(text)
        self.last = text[-1:] or self.last

    def warn(self, warning: Diagnostic) -> None:
        """Take a warning."""
        self.warnings.append(warning)
        if not self.keeps_warnings:
            show_diagnostic(warning, self.settings)

    def separate(self) -> None:
        """Leave an empty line between what the program printed and the report."""
        if self.streams and self.last:
            sys.stdout.write("\n" if self.last == "\n" else "\n\n")


def evaluate(request: Request, settings: Settings) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    output = Output(request, settings)
    try:
        with memory_limit():
            _do(request, output, settings)
    except SelectionError as error:
        raise click.UsageError(str(error)) from error
    except GradcliError as error:
        diagnostic = error.diagnostic
    except MemoryError:
        diagnostic = _OUT_OF_MEMORY
    else:
        return ExitCode.OK
    return _report_error(diagnostic, request, output)  # now that the program's memory is free


def _report_error(diagnostic: Diagnostic, request: Request, output: Output) -> int:
    if request.form != "json":
        raise GradcliError(diagnostic)
    from gradcli.report import json_view

    report = Report("".join(output.kept), diagnostics=(*output.warnings, diagnostic))
    sys.stdout.write(json_view.render(report))
    return ExitCode.PROGRAM


_OUT_OF_MEMORY = Diagnostic("memory", "not enough memory", "MemoryError")
"""What is left to say when there was no memory to find out more."""


def _do(request: Request, output: Output, settings: Settings) -> None:
    if request.get is not None:
        from gradcli.report import select

        select.check(request.get)
    report = compute(request, output)
    if report is not None:
        _show(report, request, output, settings)


def compute(request: Request, output: Output) -> Report | None:
    """Run the program and report it; None where it has spoken for itself."""
    program = request.program
    with Session(
        dtype=request.dtype,
        seed=request.seed,
        write=output.write,
        warn=output.warn,
        anomaly=request.anomaly,
    ) as session:
        inputs, constants = define(request.inputs, session)
        run = session.evaluate(program.text, program.filename)
        if not _wants_report(request, run.speaks):
            return None
        report = build_report(
            run,
            inputs,
            request.wrt,
            _weight(request, session),
            constants=constants,
            filename=program.filename,
            wanted=_wanted(request, session),
        )
    return report._replace(stdout="".join(output.kept), diagnostics=tuple(output.warnings))


def _weight(request: Request, session: Session) -> Tensor | None:
    """Return the value of ``--gradient``."""
    return None if request.gradient is None else vector(request.gradient, "--gradient", session)


def vector(text: str, option: str, session: Session) -> Tensor:
    """Return the value of an option; a list is as good as a tensor."""
    value = session.evaluate(text, option).value
    return value.detach() if isinstance(value, Tensor) else leaf(value, option).detach()


def _wanted(request: Request, session: Session) -> Wanted | None:
    """Return what to report in place of gradients, if something else was asked for."""
    options = {
        "--jacobian": request.jacobian,
        "--hessian": request.hessian,
        "--jvp": bool(request.jvp),
        "--order": request.order is not None,
    }
    given = [option for option, is_given in options.items() if is_given]
    if not given:
        return _either(request) if request.sparsity else None
    _refuse_together(given, request)
    if request.jvp:
        tangents = {name: vector(text, f"--jvp {name}", session) for name, text in request.jvp}
        return Wanted("jvp", tangents=tangents)
    kind = "jacobian" if request.jacobian else "hessian" if request.hessian else "derivative"
    order = request.order or (1 if request.jacobian else 2)
    return Wanted(kind, order, None, True, request.sparsity, _progress)


def _either(request: Request) -> Wanted:
    return Wanted("either", numbers=False, pattern=True, progress=_progress)


def _refuse_together(given: list[str], request: Request) -> None:
    """Refuse options of which one alone makes sense."""
    alone = {"--jacobian", "--jvp"} & set(given)
    if len(given) > 1:
        raise click.UsageError(f"Give {given[0]} or {given[1]}, not both.")
    if alone and request.gradient is not None:
        raise click.UsageError(f"Give {given[0]} or --gradient, not both.")
    if alone and request.wrt is not None and request.jvp:
        raise click.UsageError("Give --jvp or --wrt, not both: --jvp names its inputs.")
    if request.sparsity and given[0] in ("--jvp", "--order"):
        raise click.UsageError("Give --sparsity with --jacobian or --hessian.")


def _progress(total: int) -> AbstractContextManager[Advance]:
    """Show on a terminal how far a long computation is."""
    if not is_terminal(sys.stderr) or os.environ.get("TERM") == "dumb":
        return no_progress(total)
    from gradcli.report.progress import bar

    return bar("differentiating", total, sys.stderr)


def _wants_report(request: Request, speaks: bool) -> bool:
    if request.get is not None or request.form == "json":
        return True
    return not speaks if request.summary is None else request.summary


def define(
    definitions: list[tuple[str, str, str]], session: Session
) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Define inputs and constants in order; each may use those before it."""
    inputs: dict[str, Tensor] = {}
    constants: dict[str, Any] = {}
    for kind, name, text in definitions:
        option = "-D" if kind == "define" else "-C"
        value = session.evaluate(text, f"{option} {name}").value
        inputs.pop(name, None)
        if kind == "define":
            value = inputs[name] = leaf(value, f"-D {name}")
        else:
            constants[name] = value
            strip_sources(value)
        session.assign(name, value)
    return inputs, constants


def _show(report: Report, request: Request, output: Output, settings: Settings) -> None:
    if request.get is None and request.form != "json":
        _show_text(report, request.form, output, settings)
        return
    from gradcli.report import json_view, select

    if request.get is None:
        text = json_view.render(report)
    elif request.form == "json":
        text = json_view.dumps(select.as_data(report, request.get))
    else:
        text = select.as_text(report, request.get, glyphs_for(sys.stdout.encoding))
    sys.stdout.write(text)


def _show_text(report: Report, form: str, output: Output, settings: Settings) -> None:
    if form == "auto":
        capable = is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"
        form = "rich" if capable else "plain"
    if form == "plain":
        text = plain.render(report, glyphs_for(sys.stdout.encoding), reading_width(sys.stdout))
        if text:
            output.separate()
            sys.stdout.write(text)
        return
    from gradcli.report import rich_view

    output.separate()
    rich_view.show(report, sys.stdout, use_colour(sys.stdout, settings.color))
