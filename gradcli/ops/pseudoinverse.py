"""Pseudo-inverses and least squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.numerics import arrays, lapack
from gradcli.numerics.dtypes import FLOATING, dtype_of
from gradcli.operators.by_name import _matmul as matmul
from gradcli.operators.by_name import unsqueeze
from gradcli.operators.declare import Array, Number, Tensor, Value, formula, op
from gradcli.operators.matrix_checks import check_finite, check_square
from gradcli.operators.refusals import refuse
from gradcli.operators.return_types import ReturnType
from gradcli.ops.linalg import COLUMNS, SQUARE, in_linalg, mH
from gradcli.ops.solvers import _as_matrix, _as_vector, _holds_vectors


def _pinv_slope(g: Value, A: Value, y: Value) -> Value:
    """The gradient of a pseudo-inverse, by the smaller of the matrix's sides."""
    yt, gt = mH(y), mH(g)
    if A.shape[-2] <= A.shape[-1]:
        k = matmul(gt, y)
        ky = matmul(k, yt)
        return (
            ky
            - mH(matmul(y, k))
            - matmul(matmul(A, y), ky)
            + matmul(matmul(yt, y), gt - matmul(k, A))
        )
    k = matmul(y, gt)
    yk = matmul(yt, k)
    return (
        yk - mH(matmul(k, y)) + matmul(matmul(gt - matmul(A, k), y), yt) - matmul(matmul(yk, y), A)
    )


@op(
    widens=False,
    vjp=lambda g, input, y: _pinv_slope(g, input, y),
    broadcasts=True,
    conjugates=True,
    where=["linalg.pinv"],
    node="LinalgPinvBackward0",
    example=("torch.linalg.pinv(a, 0.5)", "a=diag(tensor([2.0, 0.5]))"),
)
@formula(
    input="k = g.mH @ y; k @ y.mH - (y @ k).mH - input @ y @ k @ y.mH + y.mH @ y @ (g.mH -"
    " k @ input)"
)
def linalg_pinv(
    xp: Any,
    input: Array,
    /,
    rcond: Array | Number | None = None,
    hermitian: bool = False,
    *,
    atol: Array | Number | None = None,
    rtol: Array | Number | None = None,
) -> Array:
    """The pseudo-inverse; singular values up to a tolerance count as 0."""
    kind = dtype_of(input.dtype)
    if input.ndim < 2 or kind.category < 2 or kind.itemsize < 4:
        raise refuse(
            f"linalg.pinv({kind.scalar_name}{{{list(input.shape)}}}): expected a tensor with 2 or "
            "more dimensions of float, double, cfloat or cdouble types"
        )
    real_tolerances("linalg.pinv", rcond=rcond, atol=atol, rtol=rtol)
    if input.size == 0:
        return xp.zeros((*input.shape[:-2], input.shape[-1], input.shape[-2]), dtype=input.dtype)
    if hermitian:
        check_square(input, "linalg.pinv")
        values, u = xp.linalg.eigh(input)
        sizes, vh = xp.abs(values), u.mT.conj()
    else:
        check_finite(input, "linalg.svd")
        u, values, vh = lapack.thin_svd(input)
        sizes = values
    kept = sizes > tolerance(input, sizes, atol, rtol if rcond is None else rcond)[..., None]
    inverses = xp.where(kept, 1 / xp.where(kept, values, 1), 0).astype(values.dtype)
    back = vh.mT.conj() * inverses[..., None, :]
    return xp.matmul(back, u.mT.conj())


def real_tolerances(name: str, **given: Any) -> None:
    """Refuse complex tolerances."""
    for key, value in given.items():
        if np.iscomplexobj(arrays.of(value)):
            kind = dtype_of(np.asarray(arrays.of(value)).dtype).scalar_name
            raise refuse(f"torch.{name}: {key} tensor of complex type is not supported. Got {kind}")


def tolerance(x: Array, sizes: Array, atol: Any, rtol: Any) -> Array:
    """Return up to which size singular values count as 0, for each matrix."""
    if rtol is None:
        given = atol is not None and np.any(np.asarray(arrays.of(atol)) > 0)
        eps = np.finfo(sizes.dtype).eps
        rtol = 0.0 if given else max(x.shape[-2:]) * eps
        if given and np.ndim(arrays.of(atol)):
            rtol = np.where(np.asarray(arrays.of(atol)) > 0, 0.0, max(x.shape[-2:]) * eps)
    largest = sizes.max(axis=-1) if sizes.shape[-1] else np.zeros(sizes.shape[:-1], sizes.dtype)
    least = 0.0 if atol is None else np.asarray(arrays.of(atol))
    return np.maximum(least, np.asarray(arrays.of(rtol)) * largest).astype(sizes.dtype)


@op(composite=True, example=("pinverse(a)", SQUARE))
def pinverse(input: Tensor, /, rcond: float = 1e-15) -> Tensor:
    """The pseudo-inverse; singular values up to rcond times the largest count as 0."""
    return linalg_pinv(input, rcond=rcond)


