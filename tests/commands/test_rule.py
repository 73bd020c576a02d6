"""``gradcli rule``: codes explained."""

from __future__ import annotations

import pytest

from gradcli.commands.shipped import sections
from gradcli.report.fitting import columned
from gradcli.report.glyphs import ASCII, UNICODE, redrawn
from tests.commands.conftest import Invoke


def test_rule(invoke: Invoke) -> None:
    """A code is explained, also as it stands in an error; without one, all are listed."""
    page = invoke("rule", "error[no-graph]:").stdout
    assert page.startswith("no-graph\n\n") and "    $ gradcli eval" in page and "```" not in page
    listed = invoke("rule").stdout
    assert [line.split()[0] for line in listed.splitlines()] == list(sections())
    wrong = invoke("rule", "no-grpah")
    assert wrong.exit_code == 2 and "did you mean `no-graph`?" in wrong.stderr


@pytest.mark.parametrize("width", [30, 60, 120])
def test_the_list_fits_on_a_terminal(width: int) -> None:
    """Notes go on below themselves; nothing is lost, and in a pipe each has a line."""
    notes = {"a-code": "word " * 40, "b": "short"}
    lines = columned(notes, width).splitlines()
    assert max(map(len, lines)) <= width and len(lines) > 2
    assert " ".join(" ".join(lines).split()) == " ".join(
        f"a-code {notes['a-code']} b short".split()
    )
    assert len({len(line) - len(line.lstrip()) for line in lines[1:-1]}) == 1
    assert columned(notes, None).count("\n") == 2


def test_the_page_of_a_code_in_ascii(invoke: Invoke) -> None:
    """Lines and corners are drawn with what the encoding has, as in the errors themselves."""
    assert redrawn("│ ┬─ └ ├─ …", ASCII) == "| ^~ `- |~ ..."
    assert redrawn("│ ┬─", UNICODE) == "│ ┬─"
    for name in sections():
        assert redrawn(invoke("rule", name).stdout, ASCII).replace("±", "").isascii(), name
