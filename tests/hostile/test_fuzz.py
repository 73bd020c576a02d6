"""A small part of the generated and mutated inputs, the same in every run."""

from __future__ import annotations

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("processes are split as on Linux", allow_module_level=True)

from tests.hostile.fuzz import KINDS, campaign, case


@pytest.mark.parametrize("kind", KINDS)
def test_generated_inputs(kind: str) -> None:
    """Each ends with a documented status, in time, and without a traceback."""
    found = [(number, why) for number, why in campaign(kind, 1, range(100)) if why is not None]
    assert [(why, case(kind, 1, number).shown) for number, why in found] == []


def test_cases_are_a_matter_of_the_seed() -> None:
    """The same seed gives the same cases."""
    first, second = ([case(k, 3, n).shown for k in KINDS for n in range(30)] for _ in range(2))
    assert first == second
