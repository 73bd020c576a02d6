"""Bytes of the library, which packs numbers, hashes and spells them, and facts of letters."""

from __future__ import annotations

import base64
import hashlib
import struct
from collections.abc import Callable
from functools import partial
from typing import Any

from gradcli.core.shown import Shown
from gradcli.errors import op_error
from gradcli.language.limits import bounded_text, check_items
from gradcli.language.machine.functions import builtins_of, host_callable, type_name
from gradcli.language.machine.unwind import own
from gradcli.language.names.attributes import GETTERS, METHODS
from gradcli.language.names.written import find, written

Table = dict[str, Any]

# struct


def _packing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Bound what a format asks for, and raise its errors as the program's own."""

    def call(format: Any, /, *values: Any) -> Any:
        if not isinstance(format, (str, bytes)):
            kind = type_name(format)
            message = f"Struct() argument 1 must be a str or bytes object, not {kind}"
            raise op_error(TypeError, message)
        try:
            check_items(struct.calcsize(format))
            return function(format, *values)
        except struct.error as error:
            raise own(host_callable(find("struct", "error"))(str(error))) from None

    call.__qualname__ = function.__name__
    return call


def _iter_unpack(format: Any, buffer: Any, /) -> list[tuple[Any, ...]]:
    return list(struct.iter_unpack(format, buffer))


def _struct() -> Table:
    functions = (struct.calcsize, struct.pack, struct.unpack, struct.unpack_from)
    packing = {function.__name__: _packing(function) for function in functions}
    iterated = {"iter_unpack": lambda *given: iter(_packing(_iter_unpack)(*given))}
    return builtins_of(packing | iterated) | written("struct")


# hashlib

_ALGORITHMS = (
    "blake2b blake2s md5 sha1 sha224 sha256 sha384 sha3_224 sha3_256 sha3_384 sha3_512 sha512"
)


class Hash(Shown):
    """A checksum of the bytes that it was given so far."""

    __slots__ = ("sum",)

    def __init__(self, name: Any, string: Any = b"", *, usedforsecurity: bool = True) -> None:
        if name not in _ALGORITHMS.split():
            raise op_error(ValueError, f"unsupported hash type {name}")
        self.sum = hashlib.new(name, usedforsecurity=False)
        self.update(string)

    def __repr__(self) -> str:
        return f"<{self.sum.name} _hashlib.HASH object>"

    def update(self, obj: Any, /) -> None:
        """Take more bytes."""
        if isinstance(obj, str):
            raise op_error(TypeError, "Strings must be encoded before hashing")
        if not isinstance(obj, bytes):
            kind = type_name(obj)
            raise op_error(TypeError, f"object supporting the buffer API required, not {kind}")
        self.sum.update(obj)

    def __copy__(self) -> Hash:
        made = Hash(self.sum.name)
        made.sum = self.sum.copy()
        return made

    def __reduce__(self) -> Any:
        raise op_error(TypeError, "cannot pickle '_hashlib.HASH' object")


Hash.__module__, Hash.__name__, Hash.__qualname__ = "_hashlib", "_hashlib.HASH", "HASH"


def _hashlib() -> Table:
    METHODS[Hash] = {
        "copy": Hash.__copy__,
        "digest": lambda hash: hash.sum.digest(),
        "hexdigest": lambda hash: hash.sum.hexdigest(),
        "update": Hash.update,
    }
    GETTERS[Hash] = {
        "block_size": lambda hash: hash.sum.block_size,
        "digest_size": lambda hash: hash.sum.digest_size,
        "name": lambda hash: hash.sum.name,
    }
    return builtins_of({"new": Hash, **{n: partial(Hash, n) for n in _ALGORITHMS.split()}})


# base64


def _base(function: Callable[..., bytes]) -> Callable[..., bytes]:
    def call(s: Any) -> bytes:
        check_items(2 * len(s))
        try:
            return function(s)
        except ValueError as error:
            raise op_error(ValueError, str(error)) from None

    call.__qualname__ = function.__name__
    return call


_BASES = (
    *(base64.b16decode, base64.b16encode, base64.b64decode, base64.b64encode),
    *(base64.urlsafe_b64decode, base64.urlsafe_b64encode),
)

# unicodedata

_MOST_MARKS = 1000
_OF_LETTERS = "category combining decimal name numeric"


def _check_marks(text: str) -> None:
    """Refuse more marks over one letter than are put in order in time, which squares them."""
    import unicodedata

    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        check_items(marks, _MOST_MARKS)


def _letters() -> Table:
    import unicodedata

    def normalize(form: str, text: str, /) -> str:
        if isinstance(text, str) and not str.isascii(text):
            _check_marks(str.__str__(text))
        return bounded_text(unicodedata.normalize(form, text))  # type: ignore[arg-type]

    named = {n: vars(unicodedata)[n] for n in _OF_LETTERS.split()}
    return builtins_of(named | {"normalize": normalize})


TABLES: dict[str, Callable[[], Table]] = {
    "base64": lambda: builtins_of({function.__name__: _base(function) for function in _BASES}),
    "hashlib": _hashlib,
    "struct": _struct,
    "unicodedata": _letters,
}
