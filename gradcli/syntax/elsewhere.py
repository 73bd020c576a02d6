"""What is written otherwise in formulas and in other languages, and what Python has for it.

A rule looks at the unexpected token and at those before it, and gives a line of help.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from gradcli.syntax.lexing import Token
from gradcli.syntax.place import LINE_ENDS, Place

_PAIRS: Final = {
    ("<", ">"): "Not equal is written '!='.",
    ("&", "&"): "Write 'and'; for each element of tensors, (a) & (b).",
    ("|", "|"): "Write 'or'; for each element of tensors, (a) | (b).",
    ("=", ">"): "Greater or equal is written '>='; a function, lambda x: x**2.",
    ("=", "<"): "Less or equal is written '<='.",
}
_SIGNS: Final = {
    "->": "A function is written: lambda x: x**2.",
    ":=": "Write '='.",
}
_WORDS: Final = {
    "mod": "A remainder is written with '%'.",
    "div": "A quotient without its fraction is written with '//'.",
    "xor": "Write '^'.",
    "times": "A product is written with '*'.",
    "plus": "A sum is written with '+'.",
    "minus": "A difference is written with '-'.",
}
"""Operators that are words elsewhere."""
_STATEMENTS: Final = {
    "switch": "Write: match x:, and below it case 1:, indented.",
    **dict.fromkeys(("elseif", "elsif"), "Write 'elif'."),
    "unless": "Write: if not x:.",
    "until": "Write: while not x:.",
    "foreach": "Write: for x in values:.",
    **dict.fromkeys(("public", "private", "protected", "static"), "Leave the word out."),
}
"""Words that begin statements elsewhere."""
_DECLARING: Final = ("let", "var", "const", "float", "int", "double", "auto", "val")


def advice(place: Place) -> str | None:
    """Return what Python has for what seems to be meant."""
    return next(filter(None, (rule(place) for rule in _RULES)), None)


_ENDS: Final = ("NAME", "NUMBER", "RPAR", "RSQB")
"""What values end in."""


def _touches(before: Token, token: Token) -> bool:
    return before.span.end == token.span.start


def _sign(place: Place) -> str | None:
    """Explain signs that Python does not have."""
    token, before = place.token, place.before()
    for first, second in (before, token), (token, place.following):
        if _touches(first, second) and (first.value, second.value) in _PAIRS:
            return _PAIRS[first.value, second.value]
    if token is place.first() and token.value == "%":
        return "A line of a notebook begins with '%'; leave its first word out."
    if token.value == "!":
        return "A factorial is math.factorial(n)." if before.type in _ENDS else "Write 'not'."
    opened = token.value == "/" and place.following.value in ("*", "**")
    if place.wants_value and (opened or (token.value == "//" and token is place.first())):
        return "A comment begins with '#'."
    if token.value == "|" and place.wants_value:
        return "An absolute value is abs(x), a norm is norm(x)."
    return None if place.open else _SIGNS.get(token.value)


def _increment(place: Place) -> str | None:
    """Explain ``x++``."""
    sign, name = place.before(), place.before(3)
    doubled = sign.value in ("+", "-") and place.before(2).value == sign.value
    if place.token.type in LINE_ENDS and doubled and name.type == "NAME":
        return f"Write: {name.value} {sign.value}= 1."
    return None


def _word(place: Place) -> str | None:
    """Explain that a word of Python is no name."""
    around = [*place.inside, place.token, place.following]
    for word, following in pairwise(around):
        if word.type == "LAMBDA" and following.type not in ("NAME", "COLON"):
            return "'lambda' is a word of Python that makes functions; call a number lam."
        if following.value == "=" and keyword.iskeyword(word.value):
            return f"{word.value!r} is a word of Python; take another name, as {word.value}_."
    return None


def _header(place: Place) -> str | None:
    """Miss the colon before what stands in the line of a loop or a condition."""
    first = place.first()
    if place.token.value == "then":
        return "Write ':' for 'then'."
    if first.value == "raise" and place.token.type == "COMMA" and not place.open:
        return "Write the message in brackets: raise ValueError('…')."
    words = ("if", "elif", "else", "for", "while", "with", "class", "try")
    if place.open or first.value not in words or any(t.type == "COLON" for t in place.inside):
        return None
    if not (place.ends_value or "COLON" in place.expected) or place.token.value == "=":
        return None
    is_ready = first.value != "for" or any(t.type == "IN" for t in place.inside)
    return f"Write ':' before {place.token.value!r}." if is_ready else None


def _formula(place: Place) -> str | None:
    """Explain operators that are words, quotients for derivatives, and powers for transposes."""
    token, before = place.token, place.before()
    if not place.ends_value or token.type in LINE_ENDS:
        return None
    if token.value in _WORDS and token.type == "NAME":
        return _WORDS[token.value]
    sign, quotient = place.before(2).value, (place.before(3).value, before.value[:1])
    if sign == "/" and quotient == ("d", "d"):
        return "Leave the quotient out: gradcli diff, or torch.func.grad, differentiates."
    if before.value in ("T", "t") and sign in ("^", "**", "."):
        return "A transpose is written x.T, a product of matrices with '@'."
    return None


def _two_values(place: Place) -> str | None:
    """Explain two values side by side: a product, a call, a declaration."""
    token, before = place.token, place.before()
    if place.open or not place.ends_value or token.type in LINE_ENDS:
        return None
    if token.type == "LBRACE" and before.value.endswith("_") and _touches(before, token):
        return f"An index is a part of the name, as {before.value}1, or in brackets: x[1]."
    begins = token.type in ("NAME", "NUMBER", "STRING", "LBRACE") or keyword.iskeyword(token.value)
    if not begins or before.type not in _ENDS or token.value.startswith("."):
        return None
    if before.type == "NAME" and before is place.first():
        if before.value in _STATEMENTS:
            return _STATEMENTS[before.value]
        if before.value in _DECLARING and token.type == "NAME":
            return f"Leave {before.value!r} out: {token.value} = …"
        if before.value in ("function", "func", "fn"):
            return f"A function is written: def {token.value}(x): return x."
    if token.type == before.type == "NAME" and place.following.value == "=":
        return f"A name has no blanks: {before.value}_{token.value}."
    if token.type == "NAME" and before.type != "NAME":
        if place.following.value == "=":
            return "A statement ends with its line; ';' stands between two in one."
        return "A product is written with '*'."
    if before.value == "new" and token.type == "NAME":
        return f"Leave 'new' out: {token.value}()."
    if before.type == "NAME" and token.type in ("NAME", "NUMBER"):
        return f"Write an operator, or brackets for a call: {before.value}({token.value})."
    return None


_RULES: Final[tuple[Callable[[Place], str | None], ...]] = (
    _sign,
    _increment,
    _word,
    _header,
    _formula,
    _two_values,
)
