from torch.func import grad, jacrev
x = torch.tensor([0.7, 1.3, 0.4], dtype=torch.float64)
A = torch.tensor([[2.0, 0.5, 0.1], [0.3, 1.5, 0.2], [0.4, 0.6, 3.0]], dtype=torch.float64)
compositions = [
    lambda x: torch.exp(torch.sin(x)).sum(),
    lambda x: torch.tanh(x @ A).prod(),
    lambda x: torch.logsumexp(x * x, 0),
    lambda x: (torch.softmax(x, 0) * x).sum(),
    lambda x: torch.log1p(x ** 3).sum() * x.sum(),
    lambda x: torch.sigmoid(x[0] * x[1]) / x[2],
    lambda x: torch.logdet(A + torch.diag(x)),
    lambda x: torch.linalg.inv(A * x).sum(),
    lambda x: (x @ A @ x).sqrt(),
    lambda x: F.softplus(A @ x).norm(),
    lambda x: torch.atan2(x, x.flip(0) ** 2).sum(),
    lambda x: F.silu(x * x).prod() + torch.asinh(x).sum(),
    lambda x: torch.cumprod(x, 0).sum(),
    lambda x: F.gelu(x * x).sum() + torch.erf(x).prod(),
    lambda x: torch.lgamma(x + 1).sum() * x[0],
    lambda x: x.var() ** 2 + torch.pow(x, x).sum(),
]
for f in compositions:
    third = jacrev(jacrev(grad(f)))(x)
    print([f"{round(value, 8) + 0.0:.8f}" for value in third.flatten().tolist()])
