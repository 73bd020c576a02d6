# The same start, several optimizers
import torch
import torch.nn as nn
import torch.nn.functional as F

LR = 0.01
BATCH = 10


class Net(torch.nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.hidden = torch.nn.Linear(1, 20)
        self.predict = torch.nn.Linear(20, 1)

    def forward(self, x):
        return self.predict(F.relu(self.hidden(x)))


torch.manual_seed(1)
x = torch.unsqueeze(torch.linspace(-1, 1, 40), dim=1)
y = x.pow(2) + 0.1*torch.normal(torch.zeros(*x.size()))

nets, opts = {}, {}
for name, make in [
    ("SGD", lambda p: torch.optim.SGD(p, lr=LR)),
    ("Momentum", lambda p: torch.optim.SGD(p, lr=LR, momentum=0.8)),
    ("Nesterov", lambda p: torch.optim.SGD(p, lr=LR, momentum=0.8, nesterov=True)),
    ("RMSprop", lambda p: torch.optim.RMSprop(p, lr=LR, alpha=0.9)),
    ("Adam", lambda p: torch.optim.Adam(p, lr=LR, betas=(0.9, 0.99))),
    ("AMSGrad", lambda p: torch.optim.Adam(p, lr=LR, amsgrad=True)),
    ("AdamW", lambda p: torch.optim.AdamW(p, lr=LR, weight_decay=0.1)),
    ("Adagrad", lambda p: torch.optim.Adagrad(p, lr=LR)),
    ("Adadelta", lambda p: torch.optim.Adadelta(p)),
    ("Adamax", lambda p: torch.optim.Adamax(p, lr=LR)),
    ("NAdam", lambda p: torch.optim.NAdam(p, lr=LR)),
    ("RAdam", lambda p: torch.optim.RAdam(p, lr=LR)),
    ("Rprop", lambda p: torch.optim.Rprop(p, lr=LR)),
    ("ASGD", lambda p: torch.optim.ASGD(p, lr=LR)),
]:
    torch.manual_seed(2)
    nets[name] = Net()
    opts[name] = make(nets[name].parameters())

loss_func = torch.nn.MSELoss()
losses_his = {name: [] for name in nets}
for epoch in range(3):
    for start in range(0, 40, BATCH):
        b_x, b_y = x[start:start + BATCH], y[start:start + BATCH]
        for name, net in nets.items():
            loss = loss_func(net(b_x), b_y)
            opts[name].zero_grad()
            loss.backward()
            opts[name].step()
            losses_his[name].append(loss.item())
for name, losses in losses_his.items():
    print(f"{name:10s}", " ".join(f"{l:.4f}" for l in losses[::4]))
print(opts["Adam"])
print(opts["Momentum"])
