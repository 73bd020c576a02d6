"""What the Python API has besides PyTorch's names: derivatives as expressions.

This module knows how values of the host are given. Everything else is done by what the command
calls as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gradcli.answers.formula import derive
from gradcli.answers.inputs import QuestionError
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.report.formula_text import render


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
    **kwargs: Any,
) -> Any:
    """Return the derivative of a program as text: ``diff("sum(x**2)", "x")`` is ``"2 * x"``.

    ``wrt`` is a name, or names, to differentiate by. ``shapes`` gives shapes of inputs by name,
    ``values`` their values instead, ``constants`` what is not differentiated by; shapes of other
    names are found. ``format`` is "text", "latex", "python" or "json". Raises ``GradcliError``
    where the program is wrong or its derivative has no expression.

    For a tensor this is PyTorch's function of the same name, the differences of neighbours.
    """
    if not isinstance(source, str):
        given = [value for value in (wrt, shapes) if value is not None]
        return OPS["diff"].call(source, *given, *args, **kwargs)
    if args or kwargs:
        raise TypeError(f"diff() got unexpected arguments: {[*args, *kwargs]}")
    names = (wrt,) if isinstance(wrt, str) else wrt
    sizes = {name: _shape(shape) for name, shape in (shapes or {}).items()}
    defined = {name: np.asarray(_plain(value)) for name, value in (values or {}).items()}
    fixed = {name: _accepted(value) for name, value in (constants or {}).items()}
    try:
        formula = derive(source, defined, sizes, fixed, names, order=order, hessian=hessian)
    except QuestionError as error:
        raise ValueError(str(error)) from error
    return render(formula, format, noted=False)


def _shape(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _plain(value: Any) -> Any:
    return value.array if isinstance(value, Tensor) else value


def _accepted(value: Any) -> Any:
    return Tensor(value) if isinstance(value, np.ndarray) else value
