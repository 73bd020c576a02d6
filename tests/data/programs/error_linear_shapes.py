import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(784, 32)
        self.fc2 = nn.Linear(64, 10)  # should be 32

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        print("after fc1:", x.shape)
        return self.fc2(x)


torch.manual_seed(0)
net = Net()
images = torch.randn(8, 1, 28, 28)
print(net)
output = net(images.view(-1, 784))
print(output.shape)
