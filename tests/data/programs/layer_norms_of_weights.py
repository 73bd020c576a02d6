# Weight normalisation and spectral normalisation
import torch
import torch.nn as nn
from torch.nn.utils import remove_weight_norm, spectral_norm, weight_norm

torch.manual_seed(0)

m = weight_norm(nn.Linear(4, 2), name='weight')
print(m)
print(m.weight_g.size(), m.weight_v.size())
print([name for name, _ in m.named_parameters()])
x = torch.randn(3, 4)
before = m(x)
with torch.no_grad():
    m.weight_g *= 2
print(torch.allclose(m(x) - m.bias, 2 * (before - m.bias), atol=1e-6))
print(torch.allclose(m.weight.norm(dim=1, keepdim=True), m.weight_g))
m(x).sum().backward()
print(m.weight_g.grad, m.weight_v.grad.shape)
# lengths do not change the output, so gradients are at right angles to v
print((m.weight_v.grad * m.weight_v).sum(1).abs() < 1e-5)
remove_weight_norm(m)
print([name for name, _ in m.named_parameters()])

s = spectral_norm(nn.Linear(5, 4))
for _ in range(30):
    s(torch.zeros(1, 5))
print("largest singular value %.3f" % torch.linalg.matrix_norm(s.weight, 2).item())
print(sorted(s.state_dict()))
