a = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
with torch.no_grad():
    x = torch.tensor(1.0, dtype=torch.float64)
    for _ in range(30):
        x = x - (x ** 2 - a) / (2 * x)
x = x.requires_grad_()
F_ = x ** 2 - a
dFdx, dFda = torch.autograd.grad(F_, (x, a))
print((-dFda / dFdx).item(), 1 / (2 * math.sqrt(2)))
