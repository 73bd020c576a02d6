"""RealNVP in two dimensions: affine couplings, exact likelihood, exact inverse."""
import math

import torch
from torch import nn


class AffineCoupling(nn.Module):
    def __init__(self, mask: torch.Tensor, hidden: int = 8):
        super().__init__()
        self.register_buffer("mask", mask)
        self.s = nn.Sequential(nn.Linear(2, hidden), nn.LeakyReLU(), nn.Linear(hidden, 2), nn.Tanh())
        self.t = nn.Sequential(nn.Linear(2, hidden), nn.LeakyReLU(), nn.Linear(hidden, 2))

    def forward(self, x):
        kept = x * self.mask
        s, t = self.s(kept) * (1 - self.mask), self.t(kept) * (1 - self.mask)
        return kept + (1 - self.mask) * (x * torch.exp(s) + t), s.sum(dim=1)

    def inverse(self, z):
        kept = z * self.mask
        s, t = self.s(kept) * (1 - self.mask), self.t(kept) * (1 - self.mask)
        return kept + (1 - self.mask) * (z - t) * torch.exp(-s)


class Flow(nn.Module):
    def __init__(self, layers: int = 4):
        super().__init__()
        masks = torch.tensor([[0., 1.], [1., 0.]] * (layers // 2))
        self.couplings = nn.ModuleList(AffineCoupling(m) for m in masks)

    def log_prob(self, x):
        total = torch.zeros(len(x))
        for coupling in self.couplings:
            x, log_det = coupling(x)
            total += log_det
        normal = -0.5 * x.pow(2).sum(1) - math.log(2 * math.pi)
        return normal + total, x

    @torch.no_grad()
    def sample(self, n):
        z = torch.randn(n, 2)
        for coupling in reversed(self.couplings):
            z = coupling.inverse(z)
        return z


torch.manual_seed(0)
angle = torch.rand(64) * math.pi
data = torch.stack([angle.cos(), angle.sin()], dim=1) + 0.1 * torch.randn(64, 2)
flow = Flow()
print(flow.couplings[0])
print(sorted(flow.state_dict())[:3], flow.couplings[1].mask)
optimizer = torch.optim.Adam(flow.parameters(), lr=5e-3)
for step in range(1, 16):
    nll = -flow.log_prob(data)[0].mean()
    optimizer.zero_grad()
    nll.backward()
    optimizer.step()
    if step % 5 == 0:
        print("step %d nll %.4f" % (step, nll))
_, z = flow.log_prob(data[:4])
for coupling in reversed(flow.couplings):
    z = coupling.inverse(z)
print("inverse error below 1e-5:", bool((z - data[:4]).abs().max() < 1e-5))
print(flow.sample(3).shape)
