"""SARIF 2.1.0, the format in which code scanners exchange results."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any
from urllib.parse import quote

from gradcli.answers.check_results import Failure, Summary
from gradcli.report.checks import text
from gradcli.report.checks.fingerprint import Finding, findings

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"


def render(summary: Summary) -> str:
    """Write the log, of one run."""
    found = list(findings(summary))
    kinds = sorted({finding.failure.kind for finding in found})
    run = {
        "tool": {"driver": _driver(kinds)},
        # A check that fails is a result; a file that could not be checked is not.
        "invocations": [{"executionSuccessful": not summary.count("unreadable")}],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, kinds) for finding in found],
    }
    return text.json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _driver(kinds: list[str]) -> dict[str, Any]:
    rules = [
        {
            "id": kind,
            "shortDescription": {"text": text.kind_meaning(kind)},
            "defaultConfiguration": {"level": "error"},
        }
        for kind in kinds
    ]
    return {"name": "gradcli", "semanticVersion": version("gradcli"), "rules": rules}


def _result(finding: Finding, kinds: list[str]) -> dict[str, Any]:
    path, failure, fails, fingerprint = finding
    lines = [text.line(failure.message), *text.explanation(failure)]
    return {
        "ruleId": failure.kind,
        "ruleIndex": kinds.index(failure.kind),
        "level": "error" if fails else "note",
        "message": {"text": "\n".join(lines)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _artifact(path),
                    "region": _region(failure),
                }
            }
        ],
        "partialFingerprints": {"gradcliCheck/v1": fingerprint},
    }


def _artifact(path: str) -> dict[str, str]:
    """Return where a file is: below the root of the sources, or anywhere on the machine."""
    if PureWindowsPath(path).is_absolute():
        return {"uri": PureWindowsPath(path).as_uri()}
    if path.startswith("/"):
        return {"uri": PurePosixPath(path).as_uri()}
    return {"uri": quote(path.removeprefix("./"), errors="surrogateescape"), "uriBaseId": _ROOT}


def _region(failure: Failure) -> dict[str, int]:
    region = {"startLine": failure.line, "startColumn": failure.column}
    if failure.end_line is not None:
        region["endLine"] = failure.end_line
    if failure.end_column is not None:
        region["endColumn"] = failure.end_column
    return region
