"""Tables of vectors that are looked up by number."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.numerics import arrays, choosing
from gradcli.numerics.dtypes import FLOATING, float64
from gradcli.operators.by_name import (
    _added_slices,
    index_select,
    mul,
    reshape,
    sum,
    true_divide,
    unsqueeze,
    where,
)
from gradcli.operators.converters import Array, OptTensor, Real, Sizes, Value
from gradcli.operators.declare import Tensor, example, formula, op
from gradcli.operators.refusals import dtype_error, invalid, refuse, value_error


@op(constant=True, where=["F.one_hot"], example=("F.one_hot(x, 5)", "x=tensor([1, 4])"))
def one_hot(xp: Any, x: Array, /, num_classes: int = -1) -> Array:
    """For each number, a row of zeros with a one at its place."""
    if x.dtype != np.int64:
        raise dtype_error("one_hot is only applicable to index tensor of type LongTensor.")
    if not x.size and num_classes <= 0:
        message = "Can not infer total number of classes from empty tensor."
        raise refuse(message)
    if num_classes == -1 and hasattr(x, "whole"):
        raise refuse(
            "When vmap-ing torch.nn.functional.one_hot, please provide an explicit positive "
            "num_classes argument.",
            code="vmap",
        )
    if (x < 0).any():
        raise refuse("Class values must be non-negative.")
    count = int(x.max()) + 1 if num_classes == -1 else num_classes
    if (x >= count).any():
        raise refuse("Class values must be smaller than num_classes.")
    return xp.astype(choosing.one_hot(x, count), np.int64)


# Rows by number


def _by_table(
    g: Value, x_shape: Sizes, indices: Value, padding_idx: int, scale_grad_by_freq: bool
) -> Value:
    options = {"padding_idx": padding_idx, "scale_grad_by_freq": scale_grad_by_freq}
    return _gather_rows(g, indices, shape=x_shape, **options)


@op(vjp=(_by_table, None), linear=True, where=[], node="EmbeddingBackward0")
@formula(input="zeros in the shape of the table, each row of g added to its row")
def _rows(
    xp: Any, x: Array, indices: Array, /, padding_idx: int = -1, scale_grad_by_freq: bool = False
) -> Array:
    """The rows of a table that indices name."""
    return xp.take(x, indices.reshape(-1), axis=0).reshape(*indices.shape, *x.shape[1:])


@op(
    vjp=(
        lambda g, indices, shape, padding_idx, scale_grad_by_freq: _weighted_rows(
            g, indices, padding_idx=padding_idx, scale_grad_by_freq=scale_grad_by_freq
        ),
        None,
    ),
    linear=True,
    where=[],
    node="EmbeddingDenseBackwardBackward0",
)
def _gather_rows(
    xp: Any, g: Array, indices: Array, /, shape: Sizes, padding_idx: int, scale_grad_by_freq: bool
) -> Array:
    """The sums of the gradients that came to each row of a table."""
    flat = indices.reshape(-1).astype(np.int64)
    values = g.reshape(flat.size, *shape[1:])
    values = _counted(xp, values, flat, padding_idx, scale_grad_by_freq)
    return arrays.add_at(xp, shape, flat, values)


def _counted(xp: Any, rows: Array, flat: Array, padding_idx: int, by_frequency: bool) -> Array:
    """Return what the gradient of each row counts: that of padding, even NaN, does not."""
    rows = xp.where((flat != padding_idx)[:, None], rows, rows.dtype.type(0))
    return rows / _frequencies(flat).astype(rows.dtype)[:, None] if by_frequency else rows


def _frequencies(flat: Array) -> Array:
    """Return how often each index is there."""
    _, places, counts = np.unique(flat, return_inverse=True, return_counts=True)
    return counts[places]


@op(vjp=(_by_table, None), linear=True, where=[], node="EmbeddingBackward0")
def _weighted_rows(
    xp: Any, x: Array, indices: Array, /, padding_idx: int, scale_grad_by_freq: bool
) -> Array:
    """The rows that indices name, times what the gradient of each counts."""
    flat = indices.reshape(-1).astype(np.int64)
    rows = xp.take(x, flat, axis=0)
    rows = _counted(xp, rows, flat, padding_idx, scale_grad_by_freq)
    return rows.reshape(*indices.shape, *x.shape[1:])


_NAMES = {"b": "CPUBoolType"}


def _check_table(weight: Tensor) -> None:
    kind = weight.dtype
    if not kind.is_floating_point:
        odd = kind.is_complex or kind.name == "bool"
        given = f"CPU{kind.scalar_name}Type" if odd else f"torch.{kind.scalar_name}Tensor"
        raise dtype_error(
            "Expected tensor for argument #1 'weight' to have one of the following scalar types: "
            f"Half, BFloat16, Float, Double; but got {given} instead (while checking arguments for "
            "embedding_bag)",
            1,
        )


def _check_indices(indices: Tensor, weight: Tensor) -> None:
    if weight.requires_grad:  # PyTorch counts the rows for the gradient first
        arrays.own_axis(0, weight.ndim)
    if weight.ndim != 2:
        raise refuse("'weight' must be 2-D", 0, 1)
    if indices.array.dtype not in (np.int64, np.int32):
        kind = _NAMES.get(indices.array.dtype.kind)
        raise dtype_error(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
            f"Long, Int; but got {kind or f'torch.{indices.dtype.scalar_name}Tensor'} instead "
            "(while checking arguments for embedding)"
        )
    if not weight.array.shape[0] and indices.numel():
        raise refuse("index_select(): self indexing axis dim should be positive", 1)
    if ((indices.array < 0) | (indices.array >= weight.array.shape[0])).any():
        raise refuse("index out of range in self", kind=IndexError, code="index")


def _shorten(weight: Tensor, indices: Tensor, max_norm: float, norm_type: float) -> None:
    """Scale the rows looked up that are longer than ``max_norm``, in place."""
    if weight.dtype.category < FLOATING:
        raise dtype_error(
            "norm(): input dtype should be either floating point or complex. Got "
            f"{weight.dtype.scalar_name} instead.",
            1,
        )
    used = np.unique(indices.array)
    rows = weight.array[used]
    lengths = np.linalg.norm(rows, ord=norm_type, axis=1, keepdims=True)
    scales = np.where(lengths > max_norm, max_norm / (lengths + 1e-7), 1)
    STATE.writes(weight.array)
    weight.array[used] = rows * scales.astype(rows.dtype)
    weight.changed()


@op(composite=True, where=["F.embedding"])
@example("F.embedding(tensor(1), w)", "w=linspace(-2, 2, 12).reshape(4, 3)")
def embedding(
    input: Tensor,
    weight: Tensor,
    /,
    padding_idx: int | None = None,
    max_norm: Real | None = None,
    norm_type: Real = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """The rows of a table that numbers name; no gradient goes to the row of padding."""
    rows = weight.array.shape[0] if weight.ndim else 0
    if padding_idx is None:
        padding_idx = -1
    elif not -rows <= padding_idx < rows:
        raise invalid("Padding_idx must be within num_embeddings", AssertionError)
    elif padding_idx < 0:
        padding_idx += rows
    _check_indices(input, weight)
    if max_norm is not None:
        _shorten(weight, input, max_norm, norm_type)
    return _rows(weight, input, padding_idx=padding_idx, scale_grad_by_freq=scale_grad_by_freq)


@op(composite=True, where=["torch.embedding"])
@example("torch.embedding(w, tensor([0, 2]))", "w=linspace(-2, 2, 12).reshape(4, 3)")
def _torch_embedding(
    weight: Tensor,
    indices: Tensor,
    /,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """The rows of a table that indices name."""
    _check_indices(indices, weight)
    return _rows(weight, indices, padding_idx=padding_idx, scale_grad_by_freq=scale_grad_by_freq)


# Bags: rows looked up and reduced together


@op(fused=True, where=[], node="EmbeddingBagBackward0")
def _bags(
    weight: Value,
    per_sample_weights: Value | None,
    /,
    indices: Any,
    bags: Any,
    mode: str,
    scale_grad_by_freq: bool,
) -> Value:
    """The rows of a table, reduced bag by bag; ``bags`` marks, for each bag, what is in it."""
    rows = _rows(weight, indices, padding_idx=-1, scale_grad_by_freq=scale_grad_by_freq)
    if per_sample_weights is not None:
        rows = mul(rows, unsqueeze(per_sample_weights, dim=1))
    array = arrays.of(rows)
    if mode == "max":
        return sum(where(_largest(array, bags), unsqueeze(rows, dim=0), 0.0), dim=(1,))
    inside, bag = bags.any(axis=0), np.nonzero(bags.T)[1]
    if not inside.all():
        rows = index_select(rows, arrays.like(rows, np.flatnonzero(inside)), dim=0)
    shape = (len(bags), array.shape[1])
    sums = _added_slices(rows, arrays.like(rows, bag), shape=shape, dim=0)
    if mode == "sum":
        return sums
    counts = np.maximum(bags.sum(axis=1, keepdims=True), 1).astype(array.dtype)
    return true_divide(sums, arrays.like(rows, counts))


def _largest(rows: Array, bags: Array) -> Array:
    """Return which row of each bag holds the largest element of a column, the first of equals."""
    if not rows.size:
        return np.zeros((len(bags), *rows.shape), bool)
    candidates = np.where(bags[:, :, None], rows[None], -np.inf)
    first = np.arange(rows.shape[0])[None, :, None] == candidates.argmax(axis=1)[:, None]
    return first & bags[:, :, None]


def _flat_bags(input: Tensor, offsets: OptTensor) -> Any:
    """Return where bags begin in the flattened numbers, or raise PyTorch's error."""
    if input.ndim == 2:
        if offsets is not None:
            raise value_error(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch "
                "of fixed length sequences. However, found offsets of type <class 'torch.Tensor'>"
            )
        return np.arange(input.array.shape[0]) * input.array.shape[1]
    if input.ndim != 1:
        message = f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}"
        raise refuse(message, kind=ValueError)
    if offsets is None:
        raise value_error("offsets has to be a 1D Tensor but got None")
    if offsets.ndim != 1:
        raise refuse("offsets has to be a 1D Tensor", 2, kind=ValueError)
    return offsets.array


