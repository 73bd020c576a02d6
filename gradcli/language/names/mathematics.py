"""How formulas are spelled outside of programs: ``ln``, ``tr``, ``2x``, ``m v``, ``x^2``, ``√x``.

With ``--math`` a text so spelled is read as a program; without it, messages say what to write.
"""

from __future__ import annotations

import keyword
import re
from functools import cache
from typing import Final

from gradcli.syntax.mathematics import SIGNS

FUNCTIONS: Final = {
    "ln": "log",
    "lg": "log10",
    "inv": "inverse",
    "tr": "trace",
    "transpose": "t",
    "sgn": "sign",
    "arsinh": "asinh",
    "arcosh": "acosh",
    "artanh": "atanh",
    "softplus": "F.softplus",
    "gelu": "F.gelu",
    "silu": "F.silu",
    "elu": "F.elu",
    "logsigmoid": "F.logsigmoid",
    "eig": "linalg.eig",
    "eigh": "linalg.eigh",
    "svdvals": "linalg.svdvals",
    "solve": "linalg.solve",
}
"""A function's name in formulas, and in programs."""

_RECIPROCAL: Final = {
    "sec": "cos",
    "csc": "sin",
    "cot": "tan",
    "sech": "cosh",
    "csch": "sinh",
    "coth": "tanh",
}
"""Functions that are written as 1 divided by another."""

_NUMBER: Final = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TOKEN: Final = re.compile(
    r"(?P<kept>'[^'\n]*'|\"[^\"\n]*\"|\#[^\n]*|\b0[xXoObB][0-9a-fA-F_]+)"
    rf"|(?P<number>(?<![\w.]){_NUMBER})(?P<degrees>\s*°)?"
    rf"(?P<times>\s*(?=[^\W\d]|\(|√)(?!(?:{'|'.join(keyword.kwlist)})\b))?"
    r"|(?P<name>π|[^\W\dπ²³][^\Wπ²³]*)|(?P<other>.)",
    re.DOTALL,
)
_NEXT: Final = re.compile(r"(?P<space> *)(?:√|(?P<word>[^\W\d]\w*))")
_CALL: Final = re.compile(r"\s*\(")
_WORDS: Final = frozenset({*keyword.kwlist, "print", "match", "case", "type"})
_ROOT: Final = re.compile(rf"√\s*(?P<operand>[^\W\d]\w*|{_NUMBER})")


def advice(name: str) -> str | None:
    """Return what to write in place of a function's name, as a line of help."""
    if name in _RECIPROCAL:
        return f"write `1 / {_RECIPROCAL[name]}(...)`, or give --math"
    found = FUNCTIONS.get(name)
    return None if found is None else f"write `{found}`, or give --math"


def read(text: str) -> str:
    """Return a formula as people spell it as the text of a program."""
    rooted = _ROOT.sub(r"√(\g<operand>)", text)
    return "".join(map(_written, _TOKEN.finditer(rooted)))


def _written(token: re.Match[str]) -> str:
    if token["number"] is not None:
        number = token["number"] if token["degrees"] is None else f"({token['number']}*pi/180)"
        return number + "*" * (token["times"] is not None)
    if token["name"] is not None:
        return _name(token["name"], token) + "*" * _goes_on(token["name"], token)
    if token["other"] is not None:
        sign = "**" if token["other"] == "^" else SIGNS.get(token["other"], token["other"])
        return sign + "*" * (token["other"] in ")²³" and _goes_on("", token))
    return token[0]


def _goes_on(name: str, token: re.Match[str]) -> bool:
    """Tell whether another factor follows on a name, a bracket or a power: ``m v``, ``πr``."""
    if name in _WORDS or _is_function(name):
        return False
    following = _NEXT.match(token.string, token.end())
    if following is None or following["word"] is None:
        return following is not None
    is_apart = name in ("", "π") or bool(following["space"])
    return is_apart and following["word"] not in _WORDS


def _is_function(name: str) -> bool:
    """Tell whether a name is that of a function, which lacks its brackets: ``ln x``."""
    return len(name) > 1 and name in _functions()


@cache
def _functions() -> frozenset[str]:
    from gradcli.operators.index import NAMES

    known = (texts for families in NAMES.values() for texts in families.values())
    return frozenset({*FUNCTIONS, *_RECIPROCAL}.union(*(texts.split() for texts in known)))


def _name(name: str, token: re.Match[str]) -> str:
    """Return a name as programs write it: a function's only where it is called."""
    if name in SIGNS:
        return SIGNS[name]
    if _CALL.match(token.string, token.end()) is None:
        return name
    if name in _RECIPROCAL:
        return f"1/{_RECIPROCAL[name]}"
    return FUNCTIONS.get(name, name)
