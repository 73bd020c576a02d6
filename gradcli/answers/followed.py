"""Programs followed and differentiated: their derivatives as expressions, and as numbers.

A number has a gradient, of the shape of each input; a vector or a matrix has a Jacobian. Between
vectors its rows are the elements of the result and its columns those of the input; the elements of
matrices are counted row by row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import numpy as np

from gradcli.answers.problem import Problem
from gradcli.core.backward import grad
from gradcli.core.modes import enable_grad
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError, OpError
from gradcli.language.run import Session
from gradcli.symbolic.algebra import add, expand, plain, reshape
from gradcli.symbolic.branches import Branches, Followed, every_way
from gradcli.symbolic.expr import Expr, in_order, is_number, number, symbol
from gradcli.symbolic.linear import matrix_of
from gradcli.symbolic.masks import without_masks
from gradcli.symbolic.trace import Trace

_DIRECTION: Final = "_direction"
_WEIGHTS: Final = "_weights"
_OWN: Final = ("no-expression", "no-derivative", "no-gradient", "non-scalar-backward", "limit")
"""The codes of refusals that are no errors on one way through a program alone."""

Shape = tuple[int, ...]


def traced(
    problem: Problem, arrays: Mapping[str, np.ndarray], picks: list[Expr] | None = None
) -> list[Expr]:
    """Return the derivatives by each input as expressions, chosen by the program's branches.

    ``picks`` takes the masks that pick elements by values; without it such a program is refused.
    """

    def follow(forced: Sequence[bool]) -> Followed:
        branches = Branches(set(problem.arrays) - problem.fixed, forced, picks)
        try:
            found: Sequence[Expr] | None = _along(problem, arrays, branches)
            if branches.picks and found is not None:
                found = without_masks(found)
            if found is None:  # say where elements are picked
                found = traced(problem, arrays)
        except GradcliError as error:
            if branches.picks:
                traced(problem, arrays)
            if error.diagnostic.code in _OWN:
                raise
            return branches, error
        return branches, found

    with program_errors():
        try:
            return list(every_way(follow))
        except GradcliError as error:
            raise _in_single(problem, arrays, error) from error


def _in_single(
    problem: Problem, arrays: Mapping[str, np.ndarray], error: GradcliError
) -> GradcliError:
    """Return an error on element types as in single precision, which inputs have elsewhere."""
    if error.code != "dtype":
        return error
    narrow = {n: a.astype(np.float32) if a.dtype.kind == "f" else a for n, a in arrays.items()}
    try:
        with session_of("float32") as session:
            define(session, problem, narrow, ())
            session.evaluate(problem.source, problem.filename)
    except GradcliError as found:
        return found if found.code == error.code else error
    return error


def _along(problem: Problem, arrays: Mapping[str, np.ndarray], branches: Branches) -> list[Expr]:
    """Return the derivatives by each input as they are on one way through the program."""
    with session_of() as session, Trace(branches) as trace, program_errors():
        leaves = define(session, problem, arrays, problem.wrt)
        for name, leaf in leaves.items():
            trace.name(leaf, name, problem.facts.get(name, ()))
        result = _result(session, problem, branches)
        by = [leaves[name] for name in problem.wrt]
        if problem.weights is not None:
            result = _along_direction(result, leaves[problem.weights])
        if problem.directions:
            parts = [_along_an_input(trace, result, *pair) for pair in _pairs(problem, leaves)]
            return [expand(add(*parts), result.array.shape)]
        if problem.hessian:
            return _hessian(trace, result, by)
        if _has_jacobian(problem, result):
            return [_jacobian(trace, result, leaf) for leaf in by]
        found = _gradients(problem, result, by)
        return [_expression(trace, *pair) for pair in zip(by, found, strict=True)]


@contextmanager
def session_of(dtype: str = "float64") -> Iterator[Session]:
    """Run programs in double precision or another, with the derivatives that textbooks have."""
    with Session(dtype=dtype) as session, STATE.replaced(textbook=True):
        yield session


def _expression(trace: Trace, leaf: Tensor, gradient: Tensor | None) -> Expr:
    if gradient is None:
        return expand(number(0), leaf.array.shape)
    return expand(trace.expression(gradient), leaf.array.shape)


def _hessian(trace: Trace, result: Tensor, by: Sequence[Tensor]) -> list[Expr]:
    """Return the second derivatives by each pair of inputs.

    That by two of them is the matrix of what the first one's gradient makes of any direction of
    the second, and because it is symmetric, of the gradient of the second one along it.
    """
    columns: list[list[Expr]] = []
    for leaf, gradient in zip(by, _differentiated(result, by), strict=True):
        direction = _unknown(trace, _DIRECTION + str(len(columns)), leaf.array.shape)
        rows: list[Tensor | None] = [None] * len(by)
        if gradient is not None and gradient.requires_grad:
            rows = _differentiated(_along_direction(gradient, direction), by)
        columns.append([_block(trace, *pair, direction) for pair in zip(by, rows, strict=True)])
    # That of a number and an input is the input's with the number, whose shape is the input's.
    return [
        column[row] if leaf.array.shape else columns[row][place]
        for row, leaf in enumerate(by)
        for place, column in enumerate(columns)
    ]


def _block(trace: Trace, leaf: Tensor, along: Tensor | None, direction: Tensor) -> Expr:
    if along is None:
        return expand(number(0), jacobian_shape(leaf.array.shape, direction.array.shape))
    expr = expand(trace.expression(along), leaf.array.shape)
    return matrix_of(expr, trace.expression(direction), reordered=True)


def _jacobian(trace: Trace, result: Tensor, leaf: Tensor) -> Expr:
    """Return the Jacobian: the matrix of what the derivative along a direction makes of it.

    That derivative is the gradient, by the weights, of the product of the gradient of the weighted
    result with the direction.
    """
    direction = _unknown(trace, _DIRECTION, leaf.array.shape)
    expr = _along_an_input(trace, result, leaf, direction if leaf.array.shape else None)
    if not leaf.array.shape:
        return expr
    if is_number(plain(expr), 0):
        return expand(number(0), jacobian_shape(result.array.shape, leaf.array.shape))
    return matrix_of(expr, trace.expression(direction))


def _along_an_input(trace: Trace, result: Tensor, leaf: Tensor, direction: Tensor | None) -> Expr:
    """Return the derivative along a direction of an input, or by an input that is a number."""
    weights = _unknown(trace, _WEIGHTS, result.array.shape)
    weights.requires_grad_()
    (weighted,) = _differentiated(_along_direction(result, weights), [leaf])
    if weighted is None:
        return expand(number(0), result.array.shape)
    start = weighted if direction is None else _along_direction(weighted, direction)
    (along,) = _differentiated(start, [weights])
    if along is None:
        return expand(number(0), result.array.shape)
    found, unknown = trace.expression(along), trace.expression(weights)
    if unknown in in_order(found):  # it is linear in them, though not by the rules
        found = reshape(matrix_of(trace.expression(start), unknown), result.array.shape)
    return expand(found, result.array.shape)


def _pairs(problem: Problem, leaves: Mapping[str, Tensor]) -> list[tuple[Tensor, Tensor]]:
    """Return inputs with the directions along which to differentiate."""
    return [(leaves[name], leaves[along]) for name, along in problem.directions.items()]


def jacobian_shape(of: Shape, by: Shape) -> Shape:
    """Return the shape of a Jacobian, of results and inputs of some shapes."""
    return of or by if () in (of, by) else (int(np.prod(of)), int(np.prod(by)))


def _unknown(trace: Trace, name: str, shape: Shape) -> Tensor:
    """Return a tensor that stands for any other of its shape."""
    count = int(np.prod(shape))
    tensor = Tensor(np.linspace(0.3, 0.9, count).reshape(shape))
    trace.note(tensor.array, symbol(name, shape))
    return tensor


def _along_direction(tensor: Tensor, direction: Tensor) -> Any:
    return OPS["sum"](OPS["mul"](tensor, direction))


@contextmanager
def program_errors() -> Iterator[None]:
    """Let errors of operators be errors of the program."""
    try:
        yield
    except OpError as error:
        raise error_of(str(error), error.code, error.help, error.kind) from error


def define(
    session: Session, problem: Problem, arrays: Mapping[str, np.ndarray], wrt: Iterable[str]
) -> dict[str, Tensor]:
    """Give a session the inputs of a problem; return those that are tensors."""
    leaves = {}
    for name, array in arrays.items():
        leaf = leaves[name] = Tensor(np.array(array), name in wrt)
        session.assign(name, leaf)
    for name, value in problem.constants.items():
        session.assign(name, value)
    return leaves


def _result(session: Session, problem: Problem, branches: Branches | None = None) -> Tensor:
    """Return what a program computes; a number counts where another branch has a tensor."""
    result = session.evaluate(problem.source, problem.filename).value
    if isinstance(result, (int, float)) and (branches is None or branches.taken):
        with suppress(OverflowError):  # an integer beyond floating point
            return Tensor(np.asarray(float(result)))
    if not isinstance(result, Tensor):
        parts = "it has several parts: take one, as in [0]" if isinstance(result, tuple) else None
        raise error_of("no derivative: the result is not a tensor", "no-gradient", parts)
    return result


def _has_jacobian(problem: Problem, result: Tensor) -> bool:
    several = result.array.size != 1 and result.array.dtype.kind == "f"
    return several and problem.order == 1 and not problem.hessian


def _gradients(problem: Problem, result: Tensor, by: Sequence[Tensor]) -> list[Tensor | None]:
    for _ in range(problem.order - 1):
        (first,) = _differentiated(result, by)
        if first is None:
            return [None]
        if first.array.size != 1:
            raise error_of(
                f"derivatives of order {problem.order} by {problem.wrt[0]}, which is no number, "
                "are no matrix",
                "non-scalar-backward",
                f"--order 2 gives the Hessian, --shape {problem.wrt[0]}= makes it a number",
            )
        result = first
    return _differentiated(result, by)


def _differentiated(result: Tensor, leaves: Sequence[Tensor]) -> list[Tensor | None]:
    if result.array.size != 1:
        raise error_of(
            f"the result has shape {tuple(result.array.shape)}: a derivative is of one number",
            "non-scalar-backward",
            "reduce it with sum() or mean()",
        )
    if not result.requires_grad:
        return [None] * len(leaves)
    with enable_grad():
        return list(grad(result, leaves, create_graph=True, allow_unused=True))


def error_of(
    message: str, code: str, help: str | None = None, kind: str = "RuntimeError"
) -> GradcliError:
    """Return the error for what cannot be answered, for the caller to raise."""
    return GradcliError(Diagnostic(code, message, kind, help=help))


# As numbers


def values(problem: Problem, arrays: Mapping[str, np.ndarray]) -> list[np.ndarray] | None:
    """Return the derivatives as numbers; None where the program fails or is not finite."""
    with session_of() as session, program_errors():
        leaves = define(session, problem, arrays, problem.wrt)
        try:
            result = _result(session, problem)
        except GradcliError:  # at this point: where it was followed it did not fail
            return None
        if not np.isfinite(result.array).all():
            return None
        by = [leaves[name] for name in problem.wrt]
        if problem.weights is not None:
            result = _along_direction(result, leaves[problem.weights])
        if problem.directions:
            return [_product(result, _pairs(problem, leaves))]
        if _has_jacobian(problem, result):
            return [_rows(result, leaf) for leaf in by]
        if problem.hessian:
            found = _differentiated(result, by)
            firsts = [
                Tensor(np.zeros(leaf.array.shape)) if first is None else first
                for leaf, first in zip(by, found, strict=True)
            ]
            return [_rows(first, leaf) for first in firsts for leaf in by]
        found = _gradients(problem, result, by)
        return [
            np.zeros(leaf.array.shape) if value is None else value.array
            for leaf, value in zip(by, found, strict=True)
        ]


def _product(result: Tensor, pairs: Sequence[tuple[Tensor, Tensor]]) -> np.ndarray:
    """Return the derivative of a result along directions of its inputs."""
    shape, total = result.array.shape, np.zeros(result.array.shape)
    for leaf, direction in pairs:
        matrix = _rows(result, leaf).reshape(int(np.prod(shape)), -1)
        total = total + (matrix @ direction.array.reshape(-1)).reshape(shape)
    return np.asarray(total)


def _rows(result: Tensor, leaf: Tensor) -> np.ndarray:
    """Return a Jacobian, a row for each element of a result."""
    of = result.array.shape
    rows = []
    for index in np.ndindex(*of):
        row = None
        if result.requires_grad:
            unit = np.zeros(of)
            unit[index] = 1.0
            (row,) = grad(result, [leaf], Tensor(unit), retain_graph=True, allow_unused=True)
        rows.append(np.zeros(leaf.array.shape) if row is None else row.array)
    return np.reshape(rows, jacobian_shape(of, leaf.array.shape))
