"""``re`` for programs: Python's own, which looks for signals while it matches.

Patterns have a longest text, and what is found or put in the place of matches counts as items: so
that nothing grows beyond its limit. This module knows which attributes programs see.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable
from itertools import islice
from typing import Any

from gradcli.errors import op_error
from gradcli.language.limits import check_items, current
from gradcli.language.machine.descriptors import members_of, readers_of
from gradcli.language.machine.functions import (
    builtins_of,
    host_callable,
    lazy_kind,
    type_name,
)
from gradcli.language.machine.unwind import own
from gradcli.language.names.attributes import GETTERS, METHODS
from gradcli.language.names.written import find, written

_LONGEST = 100_000  # characters of a pattern
_KEPT = 1_000  # characters of one that Python may keep for the next program
_FLAGS = "A ASCII I IGNORECASE M MULTILINE S DOTALL U UNICODE X VERBOSE"
_SEARCHES = "fullmatch match search"
_KNOWN = re.A | re.I | re.M | re.S | re.U | re.X
_MATCH = "end expand group groupdict groups span start"


def _error(error: re.error) -> BaseException:
    """Return Python's error of a text that is no pattern, as one of the program's."""
    return own(host_callable(find("re", "error"))(error.msg, error.pattern, error.pos))


def _compile(pattern: Any, flags: int = 0) -> Any:
    """Return a pattern for a text, or the one that is given."""
    if isinstance(pattern, re.Pattern):
        if flags:
            message = "cannot process flags argument with a compiled pattern"
            raise op_error(ValueError, message, code="value")
        return pattern
    if not isinstance(pattern, str):
        raise op_error(TypeError, "first argument must be string or compiled pattern", code="type")
    check_items(len(pattern), _LONGEST)
    if not isinstance(flags, int) or flags & ~_KNOWN:  # another one writes to the terminal
        message = f"{flags!r} is no flag, or none of those that are part of the language"
        raise op_error(ValueError, message, code="value")
    try:
        return re.compile(pattern, flags)
    except re.error as error:
        raise _error(error) from None
    except (RecursionError, OverflowError):
        raise op_error(ValueError, "the pattern is too deep, or too large", code="value") from None
    finally:
        if len(pattern) > _KEPT:
            re.purge()


def _finditer(pattern: Any, string: str, *place: int) -> Any:
    return lazy_kind("callable_iterator")(pattern.finditer(string, *place))


def _findall(pattern: Any, string: str, pos: int = 0, endpos: int = sys.maxsize) -> list[Any]:
    most = current().max_items // max(pattern.groups, 1)
    matches = list(islice(pattern.finditer(string, pos, endpos), most + 1))
    check_items(len(matches) * max(pattern.groups, 1))
    if pattern.groups > 1:
        return [match.groups("") for match in matches]
    return [match[pattern.groups] or "" for match in matches]


def _split(pattern: Any, string: str, maxsplit: int = 0) -> list[str | None]:
    most = current().max_items // (1 + pattern.groups) + 1
    parts: list[str | None] = pattern.split(string, min(maxsplit, most) or most)
    check_items(len(parts))
    return parts


def _subn(pattern: Any, repl: Any, string: str, count: int = 0) -> tuple[str, int]:
    """Replace the matches, by a text or by what a function makes of each."""
    total = len(string)
    make = _template(repl) if isinstance(repl, str) else host_callable(repl)

    def replaced(match: Any) -> str:
        nonlocal total
        text = make(match)
        if not isinstance(text, str):
            message = f"expected str instance, {type_name(text)} found"
            raise op_error(TypeError, message, code="type")
        total += len(text)
        check_items(total)
        return text

    found: tuple[str, int] = pattern.subn(replaced, string, count)
    return found


def _template(repl: str) -> Callable[[Any], str]:
    return lambda match: _expand(match, repl)


def _expand(match: Any, template: str) -> str:
    check_items(len(template) + template.count("\\") * len(match.string))
    try:
        return str(match.expand(template))
    except re.error as error:
        raise _error(error) from None


def _sub(pattern: Any, repl: Any, string: str, count: int = 0) -> str:
    return _subn(pattern, repl, string, count)[0]


_OF_PATTERN: dict[str, Callable[..., Any]] = {
    **members_of(re.Pattern, _SEARCHES),
    "findall": _findall,
    "finditer": _finditer,
    "split": _split,
    "sub": _sub,
    "subn": _subn,
}
METHODS[re.Pattern] = _OF_PATTERN
METHODS[re.Match] = members_of(re.Match, _MATCH) | {"expand": _expand}
GETTERS[re.Pattern] = {
    **readers_of("flags groups pattern"),
    "groupindex": lambda pattern: dict(pattern.groupindex),
}
GETTERS[re.Match] = readers_of("endpos lastgroup lastindex pos re string")
warnings.filterwarnings("ignore", category=FutureWarning, module=re.escape(__name__))


def _function(name: str) -> Callable[..., Any]:
    """Return the function of the module that does what a method of patterns does."""
    method = _OF_PATTERN[name]

    def call(pattern: Any, *args: Any, flags: int = 0, **options: Any) -> Any:
        return method(_compile(pattern, flags), *args, **options)

    def searching(pattern: Any, string: Any, flags: int = 0) -> Any:
        return method(_compile(pattern, flags), string)

    return call if name in ("split", "sub", "subn") else searching


def _escape(pattern: str) -> str:
    return re.escape(pattern)


def _re() -> dict[str, Any]:
    functions = {name: _function(name) for name in _OF_PATTERN}
    functions |= {"compile": _compile, "escape": _escape}
    return {
        **builtins_of(functions),
        **{name: int(vars(re)[name]) for name in _FLAGS.split()},
        **written("re"),
    }


TABLES = {"re": _re}
"""What the module has."""
