"""Reports of checks for programs, each read back by what others read it with."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import click
import pytest
from jsonschema import Draft4Validator, Draft202012Validator
from junitparser import Error, Failure, JUnitXml, Skipped

from gradcli.answers.check_results import FileResult, Summary, from_data
from gradcli.commands.check import command
from gradcli.report.checks import FORMATS, gitlab, json_view, junit, sarif
from gradcli.report.checks.text import KINDS
from tests.report.checks.results import ALL, APART, SUMMARY

ROOT = Path(__file__).parents[3]


def schema(path: str) -> Any:
    """Read a schema of the repository."""
    return json.loads((ROOT / path).read_text(encoding="utf-8"))


OURS = Draft202012Validator(schema("docs/check.schema.json"))
SARIF = Draft4Validator(schema("tests/data/sarif-2.1.0-rtm.5.json"))


def strict(text: str) -> Any:
    """Read JSON that has no NaN and no infinities."""
    return json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


@pytest.mark.parametrize("summary", ALL)
def test_json_fits_its_schema(summary: Summary) -> None:
    """The object fits, and holds every result."""
    report = strict(json_view.render(summary))
    OURS.validate(report)
    assert [file["path"] for file in report["files"]] == [r.path for r in summary.results]
    assert report["summary"]["files"] == len(summary.results)


def test_json_holds_all_there_is() -> None:
    """A result is the same when it is read back; infinities are texts."""
    (report,) = strict(json_view.render(Summary((FileResult("a", "failed", 1, (APART,)),), 1)))[
        "files"
    ]
    assert report["failures"][0]["difference"]["relative"] == "Infinity"
    report["failures"][0]["difference"]["relative"] = float("inf")
    assert from_data(report) == FileResult("a", "failed", 1, (APART,))


@pytest.mark.parametrize("summary", ALL)
def test_json_lines_fit_the_schema(summary: Summary) -> None:
    """Every line is an event; the last one is the summary."""
    events = [strict(line) for line in json_view.render_lines(summary).splitlines()]
    for event in events:
        OURS.validate(event)
    assert [e["event"] for e in events] == ["file"] * len(summary.results) + ["summary"]
    assert events[-1]["failures"] == sum(len(r.failures) for r in summary.results)


def test_the_schema_sees_a_wrong_report() -> None:
    """The schema is no rubber stamp."""
    report = strict(json_view.render(SUMMARY))
    report["files"][0]["outcome"] = "fine"
    assert not OURS.is_valid(report)


@pytest.mark.parametrize("summary", ALL)
def test_junit_is_read_back(summary: Summary, tmp_path: Path) -> None:
    """A reader of JUnit's XML finds the same files, and the same counts."""
    path = tmp_path / "report.xml"
    path.write_text(junit.render(summary), encoding="utf-8")
    report = JUnitXml.fromfile(str(path))
    (suite,) = report
    assert [case.name for case in suite] == [result.path for result in summary.results]
    stated = (suite.tests, suite.failures, suite.errors, suite.skipped, suite.time)
    assert (report.tests, report.failures, report.errors) == stated[:3]
    suite.update_statistics()
    counted = (suite.tests, suite.failures, suite.errors, suite.skipped)
    assert stated == (*counted, summary.seconds)


def test_junit_says_what_failed() -> None:
    """Each outcome has its element, with all failures of the file in it."""
    (suite,) = JUnitXml.fromstring(junit.render(SUMMARY).encode())
    kinds = [[type(found) for found in case.result] for case in suite]
    assert kinds == [[], [Failure], [Error], [Failure], [Error], [Skipped], []]
    cases = list(suite)
    assert cases[1].result[0].message == "2 of 5 checks failed"
    assert cases[1].result[0].text.count(":4:8: assert: Tensor-likes are not close!") == 2
    assert cases[2].result[0].message == "line 2: error: name 'y' is not defined"
    assert '<b>&"]]>`` is \\x1b[31m' in cases[3].result[0].message
    assert cases[6].system_out == "kink.grad:7:1: kink: abs has a kink at 0"


