"""Record how SymPy writes the derivatives by one number of the sets in ``tests/data/forms``.

usage: python tests/reference/record_sympy.py          (needs SymPy, and nothing of gradcli's)

A line of ``sympy.txt`` is ``by^order | expression | the simplified derivative``; what SymPy does
not have, or takes more than a minute for, is left out.
"""

from __future__ import annotations

import re
import signal
from itertools import chain
from pathlib import Path

import sympy

DATA = Path(__file__).parents[1] / "data" / "forms"
SETS = ("people.txt", "textbooks.txt", "courses.txt")
SECTIONS = (
    "one variable",
    "higher orders",
    "several numbers",
    "physics",
    "finance and economics",
    "physics and engineering",
)
NAMES = {
    "abs": sympy.Abs,
    "relu": lambda x: sympy.Max(x, 0),
    "where": lambda test, yes, no: sympy.Piecewise((yes, test), (no, True)),
    "sigmoid": lambda x: 1 / (1 + sympy.exp(-x)),
    "lgamma": sympy.loggamma,
    "erfinv": sympy.erfinv,
    "log1p": lambda x: sympy.log(1 + x),
    "log10": lambda x: sympy.log(x, 10),
    "log2": lambda x: sympy.log(x, 2),
    "logit": lambda x: sympy.log(x / (1 - x)),
    "softplus": lambda x: sympy.log(1 + sympy.exp(x)),
    "clamp": lambda x, low, high: sympy.Min(sympy.Max(x, low), high),
}


def main() -> None:
    """Write ``sympy.txt``."""
    signal.signal(signal.SIGPROF, _late)
    section, lines = "", []
    given = [(DATA / name).read_text(encoding="utf-8").splitlines() for name in SETS]
    for line in chain.from_iterable(given):
        if line.startswith("## "):
            section = line[3:]
        elif section in SECTIONS and not line.startswith("#") and "=3" not in line:
            by, rest = line.split(" | ", 1)
            source = rest.rsplit(" |", 2)[0]
            signal.setitimer(signal.ITIMER_PROF, 60)
            try:
                lines.append(f"{by} | {source.partition(' ; ')[0]} | {_derivative(by, source)}")
            except Exception as error:
                print(f"left out: {source}: {type(error).__name__}")
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
    (DATA / "sympy.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _derivative(by: str, source: str) -> str:
    name, _, order = by.partition("^")
    text = source.partition(" ; ")[0].replace("F.", "").replace("torch.", "")
    words = set(re.findall(r"[A-Za-z]\w*", text))
    letters = {w: sympy.Symbol(w, real=True) for w in words if len(w) == 1}
    expr = eval(text, {**vars(sympy), **NAMES, **letters})
    return str(sympy.simplify(sympy.diff(expr, letters[name], int(order or 1))))


def _late(*_: object) -> None:
    raise TimeoutError


if __name__ == "__main__":
    main()
