x = torch.linspace(-3, 3, 100, dtype=torch.double)
y = torch.sin(x)
a, b, c, d = [torch.tensor(v, dtype=torch.double) for v in (0.1, -0.2, 0.3, 0.05)]
lr = 1e-5
for t in range(200):
    y_pred = a + b * x + c * x ** 2 + d * x ** 3
    loss = (y_pred - y).pow(2).sum().item()
    if t % 50 == 0:
        print(t, loss)
    grad_y_pred = 2.0 * (y_pred - y)
    grad_a = grad_y_pred.sum()
    grad_b = (grad_y_pred * x).sum()
    grad_c = (grad_y_pred * x ** 2).sum()
    grad_d = (grad_y_pred * x ** 3).sum()
    a -= lr * grad_a
    b -= lr * grad_b
    c -= lr * grad_c
    d -= lr * grad_d
print(a, b, c, d)
