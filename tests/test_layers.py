"""Who may import whom, which module owns which library, and how long code may be.

The table is the design's. Where the code shows a better boundary, move it here and there together.
"""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median
from textwrap import dedent

import pytest

PACKAGE = Path(__file__).parent.parent / "gradcli"

BELOW_OPS = {"errors", "numerics", "core", "operators"}
LIBRARY = {"autograd", "distributions", "nn", "optim", "utils"}
BELOW_ANSWERS = {*BELOW_OPS, "syntax", "ops", "transforms", "language"}

# Room -> the rooms it may import. A room is a module or a folder right below gradcli/; a module in
# another room can be one of its own.
ALLOWED = {
    "errors": set(),
    "syntax": {"errors"},
    "numerics": {"errors"},
    "data": {"errors", "numerics"},
    "core": {"errors", "numerics"},
    "engines": {"errors", "numerics", "core"},
    "operators": {"errors", "numerics", "core", "engines"},
    "ops": BELOW_OPS,
    "transforms": {*BELOW_OPS, "ops"},
    "nn": {*BELOW_OPS, "ops", "transforms"},
    "distributions": {*BELOW_OPS, "ops", "transforms", "nn"},  # draws with derivatives
    "optim": {*BELOW_OPS, "ops", "nn"},
    "utils": {*BELOW_OPS, "ops", "language"},  # checkpoints have a form in the language
    "language": {*BELOW_OPS, "syntax", "ops", "transforms", *LIBRARY},
    "symbolic": {*BELOW_OPS, "syntax"},
    "answers": {*BELOW_ANSWERS, "symbolic", "data"},
    "report": {"errors", "answers"},
    "checks": {*BELOW_ANSWERS, "answers", "data"},
    "commands": {"errors", "data", "language", "answers", "report", "checks", "__init__"},
    "pytest_plugin": {"answers", "report", "checks"},
    "__main__": {"commands"},
    # The Python API: thin modules with torch's names, which forward to the language's table.
    "__init__": {"errors", "language", "core", "operators", "api", "commands"},
    "api": {"errors", "core", "language", "answers", "report"},
    "autograd": {*BELOW_OPS, "transforms", "language"},  # classes for Python have a form there
    **{
        name: {"language"}
        for name in ("fft", "func", "linalg", "nn.functional", "special", "testing")
    },
}

# Library -> the one place, a module or a folder, that imports it.
OWNERS = {
    "lark": "syntax/tabulate.py",
    "click": "commands/",
    "rich": "report/",
    "nbformat": "checks/notebooks.py",
    "matplotlib": "report/",
    "plotext": "report/",
    "prompt_toolkit": "commands/repl_rich.py",
    "markdown_it": "checks/markdown.py",
    "watchfiles": "commands/check_work.py",
}

# The functions of ``answers`` that renderers call: they find words, and compute nothing.
WORDS = {"bare", "describe", "is_writable", "nearest", "pairs", "shortened", "spelled"}
WORDS |= {"text_of", "to_data"}

# What would let a program's text reach the host, and the one module that compiles what it has
# written itself: of fixed words and numbers, which tests/language/test_fused.py looks at.
FORBIDDEN_CALLS = {"eval", "exec", "__import__"}
COMPILES = "language/machine/writing.py"

# Tables grow by rows and are read by row: operators, the kinds of node, and what the build writes.
TABLES = ("ops/", "syntax/nodes.py", "syntax/built_tables.py")

LONGEST_FUNCTION = 60
LONGEST_FILE = 450
LONGEST_MEDIAN = 10
LARGEST_CIRCLE = 3

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef

Check = Callable[[str, str], list[str]]

# Every module: its path below the package -> its text.
TEXTS = {
    module.relative_to(PACKAGE).as_posix(): module.read_text(encoding="utf-8")
    for module in sorted(PACKAGE.rglob("*.py"))
}


@cache
def parsed(text: str) -> ast.Module:
    """Parse a module, which several checks read, once."""
    return ast.parse(text)


@cache
def parts(text: str) -> list[ast.AST]:
    """List all that a module is made of, which several checks go through."""
    return list(ast.walk(parsed(text)))


