"""The format of .safetensors: a length, a header of JSON, and the tensors' bytes one by one."""

from __future__ import annotations

import json
import math
import struct
from typing import Any

import numpy as np

from gradcli.data.contents import Contents, Member, text_member, usable, view
from gradcli.data.source import Source
from gradcli.errors import DataError, OpError
from gradcli.numerics import dtypes

_MOST_HEADER = 100_000_000
NAMES = {
    "float64": "F64",
    "float32": "F32",
    "float16": "F16",
    "bfloat16": "BF16",
    "int64": "I64",
    "int32": "I32",
    "int16": "I16",
    "int8": "I8",
    "uint64": "U64",
    "uint32": "U32",
    "uint16": "U16",
    "uint8": "U8",
    "bool": "BOOL",
    "complex64": "C64",
}
"""The format's words for the element types of tensors."""
_TYPES = {word: name for name, word in NAMES.items()}


def looks_like(head: bytes) -> bool:
    """Tell whether bytes begin as a file of this format does."""
    return len(head) > 8 and head[8:9] == b"{" and head[5:8] == b"\0\0\0"


def read(source: Source) -> Contents:
    """Read the header, and check what it says of every tensor."""
    buffer = source.buffer
    if len(buffer) < 8:
        raise DataError("is cut short: it has no header")
    (length,) = struct.unpack_from("<Q", buffer)
    if length > min(len(buffer) - 8, _MOST_HEADER):
        raise DataError(f"lies about its size: a header of {length} bytes does not fit in")
    entries = _header(bytes(buffer[8 : 8 + length]))
    entries.pop("__metadata__", None)
    spans = [_span(name, entry) for name, entry in entries.items()]
    _check_order(spans, len(buffer) - 8 - length)
    pieces = zip(entries.items(), spans, strict=True)
    members = {
        name: _member(buffer, 8 + length + start, end - start, entry)
        for (name, entry), (start, end) in pieces
    }
    whole = next(iter(members.values())) if len(members) == 1 else None
    return Contents("safetensors", members, whole)


def _header(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text.decode("utf-8"), object_pairs_hook=_once)
    except DataError:
        raise
    except (ValueError, RecursionError) as error:
        raise DataError("has a header that is not JSON") from error
    if not isinstance(found, dict):
        raise DataError("has a header that is no object")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise DataError("has a header that says the same name twice")
    return found


def _span(name: str, entry: Any) -> tuple[int, int]:
    """Return where a tensor's bytes are; they must be as many as its shape needs."""
    try:
        word, shape, (start, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
    except (TypeError, KeyError, ValueError) as error:
        raise DataError(f"does not say type, shape and place of {name!r}") from error
    if not _are_sizes(shape) or not _are_sizes([start, end]) or not isinstance(word, str):
        raise DataError(f"does not say type, shape and place of {name!r}")
    if word in _TYPES and end - start != math.prod(shape) * _size(_TYPES[word]):
        raise DataError(f"lies about {name!r}: its shape does not fit its {end - start} bytes")
    return start, end


def _are_sizes(sizes: Any) -> bool:
    return isinstance(sizes, list) and all(type(s) is int and 0 <= s < 2**63 for s in sizes)


def _check_order(spans: list[tuple[int, int]], there: int) -> None:
    """Refuse tensors that overlap, that reach beyond the file, and bytes that nobody names."""
    at = 0
    for start, end in sorted(spans):
        if start != at or end < start:
            raise DataError("lies about its tensors: they overlap, or leave a gap")
        at = end
    if at != there:
        raise DataError(f"lies about its size: its tensors have {at} bytes, {there} follow")


def _member(buffer: memoryview, offset: int, nbytes: int, entry: dict[str, Any]) -> Member:
    shape, word = tuple(entry["shape"]), entry["dtype"]
    if word not in _TYPES:
        return text_member(shape, nbytes, f"elements of {word[:20]}")

    def elements() -> np.ndarray:
        try:
            dtype = _dtype(_TYPES[word])
        except OpError as error:  # a package is missing
            raise DataError(str(error)) from error
        return usable(view(buffer, offset, dtype, shape))

    return Member(shape, _TYPES[word], nbytes, elements)


def _dtype(name: str) -> np.dtype:
    if name == "bfloat16":  # a package has it, which may be missing
        return dtypes.bfloat16.numpy
    return np.dtype(name).newbyteorder("<")


def _size(name: str) -> int:
    return 2 if name == "bfloat16" else np.dtype(name).itemsize
