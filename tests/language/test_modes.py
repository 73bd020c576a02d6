"""Modes in programs and in Python: contexts, calls, decorators, and what they leave behind.

What PyTorch prints and refuses is compared in the recorded programs ``autograd_*.py``.
"""

from textwrap import dedent

import pytest

import gradcli
import gradcli as torch
from gradcli.core.state import STATE
from gradcli.errors import GradcliError


def test_a_program_leaves_no_mode_behind() -> None:
    """A program that ends, or fails, in a mode changes nothing for the next."""
    gradcli.run("torch.set_grad_enabled(False)\ntorch.autograd.set_detect_anomaly(True)")
    with pytest.raises(GradcliError):
        gradcli.run("with torch.inference_mode():\n    ones(2) + ones(3)")
    with pytest.raises(GradcliError):
        gradcli.run(
            "hooks = torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)\n"
            "with hooks:\n    ones(2) + ones(3)"
        )
    state = (STATE.grad_enabled, STATE.inference, STATE.anomaly, STATE.observers)
    assert state == (True, False, False, ())


def test_decorators_in_python() -> None:
    """The modes decorate functions in Python code as well."""
    x = torch.ones(2, requires_grad=True)

    @torch.no_grad()
    def with_brackets(t: object) -> object:
        return t * 2

    @torch.inference_mode
    def without(t: object) -> object:
        return t * 2

    assert not with_brackets(x).requires_grad
    assert without(x).is_inference()
    assert with_brackets.__name__ == "with_brackets"


def test_a_decorated_function_in_a_program() -> None:
    """It can be called, printed and passed on like any other function."""
    run = gradcli.run(
        "def f(t):\n    return t * 2\n"
        "g = torch.no_grad()(f)\n"
        "x = torch.ones(1, requires_grad=True)\n"
        "print(g, callable(g), [y.requires_grad for y in map(g, [x])])"
    )
    assert run.stdout == "<function f> True [False]\n"


def test_an_error_inside_a_decorated_function() -> None:
    """The mode is left, and the error is that of the place inside."""
    source = "def f(t):\n    return t.foo\ntorch.no_grad()(f)(torch.ones(1))"
    with pytest.raises(GradcliError, match="has no attribute 'foo'") as caught:
        gradcli.run(source)
    span = caught.value.diagnostic.span
    assert source[span.start : span.end] == "foo"
    assert STATE.grad_enabled


def test_inference_tensors_of_every_kind() -> None:
    """What is made in inference mode is marked, what shares memory with the rest is not."""
    x = torch.ones(2, requires_grad=True)
    with torch.inference_mode():
        made = [torch.zeros(2), x * 2, x + x, torch.ones(2) + torch.ones(2), *torch.ones(2)]
        shared = [x.view(2), x.detach(), x[0]]
    assert all(t.is_inference() for t in made)
    assert not any(t.is_inference() for t in shared)
    assert all(t.is_inference() for t in (made[0].view(2), made[0].detach(), made[0].data))
    assert not made[0].clone().is_inference()


def test_views_made_without_recording_cannot_be_told_apart() -> None:
    """A result of several views made in ``no_grad`` is refused like a single one."""
    y = torch.ones(2, 2, requires_grad=True) * 2
    with torch.no_grad():
        row, _ = y.unbind()
    with pytest.raises(RuntimeError, match="A view was created in no_grad mode and is being"):
        row.add_(1)


def test_flags_of_backends_are_contexts_that_change_nothing() -> None:
    """Programs turn a library's kernels off around a second derivative; there is nothing to do."""
    source = """
        import torch
        with torch.backends.cudnn.flags(enabled=False), torch.backends.mkldnn.flags(enabled=False):
            y = torch.ones(2).sum()
        print(y, torch.backends.cudnn.enabled, torch.backends.cudnn.is_available())
        print(torch.backends.mkldnn.is_available(), torch.backends.openmp.is_available())
    """
    assert gradcli.run(dedent(source)).stdout == "tensor(2.) True False\nTrue True\n"


def test_functions_made_of_modules_show_whether_they_take_buffers() -> None:
    """A module as a function has PyTorch's name, by what is given for each call."""
    source = """
        import torch.nn as nn
        from functorch import make_functional, make_functional_with_buffers
        print(make_functional(nn.Linear(2, 1))[0])
        print(make_functional_with_buffers(nn.ReLU())[0])
    """
    assert gradcli.run(dedent(source)).stdout == (
        "FunctionalModule(\n  (stateless_model): Linear(in_features=2, out_features=1, bias=True)\n"
        ")\nFunctionalModuleWithBuffers(\n  (stateless_model): ReLU()\n)\n"
    )


def test_a_decorated_generator_of_a_program_runs_in_the_mode() -> None:
    """Each step does, and what is between the steps does not."""
    program = """
    @torch.no_grad()
    def given(n):
        for i in range(n):
            yield i, torch.is_grad_enabled()
    for pair in given(2): print(pair, torch.is_grad_enabled())
    print(list(given(1)), type(given(1)).__name__)
    """
    printed = gradcli.run(dedent(program)).stdout
    assert printed == "(0, False) True\n(1, False) True\n[(0, False)] generator\n"
