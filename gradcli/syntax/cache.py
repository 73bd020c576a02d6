"""Where the parser's tables are kept between runs.

This module knows the user's cache directory and whether a file there can be trusted: nobody else
may have been able to write it. It does not know what is in the file. Nothing that goes wrong here
matters to the user, for the tables can always be made again.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress


def read(name: str) -> str | None:
    """Return what was kept under a name, or None."""
    directory = _directory()
    path = os.path.join(directory, name)
    try:
        if not (_is_own(directory, stat.S_ISDIR) and _is_own(path, stat.S_ISREG)):
            return None
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def write(name: str, text: str) -> None:
    """Keep a text under a name, if that is possible."""
    directory = _directory()
    path = os.path.join(directory, name)
    # Another process may read meanwhile, and must find all of the text or none.
    draft = f"{path}.{os.getpid()}"
    with suppress(OSError, ValueError):
        os.makedirs(directory, mode=0o700, exist_ok=True)
        if not _is_own(directory, stat.S_ISDIR):
            return
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(draft, path)


def _directory() -> str:
    """Return the directory in which the system keeps what programs can make again."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        # A relative path is to be ignored, says the specification of this variable.
        base = base if os.path.isabs(base) else os.path.expanduser("~/.cache")
    return os.path.join(base, "gradcli")


def _is_own(path: str, is_kind: Callable[[int], bool]) -> bool:
    """Tell whether only the user can have written something, and it is what it should be."""
    status = os.lstat(path)
    if not is_kind(status.st_mode):
        return False
    if sys.platform == "win32":
        return True
    others = stat.S_IWGRP | stat.S_IWOTH
    return status.st_uid == os.getuid() and not status.st_mode & others
