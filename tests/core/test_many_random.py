"""Large draws take other ways than small ones, to the same numbers."""

from __future__ import annotations

import numpy as np
import pytest

from gradcli.numerics.random import _MANY_WORDS, Generator
from gradcli.numerics.swapping import swapped

MANY = _MANY_WORDS + 777


@pytest.mark.parametrize("before", [0, 1, 623, 624, 1000])
def test_many_words_are_those_of_small_draws_and_the_stream_goes_on(before: int) -> None:
    """Another way to draw words neither changes them nor what is drawn next."""
    large, small = Generator().manual_seed(7), Generator().manual_seed(7)
    large._words(before)
    small._words(before)
    parts = [small._words(count) for count in (MANY // 3, MANY // 3, MANY - 2 * (MANY // 3))]
    assert np.array_equal(large._words(MANY), np.concatenate(parts))
    assert large.snapshot() == small.snapshot()


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10, 1000, 20_000])
@pytest.mark.parametrize("reach", [1, 3, 1 << 40])
def test_swaps_for_all_places_at_once_are_swaps_one_after_the_other(count: int, reach: int) -> None:
    """The same order comes out, whether partners are near or far."""
    places = np.arange(count)
    steps = np.random.default_rng(count).integers(0, 1 << 40, count)
    partners = places + steps % np.minimum(count - places, reach) if count else places
    order = list(range(count))
    for here, there in enumerate(partners.tolist()):
        order[here], order[there] = order[there], order[here]
    assert swapped(partners).tolist() == order
