# What is given to a loss where its settings go, and losses of what is no tensor.
import torch
import torch.nn.functional as F
from torch import nn


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.ones(2)
for kind in (nn.MSELoss, nn.L1Loss, nn.SmoothL1Loss, nn.BCELoss, nn.CrossEntropyLoss, nn.NLLLoss):
    attempt(lambda: kind(x, x))
    attempt(lambda: kind(x[:1], x[:1]))
    attempt(lambda: kind(size_average=0).reduction)
for loss in (
    F.mse_loss,
    F.l1_loss,
    F.huber_loss,
    F.binary_cross_entropy,
    F.cross_entropy,
    F.nll_loss,
):
    attempt(lambda: loss(x, 3))
    attempt(lambda: loss(None, x))
    attempt(lambda: loss(x, [1.0, 2.0]))
attempt(lambda: torch.optim.Adam([torch.ones(1, requires_grad=True)], betas=0.9))
attempt(lambda: torch.distributions.Normal(0.0, 1.0).sample(3))
y = torch.ones(2, requires_grad=True) * 2
attempt(lambda: y.backward([1, 1]))
