"""Operators that another package declares: the worked example, and packages that are broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gradcli.operators.converters import words_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "plugin"


def installed(folder: Path, module: str, text: str | None = None) -> dict[str, str]:
    """Lay out a package as pip would, and return the environment of a process that finds it."""
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[gradcli.ops]\nsome = {module}\n")
    if text is None:
        shutil.copy(EXAMPLE / f"{module}.py", folder)
    else:
        (folder / f"{module}.py").write_text(text)
    return os.environ | {"PYTHONPATH": str(folder)}


def gradcli(env: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "gradcli", *arguments],
        capture_output=True,
        text=True,
        env=env,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def smooth(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which the example is installed."""
    return installed(tmp_path, "gradcli_smooth")


def test_a_program_calls_it(smooth: dict[str, str]) -> None:
    """An operator of the example is a function with a node and a gradient."""
    run = gradcli(smooth, "eval", "sum(smooth_abs(x))", "-D", "x=[-1., 0., 2.]")
    assert run.returncode == 0, run.stderr
    assert "SmoothAbsBackward0" in run.stdout
    assert "x.grad = tensor([-1.0000,  0.0000,  1.0000])" in run.stdout


def test_it_is_found_in_an_archive(smooth: dict[str, str], tmp_path: Path) -> None:
    """A package that was not unpacked is found by Python, and so by gradcli."""
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", smooth["PYTHONPATH"])
    run = gradcli(os.environ | {"PYTHONPATH": archive}, "eval", "smooth_abs(tensor(0.))")
    assert run.stdout.startswith("result: tensor(") and not run.stderr


def test_without_any_nothing_is_loaded_for_them() -> None:
    """A name that is nobody's takes a look into folders, and nothing more."""
    program = "import sys; from gradcli.ops import OPS; OPS.load_others(); print(*sys.modules)"
    run = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    )
    assert "gradcli.ops.plugins" in run.stdout.split()
    assert "importlib.metadata" not in run.stdout.split()


def test_it_is_a_method_and_part_of_torch(smooth: dict[str, str]) -> None:
    """A plug-in's operators have every spelling that gradcli's own have."""
    expr = "x.smooth_relu().sum() - torch.smooth_relu(x).sum()"
    run = gradcli(smooth, "eval", expr, "-D", "x=[-1., 2.]", "--get", "result.data")
    assert (run.stdout, run.stderr) == ("0.0\n", "")


def test_the_reference_lists_it(smooth: dict[str, str]) -> None:
    """``gradcli ops`` explains it, with its derivative and its example."""
    run = gradcli(smooth, "ops", "smooth_abs")
    assert "g * (input / y)" in run.stdout
    assert "result: tensor(" in run.stdout and "SmoothAbsBackward0" in run.stdout


def test_it_is_suggested(smooth: dict[str, str]) -> None:
    """A slip of the pen finds it."""
    run = gradcli(smooth, "eval", "smoth_abs(1.0)")
    assert run.returncode == 3
    assert "did you mean `smooth_abs`?" in run.stderr


FUTURE = "from __future__ import annotations\n"


@pytest.mark.parametrize("future", [FUTURE, ""])
def test_annotations_can_be_texts_or_types(future: str, tmp_path: Path) -> None:
    """The example says the same to users with ``annotations`` from ``__future__`` and without."""
    text = (EXAMPLE / "gradcli_smooth.py").read_text()
    assert FUTURE in text
    env = installed(tmp_path, "gradcli_smooth", text.replace(FUTURE, future))
    program = "smooth_abs(x, eps=4) + x.smooth_relu(2) * 0"
    run = gradcli(env, "eval", program, "-D", "x=[3., 0.]", "--get", "result.data")
    assert (run.stdout, run.stderr) == ("[5.0, 4.0]\n", "")
    run = gradcli(env, "eval", "smooth_abs(ones(1), 'much')")
    assert "smooth_abs(): argument 'eps' (position 2) must be Number, not str" in run.stderr


