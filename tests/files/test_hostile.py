"""Whatever a file holds, it becomes arrays or one sentence: damage, lies, and files of malice."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.answers.loaded import Files
from gradcli.data import packed, source
from gradcli.data.formats import read
from gradcli.data.npy import Blocks
from gradcli.data.tables import zarr_blocks
from gradcli.errors import DataError, ExitCode
from tests.files.making import GOOD, X, archive, entry, lying_npy, npy, npz, safetensors

Run = Callable[..., Any]
MUTANTS = 60


def read_all(path: Path) -> None:
    """Read a file and all its elements."""
    contents = read(str(path))
    for member in [contents.whole, *contents.members.values()]:
        if member is not None:
            try:
                assert member.read().shape == member.shape
            except DataError:
                continue


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return a file after an accident: bytes changed, cut off, put in, doubled."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(found) + 1)
        match chance.randrange(5):
            case 0:
                found[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del found[at:]
            case 2:
                found[at:at] = chance.randbytes(chance.randint(1, 9))
            case 3:
                found[at : at + 8] = b"\xff" * 8
            case 4:
                found[at:at] = found[at : at + 30]
    return bytes(found)


@pytest.mark.parametrize("name", GOOD)
def test_damaged_files(name: str, tmp_path: Path) -> None:
    """Hundreds of damaged files of each format end in numbers or in a DataError."""
    chance = random.Random(name)
    path = tmp_path / name
    for _ in range(MUTANTS):
        path.write_bytes(mutated(GOOD[name], chance))
        with suppress(DataError):
            read_all(path)


BAD: dict[str, tuple[bytes, str]] = {
    "objects.npy": (npy(np.array([{}, 1], dtype=object)), "nothing"),
    "huge.npy": (lying_npy("(1000000000000,)"), "lies about its size"),
    "negative.npy": (lying_npy("(-1,)"), "makes no sense"),
    "word.npy": (lying_npy("'a'"), "makes no sense"),
    "call.npy": (lying_npy("(exit(),)"), "makes no sense"),
    "deep.npy": (lying_npy("(" * 60 + "1" + ",)" * 60), "makes no sense"),
    "cut.npy": (npy(X)[:-8], "lies about its size"),
    "none.npy": (lying_npy(f"(0, {10**19})", data=b""), "shape"),
    "less.npy": (lying_npy(f"(0, {2**62})", data=b""), "beyond what any array has"),
    "axes.npy": (lying_npy("(0," + "1," * 40 + ")", data=b""), "32 are the limit"),
    "none.npz": (archive(**{"a.npy": lying_npy(f"({2**63}, 0)", data=b"")}), "beyond what any"),
    "zero.safetensors": (safetensors({"a": entry("F32", [0, 2**62], 0, 0)}, b""), "what any array"),
    "long.npy": (npy(X) + b"\0", "lies about its size"),
    "names.npy": (npy(np.zeros(2, dtype=[("a", "f4")])), "several fields"),
    "text.npy": (npy(np.array(["a"])), "tensors do not have"),
    "magic.npy": (b"\x94NUMPY" + npy(X)[6:], "does not begin as one does"),
    "empty.npy": (b"", "is empty"),
    "version.npy": (b"\x93NUMPY\x09\x00" + npy(X)[8:], "version 9.0"),
    "objects.npz": (npz(a=np.array([{}], dtype=object)), "nothing"),
    "torch.npz": (archive(**{"m/data.pkl": b"x"}), "is a pickle"),
    "other.npz": (archive(**{"a.txt": b"x", "b": b"y"}), "not of .npy files"),
    "cut.npz": (npz(a=X)[:-30], "damaged archive"),
    "lying.npz": (archive(**{"a.npy": lying_npy("(10**12,)")}), "makes no sense"),
    "huge.npz": (archive(**{"a.npy": lying_npy("(1000000000000,)")}), "lies about its size"),
    "short.safetensors": (b"\x10\0\0\0\0\0\0\0{", "lies about its size"),
    "huge.safetensors": (safetensors({}, b"", 10**12), "lies about its size"),
    "json.safetensors": (safetensors(b"{]", b""), "not JSON"),
    "list.safetensors": (b"\x02\0\0\0\0\0\0\0[]", "no .safetensors file"),
    "overlap.safetensors": (
        safetensors({"a": entry("U8", [2], 0, 2), "b": entry("U8", [2], 1, 3)}, b"abc"),
        "overlap",
    ),
    "gap.safetensors": (safetensors({"a": entry("U8", [1], 1, 2)}, b"ab"), "gap"),
    "rest.safetensors": (safetensors({"a": entry("U8", [1], 0, 1)}, b"ab"), "1 bytes, 2 follow"),
    "shape.safetensors": (safetensors({"a": entry("F32", [10**12], 0, 4)}, b"abcd"), "shape"),
    "minus.safetensors": (safetensors({"a": entry("F32", [-1], 0, 4)}, b"abcd"), "'a'"),
    "true.safetensors": (safetensors({"a": entry("F32", [True], 0, 4)}, b"abcd"), "'a'"),
    "none.safetensors": (safetensors({"a": None}, b""), "'a'"),
    "twice.safetensors": (
        safetensors(b'{"a": {}, "a": {}}', b""),
        "the same name twice",
    ),
    "eight.safetensors": (safetensors({"a": entry("F8_E4M3", [1], 0, 1)}, b"a"), "F8_E4M3"),
    "ragged.csv": (b"a,b\n1,2\n3\n", "line 3 has 1 value,"),
    "twice.csv": (b"a,a\n1,2\n", "two columns of the name 'a'"),
    "nul.csv": (b"a,b\n1,\0\n", "NUL"),
    "latin.csv": (b"pr\xe9cis\n1\n", "byte 0xe9"),
    "quote.csv": (b'a\n"1\n', "unexpected end of data"),
    "blank.csv": (b"\n\n", "no rows"),
    "words.csv": (b"a,b\nx,y\n", "no matrix of numbers"),
    "broken.json": (b'{"a": [1,\n}', "line 2, column"),
    "ragged.json": (b"[[1, 2], [3]]", "different lengths"),
    "mixed.json": (b"[1, [2]]", "different lengths"),
    "deep.json": (b"[" * 100_000 + b"]" * 100_000, "deep"),
    "long.json": (b"[" + b"9" * 10_000 + b"]", "too long"),
    "wide.json": (b"[1, 18446744073709551616]", "more than 64 bits"),
    "nan.json": (b"[NaN, 1%s]" % (b"0" * 400), "holds 1000"),
    "words.json": (b'["a"]', "holds no list of numbers"),
    "broken.jsonl": (b'{"a": 1}\n{"a": }\n', "line 2, column"),
    "differing.jsonl": (b'{"a": 1}\n{"b": 1}\n', "record 2 has no 'a'"),
    "weights.pt": (b"\x80\x02}q\0.", "is a pickle"),
    "hidden.npy": (pickle.dumps([1]), "is a pickle"),
    "x.csv.gz": (b"\x1f\x8b\x08\0", "is a .gz file that is cut short"),
    "z.csv.gz": (gzip.compress(b"a\n1\n") * 9 + b"\0\0garbage", "is a damaged .gz file"),
}


@pytest.mark.parametrize("name", BAD)
def test_files_of_malice(name: str, invoke: Run, tmp_path: Path) -> None:
    """One line on standard error names the file and what is wrong; nothing else is written."""
    data, words = BAD[name]
    path = tmp_path / name
    path.write_bytes(data)
    result = invoke("eval", "print(1)", "x", "-C", f"x=@{path}")
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert result.stderr.startswith(f"Error: {path}: ") and result.stderr.count("\n") == 1
    assert words in result.stderr


def test_bomb(monkeypatch: pytest.MonkeyPatch, invoke: Run, tmp_path: Path) -> None:
    """An archive that unpacks to more than the limit is refused before it is unpacked."""
    path = tmp_path / "bomb.npz"
    path.write_bytes(npz(True, a=np.zeros(100_000)))
    assert path.stat().st_size < 10_000
    monkeypatch.setattr("gradcli.data.npy.MOST_READ", 500_000)
    result = invoke("info", str(path))
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert "unpacks to more than" in result.stderr


def test_many_parts_are_gone_over_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is behind a part of a packed file is not copied for each of the parts before it."""
    given: list[int] = []

    class Counting:
        def __init__(self, form: str) -> None:
            self.part = unpacker(form)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.part, name)

        def decompress(self, piece: Any, most: int) -> bytes:
            given.append(len(piece))
            return bytes(self.part.decompress(piece, most))

    unpacker = packed._unpacker
    monkeypatch.setattr(packed, "_unpacker", Counting)
    path, parts = tmp_path / "x.csv.gz", 1000
    path.write_bytes((gzip.compress(b"1\n") + b"\0" * 9) * parts)
    assert bytes(packed.unpacked(source.open_source(str(path))).buffer) == b"1\n" * parts
    assert sum(given) < 600 * parts


