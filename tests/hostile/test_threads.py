"""Runs at once and runs within runs: each has its own grad mode, defaults, seed and variables."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import gradcli
from gradcli.errors import GradcliError
from gradcli.language.limits import Limits
from gradcli.language.memory import memory_limit
from gradcli.language.run import run

resource = pytest.importorskip("resource")

CHANGING = """
torch.manual_seed({n})
torch.set_default_dtype(torch.float64 if {n} % 2 else torch.float32)
torch.set_grad_enabled({n} % 3 != 0)
torch.set_printoptions(precision={n} % 5 + 1)
import random, numpy
random.seed({n}); numpy.random.seed({n})
x = ones(3, requires_grad=True)
first = torch.rand(2).tolist(), random.random()
for i in range(50):
    y = (x * i).exp().sum()
seen = torch.get_default_dtype(), torch.is_grad_enabled(), y.requires_grad, str(tensor(1 / 3))
second = torch.rand(2).tolist(), random.random(), numpy.random.rand()
"""


def outcome(n: int) -> tuple[Any, ...]:
    """Run a program that changes all there is to change, and return what it saw."""
    found = run(CHANGING.format(n=n)).variables
    return found["first"], found["second"], found["seen"]


def test_runs_at_once() -> None:
    """A run in a thread sees nothing of those beside it."""
    alone = [outcome(n) for n in range(12)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(outcome, [*range(12)] * 3)) == alone * 3


def test_what_a_run_changes_ends_with_it() -> None:
    """Grad mode, default type, printing and a seed are those of before."""
    gradcli.manual_seed(5)
    expected = gradcli.rand(2).tolist()
    gradcli.manual_seed(5)
    run("torch.set_default_dtype(torch.float64); torch.set_grad_enabled(False)", seed=3)
    assert gradcli.rand(2).tolist() == expected
    assert gradcli.get_default_dtype() is gradcli.float32
    assert gradcli.is_grad_enabled()


def test_runs_within_runs() -> None:
    """A run that begins inside another, as in what takes its text, leaves that one as it was."""
    seen: list[Any] = []

    def inside(text: str) -> None:
        limits = Limits(max_items=10, max_elements=10)
        source = "torch.set_grad_enabled(False); torch.set_default_dtype(torch.float64); rand(1)"
        seen.append(run(source, seed=1, limits=limits).value.dtype)
        with pytest.raises(GradcliError):
            run("[0] * 11", limits=limits)

    source = "x = torch.rand(1); print(1); y = torch.rand(1); z = [0] * 100; w = ones(100)"
    nested = run(f"{source}\ntorch.is_grad_enabled(), ones(1).dtype", seed=7, write=inside)
    plain = run(source, seed=7)
    assert seen == [gradcli.float64, gradcli.float64][:1] * len(seen)
    assert nested.value == (True, gradcli.float32)
    for name in ("x", "y"):
        assert nested.variables[name].tolist() == plain.variables[name].tolist()


def test_limits_in_threads() -> None:
    """A thread's limits are its own, time included."""

    def bounded(n: int) -> str:
        try:
            run(
                "i = 0\nwhile True: i += 1",
                limits=Limits(timeout=0.3) if n % 2 else Limits(max_steps=99),
            )
        except GradcliError as error:
            return error.message
        return ""

    with ThreadPoolExecutor(4) as pool:
        messages = list(pool.map(bounded, range(8)))
    steps, time = "the program ran for more than 99 steps", "the program ran for more than 0.3 s"
    assert messages == [steps, time] * 4


def test_limits_of_memory_end_with_the_last_run() -> None:
    """Runs that end in another order than they began leave the process the limit it had."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    first, second = memory_limit(most=2**34), memory_limit(most=2**33)
    first.__enter__()
    second.__enter__()
    lower, _ = resource.getrlimit(resource.RLIMIT_AS)
    first.__exit__()
    inside, _ = resource.getrlimit(resource.RLIMIT_AS)
    second.__exit__()
    assert inside == lower != before[0]
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_operators_at_once_leave_no_limit_of_memory() -> None:
    """Operators that are computed with little memory end in any order."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    program = "x = ones(64, 64)\nfor i in range({}): x = (x @ x) / 64\nx.sum().item()"
    limits = Limits(max_elements=10**6)

    def sum_after(turns: int) -> float:
        return float(run(program.format(turns), limits=limits).value)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(sum_after, range(5, 45))) == [4096.0] * 40
    assert resource.getrlimit(resource.RLIMIT_AS) == before
