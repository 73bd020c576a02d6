"""Equal elements come out of sorting and selecting in PyTorch's order."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import gradcli
from gradcli.numerics import sorting as selection

PATH = Path(__file__).parents[1] / "data" / "selection.json"
CASES = json.loads(PATH.read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_recorded_indices(seed: int) -> None:
    """The indices of a seeded tensor with ties are the recorded ones."""
    case = dict(CASES[seed])
    count = case.pop("count")
    gradcli.manual_seed(seed)
    x = gradcli.randint(0, max(2, count // 3), (count,))
    assert x.sort()[1].tolist() == case.pop("up")
    assert x.sort(descending=True)[1].tolist() == case.pop("down")
    for call, indices in case.items():
        name, k, ordered = call.split()
        if name == "kth":
            assert [x.kthvalue(int(k))[1].item()] == indices
        else:
            largest = name == "topk"
            found = x.topk(int(k), largest=largest, sorted=ordered == "True")
            assert found[1].tolist() == indices


def test_stable_means_stable() -> None:
    """Asked for, equal elements keep their order, in both directions."""
    x = gradcli.tensor([1, 0] * 20)
    down = x.sort(descending=True, stable=True)[1].tolist()
    assert down == [*range(0, 40, 2), *range(1, 40, 2)]
    assert x.argsort(stable=True).tolist() == [*range(1, 40, 2), *range(0, 40, 2)]


@pytest.mark.parametrize("k", [1, 3, 60, 200, 499])
def test_selects_what_sorting_finds(k: int) -> None:
    """Whatever the order of equals, the elements chosen are the smallest ones."""
    ranks = np.random.default_rng(k).integers(0, 50, 500).tolist()
    ordered = sorted(ranks)
    assert [ranks[i] for i in selection.sorting(ranks)] == ordered
    assert [ranks[i] for i in selection.smallest(ranks, k)] == ordered[:k]
    assert sorted(ranks[i] for i in selection.smallest(ranks, k, in_order=False)) == ordered[:k]
    assert ranks[selection.kth(ranks, k)] == ordered[k]


@pytest.mark.parametrize("pattern", ["organ pipe", "constant", "saw"])
def test_hard_patterns_are_sorted(pattern: str) -> None:
    """Inputs that drive quicksort to its limit fall back on the heap, and are sorted."""
    half = list(range(300))
    ranks = {"organ pipe": half + half[::-1], "constant": [7] * 600, "saw": half * 2}[pattern]
    assert [ranks[i] for i in selection.sorting(ranks)] == sorted(ranks)
    assert ranks[selection.kth(ranks, 299)] == sorted(ranks)[299]
