"""The module ``unittest``: classes of tests, and ``main``, which runs those of the program.

What it says of the tests goes to standard error, without tracebacks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import is_final
from gradcli.language.limits import DEFAULT_GUARDS, texts_of
from gradcli.language.machine.functions import Builtin, host_callable, type_name
from gradcli.language.machine.objects import Class
from gradcli.language.machine.raised import is_kind
from gradcli.language.machine.streams import ERRORS
from gradcli.language.machine.unwind import matches, own
from gradcli.language.names import attributes, contexts, natives

Table = dict[str, Any]

_text = texts_of(repr)


class TestCase:
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

    def id(self) -> str:
        """Return the name of the test."""
        return f"__main__.{type_name(self)}.{self.methodName}"

    def fail(self, msg: Any = None) -> None:
        """Let the test fail."""
        raise own(AssertionError(msg))

    def skipTest(self, reason: Any) -> None:
        """Leave the rest of the test out."""
        raise own(_Skipped(reason))

    def assertTrue(self, expr: Any, msg: Any = None) -> None:
        """Expect something true."""
        _expect(bool(expr), lambda: f"{_text(expr)} is not true", msg)

    def assertFalse(self, expr: Any, msg: Any = None) -> None:
        """Expect something false."""
        _expect(not expr, lambda: f"{_text(expr)} is not false", msg)

    def assertIsNone(self, obj: Any, msg: Any = None) -> None:
        """Expect None."""
        _expect(obj is None, lambda: f"{_text(obj)} is not None", msg)

    def assertIsNotNone(self, obj: Any, msg: Any = None) -> None:
        """Expect anything but None."""
        _expect(obj is not None, lambda: "unexpectedly None", msg)

    def assertIsInstance(self, obj: Any, cls: Any, msg: Any = None) -> None:
        """Expect an instance of a class, or of one of several."""
        _expect(isinstance(obj, cls), lambda: f"{_text(obj)} is not an instance of {cls!r}", msg)

    def assertNotIsInstance(self, obj: Any, cls: Any, msg: Any = None) -> None:
        """Expect no instance of a class."""
        _expect(not isinstance(obj, cls), lambda: f"{_text(obj)} is an instance of {cls!r}", msg)

    def assertAlmostEqual(
        self, first: Any, second: Any, places: Any = None, msg: Any = None, delta: Any = None
    ) -> None:
        """Expect numbers that are equal to some places, or that differ by so much at most."""
        away, near, how = _distance(first, second, places, delta)
        text = f"{_text(first)} != {_text(second)} within {how} ({away} difference)"
        _expect(near, lambda: text, msg)

    def assertNotAlmostEqual(
        self, first: Any, second: Any, places: Any = None, msg: Any = None, delta: Any = None
    ) -> None:
        """Expect numbers that differ."""
        away, near, how = _distance(first, second, places, delta)
        text = f"{_text(first)} == {_text(second)} within {how} ({away} difference)"
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


class _Skipped(Exception):
    """A test is left out."""


_Skipped.__name__ = "SkipTest"


def _expect(right: bool, text: Callable[[], str], msg: Any) -> None:
    if not right:
        raise own(AssertionError(text() if msg is None else f"{text()} : {msg}"))


def _distance(first: Any, second: Any, places: Any, delta: Any) -> tuple[Any, bool, str]:
    if first == second:
        return 0, True, "0 places"
    away = abs(first - second)
    if delta is not None:
        return away, bool(away <= delta), f"{_text(delta)} delta"
    places = 7 if places is None else places
    return away, bool(DEFAULT_GUARDS.round(away, places) == 0), f"{places} places"


_COMPARED: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "Equal": (lambda a, b: a == b, "!="),
    "NotEqual": (lambda a, b: a != b, "=="),
    "Is": (lambda a, b: a is b, "is not"),
    "IsNot": (lambda a, b: a is not b, "unexpectedly identical to"),
    "In": (lambda a, b: a in b, "not found in"),
    "NotIn": (lambda a, b: a not in b, "unexpectedly found in"),
    "Greater": (lambda a, b: a > b, "not greater than"),
    "GreaterEqual": (lambda a, b: a >= b, "not greater than or equal to"),
    "Less": (lambda a, b: a < b, "not less than"),
    "LessEqual": (lambda a, b: a <= b, "not less than or equal to"),
}
_COMPARED |= {f"{kind}Equal": _COMPARED["Equal"] for kind in ("Dict", "List", "Set", "Tuple")}
_COMPARED |= {f"{kind}Equal": _COMPARED["Equal"] for kind in ("MultiLine", "Sequence")}


def _comparing(compare: Callable[[Any, Any], Any], words: str) -> Callable[..., None]:
    """Return the method that expects a comparison to hold."""

    def expect(self: TestCase, first: Any, second: Any, msg: Any = None) -> None:
        _expect(
            bool(compare(first, second)), lambda: f"{_text(first)} {words} {_text(second)}", msg
        )

    return expect


class Expected:
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


# Running


_LINE = "-" * 70


class Results:
    """What became of tests."""

    __slots__ = ("failed", "skipped", "verbose")

    def __init__(self, verbosity: Any) -> None:
        self.verbose = isinstance(verbosity, int) and verbosity > 1
        self.failed: dict[str, list[tuple[str, str]]] = {"ERROR": [], "FAIL": []}
        self.skipped = 0

    def run(self, kind: Class, name: str) -> None:
        """Run a test, and say what became of it."""
        title = f"{name} (__main__.{kind.name}.{name})"
        if self.verbose:
            ERRORS.write(f"{title} ... ")
        error = _attempt(kind, name)
        if error is None:
            sign, word = ".", "ok"
        elif isinstance(error, _Skipped):
            sign, word = "s", f"skipped {str(error)!r}"
            self.skipped += 1
        else:
            word = "FAIL" if is_kind(error, "AssertionError") else "ERROR"
            sign = word[0]
            self.failed[word].append((title, f"{type_name(error)}: {error}"))
        ERRORS.write(f"{word}\n" if self.verbose else sign)

    def summary(self, count: int, seconds: float) -> None:
        """Say what became of all."""
        lines = [""]
        for word, failed in self.failed.items():
            for title, text in failed:
                lines += ["=" * 70, f"{word}: {title}", _LINE, text, ""]
        lines += [_LINE, f"Ran {count} test{'s' * (count != 1)} in {seconds:.3f}s", ""]
        counts = {"failures": len(self.failed["FAIL"]), "errors": len(self.failed["ERROR"])}
        word = "FAILED" if any(counts.values()) else "OK"
        said = [f"{what}={n}" for what, n in {**counts, "skipped": self.skipped}.items() if n]
        ERRORS.write("\n".join([*lines, word + f" ({', '.join(said)})" * bool(said), ""]))


def _attempt(kind: Class, name: str) -> BaseException | None:
    """Run one test; return what it raised."""
    try:
        case = host_callable(kind)(name)
        _call(case, "setUp")
        try:
            _call(case, name)
        finally:
            _call(case, "tearDown")
    except Exception as error:
        if is_final(error):
            raise
        return error
    return None


def _call(owner: Any, name: str) -> None:
    host_callable(attributes.get_attribute(owner, name))()


def _classes() -> Iterator[Class]:
    """Yield the program's classes of tests, by their names."""
    held = {} if STATE.program is None else STATE.program.globals
    for name in sorted(name for name in held if isinstance(name, str)):
        if isinstance(held[name], Class) and issubclass(held[name].native, TestCase):
            yield held[name]


