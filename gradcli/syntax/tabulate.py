"""The grammar to tables, by lark, and their writing when the package is built.

This module alone knows lark. The tables that it makes are plain data, which no version of lark is
needed to read, and the same grammar always gives the same. It does not know how they are run
(``automaton``).

    python -m gradcli.syntax.tabulate

writes those of a checkout anew, after a change of the grammar.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from gradcli.syntax.tables import BUILT, Tables, source

_Move = tuple[bool, Any]
"""Whether it reduces, and the rule to reduce by or else the state to go to."""


def make_tables() -> Tables:
    """Return the tables that lark makes of the grammar."""
    lark = Lark(
        source()[0],
        parser="lalr",
        lexer="basic",
        start="program",
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    # The form in which lark hands parsers to other programs: objects, and numbers of objects.
    data, memo = lark.memo_serialize([TerminalDef, Rule])
    table = data["parser"]["parser"]
    states: dict[int, dict[str, _Move]] = {
        state: {table["tokens"][number]: move for number, move in moves.items()}
        for state, moves in table["states"].items()
    }
    order = _order(states, table["start_states"]["program"])
    rules = {key: item for key, item in memo.items() if item["__type__"] == "Rule"}
    ordered = sorted(rules, key=lambda key: (rules[key]["origin"]["name"], rules[key]["order"]))
    numbers = {key: -1 - index for index, key in enumerate(ordered)}
    terminals = sorted(lark.terminals, key=lambda terminal: -terminal.priority)
    return Tables(
        end=order[table["end_states"]["program"]],
        rows=[_row(states[state], order, numbers) for state in order],
        rules=[_rule(rules[key]) for key in ordered],
        literals={t.pattern.value: str(t.name) for t in terminals if t.pattern.type == "str"},
        patterns={str(t.name): t.pattern.to_regexp() for t in terminals if t.pattern.type == "re"},
        ignored=[str(name) for name in lark.ignore_tokens],
    )


def _order(states: Mapping[int, Mapping[str, _Move]], start: int) -> dict[int, int]:
    """Return new numbers for the states, by the way from the first; lark's differ by the run."""
    order = {start: 0}
    pending = [start]
    for state in pending:
        for _, (reduces, target) in sorted(states[state].items()):
            if not reduces and target not in order:
                order[target] = len(order)
                pending.append(target)
    return order


def _row(moves: Mapping[str, _Move], order: Mapping[int, int], numbers: Mapping[Any, int]) -> str:
    """Write what a state does: each move once, with all the symbols that call for it."""
    groups: dict[int, list[str]] = {}
    for symbol, (reduces, target) in sorted(moves.items()):
        move = numbers[target["@"]] if reduces else order[target]
        groups.setdefault(move, []).append(symbol)
    return " ".join("|".join([str(move), *symbols]) for move, symbols in groups.items())


def _rule(item: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a rule of the tables for a rule of lark's."""
    options, parts = item["options"], item["expansion"]
    origin, alias = item["origin"]["name"], item["alias"]
    is_list = origin.startswith("_")
    spliced = tuple(
        place
        for place, part in enumerate(parts)
        if part["__type__"] == "NonTerminal" and part["name"].startswith("_")
    )
    single = bool(options["expand1"] and not alias)
    is_passed = single and len(parts) == 1 and not spliced
    action = "" if is_list or is_passed else alias or options["template_source"] or origin
    return origin, len(parts), str(action), spliced, single


def write_tables() -> None:
    """Write the tables where programs that start look for them."""
    text = (
        '"""Made of grammar/gradcli.lark by gradcli/syntax/tabulate.py: changes are lost."""\n\n'
        f"SOURCE = {source()!r}\n"
        f"TABLES = {tuple(make_tables())!r}\n"
    )
    # Another process may read meanwhile, and must find all of the text or none.
    draft = f"{BUILT}.{os.getpid()}"
    with open(draft, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(draft, BUILT)


if __name__ == "__main__":
    write_tables()
