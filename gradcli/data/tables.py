"""Formats that other packages read: Parquet, Arrow, HDF5 and Zarr."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

from gradcli.data.contents import (
    Contents,
    Member,
    check_shape,
    first_line,
    pickled,
    text_member,
    usable,
)
from gradcli.data.source import STDIN, Source, check_size, open_source
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
        yield from _guarded(part.to_pylist)


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
            yield from _guarded(part.slice(start, _ROWS).to_pylist)


def _table(form: str, schema: Any, batches: Iterator[Any]) -> Contents:
    """Put a table together, as long as it is not too large: a small file may hold a large one."""
    parts, size = [], 0
    for part in batches:
        part.validate(full=True)  # whatever a file says of places in it is believed from here on
        size += part.nbytes
        check_size(size)
        parts.append(part)
    table = import_module("pyarrow").Table.from_batches(parts, schema)
    members = {name: _column(table[name]) for name in table.column_names}
    return Contents(form, members, matrix(members.values()))


def _column(column: Any) -> Member:
    shape, dtype = (len(column),), str(column.type)
    array = np.asarray(column.to_numpy())
    if array.dtype.kind not in "biufc":
        return text_member(shape, column.nbytes, dtype)
    return Member(shape, str(array.dtype), array.nbytes, lambda: usable(array))


def read_hdf5(source: Source) -> Contents:
    """Read the datasets of an HDF5 file, which must be in the file itself."""
    module = _package("h5py", "hdf5")
    return _guarded(lambda: Contents("hdf5", dict(_datasets(module, source))))


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
                yield f"{path}{name}", _dataset(item)


def _dataset(item: Any) -> Member:
    shape = tuple(item.shape or ())
    if item.external or item.is_virtual:
        return text_member(shape, 0, "elements of other files")
    if item.dtype.kind not in "biufc":
        return text_member(shape, int(item.nbytes), str(item.dtype))
    return Member(shape, str(item.dtype), int(item.nbytes), partial(_guarded, _elements, item))


def _elements(item: Any) -> np.ndarray:
    check_size(int(item.nbytes))
    return usable(np.asarray(item[()]))


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
    return _guarded(_zarr, _zarr_package(), path)


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
    return Contents("zarr", found)


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
    return Member(
        tuple(array.shape), str(dtype), int(array.nbytes), partial(_guarded, _elements, array)
    )
