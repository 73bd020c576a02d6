"""What ``-o FILE`` does: a report becomes a file, whole or not at all.

This module knows which suffix stands for which format. It does not know how one is written.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gradcli.answers.inputs import QuestionError
from gradcli.answers.report import Report
from gradcli.commands.output import form_of
from gradcli.data import write
from gradcli.data.source import named
from gradcli.data.whole import write_whole
from gradcli.report import json_view, markdown, rows


def save_report(
    report: Report, path: str, parts: tuple[str, ...], source: str, version: int
) -> None:
    """Write a report, or the parts of it that are named, to a file.

    Raises ``OSError`` and ``DataError``; what was in the file before is then still there.
    """
    with named(path):
        data = form_of(path, SUFFIXES)(report, parts, source, version)
    write_whole(path, data)


def _chosen(report: Report, parts: tuple[str, ...]) -> dict[str, np.ndarray]:
    found = rows.arrays(report)
    if not found:
        kind = "there is no result" if report.result is None else "the result holds no numbers"
        raise QuestionError(f"{kind} that the file could hold; .json holds whatever there is")
    missing = [part for part in parts if part not in found]
    if missing:
        raise QuestionError(f"there is no array {missing[0]!r}; there is {', '.join(found)}")
    return {part: found[part] for part in parts} if parts else found


def _npy(report: Report, parts: tuple[str, ...], source: str, version: int) -> bytes:
    found = rows.arrays(report)
    if parts or "result" in found or not found:
        found = _chosen(report, parts or ("result",))
    if len(found) > 1:
        raise QuestionError(f"-o: a .npy file holds one array, not {', '.join(found)}; use .npz")
    return write.npy(next(iter(found.values())))


SUFFIXES: dict[str, Callable[[Report, tuple[str, ...], str, int], bytes]] = {
    ".json": lambda report, parts, source, version: json_view.render(report, version).encode(),
    ".npz": lambda report, parts, source, version: write.npz(_chosen(report, parts)),
    ".npy": _npy,
    ".csv": lambda report, parts, source, version: rows.as_csv(_chosen(report, parts)).encode(),
    ".safetensors": lambda r, parts, source, version: write.safetensors(_chosen(r, parts)),
    ".md": lambda report, parts, source, version: markdown.render(report, source).encode(
        "utf-8", "backslashreplace"
    ),
}
