"""What the command says to those who meant something else, or wonder where a NaN came from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.shell_completion import ShellComplete, split_arg_string

from gradcli.commands.main import cli
from gradcli.errors import ExitCode
from tests.files.making import npz

Run = Callable[..., Any]


def test_a_file_is_no_expression(
    invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program's file where an expression stands is asked about; without the file it is one."""
    monkeypatch.chdir(tmp_path)
    Path("line.py").write_text("1 + 1")
    for command in ("eval", "diff", "explain", "graph"):
        result = invoke(command, "line.py")
        assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
        assert "-f line.py" in result.stderr
    assert invoke("eval", "-f", "line.py").stdout == "result: 2\n"
    assert invoke("eval", "other.py").exit_code == ExitCode.PROGRAM


def test_what_was_meant(invoke: Run) -> None:
    """A word that is no choice, and a field that no record has, say which is near."""
    assert invoke("eval", "1", "--format", "jsn").stderr.endswith("Did you mean 'json'?\n")
    assert "Did you mean" not in invoke("eval", "1", "--format", "xml").stderr
    found = invoke("each", "pric", stdin='{"price": 1, "day": 2}\n').stderr
    assert found == "standard input:1: there is no field 'pric'; did you mean 'price'?\n"
    assert "@ is followed by the name" in invoke("eval", "x", "-D", "x=@").stderr


