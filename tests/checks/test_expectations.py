"""Expectation comments: what they speak of, what counts as expected, and how they are updated."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from gradcli.answers.check_results import PASSED, Failure
from gradcli.checks.check import check_file
from gradcli.checks.options import Options
from gradcli.checks.programs import check_program, inspect


def failures(text: str) -> tuple[Failure, ...]:
    """Return what fails in a program."""
    return check_program(text, "test.grad", Options()).failures


def holds(text: str) -> bool:
    """Tell whether everything that a program's comments expect is so, and something is."""
    result = check_program(text, "test.grad", Options())
    return result.outcome == PASSED


X = "x = torch.tensor([1.0, 2.0], requires_grad=True)\n(x ** 2).sum().backward()\n"


@pytest.mark.parametrize(
    "line",
    [
        "4.5  # expect: 4.5",
        "4.5  #expect:4.5",
        "4.5  # Expect:   4.5   ",
        "4.5  # the value  # expect: 4.5",
        "4.5001  # expect: 4.5 ± 1e-3",
        "4.5001  # expect: 4.5 +- 1e-3",
        "4.5001  # expect: 4.5 +/- 1e-3",
        "4.5001  # expect: 4.5 ± 1%",
        "450.1  # expect: 450 ± 1%",
        "1 + 1e-9  # expect: 1",
        "x.grad  # expect: tensor([2., 4.])",
        "x.grad  # expect: [2, 4]",
        "x.grad  # expect: 2 * x",
        "x.grad  # expect: [2., 4.] ± 1e-9",
        "x  # expect: tensor([1., 2.], requires_grad=True)",
        "x  # expect: [1., 2.]",
        "x.sum()  # expect: tensor(3., grad_fn=<SumBackward0>)",
        "x.sum() * 1.0001  # expect: tensor(3., grad_fn=<MulBackward0>) ± 1e-2",
        "x.sum()  # expect: 3",
        "x.detach() / 3  # expect: [0.3333, 0.6667]",
        "x.detach() * inf  # expect: [inf, inf]",
        "x.detach() * nan  # expect: [nan, nan]",
        "math.nan  # expect: nan",
        "math.pi  # expect: pi",
        "y = x.sum().item()  # expect: 3",
        "y = z = 3  # expect: 3",
        "a, *b = 1, 2, 3  # expect: (1, 2, 3)",
        "d = {}; d['k'] = 3  # expect: 3",
        "n = 1; n += 2  # expect: 3",
        "'some text'  # expect: some text",
        "'some text'  # expect: 'some text'",
        "'4.0'  # expect: 4.0",
        "(1, 'a')  # expect: (1, 'a')",
        "{'a': torch.ones(2)}  # expect: {'a': torch.ones(2)}",
        "autograd.grad(x.sum(), x)  # expect: (tensor([1., 1.]),)",
        "None  # expect: None",
        "True  # expect: True",
        "x.shape  # expect: torch.Size([2])",
        "x.shape  # expect: (2,)",
        "print('a', 2)  # expect: a 2",
        "print(1.0001, 'm')  # expect: 1.0 m ± 0.01",
        "torch.ones(2).bfloat16()  # expect: [1, 1]",
        "1j * 1j  # expect: -1",
    ],
)
def test_expected(line: str) -> None:
    """What is written down may be what is printed, or an expression; numbers need to be close."""
    assert failures(X + line) == ()
    assert holds(X + line)


@pytest.mark.parametrize(
    "line",
    [
        "4.5001  # expect: 4.5",
        "4.5001  # expect: 4.5 ± 1e-5",
        "1e-6  # expect: 5e-6",
        "torch.tensor(1e-6)  # expect: 5e-6",
        "0.045  # expect: 0.04 ± 1%",
        "torch.tensor([1000., 0.005])  # expect: [1000., 0.]",
        "torch.tensor([1., 1e-3])  # expect: [1., 1.1e-3] ± 0",
        "2**60  # expect: 2**60 + 1",
        "x.grad  # expect: [2., 4., 4.]",
        "x.grad  # expect: [[2., 4.]]",
        "x.grad  # expect: 2",
        "1  # expect: 2",
        "x.detach() / 3  # expect: [0.3333, 0.6667] ± 1e-7",
        "x.detach() * nan  # expect: [1., nan]",
        "math.inf  # expect: -inf",
        "math.inf  # expect: 1e308",
        "'some text'  # expect: another",
        "'4'  # expect: 5",
        "None  # expect: 0",
        "0  # expect: None",
        "True  # expect: False",
        "print('a', 2)  # expect: a 3",
        "print('a 2.5 b')  # expect: a 2.5 c ± 1",
        "(1, 2)  # expect: (1, 3)",
        "(1, 'a')  # expect: (1, 'b')",
        "{'a': 1}  # expect: {'b': 1}",
        "1  # expect: undefined",
        "1  # expect: (",
        "1  # expect:",
        "1  # expect: ± 0.1",
        "10**5000  # expect: 3",
        "10**5000  # expect: " + 5000 * "1",
        "a = []; a.append(a); a  # expect: [[1]]",
        "a = [1]; a = [a for i in range(3)]; a  # expect: [[1], [1], [2]]",
        "'x' * 10**6  # expect: y",
        "3  # expect: x" + 10**5 * "y",
    ],
)
def test_unexpected(line: str) -> None:
    """What is something else fails, however little it differs."""
    (failure,) = failures(X + line)
    assert failure.kind == "expect"
    assert failure.line == 3
    assert len(repr(failure)) < 20_000  # whatever the two sides are


