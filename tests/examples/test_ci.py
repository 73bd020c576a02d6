"""The examples for continuous integration fit the published schemas, and do what they say."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CI = ROOT / "examples" / "ci"
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))

GOOD = "x = torch.tensor(3.0, requires_grad=True)\n(x**2).backward()\nassert x.grad == 6\n"
WRONG = GOOD.replace("6", "5")


def run(command: list[str], directory: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the scripts of this environment on the path."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, **variables}
    return subprocess.run(
        command, cwd=directory, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("path", "schema", "options"),
    [
        (ROOT / "action.yml", "vendor.github-actions", []),
        (CI / "github.yml", "vendor.github-workflows", []),
        (CI / "github-code-scanning.yml", "vendor.github-workflows", []),
        (CI / "gitlab-ci.yml", "vendor.gitlab-ci", ["--data-transform", "gitlab-ci"]),
    ],
    ids=lambda value: value.name if isinstance(value, Path) else "",
)
def test_files_fit_their_schemas(path: Path, schema: str, options: list[str]) -> None:
    """The servers' own schemas know every key."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *options]
    result = run([*command, str(path)], ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("name", ["github.yml", "github-code-scanning.yml"])
def test_workflows_use_the_inputs_of_the_action(name: str) -> None:
    """What a workflow gives to the action, the action takes."""
    steps = yaml.safe_load((CI / name).read_text(encoding="utf-8"))["jobs"]["check"]["steps"]
    (given,) = (step["with"] for step in steps if "/gradcli@" in step["uses"])
    assert given.keys() <= ACTION["inputs"].keys()


def action(directory: Path, paths: str, arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the last step of the action as the runner does."""
    step = ACTION["runs"]["steps"][-1]
    variables = {"PATHS": paths, "ARGUMENTS": arguments}
    assert step["env"].keys() == variables.keys()
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    summary = str(directory / "summary.md")
    return run(command, directory, **variables, GITHUB_STEP_SUMMARY=summary)


def test_the_action_annotates(tmp_path: Path) -> None:
    """Paths may hold spaces; the annotation, the log and the job summary name the place."""
    (tmp_path / "my formulas").mkdir()
    (tmp_path / "my formulas" / "wrong.grad").write_text(WRONG)
    (tmp_path / "good.grad").write_text(GOOD)
    result = action(tmp_path, "my formulas\ngood.grad\n", "--seed 1 --report sarif=found.sarif")
    assert result.returncode == 1
    assert "::error file=my formulas/wrong.grad,line=3,col=" in result.stdout
    assert "2 files, 2 checks" in result.stdout
    assert "#### `my formulas/wrong.grad`" in (tmp_path / "summary.md").read_text()
    assert json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"]


def test_the_action_without_inputs(tmp_path: Path) -> None:
    """The defaults check the directory; nothing in an input is read as shell."""
    (tmp_path / "good.grad").write_text(GOOD)
    defaults = {name: entry["default"] for name, entry in ACTION["inputs"].items()}
    assert action(tmp_path, defaults["paths"], defaults["arguments"]).returncode == 0
    assert action(tmp_path, "$(touch evil)", "`touch evil`").returncode == 2
    assert not (tmp_path / "evil").exists()


def hook(name: str, directory: Path) -> int:
    """Run a hook on all files of a directory that it is for, as pre-commit does."""
    (found,) = (entry for entry in HOOKS if entry["id"] == name)
    paths = sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*.*"))
    chosen = [path for path in paths if re.search(found["files"], path)]
    assert chosen
    return run([*shlex.split(found["entry"]), *found["args"], *chosen], directory).returncode


def test_hooks(tmp_path: Path) -> None:
    """A hook fails for what is wrong, and for nothing else."""
    (tmp_path / "good.grad").write_text(GOOD)
    (tmp_path / "README.md").write_text("No program here.\n")
    (tmp_path / "setup.py").write_text("import os\nos.getcwd()\n")
    assert hook("gradcli-check", tmp_path) == 0
    assert hook("gradcli-check-docs", tmp_path) == 0
    (tmp_path / "wrong.grad").write_text(WRONG)
    (tmp_path / "README.md").write_text("```python\nprint(1 + 1)\n```\n\n```\n3\n```\n")
    assert hook("gradcli-check", tmp_path) == 1
    assert hook("gradcli-check-docs", tmp_path) == 1


def test_no_name_of_a_file_is_an_option(tmp_path: Path) -> None:
    """A file whose name reads as an option is checked, and hides no other."""
    for name in ("--exclude=*.grad", "--report=json=evil.grad", "-x.grad"):
        (tmp_path / name).write_text(WRONG)
    assert hook("gradcli-check", tmp_path) == 1
    assert not (tmp_path / "evil.grad").exists()


def test_the_action_installs_nothing_of_the_checkout(tmp_path: Path) -> None:
    """A module of the checked project that is named as one of Python's is never loaded."""
    (step,) = (step for step in ACTION["runs"]["steps"] if "pip" in step.get("run", ""))
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "__main__.py").write_text("open('owned', 'w')\n")
    command = step["run"].partition(" install")[0] + " --version"
    assert run(["bash", "-c", command], tmp_path).returncode == 0
    assert not (tmp_path / "owned").exists()


def test_the_pre_commit_example_names_hooks() -> None:
    """The hooks of the example are the repository's, which have what pre-commit asks for."""
    config = yaml.safe_load((CI / "pre-commit-config.yaml").read_text(encoding="utf-8"))
    (repository,) = config["repos"]
    assert {entry["id"] for entry in repository["hooks"]} == {entry["id"] for entry in HOOKS}
    assert all({"id", "name", "entry", "language"} <= entry.keys() for entry in HOOKS)


def pytest_in(directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a directory, with the plug-in that gradcli installs."""
    return run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments], directory)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of the example for pytest."""
    return Path(shutil.copytree(CI / "pytest", tmp_path / "project"))


def test_the_pytest_example(project: Path) -> None:
    """Programs and documents are tests beside the ordinary ones."""
    result = pytest_in(project, "-v")
    assert result.returncode == 0, result.stdout
    for name in ("softplus.grad::gradcli", "tutorial.md::gradcli", "test_slope.py::test_slope"):
        assert f"tests/{name} PASSED" in result.stdout


def test_pytest_reports_the_place(project: Path) -> None:
    """A failure is shown as gradcli shows it, without a traceback; a file can be chosen."""
    program = project / "tests" / "softplus.grad"
    program.write_text(program.read_text().replace("1 + torch.exp", "1 - torch.exp"))
    (project / "tests" / "empty.grad").write_text("x = 1\n")
    result = pytest_in(project, "tests/softplus.grad", "tests/empty.grad")
    assert result.returncode == 1
    assert "\ntests/softplus.grad:6:15: assert: AssertionError: Tensor-likes" in result.stdout
    assert "FAILED tests/softplus.grad::gradcli - tests/softplus.grad:6:15: " in result.stdout
    assert "Traceback" not in result.stdout and "pytest_plugin.py" not in result.stdout
    assert "1 failed, 1 skipped" in result.stdout


def test_pytest_starts_quickly(tmp_path: Path) -> None:
    """Where there is no file to check, the plug-in loads nothing that computes."""
    code = "import sys, gradcli.pytest_plugin; assert not {'numpy', 'lark'} & sys.modules.keys()"
    assert run([sys.executable, "-c", code], tmp_path).returncode == 0


def test_pytest_lists_the_setting(tmp_path: Path) -> None:
    """The setting is in pytest's help."""
    assert "gradcli_files (args):" in pytest_in(tmp_path, "--help").stdout


def test_pytest_survives_a_hostile_program(project: Path) -> None:
    """A program that never ends fails, and the tests after it are run."""
    (project / "tests" / "endless.grad").write_text("while True:\n    pass\n")
    with (project / "pyproject.toml").open("a") as settings:
        settings.write("timeout = 3\n")
    result = pytest_in(project)
    assert "tests/endless.grad:1:1: timeout: took longer than 3 s" in result.stdout
    assert "1 failed, 3 passed" in result.stdout


def test_pytest_refuses_wrong_settings(project: Path) -> None:
    """A setting that there is not is an error of the collection, in one line."""
    with (project / "pyproject.toml").open("a") as settings:
        settings.write("timeuot = 3\n")
    result = pytest_in(project, "tests/softplus.grad")
    assert result.returncode == 2
    assert "has no setting timeuot; did you mean timeout?" in result.stdout
    assert "Traceback" not in result.stdout
