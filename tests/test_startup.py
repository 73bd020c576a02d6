"""What a start imports: importing the package and asking for help must stay light."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ENGINE = {"numpy", "lark", "rich", "scipy"}


ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package as an installation has it, with the parser's tables."""
    root = tmp_path_factory.mktemp("built")
    for folder in ("gradcli", "grammar"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    env = os.environ | {"PYTHONPATH": str(root)}
    subprocess.run([sys.executable, "-m", "gradcli.syntax.tabulate"], env=env, check=True)
    return root


def imports(*arguments: str, root: Path = ROOT) -> set[str]:
    """Return the modules that a Python process with these arguments imports."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    lines = [line for line in run.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


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


def test_what_is_loaded_before_ctrl_c_is_heard() -> None:
    """It ends in a traceback until the command listens, so nothing slow is imported before."""
    assert imports("-S", "-c", "import gradcli.__main__") & {"re", "typing", "click"} == set()


README = ("eval", "mean(3 * (x + 2)**2)", "-D", "x=ones(2, 2)")


def test_eval_in_a_pipe(built: Path) -> None:
    """An evaluation whose output is a pipe loads numpy, but no docstrings, no tables, no scipy."""
    modules = imports("-m", "gradcli", *README, root=built)
    assert "numpy" in modules
    unasked = {"rich", "scipy", "lark", "numpy._core._add_newdocs", "numpy._typing"}
    assert modules & unasked == set()


@pytest.mark.parametrize(
    "asked",
    [
        "import numpy.typing as typing; print(typing.NDArray[int].__origin__, typing.ArrayLike)",
        "from numpy._typing import NDArray, _Shape; print(NDArray[int].__origin__, _Shape)",
        "import numpy._typing._shape as shape; print(shape._Shape)",
    ],
)
def test_numpys_annotations_are_there_for_those_who_ask(asked: str) -> None:
    """What an evaluation leaves out of NumPy's import is NumPy's own for a plug-in."""
    evaluate = (
        "from gradcli.__main__ import main; import sys; sys.argv[1:] = ['eval', '1+1']; main()"
    )
    plain, after = (
        subprocess.run(
            (sys.executable, "-c", f"{before}; {asked}"), capture_output=True, text=True, check=True
        ).stdout
        for before in ("import numpy", evaluate)
    )
    assert after.endswith(plain) and plain.strip()


COUNT = """
import sys

calls = 0

def count(frame, event, argument):
    global calls
    calls += event == "call" and frame.f_code.co_filename.startswith(package)

package = sys.argv.pop(1)
sys.setprofile(count)
from gradcli.commands.main import main

main(sys.argv[1:])
sys.setprofile(None)
print(calls, *sys.modules)
"""


def test_what_the_readme_evaluates_costs(built: Path) -> None:
    """The first expression of the README needs few modules and few calls, and nothing on demand."""
    run = subprocess.run(
        [sys.executable, "-c", COUNT, str(built), *README],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(built)},
    )
    calls, *modules = run.stdout.splitlines()[-1].split()
    assert int(calls) < MOST_CALLS
    assert sum(name.partition(".")[0] == "gradcli" for name in modules) < MOST_MODULES
    assert not {"hashlib", "importlib.metadata", "json", "gradcli.transforms"} & set(modules)


MOST_CALLS, MOST_MODULES = 4000, 90

# Each program is run in a process of its own, forked where only the language is loaded.
FAMILIES = """
import json, os, sys, numpy, gradcli
gradcli.run("1")
for program in json.loads(sys.argv[1]):
    if os.fork():
        os.wait()
        continue
    help = []
    try:
        gradcli.run(program)
    except gradcli.GradcliError as error:
        help = [error.diagnostic.help]
    names = [name.rpartition(".") for name in sys.modules]
    loaded = [name for package, _, name in names if package == "gradcli.ops"]
    libraries = [name for name in ("scipy", "ml_dtypes") if name in sys.modules]
    print(json.dumps([program, loaded, libraries, help]), flush=True)
    os._exit(0)
"""
NO_FAMILIES = {"plugins"}
KNOWN = {
    "mean(3 * (ones(2, requires_grad=True) + 2)**2).backward()": "arithmetic create reduce",
    "F.conv2d": "convolution",
    "torch.linalg.svd": "decompositions linalg solvers",
    "torch.signal.windows.hann": "windows",
    "torch.relu_": "elementwise",
    "torch.no_grad": "",
    "F.max_pool2d_with_indices": "",
    "ones(2).exp_()": "create elementwise",
    "ones(2, 2).mT": "create shape",
    "from torch.special import i0e": "bessel elementwise special",
    "torch.Tensor.sort": "extremes picking sort",
    "[1, 2][0] + max(1, 2)": "",
}
UNKNOWN = {
    "nothing_of_this_kind(1)": None,
    "conv2dd(1)": "did you mean `conv2d`?",
    "F.conv2dd": "did you mean `conv2d`?",
    "torch.linalg.svdd": "did you mean `svd`?",
    "from torch.special import i0ee": "did you mean `i0e`?",
    "torch.Tensor.add__": "did you mean `add_`?",
    "torch.sparse_coo_tensor": "gradcli leaves it out: tensors are dense",
}
CONVOLUTION = """
x = ones(1, 1, 3, 3, requires_grad=True)
F.conv2d(x, ones(1, 1, 2, 2)).sum().backward()
"""
SCIPY = {
    "erfinv(zeros(1))": ["scipy"],
    "exp(ones(1))": [],
    "torch.special.i1e(ones(1))": ["scipy"],
}


Loaded = dict[str, tuple[set[str], list[str], list[str]]]


@pytest.fixture(scope="module")
def families() -> Loaded:
    """Return the families and libraries that each program loads, and the help it gets."""
    programs = json.dumps([*KNOWN, *UNKNOWN, CONVOLUTION, *SCIPY])
    run = subprocess.run(
        [sys.executable, "-c", FAMILIES, programs], capture_output=True, text=True, check=True
    )
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    return {program: (set(loaded) - NO_FAMILIES, *others) for program, loaded, *others in rows}


@pytest.mark.parametrize("program", KNOWN)
def test_a_name_loads_its_family(program: str, families: Loaded) -> None:
    """A name loads the family that declares it, wherever it is looked up."""
    assert families[program] == (set(KNOWN[program].split()), [], [])


def test_a_convolution_and_its_gradient_load_few_families(families: Loaded) -> None:
    """A family is not loaded for operators that are not called."""
    assert 1 <= len(families[CONVOLUTION][0]) <= 4


@pytest.mark.parametrize("program", UNKNOWN)
def test_an_unknown_name_loads_no_family(program: str, families: Loaded) -> None:
    """That there is no such name, and which is near, is known to the index."""
    assert families[program] == (set(), [], [UNKNOWN[program]])


@pytest.mark.parametrize("program", SCIPY)
def test_scipy_is_loaded_by_operators_that_need_it(program: str, families: Loaded) -> None:
    """A special function loads SciPy; that its family is loaded is not enough."""
    assert families[program][1] == SCIPY[program]
