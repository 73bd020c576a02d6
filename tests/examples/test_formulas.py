"""The formulas under examples/ are right, and a wrong copy of each is caught at its place."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from junitparser import JUnitXml

from gradcli.report.checks import FORMATS

EXAMPLE = Path(__file__).parents[2] / "examples" / "formulas"


class Mutation(NamedTuple):
    """A change of one file, and the line at which it must be found."""

    path: str
    right: str
    wrong: str
    line: str
    kind: str = "assert"


MUTATIONS = {
    "a sign in a loss": Mutation(
        "losses/squared_error.grad", "2 / 8 * r.sum()", "-2 / 8 * r.sum()", "-2 / 8 * r.sum()"
    ),
    "a factor of a loss": Mutation(
        "losses/squared_error.grad", "2 / 8 * inputs.T", "1 / 8 * inputs.T", "1 / 8 * inputs.T"
    ),
    "a sign of a prediction": Mutation(
        "losses/cross_entropy.grad", "predicted - true", "predicted + true", "predicted + true"
    ),
    "a factor far from the check": Mutation(
        "losses/gaussian.grad", "0.5 * z**2", "0.51 * z**2", "assert_close(mean.grad"
    ),
    "a sign of a jacobian": Mutation(
        "layers/softmax.grad", "diag(p) - torch", "diag(p) + torch", "diag(p) + torch"
    ),
    "a sign in a layer": Mutation(
        "layers/rms_norm.grad", "upstream - y", "upstream + y", "upstream + y"
    ),
    "a matrix that is not transposed": Mutation(
        "matrices/quadratic_form.grad", "(A + A.T)", "(A + A)", "(A + A)"
    ),
    "a transposed product": Mutation(
        "matrices/trace.grad", "A.T @ C.T", "(A @ A.T @ A).T @ C.T", "C.T)"
    ),
    "an inverse that is not transposed": Mutation(
        "matrices/determinant.grad", ".detach()).T", ".detach())", "linalg.inv"
    ),
    "a digit of an expectation": Mutation(
        "science/black_scholes.grad", "37.524035", "37.525035", "37.525035", "expect"
    ),
    "a sign in a price": Mutation(
        "science/black_scholes.grad", "d1 - spread", "d1 + spread", "10.450584", "expect"
    ),
    "a factor of a second derivative": Mutation(
        "science/lennard_jones.grad", "72 / 2 **", "36 / 2 **", "36 / 2 **"
    ),
    "a function in a program of Python": Mutation(
        "science/thrown_ball.py", "torch.cos(", "torch.sin(", "angle.grad, by_hand"
    ),
    "an error that is none any more": Mutation(
        "mistakes.grad",
        "total.backward()\ntotal.backward()",
        "total.backward()",
        "a second time",
        "expect-error",
    ),
    "a printed digit of a tutorial": Mutation(
        "tutorial.md", "[ 3., 12., 27.]", "[ 3., 13., 27.]", "[ 3., 13., 27.]", "output"
    ),
    "a printed digit of a session": Mutation(
        "tutorial.md", "0.8775825618903728", "0.8775925618903728", "0.8775925618903728", "output"
    ),
    "a printed digit of a notebook": Mutation(
        "descent.ipynb", "0 21.000000", "0 22.000000", "0 22.000000", "output"
    ),
    "a sign in a notebook": Mutation("descent.ipynb", "-8.", "+8.", "+8.", "output"),
}


def check(directory: Path, *paths: str) -> subprocess.CompletedProcess[str]:
    """Check files as a user would."""
    command = [sys.executable, "-m", "gradcli", "check", "--report", "json", *paths]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)


def mutated(mutation: Mutation, text: str) -> str:
    """Return the text with the change, which must fit at one place."""
    assert text.count(mutation.right) == 1
    return text.replace(mutation.right, mutation.wrong)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Check a wrong copy for each mutation in one run; the results by the names of mutations."""
    root = tmp_path_factory.mktemp("mutated")
    for number, mutation in enumerate(MUTATIONS.values()):
        target = root / str(number) / mutation.path
        target.parent.mkdir(parents=True)
        text = (EXAMPLE / mutation.path).read_text(encoding="utf-8")
        target.write_text(mutated(mutation, text), encoding="utf-8")
    run = check(root)
    assert run.returncode == 1, run.stderr
    files = {Path(file["path"]).parts[0]: file for file in json.loads(run.stdout)["files"]}
    return {name: files[str(number)] for number, name in enumerate(MUTATIONS)}


def test_all_formulas_are_right(tmp_path: Path) -> None:
    """The copy checks green with its own settings, and every file has checks."""
    shutil.copytree(EXAMPLE, tmp_path / "formulas")
    run = check(tmp_path / "formulas")
    assert run.returncode == 0, run.stdout
    files = json.loads(run.stdout)["files"]
    assert {mutation.path for mutation in MUTATIONS.values()} == {
        file["path"] for file in files if file["checks"]
    }
    assert {file["path"] for file in files if file["checks"]} == {
        path.relative_to(EXAMPLE).as_posix()
        for path in EXAMPLE.rglob("*.*")
        if path.is_file() and path.name not in ("README.md", "pyproject.toml")
    }


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_copy_is_caught(name: str, found: dict[str, Any]) -> None:
    """The first failure is of the right kind, and stands where the mistake shows."""
    mutation, result = MUTATIONS[name], found[name]
    failure = result["failures"][0]
    text = mutated(mutation, (EXAMPLE / mutation.path).read_text(encoding="utf-8"))
    lines = text.splitlines()[failure["line"] - 1 : failure["end_line"] or failure["line"]]
    assert failure["kind"] == mutation.kind
    assert mutation.line in "\n".join(lines)


def test_several_reports_in_one_run(tmp_path: Path) -> None:
    """Every format is written by one run, and all of them name the file that is wrong."""
    shutil.copytree(EXAMPLE, tmp_path / "formulas")
    mutation = MUTATIONS["a matrix that is not transposed"]
    target = tmp_path / "formulas" / mutation.path
    target.write_text(mutated(mutation, target.read_text(encoding="utf-8")), encoding="utf-8")
    files = {name: f"out/{name}.txt" for name in FORMATS}
    (tmp_path / "out").mkdir()
    options = [word for name, path in files.items() for word in ("--report", f"{name}={path}")]
    run = check(tmp_path, "formulas/matrices", *options)
    assert run.returncode == 1
    texts = {name: (tmp_path / path).read_text(encoding="utf-8") for name, path in files.items()}
    place = f"formulas/{mutation.path}"
    assert [name for name, text in texts.items() if place not in text] == []
    assert texts["json"] == run.stdout
    (suite,) = JUnitXml.fromstring(texts["junit"].encode())
    assert (suite.tests, suite.failures) == (3, 1)
    assert json.loads(texts["sarif"])["runs"][0]["results"][0]["ruleId"] == "assert"
    assert json.loads(texts["gitlab"])[0]["location"]["path"] == place
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(
        Path(path).name for path in files.values()
    )
