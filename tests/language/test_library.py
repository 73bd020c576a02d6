"""The parts of Python's library that programs have: what they give, and where they stop."""

from __future__ import annotations

import random

import numpy as np
import pytest

import gradcli
from gradcli.errors import GradcliError
from gradcli.language.limits import Limits

AGREEING = (
    "import csv, io\nf = io.StringIO()\nw = csv.writer(f)\n"
    "w.writerow(['a', 1.5, None, 'x,y', 'q\"r'])\nw.writerows([[''], [], ['n\\nm', True]])\n"
    "print(repr(f.getvalue()))\nf.seek(0)\n"
    "print(list(csv.reader(f)))",
    "import csv\nprint(list(csv.reader(['a;b', '', 'c;\"d;e\"', '\"\"'], delimiter=';')))",
    "import csv, io\nf = io.StringIO()\nw = csv.DictWriter(f, fieldnames=['e', 'l'])\n"
    "w.writeheader()\nw.writerow({'e': 1, 'l': 0.5})\nw.writerow({'l': 2})\nf.seek(0)\n"
    "r = csv.DictReader(f)\n"
    "print(r.fieldnames, list(r))\ntry: w.writerow({'q': 1})\nexcept ValueError as e: print(e)",
    "import csv\nprint(list(csv.DictReader(['a,b', '1', '1,2,3'])))",
    "import io\nb = io.BytesIO(b'ab\\ncd')\nprint(b.readline(), b.tell(), b.read())\n"
    "print(b.seek(-1, 2), b.read())\nb.write(b'e')\n"
    "print(b.getvalue(), b.seek(1), b.truncate(), b.getvalue(), b.closed)",
    "import errno\nprint(errno.ENOENT, errno.EEXIST)",
    "import copy, enum\nclass E(enum.Enum):\n    A = 1\n"
    "print(copy.deepcopy([E.A])[0] is E.A, copy.copy(E.A) is E.A)",
    "import enum, pickle\nclass E(enum.IntEnum):\n    A = 1\n"
    "class F(enum.Flag):\n    A = 1\n    B = 2\n"
    "import copy\nprint(copy.deepcopy(E.A) is E.A, copy.deepcopy(F.A | F.B) is F.A | F.B)",
    "from collections import OrderedDict\no = OrderedDict(a=1, b=2)\no.pop('a')\nprint(list(o))",
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
    "import numpy as np\nprint(np.meshgrid([1, 2], [3, 4]), np.mgrid[0:2, 0:3])",
    "import numpy as np\nprint(np.linalg.norm([3.0, 4.0]), np.linalg.eigh(np.eye(2)).eigenvalues)",
    "import numpy as np\nprint(np.fft.fft([1, 2, 3, 4]), np.unique([1, 2, 2], return_counts=True))",
    "import numpy as np\nnp.set_printoptions(precision=2)\nprint(np.arange(3) / 3)",
    "import numpy as np\nprint(np.array([1.5]).dtype.name, np.argsort([3, 1, 2]), np.__version__)",
    "import numpy as np\nnp.random.seed(0)\nprint(np.random.randn(3), np.random.randint(0, 9, 4))",
    "import numpy as np\nr = np.random.default_rng(42)\nprint(r.normal(size=3), r.integers(5))",
    "import numpy as np\nr = np.random.RandomState(3)\nprint(r.uniform(-1, 1, 2), r.choice(5, 3))",
    "import numpy as np\nnp.random.seed(0)\nx = np.arange(5)\nnp.random.shuffle(x)\nprint(x)",
    "import os\nprint(os.path.join('a', 'b'), os.path.splitext('c.txt'), os.getenv('NOT', 3))",
    "import json\nprint(json.dumps({'a': [1, 2.5, None]}, indent=2), json.loads('[1, {}]'))",
    "import copy\na = [[1], {2: 3}]\nb = copy.deepcopy(a)\nprint(b, b[0] is a[0], copy.copy(a))",
    "import copy\nf = len\nprint(copy.deepcopy([f])[0] is f)",
    "import statistics\nprint(statistics.mean([1, 2, 3]), statistics.stdev([1.0, 2.0, 4.0]))",
    "import string\nprint(string.ascii_lowercase, string.capwords('a b'))",
    "import textwrap\nprint(textwrap.dedent('  a\\n  b'))",
    "x = [1]\ny = x\nprint(id(x) == id(y), id(x) == id([1]))",
    "import random\nrandom.seed(7)\nx = [1, 2]\nrandom.shuffle(x)\nprint(x, random.sample(x, 1))",
    "import random\nr = random.Random(7)\nprint(r.random(), r.sample([1, 2, 3], 2))",
    "from itertools import groupby\nprint([(k, list(g)) for k, g in groupby('aabca')])",
    "from itertools import groupby\n"
    "print([(k, [*g]) for k, g in groupby([1, 3, 4], lambda x: x % 2)])",
    "from itertools import groupby\ng = list(groupby('aab'))\n"
    "print(*(list(each) for _, each in g))",
    "import itertools\na, b = itertools.tee([1, 2, 3])\nprint(next(a), list(b), list(a))",
    "import itertools as i\n"
    "print(list(i.compress('abc', [1, 0, 1])), list(i.filterfalse(None, [0, 1])))",
    "import functools as f\nprint(sorted([3, 1, 2], key=f.cmp_to_key(lambda a, b: b - a)))",
    "import functools\n@functools.lru_cache(maxsize=2)\ndef f(x): return x\nf(1), f(1)\n"
    "print(f.cache_info(), f.cache_info().hits)\nf.cache_clear()\nprint(f.cache_info())",
    "import operator as o\n"
    "print(o.floordiv(7, 2), o.contains([1], 1), o.getitem([5, 6], 1), o.not_(0))",
    "import operator as o\nx = [1]\n"
    "print(o.imul(x, 3), x, o.mod('%d', 3), o.lshift(1, 3), o.is_(x, x))",
    "import heapq\nh = []\nfor x in [3, 1, 2]: heapq.heappush(h, (x, str(x)))\n"
    "print(heapq.heappop(h), h, heapq.nsmallest(2, [5, 4, 3], key=lambda x: -x))",
    "import heapq\nprint(list(heapq.merge([1, 4], [2, 3])), heapq.nlargest(1, 'abc'))",
    "import bisect\nx = [1, 3, 5]\nbisect.insort(x, 4)\nprint(x, bisect.bisect_left(x, 3))",
    "import bisect\nprint(bisect.bisect([(1, 'a'), (3, 'b')], 2, key=lambda p: p[0]))",
    "d = {}\nlist(map(d.__setitem__, 'ab', [1, 2]))\n"
    "print(d, d.__len__(), sorted([3, 1], key=[0, 9, 2, 1]"
    ".__getitem__))",
    "import cmath\nprint(cmath.exp(1j * cmath.pi), cmath.polar(1 + 1j), cmath.sqrt(-1))",
    "from types import SimpleNamespace as N\nn = N(a=1, b='x')\nn.c = [n]\n"
    "print(n, n == N(a=1), vars(n)['a'])",
    "from types import SimpleNamespace\nclass C(SimpleNamespace): pass\n"
    "print(C(x=2), C(x=2) == C(x=2))",
    "from collections import ChainMap\nc = ChainMap({'a': 1}, {'a': 2, 'b': 3})\n"
    "d = c.new_child({'b': 9})\nd['q'] = 5\ndel d['q']\nd.update(z=1)\n"
    "print(c, c['a'], dict(c), len(d), d.maps, d.parents == c, 'b' in c, c.get('y'), [*c.items()])",
    "import datetime as d\na = d.datetime(2020, 1, 2, 3, 4)\nb = d.datetime(2020, 1, 3)\n"
    "print(a, repr(a), b - a, (b - a).total_seconds(), a.hour, a + d.timedelta(days=1), a < b)\n"
    "print(a.strftime('%Y-%m-%d %H:%M'), f'{a:%d/%m}', a.date(), d.date.today() >= a.date())",
    "from collections.abc import Callable, Iterable, Mapping, Sequence\nimport collections.abc\n"
    "class A:\n  def __iter__(self): return iter([])\nclass B(dict): pass\n"
    "print([[isinstance(v, k) for k in (Callable, Iterable, Mapping, (int, Sequence))]\n"
    "       for v in (1, 'a', [1], {}, A(), B(), A, len, (), range(2), iter([]), lambda: 1)])",
    "from pathlib import Path\np = Path('a') / 'b' / 'c.tar.gz'\n"
    "print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parents[1], 'z' / p)\n"
    "print(Path('a', 'b') == Path('a/b'), p.with_suffix('.x').parts, p.is_absolute(), {p: 1}[p])",
    "b = 'h\u00e9'.encode()\nprint(b, list(b), b[1:], b.decode(), b == 'h\u00e9'.encode('utf-8'))",
    r"print(b'a\x00\101\n' b'c', rb'\n', bytes([65, 66]), bytes(2), bytes('a', 'ascii'))",
    "print(b','.join([b'a', b'b']), b'a' * 3, 97 in b'a', b'ab'.split(b'a'), {b'a': 1}[b'a'])",
    "print(bytes([255]).decode('utf-8', errors='replace'), '%s' % b'a', b'a'.hex(), type(b''))",
    "print((1024).to_bytes(2, 'big'), int.from_bytes(b'\\x04\\x00', 'big'), bytes.fromhex('6162'))",
    "match b'ab':\n  case b'ab': print(1)\ndef f():\n  b'none'\nprint(f.__doc__)",
    "import numpy as np\na = np.zeros(3)\nnp.add.at(a, [0, 1, 1], 2)\nprint(a, np.add)",
    "import numpy as np\nprint(np.add.reduce([1, 2]), np.maximum.accumulate([1, 3, 2]))",
    "import numpy as np\nprint(np.subtract.outer([1, 2], [3, 4]))",
    "import numpy as np\nnp.random.seed(0)\nprint(np.random.sample(2), np.random.ranf())",
    "import functools\ndef f(): 'doc'\n@functools.wraps(f, assigned=['__doc__'])\ndef g(): pass\n"
    "print(g.__name__, g.__doc__)",
    "class A:\n  def __init__(self): super(A).__init__()\nprint(A.__name__, A() is None)",
    "import copy\nclass A:\n"
    "  def __deepcopy__(self, memo):\n    memo[id(self)] = new = A()\n"
    "    new.x = copy.deepcopy(self.x, memo)\n    return new\n"
    "a = A()\na.x = [a]\nb = copy.deepcopy([a, a])\nprint(b[0] is b[1], b[0].x[0] is b[0])\n"
    "print(copy.deepcopy([b], {id(b): b})[0] is b)",
)


