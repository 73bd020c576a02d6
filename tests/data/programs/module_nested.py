from collections import OrderedDict

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, size, scale=1.0):
        super().__init__()
        self.linear = nn.Linear(size, size, bias=False)
        self.norm = nn.LayerNorm(size)
        self.scale = scale

    def forward(self, x):
        return x + self.scale * self.norm(self.linear(x))

    def extra_repr(self):
        return f"scale={self.scale}"


class Stack(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.blocks = nn.ModuleList([Block(size, 1 / (i + 1)) for i in range(depth)])
        self.heads = nn.ModuleDict({"a": nn.Linear(size, 1), "b": nn.Linear(size, 2)})
        self.weight = nn.Parameter(torch.ones(size))
        self.register_buffer("seen", torch.zeros(1))

    def forward(self, x, head="a"):
        self.seen += 1
        for i, block in enumerate(self.blocks):
            x = block(x * self.weight)
        return self.heads[head](x)


torch.manual_seed(1)
model = Stack(3, 2)
print(model)
for name, parameter in model.named_parameters():
    print(name, tuple(parameter.shape), parameter.requires_grad)
print([name for name, _ in model.named_modules()], [name for name, _ in model.named_children()])
print(len(model.blocks), model.blocks[1].scale, list(model.heads.keys()), model.seen)
out = model(torch.ones(2, 3), head="b")
print(out.shape, model.seen)
state = model.state_dict()
print(list(state)[:4], len(state))
other = Stack(3, 2)
print(other.load_state_dict(state))
print(torch.equal(other(torch.ones(1, 3)), model(torch.ones(1, 3))))


def init(module):
    if isinstance(module, nn.Linear):
        nn.init.constant_(module.weight, 0.25)
        if module.bias is not None:
            nn.init.zeros_(module.bias)


model.apply(init)
print(model.heads["a"].weight, model.blocks[0].linear.weight.sum().item())
seq = nn.Sequential(OrderedDict([("one", nn.Linear(2, 2)), ("act", nn.ReLU()), ("block", Block(2))]))
print(seq, seq[0].in_features, seq.one.out_features, len(seq))
for layer in seq:
    print(type(layer).__name__)
for p in seq.parameters():
    p.requires_grad_(False)
print([p.requires_grad for p in seq.parameters()])
seq.two = nn.Identity()
del seq.act
print(seq)
model.double()
print(model.weight.dtype, model.seen.dtype)
