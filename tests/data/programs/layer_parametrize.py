# Parametrisations: symmetric and normalised weights
import torch
import torch.nn as nn
from torch.nn.utils.parametrizations import weight_norm
import torch.nn.utils.parametrize as parametrize

torch.manual_seed(0)


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


layer = nn.Linear(3, 3)
parametrize.register_parametrization(layer, "weight", Symmetric())
A = layer.weight
print(torch.allclose(A, A.T))  # A is symmetric
print(parametrize.is_parametrized(layer), layer.parametrizations.weight.original.shape)
print(layer)
parametrize.remove_parametrizations(layer, "weight")
print(layer, [n for n, _ in layer.named_parameters()])

m = weight_norm(nn.Linear(4, 2), name='weight')
print(m.parametrizations.weight.original0.size(), m.parametrizations.weight.original1.size())
print([name for name, _ in m.named_parameters()])
m(torch.ones(3, 4)).sum().backward()
print(m.parametrizations.weight.original0.grad.shape)
