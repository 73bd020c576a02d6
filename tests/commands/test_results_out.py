"""Results out: files by their suffix, parts, plain numbers, and formats for programs."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from gradcli.errors import ExitCode

Run = Callable[..., Any]
CALL = ("eval", "(x * w).sum() / 7", "-D", "x=[1., 2.]", "-D", "w=[0.5, inf]")
SCHEMAS = Path(__file__).parents[2] / "docs"


def strict(text: str) -> Any:
    """Read JSON that may hold no NaN."""

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("suffix", ["npz", "npy", "safetensors", "json", "csv", "md"])
def test_files(suffix: str, invoke: Run, tmp_path: Path) -> None:
    """A file holds what the report does, and can be read back where it holds arrays."""
    path = tmp_path / f"out.{suffix}"
    result = invoke(*CALL, "-o", str(path))
    assert (result.exit_code, result.stdout, result.stderr) == (ExitCode.OK, "", "")
    assert list(tmp_path.iterdir()) == [path]
    if suffix in ("npz", "safetensors"):
        back = ("eval", "x", "-C", f"x=@{path}#grad.w", "--raw")
        assert invoke(*back).stdout == "0.14285715 0.2857143\n"
    elif suffix == "npy":
        assert math.isinf(np.load(path))
    elif suffix == "json":
        assert strict(path.read_text())["gradients"]["w"]["data"] == [0.14285715, 0.2857143]
    elif suffix == "csv":
        rows = list(csv.DictReader(io.StringIO(path.read_text())))
        assert rows[-1] == {"name": "grad.w", "index": "1", "value": "0.2857143"}
    else:
        assert "```python\n(x * w).sum() / 7\n```" in path.read_text()


def test_the_same_bytes_every_time(invoke: Run, tmp_path: Path) -> None:
    """A file does not tell when it was written."""
    for suffix in ("npz", "safetensors"):
        paths = [tmp_path / f"{name}.{suffix}" for name in "ab"]
        for path in paths:
            invoke(*CALL, "-o", str(path))
        assert paths[0].read_bytes() == paths[1].read_bytes()


def test_whole_or_not_at_all(invoke: Run, tmp_path: Path) -> None:
    """What was there stays where the program is wrong, or where its values do not fit."""
    path = tmp_path / "out.safetensors"
    path.write_text("before")
    calls = [
        (("eval", "x + y", "-D", "x=1"), ExitCode.PROGRAM),
        (("eval", "x", "-C", "x=tensor(1j).to(torch.complex128)"), ExitCode.USAGE),
        (("eval", "x", "-D", "x=1", "--get", "grad.y"), ExitCode.USAGE),
    ]
    for call, status in calls:
        assert invoke(*call, "-o", str(path)).exit_code == status
        assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]
    assert invoke(*CALL, "-o", str(tmp_path / "no" / "out.csv")).exit_code == ExitCode.USAGE


def test_parts_in_a_file(invoke: Run, tmp_path: Path) -> None:
    """--get chooses the arrays; .npy holds one."""
    path = tmp_path / "out.npy"
    assert invoke(*CALL, "--get", "grad.x", "-o", str(path)).exit_code == ExitCode.OK
    assert np.isposinf(np.load(path)[1])
    two = invoke(*CALL, "--get", "grad.x", "--get", "grad.w", "-o", str(path))
    assert two.exit_code == ExitCode.USAGE and "use .npz" in two.stderr


def test_what_the_program_prints(invoke: Run, tmp_path: Path) -> None:
    """It goes on to standard output, and is in the file as well."""
    path = tmp_path / "out.json"
    result = invoke("eval", "print('on the way')", "x * 2", "-D", "x=1", "-o", str(path))
    assert result.stdout == "on the way\n"
    assert strict(path.read_text())["stdout"] == "on the way\n"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("[ones(2), 3]", ["result.0", "result.1"]),
        ("{'a': ones(2), 'b': {'c': 1.5, 'd': 'text'}}", ["result.a", "result.b.c"]),
        ("torch.max(eye(2), 0)", ["result.0", "result.1"]),
        ("[1, 2, 3]", ["result"]),
        ("eye(2).shape", ["result"]),
        ("a = [1.5, 'b']; a.append(a); a", ["result.0", "result.2.0"]),
    ],
)
def test_parts_of_a_result(source: str, names: list[str], invoke: Run, tmp_path: Path) -> None:
    """What is within a list or a dictionary is written, under its place or its name."""
    path = tmp_path / "out.npz"
    assert invoke("eval", source, "-o", str(path)).exit_code == ExitCode.OK
    assert [*np.load(path)][: len(names)] == names


@pytest.mark.parametrize("suffix", ["npz", "npy", "safetensors", "csv"])
@pytest.mark.parametrize("source", ["'text'", "2**70", "None", "print(1)", "[]", "{'a': 'b'}"])
def test_nothing_that_is_a_number(source: str, suffix: str, invoke: Run, tmp_path: Path) -> None:
    """A file for numbers is not written without any."""
    path = tmp_path / f"out.{suffix}"
    result = invoke("eval", source, "-o", str(path))
    assert (result.exit_code, path.exists()) == (ExitCode.USAGE, False)
    assert "that the file could hold" in result.stderr


def test_too_many_parts(invoke: Run, tmp_path: Path) -> None:
    """A list of shared lists is not followed for ever."""
    source = "a = []\nfor i in range(8):\n    a = [a] * 9\na"
    result = invoke("eval", source, "-o", str(tmp_path / "out.npz"))
    assert result.exit_code == ExitCode.USAGE and "more than 10000 parts" in result.stderr


NUMBERS = [
    "tensor([0.1, -0., inf, -inf, nan, 1e-45, 3.4028235e38, 1/3])",
    "tensor([0.1, -0., inf, nan, 5e-324, 1.7976931348623157e308], dtype=torch.float64)",
    "tensor([0.1, -0., inf, nan, 6e-8, 65504.], dtype=torch.float16)",
    "tensor([9223372036854775807, -9223372036854775808, 9007199254740993])",
    "tensor([18446744073709551615], dtype=torch.uint64)",
    "tensor([-128, 127], dtype=torch.int8)",
    "tensor([True, False])",
    "tensor([0.1+0.2j])",
    "tensor(0.1)",
    "zeros(0, 3)",
    "rand(3, 4, dtype=torch.float64).T[::2]",
]


@pytest.mark.parametrize("source", NUMBERS)
@pytest.mark.parametrize("suffix", ["npz", "npy", "safetensors"])
def test_round_trips(source: str, suffix: str, invoke: Run, tmp_path: Path) -> None:
    """What was written is read again, bit for bit, and of the same type."""
    first, second = (tmp_path / f"{name}.{suffix}" for name in ("first", "second"))
    invoke("eval", source, "--seed", "0", "-o", str(first))
    result = invoke("eval", "x", "-C", f"x=@{first}", "-o", str(second))
    assert (result.exit_code, result.stderr) == (ExitCode.OK, "")
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("tensor(1 / 3)", "0.33333334\n"),
        ("tensor(1 / 3, dtype=float64)", "0.3333333333333333\n"),
        ("1 / 3", "0.3333333333333333\n"),
        ("10**30", f"{10**30}\n"),
        ("tensor([[1, 2], [3, 4]])", "1 2\n3 4\n"),
        ("ones(2, 1, 2)", "1.0 1.0\n1.0 1.0\n"),
        ("tensor([nan, -inf])", "nan -inf\n"),
        ("tensor([True])", "True\n"),
        ("tensor([-0.0, 3.0], dtype=bfloat16)", "-0.0 3.0\n"),
        ("zeros(0)", ""),
    ],
)
def test_raw(source: str, shown: str, invoke: Run) -> None:
    """Plain numbers have the digits that give them back."""
    assert invoke("eval", source, "--raw").stdout == shown


def test_raw_needs_numbers(invoke: Run) -> None:
    """A text, or the chain, is no number, and Python writes no integer of so many digits."""
    for call, why in (
        (("eval", "'a'", "--raw"), "has no numbers"),
        (("eval", "x * 2", "-D", "x=1", "--raw", "--get", "chain"), "has no numbers"),
        (("eval", "10**5000", "--raw"), "4300 digits"),
    ):
        result = invoke(*call)
        assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
        assert why in result.stderr


@pytest.mark.parametrize("version", ["1", "2"])
@pytest.mark.parametrize("options", [(), ("--hessian",), ("--jacobian", "--sparsity")])
def test_json_fits_the_published_schema(
    version: str, options: tuple[str, ...], invoke: Run
) -> None:
    """What the command writes is what ``gradcli schema`` says."""
    call = (*CALL, *options, "--format", "json", "--json-version", version)
    name = "eval" if version == "2" else "eval-1"
    schema = json.loads(invoke("schema", name).stdout)
    jsonschema.validate(strict(invoke(*call).stdout), schema)


def test_schemas_are_the_documents(invoke: Run) -> None:
    """The command prints the files of the repository."""
    same = ("check", "diff", "claim", "each", "explain", "graph", "info", "ops")
    for name, file in (("eval", "report"), ("eval-1", "report-1"), *zip(same, same, strict=True)):
        text = (SCHEMAS / f"{file}.schema.json").read_text(encoding="utf-8")
        assert invoke("schema", name).stdout == text


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("diff", ["diff", "A @ x"]),
        ("diff", ["diff", "sum(x**2)", "--shape", "x=3", "--order", "2"]),
        ("diff", ["diff", "A @ x", "--jvp", "x=v"]),
        ("diff", ["diff", "x * y", "--vjp", "w"]),
        ("diff", ["diff", "sin(x)", "--taylor", "3"]),
        ("claim", ["diff", "x**2", "--equals", "2 * x"]),
        ("claim", ["diff", "x**2", "--equals", "x"]),
        ("explain", ["explain", "sum((A @ x)**2)"]),
        ("explain", ["explain", "x**2", "-D", "x=[1., 2.]"]),
        ("explain", ["explain", "log(x) * x", "-D", "x=0", "--dtype", "float64"]),
        ("graph", ["graph", "sum(tanh(x)**2)", "-D", "x=[1., 2.]", "--gradients"]),
        (
            "graph",
            ["graph", "x[0] * w[1] / 0", "-D", "x=[1., 2.]", "-D", "w=ones(2)", "--gradients"],
        ),
        ("graph", ["graph", "x.sum()", "-D", "x=ones(40, 40)", "--depth", "0", "--gradients"]),
        ("graph", ["graph", "nosuch(x)"]),
        ("info", ["info", "examples/prices.csv", "--stats"]),
        ("info", ["info", "examples/prices.csv"]),
        ("ops", ["ops", "sin", "matmul", "ones", "+", "linalg.svd", "conv2d"]),
        ("ops", ["ops"]),
    ],
)
def test_json_of_formulas_fits_its_schema(name: str, call: list[str], invoke: Run) -> None:
    """The schema knows every key that there is, at every depth."""
    schema = json.loads(invoke("schema", name).stdout)
    closed = json.loads(
        json.dumps(schema).replace('"required"', '"additionalProperties": false, "required"')
    )
    jsonschema.validate(strict(invoke(*call, "--json").stdout), closed)


@pytest.mark.parametrize(
    "options",
    [
        ("1 / (a + 0.)", "--copy", "t"),
        ("a * 0 * inf", "--get", "grad.a"),
        ("a / b", "-D", "b=2", "--wrt", "b"),
        ("a > 1", "--get", "result", "--copy", "t,nosuch"),
    ],
)
def test_each_line_of_records_fits_its_schema(
    options: tuple[str, ...], invoke: Run, tmp_path: Path
) -> None:
    """Records that fail, lack fields or have infinite results as well."""
    file = tmp_path / "a.jsonl"
    file.write_text('{"a": 1, "t": {"x": [1]}}\n{"a": "q"}\n{"a": [1, 2], "t": null}\n{"a": 0}\n')
    schema = json.loads(invoke("schema", "each").stdout)
    expr, *more = options
    lines = invoke("each", expr, str(file), "--keep-going", *more).stdout.splitlines()
    assert len(lines) == 4
    for line in lines:
        jsonschema.validate(strict(line), schema)
    for wrong in ({}, {"error": "e"}, {"line": 0, "error": "e"}, {"result": 1, "grad": 2}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


def test_json_lines(invoke: Run) -> None:
    """Each line is JSON, and says which part it is."""
    lines = [strict(line) for line in invoke(*CALL, "--format", "jsonl").stdout.splitlines()]
    assert [line["part"] for line in lines] == ["report", "result", "grad.x", "grad.w"]
    assert lines[0]["version"] == 2 and lines[1]["data"] == "Infinity"
    wrong = invoke("eval", "x", "--format", "jsonl")
    assert wrong.exit_code == ExitCode.PROGRAM
    assert strict(wrong.stdout.splitlines()[-1])["part"] == "diagnostic"


@pytest.mark.parametrize("command", ["diff", "explain", "diff --equals x", "graph", "eval"])
@pytest.mark.parametrize("options", [("--json",), ("--format", "json")])
def test_errors_of_programs_are_json(command: str, options: tuple[str, ...], invoke: Run) -> None:
    """Where JSON is asked for, every command says in JSON what is wrong with a program."""
    name, *more = command.split()
    result = invoke(name, "sum(nosuch(x))", *more, *options)
    assert (result.exit_code, result.stderr) == (ExitCode.PROGRAM, "")
    found = strict(result.stdout)
    (said,) = found["diagnostics"]
    assert (said["code"], said["line"], said["column"]) == ("undefined-name", 1, 5)
    schemas = {"diff": "diff", "diff --equals x": "claim", "explain": "explain", "eval": "report"}
    if command in schemas:
        path = SCHEMAS / f"{schemas[command]}.schema.json"
        jsonschema.validate(found, json.loads(path.read_text(encoding="utf-8")))


def test_errors_beside_a_file_are_words(invoke: Run, tmp_path: Path) -> None:
    """Where the answer would be a file, an error is for people."""
    result = invoke("graph", "nosuch(x)", "--json", "-o", str(tmp_path / "graph.json"))
    assert (result.exit_code, result.stdout) == (ExitCode.PROGRAM, "")
    assert result.stderr.startswith("error[undefined-name]")
