"""Every format with every damage, for every command that reads files: one line, status 2.

A row of ``DAMAGED`` is a format, a column what happened to the file. A cell without a file is one
that the format cannot have, and ``CANNOT`` says which those are.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.errors import ExitCode
from tests.files.making import X, archive, entry, lying_npy, npy, npz, safetensors

Run = Callable[..., Any]
Cell = bytes | Callable[[Path], None]
ZEROS = np.zeros(200_000)
LIMIT = 100_000
"""How much may be read where a file is a bomb: less than ``ZEROS`` are."""

OBJECTS = np.array([{}], object)
TENSOR = safetensors({"x": entry("F64", [2, 3], 0, 48)}, X.tobytes())
COLUMNS = ["wrong magic", "cut", "lying", "huge", "nul", "no numbers", "bomb", "empty"]
CANNOT = {
    "npy: bomb": "nothing is packed",
    "safetensors: bomb": "nothing is packed",
    "csv: huge": "a text has the size that it has",
    "tsv: huge": "a text has the size that it has",
    "parquet: huge": "the rows are those of columns that are there",
    "arrow: huge": "the rows are those of columns that are there",
    "zarr: empty": "a folder without metadata is a folder",
}
TEXTS = {
    form: {"wrong magic": b"\xff" + good, "nul": good[:-2] + b"\0\n", "bomb": good * 30_000}
    for form, good in (("csv", b"1,2\n"), ("tsv", b"1\t2\n"), ("jsonl", b'{"a": 1}\n'))
}
DAMAGED: dict[str, dict[str, Cell]] = {
    "npy": {
        "wrong magic": b"\x94" + npy(X)[1:],
        "cut": npy(X)[:-8],
        "lying": lying_npy("(-1,)"),
        "huge": lying_npy("(1000000000000,)"),
        "nul": b"\x93NUMPY" + bytes(120),
        "no numbers": npy(OBJECTS),
    },
    "npz": {
        "wrong magic": b"PX" + npz(x=X)[2:],
        "cut": npz(x=X)[:-30],
        "lying": archive(**{"x.npy": lying_npy("(10**12,)")}),
        "huge": archive(**{"x.npy": lying_npy("(1000000000000,)")}),
        "nul": b"PK\x03\x04" + bytes(60),
        "no numbers": npz(x=OBJECTS),
        "bomb": npz(True, x=ZEROS),
    },
    "safetensors": {
        "wrong magic": b"x" + TENSOR,
        "cut": TENSOR[:-8],
        "lying": safetensors({"a": entry("U8", [2], 0, 2), "b": entry("U8", [2], 1, 3)}, b"abc"),
        "huge": safetensors({"x": entry("F64", [10**12], 0, 48)}, X.tobytes()),
        "nul": (16).to_bytes(8, "little") + bytes(16),
        "no numbers": safetensors({"x": entry("F8_E4M3", [1], 0, 1)}, b"a"),
    },
    "csv": TEXTS["csv"] | {"cut": b'1,2\n"3', "lying": b"a,b\n1\n", "no numbers": b"a,b\nx,y\n"},
    "tsv": TEXTS["tsv"]
    | {"cut": b'1\t2\n"3', "lying": b"a\tb\n1\n", "no numbers": b"a\tb\nx\ty\n"},
    "json": {
        "wrong magic": b"\xff[1]",
        "cut": b'{"x": [1, 2',
        "lying": b"[[1, 2], [3]]",
        "huge": b"[" + b"9" * 10_000 + b"]",
        "nul": b"[1, \0]",
        "no numbers": b'["a"]',
        "bomb": b"[" + b"1," * LIMIT + b"1]",
    },
    "jsonl": TEXTS["jsonl"]
    | {
        "cut": b'{"a": 1}\n{"a": ',
        "lying": b'{"a": 1}\n{"a": 1, "a": 2}\n',
        "huge": b'{"a": ' + b"9" * 10_000 + b"}\n",
        "no numbers": b'"a"\n',
    },
}


def _parquet() -> dict[str, dict[str, Cell]]:
    import pyarrow
    from pyarrow import ipc, parquet

    def written(form: str, *columns: Any) -> bytes:
        table = pyarrow.table({f"c{i}": column for i, column in enumerate(columns)})
        stream = io.BytesIO()
        if form == "parquet":
            parquet.write_table(table, stream)
        else:
            options = ipc.IpcWriteOptions(compression="zstd")
            with ipc.new_file(stream, table.schema, options=options) as writer:
                writer.write_table(table)
        return stream.getvalue()

    found: dict[str, dict[str, Cell]] = {}
    for form, magic in (("parquet", b"PAR1"), ("arrow", b"ARROW1")):
        good = written(form, X[0], X[1])
        found[form] = {
            "wrong magic": b"\xf0" + good[1:],
            "cut": good[:-20],
            "lying": good[:-12] + b"\xff\xff\xff\x7f" + good[-8:],
            "nul": magic + bytes(60) + magic,
            "no numbers": written(form, ["a", "b"]),
            "bomb": written(form, ZEROS),
        }
    return found


def _hdf5() -> dict[str, Cell]:
    import h5py

    def written(**options: Any) -> bytes:
        stream = io.BytesIO()
        with h5py.File(stream, "w") as file:
            file.create_dataset("x", **options)
        return stream.getvalue()

    good = written(data=X)
    return {
        "wrong magic": b"\x88" + good[1:],
        "cut": good[:-100],
        "lying": good[:16] + b"\xff" * 8 + good[24:],
        "huge": written(shape=(10**12,), dtype="f8", chunks=(1000,), compression="gzip"),
        "nul": good[:8] + bytes(100),
        "no numbers": written(data=["a", "b"]),
        "bomb": written(data=ZEROS, compression="gzip", chunks=True),
    }


def _zarr() -> dict[str, Cell]:
    import zarr

    def of(data: Any, **changes: Any) -> Callable[[Path], None]:
        """Return what makes a folder whose metadata say something else."""

        def make(path: Path) -> None:
            zarr.save(str(path), data)
            said = json.loads((path / "zarr.json").read_text())
            (path / "zarr.json").write_text(json.dumps(said | changes))

        return make

    def piece(cut: int | None, more: bytes = b"") -> Callable[[Path], None]:
        """Return what makes a folder with a damaged chunk."""

        def make(path: Path) -> None:
            zarr.save(str(path), X)
            for chunk in (path / "c").rglob("*"):
                if chunk.is_file():
                    chunk.write_bytes(chunk.read_bytes()[:cut] + more)

        return make

    def unsaid(path: Path) -> None:
        zarr.save(str(path), X)
        (path / "zarr.json").write_bytes(b"\0{}")

    return {
        "wrong magic": piece(0, b"no chunk at all"),
        "cut": piece(5),
        "lying": of(X, shape=[-1]),
        "huge": of(X, shape=[10**12, 3]),
        "nul": unsaid,
        "no numbers": of(X, codecs=[{"name": "pickle"}]),
        "bomb": of(ZEROS),
    }


USUAL = {*DAMAGED}
if find_spec("pyarrow"):
    DAMAGED |= _parquet()
if find_spec("h5py"):
    DAMAGED["hdf5"] = _hdf5()
if find_spec("zarr"):
    DAMAGED["zarr"] = _zarr()
for form in DAMAGED:
    if form != "zarr":
        DAMAGED[form]["empty"] = b""

CELLS = [
    pytest.param(form, what, id=f"{form}: {what}", marks=() if form in USUAL else pytest.mark.extra)
    for form, row in DAMAGED.items()
    for what in row
]
TEXT = {"csv", "tsv", "json", "jsonl"}


@pytest.mark.parametrize(("form", "what"), CELLS)
def test_cells(
    form: str, what: str, invoke: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever reads the file says what is wrong with it in a line, and writes nothing else."""
    path = tmp_path / f"x.{form}"
    made = DAMAGED[form][what]
    made(path) if callable(made) else path.write_bytes(made)
    (tmp_path / "program.grad").write_text("x\n")
    monkeypatch.chdir(tmp_path)
    if what == "bomb":
        monkeypatch.setattr("gradcli.data.source.MOST_READ", LIMIT)
        monkeypatch.setattr("gradcli.data.npy.MOST_READ", LIMIT)
    for call in _calls(form, what, str(path)):
        result = invoke(*call)
        assert (result.exit_code, result.stdout) == (ExitCode.USAGE, ""), call
        assert result.stderr.count("\n") == 1 and "Traceback" not in result.stderr, call
        assert result.stderr.removeprefix("Error: ").startswith(str(path)), call


