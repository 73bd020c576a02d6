"""What a start imports: importing the package and asking for help must stay light."""

import subprocess
import sys

import pytest

from gradcli.ops.names import NAMES

ENGINE = {"numpy", "lark", "rich", "scipy"}


def imports(*arguments: str) -> set[str]:
    """Return the top-level modules that a Python process with these arguments imports."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
        stdin=subprocess.DEVNULL,
    )
    lines = [line for line in run.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


@pytest.mark.parametrize(
    "arguments",
    [
        ("-c", "import gradcli"),
        ("-m", "gradcli", "--help"),
        ("-m", "gradcli", "--version"),
    ],
)
def test_light_starts(arguments: tuple[str, ...]) -> None:
    """Importing the package, help and the version need no engine, parser or renderer."""
    modules = imports(*arguments)
    assert "gradcli" in modules
    assert modules & ENGINE == set()


def test_eval_in_a_pipe() -> None:
    """An evaluation whose output is a pipe loads numpy, but no renderer of tables and no scipy."""
    modules = imports("-m", "gradcli", "eval", "mean(3 * (x + 2)**2)", "-D", "x=ones(2, 2)")
    assert "numpy" in modules
    assert modules & {"rich", "scipy"} == set()


FAMILIES = """
import sys, gradcli
gradcli.run(sys.argv[1])
names = [name.rpartition(".") for name in sys.modules]
print(*(name for package, _, name in names if package == "gradcli.ops"))
print("scipy" in sys.modules, "ml_dtypes" in sys.modules)
"""


def families(program: str) -> tuple[set[str], str]:
    """Return the families of operators that a program loads, and whether SciPy is among them."""
    run = subprocess.run(
        [sys.executable, "-c", FAMILIES, program], capture_output=True, text=True, check=True
    )
    loaded, libraries = run.stdout.splitlines()
    return set(loaded.split()), libraries


def test_families_are_loaded_when_a_name_is_asked_for() -> None:
    """A usual program loads the usual operators, and nothing of SciPy."""
    loaded, libraries = families("x = ones(2, requires_grad=True)\nexp(x).sum().backward()")
    assert loaded & set(NAMES["operator"]) <= {
        *("compare", "create", "cumulative", "elementwise", "picking", "reduce", "shape")
    }
    assert libraries == "False False"
    loaded, libraries = families("torch.linalg.det(eye(2))\nF.conv1d(ones(1, 1, 3), ones(1, 1, 2))")
    assert {"determinants", "convolution"} <= loaded
    assert not {"bessel", "polynomials"} & loaded


@pytest.mark.parametrize(
    ("program", "needs"),
    [
        ("erfinv(zeros(1))", "True"),
        ("exp(ones(1))", "False"),
        ("torch.special.i1e(ones(1))", "True"),
    ],
)
def test_scipy_is_loaded_by_operators_that_need_it(program: str, needs: str) -> None:
    """A special function loads SciPy; that its family is loaded is not enough."""
    assert families(program)[1].split()[0] == needs
