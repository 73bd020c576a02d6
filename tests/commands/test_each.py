"""Rows through: a program for every record, from every format, with the same digits in batches."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from select import select
from typing import Any

import numpy as np
import pytest

from gradcli.answers.batches import batched
from gradcli.commands.each_work import _destination
from gradcli.errors import ExitCode
from tests.files.making import npy

Run = Callable[..., Any]
README = "mean(3 * (x + 2)**2)"


def lines(result: Any) -> list[Any]:
    """Return the JSON of each line of a run that went well."""
    assert result.exit_code == ExitCode.OK, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def of(records: list[dict[str, Any]]) -> str:
    """Return records as lines of JSON."""
    return "".join(json.dumps(record) + "\n" for record in records)


def test_json_lines(invoke: Run) -> None:
    """A line in, a line out; fields that the program does not name are left alone."""
    records = of([{"x": 2, "w": 0.5, "id": "a"}, {"x": [1, 3], "w": 1, "id": "b"}])
    found = lines(invoke("each", "(x * w).sum()", "-", "--copy", "id", stdin=records))
    assert found == [
        {"id": "a", "result": 1.0, "grad": {"x": 0.5, "w": 2.0}},
        {"id": "b", "result": 4.0, "grad": {"x": [1.0, 1.0], "w": 4.0}},
    ]


def test_tables(invoke: Run) -> None:
    """Rows are records by the names of their columns, and the output is a table as well."""
    result = invoke("each", "a * b", stdin="a,b,c\n1,2,x\n3,4.5,\n")
    assert result.stdout == "result,grad.a,grad.b\n2.0,2.0,1.0\n13.5,4.5,3.0\n"
    tabs = invoke("each", "c1 * c2", "--wrt", "c1", stdin="1\t2\n")
    assert tabs.stdout == "result\tgrad.c1\n2.0\t2.0\n"
    chosen = invoke("each", "a * b", "--get", "grad.b", "--format", "tsv", stdin="a,b\n1,2\n")
    assert chosen.stdout == "grad.b\n1.0\n"


def test_processes_have_the_default_type(invoke: Run) -> None:
    """What the options say holds in every process."""
    words = ["each", "x / 3", "-D", "x=1:3", "--dtype", "float64", "--get", "result"]
    assert lines(invoke(*words, "-j", "2")) == lines(invoke(*words))


def test_rows_of_an_array(invoke: Run, tmp_path: Path) -> None:
    """A row of an array is called x, and keeps its type."""
    path = tmp_path / "rows.npy"
    path.write_bytes(npy(np.arange(6.0).reshape(3, 2)))
    found = lines(invoke("each", "x.sum()", str(path)))
    assert [record["result"] for record in found] == [1.0, 5.0, 9.0]


@pytest.mark.extra
def test_rows_of_parquet(invoke: Run, tmp_path: Path) -> None:
    """Rows are records by the names of their columns; a damaged file is one line."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rows.parquet"
    columns = {"x": [[1.0, 2.0]] * 5000, "w": [i / 2 for i in range(5000)], "id": ["a"] * 5000}
    parquet.write_table(pyarrow.table(columns), path, row_group_size=1000)
    found = lines(invoke("each", "(x * w).sum()", str(path), "--copy", "id"))
    assert len(found) == 5000
    assert found[3] == {"id": "a", "result": 4.5, "grad": {"x": [1.5, 1.5], "w": 3.0}}
    path.write_bytes(path.read_bytes()[:-20])
    broken = invoke("each", "x", str(path))
    assert (broken.exit_code, broken.stdout) == (ExitCode.USAGE, "")
    assert (
        broken.stderr.startswith(f"Error: {path}: cannot be read")
        and broken.stderr.count("\n") == 1
    )


