"""The grammar as tables: what they say, where they stand, and whether they are those of today.

This module knows that the tables are made when the package is built, and written as a module of
plain data. It does not know how they are made (``tabulate``, which needs lark and is imported only
where nothing fitting was built) or run (``automaton``). Nothing is written here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

_HERE: Final = os.path.dirname(os.path.abspath(__file__))

BUILT: Final = os.path.join(_HERE, "built_tables.py")
"""The module that the build writes; it is no part of the sources."""


class Tables(NamedTuple):
    """The language as plain data; the automaton begins in state 0 and ends in state ``end``.

    A row of ``rows`` says what a state does: moves, each with the tokens and finished rules that
    call for it, ``12|NAME -1|PLUS|MINUS``. A move from 0 is the state to go to, one below is a rule
    of ``rules`` to reduce by, the first by -1.

    A rule says what becomes of values that are a whole: its name, how many values, the action for
    them, ``single`` where an only value needs none, and the places of values that are lists of
    values: ``sum 3 binary - 0``. Without an action they become such a list. A rule that only gives
    another name to its value is in ``passed``, with that name.
    """

    end: int
    rows: Sequence[str]
    rules: Sequence[str]
    passed: Mapping[int, str]
    literals: Mapping[str, str]
    patterns: Mapping[str, str]
    ignored: Sequence[str]


def load_tables() -> Tables:
    """Return the tables of the grammar: those that were built, or else made now."""
    try:
        built = import_module("gradcli.syntax.built_tables")
        if source() == built.SOURCE:
            return Tables(*built.TABLES)
    except ImportError:
        pass  # A checkout that was never installed.
    from gradcli.syntax.tabulate import make_tables

    return make_tables()


def source() -> list[str]:
    """Return the texts that the tables follow from: the grammar, and the code that reads it.

    They are compared as they are: a digest would take longer, because its library is large.
    """
    texts = []
    for path in (grammar_path(), os.path.join(_HERE, "tabulate.py")):
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    return texts


def grammar_path() -> str:
    """Return the grammar's file: in the package when installed, beside it in a checkout."""
    package = os.path.dirname(_HERE)
    installed = os.path.join(package, "grammar", "gradcli.lark")
    if os.path.exists(installed):
        return installed
    return os.path.join(os.path.dirname(package), "grammar", "gradcli.lark")
