import torch, math
from torch import nn, optim
# REINFORCE on a bandit, and an actor-critic chain, as in a course
torch.manual_seed(0)
class Env:
    """A corridor of n cells."""
    def __init__(self, n=6): self.n = n; self.reset()
    def reset(self):
        self.s = 0
        return self.obs()
    def obs(self): return nn.functional.one_hot(torch.tensor(self.s), self.n).float()
    def step(self, a: int) -> tuple[torch.Tensor, float, bool]:
        self.s = max(0, min(self.n - 1, self.s + (1 if a else -1)))
        done = self.s == self.n - 1
        return self.obs(), 1.0 if done else -0.05, done
env = Env()
pi = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
vf = nn.Linear(6, 1)
opt = optim.Adam([{"params": pi.parameters()}, {"params": vf.parameters(), "lr": 1e-2}], lr=3e-3)
for ep in range(8):
    s, logps, rs, vs = env.reset(), [], [], []
    for t in range(20):
        logits = pi(s)
        p = torch.softmax(logits, -1)
        a = torch.multinomial(p, 1).item()
        logps.append(torch.log_softmax(logits, -1)[a]); vs.append(vf(s).squeeze(-1))
        s, r, done = env.step(a); rs.append(r)
        if done: break
    R, G = 0.0, []
    for r in reversed(rs): G.insert(0, R := r + 0.95 * R)
    G = torch.tensor(G); V = torch.stack(vs)
    adv = (G - V).detach()
    loss = -(torch.stack(logps) * adv).mean() + nn.functional.smooth_l1_loss(V, G)
    opt.zero_grad(); loss.backward(); opt.step()
    print(ep, t + 1, f"{sum(rs):+.2f} {loss.item():.5f}")
print([round(v, 4) for v in pi(env.reset()).tolist()], opt.param_groups[1]["lr"])
print(opt)
