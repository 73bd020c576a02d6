import torch
from torch import nn, optim
from torch.optim.lr_scheduler import StepLR


class Plain(optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.add_(p.grad, alpha=-group["lr"])
                    self.state[p]["steps"] = self.state[p].get("steps", 0) + 1
        return loss


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
x, y = torch.ones(4, 2), torch.zeros(4, 1)
for make in (lambda p: Plain(p, lr=0.05), lambda p: optim.Adam(p, lr=0.01), lambda p: optim.SGD(p, lr=0.05, nesterov=True, momentum=0.5)):
    opt = make(model.parameters())
    scheduler = StepLR(opt, step_size=2, gamma=0.5)
    for step in range(4):
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        opt.step()
        scheduler.step()
    print(type(opt).__name__, f"{loss.item():.5f}", scheduler.get_last_lr(), opt.param_groups[0]["lr"])
print(opt)
groups = optim.SGD([{"params": model[0].parameters()}, {"params": model[2].parameters(), "lr": 1e-3}], lr=0.1)
print([group["lr"] for group in groups.param_groups], len(groups.param_groups[0]["params"]))


def closure():
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    return loss


print(f"{opt.step(closure).item():.5f}", Plain([torch.ones(1, requires_grad=True)]))
for g in opt.param_groups:
    g["lr"] = 0.5
print(opt.param_groups[0]["lr"], sorted(opt.state_dict()))
