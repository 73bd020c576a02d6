"""Sums of a tensor and a product of matrices or vectors, and the linear layer."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from gradcli.core import promote
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of, scalar_name
from gradcli.numerics.summation import total
from gradcli.operators.by_name import bmm, expand, matmul, mm, mv, t, transpose, view
from gradcli.operators.declare import Array, Number, OptTensor, Tensor, Value, formula, op
from gradcli.operators.families import functional
from gradcli.operators.matrix_checks import (
    c_name,
    check_addmv,
    check_batches,
    check_multiplies,
    check_vector,
    same_scalar,
)
from gradcli.operators.refusals import dtype_error, invalid, mismatch, refuse
from gradcli.ops.linalg import column_by_row, product, slope_of_first, slope_of_second

accumulates = partial(op, broadcasts=True, inplace=True)


def _times(x: Value, number: Number) -> Value:
    return x if number == 1 else x * number


def _weighted(xp: Any, input: Array, found: Array, beta: Number, alpha: Number) -> Array:
    """Return ``beta * input + alpha * found``; a beta of 0 leaves out even what is not finite."""
    if beta.__class__ is int and alpha.__class__ is int and beta == alpha == 1:  # as mostly
        return found + input
    first, second = (promote.fit(number, found.dtype) for number in (beta, alpha))
    if second != 1:
        found = found * second
    if first == 0:
        return xp.asarray(found)
    return found + (input if first == 1 else input * first)


def _expands(input: Array, shape: tuple[int, ...]) -> None:
    if input.shape == shape[-input.ndim :]:  # a bias, mostly
        return
    kind = f"torch.{scalar_name(input)}Tensor"
    arrays.expanded_shape(input.shape, shape, kind)


def _same_as_mat2(input: Array, mat1: Array, mat2: Array) -> None:
    for matrix, name in ((input, "self"), (mat1, "mat1")):
        if matrix.dtype != mat2.dtype:
            raise dtype_error(
                f"{name} and mat2 must have the same dtype, but got {scalar_name(matrix)} and "
                f"{scalar_name(mat2)}",
                0,
                1,
                2,
            )


@accumulates(
    vjp=(
        lambda g, beta: _times(g, beta),
        lambda g, mat2, alpha, mat1_turned: _times(slope_of_first(mm, g, mat2, mat1_turned), alpha),
        lambda g, mat1, alpha, mat2_turned: _times(
            slope_of_second(mm, g, mat1, mat2_turned), alpha
        ),
    ),
    example=("x.addmm(x, x)", "x=linspace(-1, 1, 4).reshape(2, 2)"),
)
@formula(input="g * beta", mat1="alpha * g @ mat2.T", mat2="alpha * mat1.T @ g")
def addmm(
    xp: Any, input: Array, mat1: Array, mat2: Array, /, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """A matrix times ``beta`` plus the product of two others times ``alpha``."""
    _same_as_mat2(input, mat1, mat2)
    for index, matrix in ((1, mat1), (2, mat2)):
        if matrix.ndim != 2:
            raise refuse(f"mat{index} must be a matrix, got {matrix.ndim}-D tensor", index)
    check_multiplies(mat1, mat2, first=1)
    _expands(input, (mat1.shape[0], mat2.shape[1]))
    return _weighted(xp, input, product(xp, mat1, mat2, "addmm_impl_cpu_"), beta, alpha)


@accumulates(
    vjp=(
        lambda g, beta: _times(g, beta),
        lambda g, vec, alpha: _times(column_by_row(g, vec), alpha),
        lambda g, mat, alpha: _times(mv(transpose(mat, dim0=0, dim1=1), g), alpha),
    ),
    example=(
        "addmv(c, a, b)",
        "c=ones(2)",
        "a=linspace(-1, 1, 6).reshape(2, 3)",
        "b=tensor([1.0, -1.0, 2.0])",
    ),
)
@formula(input="g * beta", mat="alpha * outer(g, vec)", vec="alpha * mat.T @ g")
def addmv(
    xp: Any, input: Array, mat: Array, vec: Array, /, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """A vector times ``beta`` plus the product of a matrix and a vector times ``alpha``."""
    check_addmv(input, mat, vec)
    _expands(input, (mat.shape[0],))
    return _weighted(xp, input, product(xp, mat, vec, "addmv_impl_cpu"), beta, alpha)


@accumulates(
    vjp=(
        lambda g, beta: _times(g, beta),
        lambda g, vec2, alpha: _times(mv(g, vec2), alpha),
        lambda g, vec1, alpha: _times(mv(transpose(g, dim0=0, dim1=1), vec1), alpha),
    ),
    promotes=promote.by_types,
    example=("addr(c, a, b)", "c=ones(2, 3)", "a=tensor([1.0, 2.0])", "b=ones(3)"),
)
@formula(input="g * beta", vec1="alpha * g @ vec2", vec2="alpha * g.T @ vec1")
def addr(
    xp: Any, input: Array, vec1: Array, vec2: Array, /, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """A matrix times ``beta`` plus the outer product of two vectors times ``alpha``."""
    for index, (vector, name) in enumerate(((vec1, "vec1"), (vec2, "vec2"))):
        check_vector(vector, "addr", name, index + 1)
    for name, value in (("beta", beta), ("alpha", alpha)):
        if input.dtype.kind in "iu" and not isinstance(value, int):
            message = (
                f"For integral input tensors, argument {name} must not be a floating point number."
            )
            raise invalid(message, code="dtype")
        if isinstance(value, bool) and input.dtype.kind != "b":
            raise invalid(f"Boolean {name} only supported for Boolean results.", code="dtype")
        if isinstance(value, complex) and input.dtype.kind != "c":
            kind = dtype_of(input.dtype).c_name
            raise invalid(f"value cannot be converted to type {kind} without overflow")
    _expands(input, (vec1.shape[0], vec2.shape[0]))
    if input.dtype.kind in "biuc":
        return _weighted(xp, input, vec1[:, None] * vec2, beta, alpha)
    first, second = (promote.fit(number, input.dtype) for number in (beta, alpha))
    column = (vec1 if second == 1 else vec1 * second)[:, None]
    rest = input if first == 1 else input * first
    if first == 0:
        return xp.asarray(column * vec2)
    if input.dtype.itemsize == 2:  # in half precision each step rounds
        return column * vec2 + rest
    return arrays.in_order(arrays.multiply_add(xp, column, vec2, rest), [input])


@accumulates(
    vjp=(
        lambda g, beta: _times(g, beta),
        lambda g, batch2, alpha: _times(bmm(g, transpose(batch2, dim0=1, dim1=2)), alpha),
        lambda g, batch1, alpha: _times(bmm(transpose(batch1, dim0=1, dim1=2), g), alpha),
    ),
    example=(
        "baddbmm(c, a, b)",
        "c=ones(2, 1, 1)",
        "a=linspace(-1, 1, 4).reshape(2, 1, 2)",
        "b=linspace(1, 2, 4).reshape(2, 2, 1)",
    ),
)
@formula(input="g * beta", batch1="alpha * g @ batch2.mT", batch2="alpha * batch1.mT @ g")
def baddbmm(
    xp: Any, input: Array, batch1: Array, batch2: Array, /, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """A stack of matrices times ``beta`` plus products pair by pair times ``alpha``."""
    check_batches(batch1, batch2, first=1)
    _expands(input, (batch1.shape[0], batch1.shape[1], batch2.shape[2]))
    if input.dtype != batch1.dtype:
        raise dtype_error(
            f"Input dtypes must be the same, got: input {c_name(input)}, batch1: "
            f"{c_name(batch1)}, batch2: {c_name(batch2)}",
            0,
            1,
            2,
        )
    same_scalar(batch1, batch2)
    return _weighted(xp, input, product(xp, batch1, batch2, "baddbmm"), beta, alpha)


def _repeated(g: Value, count: int) -> Value:
    return expand(g, size=(count, *g.shape))


@accumulates(
    vjp=(
        lambda g, beta: _times(g, beta),
        lambda g, batch2, alpha: _times(
            bmm(_repeated(g, batch2.shape[0]), transpose(batch2, dim0=1, dim1=2)), alpha
        ),
        lambda g, batch1, alpha: _times(
            bmm(transpose(batch1, dim0=1, dim1=2), _repeated(g, batch1.shape[0])), alpha
        ),
    ),
    example=(
        "addbmm(c, a, b)",
        "c=ones(1, 1)",
        "a=linspace(-1, 1, 4).reshape(2, 1, 2)",
        "b=linspace(1, 2, 4).reshape(2, 2, 1)",
    ),
)
@formula(input="g * beta", batch1="alpha * g @ batch2.mT", batch2="alpha * batch1.mT @ g")
def addbmm(
    xp: Any, input: Array, batch1: Array, batch2: Array, /, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """A matrix times ``beta`` plus the sum of the products of matrices times ``alpha``."""
    check_batches(batch1, batch2, first=1)
    _expands(input, (batch1.shape[1], batch2.shape[2]))
    _same_as_mat2(input, batch1, batch2)
    summed = total(product(xp, batch1, batch2, "addbmm"), (0,)).astype(batch1.dtype, copy=False)
    return _weighted(xp, input, summed, beta, alpha)


# Layers


@functional(example=("F.linear(x, w)", "x=ones(3)", "w=tensor([1.0, 2.0, 3.0])"))
def linear(input: Tensor, weight: Tensor, /, bias: OptTensor = None) -> Tensor:
    """A linear layer: ``input @ weight.T + bias``."""
    n, m = len(input.shape), len(weight.shape)
    if n == 0 or m == 0:
        raise mismatch(
            f"both arguments to linear need to be at least 1D, but they are {n}D and {m}D"
        )
    if bias is None:
        return matmul(input, t(weight))
    if m == 1 and (n > 1 or len(bias.shape)):
        raise refuse("mat2 must be a matrix, got 1-D tensor", 1)
    if n == 2:
        return addmm(bias, input, t(weight))
    if m == 2 and arrays.of(input).flags.c_contiguous:
        shape = tuple(input.shape)
        tall = view(input, shape=(math.prod(shape[:-1]), shape[-1]))
        return view(addmm(bias, tall, t(weight)), shape=(*shape[:-1], weight.shape[0]))
    return matmul(input, t(weight)) + bias
