"""Products of vectors and matrices, and sums of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor, array_of
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import scalar_name
from gradcli.operators import by_name as ops
from gradcli.operators.declare import Array, Op, Value, example, formula, op
from gradcli.operators.matrix_checks import (
    check_addmv,
    check_batches,
    check_vectors,
    no_matrices,
    same_dtype,
    same_scalar,
)
from gradcli.operators.refusals import invalid, mismatch, mixed
from gradcli.operators.shortcut import with_function


def in_linalg(call: str, *inputs: str, numpy: str = "") -> Callable[[Callable[..., Any]], Op]:
    """Declare what calls other operators, named as its example calls it: ``torch.linalg.inv``."""
    name = call.partition("(")[0].removeprefix("torch.")
    return op(composite=True, where=[name], numpy=numpy, example=(call, *inputs))


# What examples of linear algebra are given

SQUARE = "a=tensor([[2.0, -1.0, 0.5], [0.3, 1.5, -2.0], [1.0, 0.7, 3.0]])"
TALL = "a=tensor([[1.0, 2.0], [-1.0, 0.5], [3.0, 1.0]])"
POSITIVE = "a=tensor([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]])"
COLUMNS = "b=linspace(-1, 2, 6).reshape(3, 2)"


def product(xp: Any, a: Array, b: Array, kernel: str) -> Array:
    """Return ``a @ b`` as the PyTorch kernel of that name computes it."""
    kind = a.dtype.char
    if kind == "?":
        raise invalid(f"\"{kernel}\" not implemented for 'Bool'", NotImplementedError, code="dtype")
    if kind == "e":  # accumulated in single precision
        return xp.matmul(a.astype(np.float32), b.astype(np.float32)).astype(np.float16)
    return xp.matmul(a, b)


@op(vjp=(lambda g, tensor: g * tensor, lambda g, input: g * input), linear=True)
@example("a @ a", "a=tensor([1.0, 2.0])")
def dot(xp: Any, input: Array, tensor: Array, /) -> Array:
    """The sum of the products of two vectors' elements."""
    check_vectors(input, tensor)
    return product(xp, input, tensor, "dot")


@op(
    vjp=(
        lambda g, vec: column_by_row(g, vec),
        lambda g, a: mv(ops.transpose(a, dim0=0, dim1=1), g),
    ),
    linear=True,
    example=("a @ b", "a=linspace(-1, 1, 6).reshape(2, 3)", "b=tensor([1.0, -1.0, 2.0])"),
)
def mv(xp: Any, a: Array, vec: Array, /) -> Array:
    """The product of a matrix and a vector."""
    check_addmv(None, a, vec)
    return product(xp, a, vec, "addmv_impl_cpu")


def column_by_row(a: Value, b: Value) -> Value:
    """Return the products of every element of one vector with every one of another."""
    return ops.unsqueeze(a, dim=1) * b


def turned(matrix: Value) -> Value:
    """Return a matrix transposed."""
    return ops.transpose(matrix, dim0=0, dim1=1)


def slope_of_first(multiply: Any, g: Any, b: Any, by_columns: bool) -> Value:
    """Return the gradient of a matrix times ``b``, laid column by column where the matrix is.

    Formulas are spared that, which is nothing that they tell.
    """
    if type(g) is type(b) is np.ndarray and multiply is mm:  # as most are
        return (b @ g.T).T if by_columns else g @ b.T
    if by_columns and not STATE.textbook and arrays.of(b).ndim == arrays.of(g).ndim == 2:
        return ops.t(multiply(b, ops.t(g)))
    return multiply(g, (turned if multiply is mm else mT)(b))


def slope_of_second(multiply: Any, g: Any, a: Any, by_columns: bool) -> Value:
    """Return the gradient of a matrix behind ``a``, laid as that of a first one is."""
    if type(g) is type(a) is np.ndarray and multiply is mm:
        return (g.T @ a).T if by_columns else a.T @ g
    if by_columns and not STATE.textbook and arrays.of(a).ndim == arrays.of(g).ndim == 2:
        return ops.t(multiply(ops.t(g), a))
    return multiply((turned if multiply is mm else mT)(a), g)


