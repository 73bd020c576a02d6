import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)
        self.scale = 2.0

    def forward(self, x):
        return self.activation(self.linear(x)) * self.scale


encoder = Encoder()
print(encoder.scale, encoder.linear.bias.shape, hasattr(encoder, "activation"))
print(getattr(encoder, "activation", None))
for name in ("weight", "linear.weight"):
    try:
        print(getattr(encoder, name))
    except AttributeError as e:
        print(e)
encoder(torch.ones(1, 3))
