"""Optimizers and schedules compute PyTorch's numbers, and print and remember what PyTorch's do."""

import json
from pathlib import Path
from typing import Any

import pytest

import gradcli
from tests.optim.training import CASES, schedules, train

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "optim.json").read_text("utf-8"))
SCHEDULES = schedules(gradcli)


def close(numbers: list[float]) -> Any:
    """Return what compares equal to numbers that differ from these by rounding alone."""
    return pytest.approx(numbers, rel=1e-9, abs=1e-13)


@pytest.mark.parametrize(
    ("name", "problem", "optimizer", "options"), CASES, ids=[case[0] for case in CASES]
)
def test_training(name: str, problem: str, optimizer: str, options: dict[str, Any]) -> None:
    """A training leads to the same parameters, by as many calls, with the same state and repr."""
    found = train(gradcli, problem, optimizer, options)
    recorded = RECORDED["training"][name]
    for step, numbers in recorded.pop("numbers").items():
        assert found["numbers"][step] == close(numbers), step
    del found["numbers"]
    assert found == recorded


def test_every_case_is_recorded() -> None:
    """No case was added or renamed without PyTorch's answer."""
    assert RECORDED["training"].keys() == {name for name, *_ in CASES}
    assert RECORDED["schedules"].keys() == SCHEDULES.keys()


@pytest.mark.parametrize("name", SCHEDULES)
def test_schedule(name: str) -> None:
    """A schedule gives the same rates and momentum, and its state has the same keys."""
    found, recorded = SCHEDULES[name], RECORDED["schedules"][name]
    for row, expected in zip(found["rows"], recorded["rows"], strict=True):
        assert row == pytest.approx(expected, rel=1e-15)
    assert (found["keys"], found["groups"]) == (recorded["keys"], recorded["groups"])


def test_a_chain_has_at_least_one_schedule() -> None:
    """A chain of one schedule steps as that does; one of none is refused."""
    weight = gradcli.ones(1, requires_grad=True)
    optimizer = gradcli.optim.SGD([weight], lr=1.0)
    several = gradcli.optim.lr_scheduler
    chain = several.ChainedScheduler([several.ExponentialLR(optimizer, 0.5)])
    optimizer.step()
    chain.step()
    assert optimizer.param_groups[0]["lr"] == 0.5
    with pytest.raises(ValueError, match="expects at least one scheduler to be chained, but"):
        several.ChainedScheduler([])