@op(
    vjp=(
        lambda g, mat2, input_turned: slope_of_first(mm, g, mat2, input_turned),
        lambda g, input, mat2_turned: slope_of_second(mm, g, input, mat2_turned),
    ),
    linear=True,
    example=("a.mm(b)", "a=linspace(-1, 1, 4).reshape(2, 2)", "b=linspace(0, 1, 6).reshape(2, 3)"),
)
@formula(input="g @ mat2.T", mat2="input.T @ g")
def mm(xp: Any, input: Array, mat2: Array, /) -> Array:
    """The product of two matrices."""
    rows, columns = input.shape, mat2.shape
    if not len(rows) == len(columns) == 2 or rows[1] != columns[0]:
        raise no_matrices(input, mat2)
    if input.dtype is not mat2.dtype:
        same_dtype(input, mat2)
    return product(xp, input, mat2, "addmm_impl_cpu_")


@op(
    vjp=(
        lambda g, mat2: bmm(g, ops.transpose(mat2, dim0=1, dim1=2)),
        lambda g, input: bmm(ops.transpose(input, dim0=1, dim1=2), g),
    ),
    linear=True,
    example=("a @ a.mT", "a=linspace(-1, 1, 12).reshape(2, 2, 3)"),
)
def bmm(xp: Any, input: Array, mat2: Array, /) -> Array:
    """The products of matrices, pair by pair."""
    check_batches(input, mat2)
    same_scalar(input, mat2)
    return product(xp, input, mat2, "bmm")


_multiplied = with_function(mm, np.matmul)


def _of_matrices(a: Any, b: Any) -> Any:
    try:
        two = a.array.ndim == b.array.ndim == 2
    except AttributeError:
        return None  # no tensors
    return _multiplied(a, b) if two else None


@op(composite=True, where=["torch", "Tensor", "linalg.matmul"], infix="@", direct=_of_matrices)
@example("a @ b", "a=tensor([1.0, 2.0])", "b=linspace(-1, 1, 6).reshape(2, 3)")
def matmul(a: Tensor, b: Tensor, /) -> Tensor:
    """The product of vectors, matrices or stacks of matrices, as ``a @ b``."""
    n, m = a.ndim, b.ndim
    if n == m == 2:
        return mm(a, b)
    if n == 0 or m == 0:
        raise mismatch(
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D"
        )
    if n == m == 1:
        return dot(a, b)
    if n == 2 and m == 1:
        return mv(a, b)
    if n == 1 and m == 2:
        row = _squeeze_in_place(mm(ops.unsqueeze(a, dim=0), b), dim=0)
        if isinstance(row, Tensor):
            from gradcli.core.inplace import count_change

            count_change(row)
        return row
    if n == m == 3 and 1 in (one := (a.shape[0], b.shape[0])) and one != (1, 1):
        small = a if a.shape[0] == 1 else b
        if getattr(small, "requires_grad", False):
            matrix = ops.squeeze(small, dim=0)
            return _folded(matrix, b) if small is a else _folded(a, matrix)
    if (n <= 2 or m <= 2) and _folds(a, b):
        return _folded(a, b)
    return _batched(a, b)


@op(vjp=lambda g, dim: ops.unsqueeze(g, dim=dim), linear=True, where=[], node="SqueezeBackward4")
def _squeeze_in_place(xp: Any, x: Array, /, dim: int = 0) -> Array:
    """A fresh result without a dimension of size 1."""
    return xp.squeeze(x, axis=dim)


def _folds(a: Tensor, b: Tensor) -> bool:
    """Tell whether PyTorch multiplies the larger of two by the smaller as one tall matrix."""
    smaller = b if len(a.shape) >= len(b.shape) else a
    if getattr(smaller, "requires_grad", False):
        return True
    if len(a.shape) == 2:
        return False
    larger = a if smaller is b else ops.transpose(b, dim0=-2, dim1=-1)
    array = arrays.of(larger)
    steps, sizes = arrays.strides(array), array.shape
    leading = range(array.ndim - 2)
    return array.size == 0 or all(steps[i] == steps[i + 1] * sizes[i + 1] for i in leading)


