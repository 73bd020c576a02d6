"""Changes in place where memory is shared: what is refused, and what reaches other views."""

from __future__ import annotations

import numpy as np
import pytest

import gradcli
from gradcli.numerics.memory import storage_of
from gradcli.numerics.overlap import is_dense, overlaps_itself

SHARED = "some elements of the input tensor and the written-to tensor refer to a single memory"


@pytest.mark.parametrize(
    "change",
    [
        "x[1:] = x[:-1]",
        "x[1:].add_(x[:-1])",
        "x.view(2, 3).mul_(x[:3])",
        "x[[0, 1, 2]] = x[3:]",
        "x.index_copy_(0, tensor([1]), x[:1])",
        "x.index_copy_(0, tensor([0, 1, 2, 3, 4, 5]), x)",
        "x.scatter_(0, tensor([1]), x[:1])",
        "x.index_add_(0, tensor([0]), x[1:2])",
        "y = x.view(2, 3)[:, :2].contiguous()\ny.copy_(y.T)",
    ],
)
def test_overlap_is_refused(change: str) -> None:
    """An operand that lies in part where the result is written is refused."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(f"x = arange(6.0)\n{change}")
    assert SHARED in caught.value.message


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ("x.copy_(x)", [0, 1, 2, 3]),
        ("x.add_(x)", [0, 2, 4, 6]),
        ("x[:2] = x[2:]", [2, 3, 2, 3]),
        ("x.masked_fill_(x > 1, x[1])", [0, 1, 1, 1]),
        ("x.fill_(x[3])", [3, 3, 3, 3]),
        ("x.view(2, 2)[:, 1] *= x.view(2, 2)[:, 0]", [0, 0, 2, 6]),
    ],
)
def test_what_does_not_overlap_in_part(change: str, result: list[float]) -> None:
    """The same memory, other parts of it and single values are fine."""
    assert gradcli.run(f"x = arange(4.0)\n{change}\nx").value.tolist() == result


@pytest.mark.parametrize(
    ("program", "gradient"),
    [
        ("v = y[0]\ny.t_()\nv.mul_(3)\nloss = (y * w.t()).sum()", [[0, 3, 6], [3, 4, 5]]),
        (
            "v = y.view(-1)\ny.unsqueeze_(0)\nv[0] = 9.0\nloss = (y * w).sum()",
            [[0, 1, 2], [3, 4, 5]],
        ),
        ("v = y[1]\nv.unsqueeze_(0)\nv.mul_(2)\nloss = (y * w).sum()", [[0, 1, 2], [6, 8, 10]]),
        ("v = y.expand(2, 2, 3)\ny.mul_(1)\nloss = (v * w).sum()", [[0, 2, 4], [6, 8, 10]]),
        ("v = y.unfold(1, 2, 1)\ny.mul_(1)\nloss = v.sum()", [[1, 2, 1], [1, 2, 1]]),
        ("v = y[0]\ny.mul_(2)\ny.detach_()\nloss = (x + 0).sum() + v.sum()", [[1] * 3] * 2),
    ],
)
def test_gradient_through_changed_views(program: str, gradient: list[list[float]]) -> None:
    """A view knows its way from a base that has got another shape, or values, in place."""
    start = "x = ones(2, 3, requires_grad=True)\nw = arange(6.0).reshape(2, 3)\ny = x * 1\n"
    assert gradcli.run(f"{start}{program}\nloss.backward()\nx.grad").value.tolist() == gradient


def test_where_arrays_lie() -> None:
    """Density, overlap and place in memory of views."""
    base = np.arange(12.0).reshape(3, 4)
    windows = np.lib.stride_tricks.sliding_window_view(base[0], 2)
    assert is_dense(base.T) and not is_dense(base[:, :2])
    assert overlaps_itself(windows) and not overlaps_itself(base[::2, ::-1])
    assert storage_of(base[1:, 2])[1] == 6
