import torch
import torch.nn as nn
import torch.optim as optim


def rosenbrock(x):
    return (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2


x = torch.tensor([-1.5, 2.0], dtype=torch.float64, requires_grad=True)
lbfgs = optim.LBFGS([x], history_size=10, max_iter=4, line_search_fn="strong_wolfe")


def closure():
    lbfgs.zero_grad()
    objective = rosenbrock(x)
    objective.backward()
    return objective


history = []
for i in range(8):
    history.append(rosenbrock(x).item())
    lbfgs.step(closure)
print(["%.5f" % h for h in history[:5]])
print([round(v, 3) for v in x.tolist()])

# without a line search
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1)).double()
t = torch.linspace(0, 1, 20, dtype=torch.double).unsqueeze(1)
target = torch.sin(6 * t)
opt = optim.LBFGS(net.parameters(), lr=0.1, max_iter=5)
calls = 0
for i in range(4):
    def closure():
        global calls
        calls += 1
        opt.zero_grad()
        out = net(t)
        loss = nn.MSELoss()(out, target)
        if calls % 5 == 1:
            print('loss: %.6f' % loss.item())
        loss.backward()
        return loss
    opt.step(closure)
print("closure called", calls, "times")
print(list(opt.state_dict()["state"][0])[:2], opt.param_groups[0]["max_eval"])
try:
    opt.step()
except TypeError as e:
    print("TypeError:", "closure" in str(e))
