from torch.autograd.functional import jacobian
t = torch.linspace(0, 2, 6, dtype=torch.float64)
y = 2.5 * torch.exp(-1.3 * t)
def residual(p):
    return p[0] * torch.exp(-p[1] * t) - y
p = torch.tensor([1.0, 1.0], dtype=torch.float64)
for step in range(6):
    J = jacobian(residual, p)
    r = residual(p)
    p = p - torch.linalg.solve(J.T @ J, J.T @ r)
    print(step, p)
print(J.shape, torch.linalg.norm(residual(p)) < 1e-6)
