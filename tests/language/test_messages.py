"""Diagnostics of programs that are wrong: where they point and what they suggest."""

from __future__ import annotations

import pytest

from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.run import run


def diagnose(source: str) -> Diagnostic:
    """Return what a wrong program is told."""
    with pytest.raises(GradcliError) as caught:
        run(source)
    return caught.value.diagnostic


def texts(diagnostic: Diagnostic) -> list[tuple[str, str]]:
    """Return each label with the text that it points at."""
    source = diagnostic.source
    return [(source[label.span.start : label.span.end], label.text) for label in diagnostic.labels]


LABELS = {
    "A = ones(4, 2); b = ones(2, 1)\nloss = (A @ b.T).sum()": [
        ("@", "matmul"),
        ("A", "shape (4, 2)"),
        ("b.T", "shape (1, 2)"),
    ],
    "x = ones(2)\nx += ones(3)": [("+=", "add_"), ("x", "shape (2,)"), ("ones(3)", "shape (3,)")],
    "x = ones(2)\nx.exp().view(3)": [("view", ""), ("x.exp()", "shape (2,)")],
    "exp('a')": [("exp", ""), ("'a'", "str")],
    "x = 3\nprint(x + nowhere * 2)": [("nowhere", "")],
    "f = lambda: 1\nf(2)": [("f", "")],
    "[1, 2][9]": [("9", "")],
    "x = ones(2)\nx[0, 1]": [("0, 1", ""), ("x", "shape (2,)")],
    "x = 1\nx.foo": [("foo", ""), ("x", "int")],
    "1 + 'a'": [("+", "")],
    "import math, foo.bar": [("foo.bar", "")],
    "for x in 5: pass": [("5", "")],
    "x = ones(2)\nif x: pass": [("x", "shape (2,)")],
    "x = ones(2, 2)\nif x[0]: pass": [("x[0]", "shape (2,)")],
    "x = ones(2)\nnot x": [("not", ""), ("x", "shape (2,)")],
    "x = ones(2)\nx < x < 1": [("x < x", "shape (2,), bool")],
    "x = ones(2)\nx not  in [0]": [("not  in", ""), ("x", "shape (2,)")],
    "print.nowhere": [("nowhere", ""), ("print", "builtin_function_or_method")],
    "x = torch.nn.Linear(1, 1).parameters\nx.nowhere": [("nowhere", ""), ("x", "method")],
    "m = torch.nn.Linear(3, 1)\nx = ones(2, 2)\nm(x)": [
        ("m", "Linear(in_features=3, out_features=1, bias=True)"),
        ("x", "shape (2, 2)"),
    ],
    "from torch import nn\n"
    "m = nn.Sequential(nn.Linear(2, 3), nn.Sequential(nn.ReLU(), nn.Linear(4, 1)))\n"
    "m(ones(5, 2))": [
        (
            "m",
            "layer 1.1, Linear(in_features=4, out_features=1, bias=True), was given shape (5, 3)",
        ),
    ],
    "from torch import nn\nm = nn.Sequential(nn.LSTM(3, 2), nn.Linear(2, 1))\nm(ones(1, 3))": [
        ("m", "layer 1, Linear(in_features=2, out_features=1, bias=True), was given tuple"),
    ],
    "from torch import nn\nm = nn.TransformerEncoderLayer(4, 2, 8)\nm(ones(1, 2, 3))": [
        ("m", "layer self_attn, MultiheadAttention, was given shape (1, 2, 3)"),
    ],
    "from torch import nn\nclass Net(nn.Module):\n  def __init__(self):\n    super().__init__()\n"
    "    self.body = nn.Sequential(nn.Embedding(3, 2))\n  def forward(self, x):\n"
    "    return self.body(x)\nm = nn.Sequential(Net(), nn.ReLU())\nm(torch.tensor([3]))": [
        ("body", "layer 0, Embedding(3, 2), was given shape (1,), int64"),
    ],
    "from torch import nn\nclass L(nn.Linear):\n  def extra_repr(self): 1 / 0\nm = L(2, 1)\n"
    "x = ones(3)\nm(x)": [("m", "L"), ("x", "shape (3,)")],
    "from torch import nn\nm = nn.BatchNorm1d(2)\ndel m.bias\nx = ones(2)\nm(x)": [
        ("m", "BatchNorm1d"),
        ("x", "shape (2,)"),
    ],
    "from torch import nn\nm = nn.BatchNorm1d(2)\nm.itself = m\nx = ones(2)\nm(x)": [
        ("m", "BatchNorm1d"),
        ("x", "shape (2,)"),
    ],
    "loss = torch.nn.MSELoss()\nloss(ones(2), 3)": [("loss", ""), ("3", "int")],
    "y = ones(2) < ones(3)": [
        ("<", "lt"),
        ("ones(2)", "shape (2,)"),
        ("ones(3)", "shape (3,)"),
    ],
}


