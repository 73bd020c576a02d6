"""How formulas are spelled outside of programs: ``ln``, ``tr``, ``2x``, ``m v``, ``x^2``, ``√x``.

With ``--math`` a text so spelled is read as a program; without it, messages say what to write.
"""

from __future__ import annotations

import keyword
import re
from functools import cache
from typing import Final

from gradcli.errors import Diagnostic, GradcliError, Label, Span
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

_OTHERWISE: Final = {
    "true": "True",
    "false": "False",
    "TRUE": "True",
    "FALSE": "False",
    "null": "None",
    "NULL": "None",
    "nil": "None",
    "undefined": "None",
    "NaN": "nan",
    "NA": "nan",
    "Inf": "inf",
    "Infinity": "inf",
    "PI": "pi",
    "Pi": "pi",
    "elseif": "elif",
    "println": "print",
    "printf": "print",
    "length": "len",
    "grad": "torch.autograd.grad",
    "tf": "torch",
    "jnp": "torch",
    "tg": "tan",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
    "cbrt": "sign(x) * abs(x)**(1 / 3)",
    "root": "x**(1 / n)",
    "nthroot": "x**(1 / n)",
    "surd": "x**(1 / n)",
    "gamma": "exp(lgamma(x))",
    "factorial": "math.factorial(n)",
    "fact": "math.factorial(n)",
    "comb": "math.comb(n, k)",
    "choose": "math.comb(n, k)",
    "binom": "math.comb(n, k)",
    "nCr": "math.comb(n, k)",
    "perm": "math.perm(n, k)",
    "nPr": "math.perm(n, k)",
    "degrees": "rad2deg",
    "radians": "deg2rad",
    "ceiling": "ceil",
    "oo": "inf",
}
"""Names of other languages, and what Python and PyTorch have for them."""

_UNKNOWN: Final = {
    "`gradcli diff` writes derivatives, `torch.autograd.grad` computes them": (
        "Derivative derivative differentiate derive deriv nabla autodiff"
    ),
    "`torch.trapezoid(y, x)` adds up values between points; there are no integrals as formulas": (
        "Integral integral integrate quad trapz"
    ),
    "a program computes with numbers; `gradcli diff` writes derivatives, and simplifies": (
        "sympy Symbol Symbols symbol symbols syms sympify simplify expand factor lambdify Rational "
        "Piecewise"
    ),
    "there are torch and numpy": "jax keras pandas pd plt scipy sklearn tensorflow",
}
"""What is said to names of systems for formulas and other libraries, which have no other name."""

_NUMBER: Final = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TOKEN: Final = re.compile(
    r"(?P<kept>'[^'\n]*'|\"[^\"\n]*\"|\#[^\n]*|\b0[xXoObB][0-9a-fA-F_]+)"
    rf"|(?P<number>(?<![\w.]){_NUMBER})(?P<degrees>\s*°)?"
    rf"(?P<times>\s*(?=[^\W\d]|\(|√)(?!(?:{'|'.join(keyword.kwlist)})\b))?"
    r"|(?P<name>π|[^\W\dπ²³][^\Wπ²³]*)|(?P<other>.)",
    re.DOTALL,
)
_NEXT: Final = re.compile(r"(?P<space> *)(?:√|(?P<word>[^\W\d²³]\w*))")
_CALL: Final = re.compile(r"\s*\(")
_WORDS: Final = frozenset({*keyword.kwlist, "print", "match", "case", "type"})
_SCRIPTS: Final = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SCRIPT: Final = re.compile("⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{2,}|⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]|[⁰¹⁴⁵⁶⁷⁸⁹]")
_BARS: Final = re.compile(r"(?P<bar>‖|\|\||\|)(?P<inner>[^|‖\n]+)(?P=bar)(?=\s*(?:$|[-+*/^²³),]))")
_TURNED: Final = re.compile(r"\^\s*(?:T|⊤)\b")
_QUOTIENT: Final = re.compile(r"^\s*(?:d|∂)\s*/\s*(?:d|∂)(?P<by>[^\W\d])\b")
_RAISED: Final = re.compile(
    r"(?P<name>[^\W\d]\w*?)\s*(?:\^\s*(?P<power>\d+)|(?P<script>[²³]))\s*(?=\()"
)
_APPLIED: Final = re.compile(
    r"\b(?P<name>[^\W\d²³][^\W²³]*)(?:\s*(?:\^\s*(?P<power>\d+)|(?P<script>[²³])))?"
    r"(?:\s+|(?<=[²³]))"
    rf"(?P<operand>(?:{_NUMBER}\s*)?(?:π\s*)?(?P<word>[^\W\dπ²³][^\Wπ²³]*)|{_NUMBER})"
    rf"(?P<raised>\s*\^\s*(?:{_NUMBER}|[^\W\d]\w*)|[²³])?(?=(?P<more>\s+[^\W\d]\w*)?)"
)
_ROOT: Final = re.compile(rf"√\s*(?P<operand>[^\W\d]\w*|{_NUMBER})")


