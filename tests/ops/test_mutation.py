"""The tests of the table are tested: every derivative made wrong by 0.1 % must be caught."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np
import pytest

from gradcli.core.table import OPS
from tests.ops import reference
from tests.ops.test_reference import test_value_and_derivatives as check

RULES = [
    (name, slot)
    for name, op in sorted(OPS.items())
    if op.differentiable and op.label != "NotImplemented"  # those refuse; see their wrong calls
    for slot in range(len(op.rules) or 1)
    if not (op.rules and op.rules[slot].vjp.__name__ == "refuse")
]


@cache
def users() -> dict[str, list[tuple[str, int]]]:
    """Return the samples in whose value, gradient or second derivative each operator appears."""
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, index in reference.SAMPLES:
        recorded = reference.entry(name, index)
        if "gradients" not in recorded:
            continue
        inputs = reference.inputs_of(recorded)
        value = reference.evaluate(name, index, inputs, "float64")
        operators = reference.operators_in(value)
        sources = [tensor for tensor in inputs.values() if tensor.requires_grad]
        first, _ = reference.derivatives(value, sources, "once" in recorded)
        for gradient in first:
            if gradient is not None:
                operators |= reference.operators_in(gradient)
        for op in operators:
            found[op.name].append((name, index))
    return found


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

    samples = users()[name]
    monkeypatch.setattr(rule, "vjp", wrong)
    for sample in samples:
        try:
            check(*sample)
        except AssertionError:
            return
    pytest.fail(f"no sample of {len(samples)} notices")
