"""Attempts to get out: each ends in the diagnostic that stands behind it in ``escapes.txt``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gradcli.errors import GradcliError
from gradcli.language.limits import UNTRUSTED
from gradcli.language.run import run

LIMITS = UNTRUSTED._replace(timeout=None, max_memory=None)


def attempts() -> Iterator[tuple[str, str]]:
    """Yield programs, and what is said of each."""
    lines: list[str] = []
    for line in (Path(__file__).parent / "escapes.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            lines.append(line[4:])
        elif line.startswith("error["):
            yield "\n".join(lines), line
            lines.clear()


ATTEMPTS = list(attempts())


@pytest.mark.parametrize(("source", "said"), ATTEMPTS, ids=range(len(ATTEMPTS)))
def test_an_attempt(source: str, said: str) -> None:
    """The program ends where it tries, and has printed nothing."""
    printed: list[str] = []
    with pytest.raises(GradcliError) as caught:
        run(source, limits=LIMITS, write=printed.append)
    found = caught.value.diagnostic
    assert f"error[{found.code}] {found.kind}: {found.message.splitlines()[0]}" == said
    assert printed == []


def test_there_are_enough() -> None:
    """All kinds that were ever thought of are here."""
    assert len(ATTEMPTS) > 200
