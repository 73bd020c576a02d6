from torch.func import grad
f = torch.exp
x = torch.tensor(0.25, dtype=torch.float64)
f = lambda x: torch.sin(x) * torch.exp(x)
for order in range(6):
    print(order, f(x))
    f = grad(f)
def nth(f, n):
    return f if n == 0 else grad(nth(f, n - 1))
print([nth(lambda x: x ** 5, n)(torch.tensor(2.)).item() for n in range(7)])
print([nth(torch.tanh, n)(torch.tensor(0.5, dtype=torch.float64)) for n in range(4)])
