"""Text to tree: the parser of the language.

This module knows which way a text goes: its tokens from ``lexing``, through ``automaton`` with the
tables of the grammar, to the actions that build nodes (``expressions``, ``strings``,
``statements``). What to say of a mistake is known to ``diagnose``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from gradcli.errors import GradcliError, Span
from gradcli.syntax import expressions, nodes, statements, strings
from gradcli.syntax.automaton import Automaton, UnexpectedToken
from gradcli.syntax.lexing import Lexer
from gradcli.syntax.placement import check_placement
from gradcli.syntax.production import Action
from gradcli.syntax.tables import load_tables

WORDS = ("yield", "global", "nonlocal", ":=")
"""The words that concern a whole function: see ``scoping``."""


def parse(text: str, filename: str = "<program>") -> nodes.Module:
    """Return the tree of a program; raise ``GradcliError`` where it is no program."""
    try:
        body = _statements(text)
        check_placement(body)
        if any(word in text for word in WORDS):
            from gradcli.syntax.scoping import check_scopes  # for programs that have one of them

            check_scopes(body)
    except GradcliError as error:
        located = error.diagnostic._replace(source=text, filename=filename)
    else:
        return nodes.Module(Span(0, len(text)), body)
    raise GradcliError(located)


def _statements(text: str) -> list[nodes.Stmt]:
    """Return the statements of a program."""
    parser = _parser()
    tokens = parser.lexer.tokens(text)
    try:
        body: list[nodes.Stmt] = parser.automaton.run(tokens)
    except UnexpectedToken as error:
        from gradcli.syntax.diagnose import diagnose  # for programs that are none

        problem = diagnose(text, tokens, error.at, error.expected)
    else:
        return body
    raise problem


class _Actions(dict[str, Action]):
    """The actions by their names; those of rare statements are loaded when one is met."""

    def __missing__(self, name: str) -> Action:
        from gradcli.syntax import handlers, patterns

        self |= handlers.production.actions | patterns.production.actions
        return dict.__getitem__(self, name)


class _Parser(NamedTuple):
    lexer: Lexer
    automaton: Automaton


@cache
def _parser() -> _Parser:
    """Return the parser, made once a process."""
    tables = load_tables()
    actions = _Actions()
    for module in (expressions, strings, statements):
        actions |= module.production.actions
    lexer = Lexer(tables.literals, tables.patterns, tables.ignored)
    return _Parser(lexer, Automaton(tables, actions))