def test_report() -> None:
    """A failure tells both sides and how far they are apart, at the place of the statement."""
    (failure,) = failures(X + "x.grad  # expect: [2, 5] ± 1e-6\n")
    assert failure.message == "expected [2, 5] ± 1e-6, got tensor([2., 4.])"
    assert (failure.expected, failure.got) == ("[2, 5] ± 1e-6", "tensor([2., 4.])")
    assert failure.difference is not None
    assert failure.difference.position == (1,)
    assert (failure.line, failure.column, failure.end_line, failure.end_column) == (3, 1, 3, 7)


# What a comment speaks of


@pytest.mark.parametrize(
    "text",
    [
        "2\n# expect: 2",
        "2\n\n# some words\n# expect: 2",
        "x = [1,\n     2]  # expect: [1, 2]",
        "1; 2  # expect: 2",
        "if True:\n    2  # expect: 2",
        "if True:\n    2\n# expect: 2",
        "if True: 2  # expect: 2",
        "for i in range(3):\n    i * 2  # expect: 2 * i",
        "def f(a):\n    return a + 1  # expect: 3\nf(2)",
        "def f(a):\n    b = a + 1  # expect: 3\nf(2)",
        "def f(a):\n    print(a)  # expect: 3\nf(3)",
        "def f(a):\n    print(a)\nf(3)  # expect: 3",
        "def f(n):\n    print(n)  # expect: 1\n    return n\nf(1)  # expect: 1",
        "with torch.no_grad():\n    torch.is_grad_enabled()  # expect: False",
        "[1, 2,\n 3]\n# expect: [1,\n#          2, 3]",
        "'# expect: 3'\n2  # expect: 2",
        "s = '''\n# expect: 3\n'''\n2  # expect: 2",
        "f'{1}# expect: 3'\n2  # expect: 2",
        "print 1, 2  # expect: 1 2",
    ],
)
def test_subject(text: str) -> None:
    """A comment speaks of the statement that ends on its line, or else of the one before."""
    assert failures(text) == ()
    assert holds(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# expect: 3\n3", "no statement"),
        ("3\nf = [1,  # expect: 1\n     2]", "no statement"),
        ("import math  # expect: 3", "no value"),
        ("pass  # expect: 3", "no value"),
        ("3  # expect: 3 ± x", "no tolerance"),
        ("3  # expect: 3 ± -1", "no tolerance"),
        ("3  # expect: 3 ± nan", "no tolerance"),
        ("3  # expect: 3\n# expect: 4", "already"),
        ("if False:\n    3  # expect: 3", "never came here"),
        ("def f():\n    3  # expect: 3\n", "never came here"),
        ("while True:\n    break  # expect-error: ValueError", "only an expression"),
        ("for i in []:\n    1 / 0  # expect-error: ZeroDivisionError", "never came here"),
    ],
)
def test_comments_that_speak_of_nothing(text: str, problem: str) -> None:
    """A comment that cannot be looked at is a failure: nothing is passed over in silence."""
    (failure,) = failures(text)
    assert problem in failure.message
    assert failure.kind in ("expect", "expect-error")


def test_loops_tell_the_first() -> None:
    """A statement that is reached many times fails once, with what came first."""
    (failure,) = failures("for i in range(5):\n    i  # expect: 0")
    assert failure.got == "1"


def test_comments_change_nothing() -> None:
    """Looking at a value changes neither the variables nor the random numbers of a program."""
    random = "torch.manual_seed(1)\na = torch.rand(2)\n{}b = torch.rand(2)\nprint(b.tolist())  {}"
    (told,) = failures(random.format("", "# expect: no"))
    looked = random.format("a  # expect: rand(2)\n", "# expect: no")
    assert told.got == failures(looked)[1].got


# Errors


@pytest.mark.parametrize(
    "line",
    [
        "1 / 0  # expect-error: ZeroDivisionError",
        "1 / 0  # expect-error: ZeroDivisionError: division by zero",
        "1 / 0  # expect-error: ZeroDivisionError by zero",
        "1 / 0  # expect-error: ZeroDivisionError: div…zero",
        "y = 1 / 0  # expect-error: ZeroDivisionError",
        "x += 1  # expect-error: RuntimeError: a leaf Variable that requires grad ... in-place",
        "assert 1 == 2, 'no'  # expect-error: AssertionError: no",
        "torch.testing.assert_close(1, 2)  # expect-error: AssertionError Scalars are not",
        "for i in range(2):\n    i / 0  # expect-error: ZeroDivisionError",
        "def f(a):\n    a / 0  # expect-error: ZeroDivisionError\n    return a\nf(2)  # expect: 2",
        "with torch.no_grad():\n    1 / 0  # expect-error: ZeroDivisionError",
        "undefined  # expect-error: NameError: name 'undefined' is not defined",
        "1 / 0\n# expect-error: ZeroDivisionError",
        "import nowhere  # expect-error: ModuleNotFoundError",
    ],
)
def test_expected_errors(line: str) -> None:
    """An error of the kind, with the words in its message, is expected; the program goes on."""
    text = X + line + "\nx.grad  # expect: [2, 4]\n"
    assert failures(text) == ()


