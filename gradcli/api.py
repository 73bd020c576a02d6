"""What the Python API has besides PyTorch's names: formulas, explanations, graphs, equal programs.

This module knows how values of the host are given. Everything else is done by what the command
calls as well.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gradcli.answers.engine_place import Chosen
from gradcli.answers.evaluation import Question, Said, build_report, evaluate
from gradcli.answers.graph import Graph, describe, nodes_of
from gradcli.answers.inputs import Definition, QuestionError, Scope
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor, array_of
from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.run import Run, accepted
from gradcli.report.shown import ShownExplanation, ShownFormula, ShownGraph, ShownReport

engine = Chosen
"""What tensors are computed on: ``with gradcli.engine("dask"): …``."""


def diff(
    source: Any,
    wrt: Any = None,
    shapes: Mapping[str, Any] | None = None,
    *args: Any,
    values: Mapping[str, Any] | None = None,
    constants: Mapping[str, Any] | None = None,
    order: int = 1,
    hessian: bool = False,
    format: str = "text",
    notes: bool = True,
    **kwargs: Any,
) -> Any:
    """Return the derivative of a program as text: ``diff("x**2", "x", {"x": ()})`` is ``"2 * x"``.

    ``wrt`` is a name, or names, to differentiate by. ``shapes`` gives shapes of inputs by name,
    ``values`` their values instead, ``constants`` what is not differentiated by; shapes of other
    names are found, and the text begins with a comment that says what was assumed, unless ``notes``
    is false. ``format`` is "text", "latex", "python" or "json". Raises
    ``GradcliError`` where the program is wrong or its derivative has no expression.

    For a tensor this is PyTorch's function of the same name, the differences of neighbours.
    """
    if not isinstance(source, str):
        given = [value for value in (wrt, shapes) if value is not None]
        return OPS["diff"].call(source, *given, *args, **kwargs)
    if args or kwargs:
        raise TypeError(f"diff() got unexpected arguments: {[*args, *kwargs]}")
    from gradcli.answers.formula import derive
    from gradcli.report.formula_text import render

    known = _given(shapes, values, constants)
    try:
        formula = derive(source, *known, _names(wrt), order=order, hessian=hessian)
    except QuestionError as error:
        raise ValueError(str(error)) from error
    text = render(formula, format, noted=notes)
    return ShownFormula(text, formula) if format in ("text", "latex") else text


def equal(
    a: Any,
    b: Any,
    shapes: Mapping[str, Any] | None = None,
    *,
    values: Mapping[str, Any] | None = None,
    constants: Mapping[str, Any] | None = None,
) -> bool:
    """Tell whether two program texts compute the same: ``equal("sin(2*x)", "2*sin(x)*cos(x)")``.

    They are compared at many points; ``shapes``, ``values`` and ``constants`` say of inputs what
    they say for ``diff``. Raises ``GradcliError`` where a program is wrong.

    For tensors this is PyTorch's function of the same name.
    """
    if not isinstance(a, str) or not isinstance(b, str):
        return bool(OPS["equal"].call(a, b))
    from gradcli.answers.equality import are_equal

    return are_equal(a, b, *_given(shapes, values, constants))


def explain(
    source: str,
    wrt: Any = None,
    shapes: Mapping[str, Any] | None = None,
    *,
    values: Mapping[str, Any] | None = None,
    constants: Mapping[str, Any] | None = None,
    gradient: Any = None,
    dtype: str | None = None,
    seed: int | None = None,
) -> ShownExplanation:
    """Explain a derivative by the chain rule: ``explain("x * sin(x)", values={"x": 2})``.

    ``values`` are inputs by name, ``constants`` what is not differentiated by: tensors, arrays,
    numbers, or texts as ``-D`` takes them. Where an input has none, shapes that fit are found
    (``shapes`` gives some) and the steps are formulas. ``wrt`` is a name, or names, to
    differentiate by; ``gradient`` weighs a result that is no scalar. Raises ``GradcliError``
    where the program is wrong. A notebook shows the result as a table; ``render("markdown")`` and
    others return it as text.
    """
    from gradcli.answers.explanation import explain as explained

    inputs = _definitions(values, constants)
    question = Question(source, "<program>", inputs, _names(wrt), gradient, dtype, seed)
    sizes = {name: _shape(shape) for name, shape in (shapes or {}).items()}
    try:
        return ShownExplanation(explained(question, _warn, sizes))
    except QuestionError as error:
        raise ValueError(str(error)) from error


def graph(
    source: Any,
    values: Mapping[str, Any] | None = None,
    *,
    constants: Mapping[str, Any] | None = None,
    gradients: bool = False,
    dtype: str | None = None,
    seed: int | None = None,
) -> ShownGraph:
    """Return the backward graph of a program, of a ``Run``, or of a tensor: ``graph(loss)``.

    ``values`` are inputs by name, as ``explain`` takes them; of a tensor, the names of leaves:
    ``graph(loss, {"w": w})``. ``gradients`` puts the gradient on every edge of a program's graph. A
    notebook shows a picture; ``render("svg")``, ``"png"``, ``"dot"``, ``"mermaid"``, ``"chain"``
    and ``"tree"`` return it. Raises ``ValueError`` where nothing requires grad.
    """
    if isinstance(source, Run):
        names = {**source.given, **source.variables}
        return ShownGraph(_graph_behind(source.value, names, source.source))
    if isinstance(source, Tensor):
        return ShownGraph(_graph_behind(source, values or {}, ""))
    inputs, said = _definitions(values, constants), Said()
    question = Question(
        source, inputs=inputs, dtype=dtype, seed=seed, summary=True, drawn=True, flows=gradients
    )
    try:
        report = evaluate(question, said)
    except QuestionError as error:
        raise ValueError(str(error)) from error
    for warning in said.warnings:
        _warn(warning)
    if report is None or report.graph is None:
        raise ValueError(_NO_GRAPH)
    return ShownGraph(report.graph)


_NO_GRAPH = "there is no graph: the result depends on nothing that requires grad"


def _graph_behind(value: Any, names: Mapping[str, Any], text: str) -> Graph:
    """Describe the graph behind a tensor; where there is no text, its nodes show none."""
    nodes = nodes_of(value)
    if not nodes:
        raise ValueError(_NO_GRAPH)
    scope = Scope({}, names)
    scope.name_leaves(nodes)
    return describe(nodes, scope.names, text)


def show_run(run: Run, form: str) -> str | None:
    """Write a run for prompts and notebooks: what it printed, its result, gradients and graph."""
    said = Said()
    said.write(run.stdout)
    try:
        report = build_report(run, {}, constants=run.given, said=said)
    except (GradcliError, QuestionError):  # a result that cannot be differentiated is still one
        return None
    return ShownReport(report).render(form)


def _warn(warning: Diagnostic) -> None:
    warnings.warn(warning.message, stacklevel=3)


def _names(wrt: str | Sequence[str] | None) -> tuple[str, ...] | None:
    return (wrt,) if isinstance(wrt, str) else wrt if wrt is None else tuple(wrt)


def _definitions(
    values: Mapping[str, Any] | None, constants: Mapping[str, Any] | None
) -> tuple[Definition, ...]:
    """Return inputs and constants as a question has them."""
    given = {"constant": constants or {}, "define": values or {}}
    return tuple(
        (kind, n, accepted(n, v)) for kind, known in given.items() for n, v in known.items()
    )


def _given(
    shapes: Mapping[str, Any] | None,
    values: Mapping[str, Any] | None,
    constants: Mapping[str, Any] | None,
) -> tuple[dict[str, np.ndarray], dict[str, tuple[int, ...]], dict[str, Any]]:
    """Return what is known of inputs: values, shapes of others, and what is constant."""
    defined = {name: np.asarray(array_of(value)) for name, value in (values or {}).items()}
    sizes = {name: _shape(shape) for name, shape in (shapes or {}).items()}
    return defined, sizes, {name: _accepted(value) for name, value in (constants or {}).items()}


def _shape(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _accepted(value: Any) -> Any:
    return Tensor(value) if isinstance(value, np.ndarray) else value
