import torch
from torch.autograd import Function


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        result, = ctx.saved_tensors
        return grad_output * result


# Use it by calling the apply method:
input = torch.tensor([0., 1., 2.], requires_grad=True)
output = Exp.apply(input)
print(output)
output.backward(torch.ones(3))
print(input.grad)
print(torch.equal(input.grad, input.detach().exp()))

# and once more, through the backward
x = torch.tensor(0.5, requires_grad=True)
y = Exp.apply(x)
for order in range(1, 4):
    y, = torch.autograd.grad(y, x, create_graph=True)
    print(order, y.item(), y.requires_grad)

print(Exp.apply(torch.zeros(2)))
with torch.no_grad():
    print(Exp.apply(input).requires_grad)
