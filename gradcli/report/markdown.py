"""A report as Markdown: headings, code blocks, and a table of gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradcli.report import plain

if TYPE_CHECKING:
    from gradcli.answers.report import Report


def render(report: Report, source: str) -> str:
    """Write a program and its report as a page."""
    parts = ["# gradcli eval\n", _code("python", source)]
    if report.stdout:
        parts += ["## Output\n", _code("", report.stdout)]
    if report.result is not None and report.result.type != "none":
        parts += ["## Result\n", _code("", report.result.printed)]
    if report.gradients:
        parts += ["## Gradients\n", _code("", "\n".join(map(plain.gradient, report.gradients)))]
    if report.derivatives:
        parts += [
            "## Derivatives\n",
            _code("", "\n".join(map(plain.derivative, report.derivatives))),
        ]
    if report.graph:
        parts += ["## Graph\n", _code("", plain.chain(report.graph))]
    return "\n".join(parts)


def _code(language: str, text: str) -> str:
    """Fence a text with more backquotes than it has in a row."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"
