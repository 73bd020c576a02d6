"""``gradcli ops``: the table as a reference."""

from __future__ import annotations

import json
import re
import shlex

import pytest

import gradcli.ops
from gradcli.answers import catalogue
from gradcli.core.table import OPS
from tests.commands.conftest import Invoke
from tests.ops.reference import RECORDED


def test_a_line_is_listed_once_and_functions_are_not_nodes(invoke: Invoke) -> None:
    """What torch and F have each under one name is one line; no node is near to a function."""
    lines = invoke("ops", "the softmax").stdout.splitlines()
    assert len([line for line in lines if line.startswith("  log_softmax ")]) == 1
    for word in ("backward", "backwrd"):
        assert "Backward0" not in invoke("ops", word).stderr
    assert "did you mean `SinBackward0`" in invoke("ops", "SinnBackward0x").stderr


def test_the_list_names_every_operator(invoke: Invoke) -> None:
    """One line for each operator that a program can call, none for the parts of others."""
    result = invoke("ops")
    assert result.exit_code == 0
    names = [line.split()[0] for line in result.stdout.splitlines() if line.startswith("  ")]
    assert set(names) == {op.parameters.name for op in OPS.values() if op.where}


def test_the_list_is_by_family(invoke: Invoke) -> None:
    """Families have headings, in order, and so have the operators below each."""
    groups = invoke("ops").stdout.split("\n\n")
    heads = [group.splitlines()[0] for group in groups]
    assert len(heads) > 40 and heads == sorted(heads) and "Shapes" in heads
    for group in groups:
        names = [line.split()[0].lower() for line in group.splitlines()[1:]]
        assert names and names == sorted(names)


def test_words_are_looked_for_in_descriptions(invoke: Invoke) -> None:
    """Words that name no operator find those that they describe; all of them must be there."""
    found = invoke("ops", "hyperbolic").stdout
    assert {"sinh", "atanh"} <= set(found.split()) and "input.grad" not in found
    for words in (("hyperbolic", "inverse"), ("hyperbolic inverse",)):  # that is an operator, too
        found = invoke("ops", *words).stdout
        assert "acosh" in found and " sinh " not in found


@pytest.mark.parametrize(
    ("node", "named"),
    [
        ("PowBackward0", "pow"),
        ("MulBackward1", "mul"),
        ("SumBackward1", "sum"),
        ("SliceBackward0", "SliceBackward0"),
        ("MseLossBackward0", "mse_loss"),
        ("AccumulateGrad", "AccumulateGrad"),
        ("CopySlices", "CopySlices"),
        ("**", "pow"),
        ("RELU", "relu"),
        ("torch.sum(x, dim=0)", "sum"),
    ],
)
def test_nodes(node: str, named: str, invoke: Invoke) -> None:
    """A node is known by what makes it; signs, and names as programs write them, are known too."""
    data = json.loads(invoke("ops", node, "--json").stdout)
    assert [operator["name"] for operator in data["operators"]] == [named]


def test_every_node_is_known() -> None:
    """Whatever node PyTorch made for any sample, and every node of a private operator, is known."""
    labels = {
        sample["node"]
        for recorded in RECORDED.values()
        for sample in recorded["samples"]
        if sample.get("node")
    }
    labels |= {
        op.label for op in OPS.load_all().values() if op.differentiable and type(op.label) is str
    }
    assert len(labels) > 400
    chosen = catalogue.select(tuple(labels), lambda warning: None)
    assert chosen.missing == [] and chosen.named


def test_parts_of_a_composite(invoke: Invoke) -> None:
    """A composite names the nodes that it makes, each with its formula."""
    page = invoke("ops", "pow").stdout
    assert "  parts    PowBackward0: input.grad = g * exponent * input**(exponent - 1)" in page


def test_a_page_says_it_all(invoke: Invoke) -> None:
    """Signature, description, kind, spellings, node, derivative and an example that was run."""
    page = invoke("ops", "sin").stdout
    assert page.startswith("sin(input)\n  The sine of an angle in radians.\n")
    for line in (
        "  kind        elementwise",
        "  spelled     torch.sin, x.sin, x.sin_",
        "  node        SinBackward0",
        "  input.grad  g * cos(input)",
    ):
        assert line in page.splitlines()
    command = re.search(r"^    \$ gradcli (.*)$", page, flags=re.MULTILINE)
    assert command is not None
    again = invoke(*shlex.split(command[1]), "--format", "plain")
    shown = page[command.end() :].replace("\n    ", "\n").strip()
    assert shown == again.stdout.strip()


