"""Reports as JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.answers.report import Report
from gradcli.errors import Diagnostic, Label, Span
from gradcli.report import json_view

Make = Callable[..., Report]
SCHEMA = Path(__file__).parents[2] / "docs" / "report-1.schema.json"

TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
}


def problems(data: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "") -> list[str]:
    """Check data against the parts of JSON Schema that the schema uses."""
    found = []
    if "$ref" in schema:
        return problems(data, root["$defs"][schema["$ref"].rpartition("/")[2]], root, at)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(type(data) is TYPES[kind] for kind in kinds):
        return [f"{at}: {data!r} is not {kinds}"]
    if "const" in schema and data != schema["const"]:
        found.append(f"{at}: {data!r} is not {schema['const']!r}")
    if "enum" in schema and data not in schema["enum"]:
        found.append(f"{at}: {data!r} is not one of {schema['enum']}")
    if data is not None and data < schema["minimum"] if "minimum" in schema else False:
        found.append(f"{at}: {data} is too small")
    options = schema.get("anyOf")
    if options and all(problems(data, option, root, at) for option in options):
        found.append(f"{at}: nothing fits {data!r}")
    for part in schema.get("allOf", []):
        found += problems(data, part, root, at)
    if isinstance(data, dict):
        found += [f"{at}: no {key}" for key in schema.get("required", []) if key not in data]
        for key, part in schema.get("properties", {}).items():
            found += problems(data[key], part, root, f"{at}.{key}") if key in data else []
    if isinstance(data, list) and "items" in schema:
        for place, item in enumerate(data):
            found += problems(item, schema["items"], root, f"{at}[{place}]")
    return found


def parse(report: Report) -> dict[str, Any]:
    """Render and read a report, which must be one line of strict JSON and fit the schema."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    text = json_view.render(report, 1)
    assert text.count("\n") == 1
    data: dict[str, Any] = json.loads(text, parse_constant=refuse)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert problems(data, schema, schema) == []
    return data


def test_version_2(report: Make) -> None:
    """Gradients and derivatives are keyed by name; all else is as in version 1."""
    found = report("(x * w).sum()", x=[1.0, 2.0], w=[3.0, 4.0])
    old, new = json_view.tree(found, 1), json_view.tree(found)
    schema = json.loads(SCHEMA.with_name("report.schema.json").read_text(encoding="utf-8"))
    assert problems(new, schema, schema) == [] and problems(old, schema, schema)
    assert new["gradients"]["w"]["data"] == [1.0, 2.0]
    assert list(new["gradients"]) == [gradient["name"] for gradient in old["gradients"]]
    changed = {name for name in old if old[name] != new[name]}
    assert changed == {"version", "gradients", "derivatives"}


def test_the_checker_finds_problems() -> None:
    """The schema checker of these tests refuses what does not fit."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    good = json_view.tree(Report(), 1)
    assert problems(good, schema, schema) == []
    assert problems({**good, "version": 2}, schema, schema)
    assert problems({**good, "stdout": None}, schema, schema)
    assert problems({**good, "gradients": [{}]}, schema, schema)


def test_a_whole_report(report: Make) -> None:
    """Result, graph and gradients have the fields of the schema."""
    data = parse(report("out = mean(3 * (x + 2)**2)\nout", x=[[1.0, 1.0], [1.0, 1.0]]))
    assert data["result"] == {
        "name": "out",
        "type": "tensor",
        "shape": [],
        "dtype": "float32",
        "data": 27.0,
        "requires_grad": True,
        "grad_fn": "MeanBackward0",
    }
    assert data["graph"]["nodes"][0] == {
        "id": 0,
        "name": "MeanBackward0",
        "source": "mean(3 * (x + 2)**2)",
        "line": 1,
        "column": 7,
        "shape": [],
        "dtype": "float32",
        "next": [[1, 0]],
    }
    assert data["graph"]["nodes"][-1]["variable"] == "x"
    assert data["gradients"][0]["data"] == [[4.5, 4.5], [4.5, 4.5]]


@pytest.mark.parametrize(
    ("source", "kind", "expected"),
    [
        ("0.1 + 0.2", "number", 0.30000000000000004),
        ("2**70", "number", 2**70),
        ("True", "bool", True),
        ("None", "none", None),
        ("'x[i]'", "string", "x[i]"),
        ("nan", "number", "NaN"),
        ("-inf", "number", "-Infinity"),
        ("1 + 2j", "complex", [1.0, 2.0]),
        ("[1, (2, 'a'), None]", "list", [1, [2, "a"], None]),
        ("{'a': [1, inf]}", "dict", {"a": [1, "Infinity"]}),
        ("{1: 2}", "dict", [[1, 2]]),
        ("(1, 2)", "tuple", [1, 2]),
    ],
)
def test_plain_values(report: Make, source: str, kind: str, expected: object) -> None:
    """Values of Python keep their form; what JSON lacks becomes strings and lists."""
    result = parse(report(source))["result"]
    assert (result["type"], result["data"]) == (kind, expected)


def test_other_values_are_text(report: Make) -> None:
    """Functions, element types and the rest appear as print shows them."""
    assert parse(report("lambda x: x"))["result"]["type"] == "function"
    assert parse(report("float64"))["result"]["data"] == "torch.float64"


def test_tensors_inside_containers(report: Make) -> None:
    """A tensor in a list is an object like a result."""
    inside = parse(report("[ones(2), 1]"))["result"]["data"]
    assert inside[0]["data"] == [1.0, 1.0] and inside[1] == 1


def test_containers_without_end(report: Make) -> None:
    """A list that holds itself, and one of a thousand levels, end in dots."""
    assert parse(report("a = [1]\na.append(a)\na"))["result"]["data"] == [1, "..."]
    parse(report("a = []\nfor i in range(100000):\n    a = [a]\na"))


def test_huge_integers(report: Make) -> None:
    """An integer that Python would not write in decimal is text."""
    assert isinstance(parse(report("2**100000"))["result"]["data"], str)


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (np.array([0.1, 1 / 3], np.float32), [0.1, 0.33333334]),
        (np.array([0.1], np.float16), [0.1]),
        (np.array([0.1, 1 / 3]), [0.1, 1 / 3]),
        (np.array([[np.nan, np.inf], [-np.inf, 1]]), [["NaN", "Infinity"], ["-Infinity", 1.0]]),
        (np.array(np.nan, np.float32), "NaN"),
        (np.array(True), True),
        (np.array([2**62]), [2**62]),
        (np.array([1 + 2j]), [[1.0, 2.0]]),
        (np.zeros((0, 2)), []),
    ],
)
def test_numbers(array: np.ndarray, expected: object) -> None:
    """Digits are the shortest of the element type; NaN and infinities are strings."""
    assert json_view.numbers(array) == expected


def test_diagnostics_have_places() -> None:
    """A diagnostic gives lines and columns from 1, with an exclusive end."""
    labels = (Label(Span(6, 7), "here"),)
    data = parse(Report(diagnostics=(Diagnostic("name", "m", labels=labels, source="x = 1\ny"),)))
    found = data["diagnostics"][0]
    places = [found[key] for key in ("line", "column", "end_line", "end_column")]
    assert places == [2, 1, 2, 2]
    assert found["labels"][0]["text"] == "here"
