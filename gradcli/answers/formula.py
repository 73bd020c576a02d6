"""Derivatives as expressions: a program is followed, differentiated, written down and checked.

Every text is evaluated at random points, and compared with the gradient of the program there,
before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.agreement import TOLERANCE, agree, array_of, moved
from gradcli.answers.domain import inside, is_singular
from gradcli.answers.followed import (
    define,
    error_of,
    program_errors,
    session_of,
    traced,
    values,
)
from gradcli.answers.hessian import blocks_of, together
from gradcli.answers.problem import Problem, problem_of
from gradcli.answers.shapes import Shape
from gradcli.core.observe import Observer
from gradcli.core.state import STATE
from gradcli.errors import GradcliError
from gradcli.language.run import Run
from gradcli.symbolic.algebra import factors, subtract
from gradcli.symbolic.conditions import COMPARISONS
from gradcli.symbolic.constants import kind
from gradcli.symbolic.expr import Expr, in_order, is_call, symbol
from gradcli.symbolic.latex import latex
from gradcli.symbolic.numpy_code import function
from gradcli.symbolic.numpy_value import Incomputable, computed
from gradcli.symbolic.short_program import program, results, text_of
from gradcli.symbolic.sizes import generalized
from gradcli.syntax import nodes

_ROUNDING = 1e-14  # of the largest number on the way, what a sum of some dozens may lose
_SCALES = (1, 1, 1, -1)  # the last is where a program may take another branch
_NO_MATRIX = "the matrix of derivatives"  # begins the message where there is none
_BEYOND = (4, -4)  # where what stands below a root may have changed its sign
_FAR = (0.1, 4, -4, 20, -20, 200)  # and further ones, where it is known to have several


class Formula(NamedTuple):
    """A derivative: by which inputs, as a tree of the language and as texts.

    A text that is not the language's own raises ``GradcliError`` where it has no words.
    """

    problem: Problem
    module: nodes.Module
    matrices: tuple[str, ...] = ()  # the inputs by which the derivative is a Jacobian

    @property
    def text(self) -> str:
        """The program that computes the derivative."""
        return "\n".join([text_of(self.module), *([self.block] if self.block else [])])

    @property
    def block(self) -> str | None:
        """The statement that puts the blocks of a Hessian by several inputs together."""
        blocks = blocks_of(self.problem)
        return None if blocks is None else blocks.text

    @property
    def notes(self) -> list[str]:
        """What has to be known beside the text: shapes that were assumed, what rows stand for."""
        notes = self.problem.assumptions()
        if self.problem.directions:
            pairs = ", ".join(f"{v} of {x}" for x, v in self.problem.directions.items())
            notes.append(f"the derivative along {pairs}: the Jacobian times it")
        elif self.problem.weights is not None:
            notes.append(f"the gradient of the result weighed by {self.problem.weights}")
        if self.problem.hessian and self.problem.order == 2:
            notes.append(f"second derivatives by {self.problem.wrt[0]}: the Hessian, a matrix")
        if self.matrices:
            notes.append(
                "rows are the elements of the result, columns those of " + ", ".join(self.matrices)
            )
            if any(self.problem.arrays[name].ndim > 1 for name in self.matrices):
                notes[-1] += ", those of a matrix row by row"
        return notes

    @property
    def latex(self) -> str:
        """The derivative in LaTeX."""
        ranks = {name: array.ndim for name, array in self.problem.arrays.items()}
        with program_errors():
            text, blocks = latex(self.module, ranks), blocks_of(self.problem)
        return text if blocks is None else f"{text} \\\\\n{blocks.latex}"

    @property
    def python(self) -> str:
        """A NumPy function that computes the derivative, as was tried."""
        with program_errors():
            code = function(self.module, [*self.problem.arrays, *self.problem.constants])
        _check_code(self, code)
        return code


class Defect(Exception):
    """A derivative that was written down is not the derivative."""


def derive(
    source: str,
    defined: Mapping[str, np.ndarray],
    shapes: Mapping[str, Shape],
    constants: Mapping[str, Any],
    wrt: Sequence[str] | None = None,
    *,
    order: int = 1,
    hessian: bool = False,
    filename: str = "<program>",
) -> Formula:
    """Return the derivative of a program, given what ``problem_of`` takes."""
    return differentiate(
        inside(
            problem_of(
                source,
                defined,
                shapes,
                constants,
                wrt,
                order=order,
                hessian=hessian,
                filename=filename,
            )
        )
    )


def differentiate(problem: Problem, *, in_line: bool = False) -> Formula:
    """Return the derivative of a program: a gradient, a Jacobian, or what else a problem asks for.

    A Jacobian that is no matrix of a short text is written as a linear map: what it makes of any
    change of the input. Parts that occur again have names, in a short text unless it is to be
    ``in_line``. Raises ``GradcliError`` where the program is wrong or the derivative has no
    expression, and ``Defect`` where the text does not compute the derivative.
    """
    try:
        return _differentiate(problem, in_line)
    except GradcliError as error:
        if not error.message.startswith(_NO_MATRIX) or len(problem.wrt) != 1 or problem.hessian:
            raise
    from gradcli.answers.products import along

    name = f"d{problem.wrt[0]}"
    while name in problem.reserved:
        name += "_"
    return _differentiate(along(problem, {problem.wrt[0]: name}), in_line)


def _differentiate(problem: Problem, in_line: bool) -> Formula:
    try:
        return _written(problem, in_line)
    except Defect:
        if STATE.ties:
            raise
    with STATE.replaced(ties=True):  # two values may be equal everywhere
        return _written(problem, in_line)


def _written(problem: Problem, in_line: bool) -> Formula:
    if not problem.wrt:
        raise error_of(
            "no derivative: the program has no input to differentiate with respect to",
            "no-gradient",
            "name one that the program does not define, as x in sum(x**2)",
        )
    if problem.order > 1 and not problem.hessian:
        return _by_order(problem, in_line)
    picks: list[Expr] = []
    exprs = traced(problem, problem.arrays, picks)
    if picks:
        _check_picks(problem, exprs)
    if problem.sizes:
        variants = [(dict(problem.sizes), exprs)]
        variants += [(dict(sizes), traced(problem, arrays, [])) for sizes, arrays in problem.others]
        found = generalized(variants)
        if found is None:
            raise error_of(
                "the derivative depends on the sizes in a way that has no short expression",
                "no-expression",
                "give the shapes, as in --shape x=3",
            )
        exprs = found
    with program_errors():
        module = program(
            exprs,
            _symbols(problem),
            problem.reserved,
            problem.labels,
            problem.sizes,
            problem.written,
            in_line=in_line,
        )
    formula = Formula(problem, module, _matrices(problem, exprs))
    _check(formula, exprs, bool(picks))
    return formula


def _by_order(problem: Problem, in_line: bool) -> Formula:
    """Return a higher derivative: each order is written, checked, and then differentiated again.

    A text that does not compute is followed from the program's own derivatives instead.
    """
    below = differentiate(problem._replace(order=problem.order - 1), in_line=True)
    if below.problem.arrays[problem.wrt[0]].shape != ():
        traced(problem, problem.arrays)  # which says what is wrong with that
    again = below.problem._replace(source=below.text, order=1, filename="<derivative>")
    found = differentiate(again, in_line=in_line)
    return found._replace(problem=problem)


def _check_picks(problem: Problem, exprs: Sequence[Expr]) -> None:
    """Refuse a derivative that depends on how many elements a mask picks, as that of a mean does.

    At other points other elements are picked, and the expression has to be the same.
    """
    for arrays in _points(problem, (*_SCALES, *_FAR)):
        if traced(problem, arrays, []) != list(exprs):
            traced(problem, arrays)  # which says where


def _points(problem: Problem, scales: Iterable[float]) -> Iterator[dict[str, np.ndarray]]:
    """Yield the inputs at other points; those that have a value keep it."""
    generator = np.random.default_rng(0)
    for scale in scales:
        yield problem.holding(problem.moved(scale, generator))


def _matrices(problem: Problem, exprs: Sequence[Expr]) -> tuple[str, ...]:
    """Return the inputs by which the derivative is a matrix of first derivatives."""
    if problem.hessian or problem.directions or problem.weights is not None:
        return ()
    shapes = [problem.arrays[name].shape for name in problem.wrt]
    pairs = zip(problem.wrt, shapes, exprs, strict=True)
    return tuple(name for name, shape, expr in pairs if shape not in ((), expr.shape))


def _symbols(problem: Problem) -> list[Expr]:
    """Return all inputs as expressions, those first that are differentiated by."""
    arrays, facts = problem.arrays, problem.facts
    return [
        symbol(n, arrays[n].shape, kind(arrays[n]), facts.get(n, ()))
        for n in (*problem.wrt, *arrays)
    ]


# Whether the text is right


def _check(formula: Formula, exprs: list[Expr], picking: bool = False) -> None:
    """Raise ``Defect`` unless the text computes the derivative at points around the inputs."""
    problem = formula.problem
    choices = [part for part in in_order(*exprs) if is_call(part, "where")]
    branching = picking or any(part.args[0].shape == () for part in choices)
    rooted = any(map(_is_root, in_order(*exprs)))
    finite = 0
    scales = (*_SCALES, *_FAR)
    for scale, arrays in zip(scales, _points(problem, scales), strict=True):
        if scale in _FAR and finite and not branching and not (rooted and scale in _BEYOND):
            continue
        agrees, count = _compared(formula, arrays)
        finite += count
        if not agrees:
            raise _disagreement(formula, arrays, exprs)
    if not finite and any(problem.arrays[name].size for name in problem.wrt):
        raise error_of("the derivative is not finite at any point tried", "not-finite")
    for form in (*problem.forms, *[arrays for _, arrays in problem.others[:1]]):
        _check_form(formula, form)


def _is_root(expr: Expr) -> bool:
    """Tell whether an expression is a root of something, or divided by one."""
    return expr.head == "product" and any(
        exp % 1 for _, exp in factors(expr) if not isinstance(exp, complex)
    )


def _check_form(formula: Formula, arrays: Mapping[str, np.ndarray]) -> None:
    """Refuse a text that is right for some sizes only, where sizes were left open.

    Sizes under which the program is singular, as `logdet(A @ A.T)` of a tall matrix, say nothing.
    """
    try:
        agrees = _compared(formula, arrays)[0]
    except GradcliError:
        agrees = False
    if not agrees and not is_singular(formula.problem, arrays):
        sizes = ", ".join(f"{name} {tuple(array.shape)}" for name, array in arrays.items())
        raise error_of(
            f"the derivative is another one for {sizes}: it depends on which sizes are larger",
            "no-expression",
            "give the shapes, as in --shape A=5,3",
        )


def _compared(formula: Formula, arrays: Mapping[str, np.ndarray]) -> tuple[bool, int]:
    """Tell whether the text computes the derivative at a point, and how many finite numbers."""
    expected, found = _both(formula, arrays)
    finite = sum(int(np.isfinite(want).sum()) for want in expected)
    return all(map(agree, expected, found)), finite


def _both(formula: Formula, arrays: Mapping[str, np.ndarray]) -> tuple[list[np.ndarray], list[Any]]:
    """Return the derivatives at a point and what the text computes; nothing if there are none."""
    problem = formula.problem
    expected = values(problem, arrays)
    if expected is None:
        return [], []
    run = _evaluated(problem, arrays, formula.text)
    names = results(problem.labels, problem.reserved)
    found = [run.variables[name] for name in names] if len(names) > 1 else [run.value]
    blocks = blocks_of(problem)
    if blocks is not None:
        expected = [*expected, together([arrays[n] for n in problem.wrt], expected)]
        found.append(run.variables[blocks.name])
    return expected, found


def _evaluated(problem: Problem, arrays: Mapping[str, np.ndarray], text: str) -> Run:
    """Run the text of a derivative at a point."""
    with session_of() as session, program_errors():
        define(session, problem, arrays, ())
        return session.evaluate(text, "<derivative>")


class _Largest(Observer):
    """The largest number that is computed meanwhile."""

    def __init__(self) -> None:
        self.number = 0.0

    def computed(
        self, op: Any, arrays: Sequence[Any], attrs: dict[str, Any], results: Sequence[Any]
    ) -> None:
        """Look at what the body of an operator made of arrays."""
        for array in results:
            sizes = np.abs(array) if np.asarray(array).dtype.kind in "fc" else np.zeros(())
            self.number = float(np.max(sizes, initial=self.number, where=np.isfinite(sizes)))


def _check_code(formula: Formula, code: str) -> None:
    """Refuse NumPy code that computes neither the derivative nor, at a kink, what the text does."""
    problem, generator = formula.problem, np.random.default_rng(3)
    points = [{n: moved(a, s, generator) for n, a in problem.arrays.items()} for s in (1, -1)]
    points = list(map(problem.holding, points))
    for arrays in (problem.arrays, *points, *problem.forms):
        expected, texts = _both(formula, arrays)
        if not expected:
            continue
        try:
            found = computed(code, {**arrays, **problem.constants})
        except Incomputable:
            found = ()
        found = found if isinstance(found, tuple) else (found,)
        sides = list(zip(expected, texts, found, strict=False))
        if len(found) != max(len(problem.labels), 1) or not all(
            agree(want, got) or agree(array_of(text), got) for want, text, got in sides
        ):
            raise error_of(
                "no NumPy code is known that computes this derivative",
                "no-expression",
                "--format text writes it",
            )


def _disagreement(
    formula: Formula, arrays: Mapping[str, np.ndarray], exprs: list[Expr]
) -> Exception:
    """Return the error for a text that is not the derivative at a point, for the caller to raise.

    It is no defect where the program does something else at that point.
    """
    if not formula.problem.sizes and traced(formula.problem, arrays, []) != exprs:
        return error_of(
            "the derivative depends on the values in a way that has no expression", "no-expression"
        )
    with _Largest() as largest:
        pairs = [(want, array_of(got)) for want, got in zip(*_both(formula, arrays), strict=True)]
    alike = all(want.shape == got.shape for want, got in pairs)
    if alike and any(np.any(np.isfinite(want) & ~np.isfinite(got)) for want, got in pairs):
        return error_of(
            "the derivative has no expression that is finite wherever the derivative is",
            "no-expression",
        )
    # What a difference of large numbers lost is multiplied by a large number once more.
    noise = _ROUNDING * largest.number * max(1.0, largest.number / 100)
    if alike and all(np.allclose(want, got, 0, noise, equal_nan=True) for want, got in pairs):
        return error_of(
            "the derivative is lost in rounding, so no expression of it can be checked",
            "no-expression",
        )
    tests = [part.args for part in in_order(*exprs) if is_call(part, *COMPARISONS)]
    if STATE.ties and any(_is_tie(formula.problem, arrays, *sides) for sides in tests):
        return error_of(
            "the derivative depends on which of two values is larger that differ by rounding alone",
            "no-expression",
        )
    return Defect(f"the text is not the derivative: {formula.text}")


def _is_tie(problem: Problem, arrays: Mapping[str, np.ndarray], a: Expr, b: Expr) -> bool:
    """Tell whether two expressions have values at a point that only rounding may tell apart."""
    module = program([subtract(a, b)], _symbols(problem), problem.reserved, (), {})
    found = array_of(_evaluated(problem, arrays, text_of(module)).value)
    return bool(np.any(np.abs(found) < TOLERANCE))
