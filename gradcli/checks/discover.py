"""Which files are checked: those that are named, and those of directories that fit.

This module knows paths and patterns. It does not know what is in a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from gradcli.checks.options import MOST_BYTES

PATTERNS = ("*.grad", "*.py", "*.md", "*.ipynb", "*.rst", "*.qmd", "*.tex")
EXCLUDED = (
    ".*",
    "__pycache__",
    "node_modules",
    "venv",
    "build",
    "dist",
    "*.egg-info",
    "site-packages",
)


class File(NamedTuple):
    """A file to check; ``named`` tells that the user gave this very path.

    ``text`` is what to check where it is in no file.
    """

    path: str
    named: bool
    text: str | None = None


def find(
    paths: Iterable[str], include: Sequence[str] = PATTERNS, exclude: Sequence[str] = ()
) -> list[File]:
    """Return the files that paths stand for, each once; those of a directory in their order.

    What is named is taken whatever the patterns say, also where there is no such file.
    """
    found: dict[str, File] = {}
    for path in paths:
        if os.path.isdir(path):
            for inner in _files(path, (*EXCLUDED, *exclude)):
                if matches(inner, path, include) and not _waits(inner):
                    found.setdefault(_key(inner), File(inner, False))
        else:
            known = found.setdefault(_key(path), File(_plain(path), True, _text(path)))
            found[_key(path)] = known._replace(named=True)
    return list(found.values())


def _text(path: str) -> str | None:
    """Return what only this process can read, as a pipe that the shell has opened for it."""
    if not (path.startswith("/dev/") or _waits(path)):
        return None
    try:
        with open(path, "rb") as stream:
            return stream.read(MOST_BYTES + 1).decode("utf-8", "surrogateescape")
    except OSError:  # which is told where the file is checked
        return None


def _waits(path: str) -> bool:
    """Tell whether a path is a pipe or device, which may have no end or no beginning."""
    return os.path.exists(path) and not os.path.isfile(path)


def _key(path: str) -> str:
    return os.path.normcase(os.path.abspath(path))


def _slashes(path: str) -> str:
    return path.replace(os.sep, "/")


def _files(top: str, exclude: Sequence[str]) -> Iterator[str]:
    """Yield the files below a directory that are not excluded."""
    inside = os.path.join(os.path.realpath(top), "")
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(
            name for name in folders if not matches(_join(folder, name), top, exclude)
        )
        for name in sorted(files):
            path = _join(folder, name)
            if os.path.islink(path) and not os.path.realpath(path).startswith(inside):
                continue  # to what is outside, and so was not asked for
            if not matches(path, top, exclude):
                yield path


def _join(folder: str, name: str) -> str:
    return _plain(os.path.join(folder, name))


def _plain(path: str) -> str:
    """Return a path as reports give it, which hosts of code compare with their own."""
    return _slashes(path).removeprefix("./")


def matches(path: str, top: str, patterns: Iterable[str]) -> bool:
    """Tell whether a pattern fits a path below a directory.

    A pattern without a slash is about the name of a file or folder. One with a slash is about the
    whole path, as it is given or from the directory on.
    """
    inner = _slashes(os.path.relpath(path, top))
    whole = _slashes(os.path.normpath(path))
    for pattern in patterns:
        clean = pattern.removeprefix("./").rstrip("/")
        texts = (inner, whole) if "/" in clean else (inner.rpartition("/")[2],)
        if any(fnmatchcase(text, clean) for text in texts):
            return True
    return False


# Selection by words


def selected(path: str, words: str) -> bool:
    """Tell whether a path fits words: parts of it, joined by ``and``, ``or`` and ``not``."""
    return any(
        all(_holds(path, term.split()) for term in _split(choice, "and"))
        for choice in _split(words, "or")
    )


def _split(words: str, by: str) -> list[str]:
    """Split words at one of them."""
    parts: list[list[str]] = [[]]
    for word in words.split():
        if word == by:
            parts.append([])
        else:
            parts[-1].append(word)
    return [" ".join(part) for part in parts]


def _holds(path: str, term: list[str]) -> bool:
    negated = len(term) % 2 == 0
    return (term[-1].lower() in path.lower()) != negated


def problem_of(words: str) -> str | None:
    """Say what is wrong with a selection by words, if anything is."""
    for choice in _split(words, "or"):
        for term in _split(choice, "and"):
            *signs, word = term.split() or [""]
            if not word or word == "not" or any(sign != "not" for sign in signs):
                return f"{words!r} is not of the form: word and not word or word"
    return None


# The project


def project_file(start: str = ".") -> Path | None:
    """Return the pyproject.toml that is nearest, going up from a directory."""
    folder = Path(start).resolve()
    for place in (folder, *folder.parents):
        if (place / "pyproject.toml").is_file():
            return place / "pyproject.toml"
    return None