@pytest.mark.parametrize("source", LABELS)
def test_labels(source: str) -> None:
    """The first label points at what was done, the others at what it was done with."""
    labels = texts(diagnose(source))
    assert labels[: len(LABELS[source])] == LABELS[source]


HELP = {
    "A = ones(4, 2); b = ones(2, 1)\nA @ b.T": "did you mean `A @ b`?",
    "A = ones(4, 2); b = ones(4, 3)\nA @ b": "did you mean `A.T @ b`?",
    "A = ones(2, 3); b = ones(5, 3)\nA @ (b + 1)": "did you mean `A @ (b + 1).T`?",
    "2.0 ^ 3": "`^` is exclusive or; the power operator is `**`",
    "prnt(1)": "did you mean `print`?",
    "learning_rate = 1\nlerning_rate": "did you mean `learning_rate`?",
    "def f(inside):\n    return insde\nf(1)": "did you mean `inside`?",
    "torch.relux": "did you mean `relu`?",
    "ones(1).requires_gard": "did you mean `requires_grad`?",
    "'a'.uper()": "did you mean `upper`?",
    "from torch import tensr": "did you mean `tensor`?",
    "import torch.nn.functionl": "did you mean `torch.nn.functional`?",
    "input('x')": "the language leaves out Python's `input`",
    "xy": None,
    "sqr(1)": "did you mean `sqrt`?",
    "sqtr(1)": "did you mean `sqrt`?",
    "randperm_of": "did you mean `randperm`?",
    "ones(1).foo": None,
    "del print": None,
    "something_else_entirely": None,
}


@pytest.mark.parametrize("source", HELP)
def test_help(source: str) -> None:
    """A line of help names what was probably meant, or says nothing."""
    assert diagnose(source).help == HELP[source]


def called(source: str) -> list[str]:
    """Return the texts of the calls that lead to an error."""
    diagnostic = diagnose(source)
    return [source[span.start : span.end] for span in diagnostic.calls]


def test_call_path() -> None:
    """The calls that lead to the place are listed, outermost first."""
    source = "def f(x): return g(x) + 1\ndef g(v): return v / 0\ndef main(): f(1)\nmain()"
    assert called(source) == ["main", "f", "g"]


def test_call_path_through_the_host() -> None:
    """A function that the core calls has the call that led there in its path."""
    source = """
def hook(g): return deeper(g)
def deeper(g): return g.foo
x = ones(2, requires_grad=True)
y = (x * 2).sum()
x.register_hook(hook)
y.backward()
"""
    assert called(source) == ["y.backward", "deeper"]


def test_inline_code_has_no_call_path() -> None:
    """Comprehensions, and functions written inside the call, are where they stand."""
    assert called("[1 / i for i in (1, 0)]") == []
    assert called("sum(1 / i for i in (1, 0))") == []
    assert called("sorted([1], key=lambda v: v / 0)") == []


def test_source_and_filename() -> None:
    """A diagnostic carries the program and the name of its file."""
    with pytest.raises(GradcliError) as caught:
        run("1 / 0", filename="a.py")
    diagnostic = caught.value.diagnostic
    assert (diagnostic.source, diagnostic.filename) == ("1 / 0", "a.py")
    assert (caught.value.kind, caught.value.message) == ("ZeroDivisionError", "division by zero")
    assert diagnostic.code == "zero-division"


