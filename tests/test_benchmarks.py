"""What benchmarks import of one another is there: nothing else runs them all."""

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"
TREES = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.py")}


def _names(tree: ast.Module) -> set[str]:
    """Return the names that a module gives."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {name.asname or name.name for name in node.names}
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


@pytest.mark.parametrize("module", TREES)
def test_imports(module: str) -> None:
    """Every name that is imported of another benchmark is one that it has."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.ImportFrom) and node.module in TREES:
            assert {name.name for name in node.names} <= _names(TREES[node.module]), node.module
