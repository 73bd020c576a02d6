"""Lines, indentation, white space and comments: what does not change a program's meaning."""

from __future__ import annotations

import pytest

from gradcli.errors import GradcliError
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse

PROGRAM = """\
x = [1,
     2]
def f(a):
    if a:
        b = a + \\
            1

    else:
        return '''one
two'''
for i in x: print(i); y = i
"""


def meaning(text: str) -> str:
    """Return a program in its plainest form."""
    return unparse(parse(text))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("windows", lambda text: text.replace("\n", "\r\n")),
        ("old mac", lambda text: text.replace("\n", "\r")),
        ("byte order mark", lambda text: "\ufeff" + text),
        ("tabs", lambda text: text.replace("    ", "\t")),
        ("no newline at the end", lambda text: text.rstrip("\n")),
        ("blank lines", lambda text: "\n\n" + text.replace(":\n", ":\n \n\t\n") + "\n  \n\n"),
        ("comments", lambda text: "# a\n  # b\n" + text.replace(":\n", ": # c\n# d\n      # e\n")),
        ("comment at the end", lambda text: text + "    # without a newline"),
        ("spaces at the ends of lines", lambda text: text.replace(":\n", ":  \n")),
        ("form feeds", lambda text: "\f" + text.replace("\ndef", "\n\fdef")),
    ],
)
def test_layout_has_no_meaning(name: str, change: object) -> None:
    """Reads the same program whatever the ends of its lines and its comments."""
    assert callable(change)
    assert meaning(change(PROGRAM)) == meaning(PROGRAM)


@pytest.mark.parametrize("text", ["", "\n", "  ", "#", "\ufeff", "\r\n", "\f", "\\\n", " # a\n\t"])
def test_empty_programs(text: str) -> None:
    """Reads a text without statements as a program without statements."""
    module = parse(text)
    assert module.body == ()
    assert tuple(module.span) == (0, len(text))


def test_dedents_to_an_outer_block() -> None:
    """Closes several blocks at once."""
    text = "if a:\n  if b:\n    if c:\n      d\n  e\nf"
    assert meaning(text) == text.replace("  ", "    ") + "\n"


def test_tab_reaches_the_next_multiple_of_eight() -> None:
    """Takes eight spaces after a tab as deeper, and refuses eight spaces for a tab."""
    assert meaning("if a:\n\tif b:\n\t  c") == "if a:\n    if b:\n        c\n"
    with pytest.raises(GradcliError, match="inconsistent use of tabs"):
        parse("if a:\n\tb\n        c")


def test_names_are_compared_as_python_compares_them() -> None:
    """Reads ligatures and wide letters as the plain ones, like Python."""
    assert meaning("ﬁ = ｘ.ｙ") == "fi = x.y\n"