def test_a_page_says_what_differs(invoke: Invoke) -> None:
    """What is not as in PyTorch stands there too, on the page and in the JSON."""
    page = invoke("ops", "torch.linalg.lstsq").stdout
    assert re.search(r"^  differs +`linalg.lstsq` of a rank-deficient matrix", page, re.MULTILINE)
    (found,) = json.loads(invoke("ops", "sin", "--json").stdout)["operators"]
    assert found["differs"] == []


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("torch.sin", ["sin"]),
        ("x.add_", ["add"]),
        ("SinBackward0", ["sin"]),
        ("@", ["matmul"]),
        ("T", ["T"]),
        ("subtract", ["sub"]),
        ("torch.Tensor.sum", ["sum"]),
        ("Tensor.add_()", ["add"]),
        ("nn.functional.relu", ["relu"]),
        ("torch.nn.functional.relu()", ["relu"]),
    ],
)
def test_any_spelling_finds_it(name: str, found: list[str], invoke: Invoke) -> None:
    """A name is what a program calls it, or what the graph does."""
    data = json.loads(invoke("ops", name, "--json").stdout)
    assert [operator["name"] for operator in data["operators"]] == found


def test_patterns(invoke: Invoke) -> None:
    """Stars and question marks stand for letters."""
    data = json.loads(invoke("ops", "argm??", "--json").stdout)
    names = [operator["name"] for operator in data["operators"]]
    assert names and all(re.fullmatch("argm..", name) for name in names)


def test_json_of_all(invoke: Invoke) -> None:
    """Without names, JSON has every operator, and runs no example."""
    data = json.loads(invoke("ops", "--json").stdout)
    assert data["version"] == 1
    assert len(data["operators"]) > 100
    assert all(operator["example"] is None for operator in data["operators"])
    by_name = {operator["name"]: operator for operator in data["operators"]}
    assert by_name["exp"]["derivatives"] == [{"operand": "input", "formula": "g * y", "note": None}]


def test_unknown_names(invoke: Invoke) -> None:
    """A name that nothing has is a usage error with the nearest one."""
    result = invoke("ops", "sigmoyd")
    assert result.exit_code == 2
    assert "there is no operator 'sigmoyd'; did you mean `sigmoid`?" in result.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "an operator has a name"),
        ("nn.CrossEntropyLoss", "a name of the language, but no operator; did you mean `cross_ent"),
        ("torch.optim.SGD", "torch.optim.SGD is a name of the language, but no operator\n"),
        ("np.sin", "there is no operator 'np.sin'; did you mean `sin`?"),
    ],
)
def test_names_of_something_else(name: str, said: str, invoke: Invoke) -> None:
    """What is no operator is told from what is nothing."""
    result = invoke("ops", name)
    assert (result.exit_code, result.stdout) == (2, "") and said in result.stderr


def test_what_is_left_out_says_why(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason stands in the error of the command and of a program that calls it."""
    monkeypatch.setitem(
        gradcli.language.names.absent.ABSENT, "torch.flub", "nobody could say what it is"
    )
    assert "left out: nobody could say what it is" in invoke("ops", "flub").stderr
    for program in ("torch.flub(1)", "flub(1)"):
        result = invoke("eval", program)
        assert result.exit_code == 3
        assert "gradcli leaves it out: nobody could say what it is" in result.stderr


def test_a_terminal_cuts_lines_and_a_pipe_does_not(invoke: Invoke) -> None:
    """What goes into a pipe is whole."""
    assert "…" not in invoke("ops").stdout


@pytest.mark.parametrize("name", ["sum", "relu", "add", "matmul", "where", "pow"])
def test_pages_of_all_kinds(name: str, invoke: Invoke) -> None:
    """Whatever the kind of operator, its page is drawn and its example gives a result."""
    result = invoke("ops", name)
    assert result.exit_code == 0, result.stderr
    assert "result: " in result.stdout


def test_every_example_runs(invoke: Invoke) -> None:
    """The example of each operator gives a result, and no warning or error."""
    result = invoke("ops", "*", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    for operator in json.loads(result.stdout)["operators"]:
        example = operator["example"]
        assert example is None or example["output"].startswith("result: "), operator["name"]
