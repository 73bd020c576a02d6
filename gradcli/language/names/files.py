"""The files of a program: names, in its own memory, of what it has written and saved.

No file of the machine is read, written or looked for. What a program writes under a name is there
for the program alone, until it ends.
"""

from __future__ import annotations

import errno
import fnmatch
import os
import posixpath
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.language.limits import check_items
from gradcli.language.machine.descriptors import invoke
from gradcli.language.machine.functions import (
    Builtin,
    builtins_of,
    host_callable,
    lazy_kind,
    type_name,
)
from gradcli.language.names.written import find

TOKEN_SIZE = 32
"""How many bytes name an object that was saved."""


class Kept:
    """A copy of an object that a program has saved."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Store:
    """What a program has written: by whole names, and its folders; and saved, by bytes."""

    __slots__ = ("files", "folders", "objects", "safe")

    def __init__(self) -> None:
        self.files: dict[str, Any] = {}  # an object that was saved, or one that texts are in
        self.folders: set[str] = {"", "/", "/tmp", ".."}
        self.objects: dict[bytes, Kept] = {}
        self.safe: list[Any] = []  # classes of which torch.load makes values without being told


def store() -> Store:
    """Return the files of the program that runs."""
    if STATE.program is None:
        raise op_error(RuntimeError, "only programs save and load; in Python there are files")
    if STATE.files is None:
        STATE.files = Store()
    found: Store = STATE.files
    return found


def token(kept: Kept) -> bytes:
    """Return bytes that name an object, and let it be found by them."""
    objects = store().objects
    check_items(len(objects))
    name = f"\x80saved by the program, {len(objects):08d}.".encode("latin-1")
    objects[name] = kept
    return name


# Names


def is_path(value: Any) -> bool:
    """Tell whether a value is the name of a file."""
    return isinstance(value, (str, PurePosixPath))


def _name(path: Any) -> str:
    if not is_path(path):
        kind = type_name(path)
        raise op_error(TypeError, f"expected str, bytes or os.PathLike object, not {kind}")
    if "\0" in str(path):
        raise op_error(ValueError, "embedded null byte")
    name = posixpath.normpath(str(path))
    return "" if name == "." else name


def folder_of(path: Any) -> str:
    """Return the name of the folder that a name is in."""
    return posixpath.dirname(_name(path))


def _missing(number: int, path: Any, to: Any = None) -> Exception:
    """Make the error of a name that nothing, or something else, was written under."""
    kind, text = type(OSError(number, "")), os.strerror(number)
    more = () if to is None else (None, str(to))
    message = str(OSError(number, text, str(path), *more))
    error: Any = op_error(kind, message, code="file", help=HELP)
    error.errno, error.strerror, error.filename = number, text, str(path)
    error.args = (number, text, str(path), *more)
    return error  # type: ignore[no-any-return]


HELP = (
    "programs have no files but those that they write in their own memory; "
    "-D name=@file gives one the numbers of a file"
)


def _for_writing(path: Any) -> str:
    """Return a name that may be written, and say that this is no file."""
    name = _name(path)
    if name in store().folders:
        raise _missing(errno.EISDIR, path)
    if posixpath.dirname(name) not in store().folders:
        raise _missing(errno.ENOENT, path)
    check_items(len(store().files))
    warn(
        "gradcli writes no files: what a program writes stays in its memory until it ends",
        code="file",
        once=True,
    )
    return name


def write_object(path: Any, kept: Kept) -> None:
    """Keep an object under a name."""
    store().files[_for_writing(path)] = kept


def read_object(path: Any) -> Kept | None:
    """Return the object under a name; None where something else was written."""
    found = _found(path)
    if isinstance(found, Kept):
        return found
    content = invoke(found, "content")
    return store().objects.get(content[:TOKEN_SIZE] if isinstance(content, bytes) else b"")


def _found(path: Any) -> Any:
    name = _name(path)
    if name in store().folders:
        raise _missing(errno.EISDIR, path)
    if name not in store().files:
        raise _missing(errno.ENOENT, path)
    return store().files[name]


# Texts and bytes


def open_(
    file: Any,
    mode: Any = "r",
    buffering: Any = -1,
    encoding: Any = None,
    errors: Any = None,
    newline: Any = None,
) -> Any:
    """Open a file of the program."""
    if not isinstance(mode, str):
        kind = type_name(mode)
        raise op_error(TypeError, f"open() argument 'mode' must be str, not {kind}")
    if set(mode) - set("rwaxbt+") or sum(letter in mode for letter in "rwax") != 1:
        raise op_error(ValueError, f"invalid mode: '{mode}'")
    held = _name(file) in store().files
    if "x" in mode and held:
        raise _missing(errno.EEXIST, file)
    kind = find("io", "BufferedFile" if "b" in mode else "TextFile")
    before = _content(file, "b" in mode) if "r" in mode or ("a" in mode and held) else None
    opened = host_callable(kind)(before, str(file), mode)
    if mode.strip("bt") != "r":
        store().files[_for_writing(file)] = opened
    return opened


def text_of(path: Any) -> str:
    """Return the text of a file."""
    return str(_content(path, False))


def _content(path: Any, binary: bool) -> Any:
    found = _found(path)
    if isinstance(found, Kept):
        content: Any = token(found)
    else:
        content = invoke(found, "content")
    if isinstance(content, bytes) is binary:
        return content
    return content.encode() if binary else content.decode()


# What os and pathlib ask


def exists(path: Any) -> bool:
    """Tell whether the program has written something under a name."""
    return _name(path) in store().files or is_folder(path)


def is_file(path: Any) -> bool:
    """Tell whether a name is that of a file."""
    return _name(path) in store().files


def is_folder(path: Any) -> bool:
    """Tell whether a name is that of a folder."""
    return _name(path) in store().folders


def make_folder(path: Any, mode: Any = 0o777, *, exist_ok: bool = False) -> None:
    """Make one folder."""
    name = _name(path)
    if is_folder(path) and exist_ok:
        return
    if exists(path):
        raise _missing(errno.EEXIST, path)
    if posixpath.dirname(name) not in store().folders:
        raise _missing(errno.ENOENT, path)
    check_items(len(store().folders))
    store().folders.add(name)


def make_folders(name: Any, mode: Any = 0o777, exist_ok: bool = False) -> None:
    """Make a folder and those around it."""
    above, missing = posixpath.dirname(_name(name)), []
    while above not in store().folders:
        missing.append(above)
        above = posixpath.dirname(above)
    for folder in reversed(missing):
        make_folder(folder)
    make_folder(name, exist_ok=exist_ok)


def remove(path: Any) -> None:
    """Remove a file."""
    _found(path)
    del store().files[_name(path)]


def remove_folder(path: Any) -> None:
    """Remove a folder that has nothing in it."""
    if is_file(path):
        raise _missing(errno.ENOTDIR, path)
    if not is_folder(path):
        raise _missing(errno.ENOENT, path)
    if list_folder(path):
        raise _missing(errno.ENOTEMPTY, path)
    store().folders.discard(_name(path))


def remove_tree(path: Any, ignore_errors: bool = False) -> None:
    """Remove a folder with all that is in it."""
    if not is_folder(path):
        if ignore_errors:
            return
        raise _missing(errno.ENOENT, path)
    name = _name(path)
    held = store()
    for inner in [inner for inner in held.files if inner.startswith(name + "/")]:
        del held.files[inner]
    held.folders -= {inner for inner in held.folders if inner.startswith(name + "/")} | {name}


def rename(src: Any, dst: Any) -> None:
    """Give a file another name."""
    if not is_file(src):
        raise _missing(errno.ENOENT, src, dst)
    found = _found(src)
    store().files[_for_writing(dst)] = found
    if _name(src) != _name(dst):
        del store().files[_name(src)]


def _into(dst: Any, src: Any) -> Any:
    """Return where something goes: into a folder under its own name, or under the other name."""
    return posixpath.join(str(dst), posixpath.basename(_name(src))) if is_folder(dst) else dst


def _copy_file(src: Any, dst: Any, *, follow_symlinks: bool = True) -> Any:
    """Give a file a second name."""
    store().files[_for_writing(dst)] = _found(src)
    return dst


def _copy(src: Any, dst: Any, *, follow_symlinks: bool = True) -> Any:
    return _copy_file(src, _into(dst, src))


def _move(src: Any, dst: Any) -> Any:
    whole = _into(dst, src)
    rename(src, whole)
    return whole


def list_folder(path: Any = ".") -> list[str]:
    """Return the names in a folder."""
    if not is_folder(path):
        raise _missing(errno.ENOTDIR if is_file(path) else errno.ENOENT, path)
    return [posixpath.basename(name) for name in _in_folder(_name(path))]


def _in_folder(folder: str) -> Iterator[str]:
    for name in (*store().files, *sorted(store().folders)):
        if posixpath.dirname(name) == folder and posixpath.basename(name) not in ("", ".."):
            yield name


def matching(pathname: Any) -> list[str]:
    """Return the names that a pattern describes, folder by folder."""
    pattern = _name(pathname).split("/")
    prefix = "./" if str(pathname).startswith("./") else ""
    found = map(str, (*store().files, *store().folders))
    return [prefix + name for name in found if name and _matches(name.split("/"), pattern)]


def _matches(name: list[str], pattern: list[str]) -> bool:
    return len(name) == len(pattern) and all(
        fnmatch.fnmatchcase(part, wanted) and (part[:1] != "." or wanted[:1] == ".")
        for part, wanted in zip(name, pattern, strict=True)
    )


def walk(top: Any) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each folder from one on, with the folders and the files in it."""
    pending = [str(top)] if is_folder(top) else []
    while pending:
        folder = pending.pop()
        inside = [(name, posixpath.join(folder, name)) for name in list_folder(folder)]
        folders = [name for name, whole in inside if is_folder(whole)]
        yield folder, folders, [name for name, whole in inside if is_file(whole)]
        pending += [posixpath.join(folder, name) for name in reversed(folders)]


