"""Expressions of an explanation as words: text, code and LaTeX, each evaluated before it is shown.

The derivative of L by v is called ``dL/dv`` in text, a fraction of differentials in LaTeX, and
``dv`` in code, which is a program of the language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Final, NamedTuple

import numpy as np

from gradcli.answers.steps import Derivation, Piece, RawStep
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError, OpError
from gradcli.language.run import Session
from gradcli.symbolic.latex import latex
from gradcli.symbolic.latex_pieces import ESCAPES as ESCAPES
from gradcli.symbolic.short_program import program, text_of
from gradcli.symbolic.sizes import generalized
from gradcli.symbolic.tree import NOWHERE
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.walk import walk

_LONGEST: Final = 160
_ROUND: Final = re.compile(r"^(\w*?)(\d*)_(\d+)$")


class Words(NamedTuple):
    """A formula for readers, as a program of the language, and in LaTeX."""

    text: str
    code: str
    latex: str


class Variant(NamedTuple):
    """A derivation under some sizes, or at another point under the same ones (``sizes`` None)."""

    sizes: Mapping[str, int] | None
    derivation: Derivation


class Writer:
    """Writes down what several derivations of one form have in common, if that is right in all."""

    def __init__(self, variants: Sequence[Variant], letter: str) -> None:
        self.variants, self.letter = variants, letter
        first = self.first = variants[0].derivation
        self.sizes = dict(variants[0].sizes or {})
        self.reserved = {*first.values, *first.derivatives.values(), *self.sizes}
        self.ranks = {name: array.ndim for name, array in first.values.items()}
        self.by = {code: name for name, code in first.derivatives.items()}

    def __enter__(self) -> Writer:
        self.stack = ExitStack()
        self.sessions = []
        for variant in self.variants:
            session = self.stack.enter_context(Session(dtype=STATE.default_dtype.name))
            self.sessions.append(session)
            for name, array in variant.derivation.values.items():
                session.assign(name, Tensor(np.array(array)))
        return self

    def __exit__(self, *exception: object) -> None:
        self.stack.close()

    def name(self, name: str) -> Words:
        """Return a step's or an input's name in all forms."""
        shown = self.first.shown.get(name, name)
        plain = name if shown == name else rf"\mathrm{{{shown}}}".replace("_", r"\_")
        return Words(shown, name, _latex_name(plain) if shown == name else plain)

    def derivative(self, name: str) -> Words:
        """Return how the derivative by a step or an input is written."""
        code = self.first.derivatives.get(name, f"d{name}")
        shown = self.name(name)
        fraction = rf"\frac{{\partial {_latex_name(self.letter)}}}{{\partial {shown.latex}}}"
        return Words(f"d{self.letter}/d{shown.text}", code, fraction)

    def computed(self, raw: RawStep, pieces: Sequence[Piece]) -> Words | None:
        """Return what a step computes: as the program has it where that is one operation."""
        if (raw.alone or raw.source != raw.named.source) and self._right(raw.source, pieces):
            return self.said(parse(raw.source))
        return self.words(pieces)

    def words(self, pieces: Sequence[Piece]) -> Words | None:
        """Return a formula, given as a piece of each variant; None if it cannot be written."""
        exprs = [piece.expr for piece in pieces]
        first = exprs[0]
        if first is None or None in exprs:
            return None
        if self.sizes:
            pairs = zip(self.variants, exprs, strict=True)
            sized = [(v.sizes, [e]) for v, e in pairs if v.sizes is not None and e is not None]
            found = generalized(sized)
            if found is None:
                return None
            first = found[0]
        try:
            module = program(
                [first], self.first.symbols, self.reserved, (), self.sizes, in_line=True
            )
        except (OpError, NotImplementedError, KeyError):
            return None
        code = text_of(module)
        if len(code) > _LONGEST or not self._right(code, pieces):
            return None
        return self.said(module)

    def said(self, module: nodes.Module) -> Words:
        """Return a program in all forms; what only gives sizes a name is left to the code."""
        body = [s for s in module.body if not _measures(s, self.sizes)]
        shown = nodes.Module(NOWHERE, body)
        used = dict.fromkeys(n.id for n in walk(shown) if isinstance(n, nodes.Name))
        names = {
            name: self.derivative(self.by[name]) if name in self.by else self.name(name)
            for name in used
            if name in self.by or name in self.first.values
        }
        try:
            formula = _renamed_latex(latex(shown, self.ranks), names)
        except (OpError, NotImplementedError):
            formula = ""
        return Words(_renamed(text_of(shown), names), text_of(module), formula)

    def _right(self, code: str, pieces: Sequence[Piece]) -> bool:
        """Tell whether a text gives, in each variant, what the derivative gave."""
        for session, (_, numbers) in zip(self.sessions, pieces, strict=True):
            if numbers is None:
                return False
            try:
                found = session.evaluate(code).value
            except GradcliError:
                return False
            if not _same(found, numbers):
                return False
        return True


def _renamed(text: str, names: Mapping[str, Words]) -> str:
    """Put what readers see in the places of names.

    A quotient stands in brackets where it divides, is a base, or has a method called.
    """

    def put(found: re.Match[str]) -> str:
        before, code, after = found.groups(default="")
        said = names[code].text
        bracketed = "/" in said and (before or after)
        return f"{before}({said}){after}" if bracketed else f"{before}{said}{after}"

    codes = "|".join(map(re.escape, names))
    return re.sub(rf"(/ |\*\*)?\b({codes})\b(\*\*|\.|\[)?", put, text) if names else text


def _renamed_latex(text: str, names: Mapping[str, Words]) -> str:
    for name in sorted(names, key=len, reverse=True):
        letter, said = _letter(name), names[name].latex
        if letter != said:
            text = text.replace(f"{letter}^", rf"\left({said}\right)^").replace(letter, said)
    return text


def _same(found: object, numbers: np.ndarray) -> bool:
    if not isinstance(found, (Tensor, int, float)):
        return False
    array = found.array if isinstance(found, Tensor) else np.asarray(found)
    if array.dtype.kind not in "fiub" or array.shape != numbers.shape:
        return False
    size = numbers.dtype.itemsize
    close = 1e-2 if size < 4 else 1e-4 if size < 8 else 1e-7
    largest = np.abs(numbers).max(initial=0, where=np.isfinite(numbers))
    return bool(np.allclose(array, numbers, close, close * largest, equal_nan=True))


def _measures(statement: nodes.Stmt, sizes: Mapping[str, int]) -> bool:
    target = statement.targets[0] if isinstance(statement, nodes.Assign) else None
    return isinstance(target, nodes.Name) and target.id in sizes


def _letter(name: str) -> str:
    """Return what LaTeX calls a name."""
    return latex(nodes.Module(NOWHERE, [nodes.ExprStmt(NOWHERE, nodes.Name(NOWHERE, name))]))


def _latex_name(name: str) -> str:
    found = _ROUND.match(name)
    if found is None:
        return _letter(name)
    base, number, again = found.groups()
    index = f"{number},{again}" if number else again
    return f"{_letter(base)}_{{{index}}}"
