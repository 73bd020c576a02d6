"""The tables are made when the package is built; a start uses them, and writes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gradcli
from gradcli.syntax.tables import grammar_path, load_tables
from gradcli.syntax.tabulate import make_tables

PACKAGE = Path(gradcli.__file__).parent
TABLES = Path("gradcli", "syntax", "built_tables.py")

# Says what the program is made of, and whether lark was needed for it.
READ = """
import sys
from gradcli.syntax.parse import parse
print(*(type(node).__name__ for node in parse(sys.argv[1]).body), "lark" in sys.modules)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a checkout of the parser with its tables."""
    root = tmp_path_factory.mktemp("built") / "checkout"
    (root / "grammar").mkdir(parents=True)
    shutil.copy(grammar_path(), root / "grammar" / "gradcli.lark")
    sources = shutil.ignore_patterns("built_tables.py", "__pycache__")
    shutil.copytree(PACKAGE / "syntax", root / "gradcli" / "syntax", ignore=sources)
    for name in ("__init__.py", "errors.py"):
        shutil.copy(PACKAGE / name, root / "gradcli" / name)
    build(root)
    return root


@pytest.fixture
def checkout(built: Path, tmp_path: Path) -> Path:
    """Return a copy of that checkout, to be changed."""
    return Path(shutil.copytree(built, tmp_path / "checkout"))


def python(checkout: Path, *arguments: str, seed: str = "0") -> str:
    """Run Python with a checkout, for a user without a home; return what it printed."""
    environment = {
        **os.environ,
        "HOME": str(checkout.parent / "nowhere"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": str(checkout),
    }
    environment.pop("XDG_CACHE_HOME", None)
    command = [sys.executable, *arguments]
    run = subprocess.run(
        command, env=environment, cwd=checkout.parent, capture_output=True, text=True
    )
    assert (run.stderr, run.returncode) == ("", 0)
    return run.stdout


def build(checkout: Path, seed: str = "0") -> str:
    """Build a checkout as its installation does; return the module of its tables."""
    assert python(checkout, "-m", "gradcli.syntax.tabulate", seed=seed) == ""
    return (checkout / TABLES).read_text(encoding="utf-8")


def read(checkout: Path, program: str = "x = 1; pass") -> str:
    """Read a program; see to it that nothing is written anywhere."""
    before = sorted(checkout.parent.rglob("*"))
    shown = python(checkout, "-c", READ, program)
    assert sorted(checkout.parent.rglob("*")) == before
    return shown


def test_a_start_needs_no_lark(checkout: Path) -> None:
    """Loads the tables that were built, and nothing else."""
    assert read(checkout) == "Assign Pass False\n"


def test_a_checkout_that_was_never_built(checkout: Path) -> None:
    """Makes the tables in memory where there are none, says nothing and writes nothing."""
    (checkout / TABLES).unlink()
    assert read(checkout) == "Assign Pass True\n"


def test_tables_of_another_grammar_are_not_used(checkout: Path) -> None:
    """Reads by the grammar as it is, not as it was when the tables were built."""
    grammar = checkout / "grammar" / "gradcli.lark"
    text = grammar.read_text(encoding="utf-8")
    grammar.write_text(text.replace('| "pass" ', '| "skip" '), encoding="utf-8")
    assert read(checkout, "x = 1; skip") == "Assign Pass True\n"
    build(checkout)
    assert read(checkout, "x = 1; skip") == "Assign Pass False\n"


def test_tables_made_in_another_way_are_not_used(checkout: Path) -> None:
    """Makes the tables anew where the code that makes them has changed."""
    with (checkout / "gradcli" / "syntax" / "tabulate.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert read(checkout) == "Assign Pass True\n"


def test_the_same_grammar_gives_the_same_tables(checkout: Path) -> None:
    """Builds the same module each time, so that a wheel can be reproduced."""
    before = (checkout / TABLES).read_text(encoding="utf-8")
    assert build(checkout, seed="1") == before


def test_what_is_loaded_is_what_the_grammar_gives() -> None:
    """Loads the tables of the grammar that is installed."""
    assert load_tables() == make_tables()
