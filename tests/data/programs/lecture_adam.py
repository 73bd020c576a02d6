# The Adam optimizer in plain tensors.
w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
m, v = torch.zeros_like(w), torch.zeros_like(w)
beta1, beta2, rate, eps = 0.9, 0.999, 0.1, 1e-8
for t in range(1, 101):
    loss = (w - torch.tensor([0.5, 0.5, 0.5])).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        m.mul_(beta1).add_(w.grad, alpha=1 - beta1)
        v.mul_(beta2).add_(w.grad ** 2, alpha=1 - beta2)
        m_hat = m / (1 - beta1 ** t)
        v_hat = v / (1 - beta2 ** t)
        w -= rate * m_hat / (v_hat.sqrt() + eps)
        w.grad = None
    if t % 25 == 0:
        print(f"{t:4d} {loss.item():.3f}")
print([round(p, 1) for p in w.tolist()])
