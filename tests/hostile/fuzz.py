"""Generated and mutated inputs: ``python tests/hostile/fuzz.py --seed 1 --cases 1000``.

Programs over the whole language and the table of operators, derivatives of random expressions,
mutated texts of the corpus, mutated documents and notebooks. Each runs in a process of its own; one
that ends otherwise than documented, or not in time, is printed as a line for ``corpus/``.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
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
from tests.hostile.forked import Ended, command, forked  # noqa: E402

DOCUMENTED = (0, 1, 2, 3, 5)
SECONDS = 15.0


class Case(NamedTuple):
    """A kind of input, what shows it again, and how it is run."""

    kind: str
    shown: str
    run: Callable[[], Ended]


class Finding(NamedTuple):
    """An input that did not end as it should, and how it did."""

    case: Case
    why: str


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
    """Return a program of a few statements."""
    imports = "".join(f"import {name}\n" for name in MODULES)
    lines = []
    for _ in range(random.randint(1, 3)):
        frame = random.choice(FRAMES)
        lines.append(frame.format(*(value(random) for _ in range(3))))
    return imports + DEFINED + "\n".join(lines)


def evaluated(random: Random) -> Case:
    """Evaluate a random program, with a random question about its result."""
    options = random.choice(
        (
            [],
            [],
            [],
            ["--anomaly"],
            ["--jacobian"],
            ["--sparsity"],
            ["--format", "json"],
            ["--order", "2"],
        )
    )
    words = ["eval", program(random), "-D", "z=[1., 2.]", *options]
    return Case("program", shlex.join(words), lambda: command(words, SECONDS))


def untrusted(random: Random) -> Case:
    """Evaluate a random program under the strict limits."""
    words = ["eval", "--untrusted", "--timeout", "5", program(random)]
    return Case("untrusted", shlex.join(words), lambda: command(words, SECONDS))


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
    words = [
        "diff",
        f"sum({term(random.randint(1, 3))})",
        "--format",
        form,
        "--timeout",
        "5",
        *extra,
    ]
    return Case("formula", shlex.join(words), lambda: command(words, SECONDS))


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

    def run() -> Ended:
        with tempfile.NamedTemporaryFile(suffix=".grad") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
            file.flush()
            return command(["eval", "--timeout", "8", "-f", file.name], SECONDS)

    return Case("mutation", f"eval {text!r}", run)


NOTEBOOK: dict[str, Any] = {
    "cells": [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Title"]},
        {
            "cell_type": "code",
            "execution_count": 1,
            "id": "b",
            "metadata": {"tags": ["x"]},
            "outputs": [
                {"name": "stdout", "output_type": "stream", "text": ["1\n"]},
                {
                    "data": {"text/plain": ["2"]},
                    "execution_count": 1,
                    "metadata": {},
                    "output_type": "execute_result",
                },
                {"ename": "E", "evalue": "e", "output_type": "error", "traceback": []},
            ],
            "source": ["print(1)\n", "2"],
        },
    ],
    "metadata": {"kernelspec": {"language": "python", "name": "python3", "display_name": "P"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
DOCUMENT = (
    "# T\n\n```python\nx = ones(2)\nprint(x)  # expect: tensor([1., 1.])\n```\n\n"
    "```output\n1\n```\n"
)


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

    def run() -> Ended:
        with tempfile.NamedTemporaryFile(suffix=suffix) as file:
            file.write(text.encode("utf-8", "surrogatepass"))
            file.flush()

            def work() -> int:
                result = check_file(file.name, Options(untrusted=True, update=False))
                print(result.outcome)
                return 0

            return forked(work, SECONDS)

    return Case("check", f"check {suffix} {text!r}", run)


TEXTS = texts()
KINDS = (evaluated, evaluated, untrusted, formula, mutation, mutation, checked)


def cases(seed: int, count: int) -> Iterator[Case]:
    """Yield cases; each is a matter of the seed and its number alone."""
    for number in range(count):
        random = Random(f"{seed}/{number}")
        yield random.choice(KINDS)(random)


def judge(ended: Ended) -> str | None:
    """Say what is wrong with how a case ended, if anything is."""
    if ended.status is None:
        return "it did not end"
    if ended.status not in DOCUMENTED:
        return f"status {ended.status}: {ended.stderr[-300:]}"
    for sign in ("Traceback", "error[unforeseen]", "internal error", "No such option"):
        if sign in ended.stderr:
            return f"{sign}: {ended.stderr[:400]}"
    return None


def campaign(seed: int, count: int) -> Iterator[Finding | Case]:
    """Run cases; yield those that end as they should, and findings for the others."""
    for case in cases(seed, count):
        why = judge(case.run())
        yield case if why is None else Finding(case, why)


def main() -> int:
    """Run what the command line asks for, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cases", type=int, default=1000)
    given = parser.parse_args()
    ran: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for outcome in campaign(given.seed, given.cases):
        case = outcome.case if isinstance(outcome, Finding) else outcome
        ran[case.kind] += 1
        if isinstance(outcome, Finding):
            found[case.kind] += 1
            print(f"{outcome.why}\n  {case.shown!r}", flush=True)
    for kind, number in sorted(ran.items()):
        print(f"{kind}: {number} cases, {found[kind]} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
