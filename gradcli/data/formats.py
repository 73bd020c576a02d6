"""Which format a file has: by what it begins with, then by the end of its name.

A module of a format is imported when a file of it is read.
"""

from __future__ import annotations

import os
from importlib import import_module

from gradcli.data import foreign, safetensors
from gradcli.data.contents import Contents
from gradcli.data.npy import MAGIC, ZIP
from gradcli.data.packed import is_packed, unpacked
from gradcli.data.source import STDIN, Source, named, open_source
from gradcli.errors import DataError

STREAM = b"\xff\xff\xff\xff"
"""What Arrow's streams begin with, which pipes carry; text never does."""

HDF5 = b"\x89HDF\r\n\x1a\n"

READERS = {
    "npy": ("gradcli.data.npy", "read"),
    "npz": ("gradcli.data.npy", "read_archive"),
    "safetensors": ("gradcli.data.safetensors", "read"),
    "csv": ("gradcli.data.text", "read_csv"),
    "tsv": ("gradcli.data.text", "read_tsv"),
    "json": ("gradcli.data.text", "read_json"),
    "jsonl": ("gradcli.data.text", "read_jsonl"),
    "parquet": ("gradcli.data.tables", "read_parquet"),
    "arrow": ("gradcli.data.tables", "read_arrow"),
    "hdf5": ("gradcli.data.tables", "read_hdf5"),
}
_MAGIC = (
    (MAGIC, "npy"),
    (ZIP, "npz"),
    (b"PAR1", "parquet"),
    (b"ARROW1", "arrow"),
    (STREAM, "arrow"),
    (HDF5, "hdf5"),
)
_PICKLES = {".pkl", ".pickle", ".pt", ".pth", ".joblib"}
_TEXTS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
_BINARY = {
    *(".npy", ".npz", ".safetensors", ".parquet", ".arrow", ".arrows", ".feather", ".h5", ".hdf5"),
}
SUFFIXES = frozenset({*_TEXTS, *_BINARY, *_PICKLES})
"""What the names of files with data end in."""
_USER_BLOCK = 512  # which MATLAB writes into before what is HDF5
HEAD = 520
"""So many bytes of a file tell its format."""

_ZARR = ("zarr.json", ".zgroup", ".zarray")


def read(path: str) -> Contents:
    """Read what a file of numbers holds; ``-`` is standard input."""
    with named(path):
        if path != STDIN and any(os.path.exists(os.path.join(path, name)) for name in _ZARR):
            from gradcli.data.tables import read_zarr

            return read_zarr(path)
        source = open_source(path)
        if is_packed(bytes(source.buffer[:8])):
            source = unpacked(source)
        module, function = READERS[format_of(source)]
        contents: Contents = vars(import_module(module))[function](source)
        return contents


def format_of(source: Source) -> str:
    """Return the name of a file's format."""
    head = bytes(source.buffer[:HEAD])
    return binary_format(head, source.suffix) or _TEXTS.get(source.suffix) or text_form(source)


def binary_format(head: bytes, suffix: str) -> str | None:
    """Return the format of a file that begins so, None for text; refuse what is never read."""
    for magic, form in _MAGIC:
        if head.startswith(magic):
            return form
    if head[_USER_BLOCK:].startswith(HDF5):
        return "hdf5"
    if safetensors.looks_like(head):
        return "safetensors"
    if suffix in _PICKLES or (head[:1] == b"\x80" and head[1:2] in b"\2\3\4\5"):
        raise DataError(foreign.PICKLE)
    if (why := foreign.reason(head)) is not None:
        raise DataError(why)
    if suffix in _BINARY:
        raise DataError(
            f"is no {suffix} file: it does not begin as one does" if head else "is empty"
        )
    return None


def text_form(source: Source) -> str:
    """Return which kind of text it is, from its first two lines."""
    lines = [line for line in bytes(source.buffer[:65_536]).splitlines() if line.strip()]
    first = lines[0].strip() if lines else b""
    if first[:1] in (b"{", b"["):
        whole = first[-1:] in (b"}", b"]") and len(lines) > 1
        return "jsonl" if whole and lines[1].strip()[:1] == first[:1] else "json"
    return "tsv" if b"\t" in first else "csv"