def _walk(top: Any) -> Any:
    return lazy_kind("generator")(walk(top), top)


def size(filename: Any) -> int:
    """Return how many bytes a file has."""
    if isinstance(_found(filename), Kept):
        message = f"what is saved under {str(filename)!r} has no size: it is no file"
        raise op_error(OSError, message, code="file", help=HELP)
    return len(_content(filename, True))


OF_OS: dict[str, Callable[..., Any]] = {
    "getcwd": lambda: ".",  # names are the same beside it
    "listdir": list_folder,
    "makedirs": make_folders,
    "mkdir": lambda path, mode=0o777: make_folder(path),
    "remove": remove,
    "rename": rename,
    "replace": rename,
    "rmdir": remove_folder,
    "unlink": remove,
    "walk": _walk,
}
OF_OS_PATH: dict[str, Callable[..., Any]] = {
    "expanduser": lambda path: str(path),  # nobody's home is told
    "exists": exists,
    "getsize": size,
    "isdir": is_folder,
    "isfile": is_file,
}


def _make(path: Any, mode: Any = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
    if parents:
        make_folders(path, exist_ok=exist_ok)
    else:
        make_folder(path, exist_ok=exist_ok)


def _unlink(path: Any, missing_ok: bool = False) -> None:
    if not missing_ok or exists(path):
        remove(path)


def _touch(path: Any, mode: Any = 0o666, exist_ok: bool = True) -> None:
    if not is_file(path) or not exist_ok:
        open_(path, "x")


def _read(mode: str, path: Any, encoding: Any = None, errors: Any = None) -> Any:
    return invoke(open_(path, mode), "read")


def _write(mode: str, path: Any, data: Any, encoding: Any = None, errors: Any = None) -> Any:
    return invoke(open_(path, mode), "write", data)


OF_PATHS: dict[str, Callable[..., Any]] = {
    "exists": exists,
    "glob": lambda path, pattern: iter([type(path)(name) for name in matching(path / pattern)]),
    "is_dir": is_folder,
    "is_file": is_file,
    "iterdir": lambda path: iter([path / name for name in list_folder(path)]),
    "mkdir": _make,
    "open": open_,
    "read_bytes": partial(_read, "rb"),
    "read_text": partial(_read, "r"),
    "rmdir": remove_folder,
    "touch": _touch,
    "unlink": _unlink,
    "write_bytes": partial(_write, "wb"),
    "write_text": partial(_write, "w"),
}
BUILTINS = {"open": Builtin("open", open_)}
TABLES: dict[str, Callable[[], dict[str, Any]]] = {
    "glob": lambda: {"glob": Builtin("glob", matching)},
    "shutil": lambda: builtins_of(
        {
            **dict.fromkeys(("copy", "copy2"), _copy),
            "copyfile": _copy_file,
            "move": _move,
            "rmtree": remove_tree,
        }
    ),
}
