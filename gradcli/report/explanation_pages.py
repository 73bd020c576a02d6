"""An explanation for handouts: Markdown, and LaTeX that needs amsmath alone; a report as well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from gradcli.answers.explanation import Explanation, Passed, Step, Whole
from gradcli.answers.report import Numbers, Report
from gradcli.answers.step_words import ESCAPES, Words
from gradcli.report.plain import operator

_MOST_SIDES = 8

Known = Words | Numbers | str | None


def _origins(terms: Sequence[str]) -> str:
    return f"{len(terms)} contributions add up, from {', '.join(dict.fromkeys(terms))}"


# Markdown


def markdown(found: Explanation) -> str:
    """Write an explanation in Markdown: a table forward, a table back, and the result."""
    lines = [f"*{note}*\n" for note in found.notes]
    if found.steps:
        lines += ["| forward | | value |", "|---|---|---|"]
        lines += [_row(_forward(step)) for step in reversed(found.steps)]
        lines += ["", "| | step | rule | what it passes on |", "|---|---|---|---|"]
        lines += [_row(_backward(n, step)) for n, step in enumerate(found.steps, 1)]
    if found.omitted:
        lines += ["", f"({found.omitted:,} more steps)"]
    for whole in found.gradients:
        values = (whole.whole, whole.simplified, whole.numbers)
        lines += ["", _equation(whole.derivative.text, values)]
        if len(whole.terms) > 1:
            lines[-1] += f" ({_origins(whole.terms)})"
    return "\n".join([*lines, *([found.hint] if found.hint else [])]) + "\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _forward(step: Step) -> list[str]:
    computed = step.computes.text if step.computes is not None else step.source
    return [_code(step.name.text), _code(computed), _value(step.value)]


def _backward(number: int, step: Step) -> list[str]:
    lines = []
    if len(step.terms) > 1:
        known = _equation(step.derivative.text, (step.whole, step.gradient))
        lines.append(f"{_origins(step.terms)}: {known}")
    for given in step.passes:
        values = (given.formula, given.whole, given.product)
        word = "" if given.alone else "part of "
        lines.append(word + _equation(given.derivative.text, values))
    computed = step.computes.text if step.computes is not None else step.source or step.node
    again = "" if step.round is None else f" (round {step.round})"
    title = _code(f"{step.name.text} = {computed}") + again
    return [str(number), title, _plain(step.rule), "<br>".join(lines)]


def _equation(left: str, values: Sequence[Known]) -> str:
    texts = [_value(v) if isinstance(v, Numbers) else _code(_text(v)) for v in values if v]
    return " = ".join(dict.fromkeys([_code(left), *texts]))


def _text(value: Words | str) -> str:
    return value if isinstance(value, str) else value.text


def _plain(text: str) -> str:
    """Write a text in which no sign means a tag, a link, code or a cell."""
    return re.sub(r"[\\<`|\[]", r"\\\g<0>", text)


def _code(text: str) -> str:
    text = text.replace("\n", "; ").replace("|", "\\|")
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " * (text[:1] == "`" or text[-1:] == "`")
    return f"{fence}{pad}{text}{pad}{fence}" if text else ""


def _value(value: Numbers | None) -> str:
    return "" if value is None else "<br>".join(map(_code, value.text.splitlines()))


# LaTeX


def latex(found: Explanation) -> str:
    """Write an explanation in LaTeX: equations forward, a list of steps back, and the result."""
    lines = [rf"\emph{{{_escaped(note)}}}" for note in found.notes]
    if found.steps:
        lines += _aligned(_forward_math(step) for step in reversed(found.steps))
        lines += [r"\begin{enumerate}", *_items(found), r"\end{enumerate}"]
    if found.omitted:
        lines.append(f"({found.omitted:,} more steps)")
    if found.gradients:
        lines += _aligned(map(_whole_math, found.gradients))
    return "\n".join([*lines, *([_escaped(found.hint)] if found.hint else [])]) + "\n"


def equations(report: Report) -> str:
    """Write the result and the derivatives of a report in LaTeX; a text stays one."""
    known = report.result
    rows: list[tuple[str, Known]] = []
    if known is not None and isinstance(known.data, np.ndarray):
        rows.append((_named(known.name or "result"), Numbers(known.text, known.data)))
    elif known is not None and known.type != "none":
        rows.append((_named(known.name or "result"), _typed(known.text)))
    left = _named(known.name or "result") if known is not None else ""
    for gradient in report.gradients:
        symbol = rf"\frac{{\partial {left}}}{{\partial {_named(gradient.name)}}}"
        rows.append((symbol, Numbers(gradient.text, gradient.data)))
    rows += [(_typed(operator(d)), Numbers(d.text, d.data)) for d in report.derivatives]
    lines = [verbatim(report.stdout)] if report.stdout else []
    lines += _aligned(_chain(name, (value,)) for name, value in rows) if rows else []
    return "\n".join([*lines, *([_escaped(report.hint)] if report.hint else [])]) + "\n"


def _named(name: str) -> str:
    return name if len(name) == 1 else rf"\mathrm{{{_escaped(name)}}}"


def verbatim(text: str) -> str:
    """Write a text as it is."""
    body = text.rstrip("\n").replace(r"\end{verbatim}", r"\end {verbatim}")
    return "\\begin{verbatim}\n" + body + "\n\\end{verbatim}\n"


def _aligned(rows: Iterable[str]) -> list[str]:
    return [r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"]


def _items(found: Explanation) -> Iterator[str]:
    for step in found.steps:
        again = "" if step.round is None else f", round {step.round} of the loop"
        name = rf"${step.name.latex}$" if step.name.latex else _typed(step.name.text)
        yield rf"\item {name}, by the {_escaped(step.rule)}{again}:"
        rows = []
        if len(step.terms) > 1:
            yield f"{_escaped(_origins(step.terms))}."
            rows.append(_chain(step.derivative.latex, (step.whole, step.gradient)))
        rows += [_passed_math(given) for given in step.passes]
        yield from _aligned(rows)


def _forward_math(step: Step) -> str:
    return _chain(step.name.latex, (step.computes or _typed(step.source), step.value))


def _passed_math(given: Passed) -> str:
    row = _chain(given.derivative.latex, (given.formula, given.whole, given.product))
    return row if given.alone else row + r" && \text{(a part)}"


def _whole_math(whole: Whole) -> str:
    return _chain(whole.derivative.latex, (whole.whole, whole.simplified, whole.numbers))


def _chain(left: str, values: Sequence[Known]) -> str:
    texts = list(dict.fromkeys(filter(None, map(_math, values))))
    return f"{left} &= " + " \\\\\n&= ".join(texts or [r"\ldots"])


def _math(value: Known) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, Words):
        if "\\\\\n" in value.latex:
            return rf"\begin{{gathered}}{value.latex}\end{{gathered}}"
        return value.latex or _typed(value.text)
    return _matrix(value)


def _escaped(text: str) -> str:
    return "".join([ESCAPES.get(sign, sign) for sign in text])


def _typed(text: str) -> str:
    return rf"\texttt{{{_escaped(text)}}}" if text else ""


def _matrix(value: Numbers) -> str:
    """Write a matrix as one, and what is larger than a page as its shape."""
    array = value.data
    if array.ndim > 2 or max(array.shape, default=0) > _MOST_SIDES or array.dtype.kind not in "fiu":
        return _typed(f"{tuple(array.shape)}")
    if not array.ndim:
        return _number(array[()])
    rows = [" & ".join(map(_number, row)) for row in np.atleast_2d(array)]
    return r"\begin{bmatrix}" + r" \\ ".join(rows) + r"\end{bmatrix}"


def _number(value: Any) -> str:
    if np.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    mantissa, _, exponent = f"{value:.4g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa
