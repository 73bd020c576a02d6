"""A derivative in the formats of ``gradcli diff``: text, LaTeX, a NumPy function and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradcli.answers.formula import Formula
    from gradcli.answers.taylor import Expansion


def render(formula: Formula | Expansion, form: str, *, noted: bool = True) -> str:
    """Return a derivative in a format: "text", "latex", "python" or "json".

    What was assumed is said in comments before it, if it is to be ``noted``. Raises
    ``GradcliError`` where a format has no words for it.
    """
    if form == "json":
        return json.dumps(as_data(formula), indent=2)
    if form == "latex":
        sign, text = "%", formula.latex
    else:
        sign, text = "#", formula.python if form == "python" else formula.text
    return "\n".join([*(f"{sign} {note}" for note in formula.notes if noted), text])


def as_data(formula: Formula | Expansion) -> dict[str, object]:
    """Return a derivative as plain data: its text, and what it is the derivative of."""
    problem = formula.problem
    return {
        "version": 1,
        "source": problem.source,
        "wrt": list(problem.wrt),
        "order": 2 if problem.hessian else problem.order,
        "shapes": {name: list(array.shape) for name, array in problem.arrays.items()},
        "sizes": dict(problem.sizes),
        "assumed": problem.assumed_shapes(),
        "jvp": dict(problem.directions),
        "vjp": problem.weights,
        "notes": formula.notes,
        "text": formula.text,
        "latex": formula.latex,
    }
