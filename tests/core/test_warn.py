"""Warnings in Python code go through Python's ``warnings``, to the place that called gradcli."""

import warnings

import pytest

import gradcli as torch
from gradcli.core.state import STATE
from gradcli.core.warn import warn


def test_names_the_caller() -> None:
    """A warning is that of the line of code that called into the package."""
    result = torch.ones(2, requires_grad=True) * 2
    with pytest.warns(UserWarning, match="not a leaf Tensor") as given:
        assert result.grad is None
    assert given[0].filename == __file__


def test_once_is_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What PyTorch says a single time is said a single time."""
    monkeypatch.setattr(STATE, "said", set())
    leaf = torch.ones(1, requires_grad=True)
    with pytest.warns(UserWarning, match="requires_grad=True to a scalar") as given:
        assert float(leaf) == float(leaf) == 1.0
    assert len(given) == 1


def test_old_overloads_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch speaks of the first call in an old form, whichever function that is."""
    monkeypatch.setattr(STATE, "said", set())
    one = torch.ones(1)
    with pytest.warns(UserWarning, match="This overload of addcmul is deprecated") as given:
        assert torch.addcmul(one, 2, one, one) == torch.add(one, 2, one)
    assert len(given) == 1


def test_lost_parts_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first complex numbers that become real ones give a warning, and those made bool none."""
    monkeypatch.setattr(STATE, "said", set())
    number = torch.tensor([1 + 2j])
    with pytest.warns(UserWarning, match="discards the imaginary part") as given:
        assert (number.bool(), number.double(), number.int()) == (True, 1.0, 1)
    assert len(given) == 1


def test_kind_of_warning() -> None:
    """The class of a warning is the one asked for."""
    with pytest.warns(FutureWarning, match="soon"):
        warn("soon", FutureWarning)


def test_nothing_to_warn_of() -> None:
    """Leaves, retained gradients and plain tensors are read without a word."""
    leaf = torch.ones(2, requires_grad=True)
    kept = leaf * 2
    kept.retain_grad()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kept.sum().backward()
        assert (leaf.grad is None, kept.grad is None) == (False, False)
        assert float(torch.ones(1)) == 1.0
        assert torch.ones(2, 3).T.shape == (3, 2)
