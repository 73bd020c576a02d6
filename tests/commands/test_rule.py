"""``gradcli rule``: codes explained."""

from __future__ import annotations

from gradcli.commands.shipped import sections
from tests.commands.conftest import Invoke


def test_rule(invoke: Invoke) -> None:
    """A code is explained, also as it stands in an error; without one, all are listed."""
    page = invoke("rule", "error[no-graph]:").stdout
    assert page.startswith("no-graph\n\n") and "    $ gradcli eval" in page and "```" not in page
    listed = invoke("rule").stdout
    assert [line.split()[0] for line in listed.splitlines()] == list(sections())
    wrong = invoke("rule", "no-grpah")
    assert wrong.exit_code == 2 and "did you mean `no-graph`?" in wrong.stderr
