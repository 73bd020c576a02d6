"""Products of vectors and matrices."""

from __future__ import annotations

import math
from typing import Any

from gradcli.core import arrays
from gradcli.core.dtypes import dtype_of
from gradcli.core.op import Array, op
from gradcli.core.samples import error, sample
from gradcli.errors import op_error
from gradcli.ops.elementwise import clone
from gradcli.ops.shape import _unsafe_view, expand, reshape, t, transpose, unsqueeze

_C_NAMES = {"float32": "float", "float64": "double", "int64": "long", "float16": "c10::Half"}
_A, _B = "linspace(-1, 1, 6).reshape(2, 3)", "linspace(0.5, 2, 12).reshape(3, 4)"
_BATCH = "linspace(-1, 1, 12).reshape(2, 2, 3)"


def _same_dtype(a: Array, b: Array) -> None:
    if a.dtype != b.dtype:
        names = [_C_NAMES.get(x.dtype.name, x.dtype.name) for x in (a, b)]
        raise op_error(
            RuntimeError,
            f"expected m1 and m2 to have the same dtype, but got: {names[0]} != {names[1]}",
            code="dtype",
            operands=(0, 1),
        )


@op(
    vjp=(lambda g, tensor: g * tensor, lambda g, input: g * input),
    linear=True,
    samples=[
        sample("dot(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0])"),
        sample("a @ a", a="tensor([1.0, 2.0])"),
        sample("dot(a, b)", a="zeros(0)", b="zeros(0)"),
    ],
    errors=[
        error(
            "ones(2) @ ones(3)",
            RuntimeError,
            "inconsistent tensor size, expected tensor [2] and src [3] to have the same number of "
            "elements, but got 2 and 3 elements respectively",
        )
    ],
)
def dot(xp: Any, input: Array, tensor: Array, /) -> Array:
    """The sum of the products of two vectors' elements."""
    if input.ndim != 1 or tensor.ndim != 1:
        raise op_error(
            RuntimeError,
            f"1D tensors expected, but got {input.ndim}D and {tensor.ndim}D tensors",
            code="shape-mismatch",
            operands=(0, 1),
        )
    if input.dtype != tensor.dtype:
        names = [dtype_of(x.dtype).scalar_name for x in (input, tensor)]
        raise op_error(
            RuntimeError,
            f"dot : expected both vectors to have same dtype, but found {names[0]} and {names[1]}",
            code="dtype",
            operands=(0, 1),
        )
    if input.shape != tensor.shape:
        n, m = input.shape[0], tensor.shape[0]
        raise op_error(
            RuntimeError,
            f"inconsistent tensor size, expected tensor [{n}] and src [{m}] to have the same "
            f"number of elements, but got {n} and {m} elements respectively",
            code="shape-mismatch",
            operands=(0, 1),
        )
    return xp.matmul(input, tensor)


@op(
    vjp=(lambda g, b: _outer(g, b), lambda g, a: mv(transpose(a, dim0=0, dim1=1), g)),
    linear=True,
    samples=[
        sample("mv(a, b)", a=_A, b="tensor([1.0, -1.0, 2.0])"),
        sample("a @ b", a=_A, b="tensor([1.0, -1.0, 2.0])"),
    ],
)
def mv(xp: Any, a: Array, b: Array, /) -> Array:
    """The product of a matrix and a vector."""
    if a.ndim != 2 or b.ndim != 1:
        raise op_error(
            RuntimeError,
            f"vector + matrix @ vector expected, got 1, {a.ndim}, {b.ndim}",
            code="shape-mismatch",
            operands=(0, 1),
        )
    if a.shape[1] != b.shape[0]:
        raise op_error(
            RuntimeError,
            f"size mismatch, got input ({a.shape[0]}), mat ({a.shape[0]}x{a.shape[1]}), "
            f"vec ({b.shape[0]})",
            code="shape-mismatch",
            operands=(0, 1),
        )
    if a.dtype != b.dtype:
        vector, matrix = (dtype_of(x.dtype).scalar_name for x in (b, a))
        raise op_error(
            RuntimeError,
            "addmv input tensors must have the same dtype, but got "
            f"{vector}, {matrix}, and {vector}",
            code="dtype",
            operands=(0, 1),
        )
    return xp.matmul(a, b)


