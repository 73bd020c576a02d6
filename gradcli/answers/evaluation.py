"""The report of one run: what was computed, as plain data.

This module knows which parts a report has. It does not know how any format shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from gradcli.answers import gradients, graph, jacobians, report
from gradcli.errors import Diagnostic, GradcliError, Label, OpError, Span

if TYPE_CHECKING:
    from gradcli.core.tensor import Tensor
    from gradcli.language.run import Run


class Report(NamedTuple):
    """What a program printed and gave, the graph behind that, and its gradients.

    ``hint`` says in one line what to do about missing gradients. A report of a program that went
    wrong holds what it had printed, and diagnostics.
    """

    stdout: str = ""
    result: report.Value | None = None
    graph: graph.Graph | None = None
    gradients: tuple[report.Gradient, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    hint: str | None = None
    derivatives: tuple[report.Derivative, ...] = ()
    pattern: jacobians.Pattern | None = None


def build_report(
    run: Run,
    inputs: Mapping[str, Tensor],
    wrt: tuple[str, ...] | None = None,
    gradient: Tensor | None = None,
    *,
    constants: Mapping[str, object] = {},
    filename: str = "<program>",
    wanted: jacobians.Wanted | None = None,
) -> Report:
    """Report a run, differentiating its result by its inputs and by every leaf it depends on.

    ``constants`` are what else was defined before the program ran. ``wrt`` names the tensors to
    differentiate by instead; ``gradient`` weighs the elements of a result that is not a scalar.
    ``wanted`` are other derivatives to report in place of gradients.
    Raises ``GradcliError`` where the result cannot be differentiated, ``SelectionError`` for a
    name in ``wrt`` that is not there.
    """
    scope = gradients.Scope(inputs, {**constants, **run.variables})
    nodes = gradients.nodes_of(run.value)
    scope.name_leaves(nodes)
    found: tuple[report.Gradient, ...] = ()
    whole = jacobians.Found()
    try:
        if wanted is None:
            found, hint = gradients.gradients(run.value, nodes, scope, wrt, gradient)
        else:
            whole, hint = jacobians.find(run.value, run.name, nodes, scope, wrt, gradient, wanted)
    except OpError as error:
        raise GradcliError(diagnostic_of(error, run, filename)) from error
    return Report(
        run.stdout,
        report.describe(run.value, run.name),
        graph.describe(nodes, scope.names, run.source) if nodes else None,
        found,
        (),
        hint,
        *whole,
    )


def diagnostic_of(error: OpError, run: Run, filename: str) -> Diagnostic:
    """Return the diagnostic of an error in differentiating what a run gave."""
    span: Span | None = run.expression.span if run.expression is not None else None
    return Diagnostic(
        error.code,
        str(error),
        error.kind,
        (Label(span, "the report differentiates this"),) if span else (),
        error.help,
        source=run.source,
        filename=filename,
    )
