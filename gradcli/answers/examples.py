"""Examples of operators, run as ``gradcli eval`` runs a program.

This module knows how inputs of an example are to be given. It does not know how it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gradcli.answers.catalogue import Entry, Part, part_of
from gradcli.answers.evaluation import Question, Said, evaluate
from gradcli.answers.inputs import Definition
from gradcli.answers.report import Report
from gradcli.core.node import Node
from gradcli.core.observe import Observer
from gradcli.errors import GradcliError
from gradcli.language.run import run


class Example(NamedTuple):
    """A program that uses an operator, its inputs, what weighs its result, and what came out.

    ``parts`` are the nodes that it made, each once, in the order in which they were made.
    """

    program: str
    inputs: tuple[Definition, ...]
    gradient: str | None
    report: Report
    parts: tuple[Part, ...]


class _Recorder(Observer):
    """Takes note of the nodes that are made."""

    __slots__ = ("nodes",)

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}

    def recorded(self, node: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Keep one node of each name."""
        self.nodes.setdefault(node.label, node)


def example_of(entry: Entry) -> Example | None:
    """Return the example of an operator, having run it."""
    if not entry.example:
        return None
    expr, *given = entry.example
    parts = (text.partition("=") for text in given)
    inputs = tuple((_kind(text), name, text) for name, _, text in parts)
    try:
        example = _example(expr, inputs)
    except GradcliError:  # it changes its input in place, which one to differentiate by forbids
        example = _example(expr, tuple(("constant", name, text) for _, name, text in inputs))
    result = example.report.result
    if example.report.hint and result and result.shape and "float" in str(result.dtype):
        sizes = ", ".join(map(str, result.shape))
        return _example(expr, example.inputs, f"ones({sizes})")  # not a scalar: it takes a vector
    return example


def _kind(text: str) -> str:
    """Return how an input is given: as one to differentiate by, where that can be."""
    value = run(text).value
    return "define" if getattr(value, "is_floating_point", bool)() else "constant"


def _example(expr: str, inputs: tuple[Definition, ...], gradient: str | None = None) -> Example:
    question = Question(expr, "example", inputs, gradient=gradient, summary=True)
    with _Recorder() as recorder:
        report = evaluate(question, Said())
    assert report is not None
    return Example(expr, inputs, gradient, report, tuple(map(part_of, recorder.nodes.values())))
