"""Hostile programs: every one ends in a value or a diagnostic, and none gets out."""

from __future__ import annotations

import pytest

from gradcli.errors import GradcliError
from gradcli.language.run import run

ESCAPES = [
    "().__class__.__base__",
    "(lambda: 0).__globals__",
    "(lambda: 0).__code__",
    "(i for i in []).gi_frame",
    "print.__self__",
    "[].append.__self__",
    "getattr(1, '__class__').__base__",
    "getattr(torch, '__dict__')",
    "torch.__loader__",
    "torch.filled",
    "math.__spec__",
    "int.__subclasses__()",
    "int.mro()",
    "type(lambda: 0)(1, 2, 3)",
    "type(print)('x', len)",
    "type([].append)(1, 'x', len)",
    "type(torch)('x', lambda: {})",
    "import sys\nsys.modules = {}",
    "import sys\nsys.excepthook = print",
    "F.relu = print",
    "nn.init.ones_ = print",
    "torch.__name__ = 'x'",
    "setattr(torch, '__loader__', 1)",
    "torch.__dict__ = {}",
    "ones(1).array",
    "ones(1).__array__",
    "ones(1).node",
    "(ones(1, requires_grad=True) * 2).grad_fn.saved",
    "torch.exp.function",
    "'{0.__class__}'.format(1)",
    "'{0[0]}'.format([1])",
    "'{a.b}'.format_map({'a': 1})",
    "eval('1')",
    "exec('1')",
    "open('/etc/passwd')",
    "__import__('os')",
    "globals()['__builtins__']",
    "vars()['__builtins__']",
    "import os\nos.system",
    "from os import getlogin\ngetlogin()",
    "import sys\nsys._getframe",
    "import builtins",
    "from torch import os",
    "import gradcli.language",
    "from gradcli import run",
    "from gradcli import core",
    "import numpy as np\nnp.memmap",
    "import numpy as np\nnp.array([lambda: 0])",
    "import numpy as np\nnp.zeros(1, dtype='O')",
    "no_grad().mode",
    "no_grad.__init__",
]


@pytest.mark.parametrize("source", ESCAPES)
def test_no_way_out(source: str) -> None:
    """What is not in the tables does not exist for a program."""
    with pytest.raises(GradcliError) as caught:
        run(source)
    assert caught.value.diagnostic.code not in ("syntax", "not-callable")


def test_names_of_modules_are_the_programs_alone() -> None:
    """What a program writes into a module, and in the place of a stream, ends with it."""
    run("import sys, math\ntorch.ones = math.pi = 3\nsys.stdout = None\nsys.argv = [1]")
    again = run("import sys, math\nprint(torch.ones(1), round(math.pi, 2), sys.argv)")
    assert again.stdout == "tensor([1.]) 3.14 ['<program>']\n"


TOO_MUCH = [
    "10 ** 10 ** 10",
    "x = 10\nx **= 10 ** 10",
    "1 << 10 ** 10",
    "x = 1\nx <<= 10 ** 10",
    "x = 10 ** 300000\nwhile True: x = x * x",
    "x = 10 ** 300000\nwhile True: x *= x",
    "math.factorial(10 ** 8)",
    "math.comb(10 ** 9, 10 ** 8)",
    "math.perm(10 ** 9, 10 ** 8)",
    "pow(10, 10 ** 10)",
    "round(5, -10 ** 9)",
    "'a' * 10 ** 12",
    "10 ** 12 * 'a'",
    "'a' * tensor(10 ** 12)",
    "[0] * 10 ** 10",
    "x = [0]\nx *= 10 ** 10",
    "list(range(10 ** 12))",
    "tuple(range(10 ** 12))",
    "set(range(10 ** 12))",
    "sorted(range(10 ** 12))",
    "print(*range(10 ** 12))",
    "[*range(10 ** 12)]",
    "a, *b = range(10 ** 12)",
    "x = []\nx.extend(range(10 ** 12))",
    "dict.fromkeys(range(10 ** 12))",
    "'a'.ljust(10 ** 12)",
    "'a'.zfill(10 ** 12)",
    "'\\t'.expandtabs(10 ** 12)",
    "('a' * 10 ** 6).replace('a', 'b' * 10 ** 6)",
    "f'{1:1000000000000}'",
    "f'{1:{10 ** 12}}'",
    "'%1000000000000d' % 1",
    "'%*d' % (10 ** 12, 1)",
    "a = [1]\nfor i in range(60): a = [a, a]\n'%s' % (a,)",
    "'{:>{}}'.format(1, 10 ** 12)",
    "format(1, '>99999999999')",
]


