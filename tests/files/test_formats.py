"""Data in: what ``@FILE`` stands for, in every format, and what ``gradcli info`` tells of it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.errors import ExitCode
from tests.files.making import GOOD, X, entry, npy, npz, safetensors

Run = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the files, which is the current one."""
    for name, data in GOOD.items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("reference", "dtype", "data"),
    [
        ("x.npy", "float64", X.tolist()),
        ("packed.npz", "float64", X.tolist()),
        ("w.npz#w", "float32", [0.5, -1.0]),
        ("w.safetensors#w", "float32", [0.5, -1.0]),
        ("w.safetensors#x", "float64", X.tolist()),
        ("d.csv#price", "float32", [1.5, 2.5]),
        ("d.csv#volume", "int64", [3, 4]),
        ("d.csv#price,volume", "float32", [[1.5, 3], [2.5, 4]]),
        ("n.csv", "int64", [[0, 1, 2], [3, 4, 5]]),
        ("n.csv#1", "int64", [1, 4]),
        ("d.tsv#a", "int64", [1, 3]),
        ("d.tsv#b", "float32", [2.0, "NaN"]),
        ("m.json#x", "int64", [[0, 1, 2], [3, 4, 5]]),
        ("m.json#deep.w", "float32", [0.5, "NaN"]),
        ("l.json", "int64", [[0, 1, 2], [3, 4, 5]]),
        ("r.jsonl#a", "float32", [1.0, 2.5]),
        ("r.jsonl#b", "int64", [[1, 2], [3, 4]]),
    ],
)
def test_references(folder: Path, invoke: Run, reference: str, dtype: str, data: Any) -> None:
    """A file and a key give the numbers as they stand there; texts take the default type."""
    result = invoke("eval", "x", "-C", f"x=@{reference}", "--format", "json", "--get", "result")
    found = json.loads(result.stdout)
    assert (found["dtype"], found["data"]) == (dtype, data)


def test_the_format_is_in_the_bytes(folder: Path, invoke: Run) -> None:
    """What a file begins with decides, whatever its name; a pipe has no name."""
    for name in ("x.npy", "packed.npz", "l.json", "n.csv"):
        (folder / "unnamed").write_bytes(GOOD[name])
        assert (
            invoke("eval", "x.sum()", "-C", "x=@unnamed").stdout
            == invoke("eval", "x.sum()", "-C", f"x=@{name}").stdout
        )
        piped = invoke("eval", "x.sum()", "-C", "x=@-", stdin=GOOD[name])
        assert "tensor(15" in piped.stdout
    named = invoke("eval", "x.sum()", "-C", "x=@-#a", stdin=GOOD["r.jsonl"])
    assert invoke("info", "-#a", stdin=GOOD["r.jsonl"]).stdout.startswith("-#a: ")
    assert "tensor(3.5000)" in named.stdout


def test_dtype_of_texts(folder: Path, invoke: Run) -> None:
    """The default type is that of the program, as for numbers written in it."""
    args = ("eval", "x.dtype", "-C", "x=@d.csv#price", "--dtype", "float64")
    assert invoke(*args).stdout == "result: torch.float64\n"


def test_inputs_are_differentiated_by(folder: Path, invoke: Run) -> None:
    """-D takes a file as it takes an expression; integers become floating."""
    result = invoke("eval", "(x * w).sum()", "-D", "x=@n.csv", "-C", "w=@x.npy", "--get", "grad.x")
    assert result.stdout == "tensor([[0., 1., 2.],\n        [3., 4., 5.]])\n"


def test_one_file_twice(folder: Path, invoke: Run) -> None:
    """Two parts of what a pipe brings are two inputs."""
    args = ("eval", "(x.sum() * w).sum()", "-D", "x=@-#x", "-D", "w=@-#w", "--get", "result")
    assert invoke(*args, stdin=GOOD["w.npz"]).stdout.startswith("tensor(-7.5000")


