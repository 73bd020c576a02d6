"""Derivatives as expressions: a program is followed, differentiated, written down and checked.

Every text is evaluated at random points, and compared with the gradient of the program there,
before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.problem import Problem, problem_of
from gradcli.answers.shapes import Shape
from gradcli.core.backward import grad
from gradcli.core.modes import enable_grad
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError, OpError
from gradcli.language.machine.code import RESULT
from gradcli.language.run import Session
from gradcli.symbolic.algebra import expand
from gradcli.symbolic.expr import Expr, number, symbol
from gradcli.symbolic.latex import latex
from gradcli.symbolic.linear import matrix_of
from gradcli.symbolic.numpy_code import function
from gradcli.symbolic.short_program import program, results, text_of
from gradcli.symbolic.sizes import generalized
from gradcli.symbolic.trace import Trace
from gradcli.syntax import nodes

_TOLERANCE = 1e-8
_POINTS = 4
_DIRECTION = "_direction"


class Formula(NamedTuple):
    """A derivative: by which inputs, as a tree of the language and as texts.

    A text that is not the language's own raises ``GradcliError`` where it has no words.
    """

    problem: Problem
    module: nodes.Module

    @property
    def text(self) -> str:
        """The program that computes the derivative."""
        return text_of(self.module)

    @property
    def latex(self) -> str:
        """The derivative in LaTeX."""
        ranks = {name: array.ndim for name, array in self.problem.arrays.items()}
        with program_errors():
            return latex(self.module, ranks)

    @property
    def python(self) -> str:
        """A NumPy function that computes the derivative."""
        with program_errors():
            return function(self.module, [*self.problem.arrays, *self.problem.constants])


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
        problem_of(
            source, defined, shapes, constants, wrt, order=order, hessian=hessian, filename=filename
        )
    )


def differentiate(problem: Problem) -> Formula:
    """Return the derivative of a program's scalar result.

    Raises ``GradcliError`` where the program is wrong or the derivative has no expression, and
    ``Defect`` where the text does not compute the derivative.
    """
    if not problem.wrt:
        raise _error(
            "no derivative: the program has no input to differentiate by",
            "no-gradient",
            "name one that the program does not define, as x in sum(x**2)",
        )
    exprs, symbols = _traced(problem, problem.arrays)
    if problem.sizes:
        variants = [(dict(problem.sizes), exprs)]
        variants += [(dict(sizes), _traced(problem, arrays)[0]) for sizes, arrays in problem.others]
        found = generalized(variants)
        if found is None:
            raise _error(
                "the derivative depends on the sizes in a way that has no short expression",
                "no-expression",
                "give the shapes, as in --shape x=3",
            )
        exprs = found
    with program_errors():
        module = program(exprs, symbols, problem.reserved, problem.wrt, problem.sizes)
    formula = Formula(problem, module)
    _check(formula, exprs)
    return formula


def _traced(problem: Problem, arrays: Mapping[str, np.ndarray]) -> tuple[list[Expr], list[Expr]]:
    """Return the derivatives by each input, and all inputs, as expressions."""
    with Session(dtype="float64") as session, Trace() as trace, program_errors():
        leaves = _define(session, problem, arrays, problem.wrt)
        for name, leaf in leaves.items():
            trace.name(leaf, name)
        symbols = [trace.expression(leaves[name]) for name in (*problem.wrt, *leaves)]
        if problem.hessian:
            return [_hessian(problem, session, trace, leaves)], symbols
        found = _gradients(session, problem, leaves)
        return [
            _expression(trace, leaves[name], gradient)
            for name, gradient in zip(problem.wrt, found, strict=True)
        ], symbols


def _expression(trace: Trace, leaf: Tensor, gradient: Tensor | None) -> Expr:
    if gradient is None:
        return expand(number(0), leaf.array.shape)
    return expand(trace.expression(gradient), leaf.array.shape)


def _hessian(
    problem: Problem, session: Session, trace: Trace, leaves: Mapping[str, Tensor]
) -> Expr:
    """Return the second derivative: the matrix of what it makes of any direction."""
    leaf = leaves[problem.wrt[0]]
    direction = Tensor(np.linspace(0.3, 0.9, leaf.array.size).reshape(leaf.array.shape))
    trace.note(direction.array, symbol(_DIRECTION, leaf.array.shape))
    (gradient,) = _gradients(session, problem, leaves)
    shape = (*leaf.array.shape, *leaf.array.shape)
    if gradient is None or not gradient.requires_grad:
        return expand(number(0), shape)
    product = OPS["sum"](OPS["mul"](gradient, direction))
    (along,) = _differentiated(product, [leaf])
    if along is None:
        return expand(number(0), shape)
    return matrix_of(trace.expression(along), symbol(_DIRECTION, leaf.array.shape))


@contextmanager
def program_errors() -> Iterator[None]:
    """Let errors of operators be errors of the program."""
    try:
        yield
    except OpError as error:
        raise _error(str(error), error.code, error.help, error.kind) from error


def _define(
    session: Session, problem: Problem, arrays: Mapping[str, np.ndarray], wrt: Iterable[str]
) -> dict[str, Tensor]:
    leaves = {}
    for name, array in arrays.items():
        leaf = leaves[name] = Tensor(np.array(array), name in wrt)
        session.assign(name, leaf)
    for name, value in problem.constants.items():
        session.assign(name, value)
    return leaves


def _gradients(
    session: Session, problem: Problem, leaves: Mapping[str, Tensor]
) -> list[Tensor | None]:
    result = session.evaluate(problem.source, problem.filename).value
    if not isinstance(result, Tensor):
        raise _error("no derivative: the result is not a tensor", "no-gradient")
    for _ in range(problem.order - 1):
        (first,) = _differentiated(result, [leaves[problem.wrt[0]]])
        if first is None:
            return [None]
        if first.array.size != 1:
            raise _error(
                f"{problem.wrt[0]} has shape {tuple(first.array.shape)}: derivatives of higher "
                "order are by numbers",
                "non-scalar-backward",
                "use --hessian for the matrix of second derivatives",
            )
        result = first
    return _differentiated(result, [leaves[name] for name in problem.wrt])


def _differentiated(result: Tensor, leaves: Sequence[Tensor]) -> list[Tensor | None]:
    if result.array.size != 1:
        raise _error(
            f"the result has shape {tuple(result.array.shape)}: a derivative is of one number",
            "non-scalar-backward",
            "reduce it with sum() or mean()",
        )
    if not result.requires_grad:
        return [None] * len(leaves)
    with enable_grad():
        return list(grad(result, leaves, create_graph=True, allow_unused=True))


def _error(
    message: str, code: str, help: str | None = None, kind: str = "RuntimeError"
) -> GradcliError:
    return GradcliError(Diagnostic(code, message, kind, help=help))


# Whether the text is right


def _check(formula: Formula, exprs: list[Expr]) -> None:
    """Raise ``Defect`` unless the text computes the derivative at points around the inputs."""
    problem, text = formula.problem, formula.text
    generator = np.random.default_rng(0)
    finite = 0
    for point in range(_POINTS):
        sign = -1 if point == _POINTS - 1 else 1  # where a program may take another branch
        arrays = {name: _moved(array, sign, generator) for name, array in problem.arrays.items()}
        expected = _values(problem, arrays)
        if expected is None:
            continue
        with Session(dtype="float64") as session, program_errors():
            _define(session, problem, arrays, ())
            run = session.evaluate(text, "<derivative>")
            found = (
                [run.variables[name] for name in results(problem.wrt, problem.reserved)]
                if len(problem.wrt) > 1
                else [run.value]
            )
        for want, got in zip(expected, found, strict=True):
            finite += int(np.isfinite(want).sum())
            if not _agree(want, got):
                raise _disagreement(formula, arrays, exprs, want, got)
    if not finite and any(problem.arrays[name].size for name in problem.wrt):
        raise _error("the derivative is not finite at any point tried", "not-finite")


def _disagreement(
    formula: Formula, arrays: Mapping[str, np.ndarray], exprs: list[Expr], want: Any, got: Any
) -> Exception:
    """Return the error for a text that is not the derivative at a point, for the caller to raise.

    It is no defect where the program does something else at that point.
    """
    if not formula.problem.sizes and _traced(formula.problem, arrays)[0] != exprs:
        return _error(
            "the derivative depends on the values in a way that has no expression", "no-expression"
        )
    if np.shape(want) == _array(got).shape and np.any(
        np.isfinite(want) & ~np.isfinite(_array(got))
    ):
        return _error(
            "the derivative has no expression that is finite wherever the derivative is",
            "no-expression",
        )
    return Defect(f"the text is not the derivative: {formula.text}")


def _values(problem: Problem, arrays: Mapping[str, np.ndarray]) -> list[np.ndarray] | None:
    """Return the derivatives as numbers; None where the program's result is not finite."""
    with Session(dtype="float64") as session, program_errors():
        leaves = _define(session, problem, arrays, problem.wrt)
        found = _gradients(session, problem, leaves)
        result = session.machine.globals.get(RESULT)
        if isinstance(result, Tensor) and not np.isfinite(result.array).all():
            return None
        if not problem.hessian:
            return [
                np.zeros(leaves[name].array.shape) if value is None else value.array
                for name, value in zip(problem.wrt, found, strict=True)
            ]
        return [_hessian_values(found[0], leaves[problem.wrt[0]])]


