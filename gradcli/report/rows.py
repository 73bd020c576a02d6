"""A report as rows for other programs: one number a line (CSV), or one part a line (JSON lines)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.report import json_view
from gradcli.report.select import digits

if TYPE_CHECKING:
    from gradcli.answers.report import Report


def arrays(report: Report) -> dict[str, np.ndarray]:
    """Return the arrays of a report by the names that ``--get`` has for them."""
    found: dict[str, np.ndarray] = {}
    result = report.result
    if result is not None and result.type in ("tensor", "array", "number", "complex", "bool"):
        found["result"] = np.asarray(result.data)
    found |= {f"grad.{gradient.name}": gradient.data for gradient in report.gradients}
    found |= {".".join((d.kind, *d.by)): d.data for d in report.derivatives}
    return found


def as_csv(found: dict[str, np.ndarray]) -> str:
    """Write every number on a line: whose it is, its place, and itself."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("name", "index", "value"))
    for name, array in found.items():
        for index in np.ndindex(array.shape):
            writer.writerow((name, " ".join(map(str, index)), digits(array[index])))
    return stream.getvalue()


def as_json_lines(report: Report) -> str:
    """Write the parts of a report as JSON, one a line; ``part`` names each."""
    whole = json_view.tree(report)
    lines: list[dict[str, Any]] = [{"part": "report", "version": json_view.VERSION}]
    lines += [{"part": "stdout", "text": whole["stdout"]}] if whole["stdout"] else []
    lines += [{"part": "result", **whole["result"]}] if whole["result"] else []
    lines += [{"part": f"grad.{name}", **found} for name, found in whole["gradients"].items()]
    lines += [{"part": name, **found} for name, found in whole["derivatives"].items()]
    lines += [{"part": "diagnostic", **found} for found in whole["diagnostics"]]
    return "".join(map(json_view.dumps, lines))
