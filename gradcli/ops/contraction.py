"""Sums of products over named or listed dimensions: tensordot, inner, einsum, bilinear."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays
from gradcli.operators import by_name as ops
from gradcli.operators.declare import Args, Array, OptTensor, Value, example, formula, op
from gradcli.operators.equations import (
    ELLIPSIS,
    USE,
    Sizes,
    check_counts,
    letters,
    operand_labels,
    output_labels,
    places_of,
    refuse,
)
from gradcli.operators.matrix_checks import c_name
from gradcli.operators.refusals import invalid, mismatch, mixed, type_error, value_error


def _contract(a: Tensor, b: Tensor, dims_a: Sequence[int], dims_b: Sequence[int]) -> Tensor:
    """Sum the products of two tensors over pairs of dimensions, as one product of matrices."""
    if len(dims_a) != len(dims_b):
        raise invalid("both dimension lists should have same length")
    if a.dtype is not b.dtype:
        raise mixed("both inputs should have same dtype")
    left, right = a, b
    count = 1
    for i, j in zip(dims_a, dims_b, strict=True):
        n, m = (x.shape[arrays.axis(d, len(x.shape))] for x, d in ((a, i), (b, j)))
        if m == 1:
            left = ops.sum(left, dim=(i,), keepdim=True, dtype=left.dtype)
        elif n == 1:
            right = ops.sum(right, dim=(j,), keepdim=True, dtype=right.dtype)
        else:
            _check_sizes(n, m, i, j)
            count *= n
    over_a = arrays.axes(tuple(dims_a), len(a.shape))
    over_b = arrays.axes(tuple(dims_b), len(b.shape))
    if not dims_a:
        over_a = over_b = ()
    free_a = tuple(d for d in range(len(a.shape)) if d not in over_a)
    free_b = tuple(d for d in range(len(b.shape)) if d not in over_b)
    sizes = tuple(left.shape[d] for d in free_a) + tuple(right.shape[d] for d in free_b)
    left = ops.permute(left, dims=(*free_a, *over_a))
    right = ops.permute(right, dims=(*over_b, *free_b))
    n, m = (math.prod(x.shape[d] for d in d_s) for x, d_s in ((a, free_a), (b, free_b)))
    if n == m == 1:
        return ops.reshape(_dot(left, right), shape=sizes)
    product = ops.mm(ops.reshape(left, shape=(n, count)), ops.reshape(right, shape=(count, m)))
    return ops.reshape(product, shape=sizes)


def _dot(left: Tensor, right: Tensor) -> Tensor:
    """Sum the products of all elements, of vectors where memory allows to see them as such."""
    if all(arrays.of(x).flags.c_contiguous for x in (left, right)):
        return ops.dot(ops.flatten(left), ops.flatten(right))
    return ops.sum(ops.mul(ops.squeeze(left), ops.squeeze(right)), dtype=left.dtype)


def _check_sizes(n: int, m: int, i: int, j: int) -> None:
    if n != m:
        raise mismatch(
            f"contracted dimensions need to match, but first has size {n} in dim {i} and second "
            f"has size {m} in dim {j}"
        )


def _dim_lists(dims: Any, ndim_a: int, ndim_b: int) -> tuple[list[int], list[int]]:
    if isinstance(dims, Tensor):
        dims = dims.array.tolist()
    if isinstance(dims, (tuple, list)) and len(dims) == 2:
        first, second = ([d] if isinstance(d, int) else list(d) for d in dims)
        return first, second
    count = dims[0] if isinstance(dims, (tuple, list)) else dims
    if not isinstance(count, int):
        raise invalid(
            "tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] "
            f"containing two lists, but got dims={dims}"
        )
    if count < 0:
        raise invalid(f"tensordot expects dims >= 0, but got dims={dims}")
    if count > min(ndim_a, ndim_b):
        raise invalid(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    return list(range(-count, 0)), list(range(count))


@op(composite=True, where=["torch"], example=("tensordot(a, a, 1)", "a=tensor([1.0, 2.0])"))
def tensordot(a_: Tensor, b_: Tensor, /, dims: Any = 2, out: Any = None) -> Tensor:
    """The sums of products over the last and first ``dims`` dimensions, or over listed ones."""
    first, second = _dim_lists(dims, len(a_.shape), len(b_.shape))
    return _contract(a_, b_, first, second)


@op(composite=True, example=("inner(a, b)", "a=tensor([1.0, 2.0])", "b=tensor([3.0, -1.0])"))
def inner(input: Tensor, other: Tensor, /) -> Tensor:
    """The sums of products over the last dimension of both tensors."""
    if not input.shape or not other.shape:
        return ops.mul(input, other)
    if input.shape[-1] != other.shape[-1]:
        raise mismatch(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    return _contract(input, other, (-1,), (-1,))


# einsum


def _aligned(
    x: Tensor, text: str, operand: int, widest: int, places: dict[Any, int], sizes: Sizes
) -> Tensor:
    """Return an operand with its dimensions at their places, and size 1 where it has none."""
    order = [-1] * len(places)
    covered = len(x.shape) - (len(text) - 1)
    dim = 0
    for letter in text:
        if letter == ELLIPSIS:
            for k in range(widest - covered, widest):
                sizes.see((letter, k), x.shape[dim], dim, operand)
                order[places[letter, k]] = dim
                dim += 1
        elif order[places[letter]] == -1:
            sizes.see(letter, x.shape[dim], dim, operand)
            order[places[letter]] = dim
            dim += 1
        else:
            seen = order[places[letter]]
            if x.shape[dim] != x.shape[seen]:
                raise refuse(
                    f"subscript {letter} is repeated for operand {operand} but the sizes don't "
                    f"match, {x.shape[dim]} != {x.shape[seen]}"
                )
            x = ops.movedim(ops.diagonal(x, offset=0, dim1=seen, dim2=dim), (-1,), (seen,))
    for place, found in enumerate(order):
        if found == -1:
            x = ops.unsqueeze(x, dim=dim)
            order[place] = dim
            dim += 1
    return ops.permute(x, dims=tuple(order))


def _multiply_pair(left: Tensor, right: Tensor, summed: list[int]) -> Tensor:
    """Sum the products of two aligned operands over dimensions that both have."""
    if not summed:
        return ops.mul(left, right)
    both: list[int] = []
    only_left: list[int] = []
    only_right: list[int] = []
    for dim, (n, m) in enumerate(zip(left.shape, right.shape, strict=True)):
        if dim in summed:
            continue
        (both if n != 1 and m != 1 else only_left if n != 1 else only_right).append(dim)
    if only_left and only_right and only_right[-1] < only_left[0]:  # in order without a copy
        left, right, only_left, only_right = right, left, only_right, only_left
    total, n, m, k = (
        math.prod(x.shape[d] for d in dims)
        for x, dims in ((left, both), (left, only_left), (right, only_right), (left, summed))
    )
    out = [left.shape[d] for d in both + only_left] + [1] * len(summed)
    out += [right.shape[d] for d in only_right]
    left = ops.permute(left, dims=(*both, *only_left, *summed, *only_right))
    right = ops.permute(right, dims=(*both, *summed, *only_right, *only_left))
    product = ops.bmm(
        ops.reshape(left, shape=(total, n, k)), ops.reshape(right, shape=(total, k, m))
    )
    placed = both + only_left + summed + only_right
    order = tuple(placed.index(d) for d in range(len(placed)))
    return ops.permute(ops.view(product, shape=tuple(out)), dims=order)


def _contract_all(operands: list[Any], kept: int, count: int) -> Tensor:
    """Multiply aligned operands from left to right, summing each dimension as soon as it can."""
    uses = [0] * count
    for x in operands:
        for dim, size in enumerate(x.shape):
            uses[dim] += size != 1
    result = operands[0]
    for x in operands[1:]:
        summed: list[int] = []
        alone: tuple[list[int], list[int]] = ([], [])
        for dim in range(kept, count):
            wide = result.shape[dim] != 1, x.shape[dim] != 1
            if all(wide):
                uses[dim] -= 1
                if uses[dim] == 1:
                    summed.append(dim)
                    uses[dim] = 0
            elif uses[dim] == 1 and any(wide):
                alone[wide[1]].append(dim)
                uses[dim] = 0
        a = ops.sum(result, dim=tuple(alone[0]), keepdim=True) if alone[0] else result
        b = ops.sum(x, dim=tuple(alone[1]), keepdim=True) if alone[1] else x
        result = _multiply_pair(a, b, summed)
    return result


@op(composite=True, where=["torch"], example=("einsum('i,i', a, a)", "a=tensor([1.0, 2.0])"))
def einsum(args: Args) -> Tensor:
    """The sums of products that an equation of subscripts says."""
    if len(args) < 2:
        raise value_error(USE)
    if isinstance(args[0], str):
        equation, operands = args[0], list(args[1:])
    else:
        equation, operands = letters(args)
    if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
        operands = list(operands[0])
    return _einsum(equation, operands)


def _einsum(equation: str, operands: list[Any]) -> Tensor:
    for index, x in enumerate(operands):
        if not isinstance(x, Tensor):
            raise type_error(
                f"expected Tensor as element {index} in argument 1, but got {type(x).__name__}"
            )
    if not operands:
        raise value_error(USE)
    inputs, arrow, text = equation.partition("->")
    labels = operand_labels(inputs, len(operands))
    widest = check_counts(labels, operands)
    together = "".join(labels)
    output = output_labels(text, len(inputs) + 2, together) if arrow else None
    places, kept = places_of(labels, output, widest)
    sizes = Sizes()
    ready = [
        _aligned(x, label, index, widest, places, sizes)
        for index, (x, label) in enumerate(zip(operands, labels, strict=True))
    ]
    result = _contract_all(ready, kept, len(places))
    if len(places) == kept:
        return result
    if len(operands) > 1:
        return ops.view(result, shape=tuple(result.shape[:kept]))
    return ops.sum(result, dim=tuple(range(kept, len(places))))


# Bilinear


def _of_three(g: Value, others: list[Value], equation: str, index: int) -> Value:
    """Return the gradient of one of three factors: the sum of products that has it as result."""
    inputs, output = equation.split("->")
    parts = inputs.split(",")
    wanted = parts.pop(index)
    return _trilinear(*others, g, equation=f"{','.join(parts)},{output}->{wanted}")


@op(
    vjp=(
        lambda g, b, c, equation: _of_three(g, [b, c], equation, 0),
        lambda g, a, c, equation: _of_three(g, [a, c], equation, 1),
        lambda g, a, b, equation: _of_three(g, [a, b], equation, 2),
    ),
    linear=True,
    where=[],
)
@formula(
    input="einsum of g with the two others",
    other="einsum of g with the two others",
    c="einsum of g with the two others",
)
def _trilinear(xp: Any, a: Array, b: Array, c: Array, /, equation: str = "") -> Array:
    """The sums of products of three tensors that an equation says."""
    return xp.einsum(equation, a, b, c, optimize=True).astype(a.dtype, copy=False)


def _check_bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: OptTensor) -> None:
    def wrong(text: str) -> Exception:
        return invalid(f"bilinear(): {text}", code="shape-mismatch")

    given = {"input1": input1, "input2": input2, "weight": weight}
    given |= {"bias": bias} if bias is not None else {}
    if any(x.dtype is not input1.dtype for x in given.values()):
        listed = ", ".join(f"{name}: {c_name(x.array)}" for name, x in given.items())
        raise invalid(f"All tensors must have the same dtype, got {listed}", code="dtype")
    if len(input1.shape) != len(input2.shape):
        raise wrong(
            f"input dimensions do not match: got {len(input1.shape)} and {len(input2.shape)}"
        )
    for dim, (n, m) in enumerate(zip(input1.shape[:-1], input2.shape[:-1], strict=True)):
        if n != m:
            raise wrong(f"input batch dimensions do not match at dim {dim}: got {n} and {m}")
    for index, x in ((1, input1), (2, input2)):
        n, m = x.shape[-1], weight.shape[index]
        if n != m:
            raise wrong(f"input{index} size does not match weight size: got {n} but expected {m}")
    if bias is not None and bias.shape[0] != weight.shape[0]:
        n, m = bias.shape[0], weight.shape[0]
        raise wrong(f"bias size does not match weight size: got {n} but expected {m}")


@op(composite=True, where=["F", "torch"])
@example(
    "F.bilinear(a, b, w)",
    "a=ones(3)",
    "b=tensor([1.0, 2.0])",
    "w=linspace(-1, 1, 12).reshape(2, 3, 2)",
)
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, /, bias: OptTensor = None) -> Tensor:
    """A bilinear layer: ``input1 @ weight[k] @ input2`` for each k, plus a bias."""
    _check_bilinear(input1, input2, weight, bias)
    batch = tuple(input1.shape[:-1])
    rows = math.prod(batch)
    left = ops.reshape(input1, shape=(rows, input1.shape[-1]))
    right = ops.reshape(input2, shape=(rows, input2.shape[-1]))
    found = _trilinear(left, weight, right, equation="bi,oij,bj->bo")
    found = ops.reshape(found, shape=(*batch, weight.shape[0]))
    return found if bias is None else found + bias
