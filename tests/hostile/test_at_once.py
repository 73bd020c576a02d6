"""Nothing that a program makes at once is longer than ``max_items``, however it is written."""

from __future__ import annotations

import pytest

from gradcli.errors import GradcliError
from gradcli.language.limits import Limits
from gradcli.language.machine import ends
from gradcli.language.run import run

BEGIN = """
import collections, functools, itertools, json, operator, pprint
class L(list): pass
class D(dict): pass
class S(str): pass
n, pairs = itertools.count(), ((i, i) for i in itertools.count())
t, l, wide, long, odd = "a" * 900, [0] * 900, "\\u0149" * 600, S("a" * 900), "\\U000e0001" * 900
"""
LONG = [
    *("t + t", "l + l", "b'a' * 900 + b'a' * 900", "(1,) * 900 + (2,) * 900", "long + long"),
    *("l += n", "l[:0] = n", "q = collections.deque(); q += n"),
    *("d = {}; d |= pairs", "q = L(); q += n", "q = L(); q[:] = n", "q = D(); q |= pairs"),
    *("L.__iadd__(L(), n)", "L().__setitem__(slice(0, 0), n)", "[].__setitem__(slice(0), n)"),
    *("operator.add(t, t)", "operator.concat(l, l)", "operator.iadd([], n)", "t.__add__(t)"),
    *("operator.setitem([], slice(0), n)", "operator.ior({}, pairs)"),
    *("f'{t}{t}'", "wide.upper()", "wide.title() + wide", "''.join([t, t])", "'%s%s' % (t, t)"),
    *("repr(odd)", "f'{odd!r}'", "'%r' % odd", "'{!r}'.format(odd)", "ascii(odd)", "str([odd])"),
    *("json.dumps(odd)", "json.dumps([1, 2, 3], indent=900)", "json.dumps([t, t])"),
    *("pprint.pformat([[1], [2]], indent=900)", "'{}{}'.format(t, t)", "print([t, t])"),
    *("sum([l, l], [])", "functools.reduce(lambda a, b: a + b, [l, l])"),
    "{i for i in range(900)} | {-i for i in range(900)}",
    "dict.fromkeys(range(900)) | dict.fromkeys(range(900, 1800))",
]


@pytest.mark.parametrize("often", [1, -1])
@pytest.mark.parametrize("source", LONG)
def test_a_result_is_bounded(source: str, often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused, in what runs often as elsewhere."""
    monkeypatch.setattr(ends, "OFTEN", often)
    looped = "for i in range(3):\n    " + source
    with pytest.raises(GradcliError) as caught:
        run(BEGIN + looped, limits=Limits(max_items=1000, timeout=20))
    assert caught.value.code == "limit"
    assert caught.value.kind != "TimeoutError"


FITTING = """
def work(n):
    text, items, number, table, seen = "", [], 0, {}, set()
    for i in range(n):
        text = text + "ab"; text += "c"
        items = items + [i]; items += (i, i); items[1:2] = [i]; items[0] = text
        number = number + i; number += 1.5
        table |= {i: 1}; table = table | {-i: 2}; seen |= {i}; seen = seen | {-i}
        both = 5 | 2, True | False, f"{text}{i}", text.upper()
    return text, items, number, table, seen, both
print(work(5))
"""


def test_what_fits_is_as_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Operations within the limit give what they give in Python, however often they run."""
    expected: list[str] = []
    exec(FITTING, {"print": lambda value: expected.append(f"{value}\n")})
    for often in (1, -1):
        monkeypatch.setattr(ends, "OFTEN", often)
        printed: list[str] = []
        run(FITTING, write=printed.append, limits=Limits(max_items=1000))
        assert printed == expected


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("count", [10**12, 10**15, 10**30])
def test_a_sampler_draws_as_it_is_asked(replacement: bool, count: int) -> None:
    """Indices take no memory before they are drawn, however many there are to be."""
    source = f"s = torch.utils.data.RandomSampler([1, 2, 3], {replacement}, {count})\n"
    drawn = run(source + "i = iter(s); [next(i) for _ in range(70)]", limits=Limits(max_items=1000))
    assert len(drawn.value) == 70
    assert set(drawn.value) == {0, 1, 2}
