"""Values that come from files: ``@FILE``, ``@FILE#KEY`` and ``@-``.

This module knows which part of a file is meant, and makes tensors of it. It does not know formats.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from gradcli.answers.inputs import nearest
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.data.contents import Contents, Member, UnusableError
from gradcli.data.formats import read
from gradcli.data.source import named
from gradcli.data.values import matrix
from gradcli.errors import DataError, OpError
from gradcli.operators.refusals import check_elements

_FLOATING = "float64"


class Files:
    """The files that one command reads; each is read once, as standard input can only be."""

    __slots__ = ("read",)

    def __init__(self) -> None:
        self.read: dict[str, Contents] = {}

    def value(self, text: str) -> Any:
        """Return what ``@FILE`` or ``@FILE#KEY`` stands for: a tensor, or a dictionary of them."""
        path, key = split(text)
        if not path:
            raise DataError("@ is followed by the name of a file, or by - for standard input")
        with named(path):
            if path not in self.read:
                self.read[path] = read(path)
            return _value(self.read[path], key)


def split(text: str) -> tuple[str, str | None]:
    """Return the path and the key of ``@FILE#KEY``; a file whose name has the sign comes first."""
    whole = text.strip().removeprefix("@")
    if whole.startswith("~/"):  # which shells leave alone behind a sign
        whole = os.path.expanduser(whole)
    if "#" not in whole or _exists(whole):
        return whole, None
    signs = [place for place, letter in enumerate(whole) if letter == "#"]
    end = next((place for place in signs if _exists(whole[:place])), signs[0])
    return whole[:end], whole[end + 1 :]


def _exists(path: str) -> bool:
    return os.path.exists(path.replace("\0", "?"))


def _value(contents: Contents, key: str | None) -> Any:
    if key is not None:
        return tensor_of(member(contents, key))
    if contents.whole is not None:
        return tensor_of(contents.whole)
    if contents.format in _TABLES:
        reason = f"is no matrix of numbers{_without_numbers(contents)}"
        raise DataError(reason + _columns(contents))
    return {name: _named(name, found) for name, found in contents.members.items()}


def _named(name: str, found: Member) -> Tensor:
    try:
        return tensor_of(found)
    except UnusableError as error:
        raise DataError(f"{name!r} {error.reason}; choose one, as #NAME") from error


def _without_numbers(contents: Contents) -> str:
    """Tell of the first column that holds something else why it does."""
    for name, found in contents.members.items():
        try:
            found.read()
        except UnusableError as error:
            return (
                f": {error.reason}" if repr(name) in error.reason else f": {name!r} {error.reason}"
            )
    return ""


_TABLES = {"csv", "tsv", "jsonl", "parquet", "arrow"}


def _columns(contents: Contents) -> str:
    """Tell how a column is chosen, where one has numbers."""
    numbers = (n for n, m in contents.members.items() if m.dtype in ("int64", _FLOATING))
    first = next(numbers, None)
    return "" if first is None else f"; choose columns, as #{first}"


def member(contents: Contents, key: str) -> Member:
    """Return the member that a key names; names with commas between them are columns."""
    members = contents.members
    for name in (key, key.removeprefix("/")):  # a path of HDF5 may begin with the root
        if name in members:
            return members[name]
    names = [name.strip() for name in key.split(",")]
    for name in names:
        if name not in members:
            inside = [one for one in members if one.startswith((f"{name}/", f"{name}."))]
            raise DataError(f"has no {name!r}" + nearest(name, inside or members))
    columns = matrix(members[name] for name in names)
    if columns is None:
        raise DataError(f"has no numbers in all of {key!r}")
    return columns


def check_shape(shape: tuple[int, ...]) -> None:
    """Refuse a file's array of more elements than tensors may have."""
    try:
        check_elements(shape)
    except OpError as error:
        raise DataError(f"{error}; {error.help}") from error


def tensor_of(found: Member) -> Tensor:
    """Return a member as a tensor; the numbers of a text take the program's default type."""
    check_shape(found.shape)
    array = found.read()
    if not found.typed and array.dtype == np.float64:
        array = as_default(array)
    if not array.flags.writeable:  # a program may change its tensors in place
        array = array.copy()
    return Tensor(array)


def as_default(array: np.ndarray, what: str = "") -> np.ndarray:
    """Return the numbers of a text in the default type of the program.

    Raises ``DataError``, which calls them ``what``, where they become infinite in it.
    """
    dtype = STATE.default_dtype
    try:
        with np.errstate(over="raise"):
            return array.astype(dtype.numpy)
    except FloatingPointError as error:
        raise DataError(
            f"{what}holds a number beyond the largest of {dtype.name}; give --dtype float64"
        ) from error
