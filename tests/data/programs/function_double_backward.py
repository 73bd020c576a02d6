"""Sinh with a backward written so that it can be differentiated: intermediate results are outputs."""
import torch
from torch.autograd import gradcheck, gradgradcheck


class Sinh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        expx = torch.exp(x)
        expnegx = torch.exp(-x)
        ctx.save_for_backward(expx, expnegx)
        # In order to be able to save the intermediate results, a trick is to
        # include them as our outputs, so that the backward graph is constructed
        return (expx - expnegx) / 2, expx, expnegx

    @staticmethod
    def backward(ctx, grad_out, _grad_out_exp, _grad_out_negexp):
        expx, expnegx = ctx.saved_tensors
        grad_input = grad_out * (expx + expnegx) / 2
        # We cannot skip accumulating these even though we won't use the outputs
        grad_input += _grad_out_exp * expx
        grad_input -= _grad_out_negexp * expnegx
        return grad_input


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad_out):
        x, = ctx.saved_tensors
        return CubeBackward.apply(grad_out, x)


class CubeBackward(torch.autograd.Function):
    @staticmethod
    def forward(ctx, grad_out, x):
        ctx.save_for_backward(x, grad_out)
        return grad_out * 3 * x ** 2

    @staticmethod
    def backward(ctx, grad_grad_out):
        x, grad_out = ctx.saved_tensors
        return grad_grad_out * 3 * x ** 2, grad_grad_out * grad_out * 6 * x


def sinh(x):
    # Create a wrapper that only returns the first output
    return Sinh.apply(x)[0]


torch.manual_seed(0)
x = torch.rand(3, 3, requires_grad=True, dtype=torch.double)
print(gradcheck(sinh, x), gradgradcheck(sinh, x))
print(gradcheck(Cube.apply, x), gradgradcheck(Cube.apply, x))

t = torch.tensor(2.0, requires_grad=True)
out = Cube.apply(t)
first, = torch.autograd.grad(out, t, create_graph=True)
second, = torch.autograd.grad(first, t, create_graph=True)
print(out.item(), first.item(), second.item())
print(first.grad_fn.name(), second.grad_fn.name())
