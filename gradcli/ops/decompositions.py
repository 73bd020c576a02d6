"""Factorisations of stacks of matrices: Cholesky, QR, LU, LDL, eigenvalues and singular values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays, lapack
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators import by_name as ops
from gradcli.operators.by_name import _matmul as matmul
from gradcli.operators.declare import Array, Value, ValueT, example, formula, op
from gradcli.operators.derivatives import refused
from gradcli.operators.matrix_checks import (
    check_finite,
    check_floating,
    check_matrix,
    check_precise,
    check_square,
)
from gradcli.operators.refusals import dtype_error, invalid, refuse, shape_error
from gradcli.operators.return_types import ReturnType
from gradcli.ops.linalg import (
    POSITIVE,
    SQUARE,
    TALL,
    check_alike,
    identity,
    in_linalg,
    is_complex,
    mH,
    mT,
)
from gradcli.ops.solvers import deprecate, refuse_failures


def _no_matrix(name: str, A: Array) -> Exception:
    shape = list(A.shape)
    return refuse(f"{name}: Expected tensor with 2 or more dimensions. Got size: {shape} instead")


def _first(x: Value, count: int, dim: int) -> Value:
    return ops.slice_(x, dim=dim, start=0, end=count) if x.shape[dim] != count else x


def _rest(x: Value, start: int, dim: int) -> Value:
    return ops.slice_(x, dim=dim, start=start, end=x.shape[dim])


def _row(x: Value) -> Value:
    return ops.unsqueeze(x, dim=-2)


def _column(x: Value) -> Value:
    return ops.unsqueeze(x, dim=-1)


# Cholesky

_NOT_POSITIVE = (
    "The factorization could not be completed because the input is not positive-definite (the "
    "leading minor of order {} is not positive-definite)."
)


def _cholesky_slope(g: Value, y: Value, upper: bool) -> Value:
    factor, g = (mH(y), mH(g)) if upper else (y, g)
    inner = matmul(mH(factor), g)
    symmetric = (ops.tril(inner) + mH(ops.tril(inner, diagonal=-1))) * 0.5
    left = ops.linalg_solve_triangular(mH(factor), symmetric, upper=True)
    return ops.linalg_solve_triangular(factor, left, upper=False, left=False)


@op(
    widens=False,
    vjp=lambda g, y, upper: _cholesky_slope(g[0], y, upper),
    conjugates=True,
    where=["linalg.cholesky_ex"],
    fields=["L", "info"],
    example=("torch.linalg.cholesky_ex(a, upper=True).L", POSITIVE),
)
@formula(
    input="p = tril(y.mH @ g[0]); inverse(y).mH @ (p + tril(p, -1).mH) @ inverse(y) / 2  # "
    "where upper is False"
)
def linalg_cholesky_ex(
    xp: Any, input: Array, /, *, upper: bool = False, check_errors: bool = False
) -> tuple[Array, Array]:
    """The triangular factor, and 0, or the order of the minor that is not positive."""
    check_square(input, "linalg.cholesky")
    check_precise(input, "linalg.cholesky", "cholesky_cpu")
    found, info = lapack.cholesky(input, upper)
    if check_errors:
        refuse_failures(info, "linalg.cholesky_ex", _NOT_POSITIVE)
    return found, info


@in_linalg("torch.linalg.cholesky(a)", "a=tensor([[4.0]])")
def linalg_cholesky(input: Tensor, /, *, upper: bool = False) -> Tensor:
    """The triangular L with LL' = A of positive matrices, or if upper its transpose."""
    found, info = linalg_cholesky_ex(input, upper=upper)
    refuse_failures(info, "linalg.cholesky", _NOT_POSITIVE)
    return found


@op(widens=False, vjp=_cholesky_slope, conjugates=True)
@example("cholesky(a)", "a=tensor([[4.0]])")
@formula(
    input="p = tril(y.mH @ g); inverse(y).mH @ (p + tril(p, -1).mH) @ inverse(y) / 2  # "
    "where upper is False"
)
def cholesky(xp: Any, input: Array, /, upper: bool = False) -> Array:
    """The triangular L with LL' = A of positive matrices, or if upper its transpose."""
    deprecate("cholesky", "cholesky", _CHOLESKY_NOTE)
    check_square(input, "cholesky")
    check_precise(input, "cholesky", "cholesky_cpu")
    found, info = lapack.cholesky(input, upper)
    refuse_failures(info, "cholesky", _NOT_POSITIVE)
    return found


