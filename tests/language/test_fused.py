"""What runs often, as one function of the host: the same, and made of nothing of a program."""

from __future__ import annotations

import ast
import re
from types import CodeType

import pytest

from gradcli.errors import GradcliError
from gradcli.language.limits import Limits
from gradcli.language.machine import ends, writing
from gradcli.language.run import Session, run

from . import fused_programs

PROGRAMS = [
    """
class V:
    def __init__(self, x, y=0.0): self.x, self.y = x, y
    def __add__(self, o): return NotImplemented if isinstance(o, str) else V(self.x + o.x)
    def __radd__(self, o): return V(self.x + o, -1)
    def __mul__(self, o): return V(self.x * o.x) if isinstance(o, V) else NotImplemented
    def __iadd__(self, o): self.x += 1; return self
    def __pow__(self, n): return V(self.x ** n)
class W(V):
    def __radd__(self, o): return 'W first'
v = V(2)
for i in range(4):
    w = v + V(i) * v
    w += 3
    print(w.x, (1 + v).x, (v ** 2).x, v + W(1), sum([V(1), V(2)]).x)
for right in (V(1), 2, 'a'):
    try:
        a = v * right
        print(a.x)
        v = v + right
    except TypeError as error:
        print(error)
v = v + 'text'
""",
    """
def changes():
    def inner():
        nonlocal a
        a = a + 1
        return a
    a = 0
    for i in range(3):
        b = a + max(inner(), sorted([2, 1], key=lambda v: inner())[0]) + a
        print(a, b)
changes()
g = 1
def bump():
    global g
    g += 10
    return g
for i in range(3):
    x = g + bump() + g
    print(x, g)
""",
    """
def items(n):
    for i in range(n):
        yield i
    raise ValueError('over')
total = 0
try:
    for i in items(3):
        total += i
        for j in [1, 2]:
            if j == 2: continue
            total = total * 2
except ValueError as error:
    print(error, total)
while True:
    total -= 1
    if total < 0: break
else:
    print('never')
print(total)
""",
    """
def f(n, k=2, *, s=1):
    return n if n < 2 else f(n - 1) + f(n - 2, k=3, s=2) * s
print([f(n) for n in range(8)], {n: f(n, s=2) for n in range(4)}, sum(f(n) for n in range(5)))
x = [3, 1, 2]
for i in range(3):
    a, b = x[i], x[-i]
    x[i] = a @ b if i == 9 else (a < b <= 3, not a, -b, x[0:i], f'{a}{b}')
    del a
print(x)
for i in range(3):
    print(a)
    a = i
""",
    """
import torch
x = torch.ones(2, requires_grad=True)
y = x
for i in range(5):
    y = y * x + torch.tensor([1.0, i]).sum(dim=0) - 1
    z = y.mean()
z.backward()
print(y, x.grad)
for i in range(3, -1, -1):
    print(6 // i, [1, 2, 3][i - 1] * 2.0, (x @ torch.ones(2 + (i == 1))).item())
""",
    "def f(x):\n  y = [x * 2, x]\n  return y[0] + y[1][0]\nfor i in range(3):\n  f([i])\nf(3)",
    "for i in range(3):\n    '%1000000000d'.encode() % i",
    "s = 0\nfor i in range(3):\n    s = s + [1, 'a', 2.5][i]\n    print(s)",
    "class C: pass\nfor i in range(3):\n  c = C()\n  c.a = i\n  print(c.a + (c.b if i else 1))",
    "x = ones(1, 2)\ndef f(): return sum(x).shape\nfor i in range(3): print(f(), sum(x).shape)\n"
    "import torch\nfor i in range(3): print(f(), sum(x).shape)",
]


def both(
    source: str, monkeypatch: pytest.MonkeyPatch, limits: Limits | None = None
) -> list[tuple[str, object]]:
    """Return what a program prints and fails with: fused at once, and never."""
    found = []
    for often in (1, -1):
        monkeypatch.setattr(ends, "OFTEN", often)
        monkeypatch.setattr(ends, "LONGER", 0)
        printed: list[str] = []
        told = None
        try:
            run(source, write=printed.append, limits=limits or Limits(timeout=20))
        except GradcliError as error:
            told = error.diagnostic
        found.append(("".join(printed), told))
    return found


