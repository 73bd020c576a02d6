"""Did you mean: the file whose name is nearest to one that is not there."""

from __future__ import annotations

import os
import re
import shlex
from itertools import islice
from typing import Final

from gradcli.language.messages.suggest import closest

_MOST_NAMES: Final = 1000


def near_file(error: BaseException | None, name: str) -> str:
    """Return the end of a message on a file that is not there: one whose name is near."""
    if not isinstance(error, FileNotFoundError):
        return ""
    part = re.fullmatch(r"(.+)[:\[](\w+)\]?", name)
    if part is not None and os.path.isfile(part[1]):
        return f"; did you mean {shlex.quote(f'{part[1]}#{part[2]}')}?"
    folder, base = os.path.split(name)
    try:
        with os.scandir(folder or ".") as entries:
            near = _nearest(base, [entry.name for entry in islice(entries, _MOST_NAMES)])
    except OSError:
        return ""
    return f"; did you mean {shlex.quote(os.path.join(folder, near))}?" if near else ""


def _nearest(base: str, names: list[str]) -> str | None:
    """Return the name that is near, or one that is but for the ending."""
    stems = {os.path.splitext(name)[0]: name for name in sorted(names, reverse=True)}
    stem = os.path.splitext(base)[0]
    same = stems.get(base) or stems.get(stem)
    return closest(base, names) or same or stems.get(closest(base, stems) or "")