def test_a_dictionary_of_tensors(folder: Path, invoke: Run) -> None:
    """A constant without a key is all arrays of an archive; an input must be one of them."""
    whole = invoke("eval", "p['w'] * 2", "-C", "p=@w.npz")
    assert whole.stdout == "result: tensor([ 1., -2.])\n"
    wrong = invoke("eval", "p", "-D", "p=@w.npz")
    assert wrong.exit_code == ExitCode.USAGE and "#NAME: x, w" in wrong.stderr


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("d.csv#prise", "did you mean 'price'?"),
        ("d.csv", "choose columns, as #price"),
        ("d.csv#date", "d.csv: line 2, column 'date' holds text, not numbers: '"),
        ("w.npz#q", "there is x, w"),
        ("m.json#word", "no numbers"),
        ("x.npy#a", "has no 'a'"),
    ],
)
def test_keys_that_are_wrong(folder: Path, invoke: Run, reference: str, words: str) -> None:
    """A key that is not there, or no numbers, is one line and status 2."""
    result = invoke("eval", "x", "-C", f"x=@{reference}")
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert words in result.stderr and result.stderr.count("\n") == 1


def test_a_name_with_the_sign(folder: Path, invoke: Run) -> None:
    """A file whose name holds # is found before its parts are."""
    (folder / "a#b.npy").write_bytes(npy(X))
    assert "tensor(15." in invoke("eval", "x.sum()", "-C", "x=@a#b.npy").stdout


def test_the_file_is_left_alone(folder: Path, invoke: Run) -> None:
    """A program may change its tensor in place; the file that is mapped stays."""
    assert "tensor(21." in invoke("eval", "x += 1", "x.sum()", "-C", "x=@x.npy").stdout
    assert (folder / "x.npy").read_bytes() == GOOD["x.npy"]


def test_program_and_data_from_one_pipe(invoke: Run) -> None:
    """Standard input is one thing."""
    result = invoke("eval", "-D", "x=@-", stdin="1,2")
    assert result.exit_code == ExitCode.USAGE and "not both" in result.stderr


@pytest.mark.parametrize(
    ("array", "is_there"),
    [
        (np.zeros((0, 3)), True),
        (np.array(2.5), True),
        (np.asfortranarray(X), True),
        (X.astype(">f4"), True),
        (np.array([True, False]), True),
        (X.astype(complex), True),
        (np.zeros(2, np.uint16), True),
        (np.zeros(2, np.longdouble), False),
    ],
)
def test_arrays_of_every_kind(array: np.ndarray, is_there: bool, invoke: Run) -> None:
    """Order, byte order and emptiness make no difference; types that no tensor has are refused."""
    result = invoke("eval", "x", "-C", "x=@-", "--get", "result.shape", stdin=npy(array))
    assert (result.exit_code == ExitCode.OK) is is_there
    if is_there:
        assert result.stdout == f"torch.Size({list(array.shape)})\n"


def test_bfloat16(folder: Path, invoke: Run) -> None:
    """Safetensors carries bfloat16, which .npy cannot."""
    (folder / "b").write_bytes(safetensors({"a": entry("BF16", [1], 0, 2)}, b"\x80\x3f"))
    assert (
        invoke("eval", "x", "-C", "x=@b").stdout == "result: tensor([1.], dtype=torch.bfloat16)\n"
    )


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (["y", "-C", "y=[0, 1]"], "result: tensor([0, 1])\n"),
        (["sin(x)", "-C", "x=1"], "result: tensor(0.8415)\n"),
        (["ones(n).sum()", "-C", "n=3"], "result: tensor(3.)\n"),
        (["w", "-C", "w='a'"], "result: 'a'\n"),
        (["w", "-C", "w=[1, 'a']"], "result: [1, 'a']\n"),
        (["w", "-C", "w=True"], "result: True\n"),
    ],
)
def test_constants_are_tensors(args: list[str], shown: str, invoke: Run) -> None:
    """Numbers and lists of them are tensors, as those of -D are; all else stays what it is."""
    assert invoke("eval", *args).stdout == shown


