"""How what has no text of its own is printed."""

from __future__ import annotations


class Shown:
    """A value that prints as what it is, without the host's word on where in memory it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        kind = type(self)
        module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
        return f"<{module}{kind.__qualname__} object>"
