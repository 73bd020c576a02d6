"""A function that ``vmap`` runs once on a whole batch gives what it gives for each sample."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pytest

import gradcli
from gradcli.core.backward import grad
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.numerics import sampled
from gradcli.numerics.memory import in_memory
from gradcli.transforms.vmap import vmap
from tests.ops import reference
from tests.ops.engines import mismatch, outcome
from tests.ops.reference import PROOFS

SIZE = 3
REFUSED = {"random", "dropout"}
"""The families that draw, which ``vmap`` refuses where it is not told how."""

WORDS = (
    "dynamic shape|data-dependent|calling .item|over `mask`|allclose|aten::equal|_leaning|rrelu|"
    "random operation|no storage|doesn't have storage|more elements than|broadcast shape|"
    "mix the samples"
)
"""What PyTorch refuses, too, or cannot do in place."""

REFUSED_NAMES = {"_once"}  # whose example takes a gradient inside, which PyTorch refuses

ALONE = {
    *("_ctc", "_ctc_slope", "_extreme", "_gathered_source", "_histogram_of_points", "_polygamma"),
    *("bincount", "bucketize", "histc", "histogram", "isin", "linalg_ldl_solve", "masked_scatter"),
    *("nonzero_static", "searchsorted", "zeta"),
    *[name for name in PROOFS if "_polynomial_" in name],
}
"""What is done sample by sample: where each sample decides what becomes of it, and rarely used."""

TRIED = [name for name in PROOFS if PROOFS[name].samples and name not in REFUSED_NAMES]
FAMILIES = sorted({OPS[name].family for name in TRIED} - REFUSED)


def variant(tensor: Tensor, index: int) -> np.ndarray:
    """Return what an input is for a sample: nearly the same, so that nothing else is decided."""
    array = np.array(tensor.array)
    return array * (1 + 0.03 * index) if array.dtype.kind in "fc" else array


def alone(name: str, inputs: dict[str, Tensor]) -> list[list[Any]] | None:
    """Return value and gradients for each sample; None where the samples differ in shape."""
    found = []
    for index in range(SIZE):
        given = {key: Tensor(variant(t, index), t.needs_grad) for key, t in inputs.items()}
        try:
            found.append(outcome(name, 0, given))
        except Exception:  # such an example is of no use here
            return None
    shapes = {tuple(None if part is None else part.shape for part in parts) for parts in found}
    return found if len(shapes) == 1 else None


def inside(name: str, inputs: dict[str, Tensor], whole: dict[str, Tensor]) -> list[Any]:
    """Return value and gradients that are taken inside of the function."""
    found: list[Any] = []

    def function(given: dict[str, Tensor]) -> Tensor:
        found.extend(outcome(name, 0, given))
        return next(iter(given.values())) * 1

    vmap(function)(whole)
    return [in_memory(part) if hasattr(part, "whole") else part for part in found]


def outside(name: str, inputs: dict[str, Tensor], whole: dict[str, Tensor]) -> list[Any]:
    """Return values, and gradients that are taken of the results."""

    def function(given: dict[str, Tensor]) -> list[Tensor]:
        value = reference.evaluate(name, 0, given, "float64")
        parts = value if isinstance(value, (tuple, list)) else [value]
        return [part for part in parts if isinstance(part, Tensor)]

    results = vmap(function)(whole)
    arrays = [part.array for part in results]
    ends, sources = [r for r in results if r.requires_grad], list(filter(_tracked, whole.values()))
    if ends and sources:
        weights = [reference.weights(Tensor(end.array[0])).array for end in ends]
        pairs = zip(weights, ends, strict=True)
        starts = [Tensor(np.broadcast_to(weight, end.array.shape)) for weight, end in pairs]
        found = grad(ends, sources, starts, allow_unused=True)
        arrays += [None if g is None else g.array for g in found]
    return arrays


def _tracked(tensor: Tensor) -> bool:
    return tensor.requires_grad


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_samples_of_operators(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An example of every operator, value and gradient, taken inside and outside.

    Few operators have no form for a batch, and none has lost its own.
    """
    wrong, apart, by_sample = {}, set(), sampled.each_sample

    def noted(error: BaseException, body: Any, operands: Any, attrs: dict[str, Any]) -> Any:
        apart.add(getattr(body, "func", body).__name__)
        return by_sample(error, body, operands, attrs)

    monkeypatch.setattr(sampled, "each_sample", noted)
    for name in (n for n in TRIED if OPS[n].family == family):
        inputs = reference.inputs_of(reference.entry(name, 0))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = alone(name, inputs) if inputs else None
            if expected is None:
                continue
            wanted = [None if c[0] is None else np.stack(c) for c in zip(*expected, strict=True)]
            for way in (inside, outside):
                columns = {
                    key: Tensor(np.stack([variant(t, i) for i in range(SIZE)]), t.needs_grad)
                    for key, t in inputs.items()
                }
                try:
                    found = way(name, inputs, columns)
                except (gradcli.GradcliError, RuntimeError) as error:
                    if not re.search(WORDS, str(error)):
                        wrong[name] = str(error)
                    continue
                pairs = zip(found, wanted, strict=True)  # what all samples share is there once
                found = [f if f is None else np.broadcast_to(f, want.shape) for f, want in pairs]
                if why := mismatch(wanted, found):
                    wrong[name] = why
    assert not wrong
    assert apart <= ALONE
