"""How arguments reach parameters, in Python's words where they do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gradcli.errors import missing_arguments, too_many_arguments
from gradcli.language.machine.code import Code
from gradcli.language.machine.sequences import check_nesting


def bind(
    code: Code, defaults: dict[str, Any], args: Sequence[Any], kwargs: dict[str, Any]
) -> dict[str, Any]:
    """Return the value of every parameter, or raise what Python raises."""
    plain = [p.name for p in code.parameters if not p.kind and not p.keyword_only]
    by_place = {p.name for p in code.parameters if p.positional_only}
    only = [p.name for p in code.parameters if not p.kind and p.keyword_only]
    rest = next((p.name for p in code.parameters if p.kind == "*" and p.name), None)
    others = next((p.name for p in code.parameters if p.kind == "**"), None)
    values = dict(zip(plain, args, strict=False))
    extra: dict[str, Any] = {}
    wrong = [name for name in kwargs if name in by_place] if by_place and others is None else ()
    if wrong:
        raise TypeError(
            f"{code.qualified}() got some positional-only arguments passed as keyword "
            f"arguments: '{', '.join([name for name in plain if name in wrong])}'"
        )
    for name, value in kwargs.items():
        if name in by_place:
            extra[name] = value
            continue
        if name in values:
            raise TypeError(f"{code.qualified}() got multiple values for argument '{name}'")
        if name in plain or name in only:
            values[name] = value
        elif others is not None:
            extra[name] = value
        else:
            raise TypeError(f"{code.qualified}() got an unexpected keyword argument '{name}'")
    if len(args) > len(plain) and rest is None:
        raise TypeError(_too_many(code, plain, only, defaults, len(args), kwargs))
    _fill(code, values, plain, "positional", defaults)
    _fill(code, values, only, "keyword-only", defaults)
    if rest is not None:
        values[rest] = tuple(args[len(plain) :])
        check_nesting(values[rest])
    if others is not None:
        values[others] = extra
    return values


def _fill(
    code: Code, values: dict[str, Any], names: list[str], kind: str, defaults: dict[str, Any]
) -> None:
    """Add defaults for the parameters without a value."""
    missing = []
    for name in names:
        if name not in values:
            if name in defaults:
                values[name] = defaults[name]
            else:
                missing.append(name)
    if missing:
        raise TypeError(missing_arguments(code.qualified, missing, kind))


def _too_many(
    code: Code,
    plain: list[str],
    only: list[str],
    defaults: dict[str, Any],
    given: int,
    kwargs: dict[str, Any],
) -> str:
    least = sum(name not in defaults for name in plain)
    named = sum(name in kwargs for name in only)
    return too_many_arguments(code.qualified, least, len(plain), given, named)
