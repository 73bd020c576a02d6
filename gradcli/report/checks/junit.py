"""The report that CI servers read as test results: JUnit's XML, a test case a file.

The unit is the file, since a server follows a test by its name: lines move, files rarely do. A
file with several failures has them all in its one ``failure``; more elements than one are more
than the servers' parsers take.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from gradcli.answers.check_results import FileResult, Summary
from gradcli.report.checks import text

_ELEMENTS = {"failed": "failure", "wrong": "error", "unreadable": "error"}


def render(summary: Summary) -> str:
    """Write the whole document."""
    failed = summary.count("failed")
    attributes = {
        "name": "gradcli",
        "tests": str(len(summary.results)),
        "failures": str(failed),
        "errors": str(summary.count("wrong") + summary.count("unreadable")),
        "time": f"{summary.seconds:.3f}",
    }
    root = ET.Element("testsuites", attributes)
    suite = ET.SubElement(root, "testsuite", {**attributes, "skipped": str(summary.count("empty"))})
    for result in summary.results:
        _case(suite, result)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _case(suite: ET.Element, result: FileResult) -> None:
    path = text.path_text(result.path)
    attributes = {"classname": "gradcli", "name": path, "file": path}
    case = ET.SubElement(suite, "testcase", {**attributes, "time": f"{result.seconds:.3f}"})
    if result.outcome == "empty":
        ET.SubElement(case, "skipped", {"message": text.verdict(result)})
    elif result.outcome in _ELEMENTS:
        kind = result.failures[0].kind if result.failures else result.outcome
        problem = ET.SubElement(case, _ELEMENTS[result.outcome], {"type": kind})
        problem.set("message", _message(result))
        problem.text = "\n".join(_body(result))
    notes = [f"{text.place(result.path, n)}: {text.headline(n)}" for n in text.remarks(result)]
    if notes:
        ET.SubElement(case, "system-out").text = "\n".join(notes)


def _message(result: FileResult) -> str:
    if len(result.failures) == 1:
        failure = result.failures[0]
        return f"line {failure.line}: {text.headline(failure)}"
    return text.verdict(result)


def _body(result: FileResult) -> Iterator[str]:
    for failure in result.failures:
        yield f"{text.place(result.path, failure)}: {text.headline(failure)}"
        yield from (f"  {line}".rstrip() for line in text.explanation(failure))
