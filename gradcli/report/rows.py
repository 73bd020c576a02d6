"""A report as rows for other programs: one number a line (CSV), or one part a line (JSON lines)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.answers.report import bare, describe, pairs
from gradcli.errors import DataError
from gradcli.report import json_view
from gradcli.report.select import digits

if TYPE_CHECKING:
    from gradcli.answers.report import Report, Value


def arrays(report: Report) -> dict[str, np.ndarray]:
    """Return the arrays of a report by the names that ``--get`` has for them."""
    found = {} if report.result is None else _of_value(report.result)
    found |= {f"grad.{gradient.name}": gradient.data for gradient in report.gradients}
    found |= {".".join((d.kind, *d.by)): d.data for d in report.derivatives}
    return found


_NUMBERS = {"tensor", "array", "number", "complex", "bool"}
_MOST = 10_000
_DEEPEST = 8


def _of_value(result: Value) -> dict[str, np.ndarray]:
    """Return the arrays of a result; what is within a list or a dictionary has a name with dots."""
    found: dict[str, np.ndarray] = {}
    stack: list[tuple[str, Any]] = [("result", result.data)]
    for _ in range(_MOST):
        if not stack:
            return found
        name, item = stack.pop()
        item = bare(item)
        if describe(item).type in _NUMBERS or _are_numbers(item):
            array = np.asarray(describe(item).data)
            if not array.dtype.hasobject:  # as an integer of many digits
                found[name] = array
        elif name.count(".") < _DEEPEST:
            inside = [(f"{name}.{key}", part) for key, part in _parts(item)]
            stack += inside[::-1]
    raise DataError(f"cannot hold a result of more than {_MOST} parts")


def _are_numbers(item: Any) -> bool:
    return isinstance(item, (list, tuple)) and {*map(type, item)} in ({int}, {float}, {bool})


def _parts(item: Any) -> list[tuple[Any, Any]]:
    if isinstance(item, dict):
        return [(key, part) for key, part in pairs(item) if key.__class__ in (str, int, bool)]
    return list(enumerate(item)) if isinstance(item, (list, tuple)) else []


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