def _folded(a: Tensor, b: Tensor) -> Tensor:
    """Multiply a stack by one matrix or vector: fold the stack into one tall matrix."""
    right = len(b.shape) > len(a.shape)
    stack = ops.transpose(b, dim0=-2, dim1=-1) if right else a
    one = b if not right else ops.t(a) if len(a.shape) == 2 else a
    shape = tuple(stack.shape)
    tall = ops.reshape(stack, shape=(math.prod(shape[:-1]), shape[-1]))
    if len(one.shape) == 1:
        return ops._unsafe_view(mv(tall, one), shape=shape[:-1])
    product = ops._unsafe_view(mm(tall, one), shape=(*shape[:-1], one.shape[1]))
    return ops.contiguous(ops.transpose(product, dim0=-2, dim1=-1)) if right else product


def _batched(a: Tensor, b: Tensor) -> Tensor:
    """Multiply two stacks of matrices that broadcast; a vector is a matrix of one row or column."""
    sizes = (() if len(a.shape) == 1 else (a.shape[-2],)) + (
        () if len(b.shape) == 1 else (b.shape[-1],)
    )
    vector = len(b.shape) == 1
    if len(a.shape) == 1:
        a = ops.unsqueeze(a, dim=0)
    if len(b.shape) == 1:
        b = ops.unsqueeze(b, dim=1)
    batch = arrays.broadcast_shapes(tuple(a.shape[:-2]), tuple(b.shape[:-2]))
    found = bmm(_stacked(a, batch), _stacked(b, batch))
    if vector:
        found = ops.squeeze(found, dim=-1)
    return ops._unsafe_view(found, shape=(*batch, *sizes))


def _stacked(x: Tensor, batch: tuple[int, ...]) -> Tensor:
    """Repeat matrices over a batch and put them in one stack."""
    matrix = tuple(x.shape[-2:])
    return ops.reshape(ops.expand(x, size=(*batch, *matrix)), shape=(math.prod(batch), *matrix))


# What linear algebra refuses


def check_alike(a: Any, b: Any, text: Callable[[str, str], str]) -> None:
    """Refuse two arrays of different element types, of whose names a text is made."""
    if a.dtype != b.dtype:
        raise mixed(text(scalar_name(array_of(a)), scalar_name(array_of(b))))


def unlike(b: str, a: str) -> str:
    """Say that the sides of an equation are of different types."""
    return (
        f"Expected b and A to have the same dtype, but found b of type {b} and A of type {a} "
        "instead."
    )


# What rules for stacks of matrices are written in


def mT(x: Value) -> Value:
    """Return matrices transposed."""
    return ops.transpose(x, dim0=-2, dim1=-1)


def mH(x: Value) -> Value:
    """Return matrices transposed and conjugated."""
    return ops._conj(mT(x)) if is_complex(x) else mT(x)


def is_complex(x: Value) -> bool:
    """Tell whether the elements are complex numbers."""
    return np.dtype(arrays.of(x).dtype).kind == "c"


def identity(x: Value, rows: int, columns: int | None = None) -> Value:
    """Return an identity matrix, an array beside an array and a tensor beside a tensor."""
    array = np.eye(rows, columns, dtype=np.dtype(arrays.of(x).dtype))
    return array if isinstance(x, np.ndarray) else Tensor(array)


@op(
    vjp=(
        lambda g, b, a_turned: slope_of_first(_matmul, g, b, a_turned),
        lambda g, a, b_turned: slope_of_second(_matmul, g, a, b_turned),
    ),
    linear=True,
    broadcasts=True,
    where=[],
    node="BmmBackward0",
)
@formula(input="g @ other.mT", other="input.mT @ g")
def _matmul(xp: Any, a: Array, b: Array, /) -> Array:
    """The products of matrices in stacks that broadcast."""
    return xp.matmul(a, b)