def room_of(path: str) -> str:
    """Return the room of a module, given its path below the package."""
    name = path.removesuffix(".py").replace("/", ".")
    return name if name in ALLOWED else name.partition(".")[0]


def called(node: ast.Call) -> str | None:
    """Return the last part of the name of a function that is called."""
    function = node.func
    return getattr(function, "attr", None) or getattr(function, "id", None)


def imported(text: str, path: str) -> Iterator[str]:
    """Yield the dotted name of all that a module imports, anywhere in it."""
    package = ["gradcli", *Path(path).parent.parts]
    for node in parts(text):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*start, *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) == "import_module":
            yield from (a.value for a in node.args[:1] if isinstance(a, ast.Constant))


def imported_rooms(text: str, path: str) -> set[str]:
    """Return the rooms of gradcli that a module imports; the package itself is ``__init__``."""
    rooms = set()
    for name in imported(text, path):
        package, _, rest = name.partition(".")
        if package == "gradcli":
            room = rest.partition(".")[0]
            rooms.add(room if room in ALLOWED else "__init__")
    return rooms


def broken_imports(text: str, path: str) -> list[str]:
    """List what a module imports and may not."""
    room = room_of(path)
    foreign = imported_rooms(text, path) - ALLOWED[room] - {room}
    libraries = {name.partition(".")[0] for name in imported(text, path)}
    stolen = {name for name in libraries & OWNERS.keys() if not path.startswith(OWNERS[name])}
    return sorted(f"{path} imports {name}" for name in foreign | stolen)


def imports_of(text: str, path: str, modules: dict[str, str]) -> set[str]:
    """Return the paths of the package's modules that a module imports, anywhere in it."""
    found = set()
    for name in imported(text, path):
        package, *rest = name.split(".")
        if package == "gradcli":
            whole, home = "/".join(rest), "/".join(rest[:-1])
            candidates = (f"{whole}.py", f"{whole}/__init__.py", f"{home}.py")
            found |= {next((c for c in candidates if c in modules), path)}
    return found - {path}


def circles(modules: dict[str, str]) -> list[list[str]]:
    """List the groups of modules of which each imports each, if only through others."""
    edges = {path: imports_of(text, path, modules) for path, text in modules.items()}
    reached: dict[str, set[str]] = {}
    for start in edges:
        seen, stack = set(), [start]
        while stack:
            for following in edges[stack.pop()] - seen:
                seen.add(following)
                stack.append(following)
        reached[start] = seen
    groups = {
        tuple(sorted(other for other in seen if path in reached[other]))
        for path, seen in reached.items()
        if path in seen
    }
    return [list(group) for group in sorted(groups)]


def long_functions(text: str, path: str) -> list[str]:
    """List the functions of a module that are longer than allowed."""
    return [
        f"{path}:{node.lineno} {node.name} has {length(node)} lines"
        for node in parts(text)
        if isinstance(node, FUNCTIONS) and length(node) > LONGEST_FUNCTION
    ]


def forbidden_calls(text: str, path: str) -> list[str]:
    """List the calls of a module that could run text as Python."""
    return [
        f"{path}:{node.lineno} calls {node.func.id}"
        for node in parts(text)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in FORBIDDEN_CALLS
        and not path.endswith(COMPILES)
    ]


def length(node: FUNCTIONS) -> int:
    """Return the number of lines of a function, without its decorators and its docstring."""
    first = node.body[0]
    prose = lines(first) if ast.get_docstring(node) else 0
    return lines(node) - prose


def lines(node: ast.stmt) -> int:
    """Return the number of lines that a statement spans."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_every_room_has_a_row() -> None:
    """A new room cannot be added without deciding what it may import."""
    assert {room_of(path) for path in TEXTS} <= ALLOWED.keys()


@pytest.mark.parametrize("check", [broken_imports, long_functions, forbidden_calls])
def test_package(check: Check) -> None:
    """The package keeps the table, the libraries' places, the lengths and the closed doors."""
    assert [problem for path, text in TEXTS.items() for problem in check(text, path)] == []


def test_no_large_circle() -> None:
    """Modules that need each other are few enough to be read together."""
    assert [circle for circle in circles(TEXTS) if len(circle) > LARGEST_CIRCLE] == []


