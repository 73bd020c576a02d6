"""A physics-informed network for u'' + u = 0, u(0) = 0, u'(0) = 1."""
import torch
import torch.nn as nn
import torch.optim as optim


class PINN(nn.Module):
    def __init__(self, layers):
        super().__init__()
        modules = []
        for i in range(len(layers) - 2):
            modules.append(nn.Linear(layers[i], layers[i + 1]))
            modules.append(nn.Tanh())
        modules.append(nn.Linear(layers[-2], layers[-1]))
        self.net = nn.Sequential(*modules)

    def forward(self, t):
        return self.net(t)


def derivative(u, t):
    return torch.autograd.grad(u, t, grad_outputs=torch.ones_like(u), create_graph=True)[0]


def residual(model, t):
    u = model(t)
    u_t = derivative(u, t)
    u_tt = derivative(u_t, t)
    return u_tt + u


torch.manual_seed(123)
torch.set_default_dtype(torch.float64)
model = PINN([1, 10, 10, 1])
optimizer = optim.Adam(model.parameters(), lr=1e-2)
t_physics = torch.linspace(0, 2, 15).view(-1, 1).requires_grad_(True)
t_boundary = torch.tensor(0.).view(-1, 1).requires_grad_(True)

for i in range(1, 61):
    optimizer.zero_grad()
    u0 = model(t_boundary)
    loss1 = (torch.squeeze(u0) - 0) ** 2
    loss2 = (torch.squeeze(derivative(u0, t_boundary)) - 1) ** 2
    loss3 = torch.mean(residual(model, t_physics) ** 2)
    loss = loss1 + loss2 + 0.1 * loss3
    loss.backward()
    optimizer.step()
    if i % 20 == 0:
        print(f"{i:4d} total {loss.item():.5f} ic {loss1.item():.5f} {loss2.item():.5f} ode {loss3.item():.5f}")

with torch.no_grad():
    test = torch.tensor([[0.0], [0.5], [1.0]])
    for t, u in zip(test, model(test)):
        print(f"u({t.item():.1f}) = {u.item():.3f}   sin = {torch.sin(t).item():.3f}")
