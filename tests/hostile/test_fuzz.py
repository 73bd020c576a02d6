"""A small part of the generated and mutated inputs, the same in every run."""

from __future__ import annotations

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("processes are split as on Linux", allow_module_level=True)

from tests.hostile.fuzz import Finding, campaign, cases


@pytest.mark.parametrize("seed", range(4))
def test_generated_inputs(seed: int) -> None:
    """Each ends with a documented status, in time, and without a traceback."""
    found = [outcome for outcome in campaign(seed, 12) if isinstance(outcome, Finding)]
    assert [(finding.why, finding.case.shown) for finding in found] == []


def test_cases_are_a_matter_of_the_seed() -> None:
    """The same seed gives the same cases."""
    first, second = ([case.shown for case in cases(3, 30)] for _ in range(2))
    assert first == second
