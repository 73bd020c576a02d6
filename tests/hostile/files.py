"""Documents, and files of numbers in every format that is read, and ways to damage them."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import struct
import tempfile
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from gradcli.data import write

A, B = np.arange(6.0, dtype=np.float32), np.arange(6.0)
TABLE = "a,b,c\n1,2.5,x\n2,-1e3,y\n3,nan,z\n4,5,é\n"
RECORDS = [{"a": 1, "b": [1.5, 2], "c": "x"}, {"a": 2.5, "b": [3, 4], "c": "é"}, {"a": None}]


def _npz() -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, a=A, b=B, c=np.ones((2, 3), np.int8))
    return stream.getvalue()


def _fields() -> list[tuple[str, bytes]]:
    """Return arrays whose elements have fields."""
    array = np.array([(1, [2.5, 3]), (3, [4.5, 5])], [("a", "i4"), ("b", ">f8", 2)])
    alone, archive = io.BytesIO(), io.BytesIO()
    np.save(alone, array)
    np.savez(archive, s=array)
    return [(".npy", alone.getvalue()), (".npz", archive.getvalue())]


def _pickled() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.array([{"a": 1}, None], object), allow_pickle=True)
    return stream.getvalue()


def _deflated() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.npy", write.npy(A))
        archive.writestr("../b.npy", write.npy(np.zeros(10**5)))
    return stream.getvalue()


def _tables() -> list[tuple[str, bytes]]:
    """Return files that other packages read, where there are any."""
    found = []
    with suppress(ImportError):
        import pyarrow
        import pyarrow.parquet

        rows = [[1, 2], [3, 4]] * 3
        table = pyarrow.table({"a": A, "b": B, "c": ["x"] * 6, "d": rows, "e": [{"x": 1}] * 6})
        table = table.append_column("f", pyarrow.array([1] * 6, pyarrow.decimal128(10, 2)))
        table = table.append_column("g", pyarrow.array(rows, pyarrow.list_(pyarrow.int8(), 2)))
        parquet, arrow = io.BytesIO(), io.BytesIO()
        pyarrow.parquet.write_table(table, parquet)
        with pyarrow.ipc.new_file(arrow, table.schema) as writer:
            writer.write_table(table)
        found += [(".parquet", parquet.getvalue()), (".arrow", arrow.getvalue())]
    with suppress(ImportError):
        import h5py

        stream = io.BytesIO()
        with h5py.File(stream, "w") as file:
            file["a"], file["g/b"] = A, B
            file.create_dataset("c", data=np.zeros((30, 30)), chunks=True, compression="gzip")
            file["d"] = h5py.ExternalLink("/etc/passwd", "a")
        found.append((".h5", stream.getvalue()))
    return found


NOTEBOOK: dict[str, Any] = {
    "cells": [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# Title"]},
        {
            "cell_type": "code",
            "execution_count": 1,
            "id": "b",
            "metadata": {"tags": ["x"]},
            "outputs": [
                {"name": "stdout", "output_type": "stream", "text": ["1\n"]},
                {
                    "data": {"text/plain": ["2"]},
                    "execution_count": 1,
                    "metadata": {},
                    "output_type": "execute_result",
                },
                {"ename": "E", "evalue": "e", "output_type": "error", "traceback": []},
            ],
            "source": ["print(1)\n", "2"],
        },
    ],
    "metadata": {"kernelspec": {"language": "python", "name": "python3", "display_name": "P"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
DOCUMENT = (
    "# T\n\n```python\nx = ones(2)\nprint(x)  # expect: tensor([1., 1.])\n```\n\n"
    "```output\n1\n```\n"
)

Folder = dict[str, bytes]
"""The files in a folder, by their names."""


def _stores() -> list[Folder]:
    """Return Zarr folders of both versions, where there is the package."""
    with suppress(ImportError), warnings.catch_warnings(action="ignore"):
        import zarr

        return [_stored(zarr, version) for version in (2, 3)]
    return []


def _stored(zarr: Any, version: int) -> Folder:
    """Return a group with an array of its own, one further down, one of texts and a large one."""
    with tempfile.TemporaryDirectory() as folder:
        group = zarr.open_group(folder, mode="w", zarr_format=version)
        inner = group.create_group("g")
        for parent, name, array in (
            (group, "a", A),
            (inner, "b", np.ones((4, 3), "<i8")),
            (group, "d", np.zeros(10**5)),
            (group, "c", np.array(["x", "é"])),
        ):
            parent.create_array(name, data=array, chunks=tuple(min(n, 10**4) for n in array.shape))
        files = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}


FOLDERS: list[Folder] = _stores()


BASES: list[tuple[str, bytes]] = [
    (".npy", write.npy(A)),
    (".npy", write.npy(np.asfortranarray(np.ones((3, 4), ">f8")))),
    (".npy", write.npy(np.ones((2, 2), "c8"))),
    (".npy", _pickled()),
    (".npz", write.npz({"a": A, "b": B})),
    (".npz", _npz()),
    (".npz", _deflated()),
    (".safetensors", write.safetensors({"a": A, "b": B, "c": np.ones((2, 2), bool)})),
    (".csv", TABLE.encode()),
    (".csv", "\n".join(f"{i};{i**2}" for i in range(20)).encode()),
    (".tsv", TABLE.replace(",", "\t").encode()),
    (".json", json.dumps({"a": [1, 2, 3], "b": [1.5, 2, 3e300], "c": {"d": [[1], [2]]}}).encode()),
    (".json", json.dumps(RECORDS[:2]).encode()),
    (".json", b"[[1, 2], [3, 4.5]]"),
    (".jsonl", "\n".join(map(json.dumps, RECORDS * 3)).encode()),
    (".jsonl", b'{"a": 1, "b": 2}\n{"a": 3, "b": NaN}\n' * 3),
    *_fields(),
    (".csv", b"# by hand\n# a,b\n1,NA\n# a remark\n3,4\n" * 2),
    (".txt", b'"a" "b"\n"x y" 1 2\n"z" 3 4e2\n'),
    (".csv", b'sep=;\r\na;"b\nc"\r\n1;2\r\n;x\r\n'),
    (".json", b'{"rows": [{"a": 1, "b": null}, {"a": 2, "b": 3}], "c": {"0": 1, "1": 2.5}}'),
    (".csv.gz", gzip.compress(TABLE.encode(), mtime=0)),
    (".npy.bz2", bz2.compress(write.npy(A))),
    (".csv.xz", lzma.compress(TABLE.encode())),
    *_tables(),
]
"""The end of each file's name, and what it holds."""

