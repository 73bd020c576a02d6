import torch, torch.nn as nn
import torch.nn.utils.parametrize as P
torch.manual_seed(0)
class RankOne(nn.Module):
    def forward(self, x, y):
        return x.unsqueeze(-1) @ y.unsqueeze(-2)
    def right_inverse(self, Z):
        U, S, Vh = torch.linalg.svd(Z, full_matrices=False)
        s0_sqrt = S[0].sqrt().unsqueeze(-1)
        return U[..., :, 0] * s0_sqrt, Vh[..., 0, :] * s0_sqrt
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)
        self.w = nn.Parameter(torch.arange(6.).view(2, 3))
        self.register_buffer("b", torch.ones(2))
    def forward(self, x): return self.l(x) @ self.w + self.b.sum()
class Double(nn.Module):
    def forward(self, x): return 2 * x
    def right_inverse(self, x): return x / 2
n = Net()
P.register_parametrization(n.l, "weight", RankOne())
P.register_parametrization(n, "w", Double())
P.register_parametrization(n, "w", Double())
P.register_parametrization(n, "b", Double())
print(n)
print(type(n), type(n).__name__, isinstance(n, Net), P.type_before_parametrizations(n).__name__, P.is_parametrized(n))
print(torch.linalg.matrix_rank(n.l.weight).item(), n.l.parametrizations.weight.ntensors, n.l.parametrizations.weight.is_tensor, n.l.parametrizations.weight.unsafe)
for k, v in n.state_dict().items(): print(k, v.shape)
print(n.w, n.parametrizations.w.original, n.b)
n.w = torch.ones(2, 3)
print(n.w, n.parametrizations.w.original)
n.b = torch.full((2,), 3.)
print(n.b, [k for k, _ in n.named_buffers()])
print(n(torch.ones(1, 3)).shape)
n.l.weight = torch.outer(torch.ones(2), torch.ones(3))
print(n.l.weight, n.l.parametrizations.weight.original0)
P.remove_parametrizations(n, "w"); P.remove_parametrizations(n, "b")
print(n, type(n))
for bad in (lambda: P.remove_parametrizations(n, "w"), lambda: P.remove_parametrizations(n.l, "weight", leave_parametrized=False), lambda: P.register_parametrization(n, "x", Double()),
  lambda: setattr(n.l, "weight", torch.ones(2, 3, dtype=torch.float64))):
    try: bad()
    except (ValueError, RuntimeError) as e: print(type(e).__name__, e)
P.remove_parametrizations(n.l, "weight"); print(n.l, n.l.weight)
