"""Functions with a derivative of their own: what PyTorch's answers cannot show.

Their answers are compared in ``test_snippets``.
"""

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import gradcli as torch
from gradcli.autograd.function import Function
from gradcli.transforms.function import FunctionSpec, apply_function
from gradcli.utils.checkpoint import checkpoint


class Square(Function):
    """A square that saves its argument and its result."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        """Compute."""
        result = x * x
        ctx.save_for_backward(x, result)
        return result

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        """Differentiate."""
        x, _ = ctx.saved_tensors
        return 2 * g * x


def again(x: Any) -> Any:
    """Return something whose parts are computed again for a gradient."""
    return checkpoint(lambda t: t.sin().exp(), x, use_reentrant=False)


def packed(x: Any) -> Any:
    """Return something that saved its own result in another form."""
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t * 1, lambda t: t):
        return x.exp()


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Let memory be freed by counting references alone."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("make", [Square.apply, again, packed])
def test_a_graph_goes_when_its_result_does(make: Callable[[Any], Any]) -> None:
    """Nothing that a node holds holds the node."""
    x = torch.ones(3, requires_grad=True)
    result = make(x)
    node = weakref.ref(result.grad_fn)
    assert node() is not None
    del result
    assert node() is None


def test_a_gradient_is_not_the_memory_that_backward_returned() -> None:
    """What is added to a leaf's gradient later does not reach a tensor of the program."""
    kept = torch.ones(2)
    spec = FunctionSpec("Kept", lambda ctx, x: x.clone(), lambda ctx, g: kept)
    x = torch.ones(2, requires_grad=True)
    apply_function(spec, (x,)).sum().backward()
    apply_function(spec, (x,)).sum().backward()
    assert x.grad.tolist() == [2, 2]
    assert kept.tolist() == [1, 1]


def test_names_of_nodes_are_free_on_the_context() -> None:
    """A program's attribute of the context takes the name of nothing that a node needs."""

    def forward(ctx: Any, x: Any) -> Any:
        for name in ("edges", "shape", "dtype", "saved", "op", "order", "hooks", "label"):
            setattr(ctx, name, name)
        return x * 2

    spec = FunctionSpec("Named", forward, lambda ctx, g: g * len(ctx.edges))
    x = torch.ones(2, requires_grad=True)
    result = apply_function(spec, (x,))
    result.sum().backward()
    assert x.grad.tolist() == [5, 5]
    assert vars(type(result.grad_fn).ctx.__get__(result.grad_fn))["shape"] == "shape"
