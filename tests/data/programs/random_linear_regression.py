# A line through noisy points, by stochastic gradient descent.
torch.manual_seed(123)
x = torch.linspace(0, 1, 20).reshape(-1, 1)
y = 3 * x + 2 + 0.1 * torch.randn(20, 1)
w = torch.randn(1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for epoch in range(20):
    for i in [torch.randperm(20)[:5]]:
        loss = ((x[i] * w + b - y[i]) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
            b -= 0.1 * b.grad
        w.grad = b.grad = None
    if epoch % 5 == 0:
        print(epoch, f"{loss.item():.4f}")
print(w, b)
