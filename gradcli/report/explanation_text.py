"""An explanation as text, Markdown, LaTeX and JSON; ``rich_view`` has the table for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.explanation import Explanation, Passed, Step
from gradcli.answers.report import Numbers
from gradcli.report import json_view
from gradcli.report.glyphs import visible
from gradcli.report.plain import hang

HEADERS = ("step", "computes", "value", "gradient g", "passes on")
_MOST_SIDES = 8

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "#$%&_"},
}


def number(value: Numbers | None) -> str:
    """Return the text of a value, as ``print`` shows it."""
    return "" if value is None else value.text


def passed(given: Passed) -> str:
    """Return what a step passes on as an equation."""
    formula = f"{given.formula} = " if given.formula else ""
    return hang(f"to {visible(given.to)}: {visible(formula)}", number(given.product))


def cells(step: Step) -> tuple[str, str, str, str, str]:
    """Return what a table shows of a step."""
    products = "\n".join(map(passed, step.passes))
    return (
        step.name,
        visible(step.source or step.node),
        number(step.value),
        number(step.gradient),
        products,
    )


def plain(found: Explanation) -> str:
    """Write an explanation as lines, a paragraph for each step."""
    parts = [_plain_step(step) for step in found.steps]
    if found.omitted:
        parts.append(f"({found.omitted:,} more steps)")
    if found.gradients:
        sums = "\n".join(hang(f"{visible(n)}.grad = ", number(g)) for n, g in found.gradients)
        parts.append(f"gradients:\n{sums}")
    if found.hint:
        parts.append(f"hint: {found.hint}")
    return "\n\n".join(parts) + "\n"


def _plain_step(step: Step) -> str:
    name, source, value, gradient, _ = cells(step)
    lines = [
        f"{name} = {source}  ({step.node})",
        hang("  value ", value),
        hang("  g ", gradient),
        *(hang("  ", passed(given)) for given in step.passes),
    ]
    return "\n".join(lines)


class Markup(NamedTuple):
    """How a format writes a table: code, values, rows, and what stands around them."""

    code: Callable[[str], str]
    value: Callable[[Numbers | None], str]
    line: str
    row: Callable[[list[str]], str]
    begin: tuple[str, ...]
    end: tuple[str, ...]


def _markdown_code(text: str) -> str:
    text = text.replace("\n", " ").replace("|", "\\|")
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}" if text else ""


def _markdown_value(value: Numbers | None) -> str:
    return "<br>".join(map(_markdown_code, number(value).splitlines()))


def _latex_code(text: str) -> str:
    return r"\texttt{" + "".join(_SPECIAL.get(sign, sign) for sign in text) + "}" if text else ""


def _latex_value(value: Numbers | None) -> str:
    """Write a matrix as one, and what is larger than a page as its shape."""
    if value is None:
        return ""
    array = value.data
    if array.ndim > 2 or max(array.shape, default=0) > _MOST_SIDES or array.dtype.kind not in "fiu":
        return _latex_code(f"{tuple(array.shape)}")
    if not array.ndim:
        return f"${_latex_number(array[()])}$"
    rows = [" & ".join(map(_latex_number, row)) for row in np.atleast_2d(array)]
    return r"$\begin{bmatrix}" + r" \\ ".join(rows) + r"\end{bmatrix}$"


def _latex_number(value: Any) -> str:
    if np.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    mantissa, _, exponent = f"{value:.4g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa


MARKDOWN = Markup(
    _markdown_code,
    _markdown_value,
    "<br>",
    lambda row: f"| {' | '.join(row)} |",
    (f"| {' | '.join(HEADERS)} |", "|" + "---|" * len(HEADERS)),
    (),
)
LATEX = Markup(
    _latex_code,
    _latex_value,
    r" \newline ",
    lambda row: " & ".join(row) + r" \\",
    (
        r"\begin{tabular}{llllp{0.4\linewidth}}",
        r"step & computes & value & gradient $g$ & passes on \\",
        r"\hline",
    ),
    (r"\end{tabular}",),
)


def table(found: Explanation, markup: Markup) -> str:
    """Write an explanation as a table for a handout."""
    lines = [*markup.begin, *(markup.row(_row(step, markup)) for step in found.steps), *markup.end]
    for name, gradient in found.gradients:
        lines += ["", f"{markup.code(f'{name}.grad')} = {markup.value(gradient)}"]
    if found.omitted:
        lines += ["", f"({found.omitted:,} more steps)"]
    if found.hint:
        lines = [found.hint]
    return "\n".join(lines) + "\n"


def _row(step: Step, markup: Markup) -> list[str]:
    return [
        markup.code(step.name),
        markup.code(step.source or step.node),
        markup.value(step.value),
        markup.value(step.gradient),
        markup.line.join(_passes(step, markup)),
    ]


def _passes(step: Step, markup: Markup) -> Iterator[str]:
    for given in step.passes:
        formula = f"{markup.code(given.formula)} = " if given.formula else ""
        yield f"to {markup.code(given.to)}: {formula}{markup.value(given.product)}"


def json(found: Explanation) -> str:
    """Write an explanation as one line of JSON."""
    data = {
        "version": 1,
        "steps": [_step(step) for step in found.steps],
        "gradients": [{"name": name, "data": _data(g)} for name, g in found.gradients],
        "omitted": found.omitted,
        "hint": found.hint,
    }
    return json_view.dumps(data)


def _step(step: Step) -> dict[str, Any]:
    return {
        "name": step.name,
        "source": step.source,
        "node": step.node,
        "value": _data(step.value),
        "gradient": _data(step.gradient),
        "passes": [
            {"to": given.to, "formula": given.formula, "product": _data(given.product)}
            for given in step.passes
        ],
    }


def _data(value: Numbers | None) -> Any:
    return None if value is None else json_view.numbers(value.data)


RENDERERS: dict[str, Callable[[Explanation], str]] = {
    "plain": plain,
    "markdown": lambda found: table(found, MARKDOWN),
    "latex": lambda found: table(found, LATEX),
    "json": json,
}
