"""What the tests of reports share: a report of a program."""

from collections.abc import Callable
from typing import Any

import pytest

from gradcli.answers.evaluation import build_report
from gradcli.answers.report import Report
from gradcli.core.tensor import Tensor
from gradcli.language.run import Session


def _report(
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


@pytest.fixture
def report() -> Callable[..., Report]:
    """Return a function that runs and reports a program."""
    return _report
