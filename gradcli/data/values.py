"""Numbers of a text as arrays: nested lists, columns, and what JSON writes for NaN.

Integers are int64, everything else is double precision, of which programs take what they need.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import numpy as np

from gradcli.data.contents import Member, member_of, unreadable
from gradcli.errors import DataError

_DEEPEST = 32
_LONGEST = 40  # of what is quoted in a message
_WORDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
_NUMBERS = {bool, int, float}
_NONE = type(None)
_EXACT = 2**53


def array_of(value: Any) -> np.ndarray | None:
    """Return nested lists of numbers, or a number, as an array; None for anything else.

    Raises ``DataError`` for lists of numbers whose lengths differ.
    """
    shape: list[int] = []
    flat = [value]
    while flat and all(isinstance(item, list) for item in flat):
        sizes = {len(item) for item in flat}
        if len(sizes) > 1:
            flat = list(chain.from_iterable(flat))
            if any(isinstance(item, dict) for item in flat):
                return None
            raise DataError("holds lists of different lengths, which make no tensor")
        shape += sizes
        if len(shape) > _DEEPEST:
            raise DataError(f"holds lists more than {_DEEPEST} deep")
        flat = list(chain.from_iterable(flat))
    found = _flat(flat)
    return None if found is None else found.reshape(shape)


def _flat(items: list[Any]) -> np.ndarray | None:
    kinds = set(map(type, items))
    if str in kinds:
        if not all(item in _WORDS for item in items if isinstance(item, str)):
            return None
        items = [_WORDS[item] if isinstance(item, str) else item for item in items]
        kinds = set(map(type, items))
    if _NONE in kinds and kinds & {int, float} and kinds <= {_NONE, int, float}:
        items, kinds = [_WORDS["NaN"] if item is None else item for item in items], {float}
    if not kinds <= _NUMBERS:
        if list in kinds and kinds - {list} <= _NUMBERS:
            raise DataError("holds lists of different lengths, which make no tensor")
        return None
    if kinds <= {bool} and items:
        return np.array(items)
    try:
        return np.array(items, np.int64 if kinds == {int} else np.float64)
    except OverflowError as error:
        wide = str(next(x for x in items if isinstance(x, int) and not -(2**63) <= x < 2**63))
        wide = wide if len(wide) <= _LONGEST else wide[:_LONGEST] + "…"
        raise DataError(f"holds {wide}, an integer of more than 64 bits with its sign") from error


def members_of(value: dict[str, Any]) -> Iterator[tuple[str, Member]]:
    """Yield what an object holds by name; what lies deeper has a name with dots.

    Records in a list have columns, as has an object whose names are 0, 1 and so on.
    """
    stack: list[tuple[str, Any]] = [("", value)]
    while stack:
        name, item = stack.pop()
        item = _listed(item) if name else item
        if isinstance(item, dict) and name.count(".") < _DEEPEST:
            stack += [(f"{name}.{key}" if name else str(key), item[key]) for key in [*item][::-1]]
        elif not is_table(item):
            yield name, _member(item)
        else:
            yield from _columns(name, item)


def _listed(item: Any) -> Any:
    """Return an object that pandas made of a column, its places being the names, as a list."""
    if not isinstance(item, dict) or not item or {*map(type, item.values())} & {dict, list}:
        return item
    return list(item.values()) if all(a == str(i) for i, a in enumerate(item)) else item


def _columns(name: str, records: list[dict[str, Any]]) -> Iterator[tuple[str, Member]]:
    """Yield the columns of records within an object."""
    for key, values in columns_of(records).items():
        yield f"{name}.{key}", column_member(values)


def other_than(value: Any) -> str:
    """Tell what in a list is no number, and where; of anything else, what it is."""
    place = ""
    while isinstance(value, list):
        found = next((i for i, item in enumerate(value) if _flat_or_none(item) is None), None)
        if found is None:
            return ""
        place, value = f"{place}[{found}]", value[found]
    return f": {place and place + ' is '}{json.dumps(value)[:_LONGEST]}"


def _flat_or_none(item: Any) -> Any:
    try:
        return array_of(item)
    except DataError:
        return None


def _member(value: Any) -> Member:
    try:
        array = array_of(value)
    except DataError as error:
        return unreadable((), 0, "ragged", error.reason)
    if array is None:
        size = len(value) if isinstance(value, str) else 0
        return unreadable((), size, "no numbers", f"holds no numbers{other_than(value)}")
    return member_of(array, typed=False)


def is_table(value: Any) -> bool:
    """Tell whether a value is a list of records."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


class Lacking(list[Any]):
    """What stands for the values of a column that a record lacks, and where."""

    place = ""


def columns_of(records: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return the columns of records; one that a record lacks has no values, but ``Lacking``."""
    counts = Counter(chain.from_iterable(records))
    columns: dict[str, list[Any]] = {
        name: [record[name] for record in records] if count == len(records) else Lacking()
        for name, count in counts.items()
    }
    for name, values in columns.items():
        if isinstance(values, Lacking):
            number = next(i for i, record in enumerate(records, 1) if name not in record)
            values.place = f"record {number} has no {name!r}"
    for name in [name for name, values in columns.items() if is_table(values)]:
        inside = columns_of(columns.pop(name))
        columns |= {f"{name}.{key}": values for key, values in inside.items()}
    return columns


def column_member(values: list[Any]) -> Member:
    """Return the values of a column as a member."""
    if isinstance(values, Lacking):
        return unreadable((), 0, "records", values.place)
    try:
        array = array_of(values)
    except DataError as error:  # which other columns have no part in
        return unreadable((len(values),), 0, "no numbers", error.reason)
    if array is None:
        size = sum(len(str(value)) for value in values)
        reason = f"holds text, not numbers{other_than(values)}"
        return unreadable((len(values),), size, "text", reason)
    return member_of(array, typed=False)


def matrix(members: Iterable[Member]) -> Member | None:
    """Return columns side by side; one column alone is a vector. None where one has no numbers.

    Columns of a file that chose their types have that which holds them all.
    """
    columns = list(members)
    typed = any(column.typed for column in columns)
    known = _OF_NUMBERS if typed else ("int64", "float64", "bool")
    if not columns or not all(column.dtype.startswith(known) for column in columns):
        return None
    arrays = [column.read() for column in columns]
    if len(arrays) == 1:
        return columns[0]
    if any(array.ndim != 1 for array in arrays):
        return None
    if len({len(array) for array in arrays}) > 1:
        raise DataError("has columns of different lengths, which make no matrix")
    found = np.stack(arrays, axis=1)
    if typed and found.dtype.kind == "f" and any(map(_is_wide, arrays)):
        reason = f"holds integers that {found.dtype}, the type of all together, does not have"
        return unreadable(found.shape, found.nbytes, "integers", reason)
    return member_of(found, typed)


def _is_wide(array: np.ndarray) -> bool:
    """Tell whether an array has integers that double precision may not have."""
    return array.dtype.kind in "iu" and bool(((array > _EXACT) | (array < -_EXACT)).any())


_OF_NUMBERS = ("int", "uint", "float", "bool", "complex")
