"""What ``vmap`` knows of the tensors in a function that runs once on a whole batch.

Arrays of a batch say that they have the shape of a sample (``numerics.batched``), so that
operators, their derivatives and the graph are those of one sample. Where PyTorch has no way to do
something for a batch it is refused here, in its words; random numbers are drawn as the mode says.
How tensors come into a batch and out of it is known to ``border``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gradcli.core.observe import Compute, Observer
from gradcli.core.tensor import Tensor, array_of
from gradcli.core.values import TENSORS, UNTRACKED
from gradcli.errors import op_error
from gradcli.numerics import batched
from gradcli.numerics.batched import Batched, put_in
from gradcli.numerics.memory import in_memory
from gradcli.numerics.sampled import sample, sizes
from gradcli.operators.refusals import check_elements
from gradcli.transforms.border import Batch


class Batching(Observer):
    """Watches a function that runs on a whole batch."""

    takes_batches = True
    __slots__ = ("batch", "randomness")

    def __init__(self, randomness: str, size: int) -> None:
        self.randomness = randomness
        self.batch = Batch(size)

    def __exit__(self, *exception: object) -> None:
        super().__exit__(*exception)
        self.batch.is_open = False

    def has(self, value: Any) -> bool:
        """Tell whether a value is a tensor, or an array, that is part of the batch."""
        return batched.is_part(self.batch, value.array if value.__class__ in TENSORS else value)

    # What is refused, or done otherwise

    def operation(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Refuse what PyTorch has no way to do for a batch; draw random numbers by the mode."""
        if op.name == "_leaning":
            raise _refusal("vmap: we do not yet support aten::rrelu. Please file an issue")
        if draws(op, attrs):
            return self._drawn(op, operands, attrs, compute)
        if op.name in _RANKS and all(operand.__class__ in TENSORS for operand in operands):
            _check_ranks(op.name, operands)
        elif op.name in _DYNAMIC and any(map(self.has, operands)):
            raise _refusal(_DYNAMIC[op.name])
        if op.family in _BY_INDEX and (indices := list(filter(self.has, _flat(attrs)))):
            if any(array_of(index).dtype.kind == "b" for index in indices):
                raise _refusal(_MASK)
            operands = [self._shared(operand) for operand in operands]
        found: Any = compute(operands, attrs)
        if op.name in _NEW and self.has(operands[0]):
            self._check_size(found)
            return put_in(self.batch, batched.taken_out(self.batch, found).copy(), 0)
        return found

    def _drawn(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Return what an operator draws: for each sample its own, or the same for all."""
        if self.randomness == "error":
            raise _refusal(_RANDOM)
        if self.randomness == "same":
            has = any(map(self.has, operands))
            if has and op.name in _VALUED:
                raise _refusal(_SAME)
            if has and op.family == "random":  # which asks nothing but the shape
                operands = [_like(operand) for operand in operands]
            return compute(operands, attrs)
        alone = not operands and "size" not in attrs
        rows = op.name == "multinomial" and operands[0].array.ndim > 1
        if alone or rows or attrs.get("whole"):
            if not self.batch.size:
                raise _refusal("stack expects a non-empty TensorList")
            found: list[Any] = []
            for part in self._samples(operands):
                found.append(compute(part, attrs))
                self._check_size(found[0])
            return put_in(self.batch, np.stack(found), 0)
        if "size" in attrs:
            whole = (self.batch.size, *attrs["size"])
            check_elements(whole)
            return put_in(self.batch, compute(operands, attrs | {"size": whole}), 0)
        whole = compute([self._spread(operand) for operand in operands], attrs)
        return put_in(self.batch, whole, 0)

    def _check_size(self, array: Any) -> None:
        """Refuse an array for each sample where all together have too many elements."""
        check_elements((self.batch.size, *in_memory(array).shape))

    def _samples(self, operands: Sequence[Any]) -> list[list[Any]]:
        return [
            [self._sample(operand, index) for operand in operands]
            for index in range(self.batch.size)
        ]

    def _sample(self, operand: Any, index: int) -> Any:
        if operand.__class__ not in TENSORS:
            return operand
        return Tensor(sample(self.batch, operand.array, index))

    def _spread(self, operand: Any) -> Any:
        """Return a tensor of the whole batch, whose first dimension is that of the samples."""
        if operand.__class__ not in TENSORS:
            return operand
        check_elements((self.batch.size, *operand.array.shape))
        return Tensor(batched.taken_out(self.batch, operand.array))

    def _shared(self, operand: Any) -> Any:
        """Return a tensor that all samples share as part of the batch."""
        if operand.__class__ not in TENSORS or self.has(operand):
            return operand
        return Tensor(put_in(self.batch, batched.taken_out(self.batch, operand.array), 0))

    def overwriting(self, op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Refuse to write a batch over one tensor."""
        target, *others = operands
        if op.name == "_as_strided" and self.has(target):
            raise _refusal(_MEMORY["strides"])
        if self.has(target) or target.version is UNTRACKED:
            return
        if self.randomness == "same" and op.name in _VALUED and any(map(self.has, others)):
            raise _refusal(_SAME)
        if any(map(self.has, (*others, *_flat(attrs)))):
            if op.family == "arithmetic":
                shape = np.broadcast_shapes(*map(_shape, operands))
                size = [*sizes(map(_array, operands)), *shape]
                raise _refusal(
                    f"output with shape {list(target.shape)} doesn't match the broadcast shape "
                    f"{size}"
                )
            raise _refusal(_IN_PLACE.replace("NAME", _WRITERS.get(op.name, "inplace arithmetic")))
        if self.randomness == "different" and draws(op, attrs):
            raise _refusal(_DIFFERENT)

    def truth(self, tensor: Any, value: bool) -> bool:
        """Refuse to branch by a part of a batch."""
        if self.has(tensor):
            raise _refusal(_BRANCH)
        return value

    def left(self, tensor: Any) -> None:
        """Refuse to make a number of a part of a batch."""
        if self.has(tensor):
            raise _refusal(_ITEM)

    def compared(self, use: tuple[Any, ...]) -> None:
        """Refuse one answer to a function of parts of a batch."""
        name, *tensors = use
        if any(map(self.has, tensors)):
            raise _refusal(_ANSWERS[name])

    def filled(self, use: tuple[Any, ...]) -> None:
        """Refuse ``out=``, which PyTorch has no rule for."""
        op, *values = use
        if op.family == "random":
            raise _refusal(_RANDOM_OUT)
        if not any(map(self.has, values)):
            return
        raise _refusal(
            f"Batching rule not implemented for aten::{op.parameters.name}.out; the fallback path "
            "doesn't work on out= or view ops."
        )

    def formed(self, memory_format: Any) -> None:
        """Refuse to say how a part of a batch lies in another order than that of rows."""
        if repr(memory_format) not in ("torch.contiguous_format", "torch.preserve_format"):
            raise _refusal(_FORMAT)

    def indexes(self, tensor: Any) -> None:
        """Let a part of a batch be an index, which every sample has its own of."""

    def bared(self, use: tuple[Any, ...]) -> None:
        """Refuse the memory of a part of a batch, in which all samples lie."""
        name, tensor, *others = use
        if self.has(tensor):
            raise _refusal(
                _MEMORY[name], NotImplementedError if name == "storage" else RuntimeError
            )
        if any(map(self.has, others)):
            words = _IN_PLACE.replace("in a vmap", f"at level {self.batch.level}")
            words = words.replace("NAME", "aten::set_")
            raise _refusal(_MEMORY[name] if name == "data_" else words)


_BY_INDEX = frozenset(["classification", "embedding", "index", "memory", "picking", "scatter"])
"""The families of operators that take elements of one operand at indices that are another one."""


_NEW = frozenset(["new_empty", "new_full", "new_ones", "new_zeros"])
"""What makes for each sample a tensor of its own, which can be changed in place."""


def _flat(value: Any) -> Any:
    """Yield what is in a nest."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (tuple, list)):
        yield value
        return
    for part in value:
        yield from _flat(part)


def _like(operand: Any) -> Any:
    """Return a tensor of a sample's shape and type, for those that ask nothing else."""
    array = operand.array if operand.__class__ in TENSORS else operand
    return Tensor(np.empty(array.shape, array.dtype)) if type(array) is Batched else operand


class Drawless(Observer):
    """Refuses to draw random numbers, and nothing else."""

    takes_batches = True
    __slots__ = ()

    def operation(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Refuse an operator that draws."""
        if draws(op, attrs):
            raise _refusal(_RANDOM)
        return compute(operands, attrs)


def _check_ranks(name: str, operands: Sequence[Any]) -> None:
    """Refuse factors of other dimensions than a product's, as PyTorch does for a batch."""
    wanted = _RANKS[name]
    given = tuple(len(operand.array.shape) for operand in operands)
    if given == wanted:
        return
    if name == "dot":
        raise _refusal("Got wrong shapes for dot")
    raise _refusal(
        f"Shape mismatch: Got incorrect dims for {name}(a, b). a has dim {given[0]}and b has dim "
        f"{given[1]}but expected them to have dim {wanted[0]} and dim {wanted[1]}"
    )


def _array(value: Any) -> Any:
    return value.array if isinstance(value, Tensor) else value


def _shape(value: Any) -> tuple[int, ...]:
    return value.array.shape if isinstance(value, Tensor) else ()


def draws(op: Any, attrs: dict[str, Any]) -> bool:
    """Tell whether an operator draws random numbers."""
    return op.family in ("random", "dropout") or (op.name == "_leaning" and attrs["training"])


def _refusal(message: str, kind: type[Exception] = RuntimeError) -> Exception:
    return op_error(kind, message, code="vmap")


_VALUED = frozenset({"_bernoulli", "_by_chances", "multinomial", "poisson"})
_VALUED |= {"_normal_of_both", "_normal_of_deviations", "_normal_of_means"}
"""Operators that draw by the values of a tensor, not by its shape alone."""

_RANKS = {"bmm": (3, 3), "dot": (1, 1), "mm": (2, 2), "mv": (2, 1)}
_MORE = (
    " Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature."
)
_OUTPUT = (
    "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap "
    "over aten::NAME."
) + _MORE
_ANSWERS = {
    "allclose": "vmap over torch.allclose isn't supported yet." + _MORE,
    "equal": "Batching rule not implemented for aten::equal. We could not generate a fallback.",
    "where": _OUTPUT.replace("NAME", "where"),
}
_MIXED = "vmap: NAME() of a Tensor that is vmapped over would mix the samples, which share memory."
_MEMORY = {
    "data": "accessing `data` under vmap transform is not allowed",
    "data_": "mutating directly with `.data` under vmap transform is not allowed.",
    "resize": f"{_MIXED.replace('NAME', 'resize_')} Please use a view, such as x[:2], or F.pad.",
    "set": f"{_MIXED.replace('NAME', 'set_')} Please use copy_() or the other Tensor itself.",
    "strides": f"{_MIXED.replace('NAME', 'as_strided_')} Please use as_strided().",
    "storage": "Cannot access storage of BatchedTensorImpl",
}
_FORMAT = (
    "NYI: querying is_contiguous inside of vmap for memory_format other than "
    "torch.contiguous_format"
)
_RANDOM_OUT = (
    "vmap: We do not support calling out variants of random operations inside of vmap. Please use "
    "non-out variants as a workaround"
)
_DYNAMIC = {
    "_positions": _OUTPUT.replace("NAME", "nonzero"),
    "_unique_elements": _OUTPUT.replace("NAME", "_unique2"),
    "_unique_slices": _OUTPUT.replace("NAME", "unique_dim"),
    "_unique_runs": _OUTPUT.replace("NAME", "unique_consecutive"),
    "masked_select": "vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We "
    "cannot support this because for each batch this would return a differently shaped Tensor."
    + _MORE,
}
_MASK = (
    "vmap: We do not support batching operators that can support dynamic shape. Attempting to "
    "batch over indexing with a boolean mask."
)
_RANDOM = (
    "vmap: called random operation while in randomness error mode. Please either use the 'same' or "
    "'different' randomness flags on vmap or perform the randomness operation out of vmap"
)
_SAME = (
    "Vmap does not currently support same randomness with a batched tensor input. Please file an "
    "issue with functorch"
)
_DIFFERENT = (
    "vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will appear "
    "like same randomness. If this is necessary for your usage, please file an issue with "
    "functorch."
)
_WRITERS = {"_write_at": "index_put_", "fill": "fill_", "_by_chances": "inplace bernoulli"}
_IN_PLACE = (
    "vmap: NAME(self, *extra_args) is not possible because there exists a Tensor `other` in "
    "extra_args that has more elements than `self`. This happened due to `other` being vmapped "
    "over but `self` not being vmapped over in a vmap. Please try to use out-of-place operators "
    "instead of NAME. If said operator is being called inside the PyTorch framework, please file a "
    "bug report instead."
)
_BRANCH = (
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We "
    "don't support that yet, please file an issue at https://github.com/pytorch/pytorch/issues ."
)
_ITEM = (
    "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling "
    ".item() on a Tensor, please try to rewrite what you're doing with other operations. If error "
    "is occurring somewhere inside PyTorch internals, please file a bug report."
)