@pytest.mark.parametrize("source", TOO_MUCH)
def test_one_operation_cannot_take_everything(source: str) -> None:
    """An operation that would fill the memory is refused before it begins."""
    with pytest.raises(GradcliError) as caught:
        run(source)
    assert caught.value.diagnostic.code == "limit"
    assert caught.value.kind in ("MemoryError", "OverflowError", "ValueError")


TOO_DEEP = [
    "f = lambda: f()\nf()",
    "def f(x): return sorted([1], key=f)\nf(1)",
    "def f(x): return list(map(f, [1]))\nf(1)",
    "x = ()\nfor i in range(10 ** 5): x = (x,)\nhash(x)",
    "x = ()\nfor i in range(10 ** 5): x = tuple([x])\nhash(x)",
    "m = [1]\nfor i in range(10 ** 5): m = map(abs, m)\nnext(m)",
    "m = [1]\nfor i in range(10 ** 5): m = zip(m)\nnext(m)",
    "m = [1]\nfor i in range(10 ** 4): m = (y for y in m)\nnext(m)",
    "x = []\nfor i in range(10 ** 5): x = [x]\nprint(x)",
    "x = []; y = []\nfor i in range(10 ** 5): x = [x]; y = [y]\nx == y",
]


@pytest.mark.parametrize("source", TOO_DEEP)
def test_recursion_ends_in_a_message(source: str) -> None:
    """What nests too deep for the host is the program's RecursionError."""
    with pytest.raises(GradcliError) as caught:
        run(source)
    assert caught.value.kind == "RecursionError"
    assert caught.value.message == "maximum recursion depth exceeded"


LARGE = {
    "a sum": ("+".join(["1"] * 10_000), 10_000),
    "a sum of names": ("x = 1\n" + "+".join(["x"] * 10_000), 10_000),
    "brackets": ("x = 1\n" + "x + (" * 1000 + "1" + ")" * 1000, 1001),
    "calls": ("def f(a): return a\nx = 1\n" + "x + f(" * 1000 + "1" + ")" * 1000, 1001),
    "conditions": ("1 if 0 else " * 2000 + "2", 2),
    "conjunctions": (" and ".join(["1"] * 2000), 1),
    "comparisons": (" < ".join(map(str, range(2000))), True),
    "attributes": ("x = []\nx" + ".copy()" * 1000, []),
    "negations": ("not " * 1001 + "1", False),
    "lambdas": ("(" + "lambda: " * 500 + "1" + ")" + "()" * 500, 1),
    "statements": ("x = 0\n" + "x += 1\n" * 5000 + "x", 5000),
    "blocks": ("".join(" " * i + "if 1:\n" for i in range(50)) + " " * 50 + "x = 7\nx", 7),
    "recursion": ("def f(n): return 0 if n == 0 else 1 + f(n - 1)\nf(950)", 950),
    "a chain of closures": (
        "f = lambda: 0\nfor i in range(50000): f = (lambda g: lambda: g)(f)\nf = 1\nf",
        1,
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_programs(name: str) -> None:
    """The size of a program is no matter of the host's recursion limit."""
    source, value = LARGE[name]
    assert run(source).value == value


def test_nothing_prints_an_address() -> None:
    """What has no text of its own prints without an address."""
    source = """
def f(): pass
print(f, print, len, [].append, lambda: 0, torch, math, F, map(abs, []), zip(), iter([]))
print((i for i in []), torch.exp, ones(1).exp, reversed([]), enumerate([]), filter(None, []))
print(int, type(f), type(print), type(torch), type(map(abs, [])), torch.Tensor, [f], {"k": f})
"""
    printed = run(source).stdout
    assert " at 0x" not in printed
    assert "gradcli" not in printed
