"""Samplers: the order in which the samples of a dataset are taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from types import GenericAlias
from typing import Any

from gradcli.core.shown import Shown
from gradcli.errors import op_error
from gradcli.numerics import dtypes
from gradcli.numerics.arrays import MOST_PIECES, check_count
from gradcli.numerics.random import Generator
from gradcli.utils.data.drawing import as_tensor, function, permutation, random_seed

__all__ = [
    *("BatchSampler", "DistributedSampler", "RandomSampler", "Sampler", "SequentialSampler"),
    *("SubsetRandomSampler", "WeightedRandomSampler"),
]


def _invalid(name: str, expected: str, value: object, kind: type[Exception] = ValueError) -> Any:
    return op_error(kind, f"{name} should be a {expected} value, but got {name}={value}")


def taken(items: Iterator[Any], count: int | None, what: str) -> list[Any]:
    """Return the next items, as many as there are up to a count."""
    found = list(islice(items, min(MOST_PIECES + 1, MOST_PIECES if count is None else count)))
    check_count(len(found), what)
    return found


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


class Sampler(Shown):
    """What gives one index after the other; derive from it."""

    __module__ = "torch.utils.data.sampler"
    __class_getitem__: Any = classmethod(GenericAlias)

    def __init_subclass__(cls) -> None:
        if cls.__module__.startswith("gradcli.utils."):
            cls.__module__ = Sampler.__module__

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError


class SequentialSampler(Sampler):
    """The indices in their order."""

    def __init__(self, data_source: Any) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[Any]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler):
    """The indices in an order that is drawn anew for each pass."""

    def __init__(
        self,
        data_source: Any,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Any = None,
    ) -> None:
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise _invalid("replacement", "boolean", replacement, TypeError)
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise _invalid("num_samples", "positive integer", self.num_samples)

    @property
    def num_samples(self) -> int:
        """The number of indices, by default that of the samples."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[Any]:
        count, generator = len(self.data_source), self.generator
        if generator is None:
            generator = Generator().manual_seed(random_seed(None))
        whole, rest = divmod(self.num_samples, 32 if self.replacement else count)
        for k in range(whole + 1) if self.replacement else ():
            size = (32 if k < whole else rest,)
            draw = function("randint")(
                high=count, size=size, dtype=dtypes.int64, generator=generator
            )
            yield from draw.tolist()
        if not self.replacement:
            for _ in range(whole):
                yield from permutation(count, generator)
            yield from permutation(count, generator)[:rest]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """Some indices in an order that is drawn anew for each pass."""

    def __init__(self, indices: Sequence[int], generator: Any = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[Any]:
        for i in permutation(len(self.indices), self.generator):
            yield self.indices[i]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Indices drawn with weights."""

    def __init__(
        self,
        weights: Any,
        num_samples: int,
        replacement: bool = True,
        generator: Any = None,
    ) -> None:
        if not _is_count(num_samples):
            raise _invalid("num_samples", "positive integer", num_samples)
        if not isinstance(replacement, bool):
            raise _invalid("replacement", "boolean", replacement)
        self.weights = as_tensor(weights, dtype=dtypes.float64)
        shape = tuple(self.weights.shape)
        if len(shape) != 1:
            message = f"weights should be a 1d sequence but given weights have shape {shape}"
            raise op_error(ValueError, message)
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[Any]:
        draw = function("multinomial")(
            self.weights, self.num_samples, self.replacement, generator=self.generator
        )
        yield from draw.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler):
    """The indices of another sampler, so many at once."""

    def __init__(self, sampler: Any, batch_size: int, drop_last: bool) -> None:
        if not _is_count(batch_size):
            raise _invalid("batch_size", "positive integer", batch_size)
        if not isinstance(drop_last, bool):
            raise _invalid("drop_last", "boolean", drop_last)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[Any]:
        indices = iter(self.sampler)
        while batch := taken(indices, self.batch_size, "indices"):
            if self.drop_last and len(batch) < self.batch_size:
                break
            yield batch

    def __len__(self) -> int:
        count = len(self.sampler)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


class DistributedSampler(Sampler):
    """The part of the indices that one of several processes takes, as many as each other."""

    def __init__(
        self,
        dataset: Any,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        if num_replicas is None or rank is None:
            raise op_error(
                ValueError,
                "Default process group has not been initialized, please make sure to call "
                "init_process_group.",
                help="There is one process: give num_replicas=1 and rank=0, or use shuffle=True.",
            )
        if rank >= num_replicas or rank < 0:
            between = f"[0, {num_replicas - 1}]"
            message = f"Invalid rank {rank}, rank should be in the interval {between}"
            raise op_error(ValueError, message)
        self.dataset, self.num_replicas, self.rank = dataset, num_replicas, rank
        self.epoch, self.drop_last, self.shuffle, self.seed = 0, drop_last, shuffle, seed
        count = len(dataset)
        self.num_samples = count // num_replicas if drop_last else -(-count // num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self) -> Iterator[Any]:
        count = len(self.dataset)
        order: Sequence[Any] = range(count)
        if self.shuffle:
            order = permutation(count, Generator().manual_seed(self.seed + self.epoch))
        places = range(self.rank, self.total_size, self.num_replicas)[:count]
        return (order[place % count] for place in places)  # the first ones once more

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Let the order be another one in each epoch."""
        self.epoch = epoch


DistributedSampler.__module__ = "torch.utils.data.distributed"
