"""A program's checks: what holds passes, the rest is reported with both sides and its place."""

from __future__ import annotations

from math import isinf, isnan

import pytest

from gradcli.answers.check_results import EMPTY, FAILED, PASSED, WRONG, Failure, FileResult
from gradcli.checks.options import Options
from gradcli.checks.programs import Checker, check_program
from gradcli.core.state import STATE
from gradcli.report.checks.details import worded


def check(text: str, **options: object) -> FileResult:
    """Check a program."""
    return worded(check_program(text, "test.grad", Options(**options)))  # type: ignore[arg-type]


def only(text: str, **options: object) -> Failure:
    """Return the one failure of a program."""
    (failure,) = check(text, **options).failures
    return failure


LEAF = "x = torch.tensor([1.0, 2.0], requires_grad=True)\n(x ** 2).sum().backward()\n"


# Assertions


def test_what_holds_passes() -> None:
    """Checks are counted once each, however often they are reached."""
    text = LEAF + "for i in range(3):\n    assert i < 3\nassert torch.equal(x.grad, 2 * x)\n"
    result = check(text + "torch.testing.assert_close(x.grad, 2 * x.detach())\n")
    assert (result.outcome, result.checks, result.failures) == (PASSED, 3, ())


def test_nothing_to_check() -> None:
    """A program without a check that is reached has nothing to check."""
    assert check("x = 1").outcome == EMPTY
    assert check("def f():\n    assert False\n").outcome == EMPTY


@pytest.mark.parametrize(
    "test",
    [
        "torch.allclose(x.grad, right)",
        "x.grad.allclose(right)",
        "allclose(x.grad, right, rtol=1e-5), 'the gradient'",
        "torch.equal(x.grad, right)",
        "(x.grad == right).all()",
        "torch.all(x.grad == right)",
        "torch.all(torch.isclose(x.grad, right))",
        "abs(x.grad - right).max() < 1e-6",
        "(x.grad - right).abs().max().item() <= 1e-6",
        "torch.max(torch.abs(x.grad - right)) < 1e-6",
        "(x.grad - right).norm() < 1e-3",
    ],
)
def test_sides_of_an_assertion(test: str) -> None:
    """In whatever way tensors are compared, both are told, and where they are farthest apart."""
    failure = only(LEAF + f"right = torch.tensor([2.0, 5.0])\nassert {test}\n")
    assert (failure.kind, failure.line, failure.column) == ("assert", 4, 1)
    assert failure.got == "tensor([2., 4.])"
    assert failure.expected == "tensor([2., 5.])"
    assert failure.difference is not None
    assert failure.difference._asdict() == {
        "absolute": 1.0,
        "relative": pytest.approx(0.2),
        "position": (1,),
        "expected": "5.0",
        "got": "4.0",
    }


@pytest.mark.parametrize(
    ("test", "got", "expected"),
    [
        ("3 == 4", "3", "4"),
        ("3 > 4", "3", "> 4"),
        ("x.grad[0] < 1e-3", "tensor(2.)", "< 0.001"),
        ("math.isclose(1.0, 2.0)", "1.0", "2.0"),
        ("[1, 2] == [1, 3]", "[1, 2]", "[1, 3]"),
        ("False", None, None),
        ("1 == 1 and 2 == 3", None, None),
    ],
)
def test_sides_of_other_assertions(test: str, got: str | None, expected: str | None) -> None:
    """Numbers are told as well; where an assertion compares nothing, nothing is made up."""
    failure = only(LEAF + f"assert {test}\n")
    assert (failure.got, failure.expected) == (got, expected)


def test_headline_of_an_assertion() -> None:
    """The message is the program's, or else the assertion itself."""
    assert only("assert 1 > 2, 'too small'").message == "AssertionError: too small"
    assert only("assert 1 > 2").message == "AssertionError: assert 1 > 2"


def test_assert_close_tells_its_sides() -> None:
    """Of nested values, the pair that is not close."""
    failure = only("torch.testing.assert_close([1.0, torch.ones(2)], [1.0, torch.zeros(2)])")
    assert failure.kind == "assert"
    assert failure.message == "AssertionError: Tensor-likes are not close!"
    assert (failure.got, failure.expected) == ("tensor([1., 1.])", "tensor([0., 0.])")
    assert failure.difference is not None and isinf(failure.difference.relative)
    assert failure.details is not None and "Greatest absolute difference" in failure.details


