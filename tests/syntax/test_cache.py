"""The cache makes the second start quick, and nothing that is wrong with it matters."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gradcli.syntax.parse import load_tables

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the place is that of Linux")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the tables are kept, with an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "gradcli" / "grammar.json"


def run(program: str) -> subprocess.CompletedProcess[str]:
    """Run a program of Python in a process of its own."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def test_second_start_needs_no_lark(file: Path) -> None:
    """Imports lark only where the tables are not there yet."""
    program = (
        "import sys; from gradcli.syntax.parse import parse; parse('x');"
        "print('lark' in sys.modules)"
    )
    first, second = run(program), run(program)
    assert (first.stdout, second.stdout) == ("True\n", "False\n")
    assert (first.stderr, second.stderr) == ("", "")


def test_tables_are_private(file: Path) -> None:
    """Lets nobody else into the directory."""
    load_tables()
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert os.listdir(file.parent) == ["grammar.json"]


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"grammar": 1}', "\x80"])
def test_damage_is_repaired(file: Path, damage: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Makes the tables anew where the file is not what it should be."""
    load_tables()
    file.write_text(damage, "latin-1")
    tables = load_tables()
    assert json.loads(file.read_text())["tables"]["rows"] == tables.rows
    assert load_tables() == tables
    assert capfd.readouterr() == ("", "")


def test_tables_of_another_grammar_are_replaced(file: Path) -> None:
    """Does not use tables that were made from another grammar."""
    load_tables()
    found = json.loads(file.read_text())
    file.write_text(json.dumps({**found, "grammar": "other", "tables": {"start": -1}}))
    assert load_tables().start >= 0


@pytest.mark.parametrize("name", ["gradcli", "gradcli/grammar.json"])
def test_what_others_can_write_is_not_read(file: Path, name: str) -> None:
    """Trusts neither a file nor a directory that others may have written."""
    load_tables()
    found = json.loads(file.read_text())
    file.write_text(json.dumps({**found, "tables": {**found["tables"], "start": -1}}))
    assert load_tables().start == -1
    path = file.parent.parent / name
    path.chmod(path.stat().st_mode | stat.S_IWOTH)
    assert load_tables().start >= 0


def test_links_are_not_followed(file: Path, tmp_path: Path) -> None:
    """Does not read through a link, whose end another user may have chosen."""
    load_tables()
    found = json.loads(file.read_text())
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text(json.dumps({**found, "tables": {**found["tables"], "start": -1}}))
    file.unlink()
    file.symlink_to(elsewhere)
    assert load_tables().start >= 0


def test_no_place_for_a_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Works without a cache where there can be none."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert load_tables().rows
    assert capfd.readouterr() == ("", "")


def test_relative_place_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps to the home directory where the variable holds no absolute path."""
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    load_tables()
    assert (tmp_path / ".cache" / "gradcli" / "grammar.json").exists()
    assert not (tmp_path / "relative").exists()
