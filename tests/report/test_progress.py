"""A bar for work that takes a while."""

from __future__ import annotations

import io

import pytest

from gradcli.report import progress


def test_progress_is_patient() -> None:
    """What is quick draws nothing."""
    out = io.StringIO()
    with progress.bar("working", 10, out) as advance:
        for _ in range(10):
            advance(1)
    assert out.getvalue() == ""


def test_progress_of_slow_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the bar shows how much is done."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = io.StringIO()
    with progress.bar("working", 8, out, patience=0) as advance:
        advance(2)
    assert "working" in out.getvalue() and "25%" in out.getvalue()
