import torch
from torch import nn


class LinearFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias=None):
        ctx.save_for_backward(input, weight, bias)
        output = input.mm(weight.t())
        if bias is not None:
            output += bias.unsqueeze(0).expand_as(output)
        return output

    @staticmethod
    def backward(ctx, grad_output):
        input, weight, bias = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad_output.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t().mm(input)
        if bias is not None and ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum(0)
        return grad_input, grad_weight, grad_bias


class Linear(nn.Module):
    def __init__(self, input_features, output_features, bias=True):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(output_features, input_features))
        if bias:
            self.bias = nn.Parameter(torch.empty(output_features))
        else:
            self.register_parameter("bias", None)
        nn.init.uniform_(self.weight, -0.1, 0.1)
        if self.bias is not None:
            nn.init.uniform_(self.bias, -0.1, 0.1)

    def forward(self, input):
        return LinearFunction.apply(input, self.weight, self.bias)

    def extra_repr(self):
        return "input_features={}, bias={}".format(self.weight.shape[1], self.bias is not None)


torch.manual_seed(0)
layer = Linear(3, 2)
print(layer)
x = torch.randn(4, 3, requires_grad=True)
out = layer(x)
print(out.grad_fn)
out.pow(2).sum().backward()
print(layer.weight.grad, layer.bias.grad, x.grad.shape)
double = torch.randn(2, 3, dtype=torch.double, requires_grad=True), torch.randn(2, 3, dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(LinearFunction.apply, double))


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(x, k):
        return x * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.k = inputs[1]

    @staticmethod
    def backward(ctx, g):
        return g * ctx.k, None


y = torch.ones(2, requires_grad=True)
Scale.apply(y, 5).sum().backward()
print(y.grad, Scale.apply(y, 2))


class Forgetful(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return None


z = torch.ones(2, requires_grad=True)
Forgetful.apply(z).sum().backward()
print(z.grad)


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g


Wrong.apply(z, z).sum().backward()
