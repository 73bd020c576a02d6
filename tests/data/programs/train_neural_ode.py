# A neural ODE, integrated by Euler's and by Runge-Kutta's steps
import torch
import torch.nn as nn


class ODEFunc(nn.Module):

    def __init__(self):
        super(ODEFunc, self).__init__()

        self.net = nn.Sequential(
            nn.Linear(2, 8),
            nn.Tanh(),
            nn.Linear(8, 2),
        )
        self.nfe = 0

        for m in self.net.modules():
            if isinstance(m, nn.Linear):
                nn.init.normal_(m.weight, mean=0, std=0.1)
                nn.init.constant_(m.bias, val=0)

    def forward(self, t, y):
        self.nfe += 1
        return self.net(y**3)


class Lambda(nn.Module):
    def forward(self, t, y):
        return torch.mm(y**3, true_A)


def odeint(func, y0, t, method='euler'):
    ys = [y0]
    y = y0
    for t0, t1 in zip(t[:-1], t[1:]):
        dt = t1 - t0
        if method == 'euler':
            y = y + dt * func(t0, y)
        else:
            k1 = func(t0, y)
            k2 = func(t0 + dt / 2, y + dt * k1 / 2)
            k3 = func(t0 + dt / 2, y + dt * k2 / 2)
            k4 = func(t1, y + dt * k3)
            y = y + dt * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        ys.append(y)
    return torch.stack(ys)


torch.manual_seed(0)
true_y0 = torch.tensor([[2., 0.]])
t = torch.linspace(0., 1., 11)
true_A = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
with torch.no_grad():
    true_y = odeint(Lambda(), true_y0, t, method='rk4')
print(true_y.shape, true_y[-1])

func = ODEFunc()
optimizer = torch.optim.RMSprop(func.parameters(), lr=1e-2)
for itr in range(1, 11):
    optimizer.zero_grad()
    pred_y = odeint(func, true_y0, t, method='euler' if itr % 2 else 'rk4')
    loss = torch.mean(torch.abs(pred_y - true_y))
    loss.backward()
    optimizer.step()
    if itr % 2 == 0:
        print('Iter {:04d} | Total Loss {:.4f} | NFE {}'.format(itr, loss.item(), func.nfe))
