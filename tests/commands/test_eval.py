"""``gradcli eval``: where programs and inputs come from, and what comes out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gradcli.errors import ExitCode

Run = Callable[..., Any]
README = ["mean(3 * (x + 2)**2)", "-D", "x=ones(2, 2)"]


def data(result: Any) -> dict[str, Any]:
    """Return the JSON that a run wrote."""
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_example(invoke: Run) -> None:
    """The value, the chain and the gradients of the best-known example."""
    result = invoke("eval", *README)
    assert result.exit_code == ExitCode.OK
    assert result.stdout.startswith("result: tensor(27., grad_fn=<MeanBackward0>)\n\ngraph:\n")
    assert "x.grad = tensor([[4.5000, 4.5000],\n" in result.stdout
    assert result.stderr == ""


def test_the_ways_to_give_a_program(invoke: Run, tmp_path: Path) -> None:
    """Words, -e, a file and standard input are the same program."""
    file = tmp_path / "program.py"
    file.write_text("y = 3\ny * 2\n", encoding="utf-8")
    text = "y = 3\ny * 2"
    runs = [
        invoke("eval", "y = 3", "y * 2"),
        invoke("eval", "-e", "y = 3", "-e", "y * 2"),
        invoke("eval", text),
        invoke("eval", "-f", str(file)),
        invoke("eval", stdin=text),
        invoke("eval", "-", stdin=text),
        invoke("eval", "-f", "-", stdin=text),
        invoke("eval", stdin="\ufeffy = 3\r\ny * 2\r\n"),
    ]
    assert [run.stdout for run in runs] == ["result: 6\n"] * len(runs)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["-f", "x.py", "1"], "not both"),
        (["-f", "x.py", "-e", "1"], "not both"),
        (["-e", "1", "2"], "or each with -e"),
        ([], "No program"),
    ],
)
def test_programs_given_wrongly(invoke: Run, args: list[str], words: str) -> None:
    """Mixtures, and nothing at all, are wrong usage."""
    result = invoke("eval", *args, stdin="")
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert words in result.stderr


def test_files_that_cannot_be_read(
    invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing, foreign, large or impossible file is one line and the status of I/O."""
    import gradcli.commands.source as source

    latin, large = tmp_path / "latin.py", tmp_path / "large.py"
    latin.write_bytes(b"x = '\xe9'")
    large.write_bytes(b" " * 3000)
    monkeypatch.setattr(source, "MOST_BYTES", 2048)
    for name, words in [
        ("missing.py", "No such file"),
        (str(tmp_path), "Is a directory"),
        (str(latin), "byte 0xe9 in line 1, at offset 5"),
        (str(large), "larger than"),
        ("a\0b", "null byte"),
    ]:
        result = invoke("eval", "-f", name)
        assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
        assert words in result.stderr
        assert result.stderr.count("\n") == 1


def test_inputs_are_floating_leaves(invoke: Run) -> None:
    """-D makes a floating leaf of numbers, lists and tensors; -C makes a tensor of them."""
    for value in ("3", "3.0", "tensor(3)", "tensor(3., requires_grad=True) * 1"):
        found = data(invoke("eval", "x * 2", "-D", f"x={value}", "--format", "json"))
        assert found["result"]["data"] == 6.0
        gradient = {"shape": [], "dtype": "float32", "data": 2.0, "note": None}
        assert found["gradients"] == {"x": gradient}
    assert invoke("eval", "x", "-C", "x=3").stdout == "result: tensor(3)\n"
    shape = data(invoke("eval", "x.sum()", "-D", "x=[[1, 2], [3, 4]]", "--format", "json"))
    assert shape["gradients"]["x"]["shape"] == [2, 2]


def test_inputs_keep_their_order(invoke: Run) -> None:
    """-D and -C are evaluated in the order given, and may use those before them."""
    args = ["-C", "n=2", "-D", "x=ones(n)", "-C", "m=n + 1", "-D", "y=x.sum() * m"]
    found = data(invoke("eval", "(x * y).sum()", *args, "--format", "json"))
    assert found["result"]["data"] == 12.0
    assert list(found["gradients"]) == ["x", "y"]


@pytest.mark.parametrize("value", ["'text'", "True", "x > 0", "[1, 'a']", "print", "10**400"])
def test_inputs_that_have_no_gradient(invoke: Run, value: str) -> None:
    """What cannot be differentiated by is refused as an input, naming the option."""
    result = invoke("eval", "1", "-C", "x=ones(2)", "-D", f"y={value}")
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert "-D y" in result.stderr


def test_an_input_that_is_wrong(invoke: Run) -> None:
    """An error inside an input is the program's, and says which input."""
    result = invoke("eval", "1", "-D", "x=ones(2")
    assert result.exit_code == ExitCode.PROGRAM
    assert "--> -D x:1:" in result.stderr
    assert invoke("eval", "1", "-C", "x=nope").exit_code == ExitCode.PROGRAM