def _main(
    module: Any = "__main__",
    defaultTest: Any = None,
    argv: Any = None,
    exit: Any = True,
    verbosity: Any = 1,
    **options: Any,
) -> None:
    results, count, start = Results(verbosity), 0, time.perf_counter()
    for kind in _classes():
        names = {name for base in kind.mro if isinstance(base, Class) for name in base.namespace}
        tests = sorted(name for name in names if name.startswith("test"))
        if tests:
            _call(kind, "setUpClass")
            for name in tests:
                results.run(kind, name)
            _call(kind, "tearDownClass")
        count += len(tests)
    results.summary(count, time.perf_counter() - start)
    if exit:
        raise own(SystemExit(int(any(results.failed.values()))))


def _unittest() -> Table:
    for name, (compare, words) in _COMPARED.items():
        method = _comparing(compare, words)
        method.__name__ = method.__qualname__ = f"assert{name}"
        type.__setattr__(TestCase, f"assert{name}", method)
    TestCase.__module__ = "unittest.case"
    natives.admit(TestCase)
    contexts.CONTEXTS.add(Expected)
    attributes.METHODS[Expected] = {}
    attributes.GETTERS[Expected] = {"exception": lambda expected: expected.exception}
    return {"TestCase": TestCase, "main": Builtin("main", _main)}


TABLES: dict[str, Callable[[], Table]] = {"unittest": _unittest}
