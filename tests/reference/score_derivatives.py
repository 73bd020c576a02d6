"""Score derivatives beside those that a person wrote: answered, right, and how long.

usage: python tests/reference/score_derivatives.py [FILE] [-v]      (-v: a line for each)

A line of ``tests/data/forms/people.txt`` is ``by^order | expression ; facts | shapes | answer``;
without shapes they are found as for a user. Lengths are counted without spaces and without the
statements that only name a size. SymPy's own texts are recorded beside, by ``record_sympy.py``.
"""

from __future__ import annotations

import signal
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from gradcli.answers.agreement import moved  # noqa: E402
from gradcli.answers.domain import inside  # noqa: E402
from gradcli.answers.followed import define, session_of, values  # noqa: E402
from gradcli.answers.formula import differentiate  # noqa: E402
from gradcli.answers.problem import Problem, problem_of  # noqa: E402
from gradcli.core.tensor import Tensor  # noqa: E402
from gradcli.errors import GradcliError  # noqa: E402

DATA = ROOT / "tests" / "data" / "forms"
LONG = 1.3
LIMIT = 30


class Case(NamedTuple):
    """A derivative to write, with a person's."""

    section: str
    by: str
    order: int
    source: str
    assumed: str
    shapes: str
    answer: str


def cases(path: Path = DATA / "people.txt") -> Iterator[Case]:
    """Yield what a file asks for."""
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif not line.startswith("#"):
            by, rest = line.split(" | ", 1)
            source, shapes, answer = rest.rsplit(" |", 2)
            by, _, order = by.partition("^")
            source, _, assumed = source.partition(" ; ")
            yield Case(
                section, by, int(order or 1), source, assumed, shapes.strip(), answer.strip()
            )


def problem(case: Case) -> Problem:
    """Return the problem that a user would give."""
    shapes: dict[str, tuple[int, ...]] = {}
    constants: dict[str, Any] = {}
    for part in case.shapes.split():
        name, _, sizes = part.partition("=")
        if sizes.startswith("i"):
            top, count = map(int, sizes[1:].split(","))
            constants[name] = Tensor(np.arange(count) * 7 % top)
        else:
            shapes[name] = tuple(map(int, sizes.split(","))) if sizes else ()
    return inside(
        problem_of(
            case.source,
            {},
            shapes,
            constants,
            (case.by,),
            order=case.order,
            assumed=case.assumed,
        )
    )


def is_right(found: Problem, text: str) -> bool:
    """Tell whether a person's answer is the derivative at three points."""
    generator = np.random.default_rng(5)
    for scale in (1, 1, 1.3):
        arrays = found.holding(
            {
                n: a if n in found.fixed else moved(a, scale, generator)
                for n, a in found.arrays.items()
            }
        )
        want = values(found, arrays)
        if want is None:
            continue
        with session_of() as session:
            define(session, found, arrays, ())
            got = session.evaluate(text).value
        got = np.asarray(got.array if isinstance(got, Tensor) else float(got))
        if got.shape not in ((), want[0].shape) or not np.allclose(
            np.broadcast_to(got, want[0].shape), want[0], rtol=1e-7, atol=1e-8, equal_nan=True
        ):
            return False
    return True


def length(text: str) -> int:
    """Return how many characters a text has, without spaces and names of sizes."""
    lines = [line for line in text.splitlines() if not _names_a_size(line)]
    return len("".join("\n".join(lines).split()))


def _names_a_size(line: str) -> bool:
    _, _, value = line.partition(" = ")
    return value.startswith("len(") or ".shape[" in value


def answer_of(case: Case) -> str:
    """Return what gradcli writes."""
    return differentiate(problem(case)).text


def beside_sympy(path: Path = DATA / "people.txt") -> dict[str, list[float]]:
    """Return SymPy's lengths by a person's, by section."""
    recorded = (line.split(" | ") for line in (DATA / "sympy.txt").read_text().splitlines())
    texts = {(by, source): text for by, source, text in recorded}
    found: dict[str, list[float]] = {}
    for case in cases(path):
        by = case.by if case.order == 1 else f"{case.by}^{case.order}"
        text = texts.get((by, case.source))
        if text is not None:
            found.setdefault(case.section, []).append(length(text) / length(case.answer))
    return found


def _late(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    """Print a table, a line a section."""
    verbose = "-v" in sys.argv
    files = [Path(arg) for arg in sys.argv[1:] if not arg.startswith("-")]
    signal.signal(signal.SIGPROF, _late)
    ratios: dict[str, list[float]] = {}
    refused: dict[str, int] = {}
    slowest = 0.0
    for case in cases(*files):
        own = ratios.setdefault(case.section, [])
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        try:
            given = problem(case)
            text = differentiate(given).text
        except (GradcliError, TimeoutError) as error:
            refused[case.section] = refused.get(case.section, 0) + 1
            print(f"refused: {case.source} by {case.by}: {str(error)[:120]}")
            continue
        except Exception as error:
            refused[case.section] = refused.get(case.section, 0) + 1
            print(f"BROKEN:  {case.source} by {case.by}: {type(error).__name__} {error}"[:300])
            continue
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        slowest = max(slowest, time.process_time() - start)
        try:
            if not is_right(given, case.answer):
                print(f"THEIRS IS WRONG: {case.source} by {case.by}: {case.answer}; {text}")
        except GradcliError as error:
            print(f"THEIRS FAILS: {case.source} by {case.by}: {case.answer}: {error}")
        own.append(length(text) / length(case.answer))
        if verbose or own[-1] > LONG:
            print(
                f"{own[-1]:6.2f}  {case.source} by {case.by}^{case.order}: {text!r}  {case.answer}"
            )
    print(f"{'':26}  asked  answered  median   mean  worst  over {LONG}")
    every = [ratio for own in ratios.values() for ratio in own]
    for name, own in [*ratios.items(), ("all", every)]:
        answered = len(own)
        count = answered + (sum(refused.values()) if name == "all" else refused.get(name, 0))
        long = sum(ratio > LONG for ratio in own)
        own = own or [float("nan")]
        print(
            f"{name:26}  {count:5}  {answered:8}  {statistics.median(own):6.2f} "
            f"{statistics.mean(own):6.2f} {max(own):6.2f}  {long:4} {long / len(own):6.1%}"
        )
    print(f"slowest {slowest:.2f} s")
    for section, found in beside_sympy(*files).items():
        long = sum(ratio > LONG for ratio in found)
        mean, median = statistics.mean(found), statistics.median(found)
        figures = f"{median:.2f} {mean:.2f} {max(found):.2f} {long}"
        print(f"SymPy, {section:19}  {len(found):5}  {figures}")


if __name__ == "__main__":
    main()
