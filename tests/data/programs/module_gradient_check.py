"""Check the gradients of a module by finite differences, one weight at a time."""
import numpy as np
import torch
import torch.nn as nn


class SoftGate(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.value = nn.Linear(dim, dim)
        self.gate = nn.Linear(dim, dim)

    def forward(self, x):
        return torch.tanh(self.value(x)) * torch.sigmoid(self.gate(x))


def numerical_gradient(f, parameter, eps=1e-6):
    grad = torch.zeros_like(parameter)
    flat, out = parameter.data.view(-1), grad.view(-1)
    for i in range(flat.numel()):
        old = flat[i].item()
        flat[i] = old + eps
        above = f().item()
        flat[i] = old - eps
        below = f().item()
        flat[i] = old
        out[i] = (above - below) / (2 * eps)
    return grad


def relative_error(a, b):
    return ((a - b).abs() / torch.clamp(a.abs() + b.abs(), min=1e-8)).max().item()


if __name__ == "__main__":
    torch.manual_seed(0)
    torch.set_default_dtype(torch.double)
    model = SoftGate(3)
    x = torch.randn(4, 3, requires_grad=True)
    target = torch.randn(4, 3)

    def loss():
        return ((model(x) - target) ** 2).mean()

    loss().backward()
    for name, p in model.named_parameters():
        error = relative_error(p.grad, numerical_gradient(loss, p))
        print(f"{name:14s} error below 1e-6: {error < 1e-6}")
    print("input         ", relative_error(x.grad, numerical_gradient(loss, x)) < 1e-6)
    print(torch.autograd.gradcheck(model, (x,)))
    print(torch.autograd.gradcheck(lambda v: model(v).sum(), (x,), eps=1e-6, atol=1e-4, raise_exception=False))
    print(torch.autograd.gradgradcheck(model, (x,)))

    # the Jacobian and the Hessian of a small module
    layer = nn.Linear(2, 2)
    J = torch.autograd.functional.jacobian(layer, torch.ones(2))
    print(torch.equal(J, layer.weight), np.round(J.detach().numpy().sum(), 4) == round(layer.weight.sum().item(), 4))
    H = torch.autograd.functional.hessian(lambda v: layer(v).pow(2).sum(), torch.ones(2))
    print(torch.allclose(H, 2 * layer.weight.T @ layer.weight))
    torch.autograd.gradcheck(model, (x.detach().float().requires_grad_(),), eps=1e-7)