def test_the_checker_sees_a_circle() -> None:
    """A circle is seen also where an import stands in a function."""
    modules = {
        "a.py": "from gradcli.b import x",
        "b.py": "def f():\n    from gradcli import c",
        "c.py": "import gradcli.a",
        "d.py": "from gradcli.a import x",
    }
    assert circles(modules) == [["a.py", "b.py", "c.py"]]


def computing_imports(text: str, path: str) -> list[str]:
    """List what a renderer imports from ``answers`` beside classes of data and texts of values."""
    names = [name for name in imported(text, path) if name.startswith("gradcli.answers.")]
    return [name for name in names if name.rpartition(".")[2] not in WORDS and not is_class(name)]


def is_class(name: str) -> bool:
    """Tell whether a dotted name ends in one that is a class by its spelling."""
    return name.rpartition(".")[2][0].isupper()


def test_renderers_compute_nothing() -> None:
    """No renderer can run a program or differentiate: it imports data and nothing that makes it."""
    drawn = [path for path in TEXTS if path.startswith("report/")]
    assert [name for path in drawn for name in computing_imports(TEXTS[path], path)] == []
    bad = "from gradcli.answers.evaluation import Question, evaluate"
    assert computing_imports(bad, "report/bad.py") == ["gradcli.answers.evaluation.evaluate"]


def test_files_are_short() -> None:
    """A file over the limit is a table of operators or a room with two purposes."""
    long = [path for path, text in TEXTS.items() if len(text.splitlines()) > LONGEST_FILE]
    assert [path for path in long if not path.startswith(TABLES)] == []


def test_the_usual_function_is_a_few_lines() -> None:
    """Half of all functions have fewer lines than the house style's figure."""
    nodes = (node for text in TEXTS.values() for node in parts(text))
    lengths = [length(node) for node in nodes if isinstance(node, FUNCTIONS)]
    assert median(lengths) < LONGEST_MEDIAN


@pytest.mark.parametrize(
    ("path", "text", "problem"),
    [
        ("syntax/bad.py", "import gradcli.core.tensor", "core"),
        ("syntax/bad.py", "from gradcli.core import Tensor", "core"),
        ("syntax/bad.py", "from gradcli import core", "core"),
        ("syntax/bad.py", "from ..core.tensor import Tensor", "core"),
        ("syntax/bad.py", "from .. import ops", "ops"),
        ("core/bad.py", "import gradcli", "__init__"),
        ("core/bad.py", "def f():\n    from gradcli.language import run", "language"),
        ("core/bad.py", "if TYPE_CHECKING:\n    from gradcli.ops import exp", "ops"),
        ("core/bad.py", "importlib.import_module('gradcli.ops')", "ops"),
        ("errors.py", "from gradcli.syntax import nodes", "syntax"),
        ("syntax/lexing.py", "from lark import Token", "lark"),
        ("language/bad.py", "import rich.table", "rich"),
        ("report/bad.py", "import click", "click"),
    ],
)
def test_the_checker_sees_a_bad_import(path: str, text: str, problem: str) -> None:
    """Each way of spelling an import is seen, wherever it stands."""
    assert broken_imports(text, path) == [f"{path} imports {problem}"]


def test_the_checker_lets_good_imports_pass() -> None:
    """Imports that the table allows are not reported."""
    text = dedent("""
        import numpy
        from gradcli.errors import op_error
        from .node import Node
        from . import modes
    """)
    assert broken_imports(text, "core/good.py") == []


def test_the_checker_sees_length() -> None:
    """A function of the longest allowed length passes and one line more does not."""
    body = "def f():\n" + "    pass\n" * (LONGEST_FUNCTION - 1)
    assert long_functions(body, "core/a.py") == []
    assert long_functions(body + "    pass\n", "core/a.py") == ["core/a.py:1 f has 61 lines"]


def test_the_checker_sees_calls_that_run_text() -> None:
    """A call of eval is reported with its place; a method of that name is not."""
    assert forbidden_calls("x = eval(text)\nmodel.eval()", "core/a.py") == [
        "core/a.py:1 calls eval"
    ]
