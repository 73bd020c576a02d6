"""The Mersenne Twister: its first state for a seed, and many of its words at once.

This module knows the engine's state. It does not know what its words become (``random``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from random import Random


def initial_words(word: int) -> list[int]:
    """Return the first state of the Mersenne Twister for a 32-bit seed (Matsumoto 2002)."""
    words = [word]
    for index in range(1, 624):
        word = 1812433253 * (word ^ word >> 30) + index & 0xFFFFFFFF
        words.append(word)
    return words


def many_words(engine: Random, count: int) -> np.ndarray:
    """Draw 32-bit words with NumPy's Mersenne Twister, and leave the engine after the last."""
    from numpy.random import MT19937
    from numpy.random import Generator as Drawer

    version, (*key, position), spare = engine.getstate()
    twister = MT19937(0)
    inside: Any = {"key": np.array(key, np.uint32), "pos": position}
    twister.state = {"bit_generator": "MT19937", "state": inside}
    words: np.ndarray = Drawer(twister).integers(0, 1 << 32, count, np.uint32)
    after = twister.state["state"]
    engine.setstate((version, (*after["key"].tolist(), int(after["pos"])), spare))
    return words
