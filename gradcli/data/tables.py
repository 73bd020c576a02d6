"""Formats that other packages read: Parquet, Arrow, HDF5 and Zarr."""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

from gradcli.data.contents import (
    Contents,
    Member,
    check_shape,
    first_line,
    members_of_array,
    pickled,
    text_member,
    unreadable,
    usable,
)
from gradcli.data.source import MOST_READ, STDIN, Source, check_size, open_source
from gradcli.data.values import matrix
from gradcli.errors import DataError
from gradcli.numerics.dtypes import is_supported

_MOST_MEMBERS = 10_000
_ROWS = 2048
_T = TypeVar("_T")


def _package(name: str, extra: str) -> Any:
    """Import a package that reads a format, or say how to get it."""
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise DataError(f"needs the package {package}: pip install 'gradcli[{extra}]'") from error


def _guarded(reading: Callable[..., _T], *args: Any) -> _T:
    """Do what another package does; whatever it raises, the file is at fault."""
    try:
        return reading(*args)
    except DataError:
        raise
    except Exception as error:
        raise DataError(f"cannot be read: {first_line(error, 160)}") from error


def read_parquet(source: Source) -> Contents:
    """Read a Parquet file."""
    module = _package("pyarrow.parquet", "parquet")
    check_size(len(source.buffer))
    file = _guarded(module.ParquetFile, source.stream)
    return _guarded(lambda: _table("parquet", file.schema_arrow, file.iter_batches(_ROWS)))


