from typing import List, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F


class Expert(nn.Module):
    def __init__(self, dim: int, hidden: int):
        super().__init__()
        self.w1 = nn.Linear(dim, hidden, bias=False)
        self.w2 = nn.Linear(hidden, dim, bias=False)
        self.w3 = nn.Linear(dim, hidden, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class MoE(nn.Module):
    """Each token goes to its top k experts; a second loss balances their load."""

    def __init__(self, dim: int, n_experts: int = 4, top_k: int = 2):
        super().__init__()
        self.gate = nn.Linear(dim, n_experts, bias=False)
        self.experts = nn.ModuleList(Expert(dim, 2 * dim) for _ in range(n_experts))
        self.top_k = top_k
        self.n_experts = n_experts

    def forward(self, x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        logits = self.gate(x)
        weights, chosen = torch.topk(F.softmax(logits, dim=-1), self.top_k, dim=-1)
        weights = weights / weights.sum(dim=-1, keepdim=True)
        out = torch.zeros_like(x)
        load: List[int] = []
        for i, expert in enumerate(self.experts):
            token, nth = torch.where(chosen == i)
            load.append(len(token))
            if len(token) == 0:
                continue
            out[token] += weights[token, nth, None] * expert(x[token])
        self.load = load
        importance = F.softmax(logits, dim=-1).mean(0)
        fraction = F.one_hot(chosen, self.n_experts).float().sum(1).mean(0) / self.top_k
        return out, self.n_experts * (importance * fraction).sum()


torch.manual_seed(0)
moe = MoE(6)
x = torch.randn(10, 6)
target = torch.roll(x, 1, dims=-1)
opt = torch.optim.AdamW(moe.parameters(), lr=1e-2, betas=(0.9, 0.95))
for step in range(6):
    y, aux = moe(x)
    loss = F.mse_loss(y, target) + 0.01 * aux
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    print(f"step {step} loss {loss.item():.4f} aux {aux.item():.4f} tokens {sum(moe.load)}")
print(moe.experts[0])
print(len(moe.experts), [n for n, _ in moe.named_children()])
