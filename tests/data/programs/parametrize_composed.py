import torch, torch.nn as nn
import torch.nn.utils.parametrize as P
torch.manual_seed(0)
class Skew(nn.Module):
    def forward(self, X):
        A = X.triu(1)
        return A - A.transpose(-1, -2)
    def right_inverse(self, A):
        return A.triu(1)
class MatrixExponential(nn.Module):
    def forward(self, A):
        return torch.matrix_exp(A)
class Cayley(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("Id", torch.eye(n))
    def forward(self, X):
        return torch.linalg.solve(self.Id - X, self.Id + X)
layer = nn.Linear(3, 3)
P.register_parametrization(layer, "weight", Skew())
P.register_parametrization(layer, "weight", Cayley(3))
X = layer.weight
print(torch.dist(X.T @ X, torch.eye(3)) < 1e-5)
print(layer)
print(list(layer.state_dict()))
for n, m in layer.named_modules(): print(n, type(m).__name__)
print(len(layer.parametrizations.weight), layer.parametrizations["weight"][1])
net = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
P.register_parametrization(net[0], "weight", Skew())
P.register_parametrization(net[1], "running_mean", nn.Tanh())
print(net)
net[0].weight = torch.tensor([[0., 1, 2], [-1, 0, 3], [-2, -3, 0]])
print(net[0].weight)
print(net[0].parametrizations.weight.original)
with P.cached():
    a = net[0].weight
    b = net[0].weight
    print(a is b)
    net(torch.randn(4, 3)).sum().backward()
print(net[0].weight is net[0].weight)
import copy
c = copy.deepcopy(net)
print(c, torch.equal(c[0].weight, net[0].weight), c[0].parametrizations.weight.original is net[0].parametrizations.weight.original)
print(c.load_state_dict(net.state_dict()))
print(type(c[0]), sum(p.numel() for p in net.parameters()))
opt = torch.optim.SGD(c.parameters(), lr=0.1)
c(torch.randn(4, 3)).pow(2).sum().backward(); opt.step(); print(c[0].weight)
P.remove_parametrizations(net[0], "weight")
print(net, net[0].weight)
