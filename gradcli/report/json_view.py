"""A report as JSON, in the schema of ``docs/json-schema.md``.

Numbers carry the shortest digits that give the same value in their own element type. JSON has no
NaN and no infinities; they are the strings "NaN", "Infinity" and "-Infinity".
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.answers.report import (
    Derivative,
    Gradient,
    Value,
    bare,
    describe,
    is_writable,
    pairs,
    text_of,
)
from gradcli.answers.source_lines import Lines
from gradcli.errors import Diagnostic, Span
from gradcli.report.shortest import shortest

if TYPE_CHECKING:
    from gradcli.answers.graph import Flow, Graph, GraphNode
    from gradcli.answers.report import Pattern, Report

VERSION = 2
"""The version of the schema; 1 is still written for those who ask for it."""

_DEEPEST = 50
_HUGE = 10**4000  # Python writes no longer integers in decimal


def render(report: Report, version: int = VERSION) -> str:
    """Write a report as one line of JSON."""
    return dumps(tree(report, version))


def dumps(data: object) -> str:
    """Write plain data as one line of JSON."""
    return json.dumps(data, allow_nan=False) + "\n"


def refused(diagnostic: Diagnostic) -> str:
    """Return what stands in place of an answer that is no report where the program is wrong."""
    return dumps({"version": 1, "diagnostics": [_diagnostic(diagnostic)]})


def tree(report: Report, version: int = VERSION) -> dict[str, Any]:
    """Return a report as nested dicts and lists; version 2 has derivatives by name."""
    found = _tree(report)
    if version > 1:
        by_name = {gradient.pop("name"): gradient for gradient in found["gradients"]}
        by_inputs = {".".join((d["kind"], *d["by"])): d for d in found["derivatives"]}
        found |= {"version": version, "gradients": by_name, "derivatives": by_inputs}
    return found


def _tree(report: Report) -> dict[str, Any]:
    return {
        "version": 1,
        "stdout": report.stdout,
        "result": None if report.result is None else value_tree(report.result),
        "graph": None if report.graph is None else graph_tree(report.graph),
        "gradients": [_gradient(gradient) for gradient in report.gradients],
        "derivatives": [_derivative(derivative) for derivative in report.derivatives],
        "sparsity": None if report.pattern is None else _pattern(report.pattern),
        "hint": report.hint,
        "diagnostics": [_diagnostic(diagnostic) for diagnostic in report.diagnostics],
    }


def value_tree(value: Value) -> dict[str, Any]:
    """Return a value as nested dicts and lists."""
    if value.type not in ("tensor", "array"):
        return {"name": value.name, "type": value.type, "data": plain(value.data, value.text)}
    found = {
        "name": value.name,
        "type": value.type,
        "shape": list(value.shape or ()),
        "dtype": value.dtype,
        "data": numbers(value.data),
    }
    if value.type == "tensor":
        found |= {"requires_grad": value.requires_grad, "grad_fn": value.grad_fn}
    return found


def plain(
    value: object,
    text: str,
    tensor: Callable[[Value], Any] = value_tree,
    inside: tuple[int, ...] = (),
) -> Any:
    """Return a value of Python as JSON has it; what JSON lacks becomes text.

    ``tensor`` writes tensors and arrays; ``inside`` holds the containers around the value: a list
    may hold itself.
    """
    around = (*inside, id(value))
    value = bare(value)
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if -_HUGE < value < _HUGE else text
    if isinstance(value, float):
        return number(value)
    if isinstance(value, complex):
        return [number(value.real), number(value.imag)]
    if not isinstance(value, (list, tuple, dict)):
        described = describe(value)
        return tensor(described) if described.type in ("tensor", "array") else text
    if not inside and not is_writable(value):
        return text_of(value)
    if around[-1] in inside or len(inside) >= _DEEPEST:
        return "..."

    def item(item: object) -> Any:
        words = "" if isinstance(item, (list, tuple, dict)) else text_of(item)
        return plain(item, words, tensor, around)

    if not isinstance(value, dict):
        return [item(element) for element in value]
    if all(key.__class__ is str for key, _ in pairs(value)):
        return {key: item(element) for key, element in pairs(value)}
    return [[item(key), item(element)] for key, element in pairs(value)]


def number(value: float) -> float | str:
    """Return a number as JSON has it."""
    if math.isfinite(value):
        return value
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"


def numbers(array: np.ndarray) -> Any:
    """Return an array as nested lists; a complex element is a pair of numbers."""
    if array.dtype.kind == "c":
        array = np.stack([array.real, array.imag], axis=-1)
    if array.dtype.kind == "V":  # bfloat16, of which float32 holds every value
        array = array.astype(np.float32)
    if array.dtype.kind != "f":
        return array.tolist()
    exact = shortest(array) if array.dtype.itemsize < 8 else array
    finite = np.isfinite(exact)
    if finite.all():
        return exact.tolist()
    mixed = exact.astype(object)
    for place in np.argwhere(~finite):
        mixed[tuple(place)] = number(float(exact[tuple(place)]))
    return mixed.tolist()


def _gradient(gradient: Gradient) -> dict[str, Any]:
    return {
        "name": gradient.name,
        "shape": list(gradient.data.shape),
        "dtype": str(gradient.data.dtype),
        "data": numbers(gradient.data),
        "note": gradient.note,
    }


def _derivative(derivative: Derivative) -> dict[str, Any]:
    return {
        "kind": derivative.kind,
        "by": list(derivative.by),
        "shape": list(derivative.data.shape),
        "dtype": str(derivative.data.dtype),
        "data": numbers(derivative.data),
    }


def _pattern(pattern: Pattern) -> dict[str, Any]:
    return {
        "kind": pattern.kind,
        "rows": [{"name": name, "size": size} for name, size in pattern.rows],
        "columns": [{"name": name, "size": size} for name, size in pattern.columns],
        "nonzero": np.argwhere(pattern.nonzero).tolist(),
    }


def graph_tree(graph: Graph) -> dict[str, Any]:
    """Return a graph as nested dicts and lists."""
    nodes = [_node(node) for node in graph.nodes]
    return {"root": 0, "nodes": nodes, "omitted": graph.total - len(nodes)}


def _node(node: GraphNode) -> dict[str, Any]:
    if node.variable is not None:
        origin: dict[str, Any] = {"variable": node.variable}
    else:
        origin = {"source": node.source, "line": node.line, "column": node.column}
    return {
        "id": node.id,
        "name": node.name,
        **origin,
        "shape": list(node.shape),
        "dtype": node.dtype,
        "next": [None if edge is None else list(edge) for edge in node.next],
        **({"gradients": [_flow(flow) for flow in node.flows]} if node.flows else {}),
    }


def _flow(flow: Flow | None) -> dict[str, Any] | None:
    if flow is None:
        return None
    data = None if flow.data is None else numbers(flow.data)
    return {"shape": list(flow.shape), "norm": number(flow.norm), "data": data}


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    lines = Lines(diagnostic.source)
    labels = [{"text": label.text, **_place(label.span, lines)} for label in diagnostic.labels]
    return {
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "kind": diagnostic.kind,
        "message": diagnostic.message,
        "file": diagnostic.filename,
        **_place(diagnostic.span, lines),
        "labels": labels,
        "help": diagnostic.help,
        "calls": [_place(span, lines) for span in diagnostic.calls],
    }


def _place(span: Span, lines: Lines) -> dict[str, int]:
    line, column = lines.place(span.start)
    end_line, end_column = lines.place(span.end)
    return {
        "line": line + 1,
        "column": column + 1,
        "end_line": end_line + 1,
        "end_column": end_column + 1,
    }