@pytest.mark.parametrize("future", [FUTURE, ""])
def test_every_annotation_has_its_word(future: str) -> None:
    """What users may pass follows from a union of types as from its text, in any order."""
    body = """
from typing import Any, Optional
from gradcli.numerics.dtypes import DType
from gradcli.numerics.random import Generator
from gradcli.operators import declare
from gradcli.operators.declare import Array, ArrayArgs, Dims, Ints, Number, Value, Sizes, Tensor

def body(xp: Any, a: Array, b: Tensor | Number | None, c: Value, d: ArrayArgs, /, e,
         f: Any, g: Ints | str, h: None | Dims | bool, i: int | Sizes, j: Optional[DType],
         k: "Array | None", l: declare.Real, m: Generator): ...
"""
    found: dict[str, Any] = {}
    exec(compile(future + body, "a_module", "exec", dont_inherit=True), found)
    assert words_of(found["body"], "abcdefghijklm") == [
        "Array",
        "Array | Number | None",
        "Array",
        "ArrayArgs",
        "Any",
        "Any",
        "Ints | str",
        "Dims | bool | None",
        "int | Sizes",
        "DType | None",
        "Array | None",
        "Real",
        "Generator",
    ]


HEAD = "from gradcli.operators.declare import Array, op\n\n\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise RuntimeError('no licence')", "RuntimeError: no licence, at {file}:1"),
        (
            "import absent_library",
            "ModuleNotFoundError: No module named 'absent_library', at {file}:1",
        ),
        ("def broken(:", "SyntaxError: invalid syntax (gradcli_broken.py, line 1), at {file}:1"),
        (
            HEAD + "@op(constant=True)\ndef sin(xp, x, /):\n    return x\n",
            "ValueError: the operator sin is declared twice, at {file}:4",
        ),
        (
            HEAD + "@op()\ndef bent(xp, x: Array, /):\n    return x\n",
            "ValueError: the operator bent has no derivative: give d= or vjp=, or say that it is "
            "constant, creation, composite or fused, at {file}:4",
        ),
        (
            HEAD + "@op(d=2.0)\ndef bent(xp, a: Array, b: Array, /):\n    return a\n",
            "ValueError: the operator bent needs a derivative, or None, for each operand before "
            "`/`: it has 1 for 2, at {file}:4",
        ),
        (
            HEAD + "@op(d=lambda x, z: z)\ndef bent(xp, x: Array, /):\n    return x\n",
            "ValueError: bent: a rule asks for z, which it does not have, at {file}:4",
        ),
        (
            HEAD + "@op(d=2.0)\ndef bent(xp, x: Array, /, how: list = ()):\n    return x\n",
            "ValueError: the operator bent: the annotation of how, list, does not say what users "
            "may pass; Any, Args, Array, ArrayArgs, Arrays, Bound, DType, Dims, Generator, Ints, "
            "Number, Real, Sizes, bool, float, int, str and None do, at {file}:4",
        ),
        (
            FUTURE + HEAD + "@op(d=2.0)\ndef bent(xp, x: Arary, /):\n    return x\n",
            "ValueError: the operator bent: the annotation of x, Arary, does not say what users "
            "may pass; Any, Args, Array, ArrayArgs, Arrays, Bound, DType, Dims, Generator, Ints, "
            "Number, Real, Sizes, bool, float, int, str and None do, at {file}:5",
        ),
    ],
)
def test_a_broken_one_is_passed_over(text: str, why: str, tmp_path: Path) -> None:
    """A package that fails is named in one line, with the place, and what needs it not goes on."""
    env = installed(tmp_path, "gradcli_broken", text)
    run = gradcli(env, "ops", "sin", "--json")
    assert run.returncode == 0
    file = tmp_path / "gradcli_broken.py"
    assert run.stderr == (
        "warning[plugin]: the operators of 'gradcli_broken' could not be loaded (package "
        f"gradcli_broken): {why.format(file=file)}\n"
    )
    assert "cos(input)" in run.stdout
    assert gradcli(env, "eval", "sin(1.0 * ones(1))").returncode == 0
