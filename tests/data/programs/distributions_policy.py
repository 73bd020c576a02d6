import torch
from torch import nn
from torch.distributions import Distribution, Normal
class Mixture(Distribution):
    def __init__(self, w, parts):
        self.w, self.parts = w, parts
        super().__init__(batch_shape=torch.Size([]), validate_args=False)
    def log_prob(self, x):
        return torch.logsumexp(torch.stack([p.log_prob(x) + w.log() for p, w in zip(self.parts, self.w)]), 0)
    def sample(self, n=()):
        k = torch.multinomial(self.w, 1).item()
        return self.parts[k].sample(n)
torch.manual_seed(1)
m = Mixture(torch.tensor([.3, .7]), [Normal(-1., .5), Normal(2., 1.)])
print(m.log_prob(torch.tensor([0., 1.])), m.sample((2,)), isinstance(m, Distribution), m.batch_shape)
class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(3, 2); self.log_std = nn.Parameter(torch.zeros(2))
    def forward(self, s): return Normal(self.mu(s), self.log_std.exp())
p = Policy(); s = torch.randn(4, 3)
d = p(s); a = d.sample(); loss = -(d.log_prob(a).sum(-1) * torch.randn(4)).mean() - 0.01 * d.entropy().mean()
loss.backward(); print(loss, p.log_std.grad, p.mu.bias.grad)
try: m.cdf(torch.tensor(1.))
except NotImplementedError as e: print("NotImplementedError", e)
