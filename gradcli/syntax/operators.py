"""How strongly operators bind: one table, read by the parser and by ``unparse``.

This module knows Python's operators and their order. It does not know what they compute.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Operator(NamedTuple):
    """How strongly an operator binds, and what becomes of several of the same strength.

    ``fixity`` is ``"left"`` for ``(a - b) - c``, ``"right"`` for ``a ** (b ** c)``, ``"chain"``
    where all operands belong to one node (``a < b <= c``), ``"prefix"`` for one operand.
    """

    level: int
    fixity: str


NOT: Final = Operator(3, "prefix")
SIGN: Final = Operator(11, "prefix")
PREFIX: Final = {"not": NOT, "+": SIGN, "-": SIGN, "~": SIGN}

_STRENGTHS = (
    ("chain", 1, "or"),
    ("chain", 2, "and"),
    ("chain", 4, "< <= == != >= > in is"),
    ("left", 5, "|"),
    ("left", 6, "^"),
    ("left", 7, "&"),
    ("left", 8, "<< >>"),
    ("left", 9, "+ -"),
    ("left", 10, "* / // % @"),
    ("right", 12, "**"),
)

INFIX: Final = {
    symbol: Operator(level, fixity)
    for fixity, level, symbols in _STRENGTHS
    for symbol in symbols.split()
}
INFIX["not in"] = INFIX["is not"] = INFIX["in"]

# Above and below all operators: what stands for itself, and what takes everything to its right.
CONDITIONAL: Final = 0
PRIMARY: Final = 13
