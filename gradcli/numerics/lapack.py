"""Matrix algorithms on stacks of matrices: LAPACK, through NumPy and where it lacks one, SciPy.

Matrices stand in the last two dimensions. Results lie in memory column by column, as LAPACK leaves
them. A matrix that an algorithm fails for is told by a number above 0 in ``info``, as LAPACK does;
it is never an exception. This module knows arrays and no operators.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from gradcli.numerics.arrays import ENGINES, namespace_of

Array = Any


class _LinAlgError(RuntimeError):
    """The class of PyTorch's errors for matrices that an algorithm fails for."""

    __module__ = "torch._C"


LinAlgError = _LinAlgError


def on_whole(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function of NumPy's arrays take those of engines that hand whole arrays to it."""

    @wraps(function)
    def run(*args: Any, **options: Any) -> Any:
        xp = namespace_of(args) if ENGINES else np
        if xp is np and any(hasattr(x, "whole") for x in args):
            from gradcli.numerics.sampled import stacked  # few programs have batches

            return stacked(run, args, options)
        if xp is np:
            return function(*args, **options)
        return xp.whole(function, *args, **options)

    return run


@on_whole
def column_major(x: Array) -> Array:
    """Return matrices laid out in memory column by column."""
    return np.swapaxes(np.ascontiguousarray(np.swapaxes(x, -1, -2)), -1, -2)


def each(function: Callable[..., tuple[Array, ...]], *operands: Array) -> tuple[Array, ...]:
    """Apply a function of single matrices to every matrix of stacks, and stack its results.

    All operands have the same leading dimensions. The function returns a tuple of arrays.
    """
    batch = operands[0].shape[:-2]
    if not batch:
        return tuple(map(np.asarray, function(*operands)))
    if 0 in batch:  # what a matrix gives tells the shapes of the empty results
        single = [np.eye(*x.shape[-2:], dtype=x.dtype) for x in operands]
        results = function(*single)
        return tuple(np.empty(batch + np.shape(r), np.asarray(r).dtype) for r in results)
    count = math.prod(batch)
    flat = [x.reshape((count, *x.shape[-2:])) for x in operands]
    found = [function(*matrices) for matrices in zip(*flat, strict=True)]
    return tuple(
        np.stack([np.asarray(r) for r in results]).reshape(batch + np.shape(results[0]))
        for results in zip(*found, strict=True)
    )


def _routine(name: str, x: Array) -> Any:
    from scipy.linalg import get_lapack_funcs

    return get_lapack_funcs((name,), (x,))[0]


def no_info(x: Array) -> Array:
    """Return the ``info`` of matrices that an algorithm worked for."""
    return np.zeros(x.shape[:-2], np.int32)


@on_whole
def lu_factor(a: Array) -> tuple[Array, Array, Array]:
    """Return L and U in one matrix, the rows exchanged with (counted from 1), and info."""

    def factor(x: Array) -> tuple[Array, ...]:
        if 0 in x.shape:
            return x.copy(), np.zeros(0, np.int32), np.int32(0)
        lu, pivots, info = _routine("getrf", x)(x)
        return lu, pivots.astype(np.int32) + np.int32(1), np.int32(info)

    lu, pivots, info = each(factor, a)
    return column_major(lu), pivots, info


@on_whole
def permutation(pivots: Array, rows: int) -> Array:
    """Return the order of rows that exchanges by ``pivots`` lead to."""

    def order(column: Array) -> tuple[Array, ...]:
        found = np.arange(rows)
        for i, j in enumerate(column[:, 0]):
            found[[i, j - 1]] = found[[j - 1, i]]
        return (found,)

    return each(order, pivots[..., None])[0]


@on_whole
def permutation_matrix(pivots: Array, rows: int, dtype: Any) -> Array:
    """Return the matrix P with ``P @ L @ U`` the matrix that was factored."""
    return np.swapaxes(np.eye(rows, dtype=dtype)[permutation(pivots, rows)], -1, -2)


@on_whole
def solve(a: Array, b: Array) -> tuple[Array, Array]:
    """Return the solutions X of AX = B and info; a singular A gives what is not finite."""
    try:
        return column_major(np.linalg.solve(a, b)), no_info(a)
    except np.linalg.LinAlgError:
        pass

    def solve_one(x: Array, y: Array) -> tuple[Array, ...]:
        lu, pivots, info = _routine("getrf", x)(x)
        return _routine("getrs", x)(lu, pivots, y)[0], np.int32(info)

    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    found, info = each(
        solve_one,
        np.broadcast_to(a, batch + a.shape[-2:]),
        np.broadcast_to(b, batch + b.shape[-2:]),
    )
    return column_major(found), info


@on_whole
def inverse(a: Array) -> tuple[Array, Array]:
    """Return the inverses and info; a singular matrix gives what is not finite."""
    try:
        found = np.linalg.inv(a)
    except np.linalg.LinAlgError:
        found, info = solve(a, np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape))
        return found, info
    return column_major(found), no_info(a)


