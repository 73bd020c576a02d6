"""MAML on sine waves: the inner loop works on a list of weights."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call


class SineModel(nn.Module):
    def __init__(self, hidden: int = 10):
        super().__init__()
        self.l1 = nn.Linear(1, hidden)
        self.l2 = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.l2(torch.tanh(self.l1(x)))


def sample_task():
    amplitude = torch.rand(()) * 4.9 + 0.1
    phase = torch.rand(()) * 3.14159

    def draw(k):
        x = torch.rand(k, 1) * 10 - 5
        return x, amplitude * torch.sin(x + phase)
    return draw


def adapt(model, params, x, y, lr=0.01, steps=2, first_order=False):
    for _ in range(steps):
        loss = F.mse_loss(functional_call(model, params, (x,)), y)
        grads = torch.autograd.grad(loss, tuple(params.values()), create_graph=not first_order)
        params = {name: p - lr * g for (name, p), g in zip(params.items(), grads)}
    return params


def meta_step(model, optimizer, n_tasks=4, **options):
    meta_loss = 0.
    for _ in range(n_tasks):
        task = sample_task()
        fast = adapt(model, dict(model.named_parameters()), *task(10), **options)
        x, y = task(10)
        meta_loss = meta_loss + F.mse_loss(functional_call(model, fast, (x,)), y)
    optimizer.zero_grad()
    (meta_loss / n_tasks).backward()
    optimizer.step()
    return meta_loss.item() / n_tasks


def main():
    for first_order in (False, True):
        torch.manual_seed(0)
        model = SineModel()
        optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
        losses = [meta_step(model, optimizer, first_order=first_order) for _ in range(4)]
        print("first order" if first_order else "full", [f"{l:.3f}" for l in losses])
    gradient = model.l1.weight.grad
    print(gradient.shape, gradient.requires_grad)


if __name__ == '__main__':
    main()
