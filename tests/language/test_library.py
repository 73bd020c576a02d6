"""The parts of Python's library that programs have: what they give, and where they stop."""

from __future__ import annotations

import random

import pytest

import gradcli
from gradcli.errors import GradcliError

AGREEING = (
    "import itertools\nprint(list(itertools.product('ab', [1, 2], repeat=1)))",
    "import itertools\nprint(list(itertools.islice(itertools.count(3, 2), 4)))",
    "import itertools\nprint(list(itertools.islice(itertools.cycle('ab'), 5)))",
    "import itertools\nprint(list(itertools.takewhile(lambda x: x < 3, itertools.count())))",
    "import itertools\nprint(list(itertools.accumulate([1, 2, 3], lambda a, b: a * b)))",
    "import itertools\nprint(list(itertools.zip_longest([1], [2, 3], fillvalue=0)))",
    "import itertools\nprint(list(itertools.pairwise('abc')), [*itertools.repeat(1, 2)])",
    "import functools\nprint(functools.reduce(lambda a, b: a - b, [9, 2, 3], 1))",
    "import functools\nprint(functools.partial(max, 3)(2, 5))",
    "import operator\nprint(sorted([(1, 'b'), (0, 'c')], key=operator.itemgetter(1)))",
    "import collections\nprint(collections.Counter('abca').most_common(1))",
    "import collections\nd = collections.defaultdict(list)\nd[1].append(2)\nprint(d)",
    "import collections\nd = collections.deque([1, 2, 3], maxlen=2)\nd.append(4)\nprint(d)",
    "import random\nrandom.seed(7)\nprint(random.random(), random.choice('abc'))",
    "import random\nrandom.seed(7)\nx = [1, 2]\nrandom.shuffle(x)\nprint(x, random.sample(x, 1))",
)


@pytest.mark.parametrize("program", AGREEING)
def test_as_in_python(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A program of plain Python prints what Python prints."""
    exec(compile(program, "<program>", "exec"), {})
    assert gradcli.run(program).stdout == capsys.readouterr().out


REFUSED = (
    ("import itertools\nlist(itertools.count())", "MemoryError"),
    ("import itertools\nitertools.product([1], repeat=10**9)", "MemoryError"),
    ("import random\nrandom.choices([1], k=10**12)", "MemoryError"),
    ("import random\nrandom.sample(range(10**9), 10**9)", "MemoryError"),
    ("import functools\nfunctools.partial(3)", "TypeError"),
    ("import random\nrandom.seed([])", "TypeError"),
    ("import random\nrandom.Random", "AttributeError"),
    ("import collections\ncollections.abc", "AttributeError"),
    ("import functools\nfunctools.partial(max).func", "AttributeError"),
    ("import os", "ModuleNotFoundError"),
    ("import time\ntime.sleep(1)", "AttributeError"),
)


@pytest.mark.parametrize(("program", "kind"), REFUSED)
def test_bounds(program: str, kind: str) -> None:
    """What would use up the machine, or reach out of the program, is refused with its place."""
    with pytest.raises(GradcliError) as caught:
        gradcli.run(program)
    assert caught.value.kind == kind
    assert caught.value.diagnostic.labels


def test_nothing_else_is_random() -> None:
    """The numbers of Python's module are apart from PyTorch's and from the host's own."""
    random.seed(1)
    state = random.getstate()
    gradcli.run("import random\nrandom.seed(3)\nrandom.random()")
    assert random.getstate() == state
