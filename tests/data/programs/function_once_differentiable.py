# Sigmoid with a backward that must not be differentiated again.
import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable


class FastSigmoid(Function):
    @staticmethod
    def forward(ctx, x):
        y = 1 / (1 + torch.exp(-x))
        ctx.save_for_backward(y)
        return y

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        y, = ctx.saved_tensors
        return g * y * (1 - y)


x = torch.tensor([-1., 0., 1.], requires_grad=True)
y = FastSigmoid.apply(x)
y.sum().backward()
print(x.grad)
print(torch.allclose(x.grad, torch.sigmoid(x) * (1 - torch.sigmoid(x))))

g, = torch.autograd.grad(FastSigmoid.apply(x).sum(), x, create_graph=True)
print(g.requires_grad)
g.sum().backward()