def _check_bags(starts: np.ndarray, count: int, include_last_offset: bool) -> None:
    if starts.size and starts[0] != 0:
        raise refuse(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
            f"position 0. However, got {starts[0]}"
        )
    if starts.size and starts[-1] > count:
        raise refuse(
            f"offsets[-1] can not be greater than input's length {count} but got offsets[-1] of "
            f"{starts[-1]}"
        )
    if include_last_offset and not starts.size:
        raise refuse("include_last_offset: number of offset should be at least 1")


def _check_range(input: Tensor, weight: Tensor, together: bool) -> None:
    """Refuse numbers of no row, as the kernel does that computes so."""
    numbers, rows = input.array.reshape(-1), weight.array.shape[0]
    wrong = np.flatnonzero((numbers < 0) | (numbers >= rows))
    if wrong.size and not together:
        raise refuse(
            "embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be "
            f"{numbers[wrong[0]]}",
            code="index",
        )
    if wrong.size:
        raise refuse(
            f"Index {wrong[0]} of input takes value {numbers[wrong[0]]} which is not in the valid "
            f"range [0, {rows})",
            code="index",
        )


def _check_mode(mode: str, weights: OptTensor, input: Tensor, by_frequency: bool) -> None:
    if weights is not None and weights.array.shape != input.array.shape:
        raise value_error(
            f"embedding_bag: If per_sample_weights ({weights.size()}) is not None, then it must "
            f"have the same shape as the input ({input.size()})"
        )
    if mode not in ("sum", "mean", "max"):
        raise value_error("mode has to be one of sum, mean or max")
    if mode == "max" and by_frequency:
        message = "max mode does not support scaling the gradient by the frequency"
        raise value_error(message)
    if weights is not None and mode != "sum":
        raise invalid(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
            f"for mode='sum' (got mode='{mode}'). Please open a feature request on GitHub.",
            NotImplementedError,
        )


