"""What would make a claim right: the simplest change, tried at every point.

A sign, a factor, a transpose, an exponent, another function, a sum that is too many or missing, a
term, or the derivative of what stands inside. This module knows mistakes that people make. Whether
a claim is right is known to ``claims``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Final

import numpy as np

from gradcli.answers.agreement import agree
from gradcli.answers.claim_terms import is_forgotten, terms_of, unsigned
from gradcli.answers.claims import Correction, Pair, Point, form_of
from gradcli.answers.followed import define, program_errors, session_of, traced
from gradcli.answers.formula import derive
from gradcli.answers.problem import Problem
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError, OpError, Span
from gradcli.language.run import Session
from gradcli.symbolic.algebra import product, subtract, terms
from gradcli.symbolic.expr import Expr, symbol
from gradcli.symbolic.factor import factored
from gradcli.symbolic.short_program import program, text_of
from gradcli.symbolic.sizes import generalized
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse
from gradcli.syntax.walk import walk

_ONE: Final = Fraction(1)
_MOST: Final = 300  # changes that are tried
_MOST_INNER: Final = 12
_PAIRS: Final = (
    ("sin", "cos"),
    ("sinh", "cosh"),
    ("exp", "log"),
    ("softmax", "log_softmax"),
    ("sum", "mean"),
    ("abs", "sign"),
    ("sigmoid", "tanh"),
    ("relu", "sign"),
)


def correction_of(
    problem: Problem, claim: str, tried: Sequence[tuple[Point, Pair]], derivative: str | None
) -> Correction | None:
    """Return the first change that makes a claim right at every point; None where none does."""
    with _Trials(problem, tried) as trials:
        finder = _Finder(problem, claim, trials, derivative)
        for text, mistake in islice(finder.candidates(), _MOST):
            if trials.are_right(text):
                return Correction(text_of(parse(text)), mistake)
    return None


class _Trials:
    """The points that a claim was tried at, each with a session to evaluate more in."""

    def __init__(self, problem: Problem, tried: Sequence[tuple[Point, Pair]]) -> None:
        self.problem, self.tried = problem, tried
        self.stack = ExitStack()
        self.sessions: list[Session] = []

    def __enter__(self) -> _Trials:
        self.sessions = [self.stack.enter_context(session_of()) for _ in self.tried]
        return self

    def __exit__(self, *exception: object) -> None:
        self.stack.close()

    def are_right(self, text: str) -> bool:
        """Tell whether a text is the derivative at every point."""
        for place, (_, (want, _)) in enumerate(self.tried):
            found = self.value(text, place)
            if found is None or not agree(want, found):
                return False
        return True

    def value(self, text: str, place: int) -> np.ndarray | None:
        """Return what a text computes at a point; None where it fails."""
        session = self.sessions[place]
        try:
            with program_errors():
                define(session, self.problem, self.tried[place][0], ())
                found = session.evaluate(text, "<claim>").value
        except GradcliError:
            return None
        finally:
            session.machine.reserve = None  # of the many sessions that are open
        if isinstance(found, (Tensor, int, float)):
            return np.asarray(found.array if isinstance(found, Tensor) else float(found))
        return None


class _Finder:
    """Yields changes of a claim, the simplest first; the statements before it stay as they are."""

    def __init__(
        self, problem: Problem, claim: str, trials: _Trials, derivative: str | None
    ) -> None:
        self.problem, self.trials, self.derivative = problem, trials, derivative
        self.shapes = {name: array.shape for name, array in problem.arrays.items()}
        self.by = problem.wrt[0]
        module = parse(claim)
        last = module.body[-1]
        self.root = last.value if isinstance(last, nodes.ExprStmt) else None
        span = last.span if self.root is None else self.root.span
        self.before, self.claim, self.text = claim[: span.start], claim[span.start :], claim

    def candidates(self) -> Iterator[tuple[str, str]]:
        """Yield texts and what was wrong without them."""
        if self.root is None:
            return
        signed = isinstance(self.root, nodes.UnaryOp) or (
            isinstance(self.root, nodes.BinOp) and self.root.op in "*/@"
        )
        if signed and self.claim.startswith("-"):
            yield self.before + self.claim[1:], "the sign"
        yield self.whole("-(", ")"), "the sign"
        factor = self._factor()
        if factor is not None:
            inner = str(factor) in self.inner
            mistake = "an inner derivative is missing" if inner else f"a factor of {factor}"
            yield self._scaled(factor), mistake
        if isinstance(self.root, nodes.Attribute) and self.root.name in ("T", "mT"):
            yield self.before + self._said(self.root.value), "a transpose"
        yield self.whole("(", ").T"), "a transpose"
        yield from self._sizes()
        yield self.whole("sum(", ")"), "a sum is missing"
        yield from self._scaled_terms()
        yield from self._dropped_terms()
        yield from self._changed_parts()
        yield from self._inner()
        yield from self._matrix_factors()
        yield from self._missing_factor()
        yield from self._missing_terms()

    def whole(self, before: str, after: str) -> str:
        """Return the claim between other texts."""
        return f"{self.before}{before}{self.claim}{after}"

    def put(self, span: Span, text: str) -> str:
        """Return the claim with something in the place of a part."""
        return f"{self.text[: span.start]}({text}){self.text[span.end :]}"

    # Factors

    def _factor(self) -> Fraction | None:
        """Return the number that a claim has to be multiplied by, the same everywhere."""
        for _, (want, got) in self.trials.tried:
            if want.shape != got.shape:
                return None
            used = np.isfinite(want) & np.isfinite(got) & (got != 0)
            if used.any():
                ratio = float(want[used].flat[0]) / float(got[used].flat[0])
                usable = np.isfinite(ratio) and ratio != 0
                factor = Fraction(ratio).limit_denominator(100) if usable else Fraction(0)
                return factor if factor else None
        return None

    def _scaled(self, factor: Fraction) -> str:
        if abs(factor.numerator) == 1:
            return self.whole("-(" if factor < 0 else "(", f") / {factor.denominator}")
        return self.whole(f"{factor} * (", ")")

    def _sizes(self) -> Iterator[tuple[str, str]]:
        for name, shape in self.shapes.items():
            counts = [f"len({name})"] if shape else []
            counts += [f"{name}.shape[1]", f"{name}.numel()"] if len(shape) == 2 else []
            for count in counts:
                yield self.whole("(", f") / {count}"), "a factor of a size"
                yield self.whole("(", f") * {count}"), "a factor of a size"

    def _scaled_terms(self) -> Iterator[tuple[str, str]]:
        """Yield the claim with one of its terms multiplied by the number that it lacks."""
        parts = terms_of(self.root) if self.root is not None else []
        if len(parts) < 2:
            return
        for place, (_, node) in enumerate(parts):
            factor = self._factor_of(place, parts)
            if factor is not None and factor not in (-1, 0, 1):
                text = f"{factor} * ({self._said(node)})"
                yield self.put(node.span, text), f"a factor of {factor} in one term"

    def _factor_of(self, place: int, parts: Sequence[tuple[int, nodes.Expr]]) -> Fraction | None:
        (_, (want, got)), *_ = self.trials.tried
        sign, node = parts[place]
        term = self.trials.value(self.before + self._said(node), 0)
        if term is None or want.shape != got.shape or term.shape not in ((), want.shape):
            return None
        term = sign * np.broadcast_to(term, want.shape)
        used = np.isfinite(want) & np.isfinite(got) & (np.abs(term) > 1e-9)
        if not used.any():
            return None
        ratio = 1 + float((want - got)[used].flat[0]) / float(term[used].flat[0])
        return Fraction(ratio).limit_denominator(24) if np.isfinite(ratio) else None

    def _dropped_terms(self) -> Iterator[tuple[str, str]]:
        """Yield the claim without one of its terms."""
        parts = terms_of(self.root) if self.root is not None else []
        for place in range(len(parts)) if len(parts) > 1 else ():
            others = [*parts[:place], *parts[place + 1 :]]
            text = "".join(f" {'+' if n > 0 else '-'} ({self._said(node)})" for n, node in others)
            yield self.before + text.removeprefix(" + ").strip(), "a term too many"

    def _matrix_factors(self) -> Iterator[tuple[str, str]]:
        """Yield the claim multiplied by a matrix of the program, or with a vector by its side."""
        for name, shape in self.shapes.items():
            if len(shape) == 2 and name != self.by:
                for factor in (f"{name}.T", name):
                    yield self.whole(f"{factor} @ (", ")"), f"a factor of {factor}"
                    yield self.whole("(", f") @ {factor}"), f"a factor of {factor}"
            elif len(shape) == 1 and name != self.by:
                yield self.whole("outer(", f", {name})"), f"a factor of {name}"
                yield self.whole(f"outer({name}, ", ")"), f"a factor of {name}"

    def _missing_factor(self) -> Iterator[tuple[str, str]]:
        """Yield the claim times what the derivative is divided by it, where that is no sum."""
        text = self._beside(lambda a, b: product(1, [(a, _ONE), (b, -_ONE)], a.shape), is_forgotten)
        if text is not None and (self.derivative is None or len(text) < len(self.derivative)):
            yield self.whole("(", f") * ({text})"), f"a factor of {text}"

    # Parts

    def _said(self, node: nodes.Node) -> str:
        return self.text[node.span.start : node.span.end]

    def _changed_parts(self) -> Iterator[tuple[str, str]]:
        """Yield the claim with one of its parts changed, the simplest changes first."""
        assert self.root is not None
        parts = [node for node in walk(self.root) if isinstance(node, nodes.Expr)]
        functions = {id(n.func) for n in parts if isinstance(n, nodes.Call)}
        parts = [node for node in parts if id(node) not in functions]
        for way in (
            self._signs,
            self._transposes,
            self._powers,
            self._functions,
            self._reductions,
            self._swaps,
        ):
            for node in parts:
                yield from way(node)

    def _signs(self, node: nodes.Expr) -> Iterator[tuple[str, str]]:
        said = self._said(node)
        if isinstance(node, nodes.BinOp) and node.op in "+-":
            other = "-" if node.op == "+" else "+"
            text = f"({self._said(node.left)}) {other} ({self._said(node.right)})"
            yield self.put(node.span, text), "the sign of a term"
        elif isinstance(node, nodes.UnaryOp) and node.op == "-":
            yield self.put(node.span, self._said(node.operand)), "a sign"
        elif isinstance(node, (nodes.Call, nodes.Name)) and node is not self.root:
            yield self.put(node.span, f"-({said})"), "a sign"

    def _transposes(self, node: nodes.Expr) -> Iterator[tuple[str, str]]:
        said = self._said(node)
        if isinstance(node, nodes.Attribute) and node.name in ("T", "mT"):
            yield self.put(node.span, self._said(node.value)), "a transpose"
        elif isinstance(node, nodes.Name) and len(self.shapes.get(node.id, ())) == 2:
            yield self.put(node.span, f"{said}.T"), "a transpose"
            yield self.put(node.span, f"{said} + {said}.T"), "the transpose beside a matrix"
        elif isinstance(node, nodes.Call) or (isinstance(node, nodes.BinOp) and node.op in "@+-"):
            yield self.put(node.span, f"({said}).T"), "a transpose"
        twice = isinstance(node, nodes.BinOp) and node.op == "*" and self._said(node.left) == "2"
        if twice and isinstance(node, nodes.BinOp):
            inner = self._said(node.right)
            yield self.put(node.span, f"({inner}) + ({inner}).T"), "the transpose beside a matrix"
        elif isinstance(node, nodes.BinOp) and node.op == "@":
            first = self._first_factor(node)
            if first is not None:
                inner = self._said(first.right)
                put = self.put(first.span, f"{inner} + {inner}.T")
                yield put, "the transpose beside a matrix"

    def _first_factor(self, node: nodes.BinOp) -> nodes.BinOp | None:
        """Return the ``2 * A`` that a product of matrices begins with."""
        left: nodes.Expr = node.left
        while isinstance(left, nodes.BinOp) and left.op == "@":
            left = left.left
        twice = isinstance(left, nodes.BinOp) and left.op == "*" and self._said(left.left) == "2"
        return left if twice and isinstance(left, nodes.BinOp) else None

    def _powers(self, node: nodes.Expr) -> Iterator[tuple[str, str]]:
        said = self._said(node)
        if isinstance(node, nodes.BinOp) and node.op == "**":
            exponent = node.right
            if isinstance(exponent, nodes.Constant) and isinstance(exponent.value, int):
                for number in (exponent.value - 1, exponent.value + 1):
                    raised = f"**{number}" if number != 1 else ""
                    yield self.put(node.span, f"({self._said(node.left)}){raised}"), "an exponent"
            yield self.put(node.span, f"({said}) * ({self._said(node.left)})"), "an exponent"
            yield self.put(node.span, f"({said}) / ({self._said(node.left)})"), "an exponent"
        elif isinstance(node, nodes.Name) or (
            isinstance(node, (nodes.Call, nodes.BinOp)) and node is not self.root
        ):
            yield self.put(node.span, f"({said})**2"), "an exponent"
        if isinstance(node, nodes.Constant) and isinstance(node.value, int):
            for number in (node.value + 1, node.value - 1):
                yield self.put(node.span, str(number)), "a number"

    def _functions(self, node: nodes.Expr) -> Iterator[tuple[str, str]]:
        if not isinstance(node, nodes.Call):
            return
        function = self._said(node.func)
        said = self.text[node.func.span.end : node.span.end]
        for a, b in (*_PAIRS, *[(b, a) for a, b in _PAIRS]):
            if function == a:
                yield self.put(node.span, f"{b}{said}"), f"{a} in place of {b}"

    def _reductions(self, node: nodes.Expr) -> Iterator[tuple[str, str]]:
        if not isinstance(node, nodes.Call) or not node.args:
            return
        if self._said(node.func) in ("sum", "mean", "norm", "abs"):
            word = f"{self._said(node.func)} where there is none"
            yield self.put(node.span, self._said(node.args[0])), word

    def _swaps(self, node: nodes.Expr) -> Iterator[tuple[str, str]]:
        if isinstance(node, nodes.BinOp) and node.op in ("@", "/", "**", "-"):
            text = f"({self._said(node.right)}) {node.op} ({self._said(node.left)})"
            yield self.put(node.span, text), "the order of two operands"

    # What is missing

    def _inner(self) -> Iterator[tuple[str, str]]:
        """Yield the claim, or one of its terms, times the derivative of something inside."""
        assert self.root is not None
        parts = terms_of(self.root)
        for inner in self.inner:
            for sign in "*/":
                word = "an inner derivative is missing" if sign == "*" else "an inner derivative"
                yield self.whole("(", f") {sign} ({inner})"), word
                for _, node in parts if len(parts) > 1 else ():
                    text = f"({self._said(node)}) {sign} ({inner})"
                    yield self.put(node.span, text), word + " in one term"

    @cached_property
    def inner(self) -> list[str]:
        """The derivatives of what stands inside functions and powers of the program."""
        seen: set[str] = set()
        derivatives = []
        for node in walk(parse(self.problem.source, self.problem.filename)):
            inner: list[nodes.Expr] = []
            if isinstance(node, nodes.Call):
                inner = list(node.args[:1])
            elif isinstance(node, nodes.BinOp) and node.op in ("**", "/"):
                inner = [node.left, node.right]
            for text in map(unparse, inner):
                if text in seen or len(seen) >= _MOST_INNER:
                    continue
                seen.add(text)
                found = self._derivative(f"sum({text.strip()})")
                if found is not None:
                    derivatives.append(found)
        return derivatives

    def _derivative(self, source: str) -> str | None:
        try:
            text = derive(source, {}, self.shapes, self.problem.constants, (self.by,)).text
        except GradcliError:
            return None
        return _of_one_line(text)

    def _missing_terms(self) -> Iterator[tuple[str, str]]:
        """Yield the claim with a term of the derivative, or of a product rule, added."""
        texts = list(self._rest())
        if self.derivative is not None and "\n" not in self.derivative:
            (statement,) = parse(self.derivative).body
            if isinstance(statement, nodes.ExprStmt):
                texts += [unparse(node).strip() for _, node in terms_of(statement.value)]
        for text in [*texts, *self._halves()]:
            negative, term = unsigned(text)
            for sign in "-" if negative else "+-":
                yield self.whole("(", f") {sign} ({term})"), "a term is missing"

    def _rest(self) -> Iterator[str]:
        """Yield what the derivative has beside the claim, where that is one term and shorter."""
        text = self._beside(subtract, lambda rest: len(terms(rest)) == 1)
        if text is not None and (self.derivative is None or len(text) < len(self.derivative)):
            yield text

    def _beside(
        self, between: Callable[[Expr, Expr], Expr], fits: Callable[[Expr], bool]
    ) -> str | None:
        """Return what stands between the derivative and the claim, where it has an expression."""
        problem = self.problem
        try:
            variants = []
            for sizes, arrays in [(problem.sizes, problem.arrays), *problem.others]:
                (derivative,), claim = traced(problem, arrays), form_of(problem, self.text, arrays)
                if derivative.shape != claim.shape:
                    return None
                variants.append((sizes, [factored(between(derivative, claim))[0]]))
            found = generalized(variants) if problem.sizes else variants[0][1]
            if found is None or not fits(found[0]):
                return None
            symbols = [symbol(name, shape) for name, shape in self.shapes.items()]
            return _of_one_line(
                text_of(program(found, symbols, problem.reserved, (), {}, in_line=True))
            )
        except (GradcliError, OpError, NotImplementedError, KeyError):
            return None

    def _halves(self) -> Iterator[str]:
        """Yield both halves of the product rule, for each product in the program."""
        for node in walk(parse(self.problem.source, self.problem.filename)):
            if isinstance(node, nodes.BinOp) and node.op in ("*", "/"):
                left, right = (unparse(side).strip() for side in (node.left, node.right))
                for a, b in ((left, right), (right, left)):
                    slope = self._derivative(f"sum({a})")
                    if slope is not None and slope != "0":
                        yield f"({slope}) {node.op if a == left else '*'} ({b})"


def _of_one_line(text: str) -> str | None:
    """Return a text that can stand inside another, which one with named parts cannot."""
    return None if "\n" in text else text
