"""The work of ``gradcli ops``: a reference, with examples that are run as they are shown.

This module knows command lines and streams. It does not know the operators.
"""

from __future__ import annotations

import shlex
import sys

import click

from gradcli.answers import catalogue
from gradcli.answers.catalogue import Entry
from gradcli.answers.examples import example_of
from gradcli.commands.terminal import Settings, reading_width, show_diagnostic, use_colour
from gradcli.report import catalogue_text, plain
from gradcli.report.glyphs import no_paint, sgr_paint
from gradcli.report.json_view import dumps

_OPTIONS = {"define": "-D", "constant": "-C"}


def write(names: tuple[str, ...], as_json: bool, settings: Settings) -> None:
    """Select the operators and show them; each with its example where names are given."""
    found, missing = catalogue.select(names, lambda warning: show_diagnostic(warning, settings))
    if missing:
        raise click.UsageError("; ".join(map(catalogue.why_missing, missing)))
    shown = [(entry, _example(entry) if names else None) for entry in found]
    if as_json:
        sys.stdout.write(dumps(catalogue_text.tree(shown)))
        return
    paint = sgr_paint if use_colour(sys.stdout, settings.color) else no_paint
    width = reading_width(sys.stdout)
    if names:
        pages = [catalogue_text.page(*entry, paint, width) for entry in shown]
        sys.stdout.write("\n".join(pages))
    else:
        sys.stdout.write(catalogue_text.listing(found, paint, width))


def _example(entry: Entry) -> tuple[str, str] | None:
    """Return a command line that uses an operator, and what it prints, having run it."""
    example = example_of(entry)
    if example is None:
        return None
    words = ["gradcli", "eval", *example.program.split("\n")]
    for kind, name, text in example.inputs:
        words += [_OPTIONS[kind], f"{name}={text}"]
    if example.gradient is not None:
        words += ["--gradient", example.gradient]
    return shlex.join(words), plain.render(example.report)
