"""Help for a result without a graph names the place where the graph was lost, or no place."""

from __future__ import annotations

import pytest

import gradcli
from gradcli.errors import Diagnostic

LEAF = "x = torch.ones(3, requires_grad=True)\n"


def failure(program: str) -> Diagnostic:
    """Return the diagnostic of a program that differentiates a result without a graph."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(program)
    assert caught.value.diagnostic.code == "no-graph"
    return caught.value.diagnostic


CUTS = [
    ("y = x.detach().sum()", "`.detach()`"),
    ("y = (x * 2).long().sum()", "`.long()`"),
    ("y = x.to(torch.int64).float().sum()", "`.to(torch.int64)`"),
    ("y = x.data.sum()", "`.data`"),
    ("y = (x >= 1).float().sum()", "a comparison"),
    ("y = x.argmax()", "`.argmax()`"),
    ("y = torch.argmin(x)", "`torch.argmin()`"),
    ("y = torch.tensor(x.sum().item())", "`.item()`"),
    ("y = torch.tensor(x * 2).sum()", "`torch.tensor()` copies values only"),
    ("y = torch.tensor(float(x[0]))", "`float()`"),
    ("y = torch.tensor(math.sin(x[0]))", "`math.sin()`"),
    ("y, z = x.detach().sum(), x", "`.detach()`"),
    ("y = relu(x + 1).numpy(force=True) if 0 else x.detach()[0]", None),
    ("with torch.no_grad(): y = x.sum()", "inside `with torch.no_grad()`"),
    ("with torch.inference_mode():\n    y = (x * x).sum()", "inside `with torch.inference_mode()`"),
]


@pytest.mark.parametrize(("line", "by"), CUTS, ids=[line for line, _ in CUTS])
def test_names_what_cut_the_graph(line: str, by: str | None) -> None:
    """Name the line and the operation; say nothing where the text leaves it open."""
    diagnostic = failure(f"{LEAF}{line}\ny.backward()")
    if by is None:
        assert diagnostic.help is None
        return
    number = 2 + line.count("\n")
    assert diagnostic.help == f"y lost its graph at line {number}: {by}"
    assert diagnostic.labels[-1].span.start >= len(LEAF)


FOLLOWED = [
    "a = x.detach()\nb = a * 2\nc = b + a\nc.sum().backward()",
    "a = x.detach()\nfor i in range(2):\n    b = a * i\n    b.sum().backward()",
    "a = x.detach()\na = a * 2\na += 1\na.sum().backward()",
    "a = x.detach()\ndef f(t):\n    return t.exp()\nf(a).sum().backward()",
    "a = x.detach()\ndef f(t):\n    t.sum().backward()\nf(a)",
    "a = x.detach()\ndef f():\n    a.sum().backward()\nf()",
    "a = x.detach()\nx = a * 3\nx.sum().backward()",
    "a = x.detach()\ntorch.autograd.grad(a.sum(), x)",
    "a = x.detach()\ntorch.autograd.backward([x.sum(), a.sum()])",
    "a = x.detach()\nfrom torch import exp as e\ne(a).sum().backward()",
]


@pytest.mark.parametrize("program", FOLLOWED)
def test_follows_variables_and_functions(program: str) -> None:
    """Find the line through assignments, parameters, closures and returned values."""
    help = failure(LEAF + program).help
    assert help is not None and help.endswith("lost its graph at line 2: `.detach()`")


OPEN = [
    "if x.sum() > 0:\n    y = x.detach()\nelse:\n    y = x\ny.sum().backward()",
    "def f(t):\n    if t.sum():\n        return t.detach()\n    return t\nf(x).sum().backward()",
    "y = x\nfor i in range(2):\n    z = y * 2\n    y = z.detach()\nz.sum().backward()",
    "y = x * 2\ny.detach_()\ny.sum().backward()",
    "torch.set_grad_enabled(False)\ny = x * 2\ny.sum().backward()",
    "y = [x.detach(), x * 2]\ny[0].sum().backward()",
    "y = x.detach() if x.sum() > 0 else x\ny.sum().backward()",
]


@pytest.mark.parametrize("program", OPEN)
def test_says_nothing_where_the_text_leaves_it_open(program: str) -> None:
    """Give no help rather than a wrong one."""
    diagnostic = failure(LEAF + program)
    assert diagnostic.help is None
    assert len(diagnostic.labels) == 2


def test_names_the_input_that_was_never_to_have_a_gradient() -> None:
    """Name the line that makes the first tensor behind the result."""
    help = failure("n = 3\nw = torch.zeros(n)\ny = (w * 2).sum()\ny.backward()").help
    assert help == "nothing behind y requires grad: say `requires_grad=True` at line 2"


def test_survives_deep_expressions() -> None:
    """Give up on an expression deeper than anybody writes by hand."""
    text = "(" * 90 + "x" + " * 2)" * 90
    assert failure(f"{LEAF}x = x.detach()\ny = {text}\ny.sum().backward()").help is None


def test_looks_at_a_bounded_number_of_expressions() -> None:
    """Give up on a program whose ways from line to line double with each line."""
    lines = "\n".join(f"y{i + 1} = f(y{i}, y{i})" for i in range(40))
    program = f"def f(a, b):\n    return a + b\ny0 = torch.ones(2)\n{lines}\ny40.sum().backward()"
    assert failure(program).help is None


def test_inputs_of_the_host_are_no_lines() -> None:
    """Say nothing about a tensor that the program did not make."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run("y = x * 2\ny.sum().backward()", {"x": gradcli.ones(2)})
    assert caught.value.diagnostic.help is None
