"""Passes over data that PyTorch, or gradcli in its place, answers with batches."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator
from typing import Any

Point = namedtuple("Point", "x y")


def _squares(torch: Any, count: int = 10) -> Any:
    x = torch.arange(float(count))
    return torch.utils.data.TensorDataset(x, x * x)


def _passes(loader: Any, passes: int = 2) -> list[Any]:
    return [list(loader) for _ in range(passes)]


def _seeded(torch: Any) -> Any:
    return torch.Generator().manual_seed(7)


def _shuffled(torch: Any) -> Any:
    return _passes(torch.utils.data.DataLoader(_squares(torch), batch_size=4, shuffle=True))


def _drop_last(torch: Any) -> Any:
    loader = torch.utils.data.DataLoader(_squares(torch), 4, shuffle=True, drop_last=True)
    return [len(loader), _passes(loader), torch.rand(2)]


def _generator(torch: Any) -> Any:
    options = {"shuffle": True, "generator": _seeded(torch)}
    return [_passes(torch.utils.data.DataLoader(_squares(torch), 3, **options)), torch.rand(2)]


def _interrupted(torch: Any) -> Any:
    loader = torch.utils.data.DataLoader(range(6), 2, shuffle=True)
    first = next(iter(loader))
    return [first, torch.rand(2), next(iter(loader)), list(loader), torch.rand(2)]


def _in_order(torch: Any) -> Any:
    loader = torch.utils.data.DataLoader(list(range(7)), batch_size=3)
    return [len(loader), _passes(loader), torch.rand(2)]


def _one_by_one(torch: Any) -> Any:
    data = [([1, 2.5], "a"), ([3, 4.5], "b")]
    return _passes(torch.utils.data.DataLoader(data, batch_size=None, shuffle=True))


def _nested(torch: Any) -> Any:
    samples = [
        {"p": Point(i, float(i)), "t": torch.tensor([i, i]), "l": [i, "w"], "b": i > 1}
        for i in range(3)
    ]
    (batch,) = torch.utils.data.DataLoader(samples, batch_size=3)
    return [batch, type(batch["p"]).__name__]


def _arrays(torch: Any) -> Any:
    import numpy as np

    samples = [(np.ones(2) * i, np.float32(i), np.int64(i)) for i in range(3)]
    (batch,) = torch.utils.data.DataLoader(samples, batch_size=3)
    return [batch, [str(part.dtype) for part in batch]]


def _collated(torch: Any) -> Any:
    loader = torch.utils.data.DataLoader(range(5), 2, collate_fn=lambda batch: [sum(batch), batch])
    return _passes(loader, 1)


def _parts(torch: Any) -> Any:
    data = torch.utils.data
    parts = data.random_split(_squares(torch), [6, 4])
    shares = data.random_split(range(10), [0.5, 0.3, 0.2], generator=_seeded(torch))
    joined = parts[1] + data.Subset(range(5), [4, 0])
    stacked = data.StackDataset(range(4), a) if (a := [5, 6, 7, 8]) else None
    return [
        [part.indices for part in (*parts, *shares)],
        _passes(data.DataLoader(parts[0], 4, shuffle=True)),
        [joined[i] for i in (0, 4, -1)],
        [len(joined), joined.cumulative_sizes, stacked[2], len(stacked)],
    ]


def _samplers(torch: Any) -> Any:
    data = torch.utils.data
    samplers = [
        data.SequentialSampler(range(4)),
        data.RandomSampler(range(9)),
        data.RandomSampler(range(9), num_samples=20),
        data.RandomSampler(range(9), replacement=True, num_samples=40),
        data.RandomSampler(range(9), generator=_seeded(torch)),
        data.SubsetRandomSampler([3, 5, 7, 9]),
        data.WeightedRandomSampler([0.1, 0.5, 2, 0.3], 12),
        data.WeightedRandomSampler([0.1, 0.5, 2, 0.3], 3, replacement=False),
        data.BatchSampler(data.RandomSampler(range(7)), 3, True),
        data.BatchSampler(data.SequentialSampler(range(7)), 3, False),
    ]
    weighted = data.DataLoader(_squares(torch, 4), 2, sampler=samplers[6])
    batched = data.DataLoader(range(7), batch_sampler=samplers[8])
    return [
        [[len(sampler), list(sampler)] for sampler in samplers],
        _passes(weighted, 1),
        [len(batched), *_passes(batched, 1)],
    ]


def _derived(torch: Any) -> Any:
    data = torch.utils.data

    class Noisy(data.Dataset):  # type: ignore[misc,name-defined]
        def __len__(self) -> int:
            return 5

        def __getitem__(self, index: int) -> Any:
            return index + torch.rand(2)

    class Stream(data.IterableDataset):  # type: ignore[misc,name-defined]
        def __iter__(self) -> Iterator[int]:
            yield from range(5)

    return [
        _passes(data.DataLoader(Noisy(), 2, shuffle=True)),
        _passes(data.DataLoader(Stream(), 2)),
        _passes(data.DataLoader(Stream() + Stream(), 3, drop_last=True), 1),
        _passes(data.DataLoader(Stream(), None), 1),
    ]


LOADINGS: dict[str, Callable[[Any], Any]] = {
    function.__name__.strip("_"): function
    for function in (
        *(_shuffled, _drop_last, _generator, _interrupted, _in_order, _one_by_one, _nested),
        *(_arrays, _collated, _parts, _samplers, _derived),
    )
}


def load(torch: Any, name: str) -> str:
    """Return what a function finds after a seed, as a text."""
    torch.manual_seed(11)
    return repr(LOADINGS[name](torch))
