"""Shared memory and changes in place: aliasing, versions, rebased history, refusals."""

from __future__ import annotations

import pytest

import gradcli as torch


def test_views_share_memory_and_versions() -> None:
    """A change through a view is seen in the base and counts there."""
    x = torch.zeros(2, 2)
    x[0].add_(1)
    x.view(4)[3] = 5
    assert x.tolist() == [[1.0, 1.0], [0.0, 5.0]]
    assert x._version == 2
    assert x[0]._is_view() and x[0]._base is x


def test_a_change_of_a_view_rebases_its_base() -> None:
    """Gradients pass a part that was written with the history of what was written."""
    a, b = torch.ones(3, requires_grad=True), torch.tensor([5.0], requires_grad=True)
    y = a * 2
    y[0:1] = b * 3
    assert y.grad_fn.name() == "torch::autograd::CopySlices"
    y.sum().backward()
    assert a.grad.tolist() == [0.0, 2.0, 2.0]
    assert b.grad.tolist() == [3.0]


def test_a_view_made_before_a_change_follows_it() -> None:
    """A view takes its history anew from a base that was changed elsewhere."""
    a = torch.ones(3, requires_grad=True)
    y = a * 1
    view = y[:2]
    y.mul_(3)
    view.sum().backward()
    assert view.tolist() == [3.0, 3.0]
    assert a.grad.tolist() == [3.0, 3.0, 0.0]


def test_plain_memory_becomes_part_of_the_graph() -> None:
    """Writing a differentiable value into a plain tensor makes it require grad."""
    s = torch.tensor(2.0, requires_grad=True)
    r = torch.zeros(3)
    r[1] = s * s
    assert r.requires_grad
    r.sum().backward()
    assert s.grad.item() == 4.0


def test_a_changed_saved_value_is_noticed() -> None:
    """A value that a rule needs must not be changed before the rule runs."""
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    y.add_(1)
    with pytest.raises(RuntimeError, match="output 0 of Exp, is at version 1; expected version 0"):
        y.sum().backward()


def test_data_is_not_watched_and_detach_is() -> None:
    """``data`` hides changes from autograd, ``detach`` shares the version counter."""
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    y.data.zero_()
    y.sum().backward()
    assert x.grad.tolist() == [0.0, 0.0]
    z = x.exp()
    z.detach().zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda x: x.add_(1), "a leaf Variable that requires grad is being used in an in-place"),
        (lambda x: x[0].add_(1), "a view of a leaf Variable that requires grad is being used"),
        (lambda x: (x * 1).unbind()[0].add_(1), "Output 0 of Unbind is a view and is being modif"),
        (lambda x: torch.ones(1).expand(3).add_(1), "more than one element of the written-to"),
        (lambda x: torch.ones(2).add_(torch.ones(2, 2)), "doesn't match the broadcast shape"),
        (lambda x: torch.ones(2, dtype=torch.int64).add_(0.5), "can't be cast to the desired"),
    ],
)
def test_refusals(change: object, message: str) -> None:
    """What PyTorch refuses to change in place is refused with its message."""
    with pytest.raises(RuntimeError, match=message):
        change(torch.ones(2, requires_grad=True))  # type: ignore[operator]


def test_a_leaf_may_be_changed_without_recording() -> None:
    """Inside no_grad a leaf is changed in place, as training loops do."""
    w = torch.ones(2, requires_grad=True)
    (w * w).sum().backward()
    with torch.no_grad():
        w -= 0.5 * w.grad
    assert w.tolist() == [0.0, 0.0] and w.is_leaf and w.requires_grad


def test_operands_without_a_gradient_may_have_been_changed_before() -> None:
    """A condition or an index that was changed in place before its use does no harm."""
    x = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
    mask = x.detach() > 0
    mask[1] = True
    torch.where(mask, x, 0.0).sum().backward()
    assert x.grad.tolist() == [1.0, 1.0, 1.0]
    index = torch.tensor([0, 1])
    part = x[index]
    index[0] = 2
    x.grad = None
    part.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0, 0.0]


def test_a_condition_changed_after_its_use_is_noticed() -> None:
    """What a rule saved of an operand without a gradient is watched too."""
    x = torch.ones(2, requires_grad=True)
    mask = torch.tensor([True, False])
    y = torch.where(mask, x, 0.0).sum()
    mask[1] = True
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_what_was_overwritten_gets_no_gradient_whatever_arrives() -> None:
    """An infinite gradient at a place that was overwritten becomes 0, not NaN."""
    x = torch.ones(2, 3, requires_grad=True)
    y = x.clone()
    y[0] = 5
    (y / 0).sum().backward()
    assert x.grad.tolist() == [[0.0] * 3, [float("inf")] * 3]


def test_a_leaf_that_is_a_view_is_a_leaf() -> None:
    """A reshaped tensor that is to have a gradient is guarded like any leaf, and its views too."""
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    for change in (lambda: x.add_(1), lambda: x.view(-1).add_(1), lambda: x.T[0].mul_(2)):
        with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
            change()
    assert x.is_leaf
    with torch.no_grad():
        x[0] = 7.0
    (x * x).sum().backward()
    assert x.grad.tolist() == [[14.0] * 3, [6.0, 8.0, 10.0]]


def test_an_expanded_tensor_can_be_written_by_element() -> None:
    """One element of an expanded tensor is the element that it repeats."""
    y = torch.ones(1).expand(3)
    y[0] = 2
    assert y.tolist() == [2.0] * 3


def test_the_newest_version_retains_its_gradient() -> None:
    """After a change in place, a retained gradient is that of the changed tensor."""
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.mul_(3)
    y.sum().backward()
    assert y.grad.tolist() == [1.0, 1.0]
