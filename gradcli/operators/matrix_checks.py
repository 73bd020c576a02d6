"""What PyTorch refuses of the operands of products of matrices, and of linear algebra.

This module knows shapes, element types and words. It computes nothing.
"""

from __future__ import annotations

import numpy as np

from gradcli.core.promote import promote_types, unsupported
from gradcli.numerics import arrays, memory
from gradcli.numerics.dtypes import COMPLEX, FLOATING, DType, dtype_of, scalar_name
from gradcli.operators.declare import Array, Value
from gradcli.operators.refusals import (
    dtype_error,
    mismatch,
    mixed,
    not_floating,
    refuse,
    shape_error,
)


def c_name(x: Array) -> str:
    """Return the name that C++ has for the type of an array's elements."""
    return dtype_of(x.dtype).c_name


def same_dtype(a: Array, b: Array) -> None:
    """Refuse operands of different types."""
    if a.dtype != b.dtype:
        raise mixed(
            f"expected m1 and m2 to have the same dtype, but got: {c_name(a)} != {c_name(b)}"
        )


def same_scalar(a: Array, b: Array) -> None:
    """Raise PyTorch's error for arrays of different types where it promotes nothing."""
    if a.dtype != b.dtype:
        raise mixed(f"expected scalar type {scalar_name(a)} but found {scalar_name(b)}")


def check_vectors(a: Array, b: Array) -> None:
    """Raise PyTorch's error for what is not two vectors of one length and type."""
    if a.ndim != 1 or b.ndim != 1:
        raise mismatch(f"1D tensors expected, but got {a.ndim}D and {b.ndim}D tensors")
    if a.dtype != b.dtype:
        raise mixed(
            "dot : expected both vectors to have same dtype, but found "
            f"{scalar_name(a)} and {scalar_name(b)}"
        )
    if a.shape != b.shape:
        n, m = a.shape[0], b.shape[0]
        raise mismatch(
            f"inconsistent tensor size, expected tensor [{n}] and src [{m}] to have the same "
            f"number of elements, but got {n} and {m} elements respectively"
        )


def check_addmv(input: Array | None, mat: Array, vec: Array) -> None:
    """Raise PyTorch's error for a matrix and a vector that cannot be multiplied."""
    first, ndim = int(input is not None), 1 if input is None else input.ndim
    if input is None:
        arrays.own_axis(0, mat.ndim)
    if mat.ndim != 2 or vec.ndim != 1 or ndim > 1:
        raise mismatch(
            f"vector + matrix @ vector expected, got {ndim}, {mat.ndim}, {vec.ndim}",
            first,
            first + 1,
        )
    rows, columns = mat.shape
    size = rows if input is None or input.ndim == 0 else input.shape[0]
    if columns != vec.shape[0] or size not in (1, rows):
        raise mismatch(
            f"size mismatch, got input ({size}), mat ({rows}x{columns}), vec ({vec.shape[0]})",
            first,
            first + 1,
        )
    summand = vec if input is None else input
    if not summand.dtype == mat.dtype == vec.dtype:
        raise dtype_error(
            "addmv input tensors must have the same dtype, but got "
            f"{scalar_name(summand)}, {scalar_name(mat)}, and {scalar_name(vec)}",
            first,
            first + 1,
        )


def no_matrices(input: Array, mat2: Array) -> Exception:
    """Return PyTorch's error for what are not two matrices that can be multiplied."""
    if input.ndim != 2:
        return refuse("self must be a matrix", 0)
    if mat2.ndim != 2:
        return refuse("mat2 must be a matrix", 1)
    return do_not_multiply(input, mat2, 0)


def check_multiplies(mat1: Array, mat2: Array, first: int = 0) -> None:
    """Raise PyTorch's error for two matrices that cannot be multiplied."""
    if mat1.shape[1] != mat2.shape[0]:
        raise do_not_multiply(mat1, mat2, first)


def do_not_multiply(mat1: Array, mat2: Array, first: int) -> Exception:
    """Return the error for matrices whose inner sizes differ."""
    (n, k), (j, m) = mat1.shape, mat2.shape
    message = f"mat1 and mat2 shapes cannot be multiplied ({n}x{k} and {j}x{m})"
    return mismatch(message, first, first + 1)


