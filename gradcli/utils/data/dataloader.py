"""The loader, which takes batches of samples out of a dataset.

Everything is done in this process, when a batch is asked for, whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from types import GenericAlias
from typing import Any

from gradcli.core.shown import Shown
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.utils.data.collating import default_collate, default_convert
from gradcli.utils.data.dataset import IterableDataset, Subset, TensorDataset
from gradcli.utils.data.drawing import random_seed
from gradcli.utils.data.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    taken,
)

__all__ = ["DataLoader", "default_collate", "get_worker_info"]

_FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")


def get_worker_info() -> None:
    """Return None, which says that this process is no worker of a loader."""


class _Endless(Sampler):
    """The sampler of what has no indices."""

    def __iter__(self) -> Iterator[Any]:
        return repeat(None)


class DataLoader(Shown):
    """Batches of a dataset's samples; every ``for`` over it is a pass, shuffled anew."""

    __module__ = "torch.utils.data.dataloader"
    __class_getitem__: Any = classmethod(GenericAlias)
    _initialized = False

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Any = None,
        batch_sampler: Any = None,
        num_workers: int = 0,
        collate_fn: Any = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Any = None,
        multiprocessing_context: Any = None,
        generator: Any = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        iterable = isinstance(dataset, IterableDataset)
        if iterable:
            _check_iterable(shuffle=shuffle, sampler=sampler, batch_sampler=batch_sampler)
        _check_order(batch_size, shuffle, sampler, batch_sampler, drop_last)
        if batch_sampler is not None:
            batch_size = None
        if sampler is None:
            random = RandomSampler(dataset, generator=generator) if shuffle else None
            sampler = _Endless() if iterable else random or SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        default = default_convert if batch_sampler is None else default_collate
        self.collate_fn = default if collate_fn is None else collate_fn
        self.persistent_workers = persistent_workers
        self._initialized = True

    def __setattr__(self, attr: str, val: Any) -> None:
        if self._initialized and attr in _FIXED:
            raise op_error(
                ValueError,
                f"{attr} attribute should not be set after {type(self).__name__} is initialized",
            )
        super().__setattr__(attr, val)

    def __iter__(self) -> Batches:
        return Batches(self)

    def __len__(self) -> int:
        if not isinstance(self.dataset, IterableDataset):
            return len(self.sampler if self.batch_sampler is None else self.batch_sampler)
        count = len(self.dataset)  # type: ignore[arg-type]
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


class Batches(Shown):
    """One pass over a loader's data."""

    __module__ = DataLoader.__module__
    __qualname__ = "_SingleProcessDataLoaderIter"

    def __init__(self, loader: DataLoader) -> None:
        self.loader = loader
        if loader.pin_memory:
            warn(
                "'pin_memory' argument is set as true but no accelerator is found, then device "
                "pinned memory won't be used."
            )
        batched = loader.batch_sampler is not None
        self._indices = iter(loader.batch_sampler if batched else loader.sampler)
        random_seed(loader.generator)  # what PyTorch's workers would start from
        self._samples = (
            iter(loader.dataset) if isinstance(loader.dataset, IterableDataset) else None
        )

    def __iter__(self) -> Batches:
        return self

    def __len__(self) -> int:
        loader = self.loader
        return len(loader.sampler if loader.batch_sampler is None else loader.batch_sampler)

    def __next__(self) -> Any:
        loader, batched = self.loader, self.loader.batch_sampler is not None
        if self._samples is not None:
            return loader.collate_fn(self._following() if batched else next(self._samples))
        index = next(self._indices)
        if not batched:
            return loader.collate_fn(loader.dataset[index])
        if loader.collate_fn is default_collate:
            together = _together(loader.dataset, index)
            if together is not None:
                return together
        return loader.collate_fn(_several(loader.dataset, index))

    def _following(self) -> list[Any]:
        """Return the next samples of what has no indices; there may be fewer at the end."""
        assert self._samples is not None
        samples = taken(self._samples, self.loader.batch_size, "samples")
        if not samples or (self.loader.drop_last and len(samples) < (self.loader.batch_size or 0)):
            raise StopIteration
        return samples


def _several(dataset: Any, indices: list[Any]) -> Any:
    """Return samples, by one call if the dataset has one for that."""
    if getattr(dataset, "__getitems__", None):
        return dataset.__getitems__(indices)
    return [dataset[index] for index in indices]


def _together(dataset: Any, indices: list[Any]) -> list[Any] | None:
    """Return a batch of tensors taken out at once; None where each sample has to be asked for."""
    while type(dataset) is Subset:
        dataset, indices = dataset.dataset, [dataset.indices[index] for index in indices]
    if type(dataset) is not TensorDataset or any(type(index) is not int for index in indices):
        return None
    if any(tensor.requires_grad for tensor in dataset.tensors):
        return None  # whose graph shows how it was put together
    return [tensor[indices] for tensor in dataset.tensors]


def _check_iterable(**options: Any) -> None:
    """Refuse an order for samples that have no indices."""
    for name, value in options.items():
        if value is not None and not (name == "shuffle" and value is False):
            raise op_error(
                ValueError,
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                f"{name}={value}",
            )


def _check_order(
    batch_size: int | None, shuffle: bool | None, sampler: Any, batch_sampler: Any, drop_last: bool
) -> None:
    """Refuse options of which each says another order."""
    if sampler is not None and shuffle:
        raise op_error(ValueError, "sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None:
        if batch_size != 1 or shuffle or sampler is not None or drop_last:
            raise op_error(
                ValueError,
                "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
                "drop_last",
            )
    elif batch_size is None and drop_last:
        raise op_error(
            ValueError,
            "batch_size=None option disables auto-batching and is mutually exclusive with "
            "drop_last",
        )


def _check_workers(
    num_workers: int, timeout: float, prefetch_factor: int | None, persistent_workers: bool
) -> None:
    """Refuse what PyTorch refuses of the workers that there are none of."""
    message = None
    if num_workers < 0:
        message = (
            "num_workers option should be non-negative; use num_workers=0 to disable "
            "multiprocessing."
        )
    elif timeout < 0:
        message = "timeout option should be non-negative"
    elif num_workers == 0 and prefetch_factor is not None:
        message = (
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 "
            "to enable multiprocessing, otherwise set prefetch_factor to None."
        )
    elif prefetch_factor is not None and prefetch_factor < 0:
        message = "prefetch_factor option should be non-negative"
    elif persistent_workers and num_workers == 0:
        message = "persistent_workers option needs num_workers > 0"
    if message is not None:
        raise op_error(ValueError, message)
