import torch


class Increment(torch.autograd.Function):
    """Adds one in place."""

    @staticmethod
    def forward(ctx, x):
        x_npy = x.detach()  # shares its memory
        x_npy += 1
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output


class Scale_(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        ctx.mark_dirty(x)
        return x.mul_(factor)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor, None


a = torch.tensor([1., 2.], requires_grad=True)
b = a * 2
print(b, b._version)
c = Increment.apply(b)
print(c is b, b, b._version)
d = Scale_.apply(b, 10.)
print(b._version, d)
d.sum().backward()
print(a.grad)

leaf = torch.ones(2, requires_grad=True)
Increment.apply(leaf)
