n = 9
u = torch.zeros(n); u[n // 2] = 1
u.requires_grad_()
w = u
for _ in range(10):
    lap = torch.roll(w, 1) - 2 * w + torch.roll(w, -1)
    w = w + 0.2 * lap
print(w)
w[0].backward()
print(u.grad)
