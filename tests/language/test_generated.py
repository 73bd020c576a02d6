"""Generated programs do what they do in Python: the compiler's registers never get mixed up."""

from __future__ import annotations

import contextlib
import io

from hypothesis import given, settings
from hypothesis import strategies as st

from gradcli.errors import GradcliError
from gradcli.language.run import run

PRELUDE = """
def show(*values):
    print(*values)
    return values[-1]
def pair(x, y=7, *rest, **more):
    return [x, y, len(rest), sorted(more.items())]
a, b, c, d = 1, 2, [3, 4, 5], 0
"""

NAMES = ("a", "b", "d")
INFIX = ("+", "-", "*", "//", "%", "&", "|", "^")
COMPARE = ("<", "<=", "==", "!=", ">", ">=")

atoms = st.sampled_from([*NAMES, "0", "1", "2", "-3", "c[0]", "c[-1]", "len(c)", "zz"])


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return expressions made of smaller ones."""
    name = st.sampled_from(["i", "a", "k"])
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(INFIX), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(COMPARE), inner),
        st.builds("({} < {} <= {} != {})".format, inner, inner, inner, inner),
        st.builds("({} {} {} {} {})".format, inner, JOIN, inner, JOIN, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("(not {})".format, inner),
        st.builds("show({})".format, inner),
        st.builds("show({}, {})".format, inner, inner),
        st.builds("pair({}, {})[0]".format, inner, inner),
        st.builds("pair({}, *[{}, {}])[2]".format, inner, inner, inner),
        st.builds("pair({}, y={}, z={})[1]".format, inner, inner, inner),
        st.builds("[{}, {}][{} % 2]".format, inner, inner, inner),
        st.builds("sum([{} for {} in c if {}])".format, inner, name, inner),
        st.builds("sum({} for {} in c)".format, inner, name),
        st.builds("(lambda {}: {})({})".format, name, inner, inner),
        st.builds("(lambda x: (lambda: {} + x))({})()".format, inner, inner),
        st.builds("{{{}: {}}}[{}]".format, inner, inner, inner),
        st.builds("len(f'{{{}}}-{{{}!r:>9}}')".format, atoms, atoms),
        st.builds("len('{{}}-{{}}'.format({}, {}))".format, inner, inner),
    )


JOIN = st.sampled_from(["and", "or"])
expressions = st.recursive(atoms, grow, max_leaves=12)
targets = st.sampled_from(["a", "b", "d", "c[0]", "c[a % 3]"])


def indented(lines: list[str]) -> str:
    """Return statements as a block."""
    return "\n".join("    " + line for text in lines for line in text.splitlines())


simple = st.one_of(
    st.builds("{} = {}".format, targets, expressions),
    st.builds("{} = {} = {}".format, targets, targets, expressions),
    st.builds("a, b = {}, {}".format, expressions, expressions),
    st.builds("a, *c = {}, {}, {}, {}".format, expressions, expressions, expressions, expressions),
    st.builds("{} {}= {}".format, targets, st.sampled_from(["+", "-", "*"]), expressions),
    st.builds("print({})".format, expressions),
    expressions,
)


def blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return compound statements around smaller ones."""
    body = st.lists(inner, min_size=1, max_size=3).map(indented)
    leave = st.sampled_from(["break", "continue", "pass"])
    return st.one_of(
        st.builds("if {}:\n{}\nelse:\n{}".format, expressions, body, body),
        st.builds(
            "for i in range(3):\n{}\n    if {}: {}\n{}\nelse:\n{}".format,
            body,
            expressions,
            leave,
            body,
            body,
        ),
        st.builds(
            "n = 3\nwhile n > 0 and {}:\n    n -= 1\n{}\n    if {}: {}\n{}".format,
            expressions,
            body,
            expressions,
            leave,
            body,
        ),
        st.builds(
            "def f(a, k={}):\n{}\n    return {}\nprint(f({}))".format,
            expressions,
            body,
            expressions,
            expressions,
        ),
    )


programs = st.lists(st.recursive(simple, blocks, max_leaves=6), min_size=1, max_size=5)


def in_python(source: str) -> tuple[str, str | None]:
    """Return what Python prints for a program, and its error."""
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(source, "<program>", "exec", dont_inherit=True), {"__name__": "__main__"})
    except Exception as error:
        return printed.getvalue(), f"{type(error).__name__}: {error}"
    return printed.getvalue(), None


def in_gradcli(source: str) -> tuple[str, str | None]:
    """Return the same of gradcli."""
    printed: list[str] = []
    try:
        run(source, write=printed.append)
    except GradcliError as error:
        return "".join(printed), f"{error.kind}: {error.message}"
    return "".join(printed), None


@settings(max_examples=60, deadline=None)
@given(expressions)
def test_expressions(expression: str) -> None:
    """An expression prints, gives and fails as in Python."""
    source = f"{PRELUDE}print({expression})"
    assert in_gradcli(source) == in_python(source)


@settings(max_examples=60, deadline=None)
@given(programs)
def test_programs(statements: list[str]) -> None:
    """A program prints and fails as in Python."""
    source = PRELUDE + "\n".join(statements)
    assert in_gradcli(source) == in_python(source)