def test_info(folder: Path, invoke: Run) -> None:
    """The table has a row an array; figures are of the finite numbers."""
    assert invoke("info", "w.npz").stdout == (
        "w.npz: npz, 2 arrays, 56 bytes\n"
        "name  shape  dtype    bytes\n"
        "x     2x3    float64     48\n"
        "w     2      float32      8\n"
    )
    found = json.loads(invoke("info", "x.npy", "m.json", "--stats", "--format", "json").stdout)
    assert found["version"] == 1
    array, deep = found["files"][0]["arrays"][0], found["files"][1]["arrays"][1]
    assert array["name"] is None and array["shape"] == [2, 3]
    assert array["stats"] == {"min": 0.0, "max": 5.0, "mean": 2.5, "nonfinite": 0}
    assert deep["name"] == "deep.w" and deep["stats"]["nonfinite"] == 1


def test_info_reads_headers(tmp_path: Path, invoke: Run) -> None:
    """A file of a terabyte, most of it holes, is listed at once."""
    path = tmp_path / "big.safetensors"
    size = 2**36
    path.write_bytes(safetensors({"a": entry("U8", [size], 0, size)}, b""))
    with path.open("r+b") as stream:
        stream.truncate(path.stat().st_size + size)
    assert f"a     {size}  uint8" in invoke("info", str(path)).stdout


@pytest.mark.parametrize("name", ["p.parquet", "p.arrow", "p.h5"])
def test_extras_say_what_they_need(name: str, tmp_path: Path, invoke: Run) -> None:
    """A format of another package says which; where it is installed, the damage is told."""
    path = tmp_path / name
    magic = {"p.parquet": b"PAR1", "p.arrow": b"ARROW1", "p.h5": b"\x89HDF\r\n\x1a\n"}
    path.write_bytes(magic[name] + b"\0" * 30)
    result = invoke("info", str(path))
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert "pip install" in result.stderr or "cannot be read" in result.stderr


@pytest.mark.extra
def test_hdf5(tmp_path: Path, invoke: Run) -> None:
    """Datasets have paths; links out of the file are not followed."""
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["g/x"] = X
        file["out"] = h5py.ExternalLink("other.h5", "/x")
    assert "tensor(15." in invoke("eval", "x.sum()", "-C", f"x=@{tmp_path}/a.h5#g/x").stdout
    assert "out" not in invoke("info", str(tmp_path / "a.h5")).stdout


@pytest.mark.extra
def test_parquet(tmp_path: Path, invoke: Run) -> None:
    """The columns of a table, as those of a text."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"a": [1.0, 2.0], "b": ["x", "y"]}), tmp_path / "a.parquet")
    assert "tensor(3." in invoke("eval", "x.sum()", "-C", f"x=@{tmp_path}/a.parquet#a").stdout
    assert "string" in invoke("info", str(tmp_path / "a.parquet")).stdout


def test_numbers_of_texts_are_exact(tmp_path: Path, invoke: Run) -> None:
    """Doubles of a text keep every digit."""
    args = ("eval", "x", "-C", "x=@-", "--dtype", "float64", "--get", "result.data")
    assert json.loads(invoke(*args, stdin=f"[{math.pi!r}]").stdout) == [math.pi]
    assert npz(a=X)


def test_tables_of_instruments(tmp_path: Path, invoke: Run) -> None:
    """NumPy's ``#`` before a header is left out, as comments are; decimal commas are told."""
    path = tmp_path / "t.csv"
    path.write_text("# t,y\n1,2\n3,4\n")
    assert invoke("eval", "t.sum()", "-C", f"t=@{path}#t").stdout.startswith("result: tensor(4)")
    path.write_text("# of May\nt,y\n1,2\n")
    assert invoke("eval", "t.sum()", "-C", f"t=@{path}#t").stdout.startswith("result: tensor(1)")
    path.write_text("t;y\n1;2,5\n")
    said = invoke("eval", "y", "-C", f"y=@{path}#y").stderr
    assert "'2,5' (numbers have a decimal point: tr , . <" in said