@pytest.mark.parametrize(
    ("line", "got"),
    [
        ("1 / 1  # expect-error: ZeroDivisionError", "no error"),
        ("1 / 0  # expect-error: ValueError", "ZeroDivisionError: division by zero"),
        (
            "1 / 0  # expect-error: ZeroDivisionError: zero by",
            "ZeroDivisionError: division by zero",
        ),
        ("1 / 0  # expect-error:", "ZeroDivisionError: division by zero"),
        ("1 / 0  # expect-error: ArithmeticError", "ZeroDivisionError: division by zero"),
    ],
)
def test_unexpected_errors(line: str, got: str) -> None:
    """No error, or another, is a failure; the program goes on all the same."""
    first, second = failures(f"{line}\n2  # expect: 3")
    assert (first.kind, first.line, first.got) == ("expect-error", 1, got)
    assert second.line == 2


# Updates

BEFORE = dedent("""\
    # Some words: expect nothing
    x = tensor([1.0, 2.0], requires_grad=True)   # expect: here
    y = (x ** 2).sum()  # expect: 5
    y.backward()
    x.grad  # expect: [2., 5.] ± 1e-6
    x.grad /3    # expect:
    print('a\tb', 1)  # expect: nothing
    x += 1  # expect-error: ValueError
    [1,
     2]  # expect: [1,
         #          3] ± 0.5
    text = '# expect: 9'
    for i in range(2): i  # expect: 7
    1 / 1  # expect-error: ValueError
""")
AFTER = dedent("""\
    # Some words: expect nothing
    x = tensor([1.0, 2.0], requires_grad=True)   # expect: tensor([1., 2.], requires_grad=True)
    y = (x ** 2).sum()  # expect: 5
    y.backward()
    x.grad  # expect: [2.0, 4.0] ± 1e-6
    x.grad /3    # expect: tensor([0.6667, 1.3333])
    print('a\tb', 1)  # expect: a b 1
    x += 1  # expect-error: RuntimeError: a leaf Variable that requires grad is being used in an \
in-place operation.
    [1,
     2]  # expect: [1, 2] ± 0.5
    text = '# expect: 9'
    for i in range(2): i  # expect: 7
    1 / 1  # expect-error: ValueError
""")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_update(tmp_path: Path, end: str, mark: str) -> None:
    """What is not as expected is written anew; every other byte of the file stays."""
    file = tmp_path / "a.grad"
    file.write_bytes((mark + BEFORE.replace("\n", end)).encode())
    file.chmod(0o640)
    result = check_file(str(file), Options(update=True))
    assert file.read_bytes() == (mark + AFTER.replace("\n", end)).encode()
    assert file.stat().st_mode & 0o777 == 0o640
    # What differs from one round of a loop to the next, or did not fail, cannot be written down.
    assert [failure.line for failure in result.failures] == [13, 14]
    assert {note.kind for note in result.notes} == {"updated"}
    assert [path.name for path in tmp_path.iterdir()] == ["a.grad"]


def test_update_is_enough() -> None:
    """After an update, everything that it wrote holds."""
    again = inspect(AFTER, "a.grad", Options(update=True))
    assert [failure.line for failure in again.result.failures] == [12, 13]
    assert again.edits == ()


def test_update_of_nothing_writes_nothing(tmp_path: Path) -> None:
    """A file in which everything is as expected is not written."""
    file = tmp_path / "a.grad"
    file.write_text("1  # expect: 1\n")
    file.chmod(0o444)
    before = file.stat()
    check_file(str(file), Options(update=True))
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert file.stat().st_ino == before.st_ino


def test_update_through_a_link(tmp_path: Path) -> None:
    """A symbolic link stays one; the file that it names is written."""
    file, link = tmp_path / "a.grad", tmp_path / "b.grad"
    file.write_text("1  # expect: 2\n")
    link.symlink_to(file)
    check_file(str(link), Options(update=True))
    assert link.is_symlink()
    assert file.read_text() == "1  # expect: 1\n"


def test_no_update_without_being_asked(tmp_path: Path) -> None:
    """Without --update a file is only read."""
    file = tmp_path / "a.grad"
    file.write_text("1  # expect: 2\n")
    assert len(check_file(str(file), Options()).failures) == 1
    assert file.read_text() == "1  # expect: 2\n"


def test_comments_in_long_loops() -> None:
    """An expression in a comment costs no memory each time, and sees the variables as they are."""
    assert holds("for i in range(300):\n    i + 1  # expect: 1 * i + 1\n")
