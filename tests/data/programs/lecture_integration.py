# Trapezoids under a curve, and the derivative of the area by its scale.
scale = torch.tensor(1.0, requires_grad=True)
xs = torch.linspace(0, math.pi, 101)
ys = torch.sin(scale * xs)
area = ((ys[1:] + ys[:-1]) / 2 * (xs[1:] - xs[:-1])).sum()
area.backward()
print(f"{area.item():.4f} {scale.grad.item():.4f}")
