"""Datasets: what gives a sample for an index, or one sample after the other."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from types import GenericAlias
from typing import Any

from gradcli.core.shown import Shown
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.utils.data.drawing import permutation

__all__ = [
    *("ChainDataset", "ConcatDataset", "Dataset", "IterableDataset", "StackDataset", "Subset"),
    *("TensorDataset", "random_split"),
]


class Dataset(Shown):
    """What gives a sample for an index; derive from it."""

    __module__ = "torch.utils.data.dataset"
    __class_getitem__: Any = classmethod(GenericAlias)

    def __init_subclass__(cls) -> None:
        if cls.__module__.startswith("gradcli.utils."):
            cls.__module__ = Dataset.__module__

    def __getitem__(self, index: Any) -> Any:
        message = "Subclasses of Dataset should implement __getitem__."
        raise op_error(NotImplementedError, message)

    def __add__(self, other: Any) -> Any:
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """What gives one sample after the other; derive from it."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """Refuse a class that does not say how."""
        if cls.__iter__ is IterableDataset.__iter__:
            raise op_error(
                TypeError,
                f"Can't instantiate abstract class {cls.__name__} with abstract method __iter__",
            )
        return super().__new__(cls)

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    """Tensors of one length; a sample is a tuple with a part of each."""

    def __init__(self, *tensors: Any) -> None:
        if any(tensors[0].size(0) != tensor.size(0) for tensor in tensors):
            raise op_error(AssertionError, "Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> Any:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return int(self.tensors[0].size(0))


class StackDataset(Dataset):
    """Datasets of one length side by side; a sample is a tuple, or a dict, with one of each."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise op_error(
                ValueError,
                "Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like "
                "input/output, but both types are given.",
            )
        parts = args or tuple(kwargs.values())
        if not parts:
            raise op_error(ValueError, "At least one dataset should be passed")
        if any(len(parts[0]) != len(part) for part in parts):
            raise op_error(ValueError, "Size mismatch between datasets")
        self.datasets: Any = args or kwargs

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            return {key: part[index] for key, part in self.datasets.items()}
        return tuple(part[index] for part in self.datasets)

    def __len__(self) -> int:
        parts = self.datasets.values() if isinstance(self.datasets, dict) else self.datasets
        return len(next(iter(parts)))


class ConcatDataset(Dataset):
    """Datasets one after the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise op_error(AssertionError, "datasets should not be an empty iterable")
        if any(isinstance(part, IterableDataset) for part in self.datasets):
            message = "ConcatDataset does not support IterableDataset"
            raise op_error(AssertionError, message)
        self.cumulative_sizes = list(accumulate(map(len, self.datasets)))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx: Any) -> Any:
        if idx < 0:
            if -idx > len(self):
                message = "absolute value of index should not exceed dataset length"
                raise op_error(ValueError, message)
            idx = len(self) + idx
        number = bisect_right(self.cumulative_sizes, idx)
        start = self.cumulative_sizes[number - 1] if number else 0
        return self.datasets[number][idx - start]


class ChainDataset(IterableDataset):
    """Datasets without indices, one after the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = datasets

    def _parts(self) -> Iterator[Any]:
        for part in self.datasets:
            if not isinstance(part, IterableDataset):
                raise op_error(AssertionError, "ChainDataset only supports IterableDataset")
            yield part

    def __iter__(self) -> Iterator[Any]:
        for part in self._parts():
            yield from part

    def __len__(self) -> int:
        return sum(len(part) for part in self._parts())


class Subset(Dataset):
    """The samples of a dataset at some indices."""

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices
        cls = type(self)
        overridden = cls.__getitem__ is not Subset.__getitem__
        if overridden and cls.__getitems__ is Subset.__getitems__:
            raise op_error(NotImplementedError, _OVERRIDDEN.format(cls.__name__))

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices: list[int]) -> Any:
        """Return several samples, by one call if the dataset has one for that."""
        within = [self.indices[i] for i in indices]
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.dataset.__getitems__(within)
        return [self.dataset[i] for i in within]

    def __len__(self) -> int:
        return len(self.indices)


_OVERRIDDEN = (
    "{} overrides __getitem__ but not __getitems__. When subclassing Subset and overriding "
    "__getitem__, you must also override __getitems__ to ensure DataLoader works correctly with "
    "your custom logic. A simple implementation:\n\ndef __getitems__(self, indices):\n"
    "    return [self.__getitem__(idx) for idx in indices]"
)


def random_split(
    dataset: Any, lengths: Sequence[int | float], generator: Any = None
) -> list[Subset]:
    """Split a dataset at random into parts of given lengths, or of given shares of the whole."""
    sizes: Sequence[Any] = lengths
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        sizes = _shares(len(dataset), lengths)
    if sum(sizes) != len(dataset):
        message = "Sum of input lengths does not equal the length of the input dataset!"
        raise op_error(ValueError, message)
    order = permutation(sum(sizes), generator)
    ends = zip(accumulate(sizes), sizes, strict=True)
    return [Subset(dataset, order[end - size : end]) for end, size in ends]


def _shares(total: int, shares: Sequence[float]) -> list[int]:
    """Return whole lengths for shares; what is left goes to the first ones, one each."""
    sizes = []
    for index, share in enumerate(shares):
        if share < 0 or share > 1:
            raise op_error(ValueError, f"Fraction at index {index} is not between 0 and 1")
        sizes.append(math.floor(total * share))
    for index in range(total - sum(sizes)):
        sizes[index % len(sizes)] += 1
    for index, size in enumerate(sizes):
        if size == 0:
            warn(f"Length of split at index {index} is 0. This might result in an empty dataset.")
    return sizes