MESSAGES = {
    "pow(2)": "pow() missing required argument 'exp' (pos 2)",
    "import re\nre.sub('a')": "sub() missing 2 required positional arguments: 'repl' and 'string'",
    "def _(a): pass\n_()": "_() missing 1 required positional argument: 'a'",
    "print(1, foo=3)": "'foo' is an invalid keyword argument for print()",
    "callable()": "callable() takes exactly one argument (0 given)",
    "import torch\nsum()": "sum() takes at least 1 positional argument (0 given)",
    "import torch\nround(1, digits=2)": "'digits' is an invalid keyword argument for round()",
    "torch.zeros(2, layout=torch.channels_last)": (
        "zeros(): argument 'layout' must be torch.layout, not torch.memory_format"
    ),
    "assert False, 10**5000": "<exception str() failed>",
    "import numpy as np\nnp.ones(3).max(7)": "axis 7 is out of bounds for array of dimension 1",
    "import numpy as np\nnp.eye('a')": "'str' object cannot be interpreted as an integer",
    "torch.__name__ = 3": "'module' object has no attribute '__name__'",
    "sum(range(10**15))": "1000000000000000 items to go over are beyond the limit",
    "max(range(10**30, 0, -1))": "about 2**99 items to go over are beyond the limit",
    "math.prod([10**1000] * 10**5)": "an integer of 1003223 bits is beyond the limit",
    "x = ones(2, requires_grad=True)\nx.register_hook(lambda: 1)\nx.sum().backward()": (
        "<lambda>() takes 0 positional arguments but 1 was given"
    ),
}


@pytest.mark.parametrize("source", MESSAGES)
def test_message(source: str) -> None:
    """The message names what the program knows, whatever ran underneath."""
    assert diagnose(source).message == MESSAGES[source]


def test_code_follows_the_class() -> None:
    """An error of an operator without a code of its own has that of its class."""
    assert diagnose("sin('a')").code == "type"
    assert diagnose("5()").code == "type"


def test_memory_error_has_words() -> None:
    """A program that asks for more memory than there is gets a message, which Python has not."""
    diagnostic = diagnose("raise MemoryError")
    assert (diagnostic.code, diagnostic.message) == ("memory", "not enough memory")


def test_labels_name_the_classes_of_programs() -> None:
    """A value is described by its class, and not by what the host has for it."""
    source = "import torch.nn as nn\nclass Net(nn.Module): pass\nnet = Net()\nnet.layer"
    with pytest.raises(GradcliError) as caught:
        run(source)
    assert [label.text for label in caught.value.diagnostic.labels] == ["", "Net"]


def test_data_of_another_shape_before_the_backward_pass() -> None:
    """What was recorded with the old shape meets the new one in PyTorch's words."""
    source = "x = ones(3, requires_grad=True)\ny = (x * x).sum()\nx.data = zeros(5)\ny.backward()"
    with pytest.raises(GradcliError, match="The size of tensor a"):
        run(source)


FAILING = """
class A(str):
    def __repr__(self): raise ValueError('a')
    def __eq__(self, other): raise ValueError('b')
    __hash__ = str.__hash__
class E(NameError):
    @property
    def name(self): raise ValueError('c')
class M(torch.nn.Module):
    def extra_repr(self): raise SystemExit(0)
"""


@pytest.mark.parametrize(
    ("source", "message"),
    {
        "A().f(x=1)": "'A' object has no attribute 'f'",
        "torch.nn.Linear(A('x'), k=A('x'))": "unexpected keyword argument 'k'",
        "A('x')(k=1)": "'A' object is not callable",
        "M()(k=1)": '[M] is missing the required "forward" function',
        "raise NameError('n', name=A('x'))": "n",
        "raise NameError('n', name=[])": "n",
        "raise E('n')": "n",
    }.items(),
)
def test_what_fails_while_a_message_is_made(source: str, message: str) -> None:
    """Help asks values of the program, whose code may fail; the message is the first error's."""
    assert message in diagnose(FAILING + source).message
