# Sentences of different lengths: a collate function and a sampler that puts like with like
import random
from typing import Iterator, List, Tuple

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset, Sampler
from torch.utils.data.dataloader import default_collate


class SentenceDataset(Dataset):
    def __init__(self, n: int = 9, seed: int = 0):
        rng = random.Random(seed)
        self.samples = [
            ([rng.randint(1, 9) for _ in range(rng.randint(1, 6))], i % 3) for i in range(n)
        ]

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, i: int) -> Tuple[torch.Tensor, int]:
        tokens, label = self.samples[i]
        return torch.tensor(tokens), label


def collate(batch):
    sequences, labels = zip(*batch)
    lengths = torch.tensor([len(s) for s in sequences])
    return pad_sequence(sequences, batch_first=True, padding_value=0), lengths, torch.tensor(labels)


class BucketSampler(Sampler[List[int]]):
    """Batches of sentences whose lengths are close."""

    def __init__(self, lengths: List[int], batch_size: int):
        self.lengths = lengths
        self.batch_size = batch_size

    def __iter__(self) -> Iterator[List[int]]:
        order = sorted(range(len(self.lengths)), key=lambda i: self.lengths[i])
        for start in range(0, len(order), self.batch_size):
            yield order[start:start + self.batch_size]

    def __len__(self) -> int:
        return (len(self.lengths) + self.batch_size - 1) // self.batch_size


dataset = SentenceDataset()
torch.manual_seed(1)
for tokens, lengths, labels in DataLoader(dataset, batch_size=4, shuffle=True, collate_fn=collate):
    print(tokens, lengths, labels)

sampler = BucketSampler([len(tokens) for tokens, _ in dataset.samples], 3)
loader = DataLoader(dataset, batch_sampler=sampler, collate_fn=collate)
print(len(loader), [lengths.tolist() for _, lengths, _ in loader])

print(default_collate([(torch.zeros(2), 1), (torch.ones(2), 2)]))
try:
    next(iter(DataLoader([torch.zeros(2), torch.zeros(3)], batch_size=2)))
except RuntimeError as e:
    print(str(e).split(",")[0])