def parquet_rows(path: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file, of which a part is in memory at a time."""
    module = _package("pyarrow.parquet", "parquet")
    file = _guarded(module.ParquetFile, path)
    parts = file.iter_batches(_ROWS)
    while (part := _guarded(next, parts, None)) is not None:
        check_size(part.nbytes)
        yield from _records(part)


def _records(part: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows of a batch, in which dates and what else is no number are texts."""
    for row in _guarded(part.to_pylist):
        yield {name: plain(value) for name, value in row.items()}


_PLAIN = {int, float, bool, str, type(None)}


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value of a table as one that JSON has."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list and depth < _DEEPEST:
        return [plain(item, depth + 1) for item in value]
    if kind is dict and depth < _DEEPEST:
        return {str(name): plain(item, depth + 1) for name, item in value.items()}
    return float(value) if isinstance(value, Decimal) else str(value)


def read_arrow(source: Source) -> Contents:
    """Read a file of Arrow, which Feather is too, or a stream of it."""
    module = _package("pyarrow.ipc", "parquet")
    check_size(len(source.buffer))
    return _guarded(lambda: _table("arrow", *_batches(module, source)))


def _batches(module: Any, source: Source) -> tuple[Any, Iterator[Any]]:
    """Return the schema and the batches of a file, or of a stream."""
    if source.buffer[: len(_FILE)] != _FILE:
        stream = module.open_stream(source.stream)
        return stream.schema, iter(stream)
    file = module.open_file(source.stream)
    return file.schema, map(file.get_batch, range(file.num_record_batches))


_FILE = b"ARROW1"


def arrow_rows(path: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file of Arrow, of which a part is in memory at a time."""
    module = _package("pyarrow.ipc", "parquet")
    _, parts = _guarded(_batches, module, open_source(path))
    while (part := _guarded(next, parts, None)) is not None:
        check_size(part.nbytes)
        _guarded(partial(part.validate, full=True))
        for start in range(0, part.num_rows, _ROWS):
            yield from _records(part.slice(start, _ROWS))


def _table(form: str, schema: Any, batches: Iterator[Any]) -> Contents:
    """Put a table together, as long as it is not too large: a small file may hold a large one."""
    parts, size = [], 0
    for part in batches:
        part.validate(full=True)  # whatever a file says of places in it is believed from here on
        size += part.nbytes
        check_size(size)
        parts.append(part)
    pyarrow = import_module("pyarrow")
    table = pyarrow.Table.from_batches(parts, schema)
    for _ in range(_DEEPEST):
        if not any(pyarrow.types.is_struct(column.type) for column in table.columns):
            break
        table = table.flatten()  # fields of a column have names with dots
    members: dict[str, Member] = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        if name in members:
            raise DataError(f"has two columns of the name {name!r}")
        members[name] = _column(pyarrow, column)
    return Contents(form, members, matrix(members.values()))


_DEEPEST = 32


def _column(pyarrow: Any, column: Any) -> Member:
    """Return a column as a member; lists that are all as long as one another are its rows."""
    shape: tuple[int, ...] = (len(column),)
    kind = str(column.type)
    column = column.combine_chunks()
    while pyarrow.types.is_fixed_size_list(column.type) or _is_list(pyarrow, column.type):
        sizes = {size.as_py() for size in column.value_lengths().unique()}
        if len(sizes) != 1 or None in sizes:
            reason = "holds lists of different lengths, or none, which make no tensor"
            return unreadable(shape, column.nbytes, kind, reason)
        shape += (sizes.pop(),)
        column = column.flatten()
    if pyarrow.types.is_decimal(column.type):
        column = column.cast(pyarrow.float64())
    array = np.asarray(column.to_numpy(zero_copy_only=False))
    if array.dtype.kind not in "biufc":
        missing = " with values that are missing" * bool(column.null_count)
        return text_member(shape, column.nbytes, kind + missing)
    if column.null_count and not _is_exact(array, column):
        reason = f"holds {kind} with values that are missing, beside some that no float is"
        return unreadable(shape, column.nbytes, kind, reason)
    array = array.reshape(shape)
    return Member(shape, str(array.dtype), array.nbytes, lambda: usable(array))


def _is_list(pyarrow: Any, kind: Any) -> bool:
    return bool(pyarrow.types.is_list(kind) or pyarrow.types.is_large_list(kind))


def _is_exact(array: np.ndarray, column: Any) -> bool:
    """Tell whether integers are still what they were, now that NaN stands among them."""
    return str(column.type)[:3] not in ("int", "uin") or not (abs(array) >= 2**53).any()


def read_hdf5(source: Source) -> Contents:
    """Read the datasets of an HDF5 file, which must be in the file itself."""
    module = _package("h5py", "hdf5")
    return _guarded(lambda: _grouped("hdf5", dict(_datasets(module, source))))


def _grouped(form: str, members: dict[str, Member]) -> Contents:
    """Return what groups hold; the only array is what the file is as a whole."""
    return Contents(form, members, next(iter(members.values())) if len(members) == 1 else None)


def _datasets(module: Any, source: Source) -> Iterator[tuple[str, Member]]:
    """Yield datasets by hard links alone: other links lead out of the file."""
    stack = [("", module.File(source.stream, "r"))]
    seen = 0
    while stack:
        path, group = stack.pop()
        for name in group:
            seen += 1
            if seen > _MOST_MEMBERS:
                raise DataError(f"holds more than {_MOST_MEMBERS} things")
            link = group.get(name, getlink=True)
            if not isinstance(link, module.HardLink):
                continue
            item = group[name]
            if isinstance(item, module.Group):
                if path.count("/") < 32:
                    stack.append((f"{path}{name}/", item))
            elif isinstance(item, module.Dataset):
                yield from _dataset(f"{path}{name}", item).items()


def _dataset(name: str, item: Any) -> dict[str, Member]:
    shape = tuple(item.shape or ())
    if item.external or item.is_virtual:
        return {name: text_member(shape, 0, "elements of other files")}
    if item.shape is None:
        return {name: text_member(shape, 0, "no elements at all")}
    if item.dtype.hasobject or (item.dtype.kind not in "biufc" and not item.dtype.names):
        kind = "texts or Python objects" if item.dtype.hasobject else str(item.dtype)
        return {name: text_member(shape, int(item.nbytes), kind)}
    return members_of_array(name, shape, item.dtype, partial(_guarded, _elements, item))


def _elements(item: Any) -> np.ndarray:
    check_size(int(item.nbytes))
    _check_chunks(item)
    return np.asarray(item[()])


_MOST_CHUNKS = 1_000_000


def _check_chunks(array: Any) -> None:
    """Refuse chunks that are larger than what they are for, or more than anybody writes."""
    if not array.chunks:
        return
    _check_chunk(array)
    pieces = zip(array.shape, array.chunks, strict=True)
    if all(array.chunks) and math.prod([-(-n // size) for n, size in pieces]) > _MOST_CHUNKS:
        raise DataError(f"is cut into more than {_MOST_CHUNKS} chunks")


def _check_chunk(array: Any) -> None:
    if math.prod(array.chunks) * array.dtype.itemsize > MOST_READ:
        raise DataError(f"has chunks that are larger than {MOST_READ // 1024**2} MiB")


def _zarr_package() -> Any:
    """Import Zarr, of whose errors that come at once only one is told.

    Of the others asyncio would write to standard error, where nobody has set up logging.
    """
    logging.getLogger("asyncio").addHandler(logging.NullHandler())
    return _package("zarr", "zarr")


def read_zarr(path: str) -> Contents:
    """Read the arrays of a Zarr folder."""
    if path == STDIN:
        raise DataError("a folder cannot come from a pipe")
    _check_folder(path)
    return _guarded(_zarr, _zarr_package(), os.path.abspath(path))  # which is no address


def _check_folder(path: str) -> None:
    """Refuse a folder that holds more than folders and files: a link leads out of it."""
    folders = [path]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif not entry.is_file(follow_symlinks=False):
                    raise DataError(f"holds {entry.name!r}, which is a link or no file")


def zarr_blocks(path: str, key: str | None) -> Any:
    """Return an array of a Zarr folder that is read a part at a time."""
    opening = partial(_zarr_package().open, path, mode="r")
    _check_folder(path)
    opened = _guarded(opening)
    found = opened if key is None else opened.get(key)
    return _Blocks(found) if hasattr(found, "chunks") else None


class _Blocks:
    """An array of a Zarr folder, of which nobody looks again at what is read."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.dtype, self.shape = np.dtype(array.dtype), tuple(array.shape)
        self.ndim = len(self.shape)
        check_shape(self.dtype, self.shape)
        if not is_supported(self.dtype.newbyteorder("=")) or _is_pickled(array):
            _dataset_of_zarr(array).read()  # which says what is wrong with it
        _check_chunk(array)
        self.chunks = tuple(array.chunks)
        if all(self.shape) and not all(self.chunks):
            raise DataError("has chunks without elements")

    def __getitem__(self, key: Any) -> Any:
        """Read a part."""
        return _guarded(self.array.__getitem__, key)


def _zarr(module: Any, path: str) -> Contents:
    opened = module.open(path, mode="r")
    if hasattr(opened, "shape"):
        return Contents("zarr", {}, _dataset_of_zarr(opened))
    found: dict[str, Member] = {}
    stack = [("", opened)]
    while stack and len(found) < _MOST_MEMBERS:
        at, group = stack.pop()
        for name, array in group.arrays():
            found[f"{at}{name}"] = _dataset_of_zarr(array)
        stack += [(f"{at}{name}/", inside) for name, inside in group.groups()]
    return _grouped("zarr", found)


def _is_pickled(array: Any) -> bool:
    """Tell whether pickles are among the steps that make an array's bytes, whatever its type."""
    said = array.metadata.to_dict()
    codecs = [said.get(name) for name in ("codecs", "compressor", "filters")]
    return "pickle" in repr(codecs).lower()


def _dataset_of_zarr(array: Any) -> Member:
    dtype = np.dtype(array.dtype)
    if _is_pickled(array):
        return pickled(tuple(array.shape), int(array.nbytes))
    if dtype.kind not in "biufc":
        return text_member(tuple(array.shape), int(array.nbytes), str(dtype))
    elements = partial(_guarded, _elements, array)
    return members_of_array("", tuple(array.shape), dtype, elements)[""]
