"""Systems of linear equations and inverses, for stacks of matrices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.promote import like_first
from gradcli.core.warn import warn
from gradcli.numerics import arrays, lapack, memory
from gradcli.numerics.dtypes import dtype_of
from gradcli.numerics.lapack import LinAlgError
from gradcli.operators import by_name as ops
from gradcli.operators.by_name import _matmul as matmul
from gradcli.operators.declare import Array, Sizes, Tensor, Value, example, formula, op
from gradcli.operators.derivatives import refused
from gradcli.operators.matrix_checks import (
    check_floating,
    check_matrix,
    check_precise,
    check_square,
)
from gradcli.operators.refusals import invalid, mismatch, mixed, refuse, shape_error
from gradcli.operators.return_types import ReturnType
from gradcli.ops.linalg import COLUMNS, SQUARE, check_alike, identity, in_linalg, mH, mT, unlike


def deprecate(name: str, other: str, note: str) -> None:
    """Warn that a function is an old one; the end of its successor's name is as PyTorch has it."""
    joint = " and" if not other.endswith("and") else ""
    warn(
        f"torch.{name} is deprecated in favor of torch.linalg.{other}{joint} will be removed in a "
        f"future PyTorch release.\n{note}",
        code="deprecated",
        once=True,
    )


def refuse_failures(info: Value, name: str, text: str, kind: type[Exception] = LinAlgError) -> None:
    """Raise PyTorch's error for the first matrix of a stack that an algorithm failed for."""
    numbers = memory.in_memory(arrays.as_array(arrays.of(info)))
    failed = np.flatnonzero(numbers)
    if failed.size:
        batch = f"(Batch element {failed[0]}): " if numbers.ndim else ""
        message = f"{name}: {batch}" + text.format(numbers.reshape(-1)[failed[0]])
        raise refuse(message, kind=kind, code="singular")


# Inverses

_SINGULAR_TEXT = (
    "The diagonal element {} is zero, the inversion could not be completed because the input "
    "matrix is singular."
)


@op(
    widens=False,
    vjp=lambda g, y: -matmul(mT(y), matmul(g[0], mT(y))),
    where=["linalg.inv_ex"],
    fields=["inverse", "info"],
    example=("torch.linalg.inv_ex(a)[0]", "a=tensor([[2.0, 1.0], [1.0, 3.0]])"),
)
@formula(A="-y.mT @ g[0] @ y.mT")
def linalg_inv_ex(xp: Any, A: Array, /, *, check_errors: bool = False) -> tuple[Array, Array]:
    """The inverse, and 0, or which diagonal element was zero if there is no inverse."""
    check_square(A, "linalg.inv")
    check_precise(A, "linalg.inv")
    found, info = lapack.inverse(A)
    if check_errors:
        refuse_failures(info, "linalg.inv_ex", _SINGULAR_TEXT)
    return found, info


@in_linalg("torch.linalg.inv(a)", "a=tensor([[4.0]])")
def linalg_inv(A: Tensor, /) -> Tensor:
    """The inverse."""
    found, info = linalg_inv_ex(A)
    refuse_failures(info, "linalg.inv", _SINGULAR_TEXT)
    return found


@op(composite=True, numpy="linalg.inv", example=("inverse(a)", SQUARE))
def inverse(input: Tensor, /) -> Tensor:
    """The inverse."""
    return linalg_inv(input)


@in_linalg("torch.linalg.tensorinv(a, ind=1)", "a=tensor([[2.0]])")
def linalg_tensorinv(input: Tensor, /, ind: int = 2) -> Tensor:
    """The inverse of a tensor as a map from its last dimensions to its first ``ind``."""
    if ind <= 0:
        raise invalid(f"Expected a strictly positive integer for 'ind', but got {ind}")
    shape = tuple(input.shape)
    rows, columns = math.prod(shape[:ind]), math.prod(shape[ind:])
    if rows != columns:
        raise shape_error(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
            f"prod(self.shape[:ind]), but got {columns} != {rows}"
        )
    found, info = linalg_inv_ex(ops.reshape(input, shape=(columns, rows)))
    refuse_failures(info, "inv", _SINGULAR_TEXT)
    return ops.reshape(found, shape=shape[ind:] + shape[:ind])


