import torch
import torch.nn as nn

model = nn.Sequential(
    nn.Conv2d(3, 8, 3),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Conv2d(8, 16, 3),
    nn.Flatten(),
    nn.Linear(16 * 5 * 5, 10),
)
print(model(torch.zeros(1, 3, 16, 16)).shape)
for shape in [(1, 1, 16, 16), (16, 16), (1, 3, 4, 4), (1, 3, 18, 18)]:
    try:
        print(model(torch.zeros(*shape)).shape)
    except RuntimeError as e:
        print(shape, "->", e)
model(torch.zeros(1, 3, 16, 16, dtype=torch.double))
