"""Products of vectors and of matrices other than ``@``: outer, Kronecker, cross, of many."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from gradcli.core.warn import warn
from gradcli.numerics import arrays
from gradcli.operators import by_name as ops
from gradcli.operators.declare import Array, Tensor, TensorArgs, Tensors, example, formula, op
from gradcli.operators.matrix_checks import check_floating, check_vector, check_vectors, same_scalar
from gradcli.operators.refusals import invalid, mismatch, mixed, refuse, shape_error
from gradcli.ops.linalg import in_linalg, product


@op(vjp=(lambda g, other: ops._conj(g * other), lambda g, input: g * ops._conj(input)), linear=True)
@example("vdot(a, b)", "a=ones(1)", "b=tensor([2.0])")
def vdot(xp: Any, input: Array, other: Array, /) -> Array:
    """The sum of the products of two vectors' elements, the first vector conjugated."""
    check_vectors(input, other)
    return product(xp, xp.conj(input), other, "vdot")


@in_linalg("torch.linalg.vecdot(a, b)", "a=tensor([1.0, 2.0])", "b=tensor([3.0, -1.0])")
def linalg_vecdot(x_: Tensor, y: Tensor, /, *, dim: int = -1) -> Tensor:
    """The sums of the products of vectors' elements along a dimension."""
    check_floating(x_, "linalg.vecdot")
    if x_.dtype is not y.dtype:
        raise mixed(
            "linalg.vecdot: Expected x and y to have the same dtype, but found x of type "
            f"{x_.dtype.scalar_name} and y of type {y.dtype.scalar_name} instead"
        )
    if len(x_.shape) == len(y.shape) == 1:
        return vdot(x_, y)
    if x_.dtype.is_complex:
        x_ = ops._conj(x_)
    return ops.sum(ops.mul(x_, y), dim=(dim,))


@op(composite=True, aliases=["ger"], numpy="outer", example=("a.outer(a)", "a=tensor([1.0, 2.0])"))
def outer(input: Tensor, vec2: Tensor, /) -> Tensor:
    """The products of every element of one vector with every element of another."""
    check_vector(input, "outer", "self", 0)
    check_vector(vec2, "outer", "vec2", 1)
    return ops.mul(ops.reshape(input, shape=(input.shape[0], 1)), vec2)


@op(composite=True, numpy="kron")
@example("kron(a, b)", "a=tensor([1.0, 2.0])", "b=tensor([1, 2])")
def kron(input: Tensor, other: Tensor, /) -> Tensor:
    """The Kronecker product: every element of one tensor times the other tensor."""
    ndim = max(len(input.shape), len(other.shape))
    left = (1,) * (ndim - len(input.shape)) + tuple(input.shape)
    right = (1,) * (ndim - len(other.shape)) + tuple(other.shape)
    spread = ops.mul(
        ops._unsafe_view(input, shape=tuple(n for size in left for n in (size, 1))),
        ops._unsafe_view(other, shape=tuple(n for size in right for n in (1, size))),
    )
    return ops._unsafe_view(spread, shape=tuple(n * m for n, m in zip(left, right, strict=True)))


@op(
    vjp=(
        lambda g, other, dim: _cross(other, g, dim=dim),
        lambda g, input, dim: _cross(g, input, dim=dim),
    ),
    linear=True,
    broadcasts=True,
    where=[],
    node="LinalgCrossBackward0",
)
@formula(input="linalg.cross(other, g, dim=dim)", other="linalg.cross(g, input, dim=dim)")
def _cross(xp: Any, input: Array, other: Array, /, dim: int = -1) -> Array:
    """The vector product along a dimension of size 3."""
    same_scalar(input, other)
    shape = arrays.broadcast_shapes(input.shape, other.shape)
    a, b = xp.broadcast_to(input, shape), xp.broadcast_to(other, shape)
    return xp.cross(a, b, axis=dim).astype(input.dtype, copy=False)


def _checked_cross(input: Tensor, other: Tensor, dim: int) -> Tensor:
    n, m = len(input.shape), len(other.shape)
    if n != m:
        raise mismatch("linalg.cross: inputs must have the same number of dimensions.")
    axis = arrays.own_axis(dim, n)
    if input.shape[axis] != 3 or other.shape[axis] != 3:
        raise mismatch(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.shape[axis]} "
            f"and {other.shape[axis]}"
        )
    return _cross(input, other, dim=dim)


@in_linalg("torch.linalg.cross(a, b)", "a=tensor([1.0, 2.0, 3.0])", "b=tensor([0.5, 0, 1.0])")
def linalg_cross(input: Tensor, other: Tensor, /, *, dim: int = -1) -> Tensor:
    """The vector products of vectors along a dimension of size 3."""
    return _checked_cross(input, other, dim)


@op(composite=True, example=("cross(a, b)", "a=tensor([1.0, 2.0, 3.0])", "b=tensor([0.5, 0, 1.0])"))
def cross(input: Tensor, other: Tensor, /, dim: int | None = None) -> Tensor:
    """The vector products of vectors along a dimension, else the first one of size 3."""
    if dim is None:
        warn(_CROSS_DIM, code="deprecated", once=True)
        dim = next((d for d, size in enumerate(input.shape) if size == 3), None)
        if dim is None:
            raise refuse("no dimension of size 3 in input")
    return _checked_cross(input, other, dim)


_CROSS_DIM = (
    "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim "
    "explicitly or simply use torch.linalg.cross.\nThe default value of dim will change to agree "
    "with that of linalg.cross in a future release."
)


