"""What ``gradcli check`` found, as plain data, and a renderer a format.

A format's module is imported when it is asked for: workers need the data alone.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradcli.answers.check_results import Summary

Renderer = Callable[["Summary"], str]


def _format(module: str, function: str = "render") -> Renderer:
    def render(summary: Summary) -> str:
        renderer: Renderer = getattr(import_module(f"{__name__}.{module}"), function)
        return renderer(summary)

    return render


FORMATS: dict[str, Renderer] = {
    "human": _format("human"),
    "concise": _format("concise"),
    "json": _format("json_view"),
    "jsonl": _format("json_view", "render_lines"),
    "junit": _format("junit"),
    "github": _format("github"),
    "gitlab": _format("gitlab"),
    "sarif": _format("sarif"),
    "tap": _format("tap"),
}
"""The formats, by the names that ``--report`` takes."""
