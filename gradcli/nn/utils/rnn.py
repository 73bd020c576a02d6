"""Sequences of different lengths: padded, packed, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.nn.calls import torch
from gradcli.numerics import dtypes
from gradcli.operators.refusals import invalid

_NAMES = (
    "PackedSequence invert_permutation pack_padded_sequence pack_sequence pad_packed_sequence "
    "pad_sequence unpack_sequence unpad_sequence"
)
__all__ = _NAMES.split()


class _Packed(NamedTuple):
    data: Any
    batch_sizes: Any
    sorted_indices: Any
    unsorted_indices: Any


_Packed.__module__ = "torch.nn.utils.rnn"


class PackedSequence(_Packed):
    """Sequences step by step: first the first elements of all, then the second ones, and so on."""

    __slots__ = ()

    def __new__(
        cls,
        data: Any,
        batch_sizes: Any = None,
        sorted_indices: Any = None,
        unsorted_indices: Any = None,
    ) -> PackedSequence:
        """Make one of its parts; how the sequences were sorted can be told one way."""
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            data, batch_sizes = data
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Return the sequences converted."""
        data = self.data.to(*args, **kwargs)
        return self if data is self.data else type(self)(data, *self[1:])

    def cpu(self) -> PackedSequence:
        """Return the sequences, which are in the memory of the CPU."""
        return self

    def double(self) -> PackedSequence:
        """Return the sequences in float64."""
        return self.to(dtype=dtypes.float64)

    def float(self) -> PackedSequence:
        """Return the sequences in float32."""
        return self.to(dtype=dtypes.float32)

    def half(self) -> PackedSequence:
        """Return the sequences in float16."""
        return self.to(dtype=dtypes.float16)

    def long(self) -> PackedSequence:
        """Return the sequences in int64."""
        return self.to(dtype=dtypes.int64)

    def int(self) -> PackedSequence:
        """Return the sequences in int32."""
        return self.to(dtype=dtypes.int32)

    def short(self) -> PackedSequence:
        """Return the sequences in int16."""
        return self.to(dtype=dtypes.int16)

    def char(self) -> PackedSequence:
        """Return the sequences in int8."""
        return self.to(dtype=dtypes.int8)

    def byte(self) -> PackedSequence:
        """Return the sequences in uint8."""
        return self.to(dtype=dtypes.uint8)


PackedSequence.__module__ = "torch.nn.utils.rnn"


def invert_permutation(permutation: Any) -> Any:
    """Return the permutation that undoes another."""
    return None if permutation is None else permutation.argsort()


def _lengths(lengths: Any) -> np.ndarray:
    given = lengths.array if isinstance(lengths, Tensor) else np.asarray(lengths)
    return given.astype(np.int64)


def pack_padded_sequence(
    input: Any, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Return padded sequences without the padding."""
    sizes, order = _lengths(lengths), None
    batch = 0 if batch_first else 1
    if not enforce_sorted:
        sorted_sizes, order = torch.sort(Tensor(sizes), descending=True)
        sizes = sorted_sizes.array
        input = input.index_select(batch, order)
    if 0 in input.shape:
        raise invalid("Cannot pack empty tensors.")
    steps = input.transpose(0, 1) if batch_first else input
    if len(sizes) != steps.size(1):
        raise invalid(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(sizes)} "
            f"(batch_size={steps.size(1)})"
        )
    if not len(sizes) or sizes.min() <= 0:
        raise invalid(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' "
            "that is <= 0"
        )
    if (np.diff(sizes) > 0).any():
        raise invalid(_UNSORTED)
    counts = (sizes[None, :] > np.arange(sizes[0])[:, None]).sum(1)
    flat = steps[: len(counts)].reshape(-1, *steps.shape[2:])
    places = np.concatenate([t * steps.size(1) + np.arange(n) for t, n in enumerate(counts)])
    return PackedSequence(flat.index_select(0, Tensor(places)), Tensor(counts), order)


_UNSORTED = (
    "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can "
    "pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this "
    "requirement if you do not need ONNX exportability."
)


def pad_packed_sequence(
    sequence: PackedSequence,
    batch_first: bool = False,
    padding_value: float = 0.0,
    total_length: int | None = None,
) -> tuple[Any, Any]:
    """Return packed sequences with padding, and their lengths."""
    counts = sequence.batch_sizes.array
    longest = len(counts)
    if total_length is not None:
        if total_length < longest:
            raise invalid(
                "Expected total_length to be at least the length of the longest sequence in input, "
                f"but got total_length={total_length} and max sequence length being {longest}",
                ValueError,
            )
        longest = total_length
    batch, data = int(counts[0]), sequence.data
    places = np.concatenate([t * batch + np.arange(n) for t, n in enumerate(counts)])
    flat = data.new_full((longest * batch, *data.shape[1:]), padding_value)
    padded = flat.index_copy(0, Tensor(places), data).reshape(longest, batch, *data.shape[1:])
    padded = padded.transpose(0, 1) if batch_first else padded
    lengths = Tensor((counts[:, None] > np.arange(batch)[None, :]).sum(0))
    order = sequence.unsorted_indices
    if order is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, order), lengths[order]


def pad_sequence(
    sequences: Any,
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Any:
    """Return sequences as one tensor, each filled up to the longest."""
    if not isinstance(sequences, Iterable):
        raise invalid(
            "pad_sequence: Expected iterable for input sequences, but got arg of type: "
            f"{type(sequences)}"
        )
    given = list(sequences)
    longest = max([sequence.size(0) for sequence in given], default=0)
    first = given[0]
    padded = first.new_full((len(given), longest, *first.shape[1:]), padding_value)
    for place, sequence in enumerate(given):
        length = sequence.size(0)
        part = slice(length) if padding_side == "right" else slice(longest - length, None)
        padded[place, part] = sequence
    return padded if batch_first else padded.transpose(0, 1).contiguous()


def unpad_sequence(padded_sequences: Any, lengths: Any, batch_first: bool = False) -> list[Any]:
    """Return padded sequences one by one, without the padding."""
    if not batch_first:
        padded_sequences.transpose_(0, 1)  # as PyTorch does, and leaves it so
    index, each = torch.arange(padded_sequences.shape[1]), _lengths(lengths)
    return [row[index < length] for row, length in zip(padded_sequences, each, strict=True)]


def pack_sequence(sequences: Any, enforce_sorted: bool = True) -> PackedSequence:
    """Return sequences packed."""
    lengths = [sequence.size(0) for sequence in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, False, enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Any]:
    """Return packed sequences one by one."""
    return unpad_sequence(*pad_packed_sequence(packed_sequences, batch_first=True), True)
