import torch
from torch.utils.data import (BatchSampler, ConcatDataset, DataLoader, RandomSampler,
                              SequentialSampler, Subset, TensorDataset, WeightedRandomSampler,
                              random_split)

torch.manual_seed(0)
x = torch.arange(10.).view(10, 1)
y = torch.arange(10) % 2
dataset = TensorDataset(x, y)
print(len(dataset), dataset[3])

for batch_x, batch_y in DataLoader(dataset, batch_size=4):
    print(batch_x.flatten(), batch_y)
for batch_x, batch_y in DataLoader(dataset, batch_size=4, drop_last=True, shuffle=True):
    print(batch_x.flatten(), batch_y)

train, val, test = random_split(dataset, [6, 2, 2], generator=torch.Generator().manual_seed(42))
print(len(train), list(val.indices), [int(a) for a, _ in test])
print([len(part) for part in random_split(dataset, [0.7, 0.3])])

print(list(SequentialSampler(range(4))))
print(list(RandomSampler(range(6), generator=torch.Generator().manual_seed(1))))
print(list(BatchSampler(SequentialSampler(range(7)), batch_size=3, drop_last=False)))
weights = [0.0, 1.0, 3.0]
print(list(WeightedRandomSampler(weights, 8, replacement=True)))
loader = DataLoader(dataset, batch_size=3, sampler=WeightedRandomSampler((y == 1).float(), 6))
print([b.tolist() for _, b in loader])

both = ConcatDataset([dataset, Subset(dataset, [0, 9])])
print(len(both), both[-1])
print(len((dataset + dataset)))

loader = DataLoader(range(5), batch_size=2, shuffle=True, generator=torch.Generator().manual_seed(3))
print(list(loader), len(loader), loader.batch_size)
print(list(DataLoader(["a", "b", "c"], batch_size=2)))
print(next(iter(DataLoader([{"x": 1., "name": "one"}, {"x": 2., "name": "two"}], batch_size=2))))
print(list(DataLoader(dataset, batch_size=None))[0])
try:
    TensorDataset(torch.ones(2), torch.ones(3))
except AssertionError as e:
    print("AssertionError:", e)
try:
    random_split(dataset, [5, 4])
except ValueError as e:
    print("ValueError:", e)
DataLoader(dataset, shuffle=True, sampler=SequentialSampler(dataset))
