"""Programs compiled: run once, with their backward pass, as one function of their inputs' arrays.

What depends on values, prints or warns cannot be compiled, and is run step by step instead. This
module knows how a program is tried so. It does not know what an engine does with the function.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from gradcli.answers.engine_place import held
from gradcli.answers.evaluation import Said
from gradcli.answers.report import Report
from gradcli.core.backward import grad
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic
from gradcli.language.run import Run
from gradcli.numerics.engines import ValuesNeeded


class _Silent(Said):
    """What a program says that is tried: it has to run again to be heard."""

    def write(self, text: str) -> None:
        """Take a piece of text."""
        raise ValuesNeeded

    def warn(self, warning: Diagnostic) -> None:
        """Take a warning."""
        raise ValuesNeeded


class _Enough(BaseException):
    """The gradients are there: nothing else needs to be compiled."""


def attempt(evaluate: Callable[[Said], Report | None]) -> Report | None:
    """Return a report of a program that was compiled; None where it has to be run step by step."""
    try:
        return evaluate(_Silent())
    except (Exception, ValuesNeeded):  # whatever it is, running step by step says it better
        return None


def run_compiled(
    xp: Any,
    values: dict[str, Any],
    run_program: Callable[[], Run],
    report_of: Callable[[Run, Any], Report],
) -> tuple[Run, Any]:
    """Run a program and its backward pass as one function of its inputs, compiled.

    Return the run, and what stands for ``grad`` in its report: it returns what was found.
    """
    arrays = [t.array for t in values.values() if type(getattr(t, "array", None)) is xp.kind]
    before = [array.raw for array in arrays]
    runs: list[Run] = []
    found: list[Any] = []
    wanted: list[Tensor] = []

    def differentiate(*args: Any, **options: Any) -> Any:
        found[:] = grad(*args, **options)
        raise _Enough

    def whole(raws: list[Any]) -> list[Any]:
        for array, raw in zip(arrays, raws, strict=True):
            array.raw = raw
        runs.append(run_program())
        with suppress(_Enough, ValuesNeeded):
            report_of(runs[0], differentiate)
        tensors = [runs[0].value, *found, *runs[0].variables.values()]
        wanted[:] = [t for t in tensors if type(getattr(t, "array", None)) is xp.kind]
        return [held(tensor).raw for tensor in wanted]

    with STATE.replaced(place=None):  # what is new is a constant of the function
        results = xp.jax.jit(whole)(before)
    for array, raw in zip(arrays, before, strict=True):
        array.raw = raw
    for tensor, raw in zip(wanted, results, strict=True):
        tensor.array = np.asarray(raw)
    return runs[0], (lambda *args, **options: tuple(found)) if found else grad
