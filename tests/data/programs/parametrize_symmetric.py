import torch, torch.nn as nn
import torch.nn.utils.parametrize as parametrize
torch.manual_seed(0)
class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)
layer = nn.Linear(3, 3)
print(f"Unparametrized:\n{layer}")
before = layer.weight.clone()
parametrize.register_parametrization(layer, "weight", Symmetric())
print(layer)
A = layer.weight
print(torch.allclose(A, A.T), A)
print(layer.parametrizations.weight.original)
print(layer.parametrizations, layer.parametrizations.weight[0])
print([n for n, p in layer.named_parameters()], list(layer.state_dict()))
print(type(layer).__name__, type(layer), layer.__class__, isinstance(layer, nn.Linear))
print(parametrize.is_parametrized(layer), parametrize.is_parametrized(layer, "weight"), parametrize.is_parametrized(layer, "bias"))
print(parametrize.type_before_parametrizations(layer))
layer(torch.ones(2, 3)).sum().backward()
print(layer.parametrizations.weight.original.grad)
try:
    layer.weight = torch.eye(3)
except RuntimeError as e:
    print(e)
parametrize.remove_parametrizations(layer, "weight", leave_parametrized=False)
print(layer, type(layer), torch.equal(layer.weight, before), [n for n, p in layer.named_parameters()])
