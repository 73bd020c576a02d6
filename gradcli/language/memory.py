"""How much memory programs may take: what the machine has, but for a rest.

A program that asks for more then ends with an error, where the system would kill the process. This
module knows the system's limits. It does not know what memory is used for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_LEAST = 1024**3
_CONTAINER = "/sys/fs/cgroup/memory.max"
_PROCESS = "/proc/self/statm"


@contextmanager
def memory_limit(share: int = 1, most: int | None = None) -> Iterator[None]:
    """Limit the process's memory meanwhile; a lower limit stays, and some systems know none.

    ``share`` is how many processes the machine's memory is for, ``most`` how many bytes may be
    taken besides what the process has.
    """
    try:
        import resource
    except ImportError:
        yield
        return
    before = soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = _taken() + (max(_LEAST, _machine() // 4 * 3 // share) if most is None else most)
    if soft == resource.RLIM_INFINITY or limit < soft:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, before)


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
