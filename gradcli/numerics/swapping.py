"""What a row of swaps makes of an order, for all places at once.

This module knows arrays. It does not know where the swaps come from (``random``).
"""

from __future__ import annotations

import numpy as np


def swapped(partners: np.ndarray) -> np.ndarray:
    """Return 0, 1, 2, … after each place in turn was swapped with a partner, itself or later.

    A place keeps what its own swap brings, which is what the last swap before left at the partner:
    what then stood at the place of that swap, and came there by an earlier one in the same way.
    """
    places = np.arange(partners.size)
    origin = places.copy()  # of what stands at each place before its swap; one step back at first
    moved = np.flatnonzero(partners != places)
    origin[partners[moved]] = moved  # of swaps with the same partner, the last
    while ((further := origin[origin]) != origin).any():
        origin = further
    # Swaps by their partners, and in their order where they share one; quicker than a stable sort.
    ordered = np.sort(partners * partners.size + places)
    ordered %= max(partners.size, 1)
    shared = partners[ordered]
    brought = shared.copy()
    again = np.flatnonzero(shared[1:] == shared[:-1])
    brought[again + 1] = origin[ordered[again]]
    result = np.empty_like(partners)
    result[ordered] = brought
    return result
