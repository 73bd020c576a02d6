"""The work of ``gradcli graph``: have a program run, and its graph drawn as was asked."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

import click

from gradcli.answers.evaluation import Question, Said, evaluate
from gradcli.answers.graph import Graph
from gradcli.answers.inputs import QuestionError
from gradcli.commands.terminal import Settings, is_terminal, reading_width, show_diagnostic
from gradcli.data.whole import write_whole
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
        form = wanted.form or _by_suffix(output)
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


def save(data: str | bytes, output: str | None) -> None:
    """Write a picture or a text to a file, or to standard output where none is named."""
    if output is None and isinstance(data, bytes):
        sys.stdout.buffer.write(data)
    elif output is None:
        sys.stdout.write(str(data))
    else:
        whole = data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace")
        try:
            write_whole(output, whole)
        except OSError as error:
            raise OSError(error.errno, error.strerror, output) from error


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