def test_what_is_no_file(invoke: Run, tmp_path: Path) -> None:
    """Pipes, folders, devices, names with a NUL and closed doors are one line."""
    fifo, closed = tmp_path / "fifo", tmp_path / "closed.npy"
    os.mkfifo(fifo)
    closed.write_bytes(npy(X))
    closed.chmod(0)
    bad = {
        str(fifo): "no ordinary file",
        str(tmp_path): "is a directory",
        "/dev/zero": "no ordinary file",
        "nowhere.npy": "No such file",
        "a\0b": "null byte",
    }
    if os.geteuid():
        bad[str(closed)] = "Permission denied"
    for name, words in bad.items():
        for args in (("info", name), ("eval", "x", "-D", f"x=@{name}")):
            result = invoke(*args)
            assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
            assert words in result.stderr and result.stderr.count("\n") == 1


def test_names_command_no_terminal(invoke: Run, tmp_path: Path) -> None:
    """What a file calls its arrays cannot colour the terminal or move its cursor."""
    path = tmp_path / "x.safetensors"
    path.write_bytes(safetensors({"\x1b[31mred": entry("U8", [1], 0, 1)}, b"a"))
    for args in (("info", str(path)), ("eval", "x", "-C", f"x=@{path}#\x1b[1m")):
        result = invoke(*args)
        assert "\x1b" not in result.stdout + result.stderr


