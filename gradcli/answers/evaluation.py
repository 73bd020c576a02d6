"""What ``gradcli eval`` computes: inputs are defined, the program runs, its result is reported.

This module knows the order of things. It does not know who asks, nor what a report looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gradcli.answers import graph
from gradcli.answers.gradients import gradients
from gradcli.answers.inputs import Definition, QuestionError, Scope, define, vector
from gradcli.answers.report import Derivative, Gradient, Pattern, Report, describe
from gradcli.core.backward import grad
from gradcli.errors import Diagnostic, GradcliError, Label, OpError
from gradcli.language.limits import Limits
from gradcli.language.run import Run, Session

if TYPE_CHECKING:
    from gradcli.answers.engine_place import Place
    from gradcli.answers.flows import Passes
    from gradcli.answers.jacobians import Progress, Wanted
    from gradcli.core.tensor import Tensor


class Question(NamedTuple):
    """What is asked about a program.

    ``wrt`` names what to differentiate by, ``gradient`` is the text of a vector that weighs the
    elements of a result. ``engine`` computes it, with arrays cut into ``chunks``, on a dask
    ``scheduler`` or several ``devices`` of JAX's. ``jacobian``,
    ``hessian``, ``jvp`` (names and texts of vectors), ``order`` and ``sparsity`` ask for something
    else than gradients. ``summary`` asks for a report in any case or for none; None leaves it to
    whether the program has spoken for itself. ``drawn`` asks for a graph in any case: where the
    result has none, that of what the program differentiated last. ``flows`` asks for the gradients
    along its edges.
    """

    source: str
    filename: str = "<program>"
    inputs: tuple[Definition, ...] = ()
    wrt: tuple[str, ...] | None = None
    gradient: str | None = None
    dtype: str | None = None
    seed: int | None = None
    summary: bool | None = None
    anomaly: bool = False
    jacobian: bool = False
    hessian: bool = False
    jvp: tuple[tuple[str, str], ...] = ()
    order: int | None = None
    sparsity: bool = False
    progress: Progress | None = None
    limits: Limits | None = None
    drawn: bool = False
    flows: bool = False
    engine: str | None = None
    chunks: tuple[int, ...] | None = None
    scheduler: str | None = None
    devices: int = 1

    def session(
        self,
        write: Callable[[str], object],
        warn: Callable[[Diagnostic], object],
        aside: Callable[[str], object] = len,
    ) -> Session:
        """Return a session for the program, given what takes its texts and warnings."""
        return Session(
            dtype=self.dtype,
            seed=self.seed,
            limits=self.limits,
            write=write,
            warn=warn,
            aside=aside,
            anomaly=self.anomaly,
        )


class Said:
    """What a program says while it runs and while it is differentiated: texts and warnings."""

    __slots__ = ("printed", "warnings")

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.warnings: list[Diagnostic] = []

    def write(self, text: str) -> None:
        """Take a piece of text."""
        self.printed.append(text)

    def warn(self, warning: Diagnostic) -> None:
        """Take a warning."""
        self.warnings.append(warning)

    def aside(self, text: str) -> None:
        """Take what the program writes to standard error, which is no part of an answer."""

    def note(self, text: str) -> None:
        """Take a remark for whoever waits at a terminal."""


def evaluate(question: Question, said: Said) -> Report | None:
    """Run a program and report it; None where it has spoken for itself.

    Raises ``GradcliError`` where the program is wrong, ``QuestionError`` where the question is.
    """
    if question.engine in (None, "numpy"):
        _check_plain(question)
        return _evaluate(question, said)
    from gradcli.answers.engine_place import Place  # most questions are NumPy's
    from gradcli.numerics.engines import How

    how = How(question.scheduler, question.devices, question.progress, said.note)
    with Place(question.engine or "", question.chunks, how).around() as place:
        return _evaluate_at(place, question, said)


def _check_plain(question: Question) -> None:
    """Refuse what other engines than NumPy are asked for."""
    if question.scheduler is not None:
        raise QuestionError("--scheduler is for --engine dask.")
    if question.chunks is not None:
        raise QuestionError("--chunks is for --engine dask.")
    if question.devices > 1:
        raise QuestionError("--devices is for --engine jax.")


def _evaluate_at(place: Place, question: Question, said: Said) -> Report | None:
    """Run and report at a place; in one piece, if that can be."""
    if place.xp.compiles:
        from gradcli.answers.compiling import attempt

        whole = attempt(lambda silent: _evaluate(question, silent, place, compiling=True))
        if whole is not None:
            return whole
    return _evaluate(question, said, place)


def _evaluate(
    question: Question, said: Said, place: Place | None = None, compiling: bool = False
) -> Report | None:
    """Run and report at a place, where all of it may be compiled as one function."""
    with question.session(said.write, said.warn, said.aside) as session:
        return answer(question, session, said, place, compiling)


def answer(
    question: Question,
    session: Session,
    said: Said,
    place: Place | None = None,
    compiling: bool = False,
) -> Report | None:
    """Run a program in a session, with the names that are defined there, and report it."""
    known = session.variables
    inputs, constants = define(question.inputs, session, place)
    watch = _watch(question.flows) if question.drawn else None

    def run_program() -> Run:
        with watch or nullcontext():
            return session.evaluate(question.source, question.filename)

    def report_of(run: Run, differentiate: Any = grad) -> Report:
        return build_report(
            run,
            inputs,
            question.wrt,
            weight_of(question, session),
            constants={**known, **constants},
            filename=question.filename,
            wanted=_wanted(question, session),
            said=said,
            watch=watch,
            differentiate=differentiate,
        )

    if compiling and place is not None:
        from gradcli.answers.compiling import run_compiled

        run, differentiate = run_compiled(place.xp, {**constants, **inputs}, run_program, report_of)
    else:
        run, differentiate = run_program(), grad
    if not (not run.speaks if question.summary is None else question.summary):
        return None
    report = report_of(run, differentiate)
    return report if question.anomaly else with_origin_hint(report)


def with_origin_hint(report: Report) -> Report:
    """Say of gradients that are not finite how to find out where that began."""
    lost = [g.name for g in report.gradients if not np.isfinite(g.data).all()]
    if not lost or report.hint is not None:
        return report
    verb = "is" if len(lost) == 1 else "are"
    names = ", ".join(f"{name}.grad" for name in lost)
    return report._replace(hint=f"{names} {verb} not finite; --anomaly tells where that began")


def weight_of(question: Question, session: Session) -> Tensor | None:
    """Return what weighs the elements of the result, if anything does."""
    return None if question.gradient is None else vector(question.gradient, "--gradient", session)


def build_report(
    run: Run,
    inputs: Mapping[str, Tensor],
    wrt: tuple[str, ...] | None = None,
    gradient: Tensor | None = None,
    *,
    constants: Mapping[str, object] = {},
    filename: str = "<program>",
    wanted: Wanted | None = None,
    said: Said | None = None,
    watch: Passes | None = None,
    differentiate: Any = grad,
) -> Report:
    """Report a run, differentiating its result by its inputs and by every leaf it depends on.

    ``constants`` are what else was defined before the program ran. ``wrt`` names the tensors to
    differentiate by instead; ``gradient`` weighs the elements of a result that is not a scalar.
    ``wanted`` are other derivatives to report in place of gradients. ``said`` is what the program
    has said so far, and where it says more. ``watch`` has seen what the program differentiated.
    ``differentiate`` is ``grad``, or what knows already.
    Raises ``GradcliError`` where the result cannot be differentiated, ``QuestionError`` for a
    name in ``wrt`` that is not there.
    """
    scope = Scope(inputs, {**constants, **run.variables})
    nodes = graph.nodes_of(run.value)
    own = not nodes and watch is not None
    nodes = graph.nodes_from(watch.starts[:1]) if own and watch is not None else nodes
    scope.name_leaves(nodes)
    found: tuple[Gradient, ...] = ()
    other: tuple[tuple[Derivative, ...], Pattern | None] = ((), None)
    try:
        if wanted is None:
            with nullcontext() if own else watch or nullcontext():
                found, hint = gradients(run.value, nodes, scope, wrt, gradient, differentiate)
        else:
            from gradcli.answers import jacobians

            other, hint = jacobians.find(run.value, run.name, nodes, scope, wrt, gradient, wanted)
    except OpError as error:
        raise GradcliError(diagnostic_of(error, run, filename)) from error
    described = describe(run.value, run.name)
    leaving = {} if watch is None else watch.leaving
    if nodes and leaving == {} and watch is not None and watch.watches:
        why = hint or "the program has differentiated the result itself"
        raise QuestionError(f"--gradients: {why.partition(', or give')[0]}")
    drawn = graph.describe(nodes, scope.names, run.source, leaving) if nodes else None
    said = said or Said()
    printed, warnings = "".join(said.printed), tuple(said.warnings)
    return Report(printed, described, drawn, found, warnings, hint, *other)


def _watch(flows: bool) -> Passes:
    from gradcli.answers.flows import Flows, Passes  # for those who look at graphs

    return Flows() if flows else Passes()


def diagnostic_of(error: OpError, run: Run, filename: str) -> Diagnostic:
    """Return the diagnostic of an error in differentiating what a run gave."""
    from gradcli.language.messages.from_errors import places  # for what goes wrong

    here = run.expression
    own = () if here is None else (Label(here.span, "the report differentiates this"),)
    return Diagnostic(
        error.code,
        str(error),
        error.kind,
        (*own, *places(error, run.module, run.source, here)),
        error.help,
        source=run.source,
        filename=filename,
    )


# Other derivatives than gradients


def _wanted(question: Question, session: Session) -> Wanted | None:
    """Return what to report in place of gradients, if something else was asked for."""
    options = {
        "--jacobian": question.jacobian,
        "--hessian": question.hessian,
        "--jvp": bool(question.jvp),
        "--order": question.order is not None,
    }
    given = [option for option, is_given in options.items() if is_given]
    if not given and not question.sparsity:
        return None
    from gradcli.answers.jacobians import Wanted, no_progress

    progress = question.progress or no_progress
    if not given:
        return Wanted("either", numbers=False, pattern=True, progress=progress)
    _refuse_together(given, question)
    if question.jvp:
        tangents = {name: vector(text, f"--jvp {name}", session) for name, text in question.jvp}
        return Wanted("jvp", tangents=tangents)
    kind = "jacobian" if question.jacobian else "hessian" if question.hessian else "derivative"
    order = question.order or (1 if question.jacobian else 2)
    return Wanted(kind, order, None, True, question.sparsity, progress)


def _refuse_together(given: list[str], question: Question) -> None:
    """Refuse options of which one alone makes sense."""
    alone = {"--jacobian", "--jvp"} & set(given)
    if len(given) > 1:
        raise QuestionError(f"Give {given[0]} or {given[1]}, not both.")
    if alone and question.gradient is not None:
        raise QuestionError(f"Give {given[0]} or --gradient, not both.")
    if alone and question.wrt is not None and question.jvp:
        raise QuestionError("Give --jvp or --wrt, not both: --jvp names its inputs.")
    if question.sparsity and given[0] in ("--jvp", "--order"):
        raise QuestionError("Give --sparsity with --jacobian or --hessian.")
