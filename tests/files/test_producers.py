"""Files as those write them who make most: pandas, R, Excel, NumPy, MATLAB, JavaScript, gzip."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.answers.loaded import Files
from gradcli.data import source
from gradcli.data.keys import keys_of
from gradcli.errors import DataError
from tests.files.making import X, archive, npy

Run = Callable[..., Any]
NAN = float("nan")

TABLES = {
    "pandas with its index": (",a,b\n0,1,3.5\n1,2,4.5\n", "a", [1, 2]),
    "the index itself": (",a,b\n0,1,3.5\n1,2,4.5\n", "0", [0, 1]),
    "pandas, columns without names": (",0,1\n0,1.5,2\n1,2.5,4\n", "1", [2, 4]),
    "the index beside them": (",0,1\n5,1.5,2\n6,2.5,4\n", "c1", [5, 6]),
    "pandas, missing values": ("a,b\n1.5,\n,2\nNaN,3\n", "a", [1.5, NAN, NAN]),
    "a mark and CRLF": ("\ufeffa,b\r\n1,2\r\n3,4\r\n", "a", [1, 3]),
    "lines of an old Mac": ("a,b\r1,2\r3,4\r", "b", [2, 4]),
    "all in quotes": ('"a","b"\n"1","2"\n', "b", [2]),
    "spaces and a header": ("a b\n1 3.5\n2 4.5\n", "b", [3.5, 4.5]),
    "columns of a width": ("  a    b\n  1    2\n 10   20\n", "a", [1, 10]),
    "R, write.csv": ('"","mpg","cyl"\n"Mazda RX4",21,6\n"Datsun",NA,4\n', "mpg", [21, NAN]),
    "R, write.table": ('"mpg" "cyl"\n"Mazda" 21 6\n"Datsun" 22.5 4\n', "mpg", [21, 22.5]),
    "R, write.table, missing values": ('"x" "y"\n"1" 1.5 NA\n"2" 2.5 3\n', "y", [NAN, 3]),
    "R, write.table, texts": ('"x" "g"\n"1" 1.5 "a b"\n"2" 2.5 "c"\n', "x", [1.5, 2.5]),
    "R, truths": ('"ok"\nTRUE\nFALSE\n', "ok", [True, False]),
    "R, infinities": ("x\nInf\n-Inf\n1e+05\n", "x", [math.inf, -math.inf, 1e5]),
    "words for what is missing": ("a,b\nNA,1\nN/A,2\n<NA>,3\nnull,4\n5,5\n", "a", [NAN] * 4 + [5]),
    "Excel, what separates": ("sep=;\r\na;b\r\n1;2\r\n", "b", [2]),
    "Excel, empty columns": ("a,b,,\r\n1,2,,\r\n", "b", [2]),
    "Excel, a header of two lines": ('a,"b\nunit"\r\n1,2\r\n', "b unit", [2]),
    "a cell of two lines": ('a,b\n1,"x\ny"\n2,z\n', "a", [1, 2]),
    "comments before": ("# made by x, y\n# in 2024\na,b\n1,2\n", "b", [2]),
    "comments between": ("a,b\n1,2\n# a remark\n3,4\n# the, end, of it\n", "b", [2, 4]),
    "NumPy, a footer": ("# a,b\n1,2\n3,4\n# all, of it\n", "b", [2, 4]),
    "NumPy, a footer of one column": ("1\n2\n# the end\n", "0", [1, 2]),
    "missing ones with a sign": ("a,b\n#N/A,2\n3,4\n", "a", [NAN, 3]),
    "NumPy, several lines": ("# of May\n# a,b\n1,2\n", "b", [2]),
    "NumPy, spaces": ("# a b c\n1.0 2.0 3.0\n", "c", [3.0]),
    "two signs, then the header": ("##v=4\n#CHROM\tPOS\tQ\nx\t5\ty\n", "POS", [5]),
    "other ends of lines in a cell": ("a,b\n1,x\x0cy\u2028z\x85\x1c\x0b\n2,z\n", "a", [1, 2]),
    "a comma in a name": ("name, long;n\nx;1\n", "n", [1]),
    "a comma in a name, tabs": ("price, EUR\tn\n1.5\t2\n", "n", [2]),
    "a semicolon in a name": ("a;b,n\n1,2\n", "n", [2]),
    "what separates, in quotes": ('"a,x";n\n1;2\n', "n", [2]),
    "an integer too wide beside": ("a,n\n18446744073709551615,2\n", "n", [2]),
    "a header alone": ("a,b\n", "a", []),
}
REFUSED = {
    "thousands": (
        'a,b\n"1,234",5\n',
        "#a",
        "line 2, column 'a' holds text, not numbers: '1,234' (",
    ),
    "a decimal comma": ("a;b\n1;2,5\n", "#b", "numbers have a decimal point: tr , . < FILE"),
    "a decimal comma in all": ("1,5;2,5\n3,5;4,5\n", "", "numbers have a decimal point: tr , . "),
    "an integer too wide": ("a,b\n1,2\n18446744073709551615,2\n", "", "'a' holds 1844674407370"),
    "beyond single precision": ("a\n1e39\n", "#a", "a number beyond the largest of float32; give"),
    "another minus": ("a\n\u22121.5\n", "", "its minus is not the - of the keyboard"),
    "truths that lack one": ("a,b\nTrue,1\n,2\n", "#a", "line 3, column 'a' lacks a truth value"),
    "truths that R lacks": ("a\nTRUE\nNA\n", "#a", "line 3, column 'a' lacks a truth value"),
    "a field that one lacks": ('{"a": 1}\n{"a": 2, "b": 3}\n', "#b", "record 1 has no 'b'"),
    "all fields": ('{"b": 1}\n{"a": 2, "b": 3}\n', "", "has no 'a'; choose columns, as #b"),
    "a row taken out": ("a,b\n1,2\n#3,4\n5,6\n", "#b", "line 3 begins with #"),
    "a footer of numbers": ("1,2\n3,4\n# 5,6\n", "", "line 3 begins with #"),
    "a missing value that is no word": ("a\n1\n?\n", "", "leave a cell empty where a number is"),
    "a text of one line": ("tensor([[1., 2.]])\n", "", "one line of text, and no rows of numbers"),
    "another text": ("a = 1\n", "", "one line of text, and no rows of numbers"),
    "a page": ("<!DOCTYPE html>\n<html>404, gone</html>\n", "", "is a page of HTML"),
    "Git LFS": ("version https://git-lfs.github.com/spec/v1\n", "", "git lfs pull"),
    "beyond double precision": ('{"x": [1e400]}', "#x", "holds '1e400', beyond the largest"),
    "a name twice": ('{"a.b": 1, "a": {"b": 2}}', "#a.b", "says 'a.b' twice"),
    "an object": ('{"a": {"w": 1, "v": 2}}', "#a", "has no 'a'; there is a.w, a.v"),
}


def _read(path: Path, key: str = "") -> Any:
    return Files().value(f"@{path}{key}").array


@pytest.mark.parametrize("what", TABLES)
def test_tables(what: str, tmp_path: Path) -> None:
    """The numbers are those that stand there, and Tab offers the names of the columns."""
    text, key, numbers = TABLES[what]
    path = tmp_path / ("a.tsv" if "\t" in text else "a.csv")
    path.write_bytes(text.encode())
    found = _read(path, f"#{key}")
    np.testing.assert_array_equal(found, np.array(numbers, found.dtype))
    assert key in keys_of(str(path)) or "two lines" in what or "write.table" in what or key == "0"


@pytest.mark.parametrize("what", [what for what in TABLES if "alone" not in what])
def test_tables_row_by_row(what: str, tmp_path: Path, invoke: Run) -> None:
    """A program for each row sees the same rows, as far as they hold numbers."""
    text, key, numbers = TABLES[what]
    if not key.isidentifier() or NAN in numbers or isinstance(numbers[0], bool):
        return
    path = tmp_path / ("a.tsv" if "\t" in text else "a.csv")
    path.write_bytes(text.encode())
    result = invoke("each", f"{key} * 1", str(path), "--keep-going", "--format", "jsonl")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    given = [line["result"] for line in lines if "error" not in line]
    wanted = [n for n in numbers if not math.isnan(n)]
    assert [float(n) for n in given if not math.isnan(float(n))] == wanted


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str, tmp_path: Path) -> None:
    """What is no number says where it stands, and what helps."""
    text, key, words = REFUSED[what]
    path = tmp_path / ("a.json" if text.startswith("{") else "a.txt")
    path.write_bytes(text.encode())
    with pytest.raises(DataError) as caught:
        Files().value(f"@{path}{key}")
    assert words in str(caught.value)


def test_rows_that_are_damaged(tmp_path: Path, invoke: Run) -> None:
    """A quotation mark that nobody closes costs its own line alone; so does a row taken out."""
    path = tmp_path / "a.csv"
    path.write_text('a,b\n1,"x\n2,3\n#4,5\n6,7\n')
    result = invoke("each", "a * 1", str(path), "--keep-going", "--get", "result")
    assert result.stdout.split() == ["result", "2.0", "6.0"]
    assert "a.csv:2: unexpected end" in result.stderr and "a.csv:4: begins with #" in result.stderr


@pytest.mark.parametrize(
    ("value", "key", "numbers"),
    [
        ({"a": {"0": 1, "1": 2}}, "a", [1, 2]),
        ({"net": {"0": {"w": [1]}, "1": {"w": [2]}}}, "net.1.w", [2]),
        ({"rows": [{"x": 1}, {"x": 2}]}, "rows.x", [1, 2]),
        ({"f": [{"g": {"at": [1, 2]}}, {"g": {"at": [3, 4]}}]}, "f.g.at", [[1, 2], [3, 4]]),
        ({"x": [1, None, 2.5]}, "x", [1, NAN, 2.5]),
        ([{"x": 1}, {"x": None}], "x", [1, NAN]),
        ({"x": [9007199254740993, -(2**63)]}, "x", [9007199254740993, -(2**63)]),
        ({"r": [{"x": 1}, {"x": 2, "y": 3}]}, "r.x", [1, 2]),
    ],
)
def test_json(value: Any, key: str, numbers: Any, tmp_path: Path) -> None:
    """Tables within objects have columns, also as pandas writes them; null is a missing number."""
    (tmp_path / "a.json").write_text(json.dumps(value))
    found = _read(tmp_path / "a.json", f"#{key}")
    np.testing.assert_array_equal(found, np.array(numbers, found.dtype))


@pytest.mark.parametrize(
    ("text", "key", "numbers"),
    [
        ('{"x": 1}\n{"x": 2}\n', "#x", [1, 2]),
        ('{\n  "x": 1\n}\n{\n  "x": 2\n}\n', "#x", [1, 2]),
        ("1\n2\n\n3", "", [1, 2, 3]),
        ("[1, 2] [3, 4]", "", [[1, 2], [3, 4]]),
    ],
)
def test_json_of_several_values(text: str, key: str, numbers: Any, tmp_path: Path) -> None:
    """Those who write JSON lines often call them JSON, and jq writes a value after the other."""
    (tmp_path / "a.json").write_text(text)
    assert _read(tmp_path / "a.json", key).tolist() == numbers


@pytest.mark.parametrize("values", ["[null]", "[null, true]", '["a", null]', "null"])
def test_null_that_is_no_number(values: str, tmp_path: Path) -> None:
    """Without a number beside it null is none."""
    (tmp_path / "a.json").write_text(f'{{"x": {values}}}')
    with pytest.raises(DataError, match="holds no numbers"):
        _read(tmp_path / "a.json", "#x")


FIELDS = np.array([(1, 2.5, [1, 2]), (3, 4.5, [3, 4])], [("a", "i4"), ("β", ">f8"), ("v", "f4", 2)])


def test_fields(tmp_path: Path, invoke: Run) -> None:
    """Each field of a structured array is an array, in .npy and in .npz."""
    stream = io.BytesIO()
    np.lib.format.write_array(stream, FIELDS, version=(3, 0))
    (tmp_path / "s.npy").write_bytes(stream.getvalue())
    (tmp_path / "s.npz").write_bytes(archive(**{"s.npy": stream.getvalue(), "x.npy": npy(X)}))
    for name in ("a", "β", "v"):
        wanted = FIELDS[name].astype(FIELDS[name].dtype.newbyteorder("="))
        for found in (
            _read(tmp_path / "s.npy", f"#{name}"),
            _read(tmp_path / "s.npz", f"#s.{name}"),
        ):
            assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())
    assert "β     2      >f8         16" in invoke("info", str(tmp_path / "s.npy")).stdout
    with pytest.raises(
        DataError, match="several fields, which no tensor has; choose one of a, β, v"
    ):
        _read(tmp_path / "s.npy")


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
@pytest.mark.parametrize("array", [X, np.asfortranarray(X), X.astype(">f4"), np.zeros((0, 3))])
def test_versions(version: tuple[int, int], array: np.ndarray, tmp_path: Path) -> None:
    """Every version of the format is read."""
    with (tmp_path / "x.npy").open("wb") as file:
        np.lib.format.write_array(file, array, version=version)
    np.testing.assert_array_equal(_read(tmp_path / "x.npy"), array)


PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("form", PACKERS)
@pytest.mark.parametrize("end", ["", "named"])
def test_packed(form: str, end: str, tmp_path: Path, invoke: Run) -> None:
    """A packed file is what is in it, whatever its name; parts follow one another."""
    pack = PACKERS[form]
    path = tmp_path / (f"a.csv.{form}" if end else "unnamed")
    path.write_bytes(pack(b"a,b\n1,2\n") + pack(b"3,4\n"))
    assert _read(path, "#b").tolist() == [2, 4]
    assert invoke("each", "a * b", str(path), "--get", "result").stdout == "result\n2.0\n12.0\n"
    path.write_bytes(pack(npy(X)))
    np.testing.assert_array_equal(_read(path), X)
    assert "unpack it before" in invoke("each", "x", str(path)).stderr


@pytest.mark.parametrize("form", PACKERS)
def test_packed_files_of_malice(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, invoke: Run
) -> None:
    """What is damaged, cut, empty or a bomb is refused; no more than the limit is unpacked."""
    monkeypatch.setattr(source, "MOST_READ", 100_000)
    pack, path = PACKERS[form], tmp_path / f"a.csv.{form}"
    good = pack(b"a,b\n1,2\n" * 100)
    bad = {
        good[:-20]: "cut short|damaged",
        good[:12] + bytes(8) + good[20:]: "damaged",
        good + b"more": "damaged|cut short",
        pack(b"1,2\n" * 1_000_000): "is larger than",
        pack(pack(b"1,2\n")): "not text|not UTF-8|no rows",
        pack(b""): "is empty when it is unpacked",
    }
    for data, words in bad.items():
        path.write_bytes(data)
        with pytest.raises(DataError, match=words):
            Files().value(f"@{path}")
        result = invoke("each", "a", str(path))
        assert result.exit_code == 2 and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\0", "is a picture; make it .npy"),
        (b"MATLAB 5.0 MAT-file, made\0", "save it with -v7.3"),
        (archive(**{"[Content_Types].xml": b""}), "is an Office document; save its sheet as CSV"),
        (archive(**{"a.csv": b"1"}), "unzip -p FILE"),
        (archive(**{"m/data.pkl": b""}), "safetensors.torch.save_file(torch.load('FILE')"),
        (b"(\xb5/\xfd\x04", "zstdcat FILE"),
        (b"SQLite format 3\0", "sqlite3 -csv"),
        (b"ORC\x0a\0", "pyarrow.orc.read_table"),
        (b"CDF\x01\0", "nccopy"),
        (b"\x04\x22\x4d\x18\x64\x40", "lz4 -dc FILE"),
        (b"7z\xbc\xaf\x27\x1c", "7z x FILE"),
        (b"\0\0\x08\x03\0\0\xea\x60", "as those of MNIST; make it .npy"),
        (b"RIFF\x24\0\0\0WAVE", "scipy.io.wavfile"),
        (np.arange(4.0).tobytes(), "is not text: a NUL"),
    ],
)
def test_other_files(data: bytes, words: str, tmp_path: Path, invoke: Run) -> None:
    """What is no file of numbers is called by its name, with what makes one of it."""
    path = tmp_path / "a.bin"
    path.write_bytes(data)
    for call in (("eval", "x", "-C", f"x=@{path}"), ("info", str(path))):
        result = invoke(*call)
        assert result.exit_code == 2 and words in result.stderr


def test_words_that_only_look_like_it(tmp_path: Path) -> None:
    """A table may begin with the letters that another format begins with."""
    for word in ("ORC", "CDF", "BM", "GIF8", "BZ", "PDF"):
        (tmp_path / "a.csv").write_text(f"{word},b\n1,2\n")
        assert _read(tmp_path / "a.csv", f"#{word}").tolist() == [1]


def test_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shells leave ~ alone behind a sign."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "x.npy").write_bytes(npy(X))
    np.testing.assert_array_equal(Files().value("@~/x.npy").array, X)


@pytest.mark.extra
def test_arrow(tmp_path: Path, invoke: Run) -> None:
    """Rows of equal length are a matrix, decimals numbers, fields columns; types are kept."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    columns = {
        "l": pyarrow.array([[1.0, 2.0], [3.0, 4.0]]),
        "f": pyarrow.array([[1, 2], [3, 4]], pyarrow.list_(pyarrow.int32(), 2)),
        "d": pyarrow.array([1, 2], pyarrow.decimal128(10, 2)),
        "s": pyarrow.array([{"x": 1}, {"x": 2}]),
        "n": pyarrow.array([1, None]),
        "far": pyarrow.array([2**53 + 1, None]),
        "wide": pyarrow.array([2**53 + 1, 1]),
        "r": pyarrow.array([[1], [2, 3]]),
        "t": pyarrow.array([1, 2], pyarrow.timestamp("s")),
        "h": pyarrow.array([1.5, 2.5], pyarrow.float32()),
    }
    parquet.write_table(pyarrow.table(columns), path)
    for key, dtype, numbers in (
        ("l", "float64", [[1, 2], [3, 4]]),
        ("f", "int32", [[1, 2], [3, 4]]),
        ("d", "float64", [1, 2]),
        ("s.x", "int64", [1, 2]),
        ("n", "float64", [1, NAN]),
        ("h", "float32", [1.5, 2.5]),
        ("d,n", "float64", [[1, 1], [2, NAN]]),
        ("wide", "int64", [2**53 + 1, 1]),
    ):
        found = _read(path, f"#{key}")
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, np.array(numbers, dtype))
    for key, words in (
        ("far", "beside some that no float is"),
        ("wide,d", "integers that float64, the type of all"),
        ("r", "different lengths"),
        ("t", "not numbers"),
    ):
        with pytest.raises(DataError, match=words):
            _read(path, f"#{key}")
    kinds = invoke("each", "(type(d), type(t))", str(path), "--get", "result").stdout
    assert "datetime" not in kinds and "decimal" not in kinds.lower()


@pytest.mark.extra
def test_hdf5_of_matlab(tmp_path: Path) -> None:
    """What MATLAB writes begins later; the only array needs no name, and paths may begin with /."""
    h5py = pytest.importorskip("h5py")
    for block in (0, 512):
        path = tmp_path / f"a{block}.mat"
        with h5py.File(path, "w", userblock_size=block) as file:
            file["g/x"] = X
        for key in ("", "#g/x", "#/g/x"):
            np.testing.assert_array_equal(_read(path, key), X)
        with pytest.raises(DataError, match="has no 'g'; there is g/x"):
            _read(path, "#g")
    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        file["s"] = FIELDS[["a", "v"]]
        file["none"] = h5py.Empty("f4")
    (tmp_path / "s.h5").write_bytes(stream.getvalue())
    assert _read(tmp_path / "s.h5", "#s.a").tolist() == [1, 3]
    with pytest.raises(DataError, match="holds no elements at all"):
        _read(tmp_path / "s.h5", "#none")