# Equations


def _holds_vectors(a: Any, b: Any) -> bool:
    """Tell whether PyTorch takes the right-hand side for a stack of vectors."""
    return len(b) == 1 or (len(a) - 1 == len(b) and tuple(a[:-1]) == tuple(b))


def _as_matrix(x: Value, vectors: bool) -> Value:
    return ops.unsqueeze(x, dim=-1) if vectors else x


def _as_vector(x: Value, vectors: bool) -> Value:
    return ops.squeeze(x, dim=-1) if vectors else x


def _solve_slope_b(g: Value, A: Value, B_shape: Any, left: bool) -> Value:
    vectors = _holds_vectors(A.shape, B_shape)
    return _as_vector(linalg_solve_ex(mT(A), _as_matrix(g, vectors), left=left)[0], vectors)


def _solve_slope_a(g: Value, A: Value, B_shape: Any, y: Value, left: bool) -> Value:
    vectors = _holds_vectors(A.shape, B_shape)
    slope = linalg_solve_ex(mT(A), _as_matrix(g, vectors), left=left)[0]
    return -_outer(slope, _as_matrix(y, vectors), left)


def _outer(slope: Value, y: Value, left: bool) -> Value:
    return matmul(slope, mT(y)) if left else matmul(mT(y), slope)


@op(
    widens=False,
    vjp=(
        lambda g, A, B_shape, y, left: _solve_slope_a(g[0], A, B_shape, y, left),
        lambda g, A, B_shape, left: _solve_slope_b(g[0], A, B_shape, left),
    ),
    broadcasts=True,
    where=["linalg.solve_ex"],
    fields=["result", "info"],
    example=("torch.linalg.solve_ex(a, b, check_errors=True).result", SQUARE, "b=ones(3)"),
)
@formula(A="-linalg.solve(A.mT, g[0]) @ y.mT  # of a matrix B", B="linalg.solve(A.mT, g[0])")
def linalg_solve_ex(
    xp: Any, A: Array, B: Array, /, *, left: bool = True, check_errors: bool = False
) -> tuple[Array, Array]:
    """The solution X of AX = B (XA = B if not left), and 0, or what made it fail."""
    check_floating(A, "linalg.solve")
    _same_types(A, B, "linalg.solve")
    check_square(A, "linalg.solve")
    vectors = _holds_vectors(A.shape, B.shape)
    if vectors and not left:
        raise invalid(
            "linalg.solve: Vector broadcasting of the left hand side is not supported for "
            "left=False. In this case linalg.solve is equivalent to B / A.squeeze(-1)"
        )
    b = B[..., None] if vectors else B
    _check_equation(A, b, left, "linalg.solve")
    check_precise(A, "linalg.solve", "lu_cpu")
    if left:
        found, info = lapack.solve(A, b)
    else:
        found, info = lapack.solve(A.mT, b.mT)
        found = found.mT
    if check_errors:
        refuse_failures(info, "torch.linalg.solve_ex", _UNSOLVED)
    found = found[..., 0] if vectors else found  # vectors lie as if they were matrices
    return (lapack.column_major(found) if vectors and B.ndim > 1 else found), info


_UNSOLVED = "The solver failed because the input matrix is singular."


def _same_types(A: Array, B: Array, name: str, first: str = "A") -> None:
    text = f"{name}: Expected {first} and B to have the same dtype, but found {first} of type"
    check_alike(A, B, lambda a, b: f"{text} {a} and B of type {b} instead")


