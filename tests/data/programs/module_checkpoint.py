# Gradient checkpointing: less memory, the same gradients.
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


class Counted(nn.Module):
    calls = 0

    def __init__(self, n):
        super().__init__()
        self.linear = nn.Linear(n, n)

    def forward(self, x):
        Counted.calls += 1
        return torch.tanh(self.linear(x))


torch.manual_seed(0)
model = nn.Sequential(*[Counted(4) for _ in range(4)])
x = torch.randn(2, 4, requires_grad=True)

model(x).sum().backward()
expected = [p.grad.clone() for p in model.parameters()], x.grad.clone()
print("calls:", Counted.calls)

Counted.calls = 0
model.zero_grad()
x.grad = None
h = x
for layer in model:
    h = checkpoint(layer, h, use_reentrant=False)
h.sum().backward()
print("calls with recomputation:", Counted.calls)
print(all(torch.equal(a, p.grad) for a, p in zip(expected[0], model.parameters())), torch.equal(x.grad, expected[1]))

model.zero_grad(set_to_none=False)
print(model[0].linear.bias.grad)
checkpoint_sequential(model, 2, x, use_reentrant=False).sum().backward()
print(all(torch.allclose(a, p.grad) for a, p in zip(expected[0], model.parameters())))
