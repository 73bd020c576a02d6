"""The tests of the table are tested: every derivative made wrong by 0.1 % must be caught."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from gradcli.core.op import OPS
from tests.ops import reference
from tests.ops.test_reference import test_value_and_derivatives as check

RULES = [
    (name, slot)
    for name, op in sorted(OPS.items())
    if op.differentiable
    for slot in range(len(op.rules) or 1)
]
NOT_OBSERVABLE = {
    ("zero", 0): "its derivative is 0, however it is scaled",
    ("fill", 0): "its derivative is 0, however it is scaled",
    ("copy", 0): "its derivative is 0, however it is scaled",
    ("sign", 0): "its derivative is 0, however it is scaled",
}


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
        first, _ = reference.derivatives(value, sources)
        for gradient in first:
            if gradient is not None:
                operators |= reference.operators_in(gradient)
        for op in operators:
            found[op.name].append((name, index))
    return found


@pytest.mark.parametrize(("name", "slot"), RULES)
def test_wrong_rule_is_caught(name: str, slot: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scaling one rule by 1.001 makes a sample of the table fail."""
    if (name, slot) in NOT_OBSERVABLE:
        return
    op = OPS[name]
    rule = op.joint or op.rules[slot]
    right = rule.vjp
    if op.joint is not None:
        wrong = lambda g, *args: [v if v is None else v * 1.001 for v in right(g, *args)]  # noqa: E731
    else:
        wrong = lambda g, *args: right(g, *args) * 1.001  # noqa: E731
    samples = users()[name]
    monkeypatch.setattr(rule, "vjp", wrong)
    for sample in samples:
        try:
            check(*sample)
        except AssertionError:
            return
    pytest.fail(f"no sample of {len(samples)} notices")
