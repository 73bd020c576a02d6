"""What the Python API has besides PyTorch's names: derivatives as expressions, and equal ones.

This module knows how values of the host are given. Everything else is done by what the command
calls as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gradcli.answers.formula import derive
from gradcli.answers.inputs import QuestionError
from gradcli.answers.placed import Chosen
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.report.formula_text import render

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
    names = (wrt,) if isinstance(wrt, str) else wrt
    known = _given(shapes, values, constants)
    try:
        formula = derive(source, *known, names, order=order, hessian=hessian)
    except QuestionError as error:
        raise ValueError(str(error)) from error
    return render(formula, format, noted=notes)


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


def _given(
    shapes: Mapping[str, Any] | None,
    values: Mapping[str, Any] | None,
    constants: Mapping[str, Any] | None,
) -> tuple[dict[str, np.ndarray], dict[str, tuple[int, ...]], dict[str, Any]]:
    """Return what is known of inputs: values, shapes of others, and what is constant."""
    defined = {name: np.asarray(_plain(value)) for name, value in (values or {}).items()}
    sizes = {name: _shape(shape) for name, shape in (shapes or {}).items()}
    return defined, sizes, {name: _accepted(value) for name, value in (constants or {}).items()}


def _shape(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _plain(value: Any) -> Any:
    return value.array if isinstance(value, Tensor) else value


def _accepted(value: Any) -> Any:
    return Tensor(value) if isinstance(value, np.ndarray) else value