@on_whole
def solve_triangular(
    a: Array, b: Array, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Array:
    """Return the solutions X of AX = B (XA = B if not left), reading one triangle of A."""
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    if b.size == 0 or a.size == 0:
        return np.zeros(batch + b.shape[-2:], b.dtype)
    from scipy.linalg import get_blas_funcs

    trsm = get_blas_funcs("trsm", (a, b))

    def solve_one(x: Array, y: Array) -> tuple[Array, ...]:
        return (trsm(1.0, x, y, side=not left, lower=not upper, diag=unitriangular),)

    found = each(
        solve_one,
        np.broadcast_to(a, batch + a.shape[-2:]),
        np.broadcast_to(b, batch + b.shape[-2:]),
    )
    return column_major(found[0])


@on_whole
def cholesky(a: Array, upper: bool) -> tuple[Array, Array]:
    """Return the triangular factors and info: the order of the minor that is not positive."""
    try:
        found = np.linalg.cholesky(a, upper=upper)
        broken = np.isnan(np.diagonal(found, axis1=-2, axis2=-1))
        info = np.where(broken.any(axis=-1), broken.argmax(axis=-1) + 1, 0) if broken.size else 0
        return column_major(found), no_info(a) + np.asarray(info, np.int32)
    except np.linalg.LinAlgError:
        pass

    def factor(x: Array) -> tuple[Array, ...]:
        found, info = _routine("potrf", x)(x, lower=not upper, clean=True)
        return found, np.int32(info)

    found, info = each(factor, a)
    return column_major(found), info


@on_whole
def ldl_factor(a: Array, hermitian: bool) -> tuple[Array, Array, Array]:
    """Return the compact factors L and D of symmetric matrices, the pivots and info."""
    name = "hetrf" if hermitian and a.dtype.kind == "c" else "sytrf"

    def factor(x: Array) -> tuple[Array, ...]:
        if x.size == 0:
            return x.copy(), np.zeros(0, np.int32), np.int32(0)
        found, pivots, info = _routine(name, x)(x, lower=1)
        return np.tril(found), np.asarray(pivots, np.int32), np.int32(info)

    found, pivots, info = each(factor, a)
    return column_major(found), pivots, info


@on_whole
def are_ldl_pivots(pivots: Array) -> bool:
    """Tell whether the pivots of a matrix name rows of it, negative ones in pairs."""
    if ((pivots == 0) | (abs(pivots.astype(np.int64)) > pivots.size)).any():
        return False
    paired = False
    for negative in pivots < 0:
        if paired and not negative:
            return False
        paired = bool(negative) and not paired
    return not paired


@on_whole
def ldl_solve(factors: Array, pivots: Array, b: Array, hermitian: bool) -> Array:
    """Return the solutions X of AX = B for a matrix that ``ldl_factor`` factored."""
    name = "hetrs" if hermitian and factors.dtype.kind == "c" else "sytrs"

    def solve_one(x: Array, order: Array, y: Array) -> tuple[Array, ...]:
        return (_routine(name, x)(x, order[:, 0], y, lower=1)[0],)

    batch = np.broadcast_shapes(factors.shape[:-2], b.shape[:-2])
    if 0 in batch or b.size == 0:
        return np.zeros(batch + b.shape[-2:], b.dtype)
    found = each(
        solve_one,
        np.broadcast_to(factors, batch + factors.shape[-2:]),
        np.broadcast_to(pivots, batch + pivots.shape[-1:])[..., None],
        np.broadcast_to(b, batch + b.shape[-2:]),
    )
    return column_major(found[0])


@on_whole
def lstsq(a: Array, b: Array, cut: float) -> tuple[Array, Array, Array]:
    """Return the X of least squares, the rank above a relative cut, and the singular values."""

    def solve_one(x: Array, y: Array) -> tuple[Array, ...]:
        if 0 in x.shape or 0 in y.shape:
            zeros = np.zeros((x.shape[1], y.shape[1]), x.dtype)
            return zeros, np.int64(0), np.zeros(min(x.shape), x.dtype)
        if not np.isfinite(x).all():  # with which LAPACK may never end
            unknown = np.full(min(x.shape), np.nan, x.real.dtype)
            return np.full((x.shape[1], y.shape[1]), np.nan, x.dtype), np.int64(0), unknown
        known = np.isfinite(y).all(axis=0)
        found, _, rank, values = np.linalg.lstsq(x, np.where(known, y, 0), rcond=cut)
        return np.where(known, found, np.nan).astype(x.dtype), np.int64(rank), values

    found, rank, values = each(solve_one, a, b)
    columns = np.swapaxes(found, -1, -2)
    below = np.zeros((*columns.shape[:-1], max(a.shape[-2] - a.shape[-1], 0)), columns.dtype)
    whole = np.ascontiguousarray(
        np.concatenate([columns, below], axis=-1)
    )  # as LAPACK has them, in the place of b
    return np.swapaxes(whole[..., : a.shape[-1]], -1, -2), rank, values


@on_whole
def geqrf(a: Array) -> tuple[Array, Array]:
    """Return R above Householder vectors, and the factors tau of the reflections."""

    def factor(x: Array) -> tuple[Array, ...]:
        if 0 in x.shape:
            return x.copy(), np.zeros(0, x.dtype)
        found, tau, _, _ = _routine("geqrf", x)(x)
        return found, tau

    found, tau = each(factor, a)
    return column_major(found), tau


_SMALL = 64


@on_whole
def svd(a: Array, full: bool) -> tuple[Array, Array, Array]:
    """Return U, S and Vh.

    Singular vectors are unique but for their signs, which the steps before the iteration decide:
    PyTorch's LAPACK starts with a QR factorisation for matrices less tall than NumPy's does, and
    never for wide ones.
    """
    m, n = a.shape[-2:]
    if a.size and n > 1 and n * 3 // 2 <= m < _far_from_square(n):
        return _tall_svd(a, full)
    if a.size and m > 1 and _far_from_square(m) <= n <= _SMALL:
        return _wide_svd(a, full)
    u, s, vh = _svd(a, full)
    return column_major(u), s, column_major(vh)


def thin_svd(a: Array) -> tuple[Array, Array, Array]:
    """Return U, S and Vh without what completes them, as NumPy has them."""
    xp = namespace_of((a,)) if ENGINES else np
    return _svd(a, False) if xp is np else tuple(xp.linalg.svd(a, full_matrices=False))


def _svd(a: Array, full: bool = True) -> tuple[Array, Array, Array]:
    """Decompose; of infinities and NaN, with which LAPACK may never end, nothing is known."""
    known = np.isfinite(a).all(axis=(-2, -1))
    u, s, vh = np.linalg.svd(np.where(known[..., None, None], a, 0), full_matrices=full)
    return u, np.where(known[..., None], s, np.nan).astype(s.dtype, copy=False), vh


def _far_from_square(n: int) -> int:
    """Return from which length of the longer side on LAPACK starts with a QR factorisation."""
    return n * 11 // 6


def _tall_svd(a: Array, full: bool) -> tuple[Array, Array, Array]:
    n = a.shape[-1]
    q, r = np.linalg.qr(a, mode="complete" if full else "reduced")
    u, s, vh = _svd(r[..., :n, :])
    u = np.concatenate([np.matmul(q[..., :n], u), q[..., n:]], axis=-1)
    return column_major(u), s, column_major(vh)


def _wide_svd(a: Array, full: bool) -> tuple[Array, Array, Array]:
    """Add rows of zeros, which change nothing, until LAPACK does not take the matrix for wide."""
    m, n = a.shape[-2:]
    rows = next(k for k in range(m, n + 2) if n < _far_from_square(k))
    columns = max(n, rows + 1)
    padded = np.zeros((*a.shape[:-2], rows, columns), a.dtype)
    padded[..., :m, :n] = a
    u, s, vh = _svd(padded)
    if full and columns > n:
        rest = _svd(a)[2][..., m:, :]
        vh = np.concatenate([vh[..., :m, :n], rest], axis=-2)
    return column_major(u[..., :m, :m]), s[..., :m], column_major(vh[..., : n if full else m, :n])


@on_whole
def matrix_exp(a: Array) -> Array:
    """Return the exponentials of matrices."""
    if a.size == 0:
        return a.copy()
    from scipy.linalg import expm

    return expm(a).astype(a.dtype, copy=False)


@on_whole
def cofactors(a: Array) -> Array:
    """Return the matrices of cofactors, by singular values and so for matrices of any rank."""
    if a.shape[-1] == 2:  # the elements themselves, without a rounding error
        return np.flip(a, (-2, -1)) * np.array([[1, -1], [-1, 1]], a.dtype)
    u, s, vh = _svd(a)
    sign = np.linalg.det(u) * np.linalg.det(vh)
    rest = _products_without(s, 1)
    return sign[..., None, None] * np.matmul(u * rest[..., None, :], vh).conj()


@on_whole
def cofactor_slope(a: Array, h: Array) -> Array:
    """Return the derivative of the cofactors of ``a`` in the direction ``h``.

    Rotated to singular values, it is written with the products of all of them but two.
    """
    u, s, vh = _svd(a)
    sign = np.linalg.det(u) * np.linalg.det(vh)
    ut, v = np.swapaxes(u, -1, -2).conj(), np.swapaxes(vh, -1, -2).conj()
    k = np.matmul(np.matmul(ut, h), v)
    rest = _products_without(s, 2)
    diagonal = np.matmul(rest, np.diagonal(k, axis1=-2, axis2=-1)[..., None])[..., 0]
    inner = -np.swapaxes(k, -1, -2) * rest
    index = np.arange(a.shape[-1])
    inner[..., index, index] = diagonal
    return sign[..., None, None] * np.matmul(np.matmul(u.conj(), inner), vh.conj())


def _products_without(s: Array, count: int) -> Array:
    """Return the products of all elements but one, or but any two (0 where they are the same)."""
    n = s.shape[-1]
    if count == 1:
        others = np.broadcast_to(s[..., None, :], (*s.shape, n)).copy()
        others[..., np.arange(n), np.arange(n)] = 1
        return others.prod(axis=-1)
    found = np.zeros((*s.shape, n), s.dtype)
    for i in range(n):
        without = s.copy()
        without[..., i] = 1
        found[..., i, :] = _products_without(without, 1)
        found[..., i, i] = 0
    return found