def _hessian_values(gradient: Tensor | None, leaf: Tensor) -> np.ndarray:
    shape = leaf.array.shape
    rows = []
    for index in np.ndindex(*shape):
        unit = np.zeros(shape)
        unit[index] = 1.0
        row = None
        if gradient is not None and gradient.requires_grad:
            (row,) = grad(gradient, [leaf], Tensor(unit), retain_graph=True, allow_unused=True)
        rows.append(np.zeros(shape) if row is None else row.array)
    return np.reshape(rows, (*shape, *shape))


def _moved(array: np.ndarray, sign: int, generator: np.random.Generator) -> np.ndarray:
    if array.dtype.kind != "f":
        return array
    return sign * array + 0.1 * generator.standard_normal(array.shape)


def _array(got: Any) -> np.ndarray:
    return got.array if isinstance(got, Tensor) else np.asarray(got)


def _agree(want: np.ndarray, got: Any) -> bool:
    """Tell whether two derivatives are the same where the first one is finite."""
    array = _array(got)
    if array.shape != want.shape:
        return False
    finite = np.isfinite(want)
    scale = float(np.max(np.abs(want), initial=1.0, where=finite))
    with np.errstate(all="ignore"):
        close = np.isclose(array, want, rtol=_TOLERANCE, atol=_TOLERANCE * scale)
    return bool(np.all(close | ~finite))
