"""docs/architecture.md draws the rooms as they are: all of them, and what imports what."""

from __future__ import annotations

import re
from pathlib import Path

from tests.test_layers import TEXTS, imported_rooms, room_of

PAGE = (Path(__file__).parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = {name.rstrip("/").removesuffix(".py") for name in re.findall(r"^\| `(\S+)` \|", PAGE, re.M)}
DRAWN = {tuple(arrow) for arrow in re.findall(r"^    (\w+) --> (\w+)$", PAGE, re.M)}


def imports() -> dict[str, set[str]]:
    """Return which rooms of the page each of them imports."""
    found: dict[str, set[str]] = {room: set() for room in ROOMS}
    for path, text in TEXTS.items():
        if room_of(path) in ROOMS:
            found[room_of(path)] |= imported_rooms(text, path) & ROOMS
    return {room: others - {room} for room, others in found.items()}


def reached(edges: dict[str, set[str]], start: str) -> set[str]:
    """Return the rooms that a room comes to through others."""
    found: set[str] = set()
    stack = [start]
    while stack:
        for room in edges[stack.pop()] - found:
            found.add(room)
            stack.append(room)
    return found


def test_every_room_is_on_the_page() -> None:
    """A folder of the package is a room of the page, or one of the Python API's thin modules."""
    thin = {"__init__", "__main__", "api", "autograd", "fft", "func", "linalg", "nn.functional"}
    thin |= {"pytest_plugin", "special", "testing"}
    assert {room_of(path) for path in TEXTS} - thin == ROOMS


def test_the_arrows_are_the_imports() -> None:
    """Each import between rooms is an arrow, or follows from arrows; no arrow is idle."""
    edges = imports()
    needed = {
        (room, other)
        for room, others in edges.items()
        for other in others
        if not any(other in reached(edges, between) for between in others - {other})
    }
    assert needed == DRAWN


def test_files_on_the_page_exist() -> None:
    """A file that the page names is there."""
    named = re.findall(r"`([a-z_]+/[a-z_/]+\.(?:py|lark))`", PAGE)
    root = Path(__file__).parent.parent
    missing = [n for n in named if not (root / n).exists() and n not in TEXTS]
    assert len(named) > 10 and missing == []
