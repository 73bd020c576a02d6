"""Powers, exponentials, norms, ranks and low-rank decompositions of matrices, and Vandermonde's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.promote import promote_types
from gradcli.core.warn import warn
from gradcli.numerics import arrays, lapack
from gradcli.numerics.dtypes import dtype_of, int64
from gradcli.operators import by_name as ops
from gradcli.operators.converters import Array, Dims, DTypeLike, Ints, OptTensor, Value
from gradcli.operators.declare import OPS, Number, Tensor, example, formula, op
from gradcli.operators.matrix_checks import (
    check_finite,
    check_floating,
    check_matrix,
    check_precise,
    check_square,
    check_widening,
)
from gradcli.operators.refusals import invalid, refuse
from gradcli.ops.linalg import TALL, identity, in_linalg, mT
from gradcli.ops.pseudoinverse import real_tolerances, tolerance

# Powers and exponentials


@op(composite=True, where=["torch", "Tensor", "linalg.matrix_power"], numpy="linalg.matrix_power")
@example("matrix_power(a, 2)", "a=tensor([[1.0, 2.0], [3.0, 4.0]])")
def matrix_power(input: Tensor, /, n: int) -> Tensor:
    """The product of n times the same matrix, of its inverse if n is negative."""
    check_square(input, "linalg.matrix_power")
    if n == 0:
        one = identity(input, input.shape[-1])
        return OPS["copy"].inplace(ops.clone(input), ops.expand(one, size=tuple(input.shape)))
    if n < 0:
        input, n = ops.linalg_inv(input), -n
        if n == 1:
            return input
    if n == 1:
        return ops.clone(input)
    if n == 3:
        return ops.matmul(ops.matmul(input, input), input)
    result: Any = None
    square = input
    while True:
        if n % 2:
            result = square if result is None else ops.matmul(result, square)
        n //= 2
        if n == 0:
            return result
        square = ops.matmul(square, square)


def _exp_slope(g: Value, input: Value) -> Value:
    """The derivative in a direction, which the exponential of a matrix twice as large holds."""
    n = input.shape[-1]
    matrix = mT(input)
    above = ops.cat([matrix, g], dim=-1)
    below = ops.cat([matrix * 0, matrix], dim=-1)
    whole = matrix_exp(ops.cat([above, below], dim=-2))
    return ops.slice_(ops.slice_(whole, dim=-2, start=0, end=n), dim=-1, start=n, end=2 * n)


@op(vjp=_exp_slope, where=["torch", "Tensor", "linalg.matrix_exp"], node="LinalgMatrixExpBackward0")
@example("matrix_exp(a)", "a=tensor([[1.5]])")
@formula(
    input="n = len(input); a = input.mT; matrix_exp(cat([cat([a, g], 1), cat([0 * a, a], "
    "1)]))[:n, n:]"
)
def matrix_exp(xp: Any, input: Array, /) -> Array:
    """The exponential of a matrix: the sum of its powers, each divided by a factorial."""
    check_square(input, "linalg.matrix_exp")
    check_floating(input, "matrix_exp")
    return lapack.matrix_exp(input)


# Norms


def _norm_dims(A: Tensor, dim: Ints) -> tuple[int, int]:
    name = "linalg.matrix_norm"
    if len(dim) != 2:
        raise invalid(f"{name}: dim must be a 2-tuple. Got {' '.join(map(str, dim))}")
    first, second = (arrays.axis(d, len(A.shape)) for d in dim)
    if first == second:
        raise invalid(f"{name}: dims must be different. Got ({dim[0]}, {dim[1]})")
    return first, second


def _by_singular_values(A: Tensor, ord: Any, dims: tuple[int, int], keepdim: bool) -> Tensor:
    rest = [d for d in range(len(A.shape)) if d not in dims]
    order = (*rest, *dims)
    values = ops.linalg_svdvals(ops.permute(A, dims=order))
    if ord == "nuc":
        found = ops.sum(values, dim=(-1,), keepdim=keepdim)
    else:
        found = _extreme(values, ord, -1, keepdim)
    if not keepdim:
        return found
    back = tuple(order.index(d) for d in range(len(order)))
    return ops.permute(ops.unsqueeze(found, dim=-1), dims=back)


def _matrix_norm(A: Tensor, ord: Any, dim: Ints, keepdim: bool) -> Tensor:
    first, second = _norm_dims(A, dim)
    if isinstance(ord, str):
        if ord == "fro":
            return ops.linalg_vector_norm(A, ord=2, dim=dim, keepdim=keepdim)
        if ord == "nuc":
            return _by_singular_values(A, ord, (first, second), keepdim)
        raise invalid(f"linalg.matrix_norm: Order {ord} not supported.")
    if abs(ord) == 2:
        return _by_singular_values(A, ord, (first, second), keepdim)
    if abs(ord) != 1 and not math.isinf(ord):
        raise invalid(f"linalg.matrix_norm: Order {ord:g} not supported.")
    if math.isinf(ord):
        first, second = second, first
    sums = ops.linalg_vector_norm(A, ord=1, dim=(first,), keepdim=keepdim)
    if not keepdim and first < second:
        second -= 1
    return _extreme(sums, ord, second, keepdim)


def _extreme(sizes: Tensor, ord: float, dim: int, keepdim: bool) -> Tensor:
    """Return the largest or smallest of sizes that are not negative; of none the largest is 0."""
    if ord < 0:
        return ops.amin(sizes, dim=(dim,), keepdim=keepdim)
    if sizes.shape[dim]:
        return ops.amax(sizes, dim=(dim,), keepdim=keepdim)
    return ops.sum(sizes, dim=(dim,), keepdim=keepdim)


def _converted(A: Tensor, dtype: DTypeLike) -> Tensor:
    return A if dtype is None or A.dtype is dtype else ops._to_copy(A, dtype=dtype)


@in_linalg("torch.linalg.matrix_norm(a, 2)", TALL)
def linalg_matrix_norm(
    input: Tensor,
    /,
    ord: Any = "fro",
    dim: Ints = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """The norms of matrices: Frobenius, nuclear, or of order 1, 2, infinity or their negatives."""
    name = "linalg.matrix_norm"
    check_matrix(input, name)
    (check_precise if ord in ("nuc", 2, -2) else check_floating)(input, name)
    if dtype is not None:
        check_widening(input, dtype, name)
    return _matrix_norm(_converted(input, dtype), ord, dim, keepdim)


def _deprecate(name: str, instead: str) -> None:
    warn(
        f"at::{name} is deprecated and it is just left for JIT compatibility. It will be removed "
        f"in a future PyTorch release. Please use `linalg.{instead}, dim, keepdim)` instead",
        once=True,
    )


@op(composite=True, where=["torch"])
@example("torch.nuclear_norm(a)", TALL)
def nuclear_norm(input: Tensor, /, dim: Ints = (-2, -1), keepdim: bool = False) -> Tensor:
    """The sum of the singular values of matrices."""
    _deprecate("nuclear_norm", "matrix_norm(A, 'nuc'")
    return linalg_matrix_norm(input, "nuc", dim, keepdim)


@op(fused=True, where=["torch"], node="NormBackward1")
@example("torch.frobenius_norm(a, (0, 1))", TALL)
def frobenius_norm(input: Value, /, dim: Ints, keepdim: bool = False) -> Value:
    """The square root of the sum of the squares along one or two dimensions."""
    _deprecate("frobenius_norm", "vector_norm(A, 2.")
    if len(dim) > 2:
        raise invalid(f"Expected at most 2 dimensions, but got {len(dim)} dimensions instead.")
    return ops.linalg_vector_norm(input, ord=2, dim=dim, keepdim=keepdim)


@in_linalg("torch.linalg.norm(a, 3)", "a=tensor([1.0, -2.0, 0.5])")
def linalg_norm(
    input: Tensor,
    /,
    ord: Any = None,
    dim: Dims | None = None,
    keepdim: bool = False,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """The norm of vectors, or of matrices where there are two dimensions and an order."""
    if isinstance(ord, (tuple, list)):
        raise linalg_norm.parameters.invalid_combination((input, ord), {}, method=False)
    ndim = len(input.shape)
    if dim is not None:
        dims = (dim,) if isinstance(dim, int) else dim
        if len(dims) not in (1, 2):
            raise invalid(
                "linalg.norm: If dim is specified, it must be of length 1 or 2. Got "
                f"[{', '.join(map(str, dims))}]"
            )
    elif ord is not None and ndim not in (1, 2):
        raise invalid(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got "
            f"{ndim}D."
        )
    else:
        dims = tuple(range(ndim))
    if isinstance(ord, str) or (ord is not None and len(dims) == 2):
        where = (0, 1) if dim is None else dims
        return linalg_matrix_norm(input, ord, where, keepdim, dtype=dtype)
    order = 2.0 if ord is None else ord
    return ops.linalg_vector_norm(
        input, ord=order, dim=None if dim is None else dims, keepdim=keepdim, dtype=dtype
    )


@in_linalg("torch.linalg.cond(a)", TALL)
def linalg_cond(input: Tensor, /, p: Any = None) -> Tensor:
    """The condition number: the norm of a matrix times that of its inverse."""
    if input.ndim < 2:
        raise invalid("linalg.cond: The input tensor must have at least 2 dimensions.")
    if input.array.size == 0:
        return Tensor(np.zeros(input.shape[:-2], input.array.real.dtype))
    if p is None or (not isinstance(p, str) and abs(p) == 2):
        return _by_extremes(input, invert=p == -2)
    _check_cond(input, p)
    if p == "nuc":
        values = ops.linalg_svdvals(input)
        return ops.mul(ops.sum(values, dim=(-1,)), ops.sum(ops.reciprocal(values), dim=(-1,)))
    found, info = ops.linalg_inv_ex(input)
    failed = ops.unsqueeze(ops.unsqueeze(info, dim=-1), dim=-1) > 0
    found = ops.masked_fill(found, failed, math.inf)
    both = ops.mul(linalg_matrix_norm(input, ord=p), linalg_matrix_norm(found, ord=p))
    return ops.nan_to_num(both, nan=math.inf, posinf=math.inf, neginf=-math.inf)


def _by_extremes(A: Tensor, invert: bool) -> Tensor:
    check_precise(A, "linalg.svd", "linalg_svd_cpu")
    values = ops.linalg_svdvals(A)
    count = values.shape[-1]
    largest = ops.slice_(values, dim=-1, start=0, end=1)
    smallest = ops.slice_(values, dim=-1, start=count - 1, end=count)
    ratio = smallest / largest if invert else largest / smallest
    return ops.squeeze(ratio, dim=-1)


def _check_cond(A: Tensor, p: Any) -> None:
    known = p in ("fro", "nuc") if isinstance(p, str) else abs(p) == 1 or math.isinf(p)
    spelled = p if isinstance(p, str) else f"{p:g}"
    if not known:
        raise invalid(f"linalg.cond got an invalid norm type: {spelled}")
    check_square(A, f"linalg.cond(ord={spelled})")


@op(widens=False, constant=True, where=["linalg.matrix_rank"])
@example("torch.linalg.matrix_rank(a)", "a=tensor([[1.0, 2.0], [2.0, 4.0]])")
def linalg_matrix_rank(
    xp: Any,
    input: Array,
    /,
    tol: Array | Number | None = None,
    hermitian: bool = False,
    *,
    atol: Array | Number | None = None,
    rtol: Array | Number | None = None,
) -> Array:
    """How many singular values are greater than a tolerance."""
    precise = input.dtype.kind in "fc" and input.itemsize >= 4
    if not precise and tol is None:
        raise refuse("This function doesn't handle types other than float and double")
    check_matrix(input, "torch.linalg.matrix_rank", "input")
    if not input.size:
        return xp.zeros(input.shape[:-2], dtype=np.int64)
    if hermitian:
        check_square(input, "torch.linalg.matrix_rank", "input")
        sizes = xp.abs(xp.linalg.eigvalsh(input))
    else:
        check_precise(input, "linalg.svd", "linalg_svd_cpu")
        check_finite(input, "linalg.svd")
        sizes = lapack.thin_svd(input)[1]
    if tol is not None:
        atol, rtol = tol, 0.0
    real_tolerances("linalg.matrix_rank", atol=atol, rtol=rtol)
    least = tolerance(input, sizes, atol, rtol)
    return (sizes > least[..., None]).sum(axis=-1, dtype=np.int64)


# Vandermonde matrices


@in_linalg("torch.linalg.vander(x)", "x=tensor([1.0, -2.0, 3.0])")
def linalg_vander(x: Tensor, /, *, N: int | None = None) -> Tensor:
    """The powers of numbers from the 0th to the one before the Nth, in rows."""
    x = x if x.shape else ops.unsqueeze(x, dim=-1)
    shape = tuple(x.shape)
    count = shape[-1] if N is None else N
    if count <= 1:
        raise invalid("N must be greater than 1.")
    dtype = dtype_of(x.array.dtype)
    repeated = ops.expand(ops.unsqueeze(x, dim=-1), size=(*shape, count - 1))
    powers = ops.cumprod(repeated, dim=-1)
    return ops.cat([ops.ones.call((*shape, 1), dtype=dtype), powers], dim=-1)


@op(composite=True, where=["torch"], example=("vander(x).detach()", "x=tensor([1.0, -2.0, 3.0])"))
def vander(x: Tensor, /, N: int | None = None, increasing: bool = False) -> Tensor:
    """The powers of numbers in rows, from the highest down, or increasing."""
    if len(x.shape) != 1:
        raise invalid("x must be a one-dimensional tensor.")
    count = x.shape[0] if N is None else N
    if count < 0:
        raise invalid("N must be non-negative.")
    dtype = promote_types(x.dtype, int64)
    found = OPS["new_ones"](x, size=(x.shape[0], count), dtype=dtype)
    if count > 1:
        copy = OPS["copy"].inplace
        tail = ops.slice_(found, dim=1, start=1, end=count)
        copy(tail, ops.unsqueeze(x, dim=1))
        copy(tail, ops.cumprod(ops.slice_(found, dim=1, start=1, end=count), dim=1))
    return found if increasing else ops.flip(found, dims=(1,))


# Decompositions by random projections


def _basis(A: Tensor, q: int, niter: int, M: OptTensor) -> Tensor:
    """Orthonormal columns that A - M maps about as well as all vectors (Halko et al., 4.4)."""

    def mapped(x: Tensor, adjoint: bool) -> Tensor:
        first, second = (part if part is None or not adjoint else ops.mH(part) for part in (A, M))
        y = ops.matmul(first, x)
        y = y if second is None else y - ops.matmul(second, x)
        return ops.linalg_qr(y)[0]

    kind = A.dtype if A.is_floating_point() or A.is_complex() else None
    found = mapped(ops.randn(size=(A.shape[-1], q), dtype=kind), False)
    arrays.check_count(niter, "iterations")
    for _ in range(niter):
        found = mapped(mapped(found, True), False)
    return found


@op(composite=True, where=["torch"])
@example("manual_seed(0)\ntorch.svd_lowrank(a, q=2)[1]", TALL)
def svd_lowrank(
    A: Tensor, q: int | None = 6, niter: int | None = 2, M: OptTensor = None
) -> tuple[Tensor, Tensor, Tensor]:
    """The q largest singular values and vectors of A - M, by random projections."""
    many = A.shape[-2] < A.shape[-1]
    M = M if M is None else ops.broadcast_to(M, size=tuple(A.shape))
    if many:
        A, M = ops.mH(A), M if M is None else ops.mH(M)
    Q = _basis(A, 6 if q is None else q, 2 if niter is None else niter, M)
    projected = ops.matmul(ops.mH(Q), A)
    projected = projected if M is None else projected - ops.matmul(ops.mH(Q), M)
    U, S, Vh = ops.linalg_svd(projected, full_matrices=False)
    U, V = ops.matmul(Q, U), ops.mH(Vh)
    return (V, S, U) if many else (U, S, V)


@op(composite=True, where=["torch"])
@example("manual_seed(0)\ntorch.pca_lowrank(a, q=2)[1]", TALL)
def pca_lowrank(
    A: Tensor, q: int | None = None, center: bool = True, niter: int = 2
) -> tuple[Tensor, Tensor, Tensor]:
    """The q principal components of the rows of A, by random projections."""
    least = min(tuple(A.shape)[-2:])
    if q is None:
        q = min(6, least)
    elif not 0 <= q <= least:
        raise invalid(
            f"q(={q}) must be non-negative integer and not greater than min(m, n)={least}",
            ValueError,
        )
    if niter < 0:
        raise invalid(f"niter(={niter}) must be non-negative integer", ValueError)
    return svd_lowrank(A - ops.mean(A, dim=(-2,), keepdim=True) if center else A, q, niter, None)
