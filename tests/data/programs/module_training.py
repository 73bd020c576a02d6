import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Net(nn.Module):
    """A small network."""

    def __init__(self, n_in=3, n_hidden=4):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(n_in, n_hidden)
        self.act = nn.Tanh()
        self.fc2 = nn.Linear(n_hidden, 1)
        self._calls = 0

    def forward(self, x):
        self._calls += 1
        return self.fc2(self.act(self.fc1(x)))


def main():
    torch.manual_seed(0)
    net = Net()
    print(net)
    print(sum(p.numel() for p in net.parameters()), [name for name, _ in net.named_parameters()])
    x = torch.randn(8, 3)
    y = x.sum(1, keepdim=True)
    optimizer = optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    criterion = nn.MSELoss()
    for epoch in range(5):
        optimizer.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
        print(f"{epoch} {loss.item():.5f}")
    print(net._calls, net.training, net.eval().training, net.train().training)
    with torch.no_grad():
        print(net(x[:2]).shape, net.fc1.weight.grad.shape, net.fc2.bias.shape)
    print(isinstance(net, nn.Module), isinstance(net.fc1, nn.Linear), type(net).__name__, net.__class__.__name__)


if __name__ == "__main__":
    main()
