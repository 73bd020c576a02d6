import torch
from torch import nn

net = nn.LazyLinear(1)
print(net.weight.data.normal_(0, 0.01).shape, net.bias.data.fill_(0), type(net.weight.data))
torch.manual_seed(0)
print(net(torch.ones(2, 3)).shape, net.weight.shape, net.weight.data.shape)
try:
    nn.LazyLinear(2).weight + 1
except ValueError as error:
    print("refused")
