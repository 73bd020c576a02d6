def rosen(v):
    return (1 - v[0]) ** 2 + 100 * (v[1] - v[0] ** 2) ** 2
v = torch.tensor([-1.2, 1.0], dtype=torch.float64)
for i in range(7):
    g = torch.autograd.functional.jacobian(rosen, v)
    H = torch.autograd.functional.hessian(rosen, v)
    step = torch.linalg.solve(H, g)
    v = v - step
    print(i, [f"{e:.6f}" for e in v.tolist()], f"{rosen(v).item():.3e}")