def _outer(a: Array, b: Array) -> Array:
    return unsqueeze(a, dim=1) * b


@op(
    vjp=(
        lambda g, mat2: mm(g, transpose(mat2, dim0=0, dim1=1)),
        lambda g, input: mm(transpose(input, dim0=0, dim1=1), g),
    ),
    linear=True,
    samples=[
        sample("mm(a, b)", a=_A, b=_B),
        sample("a @ b", a=_A, b="ones(4, 3).T"),
        sample("a.mm(b)", a="zeros(2, 0)", b="zeros(0, 3)"),
    ],
    errors=[
        error(
            "ones(2, 3) @ ones(2, 3)",
            RuntimeError,
            "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)",
        ),
        error("mm(ones(2), ones(2, 2))", RuntimeError, "self must be a matrix"),
    ],
)
def mm(xp: Any, input: Array, mat2: Array, /) -> Array:
    """The product of two matrices."""
    for index, (matrix, name) in enumerate(((input, "self"), (mat2, "mat2"))):
        if matrix.ndim != 2:
            raise op_error(RuntimeError, f"{name} must be a matrix", operands=(index,))
    if input.shape[1] != mat2.shape[0]:
        (n, k), (j, m) = input.shape, mat2.shape
        raise op_error(
            RuntimeError,
            f"mat1 and mat2 shapes cannot be multiplied ({n}x{k} and {j}x{m})",
            code="shape-mismatch",
            operands=(0, 1),
        )
    _same_dtype(input, mat2)
    return xp.matmul(input, mat2)


@op(
    vjp=(
        lambda g, mat2: bmm(g, transpose(mat2, dim0=1, dim1=2)),
        lambda g, input: bmm(transpose(input, dim0=1, dim1=2), g),
    ),
    linear=True,
    samples=[sample("bmm(a, b)", a=_BATCH, b="ones(2, 3, 1)"), sample("a @ a.mT", a=_BATCH)],
    errors=[
        error(
            "bmm(ones(2, 2, 2), ones(2, 3, 2))",
            RuntimeError,
            "Expected size for first two dimensions of batch2 tensor to be: [2, 2] "
            "but got: [2, 3].",
        )
    ],
)
def bmm(xp: Any, input: Array, mat2: Array, /) -> Array:
    """The products of matrices, pair by pair."""
    for index, batch in enumerate((input, mat2)):
        if batch.ndim != 3:
            raise op_error(RuntimeError, f"batch{index + 1} must be a 3D tensor", operands=(index,))
    if (input.shape[0], input.shape[2]) != mat2.shape[:2]:
        raise op_error(
            RuntimeError,
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"[{input.shape[0]}, {input.shape[2]}] but got: "
            f"[{mat2.shape[0]}, {mat2.shape[1]}].",
            code="shape-mismatch",
            operands=(0, 1),
        )
    _same_dtype(input, mat2)
    return xp.matmul(input, mat2)


