"""Annotations and job summaries of GitHub Actions."""

import re
from collections import Counter

import pytest
from markdown_it import MarkdownIt

from gradcli.answers.check_results import Failure, FileResult, Summary
from gradcli.report.checks import github
from tests.report.checks.results import APART, NOTHING, SUMMARY, WELL, many

COMMAND = re.compile(r"::(error|notice) ([^:]*)::(.*)")


def commands(report: str) -> list[tuple[str, dict[str, str], str]]:
    """Read workflow commands as the runner does: kind, properties and message."""

    def plain(value: str) -> str:
        for sign in "\r\n:,%":
            value = value.replace(f"%{ord(sign):02X}", sign)
        return value

    found = []
    for line in report.splitlines():
        match = COMMAND.fullmatch(line)
        if match:
            pairs = (pair.partition("=") for pair in match[2].split(","))
            properties = {name: plain(value) for name, _, value in pairs}
            found.append((match[1], properties, plain(match[3])))
    return found


def test_an_annotation_names_the_place() -> None:
    """The runner reads the path, the line and the columns, and the message with its lines."""
    kind, properties, message = commands(github.render(SUMMARY))[0]
    assert kind == "error"
    assert properties == {
        "file": "./formulas/two words, 100%:#1.grad",
        "line": "4",
        "col": "8",
        "endColumn": "20",
        "title": "gradcli: assert",
    }
    assert message.splitlines()[:2] == [
        "Tensor-likes are not close!",
        "expected: tensor([1., 2.])",
    ]


def test_several_lines_have_no_columns() -> None:
    """GitHub refuses columns where first and last line differ."""
    _, properties, _ = commands(github.render(SUMMARY))[2]
    assert properties["line"] == "2" and properties["endLine"] == "3"
    assert properties.keys() == {"file", "line", "endLine", "title"}


def test_messages_cannot_be_commands() -> None:
    """Every line of the report is one command of ours, whatever a program prints."""
    report = github.render(SUMMARY)
    assert len(commands(report)) == len(report.splitlines()) == 7
    message = commands(report)[3][2]
    assert message.startswith("\\::error file=x::50% of <b>&")


@pytest.mark.parametrize(
    ("failures", "notes", "errors", "notices", "more"),
    [
        (10, 10, 10, 10, 0),
        (11, 0, 10, 1, 1),
        (1, 11, 1, 10, 2),
        (25, 12, 10, 10, 18),
        (11, 9, 10, 10, 1),
        (11, 10, 10, 10, 2),
    ],
)
def test_the_limit_of_ten(failures: int, notes: int, errors: int, notices: int, more: int) -> None:
    """Neither kind is more than ten; what is left out is counted, and in the log."""
    report = github.render(many(failures, notes))
    found = commands(report)
    assert Counter(kind for kind, _, _ in found) == {"error": errors, "notice": notices}
    unshown = [line for line in report.splitlines() if line.startswith("  many.grad:")]
    assert len(unshown) == more
    closing = f"{more} result{'s' * (more > 1)} more than GitHub shows as annotations"
    assert found[-1][2].startswith(closing) is (more > 0)


def test_every_file_is_seen() -> None:
    """A file with many failures leaves room for the first ones of the others."""
    crowded, other = many(25).results[0], FileResult("other.grad", "failed", 1, (APART,))
    found = commands(github.render(Summary((crowded, other), 1.0)))
    files = [properties.get("file") for _, properties, _ in found]
    assert files == ["many.grad"] * 9 + ["other.grad", None]


def test_nothing_to_say() -> None:
    """A good run has no annotations, and a job summary of one line."""
    assert github.render(WELL) == github.render(NOTHING) == ""
    assert github.job_summary(WELL) == "### gradcli check\n\n1 file, 2 checks in 0.50 s: 1 passed\n"


def test_the_job_summary_is_markdown() -> None:
    """Headings are the files; what programs wrote is code, and never markup."""
    tokens = MarkdownIt().parse(github.job_summary(SUMMARY))
    headings = [t.children[0].content for t in tokens if t.type == "inline" and t.level == 1]
    assert [text for text in headings if text.endswith((".grad", ".py", ".md"))] == [
        *(result.path for result in SUMMARY.results[1:5]), "kink.grad"
    ]  # fmt: skip
    assert not any(t.type.startswith("html") for t in tokens)
    inner = [child for t in tokens for child in t.children or ()]
    assert {child.type for child in inner} <= {"text", "code_inline", "softbreak"}
    fences = [t.content for t in tokens if t.type == "fence"]
    assert any("--- ... ```` ::set-output" in fence for fence in fences)


def test_the_job_summary_has_room() -> None:
    """GitHub refuses more than a mebibyte: files that do not fit are counted."""
    failure = Failure("output", "printed much", got="x" * 300_000)
    results = (FileResult(f"{n}.md", "failed", 1, (failure,)) for n in range(5))
    text = github.job_summary(Summary(tuple(results), 1.0))
    assert len(text.encode()) <= 1024**2
    assert text.endswith("\n2 files more than a job summary has room for.\n")
