"""Quantisation-aware training with a learned step (LSQ): gradients for input and scale."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function


class FakeQuantize(Function):
    @staticmethod
    def forward(ctx, x, scale, qmin, qmax):
        q = x / scale
        ctx.save_for_backward(q)
        ctx.range = qmin, qmax
        return q.clamp(qmin, qmax).round() * scale

    @staticmethod
    def backward(ctx, grad):
        (q,) = ctx.saved_tensors
        qmin, qmax = ctx.range
        inside = (q >= qmin) & (q <= qmax)
        grad_x = grad * inside
        d_scale = torch.where(inside, q.round() - q, q.clamp(qmin, qmax))
        return grad_x, (grad * d_scale).sum().reshape(1), None, None


class QuantLinear(nn.Linear):
    def __init__(self, in_features, out_features, bits=3, **kwargs):
        super().__init__(in_features, out_features, **kwargs)
        self.bits = bits
        self.scale = nn.Parameter(self.weight.detach().abs().mean().reshape(1))

    @property
    def levels(self):
        return -2 ** (self.bits - 1), 2 ** (self.bits - 1) - 1

    def quantized(self):
        return FakeQuantize.apply(self.weight, self.scale, *self.levels)

    def forward(self, x):
        return F.linear(x, self.quantized(), self.bias)

    def extra_repr(self):
        return super().extra_repr() + f", bits={self.bits}"


torch.manual_seed(0)
x = torch.tensor([-3.0, -0.4, 0.26, 0.9, 5.0], requires_grad=True)
scale = torch.tensor([0.5], requires_grad=True)
y = FakeQuantize.apply(x, scale, -4, 3)
print(y)
y.sum().backward()
print(x.grad, scale.grad)

model = nn.Sequential(QuantLinear(4, 8), nn.ReLU(), QuantLinear(8, 1, bits=4, bias=False))
print(model)
data = torch.randn(32, 4)
target = data.abs().sum(1, keepdim=True)
opt = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(9):
    loss = F.mse_loss(model(data), target)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 4 == 0:
        print(f"step {step} loss {loss.item():.3f}")
print("levels used:", len(model[0].quantized().unique()) <= 8, model[0].levels)
