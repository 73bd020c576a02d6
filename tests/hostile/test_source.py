"""No way from a user's text to the host: what could be one stands in a short list, reviewed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import gradcli

ROOT = Path(gradcli.__file__).parent
FILES = sorted(path for path in ROOT.rglob("*.py") if path.name != "built_tables.py")

NEVER = {"__import__", "breakpoint", "compile", "eval", "exec", "input"}
"""Functions that no module calls, but one, which writes all that it has compiled itself."""

MODULES = {"cPickle", "code", "dill", "marshal", "pickle", "pty", "shelve", "socket", "urllib"}
"""Modules that no module imports."""

BY_NAME = {"delattr", "getattr", "hasattr", "import_module", "setattr", "vars", "format"}
"""Functions that take a name: what is not written out in the source is in ``REVIEWED``."""

REVIEWED = {
    "__init__.py": "import_module vars",
    "__main__.py": "getattr import_module",
    "autograd/__init__.py": "import_module vars",
    "autograd/function.py": "getattr",
    "checks/console.py": "format",
    "checks/pool.py": "format",
    "commands/check_work.py": "getattr",
    "commands/main.py": "import_module",
    "commands/terminal.py": "vars",
    "core/function.py": "getattr hasattr",
    "core/saved_attributes.py": "setattr",
    "core/state.py": "getattr setattr",
    "data/formats.py": "import_module vars",
    "data/tables.py": "import_module",
    "distributions/__init__.py": "import_module vars",
    "distributions/chances.py": "vars",
    "distributions/cross.py": "getattr",
    "distributions/distribution.py": "getattr vars",
    "distributions/vectors.py": "vars",
    "distributions/wishart.py": "vars",
    "language/limits.py": "vars",
    "language/machine/code.py": "import_module",
    "language/machine/compile.py": "import_module",
    "language/machine/construct.py": "getattr",
    "language/machine/descriptors.py": "getattr vars",
    "language/machine/writing.py": "compile! exec!",  # of what tests/language/test_fused.py allows
    "language/machine/instances.py": "format getattr setattr vars",
    "language/machine/signs.py": "format getattr",
    "language/machine/unwind.py": "vars",
    "language/messages/bodies.py": "getattr",
    "language/messages/wrong_calls.py": "vars",  # of builtins, whose names are in a table
    "language/messages/from_errors.py": "getattr",
    "language/names/algorithms.py": "vars",
    "language/names/attributes.py": "getattr vars",
    "language/names/builtins.py": "vars",
    "language/names/carried.py": "getattr",
    "language/names/containers.py": "getattr",
    "language/names/counted.py": "getattr",
    "language/names/dataclass.py": "getattr",
    "language/names/dates.py": "vars",
    "language/names/encoded.py": "vars",
    "language/names/derivatives.py": "vars",
    "language/names/exceptions.py": "vars",
    "language/names/facts.py": "setattr",
    "language/names/held.py": "vars",
    "language/names/layers.py": "import_module vars",
    "language/names/inspection.py": "vars",
    "language/names/library.py": "getattr vars",
    "language/names/operator_names.py": "vars",
    "language/names/math_names.py": "vars",
    "language/names/natives.py": "vars",
    "language/names/numpy_names.py": "import_module vars",
    "language/names/numpy_random.py": "getattr vars",
    "language/names/owned.py": "vars",
    "language/names/patterns.py": "vars",
    "language/names/pytorch.py": "import_module vars",
    "language/names/system.py": "vars",
    "language/names/table.py": "import_module vars",
    "language/names/typed.py": "vars",
    "language/run.py": "getattr",
    "nn/__init__.py": "import_module vars",
    "nn/attention.py": "getattr",
    "nn/batchnorm.py": "setattr",
    "nn/calls.py": "vars",
    "nn/container.py": "delattr getattr setattr",
    "nn/conv.py": "getattr setattr",
    "nn/grad.py": "getattr",  # of three fixed names
    "nn/lazy.py": "setattr vars",
    "nn/module.py": "getattr",
    "nn/modules.py": "import_module",
    "nn/pooling.py": "vars",
    "nn/registry.py": "hasattr setattr vars",
    "nn/rnn.py": "getattr",
    "nn/rows.py": "getattr setattr",
    "nn/shapes.py": "vars",
    "nn/state.py": "getattr setattr vars",
    "nn/transformer.py": "getattr setattr",
    "nn/utils/__init__.py": "import_module",
    "nn/utils/parametrize.py": "delattr setattr",
    "nn/utils/pruning.py": "delattr getattr setattr",
    "nn/utils/weights.py": "delattr setattr",
    "numerics/batched.py": "getattr",
    "numerics/batched_rules.py": "getattr",
    "numerics/sampled.py": "getattr",
    "numerics/composed.py": "getattr",
    "numerics/dialect.py": "vars",
    "numerics/engine_dask.py": "getattr hasattr",
    "numerics/engine_jax.py": "getattr hasattr",
    "numerics/engines.py": "getattr import_module setattr",
    "numerics/foreign.py": "getattr setattr",
    "numerics/restated.py": "getattr",
    "operators/by_name.py": "getattr vars",
    "operators/converters.py": "setattr",
    "operators/documentation.py": "vars",
    "operators/methods.py": "getattr hasattr setattr vars",
    "operators/refused_types.py": "vars",
    "operators/sent.py": "getattr",  # of what pickle hands over, in code of Python alone
    "operators/shortcut.py": "vars",
    "operators/signature.py": "getattr",
    "ops/__init__.py": "import_module",
    "ops/adaptive.py": "format",
    "ops/bessel.py": "format",
    "ops/compare.py": "getattr",
    "ops/dropout.py": "format",
    "ops/extremes.py": "getattr",
    "ops/padding.py": "format",
    "ops/resampling.py": "format",
    "ops/scatter.py": "format",
    "ops/solvers.py": "format",
    "ops/special.py": "vars",
    "ops/spectral.py": "format",
    "optim/__init__.py": "import_module",
    "optim/scheduling.py": "format",
    "report/checks/__init__.py": "getattr import_module",
    "report/graph_text.py": "format",
    "symbolic/numpy_value.py": "vars",
    "syntax/nodes.py": "setattr",
    "syntax/rewrite.py": "getattr setattr",
    "syntax/walk.py": "getattr",
    "transforms/checkpoint.py": "format",
    "transforms/functional.py": "format",
    "utils/__init__.py": "import_module",
    "utils/data/collating.py": "format",
    "utils/data/dataset.py": "format",
}
"""Where names are computed: of tables in the source, of options, of fields of nodes."""


def findings(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the name and the line of each call that takes a name which is not written out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = called(node.func)
            if name in NEVER and isinstance(node.func, ast.Name):
                yield f"{name}!", node.lineno
            if name in BY_NAME and not harmless(name, node):
                yield name, node.lineno
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [alias.name for alias in node.names]
            module = getattr(node, "module", None)
            for imported in ({str(module)} if module else set(names)) & MODULES:
                yield f"import {imported}!", node.lineno
        elif isinstance(node, ast.Subscript) and is_namespace(node.value) and is_computed(node):
            yield "vars", node.lineno


def called(function: ast.expr) -> str:
    """Return the last name of what is called."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def harmless(name: str, call: ast.Call) -> bool:
    """Tell whether a call names what it takes in the source."""
    if name == "vars":  # where something is looked up in it, that is found as a subscript
        return True
    if name == "format":  # the method of a text that stands in the source, or the function
        receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
        return receiver is None or isinstance(receiver, ast.Constant)
    position = 0 if name == "import_module" else 1
    return len(call.args) > position and isinstance(call.args[position], ast.Constant)


