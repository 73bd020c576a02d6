"""Did you mean: the known name that is nearest to an unknown one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return a line of help that names the nearest known name, if one is near."""
    return meant(closest(name, known))


def meant(name: str | None) -> str | None:
    """Return the line of help that names what may have been meant."""
    return name and f"did you mean `{name}`?"


def closest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is nearest to an unknown one, if one is near."""
    if name.startswith("_"):
        return None
    names = {other for other in known if not other.startswith("_")}
    if name in names:
        return None
    if len(name) < 3:  # too short for a slip, but for another case, or a missing number: ``fc1``
        case = {other for other in names if other.lower() == name.lower()}
        numbered = {n for n in names if len(name) > 1 and n.rstrip("0123456789") == name}
        return min(case or numbered, default=None)
    farthest = min((len(name) + 1) // 3, 3)
    near = []
    for other in names:
        if abs(len(other) - len(name)) <= farthest:
            slips = distance(name.lower(), other.lower())
            if slips <= farthest:
                near.append((slips, -_agreeing(name, other), other))
    return min(near)[-1] if near else _lengthened(name, names)


def _lengthened(name: str, names: set[str]) -> str | None:
    """Return the known name that another goes on from, as ``optimizer`` does from ``optim``."""
    whole = [other for other in names if len(other) >= _LONG and other[-1] != "_"]
    return max((other for other in whole if name.startswith(other)), key=len, default=None)


_LONG = 5


def _agreeing(a: str, b: str) -> int:
    """Count the letters with which two words begin alike."""
    pairs = enumerate(zip(a, b, strict=False))
    return next((i for i, (x, y) in pairs if x != y), min(len(a), len(b)))


def distance(a: str, b: str) -> int:
    """Count the slips from one word to another: letters changed, left out, added or swapped."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a):
        before, last, row = row, before, [i + 1]
        for j, other in enumerate(b):
            slips = min(before[j + 1] + 1, row[j] + 1, before[j] + (letter != other))
            if i and j and letter == b[j - 1] and a[i - 1] == other:
                slips = min(slips, last[j - 1] + 1)
            row.append(slips)
    return row[-1]