_CHOLESKY_NOTE = (
    "L = torch.cholesky(A)\nshould be replaced with\nL = torch.linalg.cholesky(A)\nand\nU = "
    "torch.cholesky(A, upper=True)\nshould be replaced with\nU = torch.linalg.cholesky(A).mH\nThis "
    "transform will produce equivalent results for all valid (symmetric positive definite) inputs."
)


# QR


def _qr_slope(g: Any, y: Value, y1: Value, mode: str) -> Value:
    """The gradient of a matrix by those of Q and R, of a wide one by its square part."""
    if mode == "r":
        raise invalid(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please "
            "use linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.",
            code="no-derivative",
        )
    m, n = y.shape[-2], y1.shape[-1]
    if mode == "complete" and m > n:
        raise invalid(
            "The QR decomposition is not differentiable when mode='complete' and nrows > ncols.",
            code="no-derivative",
        )
    if m >= n:
        return _tall_qr_slope(g[0], g[1], y, y1)
    rest = _rest(g[1], m, -1)
    inner = g[0] + matmul(matmul(y, _rest(y1, m, -1)), mH(rest))
    square = _tall_qr_slope(inner, _first(g[1], m, -1), y, _first(y1, m, -1))
    return ops.cat([square, matmul(y, rest)], dim=-1)


def _tall_qr_slope(gq: Value, gr: Value, q: Value, r: Value) -> Value:
    inner = ops.triu(matmul(gr, mH(r)) - matmul(mH(q), gq))
    own = ops.diagonal(inner, dim1=-2, dim2=-1)
    if is_complex(r):  # whose diagonal is real
        own = (own + ops._conj(own)) * 0.5
    both = inner + mH(inner) - ops.diag_embed(own)
    return ops.linalg_solve_triangular(mH(r), gq + matmul(q, both), upper=False, left=False)


@op(widens=False, vjp=_qr_slope, conjugates=True, where=["linalg.qr"], fields=["Q", "R"])
@example("torch.linalg.qr(a).Q", TALL)
@formula(
    A="m = y1 @ g[1].mH - g[0].mH @ y; (g[0] + y @ (tril(m) + tril(m, -1).mH)) @ "
    "inverse(y1).mH  # of a square matrix; of others there are terms for the rest"
)
def linalg_qr(xp: Any, A: Array, /, mode: str = "reduced") -> tuple[Array, Array]:
    """An orthogonal Q and an upper triangular R with QR = A."""
    check_matrix(A, "linalg.qr")
    check_precise(A, "linalg.qr", "geqrf_cpu")
    if mode not in ("reduced", "r", "complete"):
        raise invalid(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', "
            "or 'complete'"
        )
    if mode == "r":
        return xp.zeros(0, A.dtype), lapack.column_major(xp.linalg.qr(A, mode="r"))
    q, r = xp.linalg.qr(A, mode=mode)
    return lapack.column_major(q), lapack.column_major(r)


@op(composite=True, example=("a.qr().R", TALL))
def qr(input: Tensor, /, some: bool = True) -> Any:
    """An orthogonal Q and an upper triangular R with QR = A."""
    deprecate("qr", "qr", _QR_NOTE)
    return ReturnType("qr", ("Q", "R"), linalg_qr(input, mode="reduced" if some else "complete"))


_QR_NOTE = (
    "The boolean parameter 'some' has been replaced with a string parameter 'mode'.\nQ, R = "
    "torch.qr(A, some)\nshould be replaced with\nQ, R = torch.linalg.qr(A, 'reduced' if some else "
    "'complete')"
)


# Singular values


def _ratio(x: Value, divisor: Value) -> Value:
    """A quotient that is 0 where the dividend is 0, whatever it is divided by."""
    return x / ops.where((x == 0) & (divisor == 0), 1.0, divisor)