@pytest.mark.parametrize(
    ("data", "key", "shown"),
    [
        (b"1 2  3\n 4 5 6 \n", "", "tensor([[1, 2, 3],\n        [4, 5, 6]])"),
        (b"a|b\n1|2\n", "#b", "tensor([2])"),
        (b"a\tb\n1\t2\n", "#b", "tensor([2])"),
        (b"ok,v\ntrue,1\nFalse,2\n", "#ok", "tensor([ True, False])"),
        (b"a\n1e400\n", "", "(beyond the largest number of double precision)"),
        (b"a,b\n1,2\n3,x4\n", "", "is no matrix of numbers: line 3, column 'b' holds text"),
        ("a,b\n1,2\n".encode("utf-16"), "", "iconv -f UTF-16 -t UTF-8 FILE"),
        (b"a,\xf6\n1,2\n", "", "(byte 0xf6 in line 1, at offset 2)"),
    ],
)
def test_tables_as_people_have_them(
    data: bytes, key: str, shown: str, tmp_path: Path, invoke: Run
) -> None:
    """What separates values is seen, truths are truths, and errors say where they are."""
    (tmp_path / "a.csv").write_bytes(data)
    result = invoke("eval", "x", "-C", f"x=@{tmp_path / 'a.csv'}{key}", "--get", "result")
    assert shown in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("text", "key", "shown"),
    [
        ('[1, "a"]', "", '[1] is "a"'),
        ('{"s": "text"}', "#s", 'holds no numbers: "text"'),
        ('[{"y": {"z": 1}}, {"y": {"z": 2}}]', "#y.z", "tensor([1, 2])"),
        ('{"a": [1,\n2 3]}', "", "line 2, column 3 is not JSON"),
    ],
)
def test_json_as_people_have_it(
    text: str, key: str, shown: str, tmp_path: Path, invoke: Run
) -> None:
    """Records in records have names with dots, and what is no number is said."""
    (tmp_path / "a.json").write_text(text)
    result = invoke("eval", "x", "-C", f"x=@{tmp_path / 'a.json'}{key}", "--get", "result")
    assert shown in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("text", "reference", "where"),
    [
        ('{"a": [1, 2], "a": [3, 4]}', "twice.json#a", ""),
        ('{"b": {"a": 1, "a": 2}}', "twice.json#b.a", ""),
        ('{"a": 1}\n{"a": 1, "a" :2}\n', "twice.jsonl#a", "line 2 "),
    ],
)
def test_two_values_for_one_name(
    text: str, reference: str, where: str, tmp_path: Path, invoke: Run
) -> None:
    """Of two values for one name none is taken without a word."""
    path = tmp_path / reference.partition("#")[0]
    path.write_text(text)
    result = invoke("eval", "x", "-D", f"x=@{tmp_path / reference}")
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert f"{where}says 'a' twice in one object" in result.stderr


def test_records_that_say_a_name_twice(tmp_path: Path, invoke: Run) -> None:
    """A record is refused that has two values for one name, at any depth, and others are not."""
    lines = [
        '{"x": 1, "x" :2}',
        '{"x": 1, "s": "a\\"x\\":", "s": "b"}',
        '{"x": 5, "s": "q", "n": {"a": 1, "a": 2}}',
        '{"x": 5, "s": "\\"x\\": 1", "n": [{"a": 1}, {"a": 2}]}',
        '[{"x": 1, "x": 2}]',
    ]
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join(lines))
    result = invoke("each", "x * 2", str(path), "--keep-going", "--format", "jsonl")
    told = [place for place in range(1, 6) if f"r.jsonl:{place}: says" in result.stderr]
    assert told == [1, 2, 3, 5]
    assert '{"result": 10.0, "grad": {"x": 2.0}}' in result.stdout
