"""Text to tree: the parser of the language, made from its grammar.

This module alone knows lark, which turns the grammar into tables. Making them takes a moment, so
they are kept in a cache, and lark is imported only where they are not there yet. What a node looks
like is known to the actions, what to say of a mistake to ``diagnose``.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any, NamedTuple

from gradcli.errors import GradcliError, Span
from gradcli.syntax import cache as kept
from gradcli.syntax import expressions, nodes, statements, strings
from gradcli.syntax.automaton import Automaton, Tables, UnexpectedToken
from gradcli.syntax.diagnose import diagnose
from gradcli.syntax.lexing import Lexer
from gradcli.syntax.placement import check_placement

_CACHE = "grammar.json"


def parse(text: str, filename: str = "<program>") -> nodes.Module:
    """Return the tree of a program; raise ``GradcliError`` where it is no program."""
    try:
        body = _statements(text)
        check_placement(body)
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
        problem = diagnose(text, tokens, error.at, error.expected)
    else:
        return body
    raise problem


class _Parser(NamedTuple):
    lexer: Lexer
    automaton: Automaton


@cache
def _parser() -> _Parser:
    """Return the parser, made once a process."""
    tables = load_tables()
    modules = (expressions, strings, statements)
    actions = {name: act for module in modules for name, act in module.production.actions.items()}
    lexer = Lexer(tables.literals, tables.patterns, tables.ignored)
    return _Parser(lexer, Automaton(tables, actions))


def load_tables() -> Tables:
    """Return the tables of the grammar, from the cache where they are those of this grammar."""
    import json

    with open(grammar_path(), encoding="utf-8") as file:
        grammar = file.read()
    try:
        found = json.loads(kept.read(_CACHE) or "null")
        if found["grammar"] == grammar:
            return Tables(**found["tables"])
    except (ValueError, TypeError, KeyError):
        pass  # No cache, or not one of ours: it is written anew.
    tables = build_tables(grammar)
    kept.write(_CACHE, json.dumps({"grammar": grammar, "tables": tables._asdict()}))
    return tables


def grammar_path() -> str:
    """Return the grammar's file: in the package when installed, beside it in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = os.path.join(package, "grammar", "gradcli.lark")
    if os.path.exists(installed):
        return installed
    return os.path.join(os.path.dirname(package), "grammar", "gradcli.lark")


def build_tables(grammar: str) -> Tables:
    """Return the tables that lark makes from a grammar."""
    from lark import Lark
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    lark = Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start="program",
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    # The form in which lark hands parsers to other programs: objects, and numbers of objects.
    data, memo = lark.memo_serialize([TerminalDef, Rule])
    rules = {key: item for key, item in memo.items() if item["__type__"] == "Rule"}
    numbers = {key: -1 - index for index, key in enumerate(rules)}
    table = data["parser"]["parser"]
    rows: list[dict[str, int]] = [{} for _ in table["states"]]
    for state, moves in table["states"].items():
        for name, (is_reduction, target) in moves.items():
            move = numbers[target["@"]] if is_reduction else target
            rows[state][table["tokens"][name]] = move
    terminals = sorted(lark.terminals, key=lambda terminal: -terminal.priority)
    return Tables(
        start=table["start_states"]["program"],
        end=table["end_states"]["program"],
        rows=rows,
        rules=[_rule(item) for item in rules.values()],
        literals={t.pattern.value: t.name for t in terminals if t.pattern.type == "str"},
        patterns={t.name: t.pattern.to_regexp() for t in terminals if t.pattern.type == "re"},
        ignored=lark.ignore_tokens,
    )


def _rule(item: dict[str, Any]) -> list[Any]:
    """Return a rule of the tables for a rule of lark's."""
    origin, alias, parts = item["origin"]["name"], item["alias"], item["expansion"]
    is_list = origin.startswith("_")
    spliced = [
        place
        for place, part in enumerate(parts)
        if part["__type__"] == "NonTerminal" and part["name"].startswith("_")
    ]
    single = item["options"]["expand1"] and not alias
    is_passed = single and len(parts) == 1 and not spliced
    action = "" if is_list or is_passed else alias or origin
    return [origin, len(parts), action, spliced, single]
