"""What ``-o FILE`` says: a format, by the end of the file's name, and where an answer goes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TypeVar

import click

from gradcli.data.whole import suffix_of, write_whole

Form = TypeVar("Form")


def form_of(path: str, forms: Mapping[str, Form]) -> Form:
    """Return the format of a file, given those of all suffixes; others are refused."""
    suffix = suffix_of(path)
    if suffix not in forms:
        known = ", ".join(forms)
        raise click.UsageError(
            f"-o {path}: the format is in the name, which ends in one of {known}"
        )
    return forms[suffix]


def save(data: str | bytes, path: str | None) -> None:
    """Write a picture or a text to a file, or to standard output where none is named."""
    if path is None and isinstance(data, bytes):
        sys.stdout.buffer.write(data)
    elif path is None:
        sys.stdout.write(str(data))
    else:
        whole = data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace")
        write_whole(path, whole)
