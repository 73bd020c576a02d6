"""What the tests of answers and of reports share: questions about small programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.answers.evaluation import build_report
from gradcli.answers.explanation import Explanation, explain_result
from gradcli.answers.inputs import Scope
from gradcli.answers.jacobians import Wanted
from gradcli.answers.recorder import Recorder
from gradcli.answers.report import Report
from gradcli.core.tensor import Tensor
from gradcli.language.run import Session


def reported(
    source: str, wrt: tuple[str, ...] | None = None, gradient: str | None = None, **values: Any
) -> Report:
    """Run a program whose inputs are leaves with these values, and report it."""
    with Session() as session:
        inputs: dict[str, Tensor] = {}
        for name, value in values.items():
            text = f"tensor({value!r}, requires_grad=True)"
            inputs[name] = session.evaluate(text).value
            session.define(name, inputs[name])
        run = session.evaluate(source)
        weight = None if gradient is None else session.evaluate(gradient).value
        return build_report(run, inputs, wrt, weight)


def derived(
    source: str, wanted: Wanted, wrt: tuple[str, ...] | None = None, **inputs: Any
) -> Report:
    """Report other derivatives than gradients of a program."""
    with Session() as session:
        leaves = {name: Tensor(np.array(value, np.float32), True) for name, value in inputs.items()}
        for name, value in leaves.items():
            session.assign(name, value)
        return build_report(session.evaluate(source), leaves, wrt, wanted=wanted)


def explained(
    source: str,
    wrt: tuple[str, ...] | None = None,
    gradient: Any = None,
    dtype: str = "float64",
    **inputs: Any,
) -> Explanation:
    """Run a program whose inputs are leaves with these values, and explain it."""
    with Session(dtype=dtype) as session:
        leaves = {k: Tensor(np.array(v, dtype), True) for k, v in inputs.items()}
        with Recorder() as recorder:
            for name, value in leaves.items():
                session.assign(name, value)
                recorder.name(value, name)
            run = session.evaluate(source)
        weight = None if gradient is None else Tensor(np.array(gradient, dtype))
        scope = Scope(leaves, run.variables)
        return explain_result(run.value, source, recorder, scope, wrt, weight)
