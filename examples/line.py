# Fit a line by gradient descent. Python with torch runs this file too, and prints the same.
import torch

x = torch.tensor([0.0, 1.0, 2.0, 3.0])
y = 2 * x + 1
w = torch.zeros(2, requires_grad=True)

for _ in range(200):
    loss = ((w[0] * x + w[1] - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()

print(f"y = {w[0].item():.3f} x + {w[1].item():.3f}")
