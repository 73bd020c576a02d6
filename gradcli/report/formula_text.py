"""Derivatives as text, LaTeX, a NumPy function and JSON."""

from __future__ import annotations

import json

from gradcli.answers.formula import Formula, explained
from gradcli.symbolic.latex import latex
from gradcli.symbolic.numpy_code import function


def render(formula: Formula, form: str) -> str:
    """Return a derivative in one of the formats of ``gradcli diff``.

    Raises ``GradcliError`` where a format has no words for it.
    """
    problem = formula.problem
    with explained(problem):
        if form == "latex":
            return latex(formula.module, ranks(formula))
        if form == "python":
            return function(formula.module, [*problem.arrays, *problem.constants])
        if form == "json":
            return json.dumps(as_data(formula), indent=2)
    return formula.text


def as_data(formula: Formula) -> dict[str, object]:
    """Return a derivative as plain data: its text, and what it is the derivative of."""
    problem = formula.problem
    return {
        "version": 1,
        "source": problem.source,
        "wrt": list(problem.wrt),
        "order": 2 if problem.hessian else problem.order,
        "shapes": {name: list(array.shape) for name, array in problem.arrays.items()},
        "sizes": dict(problem.sizes),
        "text": formula.text,
        "latex": latex(formula.module, ranks(formula)),
    }


def ranks(formula: Formula) -> dict[str, int]:
    """Return how many dimensions each input has."""
    return {name: array.ndim for name, array in formula.problem.arrays.items()}