@op(
    composite=True,
    infix="@",
    samples=[
        sample("matmul(a, b)", a=_A, b=_B),
        sample("a @ b", a="tensor([1.0, 2.0])", b=_A),
        sample("a @ b", a=_BATCH, b=_B),
        sample("a @ b", a=_B + ".T", b=_BATCH + ".mT"),
        sample("a @ b", a=_BATCH, b="tensor([1.0, -1.0, 2.0])"),
        sample("a @ b", a="tensor([1.0, -1.0])", b=_BATCH),
        sample("a.detach() @ b", a="tensor([1.0, -1.0])", b=_BATCH),
        sample("a @ b.detach()", a=_BATCH + ".transpose(0, 1)", b="tensor([1.0, -1.0, 2.0])"),
        sample("a @ b", a="ones(3, 2)", b=_BATCH),
        sample("a.detach() @ b", a="ones(3, 2)", b=_BATCH),
        sample("a @ b", a=_BATCH + ".unsqueeze(1)", b="linspace(0, 1, 18).reshape(3, 3, 2)"),
    ],
    errors=[
        error(
            "tensor(1.0) @ ones(2)",
            RuntimeError,
            "both arguments to matmul need to be at least 1D, but they are 0D and 1D",
        )
    ],
)
def matmul(a: Array, b: Array, /) -> Array:
    """The product of vectors, matrices or stacks of matrices, as ``a @ b``."""
    n, m = a.ndim, b.ndim
    if n == 0 or m == 0:
        raise op_error(
            RuntimeError,
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D",
            code="shape-mismatch",
            operands=(0, 1),
        )
    if n <= 2 and m <= 2:
        return _small_matmul(a, b, n, m)
    if (n <= 2 or m <= 2) and _folds(a, b):
        return _folded(a, b)
    return _batched(a, b)


def _small_matmul(a: Array, b: Array, n: int, m: int) -> Array:
    if n == 1 and m == 1:
        return dot(a, b)
    if m == 1:
        return mv(a, b)
    if n == 1:
        return _squeeze_in_place(mm(unsqueeze(a, dim=0), b), dim=0)
    return mm(a, b)


@op(
    vjp=lambda g, dim: unsqueeze(g, dim=dim),
    linear=True,
    where=[],
    node="SqueezeBackward4",
    samples=[sample("a @ b", a="tensor([1.0, 2.0])", b=_A)],
)
def _squeeze_in_place(xp: Any, x: Array, /, dim: int = 0) -> Array:
    """A fresh result without a dimension of size 1."""
    return xp.squeeze(x, axis=dim)


def _folds(a: Array, b: Array) -> bool:
    """Tell whether PyTorch multiplies the larger of two by the smaller as one tall matrix."""
    smaller = b if len(a.shape) >= len(b.shape) else a
    if getattr(smaller, "requires_grad", False):
        return True
    if len(a.shape) == 2:
        return False
    larger = a if smaller is b else transpose(b, dim0=-2, dim1=-1)
    array: Any = getattr(larger, "array", larger)
    return array.size == 0 or arrays.reshape_view(array, (-1, array.shape[-1])) is not None


def _folded(a: Array, b: Array) -> Array:
    """Multiply a stack by one matrix or vector: fold the stack into one tall matrix."""
    right = len(b.shape) > len(a.shape)
    stack = transpose(b, dim0=-2, dim1=-1) if right else a
    one = b if not right else t(a) if len(a.shape) == 2 else a
    shape = tuple(stack.shape)
    tall = reshape(stack, shape=(math.prod(shape[:-1]), shape[-1]))
    if len(one.shape) == 1:
        return _unsafe_view(mv(tall, one), shape=shape[:-1])
    product = _unsafe_view(mm(tall, one), shape=(*shape[:-1], one.shape[1]))
    return clone(transpose(product, dim0=-2, dim1=-1)) if right else product


def _batched(a: Array, b: Array) -> Array:
    """Multiply two stacks of matrices that broadcast; a vector is a matrix of one row or column."""
    sizes = (() if len(a.shape) == 1 else (a.shape[-2],)) + (
        () if len(b.shape) == 1 else (b.shape[-1],)
    )
    if len(a.shape) == 1:
        a = unsqueeze(a, dim=0)
    if len(b.shape) == 1:
        b = unsqueeze(b, dim=1)
    batch = arrays.broadcast_shapes(tuple(a.shape[:-2]), tuple(b.shape[:-2]))
    return _unsafe_view(bmm(_stacked(a, batch), _stacked(b, batch)), shape=(*batch, *sizes))


def _stacked(x: Array, batch: tuple[int, ...]) -> Array:
    """Repeat matrices over a batch and put them in one stack."""
    matrix = tuple(x.shape[-2:])
    return reshape(expand(x, size=(*batch, *matrix)), shape=(math.prod(batch), *matrix))