_PIECES: tuple[bytes, ...] = (
    *(b"", b"\0", b"\xff", b"\xff\xff\xff\xff", b"\n", b"\r", b",", b'"', b"[", b"]", b"{", b"}"),
    *(b"\x1b[31m", b"1e999", b"-", b"9" * 30, b"9" * 5000, b"[" * 2000, b"PK", b"\x93NUMPY"),
    *(b"NaN", b"\xef\xbb\xbf", b"\xed\xa0\x80", b'"\\ud800"', b"|O", b"'|V0'", b"'<M8[s]'"),
    *(b"(2**63,)", b"True", b"null", b"BF16", b'"a":', b"__metadata__", b"/etc/passwd"),
    *(struct.pack("<Q", size) for size in (0, 1, 2**31, 2**40, 2**63, 2**64 - 1)),
    *(struct.pack("<I", size) for size in (1, 2**16, 2**31, 2**32 - 1)),
)


def damaged(random: Random, data: bytes) -> bytes:
    """Return a file some of whose bytes are changed, gone, doubled, or from another file."""
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        start = random.randint(0, len(data))
        end = min(len(data), start + random.choice((0, 1, 1, 2, 4, 8, 40)))
        way = random.random()
        if way < 0.2:
            data = data[:start] + bytes([random.randrange(256)]) + data[start + 1 :]
        elif way < 0.4:
            data = data[:start] + data[end:]
        elif way < 0.5:
            data = data[:start]
        elif way < 0.6:
            data = data[:end] + data[start:end] * random.choice((1, 3, 300)) + data[end:]
        elif way < 0.9:
            data = data[:start] + random.choice(_PIECES) + data[end:]
        else:
            other = random.choice(BASES)[1]
            data = data[:start] + other[random.randint(0, len(other)) :]
    return data


_METADATA = ("zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata")


def damaged_folder(random: Random, folder: Folder) -> Folder:
    """Return a folder some of whose files are damaged, gone or another's, mostly metadata."""
    files = dict(folder)
    for _ in range(random.choice((1, 1, 2, 4))):
        says = [name for name in files if name.endswith(_METADATA)]
        name = random.choice(says if says and random.random() < 0.8 else sorted(files) or [""])
        way = random.random()
        if way < 0.1:
            files.pop(name, None)
        elif way < 0.2:
            files[name] = random.choice(sorted(folder.values()))
        elif way < 0.3:
            other = random.choice(("zarr.json", ".zarray", "c/0", "0", "g/zarr.json"))
            files[other] = files.get(name, b"")
        elif way < 0.7 and name.endswith(_METADATA):
            files[name] = _reworded(random, files[name])
        else:
            files[name] = damaged(random, files.get(name, b""))
    return files


def _reworded(random: Random, data: bytes) -> bytes:
    """Return JSON with one of its numbers, words or brackets changed, so that it may still be."""
    words = re.findall(rb"[\w.-]+|\W", data)
    place = random.randrange(len(words)) if words else 0
    return b"".join([*words[:place], random.choice(_WORDS), *words[place + 1 :]])


_WORDS = (
    *(b"0", b"-1", b"1", b"7", b"100000", b"2147483648", b"9223372036854775808", b"1e400", b"1.5"),
    *(b"null", b"true", b"[]", b"{}", b'"a"', b"NaN", b"<f8", b"<f4", b"|O", b"<U9", b"<M8[s]"),
    *(
        b"float64",
        b"int8",
        b"complex128",
        b"string",
        b"bytes",
        b"gzip",
        b"zstd",
        b"blosc",
        b"pickle",
    ),
    *(b"object", b"array", b"group", b"../../etc/passwd", b"/etc", b"/", b".", b"F", b"sharding"),
)
