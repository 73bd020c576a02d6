"""Arrays as the bytes of a file: .npy, .npz and .safetensors."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Mapping

import numpy as np

from gradcli.data.safetensors import NAMES
from gradcli.errors import DataError

_ALIGNED = 8


def npy(array: np.ndarray) -> bytes:
    """Return a .npy file; NumPy's formats have no bfloat16."""
    if array.dtype.kind == "V":
        raise DataError("cannot hold bfloat16; .safetensors can")
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asarray(array), allow_pickle=False)
    return stream.getvalue()


def npz(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return a .npz file; the same arrays give the same bytes."""
    import zipfile

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, array in arrays.items():
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), npy(array))
    return stream.getvalue()


def safetensors(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return a .safetensors file, its numbers aligned; the same arrays give the same bytes."""
    header, data = {}, bytearray()
    for name, array in sorted(arrays.items(), key=lambda item: (-item[1].itemsize, item[0])):
        word = NAMES.get(str(array.dtype))
        if word is None:
            raise DataError(f"cannot hold elements of {array.dtype}")
        start = len(data)
        data += np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        place = [start, len(data)]
        header[name] = {"dtype": word, "shape": list(array.shape), "data_offsets": place}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _ALIGNED)
    return struct.pack("<Q", len(text)) + text + bytes(data)
