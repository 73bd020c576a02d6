"""Every operator has samples enough to be trusted, and shows one of them as its example."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradcli.core.table import NAMESPACES, OPS
from tests.ops.reference import PROOFS

WELL_KNOWN = [
    line
    for line in Path(__file__).with_name("core_and_common.txt").read_text().splitlines()
    if not line.startswith("#")
]
SAMPLES: dict[str, int] = {}
"""For each name that a program can call, how many samples its operators have together."""

for key, operator in OPS.load_all().items():
    names = {name for namespace in NAMESPACES for name in operator.names_in(namespace)}
    for name in names:
        SAMPLES[name] = SAMPLES.get(name, 0) + len(PROOFS[key].samples)


@pytest.mark.parametrize("name", WELL_KNOWN)
def test_core_and_common(name: str) -> None:
    """An operator that programs often use has at least twelve samples."""
    assert SAMPLES.get(name, 0) >= 12


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_other(name: str) -> None:
    """An operator that a program can call at all has at least five."""
    assert SAMPLES[name] >= 5


@pytest.mark.parametrize("name", sorted(OPS))
def test_example(name: str) -> None:
    """What a program can call has an example, which is a sample with inputs, if there is one."""
    shown = [
        (sample.expr, *map("=".join, sample.inputs.items())) for sample in PROOFS[name].samples
    ]
    if OPS[name].where and any(len(texts) > 1 for texts in shown):
        assert OPS[name].example in shown
    else:
        assert OPS[name].example == ()