def test_nan_and_infinity_are_named() -> None:
    """What is no number has its name, and the difference to it is none."""
    failure = only("assert torch.equal(tensor([1.0, nan, inf]), tensor([1.0, 2.0, 3.0]))")
    assert failure.difference is not None
    assert isnan(failure.difference.absolute)
    assert (failure.difference.position, failure.difference.got) == ((1,), "NaN")
    failure = only("assert torch.equal(tensor([nan, -inf]), tensor([nan, 3.0]))")
    assert failure.difference is not None
    assert isinf(failure.difference.absolute)
    assert (failure.difference.position, failure.difference.got) == ((1,), "-Infinity")


# Programs that are wrong


def test_wrong_programs() -> None:
    """An error is reported at its place, with the diagnostic; what was checked before counts."""
    result = check("assert True\na = torch.ones(2, 3)\na @ a\nassert True")
    (failure,) = result.failures
    assert (result.outcome, result.checks) == (WRONG, 1)
    assert (failure.kind, failure.line, failure.column) == ("error", 3, 3)
    assert failure.message.startswith("RuntimeError: mat1 and mat2 shapes cannot be multiplied")
    assert failure.details is not None and "did you mean `a @ a.T`?" in failure.details


@pytest.mark.parametrize("text", ["x = (", "async def f():\n    pass\n", "x = ?"])
def test_no_program(text: str) -> None:
    """What is no program of the language is wrong where it was named."""
    assert check(text).outcome == WRONG


def test_python_outside_the_language() -> None:
    """In a directory, Python that is more than the language is skipped, and nothing else is."""
    skipped = check("async def f():\n    pass\n", lenient=True)
    assert skipped.outcome == EMPTY
    assert skipped.notes[0].kind == "skipped"
    imports = check("import http.client\nprint(http.client)\n", lenient=True)
    assert "the module http.client is not in the language" in imports.notes[0].message
    assert check("x = (\n", lenient=True).outcome == WRONG
    assert check("x = undefined\n", lenient=True).outcome == WRONG
    assert check("import torch, math\nfrom torch.nn import functional\n", lenient=True).notes == ()


def test_output_is_bounded() -> None:
    """A program that prints too much is stopped, and what it printed is nowhere."""
    failure = only("while True:\n    print('x' * 1000)\n", max_output=100_000)
    assert failure.message == "RuntimeError: the program printed more than 100000 characters"


# Isolation


def test_each_file_starts_anew() -> None:
    """Modes, dtype, print options and the seed of one file are not those of the next."""
    before = (STATE.grad_enabled, STATE.default_dtype, STATE.observers)
    check(
        "torch.set_default_dtype(torch.float64)\ntorch.set_grad_enabled(False)\n"
        "torch.set_printoptions(precision=1)\ntorch.rand(3)\nassert False"
    )
    assert (STATE.grad_enabled, STATE.default_dtype, STATE.observers) == before
    result = check(
        "torch.ones(1).dtype  # expect: torch.float32\n"
        "torch.is_grad_enabled()  # expect: True\n"
        "print(torch.tensor(0.12345))  # expect: tensor(0.1235)\n"
    )
    assert result.failures == ()


def test_seed() -> None:
    """Random numbers are those of the seed, in every run."""
    text = "x = torch.rand(1).item()\nx  # expect:\n"
    got = {only(text).got, only(text).got, only(text, seed=0).got}
    assert len(got) == 1
    assert only(text, seed=1).got not in got


def test_dtype() -> None:
    """The default dtype can be another one."""
    assert check("torch.ones(1).dtype  # expect: torch.float64", dtype="float64").failures == ()


# Several texts


def test_texts_that_share_variables() -> None:
    """Texts run one after the other; after an error the next can still run."""
    with Checker("doc.md", Options()) as checker:
        run = checker.run("x = 2\nprint('two')\nx * 2")
        assert run is not None and run.value == 4 and run.stdout == "two\n"
        assert checker.run("y = x / 0", line_offset=10) is None
        assert checker.diagnostic is not None and checker.diagnostic.kind == "ZeroDivisionError"
        assert checker.run("assert x == 2\nx  # expect: 3", line_offset=20) is not None
        assert checker.diagnostic is None
        assert checker.run("assert x == 2") is not None
    assert checker.checks == 3
    assert [(failure.kind, failure.line) for failure in checker.failures] == [
        ("error", 11),
        ("expect", 22),
    ]


def test_outcomes() -> None:
    """A check that fails is one thing, a wrong program another."""
    assert check("assert False").outcome == FAILED
    assert check("1 # expect: 2").outcome == FAILED
    assert check("1 # expect: 2\n1 / 0").outcome == WRONG
