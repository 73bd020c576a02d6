"""The work of ``gradcli ops``: a reference, with examples that are run as they are shown.

This module knows command lines and streams. It does not know the operators.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys

import click

from gradcli.answers import catalogue
from gradcli.answers.catalogue import Entry
from gradcli.answers.examples import example_of
from gradcli.commands.terminal import (
    Settings,
    is_terminal,
    reading_width,
    show_diagnostic,
    use_colour,
)
from gradcli.report import catalogue_text, plain
from gradcli.report.catalogue_text import Shown
from gradcli.report.glyphs import no_paint, sgr_paint
from gradcli.report.json_view import dumps

_OPTIONS = {"define": "-D", "constant": "-C"}


def write(words: tuple[str, ...], as_json: bool, settings: Settings) -> None:
    """Select the operators and show them; each with its example where names are given."""
    chosen = catalogue.select(words, lambda warning: show_diagnostic(warning, settings))
    if chosen.missing:
        raise click.UsageError("; ".join(map(catalogue.why_missing, chosen.missing)))
    if as_json:
        shown = [(entry, _example(entry) if chosen.named else None) for entry in chosen.found]
        sys.stdout.write(dumps(catalogue_text.tree(shown)))
        return
    paint = sgr_paint if use_colour(sys.stdout, settings.color) else no_paint
    width = reading_width(sys.stdout)
    if chosen.named:
        pages = [catalogue_text.page(e, _example(e), paint, width) for e in chosen.found]
        _show("\n".join(pages))
    else:
        _show(catalogue_text.listing(chosen.found, paint, width))


def _show(text: str) -> None:
    """Write a text, by a pager where it is longer than the terminal."""
    if is_terminal(sys.stdout) and is_terminal(sys.stdin):
        height = shutil.get_terminal_size().lines
        if text.count("\n") >= height:
            os.environ.setdefault("LESS", "-RFX")
            click.echo_via_pager(text)
            return
    sys.stdout.write(text)


def _example(entry: Entry) -> Shown | None:
    """Return a command line that uses an operator, and what it prints, having run it."""
    example = example_of(entry)
    if example is None:
        return None
    words = ["gradcli", "eval", *example.program.split("\n")]
    for kind, name, text in example.inputs:
        words += [_OPTIONS[kind], f"{name}={text}"]
    if example.gradient is not None:
        words += ["--gradient", example.gradient]
    return Shown(shlex.join(words), plain.render(example.report), example.parts)
