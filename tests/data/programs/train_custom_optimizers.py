# Optimizers of our own, derived from torch.optim.Optimizer, against torch's.
import copy
import math

import torch
from torch import nn
from torch.optim import Optimizer


class PlainSGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0.0):
        if lr < 0.0:
            raise ValueError("Invalid learning rate: {}".format(lr))
        defaults = dict(lr=lr, momentum=momentum)
        super(PlainSGD, self).__init__(params, defaults)

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                d_p = p.grad
                if group["momentum"] != 0:
                    state = self.state[p]
                    if "buffer" not in state:
                        state["buffer"] = torch.clone(d_p).detach()
                    else:
                        state["buffer"].mul_(group["momentum"]).add_(d_p)
                    d_p = state["buffer"]
                p.add_(d_p, alpha=-group["lr"])
        return loss


class MyAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps})

    def step(self):
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["m"] = torch.zeros_like(p.data)
                    state["v"] = torch.zeros_like(p.data)
                state["step"] += 1
                g = p.grad.data
                state["m"] = beta1 * state["m"] + (1 - beta1) * g
                state["v"] = beta2 * state["v"] + (1 - beta2) * g * g
                m_hat = state["m"] / (1 - math.pow(beta1, state["step"]))
                v_hat = state["v"] / (1 - math.pow(beta2, state["step"]))
                p.data -= group["lr"] * m_hat / (v_hat.sqrt() + group["eps"])


class SignSGD(Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p -= group["lr"] * p.grad.sign()


torch.manual_seed(0)
model = nn.Linear(3, 2)
x, y = torch.randn(10, 3), torch.randn(10, 2)


def train(make, steps=10):
    net = copy.deepcopy(model)
    opt = make(net.parameters())
    for _ in range(steps):
        opt.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        opt.step()
    return net, opt, loss.item()


for ours, theirs in [
    (lambda p: PlainSGD(p, 0.1), lambda p: torch.optim.SGD(p, 0.1)),
    (lambda p: PlainSGD(p, 0.1, 0.9), lambda p: torch.optim.SGD(p, 0.1, 0.9)),
    (lambda p: MyAdam(p, 0.05), lambda p: torch.optim.Adam(p, 0.05)),
]:
    (a, opt, loss_a), (b, _, loss_b) = train(ours), train(theirs)
    same = all(torch.allclose(p, q, atol=1e-6) for p, q in zip(a.parameters(), b.parameters()))
    print(type(opt).__name__, f"{loss_a:.5f} {loss_b:.5f}", same)
net, opt, loss = train(lambda p: SignSGD(p, lr=0.01))
print(f"{loss:.4f}", opt)
print(sorted(PlainSGD(net.parameters(), 0.5, 0.5).state_dict()["param_groups"][0].items(), key=str))
scheduler = torch.optim.lr_scheduler.ExponentialLR(opt, 0.5)
opt.step()
scheduler.step()
print(scheduler.get_last_lr(), isinstance(opt, Optimizer))
PlainSGD(net.parameters(), lr=-0.1)