@op(vjp=lambda g, input_shape: _scaled_eye(g, shape=input_shape), linear=True, numpy="trace")
@example("trace(a)", "a=tensor([[2.0, 3.0], [4.0, 5.0]])")
@formula(input="g * eye(*input.shape)")
def trace(xp: Any, input: Array, /) -> Array:
    """The sum of the elements on the diagonal of a matrix."""
    if input.ndim != 2:
        raise shape_error(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    if input.dtype.kind == "b":
        raise invalid("\"trace\" not implemented for 'Bool'", NotImplementedError, code="dtype")
    diagonal = xp.linalg.diagonal(input)
    return xp.sum(diagonal, dtype=np.int64 if input.dtype.kind in "iu" else input.dtype)


@op(vjp=lambda g: trace(g), linear=True, where=[], node="TraceBackwardBackward0")
def _scaled_eye(xp: Any, x: Array, /, shape: Any = (0, 0)) -> Array:
    """A matrix with a number on its diagonal and zeros elsewhere."""
    return xp.where(xp.eye(*shape, dtype=bool), x, x.dtype.type(0))


# Products of several matrices


@in_linalg("torch.linalg.multi_dot([v, v])", "v=tensor([1.0, 2.0])")
def linalg_multi_dot(tensors: Tensors, /) -> Tensor:
    """The product of matrices, in the order that takes the fewest multiplications."""
    count = len(tensors)
    if count < 2:
        raise invalid(f"multi_dot(): expected at least 2 tensors but got {count}")
    _check_chain(tensors)
    first, last = tensors[0], tensors[-1]
    sizes = () if len(first.shape) == 1 else (first.shape[0],)
    sizes += () if len(last.shape) == 1 else (last.shape[1],)
    chain = list(tensors)
    if len(first.shape) == 1:
        chain[0] = ops.unsqueeze(first, dim=0)
    if len(last.shape) == 1:
        chain[-1] = ops.unsqueeze(last, dim=-1)
    return ops.view(_multiply_chain(chain), shape=sizes)


def _check_chain(tensors: Tensors) -> None:
    for index, x in enumerate(tensors):
        ndim = len(x.shape)
        if index in (0, len(tensors) - 1):
            if ndim not in (1, 2):
                place = "the first" if index == 0 else "the last"
                raise invalid(f"multi_dot(): {place} tensor must be 1D or 2D but got {ndim}D")
        elif ndim != 2:
            raise invalid(f"multi_dot(): tensor {index} must be 2D but got {ndim}D")
        if x.dtype is not tensors[0].dtype:
            raise invalid(
                f"multi_dot(): all tensors must have be the same dtype but tensor 0 is "
                f"{tensors[0].dtype.c_name} and tensor {index} {x.dtype.c_name}",
                code="dtype",
            )


def _multiply_chain(chain: list[Any]) -> Tensor:
    """Multiply matrices; of equally cheap orders, the first factor is split off earliest."""
    for index, (left, right) in enumerate(pairwise(chain)):
        _check_factors(index, left, right)
    if len(chain) == 3:
        (a, b), (c, d) = chain[0].shape, chain[2].shape
        if a * c * (b + d) > b * d * (a + c):
            return ops.mm(chain[0], ops.mm(chain[1], chain[2]))
        return ops.mm(ops.mm(chain[0], chain[1]), chain[2])
    sizes = [chain[0].shape[0], *(x.shape[1] for x in chain)]
    split = _cheapest(sizes)
    products = {(i, i): x for i, x in enumerate(chain)}
    waiting = [(0, len(chain) - 1)]
    while waiting:
        first, last = waiting[-1]
        if (first, last) in products:
            waiting.pop()
            continue
        parts = (first, split[first, last]), (split[first, last] + 1, last)
        missing = [part for part in reversed(parts) if part not in products]
        if not missing:
            products[first, last] = ops.mm(products[parts[0]], products[parts[1]])
        waiting += missing
    return products[0, len(chain) - 1]


def _check_factors(index: int, left: Tensor, right: Tensor) -> None:
    if left.shape[1] != right.shape[0]:
        shapes = f"{list(left.shape)} and {list(right.shape)}"
        raise invalid(
            f"multi_dot(): tensors {index} and {index + 1} with shapes {shapes} cannot be "
            "multiplied",
            code="shape-mismatch",
        )


def _cheapest(sizes: list[int]) -> dict[tuple[int, int], int]:
    """Return where to split each part of a chain of matrices, given their sizes."""
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    split: dict[tuple[int, int], int] = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            costs = [
                cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                for k in range(i, j)
            ]
            cost[i, j] = min(costs)
            split[i, j] = i + costs.index(cost[i, j])
    return split


@op(composite=True, where=["torch"])
@example(
    "chain_matmul(a, b)", "a=linspace(-1, 1, 4).reshape(2, 2)", "b=linspace(0, 1, 6).reshape(2, 3)"
)
def chain_matmul(matrices: TensorArgs = ()) -> Tensor:
    """The product of matrices, in the order that takes the fewest multiplications."""
    warn(_CHAIN_MATMUL, code="deprecated", once=True)
    if not matrices:
        raise invalid("chain_matmul(): Expected one or more matrices")
    for x in matrices:
        if len(x.shape) != 2:
            raise invalid(f"Tensor dimension is {len(x.shape)}, expected 2 instead.")
    return ops.clone(matrices[0]) if len(matrices) == 1 else linalg_multi_dot(matrices)


_CHAIN_MATMUL = (
    "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use "
    "torch.linalg.multi_dot instead, which accepts a list of two or more tensors rather than "
    "multiple parameters."
)
