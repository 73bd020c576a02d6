"""Annotations for GitHub Actions, as workflow commands, and the Markdown of the job summary.

A step shows ten errors and ten notices and drops the rest without a word; the rest is in the log
and in the job summary, and the last notice says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from gradcli.answers.check_results import Failure, FileResult, Summary
from gradcli.report.checks import text

ANNOTATIONS = 10
SUMMARY_BYTES = 1_000_000  # GitHub refuses a job summary of more than 1 MiB

Placed = tuple[str, Failure]


def render(summary: Summary) -> str:
    """Write the commands that annotate the lines of a change."""
    shown, unshown = _chosen([(r.path, r.failures) for r in summary.results], ANNOTATIONS)
    notes = [(result.path, text.remarks(result)) for result in summary.results]
    many = sum(len(noted) for _, noted in notes) > ANNOTATIONS
    # The notice that closes the report is one of the ten.
    noted, unnoted = _chosen(notes, ANNOTATIONS - 1 if many or unshown else ANNOTATIONS)
    lines = [_command("error", *placed) for placed in shown]
    lines += [_command("notice", *placed) for placed in noted]
    unshown += unnoted
    lines += [f"  {text.place(path, f)}: {text.headline(f)}" for path, f in unshown]
    if unshown:
        more = f"{text.count(len(unshown), 'result')} more than GitHub shows as annotations"
        lines.append(f"::notice title=gradcli::{more}: see the log and the job summary")
    return "".join(f"{line}\n" for line in lines)


def _chosen(
    found: list[tuple[str, tuple[Failure, ...]]], most: int
) -> tuple[list[Placed], list[Placed]]:
    """Divide what was found into what is shown and what is not.

    The first of each file come before the second of any: every file is seen that there is room for.
    """
    ranked = [(rank, path, f) for path, failures in found for rank, f in enumerate(failures)]
    order = sorted(range(len(ranked)), key=lambda number: ranked[number][0])
    chosen = set(order[:most])
    shown = [entry[1:] for number, entry in enumerate(ranked) if number in chosen]
    return shown, [entry[1:] for number, entry in enumerate(ranked) if number not in chosen]


def _command(command: str, path: str, failure: Failure) -> str:
    properties = {"file": text.path_text(path), "line": failure.line}
    end = failure.end_line or failure.line
    if end == failure.line:  # GitHub refuses columns on several lines
        properties["col"] = failure.column
        if failure.end_column is not None:
            properties["endColumn"] = failure.end_column
    else:
        properties["endLine"] = end
    properties["title"] = f"gradcli: {failure.kind}"
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = "\n".join([text.line(failure.message), *text.explanation(failure)])
    return f"::{command} {written}::{_escaped(message)}"


def _escaped(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _escaped(value).replace(":", "%3A").replace(",", "%2C")


def job_summary(summary: Summary) -> str:
    """Write the Markdown for ``$GITHUB_STEP_SUMMARY``, in no more than GitHub takes."""
    head = f"### gradcli check\n\n{text.totals(summary)}\n"
    parts, size, left_out = [head], len(head.encode()), 0
    for result in summary.results:
        section = _section(result)
        size += len(section.encode())
        if size > SUMMARY_BYTES:
            left_out += 1
        else:
            parts.append(section)
    if left_out:
        parts.append(f"\n{text.count(left_out, 'file')} more than a job summary has room for.\n")
    return "".join(parts)


def _section(result: FileResult) -> str:
    found = result.failures + text.remarks(result)
    if not found:
        return ""
    head = f"{_code(text.path_text(result.path))}: {text.verdict(result)}"
    return f"\n#### {head}\n" + "".join(map("".join, map(_item, found)))


def _item(failure: Failure) -> Iterator[str]:
    message = _code(text.line(failure.message))
    yield f"\n- line {failure.line}, {failure.kind}: {message}\n"
    lines = list(text.explanation(failure))
    if lines:
        fence = "`" * max(3, _longest_run("\n".join(lines)) + 1)
        yield "".join(f"  {line}".rstrip() + "\n" for line in ("", fence + "text", *lines, fence))


def _code(value: str) -> str:
    """Write a text as Markdown's code, in which nothing has a meaning."""
    ticks = "`" * (_longest_run(value) + 1)
    pad = " " * (value.startswith("`") or value.endswith("`"))
    return f"{ticks}{pad}{value}{pad}{ticks}"


def _longest_run(value: str) -> int:
    """Return the length of the longest run of backticks."""
    longest = 0
    while "`" * (longest + 1) in value:
        longest += 1
    return longest
