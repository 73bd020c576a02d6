"""Differentiate random expressions: how many are wrong, refused, slow, or end in an error of ours.

usage: python tests/reference/fuzz_derivatives.py [COUNT] [SEED]

An expression is of numbers, vectors and matrices of fixed sizes, and right by construction; every
text is checked at several points before it is returned, so a wrong one is an error of ours.
"""

from __future__ import annotations

import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from gradcli.answers.formula import derive  # noqa: E402
from gradcli.errors import GradcliError  # noqa: E402

SHAPES = {"s": (), "t": (), "x": (3,), "y": (3,), "A": (3, 3), "B": (3, 3)}
BY_RANK = {0: "st", 1: "xy", 2: "AB"}
UNARY = (
    *("sin", "cos", "tanh", "exp", "sigmoid", "atan", "relu", "abs", "F.softplus", "erf", "cosh"),
    *("sinh", "F.silu", "log1p", "F.gelu", "F.elu", "expm1", "sqrt", "log", "square", "tan"),
    *("asinh", "F.leaky_relu", "F.softsign"),
)
POSITIVE = {"sqrt", "log", "log1p"}
NUMBERS = ("2", "3", "0.5", "1", "4", "pi", "0.1", "sqrt(2)", "1.7")
REDUCED = ("sum({})", "mean({})", "norm({})", "logsumexp({}, 0)", "prod({})", "var({})", "max({})")
OF_MATRIX = ("trace({})", "sum({})", "logdet({0} @ {0}.T + eye(3))", "norm({})", "det({})")
SLOW = 2.0


class Maker:
    """Makes expressions of some rank and depth."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def made(self, rank: int, depth: int) -> str:
        """Return an expression with brackets where it needs them."""
        if depth <= 0:
            return self.random.choice(BY_RANK[rank])
        return self.random.choice((self._number, self._vector, self._matrix)[rank : rank + 1])(
            depth - 1
        )

    def _elementwise(self, rank: int, depth: int) -> str:
        way = self.random.randrange(10)
        a = self.made(rank, depth)
        if way < 3:
            name = self.random.choice(UNARY)
            return f"{name}({a}**2 + 1)" if name in POSITIVE else f"{name}({a})"
        if way == 3:
            return f"({a})**{self.random.choice(('2', '3', '2', '4'))}"
        if way == 4:
            return f"({a}) / (({self.made(rank, depth - 1)})**2 + 1)"
        if way == 5:
            return f"{self.random.choice(NUMBERS)} * ({a})"
        other = self.made(self.random.choice((0, rank)), depth)
        return f"({a}) {self.random.choice('+-*')} ({other})"

    def _number(self, depth: int) -> str:
        way = self.random.randrange(6)
        if way == 0:
            return self.random.choice(REDUCED).format(self.made(1, depth))
        if way == 1:
            return self.random.choice(OF_MATRIX).format(f"({self.made(2, depth)})")
        if way == 2:
            return f"({self.made(1, depth)}) @ ({self.made(1, depth)})"
        return self._elementwise(0, depth)

    def _vector(self, depth: int) -> str:
        way = self.random.randrange(8)
        if way == 0:
            return f"({self.made(2, depth)}) @ ({self.made(1, depth)})"
        if way == 1:
            return f"softmax({self.made(1, depth)}, 0)"
        if way == 2:
            return self.random.choice(("diag({})", "sum({}, 0)", "mean({}, 1)", "({})[0]")).format(
                self.made(2, depth)
            )
        if way == 3:
            return f"where({self.made(1, depth)} > 0, {self.made(1, depth)}, {self.made(1, depth)})"
        return self._elementwise(1, depth)

    def _matrix(self, depth: int) -> str:
        way = self.random.randrange(8)
        if way == 0:
            return f"({self.made(2, depth)}) @ ({self.made(2, depth)})"
        if way == 1:
            return f"({self.made(2, depth)}).T"
        if way == 2:
            return f"outer({self.made(1, depth)}, {self.made(1, depth)})"
        if way == 3:
            return f"diag({self.made(1, depth)})"
        if way == 4:
            return f"softmax({self.made(2, depth)}, 1)"
        return self._elementwise(2, depth)


def _late(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    """Print what went wrong, and a line of figures."""
    given = [int(arg) for arg in sys.argv[1:]]
    count, seed = [*given, *(1000, 0)[len(given) :]]
    signal.signal(signal.SIGPROF, _late)
    found: Counter[str] = Counter()
    slowest = 0.0
    for number in range(count):
        maker = Maker(seed * 1_000_003 + number)
        text = maker.made(0, maker.random.choice((2, 3, 3, 4)))
        by = maker.random.choice([name for name in SHAPES if _occurs(name, text)] or ["x"])
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, 60)
        try:
            derive(text, {}, SHAPES, {}, (by,))
            kind, why = "right", ""
        except GradcliError as error:
            kind, why = "refused", str(error)
        except TimeoutError:
            kind, why = "slow", "60 s"
        except Exception as error:
            wrong = type(error).__name__ == "Defect"
            kind, why = "wrong" if wrong else "broken", f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        took = time.process_time() - start
        slowest = max(slowest, took)
        found[kind] += 1
        found["over 2 s"] += took > SLOW
        if kind != "right" or took > SLOW:
            print(f"{kind} {took:.1f} s: {text}  by {by}: {why[:160]}", flush=True)
    print(f"{count}: {dict(found)}, slowest {slowest:.1f} s")


def _occurs(name: str, text: str) -> bool:
    around = f" {text} "
    return any(
        not (around[i - 1].isalnum() or around[i + 1].isalnum() or around[i - 1] in "._")
        and around[i - 1 : i + 2] != ".T"
        for i in range(1, len(around) - 1)
        if around[i] == name
    )


if __name__ == "__main__":
    main()