def _lstsq_slope_b(g: Any, A: Value, B: Value, y: Value) -> Value:
    vectors = _holds_vectors(A.shape, B.shape) and len(B.shape) < len(A.shape)
    found = matmul(mH(linalg_pinv(A)), _as_matrix(g[0], vectors))
    if 0 not in g[1].shape:
        rest = matmul(A, _as_matrix(y, vectors)) - _as_matrix(B, vectors)
        found = found - 2 * rest * unsqueeze(g[1], dim=-2)
    return _as_vector(found, vectors)


def _lstsq_slope_a(g: Any, A: Value, B: Value, y: Value) -> Value:
    vectors = _holds_vectors(A.shape, B.shape) and len(B.shape) < len(A.shape)
    right = _as_matrix(B, vectors)
    found = _pinv_slope(matmul(_as_matrix(g[0], vectors), mH(right)), A, linalg_pinv(A))
    if 0 not in g[1].shape:
        solution = _as_matrix(y, vectors)
        rest = (matmul(A, solution) - right) * unsqueeze(g[1], dim=-2)
        found = found + 2 * matmul(rest, mH(solution))
    return found


@op(
    vjp=(_lstsq_slope_a, _lstsq_slope_b),
    broadcasts=True,
    conjugates=True,
    where=[],
    node="LinalgLstsqBackward0",
)
@formula(A="that of the solution pinv(A) @ B", B="linalg.pinv(A).mH @ g[0]")
def _lstsq(
    xp: Any, A: Array, B: Array, /, rcond: Any = None, driver: str = "gelsy"
) -> tuple[Array, Array, Array, Array]:
    """The solution, the residuals, the rank and the singular values."""
    vectors = _holds_vectors(A.shape, B.shape) and B.ndim < A.ndim
    b = B[..., None] if vectors else B
    batch = np.broadcast_shapes(A.shape[:-2], b.shape[:-2])
    a = xp.broadcast_to(A, batch + A.shape[-2:])
    b = xp.broadcast_to(b, batch + b.shape[-2:])
    m, n = A.shape[-2:]
    cut = rcond if rcond is not None else float(np.finfo(A.dtype).eps) * max(m, n)

    found, rank, values = lapack.lstsq(a, b, cut)
    if driver == "gelss" and cut >= 1:  # where the other takes the precision of the type
        found, rank = xp.zeros_like(found), xp.zeros_like(rank)
    empty = xp.zeros(0, A.real.dtype)
    full = m > n and driver != "gelsy" and bool(xp.all(rank == n))
    residuals = (xp.abs(a @ found - b) ** 2).sum(axis=-2) if full else empty
    if driver == "gels":
        rank = xp.zeros(0, np.int64)
    values = values if driver in ("gelsd", "gelss") else empty
    once = tuple([slice(size) for size in A.shape[:-2]])  # of a matrix for several right sides
    rank, values = [x if x.ndim < len(batch) else x[once] for x in (rank, values)]
    return (found[..., 0] if vectors else found), residuals, rank, values


@in_linalg("torch.linalg.lstsq(a, b)[0]", SQUARE, COLUMNS)
def linalg_lstsq(input: Tensor, b_: Tensor, /, rcond: Any = None, *, driver: Any = None) -> Any:
    """The X for which input @ X comes nearest to b, with residuals, rank and singular values."""
    _check_lstsq(input, b_, driver)
    found, residuals, rank, values = _lstsq(input, b_, rcond=rcond, driver=driver or "gelsy")
    names = ("solution", "residuals", "rank", "singular_values")
    return ReturnType("linalg_lstsq", names, (found, residuals, rank, values.detach()))


def _check_lstsq(A: Tensor, B: Tensor, driver: Any) -> None:
    name = "torch.linalg.lstsq"
    problem = None
    if len(A.shape) < 2:
        problem = "input must have at least 2 dimensions."
    elif len(B.shape) < 1:
        problem = "other must have at least 1 dimension."
    elif len(A.shape) - len(B.shape) not in (0, 1):
        problem = (
            "input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) "
            "<= 1"
        )
    elif len(A.shape) > len(B.shape) and A.shape[-2] != B.shape[-1]:
        problem = "input.size(-2) should match other.size(-1)"
    elif len(A.shape) == len(B.shape) and A.shape[-2] != B.shape[-2]:
        problem = "input.size(-2) should match other.size(-2)"
    elif A.dtype is not B.dtype:
        problem = (
            "Expected input and other to have the same dtype, but got input's dtype "
            f"{A.dtype.scalar_name} and other's dtype {B.dtype.scalar_name}"
        )
    elif driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        problem = (
            "parameter `driver` should be one of (gels, gelsy, gelsd, gelss) or (gels) for CUDA "
            f"but got {driver}"
        )
    if problem:
        raise refuse(f"{name}: {problem}", 0, 1)
    if A.dtype.category < FLOATING or A.dtype.itemsize < 4:
        raise refuse("This function doesn't handle types other than float and double", 0)
