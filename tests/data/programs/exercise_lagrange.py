x = torch.tensor([0.5, 0.5], requires_grad=True, dtype=torch.float64)
lam = torch.tensor(0.0, requires_grad=True, dtype=torch.float64)
for i in range(200):
    L = -(x[0] * x[1]) + lam * (x.sum() - 2) + 5 * (x.sum() - 2) ** 2
    gx, gl = torch.autograd.grad(L, (x, lam))
    with torch.no_grad():
        x -= 0.02 * gx
        lam += 0.5 * gl
print([round(v, 4) for v in x.tolist()], round(lam.item(), 4))