@pytest.mark.parametrize("summary", ALL)
def test_sarif_fits_the_standard(summary: Summary) -> None:
    """The log fits the schema of SARIF 2.1.0, and has a result for each failure and note."""
    log = strict(sarif.render(summary))
    assert [error.message for error in SARIF.iter_errors(log)] == []
    (run,) = log["runs"]
    kinds = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(kinds[found["ruleIndex"]] == found["ruleId"] for found in run["results"])


def test_the_standard_sees_a_wrong_log() -> None:
    """The schema is no rubber stamp."""
    log = strict(sarif.render(SUMMARY))
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert not SARIF.is_valid(log)


def test_sarif_names_places() -> None:
    """Paths are relative to the sources and encoded; regions are the failures'."""
    (run,) = strict(sarif.render(SUMMARY))["runs"]
    places = [found["locations"][0]["physicalLocation"] for found in run["results"]]
    assert places[0] == {
        "artifactLocation": {
            "uri": "formulas/two%20words%2C%20100%25%3A%231.grad",
            "uriBaseId": "%SRCROOT%",
        },
        "region": {"startLine": 4, "startColumn": 8, "endLine": 4, "endColumn": 20},
    }
    assert unquote(places[0]["artifactLocation"]["uri"]) == SUMMARY.results[1].path[2:]
    assert places[4]["artifactLocation"] == {"uri": "file:///tmp/hostile.md"}
    assert [found["level"] for found in run["results"]] == ["error"] * 2 + ["note"] + [
        "error"
    ] * 3 + ["note"]
    assert run["invocations"] == [{"executionSuccessful": False}]


def moved(summary: Summary) -> Summary:
    """Return results as they are after twenty lines were put before all they are about."""

    def shifted(result: FileResult) -> FileResult:
        failures = (f._replace(line=f.line + 20, end_line=None) for f in result.failures)
        return result._replace(failures=tuple(failures))

    return summary._replace(results=tuple(map(shifted, summary.results)))


def test_gitlab_has_what_gitlab_asks_for() -> None:
    """Every issue has the five properties; fingerprints differ, and do not move with lines."""
    issues = strict(gitlab.render(SUMMARY))
    severities = [issue["severity"] for issue in issues]
    assert severities == ["major", "major", "info", "critical", "major", "critical", "info"]
    for issue in issues:
        assert issue.keys() == {
            "description", "check_name", "fingerprint", "severity", "location"
        }  # fmt: skip
        assert not issue["location"]["path"].startswith("./")
        assert issue["location"]["lines"]["begin"] >= 1
    assert issues[0]["location"]["lines"] == {"begin": 4, "end": 4}
    prints = [issue["fingerprint"] for issue in issues]
    assert len(set(prints)) == len(prints)
    assert prints == [i["fingerprint"] for i in strict(gitlab.render(moved(SUMMARY)))]


def test_the_page_lists_formats_and_kinds() -> None:
    """docs/check-reports.md has every format and every kind, with the words of the reports."""
    page = (ROOT / "docs" / "check-reports.md").read_text(encoding="utf-8")
    formats, kinds = re.split(r"^A failure's|^check\)\. A failure's", page, flags=re.MULTILINE)
    assert re.findall(r"^\| `([a-z]+)` \|", formats, flags=re.MULTILINE) == list(FORMATS)
    listed = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", kinds, flags=re.MULTILINE)
    assert dict(listed) == KINDS


def test_the_help_names_every_format() -> None:
    """The help of --report lists what it takes, in the order of the table."""
    (option,) = (option for option in command.params if option.name == "reports")
    assert isinstance(option, click.Option)
    *others, last = FORMATS
    assert option.help == f"{', '.join(others)} or {last}; repeatable."
