"""The backward pass: what accumulates, what is freed, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gradcli as torch
from gradcli.core import engine
from gradcli.core.gradients import added
from gradcli.core.table import OPS


def test_gradients_accumulate_in_place() -> None:
    """``grad`` stays the same tensor over several passes, and adds up."""
    x = torch.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    first = x.grad
    (x * 3).sum().backward()
    assert x.grad is first
    assert first.tolist() == [5.0, 5.0]


def test_gradients_of_two_leaves_do_not_share_memory() -> None:
    """A gradient that passes an addition unchanged is copied at each leaf."""
    a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    start = torch.ones(2)
    (a + b).backward(start)
    a.grad.zero_()
    assert b.grad.tolist() == [1.0, 1.0]
    assert start.tolist() == [1.0, 1.0]


def test_only_nodes_that_saved_values_are_freed() -> None:
    """A sum can be differentiated twice, an exponential cannot."""
    x = torch.ones(2, requires_grad=True)
    y = x.sum()
    y.backward()
    y.backward()
    assert x.grad.tolist() == [2.0, 2.0]
    z = x.exp().sum()
    z.backward(retain_graph=True)
    z.backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        z.backward()


def test_shared_nodes_run_once() -> None:
    """Doubling a tensor 60 times takes 60 steps, not 2**60."""
    x = torch.ones(1, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    y.backward()
    assert x.grad.item() == 2.0**60


def test_only_what_a_gradient_needs_is_visited() -> None:
    """``grad`` for one input frees nothing on the way to another."""
    a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    left, right = a.exp(), b.exp()
    loss = (left + right).sum()
    torch.autograd.grad(loss, a)
    right.sum().backward()
    assert b.grad is not None and a.grad is None


def test_a_wrong_shape_from_a_rule_names_the_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that returns a wrong shape is refused, not summed until it fits."""
    monkeypatch.setattr(OPS["mv"].rules[0], "vjp", lambda g, *_: np.ones((4, 2, 3), np.float32))
    a = torch.ones(2, 3, requires_grad=True)
    with pytest.raises(RuntimeError, match="Function MvBackward0 returned an invalid gradient"):
        (a @ torch.ones(3)).sum().backward()


def test_element_types_are_restored() -> None:
    """A double result of a single leaf gives a single gradient."""
    x = torch.ones(2, requires_grad=True)
    (x * torch.ones(2, dtype=torch.float64)).sum().backward()
    assert x.grad.dtype is torch.float32


def test_third_derivative() -> None:
    """Gradients of gradients of gradients."""
    x = torch.tensor(2.0, requires_grad=True)
    y = x**4
    for _ in range(3):
        (y,) = torch.autograd.grad(y, x, create_graph=True)
    assert y.item() == 48.0


def test_hooks_and_retained_gradients() -> None:
    """Hooks see and replace gradients; a retained gradient is that after the hooks."""
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.retain_grad()
    handle = y.register_hook(lambda g: g * 10)
    y.sum().backward()
    assert y.grad.tolist() == [10.0, 10.0]
    assert x.grad.tolist() == [20.0, 20.0]
    handle.remove()
    assert not y.grad_fn.hooks.functions[0]


LARGE = 600
"""The rows and columns of a matrix whose gradients are added where they wait."""


@pytest.mark.parametrize("view", [lambda h: h.view(-1), lambda h: h.T, lambda h: h[None]])
def test_a_hook_keeps_its_gradient(view: Callable[[Any], Any]) -> None:
    """What a view passes on is in the memory of a gradient that somebody may have."""
    x, kept = torch.ones(LARGE, LARGE, requires_grad=True), []
    h = x * 1
    other, changed = h @ torch.ones(LARGE, LARGE), view(h)
    changed.register_hook(kept.append)
    ((changed * changed).sum() + other.sum()).backward()
    assert kept[0].unique().tolist() == [2.0]
    assert x.grad.unique().tolist() == [2.0 + LARGE]


def test_large_gradients_are_added_where_the_first_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """No memory is taken for the sum of gradients that nobody else has."""
    in_place = []

    def watched(waiting: dict[Any, Any], target: Any, gradient: Any) -> Any:
        first = id(waiting[target])
        found = added(waiting, target, gradient)
        in_place.append(id(found) == first)
        return found

    monkeypatch.setattr(engine, "added", watched)
    x, w = torch.ones(LARGE, LARGE, requires_grad=True), torch.ones(LARGE, LARGE)
    for h in (x * 1, x):
        (h @ w + h @ w).sum().backward()
    assert in_place == [True, True]


def test_no_warnings_from_numpy() -> None:
    """Infinities and NaN are results; warnings are errors in these tests."""
    x = torch.zeros(2, requires_grad=True)
    y = torch.log(x) / x
    y.sum().backward()
    assert not np.isfinite(x.grad.numpy()).any()
    assert np.geterr()["divide"] == "warn"


def test_modes_are_restored() -> None:
    """no_grad and its opposites nest, and end with their block even after an error."""
    x = torch.ones(1, requires_grad=True)
    with torch.no_grad():
        assert not (x * 2).requires_grad
        with torch.enable_grad():
            assert (x * 2).requires_grad
    with pytest.raises(RuntimeError), torch.no_grad():
        torch.ones(2) + torch.ones(3)
    assert torch.is_grad_enabled()