def _off_diagonal(x: Value, gaps: Value, g: Value) -> Value:
    """A quotient by the gaps between values; it does not exist where two of them are equal.

    The diagonal is 0, and where there is no gradient ``g`` of vectors so are those places.
    """
    gaps = gaps + identity(gaps, gaps.shape[-1])
    if 0 in g.shape:
        return x / gaps
    none = ops.amax(ops.abs(g), dim=(-2, -1), keepdim=True) == 0
    return x / ops.where(none & (gaps == 0), 1.0, gaps)


def _skew(x: Value) -> Value:
    return x - mH(x)


def _check_phase(name: str, vectors: str, phases: Value) -> None:
    """Refuse a gradient that depends on the phases of complex vectors, which are arbitrary."""
    if not np.allclose(arrays.of(phases).imag, 0, rtol=1e-2, atol=1e-2):
        raise invalid(
            f"{name}_backward: The {vectors} in the complex case are specified up to multiplication"
            " by e^{i phi}. The specified loss function depends on this "
            f"{'phase term, making' if name == 'svd' else 'quantity, so'} it "
            f"{'' if name == 'svd' else 'is '}ill-defined.",
            code="no-derivative",
        )


def _svd_slope(g: Any, y: Value, y1: Value, y2: Value) -> Value:
    """The gradient of a matrix by those of U, S and Vh, whose signs it must not depend on."""
    count, m, n = y1.shape[-1], y.shape[-2], y2.shape[-1]
    u, gu = _first(y, count, -1), _first(g[0], count, -1)
    vh, gvh = _first(y2, count, -2), _first(g[2], count, -2)
    row, column = _row(y1), _column(y1)
    gaps = (row - column) * (row + column)
    turn_u, turn_v = _skew(matmul(mH(u), gu)), _skew(matmul(vh, mH(gvh)))
    left = _off_diagonal(turn_u, gaps, gu) * row
    right = column * _off_diagonal(turn_v, gaps, gvh)
    inner = left + right + ops.diag_embed(g[1])
    if is_complex(y):
        own = ops.diagonal(turn_u, dim1=-2, dim2=-1)
        _check_phase("svd", "singular vectors", own + ops.diagonal(turn_v, dim1=-2, dim2=-1))
        inner = inner + ops.diag_embed(_ratio(own, y1 * 2))
    found = matmul(matmul(u, inner), vh)
    if m > count:
        scaled = _ratio(gu, row)
        found = found + matmul(scaled - matmul(u, matmul(mH(u), scaled)), vh)
    if n > count:
        scaled = _ratio(gvh, column)
        found = found + matmul(u, scaled - matmul(matmul(scaled, mH(vh)), vh))
    return found


@op(
    widens=False,
    vjp=_svd_slope,
    conjugates=True,
    where=["linalg.svd"],
    fields=["U", "S", "Vh"],
    numpy="linalg.svd",
)
@example("torch.linalg.svd(a).Vh.abs()", TALL)
@formula(
    A="d = where(eye(len(y1)) > 0, inf, y1**2 - y1[:, None]**2); p = y.mH @ g[0]; q = "
    "y2 @ g[2].mH; y @ ((p - p.mH) / d * y1 + y1[:, None] * (q - q.mH) / d + "
    "diag(g[1])) @ y2  # of a square matrix; of others there are terms for the rest"
)
def linalg_svd(
    xp: Any, A: Array, /, full_matrices: bool = True, *, driver: Any = None
) -> tuple[Array, Array, Array]:
    """The singular values S, descending, and orthogonal U and Vh with U diag(S) Vh = A."""
    check_matrix(A, "linalg.svd")
    check_precise(A, "linalg.svd", "linalg_svd_cpu")
    check_finite(A, "linalg.svd")
    return lapack.svd(A, full_matrices)


@in_linalg("torch.linalg.svdvals(a)", TALL)
def linalg_svdvals(A: Tensor, /, *, driver: Any = None) -> Tensor:
    """The singular values, descending."""
    return linalg_svd(A, full_matrices=False)[1]