@op(composite=True, where=["F.embedding_bag"])
@example(
    "F.embedding_bag(tensor([[0, 2], [1, 1]]), w, mode='sum', per_sample_weights=p)",
    "w=linspace(-2, 2, 12).reshape(4, 3)",
    "p=tensor([[0.5, 1.0], [2.0, -1.0]])",
)
def embedding_bag(
    input: Tensor,
    weight: Tensor,
    /,
    offsets: OptTensor = None,
    max_norm: Real | None = None,
    norm_type: Real = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: OptTensor = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """The sums, means or maxima of the rows of a table that bags of numbers name."""
    if weight.ndim != 2:
        message = f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}"
        raise refuse(message, 1, kind=ValueError)
    starts = _flat_bags(input, offsets)
    _check_mode(mode, per_sample_weights, input, scale_grad_by_freq)
    if max_norm is not None:
        _check_indices(input, weight)
        _shorten(weight, input, max_norm, norm_type)
    _check_table(weight)
    if input.ndim == 1:
        _check_bags(starts, input.array.size, include_last_offset)
    together = mode != "max" and padding_idx is None and weight.dtype is not float64
    _check_range(input, weight, together)
    _check_indices(input, weight)
    indices = input.array.reshape(-1)
    if include_last_offset and input.ndim == 1:
        starts = starts[:-1]
    places = np.arange(indices.size)[None]
    ends = np.append(starts[1:], indices.size)
    bags = (places >= starts[:, None]) & (places < ends[:, None])
    if padding_idx is not None:
        rows = weight.array.shape[0]
        if not -rows <= padding_idx < rows:
            raise refuse(
                f"padding_idx must be within the number of embeddings, -{rows} through {rows - 1}, "
                f"but got {padding_idx}"
            )
        bags &= (indices != padding_idx % weight.array.shape[0])[None]
    if per_sample_weights is not None:
        if per_sample_weights.dtype is not weight.dtype:
            raise dtype_error(
                "Expected tensor for argument #1 'weight' to have the same type as tensor for "
                f"argument #1 'per_sample_weights'; but type {weight.type()} does not equal "
                f"{per_sample_weights.type()} (while checking arguments for embedding_bag)"
            )
        per_sample_weights = reshape(per_sample_weights, shape=(-1,))
    how: Any = {"mode": mode, "scale_grad_by_freq": scale_grad_by_freq}
    return _bags(weight, per_sample_weights, indices=indices, bags=bags, **how)
