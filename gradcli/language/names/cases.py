"""The class of ``unittest`` that classes of tests derive from, and what it expects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.core.shown import Shown
from gradcli.errors import is_final
from gradcli.language.limits import DEFAULT_GUARDS, texts_of
from gradcli.language.machine.functions import (
    host_callable,
    type_name,
)
from gradcli.language.machine.infix import COMPARISONS
from gradcli.language.machine.unwind import matches, own
from gradcli.language.names import attributes

Table = dict[str, Any]

shown = texts_of(repr)


def call(owner: Any, name: str) -> None:
    """Call a method of a value of the program."""
    host_callable(attributes.get_attribute(owner, name))()


class TestCase(Shown):
    """The class that classes of tests derive from."""

    __test__ = False  # for those who look for tests in modules of the host

    def __init__(self, methodName: str = "runTest") -> None:
        self.methodName = methodName

    @classmethod
    def setUpClass(cls) -> None:
        """Prepare for the tests of a class."""

    @classmethod
    def tearDownClass(cls) -> None:
        """Clean up after the tests of a class."""

    def setUp(self) -> None:
        """Prepare for a test."""

    def tearDown(self) -> None:
        """Clean up after a test."""

    def debug(self) -> None:
        """Run the test alone; what it raises is the program's to catch."""
        for name in ("setUp", self.methodName, "tearDown"):
            call(self, name)

    def id(self) -> str:
        """Return the name of the test."""
        return f"__main__.{type_name(self)}.{self.methodName}"

    def fail(self, msg: Any = None) -> None:
        """Let the test fail."""
        raise own(AssertionError(msg))

    def skipTest(self, reason: Any) -> None:
        """Leave the rest of the test out."""
        raise own(Skipped(reason))

    def assertTrue(self, expr: Any, msg: Any = None) -> None:
        """Expect something true."""
        _expect(bool(expr), lambda: f"{shown(expr)} is not true", msg)

    def assertFalse(self, expr: Any, msg: Any = None) -> None:
        """Expect something false."""
        _expect(not expr, lambda: f"{shown(expr)} is not false", msg)

    def assertIsNone(self, obj: Any, msg: Any = None) -> None:
        """Expect None."""
        _expect(obj is None, lambda: f"{shown(obj)} is not None", msg)

    def assertIsNotNone(self, obj: Any, msg: Any = None) -> None:
        """Expect anything but None."""
        _expect(obj is not None, lambda: "unexpectedly None", msg)

    def assertIsInstance(self, obj: Any, cls: Any, msg: Any = None) -> None:
        """Expect an instance of a class, or of one of several."""
        _expect(isinstance(obj, cls), lambda: f"{shown(obj)} is not an instance of {cls!r}", msg)

    def assertNotIsInstance(self, obj: Any, cls: Any, msg: Any = None) -> None:
        """Expect no instance of a class."""
        _expect(not isinstance(obj, cls), lambda: f"{shown(obj)} is an instance of {cls!r}", msg)

    def assertAlmostEqual(
        self, first: Any, second: Any, places: Any = None, msg: Any = None, delta: Any = None
    ) -> None:
        """Expect numbers that are equal to some places, or that differ by so much at most."""
        away, near, how = _distance(first, second, places, delta)
        text = f"{shown(first)} != {shown(second)} within {how} ({away} difference)"
        _expect(near, lambda: text, msg)

    def assertNotAlmostEqual(
        self, first: Any, second: Any, places: Any = None, msg: Any = None, delta: Any = None
    ) -> None:
        """Expect numbers that differ."""
        away, near, how = _distance(first, second, places, delta)
        text = f"{shown(first)} == {shown(second)} within {how} ({away} difference)"
        _expect(not near, lambda: text, msg)

    def assertCountEqual(self, first: Any, second: Any, msg: Any = None) -> None:
        """Expect the same items, in any order."""
        rest, same = list(second), True
        for item in first:
            if item in rest:
                rest.remove(item)
            else:
                same = False
        _expect(same and not rest, lambda: "Element counts were not equal", msg)

    def assertRaises(self, expected_exception: Any, *args: Any, **kwargs: Any) -> Any:
        """Expect an exception, of a function that is called or of a block."""
        expected = Expected(expected_exception)
        if not args:
            return expected
        try:
            host_callable(args[0])(*args[1:], **kwargs)
        except Exception as error:
            if is_final(error) or not expected.leave_with(error):
                raise
            return None
        return expected.__exit__()

    def assertRaisesRegex(self, expected_exception: Any, expected_regex: Any) -> Any:
        """Expect an exception in a block whose message matches a pattern."""
        return Expected(expected_exception, expected_regex)

    def subTest(self, msg: Any = None, **params: Any) -> Any:
        """Return a context that does nothing."""
        return Expected(())


