"""Every operator has samples enough to be trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradcli.core.table import NAMESPACES, OPS
from tests.ops import reference  # noqa: F401  (loads every family)

WELL_KNOWN = [
    line
    for line in Path(__file__).with_name("core_and_common.txt").read_text().splitlines()
    if not line.startswith("#")
]
SAMPLES: dict[str, int] = {}
"""For each name that a program can call, how many samples its operators have together."""

for operator in OPS.load_all().values():
    names = {name for namespace in NAMESPACES for name in operator.names_in(namespace)}
    for name in names:
        SAMPLES[name] = SAMPLES.get(name, 0) + len(operator.samples)


@pytest.mark.parametrize("name", WELL_KNOWN)
def test_core_and_common(name: str) -> None:
    """An operator that programs often use has at least twelve samples."""
    assert SAMPLES.get(name, 0) >= 12


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_other(name: str) -> None:
    """An operator that a program can call at all has at least five."""
    assert SAMPLES[name] >= 5
