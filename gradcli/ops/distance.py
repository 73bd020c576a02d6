"""Distances between vectors, and how alike their directions are."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.promote import promote_types
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators import by_name as ops
from gradcli.operators.by_name import _matmul as matmul
from gradcli.operators.declare import Array, Real, Tensor, Value, example, formula, op
from gradcli.operators.families import internal
from gradcli.operators.refusals import mismatch, mixed, refuse, value_error
from gradcli.ops.linalg import mT
from gradcli.ops.norms import _vector_norm, _vector_norm_slope

# All pairs


def _distances(xp: Any, difference: Array, p: float) -> Array:
    """Return the p-norms along the last dimension; of no elements, 0."""
    if 0 in difference.shape:
        return xp.zeros(difference.shape[:-1], dtype=difference.dtype)
    return _vector_norm(xp, xp.abs(difference), p, (difference.ndim - 1,), False)


def _distance_slope(g: Value, difference: Value, y: Value, p: float) -> Value:
    """The gradient of distances by the differences, for every component of these.

    Where components tie for the greatest, each has the whole gradient, as in PyTorch.
    """
    g, y = ops.unsqueeze(g, dim=-1), ops.unsqueeze(y, dim=-1)
    if p == 0:
        return ops.zeros_like(difference)
    if p == 1:
        return g * ops.sign(difference)
    if math.isinf(p):
        return g * ops.sign(difference) * ops.eq(ops.abs(difference), y)
    divisor = ops.where(y == 0, 1.0, y)
    if p == 2:
        return ops.where(y == 0, 0.0, g) * difference / divisor
    size = ops.abs(difference)
    power = (ops.where(size == 0, 1.0, size) / divisor) ** (p - 1)
    return g * ops.where((y == 0) | (size == 0), 0.0, ops.sign(difference) * power)


def _all_differences(x1: Value, x2: Value) -> Value:
    return ops.unsqueeze(x1, dim=-2) - ops.unsqueeze(x2, dim=-3)


def _cdist_slope(g: Value, x1: Value, x2: Value, y: Value, p: float) -> Value:
    return _distance_slope(g, _all_differences(x1, x2), y, p)


@internal(
    vjp=(
        lambda g, x1, x2, y, p: ops.sum(_cdist_slope(g, x1, x2, y, p), dim=(-2,)),
        lambda g, x1, x2, y, p: -ops.sum(_cdist_slope(g, x1, x2, y, p), dim=(-3,)),
    ),
    broadcasts=True,
    node="CdistBackward0",
)
def _cdist(xp: Any, x1: Array, x2: Array, /, p: float = 2.0) -> Array:
    """The distances of every vector of one stack to every vector of another."""
    return _distances(xp, x1[..., :, None, :] - x2[..., None, :, :], p)


@internal(
    vjp=(
        lambda g, x1, x2, y: _euclidean_slope(g, x1, x2, y),
        lambda g, x1, x2, y: _euclidean_slope(mT(g), x2, x1, mT(y)),
    ),
    broadcasts=True,
    node="EuclideanDistBackward0",
)
@formula(
    x1="sum(g[..., None] / y[..., None] * (x1[:, None] - x2), 1)  # 0 where y is 0",
    x2="sum(g[..., None] / y[..., None] * (x2 - x1[:, None]), 0)  # 0 where y is 0",
)
def _euclidean_dist(xp: Any, x1: Array, x2: Array, /) -> Array:
    """The Euclidean distances of all pairs of vectors, by a product of matrices."""
    squares = [xp.sum(x * x, axis=-1, keepdims=True) for x in (x1, x2)]
    ones = [xp.ones_like(square) for square in squares]
    left = xp.concat([-2 * x1, squares[0], ones[0]], axis=-1)
    right = xp.concat([x2, ones[1], squares[1]], axis=-1)
    product = xp.matmul(left, xp.swapaxes(right, -1, -2))
    return xp.sqrt(xp.maximum(product, product.dtype.type(0)))


def _euclidean_slope(g: Value, x1: Value, x2: Value, y: Value) -> Value:
    ratio = ops.where(y == 0, 0.0, g / ops.where(y == 0, 1.0, y))
    return x1 * ops.sum(ratio, dim=(-1,), keepdim=True) - matmul(ratio, x2)


_MODES = (
    "use_mm_for_euclid_dist_if_necessary",
    "use_mm_for_euclid_dist",
    "donot_use_mm_for_euclid_dist",
)


def _cdist_problem(x1: Tensor, x2: Tensor, p: float) -> str | None:
    """Say what is wrong with the operands of a ``cdist``."""
    for x, name in ((x1, "X1"), (x2, "X2")):
        if len(x.shape) < 2:
            return f"cdist only supports at least 2D tensors, {name} got: {len(x.shape)}D"
    for x, name in ((x1, "X1"), (x2, "X2")):
        if not x.dtype.is_floating_point:
            kind = x.dtype.scalar_name
            return f"cdist only supports floating-point dtypes, {name} got: {kind}"
    if p < 0:
        return "cdist only supports non-negative p values"
    own, other = x1.shape[-1], x2.shape[-1]
    if own != other:
        return f"X1 and X2 must have the same number of columns. X1: {own} X2: {other}"
    if x1.dtype is not x2.dtype:
        return f"expected scalar type {x1.dtype.scalar_name} but found {x2.dtype.scalar_name}"
    return None


@op(composite=True, where=["torch"])
@example("cdist(a, b)", "a=ones(30, 1, 3).cumsum(0)[:, 0]", "b=zeros(1, 3)")
def cdist(
    x1: Tensor,
    x2: Tensor,
    /,
    p: Real = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
) -> Tensor:
    """The distances of every vector of one stack to every vector of another, in the p-norm."""
    if compute_mode not in _MODES:
        raise value_error(f"{compute_mode} is not a valid value for compute_mode")
    problem = _cdist_problem(x1, x2, p)
    if problem is not None:
        raise mismatch(problem)
    batch = arrays.broadcast_shapes(tuple(x1.shape[:-2]), tuple(x2.shape[:-2]))
    rows, columns = x1.shape[-2], x2.shape[-2]
    large = compute_mode != _MODES[2] and (rows > 25 or columns > 25)
    if p == 2 and (large or compute_mode == _MODES[1]) and 0 not in x1.shape + x2.shape:
        return _by_product(x1, x2, batch)
    return _cdist(x1, x2, p=float(p))


def _by_product(x1: Tensor, x2: Tensor, batch: tuple[int, ...]) -> Tensor:
    count, rows, columns = math.prod(batch), x1.shape[-2], x2.shape[-2]
    stacked = []
    for x in (x1, x2):
        shape = tuple(x.shape[-2:])
        if tuple(x.shape[:-2]) != batch:
            x = ops.expand(x, size=(*batch, *shape))
        stacked.append(x if len(batch) <= 1 else ops.view(x, shape=(count, *shape)))
    return ops.view(_euclidean_dist(*stacked), shape=(*batch, rows, columns))


def _pdist_slope(g: Value, input: Value, y: Value, p: float) -> Value:
    rows, columns = np.triu_indices(input.shape[0], 1)
    pairs = ops.index(input, indices=(rows,)) - ops.index(input, indices=(columns,))
    slope = _distance_slope(g, pairs, y, p)
    shape = tuple(input.shape)
    return ops._index_put(slope, shape=shape, indices=(rows,)) - ops._index_put(
        slope, shape=shape, indices=(columns,)
    )


@op(vjp=_pdist_slope, where=["torch", "F"])
@example("F.pdist(a)", "a=linspace(0.5, 2, 6).reshape(3, 2) ** 2")
@formula(
    input="to each pair of rows, of difference d: g * sign(d) * (abs(d) / y)**(p - 1) to "
    "the one, its negative to the other"
)
def pdist(xp: Any, input: Array, /, p: Real = 2.0) -> Array:
    """The distances of all pairs of rows of a matrix, in the p-norm."""
    problem = None
    if input.ndim != 2:
        problem = f"pdist only supports 2D tensors, got: {input.ndim}D"
    elif input.dtype.kind != "f":
        problem = "pdist only supports floating-point dtypes"
    elif p < 0:
        problem = "pdist only supports non-negative p values"
    if problem is not None:
        raise refuse(problem)
    rows, columns = xp.triu_indices(input.shape[0], 1)
    return _distances(xp, input[rows] - input[columns], float(p))


# Pair by pair


@internal(
    vjp=lambda g, x, y, ord, dim, keepdim: _vector_norm_slope(g, x, y, ord, dim, keepdim),
    node="NormBackward1",
)
@formula(
    input="g * sign(input) * (abs(input) / y)**(ord - 1)  # 0 where y is 0; g and y with "
    "the dimensions that were reduced, as by keepdim=True"
)
def _norm(xp: Any, x: Array, /, ord: Real = 2, dim: Any = -1, keepdim: bool = False) -> Array:
    """The vector norm along dimensions."""
    return _vector_norm(xp, xp.abs(x), float(ord), arrays.axes(dim, x.ndim), keepdim)


@op(composite=True, where=["torch", "F"])
@example("F.pairwise_distance(x, x * 2 + 1) ** 2", "x=linspace(-1, 2, 6)")
def pairwise_distance(
    x1: Tensor, x2: Tensor, /, p: Real = 2.0, eps: Real = 1e-6, keepdim: bool = False
) -> Tensor:
    """The distances of vectors to vectors along the last dimension, in the p-norm."""
    last = max(len(x1.shape), len(x2.shape)) - 1
    return _norm(ops.add_number(ops.sub(x1, x2), number=eps), ord=p, dim=(last,), keepdim=keepdim)


@internal(d=1, node="CloneBackward0")
def _floored(xp: Any, x: Array, /, least: Real = 0.0) -> Array:
    """A copy that is no smaller than a number; the gradient takes no notice of that."""
    return xp.maximum(x, x.dtype.type(least))


@op(composite=True, where=["torch", "F"])
@example("F.cosine_similarity(x, x ** 2 + 1, dim=-1)", "x=linspace(-1, 2, 6)")
def cosine_similarity(x1: Tensor, x2: Tensor, /, dim: int = 1, eps: Real = 1e-8) -> Tensor:
    """The cosine of the angle between vectors along a dimension."""
    kind = promote_types(x1.dtype, x2.dtype)
    if not (kind.is_floating_point or kind.is_complex):
        message = (
            "expected common dtype to be floating point, yet common dtype is "
            f"{dtype_of(kind.numpy).scalar_name}"
        )
        raise mixed(message)
    shape = arrays.broadcast_shapes(tuple(x1.shape), tuple(x2.shape))
    differ = tuple(x1.shape) != tuple(x2.shape)
    directions = []
    for x in (x1, x2):
        x = x if x.dtype is kind else ops._to_copy(x, dtype=kind)
        x = ops.expand(x, size=shape) if differ else x
        norm = ops.linalg_vector_norm(x, ord=2, dim=(dim,), keepdim=True)
        directions.append(x / _floored(norm, least=eps))
    return ops.sum(ops.mul(*directions), dim=(dim,))
