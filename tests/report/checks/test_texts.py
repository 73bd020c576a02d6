"""Reports of checks for people: human, concise, and the Test Anything Protocol."""

import re
from typing import Any

import pytest
import yaml

from gradcli.answers.check_results import Failure, FileResult, Summary
from gradcli.report.checks import FORMATS, concise, human, tap
from gradcli.report.glyphs import ASCII, sgr_paint
from tests.report.checks.results import ALL, NOTHING, SUMMARY, WELL


def test_the_form_of_the_human_report() -> None:
    """Files come with their failures, each with its place and both sides; then one line."""
    assert (
        human.render(SUMMARY._replace(results=SUMMARY.results[:3]))
        == """\
./formulas/two words, 100%:#1.grad: 2 of 5 checks failed
  ./formulas/two words, 100%:#1.grad:4:8: assert: Tensor-likes are not close!
    expected: tensor([1., 2.])
    got:      tensor([[1., 2.],
                      [3., nan]])
    apart:    at most 1.5 absolute, Infinity relative at index (1, 0): expected 2.0, got 3.5
  ./formulas/two words, 100%:#1.grad:4:8: assert: Tensor-likes are not close!
    expected: tensor([1., 2.])
    got:      tensor([[1., 2.],
                      [3., nan]])
    apart:    at most 1.5 absolute, Infinity relative at index (1, 0): expected 2.0, got 3.5
  ./formulas/two words, 100%:#1.grad:7:1: note: kink: abs has a kink at 0

wrong.py: the program is wrong
  wrong.py:2:1: error: name 'y' is not defined
    2 │ y
      └ here

3 files, 9 checks in 2.00 s: 1 passed, 1 failed, 1 wrong
"""
    )


def test_nothing_is_said_twice() -> None:
    """Of a diagnostic, the headline and the place are left out: they stand above it."""
    details = "error[not-close]: Not close!\n\nMismatched: 1\n  --> a.grad:3:1\n  3 │ f(x)\n"
    failure = Failure("assert", "AssertionError: Not close!", line=3, details=details)
    report = human.part(FileResult("a.grad", "failed", 1, (failure,)))
    assert (
        report
        == """\
a.grad: 1 of 1 check failed
  a.grad:3:1: assert: AssertionError: Not close!
    Mismatched: 1
      3 │ f(x)

"""
    )


def test_a_good_run_is_one_line() -> None:
    """What passes is counted and not listed."""
    assert human.render(WELL) == "1 file, 2 checks in 0.50 s: 1 passed\n"
    assert human.render(NOTHING) == "0 files, 0 checks in 0.00 s\n"


def test_the_slowest_files_are_named() -> None:
    """As many as are asked for, the slowest first."""
    report = human.render(SUMMARY, durations=2)
    _, _, slowest = report.partition("slowest 2 files:\n")
    assert slowest.startswith("     1.500 s  wrong.py\n     0.250 s  formulas/square.grad\n\n")


def test_terminals_without_lines() -> None:
    """A diagnostic's lines are drawn with the signs that the terminal has."""
    report = human.render(SUMMARY, glyphs=ASCII)
    assert "    2 | y\n      `- here\n" in report
    assert report.isascii()


def test_colour_changes_nothing_else() -> None:
    """Without its escapes, the painted report is the plain one."""
    painted = human.render(SUMMARY, sgr_paint)
    assert painted != human.render(SUMMARY)
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == human.render(SUMMARY)


def test_parts_make_the_whole() -> None:
    """A report that is written file by file is the same as one written at the end."""
    parts = "".join(map(human.part, SUMMARY.results))
    assert parts + human.closing(SUMMARY) == human.render(SUMMARY)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("summary", ALL)
def test_no_format_commands_the_terminal(name: str, summary: Summary) -> None:
    """No control character gets through, and no half of a surrogate pair."""
    report = FORMATS[name](summary)
    report.encode("utf-8")
    assert report.replace("\n", "").isprintable()


def test_the_concise_report_is_a_line_a_failure() -> None:
    """Editors read path, line and column; a file that is none of the language's is no news."""
    lines = concise.render(SUMMARY).splitlines()
    assert lines[0] == "./formulas/two words, 100%:#1.grad:4:8: assert: Tensor-likes are not close!"
    assert lines[2] == "./formulas/two words, 100%:#1.grad:7:1: note: kink: abs has a kink at 0"
    assert lines[-1] == "kink.grad:7:1: note: kink: abs has a kink at 0"
    assert len(lines) == 7
    assert concise.render(WELL) == ""


POINT = re.compile(r"(not )?ok (\d+) - ((?:[^#\\]|\\.)*?)(?: # (SKIP) .*)?")


def points(stream: str) -> list[tuple[bool, str, str | None, Any]]:
    """Read TAP 13: whether each point is good, its name, its directive and its YAML."""
    version, plan, *lines = stream.splitlines()
    assert version == "TAP version 13"
    found = []
    while lines:
        point = POINT.fullmatch(lines.pop(0))
        assert point and int(point[2]) == len(found) + 1
        block = []
        while lines and lines[0].startswith("  "):
            block.append(lines.pop(0)[2:])
        assert not block or (block[0], block[-1]) == ("---", "...")
        data = yaml.safe_load("\n".join(block[1:-1]))
        found.append((not point[1], re.sub(r"\\(.)", r"\1", point[3]), point[4], data))
    assert plan == f"1..{len(found)}"
    return found


def test_tap_is_read_back() -> None:
    """Every file is a point, and what failed is in its YAML."""
    found = points(tap.render(SUMMARY))
    assert [(good, name) for good, name, _, _ in found] == [
        (result.outcome in ("passed", "empty"), result.path) for result in SUMMARY.results
    ]
    assert [name for _, name, directive, _ in found if directive] == ["setup.py"]
    failure = found[1][3]["failures"][1]
    assert (failure["line"], failure["column"], failure["kind"]) == (4, 8, "assert")
    assert failure["got"] == "tensor([[1., 2.],\n        [3., nan]])"
    assert "Infinity relative at index (1, 0)" in failure["apart"]
    assert found[3][3]["failures"][0]["got"].endswith("```` ::set-output name=x::")
    assert found[6][3]["notes"][0]["message"] == "abs has a kink at 0"
    assert points(tap.render(NOTHING)) == []
