# Domain-adversarial training: a layer that is the identity forward and turns gradients round.
import torch
import torch.nn as nn
import torch.nn.functional as F


class GradReverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lambd):
        ctx.lambd = lambd
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg() * ctx.lambd, None


def grad_reverse(x, lambd=1.0):
    return GradReverse.apply(x, lambd)


class DANN(nn.Module):
    def __init__(self):
        super().__init__()
        self.feature = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
        self.label = nn.Linear(6, 2)
        self.domain = nn.Linear(6, 2)

    def forward(self, x, alpha):
        f = self.feature(x)
        return self.label(f), self.domain(grad_reverse(f, alpha))


torch.manual_seed(3)
net = DANN()
x = torch.randn(6, 4)
labels = torch.tensor([0, 1, 0, 1, 1, 0])
domains = torch.tensor([0, 0, 0, 1, 1, 1])

weight = net.feature[0].weight
grads = []
for alpha in (0.0, 1.0, -1.0):
    net.zero_grad()
    _, d = net(x, alpha)
    F.cross_entropy(d, domains).backward()
    grads.append(weight.grad.clone())
print("alpha 0 stops the gradient:", grads[0].abs().sum().item())
print("opposite:", torch.allclose(grads[1], -grads[2]))

opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for step in range(5):
    opt.zero_grad()
    y, d = net(x, alpha=0.3)
    loss_y, loss_d = F.cross_entropy(y, labels), F.cross_entropy(d, domains)
    (loss_y + loss_d).backward()
    opt.step()
    print(f"step {step}: label {loss_y.item():.4f} domain {loss_d.item():.4f}")
