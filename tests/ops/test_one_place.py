"""An operator stands in two mirrored places: without them nothing of it is left."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs import build
from gradcli.core.table import OPS
from tests.ops.samples import proofs

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


def proof(name: str) -> tuple[Path, int, int]:
    """Return the file and the first and last line of an operator's proof."""
    path = ROOT / "tests" / "ops" / "samples" / f"{OPS[name].family}.py"
    for table in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(table, ast.Dict):
            for key, value in zip(table.keys, table.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == name:
                    assert value.end_lineno is not None
                    return path, key.lineno, value.end_lineno
    raise AssertionError(name)


def delete(root: Path, place: tuple[Path, int, int]) -> None:
    """Delete lines of a file of the copy that stands in a folder."""
    path, first, last = place
    copy = root / path.relative_to(ROOT)
    lines = copy.read_text(encoding="utf-8").splitlines(keepends=True)
    copy.write_text("".join(lines[: first - 1] + lines[last:]), encoding="utf-8")


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
def test_nothing_is_left_without_the_two_places(name: str, tmp_path: Path) -> None:
    """Deleting declaration and proof removes functions, methods, documentation row and tests."""
    for folder in ("gradcli", "grammar", "docs", "tests"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    assert "docs" in probe(tmp_path, name)
    delete(tmp_path, declaration(name))
    assert probe(tmp_path, name) == "['tests']"
    delete(tmp_path, proof(name))
    assert probe(tmp_path, name) == "[]"
    for folder in ("gradcli", "tests/ops/samples"):
        for module in (tmp_path / folder).rglob("*.py"):
            text = module.read_text(encoding="utf-8")
            assert not re.search(rf"(?<!xp\.)\b{name}\b", text), module


def families() -> set[str]:
    """Return the names of all that is a family in either of the places."""
    return {op.family for op in OPS.load_all().values()} | proofs().keys()


@pytest.mark.parametrize("family", sorted(families()))
def test_the_two_places_mirror_each_other(family: str) -> None:
    """A family's file of proofs has those operators that the family declares, in that order."""
    declared = [name for name, op in OPS.items() if op.family == family]
    assert declared, f"gradcli/ops/{family}.py declares no operator"
    assert family in proofs(), f"tests/ops/samples/{family}.py is missing"
    assert list(proofs()[family]) == declared


def test_the_page_of_operators_is_current() -> None:
    """docs/operators.md is what the table says now."""
    assert build.PAGE.read_text(encoding="utf-8") == build.page()
