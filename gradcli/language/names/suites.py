"""The module ``unittest``: which tests there are, in suites and in the program, and running them.

What it says of the tests goes to standard error, without tracebacks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import groupby
from typing import Any

from gradcli.core.shown import Shown
from gradcli.core.state import STATE
from gradcli.errors import is_final
from gradcli.language.limits import check_items
from gradcli.language.machine.descriptors import MISSING
from gradcli.language.machine.functions import (
    CONSTRUCTORS,
    Builtin,
    Function,
    Object,
    host_callable,
    type_name,
)
from gradcli.language.machine.objects import Class
from gradcli.language.machine.raised import is_kind
from gradcli.language.machine.streams import standing, write_to
from gradcli.language.machine.unwind import own
from gradcli.language.names import attributes, contexts, natives
from gradcli.language.names.cases import (
    COMPARED,
    Expected,
    Skipped,
    TestCase,
    call,
    comparing,
    shown,
)
from gradcli.language.names.instances import write_class

Table = dict[str, Any]


_LINE = "-" * 70


class Results:
    """What became of tests."""

    __slots__ = ("expected", "failed", "passed", "ran", "skipped", "unexpected", "verbose")

    def __init__(self, verbosity: Any) -> None:
        self.verbose = isinstance(verbosity, int) and verbosity > 1
        self.failed: dict[str, list[tuple[str, str]]] = {"ERROR": [], "FAIL": []}
        self.skipped: list[tuple[str, str]] = []
        self.expected: list[tuple[str, str]] = []
        self.unexpected: list[str] = []
        self.ran = 0
        self.passed = Builtin("wasSuccessful", lambda: not (self.problems or self.unexpected))

    def __repr__(self) -> str:
        counts = f"run={self.ran} errors={len(self.failed['ERROR'])}"
        return f"<unittest.runner.TextTestResult {counts} failures={len(self.failed['FAIL'])}>"

    @property
    def problems(self) -> int:
        """How many tests have failed."""
        return sum(map(len, self.failed.values()))

    def run(self, kind: Class, name: str) -> None:
        """Run a test, and say what became of it."""
        title = f"{name} (__main__.{kind.name}.{name})"
        self.ran += 1
        if self.verbose:
            write_to(standing("stderr"), f"{title} ... ")
        function = kind.find(name)
        reason = _noted(function, _SKIP) or _noted(kind, _SKIP)
        error = Skipped(reason) if reason is not None else _attempt(kind, name)
        sign, word = self._sorted(title, error, bool(_noted(function, _EXPECTED)))
        write_to(standing("stderr"), f"{word}\n" if self.verbose else sign)

    def _sorted(self, title: str, error: BaseException | None, fails: bool) -> tuple[str, str]:
        """Put a test to its like; return the sign and the word for it."""
        if isinstance(error, Skipped):
            self.skipped.append((title, str(error)))
            return "s", f"skipped {str(error)!r}"
        if fails and error is None:
            self.unexpected.append(title)
            return "u", "unexpected success"
        said = "" if error is None else f"{type_name(error)}: {error}"
        if fails:
            self.expected.append((title, said))
            return "x", "expected failure"
        if error is None:
            return ".", "ok"
        word = "FAIL" if is_kind(error, "AssertionError") else "ERROR"
        self.failed[word].append((title, said))
        return word[0], word

    def summary(self, seconds: float) -> None:
        """Say what became of all."""
        lines = [""]
        for word, failed in self.failed.items():
            for title, reason in failed:
                lines += ["=" * 70, f"{word}: {title}", _LINE, reason, ""]
        lines += [_LINE, f"Ran {self.ran} test{'s' * (self.ran != 1)} in {seconds:.3f}s", ""]
        counts = {"failures": len(self.failed["FAIL"]), "errors": len(self.failed["ERROR"])}
        counts |= {"skipped": len(self.skipped), "expected failures": len(self.expected)}
        counts |= {"unexpected successes": len(self.unexpected)}
        word = "OK" if self.passed() else "FAILED"
        said = [f"{what}={n}" for what, n in counts.items() if n]
        lines += [word + f" ({', '.join(said)})" * bool(said), ""]
        write_to(standing("stderr"), "\n".join(lines))


def _attempt(kind: Class, name: str) -> BaseException | None:
    """Run one test; return what it raised."""
    try:
        case = host_callable(kind)(name)
        call(case, "setUp")
        try:
            call(case, name)
        finally:
            call(case, "tearDown")
    except Exception as error:
        if is_final(error):
            raise
        return error
    return None


# Marks


_SKIP, _EXPECTED = "__unittest_skip_why__", "__unittest_expecting_failure__"


def _note(value: Any, name: str, what: Any) -> Any:
    """Write a mark on a function or class of the program; return that."""
    if isinstance(value, Function):
        value.held()[name] = what
    elif isinstance(value, Class):
        write_class(value, name, what)
    return value


def _noted(value: Any, name: str) -> Any:
    if isinstance(value, Function):
        return value.noted(name, None)
    found = value.find(name) if isinstance(value, Class) else MISSING
    return None if found is MISSING else found


def _skip(reason: Any) -> Any:
    if isinstance(reason, Function):  # @skip without a reason
        return _note(reason, _SKIP, "")
    return Builtin("decorator", lambda test, /: _note(test, _SKIP, reason))


def _skip_if(condition: Any, reason: Any) -> Any:
    return _skip(reason) if condition else Builtin("_id", lambda test, /: test)


# Collections of tests


class Suite(Shown):
    """Tests, in their order."""

    __slots__ = ("tests",)

    def __init__(self, tests: Any = ()) -> None:
        self.tests: list[tuple[Class, str]] = []
        for test in tests:
            self.add(test)

    def add(self, test: Any) -> None:
        """Add an instance of a class of tests, or all tests of another suite."""
        if isinstance(test, Suite):
            check_items(len(self.tests) + len(test.tests))
            self.tests.extend(test.tests)
        elif isinstance(test, TestCase) and isinstance(test, Object):
            self.tests.append((test.cls, test.methodName))
        else:
            raise own(TypeError(f"{shown(test)} is not callable"))

    def add_all(self, tests: Any) -> None:
        """Add several tests."""
        for test in tests:
            self.add(test)


class Loader(Shown):
    """What finds the tests of classes."""

    __slots__ = ()


class Runner(Shown):
    """What runs a suite, and says what became of it."""

    __slots__ = ("verbosity",)

    def __init__(self, stream: Any = None, verbosity: Any = 1, **options: Any) -> None:
        self.verbosity = verbosity


def _names(kind: Any) -> list[str]:
    """Return the names of the tests of a class."""
    if not (isinstance(kind, Class) and issubclass(kind.native, TestCase)):
        raise own(TypeError(f"{shown(kind)} is no class of tests"))
    names = {name for base in kind.mro if isinstance(base, Class) for name in base.namespace}
    return sorted(name for name in names if name.startswith("test"))


def _of_class(kind: Any) -> Suite:
    suite = Suite()
    suite.tests = [(kind, name) for name in _names(kind)]
    return suite


def _of_program(*module: Any) -> Suite:
    """Return the tests of all classes of the program, by their names."""
    held = {} if STATE.program is None else STATE.program.globals
    names = sorted(name for name in held if isinstance(name, str))
    kinds = [held[name] for name in names if isinstance(held[name], Class)]
    return Suite(_of_class(kind) for kind in kinds if issubclass(kind.native, TestCase))


def _run(suite: Suite, verbosity: Any) -> Results:
    """Run tests, class by class, and say what became of them."""
    results, start = Results(verbosity), time.perf_counter()
    for kind, tests in groupby(suite.tests, lambda test: test[0]):
        call(kind, "setUpClass")
        for _, name in tests:
            results.run(kind, name)
        call(kind, "tearDownClass")
    results.summary(time.perf_counter() - start)
    return results


def _main(
    module: Any = "__main__",
    defaultTest: Any = None,
    argv: Any = None,
    exit: Any = True,
    verbosity: Any = 1,
    **options: Any,
) -> None:
    results = _run(_of_program(), verbosity)
    if exit:
        raise own(SystemExit(int(not results.passed())))


def _running() -> Table:
    """Return what runs tests otherwise than ``main``, once its types are known to programs."""
    attributes.METHODS[Suite] = {
        "addTest": Suite.add,
        "addTests": Suite.add_all,
        "countTestCases": lambda suite: len(suite.tests),
    }
    attributes.METHODS[Loader] = {
        "getTestCaseNames": lambda loader, testCaseClass: _names(testCaseClass),
        "loadTestsFromModule": lambda loader, module: _of_program(),
        "loadTestsFromTestCase": lambda loader, testCaseClass: _of_class(testCaseClass),
    }
    attributes.METHODS[Runner] = {"run": lambda runner, test: _run(test, runner.verbosity)}
    attributes.GETTERS[Results] = {
        "errors": lambda results: results.failed["ERROR"],
        "expectedFailures": lambda results: results.expected,
        "failures": lambda results: results.failed["FAIL"],
        "skipped": lambda results: results.skipped,
        "testsRun": lambda results: results.ran,
        "unexpectedSuccesses": lambda results: results.unexpected,
        "wasSuccessful": lambda results: results.passed,
    }
    names = {Suite: "suite.TestSuite", Loader: "loader.TestLoader", Runner: "runner.TextTestRunner"}
    Results.__module__, Results.__qualname__ = "unittest.runner", "TextTestResult"
    for kind, name in names.items():
        CONSTRUCTORS[kind] = kind
        module, _, kind.__name__ = name.partition(".")
        kind.__module__, kind.__qualname__ = f"unittest.{module}", kind.__name__
    return {kind.__name__: kind for kind in names} | {"defaultTestLoader": Loader()}


def _unittest() -> Table:
    for name, (compare, words) in COMPARED.items():
        method = comparing(compare, words)
        method.__name__ = method.__qualname__ = f"assert{name}"
        type.__setattr__(TestCase, f"assert{name}", method)
    TestCase.__module__ = "unittest.case"
    natives.admit(TestCase)
    contexts.CONTEXTS.add(Expected)
    Expected.__module__, Expected.__qualname__ = "unittest.case", "_AssertRaisesContext"
    attributes.METHODS[Expected] = {}
    attributes.GETTERS[Expected] = {"exception": lambda expected: expected.exception}
    return _running() | {
        "TestCase": TestCase,
        "expectedFailure": Builtin("expectedFailure", lambda test, /: _note(test, _EXPECTED, True)),
        "main": Builtin("main", _main),
        "skip": Builtin("skip", _skip),
        "skipIf": Builtin("skipIf", _skip_if),
        "skipUnless": Builtin(
            "skipUnless", lambda condition, reason: _skip_if(not condition, reason)
        ),
    }


TABLES: dict[str, Callable[[], Table]] = {"unittest": _unittest}