def test_the_limit_of_standard_input(monkeypatch: pytest.MonkeyPatch, invoke: Run) -> None:
    """More bytes than the limit are not taken from a pipe."""
    monkeypatch.setattr(source, "MOST_READ", 8)
    assert "is larger than" in invoke("eval", "x", "-D", "x=@-", stdin="1,2,3,4,5,6").stderr


def test_columns_of_different_lengths(tmp_path: Path) -> None:
    """They make no matrix, and the message says so."""
    file = tmp_path / "a.json"
    file.write_text('{"a": [2, 3], "b": [1.5, 2, 3]}', encoding="utf-8")
    with pytest.raises(DataError, match="columns of different lengths"):
        Files().value(f"@{file}#a,b")


def test_a_header_of_many_names(tmp_path: Path) -> None:
    """That the last of a hundred thousand names is there twice is found at once."""
    file = tmp_path / "a.csv"
    names = ",".join(f"x{i}" for i in range(100_000))
    file.write_text(f"{names},x99999\n", encoding="utf-8")
    with pytest.raises(DataError, match="two columns of the name 'x99999'"):
        read(str(file))


PICKLING = ({"id": "pickle", "protocol": 5}, None), (None, [{"id": "pickle", "protocol": 5}])


@pytest.mark.extra
@pytest.mark.parametrize(("compressor", "filters"), PICKLING)
def test_no_codec_unpickles(compressor: Any, filters: Any, tmp_path: Path) -> None:
    """An array of numbers may be packed by a pickle, which zarr of some versions would open."""
    pytest.importorskip("zarr")
    folder = tmp_path / "a.zarr"
    folder.mkdir()
    said = {"zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "<f8", "fill_value": 0}
    said |= {"order": "C", "compressor": compressor, "filters": filters}
    (folder / ".zarray").write_text(json.dumps(said), encoding="utf-8")
    (folder / "0").write_bytes(b"cbuiltins\nexit\n(I7\ntR.")
    with pytest.raises(DataError):
        Files().value(f"@{folder}")
    with pytest.raises(DataError):
        zarr_blocks(str(folder), None)


@pytest.mark.extra
def test_a_folder_with_links_is_not_read(tmp_path: Path) -> None:
    """What a folder of Zarr leads to besides its own files, no array is made of."""
    pytest.importorskip("zarr")
    outside = tmp_path / "secret"
    outside.write_bytes(b"\1" * 8)
    folder = _zarr_of_bytes(tmp_path)
    (folder / "0").symlink_to(outside)
    for reading in (lambda: Files().value(f"@{folder}"), lambda: zarr_blocks(str(folder), None)):
        with pytest.raises(DataError, match="'0', which is a link or no file"):
            reading()


@pytest.mark.extra
def test_a_part_that_is_cut_off_is_told(tmp_path: Path) -> None:
    """So it is where an engine reads parts on its own."""
    pytest.importorskip("zarr")
    folder = _zarr_of_bytes(tmp_path)
    (folder / "0").write_bytes(b"\1\2")
    with pytest.raises(DataError, match="cannot be read"):
        zarr_blocks(str(folder), None)[0:4]
    (folder / "0").write_bytes(b"\1" * 8)
    assert zarr_blocks(str(folder), None)[0:4].tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("shape", "chunk", "why"),
    [(8, 2**31, "chunks that are larger than"), (2**21, 1, "cut into more than")],
)
def test_chunks_that_cost_more_than_they_hold(
    shape: int, chunk: int, why: str, tmp_path: Path
) -> None:
    """A small file may ask for one chunk of any size, or for any number of them."""
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "a.h5"
    with h5py.File(path, "w") as file:
        file.create_dataset("a", (shape,), "u1", maxshape=(None,), chunks=(chunk,))
    with pytest.raises(DataError, match=why):
        Files().value(f"@{path}")


def _zarr_of_bytes(place: Path) -> Path:
    folder = place / "a.zarr"
    folder.mkdir()
    said = {"zarr_format": 2, "shape": [8], "chunks": [8], "dtype": "|u1", "fill_value": 0}
    said |= {"order": "C", "compressor": None, "filters": None}
    (folder / ".zarray").write_text(json.dumps(said), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["none.npy", "less.npy", "axes.npy"])
def test_what_is_read_in_parts_is_looked_at_first(name: str, tmp_path: Path) -> None:
    """An engine for large files gets no shape that no array has."""
    path = tmp_path / name
    path.write_bytes(BAD[name][0])
    with pytest.raises(DataError, match=r"shape beyond|32 are the limit"):
        Blocks(str(path))
