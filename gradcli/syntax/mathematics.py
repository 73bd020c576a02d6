"""Signs of mathematics that Python does not have, and what is written instead."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

SIGNS: Final = {
    "π": "pi",
    "√": "sqrt",
    "²": "**2",
    "³": "**3",
    "·": "*",
    "×": "*",
    "÷": "/",
    "−": "-",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "⊤": ".T",
    "∞": "inf",
}
"""A sign, and what it stands for with ``--math``."""


_PLAIN: Final = {
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‘’‚‛′´", "'"),
    **dict.fromkeys("–—‐‑‒", "-"),
    **dict.fromkeys("∗∙⋅•", "*"),
    **dict.fromkeys("⁄∕", "/"),
    "→": "->",
    "∧": "&",
    "∨": "|",
    "¬": "~",
    "⊙": "*",
    "∘": "*",
    "∑": "sum",
    "∏": "prod",
    "∈": "in",
}
"""Signs that word processors write, or that formulas have, and those of the keyboard."""


def advice(sign: str) -> str | None:
    """Return what to write in place of a sign, as a line of help."""
    plain = _PLAIN.get(sign) or normalize("NFKC", sign)
    if plain.isascii() and plain.isprintable() and sign not in SIGNS:
        return f"write `{plain}`" + ", as the keyboard has it" * (not plain.isalpha())
    found = "* pi / 180" if sign == "°" else SIGNS.get(sign)
    return None if found is None else f"write `{found}`, or give --math"