def check_batches(batch1: Array, batch2: Array, first: int = 0) -> None:
    """Raise PyTorch's error unless two stacks of matrices can be multiplied pair by pair."""
    if first:
        arrays.own_axis(0, batch1.ndim)
    for index, batch in enumerate((batch1, batch2)):
        if batch.ndim != 3:
            raise refuse(f"batch{index + 1} must be a 3D tensor", first + index)
    if (batch1.shape[0], batch1.shape[2]) != batch2.shape[:2]:
        raise mismatch(
            f"Expected size for first two dimensions of batch2 tensor to be: [{batch1.shape[0]}, "
            f"{batch1.shape[2]}] but got: [{batch2.shape[0]}, {batch2.shape[1]}].",
            first,
            first + 1,
        )


def check_vector(x: Value, name: str, argument: str, index: int) -> None:
    """Raise PyTorch's error for what is not a vector."""
    if len(x.shape) != 1:
        raise mismatch(f"{name}: Expected 1-D argument {argument}, but got {len(x.shape)}-D", index)


def check_floating(x: Value, name: str) -> None:
    """Raise PyTorch's error for a tensor, or an array, of integers."""
    kind = dtype_of(arrays.of(x).dtype)
    if kind.category < FLOATING:
        raise not_floating(
            f"{name}: Expected a floating point or complex tensor as input. Got {kind.scalar_name}"
        )


def check_precise(x: Value, name: str, kernel: str = "") -> None:
    """Raise PyTorch's error for a tensor of integers or of half precision; its kernel's, if any."""
    check_floating(x, name)
    kind = dtype_of(arrays.of(x).dtype)
    if kind.itemsize < 4:
        if kernel:
            raise unsupported(kernel, kind.numpy)
        raise not_floating(f"{name}: Low precision dtypes not supported. Got {kind.scalar_name}")


def check_matrix(x: Value, name: str, argument: str = "A") -> None:
    """Raise PyTorch's error for a tensor that holds no matrices."""
    if len(x.shape) < 2:
        raise shape_error(f"{name}: The input tensor {argument} must have at least 2 dimensions.")


def check_finite(x: Array, name: str) -> None:
    """Refuse matrices whose decomposition fails; singular values of infinities are NaN."""
    wrong = np.isnan(x) if name == "linalg.svd" else ~np.isfinite(x)
    bad = np.flatnonzero(memory.in_memory(wrong.any(axis=(-2, -1))))
    if bad.size:
        from gradcli.numerics.lapack import LinAlgError  # few programs need more of it

        batch = f"(Batch element {bad[0]}): " if memory.in_memory(x).ndim > 2 else ""
        raise refuse(
            f"{name}: {batch}The algorithm failed to converge because the input matrix contained "
            "non-finite values.",
            kind=LinAlgError,
            code="not-finite",
        )


def check_square(x: Value, name: str, argument: str = "A") -> None:
    """Raise PyTorch's error for a tensor that holds no square matrices."""
    check_matrix(x, name, argument)
    if x.shape[-1] != x.shape[-2]:
        what = f"{name}: {argument}" if name else argument
        n, m = x.shape[-2:]
        raise shape_error(
            f"{what} must be batches of square matrices, but they are {n} by {m} matrices"
        )


def check_widening(x: Value, dtype: DType, name: str) -> None:
    """Refuse a type to compute in that does not hold what the operand's does."""
    own = dtype_of(arrays.of(x).dtype)
    problem = None
    if dtype.category < FLOATING:
        problem = f"dtype should be floating point or complex, but got {dtype.scalar_name}"
    elif (dtype.category == COMPLEX) != (own.category == COMPLEX):
        kind = "complex" if own.category == COMPLEX else "real"
        problem = f"dtype should be {kind} for {kind} inputs, but got {dtype.scalar_name}"
    elif promote_types(own, dtype) is not dtype:
        problem = (
            f"the dtype of the input ({own.scalar_name}) should be convertible without narrowing "
            f"to the specified dtype ({dtype.scalar_name})"
        )
    if problem:
        raise dtype_error(f"{name}: {problem}")
