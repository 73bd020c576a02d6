"""The type stubs say what gradcli is: every name, what it takes, and what operators return.

``tutorial.py`` beside this file is code that must be accepted, ``mistakes.py`` code that must not.
"""

import ast
import inspect
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import gradcli
from docs.stubs import write
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.language.names.attributes import attribute_names
from gradcli.language.names.table import MODULES
from gradcli.operators.op import Op
from gradcli.operators.return_types import ReturnType

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = ROOT / "gradcli"
STUBS = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"): (
        ast.parse(path.read_text(encoding="utf-8"))
    )
    for path in sorted(PACKAGE.rglob("*.pyi"))
}
"""Every stub, by the name of its module."""

OWN = {
    "GradcliError",
    "Limits",
    "Run",
    "Session",
    "engine",
    "explain",
    "graph",
    "run",
}  # PyTorch has not
NAMED_TUPLES = {
    node.name: tuple(field.target.id for field in node.body if isinstance(field, ast.AnnAssign))
    for node in STUBS["gradcli"].body
    if isinstance(node, ast.ClassDef) and "NamedTuple" in map(ast.unparse, node.bases)
}


def test_written_stubs_are_current() -> None:
    """What `python docs/build.py` writes is what is there."""
    for path, text in write.stubs().items():
        assert path.read_text(encoding="utf-8") == text, path


def test_mypy_accepts_a_tutorial_and_points_at_every_mistake() -> None:
    """A strict mypy finds the mistakes that are marked, and nothing else.

    What it has read of NumPy it keeps where it does when it is asked for the whole package.
    """
    files = ["tutorial.py", "mistakes.py"]
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", *files]
    command += [f"--cache-dir={ROOT / '.mypy_cache'}", "--no-error-summary", "--hide-error-context"]
    run = subprocess.run(
        command,
        cwd=HERE,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
    )
    found = re.findall(r"^(\w+\.py):(\d+): error: .*\[([a-z-]+)\]$", run.stdout, re.M)
    marked = [("mistakes.py", str(line), kind) for line, _, kind in mistakes()]
    assert sorted(set(found)) == sorted(marked), run.stdout + run.stderr


def mistakes() -> Iterator[tuple[int, str, str]]:
    """Yield every marked line: its number, its text, and mypy's word for the mistake."""
    for number, line in enumerate((HERE / "mistakes.py").read_text("utf-8").splitlines(), 1):
        text, mark, kind = line.partition("  # error: ")
        if mark:
            yield number, text, kind


def test_the_tutorial_runs() -> None:
    """What type checkers accept computes."""
    runpy.run_path(str(HERE / "tutorial.py"))


@pytest.mark.parametrize("text", [text for _, text, _ in mistakes()])
def test_mistakes_fail_when_run(text: str) -> None:
    """What type checkers refuse does not run."""
    scope = {"torch": gradcli, "F": import_module("gradcli.nn.functional")}
    scope["x"] = gradcli.ones(2, 3)
    with pytest.raises(Exception, match=r"."):
        exec(text, scope)


# Names


