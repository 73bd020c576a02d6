"""Pictures of where a Jacobian or Hessian is zero."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcli.answers.report import Pattern
from gradcli.report.glyphs import ASCII, UNICODE
from gradcli.report.pattern import draw


def pattern(nonzero: Any, *columns: int) -> Pattern:
    """Make a pattern with inputs of these sizes."""
    array = np.array(nonzero, bool)
    sizes = columns or (array.shape[1],)
    names = tuple((f"x{number}", size) for number, size in enumerate(sizes))
    return Pattern("jacobian", (("y", array.shape[0]),), names, array)


def test_ascii_picture() -> None:
    """A terminal without Unicode gets a picture too."""
    drawn = draw(pattern([[1, 0, 1], [0, 0, 1]], 2, 1), ASCII)
    assert drawn.splitlines()[:2] == ["* . | *", ". . | *"]
    assert drawn.isascii()


def test_narrow_picture() -> None:
    """Signs stand closer where the width asks for it."""
    wide = draw(pattern(np.eye(20)), UNICODE, 40)
    close = draw(pattern(np.eye(20)), UNICODE, 30)
    assert wide.startswith("■ · ·") and close.startswith("■··")


@pytest.mark.parametrize(("glyphs", "full", "half"), [(UNICODE, "█", "▒"), (ASCII, "#", ":")])
def test_large_picture(glyphs: Any, full: str, half: str) -> None:
    """A sign stands for a square of entries; any entry at all can be seen."""
    array = np.zeros((200, 400), bool)
    array[:10, :10] = True
    array[100:110, 200:205] = True
    array[199, 399] = True
    lines = draw(pattern(array), glyphs, 40).splitlines()
    assert lines[0] == full
    assert lines[10] == " " * 20 + half
    assert lines[19] == " " * 39 + glyphs.shades[1]
    assert lines[21] == "each sign stands for 10 x 10 entries"


def test_empty_picture() -> None:
    """Without entries there is only a legend."""
    assert draw(pattern(np.zeros((0, 3)))).splitlines()[-1] == "0 of 0 entries are not zero"
