"""Results by hand: every outcome, and texts that every format has to escape."""

from math import inf, nan

from gradcli.answers.check_results import Difference, Failure, FileResult, Summary

APART = Failure(
    "assert",
    "Tensor-likes are not close!",
    line=4,
    column=8,
    end_line=4,
    end_column=20,
    expected="tensor([1., 2.])",
    got="tensor([[1., 2.],\n        [3., nan]])",
    difference=Difference(1.5, inf, (1, 0), "2.0", "3.5"),
)
DETAILED = Failure(
    "error",
    "name 'y' is not defined",
    line=2,
    end_line=3,
    end_column=1,
    details="2 │ y\n  └ here\n",
)
HOSTILE = Failure(
    "output",
    '::error file=x::50% of\n<b>&"]]>`` is \x1b[31m: a, b # \\ \ud800\x00',
    expected="a\tb",
    got="\x07--- ... ```` ::set-output name=x::",
    difference=Difference(nan, nan, (), "nan", "-inf"),
)
KINK = Failure("kink", "abs has a kink at 0", line=7)
SKIPPED = Failure("skipped", "import os")

SUMMARY = Summary(
    (
        FileResult("formulas/square.grad", "passed", 3, seconds=0.25),
        FileResult("./formulas/two words, 100%:#1.grad", "failed", 5, (APART, APART), (KINK,)),
        FileResult("wrong.py", "wrong", 1, (DETAILED,), seconds=1.5),
        FileResult("/tmp/hostile.md", "failed", 1, (HOSTILE,)),
        FileResult("gone.grad", "unreadable", failures=(Failure("unreadable", "no such file"),)),
        FileResult("setup.py", "empty", notes=(SKIPPED,)),
        FileResult("kink.grad", "passed", 1, notes=(KINK,)),
    ),
    2.0,
)
WELL = Summary((FileResult("a.grad", "passed", 2, seconds=0.5),), 0.5)
NOTHING = Summary((), 0.0)

ALL = (SUMMARY, WELL, NOTHING)


def many(failures: int, notes: int = 0) -> Summary:
    """Return a run of one file with so many failures and notes, each on a line of its own."""
    failed = tuple(Failure("assert", f"failure {n}", line=n) for n in range(1, failures + 1))
    noted = tuple(Failure("kink", f"note {n}", line=n) for n in range(1, notes + 1))
    outcome = "failed" if failures else "passed"
    return Summary((FileResult("many.grad", outcome, failures + notes, failed, noted),), 1.0)
