"""What nodes saved, in Python code, and the hooks of saved tensors."""

from typing import Any

import pytest

import gradcli as torch

graph = torch.autograd.graph


def leaf() -> Any:
    """Return a leaf."""
    return torch.tensor([1.0, 2.0], requires_grad=True)


def test_saved_operands_and_results() -> None:
    """An operand is the very tensor, a result is not; None stands for what is not needed."""
    x = leaf()
    power, exponential, scaled = x**2, x.exp(), x * torch.ones(2)
    assert power.grad_fn._saved_self is x
    assert power.grad_fn._saved_exponent == 2
    assert exponential.grad_fn._saved_result is not exponential
    assert torch.equal(exponential.grad_fn._saved_result, exponential)
    assert scaled.grad_fn._saved_self is None
    assert x.sum(-1).grad_fn._saved_dim == (2**64 - 1,)


def test_an_integer_among_the_results() -> None:
    """Saved positions have no history."""
    values, _ = torch.tensor([3.0, 5.0], requires_grad=True).max(0)
    assert values.grad_fn._saved_indices.item() == 1
    assert not values.grad_fn._saved_indices.requires_grad


def test_what_is_not_there() -> None:
    """A node has no more attributes than PyTorch's."""
    node = leaf().exp().grad_fn
    for name in ("_saved_self", "_saved_anything"):
        with pytest.raises(AttributeError):
            getattr(node, name)


def test_freed_and_changed_values() -> None:
    """Values that are gone, or no longer what they were, cannot be read."""
    x = leaf()
    y = x.exp()
    y.sum().backward()
    with pytest.raises(RuntimeError, match="a second time"):
        _ = y.grad_fn._saved_result
    z = x.exp()
    z.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        _ = z.grad_fn.next_functions[0][0]._saved_result


def test_each_thing_is_packed_once() -> None:
    """What two derivatives need is one saved tensor."""
    base, exponent = leaf(), leaf()
    packed: list[Any] = []

    def pack(tensor: Any) -> Any:
        packed.append(tensor.tolist())
        return tensor.detach()

    with graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        (base**exponent).sum().backward()
    assert sorted(packed) == [[1.0, 2.0], [1.0, 2.0], [1.0, 4.0]]
    assert base.grad.tolist() == [1.0, 4.0]


def test_second_derivative_of_packed_values() -> None:
    """A packed leaf passes gradients on to the leaf, though it was saved as something else."""
    x = leaf()
    with graph.saved_tensors_hooks(lambda t: t.tolist(), lambda data: torch.tensor(data)):
        (g,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(g.sum(), x)
    assert second.tolist() == [6.0, 12.0]


def test_innermost_hooks_alone_run() -> None:
    """Contexts of hooks do not add up."""
    seen: list[str] = []
    outer = graph.saved_tensors_hooks(lambda t: seen.append("outer") or t, lambda t: t)
    inner = graph.saved_tensors_hooks(lambda t: seen.append("inner") or t, lambda t: t)
    with outer, inner:
        leaf().exp()
    assert seen == ["inner"]
    leaf().exp()
    assert seen == ["inner"]


def test_changed_after_it_was_saved() -> None:
    """Inside ``allow_mutation_on_saved_tensors``, and only there, copies are saved."""
    x = leaf()
    with graph.allow_mutation_on_saved_tensors():
        y = x.clone()
        result = (y**2).sum()
        y.zero_()
        result.backward()
        later = (y**2).sum()
    assert x.grad.tolist() == [2.0, 4.0]
    with pytest.raises(AssertionError, match="outside of the"):
        later.backward()


def test_hooks_of_one_saved_tensor() -> None:
    """Hooks can be registered for one saved tensor, once."""
    x = leaf()
    y = x**2
    raw = y.grad_fn._raw_saved_self
    raw.register_hooks(lambda t: t * 10, lambda t: t / 10)
    assert y.grad_fn._saved_self.tolist() == [1.0, 2.0]
    with pytest.raises(RuntimeError, match="whose hooks have already been set"):
        raw.register_hooks(lambda t: t, lambda t: t)
    with pytest.raises(RuntimeError, match="with value None"):
        (x * 2).grad_fn._raw_saved_self.register_hooks(lambda t: t, lambda t: t)


def test_shape_of_what_is_unpacked() -> None:
    """A hook cannot bring another shape back."""
    x = leaf()
    with graph.saved_tensors_hooks(lambda t: t, lambda t: torch.ones(3)):
        y = x * x
    with pytest.raises(RuntimeError, match="The size of tensor a"):
        y.sum().backward()


def test_positions_that_were_changed_past_their_version() -> None:
    """What no version tells of is an error of the program, which it can handle."""
    x = leaf()
    positions = torch.tensor([0, 1])
    y = x.index_select(0, positions)
    positions.numpy()[:] = 10**9
    with pytest.raises(RuntimeError, match="IndexSelect saved does not fit any more: index 10000"):
        y.sum().backward()
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t.new_full(t.shape, 10**9)):
        least = torch.eye(2, requires_grad=True).kthvalue(1)[0]
    with pytest.raises(RuntimeError, match="Kthvalue saved does not fit any more"):
        least.sum().backward()


def test_errors_of_a_hook_are_its_own() -> None:
    """What a function of the caller raises on the way is passed on as it is."""
    x = leaf()
    y = x * x
    y.register_hook(lambda g: [][1])
    with pytest.raises(IndexError, match="list index"):
        y.sum().backward()
    with graph.saved_tensors_hooks(lambda t: t, lambda t: {}[t]):
        y = x * x
    with pytest.raises(KeyError):
        y.sum().backward()
