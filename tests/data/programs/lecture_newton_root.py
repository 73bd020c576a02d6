# Newton's method for the square root of two, the derivative by machine.
x = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
for step in range(5):
    f = x * x - 2
    slope, = torch.autograd.grad(f, x)
    x = (x - f / slope).detach().requires_grad_()
    print(f"{step}: {x.item():.12f}")
print(x.dtype, abs(x.item() - math.sqrt(2)) < 1e-12)