@pytest.mark.parametrize("program", AGREEING)
def test_as_in_python(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A program of plain Python prints what Python prints."""
    with np.printoptions():
        exec(compile(program, "<program>", "exec"), {})
    assert gradcli.run(program).stdout == capsys.readouterr().out


REFUSED = (
    ("import itertools\nlist(itertools.count())", "MemoryError"),
    ("import itertools\nitertools.product([1], repeat=10**9)", "MemoryError"),
    ("import random\nrandom.choices([1], k=10**12)", "MemoryError"),
    ("import random\nrandom.sample(range(10**9), 10**9)", "MemoryError"),
    ("import functools\nfunctools.partial(3)", "TypeError"),
    ("import random\nrandom.seed([])", "TypeError"),
    ("import random\nrandom.Random([])", "TypeError"),
    ("import random\nrandom.randint(1, 0)", "ValueError"),
    ("import random\nrandom.SystemRandom", "AttributeError"),
    ("import collections\ncollections.UserString", "AttributeError"),
    ("from collections.abc import Buffer", "ImportError"),
    ("from typing import Any\nisinstance(1, Any)", "TypeError"),
    ("import datetime\ndatetime.date(2020, 1, 1).strftime('%99999999Y')", "ValueError"),
    ("import datetime\nf'{datetime.date(2020, 1, 1):%99999999999Y}'", "ValueError"),
    ("import datetime\ndatetime.date.today().strftime('a' * 10**6)", "MemoryError"),
    ("import optparse\noptparse.OptionParser", "AttributeError"),
    ("from zipfile import ZipFile\nZipFile('a')", "AttributeError"),
    ("import subprocess\nsubprocess.run(['ls'])", "AttributeError"),
    ("import os.foo", "ModuleNotFoundError"),
    ("import struct\nstruct.calcsize('1000000000000x')", "MemoryError"),
    ("import threading\nthreading.Event().wait()", "RuntimeError"),
    ("import queue\nqueue.Queue().get()", "RuntimeError"),
    ("import textwrap\ntextwrap.fill('a\\tb', 20, tabsize=10**12)", "MemoryError"),
    ("import fractions\nfractions.Fraction(3) ** 10**9", "OverflowError"),
    ("import os\nos.environ['HOME']", "KeyError"),
    ("import json\njson.loads('{')", "JSONDecodeError"),
    ("import json\njson.dumps([1], indent=10**9)", "MemoryError"),
    ("import copy\ncopy.deepcopy(torch.ones(2, requires_grad=True) * 2)", "RuntimeError"),
    ("import copy\ncopy.copy((torch.ones(2, requires_grad=True) * 2).grad_fn)", "TypeError"),
    ("import copy\ncopy.deepcopy(copy)", "TypeError"),
    ("import numpy as np\nnp.array([print])", "TypeError"),
    ("import numpy as np\nnp.array(['a'])", "TypeError"),
    ("import numpy as np\nnp.load('x')", "FileNotFoundError"),
    ("import numpy as np\nnp.random.rand(10**6, 10**6)", "MemoryError"),
    ("import numpy as np\nnp.random.shuffle('abc')", "TypeError"),
    ("import numpy as np\nnp.set_printoptions(formatter={'all': str})", "TypeError"),
    ("import numpy as np\nnp.mgrid[0:1:2, [print]]", "AttributeError"),
    ("from pathlib import Path\nPath('a/b').mkdir()", "FileNotFoundError"),
    ("from pathlib import Path\nPath('a').read_text()", "FileNotFoundError"),
    ("from pathlib import Path\nPath(3)", "TypeError"),
    ("from collections import ChainMap\nChainMap(3)", "TypeError"),
    ("from collections import ChainMap\nChainMap(*([{}] * 2000))", "MemoryError"),
    ("import numpy as np\nnp.add.at([1], 0, [print])", "TypeError"),
    ("import numpy as np\nnp.add.resolve_dtypes", "AttributeError"),
    ("b'%9999999999d' % 1", "ValueError"),
    ("b'a' * 10**10", "MemoryError"),
    ("bytes(10**10)", "MemoryError"),
    ("(1).to_bytes(10**10, 'big')", "MemoryError"),
    ("'a'.encode('zlib')", "LookupError"),
    ("b'a'.decode('../a')", "LookupError"),
    ("'a'.encode('ascii', 'surrogateescape')", "LookupError"),
    ("bytearray(3)", "NameError"),
    ("import time\ntime.sleep(-1)", "ValueError"),
    ("import time\ntime.sleep('1')", "TypeError"),
    ("import itertools\nitertools.tee([1], 10**9)", "MemoryError"),
    ("import heapq, itertools\nheapq.nsmallest(1, itertools.count())", "MemoryError"),
    ("import operator\noperator.lshift(1, 10**10)", "OverflowError"),
    ("import operator\noperator.imul([1], 10**10)", "MemoryError"),
    ("import operator\noperator.mod('%999999999999d', 1)", "ValueError"),
    ("import heapq\nheapq.heappush((1,), 2)", "TypeError"),
    ("import bisect\nbisect.bisect([1], 'a')", "TypeError"),
    ("import cmath\ncmath.log(0)", "ValueError"),
    ("from types import SimpleNamespace\nSimpleNamespace(1)", "TypeError"),
    ("from types import SimpleNamespace\n{SimpleNamespace(): 1}", "TypeError"),
    ("import functools\nfunctools.cache(len).__wrapped__", "AttributeError"),
    ("import functools\nf = functools.singledispatch(abs)\nf.register(1, abs)", "TypeError"),
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


def test_no_address_is_told_by_a_memo() -> None:
    """What a class sees of a deep copy is numbered as its values are."""
    program = (
        "import copy\nclass A:\n  def __deepcopy__(self, memo):\n"
        "    print([*memo, *memo.values()])\n    return self\ncopy.deepcopy([[1], A()])\n"
    )
    assert gradcli.run(program).stdout == "[]\n"


def test_environment_is_empty() -> None:
    """No variable of the host is told."""
    run = gradcli.run("import os\nos.environ['A'] = 'b'\nprint(os.environ, os.getenv('PATH'))")
    assert run.stdout == "environ({'A': 'b'}) None\n"
    assert gradcli.run("import os\nprint(os.environ)").stdout == "environ({})\n"


def test_printing_of_arrays_is_the_programs_own() -> None:
    """What a program changes of NumPy's printing ends with it."""
    gradcli.run("import numpy as np\nnp.set_printoptions(precision=1)")
    assert str(np.array([0.123])) == "[0.123]"


DRAWINGS = """
import matplotlib.pyplot as plt
from mpl_toolkits.mplot3d import Axes3D
import seaborn as sns
from IPython.display import clear_output
figure, axes = plt.subplots(2, 3, figsize=(6, 4))
for ax in axes.flat:
    ax.imshow([[1]])
axes[0, 1].plot([1], label="a").set_title
for row in axes:
    for ax in row:
        ax.axis("off")
counts, bins, patches = plt.hist([1, 2])
line, = plt.plot([1, 2])
plt.rcParams["figure.figsize"] = (3, 3)
plt.title = "t"
with plt.style.context("dark"):
    plt.figure().add_subplot(111, projection="3d").scatter([1], [2])
sns.set()
clear_output(wait=True)
plt.show()
"""


def test_drawing_does_nothing() -> None:
    """Calls of plotting libraries do nothing, and one warning says so."""
    run = gradcli.run(DRAWINGS.replace(".set_title", "").replace('plt.title = "t"\n', ""))
    assert [warning.code for warning in run.warnings] == ["drawing"]
    assert run.stdout == ""


def test_progress_bar_is_what_it_counts() -> None:
    """A loop over a progress bar is a loop over the items."""
    program = (
        "from tqdm import tqdm, trange\nbar = tqdm([1, 2], desc='a')\n"
        "for i in bar: bar.set_postfix(i=i)\nprint(i, list(trange(3)), len(bar))"
    )
    assert gradcli.run(program).stdout == "2 [0, 1, 2] 2\n"


def test_absent_modules_say_why() -> None:
    """A module that is left out on purpose is refused with what to do."""
    with pytest.raises(GradcliError) as caught:
        gradcli.run("import torchvision.transforms as T")
    assert "torch and numpy" in str(caught.value.diagnostic.help)


def test_saving_is_told_once() -> None:
    """What a program saves is no file, which one warning says."""
    program = "for i in range(3): torch.save(i, f'a{i}')\nopen('b', 'w').write('c')"
    assert [warning.code for warning in gradcli.run(program).warnings] == ["file"]


@pytest.mark.parametrize("call", ["write('x')", "read()", "flush()", "tell()", "__enter__()"])
def test_closed_files_are_refused(call: str) -> None:
    """Nothing is written to a file that is closed, nor read from it."""
    with pytest.raises(GradcliError, match=r"^I/O operation on closed file\.$"):
        gradcli.run(f"f = open('b', 'w')\nf.close()\nf.{call}")


def test_buffers_are_no_files() -> None:
    """Objects that are only made into bytes are not told."""
    program = "import io, pickle\npickle.dumps(1)\ntorch.save(1, io.BytesIO())"
    assert not gradcli.run(program).warnings


def test_what_a_program_saved_ends_with_it() -> None:
    """Another program finds neither the names of the one before nor what its bytes name."""
    saved = gradcli.run("import pickle\ntorch.save(1, 'a')\nprint(pickle.dumps(2))").stdout
    for program in (f"import pickle\npickle.loads({saved})", "torch.load('a')", "open('a')"):
        with pytest.raises(GradcliError):
            gradcli.run(program)


COPIES = (
    "torch.load('a').append(1)\nassert torch.load('a') == [3]",
    "x.append(4)\nassert torch.load('a') == [3]",
    "import pickle\nb = pickle.dumps(x)\nx.append(1)\nassert pickle.loads(b) == [3]",
)


@pytest.mark.parametrize("program", COPIES)
def test_what_is_saved_is_a_copy(program: str) -> None:
    """Neither what was saved nor what was loaded changes what is kept."""
    gradcli.run(f"x = [3]\ntorch.save(x, 'a')\n{program}")


def test_saving_is_limited() -> None:
    """Names, objects and what they hold are counted."""
    limits = Limits(max_items=1000)
    for program in (
        "for i in range(2000): torch.save(1, f'{i}')",
        "import pickle\nfor i in range(2000): pickle.dumps(1)",
        "import os\nfor i in range(2000): os.mkdir(f'{i}')",
        "torch.save([[] for _ in range(900)] + [[] for _ in range(900)], 'a')",
    ):
        with pytest.raises(GradcliError) as caught:
            gradcli.run(program, limits=limits)
        assert caught.value.diagnostic.code == "limit"


def test_only_programs_save() -> None:
    """Code in Python, which has files, is told so."""
    with pytest.raises(RuntimeError, match="only programs save"):
        gradcli.save(1, "a")
