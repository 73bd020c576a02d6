"""Generated and mutated inputs: ``python tests/hostile/fuzz.py --seed 1 --cases 1000``.

``programs`` are such over the whole language and the table of operators, asked about by each
command, and derivatives of random expressions; ``texts`` mutate the corpus; ``files`` mutate
documents, notebooks and files of numbers; ``folders`` are those of Zarr. One that ends otherwise
than documented, or not in time, is printed. ``--begin`` goes on where a campaign was left.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent.parent))

from gradcli.checks.check import check_file  # noqa: E402
from gradcli.checks.options import Options  # noqa: E402
from gradcli.core.table import OPS  # noqa: E402
from gradcli.language.names import attributes  # noqa: E402
from gradcli.report.checks.details import worded  # noqa: E402
from tests.hostile.files import (  # noqa: E402
    BASES,
    DOCUMENT,
    FOLDERS,
    NOTEBOOK,
    damaged,
    damaged_folder,
)
from tests.hostile.forked import Ended, forked  # noqa: E402
from tests.hostile.in_one import LATE, Work, command, run_all  # noqa: E402

DOCUMENTED = (0, 1, 2, 3, 5)
SECONDS = 30.0  # without a word, on a machine that others use as well
LIMITED = ["--timeout", "2", "--max-elements", "20000000"]


class Case(NamedTuple):
    """A kind of input, what shows it again, and what it does."""

    kind: str
    shown: str
    work: Work
    is_json: bool = False


# Programs

_VALUES = (
    "0 1 -1 2 3 2**31 -2**63 2**64 10**400 0.0 -0.0 1.5 1e308 inf nan 1j True False None ... 'a' ''"
    " '\\ud800' [] [1] [1,2] [[1],[2,3]] () (1,) (2,2) {} {1:2} {1,2} 'mean' 'sum' 'none' slice(1)"
    " range(3) len print torch math int list torch.float32 torch.int8 torch.bool torch.complex64"
    " ones(2) ones(0) ones(2,3) ones(2,2) zeros(()) tensor(2) tensor([1,0]) tensor([True,False])"
    " tensor(1j) rand(3,2,2) ones(1,2,4,4) ones(2,0,3) x y x.grad_fn tensor([nan,inf])"
    " ones(2).numpy()"
    " ones(2,dtype=torch.float64) ones(2,dtype=torch.bfloat16) ones(2).expand(3,2) (lambda*a:a[0])"
)
VALUES = _VALUES.split(" ")
_KEYWORDS = (
    "dim keepdim dtype out p n k size stride padding eps reduction weight bias correction start end"
    " requires_grad generator side inplace upper left diagonal"
)
KEYWORDS = _KEYWORDS.split()
FRAMES = (
    "{}",
    "print({})",
    "({}).sum().backward()",
    "for i in {}: print(i)",
    "v = {}\nv == v",
    "with torch.no_grad(): {}",
    "f = lambda: {}\nf()",
    "[i for i in {}]",
    "a, b = {}",
    "x += {}",
    "f'{{{}}}'",
    "str({})",
    "hash({})",
    "assert {}",
    "torch.func.grad(lambda x: {})(x)",
    "torch.autograd.functional.jacobian(lambda x: {}, y)",
    "x[{}]",
    "x[0] = {}",
    "({})[0]",
    "torch.func.vmap(lambda x: {})(x)",
    "{} if {} else {}",
    "{} in {}",
    "{} < {}",
    "len({})",
)
_INFIX = "+ - * / // % ** @ & | ^ << >> < == != in is and or"
INFIX = _INFIX.split()
DEFINED = "x = rand(2, 3, requires_grad=True) * 1; y = ones(2, requires_grad=True)\n"
_MODULES = "math random itertools functools collections operator statistics json copy time"
MODULES = _MODULES.split()


def value(random: Random, depth: int = 2) -> str:
    """Return a random expression."""
    choice = random.random()
    if depth == 0 or choice < 0.45:
        return random.choice(VALUES)
    if choice < 0.6:
        return f"({value(random, depth - 1)} {random.choice(INFIX)} {value(random, depth - 1)})"
    return call(random, depth - 1)


def call(random: Random, depth: int = 1) -> str:
    """Return a call of an operator, a method or a function, with arguments that may be wrong."""
    args = [value(random, depth) for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4)))]
    if random.random() < 0.25:
        args.append(f"{random.choice(KEYWORDS)}={value(random, 0)}")
    written = ", ".join(args)
    way = random.random()
    if way < 0.55:
        space = random.choice(("torch", "torch", "F", "linalg", "special", "fft"))
        name = random.choice(NAMES[space])
        prefix = space if space in ("torch", "F") else f"torch.{space}"
        return f"{prefix}.{name}({written})"
    if way < 0.8:
        return f"({value(random, 0)}).{random.choice(NAMES['Tensor'])}({written})"
    if way < 0.9:
        kind = random.choice((list, dict, set, str, tuple, int, float, range))
        name = random.choice(sorted(attributes.METHODS[kind]))
        return f"({value(random, 0)}).{name}({written})"
    return f"{random.choice(BUILT_IN)}({written})"


NAMES = {
    space: sorted(OPS.names(space))
    for space in ("torch", "F", "linalg", "special", "fft", "Tensor")
}
_BUILT_IN = (
    "abs all any bool complex dict divmod enumerate filter float format frozenset getattr hasattr"
    " int isinstance iter len list map max min next pow print range repr reversed round set slice"
    " sorted str sum tuple type zip math.sqrt math.gcd math.comb math.log math.fsum json.dumps"
    " random.randint random.choice random.sample statistics.mean copy.deepcopy itertools.product"
    " itertools.chain functools.reduce collections.Counter operator.itemgetter math.dist"
)
BUILT_IN = _BUILT_IN.split()


def program(random: Random) -> str:
    """Return a program of a few statements, which imports what it names."""
    lines = []
    for _ in range(random.randint(1, 3)):
        frame = random.choice(FRAMES)
        lines.append(frame.format(*(value(random) for _ in range(3))))
    text = "\n".join(lines)
    named = dict.fromkeys(word for word in re.findall(r"(\w+)\.", text) if word in MODULES)
    return "".join(f"import {name}\n" for name in named) + DEFINED + text


ASKED: Sequence[list[str]] = (
    *[["eval"]] * 6,
    ["eval", "--anomaly"],
    ["eval", "--jacobian"],
    ["eval", "--sparsity"],
    ["eval", "--hessian"],
    ["eval", "--format", "json"],
    ["eval", "--order", "2"],
    ["eval", "--untrusted"],
    ["eval", "--untrusted"],
    ["explain"],
    ["explain", "--format", "json"],
    ["graph"],
    ["graph", "--format", "svg"],
    ["graph", "--untrusted", "--format", "json"],
    ["each", "--keep-going"],
    ["each", "--untrusted"],
)


def evaluated(random: Random) -> Case:
    """Ask something about a random program."""
    name, *options = random.choice(ASKED)
    inputs = ["-D", "z=[1., 2.]"] if name != "each" else ["-D", "z=1:3"]
    words = [name, program(random), *inputs, *options, *LIMITED]
    return Case("program", shlex.join(words), lambda folder: command(words), "json" in options)


def formula(random: Random) -> Case:
    """Write down the derivative of a random expression."""

    def term(depth: int) -> str:
        if depth == 0:
            return random.choice(("x", "w", "A", "2", "0", "t", "x.view(-1)", "A.T", "x[0]", "1e9"))
        name = random.choice(
            ("sum", "exp", "log", "relu", "tanh", "softmax", "norm", "max", "mean", "var")
        )
        if random.random() < 0.5:
            return f"{name}({term(depth - 1)}{', 0' * (name == 'softmax')})"
        return f"({term(depth - 1)} {random.choice('+-*/@')} {term(depth - 1)})"

    form = random.choice(("text", "latex", "python", "json"))
    extra = random.choice(([], [], ["--hessian", "--wrt", "x"], ["--order", "2", "--wrt", "x"]))
    source = f"sum({term(random.randint(1, 3))})"
    words = ["diff", source, "--format", form, *LIMITED, *extra]
    return Case("formula", shlex.join(words), lambda folder: command(words), form == "json")


# Mutations

TOKENS = (
    (
        "( ) [ ] { } : , . = == + - * ** @ / // % \\n \\t ' \" # lambda for in if else def return"
        " while class yield"
        " try except with as None 0 1e999 x \\x00 \\u202e é 𝟙 \ud800 # expect: ```"
    )
    .replace("\\n", "\n")
    .replace("\\t", "\t")
    .replace("\\x00", "\0")
    .replace("\\u202e", "\u202e")
    .split(" ")
)


def mutated(random: Random, text: str) -> str:
    """Return a text with some of it cut out, doubled, moved or replaced."""
    for _ in range(random.randint(1, 4)):
        start = random.randint(0, len(text))
        end = min(len(text), start + random.choice((0, 1, 1, 3, 10, 40)))
        what = random.random()
        if what < 0.3:
            text = text[:start] + text[end:]
        elif what < 0.5:
            text = text[:end] + text[start:end] * random.choice((1, 2, 50)) + text[end:]
        elif what < 0.9:
            text = text[:start] + random.choice(TOKENS) + text[end:]
        else:
            other = random.randint(0, len(text))
            text = text[:other] + text[start:end] + text[other:]
    return text


def texts() -> list[str]:
    """Return programs to begin with: the corpus, and the operators' examples."""
    found = []
    for file in sorted((HERE / "corpus").glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("eval "):
                words = shlex.split(line)[1:]
                found.append("\n".join(word for word in words if not word.startswith("-")))
    found += [op.example[0] for op in OPS.load_all().values() if op.example]
    return [text for text in found if "10**" not in text and "1e308" not in text]


def mutation(random: Random) -> Case:
    """Evaluate a mutated text."""
    text = mutated(random, random.choice(TEXTS))

    name = random.choice(("eval", "eval", "eval", "diff", "explain", "graph"))

    def work(folder: Path) -> int:
        file = folder / "text.grad"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        return command([name, *LIMITED, "-f", str(file)])

    return Case("text", f"{name} {text!r}", work)


def shaken(random: Random, data: Any) -> Any:
    """Return JSON data some of whose parts are of another type, or gone."""
    if random.random() < 0.06:
        return random.choice((None, [], {}, 5, "x", True, [None], {"a": 1}, 1e308, "\ud800", -1))
    if isinstance(data, dict):
        return {k: shaken(random, v) for k, v in data.items() if random.random() > 0.03}
    if isinstance(data, list):
        return [shaken(random, v) for v in data] * random.choice((1, 1, 1, 1, 2))
    return data


def checked(random: Random) -> Case:
    """Check a mutated notebook, document or program."""
    suffix = random.choice((".ipynb", ".ipynb", ".md", ".grad", ".py"))
    if suffix == ".ipynb":
        text = json.dumps(shaken(random, NOTEBOOK))
        text = mutated(random, text) if random.random() < 0.1 else text
    else:
        text = mutated(
            random, DOCUMENT if suffix == ".md" else "x = 1  # expect: 1\nassert x\n" * 2
        )

    def work(folder: Path) -> int:
        file = folder / f"checked{suffix}"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        result = worded(check_file(str(file), Options(untrusted=True, update=random_update)))
        print(result.outcome, *result.failures)
        assert not any("a defect in gradcli" in failure.message for failure in result.failures)
        return 0

    random_update = random.random() < 0.2
    return Case("document", f"check {suffix} {text!r}", work)


# Files of numbers

READING: Sequence[list[str]] = (
    ["info", "FILE"],
    ["info", "FILE", "--stats"],
    ["info", "FILE", "--stats", "--format", "json"],
    ["eval", "x * 2", "-D", "x=@FILE", *LIMITED],
    ["eval", "x", "-C", "x=@FILE", "--format", "json", *LIMITED],
    ["eval", "sum(x * y)", "-D", "x=@FILE#a", "-C", "y=@FILE#b", *LIMITED],
    ["eval", "[w['a'].sum(), w]", "-C", "w=@FILE", "--untrusted", *LIMITED],
    ["diff", "sum(x**2)", "-D", "x=@FILE", *LIMITED],
    ["explain", "sum(x**2)", "-D", "x=@FILE", *LIMITED],
    ["graph", "sum(x**2)", "-D", "x=@FILE#a,b", *LIMITED],
    ["eval", "x * 1", "-D", "x=ones(2)", "--gradient", "@FILE", *LIMITED],
    ["eval", "x * 1", "-D", "x=ones(2)", "--jvp", "x=@FILE#a", *LIMITED],
    ["each", "a * b", "FILE", "--keep-going", *LIMITED],
    ["each", "x.sum()", "FILE", "--format", "csv", *LIMITED],
    ["each", "a * 2 + len(c)", "FILE", "--where", "a > 1", "--keep-going", *LIMITED],
    ["each", "w.sum() * a", "FILE", "-C", "w=@FILE#a", "--untrusted", *LIMITED],
)


def read(random: Random) -> Case:
    """Read a damaged file of numbers."""
    name, whole = random.choice(BASES)
    data = damaged(random, whole)
    asked = random.choice(READING)
    suffix = name if random.random() < 0.9 else random.choice(BASES)[0]

    def work(folder: Path) -> int:
        file = folder / f"data{suffix}"
        file.write_bytes(data)
        return command([word.replace("FILE", str(file)) for word in asked])

    shown = f"{shlex.join(asked)} with {suffix} {data!r}"
    return Case("data", shown, work, "json" in asked)


def stored(random: Random) -> Case:
    """Read a damaged folder of numbers."""
    files = damaged_folder(random, random.choice(FOLDERS))
    asked = random.choice(READING)

    def work(folder: Path) -> int:
        with tempfile.TemporaryDirectory(suffix=".zarr", dir=folder) as store:
            for name, data in files.items():
                file = Path(store) / name
                with suppress(OSError):  # a file has the name of a folder
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(data)
            return command([word.replace("FILE", store) for word in asked])

    return Case("folder", f"{shlex.join(asked)} with {files!r}", work, "json" in asked)


TEXTS = texts()
KINDS = {
    "programs": (*[evaluated] * 29, formula),  # which takes ten times as long
    "texts": (mutation,),
    "files": (read, checked),
    **({"folders": (stored,)} if FOLDERS else {}),  # where there is Zarr
}


def case(kind: str, seed: int, number: int) -> Case:
    """Return a case, which is a matter of its kind, the seed and its number alone."""
    random = Random(f"{kind}/{seed}/{number}")
    return random.choice(KINDS[kind])(random)


def judge(case: Case, ended: Ended) -> str | None:
    """Say what is wrong with how a case ended, if anything is."""
    if ended.status is None:
        return LATE
    if ended.status not in DOCUMENTED:
        return f"status {ended.status}: {ended.stderr[-300:]}"
    for sign in ("Traceback", "error[unforeseen]", "internal error", "No such option"):
        if sign in ended.stderr:
            return f"{sign}: {ended.stderr[:400]}"
    raw = {c for c in ended.stderr if unicodedata.category(c)[0] == "C"} - {"\n", "\t"}
    if raw:
        return f"control characters {raw}"
    if case.is_json and ended.status == 0:
        try:
            json.loads(ended.stdout)
        except ValueError as error:
            return f"no JSON: {error}"
    return None


def campaign(kind: str, seed: int, numbers: Sequence[int]) -> Iterator[tuple[int, str | None]]:
    """Run cases; yield their numbers, with what is wrong with how each ended."""

    def told(number: int, ended: Ended) -> str | None:
        return judge(case(kind, seed, number), ended)

    for number, why in run_all(lambda n: case(kind, seed, n).work, numbers, told, SECONDS):
        yield number, _alone(case(kind, seed, number)) if why == LATE else why


def _alone(case: Case) -> str | None:
    """Say what is wrong with a case where the command has the process that sees to its time."""
    with tempfile.TemporaryDirectory() as folder:
        return judge(case, forked(lambda: case.work(Path(folder)), SECONDS))


def main() -> int:
    """Run what the command line asks for, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--begin", type=int, default=0)
    parser.add_argument("--cases", type=int, default=1000)
    given = parser.parse_args()
    found: Counter[str] = Counter()
    for kind in given.kind or KINDS:
        start = time.monotonic()
        for number, why in campaign(kind, given.seed, range(given.begin, given.cases)):
            if why is not None:
                found[kind] += 1
                shown = case(kind, given.seed, number).shown
                print(f"{kind} {number}: {why}\n  {shown!r}", flush=True)
            if number % 10_000 == 9999:
                print(f"{kind}: {number + 1} after {time.monotonic() - start:.0f} s", flush=True)
        print(f"{kind}: {given.cases - given.begin} cases, {found[kind]} found", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