def advice(name: str) -> str | None:
    """Return what to write in place of a function's name, as a line of help."""
    if name in _RECIPROCAL:
        return f"write `1 / {_RECIPROCAL[name]}(...)`, or give --math"
    if name == "self":
        return "`self` is the first parameter of a method, and known there alone"
    if name in _OTHERWISE:
        return f"write `{_OTHERWISE[name]}`"
    for said, names in _UNKNOWN.items():
        if name in names.split():
            return said
    found = FUNCTIONS.get(name) or SIGNS.get(name)
    return None if found is None else f"write `{found}`, or give --math"


def read(text: str) -> str:
    """Return a formula as people spell it as the text of a program.

    What has no one meaning stays as it is, for the parser to refuse.
    """
    _refuse(text)
    text = _SCRIPT.sub(lambda found: f"**{found[0].translate(_SCRIPTS)}", text)
    text = _BARS.sub(_measured, text)
    text = _APPLIED.sub(_applied, _with_powers_last(text))
    rooted = _ROOT.sub(r"√(\g<operand>)", text)
    return "".join(map(_written, _TOKEN.finditer(rooted)))


def _refuse(text: str) -> None:
    """Refuse signs that would be read as names: of a transpose, of a derivative."""
    turned, by = _TURNED.search(text), _QUOTIENT.match(text)
    if turned is not None:
        help = "a transpose is written `A.T`, a product of matrices with `@`: `A.T @ A`"
        raise _mistake("a transpose is no power", turned, help)
    if by is not None:
        help = f"leave `{by[0].strip()}` out: `gradcli diff --wrt {by['by']}` differentiates"
        raise _mistake("a derivative is no part of a formula", by, help)


def _mistake(message: str, found: re.Match[str], help: str) -> GradcliError:
    labels = (Label(Span(*found.span())),)
    return GradcliError(
        Diagnostic("syntax", message, "SyntaxError", labels, help, source=found.string)
    )


def _measured(found: re.Match[str]) -> str:
    return f"{'abs' if found['bar'] == '|' else 'norm'}({found['inner']})"


def _with_powers_last(text: str) -> str:
    """Write ``sin^2(x)`` as ``sin(x)^2``."""
    at = 0
    while (found := _RAISED.search(text, at)) is not None:
        at, depth = found.end(), 0
        for end in range(at, len(text)):
            depth += _STEP.get(text[end], 0)
            if depth == 0:
                break
        if depth == 0 and _is_function(found["name"]):
            before = text[: found.start()] + found["name"]
            text = f"{before}{text[at : end + 1]}{_power(found)}{text[end + 1 :]}"
            at = len(before)
    return text


def _power(found: re.Match[str]) -> str:
    power = found["power"] or (found["script"] or "").translate(_SCRIPTS)
    return f"^{power}" if power else ""


_STEP: Final = {"(": 1, ")": -1}


def _applied(found: re.Match[str]) -> str:
    """Write ``sin 2x`` and ``ln x^2`` with brackets, where it is clear how far they reach."""
    word, more = found["word"] or "", (found["more"] or "").strip()
    if not _is_function(found["name"]) or word in _WORDS or _is_function(word):
        return found[0]
    if more and not (_is_function(more) or more in _WORDS):
        return found[0]
    inner = f"{found['operand']}{found['raised'] or ''}"
    return f"{found['name']}({inner}){_power(found)}"


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
