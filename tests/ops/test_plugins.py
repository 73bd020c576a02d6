"""Operators that another package declares: the worked example, and packages that are broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise RuntimeError('no licence')", "RuntimeError: no licence"),
        (
            "from gradcli.operators.declare import op\n\n\n@op(constant=True)\ndef sin(xp, x, /):\n"
            "    return x\n",
            "the operator sin is declared twice",
        ),
    ],
)
def test_a_broken_one_is_passed_over(text: str, why: str, tmp_path: Path) -> None:
    """A package that fails is warned of, and what does not need it goes on."""
    env = installed(tmp_path, "gradcli_broken", text)
    run = gradcli(env, "ops", "sin", "--json")
    assert run.returncode == 0
    assert "'gradcli_broken' could not be loaded" in run.stderr and why in run.stderr
    assert "cos(input)" in run.stdout
    assert gradcli(env, "eval", "sin(1.0 * ones(1))").returncode == 0