def test_a_file_that_is_not_there(
    invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of a name that is near is offered, wherever one is asked for; others are not."""
    monkeypatch.chdir(tmp_path)
    Path("data").mkdir()
    for name in ("line.py", "data/prices.csv", "far away"):
        Path(name).write_text("1")
    calls = {
        ("eval", "-f", "lin.py"): "line.py",
        ("diff", "-f", "lnie.py"): "line.py",
        ("eval", "x", "-C", "x=@data/price.csv"): "data/prices.csv",
        ("each", "x", "data/pricse.csv"): "data/prices.csv",
        ("info", "far awai"): "'far away'",
    }
    for call, near in calls.items():
        assert invoke(*call).stderr.endswith(f"No such file or directory; did you mean {near}?\n")
    for name in ("other.py", "nowhere/line.py", ""):
        assert "did you mean" not in invoke("eval", "-f", name).stderr


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("eval 1 --json --format csv", "Give --json or --format csv, not both."),
        ("diff x --json --format latex", "Give --json or --format latex, not both."),
        ("eval 1 --chunks 3", "--chunks is for --engine dask."),
        ("eval 1 --max-memory 12q", "'12q' is no size, as 256MiB"),
        ("eval 1 --timeout -1", "'-1' is no time in seconds"),
        ("eval 1 --timeout 1e18", "is more than a day"),
        ("eval 1 --max-steps many", "'many' is no number"),
        ("diff", "gradcli diff 'sum((A @ x - y)**2)' --wrt x"),
        ("plot --over x=0:1", "gradcli plot 'sin(x) * exp(-x**2)' --over x=-3:3"),
        ("graph", "gradcli graph 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'"),
    ],
)
def test_what_does_not_go_together(call: str, words: str, invoke: Run) -> None:
    """An option that would be ignored is refused; the example is one of the command."""
    result = invoke(*call.split())
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert words in result.stderr


def test_the_same_twice(invoke: Run) -> None:
    """Asking for JSON in both ways is no contradiction."""
    assert invoke("eval", "1", "--json", "--format", "json").exit_code == ExitCode.OK


def test_json_for_short(invoke: Run, tmp_path: Path) -> None:
    """--json is --format json of every command that has it."""
    file = tmp_path / "a.csv"
    file.write_text("a\n1\n")
    calls = [(name, "x**2", "-D", "x=3") for name in ("eval", "diff", "explain", "graph")]
    for call in (*calls, ("info", str(file))):
        assert invoke(*call, "--json").stdout == invoke(*call, "--format", "json").stdout


@pytest.mark.parametrize("source", ["x.sqrt().sum()", "(x * inf).sum()", "(x / x).sum()"])
def test_gradients_that_are_not_finite(invoke: Run, source: str) -> None:
    """A NaN or an infinity among the gradients says what finds its origin; --anomaly needs not."""
    hint = "hint: x.grad is not finite; --anomaly tells where that began\n"
    call = ("eval", source, "-D", "x=[0., 1.]")
    assert invoke(*call).stdout.endswith(hint)
    assert json.loads(invoke(*call, "--format", "json").stdout)["hint"] in hint
    assert hint not in invoke(*call, "--anomaly").stdout
    assert "hint" not in invoke("eval", "x.sqrt().sum()", "-D", "x=[1., 4.]").stdout


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("gradcli eval 'u * sin(v)' -D ", ["u=", "v="]),
        ("gradcli eval u -D u=1 --get grad.", ["grad.u"]),
        ("gradcli rule no-gra", ["no-gradient", "no-graph"]),
        ("gradcli help ch", ["check"]),
        ("gradcli ops torch.so", ["torch.softmax", "torch.sort"]),
        ("gradcli ops F.relu", ["F.relu", "F.relu6"]),
        ("gradcli ops torch.nn.functional.relu6", ["torch.nn.functional.relu6"]),
        ("gradcli ops torch.lin", ["torch.linalg."]),
        ("gradcli ops x.sinc_", ["x.sinc_"]),
        ("gradcli each 'sin(u) * v' a.csv --get ", ["result", "grad.u", "grad.v"]),
        ("gradcli each 'sin(u) * v' --get=grad.v", ["grad.v"]),
        ("gradcli check --report j", ["json", "jsonl", "junit"]),
    ],
)
def test_what_is_offered(line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of the program, gradients of inputs, codes and commands are completed."""
    words = split_arg_string(line)
    last = "" if line.endswith(" ") else words.pop()
    monkeypatch.setenv("COMP_WORDS", line)
    complete = ShellComplete(cli, {}, "gradcli", "_GRADCLI_COMPLETE")
    found = [item.value for item in complete.get_completions(words[1:], last)]
    assert [value for value in found if value in offered] == offered


@pytest.mark.parametrize(
    ("name", "data", "typed", "offered"),
    [
        ("a.csv", b"day,price\n1,2\n", "", ["day", "price"]),
        ("a.csv", b"day;price\n1;2\n", "p", ["price"]),
        ("a.csv", b"day,price,sum\n", "price,", ["price,day", "price,sum"]),
        ("a.csv", b"1,2\n", "", ["0", "1"]),
        ("a.tsv", b"a b\tc\n", "", ["a b", "c"]),
        ("a.jsonl", b'{"u": 1, "v": 2}\n', "", ["u", "v"]),
        ("a.json", b'{"u": [1], "v": {"w": 2}}', "v", ["v.w"]),
        ("a.npz", npz(w=np.ones(2), b=np.ones(1)), "", ["w", "b"]),
        ("a.jsonl", b'{"u": ', "", []),
        ("a.npz", b"PK no archive", "", []),
    ],
)
def test_columns_are_offered(
    name: str, data: bytes, typed: str, offered: list[str], tmp_path: Path
) -> None:
    """After ``@FILE#`` come the names that are in the file; a damaged one has none."""
    (tmp_path / name).write_bytes(data)
    start = f"x=@{tmp_path / name}#"
    complete = ShellComplete(cli, {}, "gradcli", "_GRADCLI_COMPLETE")
    found = complete.get_completions(["eval", "x", "-C"], start + typed)
    assert [item.value.removeprefix(start) for item in found] == offered
    file = start.removeprefix("x=@")
    found = complete.get_completions(["info"], file + typed)
    assert [item.value.removeprefix(file) for item in found] == offered
    found = complete.get_completions(["each", "x", file[:-1], "--copy"], typed)
    assert [item.value for item in found] == offered


def test_a_program_is_one_file(invoke: Run, tmp_path: Path) -> None:
    """Of two files neither is left out without a word."""
    for command in (("eval",), ("diff",), ("graph",), ("plot", "--over", "x=0:1"), ("repl",)):
        result = invoke(*command, "-f", "a.py", "--file", "b c.py")
        assert result.exit_code == ExitCode.USAGE
        assert result.stderr.endswith(
            "A program is one file; of several: cat a.py 'b c.py' | gradcli …\n"
        )


def test_options_behind_the_dashes(invoke: Run) -> None:
    """What stands behind -- is the program, which options in it are surely not meant to be."""
    for call in (("-x**2", "-D", "x=2"), ("-2", "--json"), ("-2", "--format=json")):
        result = invoke("eval", "--", *call)
        assert result.exit_code == ExitCode.USAGE and "stands behind --" in result.stderr
    assert invoke("eval", "-D", "x=2", "--raw", "--", "-x**2").stdout == "-4.0\n"
    assert invoke("eval", "--raw", "--", "D = 2", "-D").stdout == "-2\n"


@pytest.mark.parametrize(
    ("lines", "help"),
    [
        (("x**2", "x=3"), "it has a value only after that; `-D x=3` gives it before"),
        (("y = x**2", "y.sum()"), "`-D x=VALUE` defines an input, `-C` a constant"),
        (("def f(): return y; y = 1", "f()"), None),
        (("numpy.sin(1)",), "write `import numpy` before it"),
        (("y = 2", "np.sin(y)"), "write `import numpy as np` before it"),
    ],
)
def test_names_of_lines_at_the_shell(lines: tuple[str, ...], help: str | None, invoke: Run) -> None:
    """A name without a value says how it gets one, on every line."""
    result = invoke("eval", *lines)
    assert result.exit_code == ExitCode.PROGRAM
    assert f"help: {help}\n" in result.stderr if help else "help:" not in result.stderr


@pytest.mark.parametrize("source", ["x.mean", "nn.MSELoss()", "lambda: x", "torch.sin"])
def test_a_call_without_its_brackets(source: str, invoke: Run) -> None:
    """A function that is the result is told from a number."""
    said = invoke("eval", source, "-D", "x=[1., 2.]").stdout
    assert "the result is a function or a layer, which is to be called" in said
    assert "the result is not a tensor" in invoke("eval", "x.shape", "-D", "x=[1., 2.]").stdout


def test_values_of_inputs(invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without its sign, several inputs in one option, and blanks around the equals sign."""
    monkeypatch.chdir(tmp_path)
    Path("p d.csv").write_text("a\n1\n")
    for text, help in (
        ("x=p d.csv", "`-D 'x=@p d.csv'` reads the file"),
        ("x=p d.csv#a", "`-D 'x=@p d.csv#a'` reads the file"),
        ("x=3,y=2", "each input has an option of its own: `-D x=… -D …`"),
        ("x=3 y=2", "each input has an option of its own: `-D x=… -D …`"),
        ("x=abc", "did you mean `abs`?"),
    ):
        result = invoke("eval", "x", "-D", text)
        assert result.exit_code == ExitCode.PROGRAM and f"help: {help}\n" in result.stderr
    assert invoke("eval", "x", "-D", "x = 3", "--raw").stdout == "3.0\n"
    taken = invoke("eval", "1", "-D", "lambda=3")
    assert "'lambda' is a word of Python, and no name" in taken.stderr
    assert "help: a power is written `**`" in invoke("diff", "x^2").stderr


@pytest.mark.parametrize(
    ("what", "meant"),
    [("gradient.x", "grad.x"), ("gradients.w", "grad.w"), ("x.grad", "grad.x"), ("grad", "grad.")],
)
def test_parts_under_other_names(what: str, meant: str, invoke: Run) -> None:
    """A part that is asked for as programs or the JSON call it is named."""
    result = invoke("eval", "x**2", "-D", "x=3", "--get", what)
    assert result.exit_code == ExitCode.USAGE and f"did you mean '{meant}" in result.stderr


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("max(x, 0)", "the result is a tuple; end with one of its tensors"),
        ("[x[0], 1]", "the result is a list; end with one of its tensors"),
        ("{'a': x}", "the result is a dict; end with one of its tensors"),
        ("x.grad", "the result is None"),
        ("(1, 2)", "the result is not a tensor"),
    ],
)
def test_results_that_have_no_gradients_are_named(program: str, said: str, invoke: Run) -> None:
    """The hint says what there is instead of a tensor, and what to do about it."""
    assert said in invoke("eval", program, "-D", "x=[1., 2.]").stdout


@pytest.mark.parametrize("option", ["--gradient", "--jvp"])
def test_vectors_that_are_none(option: str, invoke: Run) -> None:
    """A vector is not spoken of as an input."""
    value = "x=True" if option == "--jvp" else "ones"
    result = invoke("eval", "x**2", "-D", "x=[1., 2.]", option, value)
    assert result.exit_code == ExitCode.USAGE
    assert "numbers or a tensor are wanted" in result.stderr and "-C" not in result.stderr


def test_a_value_that_the_shell_has_parted(invoke: Run) -> None:
    """Brackets that the next word closes want quotes; in quotes, they are not closed."""
    parted = invoke("eval", "x.sum()", "-D", "x=[1,", "2,", "3]").stderr
    assert "put quotes around it" in parted and "`-D 'x=…'`" in parted
    assert "Close it with ']'" in invoke("eval", "x.sum()", "-D", "x=[1, 2").stderr


@pytest.mark.parametrize("program", ["maximum(x, 0)", "arctan2(x, 1)", "minimum(0, x)"])
def test_numbers_where_tensors_are_wanted(program: str, invoke: Run) -> None:
    """At every place of the call, the message says what makes a tensor of a number."""
    assert "`torch.tensor(…)` makes one" in invoke("eval", program, "-D", "x=3").stderr
