"""An operator stands in two mirrored places: without them nothing of it is left."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from docs import build
from gradcli.answers import catalogue
from gradcli.answers.differing import DIFFERING
from gradcli.core.table import OPS
from gradcli.operators import index
from gradcli.operators.op import Op
from tests.ops.samples import proofs

ROOT = Path(__file__).parents[2]
NAMES = ("log_ndtr", "histc")  # no other operator, and no layer, calls them
PROBE = """
import json
import sys
sys.path.insert(0, sys.argv[1])
import gradcli
from docs import build
from tests.ops import reference

def answer(text):
    try:
        gradcli.run(text)
    except gradcli.GradcliError as error:
        return error.message
    return "it runs"

def found(name):
    calls = (f"{name}(tensor(1.0))", f"torch.{name}(tensor(1.0))", f"tensor(1.0).{name}()",
             f"torch.special.{name}(tensor(1.0))", f"torch.nn.functional.{name}(tensor(1.0))")
    unknown = ("attribute", "defined")
    yield from (call for call in calls if not any(word in answer(call) for word in unknown))
    yield from ["docs"] if f"{name}(" in page else []
    yield from ["tests"] if any(sample[0] == name for sample in reference.SAMPLES) else []

page = build.page()
print(json.dumps({name: list(found(name)) for name in sys.argv[2:]}))
"""


def probe(root: Path) -> dict[str, list[str]]:
    """Return where the operators are found when gradcli is taken from a folder."""
    command = [sys.executable, "-c", PROBE, str(root), *NAMES]
    result = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False)
    assert result.returncode == 0, result.stderr
    found: dict[str, list[str]] = json.loads(result.stdout)
    return found


def delete_declaration(path: Path, name: str) -> None:
    """Delete an operator's function, with what stands above it, from a family's file."""
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            delete(path, statement.decorator_list[0].lineno, statement.end_lineno)
            return
    raise AssertionError(name)


def delete_proof(path: Path, name: str) -> None:
    """Delete an operator's entry from the file that proves a family."""
    for table in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(table, ast.Dict):
            for key, value in zip(table.keys, table.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == name:
                    delete(path, key.lineno, value.end_lineno)
                    return
    raise AssertionError(name)


def delete(path: Path, first: int, last: int | None) -> None:
    """Delete lines of a file."""
    assert last is not None
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[: first - 1] + lines[last:]), encoding="utf-8")


def write_index(root: Path) -> None:
    """Write the index of names anew, as one does who has changed a declaration."""
    write = "from docs import build; build.INDEX.write_text(build.index_text())"
    env = os.environ | {"PYTHONPATH": str(root)}
    subprocess.run([sys.executable, "-c", write], cwd=root, env=env, check=True)


def test_nothing_is_left_without_the_two_places(tmp_path: Path) -> None:
    """Deleting declaration and proof removes functions, methods, documentation row and tests."""
    for folder in ("gradcli", "grammar", "docs", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder)  # with what is compiled: it starts sooner
    before = probe(tmp_path)
    for name in NAMES:
        assert {"docs", "tests"} < set(before[name])
        delete_declaration(tmp_path / "gradcli" / "ops" / f"{OPS[name].family}.py", name)
    write_index(tmp_path)
    assert probe(tmp_path) == {name: ["tests"] for name in NAMES}
    proven = tmp_path / "tests" / "ops" / "samples"
    for name in NAMES:
        delete_proof(proven / f"{OPS[name].family}.py", name)
    assert probe(tmp_path) == {name: [] for name in NAMES}
    anywhere = re.compile(rf"(?<!xp\.)\b({'|'.join(NAMES)})\b")
    modules = {*(tmp_path / "gradcli").rglob("*.py"), *proven.rglob("*.py")}
    operators = tmp_path / "gradcli" / "operators"
    recorded = {operators / "refused_types.py", operators / "out_types.py"}  # what torch refuses
    for module in modules - recorded:
        assert not anywhere.search(module.read_text(encoding="utf-8")), module


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


COPIES = "copies"  # reads the declarations of the operators whose results it copies


@pytest.mark.parametrize("family", sorted(families() - {COPIES}))
def test_operators_of_other_families_are_imported_by_name(family: str) -> None:
    """What a family imports for its bodies and rules loads no other family."""
    text = (ROOT / "gradcli" / "ops" / f"{family}.py").read_text(encoding="utf-8")
    for statement in ast.walk(ast.parse(text)):
        if isinstance(statement, ast.Attribute) and ast.unparse(statement.value) == "ops":
            assert statement.attr.rstrip("_") in OPS
        names = [a.name for a in statement.names] if isinstance(statement, ast.ImportFrom) else []
        module = getattr(statement, "module", None) or ""
        if module == "gradcli.operators.by_name":
            assert [name for name in names if name.rstrip("_") not in OPS] == []
        elif module.startswith("gradcli.ops."):
            found = vars(import_module(module))
            assert [name for name in names if isinstance(found[name], Op)] == []


def test_the_page_of_operators_is_current() -> None:
    """docs/operators.md is what the table says now; if not, run docs/build.py."""
    assert build.PAGE.read_text(encoding="utf-8") == build.page()
    assert build.DIFFERENCES.read_text(encoding="utf-8") == build.differences()
    assert build.DIFFERING.read_text(encoding="utf-8") == build.differing()
    named = {name for _, names in DIFFERING for name in names.split()}
    assert named <= {entry.name for entry in catalogue.entries()}


def test_the_index_of_names_is_current() -> None:
    """gradcli/operators/index.py is what the declarations say now; if not, run docs/build.py."""
    assert build.INDEX.read_text(encoding="utf-8") == build.index_text()
    assert build.index() == index.NAMES
