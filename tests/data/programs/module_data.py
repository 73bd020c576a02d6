import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset, random_split


class Squares(Dataset):
    def __init__(self, n, transform=None):
        self.x = torch.arange(float(n))
        self.transform = transform

    def __len__(self):
        return len(self.x)

    def __getitem__(self, index):
        x = self.x[index]
        if self.transform:
            x = self.transform(x)
        return x, x**2


data = Squares(5, transform=lambda x: x + 1)
print(len(data), data[2])
for x, y in DataLoader(data, batch_size=2):
    print(x, y)
torch.manual_seed(0)
for x, y in DataLoader(data, batch_size=2, shuffle=True, drop_last=True):
    print(x, y)
loader = DataLoader(TensorDataset(torch.arange(6).view(3, 2), torch.arange(3)), batch_size=2)
print(len(loader), len(loader.dataset), [tuple(b.shape for b in batch) for batch in loader])
train, test = random_split(data, [3, 2], generator=torch.Generator().manual_seed(1))
print(len(train), len(test), sorted(train.indices + test.indices), train[0])


def collate(batch):
    return torch.stack([x for x, _ in batch]).sum()


print(list(DataLoader(data, batch_size=3, collate_fn=collate)))


class Broken(Dataset):
    def __len__(self):
        return 3


for batch in DataLoader(Broken()):
    pass
