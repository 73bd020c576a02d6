"""What ``vmap`` knows of the tensors in a function that runs once for each sample.

PyTorch runs the function once, on tensors that hold all samples. What differs for that reason is
refused here, or made the same: a tensor that no sample is part of is changed once, random numbers
are drawn as the mode says, and no sample decides which way the function goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from gradcli.core.observe import Compute, Observer
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.values import TENSORS, UNTRACKED
from gradcli.errors import op_error
from gradcli.operators.refusals import check_elements


class Batching(Observer):
    """The samples of one call, while they run: which tensors are parts of a batch.

    Tensors that share memory share a version, so that is what is marked: surely a part of a batch,
    or perhaps (True or False). ``before`` holds what captured tensors were before they were
    changed, ``starts`` where generators stood, ``offsets`` the first sample and the present one,
    ``blocks`` what was drawn for all samples, in the order of a sample's draws.
    """

    __slots__ = (
        "before",
        "blocks",
        "current",
        "drawn",
        "marks",
        "offsets",
        "randomness",
        "size",
        "starts",
    )

    def __init__(self, randomness: str, size: int) -> None:
        self.randomness, self.size = randomness, size
        self.current, self.drawn = -1, 0
        self.blocks: list[np.ndarray] = []
        self.marks: dict[int, tuple[Any, bool]] = {}
        self.before: dict[int, tuple[Tensor, np.ndarray]] = {}
        self.starts: dict[int, tuple[Any, Any]] = {}
        self.offsets: dict[int, tuple[Any, Tensor, Tensor]] = {}

    # What is part of a batch

    def take(self, samples: Iterable[Any]) -> None:
        """Let the next sample begin: captured tensors and generators are as they were."""
        self.current, self.drawn = self.current + 1, 0
        for sample in samples:
            version = self._mark(sample, True)
            _, first, _ = self.offsets.get(id(version), (None, sample, None))
            self.offsets[id(version)] = version, first, sample
        for tensor, values in self.before.values():
            np.copyto(tensor.array, values)
        if self.randomness == "same":
            for generator, state in self.starts.values():
                generator.restore(state)

    def _mark(self, tensor: Tensor, surely: bool) -> Any:
        version = tensor.shared_version()
        if version is not UNTRACKED:
            self.marks[id(version)] = version, surely or self.is_batched(tensor)
        return version

    def is_batched(self, value: Any, *, perhaps: bool = False) -> bool:
        """Tell whether a value is surely, or perhaps, a tensor that is part of a batch."""
        if not isinstance(value, Tensor) or value.version is None:
            return False
        mark = self.marks.get(id(value.version))
        return mark is not None and (perhaps or mark[1])

    def applied(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], results: Any
    ) -> None:
        """Let what an operator makes of parts of a batch be one."""
        surely, perhaps = self.randomness == "different" and _draws(op, attrs), False
        for operand in operands:
            if operand.__class__ in TENSORS and operand.version is not None:
                mark = self.marks.get(id(operand.version))
                if mark is not None:
                    surely, perhaps = surely or mark[1], True
        if surely or perhaps or (attrs and any(map(_has_array, attrs.values()))):
            for result in results if isinstance(results, tuple) else (results,):
                self._mark(result, surely)

    def differentiated(self, gradients: Iterable[Any]) -> None:
        """Let gradients be perhaps parts of a batch."""
        for gradient in gradients:
            if isinstance(gradient, Tensor):
                self._mark(gradient, False)

    def offset(self, tensor: Tensor) -> int:
        """Return how far in memory a sample lies from the first one, in elements."""
        _, first, sample = self.offsets.get(id(tensor.version), (None, tensor, tensor))
        return int(sample.storage_offset() - first.storage_offset())

    # What is refused, or done once

    def operation(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Refuse what PyTorch has no way to do for a batch."""
        if op.name == "_leaning":
            raise _refusal("vmap: we do not yet support aten::rrelu. Please file an issue")
        if _draws(op, attrs):
            self._check_draw(op, operands, attrs)
            if self.randomness == "different" and op.name not in _VALUED:
                return self._share(op, operands, attrs, compute)
        elif op.name in _RANKS:
            _check_ranks(op.name, operands)
        elif op.name in _DYNAMIC and any(map(self.is_batched, operands)):
            raise _refusal(_DYNAMIC[op.name])
        return compute(operands, attrs)

    def lets_pass(self, op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> bool:
        """Tell whether an operator is one that nothing is asked of before it is computed."""
        name = op.name
        asked = name in _RANKS or name in _DYNAMIC or name == "_leaning"
        return not asked and not _draws(op, attrs)

    def _share(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Return a sample's part of what PyTorch draws for the whole batch at once."""
        shape = attrs["size"] if "size" in attrs else operands[0].array.shape if operands else None
        if shape is None or attrs.get("whole"):
            return compute(operands, attrs)
        place, self.drawn = self.drawn, self.drawn + 1
        if place == len(self.blocks):
            whole = (self.size, *shape)
            if "size" in attrs:
                self.blocks.append(compute(operands, attrs | {"size": whole}))
            else:
                check_elements(whole)
                like = Tensor(np.empty(whole, operands[0].array.dtype))
                self.blocks.append(compute((like, *operands[1:]), attrs))
        block = self.blocks[place] if place < len(self.blocks) else np.empty(())
        if block.shape[1:] != tuple(shape):
            return compute(operands, attrs)
        return block[self.current].copy()

    def _check_draw(self, op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        if self.randomness == "error":
            raise _refusal(_RANDOM)
        if self.randomness == "different":
            return
        if op.name in _VALUED and any(map(self.is_batched, operands)):
            raise _refusal(_SAME)
        generator = attrs.get("generator") or STATE.generator
        self.starts.setdefault(id(generator), (generator, generator.snapshot()))

    def overwriting(self, op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Refuse to write a batch over one tensor; let that be changed once for all samples."""
        target, *others = operands
        if self.is_batched(target, perhaps=True) or target.version is UNTRACKED:
            return
        if self.randomness == "same" and op.name in _VALUED and any(map(self.is_batched, others)):
            raise _refusal(_SAME)
        if any(map(self.is_batched, others)):
            if op.family == "arithmetic":
                size = [self.size, *np.broadcast_shapes(*map(_shape, operands))]
                raise _refusal(
                    f"output with shape {list(target.shape)} doesn't match the broadcast shape "
                    f"{size}"
                )
            raise _refusal(_IN_PLACE.replace("NAME", _WRITERS.get(op.name, "inplace arithmetic")))
        if self.randomness == "different" and _draws(op, attrs):
            raise _refusal(_DIFFERENT)
        version = target.shared_version()
        if not op.view:
            base = target if target.as_view is None else target.as_view.base
            self.before.setdefault(id(version), (base, base.array.copy(order="K")))

    def truth(self, tensor: Any, value: bool) -> bool:
        """Refuse to branch by a part of a batch."""
        if self.is_batched(tensor):
            raise _refusal(_BRANCH)
        return value

    def left(self, tensor: Any) -> None:
        """Refuse to make a number of a part of a batch."""
        if self.is_batched(tensor):
            raise _refusal(_ITEM)

    def compared(self, use: tuple[Any, ...]) -> None:
        """Refuse one answer to a function of parts of a batch."""
        name, *tensors = use
        if any(map(self.is_batched, tensors)):
            raise _refusal(_ANSWERS[name])

    def filled(self, use: tuple[Any, ...]) -> None:
        """Refuse ``out=``, which PyTorch has no rule for."""
        op, *values = use
        if op.family == "random":
            raise _refusal(_RANDOM_OUT)
        if not any(map(self.is_batched, values)):
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

    def bared(self, use: tuple[Any, str]) -> None:
        """Refuse ``data`` of a part of a batch."""
        if self.is_batched(use[0]):
            raise _refusal(f"{use[1]} under vmap transform is not allowed")


class Drawless(Observer):
    """Refuses to draw random numbers, and nothing else."""

    __slots__ = ()

    def operation(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Refuse an operator that draws."""
        if _draws(op, attrs):
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


def _shape(value: Any) -> tuple[int, ...]:
    return value.array.shape if isinstance(value, Tensor) else ()


def _has_array(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_has_array, value))
    return isinstance(value, np.ndarray)


def _draws(op: Any, attrs: dict[str, Any]) -> bool:
    """Tell whether an operator draws random numbers."""
    return op.family in ("random", "dropout") or (op.name == "_leaning" and attrs["training"])


def _refusal(message: str) -> Exception:
    return op_error(RuntimeError, message, code="vmap")


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
