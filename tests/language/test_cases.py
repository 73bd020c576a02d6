"""Classes of tests in programs: what they expect, and what is said of them."""

from __future__ import annotations

import re

import pytest

from gradcli.errors import GradcliError
from gradcli.language.run import Session

HEAD = "import unittest\nclass T(unittest.TestCase):\n"
END = "\nunittest.main(argv=['x'], exit=False)"

HOLDING = (
    "self.assertEqual(torch.ones(2).shape, (2,))",
    "self.assertNotEqual(1, 2, 'why')",
    "self.assertTrue(torch.ones(1))",
    "self.assertFalse([])",
    "self.assertIsNone(None); self.assertIsNotNone(0)",
    "self.assertIn(1, [1]); self.assertNotIn(2, [1])",
    "self.assertIs(self, self); self.assertIsNot([], [])",
    "self.assertGreater(2, 1); self.assertGreaterEqual(2, 2)",
    "self.assertLess(1, torch.tensor(2)); self.assertLessEqual(1, 1)",
    "self.assertAlmostEqual(0.1 + 0.2, 0.3); self.assertAlmostEqual(1, 1.4, delta=0.5)",
    "self.assertNotAlmostEqual(1, 1.1)",
    "self.assertIsInstance(1, (int, str)); self.assertNotIsInstance(1, str)",
    "self.assertListEqual([1], [1]); self.assertCountEqual([1, 2], [2, 1])",
    "self.assertRaises(ZeroDivisionError, lambda x: x / 0, 1)",
    "with self.assertRaises((KeyError, RuntimeError)) as c: torch.ones(2) + torch.ones(3)\n"
    "    self.assertIn('size', str(c.exception))",
    "with self.assertRaisesRegex(ValueError, 'b[o]+'): raise ValueError('a boo')",
    "with self.subTest(i=1): pass",
)

FAILING = (
    ("self.assertEqual([1], 2)", "AssertionError: [1] != 2"),
    ("self.assertEqual(1, 2, 'why')", "AssertionError: 1 != 2 : why"),
    ("self.assertTrue(0)", "AssertionError: 0 is not true"),
    ("self.assertIn(1, [])", "AssertionError: 1 not found in []"),
    ("self.assertGreater(1, 2)", "AssertionError: 1 not greater than 2"),
    ("self.assertIsNotNone(None)", "AssertionError: unexpectedly None"),
    (
        "self.assertAlmostEqual(1, 2)",
        "AssertionError: 1 != 2 within 7 places (1 difference)",
    ),
    ("self.assertRaises(KeyError, int)", "AssertionError: KeyError not raised"),
    ("with self.assertRaises(KeyError): pass", "AssertionError: KeyError not raised"),
    ("self.fail('no')", "AssertionError: no"),
    ("1 / 0", "ZeroDivisionError: division by zero"),
    ("self.assertRaises(3, int)", "TypeError: catching classes that do not inherit"),
)


def _run(program: str) -> tuple[str, str]:
    printed: list[str] = []
    aside: list[str] = []
    with Session(write=printed.append, aside=aside.append) as session:
        session.evaluate(program)
    return "".join(printed), re.sub(r"\d\.\d{3}s", "0.000s", "".join(aside))


@pytest.mark.parametrize("lines", HOLDING)
def test_holds(lines: str) -> None:
    """What is as it should be is counted as right."""
    _, said = _run(f"{HEAD}  def test_a(self):\n    {lines}{END}")
    assert said == f".\n{'-' * 70}\nRan 1 test in 0.000s\n\nOK\n"


@pytest.mark.parametrize(("line", "message"), FAILING)
def test_fails(line: str, message: str) -> None:
    """What is not is told by its name, and the rest of the tests is run."""
    _, said = _run(f"{HEAD}  def test_a(self):\n    {line}\n  def test_b(self): pass{END}")
    assert message in said
    assert "Ran 2 tests" in said
    assert re.search(r"FAILED \((failures|errors)=1\)\n$", said)


def test_order_and_words() -> None:
    """Tests run by their names, each between what prepares it and what cleans up."""
    program = (
        f"{HEAD}  @classmethod\n  def setUpClass(cls): print('class')\n"
        "  def setUp(self): print('up')\n  def tearDown(self): print('down')\n"
        "  def test_b(self): self.skipTest('x')\n  def test_a(self): print(self.id())\n"
        "  def other(self): print('never')\n"
        "unittest.main(argv=['x'], exit=False, verbosity=2)\nprint('end')"
    )
    printed, said = _run(program)
    assert printed.split() == ["class", "up", "__main__.T.test_a", "down", "up", "down", "end"]
    assert said.startswith("test_a (__main__.T.test_a) ... ok\ntest_b (__main__.T.test_b) ... ")
    assert said.endswith(
        "skipped 'x'\n\n" + "-" * 70 + "\nRan 2 tests in 0.000s\n\nOK (skipped=1)\n"
    )


def test_the_end_ends_the_program() -> None:
    """Without exit=False the program ends there, and fails where a test has failed."""
    with pytest.raises(GradcliError):
        _run(f"{HEAD}  def test_a(self): self.fail()\nunittest.main(argv=[])")
    assert _run(f"{HEAD}  def test_a(self): pass\nunittest.main()\nprint(1)")[0] == ""


@pytest.mark.parametrize(
    "line", ["self.assertEqual('a' * 10**10, 1)", "self.assertAlmostEqual(1, 10**9, -(10**9))"]
)
def test_limits_end_it(line: str) -> None:
    """A limit is no failure of a test: it ends the program."""
    with pytest.raises(GradcliError) as caught:
        _run(f"{HEAD}  def test_a(self):\n    {line}{END}")
    assert caught.value.diagnostic.code == "limit"
