"""How strongly operators bind, as numbers: what ``unparse`` needs to know where brackets go.

What the parser goes by stands in the grammar, as levels of rules; that the two agree is shown by
every program that is written and read again. This module does not know what operators compute.
"""

from __future__ import annotations

from typing import Final

SIGN: Final = 11
PREFIX: Final = {"not": 3, "+": SIGN, "-": SIGN, "~": SIGN}

_LEVELS: Final = {
    1: "or",
    2: "and",
    4: "< <= == != >= > in is",
    5: "|",
    6: "^",
    7: "&",
    8: "<< >>",
    9: "+ -",
    10: "* / // % @",
    12: "**",
}

INFIX: Final = {symbol: level for level, symbols in _LEVELS.items() for symbol in symbols.split()}
INFIX["not in"] = INFIX["is not"] = INFIX["in"]

# Above and below all operators: what stands for itself, and what takes everything to its right.
CONDITIONAL: Final = 0
PRIMARY: Final = 13
