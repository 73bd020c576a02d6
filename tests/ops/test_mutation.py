"""The tests of the table are tested: every derivative made wrong by 0.1 % must be caught."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from gradcli.core.table import OPS
from tests.ops import comparison, reference, samples, test_lstm

RULES = [
    (name, slot)
    for name, op in sorted(OPS.items())
    if op.differentiable and op.label not in ("NotImplemented", "Error")  # these refuse
    for slot in range(len(op.rules) or 1)
    if not (op.rules and op.rules[slot].vjp.__name__ == "refuse")
]


SAMPLES = [each for each in reference.SAMPLES if "gradients" in reference.entry(*each)]
SAMPLES.sort(
    key=lambda each: each[1]
)  # the first of each operator, then the second: all kinds soon
FAMILIES = {name: family for family, proofs in samples.proofs().items() for name in proofs}


def nearest(name: str) -> Iterator[tuple[str, int]]:
    """Yield all samples: an operator's own, its family's, and then all others.

    An operator without samples is called by those of others, or by what their derivatives call.
    """
    family = {other for other in FAMILIES if FAMILIES[other] == FAMILIES[name]}
    yield from (each for each in SAMPLES if each[0] == name)
    yield from (each for each in SAMPLES if each[0] != name and each[0] in family)
    yield from (each for each in SAMPLES if each[0] not in family)


# Samples are computed in double precision, where PyTorch has other operators.
ELSEWHERE = {
    "_lstm_layer": partial(test_lstm.test_values_and_derivatives, reverse=False, results=(0, 1, 2))
}


@pytest.mark.parametrize(("name", "slot"), RULES)
def test_wrong_rule_is_caught(name: str, slot: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scaling one rule by 1.001 makes a sample of the table fail."""
    op = OPS[name]
    rule = op.joint or op.rules[slot]
    right = rule.vjp

    def wrong(g: Any, *args: Any) -> Any:
        found = right(g, *args)
        if op.joint is not None:
            return [value if value is None else value * 1.001 for value in found]
        # A derivative of 0 stays 0 however it is scaled.
        values = getattr(found, "array", found)
        zero = not rule.names and not np.any(values) and np.shape(values) == np.shape(g)
        return found + g * 0.001 if zero else found * 1.001

    monkeypatch.setattr(rule, "vjp", wrong)
    if name in ELSEWHERE:
        with pytest.raises(AssertionError):
            ELSEWHERE[name]()
        return
    for sample in nearest(name):
        if any(check.difference for check in comparison.derivatives(*sample)):
            return
    pytest.fail("no sample notices")