@op(composite=True, example=("svd(a).S", SQUARE))
def svd(input: Tensor, /, some: bool = True, compute_uv: bool = True) -> Any:
    """The singular values S, descending, and orthogonal U and V with U diag(S) V' = A."""
    names = ("U", "S", "V")
    if input.ndim < 2:
        raise shape_error(
            f"linalg.svd: input should have at least 2 dimensions, but has {input.ndim} dimensions "
            "instead"
        )
    if not compute_uv:
        m, n = input.shape[-2:]
        sizes = ((*input.shape[:-2], k, k) for k in (m, n))
        u, v = (ops.zeros.call(size, dtype=input.dtype) for size in sizes)
        return ReturnType("svd", names, (u, linalg_svdvals(input), v))
    u, s, vh = linalg_svd(input, full_matrices=not some)
    return ReturnType("svd", names, (u, s, ops.mH(vh)))


# Eigenvalues


def _eigh_slope(g: Any, y: Value, y1: Value) -> Value:
    """The gradient of a symmetric matrix by those of its eigenvalues and eigenvectors."""
    inner = matmul(mH(y1), g[1])
    if is_complex(y1):
        _check_phase("linalg_eigh", "eigenvectors", ops.diagonal(inner, dim1=-2, dim2=-1))
    found = _off_diagonal(_skew(inner) * 0.5, _row(y) - _column(y), g[1]) + ops.diag_embed(g[0])
    return matmul(matmul(y1, found), mH(y1))