def is_computed(node: ast.Subscript) -> bool:
    """Tell whether an index is not written out."""
    return not isinstance(node.slice, ast.Constant)


def is_namespace(value: ast.expr) -> bool:
    """Tell whether something is all that a value of the host has, by name."""
    if isinstance(value, ast.Call):
        return called(value.func) in ("globals", "locals", "vars")
    return isinstance(value, ast.Attribute) and value.attr == "__dict__"


def found() -> dict[str, str]:
    """Return what there is in each module."""
    table = {}
    for path in FILES:
        names = sorted({name for name, _ in findings(path)})
        if names:
            table[path.relative_to(ROOT).as_posix()] = " ".join(names)
    return table


def test_what_takes_a_name_is_reviewed() -> None:
    """A new call that takes a computed name has to be looked at, and then to be listed here."""
    assert found() == REVIEWED


@pytest.mark.parametrize(
    "source",
    [
        "eval(x)",
        "exec(x)",
        "getattr(a, b)",
        "import pickle",
        "from marshal import loads",
        "vars(a)[b]",
        "a.__dict__[b]",
        "text.format(a)",
        "import_module(name)",
        "setattr(a, b, c)",
    ],
)
def test_the_rule_finds(source: str, tmp_path: Path) -> None:
    """What the rule is for is found."""
    (tmp_path / "a.py").write_text(source + "\n", encoding="utf-8")
    assert list(findings(tmp_path / "a.py"))
