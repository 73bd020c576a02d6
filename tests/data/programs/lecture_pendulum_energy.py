g, l, dt = 9.81, 1.0, 0.01
def energy(q, p): return 0.5 * p ** 2 / l ** 2 - g * l * torch.cos(q)
q = torch.tensor(1.0, dtype=torch.float64)
p = torch.tensor(0.0, dtype=torch.float64)
E0 = energy(q, p)
for step in range(100):
    q.requires_grad_(); p.requires_grad_()
    dHdq, = torch.autograd.grad(energy(q, p), q)
    p = (p - dt * dHdq).detach().requires_grad_()
    dHdp, = torch.autograd.grad(energy(q, p), p)
    q = (q + dt * dHdp).detach()
print(f"{q.item():.6f} {p.item():.6f} drift {(energy(q, p) - E0).abs().item():.2e}")
