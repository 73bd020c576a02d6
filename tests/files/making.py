"""Small files of every format that the plain install reads, with what is in them."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from typing import Any

import numpy as np

X = np.arange(6, dtype=np.float64).reshape(2, 3)
W = np.array([0.5, -1.0], dtype=np.float32)


def npy(array: np.ndarray) -> bytes:
    """Return a .npy file."""
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def npz(packed: bool = False, **arrays: np.ndarray) -> bytes:
    """Return a .npz file."""
    stream = io.BytesIO()
    (np.savez_compressed if packed else np.savez)(stream, **arrays)  # type: ignore[arg-type]
    return stream.getvalue()


def archive(**members: bytes) -> bytes:
    """Return an archive of files with any content."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return stream.getvalue()


def safetensors(header: Any, data: bytes, length: int | None = None) -> bytes:
    """Return a .safetensors file; its header may say what it likes."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def entry(dtype: str, shape: Any, start: int, end: int) -> dict[str, Any]:
    """Return what a header says of a tensor."""
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}


def lying_npy(shape: str, descr: str = "'<f8'", data: bytes = b"\0" * 16) -> bytes:
    """Return a .npy file whose header has a shape of its own."""
    text = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}".encode()
    text = text.ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


GOOD: dict[str, bytes] = {
    "x.npy": npy(X),
    "w.npz": npz(x=X, w=W),
    "packed.npz": npz(True, x=X),
    "w.safetensors": safetensors(
        {
            "__metadata__": {"made": "by hand"},
            "x": entry("F64", [2, 3], 0, 48),
            "w": entry("F32", [2], 48, 56),
        },
        X.tobytes() + W.tobytes(),
    ),
    "d.csv": b"date,price,volume\n2024-01-01,1.5,3\n2024-01-02,2.5,4\n",
    "n.csv": b"0,1,2\n3,4,5\n",
    "d.tsv": b"a\tb\n1\t2\n3\t\n",
    "m.json": b'{"x": [[0, 1, 2], [3, 4, 5]], "deep": {"w": [0.5, "NaN"]}, "word": "x"}',
    "l.json": b"[[0, 1, 2], [3, 4, 5]]",
    "r.jsonl": b'{"a": 1, "b": [1, 2]}\n{"a": 2.5, "b": [3, 4]}\n',
}