def _check_equation(A: Array, B: Array, left: bool, name: str) -> None:
    check_matrix(B, name, "B")
    if A.shape[-2] != B.shape[-2 if left else -1]:
        (n, m), (j, k) = A.shape[-2:], B.shape[-2:]
        raise mismatch(
            f"{name}: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({n}x{m} and {j}x{k})"
        )


@in_linalg(
    "torch.linalg.solve(a, b)", "a=tensor([[2.0]])", "b=tensor([[3.0]])", numpy="linalg.solve"
)
def linalg_solve(A: Tensor, B: Tensor, /, *, left: bool = True) -> Tensor:
    """The solution X of AX = B, or of XA = B if not left."""
    found, info = linalg_solve_ex(A, B, left=left)
    refuse_failures(info, "torch.linalg.solve", _UNSOLVED)
    return found


def _triangular_slope(
    g: Value, A: Value, y: Value, upper: bool, left: bool, unitriangular: bool
) -> Value:
    slope = linalg_solve_triangular(
        mT(A), g, upper=not upper, left=left, unitriangular=unitriangular
    )
    part = ops.triu if upper else ops.tril
    return -part(_outer(slope, y, left), diagonal=int(unitriangular) * (1 if upper else -1))


@op(
    vjp=(
        _triangular_slope,
        lambda g, A, upper, left, unitriangular: linalg_solve_triangular(
            mT(A), g, upper=not upper, left=left, unitriangular=unitriangular
        ),
    ),
    broadcasts=True,
    promotes=like_first,
    where=["linalg.solve_triangular"],
    example=("torch.linalg.solve_triangular(a, b, upper=True)", SQUARE, COLUMNS),
)
@formula(
    input="-triu(linalg.solve_triangular(input.mT, g, upper=False) @ y.mT)  # where upper is True",
    B="linalg.solve_triangular(input.mT, g, upper=not upper)",
)
def linalg_solve_triangular(
    xp: Any, A: Array, B: Array, /, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Array:
    """The solution X of AX = B (XA = B if not left) for a triangular A; reads one triangle."""
    check_square(A, "linalg.solve_triangular")
    _check_equation(A, B, left, "linalg.solve_triangular")
    return lapack.solve_triangular(A, B, upper=upper, left=left, unitriangular=unitriangular)


def _check_rows(name: str, matrix: Any, right: Any) -> None:
    """Refuse matrices that are not square, or have not as many rows as the right side."""
    check_square(matrix, "")
    if matrix.shape[-1] != right.shape[-2]:
        (n, m), (j, k) = matrix.shape[-2:], right.shape[-2:]
        raise mismatch(
            f"Incompatible matrix sizes for {name}: each A matrix is {n} by {m} but each b matrix "
            f"is {j} by {k}"
        )


@op(fused=True, where=[])
def _triangular_solve(
    input: Value,
    A: Value,
    /,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> tuple[Value, Value]:
    """The solution X of AX = b for a triangular A, and A."""
    _check_rows("triangular_solve", A, input)
    matrix = mT(A) if transpose else A
    found = linalg_solve_triangular(
        matrix, input, upper=upper != transpose, unitriangular=unitriangular
    )
    copied = ops.clone(ops.expand(A, size=(*found.shape[:-2], *A.shape[-2:])))
    return found, lapack.column_major(copied) if type(copied) is np.ndarray else copied


@op(composite=True, example=("triangular_solve(b, a)[0]", SQUARE, COLUMNS))
def triangular_solve(
    input: Tensor,
    A: Tensor,
    /,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
) -> Any:
    """The solution X of AX = b for a triangular A, and A."""
    deprecate("triangular_solve", "solve_triangularand", _TRIANGULAR_NOTE)
    for x, name in ((input, "b"), (A, "A")):
        if len(x.shape) < 2:
            raise invalid(
                f"torch.triangular_solve: Expected {name} to have at least 2 dimensions, but it "
                f"has {len(x.shape)} dimensions instead",
                code="shape-mismatch",
            )
    check_alike(input, A, unlike)
    found = _triangular_solve(
        input, A, upper=upper, transpose=transpose, unitriangular=unitriangular
    )
    return ReturnType("triangular_solve", ("solution", "cloned_coefficient"), found)


_TRIANGULAR_NOTE = (
    "torch.linalg.solve_triangular has its arguments reversed and does not return a copy of one of "
    "the inputs.\nX = torch.triangular_solve(B, A).solution\nshould be replaced with\nX = "
    "torch.linalg.solve_triangular(A, B)."
)


# Equations of factored matrices


def _cholesky_solve_slope(g: Value, input2: Value, y: Value, upper: bool) -> Value:
    half = matmul(cholesky_solve(g, input2, upper=upper), mH(y))
    both = half + mH(half)
    return -matmul(input2, both) if upper else -matmul(both, input2)


@op(
    vjp=(lambda g, input2, upper: cholesky_solve(g, input2, upper=upper), _cholesky_solve_slope),
    conjugates=True,
    broadcasts=True,
    example=("cholesky_solve(b, a.tril())", SQUARE, COLUMNS),
)
@formula(
    input="cholesky_solve(g, input2)",
    input2="s = cholesky_solve(g, input2) @ y.mH; -(s + s.mH) @ input2  # where upper is False",
)
def cholesky_solve(xp: Any, input: Array, input2: Array, /, upper: bool = False) -> Array:
    """The solution X of AX = B for a matrix of which the Cholesky factor is given."""
    for x, name in ((input, "b"), (input2, "u")):
        if x.ndim < 2:
            raise invalid(
                f"{name} should have at least 2 dimensions, but has {x.ndim} dimensions instead",
                code="shape-mismatch",
            )
    check_alike(input, input2, unlike)
    _check_rows("cholesky_solve", input2, input)
    factor = input2.mT.conj() if upper else input2
    half = lapack.solve_triangular(factor, input, upper=False)
    return lapack.solve_triangular(factor.mT.conj(), half, upper=True)


def _cholesky_inverse_slope(g: Value, input: Value, y: Value, upper: bool) -> Value:
    both = matmul(matmul(y, g + mH(g)), y)
    return -matmul(input, both) if upper else -matmul(both, input)


@op(vjp=_cholesky_inverse_slope, conjugates=True)
@example("cholesky_inverse(a)", "a=tensor([[2.0]])")
@formula(input="-y @ (g + g.mH) @ y @ input  # where upper is False")
def cholesky_inverse(xp: Any, input: Array, /, upper: bool = False) -> Array:
    """The inverse of a matrix of which the Cholesky factor is given."""
    check_square(input, "cholesky_inverse")
    zeros = xp.linalg.diagonal(input) == 0
    failed = xp.any(zeros, axis=-1) * (xp.argmax(zeros, axis=-1) + 1 if zeros.size else 0)
    refuse_failures(failed, "cholesky_inverse", _SINGULAR_TEXT)
    one = xp.broadcast_to(xp.eye(input.shape[-1], dtype=input.dtype), input.shape)
    return cholesky_solve.body(xp, one, input, upper)


def _lu_solve_slope(
    g: Value, LU: Value, pivots: Value, y: Value, left: bool, adjoint: bool
) -> Value:
    """The gradient of L and U in one matrix, by way of that of the matrix that was factored."""
    slope = linalg_lu_solve(LU, pivots, g, left=left, adjoint=not adjoint)
    product = matmul(slope, mH(y)) if left else matmul(mH(y), slope)
    part = rows_exchanged(-(mH(product) if adjoint else product), pivots=pivots)
    lower = ops.tril(LU, diagonal=-1) + identity(LU, LU.shape[-1])
    return ops.tril(matmul(part, mH(ops.triu(LU))), diagonal=-1) + ops.triu(matmul(mH(lower), part))


@op(
    vjp=(
        _lu_solve_slope,
        None,
        lambda g, LU, pivots, left, adjoint: linalg_lu_solve(
            LU, pivots, g, left=left, adjoint=not adjoint
        ),
    ),
    conjugates=True,
    broadcasts=True,
    where=["linalg.lu_solve"],
    example=("torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b)", SQUARE, COLUMNS),
)
@formula(
    LU="P, L, U = lu_unpack(LU, pivots); p = -P.T @ linalg.lu_solve(LU, pivots, g, "
    "adjoint=True) @ y.mH; tril(p @ U.mH, -1) + triu(L.mH @ p)",
    B="linalg.lu_solve(LU, pivots, g, left=left, adjoint=not adjoint)",
)
def linalg_lu_solve(
    xp: Any, LU: Array, pivots: Array, B: Array, /, *, left: bool = True, adjoint: bool = False
) -> Array:
    """The solution X of AX = B for a matrix that ``lu_factor`` factored."""
    check_floating(LU, "torch.linalg.lu_solve")
    _same_types(LU, B, "linalg.lu_solve", "LU")
    check_square(LU, "torch.linalg.lu_solve")
    _check_equation(LU, B, left, "linalg.lu_solve")
    _check_pivots(pivots, LU.shape)
    if not left:  # XA = B is the transpose of A'X' = B'
        return arrays.dense(_lu_solved(LU, pivots, B.conj().mT, not adjoint).mT.conj())
    return _lu_solved(LU, pivots, B, adjoint)


def _check_pivots(pivots: Array, shape: Sizes) -> None:
    if pivots.dtype != np.int32:
        raise mixed("linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32")
    if pivots.shape != shape[:-1]:
        wanted = "Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with shape"
        problem = f"{wanted} {list(pivots.shape)} instead"
        if pivots.shape[-1:] != shape[-1:]:
            problem = "Number of pivots per batch should be same as the dimension of the matrix"
        raise refuse(f"linalg.lu_solve: {problem}", 1)
    rows = shape[-2]
    bounds = {"greater or equal to 1": pivots < 1, "smaller or equal to LU.size(-2)": pivots > rows}
    for wanted, wrong in bounds.items():
        if wrong.any():
            message = f"Pivots given to lu_solve must all be {wanted}. "
            raise refuse(f"{message}Did you properly pass the result of lu_factor?", 1)


def _lu_solved(LU: Array, pivots: Array, B: Array, adjoint: bool) -> Array:
    order = lapack.permutation(pivots, LU.shape[-1])[..., None]
    batch = np.broadcast_shapes(LU.shape[:-2], B.shape[:-2])
    order = np.broadcast_to(order, (*batch, *order.shape[-2:]))
    B = np.broadcast_to(B, (*batch, *B.shape[-2:]))
    lower = {"upper": False, "unitriangular": True}
    if not adjoint:
        half = lapack.solve_triangular(LU, np.take_along_axis(B, order, -2), **lower)
        return lapack.solve_triangular(LU, half, upper=True)
    conjugate = LU.conj().mT
    half = lapack.solve_triangular(conjugate, B, upper=False)
    found = lapack.solve_triangular(conjugate, half, upper=True, unitriangular=True)
    return np.take_along_axis(found, np.argsort(order, axis=-2), -2)


@op(vjp=lambda g, pivots: rows_returned(g, pivots=pivots), linear=True, where=[])
def rows_exchanged(xp: Any, x: Array, /, pivots: Any = None) -> Array:
    """Rows exchanged as a factorisation did with the pivots."""
    order = lapack.permutation(arrays.of(pivots), x.shape[-2])[..., None]
    return xp.take_along_axis(x, xp.broadcast_to(order, (*x.shape[:-1], 1)), -2)


@op(vjp=lambda g, pivots: rows_exchanged(g, pivots=pivots), linear=True, where=[])
def rows_returned(xp: Any, x: Array, /, pivots: Any = None) -> Array:
    """Rows put back that a factorisation exchanged with the pivots."""
    order = xp.argsort(lapack.permutation(arrays.of(pivots), x.shape[-2]), axis=-1)[..., None]
    return xp.take_along_axis(x, xp.broadcast_to(order, (*x.shape[:-1], 1)), -2)


@op(composite=True)
@example("lu_solve(b, *torch.linalg.lu_factor(a))", "a=tensor([[2.0]])", "b=ones(1, 1)")
def lu_solve(input: Tensor, LU_data: Tensor, LU_pivots: Tensor, /) -> Tensor:
    """The solution X of AX = B, the input, for a matrix that ``lu_factor`` factored."""
    deprecate("lu_solve", "lu_solveand", _LU_SOLVE_NOTE)
    return linalg_lu_solve(LU_data, LU_pivots, input)


_LU_SOLVE_NOTE = (
    "Note that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, "
    "pivots)\nshould be replaced with\nX = torch.linalg.lu_solve(LU, pivots, B)"
)


@op(
    widens=False,
    vjp=(refused("linalg_ldl_solve"), None, refused("linalg_ldl_solve")),
    node="NotImplemented",
    where=["linalg.ldl_solve"],
    example=(
        "torch.linalg.ldl_solve(*torch.linalg.ldl_factor((a + a.mT).detach()), b.detach())",
        "a=tensor([[0.0, 1, 0], [1, 0, 0], [0, 0, 2.0]])",
        COLUMNS,
    ),
)
def linalg_ldl_solve(
    xp: Any, LD: Array, pivots: Array, B: Array, /, *, hermitian: bool = False
) -> Array:
    """The solution X of AX = B for a matrix that ``ldl_factor`` factored."""
    check_floating(LD, "torch.linalg.ldl_solve")
    check_matrix(LD, "torch.linalg.ldl_solve")
    check_alike(B, LD, unlike)
    check_square(LD, "torch.linalg.ldl_solve")
    _check_equation(LD, B, True, "torch.linalg.ldl_solve")
    check_precise(LD, "torch.linalg.ldl_solve")
    _check_ldl_pivots(LD, pivots)
    return lapack.ldl_solve(LD, pivots, B, hermitian)


def _check_ldl_pivots(LD: Array, pivots: Array) -> None:
    """Raise an error for pivots that are not those of a factorisation: LAPACK trusts them."""
    name = "torch.linalg.ldl_solve: Expected"
    if pivots.dtype.kind not in "iu":
        kind = dtype_of(pivots.dtype).scalar_name
        raise refuse(f"{name} pivots to be integers. Got {kind}", 1)
    if pivots.shape != LD.shape[:-1]:
        raise refuse(
            f"{name} LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
            f"{list(pivots.shape)} instead",
            1,
        )
    if not all(map(lapack.are_ldl_pivots, pivots.reshape(-1, max(pivots.shape[-1], 1)))):
        raise refuse(
            f"{name} pivots between 1 and LD.size(-1), or pairs of their negatives; did you "
            "properly pass the result of ldl_factor?",
            1,
        )


@in_linalg("torch.linalg.tensorsolve(a, b)", "a=tensor([[2.0]])", "b=ones(1)")
def linalg_tensorsolve(input: Tensor, other: Tensor, /, dims: Sizes | None = None) -> Tensor:
    """The tensor X whose contraction with the last dimensions of input is other."""
    if dims is not None:
        moved = [arrays.axis(d, len(input.shape)) for d in dims]
        stay = [d for d in range(len(input.shape)) if d not in moved]
        input = ops.permute(input, dims=(*stay, *moved))
    shape = tuple(input.shape[len(other.shape) :])
    rows, columns = math.prod(other.shape), math.prod(shape)
    if rows != columns:
        raise mismatch(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {columns} != {rows}"
        )
    flat = other if len(other.shape) == 1 else ops.reshape(other, shape=(rows,))
    return ops.reshape(linalg_solve(ops.reshape(input, shape=(rows, columns)), flat), shape=shape)
