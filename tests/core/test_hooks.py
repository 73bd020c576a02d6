"""Hooks of tensors and nodes: when they run, what they see, and what they may return.

What PyTorch's hooks print is compared in the recorded programs ``autograd_*hook*.py``.
"""

from typing import Any

import pytest

import gradcli as torch


def leaves() -> tuple[Any, Any]:
    """Return two leaves."""
    values = ([1.0, 2.0], [3.0, 4.0])
    x, w = (torch.tensor(numbers, requires_grad=True) for numbers in values)
    return x, w


def test_a_leaf_is_complete_before_older_nodes_run() -> None:
    """A hook of a leaf runs as soon as its gradient is complete, as in PyTorch."""
    x, w = leaves()
    v = torch.ones(2, requires_grad=True)
    y = x * w
    z = y * v
    seen: list[str] = []
    for name, tensor in {"x": x, "w": w, "v": v, "y": y, "z": z}.items():
        tensor.register_hook(lambda g, name=name: seen.append(name))
    z.sum().backward()
    assert seen == ["z", "v", "y", "x", "w"]


def test_a_leaf_used_twice_is_complete_once() -> None:
    """A hook of a leaf sees the sum of what comes from everywhere."""
    x, w = leaves()
    seen: list[Any] = []
    x.register_hook(lambda g: seen.append(g.tolist()))
    (x * w + (x * x).exp() * 0).sum().backward()
    assert seen == [[3.0, 4.0]]


def test_hooks_of_the_end_of_the_graph() -> None:
    """Hooks of ``AccumulateGrad`` run around the accumulation."""
    x, w = leaves()
    result = x * w
    end = result.grad_fn.next_functions[0][0]
    seen: list[Any] = []
    end.register_prehook(lambda grads: seen.append(("before", x.grad)))
    end.register_hook(lambda into, out: seen.append(("after", into, out[0].tolist())))
    result.sum().backward()
    assert seen == [("before", None), ("after", (), [3.0, 4.0])]


def test_an_output_without_a_gradient() -> None:
    """The hook of a result that nothing depends on is called with None."""
    first, second = torch.ones(2, 2, requires_grad=True).unbind()
    seen: list[Any] = []
    first.register_hook(lambda g: seen.append(g.tolist()))
    second.register_hook(seen.append)
    first.sum().backward()
    assert seen == [[1.0, 1.0], None]


def test_gradients_that_are_asked_for_on_the_way() -> None:
    """As in PyTorch, ``grad`` gives what no hook has seen where the pass goes on, else the rest."""
    x, w = leaves()
    y = x * w
    x.register_hook(lambda g: g * 5)
    y.register_hook(lambda g: g * 7)
    by_leaf, by_result = torch.autograd.grad(y.sum(), [x, y], retain_graph=True)
    assert (by_leaf.tolist(), by_result.tolist()) == ([105.0, 140.0], [1.0, 1.0])
    (alone,) = torch.autograd.grad(y.sum(), [y])
    assert alone.tolist() == [7.0, 7.0]


def test_hooks_of_a_recorded_pass() -> None:
    """With ``create_graph`` hooks compute with tensors that are recorded."""
    x, w = leaves()
    y = x.exp()
    y.grad_fn.register_prehook(lambda grads: (grads[0] * w,))
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(g.sum(), w)
    assert torch.equal(second, x.exp())


def test_removed_hooks() -> None:
    """A handle takes its own hook away, also as a context."""
    x, w = leaves()
    with x.register_hook(lambda g: g * 0):
        (x * w).sum().backward()
    handle = x.register_hook(lambda g: g * 100)
    handle.remove()
    handle.remove()
    (x * w).sum().backward()
    assert x.grad.tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    ("register", "hook", "kind", "message"),
    [
        ("register_hook", lambda into, out: into[0], TypeError, "expected tuple, but hook"),
        ("register_hook", lambda into, out: into[:1], RuntimeError, r"got 1, but expected 2"),
        ("register_hook", lambda into, out: (3, None), TypeError, "expected Variable"),
        ("register_prehook", lambda out: (out[0][:1],), RuntimeError, "changed the size of value"),
        ("register_prehook", lambda out: (out[0].double(),), RuntimeError, "changed the type"),
        ("register_prehook", 5, TypeError, "'int' object is not callable"),
    ],
)
def test_refuses_what_hooks_return(
    register: str, hook: Any, kind: type[Exception], message: str
) -> None:
    """What cannot take a gradient's place is refused in PyTorch's words."""
    x, w = leaves()
    y = x * w
    getattr(y.grad_fn, register)(hook)
    with pytest.raises(kind, match=message):
        y.sum().backward()