def test_parquet_needs_a_package(
    invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said which."""
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"PAR1....PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    missing = invoke("each", "x", str(path))
    assert missing.exit_code == ExitCode.USAGE and "gradcli[parquet]" in missing.stderr


def test_ranges(invoke: Run) -> None:
    """A range makes the records, its end included; two make a grid; the points are written."""
    found = lines(invoke("each", "x**2", "-D", "x=0:1:0.1"))
    assert len(found) == 11 and found[-1] == {"x": 1.0, "result": 1.0, "grad": {"x": 2.0}}
    grid = lines(invoke("each", "x * y", "-D", "x=0:2", "-D", "y=1:0:-0.5", "--get", "result"))
    assert [(p["x"], p["y"]) for p in grid[:4]] == [(0, 1), (0, 0.5), (0, 0), (1, 1)]


@pytest.mark.parametrize("value", ["0:1:0", "1:0", "0:1e12", "0:inf", "nan:1"])
def test_ranges_that_are_none(invoke: Run, value: str) -> None:
    """A range without points, or with too many, is wrong usage."""
    result = invoke("each", "x", "-D", f"x={value}")
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")


def test_shared_inputs(invoke: Run) -> None:
    """-D without a range is an input of every record, -C a constant."""
    records = of([{"x": [1.0, 2.0]}, {"x": [3.0, 4.0]}])
    found = lines(
        invoke("each", "(x * w + b).sum()", "-D", "w=[1., 10.]", "-C", "b=1", stdin=records)
    )
    assert [record["grad"]["w"] for record in found] == [[1.0, 2.0], [3.0, 4.0]]


PROGRAMS = [
    README,
    "(x * w - 1).tanh().sum() / 7",
    "y = exp(-x**2)\nmean(y * w) + torch.log1p(w * w).mean()",
    "where(x, w, x).sum()",
    "F.softplus(x).mean() ** 0.5",
    "sum = w\nsum",
]
UNFIT = [
    "x.max()",
    "if w > 0:\n    y = w\nelse:\n    y = -w\ny",
    "softmax(x.flatten(), 0)[0]",
    "mean(x, 0).sum()",
    "(x @ x).sum()",
    "w.item() * w",
]


def records_of(count: int, *shape: int) -> str:
    """Return records of random numbers, some of them special."""
    chance = np.random.default_rng(count)
    xs, ws = chance.normal(size=(count, *shape)), chance.normal(size=count)
    rows = [{"x": x.tolist(), "w": w} for x, w in zip(xs, ws, strict=True)]
    rows[count // 2]["w"] = "NaN"
    rows[count // 3]["w"] = 0
    for place, odd in enumerate((None, True, [True], "1"), count // 4):  # and numbers around them
        rows[place]["w"] = odd
    return of(rows)


@pytest.mark.parametrize("source", PROGRAMS + UNFIT)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("size", [2, 9])
def test_batches_give_the_same_digits(source: str, dtype: str, size: int, invoke: Run) -> None:
    """Output in batches is, character for character, that of one record after the other."""
    records = records_of(57, size, size)
    call = ("each", source, "--dtype", dtype)
    one = invoke(*call, "--no-batch", "--keep-going", stdin=records)
    many = invoke(*call, "--keep-going", stdin=records)
    assert (many.stdout, many.stderr) == (one.stdout, one.stderr)
    assert many.stdout.count("\n") == 57


def test_which_programs_fit() -> None:
    """Programs of elementwise functions and whole reductions are batched, and no others."""
    assert all(batched(source, "", {"x", "w"}, 2) for source in PROGRAMS)
    assert not any(batched(source, "", {"x", "w"}, 2) for source in UNFIT)


def test_records_of_several_shapes(invoke: Run) -> None:
    """Shapes that change on the way are evaluated as they come."""
    records = of([{"x": [1.0] * (1 + i % 3)} for i in range(10)])
    found = lines(invoke("each", "x.sum()", stdin=records))
    assert [record["result"] for record in found] == [1.0 + i % 3 for i in range(10)]


DAMAGED = '{"x": 1}\n\n{"x": }\n[1]\n{"y": 1}\n{"x": [[1], 2]}\n{"x": "a"}\n{"x": 2}\n'


def test_the_first_failure_ends_it(invoke: Run) -> None:
    """What came before is written; the line of the failure is named."""
    result = invoke("each", "x * 2", stdin=DAMAGED)
    assert result.exit_code == ExitCode.USAGE
    assert result.stdout == '{"result": 2.0, "grad": {"x": 2.0}}\n'
    assert result.stderr.startswith("standard input:3: column")
    program = invoke("each", "x.foo", stdin='{"x": 1}\n')
    assert program.exit_code == ExitCode.PROGRAM
    assert program.stderr.startswith("standard input:1: error[attribute]: 'Tensor' object has no")
    text = invoke("each", "x * n", stdin='{"x": 1, "n": "a"}\n')
    assert text.stderr.endswith("converted to an index (field 'n' is the text 'a')\n")


def test_keep_going(invoke: Run) -> None:
    """Each record that fails has its line on standard error, and in JSON its place."""
    result = invoke("each", "x * 2", "--keep-going", "--format", "jsonl", stdin=DAMAGED)
    assert result.exit_code == ExitCode.USAGE
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record.get("line") for record in found] == [None, 3, 4, 5, 6, None, None]
    assert found[-1]["result"] == 4.0 and found[-2]["result"] == "aa"
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == ["3", "4", "5", "6"]


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ("1,5", "numbers have a decimal point"),
        ("1,234,567", "no separators of thousands"),
        ("\u22125", "is not the - of the keyboard"),
        ("-", "leave a cell empty"),
        ("NA", "leave a cell empty"),
        ("3 kg", ""),
    ],
)
def test_texts_are_not_taken_for_numbers(cell: str, hint: str, invoke: Run) -> None:
    """What stands in the place of a number is told: "1,5" * 2 would be a text, and no error."""
    for program in ("x * 2", "2 * x", "x + x"):
        result = invoke("each", program, stdin=f"x;y\n{cell};1\n")
        assert (result.exit_code, result.stdout) == (ExitCode.PROGRAM, ""), program
        said = f":2: error[type]: the program computes with a text (field 'x' is the text {cell!r}"
        assert said in result.stderr and hint in result.stderr


@pytest.mark.parametrize(
    ("program", "result"),
    [("k", "a"), ("k + 'b'", "ab"), ("f'{k}{x}'", "a1.0"), ("k + k", "aa"), ("k.upper()", "A")],
)
def test_texts_that_are_meant_are_results(program: str, result: str, invoke: Run) -> None:
    """A field as it is, and what a program makes with texts of its own."""
    assert invoke("each", program, stdin="k,x\na,1\n").stdout.splitlines()[1] in (
        result,
        f'"{result}"',
    )


@pytest.mark.parametrize(
    "text",
    [
        '[{"x": 1},\n {"x": 2}]',
        '{"x": 1}\n{"x": 2}',
        '{\n  "x": 1\n}\n{\n  "x": 2\n}',
        "x;y\n1;3\n2;4\n",
    ],
)
def test_records_as_others_write_them(text: str, invoke: Run, tmp_path: Path) -> None:
    """A list, objects over several lines as jq prints them, semicolons: piped and from files."""
    file = tmp_path / "records.txt"
    file.write_text(text)
    for call, stdin in ((("-",), text), ((str(file),), None)):
        result = invoke("each", "x**2", *call, "--get", "grad.x", "--format", "csv", stdin=stdin)
        assert result.stdout == "grad.x\n2.0\n4.0\n"


def test_files_are_written_whole(invoke: Run, tmp_path: Path) -> None:
    """The name tells the format; where a record fails the file stays what it was."""
    file = tmp_path / "out.tsv"
    assert invoke("each", "x**2", "-D", "x=1:2", "-o", str(file)).stdout == ""
    before = file.read_text()
    assert before == "x\tresult\tgrad.x\n1.0\t1.0\t2.0\n2.0\t4.0\t4.0\n"
    call = ("each", "assert x < 2\nx**2", "-D", "x=1:2", "-o", str(file))
    assert invoke(*call).exit_code == ExitCode.PROGRAM and file.read_text() == before
    assert invoke(*call, "--keep-going").exit_code == ExitCode.PROGRAM
    assert file.read_text() == "x\tresult\tgrad.x\n1.0\t1.0\t2.0\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out.tsv"]
    assert "ends in one of" in invoke("each", "x", "-D", "x=1:2", "-o", "out.xyz").stderr


def test_where(invoke: Run) -> None:
    """Records of which the condition is not true are left out."""
    result = invoke(
        "each",
        "x",
        "--where",
        "x > 1 and k == 'a'",
        "--get",
        "result",
        stdin=of([{"x": 1, "k": "a"}, {"x": 2, "k": "b"}, {"x": 3, "k": "a"}]),
    )
    assert lines(result) == [{"result": 3.0}]


@pytest.mark.parametrize("condition", ["x = 1", "x; 1", "if x > 2: 1", "# x"])
def test_a_condition_is_one_expression(condition: str, invoke: Run) -> None:
    """An assignment, or the last of several statements, would hold for every record."""
    result = invoke("each", "x", "--where", condition, stdin=of([{"x": 1}]))
    assert (result.exit_code, result.stdout) == (ExitCode.PROGRAM, "")
    assert "one expression is expected here" in result.stderr
    assert ("`==` compares" in result.stderr) == ("=" in condition)


def test_several_processes(invoke: Run, tmp_path: Path) -> None:
    """Results come in the order of the records, whoever computed them."""
    path = tmp_path / "records.jsonl"
    path.write_text(of([{"x": i / 7} for i in range(5000)]))
    call = ("each", "x.sin()", str(path))
    assert invoke(*call, "-j", "2").stdout == invoke(*call).stdout


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (("x+", "-D", "x=0:1"), ExitCode.PROGRAM, "invalid syntax"),
        (("x+", "-D", "x=0:1", "-j", "2"), ExitCode.PROGRAM, "invalid syntax"),
        (("x", "nowhere.jsonl"), ExitCode.USAGE, "No such file"),
        (("x", "."), ExitCode.USAGE, "is a directory"),
        (("x", "a\0b"), ExitCode.USAGE, "null byte"),
        (("x", "-q", "-D", "x=0:1"), ExitCode.USAGE, "gradcli each -- -q"),
        (("x", "-", "-D", "x=0:1"), ExitCode.USAGE, "not both"),
        (("x", "-D", "x=0:1", "--get", "chain"), ExitCode.USAGE, "neither result nor"),
        (("x", "-D", "x=0:1", "--get", "grad.y"), ExitCode.USAGE, "no gradient by 'y'"),
        (("x", "-D", "x=0:1", "--get", "grad.x.shape"), ExitCode.USAGE, "there is x"),
        (("x", "--scheduler", "tcp://a:1", "--untrusted"), ExitCode.USAGE, "no --scheduler"),
        (("x", "-D", "x=0:1", "--wrt", "y"), ExitCode.USAGE, "no input"),
    ],
)
def test_wrong_usage(args: tuple[str, ...], status: int, words: str, invoke: Run) -> None:
    """What cannot be done is said before anything is written."""
    result = invoke("each", *args)
    assert (result.exit_code, result.stdout) == (status, "")
    assert words in result.stderr


def test_what_programs_print(invoke: Run) -> None:
    """It goes to standard error: standard output holds records alone."""
    result = invoke("each", "print('p')\nx", stdin=of([{"x": 1}]))
    assert (len(lines(result)), result.stderr) == (1, "p\n")


def test_nothing_remains_of_the_record_before(invoke: Run) -> None:
    """A name that one record defined is not there for the next."""
    source = "if x > 1:\n    y = x\ny"
    result = invoke("each", source, "--keep-going", stdin=of([{"x": 2}, {"x": 1}]))
    assert "name 'y' is not defined" in result.stderr and ":2:" in result.stderr


def test_constant_memory(tmp_path: Path) -> None:
    """Ten times the records need no more memory."""

    def peak(count: int) -> int:
        path = tmp_path / f"{count}.jsonl"
        path.write_text(('{"x": [[1, 2], [3, 4]], "pad": "' + "a" * 500 + '"}\n') * count)
        program = (
            "import sys; from gradcli.commands.main import main; main(sys.argv[1:]);"
            "status = open('/proc/self/status').read();"
            "print(status.partition('VmHWM:')[2].split()[0], file=sys.stderr)"
        )
        call = [sys.executable, "-c", program, "each", README, str(path)]
        run = subprocess.run(call, capture_output=True, text=True, check=True)
        assert run.stdout.count("\n") == count
        return int(run.stderr.split()[-1])

    small, large = peak(4_000), peak(40_000)
    assert large < small + 8_000, f"{small} KiB, then {large} KiB"


def test_a_wide_grid_starts_at_once() -> None:
    """Points are made as they are asked for, whatever the size of a range."""
    args = ["each", "x * y", "-D", "x=0:99999999:1", "-D", "y=0:8:1"]
    command = [sys.executable, "-m", "gradcli", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        rows = [json.loads(process.stdout.readline()) for _ in range(11)]
        process.terminate()
    assert [(row["x"], row["y"]) for row in rows] == [(i // 9, i % 9) for i in range(11)]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Ctrl-C reaches whole groups")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_ends_all_processes(jobs: str) -> None:
    """Ctrl-C goes to the whole group of a terminal; only the first process answers to it."""
    args = ["each", "x * 2", "-D", "x=0:99999999:1", "-j", jobs]
    command = [sys.executable, "-m", "gradcli", *args]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        process.stdout.read()  # ends when the last process that holds it ends
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 130


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Ctrl-C reaches whole groups")
def test_an_interruption_ends_a_process_at_an_endless_record() -> None:
    """Nobody waits for the last record that is under way, either."""
    command = [sys.executable, "-m", "gradcli", "each", "while x > 0: x\nx", "-j", "2"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for x in (0, 1):
            process.stdin.write(b'{"x": %d}\n' % x)
            process.stdin.flush()
            if not x:
                process.stdout.readline()
        process.stdin.close()
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        process.stdout.read()
    assert process.returncode == 130


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="the system has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", None)])
def test_a_signal_leaves_no_draft(number: signal.Signals, tmp_path: Path) -> None:
    """Who ends the process finds the file as it was, and none beside it."""
    path = tmp_path / "a.csv"
    path.write_text("before")

    def end() -> None:
        with _destination(str(path)) as out:
            out("half")
            os.kill(os.getpid(), number)

    with pytest.raises(SystemExit, match=str(128 + number)):
        end()
    assert [*tmp_path.iterdir()] == [path] and path.read_text() == "before"
    assert signal.getsignal(number) == signal.SIG_DFL


@pytest.mark.parametrize("options", [(), ("-j", "2")])
def test_a_slow_pipe_is_answered_line_by_line(options: tuple[str, ...]) -> None:
    """Whoever writes one record and waits for its line gets it."""
    command = [sys.executable, "-m", "gradcli", "each", "x * 2", "--get", "result", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        for number in range(4):
            process.stdin.write(b'{"x": %d}\n' % number)
            process.stdin.flush()
            assert select([process.stdout], [], [], 60)[0], number
            assert json.loads(process.stdout.readline()) == {"result": 2.0 * number}


def test_a_bare_assertion_that_fails(invoke: Run) -> None:
    """It has no message, and is told by its name."""
    result = invoke("each", "assert x > 1\nx", "-D", "x=1:2", "--keep-going")
    assert result.exit_code == ExitCode.PROGRAM
    assert ":1: error[assertion]: AssertionError\n" in result.stderr


def test_copied_fields_stay_what_they_were(invoke: Run) -> None:
    """An identifier with zeros before it is no number, wherever it comes along."""
    table = "id,x,ok\n007,1,TRUE\n,2,false\n1.50,3,True\n8,4,true\n"
    found = invoke("each", "x * 2", "--copy", "id,ok", "--get", "result", stdin=table).stdout
    assert found == "id,ok,result\n007,true,2.0\n,false,4.0\n1.50,true,6.0\n8,true,8.0\n"
    found = invoke("each", "x", "--copy", "id", "--get", "result", "--format", "jsonl", stdin=table)
    assert [json.loads(line)["id"] for line in found.stdout.splitlines()] == ["007", "NaN", 1.5, 8]


def test_copied_fields_that_cannot_be(invoke: Run) -> None:
    """A field is not written over by a result, and one that is nowhere is told."""
    table = "result,x\n1,2\n"
    taken = invoke("each", "x * 2", "--copy", "result", stdin=table)
    assert taken.exit_code == ExitCode.USAGE and "has a 'result' of its own" in taken.stderr
    kept = invoke("each", "x * 2", "--copy", "result", "--get", "grad.x", stdin=table)
    assert kept.stdout == "result,grad.x\n1,2.0\n"
    for name, meant in (("name", ""), ("reslut", "; did you mean 'result'?")):
        lacking = invoke("each", "x * 2", "--copy", name, "--get", "grad.x", stdin=table)
        assert lacking.stderr == f"note: no record has the field {name!r} of --copy{meant}\n"


def test_lists_line_by_line(invoke: Run, tmp_path: Path) -> None:
    """A list a line is a record a line, whether a file has a name or not; a list of lists, too."""
    for name, text in (
        ("a.jsonl", "[1, 2]\n[3, 4]\n"),
        ("a", "[1, 2]\n[3, 4]\n"),
        ("b", "[[1, 2], [3, 4]]"),
        ("c", "[[1, 2],\n[3, 4]]\n"),
    ):
        path = tmp_path / name
        path.write_text(text)
        for file, stdin in ((str(path), ""), ("-", text)):
            result = invoke("each", "x.sum()", file, "--get", "result", stdin=stdin)
            assert result.stdout == '{"result": 3.0}\n{"result": 7.0}\n', name
    pages = invoke("each", "a", "--get", "result", stdin='[{"a": 3}]\n[{"a": 7}]\n')
    assert pages.stdout == '{"result": 3.0}\n{"result": 7.0}\n'


def test_comments_below_numbers(invoke: Run) -> None:
    """A comment that has as many values as a row is none; one of numbers could be a row."""
    table = "1,2\n3,4\n# the, end\n"
    assert invoke("each", "c1", "--get", "result", stdin=table).stdout == "result\n1.0\n3.0\n"
    result = invoke("each", "c1", stdin="1,2\n# 3,4\n")
    assert result.exit_code == ExitCode.USAGE and "could be a comment or a row" in result.stderr


def test_rows_of_fields(invoke: Run, tmp_path: Path) -> None:
    """Rows of a structured array have fields."""
    import numpy as np

    np.save(tmp_path / "s.npy", np.array([(1, 2.5), (3, 4.5)], [("a", "i4"), ("b", "f8")]))
    result = invoke("each", "a * b", str(tmp_path / "s.npy"), "--get", "result")
    assert result.stdout == '{"result": 2.5}\n{"result": 13.5}\n'


def test_no_records_are_told(invoke: Run) -> None:
    """An empty pipe, or a line that is a header alone; not what a condition leaves out."""
    for text in ("", "hello\n", "\n"):
        result = invoke("each", "x", stdin=text)
        assert (result.exit_code, result.stderr) == (ExitCode.OK, "note: there are no records\n")
    assert invoke("each", "x", "--where", "x > 5", stdin='{"x": 1}\n').stderr == ""
