torch.manual_seed(1)
n = 20
X = torch.cat([torch.randn(n, 2) + 2, torch.randn(n, 2) - 2])
y = torch.cat([torch.ones(n), torch.zeros(n)])
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for epoch in range(50):
    p = torch.sigmoid(X @ w + b)
    loss = -(y * torch.log(p) + (1 - y) * torch.log(1 - p)).mean()
    loss.backward()
    with torch.no_grad():
        for parameter in (w, b):
            parameter -= 0.5 * parameter.grad
            parameter.grad = None
    if epoch % 10 == 0:
        correct = ((p > 0.5) == (y > 0.5)).sum()
        print(f"{epoch:2d}: loss {loss.item():.4f}, {correct.item()} of {2 * n} right")
print(w.shape, b.shape, loss.grad_fn)