def _calls(form: str, what: str, path: str) -> list[tuple[str, ...]]:
    """Return the commands that are to refuse a file."""
    constant = ("-C", f"x=@{path}")
    found: list[tuple[str, ...]] = [
        ("eval", "print(1)", "x.sum()", *constant),
        ("each", "t * x.sum()", "-D", "t=0:1", *constant),
        ("check", "program.grad", *constant),
    ]
    if what != "no numbers":  # info lists what is no number, which is right
        found.append(("info", path, "--stats"))
    if what in ("wrong magic", "nul") or (form not in TEXT and what in ("cut", "empty")):
        found.append(("each", "1.0", path))
    return found


def test_every_cell_is_there() -> None:
    """What a format cannot have is said; all else has a file."""
    for form, row in DAMAGED.items():
        lacking = {f"{form}: {what}" for what in COLUMNS if what not in row}
        assert lacking == {cell for cell in CANNOT if cell.startswith(f"{form}:")}
    assert {"npy", "npz", "csv", "tsv", "json", "jsonl", "safetensors"} <= DAMAGED.keys()


@pytest.mark.parametrize("form", [*DAMAGED, "h5", "parquet", "arrow"])
def test_what_is_no_file(form: str, invoke: Run, tmp_path: Path) -> None:
    """Whatever a name ends in, a pipe, a folder, and what may not be read, are one line."""
    fifo, folder, closed = (tmp_path / f"{name}.{form}" for name in ("fifo", "folder", "closed"))
    os.mkfifo(fifo)
    folder.mkdir()
    closed.write_bytes(b"1")
    closed.chmod(0)
    for path in (fifo, folder, *([closed] if os.geteuid() else []), tmp_path / "nowhere"):
        for call in _calls(form, "cut", str(path)):
            if call[0] != "check":
                result = invoke(*call)
                assert (result.exit_code, result.stdout) == (ExitCode.USAGE, ""), call
                assert result.stderr.count("\n") == 1, call
