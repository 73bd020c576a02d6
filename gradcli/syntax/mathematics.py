"""Signs of mathematics that Python does not have, and what is written instead."""

from __future__ import annotations

from typing import Final

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


def advice(sign: str) -> str | None:
    """Return what to write in place of a sign, as a line of help."""
    found = "* pi / 180" if sign == "°" else SIGNS.get(sign)
    return None if found is None else f"write `{found}`, or give --math"