def names(body: list[ast.stmt]) -> set[str]:
    """Return the public names that a stub, or a class of one, defines or hands on."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names if alias.asname == alias.name}
    return {name for name in found if not name.startswith("_")}


def class_of(module: str, name: str) -> ast.ClassDef:
    """Return a class of a stub."""
    (found,) = [n for n in STUBS[module].body if isinstance(n, ast.ClassDef) and n.name == name]
    return found


def test_the_package_has_the_names_of_its_stub() -> None:
    """Every public name is in the stub, and the other way round."""
    shown = {name for name in dir(gradcli) if not name.startswith("_")}
    assert names(STUBS["gradcli"].body) == shown
    assert set(MODULES["torch"].public()) | OWN | {"optim", "utils"} == shown
    for name in shown:
        assert hasattr(gradcli, name), name


@pytest.mark.parametrize("module", sorted(STUBS.keys() - {"gradcli"}))
def test_modules_have_the_names_of_their_stubs(module: str) -> None:
    """Every public name is in the stub, and the other way round."""
    table = MODULES[module.replace("gradcli", "torch", 1)]
    assert names(STUBS[module].body) == set(table.public())
    for name in table.public():
        assert getattr(import_module(module), name) is not None


def test_tensors_have_the_names_of_the_stub() -> None:
    """Every method, attribute and sign of tensors is in the stub, and the other way round."""
    body = class_of("gradcli", "Tensor").body
    public = {name for name in attribute_names(Tensor(0.0)) if name[0] != "_"}
    assert names(body) == {name for name in public if hasattr(gradcli.Tensor, name)}
    special = {n.name for n in body if isinstance(n, ast.FunctionDef) and n.name[:2] == "__"}
    signs = {name for name in vars(Tensor) if re.fullmatch(r"__[a-z]+__", name)} - NOT_SHOWN
    assert special == signs | {"__bool__", "__complex__", "__contains__", "__float__"} | {
        "__format__",
        "__index__",
        "__int__",
        "__len__",
    }


# Those of every class, and comparisons in place, which Python has no sign for.
NOT_SHOWN = {"__module__", "__doc__", "__slots__", "__repr__", "__weakref__", "__annotations__"}
NOT_SHOWN |= {"__ieq__", "__ine__", "__ilt__", "__ile__", "__igt__", "__ige__", "__array_wrap__"}
NOT_SHOWN |= {"__delitem__", "__dict__", "__getattr__"}


# What is written by hand


WRITTEN = {f"gradcli.{name}" for name in ("fft", "linalg", "special", "nn.functional")}


@pytest.mark.parametrize("module", sorted(STUBS.keys() - WRITTEN))
def test_functions_take_what_the_stub_says(module: str) -> None:
    """Parameters of functions that are no operators have the names and defaults of the stub."""
    operators = {name for op in OPS.load_all().values() for name in op.names_in("torch")}
    table = MODULES[module.replace("gradcli", "torch", 1)].table
    for node in STUBS[module].body:
        if isinstance(node, ast.FunctionDef):
            if module == "gradcli" and node.name.removesuffix("_") in operators:
                continue
            value = getattr(gradcli, node.name) if node.name in OWN else table[node.name]
            check_parameters(node, getattr(value, "function", value))


def check_parameters(node: ast.FunctionDef, function: Callable[..., Any]) -> None:
    """Compare the parameters of a form in a stub with those of the function itself."""
    known = inspect.signature(function).parameters
    if {p.kind for p in known.values()} == {inspect.Parameter.VAR_POSITIONAL, VAR_KEYWORD}:
        return  # it takes anything
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    assert {arg.arg for arg in given} <= known.keys(), node.name
    positional = [*node.args.posonlyargs, *node.args.args]
    defaults = [None] * (len(positional) - len(node.args.defaults)) + node.args.defaults
    for arg, default in zip(given, [*defaults, *node.args.kw_defaults], strict=True):
        if default is not None:
            assert ast.literal_eval(default) == known[arg.arg].default, node.name


VAR_KEYWORD = inspect.Parameter.VAR_KEYWORD


# What operators return


def fits(result: str, value: Any) -> bool:
    """Tell whether a value is what a stub calls the result."""
    if result in NAMED_TUPLES:
        return isinstance(value, ReturnType) and value.fields == NAMED_TUPLES[result]
    if result.startswith("tuple"):
        fixed = 0 if "..." in result else result.count("Tensor")
        several = isinstance(value, tuple) and all(isinstance(part, Tensor) for part in value)
        return several and not isinstance(value, ReturnType) and fixed in (0, len(value))
    return isinstance(value, {"Tensor": Tensor, "_bool": bool, "Any": object}[result])


def test_operators_return_what_the_stub_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call of an operator in the examples gives what a form of it says."""
    wrong: list[str] = []
    seen: set[str] = set()
    bound = Op._bound

    def watched(op: Op, args: Any, kwargs: Any, *, method: bool) -> Any:
        value = bound(op, args, kwargs, method=method)
        results = {form.result for form in write.forms(op)} if op.where else {"Any"}
        seen.add(op.name)
        if not any(fits(result, value) for result in results):
            wrong.append(f"{op.name} gives {type(value)}, not {results}")
        return value

    monkeypatch.setattr(Op, "_bound", watched)
    examples = {op.name: op.example for op in write.operators() if op.where and op.example}
    for expression, *inputs in examples.values():
        gradcli.run("\n".join([*inputs, expression]))
    assert wrong == []
    unseen = {write.result(OPS[name]) for name in examples.keys() - seen}  # signs, and in place
    assert unseen == {"Tensor"}
