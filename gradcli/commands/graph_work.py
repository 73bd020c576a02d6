"""The work of ``gradcli graph``: have a program run, and its graph drawn as was asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

from gradcli.answers.evaluation import Question, Said, evaluate
from gradcli.answers.graph import Graph
from gradcli.answers.inputs import QuestionError
from gradcli.commands.terminal import Settings, show_diagnostic
from gradcli.data.whole import write_whole
from gradcli.errors import ExitCode
from gradcli.language.memory import memory_limit
from gradcli.report import graph_text
from gradcli.report.glyphs import UNICODE, glyphs_for

_SUFFIXES = {
    ".svg": "svg",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".json": "json",
    ".txt": "tree",
}
MOST_DRAWN = 1000
"""How many nodes a picture has at most; it would be no picture."""


def write(
    question: Question, form: str | None, depth: int | None, output: str | None, settings: Settings
) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    try:
        form = form or _by_suffix(output)
        with memory_limit():
            graph = _graph(question, settings)
            text = _drawn(graph, form, depth, output is None)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error
    if output is None:
        sys.stdout.write(text)
        return ExitCode.OK
    try:
        write_whole(output, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise OSError(error.errno, error.strerror, output) from error
    return ExitCode.OK


def _by_suffix(output: str | None) -> str:
    if output is None:
        return "tree"
    suffix = os.path.splitext(output)[1].lower()
    if suffix not in _SUFFIXES:
        known = ", ".join(_SUFFIXES)
        raise QuestionError(f"-o {output}: the format is in the name, which ends in one of {known}")
    return _SUFFIXES[suffix]


def _graph(question: Question, settings: Settings) -> Graph:
    said = Said()
    report = evaluate(question, said)
    for warning in said.warnings:
        show_diagnostic(warning, settings)
    if report is None or report.graph is None:
        raise QuestionError("there is no graph: the result depends on nothing that requires grad")
    return report.graph


def _drawn(graph: Graph, form: str, depth: int | None, to_terminal: bool) -> str:
    glyphs = glyphs_for(sys.stdout.encoding) if to_terminal else UNICODE
    if form == "tree":
        return graph_text.tree(graph, depth, glyphs)
    part = graph_text.within(graph, depth)
    if form == "chain":
        return graph_text.chain(part, "×" if glyphs is UNICODE else "x")
    if form == "svg":
        from gradcli.report import graph_svg

        if len(part.nodes) > MOST_DRAWN:
            count = len(part.nodes)
            raise QuestionError(f"{count:,} nodes are no picture: give --depth, or --format chain")
        return graph_svg.render(part)
    renderers: dict[str, Callable[[Graph], str]] = {
        "dot": graph_text.dot,
        "mermaid": graph_text.mermaid,
        "json": graph_text.json,
    }
    return renderers[form](part)
