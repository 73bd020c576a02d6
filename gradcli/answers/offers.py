"""What can stand where somebody is typing: variables, operators, methods and keywords.

This module knows names and what is said of them in a line. It does not know keys or menus.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.language.names.listed import dir_of

_WORD = re.compile(r"[\w.]*$")


def offers(before: str, variables: Mapping[str, Any]) -> tuple[str, Iterator[tuple[str, str]]]:
    """Return the word that a line ends in, and the words that it can become, each with a note."""
    match = _WORD.search(before)
    word = match[0] if match else ""
    head, dot, _ = word.rpartition(".")
    if not dot:
        found = _plain(variables)
    elif head in variables:
        found = _attributes(head, variables[head])
    elif not head or head[0].isdigit() or before[: -len(word)].endswith(")"):
        found = _attributes(head, Tensor(np.zeros(())))
    else:
        found = iter(_spelled().items())
    starts = ((name, note) for name, note in found if name.startswith(word))
    return word, (pair for pair in starts if word and pair[0] != word)


def _attributes(head: str, value: Any) -> Iterator[tuple[str, str]]:
    notes = _methods() if isinstance(value, Tensor) else {}
    for name in dir_of(value):
        if not name.startswith("_"):
            yield f"{head}.{name}", notes.get(name, "")


def _plain(variables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in variables.items():
        yield name, _note(value)
    for spelled, note in _spelled().items():
        if spelled.startswith("torch.") and spelled.count(".") == 1:
            yield spelled.removeprefix("torch."), note
    for name in ("torch", "F", *keyword.kwlist, "print", "range", "len"):
        yield name, ""


def _note(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"tensor of shape {tuple(value.array.shape)}"
    return type(value).__name__


@cache
def _spelled() -> dict[str, str]:
    """Return every spelling of an operator, with the first line of its documentation."""
    from gradcli.answers.catalogue import entries

    return {text: entry.summary for entry in entries() for text in entry.spellings}


@cache
def _methods() -> dict[str, str]:
    return {s.removeprefix("x."): note for s, note in _spelled().items() if s.startswith("x.")}