class Skipped(Exception):
    """A test is left out."""


Skipped.__name__ = "SkipTest"


def _expect(right: bool, text: Callable[[], str], msg: Any) -> None:
    if not right:
        raise own(AssertionError(text() if msg is None else f"{text()} : {msg}"))


def _distance(first: Any, second: Any, places: Any, delta: Any) -> tuple[Any, bool, str]:
    if first == second:
        return 0, True, "0 places"
    away = abs(first - second)
    if delta is not None:
        return away, bool(away <= delta), f"{shown(delta)} delta"
    places = 7 if places is None else places
    return away, bool(DEFAULT_GUARDS.round(away, places) == 0), f"{places} places"


COMPARED: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "Equal": (COMPARISONS["=="], "!="),
    "NotEqual": (COMPARISONS["!="], "=="),
    "Is": (lambda a, b: a is b, "is not"),
    "IsNot": (lambda a, b: a is not b, "unexpectedly identical to"),
    "In": (COMPARISONS["in"], "not found in"),
    "NotIn": (COMPARISONS["not in"], "unexpectedly found in"),
    "Greater": (COMPARISONS[">"], "not greater than"),
    "GreaterEqual": (COMPARISONS[">="], "not greater than or equal to"),
    "Less": (COMPARISONS["<"], "not less than"),
    "LessEqual": (COMPARISONS["<="], "not less than or equal to"),
}
COMPARED |= {f"{kind}Equal": COMPARED["Equal"] for kind in ("Dict", "List", "Set", "Tuple")}
COMPARED |= {f"{kind}Equal": COMPARED["Equal"] for kind in ("MultiLine", "Sequence")}


def comparing(compare: Callable[[Any, Any], Any], words: str) -> Callable[..., None]:
    """Return the method that expects a comparison to hold."""

    def expect(self: TestCase, first: Any, second: Any, msg: Any = None) -> None:
        _expect(
            bool(compare(first, second)), lambda: f"{shown(first)} {words} {shown(second)}", msg
        )

    return expect


class Expected(Shown):
    """A context that takes an exception of some classes, and fails where none comes."""

    __slots__ = ("exception", "kinds", "pattern")

    def __init__(self, kinds: Any, pattern: Any = None) -> None:
        matches(own(Exception()), kinds)  # which refuses what are no classes of exceptions
        self.kinds, self.pattern = kinds, pattern
        self.exception: BaseException | None = None

    def __enter__(self) -> Expected:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.kinds != ():
            names = self.kinds if isinstance(self.kinds, tuple) else (self.kinds,)
            raised = ", ".join([str(kind.__name__) for kind in names])
            raise own(AssertionError(f"{raised} not raised"))

    def leave_with(self, error: BaseException) -> bool:
        """Tell whether an exception is the expected one."""
        if not matches(error, self.kinds):
            return False
        self.exception = error
        if self.pattern is not None:
            from gradcli.language.names.patterns import TABLES

            if TABLES["re"]()["search"](self.pattern, str(error)) is None:
                message = f'"{self.pattern}" does not match "{error}"'
                raise own(AssertionError(message))
        return True
