"""Limits: each has an option, a field of ``Limits`` and a diagnostic that names both."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.errors import ExitCode, GradcliError
from gradcli.language.limited import limited
from gradcli.language.limits import MAX_TURNS, UNTRUSTED, Limits, check_turns
from gradcli.language.run import run
from gradcli.symbolic.expr import symbol

if sys.platform != "linux":
    pytest.skip("processes are limited and split as on Linux", allow_module_level=True)

from tests.hostile.forked import command, forked

ENDLESS = "import itertools\n5 in itertools.repeat(1)"
LONG = "F.conv1d(ones(1, 1, 10**6), ones(1, 1, 10**5))"
BEYOND: list[tuple[str, Any, str]] = [
    ("max_steps", 100, "while True: pass"),
    ("max_output", 3, "print(12345)"),
    ("max_int_bits", 10, "2 ** 11"),
    ("max_int_bits", 10, "1 << 11"),
    ("max_int_bits", 10, "math.factorial(20)"),
    ("max_items", 10, "list(range(11))"),
    ("max_items", 10, "'a' * 11"),
    ("max_items", 10, "[0] * 11"),
    ("max_items", 10, "f'{1:11}'"),
    ("max_items", 10, "'a'.center(11)"),
    ("max_elements", 10, "ones(11)"),
    ("max_elements", 10, "ones(1).expand(11)"),
    ("max_elements", 10, "ones(4) * ones(4, 1)"),
    ("max_elements", 10, "cat([ones(6), ones(6)])"),
    ("max_depth", 10, "f = lambda: f()\nf()"),
    ("max_source", 10, "1 + 1 + 1 + 1"),
    ("max_line", 10, "1\n1 + 1 + 1 + 1"),
    ("max_memory", 64 * 1024**2, "x = [1]\nwhile True: x += x"),
    ("timeout", 0.3, "while True: pass"),
]


@pytest.mark.parametrize(("limit", "value", "source"), BEYOND)
def test_a_limit_says_how_it_is_set(limit: str, value: Any, source: str) -> None:
    """A program beyond a limit ends with a diagnostic that names the option and the field."""
    option = f"--{limit.replace('_', '-')}"
    ended = command(["eval", source, option, str(value)])
    assert ended.status == ExitCode.PROGRAM
    assert f"{option} sets the limit, in Python limits=Limits({limit}=...)" in ended.stderr

    def in_python() -> int:
        try:
            run(source, limits=Limits()._replace(**{limit: value}))
        except GradcliError as error:
            print(error.diagnostic.help)
        return 0

    assert option in forked(in_python).stdout


EDGES: list[tuple[str, int, str, str]] = [
    ("max_output", 4, "print(123)", "print(1234)"),
    ("max_int_bits", 10, "31 * 33", "32 * 32"),
    ("max_int_bits", 10, "n = 31\nn *= 33", "n = 32\nn *= 32"),
    ("max_int_bits", 10, "2 ** 5", "2 ** 10"),
    ("max_int_bits", 40, "(-1) ** 10**6", "(-2) ** 10**6"),
    ("max_int_bits", 10, "1 << 9", "1 << 10"),
    ("max_int_bits", 40, "0 << 10**6", "1 << 10**6"),
    ("max_int_bits", 10, "math.comb(50, 49)", "math.comb(50, 25)"),
    ("max_int_bits", 10, "math.perm(30, 2)", "math.perm(30, 3)"),
    ("max_int_bits", 10, "round(5, -10)", "round(5, -11)"),
    ("max_int_bits", 40, "round(5, 10**6)", "round(5, -(10**6))"),
    ("max_items", 10, "list(range(10))", "list(range(11))"),
    ("max_items", 10, "'a' * 10", "'a' * 11"),
    ("max_items", 10, "[0, 0] * 5", "[0, 0] * 6"),
    ("max_items", 10, "f'{1:10}'", "f'{1:11}'"),
    ("max_items", 10, "'%*d' % (-10, 1)", "'%*d' % (-11, 1)"),
    ("max_items", 10, "'a'.center(10)", "'a'.center(11)"),
    ("max_elements", 10, "ones(10)", "ones(11)"),
    ("max_elements", 10, "ones(1).expand(10)", "ones(1).expand(11)"),
    ("max_source", 10, "123 + 4567", "123 + 45678"),
    ("max_line", 10, "1\n123 + 4567", "1\n123 + 45678"),
]


@pytest.mark.parametrize(("limit", "value", "within", "beyond"), EDGES)
def test_a_limit_allows_as_much_as_it_says(
    limit: str, value: int, within: str, beyond: str
) -> None:
    """What takes all of a limit runs; what takes one more is refused."""
    limits = Limits()._replace(**{limit: value})
    run(within, limits=limits)
    with pytest.raises(GradcliError) as caught:
        run(beyond, limits=limits)
    assert caught.value.diagnostic.code == "limit"


OF_BATCHES = """
lambda a: a.new_zeros(4); ones(3)
lambda a: torch.vmap(lambda b: b.new_zeros(3))(a); ones(2, 2)
lambda a: torch.vmap(lambda b: a.new_full((3,), 1.0))(a); ones(2, 2)
lambda a: torch.randperm(4); ones(3)
lambda a: torch.vmap(lambda b: b + torch.randperm(3), randomness="different")(a); ones(2, 2)
lambda a: torch.multinomial(ones(2, 1), 2, True); ones(3)
lambda a: torch.randn(4); ones(3)
lambda a: ones(4); ones(3)
lambda a: torch.outer(a, a); ones(3, 2)
lambda a: F.one_hot(a, 4); torch.arange(3)
lambda a: ones(4)[a]; torch.zeros(3, 4, dtype=torch.long)
lambda a: torch.block_diag(a, ones(2, 2)); ones(2, 1)
torch.func.jacrev(lambda x: x * 2); ones(2, 3)
"""


def test_a_batch_is_counted_with_all_its_samples() -> None:
    """What is small for each sample is refused where all of them together are too large."""
    for line in OF_BATCHES.strip().splitlines():
        function, whole = line.split("; ")
        source = f"torch.vmap({function}, randomness='different')({whole})"
        run(source.replace("ones(3", "ones(2").replace("ones(2, 2)", "ones(1, 2)"))
        with pytest.raises(GradcliError, match="elements") as caught:
            run(source, limits=Limits(max_elements=10))
        assert caught.value.diagnostic.code == "limit", line


def test_a_long_range_is_gone_over_only_within_the_limit() -> None:
    """As many turns as the host could be stopped at in time, and no more."""
    check_turns(range(0, 2 * MAX_TURNS, 2))
    for beyond in (range(MAX_TURNS + 1), range(2 * MAX_TURNS + 1, -1, -2), range(10**30)):
        with pytest.raises(RuntimeError, match="items to go over are beyond the limit"):
            check_turns(beyond)


_LYING = """
class I(int):
    __lt__ = __le__ = lambda self, other: True
    __gt__ = __ge__ = lambda self, other: False
    __mul__ = __rmul__ = __add__ = __sub__ = __neg__ = __abs__ = lambda self, *other: 0
