"""The comparison is tested: a mistake of each kind is planted, and must be found and named."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from gradcli.core import backward
from gradcli.core.tensor import Tensor
from tests.ops import comparison
from tests.ops.reference import PROOFS, RECORDED
from tests.ops.test_reference import LEAST, changes, test_there_are_as_many_as_there_were

Json = dict[str, Any]
FIRST = "sin(x)  x=linspace(-6, 6, 7)"
WRONG = "F.hardtanh(ones(2), 1.0, 0.0)"


def off(tensor: Json) -> None:
    """Make the last number of a recorded tensor wrong by 0.1 %."""
    tensor["data"][-1] *= 1.001


PLANTED: dict[str, tuple[Callable[[Json], object], tuple[str, ...]]] = {
    "value": (lambda sample: off(sample["value"]), ("value: -0.27",)),
    "gradient": (lambda sample: off(sample["gradients"][0]), ("grad of x: ", "gradient of x: ")),
    "second": (lambda sample: off(sample["second"][0]), ("second derivative of x: 1.11",)),
    "shape": (
        lambda sample: sample["value"].update(shape=[7, 1]),
        ("value: shape (7,), not (7, 1",),
    ),
    "node": (lambda sample: sample.update(node="Cos"), ("node: 'SinBackward0', not 'Cos'",)),
    "no node": (lambda sample: sample.update(node=None), ("node: 'SinBackward0', not None",)),
    "type": (lambda sample: sample.update(dtype="int32"), ("type: 'float32', not 'int32'",)),
    "constant": (lambda sample: sample.pop("gradients"), ("requires_grad: True, not False",)),
    "zero": (
        lambda sample: sample.update(second=[None]),
        ("second derivative of x: left out in PyTorch, but not zero",),
    ),
    "text": (lambda sample: sample.update(plain="1"), ("value: 'tensor([",)),
    "both": (
        lambda sample: (off(sample["value"]), sample.update(node="Cos")),
        ("value: ", "node: "),
    ),
    "call": (lambda sample: sample.update(expr="cos(x)"), ("error: AssertionError: sin: ",) * 2),
}
"""What is changed in the record of a sample, and how the lines begin that say so."""


@pytest.mark.parametrize("mistake", PLANTED)
def test_a_sample_that_differs_is_named(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands with its inputs above all that differs; samples that are right do not stand."""
    change, expected = PLANTED[mistake]
    record = deepcopy(RECORDED["sin"])
    change(record["samples"][0])
    monkeypatch.setitem(RECORDED, "sin", record)
    (found,) = comparison.samples("sin").differences
    title, *lines = found.splitlines()
    assert title == FIRST
    assert all(line.startswith(f"  {start}") for line, start in zip(lines, expected, strict=True))


def test_every_sample_that_differs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first that fails hides no other."""
    record = deepcopy(RECORDED["sin"])
    for sample in record["samples"]:
        sample["node"] = "Cos"
    monkeypatch.setitem(RECORDED, "sin", record)
    assert len(comparison.samples("sin").differences) == len(PROOFS["sin"].samples)


def test_memory_that_is_shared_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gradient that is kept as it came is what the pass started from, here for both inputs."""
    kept = []

    def keep(leaf: Tensor, gradient: Any, owned: bool, recording: bool) -> None:
        kept.append(gradient)
        leaf._grad = Tensor(kept[0])

    monkeypatch.setattr(backward, "accumulate", keep)
    first = comparison.samples("add").differences[0]
    assert "\n  memory of a: shared with its start" in first
    assert "\n  memory of b: shared with its start, the gradient of a" in first


def test_an_error_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told with the place that it comes from, and the samples after it are checked."""

    def fail(array: Any) -> Any:
        raise KeyError("what")

    monkeypatch.setattr(comparison, "dtype_of", fail)
    found = comparison.samples("sin").differences
    assert len(found) == len(PROOFS["sin"].samples)
    assert found[0].startswith(f"{FIRST}\n  error: KeyError: 'what' (test_comparison.py:")


@pytest.mark.parametrize(
    ("recorded", "difference"),
    [
        (
            [WRONG, "TypeError", "min_val cannot be greater than max_val"],
            "class: 'ValueError', not 'T",
        ),
        (
            [WRONG, "ValueError", "min_val is larger"],
            "message: 'min_val cannot be greater than max",
        ),
        (
            ["F.hardtanh(ones(2), 2.0, 0.0)", "ValueError", "min_val cannot be"],
            "call: 'F.hardtanh(",
        ),
        (["F.hardtanh(ones(2))", "ValueError", "no"], "class: no error, not ValueError"),
    ],
)
def test_a_wrong_call_that_differs_is_named(
    recorded: list[str], difference: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Class and message are those of the record, and so is the call."""
    proof = PROOFS["hardtanh"]
    record = RECORDED["hardtanh"] | {"errors": [recorded, RECORDED["hardtanh"]["errors"][1]]}
    monkeypatch.setitem(RECORDED, "hardtanh", record)
    if "no error" in difference:
        monkeypatch.setitem(PROOFS, "hardtanh", proof._replace(wrong=[recorded[0], proof.wrong[1]]))
    (found,) = comparison.wrong_calls("hardtanh").differences
    assert f"\n  {difference}" in found


def test_a_call_that_is_taken_away_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record has it, and when it is taken away there as well, the number of all of them."""
    sine, hardtanh = PROOFS["sin"], PROOFS["hardtanh"]
    assert changes() == []
    monkeypatch.setitem(LEAST, "sample", sum(len(proof.samples) for proof in PROOFS.values()))
    monkeypatch.setitem(PROOFS, "sin", sine._replace(samples=sine.samples[:-1]))
    monkeypatch.setitem(PROOFS, "hardtanh", hardtanh._replace(wrong=hardtanh.wrong[1:]))
    assert changes() == [
        f"hardtanh: not recorded [], lost ['{WRONG}']",
        "sin: not recorded [], lost ['sin(x).sum(0) * x[0]']",
    ]
    with pytest.raises(AssertionError):
        test_there_are_as_many_as_there_were()


def test_a_call_that_is_new_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows what PyTorch makes of it; nor of an operator that has no record at all."""
    monkeypatch.delitem(RECORDED, "sin")
    hardtanh = PROOFS["hardtanh"]
    monkeypatch.setitem(PROOFS, "hardtanh", hardtanh._replace(wrong=[*hardtanh.wrong, "1 / 0"]))
    first, second = changes()
    assert first == "hardtanh: not recorded ['1 / 0'], lost []"
    assert second.startswith("sin: not recorded ['sin(x)', ")


def test_counts_are_of_what_was_checked() -> None:
    """There is a count for each kind of check, which is what the end of a run adds up."""
    assert comparison.samples("sin").counts == {
        "sample": 12,
        "value": 12,
        "requires_grad": 12,
        "grad": 12,
        "memory": 12,
        "gradient": 12,
        "second derivative": 12,
        "type": 12,
        "node": 12,
    }
    assert comparison.wrong_calls("hardtanh").counts == {
        "wrong call": 2,
        "call": 2,
        "class": 2,
        "message": 2,
    }
