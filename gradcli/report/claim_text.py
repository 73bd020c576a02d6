"""The verdict on a claim as text and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gradcli.answers.claims import Difference, Verdict

_MOST_ELEMENTS = 12


def render(verdict: Verdict, form: str) -> str:
    """Return a verdict in a format: "json", or text for any other."""
    if form == "json":
        return json.dumps(as_data(verdict), indent=2)
    return "\n".join([*(f"# {note}" for note in verdict.notes), _text(verdict)])


def _text(verdict: Verdict) -> str:
    if verdict.difference is None:
        where = "everywhere, by its form" if verdict.proved else f"at {verdict.points} points"
        right = f"right: the derivative with respect to {verdict.by}, {where}"
        if verdict.excepted is None:
            return right
        return "\n".join([f"{right}, but for points such as", *_lines(verdict.excepted)])
    _, derivative, claimed = verdict.difference
    lines = [f"wrong: not the derivative with respect to {verdict.by}"]
    if derivative.shape != claimed.shape:
        shapes = f"{tuple(derivative.shape)}, not {tuple(claimed.shape)}"
        lines.append(f"  the derivative has shape {shapes}")
    else:
        lines += _lines(verdict.difference)
    if verdict.correction is not None:
        lines.append(f"  should be: {verdict.correction.text}")
        lines.append(f"  mistake: {verdict.correction.mistake}")
    if verdict.derivative is not None:
        lines.append("  the derivative: " + verdict.derivative.replace("\n", "\n    "))
    return "\n".join(lines)


def _lines(difference: Difference) -> list[str]:
    point, derivative, claimed = difference
    lines = [f"  at {name} = {_written(array)}" for name, array in point.items()]
    lines += [f"  the derivative is {_written(derivative)}"]
    return [*lines, f"  the claim gives   {_written(claimed)}"]


def _written(array: np.ndarray) -> str:
    if array.size > _MOST_ELEMENTS:
        return f"(shape {tuple(array.shape)})"
    return np.array2string(array, precision=4, separator=", ").replace("\n", "")


def as_data(verdict: Verdict) -> dict[str, object]:
    """Return a verdict as plain data."""
    found: dict[str, object] = {
        "version": 1,
        "claim": verdict.claim,
        "wrt": verdict.by,
        "holds": verdict.holds,
        "points": verdict.points,
        "proved": verdict.proved,
        "notes": list(verdict.notes),
        "correction": None if verdict.correction is None else verdict.correction.text,
        "mistake": None if verdict.correction is None else verdict.correction.mistake,
        "derivative": verdict.derivative,
    }
    shown = verdict.difference or verdict.excepted
    if shown is not None:
        point, derivative, claimed = shown
        found["at"] = {name: _plain(array) for name, array in point.items()}
        found["expected"], found["claimed"] = _plain(derivative), _plain(claimed)
    return found


def _plain(array: np.ndarray) -> object:
    """Return elements as JSON has them, those that are not finite as strings."""
    if array.ndim:
        return [_plain(part) for part in array]
    return float(array) if np.isfinite(array) else str(array)
