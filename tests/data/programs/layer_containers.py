# nn.Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict
from collections import OrderedDict

import torch
import torch.nn as nn

torch.manual_seed(0)

net = nn.Sequential(OrderedDict([
    ('fc1', nn.Linear(2, 3)),
    ('act', nn.ReLU()),
    ('fc2', nn.Linear(3, 1)),
]))
print(net)
print(net.fc1 is net[0], len(net), net[1:])
net.append(nn.Tanh())
net.add_module('last', nn.Identity())
print([name for name, child in net.named_children()])


class Choice(nn.Module):
    def __init__(self):
        super().__init__()
        self.choices = nn.ModuleDict({
            'linear': nn.Linear(2, 2),
            'bilinear': nn.Bilinear(2, 2, 2),
        })
        self.activations = nn.ModuleDict([
            ['lrelu', nn.LeakyReLU()],
            ['prelu', nn.PReLU()],
        ])
        self.layers = nn.ModuleList([nn.Linear(2, 2) for i in range(2)])
        self.params = nn.ParameterList([nn.Parameter(torch.ones(2) * i) for i in range(2)])
        self.table = nn.ParameterDict({'left': nn.Parameter(torch.zeros(1)),
                                       'right': nn.Parameter(torch.ones(2, 2))})

    def forward(self, x, choice, act):
        x = self.choices[choice](x) if choice == 'linear' else self.choices[choice](x, x)
        x = self.activations[act](x)
        # ModuleList can act as an iterable, or be indexed using ints
        for i, l in enumerate(self.layers):
            x = self.layers[i // 2](x) + l(x) + self.params[i]
        return x @ self.table['right'] + self.table['left']


model = Choice()
print(model)
for choice in model.choices:
    print(choice, model(torch.ones(1, 2), choice, 'prelu').detach())
for name, p in model.named_parameters():
    print(name, tuple(p.shape))
print('linear' in model.choices, list(model.table.keys()))
model.layers.append(nn.Linear(2, 2, bias=False))
model.layers.extend([nn.Identity()])
model.params.append(nn.Parameter(torch.zeros(3)))
print(len(model.layers), len(model.params), model.layers[-1])
del model.choices['linear']
print(model.choices)