@op(
    widens=False,
    vjp=_eigh_slope,
    where=["linalg.eigh"],
    fields=["eigenvalues", "eigenvectors"],
    numpy="linalg.eigh",
)
@example("torch.linalg.eigh(a).eigenvectors.abs()", POSITIVE)
@formula(
    input="p = y1.mH @ g[1]; d = where(eye(len(y)) > 0, inf, y - y[:, None]); y1 @ "
    "(diag(g[0]) + (p - p.mH) / 2 / d) @ y1.mH"
)
def linalg_eigh(xp: Any, input: Array, /, UPLO: str = "L") -> tuple[Array, Array]:
    """The eigenvalues, ascending, and eigenvectors of symmetric matrices; reads one triangle."""
    check_square(input, "linalg.eigh")
    check_precise(input, "linalg.eigh", "linalg_eigh_cpu")
    if UPLO.upper() not in ("L", "U"):
        raise invalid(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    check_finite(input, "linalg.eigh")
    values, vectors = xp.linalg.eigh(input, UPLO=UPLO.upper())
    return values, lapack.column_major(vectors)


@in_linalg("torch.linalg.eigvalsh(a)", "a=tensor([[2.0]])")
def linalg_eigvalsh(input: Tensor, /, UPLO: str = "L") -> Tensor:
    """The eigenvalues of symmetric matrices, ascending; reads one triangle."""
    return linalg_eigh(input, UPLO=UPLO)[0]


def _eig_slope(g: Any, y: Value, y1: Value) -> Value:
    """The gradient of a matrix by those of its eigenvalues and its normalised eigenvectors."""
    vh = mH(y1)
    inner = matmul(vh, g[1])
    own = ops.diagonal(inner, dim1=-2, dim2=-1)
    own = (own + ops._conj(own)) * 0.5
    inner = inner - matmul(vh, y1 * _row(own))
    inner = inner - ops.diag_embed(ops.diagonal(inner, dim1=-2, dim2=-1))
    gaps = ops._conj(_row(y) - _column(y))
    found = _off_diagonal(inner, gaps, g[1]) + ops.diag_embed(g[0])
    return ops.linalg_solve_ex(vh, matmul(found, vh))[0]


@op(
    widens=False,
    vjp=_eig_slope,
    conjugates=True,
    where=["linalg.eig"],
    fields=["eigenvalues", "eigenvectors"],
)
@example("torch.linalg.eig(a).eigenvalues.abs()", "a=tensor([[0.0, 1.0], [-1.0, 0.0]])")
@formula(
    input="p = y1.mH @ g[1]; p = p - (y1.mH @ y1) * diagonal(p).real; d = where(eye(len(y))"
    " > 0, inf, conj(y - y[:, None])); inverse(y1.mH) @ (diag(g[0]) + p / d) @ y1.mH"
)
def linalg_eig(xp: Any, input: Array, /) -> tuple[Array, Array]:
    """The eigenvalues and eigenvectors of square matrices, which are complex numbers."""
    check_square(input, "linalg.eig")
    check_precise(input, "linalg.eig", "linalg_eig_out_cpu")
    if not xp.isfinite(input).all():
        raise refuse("torch.linalg.eig: input tensor should not contain infs or NaNs.")
    values, vectors = xp.linalg.eig(input)
    kind = np.result_type(input.dtype, np.complex64)
    return values.astype(kind), lapack.column_major(vectors.astype(kind))


@in_linalg("torch.linalg.eigvals(a).abs()", "a=tensor([[2.0]])")
def linalg_eigvals(input: Tensor, /) -> Tensor:
    """The eigenvalues of square matrices, which are complex numbers."""
    return linalg_eig(input)[0]


# LU

_ZERO_PIVOT = (
    "U[{0},{0}] is zero and using it on lu_solve would result in a division by zero. If you still "
    "want to perform the factorization, consider calling linalg.lu(A, pivot) or "
    "linalg.lu_factor_ex(A, pivot)"
)


def _lu_slope(gl: Value, gu: Value, lower: Value, upper: Value) -> Value:
    """The gradient of LU by those of L and U: of the square part, then of what is beyond it."""
    m, n, count = lower.shape[-2], upper.shape[-1], lower.shape[-1]
    l1, u1 = _first(lower, count, -2), _first(upper, count, -1)
    inner_l = matmul(mT(l1), _first(gl, count, -2))
    inner_u = matmul(_first(gu, count, -1), mT(u1))
    if n > count:
        inner_l = inner_l - matmul(_rest(gu, count, -1), mT(_rest(upper, count, -1)))
    if m > count:
        inner_u = inner_u - matmul(mT(_rest(lower, count, -2)), _rest(gl, count, -2))
    inner = ops.tril(inner_l, diagonal=-1) + ops.triu(inner_u)
    left = _solve_unit(l1, inner)
    found = ops.linalg_solve_triangular(mT(u1), left, upper=False, left=False)
    if n > count:
        found = ops.cat([found, _solve_unit(l1, _rest(gu, count, -1))], dim=-1)
    if m > count:
        below = _rest(gl, count, -2)
        solved = ops.linalg_solve_triangular(mT(u1), below, upper=False, left=False)
        found = ops.cat([found, solved], dim=-2)
    return found


def _solve_unit(lower: Value, x: Value) -> Value:
    return ops.linalg_solve_triangular(mT(lower), x, upper=True, unitriangular=True)


def _unpacked(lu: ValueT) -> tuple[ValueT, ValueT]:
    """Return L and U of the matrix that holds both."""
    count = min(lu.shape[-2:])
    lower = ops.tril(_first(lu, count, -1), diagonal=-1) + identity(lu, lu.shape[-2], count)
    return lower, ops.triu(_first(lu, count, -2))


def _lu_factor_slope(g: Value, y: Value, y1: Value) -> Value:
    lower, upper = _unpacked(y)
    count = min(y.shape[-2:])
    gl, gu = ops.tril(_first(g, count, -1), diagonal=-1), ops.triu(_first(g, count, -2))
    return ops.rows_returned(_lu_slope(gl, gu, lower, upper), pivots=y1)


@op(
    widens=False,
    vjp=lambda g, y, y1: _lu_factor_slope(g[0], y, y1),
    where=["linalg.lu_factor_ex"],
    fields=["LU", "pivots", "info"],
    example=("torch.linalg.lu_factor_ex(a).LU", TALL),
)
@formula(
    A="P, L, U = lu_unpack(y, y1); P @ inverse(L).T @ (tril(L.T @ tril(g[0], -1), -1) +"
    " triu(triu(g[0]) @ U.T)) @ inverse(U).T  # of a square matrix; of others there "
    "are terms for the rest"
)
def linalg_lu_factor_ex(
    xp: Any, A: Array, /, *, pivot: bool = True, check_errors: bool = False
) -> tuple[Array, Array, Array]:
    """L and U in one matrix, the rows exchanged, and 0, or which diagonal element is zero."""
    if A.ndim < 2:
        raise _no_matrix("torch.lu_factor", A)
    if not pivot:
        raise invalid("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    check_precise(A, "torch.lu_factor", "lu_cpu")
    lu, pivots, info = lapack.lu_factor(A)
    if check_errors:
        refuse_failures(info, "torch.linalg.lu_factor_ex", _ZERO_PIVOT, RuntimeError)
    return lu, pivots, info


@in_linalg("torch.linalg.lu_factor(a)[0]", "a=tensor([[1.0, 2.0], [4.0, 3.0]])")
def linalg_lu_factor(A: Tensor, /, *, pivot: bool = True) -> Any:
    """L and U in one matrix, and the rows exchanged."""
    lu, pivots, info = linalg_lu_factor_ex(A, pivot=pivot)
    refuse_failures(info, "torch.linalg.lu_factor", _ZERO_PIVOT, RuntimeError)
    return ReturnType("linalg_lu_factor", ("LU", "pivots"), (lu, pivots))


@op(composite=True, example=("lu(a)[0]", TALL))
def lu(A: Tensor, /, pivot: bool = True, get_infos: bool = False, out: Any = None) -> Any:
    """L and U in one matrix, and the rows exchanged."""
    deprecate("lu", "lu_factor / torch.linalg.lu_factor_ex", _LU_NOTE)
    data, pivots, info = linalg_lu_factor_ex(A, pivot=pivot)
    return (data, pivots, info) if get_infos else (data, pivots)


_LU_NOTE = (
    "LU, pivots = torch.lu(A, compute_pivots)\nshould be replaced with\nLU, pivots = "
    "torch.linalg.lu_factor(A, compute_pivots)\nand\nLU, pivots, info = torch.lu(A, "
    "compute_pivots, get_infos=True)\nshould be replaced with\nLU, pivots, info = "
    "torch.linalg.lu_factor_ex(A, compute_pivots)"
)


@op(
    widens=False,
    vjp=lambda g, y, y1, y2: rows_placed(_lu_slope(g[0], g[1], y, y1), order=y2),
    where=[],
    node="LinalgLuBackward0",
)
@formula(A="that of the factors L and U, its rows in the order of A")
def _lu(xp: Any, A: Array, /, pivot: bool = True) -> tuple[Array, Array, Array]:
    """A lower triangular L, an upper triangular U and a permutation P with PLU = A."""
    if A.ndim < 2:
        raise _no_matrix("linalg.lu", A)
    check_precise(A, "linalg.lu", "lu_cpu")
    data, pivots, _ = linalg_lu_factor_ex.body(xp, A, pivot=pivot)
    p = lapack.permutation_matrix(pivots, A.shape[-2], A.dtype)
    return (*_unpacked(data), arrays.dense(p))


@op(vjp=lambda g, order: rows_placed(g, order=mT(order)), linear=True, where=[])
def rows_placed(xp: Any, x: Array, /, order: Any = None) -> Array:
    """Rows in the order that a matrix of a permutation says."""
    return xp.matmul(arrays.of(order), x)


@in_linalg("torch.linalg.lu(a).L", SQUARE)
def linalg_lu(A: Tensor, /, *, pivot: bool = True) -> Any:
    """A permutation P, a lower triangular L and an upper triangular U with PLU = A."""
    lower, upper, p = _lu(A, pivot=pivot)
    return ReturnType("linalg_lu", ("P", "L", "U"), (p.detach(), lower, upper))


def _unpack_slope(gl: Value, gu: Value, LU_data: Value) -> Value:
    m, n = LU_data.shape[-2:]
    lower, upper = ops.tril(gl, diagonal=-1), ops.triu(gu)
    if n > m:
        lower = ops.cat([lower, ops.zeros_like(_rest(upper, m, -1))], dim=-1)
    if m > n:
        upper = ops.cat([upper, ops.zeros_like(_rest(lower, n, -2))], dim=-2)
    return lower + upper


@op(
    vjp=(lambda g, LU_data: _unpack_slope(g[0], g[1], LU_data), None),
    where=[],
    node="LuUnpackBackward0",
)
@formula(LU_data="tril(g[0], -1) + triu(g[1])")
def _unpack(xp: Any, LU_data: Array, LU_pivots: Array, /) -> tuple[Array, Array]:
    """L and U of the matrix that holds both."""
    return _unpacked(LU_data)


def _check_pivots(LU_data: Tensor, LU_pivots: Tensor) -> None:
    """Raise PyTorch's errors for pivots that are not those of a factorization."""
    if LU_data.ndim < 2:
        raise refuse(
            "torch.lu_unpack: Expected tensor with 2 or more dimensions. Got size: "
            f"{list(LU_data.shape)} instead"
        )
    pivots, rows = LU_pivots.array, LU_data.shape[-2]
    if pivots.dtype != np.int32:
        raise dtype_error(
            "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 "
            "dtype.\nNote: this function is intended to be used with the output produced by "
            "torch.linalg.lu_factor",
            1,
        )
    count = (*LU_data.shape[:-2], min(LU_data.shape[-2:]))
    if pivots.shape != count or ((pivots < 1) | (pivots > rows)).any():
        raise refuse(
            "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive."
            "Did you properly pass the result of lu_factor?",
            1,
        )


@op(composite=True, where=["torch"], example=("lu_unpack(*torch.linalg.lu_factor(a)).L", SQUARE))
def lu_unpack(
    LU_data: Tensor, LU_pivots: Tensor, /, unpack_data: bool = True, unpack_pivots: bool = True
) -> Any:
    """The permutation P and the triangular L and U of what ``lu_factor`` returns."""
    _check_pivots(LU_data, LU_pivots)
    empty = Tensor(np.zeros(0, LU_data.dtype.numpy))
    p, lower, upper = empty, empty, empty
    if unpack_pivots:
        kind = LU_data.dtype.numpy
        found = lapack.permutation_matrix(LU_pivots.array, LU_data.shape[-2], kind)
        p = Tensor(arrays.dense(found))
    if unpack_data:
        lower, upper = _unpack(LU_data, LU_pivots)
    return ReturnType("lu_unpack", ("P", "L", "U"), (p, lower, upper))


# LDL


@op(
    vjp=refused("linalg_ldl_factor_ex"),
    node="NotImplemented",
    where=["linalg.ldl_factor_ex"],
    fields=["LD", "pivots", "info"],
    example=("torch.linalg.ldl_factor_ex(a.detach()).LD", "a=tensor([[0.0, 1.0], [1.0, 0.0]])"),
)
def linalg_ldl_factor_ex(
    xp: Any, input: Array, /, *, hermitian: bool = False, check_errors: bool = False
) -> tuple[Array, Array, Array]:
    """L and D of symmetric matrices in one matrix, the pivots, and 0, or where D is zero."""
    check_square(input, "torch.linalg.ldl_factor_ex")
    check_floating(input, "torch.linalg.ldl_factor_ex")
    return lapack.ldl_factor(input, hermitian)


@in_linalg("torch.linalg.ldl_factor(a.detach()).LD", "a=tensor([[2.0]])")
def linalg_ldl_factor(input: Tensor, /, *, hermitian: bool = False) -> Any:
    """L and D of symmetric matrices in one matrix, and the pivots."""
    data, pivots, info = linalg_ldl_factor_ex(input, hermitian=hermitian)
    refuse_failures(
        info,
        "torch.linalg.ldl_factor",
        "The factorization could not be completed because D[{0},{0}] is zero",
    )
    return ReturnType("linalg_ldl_factor", ("LD", "pivots"), (data, pivots))


# Householder reflections


def _reflections(input: Value, tau: Value) -> list[tuple[Value, Value]]:
    """Return the vector and the factor of each reflection."""
    vectors = ops.tril(input, diagonal=-1) + identity(input, *input.shape[-2:])
    return [
        (
            ops.slice_(vectors, dim=-1, start=k, end=k + 1),
            ops.unsqueeze(ops.slice_(tau, dim=-1, start=k, end=k + 1), dim=-1),
        )
        for k in range(tau.shape[-1])
    ]


def _reflect(x: Value, vector: Value, factor: Value) -> Value:
    return x - factor * matmul(vector, matmul(mH(vector), x))


@op(
    fused=True,
    where=["linalg.householder_product", "torch.orgqr", "Tensor.orgqr"],
    node="LinalgHouseholderProductBackward0",
    example=("torch.linalg.householder_product(a, t)", TALL, "t=tensor([1.5])"),
)
@formula(
    input="that of the product of the reflections eye(m) - tau[i] * outer(v, v)",
    tau="that of the product of the reflections eye(m) - tau[i] * outer(v, v)",
)
def linalg_householder_product(input: Value, tau: Value, /) -> Value:
    """The first columns of a product of Householder reflections."""
    problem = None
    if len(input.shape) < 2:
        raise invalid("torch.linalg.householder_product: input must have at least 2 dimensions.")
    m, n = input.shape[-2:]
    if m < n:
        problem = "input.shape[-2] must be greater than or equal to input.shape[-1]"
    elif n < tau.shape[arrays.own_axis(-1, tau.ndim)]:
        problem = "input.shape[-1] must be greater than or equal to tau.shape[-1]"
    elif len(tau.shape) != len(input.shape) - 1:
        problem = (
            "Expected tau to have one dimension less than input, but got tau.ndim equal to "
            f"{len(tau.shape)} and input.ndim is equal to {len(input.shape)}"
        )
    elif tau.dtype != input.dtype:
        own, other = (dtype_of(arrays.of(x).dtype).scalar_name for x in (input, tau))
        problem = f"tau dtype {other} does not match input dtype {own}"
    if problem:
        raise invalid(f"torch.linalg.householder_product: {problem}")
    name = "torch.linalg.householder_product"
    check_alike(tau, input, lambda t, i: f"{name}: tau dtype {t} does not match input dtype {i}")
    found = identity(input, m, n) + ops.zeros_like(input)
    for vector, factor in reversed(_reflections(input, tau)):
        found = _reflect(found, vector, factor)
    return lapack.column_major(found) if type(found) is np.ndarray else found


def _unlike_input(name: str) -> Callable[[str, str], str]:
    both = f"torch.ormqr: Expected input and {name} to have the same dtype, but input has"
    return lambda a, b: f"{both} dtype{a} and {name} has dtype {b}"


@op(fused=True)
@example(
    "a.ormqr(t, b)", TALL, "t=tensor([0.3, 0.2])", "b=tensor([[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0]])"
)
@formula(
    input="that of the product of the reflections eye(m) - tau[i] * outer(v, v)",
    input2="that of the product of the reflections eye(m) - tau[i] * outer(v, v)",
    input3="that of the product of the reflections eye(m) - tau[i] * outer(v, v)",
)
def ormqr(
    input: Value, input2: Value, input3: Value, /, left: bool = True, transpose: bool = False
) -> Value:
    """The product of a matrix and the orthogonal matrix that reflections make."""
    tau, other = input2, input3
    if len(input.shape) < 2:
        raise invalid("torch.ormqr: input must have at least 2 dimensions.")
    arrays.own_axis(-1, len(tau.shape))
    check_alike(input, tau, _unlike_input("tau"))
    check_alike(input, other, _unlike_input("other"))
    if tau.shape[-1] != min(other.shape[-2 if left else -1], input.shape[-1]):
        side = -2 if left else -1
        raise invalid(
            f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{side}], "
            "input.shape[-1])",
            code="shape-mismatch",
        )
    for name, part, wanted in (("tau", tau, "one dimension less than"), ("other", other, _AS_MANY)):
        if len(input.shape) - len(part.shape) != (part is tau):
            raise invalid(
                f"torch.ormqr: Expected {name} to have {wanted} input, but got {name}.ndim equal "
                f"to {len(part.shape)} and input.ndim is equal to {len(input.shape)}"
            )
    found = other if left else mH(other)
    reflections = _reflections(
        input, ops._conj(tau) if is_complex(tau) and transpose == left else tau
    )
    for vector, factor in reflections if transpose == left else reversed(reflections):
        found = _reflect(found, vector, factor)
    return found if left else mH(found)


@op(vjp=refused("geqrf"), fields=["a", "tau"], example=("geqrf(a.detach()).a", "a=tensor([[2.0]])"))
def geqrf(xp: Any, input: Array, /) -> tuple[Array, Array]:
    """R above the vectors of Householder reflections, and their factors."""
    if input.ndim < 2:
        raise shape_error("torch.geqrf: input must have at least 2 dimensions.")
    return lapack.geqrf(input)


_AS_MANY = "the same number of dimensions as"
