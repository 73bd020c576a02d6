"""How much memory programs may take: what the machine has, but for a rest.

A program that asks for more then ends with an error, where the system would kill the process. This
module knows the system's limits. It does not know what memory is used for.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress

_LEAST = 1024**3
_CONTAINER = "/sys/fs/cgroup/memory.max"
_PROCESS = "/proc/self/statm"


_LOCK = threading.Lock()
if hasattr(os, "register_at_fork"):  # or else a process split off meanwhile would find it held
    os.register_at_fork(
        before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release
    )
_limits: dict[object, int] = {}
_before = (-1, -1)
"""The limits that hold, by whom they are for, and the process's own before the first of them.

A process has one limit, and runs in threads end in any order: one puts back what holds without it.
"""


class memory_limit:
    """Limit the process's memory meanwhile; a lower limit stays, and some systems know none.

    ``share`` is how many processes the machine's memory is for, ``most`` how many bytes may be
    taken besides what the process has.
    """

    def __init__(self, share: int = 1, most: int | None = None) -> None:
        self.share, self.most = share, most

    def __enter__(self) -> None:
        most = self.most
        if most is None:
            most = max(_LEAST, _machine() // 4 * 3 // self.share)
        self._hold(_taken() + most)

    def __exit__(self, *exception: object) -> None:
        self._hold(None)

    def _hold(self, limit: int | None) -> None:
        """Let a limit hold, or none any more: the process's is the lowest of all."""
        global _before
        try:
            import resource
        except ImportError:
            return
        with _LOCK:
            if not _limits:
                _before = resource.getrlimit(resource.RLIMIT_AS)
            if limit is None:
                _limits.pop(self, None)
            else:
                _limits[self] = limit
            soft, hard = _before
            own = [soft] if soft != resource.RLIM_INFINITY or not _limits else []
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_AS, (min([*_limits.values(), *own]), hard))


def _machine() -> int:
    """Return the bytes of memory that there are for this process and others."""
    sizes = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    with suppress(OSError, ValueError):  # outside a container, or one without a limit
        sizes.append(_number(_CONTAINER))
    return min(sizes)


def _taken() -> int:
    """Return the bytes of address space that the process has taken so far."""
    with suppress(OSError, ValueError):
        return _number(_PROCESS) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _number(file: str) -> int:
    """Return the number that a file of the system begins with."""
    with open(file, encoding="utf-8") as stream:
        return int(stream.read().split()[0])
