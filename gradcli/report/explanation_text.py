"""An explanation as lines of text and as JSON; ``explanation_pages`` has Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gradcli.answers.explanation import Explanation, Passed, Step, Whole
from gradcli.answers.report import Numbers
from gradcli.answers.step_words import Words
from gradcli.report import explanation_pages, json_view
from gradcli.report.glyphs import visible
from gradcli.report.plain import hang

HEADERS = ("", "step, and its rule", "what it passes on")


def plain(found: Explanation) -> str:
    """Write an explanation as lines: forward, back step by step, and what comes of it."""
    parts = ["\n".join(visible(note) for note in found.notes)] if found.notes else []
    if found.steps:
        parts.append(_section("forward", map(forward, reversed(found.steps))))
        parts.append(_section("backward", _backward(found)))
    if found.gradients:
        parts.append(_section("result", map(result, found.gradients)))
    if found.hint:
        parts.append(f"hint: {found.hint}")
    return "\n\n".join(parts) + "\n"


def _section(title: str, parts: Iterator[str]) -> str:
    return "\n".join([title, *(hang("  ", part) for part in parts)])


def chained(left: str, values: Sequence[str], narrow: bool = False) -> str:
    """Return what is equal, the first beside its name, or below it, and the others below that."""
    if not values:
        return f"{left} has no short formula"
    if narrow:
        return "\n".join([left, *(hang("  = ", value) for value in values)])
    lines = [hang(f"{left} = ", values[0])]
    lines += [hang(" " * len(left) + " = ", value) for value in values[1:]]
    return "\n".join(lines)


def equals(*values: Words | Numbers | str | None) -> list[str]:
    """Return texts that are equal, each once, without those that are unknown."""
    texts = [value if value is None or isinstance(value, str) else value.text for value in values]
    return list(dict.fromkeys(visible(text) for text in texts if text))


def forward(step: Step) -> str:
    """Return what a step computes, from its operands or as the program has it."""
    return chained(visible(step.name.text), equals(step.computes or step.source, step.value))


def title(step: Step) -> str:
    """Return the equation of a step."""
    computed = step.computes.text if step.computes is not None else step.source or step.node
    return f"{visible(step.name.text)} = {visible(computed)}"


def _backward(found: Explanation) -> Iterator[str]:
    if found.weighed:
        first = found.steps[0]
        given = chained(first.derivative.text, equals(first.gradient))
        yield f"{given}  (given)"
    rounds = None
    for number, step in enumerate(found.steps, 1):
        if step.round != rounds and step.round is not None:
            yield f"round {step.round} of the loop:"
        rounds = step.round
        lines = [f"{title(step)}   [{step.rule}]", *cells(step)]
        yield hang(f"{number}. ", "\n".join(lines))
    if found.omitted:
        yield f"({found.omitted:,} more steps)"


def cells(step: Step, narrow: bool = False) -> Iterator[str]:
    """Yield what reaches a step where contributions add up, and what it passes on."""
    if len(step.terms) > 1:
        yield f"{adds_up(step.terms)}:"
        yield chained(step.derivative.text, equals(step.whole, step.gradient), narrow)
    yield from (passed(given, narrow) for given in step.passes)


def adds_up(terms: Sequence[str]) -> str:
    """Return from where contributions come."""
    names = ", ".join(dict.fromkeys(terms))
    return f"{len(terms)} contributions add up, from {visible(names)}"


def passed(given: Passed, narrow: bool) -> str:
    """Return what a step passes on as equations."""
    left = given.derivative.text if given.alone else f"part of {given.derivative.text}"
    return chained(visible(left), equals(given.formula, given.whole, given.product), narrow)


def result(whole: Whole) -> str:
    """Return the derivative by an input."""
    lines = [f"{adds_up(whole.terms)}:"] if len(whole.terms) > 1 else []
    values = equals(whole.whole, whole.simplified, whole.numbers)
    return "\n".join([*lines, chained(visible(whole.derivative.text), values)])


def json(found: Explanation) -> str:
    """Write an explanation as one line of JSON."""
    data = {
        "version": 1,
        "source": found.result,
        "result": found.letter,
        "steps": [_step(step) for step in found.steps],
        "gradients": [_whole(whole) for whole in found.gradients],
        "notes": list(found.notes),
        "omitted": found.omitted,
        "hint": found.hint,
    }
    return json_view.dumps(data)


def _step(step: Step) -> dict[str, Any]:
    return {
        "name": step.name.text,
        "source": step.source,
        "node": step.node,
        "rule": step.rule,
        "round": step.round,
        "computes": _code(step.computes),
        "value": _data(step.value),
        "symbol": step.derivative.code,
        "from": list(step.terms),
        "derivative": _code(step.whole),
        "gradient": _data(step.gradient),
        "passes": [
            {"to": p.to, "formula": _code(p.formula), "product": _data(p.product)}
            for p in step.passes
        ],
    }


def _whole(whole: Whole) -> dict[str, Any]:
    return {
        "name": whole.name,
        "symbol": whole.derivative.code,
        "from": list(whole.terms),
        "derivative": _code(whole.whole),
        "simplified": _code(whole.simplified),
        "latex": None if whole.simplified is None else whole.simplified.latex,
        "data": _data(whole.numbers),
    }


def _code(words: Words | None) -> str | None:
    return None if words is None else words.code


def _data(value: Numbers | None) -> Any:
    return None if value is None else json_view.numbers(value.data)


RENDERERS: dict[str, Callable[[Explanation], str]] = {
    "plain": plain,
    "text": plain,
    "markdown": explanation_pages.markdown,
    "latex": explanation_pages.latex,
    "json": json,
}
