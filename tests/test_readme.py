"""README.md and CONTRIBUTING.md are true: examples are run, tables compared with what they list.

A ``console`` block is a session, as ``console.py`` runs them. A ``pycon`` block is one of Python's.
"""

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

import gradcli
from gradcli.commands import main
from gradcli.errors import ExitCode
from tests.console import assert_python, assert_session, typed
from tests.ops import sampling
from tests.report.checks.results import ALL, SUMMARY

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

RECIPES = dict(
    re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", CONTRIBUTING, re.DOTALL | re.MULTILINE)
)

# Run where the examples would stand; an operator of the name of each makes room for it.
DECLARE = """
import sys
import gradcli
from gradcli.operators.declare import OPS
from gradcli.ops import elementwise, shape
for name in ("log1p", "unsqueeze"):
    OPS.pop(name, None)
for module, text in zip((elementwise, shape), sys.argv[1:]):
    exec("from __future__ import annotations\\n" + text, vars(module))
x = gradcli.tensor([0.0, 1.0], requires_grad=True)
elementwise.log1p.call(x).sum().backward()
print(x.grad)
y = x * 1
shape.unsqueeze.call(y, 0).mul_(3)
print(y, shape.unsqueeze.inplace.call_method(x * 1, 1))
"""
DECLARED = """\
tensor([1.0000, 0.5000])
tensor([0., 3.], grad_fn=<CopySlices>) tensor([[0.],
        [1.]], grad_fn=<UnsqueezeBackward1>)
"""


def examples(recipe: str) -> list[str]:
    """Return the Python that a recipe of CONTRIBUTING.md shows."""
    found = re.findall(r"^( *)```python\n(.*?)^\1```$", RECIPES[recipe], re.DOTALL | re.MULTILINE)
    return [dedent(text) for _, text in found]


def blocks(language: str) -> list[str]:
    """Return the contents of the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", blocks("console"))
def test_console_session(block: str) -> None:
    """Each command prints exactly what the README shows."""
    assert_session(block)


def test_python_sessions() -> None:
    """Each Python expression prints exactly what the README shows."""
    assert_python(README, "README.md")


def test_there_are_sessions() -> None:
    """The test of sessions has something to run."""
    assert len(blocks("console")) >= 3


def test_first_screen() -> None:
    """The first thirty lines hold the two commands that continuous integration runs as written."""
    head = "\n".join(README.splitlines()[:30])
    assert re.findall(r"^pip install .*$", head, flags=re.MULTILINE) == [
        "pip install . && gradcli eval 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'",
        "pip install '.[test]' && pytest",
    ]


def test_every_option_is_in_the_table() -> None:
    """The table of options and the command's help name the same options."""
    shown = typed("gradcli eval --help").stdout
    offered = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", shown))
    listed = {
        name
        for row in re.findall(r"^\| (`-.*?) \|", README, flags=re.MULTILINE)
        for name in re.findall(r"--[a-z][a-z-]*", row)
    }
    assert listed == offered


def test_every_exit_status_is_in_the_table() -> None:
    """The table of exit statuses lists each of them once."""
    listed = re.findall(r"^\| (\d+) \|", README, flags=re.MULTILINE)
    assert listed == [str(int(code)) for code in ExitCode]


def test_adding_an_operator_and_a_view() -> None:
    """The declarations that CONTRIBUTING.md shows are all that the operators take."""
    declarations = [examples(f"Adding {what}")[0] for what in ("an operator", "a view")]
    command = [sys.executable, "-c", DECLARE, *declarations]
    run = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert (run.stdout, run.stderr) == (DECLARED, "")


def test_proving_an_operator() -> None:
    """The proof of the example is one: samples enough, all of which run, and calls that fail."""
    names = dict(vars(sampling))
    exec(examples("Adding an operator")[1], names)
    ((name, proof),) = names["PROOFS"].items()
    assert name == "log1p" and len(proof.samples) >= 5
    assert all(differentiated(sample) for sample in proof.samples)
    for text in proof.wrong:
        with pytest.raises(gradcli.GradcliError):
            gradcli.run(text)


@pytest.mark.parametrize(
    ("recipe", "form"), [("a view", "unsqueeze"), ("an in-place form", "log1p_")]
)
def test_samples_of_shared_memory(recipe: str, form: str) -> None:
    """The samples that the recipes show run, and have gradients that are right."""
    names = dict(vars(sampling))
    exec(examples(f"Adding {recipe}")[-1], names)
    assert len(names["SAMPLES"]) == 3
    for sample in names["SAMPLES"]:
        assert form in sample.expr
        assert differentiated(sample)


def differentiated(sample: sampling.Sample) -> bool:
    """Tell whether a sample runs and whether its gradient is that of differences, where finite."""
    values = [gradcli.run(text, dtype="float64").value for text in sample.inputs.values()]
    leaves = [value.detach().clone().requires_grad_() for value in values]

    def function(*operands: gradcli.Tensor) -> gradcli.Tensor:
        named = dict(zip(sample.inputs, operands, strict=True))
        result: gradcli.Tensor = gradcli.run(sample.expr, named, dtype="float64").value
        return result.sum()

    if not gradcli.isfinite(function(*leaves)):
        return True
    return bool(gradcli.autograd.gradcheck(function, leaves))


def test_adding_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command of the example is found, helped and run."""
    for name, text in zip(("hello", "hello_work"), examples("Adding a command"), strict=True):
        module = ModuleType(f"gradcli.commands.{name}")
        exec(text, vars(module))
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(main.COMMANDS, "hello", "gradcli.commands.hello")
    assert main.main(["hello", "Ada"]) == ExitCode.OK
    assert main.main(["--help"]) == ExitCode.OK
    assert main.main(["helo", "Ada"]) == ExitCode.USAGE
    shown = capsys.readouterr()
    assert shown.out.startswith("hello Ada\n") and "Greet by name." in shown.out
    assert "Did you mean 'hello'?" in shown.err


def test_adding_a_report_format() -> None:
    """The renderer of the example writes what it says, and passes what every format has to."""
    (text,) = examples("Adding a report format")
    names: dict[str, Any] = {}
    exec(text, names)
    for summary in ALL:
        report = names["render"](summary)
        report.encode("utf-8")
        assert report.replace("\n", "").isprintable()
    failing = [result for result in SUMMARY.results if result.failures]
    assert 0 < len(names["render"](SUMMARY).splitlines()) == len(failing) < len(SUMMARY.results)


def test_paths_in_the_recipes() -> None:
    """Files and folders that CONTRIBUTING.md names are there, but for those of the examples."""
    shown = re.sub(r"\.\./torch-2\.13/\S*", "", CONTRIBUTING)
    named = set(re.findall(r"(?<![\w/.])[a-z_]+/[a-z_/]*[a-z_](?:\.[a-z]+)?/?(?=[\s`);,])", shown))
    missing = {name for name in named if not (ROOT / name).exists()}
    assert len(named) > 30
    assert missing == {
        "gradcli/commands/hello.py",
        "gradcli/commands/hello_work.py",
        "gradcli/report/checks/paths.py",
    }