class S(str):
    __len__ = lambda self: 0
    __iter__ = lambda self: iter([])
class T(tuple):
    __len__ = lambda self: 0
    __iter__ = lambda self: iter([])
"""
"""Numbers and texts that say of themselves what they are not."""

HOWEVER_WRITTEN = [
    _LYING + "2 ** I(10**10)",
    _LYING + "pow(2, I(10**10))",
    _LYING + "1 << I(10**11)",
    _LYING + "round(5, I(-(10**9)))",
    _LYING + "math.factorial(I(10**8))",
    _LYING + "S('x' * 10**5) + 'y' * 10**6",
    _LYING + "'x' * 10**6 + S('y')",
    _LYING + "S('x' * 10**5) * 100",
    _LYING + "T((0,) * 10**5) * 100",
    _LYING + "S('a' * 10**5).replace('a', S('b' * 10**5))",
    _LYING + "S('x' * 10**5).join(['a'] * 10**5)",
    _LYING + "'a'.join([S('x' * 10**6)] * 10**4)",
    _LYING + "'%*d' % T((I(10**9), 5))",
    _LYING + "'a'.center(I(10**9))",
    "'a'.join(['x' * 10**6] * 10**4)",
    "x = 'x' * 10**6\nf'{x}{x}'",
    "x = 'x' * 10**6\n'{0}{0}'.format(x)",
    "print(*['x'] * 10**5, sep='y' * 10**5)",
    "import json\njson.dumps([1] * 10**4, separators=(',' * 10**5, ':'))",
    "import json\njson.dumps(dict.fromkeys(range(10**4)), separators=(',', ':' * 10**5))",
    "import unicodedata\nunicodedata.normalize('NFKD', '\ufdfa' * 10**5)",
    "import unicodedata\nunicodedata.normalize('NFC', 'a' + '\u0300\u0316' * 10**5)",
    "class I:\n    def __index__(self): return 10**8\nmath.factorial(I())",
    "math.factorial(tensor(10**8))",
    "math.comb(tensor(10**8), 10**7)",
    "math.comb(10**8, tensor(10**7))",
    "math.perm(tensor(10**8))",
    "class I:\n    def __index__(self): return -10**9\nround(5, I())",
    "class N(int): pass\nround(N(5), -10**9)",
    "n = 10**20000\npow(3, n, n + 1)",
    "'a'.ljust(tensor(10**9))",
    "'a'.zfill(tensor(10**9))",
    "'a'.encode().rjust(tensor(10**9))",
    "'\\t'.expandtabs(tensor(10**9))",
    "import numpy as np\n'a'.center(np.int64(10**9))",
    "n = 1\nn.to_bytes(tensor(10**9), 'big')",
    "import itertools\nitertools.tee([1], tensor(10**9))",
    "import itertools\nitertools.product([1], repeat=tensor(10**9))",
    "import random\nrandom.choices([1], k=tensor(10**9))",
    "import random\nrandom.sample(range(10**10), tensor(10**9))",
    "import json\njson.dumps([1], indent=tensor(10**9))",
    "import argparse\nargparse.ArgumentParser().add_argument('--x', choices=range(10**10))",
    "'%((a)b)1000000000d' % {'(a)b': 1}",
    "'%(a(b)c).1000000000f' % {'a(b)c': 1}",
    "'%%%d%%%1000000000d' % (1, 1)",
    "import logging\nlogging.warning('%((a)b)1000000000d', {'(a)b': 1})",
    "f'{1:\uff11\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10}'",
    "format(1, '9' * 5000)",  # more digits than the host reads
    "format('a', '\u0661\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660')",
    "class S(str): pass\nS('a' * 10**4).replace('a', 'b' * 10**4)",
    "d = 1\nfor i in range(60): d = [d, d]\nx = '%s'\nx %= (d,)",
    "d = 1\nfor i in range(60): d = [d, d]\nclass S(str): pass\nS('%s') % (d,)",
    "d = 1\nfor i in range(60): d = [d, d]\nprint([ValueError(d)])",
    "d = 1\nfor i in range(60): d = {'a': d, 'b': ValueError(d)}\nstr(d)",
    "import collections\nd = 1\nfor i in range(60): d = collections.deque([d, d])\nstr(d)",
    "d = int\nfor i in range(60): d = tuple[d, d]\nstr(d)",
    "class L(list): pass\nd = 1\nfor i in range(60): d = L([d, d])\nrepr(d)",
]


@pytest.mark.parametrize("source", HOWEVER_WRITTEN)
def test_a_limit_holds_however_an_amount_is_written(source: str) -> None:
    """What stands for an integer, a text or a list, or is one of another kind, is looked at too."""
    with pytest.raises(GradcliError) as caught:
        run(source, limits=Limits(max_items=10**6, max_int_bits=10**5))
    assert caught.value.diagnostic.code == "limit"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("'100%% %5d%%1234567890' % 7", "100%     7%1234567890"),
        ("'%(a)s %(b)4.1f' % {'a': '%9999999999d', 'b': 1}", "%9999999999d  1.0"),
        ("'%((a))s%%%s' % {'(a)': 1}", None),
    ],
)
def test_texts_beside_a_format_are_no_widths(source: str, text: str | None) -> None:
    """Digits that a format only passes on bound nothing."""
    limits = Limits(max_items=10**6)
    if text is None:
        with pytest.raises(GradcliError, match="enough"):
            run(source, limits=limits)
    else:
        assert run(source, limits=limits).value == text


def test_a_formula_has_a_limit() -> None:
    """So has the size of a derivative that is written down."""
    words = ["diff", "sum(tanh(sin(x) * cos(x)))", "--order", "4", "--shape", "x="]
    ended = command([*words, "--max-formula", "50"])
    assert ended.status == ExitCode.PROGRAM
    assert "--max-formula sets the limit" in ended.stderr


def test_formulas_of_before_count_for_nothing() -> None:
    """Neither does what is held nor what waits to be freed, of which ten parts are allowed here."""
    kept = [symbol(f"kept{place}", ()) for place in range(11)]
    gc.collect()
    with limited(Limits(max_formula=10)):
        for turn in range(5):
            held: list[object] = [symbol(f"v{turn}{place}", ()) for place in range(5)]
            held.append(held)  # so that only the collector frees them
            del held
        with pytest.raises(RuntimeError, match="more than 10 parts"):
            kept.extend([symbol(f"more{place}", ()) for place in range(11)])


EACH: list[tuple[str, str, str]] = [
    ("--max-steps", "1000", "for i in range(int(n)): pass\nx * n"),
    ("--max-output", "50", "for i in range(int(n)): print(i)\nx * n"),
    ("--max-elements", "100", "x.detach().expand(int(n)).sum() * x * n"),
    ("--max-memory", "64MiB", "len([0.5] * int(n)) * 0 + x * n"),
    ("--timeout", "0.5", "while n > 10: pass\nx * n"),
]


@pytest.mark.parametrize(("option", "amount", "source"), EACH)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_record_has_all_of_a_limit(option: str, amount: str, source: str, jobs: str) -> None:
    """A record beyond a limit is refused, and the next has the whole of it again."""
    sizes = [2, 10, 9_000_000, 3, *[2] * 9]
    records = "".join(f'{{"x": 1, "n": {n}}}\n' for n in sizes).encode()
    words = [source, "-", "--wrt", "x", "--keep-going", "-j", jobs, option, amount]
    ran = subprocess.run(
        [sys.executable, "-m", "gradcli", "each", *words],
        input=records,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == ExitCode.PROGRAM, ran.stderr
    assert ran.stdout.count(b"result") == len(sizes) - 1, ran.stderr
    assert ran.stderr.count(b"standard input:3: error[") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_time_is_over_for_a_record_inside_one_long_call(jobs: str) -> None:
    """A record whose time nothing of Python's would hear of ends the run, and says so."""
    ran = subprocess.run(
        [sys.executable, "-m", "gradcli", "each", ENDLESS, "-", "--timeout", "0.3", "-j", jobs],
        input=b'{"x": 1}\n' * 3,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == ExitCode.PROGRAM
    assert b"limit" in ran.stderr or b"-j 1 says how" in ran.stderr


def test_a_graph_has_limits() -> None:
    """So has a program whose graph is drawn."""
    ended = command(["graph", "while True: pass", "--timeout", "0.5"])
    assert ended.status == ExitCode.PROGRAM
    assert "--timeout sets the limit" in ended.stderr
    assert command(["graph", "[0] * 2000000", "--untrusted"]).status == ExitCode.PROGRAM


@pytest.mark.parametrize("source", [ENDLESS, LONG, "while True: pass"])
def test_time_is_over_inside_one_long_call(source: str) -> None:
    """A program ends in time, also where nothing of Python's would run for hours."""
    start = time.monotonic()
    ended = command(["eval", source, "--timeout", "0.4", "--format", "json"])
    assert ended.status == ExitCode.PROGRAM
    assert time.monotonic() - start < 0.4 + 2  # of a machine that others use as well
    assert '"kind": "TimeoutError"' in ended.stdout


SHARED = """
import argparse, bisect, collections, heapq, itertools, operator, types, unittest
N, case = collections.namedtuple("N", "x"), unittest.TestCase()
deque, Namespace, Ordered = collections.deque, argparse.Namespace, collections.OrderedDict
Chain, Proxy, t, u = collections.ChainMap, types.MappingProxyType, int, int
class L(list): pass
a, b, both = 1, 1, [1, 2]
for i in range(30): a, b, t, u = [a, a], [b, b], tuple[t, t], tuple[u, u]
key = lambda i: (a, b)[i - 1]
"""
HASHED = "frozen = int\nfor i in range(30): frozen = (frozen, frozen)\n"
"""Two values of a thousand million parts, which the host compares for ten seconds."""

COMPARING = """a == b; a < b; a != b; a in (b,); b in iter([a]); a.__eq__(b); list.__le__(a, b)
sorted([a, b]); sorted(both, key=key); [a, b].sort(); max(a, b); min(both, key=key); [a].index(b)
[a].count(b); (a,).count(b); [a].remove(b); deque([a]).index(b); deque([a]) == deque([b])
Ordered(x=a) == Ordered(x=b); {1: a} == {1: b}; N(a) == N(b); {1: a}.items() == {1: b}.items()
Chain({1: a}) == Chain({1: b}); Proxy({1: a}) == Proxy({1: b}); t == u; hash(t); [t].index(u)
b in {1: a}.values(); slice(a) == slice(b); L([a]) == L([b]); Namespace(x=a) == Namespace(x=b)
case.assertEqual(a, b); types.SimpleNamespace(x=a) == types.SimpleNamespace(x=b)
operator.eq(a, b); operator.contains([a], b); operator.countOf([a], b)
list(itertools.groupby([a, b])); heapq.heapify([a, b]); heapq.heappush([a], b)
heapq.nsmallest(1, [a, b]); list(heapq.merge([a], [b])); bisect.bisect([a], b)
bisect.insort([a], b); {frozen}; isinstance(1, frozen)""".replace("\n", "; ").split("; ")


def test_what_shares_its_parts_is_not_compared_beyond_a_limit() -> None:
    """By whatever the host compares, and would hear of no limit while it does."""
    for source in COMPARING:
        before = HASHED if "frozen" in source else SHARED
        with pytest.raises(GradcliError, match=r"comparing \d+ parts is beyond the limit"):
            run(before + source, limits=Limits(timeout=60))
        fewer = f"{before.replace('(30)', '(9)')}try: {source}\n"
        run(f"{fewer}except (ValueError, AssertionError): 0", limits=Limits(timeout=60))


def test_a_sum_of_long_integers_hears_of_its_time() -> None:
    """Each takes a moment to add, and a list of them minutes."""
    start = time.monotonic()
    with pytest.raises(GradcliError, match="ran for more than"):
        run("sum([10**300000] * 10**7)", limits=Limits(timeout=0.3))
    assert time.monotonic() - start < 20  # of a machine that others use as well


def test_a_process_that_crashes_is_reported() -> None:
    """What ends the process of a program under limits is said in a line."""
    deep = "t = ()\nfor i in range(3 * 10**5):\n    for t in {1: t}.items(): pass\nt"
    ended = command(["eval", deep, "{t}", "--timeout", "60"], 60)
    assert ended.status in (ExitCode.OK, ExitCode.PROGRAM)
    assert "Traceback" not in ended.stderr


def peak(*words: str) -> tuple[int, int]:
    """Run a command in a new process; return its status and the memory that it took."""
    running = subprocess.Popen(
        [sys.executable, "-m", "gradcli", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    return running.returncode, usage.ru_maxrss * 1024


def test_memory_stays_below_its_limit() -> None:
    """Programs that take what they get stay within what was given, beside the start."""
    _, start = peak("eval", "ones(2).sum()")
    for source in (
        "x = [1]\nwhile True: x += x",
        "x = ones(10)\nwhile True: x = cat([x, x])",
        "x = {}\nwhile True: x[len(x)] = ones(1000)",
        "ones(2**13, 2**13) @ ones(2**13, 2**13)",
    ):
        status, most = peak("eval", source, "--max-memory", "256MiB")
        assert status == ExitCode.PROGRAM, source
        assert most < start + 256 * 1024**2


def test_untrusted_sets_all_of_them() -> None:
    """One word sets every limit, and an option beside it one of them."""
    assert all(value is not None for value in UNTRUSTED)
    assert all(
        strict <= (usual or strict) for strict, usual in zip(UNTRUSTED, Limits(), strict=True)
    )
    assert command(["eval", "--untrusted", "ones(2).sum()"]).status == ExitCode.OK
    assert command(["eval", "--untrusted", "[0] * 2000000"]).status == ExitCode.PROGRAM
    assert (
        command(["eval", "--untrusted", "--max-items", "3000000", "len([0] * 2000000)"]).status == 0
    )


@pytest.mark.parametrize("text", ["0", "-1", "x", "1e99", "1kb", "nan", "", "1 2"])
def test_what_is_no_amount(text: str) -> None:
    """An amount is a number above 0."""
    ended = command(["eval", "1", "--max-steps", text])
    assert ended.status == ExitCode.USAGE


def test_limits_end_with_the_run() -> None:
    """What a run may use is no matter of the next."""

    def twice() -> int:
        for limits in (Limits(timeout=0.5, max_elements=10, max_items=10), None):
            print(run("len([0] * 10)", limits=limits).value)
        print(run("len([0] * 100)").value, run("ones(100).sum()").value)
        time.sleep(0.6)
        return 0

    assert forked(twice).stdout == "10\n10\n100 tensor(100.)\n"


HANDLING = [
    "try:\n    {0}\nexcept BaseException:\n    print('seen')\nfinally:\n    print('seen')",
    "with A():\n    {0}",
    "with suppress(BaseException):\n    {0}\nprint('seen')",
    "with managed():\n    {0}\nprint('seen')",
    "try:\n    for x in steps(lambda: {0}): pass\nexcept BaseException:\n    print('seen')",
    "try:\n    sorted([1, 2], key=lambda x: {0})\nexcept Exception:\n    print('seen')",
    "held = steps(lambda: {0}); next(held); held = None\nprint('seen')",
    "try:\n    y.register_hook(lambda g: {0}); y.backward()\nexcept Exception:\n    print('seen')",
    "layer.register_forward_hook(lambda *given: print('seen'), always_call=True)\n"
    "layer.register_forward_pre_hook(lambda *given: {0})\nlayer(ones(1))",
]
BEFORE = """
from contextlib import contextmanager, suppress
class A:
    def __enter__(self): return self
    def __exit__(self, *given): print("seen"); return True
@contextmanager
def managed():
    try: yield
    except BaseException: print("seen")
    finally: print("seen")
def steps(do):
    try:
        yield 1
        do()
    except BaseException: print("seen")
    finally: do()
def for_ever():
    while True: pass
x = ones(1, requires_grad=True); y = x * 2
layer = torch.nn.Linear(1, 1)
"""
ENDING = {
    "[0] * 10**4": Limits(max_items=1000),
    "for_ever()": Limits(max_steps=5000),
    "9**9**9": Limits(),
    "print('x' * 900)": Limits(max_output=500),
    "ones(100, 100)": Limits(max_elements=1000),
    "[for_ever() for i in range(9)]": Limits(timeout=0.1),
}


@pytest.mark.parametrize("way", HANDLING)
@pytest.mark.parametrize("beyond", ENDING)
def test_no_program_handles_a_limit(way: str, beyond: str) -> None:
    """What goes beyond a limit ends the program, whatever stands around it."""
    printed: list[str] = []
    with pytest.raises(GradcliError) as caught:
        run(BEFORE + way.format(beyond), limits=ENDING[beyond], write=printed.append)
    assert caught.value.code == "limit"
    assert not any("seen" in text for text in printed) or "held" in way


@pytest.mark.parametrize("call", ["sum({})", "next(filter(None, {}))", "max({})", "'a' in {}"])
def test_iterators_without_an_end_hear_of_the_time(call: str) -> None:
    """Also where one of the host's functions asks for one item after the other."""
    source = "import itertools\n" + call.format("itertools.repeat(0)")
    with pytest.raises(GradcliError, match="more than"):
        run(source, limits=Limits(timeout=0.3))


def test_a_list_within_itself_is_told_by_its_number() -> None:
    """As ``id`` tells it."""
    source = "import pprint; a = []; a.append(a); (pprint.pformat(a), id(a))"
    text, number = run(source).value
    assert text == f"[<Recursion on list with id={number}>]"


def test_a_suite_of_tests_is_bounded() -> None:
    """However often it is added to itself."""
    source = """
import unittest
class T(unittest.TestCase):
    def test_a(self): pass
s = unittest.TestSuite([T("test_a")])
for _ in range(40): s.addTest(s)
"""
    with pytest.raises(GradcliError, match="items is beyond the limit"):
        run(source, limits=UNTRUSTED._replace(timeout=None, max_memory=None))


@pytest.mark.parametrize("engine", ["numpy", "dask"])
def test_arrays_of_files_are_bounded_as_others_are(engine: str, tmp_path: Path) -> None:
    """On every engine, also where it reads a file in parts."""
    pytest.importorskip("numpy" if engine == "numpy" else "dask.array")
    np.save(tmp_path / "x.npy", np.zeros(11))
    words = ["eval", "x.shape", "-D", f"x=@{tmp_path}/x.npy", "--engine", engine]
    assert command(words).status == 0
    ended = command([*words, "--max-elements", "10"])
    assert ended.status == ExitCode.USAGE
    assert "a tensor of 11 elements is beyond the limit" in ended.stderr


LARGE = [
    "torch.arange(10**9)",
    "torch.eye(10**5)",
    "torch.tril_indices(10**5, 10**5)",
    "torch.fft.fftfreq(10**9)",
    "torch.signal.windows.kaiser(10**9)",
    "torch.randperm(10**9)",
    "ones(10**4).repeat(10**5)",
    "ones(3).diag(-(10**5))",
    "F.pad(ones(3, 3), (30000,) * 4)",
    "F.conv2d(ones(1, 1, 3, 3), ones(1, 1, 3, 3), padding=30000)",
    "F.one_hot(tensor([0]), 10**9)",
    "torch.fft.fft(ones(3), n=10**9)",
    "torch.cdist(ones(10**5, 1), ones(10**5, 1))",
    "torch.diag(ones(20000))",
    "torch.pdist(ones(20000, 1))",
    "torch.bincount(tensor([10**9]))",
    "torch.repeat_interleave(tensor([10**9]))",
    "torch.arange(0, 1, 1e-9)",
    "torch.combinations(ones(100), 5)",
    "F.interpolate(ones(1, 1, 3), size=10**8)",
    "F.pad(ones(3, 3), (30000,) * 4, value=nan)",
    "torch.nn.AdaptiveMaxPool1d(10**8)(ones(1, 1, 1))",
    "ones(2).repeat_interleave(tensor([10**9, 3]))",
    "import numpy as np\ntorch.from_numpy(np.ones(1010) * np.ones((1010, 1)))",
    "import numpy as np\nnp.broadcast_to(1.0, 10**9)",
    "import numpy as np\nnp.stack([np.ones(10**6)] * 100)",
    "import numpy as np\nnp.bincount(np.array([10**9]))",
    "import numpy as np\nnp.zeros(10**6).astype('S1000')",
]


@pytest.mark.parametrize("source", LARGE)
def test_no_operator_takes_the_memory_of_more_elements(source: str) -> None:
    """Where the size of a result is no matter of its operands' alone it is refused as early."""

    def work() -> int:
        try:
            run(source, limits=Limits(max_elements=10**6))
        except GradcliError as error:
            print(error.code, error.message)
        return 0

    ended = forked(work)
    assert ended.stdout.startswith("limit ")
    assert ended.peak < peak_of_nothing() + 600 * 1024**2


def peak_of_nothing() -> int:
    """Return what a process takes that does no work."""
    return forked(lambda: 0).peak


@pytest.mark.parametrize(
    "written",
    [
        "sys.stdout.write({})",
        "sys.stdout.writelines([{}])",
        "print({})",
        "sys.stderr.write({})",
        "import warnings; warnings.warn({})",
    ],
)
def test_what_is_printed_is_as_long_as_it_is(written: str) -> None:
    """Whatever the class of a text says of that."""
    source = _LYING + "import sys\n" + written.format("S('x' * 1000)")
    with pytest.raises(GradcliError, match="printed more than 500"):
        run(source, limits=Limits(max_output=500))


def test_usual_operations_go_the_quick_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """What surely stays below a limit of elements is not looked at before it is computed."""
    asked: list[str] = []

    def operation(self: Any, op: Any, operands: Any, attrs: Any, compute: Any) -> Any:
        asked.append(op.name)
        return compute(operands, attrs)

    monkeypatch.setattr("gradcli.language.limited._Sizes.operation", operation)
    source = "x.requires_grad_()\ny = (x @ x.T).sin().sum(0) * 2 + x[0]\ny.sum().backward()\nx.grad"
    values = {"x": np.linspace(0, 1, 9).reshape(3, 3)}
    for limits in (Limits(max_elements=1000), UNTRUSTED):
        found = run(source, values, limits=limits).value
        assert found.tolist() == run(source, values).value.tolist()
    assert not asked
    with pytest.raises(GradcliError, match="1001 elements"):
        run("x.repeat(1001)", {"x": np.ones(1)}, limits=Limits(max_elements=1000))
    assert asked == ["repeat"]
