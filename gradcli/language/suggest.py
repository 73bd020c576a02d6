"""Did you mean: the known name that is nearest to an unknown one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return a line of help that names the nearest known name, if one is near."""
    if len(name) < 3:
        return None
    from difflib import get_close_matches

    candidates = {other for other in known if not other.startswith("_")}
    lower = {other.lower(): other for other in sorted(candidates)}
    if name.lower() in lower:
        return f"did you mean `{lower[name.lower()]}`?"
    matches = get_close_matches(name, sorted(candidates), n=1, cutoff=0.7)
    return f"did you mean `{matches[0]}`?" if matches else None
