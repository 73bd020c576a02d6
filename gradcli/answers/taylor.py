"""Taylor polynomials: a program's value near a point, in powers of the distance from it.

The coefficients are derivatives with a number in the place of the input, exact where their values
are fractions. The polynomial is shown after its error was seen to fall as it has to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import factorial
from typing import Final, NamedTuple

import numpy as np

from gradcli.answers.claims import form_of, value_of
from gradcli.answers.followed import error_of, program_errors, session_of, traced
from gradcli.answers.formula import Defect
from gradcli.answers.inputs import QuestionError
from gradcli.answers.problem import Problem
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.symbolic.algebra import plain, power, product, total
from gradcli.symbolic.expr import Expr, in_order, is_number, number, symbol
from gradcli.symbolic.factor import factored
from gradcli.symbolic.latex import latex
from gradcli.symbolic.numpy_code import function
from gradcli.symbolic.numpy_value import Incomputable, computed
from gradcli.symbolic.rebuild import rebuilt
from gradcli.symbolic.short_program import program, text_of
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse

_ONE: Final = Fraction(1)
_STEPS: Final = (0.2, 0.1, 0.05)


class Expansion(NamedTuple):
    """A Taylor polynomial, as a tree of the language and as texts."""

    problem: Problem
    module: nodes.Module
    notes: list[str]

    @property
    def text(self) -> str:
        """The program that computes the polynomial."""
        return text_of(self.module)

    @property
    def latex(self) -> str:
        """The polynomial in LaTeX."""
        with program_errors():
            return latex(self.module, {name: a.ndim for name, a in self.problem.arrays.items()})

    @property
    def python(self) -> str:
        """A NumPy function that computes the polynomial, as was tried."""
        problem = self.problem
        with program_errors():
            code = function(self.module, [*problem.arrays, *problem.constants])
        try:
            found = computed(code, {**problem.arrays, **problem.constants})
        except Incomputable:
            found = None
        want = value_of(problem, self.text, problem.arrays)
        if found is None or not np.allclose(np.asarray(found), want, rtol=1e-8):
            raise error_of("no NumPy code is known that computes this", "no-expression")
        return code


def expand_at(problem: Problem, order: int, at: Mapping[str, str]) -> Expansion:
    """Return the Taylor polynomial of a program by its one input that is a number.

    Raises ``GradcliError`` where a derivative is not finite at the point, or has no expression.
    """
    (by, *more), point = problem.wrt, {name: _number(name, text) for name, text in at.items()}
    if at and next(iter(at)) in problem.wrt:
        (by, *more) = at
    if more or any(name not in problem.wrt for name in at):
        raise QuestionError("--taylor is by one input: say which, as --at x=0")
    if problem.arrays[by].shape != ():
        raise QuestionError(f"--taylor is by a number: --shape {by}= makes {by} one")
    problem = problem._replace(wrt=(by,), order=1, hessian=False)
    start = point.get(by, Fraction(0))
    try:
        terms = [_term(problem, k, start) for k in range(order + 1)]
    except OverflowError:
        raise _beyond(by, start) from None
    module = _sum_of([text for text in terms if text != "0"])
    notes = [*problem.assumptions(), f"Taylor polynomial of order {order} at {by} = {start}"]
    expansion = Expansion(problem, module, notes)
    _check(expansion, order, float(start))
    return expansion


def _beyond(by: str, start: Fraction | float) -> Exception:
    return error_of(f"the text is not finite at {by} = {start}", "not-finite")


_LARGEST_EXPONENT = 400  # beyond floating point; a fraction would have as many digits


def _number(name: str, text: str) -> Fraction:
    try:
        exponent = text.lower().replace("_", "").partition("e")[2]
        if abs(int(exponent or 0)) > _LARGEST_EXPONENT:
            raise OverflowError
        found = Fraction(text)
        float(found)
    except (ValueError, ZeroDivisionError):
        raise QuestionError(f"--at {name}={text}: {text!r} is not a number") from None
    except OverflowError:
        raise QuestionError(f"--at {name}={text}: that is beyond floating point") from None
    return found


def _term(problem: Problem, k: int, start: Fraction) -> str:
    """Return the term of a power of the distance as text."""
    (by,) = problem.wrt
    if k == 0:
        expr = form_of(problem, problem.source, problem.arrays)
    else:
        (expr,) = traced(problem._replace(order=k), problem.arrays)
    (expr,) = factored(_put_in(plain(expr), by, start))
    if expr.shape != ():
        raise error_of("the result is not a number", "non-scalar-backward", "reduce it with sum()")
    if is_number(expr) and not np.isfinite(float(expr.data[0])):
        raise error_of(f"the derivative of order {k} is not finite at {by} = {start}", "not-finite")
    distance = total([(_ONE, symbol(by, ())), (-start, number(1))], ())
    parts = [(expr, _ONE), *([(distance, Fraction(k))] if k else [])]
    term = product(Fraction(1, factorial(k)), parts, ())
    with program_errors():
        return text_of(program([term], (), problem.reserved, (), {}, in_line=True))


def _put_in(expr: Expr, by: str, start: Fraction) -> Expr:
    """Return an expression with a number in the place of an input."""
    new: dict[Expr, Expr] = {}
    for part in in_order(expr):
        if part.head == "symbol" and part.data[0] == by:
            new[part] = number(start)
            continue
        args = [new[arg] for arg in part.args]
        try:
            new[part] = _folded(rebuilt(part, args))
        except ArithmeticError:
            raise _beyond(by, start) from None
    return new[expr]


def _folded(expr: Expr) -> Expr:
    """Return a function of numbers as its value, a fraction where it is near one."""
    if expr.shape != () or not expr.args or not all(is_number(arg) for arg in expr.args):
        return expr
    values = [float(arg.data[0]) for arg in expr.args]
    with np.errstate(all="ignore"):
        if expr.head == "power":
            return power(number(values[0]), number(values[1]))
        if expr.head == "product":
            pairs = zip(values, expr.data[1:], strict=True)
            value = float(expr.data[0]) * float(np.prod([v ** float(e) for v, e in pairs]))
            return number(value)
        if expr.head == "call" and expr.data[1] is None and not expr.data[2]:
            with session_of(), program_errors():
                found = OPS[expr.name](*[Tensor(np.asarray(value)) for value in values])
            return number(found.array.item()) if found.array.dtype.kind == "f" else expr
    return expr


def _sum_of(terms: Sequence[str]) -> nodes.Module:
    """Return terms in their order as one sum."""
    text = terms[0] if terms else "0"
    for term in terms[1:]:
        text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return parse(text)


def _check(expansion: Expansion, order: int, start: float) -> None:
    """Raise ``Defect`` unless the polynomial is nearer to the program, the nearer the point is."""
    problem, (by,) = expansion.problem, expansion.problem.wrt
    errors = []
    for step in _STEPS:
        point = {**problem.arrays, by: np.asarray(start + step)}
        try:
            want = value_of(problem, problem.source, point)
        except GradcliError:
            return
        found = value_of(problem, expansion.text, point)
        errors.append(float(np.abs(want - found)))
    tiny = 1e-12 * max(1.0, abs(float(want)), abs(start))
    falls = all(b <= a / 2 ** (order + 0.4) or b <= tiny for a, b in pairwise(errors))
    if not np.isfinite(errors).all():
        raise _beyond(by, start)
    if not falls:
        if errors[-1] > 1e-3:
            raise error_of(
                f"the program has no derivatives of order {order} at {by} = {start:g}", "not-finite"
            )
        raise Defect(f"the text is not the Taylor polynomial: {expansion.text}")
