from torch.func import grad, hessian
def rosenbrock(p):
    x, y = p
    return (1 - x) ** 2 + 100 * (y - x ** 2) ** 2
p = torch.tensor([-1.2, 1.0], dtype=torch.float64)
for step in range(7):
    p = p - torch.linalg.solve(hessian(rosenbrock)(p), grad(rosenbrock)(p))
    print(step, p, rosenbrock(p).item() < 1e-10)
