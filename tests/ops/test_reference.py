"""Every sample and every wrong call of every operator against what PyTorch 2.13 made of it.

An operator is one test: all its samples are checked, and every difference is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

import pytest

from tests.ops import comparison
from tests.ops.comparison import Findings
from tests.ops.reference import PROOFS, RECORDED
from tests.ops.sampling import Proof

Record = Callable[[str, object], None]

LEAST = {"sample": 5711, "wrong call": 639}
"""How many there were at some time; there are never fewer."""


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_samples(name: str, record_property: Record) -> None:
    """Value, derivatives, node, element type and the memory of gradients are as recorded."""
    tell(comparison.samples(name), record_property)


@pytest.mark.parametrize("name", sorted(name for name, proof in PROOFS.items() if proof.wrong))
def test_wrong_calls(name: str, record_property: Record) -> None:
    """The class and the message of the error that a wrong call gives are PyTorch's."""
    tell(comparison.wrong_calls(name), record_property)


def tell(findings: Findings, record_property: Record) -> None:
    """Fail with all that differs; the end of the run says how many checks were made."""
    record_property("checks", dict(findings.counts))
    if findings.differences:
        pytest.fail("\n".join(findings.differences), pytrace=False)


def test_the_record_is_of_these_calls() -> None:
    """What was recorded is what there is, no more and no less."""
    assert not changes()


def test_there_are_as_many_as_there_were() -> None:
    """A call that is taken away from both sides is missed."""
    counts = Counter[str]()
    for proof in PROOFS.values():
        counts.update({"sample": len(proof.samples), "wrong call": len(proof.wrong)})
    assert counts >= Counter(LEAST)


def changes() -> list[str]:
    """Return for each operator the calls that are recorded and not there, or the reverse."""
    found = []
    for name in sorted(PROOFS.keys() | RECORDED.keys()):
        there, recorded = calls(name), recorded_calls(name)
        if there != recorded:
            new, lost = Counter(chain(*there)), Counter(chain(*recorded))
            found.append(f"{name}: not recorded {[*(new - lost)]}, lost {[*(lost - new)]}")
    return found


def calls(name: str) -> list[list[str]]:
    """Return the texts of an operator's samples and of its wrong calls."""
    proof = PROOFS.get(name, Proof())
    return [[sample.expr for sample in proof.samples], [*proof.wrong]]


def recorded_calls(name: str) -> list[list[str]]:
    """Return the same as it was recorded."""
    record = RECORDED.get(name, {"samples": [], "errors": []})
    return [
        [sample["expr"] for sample in record["samples"]],
        [text for text, *_ in record["errors"]],
    ]
