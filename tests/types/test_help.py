"""Python's help() shows what gradcli's functions and methods do."""

import inspect
import pydoc
import subprocess
import sys
from typing import Any

import pytest

import gradcli
import gradcli.nn.functional as F
from docs.stubs import write
from gradcli.core.table import METHODS
from gradcli.language.machine.functions import Builtin
from gradcli.language.names.table import MODULES
from gradcli.operators.documentation import operator_of

SIN = """\
sin(input)
    The sine of an angle in radians.

    Example:

        >>> x = linspace(-6, 6, 7)
        >>> sin(x)
"""
SUM = """\
sum(self, dim=None, keepdim=False, *, dtype=None)
    The sum of the elements, of all or along dimensions; integers add up as int64.

    Example:

        >>> x = ones(3, 1)
        >>> sum(x, 1)
"""
DIV = """\
    Differs from PyTorch:

    - `div(x, y, rounding_mode=None)` has DivBackward0"""


def shown(value: Any) -> str:
    """Return what help() prints of a value, without its first lines."""
    lines = pydoc.render_doc(value, renderer=pydoc.plaintext).split("\n")[2:]
    return "\n".join(line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (gradcli.sin, SIN),
        (gradcli.Tensor.sum, SUM),
        (gradcli.Tensor.div, DIV),
        (F.relu, "relu(input, inplace=False)\n    The positive part, max(x, 0)"),
        (gradcli.linalg.det, "det(input)\n    The determinant"),
        (gradcli.ones(1).mul_, "mul_(other) method of torch.Tensor instance\n    The product"),
        (gradcli.ones(1).mul_, "\n    This form overwrites its first argument.\n"),
        (gradcli.func.vmap, "vmap("),
        (gradcli.manual_seed, "    Seed the generator of random numbers and return it.\n"),
    ],
)
def test_help_shows_the_call_the_text_and_an_example(value: Any, text: str) -> None:
    """So it does of functions and methods, of operators and of plain functions."""
    assert text in shown(value)


def test_every_function_is_documented() -> None:
    """Functions of every module have a name; those of operators parameters and a text."""
    for module in [name for name in MODULES if name.startswith("torch")]:
        for name, function in MODULES[module].table.items():
            if type(function) is Builtin:  # no class, as Variable is
                assert function.__name__ == name
                assert repr(function) == f"<built-in function {name}>"
                operator = operator_of(function.function)
                assert operator is None or (function.__doc__ and inspect.signature(function))


def test_every_method_is_documented() -> None:
    """Methods of operators have a name, parameters after ``self``, and a text."""
    for name, call in METHODS.items():
        if operator_of(call) is not None:
            method = getattr(gradcli.Tensor, name)
            assert method.__name__ == name
            assert method.__doc__
            assert next(iter(inspect.signature(method).parameters)) == "self"


def test_differences_name_operators() -> None:
    """What differs is found by every operator that the page of differences names, and no other."""
    found = {op.name for op in write.operators() if "Differs from PyTorch" in (doc(op) or "")}
    assert {"det", "linspace", "prod", "range", "where"} & found == {
        "det",
        "linspace",
        "prod",
    }


def doc(op: Any) -> str | None:
    """Return the documentation of the first function of an operator."""
    names = op.names_in("torch")
    return getattr(gradcli, names[0]).__doc__ if names else None


def test_programs_load_no_documentation() -> None:
    """It costs what runs no help() nothing."""
    code = "import gradcli, sys; gradcli.run('sin(ones(2)).sum()'); print(MODULE in sys.modules)"
    code = code.replace("MODULE", "'gradcli.operators.documentation'")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
