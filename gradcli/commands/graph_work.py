"""The work of ``gradcli graph``: have a program run, and its graph drawn as was asked."""

from __future__ import annotations

import sys
from typing import NamedTuple

import click

from gradcli.answers.evaluation import Question, Said, evaluate
from gradcli.answers.graph import Graph
from gradcli.answers.inputs import QuestionError
from gradcli.commands.output import form_of, save
from gradcli.commands.terminal import Settings, is_terminal, reading_width, show_diagnostic
from gradcli.errors import ExitCode
from gradcli.language.memory import memory_limit
from gradcli.report.glyphs import UNICODE, glyphs_for
from gradcli.report.graph_forms import drawn

_SUFFIXES = {
    ".svg": "svg",
    ".png": "png",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".json": "json",
    ".txt": "tree",
}


class Wanted(NamedTuple):
    """What is to be drawn of a graph, how, and the file that it goes to."""

    form: str | None
    depth: int | None
    fold: bool
    output: str | None


def write(question: Question, wanted: Wanted, settings: Settings) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    output = wanted.output
    try:
        form = wanted.form or ("tree" if output is None else form_of(output, _SUFFIXES))
        if form == "png" and output is None and is_terminal(sys.stdout):
            raise QuestionError("a picture is nothing for a terminal: give -o FILE.png")
        with memory_limit():
            graph = _graph(question, settings)
            glyphs = glyphs_for(sys.stdout.encoding) if output is None else UNICODE
            columns = reading_width(sys.stdout) if output is None else None
            data = drawn(graph, form, wanted.depth, wanted.fold, glyphs, columns)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error
    save(data, output)
    return ExitCode.OK


def _graph(question: Question, settings: Settings) -> Graph:
    said = Said()
    report = evaluate(question, said)
    for warning in said.warnings:
        show_diagnostic(warning, settings)
    if report is None or report.graph is None:
        raise QuestionError("there is no graph: the result depends on nothing that requires grad")
    return report.graph
