"""Gradient accumulation: four small batches make the step of a large one."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    model = nn.Linear(5, 3)
    twin = copy.deepcopy(model)
    x = torch.randn(32, 5)
    y = torch.randint(0, 3, (32,))

    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    F.cross_entropy(model(x), y).backward()
    optimizer.step()

    accumulation_steps = 4
    optimizer2 = torch.optim.SGD(twin.parameters(), lr=0.1)
    optimizer2.zero_grad()
    for i, (inputs, labels) in enumerate(zip(x.chunk(4), y.chunk(4))):
        loss = F.cross_entropy(twin(inputs), labels)
        loss = loss / accumulation_steps          # normalize our loss (if averaged)
        loss.backward()                           # backward pass
        print(f"micro batch {i}: loss {loss.item() * accumulation_steps:.4f}, "
              f"|grad| {twin.weight.grad.norm().item():.4f}")
        if (i + 1) % accumulation_steps == 0:     # wait for several backward steps
            optimizer2.step()
            optimizer2.zero_grad()
    for (name, a), b in zip(model.named_parameters(), twin.parameters()):
        print(name, torch.allclose(a, b, atol=1e-6))
    print(twin.weight.grad, model.weight.grad is not None)


main()
