"""Processes that are to end with the one that started them, whatever they are at.

This module knows pipes: the system sends a signal to whoever asked for it when the other end is
closed, and no end of a process leaves its pipes open. It does not know what processes do.
"""

from __future__ import annotations

import os
import select
import signal


def end_with(descriptor: int) -> None:
    """End this process when the other end of a pipe is closed, in which nothing is ever written.

    Where a system sends no such signal, a process that is on its own ends at its next task.
    """
    try:
        import fcntl
    except ImportError:
        return
    if not hasattr(os, "O_ASYNC"):
        return
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_ASYNC)
    closed = select.poll()
    closed.register(descriptor, select.POLLIN)
    if closed.poll(0):  # before the signal was asked for
        os._exit(1)