@pytest.mark.parametrize("source", [*PROGRAMS, *fused_programs.PROGRAMS.values()])
def test_it_is_the_same(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output, messages and what they point at do not tell how often something has run."""
    at_once, never = both(source, monkeypatch)
    assert at_once == never


@pytest.mark.parametrize("name", fused_programs.PROGRAMS)
def test_steps_are_counted_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program ends at the same of its steps, and has printed the same, however it has run."""
    for most in (20, 75, 200):
        limits = Limits(max_steps=most)
        at_once, never = both(fused_programs.PROGRAMS[name], monkeypatch, limits)
        assert at_once == never


def test_names_may_be_changed_by_a_later_program() -> None:
    """What a function has found to be the same as long as it runs is looked up anew after that."""
    printed: list[str] = []
    session = Session(write=printed.append)
    with session:
        session.evaluate(
            "n = 1\ndef f(each, k):\n    t = 0\n    for i in range(k):\n        t += n\n"
            "        each()\n    return t\nprint(f(lambda: 0, 1000))"
        )
        session.evaluate("def each():\n    global n\n    n += 1\nprint(f(each, 4))")
        session.evaluate("n = 3\nprint(f(lambda: globals().update(n=10), 2))")
    assert "".join(printed) == "1000\n10\n13\n"


HOSTILE = '''
def __import__(STATE, enter="""\n import os\n"""):
    g0 = u1 = t0 = f = now = "now['source'] = 1; import os"
    return STATE + enter + g0 + {"a'": 1, 'b"': f"{f!r:>9}"}['b"'] + str(10**80) + str(-0.0)
class ENTER:
    éè = 1
    def __add__(self, x): return self.éè * x ** 2
exec = compile = eval = ENTER()
for QUICK in range(3):
    __import__("'" * QUICK), exec + 2.5, 3 * (eval + 7)
    print(*[a for a in (1, 2) if a], sep="'")
'''

_NAME = re.compile(r"[bfmnos]|now|error|[gstu]\d+|vg\d+|[A-Z]+")
_LOWER = {
    "host_callable",
    "isinstance",
    "iter",
    "slice",
    "unpack",
}
_ATTRIBUTES = {
    *("__class__", "__dict__", "add", "append", "arity", "attributes", "block", "caller", "cls"),
    *("code", "contexts", "depth", "direct", "extend", "found", "function", "get", "look"),
    *("machine", "mro", "outer", "pause", "plain", "pop", "site", "source", "steps", "target"),
}


def test_nothing_of_a_program_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled is made of words and numbers of ours, whatever a program calls its names."""
    texts: list[str] = []

    def compiled(text: str, *args: str) -> CodeType:
        texts.append(text)
        return compile(text, *args)  # type: ignore[return-value]

    monkeypatch.setattr(writing, "compile", compiled, raising=False)
    for source in (HOSTILE, *PROGRAMS, *fused_programs.PROGRAMS.values()):
        both(source, monkeypatch)
    assert len(texts) > 30
    for node in (node for text in texts for node in ast.walk(ast.parse(text))):
        if isinstance(node, ast.Name):
            assert _NAME.fullmatch(node.id) or node.id in _LOWER
        if isinstance(node, ast.Attribute):
            assert node.attr in _ATTRIBUTES
        if isinstance(node, ast.Constant):
            assert node.value in (None, "source") or abs(node.value) < 1000
        assert not isinstance(node, (ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Lambda))


def test_long_blocks_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program cannot make the machine write more than it would run."""
    lines: list[int] = []

    def compiled(text: str, *args: str) -> CodeType:
        lines.append(text.count("\n"))
        return compile(text, *args)  # type: ignore[return-value]

    monkeypatch.setattr(writing, "compile", compiled, raising=False)
    body = "\n".join(["    x = x + i * 2"] * 3000)
    source = f"x = 0\nfor i in range(3):\n{body}\nprint(x)\n"
    at_once, never = both(source, monkeypatch)
    assert at_once == never
    assert max(lines, default=0) < 3000
