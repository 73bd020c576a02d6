"""An operator is declared in one place: without its declaration nothing of it is left."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs import build

ROOT = Path(__file__).parents[2]
PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
import gradcli
from docs import build
from tests.ops import reference
name = sys.argv[2]
found = [text for text in (f"{name}(tensor(1.0))", f"torch.{name}(tensor(1.0))",
                           f"tensor(1.0).{name}()", f"torch.nn.functional.{name}(tensor(1.0))")
         if not any(word in str(gradcli_error(text)) for word in ("attribute", "defined"))]
found += ["docs"] if f"`{name}(" in build.page() else []
found += ["tests"] if any(sample[0] == name for sample in reference.SAMPLES) else []
print(found)
"""
HELPER = """
def gradcli_error(text):
    import gradcli
    try:
        gradcli.run(text)
    except gradcli.GradcliError as error:
        return error.message
    return "it runs"
"""


def declaration(name: str) -> tuple[Path, int, int]:
    """Return the file and the first and last line of an operator's declaration."""
    for path in (ROOT / "gradcli" / "ops").glob("*.py"):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.FunctionDef) and statement.name == name:
                assert statement.end_lineno is not None
                return path, statement.decorator_list[0].lineno, statement.end_lineno
    raise AssertionError(name)


def probe(root: Path, name: str) -> str:
    """Return where an operator is found when gradcli is taken from a folder."""
    result = subprocess.run(
        [sys.executable, "-c", HELPER + PROBE, str(root), name],
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
    )
    return result.stdout.strip() or result.stderr


@pytest.mark.parametrize("name", ["logit", "hardshrink", "histc"])  # no other operator calls them
def test_nothing_is_left_without_the_declaration(name: str, tmp_path: Path) -> None:
    """Deleting the declaration removes functions, methods, documentation row and tests."""
    for folder in ("gradcli", "grammar", "docs", "tests"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    assert "docs" in probe(tmp_path, name)
    path, first, last = declaration(name)
    copy = tmp_path / path.relative_to(ROOT)
    lines = copy.read_text(encoding="utf-8").splitlines(keepends=True)
    copy.write_text("".join(lines[: first - 1] + lines[last:]), encoding="utf-8")
    assert probe(tmp_path, name) == "[]"
    for module in (tmp_path / "gradcli").rglob("*.py"):
        assert not re.search(rf"(?<!xp\.)\b{name}\b", module.read_text(encoding="utf-8")), module


def test_the_page_of_operators_is_current() -> None:
    """docs/operators.md is what the table says now."""
    assert build.PAGE.read_text(encoding="utf-8") == build.page()
