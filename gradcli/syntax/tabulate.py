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
        passed={numbers[k]: rules[k]["origin"]["name"] for k in ordered if _passes(rules[k])},
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


def _rule(item: Mapping[str, Any]) -> str:
    """Write a rule."""
    origin, options = item["origin"]["name"], item["options"]
    action = item["alias"] or options["template_source"] or origin
    lists = [str(place) for place, part in enumerate(item["expansion"]) if _is_list(part)]
    fields = [
        origin,
        str(len(item["expansion"])),
        "-" if _is_list(item["origin"]) or _passes(item) else action,
        "single" if _is_single(item) else "-",
        *lists,
    ]
    return " ".join(fields)


def _passes(item: Mapping[str, Any]) -> bool:
    """Tell whether a rule stands for its only value."""
    parts = item["expansion"]
    return _is_single(item) and len(parts) == 1 and not _is_list(parts[0])


def _is_single(item: Mapping[str, Any]) -> bool:
    """Tell whether a rule stands for its value where there is but one: ``?rule`` of the grammar."""
    return bool(item["options"]["expand1"] and not item["alias"])


def _is_list(symbol: Mapping[str, Any]) -> bool:
    """Tell whether the values of a rule are those of the rule above: ``_rule`` of the grammar."""
    return symbol["__type__"] == "NonTerminal" and str(symbol["name"]).startswith("_")


def write_tables() -> None:
    """Write the tables where programs that start look for them."""
    text = (
        '"""Made of grammar/gradcli.lark by gradcli/syntax/tabulate.py: changes are lost."""\n\n'
        f"SOURCE = {_spelled(source())}\n"
        f"TABLES = ({', '.join(map(_spelled, make_tables()))})\n"
    )
    # Another process may read meanwhile, and must find all of the text or none.
    draft = f"{BUILT}.{os.getpid()}"
    with open(draft, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(draft, BUILT)


def _spelled(value: Any) -> str:
    """Spell plain data, a line for each item: Python takes long over long lines."""
    if not isinstance(value, list):
        return repr(value)
    return "[\n" + "".join(f"{item!r},\n" for item in value) + "]"


if __name__ == "__main__":
    write_tables()
