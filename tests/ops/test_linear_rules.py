"""Every derivative rule is linear in the gradient that it gets, at the gradient 0 as elsewhere.

Forward mode and the products of ``torch.autograd.functional`` take rules at 0 and differentiate by
it, so that a rule that looks at whether its gradient is 0 would make them wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcli.core.backward import grad
from gradcli.core.tensor import Tensor
from tests.ops import reference
from tests.ops.test_second_derivatives import SAMPLES

MOST = 3
"""How many samples of an operator are looked at, spread evenly over all that it has."""


def product(name: str, index: int, scale: float) -> Any:
    """Return the product of a sample's Jacobian with a direction, from a rule at some gradient."""
    inputs = reference.inputs_of(reference.entry(name, index))
    value = reference.evaluate(name, index, inputs, "float64")
    sources = [tensor for tensor in inputs.values() if tensor.requires_grad]
    at = Tensor(reference.weights(value).array * scale, True)
    found = grad(value, sources, at, create_graph=True, allow_unused=True)
    pairs = [(g, s) for g, s in zip(found, sources, strict=True) if g is not None]
    pairs = [(g, s) for g, s in pairs if g.requires_grad]
    if not pairs:
        return None
    rng = np.random.default_rng(index)
    directions = [Tensor(rng.uniform(-1, 1, s.array.shape)) for _, s in pairs]
    (made,) = grad([g for g, _ in pairs], [at], directions, allow_unused=True)
    return None if made is None else made.array


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SAMPLES)
def test_a_rule_is_linear(name: str) -> None:
    """The derivative by the gradient is the same at 0 as at another gradient."""
    indices = SAMPLES[name]
    for index in indices[:: -(-len(indices) // MOST)]:
        if "once" in reference.entry(name, index):
            continue
        at_zero, elsewhere = product(name, index, 0.0), product(name, index, 1.0)
        expr = reference.PROOFS[name].samples[index].expr
        assert (at_zero is None) == (elsewhere is None), expr
        if elsewhere is not None:
            finite = np.isfinite(elsewhere)
            np.testing.assert_allclose(
                at_zero[finite], elsewhere[finite], 1e-9, 1e-12, err_msg=expr
            )
