"""What commands may reach that a document asks for: files of its project, to be read, and no more.

This module knows what Python tells of a process that opens, starts or connects something. It does
not know what commands do. Whoever is confined stays so, and starts none but such as are, too.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

PROJECT = "_GRADCLI_PROJECT"
"""The variable of the environment that names the folder to processes that are started."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OF_THE_SYSTEM = (
    *(os.devnull, "/proc/self/statm", "/sys/fs/cgroup/memory.max"),
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat"),  # which dask's workers are as many as
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_LISTS = ("os.listdir", "os.scandir", "glob.glob")
_STARTS = ("os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.spawn")
_CHANGES = (
    *("os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir"),
    *("os.symlink", "os.truncate", "os.utime", "os.setxattr", "os.removexattr"),
)
_CONNECTS = (
    *("socket.bind", "socket.connect", "socket.getaddrinfo", "socket.gethostbyname"),
    *("socket.sendmsg", "socket.sendto"),
)
_NEVER = frozenset((*_STARTS, *_CHANGES, *_CONNECTS))


def confine(project: str) -> None:
    """Let this process reach no more than a project's files, for good.

    What is refused is an OSError, as where a file may not be opened.
    """
    os.environ[PROJECT] = project
    roots = (
        project,
        _PACKAGE,
        sys.prefix,
        sys.base_prefix,
        sys.exec_prefix,
        *filter(None, (sys.pycache_prefix, *sys.path)),  # compiled modules, and modules
    )
    inside = tuple({os.path.join(os.path.realpath(root), "") for root in roots})

    def hear(event: str, args: tuple[Any, ...]) -> None:
        refused = event in _NEVER
        if event == "open":
            refused = not _may_be_opened(args[0], args[2], inside)
        elif event in _LISTS:
            refused = not _is_inside(args[0], inside)
        elif event == "subprocess.Popen":
            refused = (args[3] or {}).get(PROJECT) != project
        if refused:
            path = args[0] if args and isinstance(args[0], str) else None
            raise PermissionError(errno.EACCES, "it is not a file of the project", path)

    sys.addaudithook(hear)


def as_whoever_started() -> None:
    """Confine this process where the one is that has started it."""
    project = os.environ.get(PROJECT)
    if project is not None:
        confine(project)


def is_confined() -> bool:
    """Tell whether this process, or the one that has started it, is confined."""
    return PROJECT in os.environ


def _may_be_opened(path: Any, flags: int, inside: tuple[str, ...]) -> bool:
    if path in _OF_THE_SYSTEM or isinstance(path, int):
        return True
    return not flags & _WRITING and _is_inside(path, inside)


def _is_inside(path: Any, inside: tuple[str, ...]) -> bool:
    """Tell whether a path, its links followed, leads to one of some folders or into it."""
    if isinstance(path, int):
        return True
    found = os.path.realpath(os.fsdecode(path or os.curdir))
    return os.path.join(found, "").startswith(inside)
