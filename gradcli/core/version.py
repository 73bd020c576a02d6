"""Versions: how often the memory of tensors was changed in place, and by what.

Tensors that share memory share one version. This module knows no tensors.
"""

from __future__ import annotations

from typing import Any


class Version:
    """The count of changes in place, and ``source``, the piece of program that made the last one.

    ``reshapes`` holds the changes of shape in place: which tensor, and the step back.
    """

    __slots__ = ("count", "reshapes", "source")

    def __init__(self) -> None:
        self.count = 0
        self.source: object | None = None
        self.reshapes: tuple[tuple[Any, Any], ...] = ()

    def changed(self, source: object) -> None:
        """Count a change."""
        self.count += 1
        self.source = source


class _Untracked(Version):
    """The version of every tensor made in inference mode, which stays at 0."""

    __slots__ = ()

    def changed(self, source: object) -> None:
        """Count nothing."""


UNTRACKED = _Untracked()
