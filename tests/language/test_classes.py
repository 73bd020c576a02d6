"""Classes in programs: diagnostics, limits and what they cost programs without any.

What classes compute is compared in the recorded programs ``class_*.py`` and ``module_*.py``.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.run import run


def refused(program: str) -> Diagnostic:
    """Return the diagnostic of a program that is wrong."""
    with pytest.raises(GradcliError) as caught:
        run(program, write=lambda text: None)
    return caught.value.diagnostic


def marked(diagnostic: Diagnostic) -> str:
    """Return what the first label points at."""
    span = diagnostic.labels[0].span
    return diagnostic.source[span.start : span.end]


def called(diagnostic: Diagnostic) -> list[str]:
    """Return the calls that led to the error."""
    return [diagnostic.source[span.start : span.end] for span in diagnostic.calls]


def test_an_error_in_a_method_shows_the_calls_that_led_there() -> None:
    """Constructors, methods and calls of instances are among them."""
    program = """
class A:
    def __init__(self):
        self.start()
    def start(self):
        return self(3)
    def __call__(self, x):
        return x + None
def make():
    return A()
make()
"""
    diagnostic = refused(program)
    assert diagnostic.message == "unsupported operand type(s) for +: 'int' and 'NoneType'"
    assert marked(diagnostic) == "+"
    assert called(diagnostic) == ["make", "A", "self.start", "self"]


def test_an_error_in_an_operator_shows_where_it_was_used() -> None:
    """The host calls the program's operator in between."""
    program = "class A:\n    def __add__(self, o):\n        return self.x\nb = A() + 1\n"
    diagnostic = refused(program)
    assert (diagnostic.message, marked(diagnostic)) == ("'A' object has no attribute 'x'", "x")
    assert called(diagnostic) == ["A() + 1"]


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("A().heigth", "did you mean `height`?"),
        ("A().setpu()", "did you mean `setup`?"),
        ("A.setpu", "did you mean `setup`?"),
        ("N().fc2", "did you mean `fc1`?"),
        ("N().parametres()", "did you mean `parameters`?"),
        ("torch.nn.Linaer", "did you mean `Linear`?"),
        ("torch.optim.Adma", "did you mean `Adam`?"),
    ],
)
def test_the_nearest_name(text: str, help: str) -> None:
    """A name that is missing on an instance or a class is compared with those that are there."""
    program = """
import torch
class A:
    def __init__(self):
        self.height = 3
    def setup(self): pass
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = torch.nn.Linear(1, 1)
"""
    assert help in (refused(program + text).help or "")


@pytest.mark.parametrize(
    "body",
    [
        "def __add__(self, o): return self + o\na = A() + 1",
        "def __repr__(self): return repr(self)\na = repr(A())",
        "def __len__(self): return len(self)\na = len(A())",
        "def __eq__(self, o): return self == o\na = A() == 1",
        "def __getattr__(self, name): return self.other\na = A().x",
        "def __init__(self): A()\na = A()",
        "def f(self): return self.f()\na = A().f()",
        "@property\n    def p(self): return self.p\na = A().p",
        "def __call__(self): return self()\na = A()()",
        "def __iter__(self): return iter(self)\na = list(A())",
        "def __setattr__(self, n, v): self.x = v\nA().x = 1",
        "def __bool__(self): return bool(self)\na = not A()",
        "def __hash__(self): return hash(self)\na = {A()}",
        "def __getitem__(self, i): return self[i]\na = A()[0]",
        "def __lt__(self, o): return self < o\na = sorted([A(), A()])",
    ],
)
def test_recursion_without_an_end(body: str) -> None:
    """Whatever recurses, through the host or not, ends in Python's error."""
    diagnostic = refused(f"class A:\n    {body}\n")
    assert (diagnostic.kind, diagnostic.code) == ("RecursionError", "recursion")


def test_long_chains_of_instances_go_away() -> None:
    """Destroying them needs no recursion of the host."""
    program = """
class Node:
    def __init__(self, next):
        self.next = next
head = None
for i in range(100_000):
    head = Node(head)
head = None
"""
    assert run(program).variables["head"] is None


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("class A(metaclass=M): pass", "name 'M' is not defined"),
        ("class A(metaclass=3): pass", "'int' object is not callable"),
        ("class A(x=1): pass", "A.__init_subclass__() takes no keyword arguments"),
        ("class A(object, x=1, object): pass", "positional argument follows keyword argument"),
        ("class A(x=1, x=2): pass", "keyword argument repeated: x"),
        ("class A(None): pass", "NoneType takes no arguments"),
        (
            "class A(torch.Tensor): pass",
            "classes that derive from Tensor are not part of the language",
        ),
        ("class A(bool): pass", "type 'bool' is not an acceptable base type"),
        ("class A: return 3", "'return' outside function"),
        ("for i in [1]:\n    class A: break", "'break' outside loop"),
        ("type('A', 3)", "type() takes 1 or 3 arguments"),
        (
            "type('A', (type,), {'__eq__': 1})('B', (), {})",
            "__eq__ of a metaclass is not part of the language",
        ),
        ("type('A', (), {'a b': 1})", "a class has names as keys, not 'a b'"),
        ("super().x", "super(): no arguments"),
        ("def f(): super().x\nf()", "super(): no arguments"),
    ],
)
def test_refusals(program: str, message: str) -> None:
    """What a class cannot be is refused with a sentence."""
    assert refused(program).message == message


def test_classes_of_a_session_live_on() -> None:
    """A class of one run is there for the next text, and attributes keep their meaning."""
    from gradcli.language.run import Session

    with Session() as session:
        session.evaluate("def read(v):\n    return v.x")
        session.evaluate("class A:\n    x = 1\n    def f(self): return self.x")
        session.evaluate("a = A(); a.y = 2\nA.x = 5")
        assert session.evaluate("a.f(), read(a), a.y").value == (5, 5, 2)


def test_a_changed_class_is_seen_at_once() -> None:
    """What was looked up before is forgotten when a class or a base changes."""
    program = """
class A:
    def f(self): return 1
class B(A): pass
b = B()
seen = [b.f()]
A.f = lambda self: 2
seen.append(b.f())
B.f = lambda self: 3
seen.append(b.f())
del B.f
seen.append(b.f())
b.f = lambda: 4
seen.append(b.f())
A.g = property(lambda self: 5)
seen.append(b.g)
"""
    assert run(program).variables["seen"] == [1, 2, 3, 2, 4, 5]


def test_programs_without_classes_load_none_of_it() -> None:
    """What classes, layers and optimizers need is loaded by the programs that have them."""
    script = (
        "import sys, gradcli; gradcli.run('def f(x):\\n    return x * 2\\nprint(f(ones(2)))');"
        "print([n for n in sys.modules if n.startswith('gradcli.') and n.rpartition('.')[2] in "
        "('objects', 'instances', 'construct', 'classes', 'natives', 'layers', 'optim', 'module')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
