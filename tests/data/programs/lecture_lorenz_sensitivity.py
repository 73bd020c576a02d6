def step(s, dt=0.01, sigma=10., rho=28., beta=8 / 3):
    x, y, z = s
    ds = torch.stack([sigma * (y - x), x * (rho - z) - y, x * y - beta * z])
    return s + dt * ds
s0 = torch.tensor([1., 1., 1.], dtype=torch.float64, requires_grad=True)
s = s0
for _ in range(50): s = step(s)
print(s)
J = torch.stack([torch.autograd.grad(e, s0, retain_graph=True)[0] for e in s])
print(J)
print(torch.linalg.det(J))