def test_constants_of_any_kind(invoke: Run) -> None:
    """A constant may be whatever an expression gives."""
    assert invoke("eval", "f(3)", "-C", "f=lambda n: n + 1").stdout == "result: 4\n"
    assert invoke("eval", "t.pi > 3", "-C", "t=torch").stdout == "result: True\n"


def test_constants_leave_no_false_sources(invoke: Run) -> None:
    """The graph behind a constant has no text in the program, so none is shown."""
    value = "w=ones(2, requires_grad=True) * 2"
    nodes = data(invoke("eval", "w.sum()", "-C", value, "--format", "json"))["graph"]["nodes"]
    assert [node.get("source") for node in nodes] == ["w.sum()", None, None]


def test_wrt_and_gradient(invoke: Run) -> None:
    """--wrt narrows, --gradient weighs a result that is no scalar."""
    args = ["-D", "x=[1., 2.]", "-D", "y=[3., 4.]", "--format", "json"]
    found = data(invoke("eval", "x * y", *args, "--wrt", "y", "--gradient", "[1., 10.]"))
    assert {name: g["data"] for name, g in found["gradients"].items()} == {"y": [1.0, 20.0]}
    assert "--gradient" in data(invoke("eval", "x * y", *args))["hint"]
    result = invoke("eval", "x * y", *args, "--wrt", "z")
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert "no tensor 'z'" in result.stderr


def test_dtype_and_seed(invoke: Run) -> None:
    """The default dtype and the seed can be set; the report's text follows the dtype."""
    result = invoke("eval", "x * 2", "-D", "x=0.1", "--dtype", "float64")
    assert "result: tensor(0.2000, grad_fn=" in result.stdout
    seeded = [invoke("eval", "rand(3)", "--seed", "1").stdout for _ in range(2)]
    assert seeded[0] == seeded[1] == invoke("eval", "manual_seed(1)", "rand(3)").stdout


def test_what_is_printed_comes_first(invoke: Run) -> None:
    """Printed text, an empty line, the report; in JSON the text has its own field."""
    assert invoke("eval", "print('a')", "3").stdout == "a\n\nresult: 3\n"
    assert invoke("eval", "print('a', end='')", "3").stdout == "a\n\nresult: 3\n"
    found = data(invoke("eval", "print('a')", "3", "--format", "json"))
    assert (found["stdout"], found["result"]["data"]) == ("a\n", 3)


def test_programs_that_speak_for_themselves(invoke: Run) -> None:
    """A program that ends in print or a block gets no report unless asked for."""
    for program in ("print(1)", "for i in range(1): print(1)", "print 1"):
        assert invoke("eval", program).stdout == "1\n"
    assert invoke("eval", "3", "--no-summary").stdout == ""
    assert "gradients:" in invoke("eval", "y = x * 2", "y.backward()", "-D", "x=1").stdout
    program = ["y = x * 2", "y.backward()", "print(1)", "-D", "x=1"]
    assert "gradients:" in invoke("eval", *program, "--summary").stdout
    assert invoke("eval", *program).stdout == "1\n"


def test_get(invoke: Run) -> None:
    """--get prints one part and nothing of what the program prints."""
    assert invoke("eval", *README, "--get", "result.data").stdout == "27.0\n"
    assert invoke("eval", "print('a')", "3", "--get", "result").stdout == "3\n"
    assert invoke("eval", "print('a')", "--get", "stdout").stdout == "a\n"
    assert invoke("eval", *README, "--get", "chain").stdout.startswith("MeanBackward0 ")
    found = json.loads(invoke("eval", *README, "--get", "grad.x", "--format", "json").stdout)
    assert found["data"] == [[4.5, 4.5], [4.5, 4.5]]
    result = invoke("eval", *README, "--get", "reslt")
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert "did you mean 'result'" in result.stderr


def test_errors_as_json(invoke: Run) -> None:
    """In JSON a wrong program gives the object, with what it had printed."""
    result = invoke("eval", "print('a')", "b = nope", "--format", "json")
    assert (result.exit_code, result.stderr) == (ExitCode.PROGRAM, "")
    found = data(result)
    assert (found["stdout"], found["result"], found["graph"]) == ("a\n", None, None)
    diagnostic = found["diagnostics"][0]
    assert (diagnostic["kind"], diagnostic["line"], diagnostic["column"]) == ("NameError", 2, 5)


