"""One part of a report, for scripts: what ``--get`` names.

This module knows the names of the parts. It does not know how a whole report is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.answers.inputs import QuestionError, nearest
from gradcli.report import json_view, plain
from gradcli.report.glyphs import UNICODE, Glyphs

if TYPE_CHECKING:
    from gradcli.answers.report import Derivative, Report, Value

_RESULT: dict[str, Callable[[Value], str]] = {
    "shape": lambda value: f"torch.Size({list(value.shape or ())})",
    "dtype": lambda value: f"torch.{value.dtype}",
    "grad_fn": lambda value: f"<{value.grad_fn} object>" if value.grad_fn else "None",
    "data": lambda value: json_view.dumps(json_view.value_tree(value)["data"]).rstrip("\n"),
}
_OPTIONS = {"jacobian": "jacobian", "hessian": "hessian", "derivative": "order", "jvp": "jvp"}
PARTS = (
    "result",
    *(f"result.{part}" for part in _RESULT),
    "grad.NAME",
    "chain",
    "stdout",
    "jacobian.NAME",
    "hessian.NAME.NAME",
    "derivative.NAME.NAME",
    "jvp",
    "sparsity",
)


def check(what: str) -> None:
    """Refuse a name that no report can have a part for."""
    head = what.partition(".")[0]
    if what not in PARTS and not what.startswith("grad.") and head not in _OPTIONS:
        raise QuestionError(
            f"a report has no part {what!r}" + (_meant(what) or nearest(what, PARTS))
        )


def _meant(what: str) -> str:
    """Return the end of a message on a part that is called so in a program, or nearly so."""
    head, _, tail = what.partition(".")
    if head[:4] == "grad" or what.endswith(".grad"):
        name = tail if head[:4] == "grad" else what.removesuffix(".grad")
        return f"; did you mean 'grad.{name or 'NAME'}'?"
    return f"; did you mean 'result.{what}'?" if what in _RESULT else ""


def as_text(report: Report, what: str, glyphs: Glyphs = UNICODE) -> str:
    """Return one part of a report as text, the way ``print`` in a program would show it."""
    if what == "stdout":
        return report.stdout
    if what == "chain":
        return plain.chain(report.graph, glyphs) + "\n" if report.graph else ""
    if what == "sparsity":
        return _picture(report, glyphs) + "\n"
    head, _, name = what.partition(".")
    if head == "grad":
        position, part = _gradient(report, name)
        return (_part(report, position, part) if part else report.gradients[position].text) + "\n"
    if head in _OPTIONS:
        return report.derivatives[_derivative(report, what)].text + "\n"
    assert report.result is not None
    return (_RESULT[_known(report, name)](report.result) if name else report.result.printed) + "\n"


def as_data(report: Report, what: str) -> Any:
    """Return one part of a report as JSON data."""
    head, _, name = what.partition(".")
    whole = json_view.tree(report, 1)
    if what == "sparsity":
        _picture(report, UNICODE)  # which says why there may be none
    if head == "grad":
        position, part = _gradient(report, name)
        found = whole["gradients"][position]
        return found[part] if part else found
    if head in _OPTIONS:
        return whole["derivatives"][_derivative(report, what)]
    part = whole["graph" if head == "chain" else head]
    return part[_known(report, name)] if name else part


def as_numbers(report: Report, what: str) -> str:
    """Return one part of a report as plain numbers, every digit of them, a row a line."""
    head, _, name = what.partition(".")
    data: Any
    if head == "grad" and (found := _gradient(report, name))[1] in ("", "data"):
        data = report.gradients[found[0]].data
    elif head in _OPTIONS:
        data = report.derivatives[_derivative(report, what)].data
    elif what in ("result", "result.data"):
        assert report.result is not None
        data = report.result.data
        if not isinstance(data, (bool, int, float, complex, np.ndarray)):
            raise QuestionError(f"the result has no numbers: it is a {report.result.type}")
    else:
        raise QuestionError(f"{what!r} has no numbers, which --raw prints")
    rows = np.atleast_1d(np.asarray(data))
    lines = rows.reshape(-1, rows.shape[-1]) if rows.size else rows[:0]
    return "".join(" ".join(map(digits, line)) + "\n" for line in lines)


def digits(number: Any) -> str:
    """Return the shortest text of a number that gives it back in its own element type."""
    if isinstance(number, int):  # of more digits than elements have
        try:
            return str(number)
        except ValueError as error:
            raise QuestionError(f"the result: {str(error).partition(';')[0]}") from None
    if number.dtype.kind == "V":  # bfloat16, whose own text of -0.0 is that of an integer
        number = np.float64(str(number))
    return str(number.item() if number.dtype.kind in "biu" else number)


def _gradient(report: Report, name: str) -> tuple[int, str]:
    """Return the position of the gradient by a name, and the part of it that follows the name."""
    names = [gradient.name for gradient in report.gradients]
    if name in names:
        return names.index(name), ""
    whole, _, part = name.rpartition(".")
    if whole in names and part in _GRADIENT:
        return names.index(whole), part
    others = [_full(found) for found in report.derivatives]
    why = f" ({report.hint})" if report.hint else nearest(name, names or others)
    raise QuestionError(f"there is no gradient by {name!r}" + why)


_GRADIENT: dict[str, Callable[[Any], str]] = {
    "shape": lambda value: f"torch.Size({value})",
    "dtype": lambda value: f"torch.{value}",
    "data": lambda value: json_view.dumps(value).rstrip("\n"),
}


def _part(report: Report, position: int, part: str) -> str:
    return _GRADIENT[part](json_view.tree(report, 1)["gradients"][position][part])


def _derivative(report: Report, what: str) -> int:
    """Return the position of a derivative; of the only one of a kind, the kind is enough."""
    kinds = [found.kind for found in report.derivatives]
    names = list(map(_full, report.derivatives))
    if kinds == [what]:
        return 0
    if what in names:
        return names.index(what)
    option = _OPTIONS.get(what.partition(".")[0])
    missing = "" if names else f"; --{option} asks for it"
    why = f" ({report.hint})" if report.hint else nearest(what, names) or missing
    raise QuestionError(f"there is no {what!r}{why}")


def _full(found: Derivative) -> str:
    return ".".join((found.kind, *found.by))


def _picture(report: Report, glyphs: Glyphs) -> str:
    from gradcli.report.pattern import draw

    if report.pattern is None:
        why = f" ({report.hint})" if report.hint else "; --sparsity asks for it"
        raise QuestionError(f"there is no picture{why}")
    return draw(report.pattern, glyphs)


def _known(report: Report, part: str) -> str:
    assert report.result is not None
    if part != "data" and report.result.type != "tensor":
        raise QuestionError(f"the result has no {part}: it is a {report.result.type}")
    return part
