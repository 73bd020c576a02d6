import math
import numpy as np
import torch
from torch.utils.data import Dataset, DataLoader


class WineDataset(Dataset):

    def __init__(self, transform=None):
        # Initialize data: read from a table here, a file elsewhere
        xy = np.array([
            [1, 14.23, 1.71, 2.43],
            [1, 13.20, 1.78, 2.14],
            [2, 12.37, 0.94, 1.36],
            [2, 12.33, 1.10, 2.28],
            [3, 12.86, 1.35, 2.32],
            [3, 12.88, 2.99, 2.40],
            [3, 13.11, 1.01, 1.70],
        ], dtype=np.float32)
        self.n_samples = xy.shape[0]
        # here the first column is the class label, the rest are the features
        self.x_data = xy[:, 1:]
        self.y_data = xy[:, [0]]
        self.transform = transform

    # support indexing such that dataset[i] can be used to get i-th sample
    def __getitem__(self, index):
        sample = self.x_data[index], self.y_data[index]
        if self.transform:
            sample = self.transform(sample)
        return sample

    # we can call len(dataset) to return the size
    def __len__(self):
        return self.n_samples


class ToTensor:
    # Convert ndarrays to Tensors
    def __call__(self, sample):
        inputs, targets = sample
        return torch.from_numpy(inputs), torch.from_numpy(targets)


class MulTransform:
    # multiply inputs with a given factor
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, sample):
        inputs, targets = sample
        return inputs * self.factor, targets


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, sample):
        for t in self.transforms:
            sample = t(sample)
        return sample


dataset = WineDataset()
features, labels = dataset[0]
print(type(features), features, labels)

dataset = WineDataset(transform=ToTensor())
features, labels = dataset[0]
print(type(features), features, labels)

composed = Compose([ToTensor(), MulTransform(4)])
dataset = WineDataset(transform=composed)
print(dataset[0])

torch.manual_seed(0)
train_loader = DataLoader(dataset=dataset, batch_size=4, shuffle=True, num_workers=0)
dataiter = iter(train_loader)
data = next(dataiter)
features, labels = data
print(features.shape, labels.flatten())

# Dummy Training loop
num_epochs = 2
total_samples = len(dataset)
n_iterations = math.ceil(total_samples/4)
print(total_samples, n_iterations, len(train_loader))
for epoch in range(num_epochs):
    for i, (inputs, labels) in enumerate(train_loader):
        print(f'Epoch: {epoch+1}/{num_epochs}, Step {i+1}/{n_iterations}| Inputs {inputs.shape} | Labels {labels.view(-1).tolist()}')
