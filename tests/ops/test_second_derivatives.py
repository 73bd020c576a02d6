"""The second derivative of every operator against central differences of its first one.

That PyTorch gives the same is tested elsewhere (``test_reference``); here nothing is taken from it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from gradcli.core.table import OPS
from tests.ops import reference
from tests.ops.curvature import judge
from tests.ops.reference import PROOFS

MOST = 5
"""How many samples of an operator are looked at, spread evenly over all that it has."""

AT_ZERO = "the absolute value of something that is zero"
CONSTANT = "PyTorch takes the lower limit for a constant"
CUT_OFF = "PyTorch's derivative is that of a matrix of full rank"
STRAIGHT = "the derivative is that of another function, on purpose"
OTHERWISE = {
    "(x + 0j).conj().abs() ** 2": AT_ZERO,
    "torch.linalg.svdvals(x + eye(x.shape[-2], x.shape[-1])) ** 2": AT_ZERO,
    "cosine_similarity(a, b, eps=2.0)": CONSTANT,
    "F.gaussian_nll_loss(x, y, v, eps=0.25)": CONSTANT,
    "torch.linalg.pinv(a, rtol=0.5)": CUT_OFF,
    "torch.linalg.pinv(a, 0.5)": CUT_OFF,
    "pinverse(a, rcond=0.1)": CUT_OFF,
    "torch.manual_seed(1)\nF.gumbel_softmax(x, tau=0.5, hard=True, dim=0) * x": STRAIGHT,
    "manual_seed(2)\nF.gumbel_softmax(x, hard=True) * x": STRAIGHT,
}
"""Samples whose derivatives are PyTorch's and not those of the values around them."""

SILENT = {
    "_grid_sampler": "its sample lies on the grid; grid_sample has others",
    "_leaning": "its slopes are random",
    "_multilabel_margin_loss": "its sample is a kink; multilabel_margin_loss has others",
    "bernoulli": "its derivative is zero and its values are random",
    "ctc_loss": "PyTorch has no second derivative either",
}
"""Operators of which no sample can be compared."""


def samples() -> dict[str, list[int]]:
    """Return the samples that have gradients, by operator."""
    found: dict[str, list[int]] = defaultdict(list)
    for name, index in reference.SAMPLES:
        if "gradients" in reference.entry(name, index):
            found[name].append(index)
    return found


SAMPLES = samples()


@pytest.mark.filterwarnings("ignore:at..frobenius_norm")  # which is told once in a process
@pytest.mark.parametrize("name", SAMPLES)
def test_second_derivative(name: str) -> None:
    """It is the slope of the first one wherever that has one, and it has one somewhere."""
    indices = SAMPLES[name]
    chosen = indices[:: -(-len(indices) // MOST)]
    verdicts = {i: judge(name, i) for i in chosen if PROOFS[name].samples[i].expr not in OTHERWISE}
    wrong = {PROOFS[name].samples[i].expr: v for i, v in verdicts.items() if v.word == "wrong"}
    assert not wrong
    refused = [i for i, verdict in verdicts.items() if verdict.word.startswith("refused")]
    assert all("once" in reference.entry(name, i) for i in refused)
    if name in SILENT or any(verdict.word == "right" for verdict in verdicts.values()):
        return
    others = [judge(name, i) for i in indices if i not in chosen]
    assert any(verdict.word == "right" for verdict in others), verdicts


def test_the_exceptions_are_real() -> None:
    """Each exception is a sample that there is; each silent operator has samples."""
    texts = {sample.expr for proof in PROOFS.values() for sample in proof.samples}
    assert OTHERWISE.keys() <= texts
    assert SILENT.keys() <= SAMPLES.keys()


@pytest.mark.parametrize("name", ["sin", "exp", "log", "sigmoid"])
def test_a_wrong_second_derivative_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule with the right first derivative, part of which takes its input for a constant."""
    (rule,) = OPS[name].rules
    right = rule.vjp

    def wrong(g: Any, value: Any) -> Any:
        found = right(g, value)
        constant = right(g, value.detach()) if hasattr(value, "detach") else found
        return found * 0.99 + constant * 0.01

    monkeypatch.setattr(rule, "vjp", wrong)
    words = [judge(name, i).word for i in SAMPLES[name]]
    assert "wrong" in words


def test_kinks_are_told_from_mistakes() -> None:
    """A sample at a kink says nothing."""
    words = [judge("relu", i).word for i in SAMPLES["relu"]]
    assert "wrong" not in words and {"not smooth", "a kink"} & set(words)
