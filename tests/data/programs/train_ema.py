# Exponential moving average of weights, used for evaluation.
import copy
import torch
from torch import nn


class EMA:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = {}
        self.backup = {}
        for name, param in model.named_parameters():
            if param.requires_grad:
                self.shadow[name] = param.data.clone()

    def update(self, model):
        for name, param in model.named_parameters():
            if param.requires_grad:
                assert name in self.shadow
                new_average = (1.0 - self.decay) * param.data + self.decay * self.shadow[name]
                self.shadow[name] = new_average.clone()

    def apply_shadow(self, model):
        for name, param in model.named_parameters():
            self.backup[name] = param.data
            param.data = self.shadow[name]

    def restore(self, model):
        for name, param in model.named_parameters():
            param.data = self.backup[name]
        self.backup = {}


torch.manual_seed(0)
model = nn.Linear(2, 1)
target_net = copy.deepcopy(model)
for p in target_net.parameters():
    p.requires_grad_(False)
ema = EMA(model, decay=0.8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
x = torch.randn(20, 2)
y = x @ torch.tensor([[2.], [-1.]]) + 0.5

for step in range(8):
    loss = (model(x) - y).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    ema.update(model)
    with torch.no_grad():  # Polyak averaging of a target network
        for p, t in zip(model.parameters(), target_net.parameters()):
            t.mul_(0.9).add_(p, alpha=0.1)

print("model ", model.weight.data, model.bias.data)
weights = model.weight.detach().clone()
ema.apply_shadow(model)
print("shadow", model.weight.data, model.bias.data)
print(f"loss with the average {(model(x) - y).square().mean().item():.4f}, last loss {loss.item():.4f}")
ema.restore(model)
print(torch.equal(model.weight, weights), target_net.weight)
