"""Differentiate the operators' own examples: how many that have a gradient have a text.

usage: python tests/reference/score_examples.py [NAME...]

An example whose result is no number is differentiated as its sum, and as it stands: a Jacobian, or
a linear map. An example has a gradient where one of its inputs gets one that is not all zero.
"""

from __future__ import annotations

import signal
import sys
import time
import warnings
from collections import Counter
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from gradcli.answers.catalogue import entries  # noqa: E402
from gradcli.answers.domain import inside  # noqa: E402
from gradcli.answers.examples import Example, example_of  # noqa: E402
from gradcli.answers.formula import differentiate  # noqa: E402
from gradcli.answers.inputs import define  # noqa: E402
from gradcli.answers.problem import problem_of  # noqa: E402
from gradcli.errors import GradcliError  # noqa: E402
from gradcli.language.run import Session  # noqa: E402

LIMIT = 30


def differentiable(example: Example | None) -> bool:
    """Tell whether an example has a gradient."""
    return example is not None and any(np.any(g.data) for g in example.report.gradients)


def text_of(example: Example, program: str) -> str:
    """Return the derivative of an example by all inputs that it differentiates by."""
    with Session(dtype="float64") as session:
        inputs, constants = define(example.inputs, session)
    arrays = {name: tensor.array for name, tensor in inputs.items()}
    problem = problem_of(program, arrays, {}, constants, tuple(arrays))
    return differentiate(inside(problem)).text


def _late(*_: object) -> None:
    raise TimeoutError


def outcome(example: Example, program: str) -> tuple[str, str]:
    """Return how a derivative ended, and its text or what was said."""
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        return "text", text_of(example, program)
    except GradcliError as error:
        return "refused", str(error)
    except TimeoutError:
        return "slow", f"{LIMIT} s"
    except Exception as error:
        return "BROKEN", f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main() -> None:
    """Print what has no text, and a line of figures."""
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGPROF, _late)
    wanted = sys.argv[1:]
    found: dict[str, Counter[str]] = {"sum": Counter(), "as it stands": Counter()}
    for entry in entries():
        if wanted and entry.name not in wanted:
            continue
        example = example_of(entry)
        if example is None or not differentiable(example):
            continue
        lines = example.program.splitlines()
        programs = {"as it stands": example.program, "sum": example.program}
        if example.gradient is not None:
            programs["sum"] = "\n".join([*lines[:-1], f"({lines[-1]}).sum()"])
        for way, program in programs.items():
            start = time.process_time()
            kind, said = outcome(example, program)
            took = time.process_time() - start
            found[way][kind] += 1
            if kind != "text" or wanted or took > 2:
                print(f"{way}: {entry.name}: {kind} {took:.1f} s: {program}: {said}"[:300])
    for way, kinds in found.items():
        print(f"{way}: {kinds['text']} of {kinds.total()}: {dict(kinds)}")


if __name__ == "__main__":
    main()
