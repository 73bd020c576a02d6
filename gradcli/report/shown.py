"""Answers as values in Python: text at a prompt; tables, formulas and pictures in a notebook.

This module knows what Jupyter asks a value for. It does not know how answers are found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.errors import GradcliError
from gradcli.report import explanation_text, html_view, plain
from gradcli.report.explanation_pages import equations, verbatim
from gradcli.report.glyphs import ASCII
from gradcli.report.graph_forms import drawn

if TYPE_CHECKING:
    from gradcli.answers.explanation import Explanation
    from gradcli.answers.formula import Formula
    from gradcli.answers.graph import Graph
    from gradcli.answers.report import Report


class ShownFormula(str):
    """The text of a derivative, which a notebook typesets; ``formula`` is all that is known."""

    formula: Formula

    def __new__(cls, text: str, formula: Formula) -> ShownFormula:
        """Make the text."""
        made = super().__new__(cls, text)
        made.formula = formula
        return made

    def _repr_latex_(self) -> str | None:
        """Return the derivative in LaTeX, where it has words for it."""
        try:
            return rf"$$\begin{{gathered}}{self.formula.latex}\end{{gathered}}$$"
        except GradcliError:
            return None


class Shown:
    """An answer that says itself in the words of whoever asks: a prompt, or a notebook."""

    def render(self, format: str = "text") -> str:
        """Return it in a format by name; each answer says which there are."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.render().rstrip()

    def _repr_html_(self) -> str:
        return self.render("html")

    def _repr_latex_(self) -> str:
        return self.render("latex")


class ShownExplanation(Shown):
    """An explanation of a derivative; ``data`` holds its steps."""

    def __init__(self, data: Explanation) -> None:
        self.data = data

    def render(self, format: str = "text") -> str:
        """Return it as "text", "markdown", "latex", "json" or "html"."""
        if format == "html":
            return html_view.explanation(self.data)
        return explanation_text.RENDERERS[format](self.data)


class ShownGraph:
    """A backward graph; ``data`` holds its nodes."""

    def __init__(self, data: Graph) -> None:
        self.data = data

    def render(self, format: str = "tree", depth: int | None = None, fold: bool = True) -> Any:
        """Return it as "tree", "chain", "dot", "mermaid", "json", "svg", "html" or "png" (bytes).

        ``depth`` is how many steps from the result are drawn; ``fold`` draws a loop's rounds once.
        """
        if format == "html":
            return html_view.graph(self.data)
        return drawn(self.data, format, depth, fold)

    def __repr__(self) -> str:
        return str(self.render()).rstrip()

    def _repr_html_(self) -> str:
        return html_view.graph(self.data)

    def _repr_latex_(self) -> str:
        return verbatim(str(drawn(self.data, "tree", glyphs=ASCII)))


class ShownReport(Shown):
    """What a program gave: its result, its gradients and its graph; ``data`` holds them."""

    def __init__(self, data: Report) -> None:
        self.data = data

    @property
    def value(self) -> Any:
        """The result: an array where it is a tensor."""
        return None if self.data.result is None else self.data.result.data

    @property
    def gradients(self) -> dict[str, np.ndarray]:
        """The gradients by name."""
        return {part.name: part.data for part in self.data.gradients}

    def render(self, format: str = "text") -> str:
        """Return it as "text", "html", "latex" or "json"."""
        if format == "json":
            from gradcli.report import json_view

            return json_view.render(self.data)
        if format == "html":
            return html_view.report(self.data)
        return equations(self.data) if format == "latex" else self._text()

    def _text(self) -> str:
        printed = self.data.stdout
        return printed + "\n" * bool(printed) + plain.render(self.data)