def test_anomaly(invoke: Run) -> None:
    """A note tells where the first infinity comes from; the result and the status stay."""
    options = ("-D", "x=[1., 0.]", "--get", "result")
    plain, told = (
        invoke("eval", "x.log()", *options),
        invoke("eval", "x.log()", *options, "--anomaly"),
    )
    assert (told.stdout, told.exit_code) == (plain.stdout, 0)
    assert plain.stderr == ""
    assert "note[nan-origin]: log made the first -inf" in told.stderr
    assert "-inf at [1] from 0.0" in told.stderr


def test_anomaly_as_json(invoke: Run) -> None:
    """The note is among the diagnostics, also when only the report differentiates."""
    run = invoke("eval", "x.sqrt()", "-D", "x=0", "--anomaly", "--format", "json")
    report = json.loads(run.stdout)
    assert (run.exit_code, run.stderr) == (0, "")
    (note,) = report["diagnostics"]
    assert (note["severity"], note["code"], note["line"]) == ("note", "nan-origin", 1)
    assert note["labels"][0]["text"] == "inf from gradient 1.0 and result 0.0"
    assert report["gradients"]["x"]["data"] == "Infinity"


def test_errors_in_files_name_them(invoke: Run, tmp_path: Path) -> None:
    """A diagnostic of a program from a file says where in it."""
    file = tmp_path / "model.py"
    file.write_text("a = 1\nb = nope\n", encoding="utf-8")
    assert f"--> {file}:2:5" in invoke("eval", "-f", str(file)).stderr


@pytest.mark.parametrize(
    "program",
    [
        "y = x.exp()\ny += 1\ny.sum()",
        "y = x.tanh()\nz = y.sum()\ny.mul_(2)\nz",
    ],
)
def test_a_report_names_the_places_that_a_program_names(program: str, invoke: Run) -> None:
    """Whoever differentiates, what saved a value, changed it or freed it is shown as well."""
    by_report = invoke("eval", program, "-D", "x=ones(2)")
    lines = program.split("\n")
    lines[-1] = f"({lines[-1]}).sum().backward()"
    by_program = invoke("eval", "\n".join(lines), "-D", "x=ones(2)")
    assert by_report.exit_code == by_program.exit_code == ExitCode.PROGRAM
    last = f"  {len(lines)} │"
    before = by_program.stderr.partition(last)[0]
    assert before.count("└") >= 1 and by_report.stderr.startswith(before)


def test_a_transposition_is_offered_for_shapes_alone(invoke: Run) -> None:
    """Not where element types differ, and shapes fit."""
    help = "did you mean `a @ b.T`?"
    types = invoke("eval", "a @ b", "-C", "a=ones(2, 2)", "-C", "b=ones(2, 2).int()")
    assert "dtype" in types.stderr and help not in types.stderr
    shapes = invoke("eval", "a @ b", "-C", "a=ones(2, 3)", "-C", "b=ones(2, 3)")
    assert help in shapes.stderr


def test_a_result_that_cannot_be_differentiated(invoke: Run) -> None:
    """Values changed in place make gradients wrong: PyTorch's error, as a diagnostic."""
    program = ["h = x * 1", "y = (h * h).sum()", "h.add_(1)", "y"]
    result = invoke("eval", *program, "-D", "x=[1., 2.]")
    assert result.exit_code == ExitCode.PROGRAM
    assert "modified by an inplace operation" in result.stderr


def test_names_are_not_markup(invoke: Run) -> None:
    """Brackets in the source survive in every format."""
    for form in ("plain", "table", "json"):
        args = ["-D", "x=ones(3)", "-C", "i=0", "--format", form]
        assert "x[i]" in invoke("eval", "x[i] * 2", *args).stdout


def test_wide_results_in_a_pipe(invoke: Run) -> None:
    """Tables that go to a pipe are not cut."""
    assert "x" * 300 in invoke("eval", f"'{'x' * 300}'", "--format", "table").stdout


def test_output_comes_as_the_program_runs(process: Run) -> None:
    """Nothing that was printed is lost when the program fails later."""
    result = process("eval", "-f", "-", input="print('x' * 70000)\n1 / 0\n")
    assert result.returncode == ExitCode.PROGRAM
    assert len(result.stdout) == 70001
    assert "division by zero" in result.stderr


def test_hooks_run_for_the_report(invoke: Run) -> None:
    """A hook sees the report's differentiation; what it prints belongs to the program's output."""
    program = ["x.register_hook(lambda g: print('hook'))", "x * 2", "-D", "x=1"]
    assert invoke("eval", *program).stdout.startswith("hook\n\nresult:")
    assert data(invoke("eval", *program, "--format", "json"))["stdout"] == "hook\n"


def test_a_hook_that_fails(invoke: Run) -> None:
    """An error inside a hook is the program's and points into the hook."""
    result = invoke("eval", "x.register_hook(lambda g: nope)", "x * 2", "-D", "x=1")
    assert (result.exit_code, result.stdout) == (ExitCode.PROGRAM, "")
    assert "lambda g: nope" in result.stderr
