"""Every operator has samples enough to be trusted, and shows one of them as its example."""

from __future__ import annotations

from pathlib import Path

from gradcli.core.table import NAMESPACES, OPS
from tests.ops.reference import PROOFS
from tests.ops.sampling import Proof

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
        SAMPLES[name] = SAMPLES.get(name, 0) + len(PROOFS.get(key, Proof()).samples)


def test_core_and_common() -> None:
    """An operator that programs often use has at least twelve samples."""
    assert not {name: SAMPLES.get(name, 0) for name in WELL_KNOWN if SAMPLES.get(name, 0) < 12}


def test_every_other() -> None:
    """An operator that a program can call at all has at least five."""
    assert not {name: count for name, count in SAMPLES.items() if count < 5}


def test_examples() -> None:
    """What a program can call has an example, which is a sample with inputs, if there is one."""
    assert not [name for name in OPS if not fits(name)]


def fits(name: str) -> bool:
    """Tell whether an operator's example is a sample of it, and is there where one could be."""
    samples = PROOFS.get(name, Proof()).samples
    shown = [(sample.expr, *map("=".join, sample.inputs.items())) for sample in samples]
    if OPS[name].where and any(len(texts) > 1 for texts in shown):
        return OPS[name].example in shown
    return OPS[name].example == ()
